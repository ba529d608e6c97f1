"""What the tags of RIS mean, by type of record: EndNote's definitions, and what databases make of them."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from tasks.readers.records.fields import Printed, printed_text
from tasks.readers.records.names import people

_BOOKS = frozenset({"BOOK", "EDBOOK", "EBOOK", "WHOLE", "CLSWK", "SER"})
"""A whole book: its T2 is the series, its A2 the series' editors."""
_PARTS = frozenset({"CHAP", "ECHAP", "CONF", "CPAPER", "DICT", "ENCYC"})
_NO_CONTAINER = _BOOKS | {
    "THES", "RPRT", "GOVDOC", "PAT", "STAND", "DATA", "DBASE", "COMP", "MANSCPT", "PAMP", "INPR", "MAP", "ART",
    "FIGURE", "CHART", "EQUA", "SOUND", "MUSIC", "VIDEO", "MPCT", "MULTI", "ADVS", "SLIDE", "HEAR", "BILL", "UNBILL",
    "STAT", "CASE", "LEGAL", "PCOMM", "ICOMM", "AGGR", "ANCIENT",
}  # fmt: skip
"""Works that appear in nothing else: their T2 is a series, a code, a department."""
_EDITED = _PARTS | {"JOUR", "EJOUR", "MGZN", "NEWS", "GEN", "UNPB", "ANCIENT", "ABST", "ELEC", "WEB", "BLOG"}
"""Types whose A2 are editors."""
_CONTAINERS = ("T2", "JF", "BT", "JO", "JA", "J2", "J1", "J9", "JI")
_JOURNALS = ("JF", "T2", "JO", "JA", "J2", "J1", "J9", "JI", "BT")
_LINKS = ("UR", "LK", "L2", "L1", "L3", "DI")
_NOTES = ("N1", "M3", "L3", "AN", "M1", "M2", "C3", "C6", "U1", "U2", "RN")
_PUBMED = re.compile(r"pubmed|medline|\bnlm\b|pmid", re.IGNORECASE)
_ISBN = re.compile(r"(?<![\d-])(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dXx](?![\d-])")
_NO_PAGES = re.compile(r"no pagination specified|no\s*-?\s*specified|n\.?\s?pag\.?", re.IGNORECASE)

TYPES_OF_JOURNALS: Final = frozenset({"JOUR", "EJOUR", "MGZN", "NEWS", "ABST", "JFULL"})


def printed_of(values: Sequence[tuple[str, str]]) -> Printed:
    """The values of one record. A tag that occurs twice gives its first value, but for people, links and notes."""
    tags: dict[str, list[str]] = {}
    for tag, value in values:
        if value:
            tags.setdefault(tag, []).append(value)
    kind = _first(tags, "TY") or ""
    kind = kind.upper()
    printed = Printed(key=_first(tags, "ID"), kind=kind.lower() or None)
    _titles(printed, tags, kind)
    _people(printed, values, tags, kind)
    printed.years = _all(tags, "PY", "DA") or _all(tags, "Y1", "DP")
    if kind == "PAT":
        printed.volume = None
    else:
        printed.volume = _first(tags, "VL")
        printed.issue = _first(tags, "IS") or (_first(tags, "M1") if kind in TYPES_OF_JOURNALS else None)
        printed.issue = printed.issue if len(printed.issue or "") <= 40 else None
    printed.pages = _pages(_first(tags, "SP"), _first(tags, "EP")) or _first(tags, "C7")
    printed.isbn = next((found.group() for value in tags.get("SN", ()) if (found := _ISBN.search(value))), None)
    _identifiers(printed, tags)
    return printed


def _first(tags: Mapping[str, Sequence[str]], *names: str) -> str | None:
    return next((tags[name][0] for name in names if name in tags), None)


def _all(tags: Mapping[str, Sequence[str]], *names: str) -> list[str]:
    return [value for name in names for value in tags.get(name, ())]


def _titles(printed: Printed, tags: Mapping[str, Sequence[str]], kind: str) -> None:
    whole = kind in _BOOKS or kind in ("UNPB", "JFULL")
    printed.title = _first(tags, "TI", "T1", "CT", *(("BT",) if whole else ()), "TT")
    if kind in _NO_CONTAINER:
        names: tuple[str, ...] = ("JF", "JO") if kind not in _BOOKS else ()
    else:
        names = _JOURNALS if kind in TYPES_OF_JOURNALS else _CONTAINERS
    if kind == "CONF" and len(tags.get("C3", ())) == 1:
        names = ("C3", *names)  # the proceedings, where T2 is the conference; elsewhere C3 holds affiliations
    named = [value for name in names if (value := _first(tags, name)) and value != printed.title]
    # Citavi and others give the abbreviation under the tag for the name: the first that is written in full wins.
    printed.journal = next(iter(named), None)
    if printed.title is None and kind not in TYPES_OF_JOURNALS and printed.journal is None:
        printed.title = _first(tags, "T2", "BT", "ST")


def _people(printed: Printed, values: Sequence[tuple[str, str]], tags: Mapping[str, Sequence[str]], kind: str) -> None:
    """Authors in file order over both their tags, so that a first author under A1 stays the first."""
    printed.authors, complete = people(value for tag, value in values if tag in ("AU", "A1"))
    editors = _all(tags, "ED")
    if kind in _EDITED:
        editors += tags.get("A2", ())
    elif kind in _BOOKS:
        editors += tags.get("A3", ())
    if kind == "EDBOOK" and printed.authors:
        printed.editors, printed.authors = printed.authors, []
    elif not editors and not printed.authors and kind in _BOOKS:
        # A book with nobody but "series editors" is an edited book.
        editors = list(tags.get("A2", ()))
    found, editors_complete = people(editors)
    printed.editors = [*printed.editors, *found]
    printed.complete = complete and editors_complete


def _pages(start: str | None, end: str | None) -> str | None:
    first, last = printed_text(start), printed_text(end)
    if first is None or last is None:
        pages = first or last
    else:
        pages = first if first == last or "-" in first or "–" in first else f"{first}-{last}"
    return None if pages is None or _NO_PAGES.fullmatch(pages) else pages


def _identifiers(printed: Printed, tags: Mapping[str, Sequence[str]]) -> None:
    printed.dois = _all(tags, "DO", "DI")
    printed.urls = [part for value in _all(tags, *_LINKS) for part in value.split("\n")]
    if _PUBMED.search(" ".join(_all(tags, "DB", "DP", "RP"))):
        printed.pmids = [value for value in _all(tags, "AN", "C7", "ID") if value.strip().isdigit()][:1]
    printed.notes = [value for name in _NOTES for value in tags.get(name, ())]

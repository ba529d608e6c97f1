"""HALLMARK's entries: read from its file, told apart by whether their true work is served, written as BibTeX."""

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

NEAR = 0.85
"""Title ratio from which an entry's title is that of a true work, changed a little."""
INVENTED = frozenset({"fabricated", "bad_doi"})
"""Verdict classes whose entries are scored whatever is served: there the identity or the DOI is what is wrong."""
_ORIGINAL = re.compile(r"\(original: '(.*)'\)", re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """One BibTeX entry of the benchmark."""

    id: str
    type: str
    fields: dict[str, str]
    error: str
    """HALLMARK's kind of error; `right` where there is none."""
    verdict_class: str
    method: str
    original_title: str | None = None
    """The true title, where the benchmark's explanation quotes it."""

    @property
    def wrong(self) -> bool:
        return self.verdict_class != "ok"


@dataclass(frozen=True)
class TrueWork:
    """A work as it really is; DOI in lower case."""

    title: str
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    doi: str | None
    url: str | None


def read_entries(path: Path) -> tuple[Entry, ...]:
    """The entries of one JSON Lines file, in its order, without the one that marks the file as a benchmark."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return tuple(_entry(row) for row in rows if row.get("method") != "canary")


def _entry(row: dict[str, object]) -> Entry:
    fields = row["fields"]
    assert isinstance(fields, dict)
    quoted = _ORIGINAL.search(str(row.get("explanation") or ""))
    return Entry(
        id=str(row["id"]),
        type=str(row["type"]),
        fields={str(name): str(value) for name, value in fields.items()},
        error=str(row["hallucination_type"] or "right"),
        verdict_class=str(row["verdict_class"]),
        method=str(row["method"]),
        original_title=quoted.group(1) if quoted else None,
    )


def read_true_works(path: Path) -> tuple[TrueWork, ...]:
    """The works of `true_works.jsonl`, in its order."""
    return tuple(_true_work(json.loads(line)) for line in path.read_text("utf-8").splitlines() if line.strip())


def _true_work(row: dict[str, object]) -> TrueWork:
    year, authors = str(row.get("year") or ""), row.get("authors") or []
    assert isinstance(authors, list)
    return TrueWork(
        title=str(row["title"]),
        authors=tuple(str(name) for name in authors),
        year=int(year) if year.isdigit() else None,
        venue=str(row["venue"]) if row.get("venue") else None,
        doi=str(row["doi"]).lower() if row.get("doi") else None,
        url=str(row["url"]) if row.get("url") else None,
    )


def set_apart(entries: Iterable[Entry], works: Sequence[TrueWork]) -> frozenset[str]:
    """Ids of the wrong entries of other classes than the invented whose true work is not served.

    An entry's true work is among `works` where one of them has the entry's DOI, or its title: the printed one or the
    one the benchmark quotes as the original, the same but for a few words. Nobody can tell a wrong year or venue of a
    work that nobody serves.
    """
    titles = {plain(work.title) for work in works}
    dois = {work.doi for work in works if work.doi}
    return frozenset(
        entry.id
        for entry in entries
        if entry.wrong
        and entry.verdict_class not in INVENTED
        and entry.fields.get("doi", "").lower() not in dois
        and not _has_title(entry, titles)
    )


def _has_title(entry: Entry, titles: set[str]) -> bool:
    shown = [plain(title) for title in (entry.fields["title"], entry.original_title) if title]
    return any(title in titles for title in shown) or any(_is_near(shown[0], other) for other in titles)


def _is_near(title: str, other: str) -> bool:
    likeness = SequenceMatcher(None, title, other)
    return likeness.real_quick_ratio() >= NEAR and likeness.quick_ratio() >= NEAR and likeness.ratio() >= NEAR


def plain(text: str) -> str:
    """Words of lower-case letters and digits, accents and braces taken off. The benchmark's own, so that what is set
    apart does not change with the program that is measured."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("\\", "").replace("{", "").replace("}", ""))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[^\W_]+", bare))


def key_of(place: int) -> str:
    """The BibTeX key of the entry at this place, from 0: HALLMARK's own ids hold a colon."""
    return f"e{place + 1:04}"


def as_bibtex(entries: Iterable[Entry]) -> str:
    """The entries as one .bib file, values as the benchmark gives them.

    A brace without a partner is left out: it would swallow the entries behind it, and no tool would see them.
    """
    return "\n".join(_block(key_of(place), entry) for place, entry in enumerate(entries))


def _block(key: str, entry: Entry) -> str:
    fields = "".join(f"  {name} = {{{balanced(value)}}},\n" for name, value in entry.fields.items() if value)
    return f"@{entry.type}{{{key},\n{fields}}}\n"


def balanced(text: str) -> str:
    """The text without braces that have no partner."""
    kept: list[str] = []
    opened: list[int] = []
    for letter in text:
        if letter == "}" and not opened:
            continue
        if letter == "}":
            opened.pop()
        elif letter == "{":
            opened.append(len(kept))
        kept.append(letter)
    return "".join(letter for place, letter in enumerate(kept) if place not in opened)

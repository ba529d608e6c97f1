"""A printed entry becomes a reference, as far as it is unmistakable (decisions 2.3, 2.10).

Three readers, the surest first: the mark of an entry's type in GB/T 7714 (`[J]`), the patterns of the commonest styles
(Vancouver, APA, IEEE), and a tagger that learned from labelled entries of every style, heard only where it is sure.
Identifiers and addresses are found wherever they stand. A field that cannot be told stays empty: an empty field accuses
nobody.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from state.lookup import Author
from state.manuscript import Reference
from tasks.language.scripts import CJK, fold_width
from tasks.language.titles import normalize_title
from tasks.parse.article_tails import Article, article_before, journal_between, read_tail, year_behind_names
from tasks.parse.author_date_zh import AuthorDate, read_author_date
from tasks.parse.patterns import PatternParts, closed_title, pattern_parts
from tasks.parse.printed_list import PrintedEntry
from tasks.parse.strings.addresses import mended, read_addresses
from tasks.parse.strings.coordinates import Coordinates, compact
from tasks.parse.strings.gbt7714 import Typed, read_typed
from tasks.parse.strings.persons import Persons, marks_editors, read_persons
from tasks.parse.strings.readings import NOBODY, NOWHERE, Labelled, read_labelled
from tasks.parse.styles import first_body

LONGEST_READ = 8000
"""Characters of an entry that are read; longer ones are no entries, and `raw` keeps them whole."""
MOST_TAGGED = 2_500
"""Entries of a list that the tagger reads, at two milliseconds each."""
UNPARSED = "unparsed"
"""The problem of an entry of which neither title nor names nor identifier could be read."""
_HYPHENS = {0x2010: "-", 0x2011: "-"}
"""The typographic hyphens, which names and words are printed with as with the plain one."""
_YEARS = re.compile(r"(?<![\d.\-–/:])((?:18|19|20)\d\d)[a-z]?(?![\d/])")
_NAMES_OR_YEAR = re.compile(r"\b(?:18|19|20)\d\d|\.(?:\s|,)|^(?:et|and|und|&)\s")
_STOPPED = re.compile(r"[”\"’)]?[.?!]")
LONGEST_CUT = 3
"""Letters of the last word at which a title may have been cut as at the end of a sentence: `St.`, `sp.`"""
_YEAR_PLACES = (
    re.compile(r"\(((?:18|19|20)\d\d)[a-z]?(?:,[^)]{3,20})?\)"),
    re.compile(r"[.,]\s((?:18|19|20)\d\d)(?:\s[A-Z][a-z]{2,8}(?:\s\d{1,2})?)?\s?;"),
    re.compile(r"[A-Za-z]\s((?:18|19|20)\d\d)(?:\s[A-Z][a-z]{2,8}(?:\s\d{1,2})?)?\s?;\s?\d"),
    re.compile(r"[,，]\s?((?:18|19|20)\d\d)\s?[,，(（:：;；]"),
    re.compile(r"[,，]\s?((?:18|19|20)\d\d)\s?[.。]?\s*(?:doi|https?:|$)", re.IGNORECASE),
)
_FAMILY_FIRST = re.compile(
    r"^(?P<family>(?:(?:van|von|de|del|della|di|da|dos|der|den|la|le|el|al|ter|ten|bin|"
    r"ibn)\s)*[^\W\d_][\w'’\-]+(?:\s[^\W\d_][\w'’\-]+)?),\s?(?:[A-Z]\.?[\s-]?){1,4}"
)
_INITIALS_FIRST = re.compile(
    r"^(?:[A-Z]\.[\s-]?){1,4}(?P<family>(?:(?:van|von|de|del|di|da|dos|der|den|la|le)\s)*[^\W\d_][\w'’\-]+)"
)
_FAMILY_INITIALS = re.compile(
    r"^(?P<family>(?:(?:van|von|de|del|di|da|dos|der|den|la|"
    r"le)\s)*[^\W\d_][\w'’\-]+(?:\s[a-z]+\s?[A-Z][\w'’\-]+)?)\s(?:[A-Z][\s-]?){1,4}(?=[,.;:]|$|\set al)"
)
_CHINESE_NAME = re.compile(rf"^(?P<family>[{CJK}·]{{2,8}})\s?(?=[,，、.．;；等]|$)")
_PAIR = re.compile(r"(?P<family>[A-Z\u00c0-\u00de][\w'’\-]+)\s(?:&|und|and)\s[A-Z\u00c0-\u00de][\w'’\-]+")


@dataclass(frozen=True, slots=True)
class _Parts:
    """What one entry says; spans and texts are of the entry on one line."""

    authors: str | None = None
    """Everything from the beginning to the end of the names."""
    title: str | None = None
    people: Persons = NOBODY
    led_by_editors: bool = False
    hosts: tuple[Author, ...] = ()
    journal: str | None = None
    year: int | None = None
    place: Coordinates = NOWHERE
    entry_type: str | None = None


def read_entries(entries: Sequence[PrintedEntry]) -> list[Reference]:
    """The references of a list, in its order, with ids `entry-1` and so on. In a list of more than `MOST_TAGGED` the
    tagger is heard on so many of them only: a thesis has fewer, and no file may take for ever."""
    return [read_entry(entry, f"entry-{n}", quick=n > MOST_TAGGED) for n, entry in enumerate(entries, 1)]


def read_entry(entry: PrintedEntry, reference_id: str, *, quick: bool = False) -> Reference:
    """The reference an entry prints, with the fields that can be read off it surely; `raw` is the entry itself.

    An entry that gives neither title, name nor identifier has the problem `unparsed`. `quick`: by patterns alone.
    """
    place = {"id": reference_id, "number": entry.number, "file": entry.file, "line": entry.line}
    return _read(entry.text, quick).model_copy(update=place)


@lru_cache(maxsize=8192)
def _read(raw: str, quick: bool) -> Reference:
    """The fields of one entry. Kept, since step A looks at a list more than once."""
    text = mended(raw[:LONGEST_READ]).translate(_HYPHENS)
    parts, found = _parts(text, quick=quick), read_addresses(text)
    identified = any((found.doi, found.pmid, found.arxiv, found.isbn, found.url))
    known = parts.title or parts.people.authors or identified
    return Reference(
        id="",
        entry_type=parts.entry_type,
        title=parts.title,
        authors=() if parts.led_by_editors else parts.people.authors,
        editors=parts.people.authors if parts.led_by_editors else parts.hosts,
        authors_complete=parts.people.complete,
        year=parts.year,
        journal=parts.journal,
        volume=parts.place.volume,
        issue=parts.place.issue,
        pages=parts.place.pages,
        doi=found.doi,
        pmid=found.pmid,
        arxiv=found.arxiv,
        isbn=found.isbn,
        url=found.url,
        raw=raw,
        problems=() if known else (UNPARSED,),
        needs_manual_id=found.doi is None and found.pmid is None,
    )


def authors_and_title(text: str) -> tuple[str | None, str | None]:
    """The part that names the authors and the title, or None for each that cannot be told apart."""
    parts = _parts(" ".join(text[:LONGEST_READ].split()))
    return parts.authors, parts.title


def _parts(text: str, *, quick: bool = False) -> _Parts:
    """An entry on one line, taken apart by the surest reader that understands it."""
    folded = fold_width(text)
    typed = read_typed(folded)
    if typed is not None:
        return _from_typed(text, typed)
    dated = read_author_date(folded)
    if dated is not None:
        return _from_author_date(dated)
    labelled = Labelled() if quick else read_labelled(text)
    pattern = pattern_parts(text)
    title = _agreed(labelled, pattern)
    parts = replace(_from_labels(text, labelled), title=title)
    by_pattern = title is not None and title == pattern.title and title != labelled.title
    if pattern.authors is not None and (by_pattern or not parts.people.authors):
        behind = text[len(pattern.authors) : len(pattern.authors) + 12]
        led = parts.led_by_editors or marks_editors(behind)
        parts = replace(parts, authors=pattern.authors, people=read_persons(pattern.authors), led_by_editors=led)
    return _with_first(text, _with_tail(text, folded, parts))


def _with_tail(text: str, folded: str, parts: _Parts) -> _Parts:
    """The parts with what the end of an article's entry says where they are silent. Of two readings of the journal or
    the pages the tail's stands where one holds the other: a tagger takes a volume that is a year into the journal, and
    ends at a bracket, a comma or a letter."""
    tail = read_tail(folded)
    if tail is None:
        return parts
    place = parts.place
    if place.volume in (None, tail.place.volume):
        pages = tail.place.pages if (place.pages or "") in (tail.place.pages or "") else place.pages
        place = Coordinates(tail.place.volume, place.issue or tail.place.issue, pages)
    parts = replace(parts, place=place, year=tail.year or parts.year or year_behind_names(folded))
    article = article_before(folded, text, tail)
    if article is not None and _is_better(article, parts, by_comma=tail.by_comma):
        people = read_persons(article.authors)
        return replace(parts, title=article.title, journal=article.journal, authors=article.authors, people=people)
    journal = journal_between(text, parts.title, tail) if parts.title else None
    if journal is not None and (parts.journal or "").startswith(journal[: len(parts.journal or "")]):
        parts = replace(parts, journal=journal)
    return parts


def _is_better(article: Article, parts: _Parts, *, by_comma: bool) -> bool:
    """Whether the title that stands between sure names and a sure end is to be preferred: where there is none, where
    the other begins the journal or runs into it, or is a piece that begins and ends within a sentence. Before a
    title's beginning may stand names or a year, and behind its full stop a journal: there the other is left as it is.
    """
    if parts.title is None:
        return True
    ours, other, journal = map(normalize_title, (article.title, parts.title, article.journal))
    into = normalize_title(f"{parts.title} {parts.journal or ''}") if other.startswith(f"{ours} ") else other
    if f"{ours} {journal}" in (other, into) or f"{journal} ".startswith(f"{other} "):
        return True
    before, found, behind = article.title.partition(parts.title)
    if not found or ours == other or _NAMES_OR_YEAR.search(before):
        return False
    stopped = bool(_STOPPED.match(behind)) and len(parts.title.split()[-1]) > LONGEST_CUT
    if not before and normalize_title(f"{parts.title} {parts.journal or ''}") == f"{ours} {journal}":
        return stopped == by_comma  # title and journal part at another mark than the entry's others
    return bool(before) or by_comma or not stopped


def _agreed(labelled: Labelled, pattern: PatternParts) -> str | None:
    """The title by both readers: the tagger's where it is sure, the pattern's where the tagger took names into it or
    reads the same, or cannot say and the pattern is strict."""
    sure, likely = (closed_title(one) if one else None for one in (labelled.title, labelled.likely_title))
    if pattern.title is None:
        return sure
    likely_form, form = normalize_title(likely or ""), normalize_title(pattern.title)
    if likely_form == form or likely_form.endswith(f" {form}"):
        return pattern.title
    return sure or (pattern.title if pattern.strict else None)


def _from_author_date(found: AuthorDate) -> _Parts:
    return _Parts(
        title=found.title,
        authors=found.authors,
        people=read_persons(found.authors),
        year=found.year,
        journal=found.journal,
        place=Coordinates(found.volume, found.issue, found.pages),
    )


def _from_typed(text: str, typed: Typed) -> _Parts:
    authors = text[slice(*typed.authors)] if typed.authors else None
    people = read_persons(authors) if authors else NOBODY
    return _Parts(
        authors=authors,
        title=text[slice(*typed.title)].strip(" .,，。"),
        people=people,
        led_by_editors=authors is not None and marks_editors(authors),
        hosts=typed.hosts,
        journal=text[slice(*typed.journal)].strip(" .,，。") if typed.journal else None,
        year=typed.year or printed_year(text),
        place=Coordinates(typed.volume, typed.issue, typed.pages),
        entry_type=typed.kind,
    )


def _from_labels(text: str, labelled: Labelled) -> _Parts:
    place = compact(fold_width(text))
    if place == NOWHERE:
        place = labelled.place
    return _Parts(
        authors=text[: labelled.authors_end] if labelled.authors_end else None,
        people=labelled.people,
        led_by_editors=labelled.led_by_editors,
        hosts=labelled.hosts,
        journal=labelled.journal,
        year=labelled.year or printed_year(text),
        place=place,
        entry_type=labelled.entry_type,
    )


def _with_first(text: str, parts: _Parts) -> _Parts:
    """The parts with at least the first name or body an entry begins with, where that alone is sure."""
    if parts.people.authors:
        return parts
    beginning = parts.authors if parts.authors is not None else text
    first = first_body(fold_width(beginning)) or first_family(beginning)
    return replace(parts, people=Persons((Author(family=first),), complete=False)) if first else parts


def first_family(authors: str) -> str | None:
    """The first author's family name (a Chinese name whole), or None where the beginning is no personal name."""
    folded = fold_width(authors).strip()
    for pattern in (_CHINESE_NAME, _FAMILY_INITIALS, _FAMILY_FIRST, _INITIALS_FIRST):
        match = pattern.match(folded)
        if match is not None:
            return match.group("family")
    pair = _PAIR.fullmatch(folded.rstrip(" .,:"))
    return pair.group("family") if pair else None


def printed_year(text: str) -> int | None:
    """The year of publication where its place says so, or the only year printed; else None."""
    folded = _without_addresses(text)
    for pattern in _YEAR_PLACES:
        found = {match.group(1) for match in pattern.finditer(folded)}
        if len(found) == 1:
            return int(found.pop())
    only = all_years(text)
    return only.pop() if len(only) == 1 else None


def all_years(text: str) -> set[int]:
    """Every year printed outside addresses and identifiers."""
    return {int(year) for year in _YEARS.findall(_without_addresses(text))}


def _without_addresses(text: str) -> str:
    return re.sub(
        r"(?:https?://|doi\s?[:：]|10\.\d{4,9}/|arXiv\s?[:：.])\S*", " ", fold_width(text), flags=re.IGNORECASE
    )

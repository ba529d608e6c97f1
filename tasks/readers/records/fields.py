"""What records of tagged and structured formats have in common: the values they state become a Reference.

BibTeX goes its own way (`bib_reference`), since its values are LaTeX.
"""

import html
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from state.lookup import Author
from state.manuscript import BrokenEntry, Reference
from tasks.readers.bibtex.identifiers import (
    arxiv_in,
    arxiv_of,
    isbn_of,
    linked_doi,
    pmid_in,
    pmid_of,
    stated_doi,
    url_of,
)

RAW = 4000
"""Characters of a record kept in `Reference.raw`."""
EXCERPT = 200
MAX_TEXT = 2000
"""Longest title, journal or name kept; a longer one comes from a record that never ended."""
MAX_RECORDS = 30_000
MAX_PEOPLE = 20_000

_TAG = re.compile(r"</?(?:i|b|u|em|strong|sub|sup|sc|scp|inf|span|p|bold|italic|nocase)\b[^<>]{0,200}>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});", re.IGNORECASE)
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_YEAR = re.compile(r"(?<!\d)([12]\d{3})(?!\d)")
_OTHERS = re.compile(r"[,;\s]*(?:\bet\.?\s*al\b\.?|\band\s+others\b|(?<=\W)others|等人?)[\s.]*$", re.IGNORECASE)
_ONLY_OTHERS = re.compile(r"(?:et\.?\s*al\.?|(?:and\s+)?others|等人?)\.?", re.IGNORECASE)
_NOTES = 20_000
"""Characters of a note that are searched for identifiers."""
_OF_OTHERS = re.compile(
    r"comment|errat|corrig|correct|retract|reply|response|update|republish|references?:|cites|review of|related"
    r"|see also|supplement|dataset|version of",
    re.IGNORECASE,
)


@dataclass
class Printed:
    """The values of one record, as the format states them: text, no markup of the format itself."""

    key: str | None = None
    kind: str | None = None
    title: str | None = None
    journal: str | None = None
    authors: list[Author] = field(default_factory=list)
    editors: list[Author] = field(default_factory=list)
    complete: bool = True
    years: list[str] = field(default_factory=list)
    """Dates that say when the work was published, best first."""
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    dois: list[str] = field(default_factory=list)
    """Values of fields that are for a DOI."""
    pmids: list[str] = field(default_factory=list)
    """Values of fields that are for a PMID."""
    arxiv: list[str] = field(default_factory=list)
    isbn: str | None = None
    urls: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Free text in which identifiers may stand behind their names."""
    problems: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing in it names a work."""
        named = self.title or self.journal or self.isbn
        return not (named or self.authors or self.editors or self.dois or self.pmids or self.arxiv or self.urls)


def printed_text(value: str | None) -> str | None:
    """A value as it prints: HTML's markup and entities undone, what cannot be printed left out, white space folded."""
    if not value:
        return None
    text = value[: 4 * MAX_TEXT]
    if "<" in text:
        text = _TAG.sub("", text)
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found.group()), text)
    return " ".join(_UNPRINTABLE.sub("", text).split())[:MAX_TEXT] or None


def without_others(name: str) -> tuple[str, bool]:
    """A name without the `et al.` that stands for further people, and whether there was one."""
    if len(name) > MAX_TEXT:
        return name[:MAX_TEXT], False
    if _ONLY_OTHERS.fullmatch(name.strip()):
        return "", True
    cut = _OTHERS.sub("", name)
    return cut, cut != name


def person(family: str | None, given: str | None = None) -> Author | None:
    """An author of these names as they print; None where both are empty."""
    last, first = printed_text(family), printed_text(given)
    if last is None:
        last, first = first, None
    return Author(family=last, given=first) if last else None


def joined(title: str | None, subtitle: str | None) -> str | None:
    """Title and subtitle as one, unless the title has it already."""
    if not title or not subtitle or subtitle.casefold() in title.casefold():
        return title or subtitle
    return f"{title}{' ' if title.endswith((':', '?', '!')) else ': '}{subtitle}"


def reference_from(printed: Printed, identity: str, *, raw: str, file: str | None, line: int | None) -> Reference:
    """The Reference of a record. `bad_year`, `bad_doi` and `bad_pmid` are added to its problems: such a value is None
    and stays readable in `raw`. A DOI or PMID is also taken from addresses and notes that name it.
    """
    problems = list(printed.problems)
    year = _year(printed.years, problems)
    doi = _first(stated_doi, printed.dois, "bad_doi", problems)
    if doi is None:
        doi = next((found for value in printed.urls if (found := linked_doi(value))), None) or _in_notes(
            linked_doi, printed.notes
        )
    pmid = _first(pmid_of, printed.pmids, "bad_pmid", problems)
    if pmid is None:
        pmid = next((found for value in printed.urls if (found := pmid_in(value))), None) or _in_notes(
            pmid_in, printed.notes
        )
    arxiv = next((found for value in printed.arxiv if (found := arxiv_of(value))), None)
    if arxiv is None:
        texts = (*printed.urls, *printed.notes, *printed.dois, printed.journal or "")
        arxiv = next((found for value in texts if (found := arxiv_in(value))), None)
    isbn, url = printed_text(printed.isbn), next((printed_text(value) for value in printed.urls if value.strip()), None)
    title, journal = printed_text(printed.title), printed_text(printed.journal)
    if title and journal and _letters(title) == _letters(journal):
        journal = None  # a whole book, named once as the work and once as what it stands in
    return Reference(
        id=identity,
        key=printed_text(printed.key),
        entry_type=printed_text(printed.kind),
        title=title,
        authors=tuple(printed.authors[:MAX_PEOPLE]),
        editors=tuple(printed.editors[:MAX_PEOPLE]),
        authors_complete=printed.complete,
        year=year,
        journal=journal,
        volume=printed_text(printed.volume),
        issue=printed_text(printed.issue),
        pages=printed_text(printed.pages),
        doi=doi,
        pmid=pmid,
        arxiv=arxiv,
        isbn=isbn_of(isbn) if isbn else None,
        url=url_of(url) if url else None,
        raw=_UNPRINTABLE.sub("", raw[:RAW]),
        file=file,
        line=line,
        problems=tuple(problems),
        needs_manual_id=doi is None and pmid is None,
    )


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _year(values: Iterable[str], problems: list[str]) -> int | None:
    printed = False
    for value in values:
        if found := _YEAR.search(value[:200]):
            return int(found.group(1))
        printed = printed or bool(value.strip(" /-"))
    if printed:
        problems.append("bad_year")
    return None


def _first(reads: Callable[[str], str | None], values: Iterable[str], problem: str, problems: list[str]) -> str | None:
    printed = False
    for value in values:
        text = printed_text(value)
        if text and (found := reads(text)) is not None:
            return found
        printed = printed or text is not None
    if printed:
        problems.append(problem)
    return None


def _in_notes(reads: Callable[[str], str | None], notes: Iterable[str]) -> str | None:
    """The identifier that notes give for the work itself: the only one in them, and not that of a comment, an erratum
    or a cited work. Databases put whole lists of references into notes."""
    found: dict[str, None] = {}
    searched = 0
    for note in notes:
        searched += len(note) + 1
        if searched > 10 * _NOTES:
            break
        for line in note[:_NOTES].replace(";", "\n").split("\n"):
            if not _OF_OTHERS.search(line) and (identifier := reads(line)) is not None:
                found.setdefault(identifier)
    return next(iter(found)) if len(found) == 1 else None


class Identities:
    """Ids that are unique in a file: a key's second use is `KEY-dup2`, the N-th record without one is `entry-N`."""

    def __init__(self, keys: Iterable[str | None]) -> None:
        self._keys = list(keys)
        self._reserved = {key for key in self._keys if key}

    def __iter__(self) -> Iterator[tuple[str, bool]]:
        """For each record its id, and whether it repeats a key that was used before."""
        taken: set[str] = set()
        uses: dict[str, int] = {}
        for ordinal, key in enumerate(self._keys, start=1):
            wanted = key or f"entry-{ordinal}"
            repeated = wanted in taken
            unique, use = wanted, uses.get(wanted, 2)
            while unique in taken or (unique != wanted and unique in self._reserved):
                unique = f"{wanted}-dup{use}"
                use += 1
            uses[wanted] = use
            taken.add(unique)
            yield unique, bool(key) and repeated


def broken(file: str, line: int, reason: str, raw: str, key: str | None = None) -> BrokenEntry:
    """A record that could not be read as it should, with its first characters."""
    excerpt = _UNPRINTABLE.sub("", raw.strip()[:EXCERPT])
    return BrokenEntry(file=file, line=line, reason=reason, key=key or None, excerpt=excerpt)

"""The cross-check of one reference (000's Step 3b): title, first author and year, printed against recorded.

Nothing is computed anew: ratio and agreements are those of the stored resolution. What only one registry says against
the print while another agrees with it is not held against the reference (decisions 1.13).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from state.envelope import Candidate, CrossCheck, Resolved, TextCheck, TitleCheck, YearCheck
from state.envelope_words import MOST_CANDIDATES
from state.lookup import Author, QueryKind, Record
from state.manuscript import Reference
from state.payload import WRITTEN_IN_ONE_WORD
from state.resolution import Candidate as Found
from state.resolution import Field, FieldVerdict, Identity, Resolution

SAME_RATIO = 0.85
"""Step 3b: from here on the titles are one."""
CONFIDENT = 0.7
"""Step 3c: candidates above it are shown as such."""
SURE = 0.9
"""Step 3c: above it a candidate may be the work itself."""
_SHOWN_DIGITS = 4
_SETTLED = {FieldVerdict.AGREES: True, FieldVerdict.DIFFERS: False}
_OF_NO_WORK = {QueryKind.TITLE, QueryKind.HANDLE, QueryKind.AGENCY, QueryKind.PAGE, QueryKind.ISSN}
_IDENTIFIERS = frozenset(set(QueryKind) - _OF_NO_WORK)


class Why(StrEnum):
    """Why a field was not compared, or passed although its values differ."""

    NOT_PRINTED = "not_printed"
    BLANK = "blank"
    """The registry has nothing there: never a mismatch."""
    UNDECIDED = "undecided"
    """Both are there and cannot be compared: two scripts, a translation, a group of authors."""
    REGISTRIES = "registries"
    """The record differs, and another registry agrees with the print."""
    UNCONFIRMED = "unconfirmed"
    """The record differs, and a registry that may agree with the print could not be asked."""
    ELSEWHERE = "elsewhere"
    """The record shown has nothing there, and another registry's record of the work does: that one was compared."""
    SHORTENED = "shortened"
    """The title is printed without its end; author, year and identifier agree."""


@dataclass(frozen=True)
class Pair:
    """One field, printed against recorded."""

    printed: str | int | None
    recorded: str | int | None
    passed: bool | None
    why: Why | None = None


@dataclass(frozen=True)
class Comparison:
    """The three fields of the cross-check, and how alike the titles are."""

    title: Pair
    author: Pair
    year: Pair
    ratio: float | None

    @property
    def pairs(self) -> tuple[tuple[str, Pair], ...]:
        return (("title", self.title), ("author", self.author), ("year", self.year))

    @property
    def failed(self) -> tuple[str, ...]:
        """Names of the fields that were compared and did not pass, in the contract's order."""
        return tuple(name for name, pair in self.pairs if pair.passed is False)

    def because(self, *reasons: Why) -> tuple[str, ...]:
        """Names of the fields that have one of these reasons."""
        return tuple(name for name, pair in self.pairs if pair.why in reasons)

    @property
    def is_resolver_only(self) -> bool:
        """Nothing is printed that could be compared: all of it comes from the registry."""
        return len(self.because(Why.NOT_PRINTED)) == 3

    def cross_check(self) -> CrossCheck | None:
        """The comparison as the envelope has it; None where there was nothing to compare."""
        if self.is_resolver_only:
            return None
        title = TitleCheck(parsed=_text(self.title.printed), resolved=_text(self.title.recorded),
                           similarity=_rounded(self.ratio), **{"pass": self.title.passed})  # fmt: skip
        author = TextCheck(parsed=_text(self.author.printed), resolved=_text(self.author.recorded),
                           **{"pass": self.author.passed})  # fmt: skip
        year = YearCheck(parsed=_number(self.year.printed), resolved=_number(self.year.recorded),
                         **{"pass": self.year.passed})  # fmt: skip
        return CrossCheck(title=title, author=author, year=year)


def compare(reference: Reference, resolution: Resolution, record: Record) -> Comparison:
    """The print against the resolution's record."""
    excused = {
        found.field: Why.REGISTRIES if found.agreed_by else Why.UNCONFIRMED
        for found in resolution.discrepancies
        if not found.stands
    }
    ratio = resolution.title_ratio
    title = _pair(reference.title, record.title, None if ratio is None else ratio >= SAME_RATIO)
    if title.passed is False and resolution.identity is Identity.SAME:
        title = Pair(title.printed, title.recorded, True, Why.SHORTENED)
    printed = reference.authors[0].family if reference.authors else None
    recorded = record.authors[0].family if record.authors else None
    author = _filled(_pair(printed, recorded, resolution.author_agrees), Field.FIRST_AUTHOR, resolution)
    if author.passed is False and Field.FIRST_AUTHOR in excused:
        author = Pair(printed, recorded, None, excused[Field.FIRST_AUTHOR])
    nearest = nearest_year(reference.year, record)
    year = _filled(_pair(reference.year, nearest, resolution.year_agrees), Field.YEAR, resolution)
    if year.passed is False and Field.YEAR in excused:
        year = Pair(reference.year, nearest, None, excused[Field.YEAR])
    return Comparison(title, author, year, ratio)


def _filled(pair: Pair, field: Field, resolution: Resolution) -> Pair:
    """A field that the record shown leaves blank, as another registry's record of the same work has it."""
    check = next((one for one in resolution.checks if one.field is field), None)
    if pair.why is not Why.BLANK or check is None or check.verdict not in _SETTLED:
        return pair
    family = check.recorded.partition(",")[0]
    recorded = int(check.recorded) if field is Field.YEAR and check.recorded.isdecimal() else family
    return Pair(pair.printed, recorded, _SETTLED[check.verdict], Why.ELSEWHERE)


def _pair(printed: str | int | None, recorded: str | int | None, passed: bool | None) -> Pair:
    if not printed:
        return Pair(printed or None, recorded, None, Why.NOT_PRINTED)
    if not recorded:
        return Pair(printed, recorded or None, None, Why.BLANK)
    return Pair(printed, recorded, passed, Why.UNDECIDED if passed is None else None)


def nearest_year(printed: int | None, record: Record) -> int | None:
    """Of the years a record gives (print, online) the one nearest to the printed year, which is what was compared."""
    years = sorted({*record.years, *([record.year] if record.year is not None else [])})
    if printed is None or not years:
        return record.year
    return min(years, key=lambda year: abs(year - printed))


def names_of(authors: Sequence[Author]) -> tuple[str, ...]:
    """`Given Family`, as the envelope prints the authors of a record; a Chinese or Korean name as it is written, family
    first and in one word."""
    return tuple(_name_of(one) for one in authors)


def _name_of(author: Author) -> str:
    parts = (author.given, author.family)
    if all(part and _IN_ONE_WORD.fullmatch(part.strip()) for part in parts):
        return f"{author.family.strip()}{(author.given or '').strip()}"
    return " ".join(filter(None, parts))


_IN_ONE_WORD = re.compile(rf"[{WRITTEN_IN_ONE_WORD}]+")
_FAMILY_AND_GIVEN = re.compile(rf"(?<=[{WRITTEN_IN_ONE_WORD}]), ?(?=[{WRITTEN_IN_ONE_WORD}])")


def family_first(names: str) -> str:
    """Names as differences have them (`Family, Given; …`), the Chinese and Korean ones in one word."""
    return _FAMILY_AND_GIVEN.sub("", names)


def resolved_of(record: Record, raw_response_hash: str | None) -> Resolved:
    """A record as the envelope's `resolved`."""
    return Resolved(
        doi=record.doi,
        title=record.title,
        authors=names_of(record.authors),
        year=record.year,
        venue=record.venue,
        source=record.registry.value,
        raw_response_hash=raw_response_hash,
    )


def score_of(ratio: float | None, author: bool | None, year: bool | None) -> float:
    """Step 3c: (title similarity + author match + year match) / 3, a match counting 1 and anything else 0."""
    return ((ratio or 0.0) + (author is True) + (year is True)) / 3


def printed_identifiers(reference: Reference) -> frozenset[str]:
    """What a reference can be looked up by, as queries have it; of arXiv's DOI also the number."""
    doi, arxiv = (reference.doi or "").lower(), (reference.arxiv or "").lower()
    own = (doi, doi.partition("arxiv.")[2], arxiv, reference.pmid, reference.pmcid, reference.isbn)
    return frozenset(value for value in own if value)


def is_at_identifier(reference: Reference, resolution: Resolution) -> bool:
    """Does a printed identifier lead to a record, so that the reference was not found by its title alone?"""
    printed, address = printed_identifiers(reference), (reference.url or "").lower()
    return any(
        note.outcome == "found"
        and note.query.kind in _IDENTIFIERS
        and (note.query.value in printed or note.query.value.lower() in address)
        for note in resolution.lookups
    )


def rival_of(resolution: Resolution) -> Found | None:
    """Another work that a search found and that fits the print as surely: then nobody can say which is cited.

    One whose title or author or year fails the cross-check itself is no rival, however high its score; nor is another
    version of the work (preprint and article count as one), nor a record that nothing shows to be of another work.
    """
    for one in resolution.candidates:
        if resolution.record is None or not _are_apart(resolution.record, one.record):
            continue
        passes = one.ratio >= SAME_RATIO and one.author_agrees is True and one.year_agrees is True
        if passes and score_of(one.ratio, one.author_agrees, one.year_agrees) >= SURE:
            return one
    return None


def _are_apart(a: Record, b: Record) -> bool:
    """Are two records surely of two works: by DOIs that differ and are not those of a preprint and its article?"""
    if not a.doi or not b.doi or a.doi == b.doi or a.is_preprint != b.is_preprint:
        return False
    return not {a.doi, b.doi} & {*a.preprint_of, *a.has_preprints, *b.preprint_of, *b.has_preprints}


def candidates_of(resolution: Resolution) -> tuple[Candidate, ...]:
    """At most three works that a search by title found, best first: those above 0.7, or the best if there are none."""
    scored = [(score_of(one.ratio, one.author_agrees, one.year_agrees), one.record) for one in resolution.candidates]
    taken = (Identity.SAME, Identity.DOUBTFUL, Identity.STRANGER)
    if resolution.record is not None and resolution.identity in taken:
        own = score_of(resolution.title_ratio, resolution.author_agrees, resolution.year_agrees)
        scored.insert(0, (own, resolution.record))
    scored.sort(key=lambda pair: -pair[0])
    above = [pair for pair in scored if pair[0] > CONFIDENT]
    return tuple(_candidate(score, record) for score, record in (above or scored)[:MOST_CANDIDATES])


def _candidate(score: float, record: Record) -> Candidate:
    return Candidate(
        source=record.registry.value,
        score=round(score, _SHOWN_DIGITS),
        title=record.title,
        authors=names_of(record.authors),
        year=record.year,
        doi=record.doi,
        url=record.url,
    )


def _text(value: str | int | None) -> str | None:
    return None if value is None else str(value)


def _number(value: str | int | None) -> int | None:
    return value if isinstance(value, int) else None


def _rounded(ratio: float | None) -> float | None:
    return None if ratio is None else round(ratio, _SHOWN_DIGITS)

"""What the report says of each case, and whether that is what is wanted."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.hallmark.scoring import tells_to_act
from benchmarks.mutations.cases import Case
from benchmarks.mutations.changes import Grade, bare
from benchmarks.mutations.running import Outcome
from state.manuscript import Reference
from state.resolution import Field, FieldVerdict, Identity

WANTED = {Grade.COSMETIC: 0.01, Grade.METADATA: 0.95, Grade.IDENTIFIER: 0.99, Grade.INVENTED: 0.99}
"""At most for cosmetic changes, at least for the others."""


@dataclass(frozen=True)
class Said:
    """What is said of a case in one form."""

    outcome: Outcome
    serious: bool
    """A serious or medium finding about what the reference says."""
    minor: bool
    """Only minor ones."""
    named: bool
    """A check or discrepancy names the field that was changed."""
    unknown: bool

    def flagged(self, case: Case) -> bool:
        """Whether the change counts as flagged. A wrong year is found where it is named, however small the finding."""
        return self.serious or (case.mutation.field is Field.YEAR and self.named)

    def good(self, case: Case) -> bool:
        """Whether this is what is wanted."""
        return not self.unknown and self.flagged(case) != (case.mutation.grade is Grade.COSMETIC)


def said(case: Case, outcome: Outcome) -> Said:
    """What the report says."""
    serious = tells_to_act(outcome.findings)
    differing = {d.field for d in outcome.resolution.discrepancies if not d.agreed_by}
    differing |= {c.field for c in outcome.resolution.checks if c.verdict is FieldVerdict.DIFFERS}
    unknown = outcome.resolution.identity in (Identity.UNKNOWN, Identity.UNREADABLE)
    return Said(outcome, serious, bool(outcome.findings) and not serious, case.mutation.field in differing, unknown)


@dataclass(frozen=True)
class Judged:
    """A case in both forms."""

    case: Case
    prose: Said
    bibtex: Said

    @property
    def lost_by(self) -> str | None:
        """Where the printed entry came out otherwise than wanted: `reading` where the same fields from BibTeX came out
        well, else `matching`."""
        if self.prose.good(self.case):
            return None
        return "reading" if self.bibtex.good(self.case) else "matching"


def judged(cases: Sequence[Case], prose: Sequence[Outcome], bibtex: Sequence[Outcome]) -> tuple[Judged, ...]:
    """The cases with what is said of each in both forms."""
    rows = zip(cases, prose, bibtex, strict=True)
    return tuple(Judged(case, said(case, one), said(case, other)) for case, one, other in rows)


@dataclass(frozen=True)
class Line:
    """Counts over some cases."""

    cases: int
    flagged: int
    minor: int
    named: int
    reading: int
    """Lost by the reading of the printed entry."""
    matching: int
    bibtex: int
    """Flagged, read from BibTeX."""
    unknown: int

    @property
    def share(self) -> float:
        return self.flagged / self.cases if self.cases else 0.0

    @property
    def share_of_bibtex(self) -> float:
        return self.bibtex / self.cases if self.cases else 0.0


def line(rows: Iterable[Judged]) -> Line:
    """The counts."""
    rows = list(rows)
    return Line(
        cases=len(rows),
        flagged=sum(row.prose.flagged(row.case) for row in rows),
        minor=sum(row.prose.minor for row in rows),
        named=sum(row.prose.named for row in rows),
        reading=sum(row.lost_by == "reading" for row in rows),
        matching=sum(row.lost_by == "matching" for row in rows),
        bibtex=sum(row.bibtex.flagged(row.case) for row in rows),
        unknown=sum(row.prose.unknown for row in rows),
    )


def as_wanted(grade: Grade, share: float) -> bool:
    """Whether the share of flagged cases of this grade is what is wanted."""
    return share <= WANTED[grade] if grade is Grade.COSMETIC else share >= WANTED[grade]


def misread(case: Case, reference: Reference) -> tuple[str, ...]:
    """The fields that were read otherwise than they are printed; an empty field is `no NAME`."""
    entry, text = case.entry, case.text
    found = [
        _named("title", reference.title, entry.title, bare(reference.title or "") == bare(entry.title)),
        _named("year", reference.year, entry.year, reference.year == entry.year),
        _named("first_author", reference.first_author, entry.authors, _is_first(reference, entry.authors)),
        _named("journal", reference.journal, entry.journal, _is_journal(case, reference)),
    ]
    for name in ("volume", "issue", "pages", "doi", "pmid"):
        value, wanted = str(getattr(reference, name) or ""), str(getattr(entry, name) or "")
        if name == "pages":
            value, wanted = value.partition("-")[0], wanted.partition("-")[0]
        found.append(_named(name, value, wanted if _shows(text, name, wanted) else "", bare(value) == bare(wanted)))
    return tuple(name for name in found if name)


def _shows(text: str, name: str, value: str) -> bool:
    """Whether the style prints the field. A number alone may stand there for something else."""
    number = re.escape(value)
    return re.search(rf"(?:\(|no\. ){number}(?!\w)" if name == "issue" else rf"(?<!\w){number}(?!\w)", text) is not None


def _named(name: str, value: object, wanted: object, right: bool) -> str:
    return "" if right or (not wanted and not value) else name if value else f"no {name}"


def _is_first(reference: Reference, authors: Sequence[tuple[str, str]]) -> bool:
    """A Chinese name is read whole."""
    family, given = authors[0]
    return bare(reference.first_author or "") in (bare(family), bare(family + given))


def _is_journal(case: Case, reference: Reference) -> bool:
    read = bare(reference.journal or "")
    return read in (bare(case.entry.journal), bare(case.entry.journal_short or ""))


def counts_of_misread(rows: Iterable[Judged]) -> dict[str, Counter[str]]:
    """By style: how often each field was misread."""
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        kept = counts.setdefault(row.case.style, Counter())
        kept["cases"] += 1
        kept.update(misread(row.case, row.prose.outcome.reference))
    return counts

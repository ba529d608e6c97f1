"""What was found, missed and falsely accused, and how often the kind of error was named."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from benchmarks.hallmark.running import Outcome
from benchmarks.hallmark.verdicts import verdict_of
from state.finding import Finding, Severity
from state.resolution import Identity

_NOT_OF_THE_REFERENCE = frozenset({"REF-UNAVAILABLE", "REF-DUPLICATE", "REF-SAME-IDENTIFIER"})
"""Findings about a service that did not answer, or about two entries of one file: HALLMARK's file holds many works
several times over, right and wrong."""


def tells_to_act(findings: Iterable[Finding]) -> bool:
    """Does the report tell the author to act on this reference: a serious or medium finding about what it says?

    That it was found nowhere is one, whether the entry is invented or right; that a service was silent is not.
    """
    return any(
        one.rule.startswith("REF-") and one.rule not in _NOT_OF_THE_REFERENCE and one.severity is not Severity.MINOR
        for one in findings
    )


@dataclass(frozen=True)
class Judged:
    """One entry with what is said of it."""

    outcome: Outcome
    told: bool
    unknown: bool
    """Something needed could not be asked, or nothing was looked up: neither found nor missed."""
    said: str | None
    """The verdict class read off the resolution."""

    @property
    def exact(self) -> bool:
        return self.said == self.outcome.entry.verdict_class


def judged(outcome: Outcome) -> Judged:
    """What the report says of an entry. One that the reader did not find is told to act on where it is broken only."""
    resolution = outcome.resolution
    unknown = resolution is None or resolution.identity in (Identity.UNKNOWN, Identity.UNREADABLE)
    said = verdict_of(resolution) if resolution is not None else None
    return Judged(outcome, not unknown and tells_to_act(outcome.findings), unknown, said)


@dataclass
class Score:
    """Counts over scored entries; rates are 0 where there is nothing to divide by."""

    found: int = 0
    missed: int = 0
    accused: int = 0
    cleared: int = 0
    unknown: int = 0
    kinds: dict[str, Counter[str]] = field(default_factory=dict)
    """By kind of error: `all`, `found`."""
    classes: dict[str, Counter[str]] = field(default_factory=dict)
    """By true verdict class: how often each class was said."""

    @property
    def detection(self) -> float:
        """Share of the wrong entries that the report tells to act on; unknown ones count against it."""
        return _share(self.found, sum(counts["all"] for kind, counts in self.kinds.items() if kind != "right"))

    @property
    def precision(self) -> float:
        return _share(self.found, self.found + self.accused)

    @property
    def false_positives(self) -> float:
        """Share of the right entries that the report tells to act on."""
        return _share(self.accused, self.kinds.get("right", Counter())["all"])

    @property
    def f1(self) -> float:
        both = self.detection + self.precision
        return 2 * self.detection * self.precision / both if both else 0.0

    @property
    def exactness(self) -> float:
        """Share of all scored entries, right ones included, whose verdict class is HALLMARK's."""
        exact = sum(said[name] for name, said in self.classes.items())
        return _share(exact, sum(said.total() for said in self.classes.values()))

    @property
    def exactness_of_wrong(self) -> float:
        """The same over the wrong entries alone."""
        wrong = {name: said for name, said in self.classes.items() if name != "ok"}
        return _share(sum(said[name] for name, said in wrong.items()), sum(said.total() for said in wrong.values()))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def score(rows: Sequence[Judged]) -> Score:
    """The counts of these entries."""
    total = Score()
    for row in rows:
        entry = row.outcome.entry
        kind = total.kinds.setdefault(entry.error, Counter())
        kind["all"] += 1
        kind["found"] += row.told
        total.classes.setdefault(entry.verdict_class, Counter())[row.said or "none"] += 1
        total.unknown += row.unknown
        if entry.wrong:
            total.found += row.told
            total.missed += not row.told and not row.unknown
        else:
            total.accused += row.told
            total.cleared += not row.told and not row.unknown
    return total

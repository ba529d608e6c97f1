"""What is printed at a citation place: numbers or names and years, as different authors and journals have them."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.jats import Article, Cite, cites_of
from benchmarks.jats_works import Work

_SUFFIXES = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """How numbers are put together: `[12–15,17]`, `[12]–[15], [17]`."""

    dash: str
    comma: str
    each: bool = False
    """Whether every number has brackets of its own."""

    def printed(self, numbers: Sequence[int], opening: str = "[", closing: str = "]") -> str:
        """Three or more that follow one another become a range."""
        parts: list[str] = []
        inner = f"{closing}{self.dash}{opening}" if self.each else self.dash
        for first, last in runs_of(numbers):
            if last - first >= 2:
                parts.append(f"{first}{inner}{last}")
            else:
                parts.extend(str(number) for number in range(first, last + 1))
        between = f"{closing}{self.comma}{opening}" if self.each else self.comma
        return opening + between.join(parts) + closing


NUMBER_STYLES = (
    NumberStyle("–", ","),
    NumberStyle("-", ", "),
    NumberStyle("–", ", ", each=True),
    NumberStyle("–", ", "),
)


def runs_of(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Numbers, ascending, as first and last of each run without a gap."""
    runs: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def numbered(article: Article) -> tuple[Work, ...]:
    """The works in order of first mention, uncited ones last; for articles that number, that is their own order."""
    mentioned = dict.fromkeys(rid for cite in cites_of((*article.blocks, *article.floats)) for rid in cite.rids)
    place = {rid: n for n, rid in enumerate(mentioned)}
    return tuple(sorted(article.works, key=lambda work: place.get(work.rid, len(place))))


@dataclass(frozen=True, slots=True)
class NameStyle:
    """How names and years are put together: `(Longo & Hasty, 2006; Rich et al., 2010)`."""

    ampersand: str
    et_al: str
    comma: str
    between: str = "; "
    initials: bool = False
    """Whether the initials tell first authors of one family name apart."""


NAME_STYLES = (
    NameStyle("&", "et al.", ", ", initials=True),
    NameStyle("and", "et al.", " "),
    NameStyle("and", "et al", ", "),
)


class Names:
    """The labels of an article's works, with letters behind the years that would not tell works apart."""

    def __init__(self, works: Sequence[Work], style: NameStyle) -> None:
        self.style = style
        self.works = {work.rid: work for work in works}
        self.order = tuple(sorted(works, key=_alphabetical))
        first = defaultdict(set)
        for work in works:
            first[work.names[0].family].add(work.names[0].initials[:1])
        self.ambiguous = {family for family, initials in first.items() if len(initials) > 1}
        alike: dict[tuple[str, str], list[str]] = defaultdict(list)
        for work in self.order:
            alike[self.label(work.rid), work.year].append(work.rid)
        self.suffix = {rid: _SUFFIXES[n] for rids in alike.values() if len(rids) > 1 for n, rid in enumerate(rids)}

    def label(self, rid: str, *, narrative: bool = False) -> str:
        """`Longo & Hasty`, `Rich et al.`"""
        work = self.works[rid]
        families = [name.family for name in work.names]
        if self.style.initials and families[0] in self.ambiguous and work.names[0].initials:
            families[0] = f"{'. '.join(work.names[0].initials)}. {families[0]}"
        if len(families) > 2 or work.more:
            return f"{families[0]} {self.style.et_al}"
        return f" {'and' if narrative else self.style.ampersand} ".join(families)

    def year(self, rid: str) -> str:
        work = self.works[rid]
        suffix = self.suffix.get(rid, "")
        return f"{work.year}{suffix}" if work.year else f"n.d.{'-' if suffix else ''}{suffix}"

    def printed(self, cite: Cite, before: str) -> tuple[str, str]:
        """What is added to the text at a place: names that the sentence did not have, and the rest.

        `before` is the text before it: behind `by` or `in` the authors are part of the sentence.
        """
        if cite.named:
            return "", f"({self.year(cite.rids[0])})"
        if len(cite.rids) == 1 and not cite.inside and re.search(r"\b(?:by|in|from|see)\s*$", before):
            return f"{self.label(cite.rids[0], narrative=True)} ", f"({self.year(cite.rids[0])})"
        listed = self._listed(cite.rids)
        return "", listed if cite.inside else f"({listed})"

    def _listed(self, rids: Sequence[str]) -> str:
        """Works of the same authors share their names; letters of one year share it."""
        ordered = sorted(rids, key=lambda rid: _alphabetical(self.works[rid]))
        groups: dict[str, list[str]] = {}
        for rid in ordered:
            groups.setdefault(self.label(rid), []).append(rid)
        parts = []
        for label, group in groups.items():
            years = sorted(self.year(rid) for rid in group)
            parts.append(f"{label}{self.style.comma}{', '.join(years)}")
        return self.style.between.join(parts)


def _alphabetical(work: Work) -> tuple[str, str, str]:
    names = " ".join(f"{name.family} {name.initials}".casefold() for name in work.names)
    return names, work.year, work.title.casefold()

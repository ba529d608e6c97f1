"""Author-year citations are matched to the reference list (decisions 2.1).

The grammar is generous, so the list is the judge: a citation is what names an entry's authors and its year. What
names none dangles only where its form is unmistakable (`et al.`, `&`, among other citations that match); otherwise it
is no citation, and says so. Nothing is chosen between entries that fit alike: all of them are given.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final

from state.lookup import Author
from state.manuscript import Reference
from tasks.language.author_year import AuthorYear
from tasks.language.names import is_group
from tasks.parse.author_year_keys import EXACT, PART, Citable, Index, citable, fit, fit_head, words_of

EXACT_MATCH: Final = "exact"
SUFFIX_MISSING: Final = "suffix_missing"
"""The letter after the year is printed in the text only, or in the list only."""
YEAR_OFF: Final = "year_off_by=1"
"""Names agree, and the year is the one before or after: published online first."""
AMBIGUOUS: Final = "ambiguous"
NO_SUCH_AUTHOR: Final = "no_such_author"
NO_SUCH_YEAR: Final = "no_such_year"
"""Somebody of these names is in the list, with no work of this year."""
NO_CITATION: Final = "no_citation"
"""Neither in the list nor unmistakable by its form: `(Windows 2000)`."""

LONGEST_NAME = 200
ENOUGH_MATCHES = 3
"""Beside numeric markers, as many clear matches make author-year a way of this manuscript too."""

_NO_ABBREVIATIONS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Match:
    """Which entries one item of a citation names."""

    positions: tuple[int, ...]
    """Indices into the references: one where it is clear, several where more fit alike, none where it dangles."""
    reason: str
    """`exact`, `suffix_missing`, `year_off_by=1`, `ambiguous`, `no_such_author`, `no_such_year`, `no_citation`."""

    @property
    def is_citation(self) -> bool:
        """Whether it is a citation at all; one without positions dangles."""
        return self.reason != NO_CITATION


@dataclass(frozen=True, slots=True)
class _Candidate:
    work: Citable
    quality: int
    """How well the names fit, the first author's weighing most."""


def match_author_years(
    items: Sequence[AuthorYear],
    references: Sequence[Reference],
    abbreviations: Mapping[str, str] = _NO_ABBREVIATIONS,
) -> list[Match]:
    """The entries each item names, one match for each item, in their order.

    `items` are those of all markers, markers in reading order. `abbreviations` are the short names the text defines
    (`WHO` → `World Health Organization`); those in the items themselves are found here.
    """
    works = [citable(position, reference) for position, reference in enumerate(references)]
    index = Index(works)
    short = {**abbreviations, **_defined(items)}
    known: dict[tuple[object, ...], Match] = {}
    matches = []
    for item in items:
        key = (item.names, item.et_al, item.joined, item.year_text, item.suffix, item.printed, item.whole)
        if key not in known:
            known[key] = _match(item, index, short, references)
        matches.append(known[key])
    return [_judged(item, match, group) for item, match, group in _with_siblings(items, matches)]


def author_year_is_the_way(matches: Sequence[Match], references: Sequence[Reference], numeric: int = 0) -> bool:
    """Whether this manuscript cites by author and year: most of what has the form names an entry of its list.

    `numeric` is the number of its numeric markers; beside them, matches must be several, and items that a numeric
    marker follows in their sentence (`Smith et al. (2019) [12]`) should have been left out of `matches`.
    """
    citations = [match for match in matches if match.is_citation]
    clear = [match for match in citations if match.reason != YEAR_OFF and match.positions]
    if not references or not clear:
        return False
    if numeric and len(clear) < ENOUGH_MATCHES:
        return False
    return len(clear) * 2 >= len(citations)


def _defined(items: Sequence[AuthorYear]) -> dict[str, str]:
    """Short names that citations define: `(World Health Organization [WHO], 2020)`."""
    return {item.abbreviation: item.names[0] for item in items if item.abbreviation and item.names}


def _with_siblings(
    items: Sequence[AuthorYear], matches: Sequence[Match]
) -> Iterator[tuple[AuthorYear, Match, Sequence[Match]]]:
    """Each item with the matches of its whole marker."""
    begin = 0
    while begin < len(items):
        end = begin + 1
        while end < len(items) and items[end].place > items[end - 1].place:
            end += 1
        group = matches[begin:end]
        yield from ((item, match, group) for item, match in zip(items[begin:end], group, strict=True))
        begin = end


def _judged(item: AuthorYear, match: Match, group: Sequence[Match]) -> Match:
    """A match that names nothing is no citation where its form is not unmistakable."""
    if match.positions or match.reason == NO_SUCH_YEAR:
        return match
    others = sum(1 for other in group if other.positions)
    unmistakable = item.et_al or bool(item.suffix) or (item.joined and len(item.names) > 1) or others > 0
    return match if unmistakable else replace(match, reason=NO_CITATION)


def _match(item: AuthorYear, index: Index, short: Mapping[str, str], references: Sequence[Reference]) -> Match:
    candidates = _candidates(item, index, short)
    if not candidates:
        return Match((), NO_SUCH_AUTHOR)
    dated = [one for one in candidates if _has_year(item, one.work)]
    lettered = [one for one in dated if item.suffix and one.work.suffix == item.suffix]
    if dated:
        dated = lettered or dated
        return _chosen(item, _best(item, dated), references)
    near = [one for one in candidates if item.year and any(abs(item.year - year) == 1 for year in one.work.years)]
    best = _best(item, near)
    if len(best) == 1 and not item.suffix:
        return Match((best[0].work.position,), YEAR_OFF)
    return Match((), NO_SUCH_YEAR if any(one.quality >= EXACT for one in candidates) else NO_SUCH_AUTHOR)


def _candidates(item: AuthorYear, index: Index, short: Mapping[str, str]) -> list[_Candidate]:
    """The works whose authors the item names: all its names first, then without names that may not be of it."""
    long = [short[name] for name in item.names[:1] if name in short]
    ways: list[tuple[str, ...]] = [item.names, *((name, *item.names[1:]) for name in long)]
    if not item.et_al:
        ways.extend(item.names[n:] for n in range(1, len(item.names)))
    if len(item.names) > 1 and is_group(Author(family=item.names[0])):
        ways.append(item.names[:1])  # `SAS Institute, Cary, NC`
    for way in ways:
        found = [_Candidate(work, quality) for work in index.near(way[0]) if (quality := _names_fit(way, item, work))]
        if found:
            return found
    for whole in (_without_bracket(item.printed), item.whole):
        if " " in whole and len(whole) <= LONGEST_NAME:
            found = [_Candidate(work, EXACT) for work in index.near(whole) if _names_fit((whole,), item, work) == EXACT]
            if found:
                return found
    return []


def _without_bracket(printed: str) -> str:
    return printed.split("[", maxsplit=1)[0].split("(", maxsplit=1)[0].strip()


def _names_fit(names: Sequence[str], item: AuthorYear, work: Citable) -> int:
    """How well all names fit a work's authors, the first in first place; 0 where one of them does not."""
    if not names:
        return 0
    first = max((fit(names[0], family) for family in work.families[:1]), default=0)
    first = max(first, fit_head(names[0], work.head), EXACT if names[0] in work.abbreviations else 0)
    if not first:
        return 0
    rest = [max((fit(name, family) for family in work.families[1:]), default=0) for name in names[1:]]
    if not work.complete:
        rest = [found or _in_head(name, work.head) for name, found in zip(names[1:], rest, strict=True)]
    if not all(rest) or (item.et_al and work.count == 1 and len(names) == 1):
        return 0
    return first


def _in_head(name: str, head: Sequence[str]) -> int:
    words = words_of(name)
    if not words:
        return 0
    size = len(words)
    return PART if any(tuple(head[n : n + size]) == words for n in range(1, min(len(head), 80))) else 0


def _has_year(item: AuthorYear, work: Citable) -> bool:
    if item.year is None:
        return work.undated
    printed = {int(word) for word in _digits(item.year_text)} | {item.year}
    return not printed.isdisjoint(work.years)


def _digits(text: str) -> list[str]:
    words = "".join(char if char.isdigit() else " " for char in text).split()
    return [word for word in words if len(word) == 4]


def _best(item: AuthorYear, candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Those that fit best: by the names, by how many authors there are, and by initials printed before the name."""
    best = list(candidates)
    for rank in (
        lambda one: one.quality,
        lambda one: _count_fits(item, one.work),
        lambda one: _initials_fit(item, one.work),
    ):
        top = max((rank(one) for one in best), default=0)
        best = [one for one in best if rank(one) == top]
    return best


def _count_fits(item: AuthorYear, work: Citable) -> int:
    """2 where the number of authors is what the form says (`et al.`: three or more), 1 where it is not known."""
    count = work.count
    if count is None:
        return 1
    if item.et_al:
        return 2 if count > max(2, len(item.names)) else 1 if count > len(item.names) else 0
    return 2 if count == len(item.names) else 0


def _initials_fit(item: AuthorYear, work: Citable) -> int:
    """Whether an initial printed before the name (`J. Smith`) is the first author's."""
    words = item.printed.replace(".", ". ").split()
    initial = words[0][0] if words and len(words) > 1 and len(words[0].rstrip(".")) == 1 else ""
    given = work.givens[0][:1] if work.givens else ""
    if not initial:
        return 0
    if given:
        return 1 if given == initial else -1
    return 1 if len(work.head) > 1 and work.head[1][:1] == initial.casefold() else 0


def _chosen(item: AuthorYear, best: Sequence[_Candidate], references: Sequence[Reference]) -> Match:
    """One of the works that fit, by the letter after the year; all of them where no letter decides."""
    works = [one.work for one in best]
    if not item.suffix:
        if len(works) == 1:
            return Match((works[0].position,), EXACT_MATCH)
        bare = [work for work in works if not work.suffix]
        if len(bare) == 1:
            return Match((bare[0].position,), EXACT_MATCH)
        return Match(tuple(work.position for work in works), SUFFIX_MISSING if not bare else AMBIGUOUS)
    same = [work for work in works if work.suffix == item.suffix]
    if len(same) == 1:
        return Match((same[0].position,), EXACT_MATCH)
    if any(work.suffix for work in works):
        return Match(tuple(work.position for work in same), AMBIGUOUS if same else NO_SUCH_YEAR)
    if len(works) == 1:
        return Match((works[0].position,), SUFFIX_MISSING)
    ordered = _in_order(works, references)
    at = ascii_lowercase.index(item.suffix) if item.suffix in ascii_lowercase else len(ordered)
    if at < len(ordered):
        return Match((ordered[at].position,), SUFFIX_MISSING)
    return Match((), NO_SUCH_YEAR)


def _in_order(works: Sequence[Citable], references: Sequence[Reference]) -> list[Citable]:
    """Works of one name and year in the order in which letters are given to them: as listed, or by title where they
    come from a bibliography file, whose order says nothing."""
    from_file = all(references[work.position].listed is None and references[work.position].key for work in works)
    return sorted(works, key=lambda work: (words_of(work.title), work.position) if from_file else ((), work.position))

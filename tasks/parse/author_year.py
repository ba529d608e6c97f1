"""Author-year citations are matched to the reference list (decisions 2.1).

The grammar is generous, so the list is the judge: a citation is what names an entry's authors and its year. What
names none dangles where its form or its company is unmistakable (`et al.`, `&`, among other citations, `Petersen (2014)
found`); otherwise it is told as a form that no entry has, unless it is a place, a season or the like. Nothing is chosen
between entries that fit alike: all of them are given.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final

from state.lookup import Author
from state.manuscript import Reference
from tasks.language.author_year import AuthorYear
from tasks.language.author_year_company import may_be_author, names_pages
from tasks.language.names import is_group
from tasks.language.scripts import CJK
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
UNLISTED: Final = "unlisted"
"""Not in the list, and not unmistakable: `(Lindqvist, 2011)`. Not counted as a citation, but told."""
NO_CITATION: Final = "no_citation"
"""Neither in the list nor what a citation looks like: `(Windows 2000)`."""

LONGEST_NAME = 200
ENOUGH_MATCHES = 3
"""Beside numeric markers, as many clear matches make author-year a way of this manuscript too."""
SEVERAL = 2
"""Where nothing else cites, as many unmistakable forms do, though none names an entry of the list."""

_NO_ABBREVIATIONS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Match:
    """Which entries one item of a citation names."""

    positions: tuple[int, ...]
    """Indices into the references: one where it is clear, several where more fit alike, none where it dangles."""
    reason: str
    """`exact`, `suffix_missing`, `year_off_by=1`, `ambiguous`, `no_such_author`, `no_such_year`, `unlisted`,
    `no_citation`."""

    @property
    def is_citation(self) -> bool:
        """Whether it is a citation at all; one without positions dangles."""
        return self.reason not in (NO_CITATION, UNLISTED)


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
    comma = _has_commas(items, matches)
    judged = [
        match if _is_known(match) else replace(match, reason=_reason(item, group, comma))
        for item, match, group in _with_siblings(items, matches)
    ]
    dangling = {_said_of(item) for item, match in zip(items, judged, strict=True) if match.reason == NO_SUCH_AUTHOR}
    return [
        replace(match, reason=NO_SUCH_AUTHOR) if match.reason == UNLISTED and _said_of(item) in dangling else match
        for item, match in zip(items, judged, strict=True)
    ]


def author_year_is_the_way(
    matches: Sequence[Match], references: Sequence[Reference], numeric: int = 0, *, beside: bool = False
) -> bool:
    """Whether this manuscript cites by author and year.

    Where nothing else cites, one form that names an entry is enough, or several that are unmistakable where the list
    has no numbers: what then names no entry dangles, however much of it there is. `numeric` is the number of numeric
    markers, and `beside` says whether the format itself cites in another way (keys): then most of what has the form
    must name an entry, and beside numbers several must. Items that a numeric marker follows in their sentence
    (`Smith et al. (2019) [12]`) should have been left out of `matches`.
    """
    citations = [match for match in matches if match.is_citation]
    clear = [match for match in citations if match.reason != YEAR_OFF and match.positions]
    if not references or not citations:
        return False
    if numeric or beside:
        enough = ENOUGH_MATCHES if numeric else 1
        return len(clear) >= enough and len(clear) * 2 >= len(citations)
    numbered = any(reference.number is not None for reference in references)
    return bool(clear) or (not numbered and len(citations) >= SEVERAL)


def _defined(items: Sequence[AuthorYear]) -> dict[str, str]:
    """Short names that citations define: `(World Health Organization [WHO], 2020)`."""
    return {item.abbreviation: item.names[0] for item in items if item.abbreviation and item.names}


def _with_siblings(
    items: Sequence[AuthorYear], matches: Sequence[Match]
) -> Iterator[tuple[AuthorYear, Match, Sequence[tuple[AuthorYear, Match]]]]:
    """Each item with the items of its whole marker and their matches."""
    begin = 0
    while begin < len(items):
        end = begin + 1
        while end < len(items) and items[end].place > items[end - 1].place:
            end += 1
        group = list(zip(items[begin:end], matches[begin:end], strict=True))
        yield from ((item, match, group) for item, match in group)
        begin = end


def _has_commas(items: Sequence[AuthorYear], matches: Sequence[Match]) -> bool | None:
    """Whether this manuscript puts a comma before the year in brackets; None where no match shows it."""
    found = [
        item.comma
        for item, match in zip(items, matches, strict=True)
        if match.positions and item.names and not item.narrative
    ]
    return sum(found) * 2 >= len(found) if found else None


def _said_of(item: AuthorYear) -> tuple[object, ...]:
    return item.names, item.year_text


def _is_known(match: Match) -> bool:
    return bool(match.positions) or match.reason == NO_SUCH_YEAR


def _reason(item: AuthorYear, group: Sequence[tuple[AuthorYear, Match]], comma: bool | None) -> str:
    """What is to be said of an item that names no entry: whether it dangles, is told, or is no citation."""
    if item.et_al:
        return NO_SUCH_AUTHOR
    if not _may_be_cited(item) and not item.suffix:
        return NO_CITATION
    joined = item.joined and len(item.names) > 1
    among = any(match.positions for _, match in group)
    if item.suffix or joined or among or names_pages(item.locator) or _is_said(item) or _is_listed(item, group, comma):
        return NO_SUCH_AUTHOR
    if _is_chinese(item.names[0]):
        told = item.said or not item.narrative
    elif item.narrative:
        told = not item.article or is_group(Author(family=item.names[0]))
    else:
        told = item.comma or not (item.names[0].isupper() and comma)
    return UNLISTED if told and (item.year is not None or item.comma) else NO_CITATION


def _may_be_cited(item: AuthorYear) -> bool:
    return may_be_author(item.names, item.whole or item.printed, joined=item.joined and len(item.names) > 1)


def _is_said(item: AuthorYear) -> bool:
    """`Petersen (2014) found`. In Chinese the words before a name run into it, so that it may be none."""
    return item.said and not item.article and not _is_chinese(item.names[0])


def _is_listed(item: AuthorYear, group: Sequence[tuple[AuthorYear, Match]], comma: bool | None) -> bool:
    """`(Pavlov, 2017; Ohm, 2018)`: several in one bracket, all as this manuscript prints citations."""
    if item.narrative or len({one.names for one, _ in group}) < SEVERAL:
        return False
    return all(_may_be_cited(one) and (comma is None or one.comma == comma) for one, _ in group)


def _is_chinese(name: str) -> bool:
    return bool(re.search(f"[{CJK}]", name))


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

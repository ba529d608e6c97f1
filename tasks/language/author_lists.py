"""The printed list of authors against the recorded one: everyone, in order (decisions 1.8).

What a registry may leave out (groups), what the print may cut (`et al.`) and what cannot be compared (two scripts) is
never a difference.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache, partial
from itertools import pairwise

from state.finding import Severity
from state.lookup import Author
from tasks.language.given_names import given_names_agree, may_be_transliterated
from tasks.language.names import fold_name, is_et_al, is_group, same_author


class AuthorListKind(StrEnum):
    """What kind of difference it is."""

    OTHERS = "others"
    """Other persons stand in the place of recorded ones."""
    OMITTED = "omitted"
    """Recorded persons are missing, and the print does not say that it cuts the list."""
    ADDED = "added"
    """Persons are printed that the record does not have."""
    SWAPPED = "swapped"
    """The same persons in another order."""
    COUNT = "count"
    """The lists are of different length, and who it is cannot be told: two scripts."""
    SPELLING = "spelling"
    """A person's family name is misspelt."""
    INITIALS = "initials"
    """A person's initials or given names contradict the recorded ones."""


SEVERITY_OF: dict[AuthorListKind, Severity] = {
    AuthorListKind.OTHERS: Severity.SERIOUS,
    AuthorListKind.OMITTED: Severity.MEDIUM,
    AuthorListKind.ADDED: Severity.MEDIUM,
    AuthorListKind.SWAPPED: Severity.MEDIUM,
    AuthorListKind.COUNT: Severity.MEDIUM,
    AuthorListKind.SPELLING: Severity.MEDIUM,
    AuthorListKind.INITIALS: Severity.MINOR,
}
"""001, A2: an author error is SERIOUS, omitted co-authors are MEDIUM; order is one degree below a wrong person, and
initials do not hide the work from a reader. The first author's own do: an entry is cited and sorted by them."""


@dataclass(frozen=True)
class AuthorComparison:
    """`agrees` is None where it could not be decided. `printed` and `recorded` name the persons concerned."""

    agrees: bool | None
    kind: AuthorListKind | None = None
    printed: tuple[str, ...] = ()
    recorded: tuple[str, ...] = ()
    of_first: bool = False
    """With INITIALS: the first author's contradict, and no transliteration explains it."""

    @property
    def severity(self) -> Severity | None:
        if self.of_first:
            return Severity.MEDIUM
        return SEVERITY_OF[self.kind] if self.kind else None


_AGREES, _UNDECIDED = AuthorComparison(True), AuthorComparison(None)
_MIDDLE = 80
"""Persons compared each with each; longer stretches without a common person are only counted."""
_CUT_AT, _CUT_BY = 10, 5
"""A record of so many authors of whom all are printed, and so many more printed: a list cut without saying so."""


def compare_authors(
    printed: Sequence[Author],
    recorded: Sequence[Author],
    *,
    printed_complete: bool = True,
    recorded_complete: bool = True,
) -> AuthorComparison:
    """The two lists compared. Of several differences the gravest is told, with the persons concerned.

    `printed_complete` is False where the print says `et al.`: then a first part of the list agrees, and a first part
    with the last author. `recorded_complete` is False where the registry cut its list: who comes after is undecided.
    """
    complete = printed_complete and not any(is_et_al(a.family) for a in printed)
    ours, theirs = _persons(printed), _persons(recorded)
    if not ours or not theirs:
        return _UNDECIDED
    pairs, left, right = _matched(ours, theirs)
    unknown, left, right = _undecidable(ours, theirs, left, right)
    if not complete and right:
        right = _within(right, pairs, unknown)
    if not recorded_complete and left:
        last = max((i for i, _ in (*pairs, *unknown)), default=-1)
        beyond = [i for i in left if i > last and i >= len(theirs)]
        told = _told(ours, theirs, pairs, unknown, [i for i in left if i not in beyond], right)
        return _UNDECIDED if beyond and told.agrees else told
    return _told(ours, theirs, pairs, unknown, left, right)


def _persons(authors: Sequence[Author]) -> list[Author]:
    """Persons only: registries and styles differ in whether they list groups."""
    named = [a for a in authors if a.family.strip() and not is_et_al(a.family)]
    return [a for a in named if not is_group(a)]


Pairs = list[tuple[int, int]]


@lru_cache(maxsize=65536)
def _likeness(a: Author, b: Author) -> int:
    """3: the same person; 1: the same family name with other given names; 0: another; -1: cannot be decided."""
    verdict = same_author(a, b)
    if verdict is None:
        return -1
    if not verdict:
        return 0
    return 1 if given_names_agree(a, b) is False else 3


def _matched(ours: Sequence[Author], theirs: Sequence[Author]) -> tuple[Pairs, list[int], list[int]]:
    """Pairs of equal persons, by place first, then wherever they stand; and who is left over on either side."""
    pairs: Pairs = [(i, i) for i in range(min(len(ours), len(theirs))) if _likeness(ours[i], theirs[i]) == 3]
    taken = {i for i, _ in pairs}
    moved = _moved(ours, theirs, taken) if len(ours) + len(theirs) > _MIDDLE else []
    pairs += moved
    placed, found = ({pair[side] for pair in pairs} for side in (0, 1))
    left = [i for i in range(len(ours)) if i not in placed]
    right = [j for j in range(len(theirs)) if j not in found]
    scored = [
        (-likeness, abs(i - j), i, j)
        for i in left[:_MIDDLE]
        for j in right[:_MIDDLE]
        if (likeness := _likeness(ours[i], theirs[j])) > 0
    ]
    used_left: set[int] = set()
    used_right: set[int] = set()
    for _, _, i, j in sorted(scored):
        if i not in used_left and j not in used_right:
            used_left.add(i)
            used_right.add(j)
            pairs.append((i, j))
    return sorted(pairs), [i for i in left if i not in used_left], [j for j in right if j not in used_right]


def _moved(ours: Sequence[Author], theirs: Sequence[Author], taken: set[int]) -> Pairs:
    """Of long lists, the persons of one family name and agreeing given names who stand at another place."""
    places: dict[str, list[int]] = defaultdict(list)
    for j, author in enumerate(theirs):
        if j not in taken:
            places[fold_name(author.family)].append(j)
    pairs: Pairs = []
    for i, author in enumerate(ours):
        free = places.get(fold_name(author.family), []) if i not in taken else []
        fitting = [j for j in free[:_MIDDLE] if _likeness(author, theirs[j]) == 3]
        if fitting:
            nearest = min(fitting, key=partial(_distance, i))
            free.remove(nearest)
            pairs.append((i, nearest))
    return pairs


def _distance(i: int, j: int) -> int:
    return abs(i - j)


def _undecidable(
    ours: Sequence[Author], theirs: Sequence[Author], left: list[int], right: list[int]
) -> tuple[Pairs, list[int], list[int]]:
    """Left-over persons of whom it cannot be said whether they are one, paired in order."""
    pairs: Pairs = []
    rest = list(right)
    for i in left[:_MIDDLE]:
        j = next((j for j in rest[:_MIDDLE] if _likeness(ours[i], theirs[j]) == -1), None)
        if j is not None:
            pairs.append((i, j))
            rest.remove(j)
    used = {i for i, _ in pairs}
    return pairs, [i for i in left if i not in used], rest


def _within(right: list[int], pairs: Pairs, unknown: Pairs) -> list[int]:
    """Of the recorded persons not printed, those whom `et al.` does not stand for: they come before the last printed
    one, unless that is the record's last (`A, B, … Z`)."""
    places = sorted(j for _, j in (*pairs, *unknown))
    if not places:
        return right
    final = max([*right, *places])
    if places[-1] == final and len(places) > 1:
        places = places[:-1]
    return [j for j in right if j < places[-1]]


def _told(
    ours: Sequence[Author],
    theirs: Sequence[Author],
    pairs: Pairs,
    unknown: Pairs,
    left: list[int],
    right: list[int],
) -> AuthorComparison:
    if len(left) >= _CUT_BY and not right and len(theirs) >= _CUT_AT:
        return _UNDECIDED  # no entry invents as many beside all the right ones: the registry cut its list
    misspelt = [(i, j) for i in left[:_MIDDLE] for j in right[:_MIDDLE] if _is_misspelt(ours[i], theirs[j])]
    wrong = [i for i in left if all(i != m for m, _ in misspelt)]
    missing = [j for j in right if all(j != m for _, m in misspelt)]
    if wrong and missing:
        return _said(AuthorListKind.OTHERS, ours, theirs, wrong, missing)
    if wrong or missing:
        if unknown and not pairs:
            return _said(AuthorListKind.COUNT, ours, theirs, wrong, missing)
        return _said(AuthorListKind.ADDED if wrong else AuthorListKind.OMITTED, ours, theirs, wrong, missing)
    if any(x[1] > y[1] for x, y in pairwise(pairs)):
        moved = [(i, j) for i, j in pairs if any((i < a) != (j < b) for a, b in pairs if a != i)]
        return _said(AuthorListKind.SWAPPED, ours, theirs, [i for i, _ in moved], sorted(j for _, j in moved))
    if misspelt:
        return _said(AuthorListKind.SPELLING, ours, theirs, [i for i, _ in misspelt], [j for _, j in misspelt])
    other = [(i, j) for i, j in pairs if _likeness(ours[i], theirs[j]) == 1]
    if other:
        told = _said(AuthorListKind.INITIALS, ours, theirs, [i for i, _ in other], [j for _, j in other])
        i, j = other[0]
        return replace(told, of_first=i == 0 and not may_be_transliterated(ours[i], theirs[j]))
    return _UNDECIDED if unknown else _AGREES


def _is_misspelt(a: Author, b: Author) -> bool:
    """Are two family names one but for a slip: four letters at least, like enough, and given names that agree?"""
    one, other = fold_name(a.family), fold_name(b.family)
    if min(len(one), len(other)) < 4 or given_names_agree(a, b) is False:
        return False
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= 0.8


def _said(
    kind: AuthorListKind, ours: Sequence[Author], theirs: Sequence[Author], left: Sequence[int], right: Sequence[int]
) -> AuthorComparison:
    return AuthorComparison(
        False, kind, tuple(_written(ours[i]) for i in left), tuple(_written(theirs[j]) for j in right)
    )


def _written(author: Author) -> str:
    return re.sub(r"\s+", " ", f"{author.family}, {author.given}" if author.given else author.family)

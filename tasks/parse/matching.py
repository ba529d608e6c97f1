"""Which bibliography entry is this printed one (by identifier, then title, then coordinates; decisions 2.3), and how
the two prints differ (decisions 2.10).

Every printed entry's candidates are found through indexes and weighed; the weightiest pair is taken first, each entry
once, and where nothing tells two candidates apart none is taken: an entry left over is reported, while one bound to
another work goes unseen.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from state.manuscript import Reference
from tasks.language.identifiers import same_doi
from tasks.language.names import fold_name, is_group, same_family
from tasks.language.scripts import is_cjk
from tasks.language.titles import normalize_title, title_ratio
from tasks.parse.entries import all_years, authors_and_title
from tasks.parse.likeness import (
    SAME_TITLE,
    Print,
    mentions,
    other_identifier,
    print_of,
    shares_identifier,
    title_words,
    weigh,
)
from tasks.parse.title_parts import is_part

UNLIKE_TITLE = 0.60
MOST_COMPARED = 5
"""Entries compared for one printed entry because they share words of its title; further ones only where as alike."""
MOST_HELD = 300
"""Entries beyond which a word they share tells nothing."""
MOST_CANDIDATES = 40
"""Entries with one title, or one author and year, beyond which only those with its page are compared."""


def match_entries(listed: Sequence[Reference], bibliography: Sequence[Reference]) -> dict[int, int]:
    """For positions in `listed` the position of the same work in `bibliography`, each used once.

    The weightiest pairs first; equally weighty prints of one work are taken in their order, and of different works not
    at all. The order of the bibliography decides nothing else.
    """
    here, there = [print_of(one) for one in listed], [print_of(one) for one in bibliography]
    index = _Index(there)
    levels: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for position, one in enumerate(here):
        weights = _weights(one, there, index.sure(one)) or _weights(one, there, index.likely(one))
        for candidate, weight in weights:
            levels[weight].append((position, candidate))
    matched: dict[int, int] = {}
    undecided: set[int] = set()
    taken: set[int] = set()
    for weight in sorted(levels, reverse=True):
        pairs = [(p, c) for p, c in levels[weight] if p not in matched and p not in undecided and c not in taken]
        found, doubtful, claimed = _decided(pairs, here, there)
        matched.update(found)
        undecided |= doubtful
        taken.update(found.values(), claimed)
    return matched


def _weights(one: Print, there: Sequence[Print], candidates: Iterable[int]) -> list[tuple[int, int]]:
    weights = [(candidate, weigh(one, there[candidate])) for candidate in sorted(candidates)]
    return [(candidate, weight) for candidate, weight in weights if weight > 0]


def _decided(
    pairs: Sequence[tuple[int, int]], here: Sequence[Print], there: Sequence[Print]
) -> tuple[dict[int, int], set[int], set[int]]:
    """Of equally weighty pairs: the matches, the printed entries and the bibliography's that stay open for good."""
    offers: dict[int, list[int]] = defaultdict(list)
    claims: dict[int, list[int]] = defaultdict(list)
    for position, candidate in pairs:
        offers[position].append(candidate)
        claims[candidate].append(position)
    found: dict[int, int] = {}
    torn = {position for position, candidates in offers.items() if not _are_one(candidates, there)}
    disputed = {candidate for candidate, positions in claims.items() if not _are_one(positions, here)}
    undecided = torn | {position for candidate in disputed for position in claims[candidate]}
    used: set[int] = set()
    for position, candidates in offers.items():
        free = next((candidate for candidate in candidates if candidate not in used), None)
        if position not in undecided and free is not None:
            found[position] = free
            used.add(free)
    return found, undecided, disputed


def _are_one(places: Sequence[int], prints: Sequence[Print]) -> bool:
    """Whether these are prints of one work, as far as they say."""
    return all(_is_twin(prints[places[0]], prints[place]) for place in places[1:])


def _is_twin(one: Print, other: Print) -> bool:
    if one.title != other.title or (not one.title and one.raw != other.raw) or other_identifier(one, other):
        return False
    if shares_identifier(one, other):
        return True
    a, b = one.reference, other.reference
    said = ((a.first_author, b.first_author), (a.year, b.year), (one.volume, other.volume), (one.page, other.page))
    return all(not left or not right or left == right for left, right in (*said, (a.journal, b.journal)))


class _Index:
    """Where in a bibliography a printed entry's candidates stand."""

    def __init__(self, entries: Sequence[Print]) -> None:
        self._entries = entries
        self._titles: dict[str, list[int]] = defaultdict(list)
        self._identifiers: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._words: dict[str, list[int]] = defaultdict(list)
        self._authors: dict[tuple[int, str], list[int]] = defaultdict(list)
        self._places: dict[tuple[int, str], list[int]] = defaultdict(list)
        self._rarest: dict[str, list[str]] = defaultdict(list)
        for n, entry in enumerate(entries):
            self._add(n, entry)
        for title in self._titles:
            rarest = min(title_words(title), key=lambda word: (len(self._words[word]), word))
            self._rarest[rarest].append(title)

    def _add(self, n: int, entry: Print) -> None:
        if entry.title:
            self._titles[entry.title].append(n)
        for pair in entry.identifiers.items():
            self._identifiers[pair].append(n)
        for word in entry.words:
            self._words[word].append(n)
        year, family = entry.reference.year, entry.reference.first_author
        if year is not None and family:
            self._authors[year, _handle(family)].append(n)
        if year is not None and entry.page:
            self._places[year, entry.page].append(n)

    def sure(self, one: Print) -> set[int]:
        """Entries with an identifier of the printed one, with its title, or whose title stands in it."""
        found = {n for pair in one.identifiers.items() for n in self._near(one, self._identifiers.get(pair, ()))}
        found.update(self._near(one, self._titles.get(one.title, ())))
        for word in title_words(one.raw):
            for title in self._rarest.get(word, ()):
                if title != one.title and title in one.raw:
                    found.update(self._near(one, self._titles[title]))
        return found

    def likely(self, one: Print) -> set[int]:
        """Entries that share most words of the title, those of one author and year, and those of one place."""
        telling = [word for word in one.words if 0 < len(self._words.get(word, ())) <= MOST_HELD]
        shared = Counter(n for word in telling for n in self._words[word])
        least = sorted(shared.values(), reverse=True)[:MOST_COMPARED]
        found = {n for n, count in shared.items() if count >= least[-1] and count * 2 >= len(telling)}
        if len(found) > MOST_CANDIDATES:
            found = set(self._near(one, sorted(found)))
        for year in one.years:
            for name in _names_at_head(one.reference):
                found.update(self._near(one, self._authors.get((year, name), ())))
            for token in () if one.title else one.tokens:
                found.update(self._places.get((year, token), ())[:MOST_CANDIDATES])
        return found

    def _near(self, one: Print, holders: Sequence[int]) -> Sequence[int]:
        """All of a few; of many those with the printed entry's year and a page that it prints."""
        if len(holders) <= MOST_CANDIDATES:
            return holders
        pages = [one.page] if one.page else list(one.tokens)
        placed = {n for year in one.years for page in pages for n in self._places.get((year, page), ())}
        wanted = set(holders) if len(holders) < len(placed) else None
        near = [n for n in sorted(placed) if (n in wanted if wanted is not None else self._holds(holders, n))]
        return near[:MOST_CANDIDATES]

    @staticmethod
    def _holds(holders: Sequence[int], n: int) -> bool:
        at = bisect_left(holders, n)
        return at < len(holders) and holders[at] == n


def _handle(family: str) -> str:
    """By what a family is looked up: its last word, or a Chinese name's first character."""
    if is_cjk(family[0]):
        return family[0]
    words = re.findall(r"[\w'’\-]+", family)
    return fold_name(words[-1]) if words else family


def _names_at_head(reference: Reference) -> set[str]:
    head = reference.raw[:120]
    names = {_handle(reference.first_author)} if reference.first_author else set()
    names.update(char for char in head if is_cjk(char))
    return names | {fold_name(word) for word in re.findall(r"[\w'’\-]+", head) if not word.isdigit()}


def differences(listed: Reference, entry: Reference) -> tuple[str, ...]:
    """Codes `list_differs:FIELD` for what the manuscript's list surely prints otherwise than the bibliography."""
    found = []
    if _title_differs(listed, entry):
        found.append("list_differs:title")
    years = all_years(listed.raw)
    if listed.year is not None and entry.year is not None and entry.year not in years:
        found.append("list_differs:year")
    if same_doi(listed.doi, entry.doi) is False:
        found.append("list_differs:doi")
    if _first_author_differs(listed, entry):
        found.append("list_differs:first_author")
    return tuple(found)


def _title_differs(listed: Reference, entry: Reference) -> bool:
    if not listed.title or not entry.title:
        return False
    printed, recorded = normalize_title(listed.title), normalize_title(entry.title)
    if f" {recorded} " in f" {normalize_title(listed.raw)} ":
        return False
    ratio = title_ratio(listed.title, entry.title)
    return ratio < UNLIKE_TITLE or (ratio < SAME_TITLE and is_part(printed, recorded))


def _first_author_differs(listed: Reference, entry: Reference) -> bool:
    if listed.first_author is None or entry.first_author is None:
        return False
    first = entry.authors[0]
    if is_group(first) or is_group(listed.authors[0]):
        return False
    authors, _ = authors_and_title(" ".join(listed.raw.split()))
    whole = fold_name(f"{first.family}{first.given or ''}")
    printed = fold_name(listed.first_author)
    if printed == whole or same_family(listed.first_author, first.family) is not False:
        return False
    return not mentions(first.family, re.split("[,，]", (authors or listed.raw)[:80])[0])

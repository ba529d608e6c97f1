"""Searching many titles in one request, for services whose searches know AND and OR.

A search for all words of a title misses the work as soon as one word is misprinted or left out. So each title is asked
for in two to four ways ("clauses"), each with a part of its words, all of which the work's title must have: whichever
word is wrong, one clause does without it. The clauses of many titles are joined by OR. What comes back is dealt out to
the titles it belongs to; a title to which nothing belongs is not there, if the answer shows all it counts.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote_plus

from state.exchange import Body, Plan, Request, Settled
from state.lookup import Found, Lookup, NotFound, Query, Record, Unavailable
from tasks.language.scripts import count_cjk
from tasks.language.titles import identity_ratio
from tasks.registries.batches import merged, plan_each
from tasks.registries.contract import Outcomes

Clauses = tuple[tuple[str, ...], ...]
"""Ways to find one title: each the words of which all must stand in it."""

CANDIDATES = 5
MOST_WORDS = 8
ITS_OWN = 0.85
"""Ratio of titles from which a work is surely the one asked for, so that a longer list would bring no better one."""
_STOP_WORDS = """
    a about after all also among an and any are as at be because been before being between both but by can
    could do does during each either for from had has have how if in into is it its itself made make may might
    more most must not of on only or our over same should so some such than that the their them then there
    these they this those through to toward towards under upon use used using via vs was we were what when
    where which while who whose why will with within without would
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that services leave out of their indexes, each other ones, or that too many titles have to help."""
_PART = re.compile(r"[^\s\-\u2010-\u2015/:;,!?()\[\]{}<>|\"“”„«»=+&]+")
_WORD = re.compile(r"[^\W_]{2,}")
_SUBTITLE = re.compile(r"\s*[:?]\s+|\s+[-\u2013\u2014]\s+")


@lru_cache(maxsize=16384)
def search_terms(title: str) -> tuple[str, ...]:
    """The words of a title that every service's index has in the same form, each once, in order.

    Left out: stop words, single letters, and what is cut differently here and there (`let's`, `U.S.`, `1.5`).
    """
    folded = unicodedata.normalize("NFKC", title).lower()
    words = (part.strip(".'’‘`*·…") for part in _PART.findall(folded))
    return tuple(dict.fromkeys(w for w in words if _WORD.fullmatch(w) and w not in STOP_WORDS))


@lru_cache(maxsize=16384)
def clauses_of(title: str) -> Clauses:
    """The ways to find a title; none for a short title, or a Chinese one, which each service cuts otherwise.

    Of a title with a subtitle the head alone is asked for where it is long enough: registries leave subtitles out.
    """
    if count_cjk(title):
        return ()
    words = search_terms(title)
    head = search_terms(_SUBTITLE.split(title, maxsplit=1)[0])
    if len(head) >= 5 or (len(head) >= 3 and len(head) == len(words)):
        words = head
    words = words[:MOST_WORDS]
    count = len(words)
    if count < 3:
        return ()
    if count == 3:
        return (words,)
    parts = 2 if count >= 8 else 3 if count >= 5 else 4
    groups = [words[start::parts] for start in range(parts)]
    if parts == 2:
        return tuple(groups)
    return tuple(tuple(word for word in words if word not in left_out) for left_out in groups)


@dataclass(frozen=True)
class Listed:
    """What a common search brought."""

    records: Sequence[Record]
    complete: bool
    """Whether these are all that it found."""


@dataclass(frozen=True)
class TitleSteps:
    """How one service searches titles, many in a request and one alone."""

    longest: int
    """Characters that the titles' parts of a common search may have together, percent-encoded."""
    written: Callable[[Clauses], str]
    """One title's part of a common search."""
    common_request: Callable[[Sequence[str]], Request]
    read_common: Callable[[Body], Listed | Unavailable | None]
    """None: the search was refused for something in it, and all go singly."""
    single_request: Callable[[Query], Request]
    read_single: Callable[[Body, Query], Lookup]


def plan_titles(steps: TitleSteps, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
    """Common searches first, then single ones for titles that fit none, or that a cut answer leaves open."""
    together = [query for query in queries if clauses_of(query.value)]
    alone = [query for query in queries if not clauses_of(query.value)]
    plans = [plan_each(alone, outcomes, steps.single_request, steps.read_single)]
    for pack in _packs(steps, together):
        if len(pack) == 1:
            plans.append(plan_each(pack, outcomes, steps.single_request, steps.read_single))
        else:
            plans.append(_plan_common(steps, pack, outcomes))
    return merged(plans)


def _packs(steps: TitleSteps, queries: Sequence[Query]) -> list[list[Query]]:
    """Queries whose parts fit into one request, in their order."""
    packs: list[list[Query]] = []
    room = 0
    for query in queries:
        length = len(quote_plus(steps.written(clauses_of(query.value)))) + 4
        if not packs or length > room:
            packs.append([])
            room = steps.longest
        packs[-1].append(query)
        room -= length
    return packs


def _plan_common(steps: TitleSteps, pack: Sequence[Query], outcomes: Outcomes) -> Plan:
    request = steps.common_request([steps.written(clauses_of(query.value)) for query in pack])
    outcome = outcomes.get(request.fingerprint)
    if outcome is None:
        return Plan(requests=(request,))
    came_from = (request.fingerprint,)
    listed = outcome if isinstance(outcome, Unavailable) else steps.read_common(outcome)
    if isinstance(listed, Unavailable):
        return Plan(settled=tuple(Settled(query=query, lookup=listed, fingerprints=came_from) for query in pack))
    settled, left = [], []
    for query in pack:
        found = own_candidates(query, listed.records) if listed else ()
        best = max((identity_ratio(query.value, record.title or "") for record in found), default=0.0)
        if listed is None or (not listed.complete and best < ITS_OWN):
            left.append(query)
        else:
            lookup: Lookup = Found(records=found) if found else NotFound()
            settled.append(Settled(query=query, lookup=lookup, fingerprints=came_from))
    return merged((Plan(settled=tuple(settled)), plan_each(left, outcomes, steps.single_request, steps.read_single)))


def own_candidates(query: Query, records: Sequence[Record]) -> tuple[Record, ...]:
    """Those of a common search's works that belong to this title, the most similar first, at most five."""
    wanted = {_stem(word) for clause in clauses_of(query.value) for word in clause} or set(
        map(_stem, search_terms(query.value))
    )
    near = []
    for record in records:
        shared = len(wanted & _stems(record.title or ""))
        if 2 * shared >= len(wanted) and shared:
            near.append((shared, record))
    near.sort(key=lambda pair: -pair[0])
    ranked = sorted((record for _, record in near[:20]), key=lambda r: -identity_ratio(query.value, r.title or ""))
    return tuple(ranked[:CANDIDATES])


def _stem(word: str) -> str:
    """Services find `network` under `networks`: words are compared by their beginnings."""
    return word[:5]


@lru_cache(maxsize=16384)
def _stems(title: str) -> frozenset[str]:
    return frozenset(map(_stem, search_terms(title)))

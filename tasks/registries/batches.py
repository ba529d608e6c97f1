"""Asking in batches, and asking singly for what a batch left out (decisions 1.1 and 1.3).

A batch answer says what a service *has*. It does not say what it lacks: batches drop merged DOIs, odd characters and
rows beyond a page. So an identifier that is missing from a batch is unanswered until its single look-up is read, or,
for a DOI, until doi.org says that it does not exist or is another agency's.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from state.exchange import Body, Plan, Request, Settled
from state.lookup import Lookup, NotFound, Query, QueryKind, RegistryName, Unavailable
from tasks.registries.contract import Outcomes

BATCHES: Mapping[tuple[RegistryName, QueryKind], int] = {
    (RegistryName.PUBMED, QueryKind.PMID): 200,
    (RegistryName.PUBMED, QueryKind.DOI): 100,
    (RegistryName.PUBMED, QueryKind.TITLE): 40,
    (RegistryName.CROSSREF, QueryKind.DOI): 100,
    (RegistryName.OPENALEX, QueryKind.DOI): 100,
    (RegistryName.OPENALEX, QueryKind.TITLE): 400,
    (RegistryName.SEMANTIC_SCHOLAR, QueryKind.TITLE): 400,
    (RegistryName.DATACITE, QueryKind.TITLE): 200,
    (RegistryName.ARXIV, QueryKind.TITLE): 200,
    (RegistryName.EUROPEPMC, QueryKind.TITLE): 200,
    (RegistryName.DBLP, QueryKind.TITLE): 120,
    (RegistryName.OPENLIBRARY, QueryKind.ISBN): 50,
    (RegistryName.ADS, QueryKind.BIBCODE): 50,
    (RegistryName.DATACITE, QueryKind.DOI): 100,
    (RegistryName.ARXIV, QueryKind.ARXIV): 100,
    (RegistryName.EUROPEPMC, QueryKind.DOI): 25,
    (RegistryName.EUROPEPMC, QueryKind.PMID): 50,
    (RegistryName.EUROPEPMC, QueryKind.PMCID): 50,
    (RegistryName.SEMANTIC_SCHOLAR, QueryKind.DOI): 500,
    (RegistryName.SEMANTIC_SCHOLAR, QueryKind.PMID): 500,
    (RegistryName.DOI, QueryKind.AGENCY): 100,
}
"""How many queries share requests. Kinds that are not here are asked one by one."""


def batch_size(registry: RegistryName, kind: QueryKind) -> int:
    """How many queries of this kind belong together; whoever asks forms groups of this size."""
    return BATCHES.get((registry, kind), 1)


@dataclass(frozen=True)
class Confirmation:
    """A list that says of identifiers whether they can be at a service at all: doi.org's, of DOIs' agencies."""

    size: int
    fits: Callable[[str], bool]
    request: Callable[[Sequence[str]], Request]
    absent: Callable[[Body, Sequence[str]], frozenset[str]]
    """Those that cannot be there by its definite word; all others are looked up singly."""


@dataclass(frozen=True)
class Steps:
    """How one service answers one kind of identifier, in a batch and singly."""

    size: int
    fits: Callable[[str], bool]
    """False: this identifier would spoil a batch and goes alone."""
    batch_request: Callable[[Sequence[str]], Request]
    read_batch: Callable[[Body, Sequence[str]], Mapping[str, Lookup] | Unavailable | None]
    """What the batch settles, by identifier. None: it was refused for something in it, and all go singly."""
    single_request: Callable[[str], Request]
    read_single: Callable[[Body, str, bool], Lookup]
    """The flag says whether a batch answered well before, and left this identifier out."""
    confirm: "Confirmation | None" = None
    """Who else can say, in a list, that this service does not have an identifier that its own list left out."""
    one_goes_alone: bool = True
    """A batch of one is asked singly at once. False: a list is always asked first, also for what does not fit, of
    which the list request names as much as it can."""


def ordered(queries: Iterable[Query]) -> list[Query]:
    """The queries, each once, in the one order that does not depend on who asked first."""
    return sorted(set(queries), key=lambda query: (query.kind.value, query.value, query.author or ""))


def merged(plans: Iterable[Plan]) -> Plan:
    """One plan of several over different queries; a request that several need is sent once."""
    requests: dict[str, Request] = {}
    settled: list[Settled] = []
    for plan in plans:
        requests.update((request.fingerprint, request) for request in plan.requests)
        settled.extend(plan.settled)
    return Plan(requests=tuple(requests.values()), settled=tuple(settled))


def plan_identifiers(steps: Steps, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
    """Batches first, then single look-ups for what they left out, for queries of one kind."""
    fitting = [query for query in queries if steps.fits(query.value)]
    alone = [query for query in queries if not steps.fits(query.value)]
    groups = [fitting[start : start + steps.size] for start in range(0, len(fitting), steps.size)]
    plans = []
    for group in [*groups, *([query] for query in alone)]:
        if len(group) == 1 and steps.one_goes_alone:
            plans.append(_plan_single(steps, group[0], outcomes, listed=()))
        else:
            plans.append(_plan_batch(steps, group, outcomes))
    return merged(plans)


def _plan_batch(steps: Steps, group: Sequence[Query], outcomes: Outcomes) -> Plan:
    values = [query.value for query in group]
    request = steps.batch_request(values)
    outcome = outcomes.get(request.fingerprint)
    if outcome is None:
        return Plan(requests=(request,))
    answer = outcome if isinstance(outcome, Unavailable) else steps.read_batch(outcome, values)
    came_from = (request.fingerprint,)
    if isinstance(answer, Unavailable):
        return Plan(settled=tuple(Settled(query=query, lookup=answer, fingerprints=came_from) for query in group))
    plans, left = [], []
    for query in group:
        lookup = None if answer is None else answer.get(query.value)
        if lookup is None:
            left.append(query)
        else:
            plans.append(Plan(settled=(Settled(query=query, lookup=lookup, fingerprints=came_from),)))
    plans.append(_plan_left_out(steps, left, outcomes, listed=() if answer is None else came_from))
    return merged(plans)


def _plan_left_out(steps: Steps, left: Sequence[Query], outcomes: Outcomes, listed: tuple[str, ...]) -> Plan:
    """What a list left out: by another's list where there is one and it pays, and singly."""
    confirm = steps.confirm
    plans = []
    asked = [query for query in left if confirm is not None and listed and confirm.fits(query.value)]
    if confirm is None or len(asked) < 2:
        asked = []
    else:
        groups = [asked[start : start + confirm.size] for start in range(0, len(asked), confirm.size)]
        plans += [_plan_confirmed(steps, confirm, group, outcomes, listed) for group in groups]
    plans += [_plan_single(steps, query, outcomes, listed) for query in left if query not in asked]
    return merged(plans)


def _plan_confirmed(
    steps: Steps, confirm: Confirmation, group: Sequence[Query], outcomes: Outcomes, listed: tuple[str, ...]
) -> Plan:
    values = [query.value for query in group]
    request = confirm.request(values)
    outcome = outcomes.get(request.fingerprint)
    if outcome is None:
        return Plan(requests=(request,))
    absent = frozenset() if isinstance(outcome, Unavailable) else confirm.absent(outcome, values)
    came_from = (*listed, request.fingerprint)
    settled = tuple(
        Settled(query=query, lookup=NotFound(), fingerprints=came_from) for query in group if query.value in absent
    )
    singly = [_plan_single(steps, query, outcomes, listed) for query in group if query.value not in absent]
    return merged((Plan(settled=settled), *singly))


def _plan_single(steps: Steps, query: Query, outcomes: Outcomes, listed: tuple[str, ...]) -> Plan:
    request = steps.single_request(query.value)
    outcome = outcomes.get(request.fingerprint)
    if outcome is None:
        return Plan(requests=(request,))
    lookup = outcome if isinstance(outcome, Unavailable) else steps.read_single(outcome, query.value, bool(listed))
    # An Unavailable names only the exchange that failed: what was answered well before stays kept and is used again.
    came_from = () if isinstance(lookup, Unavailable) else listed
    return Plan(settled=(Settled(query=query, lookup=lookup, fingerprints=(*came_from, request.fingerprint)),))


def plan_each(
    queries: Sequence[Query],
    outcomes: Outcomes,
    request_of: Callable[[Query], Request],
    read: Callable[[Body, Query], Lookup],
) -> Plan:
    """One request for each query: searches, and look-ups that no batch can carry."""
    plans = []
    for query in queries:
        request = request_of(query)
        outcome = outcomes.get(request.fingerprint)
        if outcome is None:
            plans.append(Plan(requests=(request,)))
            continue
        lookup = outcome if isinstance(outcome, Unavailable) else read(outcome, query)
        plans.append(Plan(settled=(Settled(query=query, lookup=lookup, fingerprints=(request.fingerprint,)),)))
    return merged(plans)

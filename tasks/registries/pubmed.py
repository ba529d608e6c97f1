"""PubMed through NCBI's E-utilities: articles by PMID, by DOI (esearch over `[AID]`, then efetch), and by title.

Source: the E-utilities documentation. Errors come as JSON, HTML, nothing at all, or `<ERROR>` in XML.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from state.exchange import Body, Expects, Lane, Plan, Request, Settled
from state.lookup import (
    Found,
    Lookup,
    NotFound,
    Query,
    QueryKind,
    Record,
    RegistryName,
    Unavailable,
    UnavailableReason,
)
from tasks.registries.batches import Steps, batch_size, merged, ordered, plan_identifiers
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.pubmed_titles import (
    candidates,
    common_request,
    goes_together,
    is_a_stranger,
    search_request,
    second_request,
    ways_to_find,
)
from tasks.registries.pubmed_xml import FetchError, Search, parse_articles, parse_search
from tasks.registries.reading import malformed

UTILITIES = "/entrez/eutils"
COMMON = (("db", "pubmed"), ("retmode", "xml"), ("tool", "corrigenda"))
LISTED = 1000
"""Identifiers one DOI search may list: a DOI rarely has more than one article."""
GONE = malformed("an article that a search lists and a fetch does not have")
NO_SUCH_ID = re.compile(r"id list is empty|no correct ids|cannot get document summary", re.IGNORECASE)
"""What efetch says of identifiers it does not know; any other `<ERROR>` is the service's own trouble."""


class PubMed:
    name = RegistryName.PUBMED
    kinds = frozenset({QueryKind.PMID, QueryKind.DOI, QueryKind.TITLE})
    key_param: str | None = "api_key"
    key_header: str | None = None
    email_param: str | None = "email"

    def limits(self, access: Access) -> Mapping[Lane, Limit]:
        """NCBI counts all utilities together: one limit, which every lane shares."""
        rate = 10 if access.key else 3
        return {Lane.SINGLE: Limit(rate=rate, concurrency=rate)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        known = ordered(queries)
        by_kind = {kind: [query for query in known if query.kind is kind] for kind in self.kinds}
        dois, titles = by_kind[QueryKind.DOI], by_kind[QueryKind.TITLE]
        return merged(
            (
                plan_identifiers(PMIDS, by_kind[QueryKind.PMID], outcomes),
                *(_plan_dois(group, outcomes) for group in _doi_groups(dois)),
                *(_plan_titles(group, outcomes) for group in _groups(titles, QueryKind.TITLE)),
            )
        )


def _groups(queries: Sequence[Query], kind: QueryKind) -> list[Sequence[Query]]:
    size = batch_size(RegistryName.PUBMED, kind)
    return [queries[start : start + size] for start in range(0, len(queries), size)]


def _doi_groups(queries: Sequence[Query]) -> list[Sequence[Query]]:
    """Brackets, quotes and boolean signs are search syntax: such DOIs go alone."""
    fitting = [query for query in queries if re.fullmatch(r"[a-z0-9./_:;-]+", query.value)]
    alone = [query for query in queries if query not in set(fitting)]
    return [*_groups(fitting, QueryKind.DOI), *([query] for query in alone)]


def fetch_request(pmids: Sequence[str]) -> Request:
    """efetch of these PMIDs; a GET up to 200, the size E-utilities ask to stay below."""
    return Request(
        registry=RegistryName.PUBMED,
        method="GET" if len(pmids) <= 200 else "POST",
        path=f"{UTILITIES}/efetch.fcgi",
        params=(*COMMON, ("id", ",".join(pmids))),
        form=len(pmids) > 200,
        lane=Lane.SINGLE if len(pmids) == 1 else Lane.LIST,
        expects=Expects.XML,
    )


def _aid_request(dois: Sequence[str]) -> Request:
    term = " OR ".join('"' + doi.replace('"', " ") + '"[AID]' for doi in dois)
    return Request(
        registry=RegistryName.PUBMED,
        method="POST",
        path=f"{UTILITIES}/esearch.fcgi",
        params=(*COMMON, ("term", term), ("retmax", str(LISTED))),
        form=True,
        lane=Lane.LIST if len(dois) > 1 else Lane.SINGLE,
        expects=Expects.XML,
    )


# PMIDs: efetch in batches, single efetch for what is missing


def _trouble(message: str) -> Unavailable:
    return Unavailable(reason=UnavailableReason.SERVER_ERROR, detail=f"efetch says: {message[:80]}")


def _read_batch(body: Body, _pmids: Sequence[str]) -> Mapping[str, Lookup] | Unavailable | None:
    articles = parse_articles(body.content)
    if isinstance(articles, FetchError):
        return None if NO_SUCH_ID.search(articles.message) else _trouble(articles.message)
    if isinstance(articles, Unavailable):
        return articles
    if body.status != 200:
        return malformed(f"status {body.status} with articles")
    # Articles nobody asked for say nothing of those that were: these are left out, and asked singly.
    return {record.id: Found(records=(record,)) for record in articles}


def _read_article(body: Body, pmid: str, _listed: bool) -> Lookup:
    articles = parse_articles(body.content)
    if isinstance(articles, FetchError):
        return NotFound() if NO_SUCH_ID.search(articles.message) else _trouble(articles.message)
    if isinstance(articles, Unavailable):
        return articles
    if body.status != 200 or len(articles) > 1:
        return malformed(f"status {body.status} with {len(articles)} articles for one PMID")
    if articles and articles[0].id != pmid:
        return malformed("the article of another PMID")
    return Found(records=articles) if articles else NotFound()


PMIDS = Steps(
    size=batch_size(RegistryName.PUBMED, QueryKind.PMID),
    fits=lambda pmid: re.fullmatch(r"[1-9]\d{0,8}", pmid) is not None,
    batch_request=fetch_request,
    read_batch=_read_batch,
    single_request=lambda pmid: fetch_request((pmid,)),
    read_single=_read_article,
)


# DOIs: one esearch for many, efetch of what it lists, matched back by the article's own DOI


def _search_of(request: Request, outcomes: Outcomes) -> Search | Unavailable | None:
    """What a search says; None where it has not been asked."""
    outcome = outcomes.get(request.fingerprint)
    if outcome is None or isinstance(outcome, Unavailable):
        return outcome
    found = parse_search(outcome.content)
    if not isinstance(found, Unavailable) and outcome.status != 200:
        return malformed(f"status {outcome.status} with a search answer")
    return found


def _fetched(pmids: Iterable[str], outcomes: Outcomes, lane: Lane | None = None) -> Plan | dict[str, Settled]:
    """The articles a search has listed, by PMID, asked as PMIDs are: together, and singly what was left out. The
    requests that are still to come, while there are any, in `lane` where one is given.

    A listed article that cannot be fetched is not absent: the search says that it is there.
    """
    queries = [Query(registry=RegistryName.PUBMED, kind=QueryKind.PMID, value=pmid) for pmid in pmids]
    plan = plan_identifiers(PMIDS, ordered(queries), outcomes)
    if plan.requests:
        moved = {"lane": lane} if lane else {}
        return Plan(requests=tuple(request.model_copy(update=moved) for request in plan.requests))
    return {
        settled.query.value: settled.model_copy(update={"lookup": GONE})
        if isinstance(settled.lookup, NotFound)
        else settled
        for settled in plan.settled
    }


def _failed(settled: Iterable[Settled], *searches: str) -> tuple[Lookup, tuple[str, ...]] | None:
    """The first article that could not be fetched, and the exchanges that are at fault; None where all could. Where
    search and fetch contradict each other, either may be the wrong one."""
    for one in settled:
        if isinstance(one.lookup, Unavailable):
            return one.lookup, (*searches, *one.fingerprints) if one.lookup == GONE else one.fingerprints
    return None


def _settle(queries: Sequence[Query], lookup: Lookup, *fingerprints: str) -> Plan:
    return Plan(settled=tuple(Settled(query=query, lookup=lookup, fingerprints=fingerprints) for query in queries))


def _plan_dois(group: Sequence[Query], outcomes: Outcomes) -> Plan:
    request = _aid_request([query.value for query in group])
    search = _search_of(request, outcomes)
    if search is None:
        return Plan(requests=(request,))
    if isinstance(search, Unavailable):
        return _settle(group, search, request.fingerprint)
    articles = _fetched(search.ids, outcomes)
    if isinstance(articles, Plan):
        return articles
    plans: list[Plan] = []
    missing: list[Query] = []
    hits = 0
    for query in group:
        matches = [settled for settled in articles.values() if _prints(settled, query.value)]
        hits += len(matches)
        if matches:
            plans.append(_settle([query], matches[0].lookup, request.fingerprint, *matches[0].fingerprints))
        else:
            missing.append(query)
    came_from = (request.fingerprint, *dict.fromkeys(f for settled in articles.values() for f in settled.fingerprints))
    failed = _failed(articles.values(), request.fingerprint)
    strangers = sum(isinstance(settled.lookup, Found) for settled in articles.values()) - hits
    if failed:
        plans.append(_settle(missing, failed[0], *failed[1]))
    elif search.complete and strangers == 0:
        # Every article the search listed belongs to another DOI of the group: PubMed has none for these.
        plans.append(_settle(missing, NotFound(), *came_from))
    elif len(group) > 1:
        plans.extend(_plan_dois([query], outcomes) for query in missing)
    else:
        lookup = _one_doi(search, articles)
        plans.append(_settle(missing, lookup, *(came_from[:1] if isinstance(lookup, Unavailable) else came_from)))
    return merged(plans)


def _prints(settled: Settled, doi: str) -> bool:
    """Whether what was fetched is an article that prints this DOI as its own."""
    return isinstance(settled.lookup, Found) and settled.lookup.records[0].doi == doi


def _one_doi(search: Search, articles: Mapping[str, Settled]) -> Lookup:
    """A single DOI's search listed articles of which none prints this DOI. PubMed may have the identifier without
    printing it; an article with *another* DOI was found because the term fell apart into its pieces."""
    if not search.complete:
        return malformed("more articles than a search by DOI can mean")
    found = [settled.lookup for settled in articles.values() if isinstance(settled.lookup, Found)]
    if len(found) == 1 and found[0].records[0].doi is None:
        return found[0]
    return NotFound()


# Titles: one search for many, then searches of their own for those it left open; efetch for the candidates of all


def _plan_titles(group: Sequence[Query], outcomes: Outcomes) -> Plan:
    together = [query for query in group if goes_together(query)]
    if len(together) < 2:
        return _plan_own_searches(group, outcomes)
    alone = [query for query in group if not goes_together(query)]
    return merged((_plan_common_search(together, outcomes), _plan_own_searches(alone, outcomes)))


def _plan_common_search(group: Sequence[Query], outcomes: Outcomes) -> Plan:
    """Settles the titles that have candidates in a search for all of them. The others are not absent yet: the searches
    of their own that this one does not answer for them come next."""
    request = common_request(group)
    search = _search_of(request, outcomes)
    if search is None:
        return Plan(requests=(request,))
    if isinstance(search, Unavailable):
        return _settle(group, search, request.fingerprint)
    if not search.complete:
        return _plan_own_searches(group, outcomes)
    articles = _fetched(search.ids, outcomes, Lane.SEARCH)
    if isinstance(articles, Plan):
        return articles
    if failed := _failed(articles.values(), request.fingerprint):
        # An article that could not be fetched may be the work of any of the titles.
        return _settle(group, failed[0], *failed[1])
    records = [record for pmid in search.ids for record in _records_of(articles[pmid])]
    came_from = (request.fingerprint, *dict.fromkeys(f for one in articles.values() for f in one.fingerprints))
    plans: list[Plan] = []
    missing: list[Query] = []
    for query in group:
        if found := candidates(query, records):
            plans.append(_settle([query], Found(records=found), *came_from))
        else:
            missing.append(query)
    # Where every listed article is some title's, the search lists none for the others: theirs would be empty.
    explained = len(records) == len(search.ids) and not any(is_a_stranger(record, group) for record in records)
    plans.append(_plan_own_searches(missing, outcomes, empty=request if explained else None))
    return merged(plans)


def _records_of(settled: Settled) -> tuple[Record, ...]:
    return settled.lookup.records if isinstance(settled.lookup, Found) else ()


def _plan_own_searches(group: Sequence[Query], outcomes: Outcomes, *, empty: Request | None = None) -> Plan:
    """Searches of the whole group first; the efetch waits for all, so that it does not depend on their order.

    `empty`: the common search that listed nothing for any of them."""
    plans: list[Plan] = []
    listed: dict[Query, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for query in group:
        step = _search_title(query, outcomes, empty)
        if isinstance(step, Plan):
            plans.append(step)
        else:
            listed[query] = step
    waiting = merged(plans)
    if waiting.requests or not listed:
        return waiting
    articles = _fetched({pmid for ids, _ in listed.values() for pmid in ids}, outcomes, Lane.SEARCH)
    if isinstance(articles, Plan):
        return merged((*plans, articles))
    for query, (ids, came_from) in listed.items():
        settled = [articles[pmid] for pmid in ids]
        if failed := _failed(settled, *came_from):
            # A candidate that could not be fetched may be the work itself.
            plans.append(_settle([query], failed[0], *failed[1]))
            continue
        records = tuple(record for one in settled for record in _records_of(one))
        fetched = dict.fromkeys(fingerprint for one in settled for fingerprint in one.fingerprints)
        plans.append(_settle([query], Found(records=records) if records else NotFound(), *came_from, *fetched))
    return merged(plans)


def _search_title(
    query: Query, outcomes: Outcomes, empty: Request | None
) -> Plan | tuple[tuple[str, ...], tuple[str, ...]]:
    """What is still to be asked or already settled for a title, or its candidates' PMIDs and the searches they are
    from: all words of the title first; if nothing has them all, any of them by this author."""
    came_from: tuple[str, ...] = ()
    requests = [request for request in (search_request(query), second_request(query)) if request is not None]
    if empty is not None and (len(requests) > 1 or len(ways_to_find(query.value)) > 1):
        # The title's own search would be empty as well. Behind the absence of a short title, of which a misprinted word
        # hides everything, stands a search of its own, or its author's.
        came_from, requests = (empty.fingerprint,), requests[1:]
    for request in requests:
        search = _search_of(request, outcomes)
        if search is None:
            return Plan(requests=(request,))
        if isinstance(search, Unavailable):
            return _settle([query], search, request.fingerprint)
        came_from = (*came_from, request.fingerprint)
        if search.ids:
            return search.ids, came_from
        if search.count:
            return _settle([query], malformed("a count without identifiers"), request.fingerprint)
    return _settle([query], NotFound(), *came_from)

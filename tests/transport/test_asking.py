"""Asking many queries: nothing is asked twice, nothing is lost, and an outage is kept nowhere."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest

from state.exchange import Body, Request
from state.ledger import AnswerBook
from state.lookup import Found, Kept, NotFound, Query, QueryKind, RegistryName, Unavailable, UnavailableReason
from tasks.fetch.asking import Asker
from tasks.registries import REGISTRIES, registry_named
from tests.registries.services import NOW, WORKS, Services, Work, ask, body, questions

LATER = datetime(2026, 3, 2, tzinfo=UTC)
DOWN = Unavailable(reason=UnavailableReason.TIMEOUT, detail="no answer")


class KilledError(Exception):
    """The process dies here."""


class Book(AnswerBook):
    """A book in memory. It can die before or after a commit, as a process does."""

    def __init__(self, die_at: int | None = None, *, after: bool = True) -> None:
        self.answers: dict[Query, Kept] = {}
        self.stored: dict[str, Body] = {}
        self.requests: dict[str, Request] = {}
        self.commits = 0
        self.die_at = die_at
        self.after = after

    def kept(self, queries: Iterable[Query]) -> dict[Query, Kept]:
        return {query: self.answers[query] for query in queries if query in self.answers}

    def bodies(self, fingerprints: Iterable[str]) -> dict[str, Body]:
        return {key: self.stored[key] for key in fingerprints if key in self.stored}

    def keep(self, exchanges: Sequence[tuple[Request, Body]], settled: Sequence[Kept]) -> None:
        self.commits += 1
        dead = self.die_at is not None and self.commits > self.die_at
        if dead or (self.commits == self.die_at and not self.after):
            raise KilledError  # the dead commit nothing
        for request, received in exchanges:
            assert request.fingerprint == received.fingerprint
            self.stored[received.fingerprint] = received
            self.requests[received.fingerprint] = request
        for kept in settled:
            assert not isinstance(kept.lookup, Unavailable)
            assert all(fingerprint in self.stored for fingerprint in kept.bodies)
            self.answers[kept.query] = kept
        if self.commits == self.die_at:
            raise KilledError


class Door:
    """The small services behind a door: slow in a scrambled order, and able to fail."""

    def __init__(self, failing: Iterable[str] = (), works: tuple[Work, ...] = WORKS) -> None:
        self.services = Services(works)
        self.failing = tuple(failing)
        self.sent: list[Request] = []

    async def exchange(self, request: Request) -> Body | Unavailable:
        self.sent.append(request)
        for _ in range(len(self.sent) * 7 % 5):
            await asyncio.sleep(0)
        text = request.model_dump_json()
        if any(part in text for part in self.failing):
            return DOWN
        return self.services.answer(request)


def asker(book: Book, door: Door, max_age_days: float | None = None) -> Asker:
    return Asker(book, door.exchange, lambda: LATER, max_age_days=max_age_days)


EVERYTHING = [
    query for registry in REGISTRIES for kind in sorted(registry.kinds) for query in questions(registry.name, kind)
]
HELD = {
    query: held
    for registry in REGISTRIES
    for kind in sorted(registry.kinds)
    for query, held in questions(registry.name, kind).items()
}


def names(request: Request) -> str:
    """Everything a request says, for finding a query's value in it."""
    return json.dumps([request.path, request.params, request.body])


def is_confirmation(request: Request) -> bool:
    """Whether a list of agencies is asked for another registry's sake: of what its own list left out alone."""
    listed = [quote(work.doi, safe="/") for work in WORKS if work.in_batches]
    return "," in request.path and not any(doi in request.path for doi in listed)


def mentions(request: Request, query: Query) -> bool:
    """Whether a request asks for this query by its identifier."""
    if request.registry is not query.registry or query.kind is QueryKind.TITLE:
        return False
    if query.kind is QueryKind.HANDLE and not request.path.startswith("/api/handles/"):
        return False
    if query.kind is QueryKind.AGENCY and (not request.path.startswith("/ra/") or is_confirmation(request)):
        return False
    if query.kind is QueryKind.PAGE:
        # Its address is in no request as it stands: it is asked for by its first request, whole.
        return request in registry_named(query.registry).plan([query], {}).requests
    text = names(request)
    forms = {query.value, quote(query.value, safe="/"), quote(query.value, safe="")}
    ends = ('"', "\\", "|", ",10.", ",doi:", ",3", ",0", ",1", ",m", ")", " OR ")
    return any(form + end in text for form in forms for end in ends)


async def test_every_query_is_answered_and_kept() -> None:
    book, door = Book(), Door()
    answers = await asker(book, door)(EVERYTHING)
    assert set(answers) == set(EVERYTHING)
    for query, held in HELD.items():
        assert isinstance(answers[query].lookup, Found if held else NotFound), query
    assert book.answers == answers


async def test_an_answer_names_its_bodies_and_its_time() -> None:
    book, door = Book(), Door()
    query = ask(RegistryName.CROSSREF, QueryKind.DOI, "10.5555/absent")
    kept = (await asker(book, door)([query, ask(RegistryName.CROSSREF, QueryKind.DOI, "10.5555/tide.1")]))[query]
    assert [book.requests[fingerprint].path for fingerprint in kept.bodies] == ["/works", "/works/10.5555%2Fabsent"]
    assert kept.body_sha256 == book.stored[kept.bodies[-1]].sha256
    assert kept.asked_at == NOW


async def test_kept_answers_cost_no_request() -> None:
    book = Book()
    first = await asker(book, Door())(EVERYTHING)
    door = Door()
    assert await asker(book, door)(EVERYTHING) == first
    assert not door.sent


async def test_the_result_does_not_depend_on_the_order_of_asking() -> None:
    assert await asker(Book(), Door())(EVERYTHING) == await asker(Book(), Door())(EVERYTHING[::-1] + EVERYTHING[:5])


WORKS_ASKED = [query for query in EVERYTHING if query.kind is not QueryKind.PAGE]
COPIES_ASKED = [query for query in EVERYTHING if query.registry is RegistryName.WAYBACK]
"""Of the pages' services only this one asks twice for an answer."""
PUBMED_BY_ID = [q for q in WORKS_ASKED if q.registry is not RegistryName.PUBMED or q.kind is QueryKind.PMID]
PUBMED_OTHERWISE = [
    *(q for q in WORKS_ASKED if q.registry is not RegistryName.PUBMED or q.kind is not QueryKind.PMID),
    *COPIES_ASKED,
]
"""Apart, since a search by DOI or title fetches articles by PMID as well."""


async def commits(queries: Sequence[Query]) -> int:
    book = Book()
    await asker(book, Door())(queries)
    return book.commits


@pytest.mark.parametrize("after", [True, False])
@pytest.mark.parametrize("queries", [PUBMED_BY_ID, PUBMED_OTHERWISE], ids=["by PMID", "otherwise"])
async def test_a_kill_at_any_commit_costs_only_what_was_in_flight(queries: list[Query], after: bool) -> None:
    """For every commit k: die there, go on with a new process. Nothing answered is in a later request, no kept
    request is sent again, and the answers are those of a run that nobody killed."""
    whole = await asker(Book(), Door())(queries)
    # What is kept when one dies before a commit is what was kept after the one before it: of those a share.
    for die_at in range(1, await commits(queries) + 1, 1 if after else 4):
        book = Book(die_at, after=after)
        with pytest.raises(KilledError):
            await asker(book, Door())(queries)
        book.die_at = None
        answered, stored = set(book.answers), set(book.stored)
        door = Door()
        assert await asker(book, door)(queries) == whole
        assert not stored & {request.fingerprint for request in door.sent}
        for query in answered:
            assert not any(mentions(request, query) for request in door.sent), (die_at, query)


def test_what_a_request_asks_for_is_seen() -> None:
    """The tests above would hold of nothing if `mentions` saw nothing."""
    for registry in REGISTRIES:
        for kind in sorted(registry.kinds - {QueryKind.TITLE}):
            for query in questions(registry.name, kind):
                if registry.name is RegistryName.OPENALEX and "," in query.value:
                    continue  # its list names only the head of such a DOI
                assert any(mentions(request, query) for request in registry.plan([query], {}).requests), query


async def test_a_kill_between_search_and_fetch_does_not_search_again() -> None:
    query = ask(RegistryName.PUBMED, QueryKind.DOI, "10.5555/tide.1")
    book = Book(1)
    with pytest.raises(KilledError):
        await asker(book, Door())([query])
    assert not book.answers
    book.die_at = None
    door = Door()
    await asker(book, door)([query])
    assert [request.path for request in door.sent] == ["/entrez/eutils/efetch.fcgi"]


async def test_a_kill_between_a_batch_and_its_single_look_ups_does_not_ask_the_batch_again() -> None:
    queries = list(questions(RegistryName.CROSSREF, QueryKind.DOI))
    book = Book()
    door = Door(failing=["/works/10"])
    answers = await asker(book, door)(queries)
    left = {query for query, kept in answers.items() if isinstance(kept.lookup, Unavailable)}
    assert 0 < len(left) < len(queries)
    again = Door()
    await asker(book, again)(queries)
    assert all(request.path != "/works" for request in again.sent)
    assert len(again.sent) == len(left)


async def test_what_was_asked_in_other_company_is_not_asked_again() -> None:
    """Answers that kept bodies do not explain: the open query goes on by itself."""
    queries = list(questions(RegistryName.PUBMED, QueryKind.PMID))
    book = Book()
    await asker(book, Door())(queries[:3])
    door = Door()
    await asker(book, door)(queries)
    for query in queries[:3]:
        assert not any(mentions(request, query) for request in door.sent)


async def test_an_outage_is_kept_nowhere_and_asked_again() -> None:
    book = Book()
    queries = list(questions(RegistryName.OPENALEX, QueryKind.DOI))
    answers = await asker(book, Door(failing=["openalex"]))(queries)
    assert all(kept.lookup == DOWN and kept.asked_at == LATER for kept in answers.values())
    assert (book.answers, book.stored) == ({}, {})
    again = await asker(book, Door())(queries)
    assert not any(isinstance(kept.lookup, Unavailable) for kept in again.values())


async def test_a_body_that_cannot_be_read_is_not_kept() -> None:
    book = Book()
    query = ask(RegistryName.CROSSREF, QueryKind.DOI, "10.5555/tide.1")

    async def page(request: Request) -> Body:
        return body(request, 404, "<html>gateway</html>")

    answers = await Asker(book, page, lambda: LATER)([query])
    assert isinstance(answers[query].lookup, Unavailable)
    assert (book.answers, book.stored) == ({}, {})


async def test_a_kept_body_that_cannot_be_read_is_asked_for_again() -> None:
    """As after an update that reads more strictly."""
    query = ask(RegistryName.CROSSREF, QueryKind.DOI, "10.5555/tide.1")
    book, door = Book(), Door()
    await asker(book, door)([query])
    (request,) = door.sent
    book.answers.clear()
    book.stored[request.fingerprint] = body(request, 200, "<html>gateway</html>")
    again = Door()
    answers = await asker(book, again)([query])
    assert isinstance(answers[query].lookup, Found)
    assert again.sent == [request]


async def test_one_unreadable_entry_of_a_kept_batch_is_asked_for_by_itself() -> None:
    queries = [ask(RegistryName.SEMANTIC_SCHOLAR, QueryKind.DOI, work.doi) for work in WORKS[:2]]
    book = Book()

    async def half(request: Request) -> Body:
        good = Services().answer(request)
        return body(request, 200, json.dumps([json.loads(good.content)[0], {"broken": True}]))

    first = await Asker(book, half, lambda: LATER)(queries)
    assert [type(first[query].lookup) for query in queries] == [Found, Unavailable]
    door = Door()
    second = await asker(book, door)(queries)
    assert all(isinstance(kept.lookup, Found) for kept in second.values())
    assert not any(mentions(request, queries[0]) for request in door.sent)
    assert len(door.sent) == 1


async def test_kept_bodies_that_are_too_old_are_not_used_again() -> None:
    query = ask(RegistryName.CROSSREF, QueryKind.DOI, "10.5555/tide.1")
    book = Book()
    await asker(book, Door())([query])
    book.answers.clear()
    young, old = Door(), Door()
    await asker(book, young, max_age_days=2)([query])
    book.answers.clear()
    await Asker(book, old.exchange, lambda: NOW + timedelta(days=3), max_age_days=2)([query])
    assert (len(young.sent), len(old.sent)) == (0, 1)


async def test_callers_at_the_same_time_share_requests() -> None:
    book, door = Book(), Door()
    both = asker(book, door)
    queries = list(questions(RegistryName.CROSSREF, QueryKind.DOI))
    first, second = await asyncio.gather(both(queries), both(queries[::-1]))
    alone = Door()
    assert first == second == await asker(Book(), alone)(queries)
    assert len(door.sent) == len(alone.sent)


async def test_overlapping_callers_ask_nothing_twice() -> None:
    book, door = Book(), Door()
    both = asker(book, door)
    queries = list(questions(RegistryName.DOI, QueryKind.HANDLE))
    first, second = await asyncio.gather(both(queries[:5]), both(queries[3:]))
    assert len(door.sent) == len(queries)
    assert {**first, **second} == await asker(Book(), Door())(queries)


async def test_a_caller_who_is_stopped_does_not_stop_the_other() -> None:
    book, door = Book(), Door()
    both = asker(book, door)
    queries = list(questions(RegistryName.CROSSREF, QueryKind.DOI))
    stopped = asyncio.create_task(both(queries))
    await asyncio.sleep(0)
    waiting = asyncio.create_task(both(queries))
    await asyncio.sleep(0)
    stopped.cancel()
    answers = await waiting
    assert stopped.cancelled() or stopped.done()
    assert set(answers) == set(queries)


async def test_registries_are_asked_at_the_same_time() -> None:
    """The first requests of every registry are out before any of them is answered."""
    opened = asyncio.Event()
    sent: set[RegistryName] = set()
    services = Services()

    async def exchange(request: Request) -> Body:
        sent.add(request.registry)
        if sent == {registry.name for registry in REGISTRIES}:
            opened.set()
        await asyncio.wait_for(opened.wait(), timeout=5)
        return services.answer(request)

    answers = await Asker(Book(), exchange, lambda: LATER)(EVERYTHING)
    assert len(answers) == len(EVERYTHING)


async def test_a_query_no_registry_answers_is_unavailable() -> None:
    query = ask(RegistryName.CROSSREF, QueryKind.PMID, "1")
    answers = await asker(Book(), Door())([query])
    assert answers[query].lookup.outcome == "unavailable"
    nobody = await Asker(Book(), Door().exchange, lambda: LATER, ())([query])
    assert nobody[query].lookup.outcome == "unavailable"


async def test_asking_nothing_costs_nothing() -> None:
    door = Door()
    assert await asker(Book(), door)([]) == {}
    assert not door.sent


async def test_two_hundred_and_fifty_pmids_take_two_batches() -> None:
    works = tuple(
        Work(f"10.5555/n{n}", f"Invented title {n}", "Marlowe", "Ada", 2020, str(20000000 + n)) for n in range(250)
    )
    door = Door(works=works)
    answers = await asker(Book(), door)([ask(RegistryName.PUBMED, QueryKind.PMID, str(work.pmid)) for work in works])
    assert all(isinstance(kept.lookup, Found) for kept in answers.values())
    assert len(door.sent) == 2

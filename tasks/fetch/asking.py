"""Asking many queries of their registries: kept answers first, and whatever is learnt is committed at once.

How a killed run goes on without asking twice
---------------------------------------------
Queries are sorted and cut into groups of the size their registry batches by, over *everything a caller asks*, whether
it is kept already or not. So the same call forms the same groups again, and the planner the same requests, whose bodies
are found under their fingerprints: a kill between a search and its fetch, or between a batch and the single look-ups
that confirm what it left out, costs the requests in flight and nothing else.

Where a group is partly answered, its kept bodies are played through the planner first. If they account for every kept
answer, the group goes on as it was, and only what is open is sent. If they do not (the answers came from a shared
database, or were asked in other company), the open queries go on by themselves: an answered query is in no request.

A body is kept together with the answers it settles, in one transaction. A body that could not be read is not kept, and
an `Unavailable` never is; a kept body that a newer parser cannot read is asked for again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import timedelta

from state.exchange import Body, Plan, Request, Settled
from state.ledger import AnswerBook, Clock, Told, is_young
from state.lookup import Kept, Query, QueryKind, RegistryName, Unavailable, UnavailableReason
from tasks.registries import REGISTRIES
from tasks.registries.batches import batch_size, ordered
from tasks.registries.contract import Registry

Exchange = Callable[[Request], Awaitable[Body | Unavailable]]


class Asker:
    """The one way step B asks. It is a `state.ledger.Ask`; several callers may ask at the same time, and a query that
    two of them ask is sent once.

    `max_age_days`: kept bodies older than this are not used again (kept answers are the book's business).
    """

    def __init__(
        self,
        book: AnswerBook,
        exchange: Exchange,
        clock: Clock,
        registries: Sequence[Registry] = REGISTRIES,
        *,
        max_age_days: float | None = None,
    ) -> None:
        self._book = book
        self._exchange = exchange
        self._clock = clock
        self._registries: dict[RegistryName, Registry] = {registry.name: registry for registry in registries}
        self._max_age = None if max_age_days is None else timedelta(days=max_age_days)
        self._in_flight: dict[Query, asyncio.Future[Kept]] = {}

    async def __call__(self, queries: Sequence[Query], told: Told | None = None) -> Mapping[Query, Kept]:
        """The answer to every query. What could not be asked is `Unavailable`, and is asked again by the next call.
        `told` hears of an answer when it is committed, though others of its group are still being asked."""
        asked = list(dict.fromkeys(queries))
        answers: dict[Query, Kept] = {}
        while len(answers) < len(asked):
            left = [query for query in asked if query not in answers]
            answers.update(self._book.kept(left))
            mine = [query for query in left if query not in answers and query not in self._in_flight]
            others = [self._in_flight[query] for query in left if query not in answers and query in self._in_flight]
            if mine:
                answers.update(await self._ask(asked, answers, mine, told))
            if others:
                # A future that was cancelled belonged to a caller who was stopped: the loop asks in its place.
                await asyncio.wait(others)
                for future in others:
                    if not future.cancelled():
                        kept = future.result()
                        answers[kept.query] = kept
        return {query: answers[query] for query in asked}

    async def _ask(
        self, asked: Sequence[Query], kept: Mapping[Query, Kept], mine: Sequence[Query], told: Told | None
    ) -> dict[Query, Kept]:
        """Ask these queries, in the groups that the whole call forms."""
        loop = asyncio.get_running_loop()
        futures = {query: loop.create_future() for query in mine}
        self._in_flight.update(futures)
        answers: dict[Query, Kept] = {}

        def known(answer: Kept) -> None:
            answers[answer.query] = answer
            if not futures[answer.query].done():
                futures[answer.query].set_result(answer)
                if told is not None:
                    told(answer)

        async def run(group: Sequence[Query]) -> None:
            for answer in await self._run_group(group, kept, futures, known):
                known(answer)

        try:
            async with asyncio.TaskGroup() as tasks:
                for group in _groups(asked):
                    if any(query in futures for query in group):
                        tasks.create_task(run(group))
        except BaseExceptionGroup as errors:
            # One group's error is what happened; the others were only stopped by it.
            raise errors.exceptions[0] from None
        finally:
            for query, future in futures.items():
                del self._in_flight[query]
                future.cancel()
        return answers

    async def _run_group(
        self, group: Sequence[Query], kept: Mapping[Query, Kept], mine: Iterable[Query], known: Told
    ) -> list[Kept]:
        own = set(mine)
        open_queries = [query for query in group if query in own]
        registry = self._registries.get(group[0].registry)
        if registry is None or group[0].kind not in registry.kinds:
            why = Unavailable(reason=UnavailableReason.NOT_CONFIGURED, detail="no registry answers this kind of query")
            return [Kept(query=query, lookup=why, asked_at=self._clock()) for query in open_queries]
        answered = [query for query in group if query in kept]
        round_ = _Round(self._book, self._exchange, self._clock, registry, self._max_age, known)
        if answered:
            together = [query for query in group if query in own or query in kept]
            if _accounts_for(round_.replayed(together), answered, own):
                return await round_.run(together, open_queries)
        return await round_.run(open_queries, open_queries)


def _groups(queries: Iterable[Query]) -> list[list[Query]]:
    """Queries of one registry and kind, in the sizes they are batched by; titles first, whose way is the longest."""
    by_kind: dict[tuple[str, str], list[Query]] = {}
    for query in ordered(queries):
        by_kind.setdefault((query.registry.value, query.kind.value), []).append(query)
    groups = []
    for _, members in sorted(by_kind.items(), key=lambda item: (item[0][1] != QueryKind.TITLE.value, item[0])):
        size = batch_size(members[0].registry, members[0].kind)
        groups += [members[start : start + size] for start in range(0, len(members), size)]
    return groups


class _Round:
    """One group of queries, asked to the end."""

    def __init__(
        self,
        book: AnswerBook,
        exchange: Exchange,
        clock: Clock,
        registry: Registry,
        max_age: timedelta | None,
        known: Told,
    ) -> None:
        self._book = book
        self._exchange = exchange
        self._clock = clock
        self._registry = registry
        self._max_age = max_age
        self._known = known
        self._outcomes: dict[str, Body | Unavailable] = {}
        self._from_book: set[str] = set()
        self._distrusted: set[str] = set()
        """Fingerprints whose kept bodies could not be read: they are asked for again."""

    def replayed(self, queries: Sequence[Query]) -> Plan:
        """The plan at the point to which what is known and kept leads, without a request."""
        while True:
            plan = self._registry.plan(queries, self._outcomes)
            if unreadable := _unreadable(plan) & self._from_book:
                self._distrusted |= unreadable
                self._from_book -= unreadable
                for fingerprint in unreadable:
                    del self._outcomes[fingerprint]
                continue
            wanted = {request.fingerprint for request in plan.requests} - self._outcomes.keys() - self._distrusted
            found = (
                {key: body for key, body in self._book.bodies(wanted).items() if self._fresh(body)} if wanted else {}
            )
            if not found:
                return plan
            self._outcomes.update(found)
            self._from_book |= found.keys()

    def _fresh(self, body: Body) -> bool:
        return is_young(self._clock() - body.received_at, self._max_age)

    async def run(self, queries: Sequence[Query], open_queries: Sequence[Query]) -> list[Kept]:
        """Plan and exchange until every open query is settled; commit as bodies arrive."""
        answers: dict[Query, Kept] = {}
        pending: dict[asyncio.Task[Body | Unavailable], Request] = {}
        arrived: list[tuple[Request, Body | Unavailable]] = []
        try:
            while True:
                plan = self.replayed(queries)
                self._commit(plan, arrived, set(open_queries), answers)
                on_the_way = {request.fingerprint for request in pending.values()}
                for request in plan.requests:
                    if request.fingerprint not in self._outcomes and request.fingerprint not in on_the_way:
                        pending[asyncio.create_task(_sent(self._exchange, request))] = request
                if not pending:
                    return self._finished(plan, open_queries, answers)
                done, _ = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
                arrived = [(pending.pop(task), task.result()) for task in done]
                self._outcomes.update((request.fingerprint, outcome) for request, outcome in arrived)
        finally:
            for task in pending:
                task.cancel()

    def _commit(
        self,
        plan: Plan,
        arrived: Sequence[tuple[Request, Body | Unavailable]],
        open_queries: set[Query],
        answers: dict[Query, Kept],
    ) -> None:
        """Keep what arrived and can be read, together with the answers that are new with it."""
        new = [
            self._kept(settled)
            for settled in plan.settled
            if settled.query in open_queries
            and settled.query not in answers
            and not isinstance(settled.lookup, Unavailable)
        ]
        unreadable = _unreadable(plan)
        bodies = [
            (request, outcome)
            for request, outcome in arrived
            if isinstance(outcome, Body) and request.fingerprint not in unreadable
        ]
        if bodies or new:
            self._book.keep(bodies, new)
            answers.update((kept.query, kept) for kept in new)
            for kept in new:
                self._known(kept)

    def _kept(self, settled: Settled) -> Kept:
        bodies = [self._outcomes.get(fingerprint) for fingerprint in settled.fingerprints]
        last = next((body for body in reversed(bodies) if isinstance(body, Body)), None)
        return Kept(
            query=settled.query,
            lookup=settled.lookup,
            asked_at=last.received_at if last is not None else self._clock(),
            bodies=settled.fingerprints,
            body_sha256=last.sha256 if last is not None else None,
        )

    def _finished(self, plan: Plan, open_queries: Sequence[Query], answers: Mapping[Query, Kept]) -> list[Kept]:
        settled = {found.query: found.lookup for found in plan.settled}
        left_open = Unavailable(reason=UnavailableReason.MALFORMED, detail="the answers settle nothing")
        now = self._clock()
        return [
            answers.get(query) or Kept(query=query, lookup=settled.get(query, left_open), asked_at=now)
            for query in open_queries
        ]


def _accounts_for(plan: Plan, answered: Iterable[Query], own: set[Query]) -> bool:
    """Whether kept bodies explain every kept answer, and stand in no open query's way by being unreadable for it."""
    stuck = any(isinstance(settled.lookup, Unavailable) and settled.query in own for settled in plan.settled)
    return not stuck and set(answered) <= {settled.query for settled in plan.settled}


async def _sent(exchange: Exchange, request: Request) -> Body | Unavailable:
    return await exchange(request)


def _unreadable(plan: Plan) -> set[str]:
    """Fingerprints of bodies in which a query's answer could not be read, and from which no other was."""
    read = {f for settled in plan.settled if not isinstance(settled.lookup, Unavailable) for f in settled.fingerprints}
    failed = {f for settled in plan.settled if isinstance(settled.lookup, Unavailable) for f in settled.fingerprints}
    return failed - read

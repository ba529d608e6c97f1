"""The circuit breaker of searches: after two refusals a service's searches stop, as outages, and nothing else does."""

import asyncio
from datetime import UTC, datetime

import pytest

from state.exchange import Body, Lane, Request
from state.lookup import RegistryName, Unavailable, UnavailableReason
from tasks.transport.breaker import SearchBreaker

LIMITED = Unavailable(reason=UnavailableReason.RATE_LIMITED, detail="the service answers 429")


def request(number: int, registry: RegistryName = RegistryName.OPENALEX, lane: Lane = Lane.SEARCH) -> Request:
    return Request(registry=registry, path=f"/{number}", lane=lane)


class Service:
    """Answers as it is told, and counts what reaches it."""

    def __init__(self, *outcomes: Unavailable | None) -> None:
        self.outcomes = list(outcomes)
        self.sent: list[str] = []
        self.on_the_way = self.most = 0

    async def exchange(self, request: Request) -> Body | Unavailable:
        self.sent.append(f"{request.registry.value}{request.path}")
        self.on_the_way += 1
        self.most = max(self.most, self.on_the_way)
        await asyncio.sleep(0)
        self.on_the_way -= 1
        why = self.outcomes.pop(0) if self.outcomes else None
        moment = datetime(2026, 11, 1, tzinfo=UTC)
        return why or Body(fingerprint=request.fingerprint, status=200, content=b"{}", received_at=moment)


def ask(service: Service, *requests: Request) -> list[Body | Unavailable]:
    async def all_of_them() -> list[Body | Unavailable]:
        door = SearchBreaker(service)
        return list(await asyncio.gather(*(door.exchange(one) for one in requests)))

    return asyncio.run(all_of_them())


@pytest.mark.parametrize("reason", [UnavailableReason.RATE_LIMITED, UnavailableReason.SERVER_ERROR])
def test_two_refusals_stop_the_searches_of_a_service_whoever_waits(reason: UnavailableReason) -> None:
    refused = LIMITED.model_copy(update={"reason": reason})
    service = Service(*[refused] * 40)
    outcomes = ask(service, *map(request, range(40)))
    assert len(service.sent) == 2
    assert all(isinstance(one, Unavailable) and one.reason is reason for one in outcomes)
    assert sum("not asked again in this run" in one.detail for one in outcomes if isinstance(one, Unavailable)) == 38


def test_look_ups_and_other_services_go_on() -> None:
    service = Service(LIMITED, LIMITED)
    ask(service, request(0), request(1))
    service = Service(LIMITED, LIMITED)
    others = [request(7, lane=Lane.SINGLE), request(8, lane=Lane.LIST), request(9, RegistryName.CROSSREF)]

    async def one_after_the_other() -> list[Body | Unavailable]:
        door = SearchBreaker(service)
        return [await door.exchange(one) for one in [request(0), request(1), request(2), *others]]

    outcomes = asyncio.run(one_after_the_other())
    assert [isinstance(one, Body) for one in outcomes] == [False, False, False, True, True, True]
    assert len(service.sent) == 5


def test_what_is_no_refusal_does_not_count() -> None:
    for reason in set(UnavailableReason) - {UnavailableReason.RATE_LIMITED, UnavailableReason.SERVER_ERROR}:
        service = Service(*[Unavailable(reason=reason)] * 6)
        ask(service, *map(request, range(6)))
        assert len(service.sent) == 6


def test_answered_searches_go_eight_at_a_time_and_doubtful_ones_two() -> None:
    healthy = Service()
    assert all(isinstance(one, Body) for one in ask(healthy, *map(request, range(60))))
    assert healthy.most == 8
    doubtful = Service(LIMITED)
    assert sum(isinstance(one, Body) for one in ask(doubtful, *map(request, range(60)))) == 59
    assert doubtful.most == 2


def test_a_caller_that_is_stopped_leaves_its_place_to_others() -> None:
    async def stopped() -> bool:
        never = asyncio.Event()

        class Silent:
            async def exchange(self, request: Request) -> Body | Unavailable:
                if request.path in ("/0", "/1"):
                    await never.wait()
                return LIMITED

        door = SearchBreaker(Silent())
        first = [asyncio.create_task(door.exchange(request(n))) for n in (0, 1)]
        await asyncio.sleep(0)
        waiting = asyncio.create_task(door.exchange(request(2)))
        for task in first:
            task.cancel()
        await asyncio.gather(*first, return_exceptions=True)
        return await waiting == LIMITED

    assert asyncio.run(stopped())

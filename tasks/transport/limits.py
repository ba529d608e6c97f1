"""How fast one service is asked: pacing by lane, requests at once, and what its headers announce.

Pacing is `AsyncLimiter(1, 1/rate)` of aiolimiter written out: that one reads the event loop's clock, and here the clock
is given, so that hours of waiting are tested in no time.
"""

import asyncio
import contextlib
import heapq
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from state.exchange import Lane
from tasks.transport.terms import Allowed

Sleep = Callable[[float], Awaitable[None]]
Monotonic = Callable[[], float]

LONGEST_WAY_OUT = 0.5
"""Seconds in which a request has left, if its host takes connections at all."""
MARGIN = 0.08
"""Requests are spaced wider than the limit by this part of it: services count arrivals, and the way is not even."""
WIDEST_MARGIN = 0.04
"""Seconds; the way's unevenness does not grow with the distance."""


class Turn:
    """A lock whose waiters go by rank, then in the order they came."""

    def __init__(self) -> None:
        self._held = False
        self._came = itertools.count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []

    @contextlib.asynccontextmanager
    async def taken(self, rank: int, came: int | None = None) -> AsyncIterator[None]:
        """Inside, nobody else is. The lowest rank goes first. `came` is a place in the order, from `ticket`."""
        if self._held:
            place = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (rank, self.ticket() if came is None else came, place))
            try:
                await place
            except asyncio.CancelledError:
                if place.done() and not place.cancelled():
                    self._pass_on()
                raise
        self._held = True
        try:
            yield
        finally:
            self._pass_on()

    def ticket(self) -> int:
        """A place in the order, for one that may step back and keep it."""
        return next(self._came)

    def is_wanted_before(self, rank: int) -> bool:
        """Whether somebody of a lower rank waits."""
        return any(other < rank and not place.done() for other, _, place in self._waiting)

    def _pass_on(self) -> None:
        while self._waiting:
            place = heapq.heappop(self._waiting)[2]
            if not place.done():
                # Still held: nobody who comes now goes before the one who is let in.
                place.set_result(None)
                return
        self._held = False


class Pace:
    """One lane's turn: one request after another, spaced by the rate."""

    def __init__(self, rate: float) -> None:
        self.turn = Turn()
        """Held by the request that waits for its moment; those behind it queue."""
        self.next_at = float("-inf")
        self._interval = interval_of(rate)
        self._on_its_way: asyncio.Event | None = None

    def sent(self, now: float) -> asyncio.Event:
        """A request goes now. The event is to be set by `written`, when it has really gone."""
        self.next_at = max(now, self.next_at) + self._interval
        self._on_its_way = asyncio.Event()
        return self._on_its_way

    def written(self, event: asyncio.Event, now: float) -> None:
        """The request has left this process, or never will. A process that was busy lets it go late: the next one keeps
        its distance from that moment, or the service would see two at once."""
        if event.is_set():
            return
        event.set()
        self.next_at = max(self.next_at, now + self._interval)

    async def settle(self) -> None:
        """Wait until the request before has gone, though not for a host that takes no connection."""
        if self._on_its_way is not None and not self._on_its_way.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._on_its_way.wait(), LONGEST_WAY_OUT)

    def announce(self, rate: float) -> None:
        """What the service says itself wins over what was published."""
        self._interval = interval_of(rate)


def interval_of(rate: float) -> float:
    """Seconds from one request to the next."""
    return 1 / rate + min(MARGIN / rate, WIDEST_MARGIN)


class Gate:
    """At most so many requests at once. The number may change while requests are under way."""

    def __init__(self, size: int) -> None:
        self._size = max(1, size)
        self._inside = 0
        self._changed = asyncio.Condition()

    async def enter(self) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: self._inside < self._size)
            self._inside += 1

    async def leave(self) -> None:
        async with self._changed:
            self._inside -= 1
            self._changed.notify_all()

    def announce(self, size: int) -> None:
        self._size = max(1, size)


class Limits:
    """One service's limits. Lanes are paced apart; the gate is shared, since services count all requests at once."""

    def __init__(self, lanes: Mapping[Lane, Allowed]) -> None:
        self._paces = {lane: Pace(allowed.rate) for lane, allowed in lanes.items()}
        self.gate = Gate(max(allowed.concurrency for allowed in lanes.values()))

    def pace(self, lane: Lane) -> Pace:
        return self._paces.get(lane) or self._paces[Lane.SINGLE]

    def announced(self, lane: Lane, headers: Mapping[str, str]) -> None:
        """Take over what Crossref announces: `x-rate-limit-limit` requests in `x-rate-limit-interval`, and
        `x-concurrency-limit` at once. Headers that cannot be read change nothing."""
        limit = _number(headers.get("x-rate-limit-limit"))
        interval = _number((headers.get("x-rate-limit-interval") or "").removesuffix("s"))
        if limit and interval:
            # A typing error in a header must neither stop the run nor let it storm the service.
            self.pace(lane).announce(min(max(limit / interval, 0.05), 50.0))
        at_once = _number(headers.get("x-concurrency-limit"))
        if at_once:
            self.gate.announce(min(int(at_once), 20))


def _number(value: str | None) -> float | None:
    """A positive number, or None."""
    try:
        number = float(value or "")
    except ValueError:
        return None
    return number if 0 < number < float("inf") else None

"""The circuit breaker of searches by title: a service that keeps failing is left alone for the rest of the run.

After two refusals (429 or 5xx, each already tried again by the transport) from one service's searches no further one is
sent there in this run: the rest is `Unavailable`, with the same reason, and never `NotFound`. Look-ups of single
identifiers go on. (The rule of the research-verification tasks; decisions 1.4.)
"""

import asyncio
from dataclasses import dataclass, field

from state.exchange import Body, Lane, Request
from state.lookup import RegistryName, Unavailable, UnavailableReason
from tasks.transport.replay import Door

TRIPS_AFTER = 2
AT_ONCE = 8
"""Searches of one service on their way at the same time (the contract's bounded concurrency)."""
AT_ONCE_IN_DOUBT = 2
"""While nothing has been answered yet, or something was refused: otherwise many would fail before two have."""
_REFUSALS = frozenset({UnavailableReason.RATE_LIMITED, UnavailableReason.SERVER_ERROR})


@dataclass
class _Circuit:
    """One service's searches during a run."""

    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    on_the_way: int = 0
    answered: int = 0
    refusals: int = 0
    open: Unavailable | None = None
    """Why nothing more is sent, or None."""

    @property
    def at_once(self) -> int:
        return AT_ONCE if self.answered and not self.refusals else AT_ONCE_IN_DOUBT

    def note(self, outcome: Body | Unavailable) -> None:
        if isinstance(outcome, Body):
            self.answered += 1
        elif outcome.reason in _REFUSALS:
            self.refusals += 1
            if self.refusals >= TRIPS_AFTER and self.open is None:
                detail = f"{outcome.detail}; not asked again in this run after {TRIPS_AFTER} refusals"
                self.open = outcome.model_copy(update={"detail": detail.removeprefix("; ")})


class SearchBreaker:
    """A door before a door. One for a run."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._circuits: dict[RegistryName, _Circuit] = {}

    async def exchange(self, request: Request) -> Body | Unavailable:
        """The inner door's answer, or why this service's searches are not sent any more."""
        if request.lane is not Lane.SEARCH:
            return await self._door.exchange(request)
        circuit = self._circuits.setdefault(request.registry, _Circuit())
        async with circuit.changed:
            await circuit.changed.wait_for(lambda: circuit.open is not None or circuit.on_the_way < circuit.at_once)
            if circuit.open is not None:
                return circuit.open
            circuit.on_the_way += 1
        try:
            outcome = await self._door.exchange(request)
            circuit.note(outcome)
            return outcome
        finally:
            circuit.on_the_way -= 1
            async with circuit.changed:
                circuit.changed.notify_all()

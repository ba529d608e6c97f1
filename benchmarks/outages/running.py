"""All references resolved with every service up, and then once for each draw of outages."""

import asyncio
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from benchmarks.outages.answering import NOON, Book, Services, address_kind, remembering
from benchmarks.outages.faults import Fault, FaultyDoor, drawn
from benchmarks.outages.references import REFERENCES
from benchmarks.outages.remembered import Remembered
from benchmarks.outages.worse import Reader, Told, is_milder, told_early, worse
from state.exchange import Lane
from state.resolution import Identity, Resolution
from state.snapshot import RunInfo
from tasks.fetch import resolve
from tasks.fetch.asking import Asker, Exchange
from tasks.registries import REGISTRIES
from tasks.transport.breaker import SearchBreaker

RUN = RunInfo(run_id="outages", created=NOON, as_of=NOON, last_step=None, judge="rules", language="en", version="0")
UNREMEMBERED = 200
"""Every so many draws one is made again without remembering anything, and must tell the same."""


@dataclass
class Violation:
    """One thing said worse in one draw."""

    draw: int
    reference: str
    what: str
    faults: tuple[Fault, ...]

    def __str__(self) -> str:
        return f"draw {self.draw}, {self.reference}: {self.what} [{'; '.join(map(str, self.faults))}]"


@dataclass
class Drawn:
    """What some draws came to."""

    draws: int = 0
    resolutions: int = 0
    requests: int = 0
    struck: int = 0
    """Requests that met a fault."""
    hurt: int = 0
    """Resolutions of which something is told otherwise than with all services up."""
    unknown: int = 0
    milder: Counter[str] = field(default_factory=Counter)
    """Times an accusation was missing, the work being called the same, by reference."""
    early: Counter[str] = field(default_factory=Counter)
    """Times a notice was told before a silent registry could say more, by reference."""
    violations: list[Violation] = field(default_factory=list)

    def __add__(self, other: "Drawn") -> "Drawn":
        return Drawn(
            self.draws + other.draws,
            self.resolutions + other.resolutions,
            self.requests + other.requests,
            self.struck + other.struck,
            self.hurt + other.hurt,
            self.unknown + other.unknown,
            self.milder + other.milder,
            self.early + other.early,
            [*self.violations, *other.violations],
        )


@dataclass
class Mode:
    """How the references are resolved: as `check` does, or as `refs` does."""

    proves_dois: bool
    breaks: bool
    """Whether searches of a service that keeps refusing are given up (`SearchBreaker`)."""


MODES = (Mode(proves_dois=False, breaks=False), Mode(proves_dois=True, breaks=True))


class Bench:
    """The world, the references, and what is told of them with all services up."""

    def __init__(self) -> None:
        self.services = Services()
        self.registries = remembering()
        self.remembered = Remembered()
        self.reader = Reader(REFERENCES, RUN)

    @cached_property
    def well(self) -> tuple[Mapping[str, Told], ...]:
        """By reference, for each mode."""
        found = []
        for mode in MODES:
            door = FaultyDoor(self.services)
            resolutions = self.resolved(door, mode)
            found.append({one.reference_id: self.reader.told(one) for one in resolutions})
            self._doors.append(door)
        return tuple(found)

    @cached_property
    def _doors(self) -> list[FaultyDoor]:
        return []

    @cached_property
    def seen(self) -> tuple[tuple[str, Lane, str], ...]:
        """Services and kinds of requests that there are when all is well."""
        assert self.well
        requests = [request for door in self._doors for request in door.seen]
        kinds = {(request.registry.value, request.lane, address_kind(request)) for request in requests}
        return tuple(sorted(kinds))

    @property
    def requests_when_well(self) -> int:
        assert self.well
        return self._doors[0].requests

    def resolved(self, door: FaultyDoor, mode: Mode, *, remember: bool = True) -> tuple[Resolution, ...]:
        exchange: Exchange = SearchBreaker(door).exchange if mode.breaks else door.exchange
        asker = Asker(Book(), exchange, lambda: NOON, self.registries if remember else REGISTRIES)

        async def run() -> tuple[Resolution, ...]:
            found = await resolve(REFERENCES, ask=asker, commit=lambda _: None, proves_dois=mode.proves_dois)
            return found.resolutions

        if not remember:
            return asyncio.run(run())
        with self.remembered.at_work():
            return asyncio.run(run())

    def draw(self, seed: int, number: int) -> Drawn:
        """One draw: the same seed and number give the same."""
        random_ = random.Random(f"{seed} {number}")
        place = number % len(MODES)
        faults = drawn(random_, self.seen)
        state = random_.getstate()
        door = FaultyDoor(self.services, faults, random_)
        resolutions = self.resolved(door, MODES[place])
        done = Drawn(draws=1, requests=door.requests, struck=door.struck)
        done = measured(self, place, resolutions, number, faults, done)
        if number % UNREMEMBERED == 0:
            random_.setstate(state)
            again = self.resolved(FaultyDoor(self.services, faults, random_), MODES[place], remember=False)
            for one, other in zip(resolutions, again, strict=True):
                if one != other:
                    what = "remembered otherwise than computed"
                    done.violations.append(Violation(number, one.reference_id, what, faults))
        return done

    def draws(self, seed: int, numbers: range) -> Drawn:
        done = Drawn()
        for number in numbers:
            done += self.draw(seed, number)
        return done


def measured(
    bench: Bench, mode: int, resolutions: Sequence[Resolution], number: int, faults: tuple[Fault, ...], done: Drawn
) -> Drawn:
    """What a draw's resolutions tell, against what is told with all services up."""
    done.resolutions = len(resolutions)
    for one in resolutions:
        told, well = bench.reader.told(one), bench.well[mode][one.reference_id]
        done.hurt += not told.says_the_same(well)
        done.unknown += one.identity is Identity.UNKNOWN
        done.milder[one.reference_id] += is_milder(well, told)
        done.early[one.reference_id] += told_early(well, told) is not None
        done.violations += [Violation(number, one.reference_id, what, faults) for what in worse(well, told)]
    return done

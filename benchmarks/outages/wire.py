"""The same references over the real transport, in virtual time: limits, waits and new tries are the transport's own."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import httpx
from pydantic import SecretStr

from benchmarks.outages.answering import KEY, Book, Services
from benchmarks.outages.faults import STATUSES, TRANSPORT, Fault, drawn
from benchmarks.outages.references import REFERENCES
from benchmarks.outages.running import MODES, Bench, Drawn, Violation, measured
from state.config import Config
from state.exchange import Lane
from state.lookup import RegistryName
from state.resolution import Resolution
from tasks.fetch import resolve
from tasks.fetch.asking import Asker
from tests.standin.exchange import Ask
from tests.transport.virtual import Network, VirtualTime, config, transport


@dataclass
class FaultyWire:
    """Answers what arrives at a service's address, or fails as the draw has it."""

    services: Services
    faults: Sequence[Fault]
    draw: random.Random
    sent: int = 0
    struck: int = 0
    _met: dict[int, int] = field(default_factory=dict)

    def __call__(self, request: httpx.Request, _number: int) -> httpx.Response | Exception:
        self.sent += 1
        name = request.url.host.removesuffix(".test").replace("-", "_")
        fault = self._strikes(name, request.url.path)
        if fault is not None:
            self.struck += 1
            if fault.kind == "timeout":
                return httpx.ReadTimeout("no answer", request=request)
            if fault.kind == "refused":
                return httpx.ConnectError("nobody there", request=request)
            if fault.kind in STATUSES:
                bad = STATUSES[fault.kind]
                return httpx.Response(bad.status, content=bad.body, headers=dict(bad.headers))
        target = request.url.raw_path.decode()
        headers = {name.lower(): value for name, value in request.headers.items()}
        reply = self.services.answered(Ask(name, request.method, target, headers, request.content))
        body = reply.body[: len(reply.body) // 2] if fault is not None else reply.body
        return httpx.Response(
            reply.status, content=body, headers={"content-type": reply.media_type, **dict(reply.headers)}
        )

    def _strikes(self, service: str, path: str) -> Fault | None:
        for place, fault in enumerate(self.faults):
            if fault.service != service or (fault.address and not path.strip("/").startswith(fault.address)):
                continue
            met = self._met[place] = self._met.get(place, 0) + 1
            in_time = met > fault.after and (fault.lasting is None or met <= fault.after + fault.lasting)
            if in_time and (fault.share >= 1 or self.draw.random() < fault.share):
                return fault
        return None


def settings() -> Config:
    """Addresses of nobody, with a key for the one service that answers nobody without, and no setting for the one that
    has none."""
    plain = config()
    keyed = plain.services[RegistryName.ADS].model_copy(update={"key": SecretStr(KEY)})
    open_ = plain.services[RegistryName.HUGGINGFACE].model_copy(update={"key_setting": None})
    services = {**plain.services, RegistryName.ADS: keyed, RegistryName.HUGGINGFACE: open_}
    return plain.model_copy(update={"services": services})


def resolved(wire: FaultyWire) -> tuple[Resolution, ...]:
    """Every reference over the transport."""

    async def run() -> tuple[Resolution, ...]:
        network = Network(VirtualTime(), wire)
        async with transport(network, settings()) as door:
            asker = Asker(Book(), door.exchange, network.time.clock)
            return (await resolve(REFERENCES, ask=asker, commit=lambda _: None)).resolutions

    return asyncio.run(run())


def draw(bench: Bench, seed: int, number: int) -> Drawn:
    """One draw on the wire, against the truth of `check`'s way of resolving."""
    random_ = random.Random(f"wire {seed} {number}")
    seen = [(service, Lane.SINGLE, address) for service, _, address in bench.seen]
    faults = tuple(replace(fault, lane=None) for fault in drawn(random_, seen, TRANSPORT))
    wire = FaultyWire(bench.services, faults, random_)
    resolutions = resolved(wire)
    assert not MODES[0].proves_dois
    return measured(bench, 0, resolutions, number, faults, Drawn(draws=1, requests=wire.sent, struck=wire.struck))


def agrees_without_faults(bench: Bench) -> list[Violation]:
    """Over the wire with every service up the same is told as in memory."""
    resolutions = resolved(FaultyWire(bench.services, (), random.Random(0)))
    told = {one.reference_id: bench.reader.told(one) for one in resolutions}
    return [
        Violation(-1, name, "told otherwise over the wire with every service up", ())
        for name, well in bench.well[0].items()
        if not told[name].says_the_same(well)
    ]

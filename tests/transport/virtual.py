"""Time that passes only when somebody waits, and a network that answers by script."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import httpx
from pydantic import SecretStr

from state.config import Config, Service
from state.exchange import Expects, Lane, Request
from state.lookup import RegistryName
from tasks.registries import terms_for
from tasks.transport import Retries, Transport

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
KEY = "secret-key-4711"


class VirtualTime:
    """Sleepers wake in order; time jumps to the next of them when nobody else can run."""

    def __init__(self) -> None:
        self.now = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0
        self._jumping: asyncio.Task[None] | None = None

    def monotonic(self) -> float:
        return self.now

    def clock(self) -> datetime:
        return START + timedelta(seconds=self.now)

    async def sleep(self, seconds: float) -> None:
        self._count += 1
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.now + max(0.0, seconds), self._count, future))
        if self._jumping is None or self._jumping.done():
            self._jumping = asyncio.create_task(self._jump())
        await future

    async def _jump(self) -> None:
        while self._sleepers:
            for _ in range(50):  # let everybody run who can
                await asyncio.sleep(0)
            if not self._sleepers:
                return
            at, _, future = heapq.heappop(self._sleepers)
            self.now = max(self.now, at)
            if not future.done():
                future.set_result(None)


Answer = Callable[[httpx.Request, int], httpx.Response | Exception | Awaitable[httpx.Response]]


class Network(httpx.AsyncBaseTransport):
    """Answers each request by script, and remembers when which was sent."""

    def __init__(self, time: VirtualTime, answer: Answer, latency: float = 0.0) -> None:
        self.time = time
        self.answer = answer
        self.latency = latency
        self.sent: list[tuple[float, httpx.Request]] = []
        self.most_at_once = 0
        self._at_once = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append((self.time.now, request))
        number = len(self.sent)
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            if self.latency:
                await self.time.sleep(self.latency)
            outcome = self.answer(request, number)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome if isinstance(outcome, httpx.Response) else await outcome
        finally:
            self._at_once -= 1

    @property
    def times(self) -> list[float]:
        return [time for time, _ in self.sent]


def config(**changes: object) -> Config:
    services = {
        name: Service(
            url=f"https://{name.value.replace('_', '-')}.test", key_setting=f"CORRIGENDA_{name.value.upper()}_API_KEY"
        )
        for name in RegistryName
    }
    return Config(services=services, email="ada@example.org").model_copy(update=changes)


def with_key(base: Config, name: RegistryName) -> Config:
    service = base.services[name].model_copy(update={"key": SecretStr(KEY)})
    return base.model_copy(update={"services": {**base.services, name: service}})


def transport(
    network: Network, settings: Config | None = None, retries: Retries | None = None, jitter: float = 1.0
) -> Transport:
    settings = settings or config()
    return Transport(
        settings,
        network.time.clock,
        version="9.9",
        terms=terms_for(settings),
        retries=retries or Retries(),
        sleep=network.time.sleep,
        monotonic=network.time.monotonic,
        jitter=lambda: jitter,
        network=network,
    )


def request(
    name: RegistryName = RegistryName.CROSSREF,
    path: str = "/works/10.5555%2Fa",
    lane: Lane = Lane.SINGLE,
    expects: Expects = Expects.JSON,
) -> Request:
    return Request(registry=name, path=path, lane=lane, expects=expects)


def good(_: httpx.Request, __: int) -> httpx.Response:
    return httpx.Response(200, json={"ok": True})

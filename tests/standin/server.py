"""All services on one loopback port, with latency, limits, faults and a log of what was asked.

with StandIn(world, faults={"crossref": Fault("rate_limited", retry_after=1, first=2)}) as server:
    subprocess.run([...], env={**os.environ, **server.environment()})
    assert server.asked("crossref", "doi") == [...]
"""

import asyncio
import json
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from types import TracebackType
from typing import Any, Self

from tests.standin.ads import Ads
from tests.standin.arxiv import Arxiv
from tests.standin.crossref import Crossref
from tests.standin.datacite import DataCite
from tests.standin.dblp import Dblp
from tests.standin.doi import DoiOrg
from tests.standin.europepmc import EuropePmc
from tests.standin.exchange import Ask, Reply, Service, json_reply
from tests.standin.faults import Fault, Faults, fault_from_json, faulty, service_name
from tests.standin.limits import Limits
from tests.standin.llm import Llm, Scripted
from tests.standin.openalex import OpenAlex
from tests.standin.openlibrary import OpenLibrary
from tests.standin.pages import Cran, GitHub, HuggingFace, PyPi, Wayback
from tests.standin.pubmed import PubMed
from tests.standin.semantic_scholar import SemanticScholar
from tests.standin.who_iris import WhoIris
from tests.standin.wire import Closed, read_request, write_reply
from tests.standin.world import World, work_from_json

PREFIXES = {
    "pubmed": "pubmed",
    "crossref": "crossref",
    "openalex": "openalex",
    "datacite": "datacite",
    "arxiv": "arxiv",
    "europepmc": "europepmc",
    "dblp": "dblp",
    "openlibrary": "openlibrary",
    "ads": "ads",
    "who_iris": "who_iris",
    "s2": "semantic_scholar",
    "doi": "doi",
    "github": "github",
    "pypi": "pypi",
    "cran": "cran",
    "huggingface": "huggingface",
    "wayback": "wayback",
    "llm": "llm",
}
"""Path prefix → service."""
SECRET = frozenset({"api_key", "mailto", "email", "tool"})


@dataclass
class Logged:
    """One request that reached a service."""

    n: int
    """From 1, in order of arrival."""
    service: str
    method: str
    path: str
    """Below the prefix, percent-decoded."""
    params: dict[str, str]
    """Without keys and addresses."""
    asked: dict[str, list[str]]
    """What was asked for: `doi`, `pmid`, `title`, `handle`, `agency`, `citation`, `author`, `prompt`, …"""
    keyed: bool
    """A key was sent along."""
    mailed: bool
    """A contact address was sent along."""
    at: float
    """Seconds since the server started."""
    status: int | None = None
    """None while it is being answered, and where the connection was closed without an answer."""
    fault: str | None = None
    """The fault's kind, or `limit` where a limit refused it."""


@dataclass
class _State:
    """What the event loop's thread and the test's thread share; changed under the lock."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    log: list[Logged] = field(default_factory=list)
    in_flight: dict[str, int] = field(default_factory=lambda: defaultdict(int))


class StandIn:
    """The stand-in server. As a context manager it serves from a thread of its own, on a free port."""

    def __init__(
        self,
        world: World,
        *,
        faults: Mapping[str, Fault | list[Fault]] | None = None,
        latency_ms: float | Mapping[str, float] = 0,
        limits: bool = False,
        busy_pool: bool = False,
        answers: Mapping[str, Any] | None = None,
        scripted: Scripted | None = None,
        port: int = 0,
    ) -> None:
        """`answers`: model answers by sha256 of the last user message; `scripted`: a function of the messages."""
        self.latency_ms = latency_ms
        self.limits = Limits(on=limits, busy_pool=busy_pool)
        self.faults = Faults(faults)
        self._llm = Llm(answers, scripted)
        self._port = port
        self._state = _State()
        self._started = time.monotonic()
        self._services: dict[str, Service] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._refusing: socket.socket | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self.replace_world(world)

    # What tests use

    @property
    def url(self) -> str:
        """`http://127.0.0.1:PORT`."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def requests(self) -> list[Logged]:
        """Everything asked so far, in order of arrival."""
        with self._state.lock:
            return list(self._state.log)

    def asked(self, service: str, kind: str) -> list[str]:
        """Every value of this kind (`doi`, `pmid`, `title`, …) asked of a service, in order, repeats included."""
        name = service_name(service)
        return [value for row in self.requests if row.service == name for value in row.asked.get(kind, [])]

    def environment(self, *, refused: tuple[str, ...] = ()) -> dict[str, str]:
        """Settings that point Corrigenda here. `refused`: services whose address refuses connections."""
        addresses = {name: f"{self.url}/{prefix}" for prefix, name in PREFIXES.items()}
        for service in refused:
            addresses[service_name(service)] = self._refusing_url()
        environment = {f"CORRIGENDA_{name.upper()}_URL": url for name, url in addresses.items() if name != "llm"}
        return {**environment, "CORRIGENDA_JUDGE_URL": addresses["llm"] + "/v1", "NO_PROXY": "127.0.0.1"}

    def set_fault(self, service: str, fault: Fault) -> None:
        """Put a fault on a service, in force from the next request on."""
        self.faults.add(service, fault)

    def clear_faults(self, service: str | None = None) -> None:
        self.faults.clear(service)

    def reset(self) -> None:
        """Forget the log, the faults, and what counts against the limits."""
        with self._state.lock:
            self._state.log.clear()
        self.faults.clear()
        self.limits.reset()

    def replace_world(self, world: World) -> None:
        """Answer from another world from now on (a notice appeared, a record was mended)."""
        services: list[Service] = [
            PubMed(world),
            Crossref(world),
            OpenAlex(world),
            DataCite(world),
            Arxiv(world),
            EuropePmc(world),
            Dblp(world),
            OpenLibrary(world),
            Ads(world),
            WhoIris(world),
            SemanticScholar(world),
            DoiOrg(world),
            GitHub(world),
            PyPi(world),
            Cran(world),
            HuggingFace(world),
            Wayback(world),
        ]
        self._services = {service.name: service for service in [*services, self._llm]}

    # Serving

    def __enter__(self) -> Self:
        ready = threading.Event()
        failure: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, args=(ready, failure), name="stand-in", daemon=True)
        self._thread.start()
        ready.wait()
        if failure:
            raise failure[0]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
        if self._thread is not None:
            self._thread.join()
        if self._refusing is not None:
            self._refusing.close()

    def _run(self, ready: threading.Event, failure: list[BaseException]) -> None:
        try:
            asyncio.run(self.serve(ready.set))
        except OSError as error:
            failure.append(error)
        finally:
            ready.set()

    async def serve(self, started: Any = lambda: None) -> None:
        """Serve until stopped; `started` is called once the port is known."""
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", self._port, limit=2**20, backlog=256)
        self._port = server.sockets[0].getsockname()[1]
        started()
        try:
            await self._stop.wait()
        finally:
            server.close()
            for task in list(self._connections):
                task.cancel()
            await asyncio.gather(*self._connections, return_exceptions=True)

    def _refusing_url(self) -> str:
        """An address that is bound and never listened on: every connection is refused."""
        if self._refusing is None:
            self._refusing = socket.socket()
            self._refusing.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{self._refusing.getsockname()[1]}"

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            while True:
                method, target, headers, body = await read_request(reader)
                reply, cut, gone = await self._handle(method, target, headers, body)
                if gone:
                    break
                await write_reply(writer, reply, head_only=method == "HEAD", cut=cut)
                if cut or headers.get("connection", "").lower() == "close":
                    break
        except (Closed, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._connections.discard(task)
            writer.close()

    async def _handle(self, method: str, target: str, headers: dict[str, str], body: bytes) -> tuple[Reply, bool, bool]:
        """The reply, whether to cut it off, and whether to close without it."""
        prefix, slash, rest = target.lstrip("/").partition("/")
        if prefix.startswith("_"):
            return self._control(method, prefix.partition("?")[0], body), False, False
        if prefix not in PREFIXES:
            return json_reply({"error": f"no such service; known: {', '.join(PREFIXES)}"}, 404), False, False
        ask = Ask(PREFIXES[prefix], method, slash + rest, headers, body)
        return await self._serve_service(ask)

    async def _serve_service(self, ask: Ask) -> tuple[Reply, bool, bool]:
        good = self._services[ask.service].answer(ask)
        row = self._log(ask, good)
        self._state.in_flight[ask.service] += 1
        try:
            now = time.monotonic() - self._started
            refusal, said = self.limits.check(ask, now, self._state.in_flight[ask.service])
            fault = self.faults.strikes(ask)
            row.fault = fault.kind if fault else "limit" if refusal else None
            await self._wait(ask.service, fault)
        finally:
            self._state.in_flight[ask.service] -= 1
        reply = refusal or good
        if fault and not (refusal and fault.kind == "slow"):
            reply = faulty(fault, good)
        row.status = None if fault and fault.kind == "gone" else reply.status
        reply = Reply(reply.body, reply.status, reply.media_type, (*reply.headers, *said))
        return reply, bool(fault and fault.kind == "cut"), bool(fault and fault.kind == "gone")

    async def _wait(self, service: str, fault: Fault | None) -> None:
        latency = self.latency_ms
        milliseconds = latency if isinstance(latency, int | float) else latency.get(service, 0)
        seconds = milliseconds / 1000 + (fault.seconds if fault else 0)
        if seconds > 0:
            await asyncio.sleep(seconds)

    def _log(self, ask: Ask, good: Reply) -> Logged:
        params = {name: value for name, value in ask.params if name not in SECRET}
        asked = {kind: list(values) for kind, values in good.asked.items() if values}
        with self._state.lock:
            at = round(time.monotonic() - self._started, 4)
            n = len(self._state.log) + 1
            row = Logged(n, ask.service, ask.method, ask.path, params, asked, bool(ask.key), bool(ask.mail), at)
            self._state.log.append(row)
        return row

    # Control over HTTP, for runs in other processes

    def _control(self, method: str, name: str, body: bytes) -> Reply:
        try:
            return self._controlled(method, name, json.loads(body or b"null"))
        except (ValueError, TypeError, KeyError) as error:
            return json_reply({"error": f"{type(error).__name__}: {error}"}, 400)

    def _controlled(self, method: str, name: str, value: Any) -> Reply:
        match method, name:
            case "GET", "_log":
                return json_reply([asdict(row) for row in self.requests])
            case "DELETE", "_log":
                with self._state.lock:
                    self._state.log.clear()
                return json_reply([])
            case "POST", "_faults":
                self.faults.add(value.pop("service"), fault_from_json(value))
            case "DELETE", "_faults":
                self.faults.clear((value or {}).get("service"))
            case "POST", "_reset":
                self.reset()
            case "POST", "_world":
                self.replace_world(World(work_from_json(row) for row in value))
            case "POST", "_settings":
                self.latency_ms = value.get("latency_ms", self.latency_ms)
                self.limits.on = bool(value.get("limits", self.limits.on))
                self.limits.busy_pool = bool(value.get("busy_pool", self.limits.busy_pool))
            case _ if name not in ("_faults", "_reset", "_world", "_settings"):
                return json_reply({"error": f"no {name}; known: _log, _faults, _reset, _world, _settings"}, 404)
        return json_reply(self.faults.to_json())

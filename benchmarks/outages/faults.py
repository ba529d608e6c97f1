"""What can go wrong with a service's answers, and a draw of it.

Two groups. What the transport sees (no answer, a status, a body that is no data) is judged as the transport judges it.
What it cannot see (a list that leaves out what the service has, an answer about another work) reaches the planners.
"""

import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.outages.answering import NOON, Services, address_kind
from state.exchange import Body, Expects, Lane, Request
from state.lookup import RegistryName, Unavailable, UnavailableReason
from tasks.transport.answers import judged
from tests.standin.exchange import Reply

PAGE = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please accept the terms.</body></html>"
SILENT = {
    "timeout": Unavailable(reason=UnavailableReason.TIMEOUT, detail="no answer within 10 s"),
    "refused": Unavailable(reason=UnavailableReason.REFUSED, detail="nobody answers"),
}
STATUSES: dict[str, Reply] = {
    "429": Reply(b'{"error":"Too Many Requests"}', 429),
    "429, wait an hour": Reply(b'{"error":"Too Many Requests"}', 429, headers=(("Retry-After", "3600"),)),
    "500": Reply(b'{"error":"Internal Server Error"}', 500),
    "503": Reply(PAGE, 503, "text/html"),
    "503, wait an hour": Reply(b"", 503, headers=(("Retry-After", "3600"),)),
    "403": Reply(b'{"error":"Forbidden"}', 403),
    "web page, 200": Reply(PAGE, 200, "text/html"),
    "web page, 404": Reply(PAGE, 404, "text/html"),
    "empty, 200": Reply(b"", 200),
    "empty object, 200": Reply(b"{}", 200),
    "error object, 200": Reply(b'{"status":"error","message":"temporarily unavailable"}', 200),
}
TRANSPORT = (*SILENT, *(name for name in STATUSES if "object" not in name), "cut")
"""Faults that can also be put on a wire."""
IN_LISTS = ("list without some, counted", "list without some, uncounted", "list with a repeated entry")
"""A list of identifiers leaves out what the service has. Only there: of a search by title that leaves a work out, and
counts without it, nobody can tell that the service has the work."""
RENAMING = (RegistryName.GITHUB, RegistryName.HUGGINGFACE)
"""They answer for what was renamed under its new name: nobody can tell such an answer from another page's."""
KINDS = (*SILENT, *STATUSES, "cut", "list without some, counted", "list without some, uncounted",
         "list with a repeated entry", "another work's answer")  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """One kind of fault on one service, or on one kind of its requests."""

    kind: str
    service: str
    lane: Lane | None = None
    """None: all lanes."""
    address: str | None = None
    """Only requests to this kind of address; None: all."""
    after: int = 0
    """So many of its requests are answered well before."""
    lasting: int | None = None
    """So many meet it; None: all from there on."""
    share: float = 1.0
    """Of those, the share that meets it."""

    def __str__(self) -> str:
        where = " ".join(filter(None, (self.service, self.lane and self.lane.value, self.address)))
        upto = "" if self.lasting is None else f" for {self.lasting}"
        return f"{self.kind} at {where} from request {self.after + 1}{upto}, {self.share:.0%}"

    def concerns(self, request: Request) -> bool:
        if request.registry.value != self.service or (self.lane and request.lane is not self.lane):
            return False
        return self.address is None or address_kind(request) == self.address


def drawn(
    draw: random.Random, seen: Sequence[tuple[str, Lane, str]], kinds: Sequence[str] = KINDS
) -> tuple[Fault, ...]:
    """A random subset of services and their kinds of requests (`seen`), with what goes wrong there."""
    services = sorted({service for service, _, _ in seen})
    faults = []
    for service in draw.sample(services, min(len(services), draw.choice((1, 1, 1, 2, 2, 3, 4, 8, len(services))))):
        _, lane, address = draw.choice([one for one in seen if one[0] == service])
        narrow = draw.random()
        faults.append(
            Fault(
                kind=draw.choice(kinds),
                service=service,
                lane=lane if narrow < 0.4 else None,
                address=address if 0.2 < narrow < 0.6 else None,
                after=draw.choice((0, 0, 0, 0, 1, 2, 3, 5, 8)),
                lasting=draw.choice((None, None, None, 1, 2, 4)),
                share=draw.choice((1.0, 1.0, 1.0, 0.5, 0.3)),
            )
        )
    return tuple(faults)


@dataclass
class FaultyDoor:
    """An `Exchange` over the services in memory, in which a draw's faults strike."""

    services: Services
    faults: Sequence[Fault] = ()
    draw: random.Random = field(default_factory=random.Random)
    requests: int = 0
    struck: int = 0
    seen: list[Request] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._met = [0] * len(self.faults)

    async def exchange(self, request: Request) -> Body | Unavailable:
        self.requests += 1
        self.seen.append(request)
        fault = self.strikes(request)
        good = self.services.reply(request)
        if fault is None:
            return outcome_of(request, good)
        bad = SILENT.get(fault.kind) or self.spoilt(fault, request, good)
        self.struck += bad is not good
        return bad if isinstance(bad, Unavailable) else outcome_of(request, bad)

    def strikes(self, request: Request) -> Fault | None:
        """The first fault that this request meets."""
        struck = None
        for place, fault in enumerate(self.faults):
            if not fault.concerns(request):
                continue
            self._met[place] += 1
            met = self._met[place] - fault.after
            in_time = met >= 1 and (fault.lasting is None or met <= fault.lasting)
            if struck is None and in_time and (fault.share >= 1 or self.draw.random() < fault.share):
                struck = fault
        return struck

    def spoilt(self, fault: Fault, request: Request, good: Reply) -> Reply:
        """What is sent in place of a good answer; that answer itself where the fault does not fit the request."""
        if fault.kind in STATUSES:
            return STATUSES[fault.kind]
        if fault.kind == "cut":
            return Reply(good.body[: len(good.body) // 2], good.status)
        if fault.kind == "another work's answer":
            return self._another(request, good)
        if request.lane is not Lane.LIST or good.status != 200 or is_title_search(request):
            return good
        return shortened(request, good, fault.kind, self.draw)

    def _another(self, request: Request, good: Reply) -> Reply:
        """A good answer to another question of the same kind."""
        if request.lane is not Lane.SINGLE or request.registry in RENAMING:
            return good
        kind = (request.registry.value, address_kind(request))
        others = [f for f in self.services.singles.get(kind, ()) if f != request.fingerprint]
        return self.services.kept_reply(self.draw.choice(sorted(others))) if others else good


def is_title_search(request: Request) -> bool:
    """Crossref's searches by title fall under its limit for lists."""
    return any(name.startswith("query") for name, _ in request.params if request.registry is RegistryName.CROSSREF)


_UNKEYED = "CORRIGENDA_API_KEY"


def outcome_of(request: Request, reply: Reply) -> Body | Unavailable:
    """An answer as it leaves the transport, after its last try."""
    wrong = judged(
        reply.status,
        {name.lower(): value for name, value in reply.headers},
        reply.body,
        expects=request.expects,
        clock=lambda: NOON,
        key_setting=_UNKEYED if request.registry is not RegistryName.HUGGINGFACE else None,
    )
    if wrong is not None:
        return wrong if isinstance(wrong, Unavailable) else wrong.why
    return Body(fingerprint=request.fingerprint, status=reply.status, content=reply.body, received_at=NOON)


def shortened(request: Request, good: Reply, kind: str, draw: random.Random) -> Reply:
    """A list without some of its entries, which counts them or does not, or with one of them in another's place."""
    change = _entries_without(kind, draw)
    if request.expects is Expects.XML:
        return Reply(_shortened_xml(good.body.decode(), change, counted=kind.endswith("uncounted")).encode(), 200)
    data = json.loads(good.body)
    return Reply(json.dumps(_shortened_json(data, change, counted=kind.endswith("uncounted"))).encode(), 200)


Change = Callable[[list[Any]], list[Any]]


def _entries_without(kind: str, draw: random.Random) -> Change:
    def change(entries: list[Any]) -> list[Any]:
        if not entries:
            return entries
        if kind == "list with a repeated entry":
            place, other = draw.randrange(len(entries)), draw.randrange(len(entries))
            return [entries[other] if n == place else entry for n, entry in enumerate(entries)]
        share = draw.choice((0.1, 0.5, 1.0))
        return [entry for entry in entries if draw.random() >= share]

    return change


_XML_ENTRY = re.compile(r"<(PubmedArticle|entry|Id)(?:\s[^>]*)?>.*?</\1>\s*", re.DOTALL)
_XML_COUNT = re.compile(r"(<(?:opensearch:totalResults|Count)[^>]*>)\d+(</)")


def _shortened_xml(text: str, change: Change, *, counted: bool) -> str:
    entries = [found.group() for found in _XML_ENTRY.finditer(text)]
    kept = change(entries)
    parts = iter(kept)
    out = _XML_ENTRY.sub(lambda _: next(parts, ""), text)
    return _XML_COUNT.sub(rf"\g<1>{len(kept)}\2", out, count=1) if counted else out


_LISTS = ("items", "results", "data", "result", "docs", "idlist", "hit")
_COUNTS = ("total-results", "count", "total", "hitCount", "numFound", "num_found", "totalPages")


def _shortened_json(data: Any, change: Change, *, counted: bool) -> Any:
    """Lists that a service's answer has under one of its own names; a bare list; books by their ISBN."""
    if isinstance(data, list):
        return change(data)
    if isinstance(data, dict) and data and all(key.startswith("ISBN:") for key in data):
        return dict(change(list(data.items())))
    length: list[int] = []

    def walk(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        out = {}
        for key, inner in value.items():
            if key in _LISTS and isinstance(inner, list) and not length:
                out[key] = change(inner)
                length.append(len(out[key]))
            else:
                out[key] = walk(inner)
        return out

    def recount(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        counts = {key: type(value[key])(length[0]) for key in _COUNTS if isinstance(value.get(key), int | str)}
        return {key: counts.get(key, recount(inner)) for key, inner in value.items()}

    walked = walk(data)
    return recount(walked) if counted and length else walked

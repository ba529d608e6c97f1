"""Faults that can be put on a service while it runs."""

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from tests.standin.exchange import Ask, Reply, json_reply, text_reply

KINDS = ("slow", "rate_limited", "unavailable", "status", "cut", "html", "gone")
SERVICES = (
    "pubmed",
    "crossref",
    "openalex",
    "datacite",
    "arxiv",
    "europepmc",
    "semantic_scholar",
    "doi",
    "github",
    "pypi",
    "cran",
    "huggingface",
    "wayback",
    "llm",
)
SHORT_NAMES = {"s2": "semantic_scholar"}


@dataclass(frozen=True)
class Fault:
    """What goes wrong with a service's requests."""

    kind: str
    """`slow` (late, but right), `rate_limited` (429), `unavailable` (503), `status` (any other), `cut` (the body stops
    half-way: Content-Length says more), `html` (a page with status 200), `gone` (closed without an answer)."""
    seconds: float = 0.0
    """Delay before the answer, for every kind."""
    retry_after: int | None = None
    """`Retry-After` header of `rate_limited`, `unavailable` and `status`."""
    status: int = 500
    """For `status`: 401, 403, 500, 504, …"""
    first: int | None = None
    """Only the first so many matching requests; None: all."""
    probability: float = 1.0
    """Which share of the matching requests, chosen by `seed` and their order."""
    seed: int = 0
    match: str = ""
    """Only requests whose path and query contain this."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"unknown fault {self.kind!r}; known: {', '.join(KINDS)}")


def fault_from_json(row: Mapping[str, Any]) -> Fault:
    """A fault from its JSON object; unknown keys are a ValueError."""
    known = {f.name for f in fields(Fault)}
    if unknown := set(row) - known:
        raise ValueError(f"unknown key in a fault: {', '.join(sorted(unknown))}; known: {', '.join(sorted(known))}")
    return Fault(**row)


def service_name(name: str) -> str:
    """The service's full name. ValueError lists the known ones."""
    full = SHORT_NAMES.get(name, name)
    if full not in SERVICES:
        raise ValueError(f"unknown service {name!r}; known: {', '.join((*SERVICES, *SHORT_NAMES))}")
    return full


class Faults:
    """The faults in force, and how many requests each has met."""

    def __init__(self, faults: Mapping[str, Fault | list[Fault]] | None = None) -> None:
        self._by_service: dict[str, list[Fault]] = defaultdict(list)
        self._met: dict[tuple[str, int], int] = defaultdict(int)
        for service, some in (faults or {}).items():
            for fault in some if isinstance(some, list) else [some]:
                self.add(service, fault)

    def add(self, service: str, fault: Fault) -> None:
        self._by_service[service_name(service)].append(fault)

    def clear(self, service: str | None = None) -> None:
        """Take the faults off one service, or off all."""
        for name in [service_name(service)] if service else SERVICES:
            self._by_service.pop(name, None)
            self._met = defaultdict(int, {key: n for key, n in self._met.items() if key[0] != name})

    def to_json(self) -> dict[str, list[dict[str, Any]]]:
        return {name: [asdict(fault) for fault in faults] for name, faults in self._by_service.items() if faults}

    def strikes(self, ask: Ask) -> Fault | None:
        """The first fault that this request meets, which is counted."""
        for place, fault in enumerate(self._by_service.get(ask.service, ())):
            if fault.match not in ask.target:
                continue
            self._met[ask.service, place] += 1
            met = self._met[ask.service, place]
            if fault.first is not None and met > fault.first:
                continue
            if fault.probability >= 1 or _chance(fault.seed, ask.service, met) < fault.probability:
                return fault
        return None


def _chance(seed: int, service: str, met: int) -> float:
    """A number below 1 that depends on nothing but its arguments."""
    return int.from_bytes(hashlib.sha256(f"{seed}|{service}|{met}".encode()).digest()[:6], "big") / 2**48


def faulty(fault: Fault, good: Reply) -> Reply:
    """What is sent in place of the good answer. `cut` and `gone` concern the connection and are done there."""
    wait = (("Retry-After", str(fault.retry_after)),) if fault.retry_after is not None else ()
    match fault.kind:
        case "rate_limited":
            return json_reply_with({"error": "Too Many Requests"}, 429, wait)
        case "unavailable":
            page = "<html><body><h1>503 Service Unavailable</h1></body></html>"
            return text_reply(page, 503, "text/html", headers=wait)
        case "status":
            return json_reply_with({"error": f"status {fault.status}"}, fault.status, wait)
        case "html":
            page = (
                "<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please accept the terms.</body></html>"
            )
            return text_reply(page, 200, "text/html")
    return good


def json_reply_with(value: dict[str, str], status: int, headers: tuple[tuple[str, str], ...]) -> Reply:
    plain = json_reply(value, status)
    return Reply(plain.body, status, plain.media_type, headers)

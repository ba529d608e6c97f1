"""The services without a wire: each request is answered once, by the stand-in's services, and the answer is kept.

What may be kept is kept, for ten thousand draws ask the same: a service's answer, what a planner makes of some
answers (planners are pure), and the parsed body.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from urllib.parse import urlencode

from benchmarks.outages.works import world
from state.exchange import Body, Plan, Request
from state.lookup import Kept, Query, QueryKind, RegistryName
from tasks.registries import REGISTRIES
from tasks.registries.contract import Outcomes, Registry
from tests.standin.ads import Ads
from tests.standin.arxiv import Arxiv
from tests.standin.crossref import Crossref
from tests.standin.datacite import DataCite
from tests.standin.dblp import Dblp
from tests.standin.doi import DoiOrg
from tests.standin.europepmc import EuropePmc
from tests.standin.exchange import Ask, Reply, Service
from tests.standin.openalex import OpenAlex
from tests.standin.openlibrary import OpenLibrary
from tests.standin.pages import Cran, GitHub, HuggingFace, PyPi, Wayback
from tests.standin.pubmed import PubMed
from tests.standin.semantic_scholar import SemanticScholar
from tests.standin.who_iris import WhoIris
from tests.standin.world import World

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
KEY = "key-of-the-benchmark"
"""NASA ADS answers nobody without one."""
_MAKERS = (
    PubMed, Crossref, OpenAlex, DataCite, Arxiv, EuropePmc, Dblp, OpenLibrary, Ads, WhoIris, SemanticScholar, DoiOrg,
    GitHub, PyPi, Cran, HuggingFace, Wayback,
)  # fmt: skip


class Services:
    """Every service of one world."""

    def __init__(self, works: World | None = None) -> None:
        held = works or world()
        made: list[Service] = [make(held) for make in _MAKERS]
        self._services = {service.name: service for service in made}
        self._replies: dict[str, Reply] = {}
        self.singles: dict[tuple[str, str], list[str]] = {}
        """Fingerprints of good answers about one work, by service and kind of address: one may stand for another."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._services)

    def reply(self, request: Request) -> Reply:
        """The service's own answer; a redirection is followed, as the transport does."""
        kept = self._replies.get(request.fingerprint)
        if kept is None:
            kept = self._answered(request)
            self._replies[request.fingerprint] = kept
            if kept.status == 200:
                self.singles.setdefault((request.registry.value, address_kind(request)), []).append(request.fingerprint)
        return kept

    def kept_reply(self, fingerprint: str) -> Reply:
        return self._replies[fingerprint]

    def answered(self, ask: Ask) -> Reply:
        """What the service asked answers to a request on the wire."""
        return self._services[ask.service].answer(ask)

    def _answered(self, request: Request) -> Reply:
        query, body = urlencode(request.params), request.body or ""
        headers = {"content-type": "application/json", "authorization": f"Bearer {KEY}"}
        target = f"{request.path}?{query}" if query else request.path
        if request.form:
            target, body = request.path, query
            headers["content-type"] = "application/x-www-form-urlencoded"
        name = request.registry.value
        reply = self.answered(Ask(name, request.method, target, headers, body.encode()))
        location = dict(reply.headers).get("Location", "")
        if reply.status in (301, 302) and (item := re.search(r"core/items/\S+", location)):
            reply = self.answered(Ask(name, "GET", f"/server/api/{item.group()}", headers, b""))
        return reply


def address_kind(request: Request) -> str:
    """The beginning of a request's path: what kind of thing is asked for there."""
    parts = request.path.strip("/").split("/")
    return "/".join(parts[:2]) if parts[0] in ("api", "entrez", "server", "graph") else parts[0]


class Remembering:
    """A registry whose plans are made once for the same questions and answers. Planners are pure: nothing is lost."""

    def __init__(self, registry: Registry, most: int = 20_000) -> None:
        self._registry = registry
        self._plans: dict[object, Plan] = {}
        self._most = most

    @property
    def name(self) -> RegistryName:
        return self._registry.name

    @property
    def kinds(self) -> frozenset[QueryKind]:
        return frozenset(self._registry.kinds)

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        known = tuple(sorted((key, _mark(outcome)) for key, outcome in outcomes.items()))
        asked = (tuple((q.kind.value, q.value, q.author) for q in queries), known)
        plan = self._plans.get(asked)
        if plan is None:
            if len(self._plans) >= self._most:
                self._plans.clear()
            plan = self._plans[asked] = self._registry.plan(queries, outcomes)
        return plan


def _mark(outcome: object) -> str:
    if isinstance(outcome, Body):
        return f"{outcome.status} {hash(outcome.content)} {len(outcome.content)}"
    return repr(outcome)


def remembering() -> tuple[Registry, ...]:
    """All registries, each remembering its plans."""
    return tuple(Remembering(registry) for registry in REGISTRIES)


class Book:
    """An answer book in memory."""

    def __init__(self) -> None:
        self._kept: dict[Query, Kept] = {}
        self._bodies: dict[str, Body] = {}

    def kept(self, queries: Iterable[Query]) -> Mapping[Query, Kept]:
        return {q: self._kept[q] for q in queries if q in self._kept}

    def bodies(self, fingerprints: Iterable[str]) -> Mapping[str, Body]:
        return {f: self._bodies[f] for f in fingerprints if f in self._bodies}

    def keep(self, exchanges: Sequence[tuple[Request, Body]], settled: Sequence[Kept]) -> None:
        self._bodies |= {body.fingerprint: body for _, body in exchanges}
        self._kept |= {kept.query: kept for kept in settled}

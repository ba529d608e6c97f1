"""What goes over the wire, without the wire: a request to a registry, and the body that came back.

Keys, mail addresses and base addresses are not here: `tasks/transport.py` adds them on the way out, so they are in no
fingerprint, store or log.
"""

import hashlib
from datetime import datetime
from enum import StrEnum

from state.lookup import Lookup, Query, RegistryName
from state.words import Word, content_hash


class Lane(StrEnum):
    """Which of a service's limits a request falls under."""

    SINGLE = "single"
    """One work by its identifier."""
    LIST = "list"
    """Many identifiers in one request."""
    SEARCH = "search"
    """A search by title."""


class Expects(StrEnum):
    """What a readable body looks like; the transport checks it before it calls a request answered."""

    JSON = "json"
    XML = "xml"


class Request(Word):
    """One HTTP request to a registry, relative to that service's base address."""

    registry: RegistryName
    method: str = "GET"
    path: str
    """Below the base address, percent-encoded, starting with `/`: `/works/10.1000%2Fxyz`."""
    params: tuple[tuple[str, str], ...] = ()
    body: str | None = None
    """JSON text (POST) or None."""
    form: bool = False
    """POST `params` as a form, for services whose query strings would grow too long."""
    lane: Lane = Lane.SINGLE
    expects: Expects = Expects.JSON

    @property
    def fingerprint(self) -> str:
        """Identity of the request without secrets, and without its lane: the key its body is kept under."""
        return content_hash("request", self.model_dump(mode="json", exclude={"lane"}))


class Body(Word):
    """An answered request: any status the planner must see (2xx, 400, 404, 410, 451), never 401, 403, 429 or 5xx."""

    fingerprint: str
    status: int
    content: bytes
    received_at: datetime

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


class Settled(Word):
    """A query whose answer is known, and the requests it was read from."""

    query: Query
    lookup: Lookup
    fingerprints: tuple[str, ...] = ()


class Plan(Word):
    """What a planner says: which requests come next, and what is already settled.

    A query in neither is waiting for the requests. When `requests` is empty every query must be settled.
    """

    requests: tuple[Request, ...] = ()
    settled: tuple[Settled, ...] = ()

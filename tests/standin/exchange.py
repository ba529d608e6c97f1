"""The stand-in's view of HTTP: what was asked, and what is answered. No sockets here: services are functions."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol
from urllib.parse import parse_qsl, unquote

JSON_TYPE = "application/json"


@dataclass(frozen=True)
class Ask:
    """One request below a service's prefix."""

    service: str
    method: str
    target: str
    """Path and query below the prefix, percent-encoded as sent: `/works/10.1%2Fx?mailto=a%40b`."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Names in lower case."""
    body: bytes = b""

    @cached_property
    def path(self) -> str:
        """The path, percent-decoded: a DOI in it may be written with `/` or `%2F`."""
        return unquote(self.target.partition("?")[0])

    @cached_property
    def params(self) -> tuple[tuple[str, str], ...]:
        """Query and form parameters, in order."""
        pairs = parse_qsl(self.target.partition("?")[2], keep_blank_values=True)
        if "x-www-form-urlencoded" in self.headers.get("content-type", ""):
            pairs += parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True)
        return tuple(pairs)

    def get(self, *names: str) -> str | None:
        """The first parameter of one of these names."""
        return next((value for name, value in self.params if name in names), None)

    def number(self, name: str, default: int) -> int | None:
        """A parameter as a number; None where it is given and is none."""
        value = self.get(name)
        if value is None:
            return default
        return int(value) if value.isascii() and value.isdigit() else None

    def json(self) -> Any:
        """The body as JSON; None where it is not."""
        try:
            return json.loads(self.body or b"null")
        except ValueError:
            return None

    @property
    def key(self) -> str | None:
        """The key sent along, whichever way the service wants it."""
        bearer = self.headers.get("authorization", "").removeprefix("Bearer ").strip()
        return self.get("api_key") or self.headers.get("x-api-key") or bearer or None

    @property
    def mail(self) -> str | None:
        """The contact sent along: `mailto`, `email`, or `mailto:` in the User-Agent (Crossref's polite pool)."""
        agent = self.headers.get("user-agent", "")
        told = agent.partition("mailto:")[2].split(")")[0].split(";")[0].strip() or None
        return self.get("mailto", "email") or told


@dataclass(frozen=True)
class Reply:
    """One answer, and what the request asked for in terms of the world (for the log)."""

    body: bytes
    status: int = 200
    media_type: str = JSON_TYPE
    headers: tuple[tuple[str, str], ...] = ()
    asked: Mapping[str, list[str]] = field(default_factory=dict)
    """`{"doi": […]}`, `{"pmid": […]}`, `{"title": […]}`, … as sent."""


class Service(Protocol):
    """One imitated service."""

    name: str

    def answer(self, ask: Ask) -> Reply:
        """The service's answer, without limits and faults. The same world and request give the same bytes."""
        ...


def json_reply(value: Any, status: int = 200, asked: Mapping[str, list[str]] | None = None) -> Reply:
    """A JSON answer in one stable form."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return Reply(body, status, JSON_TYPE, asked=asked or {})


def text_reply(text: str, status: int, media_type: str = "text/plain", **more: Any) -> Reply:
    return Reply(text.encode(), status, media_type, **more)


def integer(value: str | None, default: int) -> int:
    """A paging parameter that a service reads leniently."""
    return int(value) if value and value.isascii() and value.isdigit() else default

"""GitHub: is a repository there?

Source: docs.github.com, REST API (`/repos/{owner}/{repo}`, version 2022-11-28) and its rate limits: 60 requests an hour
without a token. A renamed repository answers 301 to an address of the same host, and is there. A private one answers
404, as one that never was. 451 is a repository that was blocked by law.
"""

import re
from collections.abc import Mapping, Sequence

from state.exchange import Body, Lane, Plan, Request
from state.lookup import Author, Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.language.addresses import host_of, path_of
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.pages import encoded, fields_of, plan_pages
from tasks.registries.reading import Json, malformed, mapping, text, year

_OWNER = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,38}")
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")
_NOT_OWNERS = frozenset(
    {
        "about", "account", "apps", "collections", "customer-stories", "enterprise", "events", "explore", "features",
        "issues", "login", "marketplace", "new", "notifications", "orgs", "pricing", "pulls", "readme", "resources",
        "search", "security", "settings", "signup", "site", "solutions", "sponsors", "stars", "team", "topics",
        "trending", "users",
    }
)  # fmt: skip
"""First parts of addresses of the site's own."""
_OWN_PAGES = frozenset({(), ("releases",), ("tags",), ("tree", "main"), ("tree", "master")})
"""What may follow the name in an address of the repository itself. Of a file in it GitHub's word says nothing."""


class GitHub:
    name = RegistryName.GITHUB
    kinds = frozenset({QueryKind.PAGE})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = None

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """Sixty an hour is a budget, not a pace: it may be spent at once, one request after another, and when it is
        GitHub says so (403, `x-ratelimit-remaining: 0`)."""
        return {Lane.SINGLE: Limit(rate=2, concurrency=1)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        return plan_pages(queries, outcomes, lambda url: repository_of(url) is not None, _request, _read)


def repository_of(address: str) -> tuple[str, str] | None:
    """Owner and name of the repository whose own page this is; None for any other address."""
    if host_of(address) != "github.com":
        return None
    match path_of(address):
        case [owner, name, *rest] if tuple(rest) in _OWN_PAGES and owner.lower() not in _NOT_OWNERS:
            name = name.removesuffix(".git")
            if _OWNER.fullmatch(owner) and _NAME.fullmatch(name) and name.strip("."):
                return owner, name
    return None


def _request(query: Query) -> Request:
    return Request(registry=RegistryName.GITHUB, path="/repos" + encoded(*(repository_of(query.value) or ())))


def _read(body: Body, _query: Query) -> Lookup:
    fields = fields_of(body)
    if isinstance(fields, Unavailable):
        return fields
    said = text(fields.get("message"))
    if (body.status, said) in ((404, "Not Found"), (451, "Repository access blocked")):
        return NotFound()
    record = record_of(fields)
    return (
        Found(records=(record,)) if body.status == 200 and record else malformed(f"status {body.status}, no repository")
    )


def record_of(fields: Mapping[str, Json]) -> Record | None:
    """The record of a repository, under its present name; None where it has none."""
    name = text(fields.get("full_name"))
    owner = text(mapping(fields.get("owner")).get("login"))
    if name is None or "/" not in name or owner is None:
        return None
    description = text(fields.get("description"))
    years = {known for known in (year(fields.get("created_at")), year(fields.get("pushed_at"))) if known}
    return Record(
        registry=RegistryName.GITHUB,
        id=name,
        title=f"{name.partition('/')[2]}: {description}" if description else name.partition("/")[2],
        authors=(Author(family=owner),),
        year=year(fields.get("created_at")),
        years=tuple(sorted(years)),
        types=("software",),
        url=text(fields.get("html_url")) or f"https://github.com/{name}",
    )

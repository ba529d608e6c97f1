"""Hugging Face: is a model, a dataset or a space there?

Source: huggingface.co/docs/hub (API endpoints, rate limits: 500 requests in five minutes without a token). To who has
no token it answers 401 for what is not there and for what is private alike: then it could not be asked, and only a 404
in its own words says that it has no such repository. A renamed one is a redirect on the same host, and is there.
"""

import re
from collections.abc import Mapping, Sequence

from state.exchange import Body, Lane, Plan, Request
from state.lookup import Author, Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.language.addresses import host_of, path_of
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.pages import encoded, fields_of, plan_pages
from tasks.registries.reading import Json, bare_doi, items, malformed, mapping, text, year

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,95})")
_NOT_OWNERS = frozenset(
    {
        "api", "blog", "chat", "collections", "datasets", "docs", "enterprise", "inference", "join", "learn", "login",
        "models", "organizations", "papers", "posts", "pricing", "search", "settings", "spaces", "tasks",
    }
)  # fmt: skip
"""First parts of addresses of the site's own."""
_TREE = (("tree", "main"), ())
_ABSENT = frozenset({"Repository not found", "Sorry, we can't find the page you are looking for."})


class HuggingFace:
    name = RegistryName.HUGGINGFACE
    kinds = frozenset({QueryKind.PAGE})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = None

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """500 in five minutes."""
        return {Lane.SINGLE: Limit(rate=500 / 300, concurrency=2)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        return plan_pages(queries, outcomes, lambda url: repository_of(url) is not None, _request, _read)


def repository_of(address: str) -> tuple[str, str] | None:
    """Kind (`models`, `datasets`, `spaces`) and id of the repository whose page this is; None for any other address: a
    name alone may be a model of the early days, a user or an organization."""
    if host_of(address) not in ("huggingface.co", "hf.co"):
        return None
    parts, kind = path_of(address), "models"
    if parts[:1] in (("datasets",), ("spaces",)):
        kind, parts = parts[0], parts[1:]
    named = 1 if kind == "datasets" and (len(parts) == 1 or parts[1:2] == ("tree",)) else 2
    name, rest = parts[:named], parts[named:]
    if len(name) < named or rest not in _TREE or not all(_NAME.fullmatch(part) for part in name):
        return None
    if kind == "models" and name[0].lower() in _NOT_OWNERS:
        return None
    return kind, "/".join(name)


def _request(query: Query) -> Request:
    kind, identifier = repository_of(query.value) or ("models", "")
    path = "/api" + encoded(kind, *identifier.split("/"))
    return Request(registry=RegistryName.HUGGINGFACE, path=path)


def _read(body: Body, query: Query) -> Lookup:
    fields = fields_of(body)
    if isinstance(fields, Unavailable):
        return fields
    if body.status == 404 and text(fields.get("error")) in _ABSENT:
        return NotFound()
    kind, _ = repository_of(query.value) or ("models", "")
    record = record_of(fields, kind) if body.status == 200 else None
    return Found(records=(record,)) if record else malformed(f"status {body.status} and no repository")


def record_of(fields: Mapping[str, Json], kind: str) -> Record | None:
    """The record of a repository, under its present name; None where it has none."""
    name = text(fields.get("id")) or text(fields.get("modelId"))
    if name is None or not all(_NAME.fullmatch(part) for part in name.split("/")):
        return None
    pretty, author = text(mapping(fields.get("cardData")).get("pretty_name")), text(fields.get("author"))
    tags = [tag for tag in map(text, items(fields.get("tags"))) if tag]
    dates = (fields.get("createdAt"), fields.get("lastModified"))
    return Record(
        registry=RegistryName.HUGGINGFACE,
        id=name,
        title=f"{name}: {pretty}" if pretty else name,
        authors=(Author(family=author),) if author else (),
        year=next((known for known in map(year, dates) if known), None),
        years=tuple(sorted({known for known in map(year, dates) if known})),
        doi=next((doi for tag in tags if tag.startswith("doi:") and (doi := bare_doi(tag))), None),
        types=({"models": "model", "datasets": "dataset", "spaces": "software"}[kind],),
        url=f"https://huggingface.co/{'' if kind == 'models' else kind + '/'}{name}",
    )

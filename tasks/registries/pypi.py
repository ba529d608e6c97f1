"""PyPI: is a project, or one release of it, there?

Source: docs.pypi.org, JSON API (`/pypi/{project}/json`, `/pypi/{project}/{version}/json`; 404 with `Not Found`). No
limit is published. Names are compared as PEP 503 has them: without case, with `-`, `_` and `.` alike.
"""

import re
from collections.abc import Mapping, Sequence

from state.exchange import Body, Lane, Plan, Request
from state.lookup import Author, Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.language.addresses import host_of, path_of
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.pages import encoded, fields_of, plan_pages
from tasks.registries.reading import Json, items, malformed, mapping, text, year

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9.!+_-]{0,60}")


class PyPi:
    name = RegistryName.PYPI
    kinds = frozenset({QueryKind.PAGE})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = None

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """Nothing is published; five a second is polite."""
        return {Lane.SINGLE: Limit(rate=5, concurrency=2)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        return plan_pages(queries, outcomes, lambda url: project_of(url) is not None, _request, _read)


def project_of(address: str) -> tuple[str, ...] | None:
    """Name, and version where one is named, of the project whose page this is; None for any other address."""
    if host_of(address) not in ("pypi.org", "pypi.python.org"):
        return None
    match path_of(address):
        case ["project" | "pypi", name] if _NAME.fullmatch(name):
            return (name,)
        case ["project" | "pypi", name, version] if _NAME.fullmatch(name) and _VERSION.fullmatch(version):
            return (name,) if version == "json" else (name, version)
    return None


def _request(query: Query) -> Request:
    path = "/pypi" + encoded(*(project_of(query.value) or ())) + "/json"
    return Request(registry=RegistryName.PYPI, path=path)


def _read(body: Body, query: Query) -> Lookup:
    fields = fields_of(body)
    if isinstance(fields, Unavailable):
        return fields
    if body.status == 404 and text(fields.get("message")) == "Not Found":
        return NotFound()
    record = record_of(fields) if body.status == 200 else None
    if record is None:
        return malformed(f"status {body.status} and no project")
    asked = (project_of(query.value) or ("",))[0]
    return Found(records=(record,)) if _same(record.id, asked) else malformed("another project")


def _same(a: str, b: str) -> bool:
    return re.sub(r"[-_.]+", "-", a).lower() == re.sub(r"[-_.]+", "-", b).lower()


def record_of(fields: Mapping[str, Json]) -> Record | None:
    """The record of a project; None where it has no name."""
    info = mapping(fields.get("info"))
    name = text(info.get("name"))
    if name is None:
        return None
    summary, author = text(info.get("summary")), text(info.get("author"))
    files = [
        *items(fields.get("urls")),
        *(f for known in mapping(fields.get("releases")).values() for f in items(known)),
    ]
    years = sorted({known for file in files if (known := year(mapping(file).get("upload_time")))})
    return Record(
        registry=RegistryName.PYPI,
        id=name,
        title=f"{name}: {summary}" if summary else name,
        authors=tuple(Author(family=one.strip()) for one in (author or "").split(",") if one.strip()),
        year=years[0] if years else None,
        years=tuple(years),
        types=("software",),
        url=text(info.get("package_url")) or f"https://pypi.org/project/{name}/",
    )

"""CRAN, through the CRAN database: is a package there?

Source: r-hub/crandb (`/{package}` is its latest version; a name it does not have is 404 with `not_found`). It is not
CRAN's own and follows it within hours. A package that CRAN has archived is there: its page stands, and its files do.
"""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from state.exchange import Body, Lane, Plan, Request
from state.lookup import Author, Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.language.addresses import host_of, path_of
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.pages import encoded, fields_of, plan_pages
from tasks.registries.reading import Json, malformed, text, year

_HOSTS = frozenset({"cran.r-project.org", "cran.rstudio.com", "cloud.r-project.org"})
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9.]{0,98}[A-Za-z0-9]")


class Cran:
    name = RegistryName.CRAN
    kinds = frozenset({QueryKind.PAGE})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = None

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """Nothing is published, and it is a small service; two a second is polite."""
        return {Lane.SINGLE: Limit(rate=2, concurrency=1)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        return plan_pages(queries, outcomes, lambda url: package_of(url) is not None, _request, _read)


def package_of(address: str) -> str | None:
    """The package whose page this is: `…/package=name` or `…/web/packages/name`; None for any other address."""
    if host_of(address) not in _HOSTS:
        return None
    match path_of(address):
        case [said] if said.startswith("package=") and not urlsplit(address).query:
            name = said.removeprefix("package=")
        case ["web", "packages", said] | ["web", "packages", said, "index.html"]:
            name = said
        case _:
            return None
    return name if _NAME.fullmatch(name) else None


def _request(query: Query) -> Request:
    return Request(registry=RegistryName.CRAN, path=encoded(package_of(query.value) or ""))


def _read(body: Body, query: Query) -> Lookup:
    fields = fields_of(body)
    if isinstance(fields, Unavailable):
        return fields
    if body.status == 404 and text(fields.get("error")) == "not_found":
        return NotFound()
    record = record_of(fields) if body.status == 200 else None
    if record is None:
        return malformed(f"status {body.status} and no package")
    asked = package_of(query.value) or ""
    return Found(records=(record,)) if record.id.lower() == asked.lower() else malformed("another package")


def record_of(fields: Mapping[str, Json]) -> Record | None:
    """The record of a package's latest version; None where it has no name."""
    name = text(fields.get("Package"))
    if name is None:
        return None
    title, published = text(fields.get("Title")), year(fields.get("Date/Publication")) or year(fields.get("date"))
    return Record(
        registry=RegistryName.CRAN,
        id=name,
        title=f"{name}: {title}" if title else name,
        authors=_authors(text(fields.get("Author"))),
        year=published,
        years=(published,) if published else (),
        types=("software",),
        url=f"https://cran.r-project.org/package={name}",
    )


def _authors(said: str | None) -> tuple[Author, ...]:
    """`Ada Marlowe [aut, cre] (home), Ben Okafor [ctb]`, without roles and notes."""
    bare = re.sub(r"\[[^\]]*\]|\([^)]*\)|<[^>]*>", "", said or "")
    return tuple(Author(family=" ".join(one.split())) for one in re.split(r",|\band\b", bare) if one.strip())

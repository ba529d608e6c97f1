"""The services of pages: GitHub, PyPI, CRAN's database, Hugging Face and the Wayback Machine.

A page is a work of the world with a `url`. Its service has it where it is `held_by` it; the Wayback Machine has a copy
where the work has the time of one (`copied`).
"""

import re
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.standin.exchange import Ask, Reply, json_reply
from tests.standin.world import Work, World

ADDRESSES = {
    "github": re.compile(r"https?://(?:www\.)?github\.com/([^/]+/[^/#?]+?)(?:\.git)?(?:[/#?].*)?", re.IGNORECASE),
    "pypi": re.compile(r"https?://pypi\.org/project/([^/#?]+)(?:[/#?].*)?", re.IGNORECASE),
    "cran": re.compile(
        r"https?://cran\.r-project\.org/(?:package=|web/packages/)([A-Za-z0-9.]+)(?:[/#?].*)?", re.IGNORECASE
    ),
    "huggingface": re.compile(
        r"https?://huggingface\.co/((?:datasets/|spaces/)?[^/#?]+(?:/[^/#?]+)?)(?:[/#?].*)?", re.IGNORECASE
    ),
}
"""What a service calls a page, by its address."""


def name_at(service: str, url: str | None) -> str | None:
    """The name that this service has for the page at an address; None where it is not the service's."""
    found = ADDRESSES[service].fullmatch(url or "")
    return found.group(1) if found else None


class _Pages:
    name = ""

    def __init__(self, world: World) -> None:
        self._works: dict[str, Work] = {}
        for work in world:
            own = name_at(self.name, work.url)
            if own is not None and work.held(self.name):
                self._works.setdefault(own.lower(), work.seen_by(self.name))

    def _reply(self, named: str, found: Any, absent: Any) -> Reply:
        work = self._works.get(named.lower())
        asked = {"page": [named]}
        return json_reply(absent, 404, asked) if work is None else json_reply(found(work), 200, asked)


class GitHub(_Pages):
    """`/repos/{owner}/{name}`. Renamed repositories (301) are left out."""

    name = "github"

    def answer(self, ask: Ask) -> Reply:
        absent = {"message": "Not Found", "documentation_url": "https://docs.github.com/rest", "status": "404"}
        return self._reply(ask.path.removeprefix("/repos/"), self._repository, absent)

    def _repository(self, work: Work) -> dict[str, Any]:
        name = name_at("github", work.url) or ""
        made = f"{work.year or 2020}-01-02T03:04:05Z"
        owner, _, short = name.partition("/")
        return {
            "name": short,
            "full_name": name,
            "private": False,
            "owner": {"login": owner, "type": "User"},
            "html_url": f"https://github.com/{name}",
            "description": work.full_title,
            "created_at": made,
            "pushed_at": made,
        }


class PyPi(_Pages):
    """`/pypi/{project}/json` and `/pypi/{project}/{version}/json`; every version of a project is there."""

    name = "pypi"

    def answer(self, ask: Ask) -> Reply:
        named = ask.path.removeprefix("/pypi/").removesuffix("/json").partition("/")[0]
        return self._reply(named, self._project, {"message": "Not Found"})

    def _project(self, work: Work) -> dict[str, Any]:
        name = name_at("pypi", work.url) or ""
        authors = ", ".join(f"{given} {family}".strip() for family, given in work.authors)
        info = {"name": name, "summary": work.full_title, "author": authors, "version": "1.0.0"}
        files = [{"filename": f"{name}-1.0.0.tar.gz", "upload_time": f"{work.year or 2020}-01-02T03:04:05"}]
        return {"info": {**info, "package_url": f"https://pypi.org/project/{name}/"}, "urls": files}


class Cran(_Pages):
    """The CRAN database's `/{package}`."""

    name = "cran"

    def answer(self, ask: Ask) -> Reply:
        return self._reply(ask.path.removeprefix("/"), self._package, {"error": "not_found", "reason": "missing"})

    def _package(self, work: Work) -> dict[str, Any]:
        authors = ", ".join(f"{given} {family}".strip() + " [aut]" for family, given in work.authors)
        published = f"{work.year or 2020}-01-02 03:04:05 UTC"
        package = {"Package": name_at("cran", work.url), "Title": work.full_title, "Version": "1.0-0"}
        return {**package, "Author": authors, "Date/Publication": published}


class HuggingFace(_Pages):
    """`/api/models/{id}`, `/api/datasets/{id}`, `/api/spaces/{id}`; 401 for what is not there, as without a token."""

    name = "huggingface"

    def answer(self, ask: Ask) -> Reply:
        named = ask.path.removeprefix("/api/").removeprefix("models/")
        reply = self._reply(named, self._repository, {"error": "Invalid username or password."})
        return Reply(reply.body, 401, asked=reply.asked) if reply.status == 404 else reply

    def _repository(self, work: Work) -> dict[str, Any]:
        name = (name_at("huggingface", work.url) or "").removeprefix("datasets/").removeprefix("spaces/")
        made = f"{work.year or 2020}-01-02T03:04:05.000Z"
        card = {"cardData": {"pretty_name": work.full_title}, "tags": [f"doi:{work.doi}"] if work.doi else []}
        return {"id": name, "author": name.partition("/")[0], "private": False, "createdAt": made, **card}


class Wayback:
    """`/wayback/available?url=`: the one copy of a page, whether asked for with its scheme or without."""

    name = "wayback"

    def __init__(self, world: World) -> None:
        self._copies = {_bare(work.url): work for work in reversed(world.works) if work.url and work.copied}

    def answer(self, ask: Ask) -> Reply:
        asked = ask.get("url") or ""
        work = self._copies.get(_bare(asked))
        shown: dict[str, Any] = {}
        if work is not None:
            url = f"http://web.archive.org/web/{work.copied}/{work.url}"
            shown = {"closest": {"status": "200", "available": True, "url": url, "timestamp": work.copied}}
        return json_reply({"url": asked, "archived_snapshots": shown}, 200, {"page": [asked]})


def _bare(url: str | None) -> str:
    parts = urlsplit(url if "://" in (url or "") else f"http://{url}")
    return f"{(parts.hostname or '').removeprefix('www.')}{unquote(parts.path).rstrip('/')}?{parts.query}"

"""Five small services that know pages, with invented repositories, packages and copies, in the documented shapes."""

import json
from urllib.parse import unquote

from state.exchange import Request
from state.lookup import Query, QueryKind, RegistryName

QUESTIONS: dict[RegistryName, dict[str, bool]] = {
    RegistryName.GITHUB: {
        "https://github.com/harbour-lab/sealsleep": True,
        "http://www.github.com/Harbour-Lab/sealsleep.git": True,
        "https://github.com/harbour-lab/old-name/": True,
        "https://github.com/harbour-lab/sunk": False,
        "https://github.com/harbour-lab/forbidden": False,
    },
    RegistryName.PYPI: {
        "https://pypi.org/project/seal-sleep/": True,
        "https://pypi.org/project/Seal_Sleep/1.0.2/": True,
        "https://pypi.org/project/never-written/": False,
        "https://pypi.org/project/seal-sleep/9.9/": False,
    },
    RegistryName.CRAN: {
        "https://CRAN.R-project.org/package=sealSleep": True,
        "https://cran.r-project.org/web/packages/sealSleep/index.html": True,
        "https://cran.r-project.org/package=neverWritten": False,
    },
    RegistryName.HUGGINGFACE: {
        "https://huggingface.co/harbour-lab/sealbert": True,
        "https://huggingface.co/datasets/harbour-lab/seal-calls": True,
        "https://huggingface.co/spaces/harbour-lab/demo": True,
        "https://huggingface.co/harbour-lab/never-trained": False,
    },
    RegistryName.WAYBACK: {
        "https://www.harbour.example/seals?year=2019": True,
        "http://old.example/page": True,
        "https://secure.example/only-without-scheme": True,
        "https://web.archive.org/web/20190301120000/http://old.example/page": True,
        "https://never.example/": False,
        "https://error.example/": False,
    },
}
"""What may be asked, and whether the services hold it."""
COPIES = {
    "https://www.harbour.example/seals?year=2019": ("20190301120000", "200"),
    "http://old.example/page": ("20190301120000", "301"),
    "secure.example/only-without-scheme": ("20200102030405", "200"),
    "https://error.example/": ("20200102030405", "404"),
    "error.example/": ("20200102030405", "404"),
}


def page_questions(registry: RegistryName) -> dict[Query, bool]:
    asked = QUESTIONS[registry]
    return {Query(registry=registry, kind=QueryKind.PAGE, value=url): held for url, held in asked.items()}


class PageServices:
    """Answers of the five, by path."""

    def github(self, request: Request, _params: dict[str, str]) -> tuple[int, str]:
        name = request.path.removeprefix("/repos/").lower()
        if name == "harbour-lab/forbidden":
            block = {"reason": "dmca", "created_at": "2020-01-01T00:00:00Z", "html_url": "https://github.example/dmca"}
            return 451, json.dumps({"message": "Repository access blocked", "block": block})
        # A renamed repository is shown where the redirect leads.
        if name in ("harbour-lab/sealsleep", "harbour-lab/old-name"):
            return 200, json.dumps(repository())
        said = {"message": "Not Found", "documentation_url": "https://docs.github.com/rest", "status": "404"}
        return 404, json.dumps(said)

    def pypi(self, request: Request, _params: dict[str, str]) -> tuple[int, str]:
        name = request.path.removeprefix("/pypi/").removesuffix("/json").lower().replace("_", "-")
        if name in ("seal-sleep", "seal-sleep/1.0.2"):
            return 200, json.dumps(project())
        return 404, json.dumps({"message": "Not Found"})

    def cran(self, request: Request, _params: dict[str, str]) -> tuple[int, str]:
        if request.path == "/sealSleep":
            return 200, json.dumps(package())
        return 404, json.dumps({"error": "not_found", "reason": "missing"})

    def huggingface(self, request: Request, _params: dict[str, str]) -> tuple[int, str]:
        known = ("/api/models/harbour-lab/sealbert", "/api/datasets/harbour-lab/seal-calls")
        if request.path in (*known, "/api/spaces/harbour-lab/demo"):
            return 200, json.dumps(model(unquote(request.path).split("/", 3)[3]))
        return 404, json.dumps({"error": "Repository not found"})

    def wayback(self, _request: Request, params: dict[str, str]) -> tuple[int, str]:
        asked = params["url"]
        shown = {}
        if asked in COPIES:
            stamp, status = COPIES[asked]
            original = asked if "://" in asked else f"https://{asked}"
            url = f"http://web.archive.org/web/{stamp}/{original}"
            shown = {"closest": {"status": status, "available": True, "url": url, "timestamp": stamp}}
        return 200, json.dumps({"url": asked, "archived_snapshots": shown})


def repository() -> dict[str, object]:
    return {
        "id": 7,
        "name": "sealsleep",
        "full_name": "harbour-lab/sealsleep",
        "private": False,
        "owner": {"login": "harbour-lab", "id": 8, "type": "Organization"},
        "html_url": "https://github.com/harbour-lab/sealsleep",
        "description": "Scores the sleep of seals",
        "created_at": "2018-04-02T08:00:00Z",
        "pushed_at": "2021-06-07T08:00:00Z",
        "archived": False,
    }


def project() -> dict[str, object]:
    info = {
        "name": "seal-sleep",
        "summary": "Scores the sleep of seals",
        "author": "Ada Marlowe, Ben Okafor",
        "version": "1.0.2",
        "package_url": "https://pypi.org/project/seal-sleep/",
    }
    first, last = [{"upload_time": "2018-05-01T00:00:00"}], [{"upload_time": "2020-05-01T00:00:00"}]
    return {"info": info, "releases": {"0.1": first, "1.0.2": last}, "urls": last}


def package() -> dict[str, object]:
    return {
        "Package": "sealSleep",
        "Title": "Score the Sleep of Seals",
        "Version": "0.3.1",
        "Author": "Ada Marlowe [aut, cre] (<https://orcid.example/0>), Ben Okafor [ctb]",
        "Date/Publication": "2020-02-03 10:00:02 UTC",
        "URL": "https://github.com/harbour-lab/sealsleep",
    }


def model(name: str) -> dict[str, object]:
    return {
        "_id": "6",
        "id": name,
        "author": "harbour-lab",
        "private": False,
        "createdAt": "2022-03-02T23:29:04.000Z",
        "lastModified": "2023-03-02T23:29:04.000Z",
        "tags": ["sleep", "doi:10.5555/HF/1"],
        "cardData": {"license": "mit", "pretty_name": "Calls of seals"},
    }

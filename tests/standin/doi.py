"""doi.org: the handle service (does a DOI exist?) and the registration agency of a DOI."""

import re
from datetime import UTC, datetime

from tests.standin.derived import digest
from tests.standin.exchange import Ask, Reply, json_reply, text_reply
from tests.standin.world import Work, World

WELL_FORMED = re.compile(r"10\.\d{3,9}(\.\d+)*/\S+\Z")


class DoiOrg:
    """Every DOI of the world exists here, whichever agency registered it and whoever else holds it."""

    name = "doi"

    def __init__(self, world: World) -> None:
        self._works = world.by_doi
        self._agencies = {w.doi.partition("/")[0]: w.agency or "Crossref" for w in world if w.doi}

    def answer(self, ask: Ask) -> Reply:
        if ask.path.startswith("/api/handles/"):
            return self._handle(ask.path.removeprefix("/api/handles/"))
        if ask.path.startswith("/ra/"):
            return self._agency(ask.path.removeprefix("/ra/"))
        return text_reply("<html><head><title>Error: DOI Not Found</title></head></html>", 404, "text/html")

    def _handle(self, doi: str) -> Reply:
        work = self._works.get(doi.lower())
        if work is None:
            return json_reply({"responseCode": 100, "handle": doi}, 404, {"handle": [doi]})
        value = {
            "index": 1,
            "type": "URL",
            "data": {"format": "string", "value": f"https://publisher.example/{doi}"},
            "ttl": 86400,
            "timestamp": _registered(work),
        }
        return json_reply({"responseCode": 1, "handle": doi, "values": [value]}, 200, {"handle": [doi]})

    def _agency(self, listed: str) -> Reply:
        dois = [doi.strip() for doi in listed.split(",") if doi.strip()]
        return json_reply([self._agency_row(doi) for doi in dois], 200, {"agency": dois})

    def _agency_row(self, doi: str) -> dict[str, str]:
        work = self._works.get(doi.lower())
        if work is not None:
            return {"DOI": doi, "RA": work.agency or "Crossref"}
        if "/" not in doi and doi in self._agencies:
            return {"DOI": doi, "RA": self._agencies[doi]}
        if "/" in doi and not WELL_FORMED.match(doi):
            return {"DOI": doi, "status": "Invalid DOI"}
        return {"DOI": doi, "status": "DOI does not exist"}


def _registered(work: Work) -> str:
    seconds = digest(work, "handle") % 500_000_000 + 1_000_000_000
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

"""NASA ADS's `/v1/search/query` by `identifier:("…" OR "…")`, for those who show a key."""

import re
from typing import Any

from tests.standin.exchange import Ask, Reply, integer, json_reply
from tests.standin.world import Work, World

DEFAULT_ROWS = 10


class Ads:
    """Works with a bibcode."""

    name = "ads"

    def __init__(self, world: World) -> None:
        works = [work.seen_by("ads") for work in world if work.held("ads")]
        self._by_bibcode = {work.bibcode: work for work in reversed(works) if work.bibcode}

    def answer(self, ask: Ask) -> Reply:
        if not ask.key:
            return json_reply({"error": "Unauthorized"}, 401)
        if ask.path != "/v1/search/query":
            return json_reply({"error": "Not found"}, 404)
        query = ask.get("q") or ""
        asked = re.findall(r'"([^"]*)"', query)
        if not re.fullmatch(r"identifier:\(.*\)", query):
            return json_reply({"responseHeader": {"status": 400}, "error": {"msg": "not imitated", "code": 400}}, 400)
        docs = [_doc(self._by_bibcode[bibcode]) for bibcode in dict.fromkeys(asked) if bibcode in self._by_bibcode]
        shown = docs[: integer(ask.get("rows"), DEFAULT_ROWS)]
        response = {"numFound": len(docs), "start": 0, "docs": shown}
        return json_reply({"responseHeader": {"status": 0, "QTime": 1}, "response": response}, 200, {"bibcode": asked})


def _doc(work: Work) -> dict[str, Any]:
    doc = {
        "bibcode": work.bibcode,
        "identifier": [name for name in (work.bibcode, work.doi, work.arxiv and f"arXiv:{work.arxiv}") if name],
        "title": [work.full_title],
        "author": [f"{family}, {given}" if given else family for family, given in work.authors],
        "year": str(work.year) if work.year else None,
        "pub": work.journal,
        "volume": work.volume,
        "issue": work.issue,
        "page": [work.pages.partition("-")[0]] if work.pages else None,
        "page_range": work.pages,
        "doi": [work.doi] if work.doi else None,
        "doctype": "article" if work.journal else "eprint",
        "abstract": work.full_abstract or None,
    }
    return {name: value for name, value in doc.items() if value is not None}

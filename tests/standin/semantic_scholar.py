"""Semantic Scholar's graph API: one paper, a batch of papers, and the two searches."""

import hashlib
from typing import Any

from tests.standin.boolean import matching
from tests.standin.derived import digest, online_date, print_date, words
from tests.standin.exchange import Ask, Reply, integer, json_reply
from tests.standin.ranking import STOP_WORDS, Index, best_first, stem, title_text
from tests.standin.world import Work, World

BATCH_LIMIT = 500
BULK_LIMIT = 1000
TYPES = {"Journal Article": "JournalArticle", "Review": "Review", "journal-article": "JournalArticle", "Book": "Book"}


class SemanticScholar:
    """Paths below `/graph/v1/paper`."""

    name = "semantic_scholar"

    def __init__(self, world: World) -> None:
        self._works = [w.seen_by("semantic_scholar") for w in world if w.held("semantic_scholar")]
        self._papers = [_paper(work) for work in self._works]
        self._by_id: dict[str, int] = {}
        for position, paper in reversed(list(enumerate(self._papers))):
            ids = paper["externalIds"]
            self._by_id[paper["paperId"]] = position
            self._by_id[f"corpusid:{ids['CorpusId']}"] = position
            if "DOI" in ids:
                self._by_id[f"doi:{ids['DOI']}"] = self._by_id[ids["DOI"]] = position
            if "PubMed" in ids:
                self._by_id[f"pmid:{ids['PubMed']}"] = position
        self._titles = Index(self._works, title_text)
        self._texts = Index(self._works, lambda w: f"{w.full_title} {w.full_abstract}")

    def answer(self, ask: Ask) -> Reply:
        path = ask.path.removeprefix("/graph/v1/paper/")
        unknown = [f for f in _fields(ask) if f.partition(".")[0] not in KNOWN_FIELDS]
        if unknown:
            return json_reply({"error": f"Unrecognized or unsupported fields: [{', '.join(unknown)}]"}, 400)
        if path == ask.path:
            return json_reply({"message": "Missing Authentication Token"}, 403)
        if path == "batch" and ask.method == "POST":
            return self._batch(ask)
        if path == "search/bulk":
            return self._bulk(ask)
        if path in ("search", "search/match"):
            return self._search(ask, match=path == "search/match")
        position = self._by_id.get(path.lower())
        if position is None:
            return json_reply({"error": f"Paper with id {path} not found"}, 404, _asked([path]))
        return json_reply(_chosen(self._papers[position], ask), 200, _asked([path]))

    def _batch(self, ask: Ask) -> Reply:
        body = ask.json()
        ids = body.get("ids") if isinstance(body, dict) else None
        if not isinstance(ids, list) or not ids:
            return json_reply({"error": "No valid paper ids given"}, 400)
        if len(ids) > BATCH_LIMIT:
            return json_reply({"error": f"Too many ids: the limit is {BATCH_LIMIT}"}, 400)
        places = [self._by_id.get(str(name).lower()) for name in ids]
        rows = [None if place is None else _chosen(self._papers[place], ask) for place in places]
        return json_reply(rows, 200, _asked([str(name) for name in ids]))

    def _search(self, ask: Ask, *, match: bool) -> Reply:
        query = ask.get("query") or ""
        asked = {"title": [query]}
        if not query.strip():
            return json_reply({"error": "Missing required parameter: query"}, 400, asked)
        ranked = self._relevant(query)
        if match:
            if not ranked:
                return json_reply({"error": "Title match not found"}, 404, asked)
            best = {**_chosen(self._papers[ranked[0][0]], ask), "matchScore": round(ranked[0][1] * 10, 5)}
            return json_reply({"data": [best]}, 200, asked)
        offset, limit = integer(ask.get("offset"), 0), min(100, integer(ask.get("limit"), 100))
        answer: dict[str, Any] = {"total": len(ranked), "offset": offset}
        if offset + limit < len(ranked):
            answer["next"] = offset + limit
        if page := [_chosen(self._papers[place], ask) for place, _ in ranked[offset : offset + limit]]:
            answer["data"] = page
        return json_reply(answer, 200, asked)

    def _bulk(self, ask: Ask) -> Reply:
        query = ask.get("query") or ""
        places = sorted(matching(query, self._texts.with_all, set(range(len(self._works)))))
        answer: dict[str, Any] = {"total": len(places), "token": None}
        if len(places) > BULK_LIMIT:
            answer["token"] = "more"
        answer["data"] = [_chosen(self._papers[place], ask) for place in places[:BULK_LIMIT]]
        return json_reply(answer, 200, {"title": [query]})

    def _relevant(self, query: str) -> list[tuple[int, float]]:
        """Papers whose title holds at least half of the query's words."""
        wanted = {stem(w) for w in words(query) if w not in STOP_WORDS}
        scores = self._titles.scores(query)
        for place in list(scores):
            held = wanted & {stem(w) for w in words(self._works[place].full_title)}
            if 2 * len(held) < len(wanted):
                del scores[place]
        return best_first(scores)


def _asked(ids: list[str]) -> dict[str, list[str]]:
    """The identifiers of a request by kind."""
    asked: dict[str, list[str]] = {}
    for name in ids:
        kind, _, value = name.partition(":")
        known = kind.lower() in ("doi", "pmid", "corpusid") and value
        asked.setdefault(kind.lower() if known else "id", []).append(value if known else name)
    return asked


def _paper(work: Work) -> dict[str, Any]:
    number = digest(work, "corpus") % 280_000_000 + 1
    date = online_date(work) or print_date(work)
    ids: dict[str, Any] = {"DOI": work.doi, "PubMed": work.pmid, "CorpusId": number}
    journal = {"name": work.journal, "pages": work.pages, "volume": work.volume}
    paper_id = hashlib.sha1(f"{work.doi}|{work.pmid}|{work.full_title}".encode(), usedforsecurity=False).hexdigest()
    return {
        "paperId": paper_id,
        "externalIds": {key: value for key, value in ids.items() if value},
        "corpusId": number,
        "publicationVenue": None,
        "url": f"https://www.semanticscholar.org/paper/{paper_id}",
        "title": work.full_title,
        "abstract": work.full_abstract or None,
        "venue": work.journal or "",
        "year": date[0] if date else None,
        "referenceCount": digest(work, "references") % 60,
        "citationCount": work.citations,
        "influentialCitationCount": work.citations // 20,
        "isOpenAccess": False,
        "openAccessPdf": None,
        "fieldsOfStudy": None,
        "s2FieldsOfStudy": [],
        "publicationTypes": [TYPES[t] for t in work.types if t in TYPES] or None,
        "publicationDate": "{}-{:02d}-{:02d}".format(*date) if date else None,
        "journal": {key: value for key, value in journal.items() if value} or None,
        "authors": [_author(family, given) for family, given in work.authors],
    }


KNOWN_FIELDS = frozenset(_paper(Work(title=""))) | {"citationStyles", "tldr", "embedding", "citations", "references"}


def _author(family: str, given: str) -> dict[str, Any]:
    name = f"{given} {family}".strip()
    return {"authorId": str(digest(Work(title=name), "s2 author") % 2_000_000_000), "name": name}


def _fields(ask: Ask) -> list[str]:
    return [name for name in (ask.get("fields") or "title").split(",") if name]


def _chosen(paper: dict[str, Any], ask: Ask) -> dict[str, Any]:
    """The fields asked for; `paperId` always, `title` where no fields are named."""
    names = {"paperId", *(name.partition(".")[0] for name in _fields(ask))}
    return {key: value for key, value in paper.items() if key in names}

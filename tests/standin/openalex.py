"""OpenAlex's `/works`: single works by identifier, lists by `filter`, and `search`."""

import re
from collections import defaultdict
from typing import Any

from tests.standin.boolean import matching
from tests.standin.derived import digest, issn, language, online_date, print_date
from tests.standin.exchange import Ask, Reply, integer, json_reply, text_reply
from tests.standin.ranking import Index, best_first, title_text
from tests.standin.world import Work, World

DEFAULT_PER_PAGE = 25
MAX_PER_PAGE = 100
MAX_OR_VALUES = 100
NOT_FOUND = (
    "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not "
    "found on the server. If you entered the URL manually please check your spelling and try again.</p>\n"
)
TYPES = {"Review": "review", "Preprint": "preprint", "posted-content": "preprint", "Book": "book", "Dataset": "dataset"}


def credits(ask: Ask) -> int:
    """Cost: a single work is free, a list 1, a search 10 (decisions 1.4); the URL alias of a DOI counts as a list."""
    if ask.path.startswith("/works/"):
        return 1 if ask.path.startswith("/works/http") else 0
    return 10 if ask.get("search") or ".search:" in (ask.get("filter") or "") else 1


class OpenAlex:
    """`/works` and `/works/{id}`."""

    name = "openalex"

    def __init__(self, world: World) -> None:
        self._works = [w.seen_by("openalex") for w in world if w.held("openalex")]
        self._by_id: dict[str, int] = {}
        for position, work in reversed(list(enumerate(self._works))):
            self._by_id[f"openalex:{_number(work).lower()}"] = position
            if work.doi:
                self._by_id[f"doi:{work.doi}"] = position
            if work.pmid:
                self._by_id[f"pmid:{work.pmid}"] = position
        self._titles = Index(self._works, title_text)
        self._texts = Index(self._works, lambda w: f"{w.full_title} {w.full_abstract}")
        self._objects: dict[int, dict[str, Any]] = {}

    def answer(self, ask: Ask) -> Reply:
        if ask.path.startswith("/works/"):
            return self._single(ask)
        return self._list(ask) if ask.path == "/works" else text_reply(NOT_FOUND, 404, "text/html")

    def _single(self, ask: Ask) -> Reply:
        kind, value = _identifier(ask.path.removeprefix("/works/"))
        position, asked = self._by_id.get(f"{kind}:{value}"), {kind: [value]}
        if position is None:
            return text_reply(NOT_FOUND, 404, "text/html", asked=asked)
        return json_reply(_selected(self._object(position), ask), 200, asked)

    def _list(self, ask: Ask) -> Reply:
        asked: dict[str, list[str]] = defaultdict(list)
        found: set[int] = set(range(len(self._works)))
        scores: dict[int, float] | None = None
        for part in [p for p in (ask.get("filter") or "").split(",") if p]:
            name, _, value = part.partition(":")
            if name in ("doi", "pmid", "ids.pmid", "openalex", "ids.openalex") and value:
                values = [_identifier(v, name.removeprefix("ids."))[1] for v in value.split("|") if v]
                if len(values) > MAX_OR_VALUES:
                    return _refused(
                        f"Maximum number of values exceeded for {name}. Decrease values to {MAX_OR_VALUES}."
                    )
                kind = name.removeprefix("ids.")
                asked[kind] += values
                found &= {self._by_id[f"{kind}:{v}"] for v in values if f"{kind}:{v}" in self._by_id}
            elif name in ("title.search", "display_name.search", "default.search") and value:
                asked["title"].append(value)
                found &= matching(value, self._titles.with_all, set(range(len(self._works))))
                scores = self._titles.scores(re.sub(r"[()]|\b(?:AND|OR|NOT)\b", " ", value))
            elif name == "publication_year" and value:
                found = {p for p in found if str(self._works[p].year) in value.split("|")}
            else:
                return _refused(f"{name} is not a valid field or its value is missing.")
        if search := ask.get("search"):
            asked["title"].append(search)
            found &= self._texts.with_all(search)
            scores = self._texts.scores(search)
        per_page = integer(ask.get("per-page", "per_page"), DEFAULT_PER_PAGE)
        if not 1 <= per_page <= MAX_PER_PAGE:
            return _refused(f"per-page parameter must be between 1 and {MAX_PER_PAGE}.")
        return self._page(ask, found, scores, per_page, dict(asked))

    def _page(
        self, ask: Ask, found: set[int], scores: dict[int, float] | None, per_page: int, asked: dict[str, list[str]]
    ) -> Reply:
        page = max(1, integer(ask.get("page"), 1))
        ranked = best_first({p: (scores.get(p, 0.0) if scores else float(self._works[p].citations)) for p in found})
        results = []
        for position, score in ranked[(page - 1) * per_page : page * per_page]:
            item = self._object(position)
            results.append(_selected({**item, "relevance_score": round(score, 4)} if scores else item, ask))
        meta = {
            "count": len(ranked),
            "db_response_time_ms": 17,
            "page": page,
            "per_page": per_page,
            "groups_count": None,
        }
        return json_reply({"meta": meta, "results": results, "group_by": []}, 200, asked)

    def _object(self, position: int) -> dict[str, Any]:
        if position not in self._objects:
            self._objects[position] = _object(self._works[position])
        return self._objects[position]


def _identifier(text: str, kind: str = "openalex") -> tuple[str, str]:
    """`doi:10.1/x`, `https://doi.org/10.1/x`, `pmid:1`, `W1` → kind and bare value, in lower case."""
    low = text.strip().lower()
    for start, of in (("https://doi.org/", "doi"), ("http://doi.org/", "doi"), ("doi:", "doi"), ("pmid:", "pmid")):
        if low.startswith(start):
            return of, low.removeprefix(start)
    if low.startswith("https://pubmed.ncbi.nlm.nih.gov/"):
        return "pmid", low.rstrip("/").rpartition("/")[2]
    return kind, low.removeprefix("https://openalex.org/")


def _number(work: Work) -> str:
    return f"W{digest(work, 'openalex') % 3_000_000_000 + 1_000_000_000}"


def _retracted(work: Work) -> bool:
    """Retracted unless it was reinstated later."""
    known = sorted((n for n in work.notices if "openalex" in n.where), key=lambda n: n.date or "")
    states = [n.type for n in known if n.type in ("retraction", "withdrawal", "removal", "reinstatement")]
    return bool(states) and states[-1] != "reinstatement"


def inverted(text: str) -> dict[str, list[int]] | None:
    """OpenAlex's form of an abstract: each word with its places."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(text.split()):
        places.setdefault(word, []).append(place)
    return places or None


def _source(work: Work) -> dict[str, Any] | None:
    if not work.journal:
        return None
    code = issn(work.journal)
    return {
        "id": f"https://openalex.org/S{int(code[:4])}{code[5:8]}",
        "display_name": work.journal,
        "issn_l": code,
        "issn": [code],
        "is_oa": False,
        "is_in_doaj": False,
        "is_core": True,
        "type": "journal",
    }


def _authorship(place: int, last: int, family: str, given: str) -> dict[str, Any]:
    name = f"{given} {family}".strip()
    number = digest(Work(title=name), "author") % 90_000_000 + 5_000_000_000
    return {
        "author_position": "first" if place == 0 else "last" if place == last else "middle",
        "author": {"id": f"https://openalex.org/A{number}", "display_name": name, "orcid": None},
        "institutions": [],
        "countries": [],
        "is_corresponding": place == 0,
        "raw_author_name": name,
        "raw_affiliation_strings": [],
    }


def _object(work: Work) -> dict[str, Any]:
    date = online_date(work) or print_date(work)
    doi = f"https://doi.org/{work.doi}" if work.doi else None
    pages = re.split(r"[-\u2013]", work.pages) if work.pages else [None, None]
    ids = {"openalex": f"https://openalex.org/{_number(work)}", "doi": doi}
    ids["pmid"] = f"https://pubmed.ncbi.nlm.nih.gov/{work.pmid}" if work.pmid else None
    location = {"is_oa": False, "landing_page_url": doi, "pdf_url": None, "source": _source(work)}
    return {
        "id": ids["openalex"],
        "doi": doi,
        "title": work.full_title,
        "display_name": work.full_title,
        "publication_year": date[0] if date else None,
        "publication_date": "{}-{:02d}-{:02d}".format(*date) if date else None,
        "ids": {key: value for key, value in ids.items() if value},
        "language": language(work),
        "primary_location": location,
        "type": next((TYPES[t] for t in work.types if t in TYPES), "article"),
        "open_access": {"is_oa": False, "oa_status": "closed", "oa_url": None, "any_repository_has_fulltext": False},
        "authorships": [_authorship(i, len(work.authors) - 1, f, g) for i, (f, g) in enumerate(work.authors)],
        "cited_by_count": work.citations,
        "biblio": {"volume": work.volume, "issue": work.issue, "first_page": pages[0], "last_page": pages[-1]},
        "is_retracted": _retracted(work),
        "is_paratext": False,
        "locations_count": 1,
        "locations": [location],
        "abstract_inverted_index": inverted(work.full_abstract),
        "updated_date": "2026-10-01T00:00:00.000000",
        "created_date": "2025-10-10",
    }


def _selected(item: dict[str, Any], ask: Ask) -> dict[str, Any]:
    names = {name for name in (ask.get("select") or "").split(",") if name}
    return {key: value for key, value in item.items() if key in names} if names else item


def _refused(said: str) -> Reply:
    return json_reply({"error": "Invalid query parameters error.", "message": said}, 400)

"""Crossref's REST API: single works, filters by DOI, and the ranked searches of `/works`."""

from collections import defaultdict
from datetime import UTC, datetime
from html import escape
from typing import Any

from tests.standin.derived import digest, issn, language, online_date, print_date
from tests.standin.exchange import Ask, Reply, json_reply, text_reply
from tests.standin.ranking import Index, add_scores, author_text, best_first, bibliographic_text, title_text
from tests.standin.world import Work, World, WorldNotice

DEFAULT_ROWS = 20
MAX_ROWS = 1000
TYPES = {
    "Journal Article": "journal-article",
    "Review": "journal-article",
    "Preprint": "posted-content",
    "Book": "book",
    "Book Chapter": "book-chapter",
    "Conference Paper": "proceedings-article",
    "Report": "report",
    "Thesis": "dissertation",
    "Dataset": "dataset",
}
"""From the world's (PubMed's) words into Crossref's; words that are Crossref's already stay."""
CROSSREF_TYPES = frozenset(TYPES.values()) | {"monograph", "edited-book", "peer-review", "component"}
FILTERS = frozenset({"doi", "updates", "type", "prefix", "from-pub-date", "until-pub-date", "issn"})


class Crossref:
    """`/works` and `/works/{doi}`."""

    name = "crossref"

    def __init__(self, world: World) -> None:
        self._works = [w.seen_by("crossref") for w in world if w.held("crossref") and w.doi]
        self._by_doi = {w.doi: p for p, w in reversed(list(enumerate(self._works)))}
        self._indexes = {
            "query.bibliographic": Index(self._works, bibliographic_text),
            "query.title": Index(self._works, title_text),
            "query.author": Index(self._works, author_text),
            "query.container-title": Index(self._works, lambda w: f"{w.journal or ''} {w.journal_short or ''}"),
        }
        self._indexes["query"] = self._indexes["query.bibliographic"]
        self._updates = _updates(self._works)
        self._messages: dict[int, dict[str, Any]] = {}

    def answer(self, ask: Ask) -> Reply:
        if ask.path.startswith("/works/"):
            return self._single(ask)
        if ask.path == "/works":
            return self._list(ask)
        if ask.path.startswith("/journals/"):
            return self._journal(ask.path.removeprefix("/journals/"))
        return text_reply("Resource not found.", 404)

    def _journal(self, code: str) -> Reply:
        journal = next((w.journal for w in self._works if w.journal and issn(w.journal) == code.upper()), None)
        if journal is None:
            return text_reply("Resource not found.", 404, asked={"issn": [code]})
        said = {"title": journal, "publisher": "A publisher", "ISSN": [issn(journal)]}
        return json_reply(_envelope("journal", said), 200, {"issn": [code]})

    def _single(self, ask: Ask) -> Reply:
        doi, agency = ask.path.removeprefix("/works/"), False
        if doi.endswith("/agency"):
            doi, agency = doi.removesuffix("/agency"), True
        position, asked = self._by_doi.get(doi.lower()), {"doi": [doi]}
        if position is None:
            return text_reply("Resource not found.", 404, asked=asked)
        if agency:
            message: dict[str, Any] = {"DOI": doi.lower(), "agency": {"id": "crossref", "label": "Crossref"}}
            return json_reply(_envelope("work-agency", message), 200, asked)
        return json_reply(_envelope("work", self._message(position)), 200, asked)

    def _list(self, ask: Ask) -> Reply:
        rows, offset = ask.number("rows", DEFAULT_ROWS), ask.number("offset", 0)
        filters = [tuple(part.partition(":")[::2]) for part in (ask.get("filter") or "").split(",") if part]
        texts = {name: value for name, value in ask.params if name in self._indexes and value.strip()}
        asked = {"doi": [v for n, v in filters if n == "doi"], "title": list(texts.values())}
        asked = {name: values for name, values in asked.items() if values}
        for name, value in filters:
            if name not in FILTERS or not value:
                said = f"Filter {name} specified but there is no such filter for this route. Valid filters: doi, …"
                return _refused("filter-not-available", name, said, asked)
        if rows is None or rows > MAX_ROWS:
            given = ask.get("rows") or ""
            said = f"Integer specified as {given} but must be a positive integer less than or equal to {MAX_ROWS}. "
            return _refused("integer-not-valid", given, said, asked)
        ranked = self._ranked(texts, filters)
        page = ranked[offset or 0 : (offset or 0) + rows]
        select = {name for name in (ask.get("select") or "").split(",") if name}
        items = [{**self._message(position), "score": round(score, 6)} for position, score in page]
        if select:
            items = [{key: value for key, value in item.items() if key in select} for item in items]
        message = {
            "facets": {},
            "total-results": len(ranked),
            "items": items,
            "items-per-page": rows,
            "query": {"start-index": offset or 0, "search-terms": ask.get("query")},
        }
        return json_reply(_envelope("work-list", message), 200, asked)

    def _ranked(self, texts: dict[str, str], filters: list[tuple[str, ...]]) -> list[tuple[int, float]]:
        scores: dict[int, float] = dict.fromkeys(range(len(self._works)), 1.0)
        if texts:
            scores = add_scores(self._indexes[name].scores(text) for name, text in texts.items())
        by_name: dict[str, set[str]] = defaultdict(set)
        for name, value in filters:
            by_name[name].add(value.lower())
        kept = {p: s for p, s in scores.items() if all(self._passes(p, n, v) for n, v in by_name.items())}
        return best_first(kept)

    def _passes(self, position: int, name: str, values: set[str]) -> bool:
        work = self._works[position]
        if name == "doi":
            return work.doi in values
        if name == "updates":
            return any(target.doi in values for target, _ in self._updates.get(work.doi or "", ()))
        if name == "type":
            return _type(work) in values
        if name == "prefix":
            return (work.doi or "").partition("/")[0] in values
        if name == "issn":
            return issn(work.journal or "").lower() in values
        year = str(work.year or 0)
        return all(year >= v[:4] if name == "from-pub-date" else year <= v[:4] for v in values)

    def _message(self, position: int) -> dict[str, Any]:
        if position not in self._messages:
            work = self._works[position]
            self._messages[position] = _message(work, self._updates.get(work.doi or "", []))
        return self._messages[position]


def _updates(works: list[Work]) -> dict[str, list[tuple[Work, WorldNotice]]]:
    """By a notice's DOI: the works it updates. A notice under the article's own DOI is not a work of its own."""
    updates: dict[str, list[tuple[Work, WorldNotice]]] = defaultdict(list)
    for work in works:
        for notice in work.notices:
            if notice.doi and notice.doi.lower() != work.doi and "crossref" in notice.where:
                updates[notice.doi.lower()].append((work, notice))
    return updates


def _own(work: Work) -> list[tuple[Work, WorldNotice]]:
    """The notices a publisher put under the article's own DOI: its record says that it updates itself."""
    return [(work, n) for n in work.notices if (n.doi or "").lower() == work.doi and "crossref" in n.where]


def _message(work: Work, updates: list[tuple[Work, WorldNotice]]) -> dict[str, Any]:
    printed, online = print_date(work), online_date(work)
    issued = min(d for d in (printed, online) if d) if printed or online else None
    doi = work.doi or ""
    message: dict[str, Any] = {
        "indexed": _stamp(work, "indexed", 2024),
        "reference-count": digest(work, "references") % 60,
        "publisher": "Example Press",
        "issue": work.issue,
        "content-domain": {"domain": [], "crossmark-restriction": False},
        "short-container-title": [work.journal_short] if work.journal_short else [],
        "published-print": _parts(printed),
        "abstract": _jats(work),
        "DOI": doi,
        "type": _type(work),
        "created": _stamp(work, "created", issued[0] if issued else 2015),
        "page": work.pages,
        "update-to": [_update(target.doi or "", notice) for target, notice in [*updates, *_own(work)]] or None,
        "updated-by": [_update(n.doi or doi, n) for n in work.notices if "crossref" in n.where] or None,
        "source": "Crossref",
        "is-referenced-by-count": work.citations,
        "title": [work.title],
        "prefix": doi.partition("/")[0],
        "volume": work.volume,
        "author": [_author(i, family, given) for i, (family, given) in enumerate(work.authors)] or None,
        "member": str(digest(work, doi.partition("/")[0]) % 9000 + 1),
        "published-online": _parts(online),
        "container-title": [work.journal] if work.journal else [],
        "original-title": [],
        "language": language(work),
        "deposited": _stamp(work, "deposited", 2023),
        "score": 1,
        "resource": {"primary": {"URL": f"https://publisher.example/{doi}"}},
        "subtitle": [work.subtitle] if work.subtitle else [],
        "short-title": [],
        "issued": _parts(issued) or {"date-parts": [[None]]},
        "references-count": digest(work, "references") % 60,
        "journal-issue": {"issue": work.issue, "published-print": _parts(printed)} if work.issue and printed else None,
        "URL": f"https://doi.org/{doi}",
        "relation": {},
        "ISSN": [issn(work.journal)] if work.journal else None,
        "issn-type": [{"value": issn(work.journal), "type": "print"}] if work.journal else None,
        "subject": [],
        "published": _parts(issued),
    }
    return {key: value for key, value in message.items() if value is not None}


def _type(work: Work) -> str:
    for name in work.types:
        if name in TYPES or name in CROSSREF_TYPES:
            return TYPES.get(name, name)
    return "journal-article"


def _author(place: int, family: str, given: str) -> dict[str, Any]:
    sequence = "first" if place == 0 else "additional"
    if not given:
        return {"name": family, "sequence": sequence, "affiliation": []}
    return {"given": given, "family": family, "sequence": sequence, "affiliation": []}


def _jats(work: Work) -> str | None:
    if work.sections:
        parts = (
            f"<jats:sec><jats:title>{escape(label, quote=False)}</jats:title><jats:p>{escape(text, quote=False)}"
            "</jats:p></jats:sec>"
            for label, text in work.sections
        )
        return "<jats:title>Abstract</jats:title>" + "".join(parts)
    return f"<jats:p>{escape(work.abstract, quote=False)}</jats:p>" if work.abstract else None


def _update(doi: str, notice: WorldNotice) -> dict[str, Any]:
    numbers = [int(part) for part in (notice.date or "2020").split("-")]
    year, month, day = [*numbers, 1, 1][:3]
    moment = datetime(year, month, day, tzinfo=UTC)
    return {
        "updated": {
            "date-parts": [numbers],
            "date-time": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "timestamp": int(moment.timestamp()) * 1000,
        },
        "DOI": doi.lower(),
        "type": notice.type,
        "source": notice.source,
        "label": notice.type.replace("_", " ").capitalize(),
    }


def _parts(date: tuple[int, int, int] | None) -> dict[str, Any] | None:
    return {"date-parts": [list(date)]} if date else None


def _stamp(work: Work, purpose: str, year: int) -> dict[str, Any]:
    moment = datetime.fromtimestamp(
        datetime(year, 1, 1, tzinfo=UTC).timestamp() + digest(work, purpose) % 31_000_000, UTC
    )
    return {
        "date-parts": [[moment.year, moment.month, moment.day]],
        "date-time": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "timestamp": int(moment.timestamp()) * 1000,
    }


def _envelope(kind: str, message: dict[str, Any]) -> dict[str, Any]:
    return {"status": "ok", "message-type": kind, "message-version": "1.0.0", "message": message}


def _refused(kind: str, value: str, said: str, asked: dict[str, list[str]]) -> Reply:
    failure = [{"type": kind, "value": value, "message": said}]
    return json_reply({"status": "failed", "message-type": "validation-failure", "message": failure}, 400, asked)

"""Open Library's `/api/books` by ISBN and `/search.json` by ISBN, title and author."""

from typing import Any

from tests.standin.derived import digest, words
from tests.standin.exchange import Ask, Reply, integer, json_reply, text_reply
from tests.standin.ranking import Index, author_text, best_first, title_text
from tests.standin.world import Work, World

DEFAULT_LIMIT = 100


class OpenLibrary:
    """Works with an ISBN. Editions are left out: a work has one, and the search and the list tell the same of it."""

    name = "openlibrary"

    def __init__(self, world: World) -> None:
        self._works = [work.seen_by("openlibrary") for work in world if work.held("openlibrary")]
        self._by_isbn = {work.isbn: work for work in reversed(self._works) if work.isbn}
        self._titles = Index(self._works, title_text)

    def answer(self, ask: Ask) -> Reply:
        if ask.path == "/api/books":
            asked = [key.removeprefix("ISBN:") for key in (ask.get("bibkeys") or "").split(",")]
            books = {f"ISBN:{isbn}": _edition(self._by_isbn[isbn]) for isbn in asked if isbn in self._by_isbn}
            return json_reply(books, 200, {"isbn": asked})
        if ask.path != "/search.json":
            return text_reply("<html><body>Not Found</body></html>", 404, "text/html")
        isbn, title, author = ask.get("isbn"), ask.get("title"), ask.get("author")
        if isbn:
            found = [self._by_isbn[isbn]] if isbn in self._by_isbn else []
            asked_for = {"isbn": [isbn]}
        else:
            found, asked_for = self._titled(title or "", author or ""), {"title": [title or ""]}
        docs = [_work(work) for work in found[: integer(ask.get("limit"), DEFAULT_LIMIT)]]
        answer = {"numFound": len(found), "start": 0, "numFoundExact": True, "num_found": len(found), "docs": docs}
        return json_reply(answer, 200, asked_for)

    def _titled(self, title: str, author: str) -> list[Work]:
        scores = self._titles.scores(title)
        found = [self._works[n] for n, _ in best_first({n: scores.get(n, 0.0) for n in self._titles.with_all(title)})]
        return [work for work in found if set(words(author)) <= set(words(author_text(work)))]


def _names(work: Work) -> list[str]:
    return [f"{given} {family}".strip() for family, given in work.authors]


def _edition(work: Work) -> dict[str, Any]:
    key = f"/books/OL{digest(work, 'edition') % 10**7}M"
    book = {
        "url": f"https://openlibrary.org{key}",
        "key": key,
        "title": work.title,
        "subtitle": work.subtitle,
        "authors": [{"name": name} for name in _names(work)],
        "identifiers": {"isbn_13": [work.isbn]},
        "publishers": [{"name": work.journal}] if work.journal else None,
        "publish_date": str(work.year) if work.year else None,
    }
    return {name: value for name, value in book.items() if value is not None}


def _work(work: Work) -> dict[str, Any]:
    doc = {
        "key": f"/works/OL{digest(work, 'work') % 10**7}W",
        "title": work.title,
        "subtitle": work.subtitle,
        "author_name": _names(work),
        "first_publish_year": work.year,
        "publish_year": [work.year] if work.year else None,
        "publisher": [work.journal] if work.journal else None,
        "isbn": [work.isbn] if work.isbn else None,
    }
    return {name: value for name, value in doc.items() if value is not None}

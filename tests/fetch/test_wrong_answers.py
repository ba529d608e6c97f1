"""One wrong answer accuses nobody: whichever service gives it, in whichever of these ways, and kept or not.

The whole of step B over the small services: planners, asking and deciding.
"""

import asyncio
import json
import re
from collections.abc import Callable

import pytest

from state.exchange import Body, Request
from state.lookup import Author
from state.manuscript import Reference
from state.resolution import Identity, Resolution
from tasks.fetch import resolve
from tests.registries.services import WORKS, Services, Work, article_set, crossref_work, openalex_work, paper
from tests.transport.test_asking import Book, Door, asker

STRAY = Work("10.5555/stray", "An account of paper mills on no river at all", "Stranger", "Sam", 1950, "39000001")
WORKS_AND_STRAY = (*WORKS, STRAY)


def reference(work: Work, *, doi: bool, pmid: bool) -> Reference:
    return Reference(
        id="1",
        number=1,
        title=work.title,
        authors=(Author(family=work.family, given=work.given),),
        year=work.year,
        doi=work.doi if doi else None,
        pmid=work.pmid if pmid else None,
        raw=work.title,
    )


def emptied(_: Request, good: bytes) -> bytes:
    """What is listed is gone, and the rest says that it is there."""
    if good.startswith(b"<?xml"):
        return b"<?xml version='1.0' ?><PubmedArticleSet></PubmedArticleSet>"
    if good.startswith(b"<"):
        return re.sub(rb"<IdList>.*</IdList>", b"<IdList></IdList>", good)
    return re.sub(rb'"(items|results|data)": \[.*\]', rb'"\1": []', good)


def failed(_: Request, good: bytes) -> bytes:
    """Nothing is listed, and an error stands beside it."""
    if good.startswith(b"<"):
        trouble = b"<WarningList><OutputMessage>Search Backend failed: timeout</OutputMessage></WarningList>"
        if good.startswith(b"<?xml"):
            return b"<PubmedArticleSet><ERROR>Backend failed</ERROR></PubmedArticleSet>"
        return b"<eSearchResult><Count>0</Count><IdList/>" + trouble + b"</eSearchResult>"
    value = json.loads(good)
    if isinstance(value, dict):
        value |= {"status": "failed", "error": "backend", "message": {"items": [], "total-results": 0}}
        value |= {"results": [], "meta": {"count": 0}}
    return json.dumps(value).encode()


def anothers(request: Request, good: bytes) -> bytes:
    """The record of another work in place of that asked for."""
    if good.startswith(b"<?xml"):
        return article_set([STRAY]).encode()
    value = json.loads(good) if good.startswith((b"{", b"[")) else None
    name = request.registry.value
    if name == "crossref" and isinstance(value, dict) and value["message-type"] == "work":
        return json.dumps({**value, "message": {**crossref_work(STRAY)}}).encode()
    if name == "openalex" and isinstance(value, dict) and "id" in value:
        other = {**openalex_work(WORKS[0]), "title": STRAY.title, "doi": f"https://doi.org/{STRAY.doi}", "ids": {}}
        return json.dumps({**other, "publication_year": 1950, "authorships": []}).encode()
    if name == "semantic_scholar" and isinstance(value, dict) and "paperId" in value:
        return json.dumps({**paper(WORKS[0]), "title": STRAY.title, "year": 1950, "authors": []}).encode()
    return good


def gateway(_: Request, __: bytes) -> bytes:
    return b'{"error": "no Route matched with those values", "message": "Not Found"}'


SPOILERS: dict[str, tuple[Callable[[Request, bytes], bytes], int | None]] = {
    "emptied": (emptied, None),
    "failed": (failed, None),
    "another's": (anothers, None),
    "a gateway's 404": (gateway, 404),
}


class SpoiltDoor(Door):
    """The services, with every answer of one of them spoilt, or one answer alone."""

    def __init__(self, spoiler: str, hit: Callable[[int, Request], bool]) -> None:
        super().__init__()
        self.services = Services(WORKS)
        self.make, self.status = SPOILERS[spoiler]
        self.hit = hit

    async def exchange(self, request: Request) -> Body:
        number = len(self.sent)
        self.sent.append(request)
        good = self.services.answer(request)
        if not self.hit(number, request):
            return good
        changed = self.make(request, good.content) if good.content.startswith((b"{", b"[", b"<")) else good.content
        return good.model_copy(update={"content": changed, "status": self.status or good.status})


def resolved(ref: Reference, door: Door, book: Book | None = None) -> Resolution:
    ask = asker(book or Book(), door)
    return asyncio.run(resolve([ref], ask=ask, commit=lambda _: None, biomedical=True)).resolutions[0]


REFERENCES = [
    pytest.param(reference(work, doi=doi, pmid=pmid), id=f"{work.doi}-{doi:d}{pmid:d}")
    for work in WORKS[:4]
    for doi, pmid in ((True, True), (True, False), (False, True), (False, False))
]


@pytest.mark.parametrize("spoiler", SPOILERS)
@pytest.mark.parametrize("ref", REFERENCES)
def test_one_wrong_answer_accuses_nobody(ref: Reference, spoiler: str) -> None:
    whole = SpoiltDoor(spoiler, lambda number, request: False)
    assert resolved(ref, whole).identity is Identity.SAME
    for at in range(len(whole.sent)):
        book = Book()
        door = SpoiltDoor(spoiler, lambda number, request, at=at: number == at)  # type: ignore[misc]
        assert resolved(ref, door, book).identity in (Identity.SAME, Identity.UNKNOWN), at
        # What was wrong is not kept: the next run knows the work.
        again = resolved(ref, SpoiltDoor(spoiler, lambda number, request: False), book)
        assert again.identity is Identity.SAME, at


@pytest.mark.parametrize("name", ["pubmed", "crossref", "openalex", "semantic_scholar", "doi"])
@pytest.mark.parametrize("spoiler", SPOILERS)
@pytest.mark.parametrize("ref", REFERENCES)
def test_one_wrong_service_accuses_nobody(ref: Reference, spoiler: str, name: str) -> None:
    door = SpoiltDoor(spoiler, lambda number, request: request.registry.value == name)
    assert resolved(ref, door).identity in (Identity.SAME, Identity.UNKNOWN)


@pytest.mark.parametrize("spoiler", ["emptied", "failed", "a gateway's 404"])
@pytest.mark.parametrize("ref", REFERENCES)
def test_all_services_wrong_at_once_accuse_nobody(ref: Reference, spoiler: str) -> None:
    found = resolved(ref, SpoiltDoor(spoiler, lambda number, request: True))
    assert found.identity is Identity.UNKNOWN or (found.identity is Identity.SAME and spoiler != "a gateway's 404")
    assert bool(found.unavailable) or found.identity is Identity.SAME

"""Open Library, NASA ADS and WHO's repository with an invented work or two each, in the documented shapes."""

import json
import re

from state.exchange import Request
from state.lookup import Query, QueryKind, RegistryName

BOOK, BOOK_LEFT_OUT = "9780306406157", "9783161484100"
"""The second is in no list: only the search finds it."""
NO_BOOK, NO_BOOK_EITHER = "9781234567897", "9780000000002"
BIBCODE, FORMER_BIBCODE = "2019InvAs..12...45M", "2019arXiv190500001M"
NO_BIBCODE = "2020InvAs..13...46N"
HANDLE, NO_HANDLE, UNLINKED_HANDLE = "10665/330001", "10665/999999", "10665/330002"
"""The third is not found by its handle, but by the search."""


class BookServices:
    """The part of the services that knows books, astronomy and WHO's reports."""

    def openlibrary(self, request: Request, params: dict[str, str]) -> tuple[int, str]:
        if request.path == "/api/books":
            asked = params["bibkeys"].split(",")
            return 200, json.dumps({key: edition() for key in asked if key == f"ISBN:{BOOK}"})
        if "isbn" in params:
            return 200, json.dumps(found_works([work("Tides", [])] if params["isbn"] in (BOOK, BOOK_LEFT_OUT) else []))
        from tests.registries.services import WORKS

        wanted = params["title"].split()
        docs = [
            work(one.title, [f"{one.given} {one.family}"])
            for one in WORKS
            if all(word in one.title.lower() for word in wanted)
            and params.get("author", one.family).lower() == one.family.lower()
        ]
        return 200, json.dumps(found_works(docs[: int(params["limit"])]))

    def ads(self, request: Request, params: dict[str, str]) -> tuple[int, str]:
        assert request.path == "/v1/search/query"
        asked = re.findall(r'"([^"]*)"', params["q"])
        docs = [astronomy()] if {BIBCODE, FORMER_BIBCODE} & set(asked) else []
        response = {"numFound": len(docs), "start": 0, "docs": docs}
        return 200, json.dumps({"responseHeader": {"status": 0, "QTime": 4}, "response": response})

    def who_iris(self, request: Request, params: dict[str, str]) -> tuple[int, str]:
        if request.path == "/server/api/pid/find":
            return (200, json.dumps(report(HANDLE))) if params["id"] == f"hdl:{HANDLE}" else (404, "")
        found = [report(handle) for handle in (HANDLE, UNLINKED_HANDLE) if f'"{handle}"' in params["query"]]
        return 200, json.dumps(discovered(found))


def edition() -> dict[str, object]:
    return {
        "url": "https://openlibrary.org/books/OL1M/Tides",
        "key": "/books/OL1M",
        "title": "Tides",
        "subtitle": "a handbook",
        "authors": [{"url": "https://openlibrary.org/authors/OL1A/Ada_Marlowe", "name": "Ada Marlowe"}],
        "identifiers": {"isbn_13": [BOOK], "isbn_10": ["0306406152"], "openlibrary": ["OL1M"]},
        "publishers": [{"name": "Invented Press"}],
        "publish_date": "May 16, 2005",
        "number_of_pages": 345,
    }


def work(title: str, authors: list[str]) -> dict[str, object]:
    return {
        "key": f"/works/OL{len(title)}W",
        "title": title,
        "author_name": authors,
        "first_publish_year": 1999,
        "publish_year": [2005, 1999],
        "publisher": ["Invented Press"],
        "isbn": ["0306406152", "not one"],
    }


def found_works(docs: list[dict[str, object]]) -> dict[str, object]:
    return {"numFound": len(docs), "start": 0, "numFoundExact": True, "num_found": len(docs), "docs": docs}


def astronomy() -> dict[str, object]:
    return {
        "bibcode": BIBCODE,
        "identifier": [BIBCODE, FORMER_BIBCODE, "10.5555/tide.1", "arXiv:1905.00001"],
        "title": ["Tides on an invented moon"],
        "author": ["Marlowe, Ada", "Tidal Collaboration"],
        "year": "2019",
        "pub": "Invented Astronomy",
        "volume": "12",
        "issue": "3",
        "page": ["45"],
        "page_range": "45-67",
        "doi": ["10.5555/TIDE.1"],
        "doctype": "article",
        "issn": ["1234-5679"],
        "abstract": "Tides were <i>watched</i>.",
    }


def report(handle: str) -> dict[str, object]:
    def said(*values: str) -> list[dict[str, object]]:
        return [{"value": value, "language": "en", "authority": None, "confidence": -1, "place": 0} for value in values]

    return {
        "id": "5ad50035-ca22-4a4d-84ca-d5132f34f588",
        "uuid": "5ad50035-ca22-4a4d-84ca-d5132f34f588",
        "name": "Guidance on invented tides",
        "handle": handle,
        "metadata": {
            "dc.contributor.author": said("World Health Organization", "Marlowe, Ada"),
            "dc.title": said("Guidance on invented tides: second report"),
            "dc.date.issued": said("2019-05"),
            "dc.identifier.isbn": said("9780306406157 (electronic version)"),
            "dc.publisher": said("World Health Organization"),
            "dc.type": said("Publications"),
        },
        "inArchive": True,
        "withdrawn": False,
        "type": "item",
    }


def discovered(reports: list[dict[str, object]]) -> dict[str, object]:
    objects = [{"type": "discover", "_embedded": {"indexableObject": one}} for one in reports]
    page = {"size": 20, "totalElements": len(objects), "totalPages": 1, "number": 0}
    return {"type": "discover", "_embedded": {"searchResult": {"_embedded": {"objects": objects}, "page": page}}}


def book_questions(registry: RegistryName, kind: QueryKind) -> dict[Query, bool]:
    """ISBNs, bibcodes and handles, and whether the services hold them."""
    held = {
        QueryKind.ISBN: {BOOK: True, BOOK_LEFT_OUT: True, NO_BOOK: False, NO_BOOK_EITHER: False},
        QueryKind.BIBCODE: {BIBCODE: True, FORMER_BIBCODE: True, NO_BIBCODE: False},
        QueryKind.WHO_IRIS: {HANDLE: True, UNLINKED_HANDLE: True, NO_HANDLE: False},
    }[kind]
    return {Query(registry=registry, kind=kind, value=value): there for value, there in held.items()}

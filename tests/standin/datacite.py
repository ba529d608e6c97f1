"""DataCite's `/dois`: single records, and lists by `query` in Elasticsearch's query string syntax."""

import re
from typing import Any

from tests.standin.boolean import matching
from tests.standin.derived import online_date, print_date
from tests.standin.exchange import Ask, Reply, integer, json_reply
from tests.standin.ranking import Index, best_first, by_phrase, title_text
from tests.standin.world import Work, World

DEFAULT_PAGE, MAX_PAGE = 25, 1000
NOT_FOUND = {"errors": [{"status": "404", "title": "The resource you are looking for doesn't exist."}]}
PHRASE = re.compile(r'titles\.title:"([^"]*)"')
BY_AUTHOR = re.compile(r'creators\.name:"([^"]*)" AND titles\.title:\(([^)]*)\)')


class DataCite:
    """Works whose DOI is DataCite's."""

    name = "datacite"

    def __init__(self, world: World) -> None:
        self._works = [w.seen_by("datacite") for w in world if w.held("datacite") and w.doi]
        self._by_doi = {str(w.doi): n for n, w in reversed(list(enumerate(self._works)))}
        self._titles = Index(self._works, title_text)

    def answer(self, ask: Ask) -> Reply:
        if ask.path.startswith("/dois/"):
            doi = ask.path.removeprefix("/dois/").lower()
            place = self._by_doi.get(doi)
            if place is None:
                return json_reply(NOT_FOUND, 404, {"doi": [doi]})
            return json_reply({"data": _entry(self._works[place])}, 200, {"doi": [doi]})
        return self._list(ask) if ask.path == "/dois" else json_reply(NOT_FOUND, 404)

    def _list(self, ask: Ask) -> Reply:
        query = ask.get("query") or ""
        size = min(integer(ask.get("page[size]"), DEFAULT_PAGE), MAX_PAGE)
        if listed := re.fullmatch(r"doi:\((.*)\)", query):
            dois = [doi.lower() for doi in re.findall(r'"([^"]*)"', listed.group(1))]
            places, asked = [self._by_doi[doi] for doi in dois if doi in self._by_doi], {"doi": dois}
        else:
            places, asked = self._search(query), {"title": PHRASE.findall(query)}
        page = {"total": len(places), "totalPages": -(-len(places) // size) if size else 0, "page": 1}
        return json_reply({"data": [_entry(self._works[n]) for n in places[:size]], "meta": page}, 200, asked)

    def _search(self, query: str) -> list[int]:
        if '"' not in query:
            bare = re.sub(r"titles\.title:", " ", query)
            scores = self._titles.scores(re.sub(r"[()]|\b(?:AND|OR|NOT)\b", " ", bare))
            found = matching(bare, self._titles.with_all, set(range(len(self._works))))
            return [place for place, _ in best_first({place: scores.get(place, 0.0) for place in found})]
        by_author = [(author, terms.replace(" AND ", " ")) for author, terms in BY_AUTHOR.findall(query)]
        return by_phrase(self._works, self._titles, PHRASE.findall(query), by_author)


def _entry(work: Work) -> dict[str, Any]:
    date = online_date(work) or print_date(work)
    titles: list[dict[str, str]] = [{"title": work.title}]
    if work.subtitle:
        titles.append({"title": work.subtitle, "titleType": "Subtitle"})
    described = [{"description": work.full_abstract, "descriptionType": "Abstract"}] if work.full_abstract else []
    attributes = {
        "doi": work.doi,
        "prefix": (work.doi or "").partition("/")[0],
        "suffix": (work.doi or "").partition("/")[2],
        "identifiers": [],
        "alternateIdentifiers": [],
        "creators": [_creator(family, given) for family, given in work.authors],
        "titles": titles,
        "publisher": work.journal or "(:unav)",
        "container": {},
        "publicationYear": work.year,
        "subjects": [],
        "contributors": [],
        "dates": [{"date": "{}-{:02d}-{:02d}".format(*date), "dateType": "Issued"}] if date else [],
        "language": None,
        "types": {"ris": "DATA", "bibtex": "misc", "citeproc": "dataset", "resourceTypeGeneral": "Dataset"},
        "relatedIdentifiers": [],
        "version": None,
        "rightsList": [],
        "descriptions": described,
        "url": f"https://repository.example/{work.doi}",
        "schemaVersion": "http://datacite.org/schema/kernel-4",
        "state": "findable",
        "isActive": True,
    }
    return {"id": work.doi, "type": "dois", "attributes": attributes, "relationships": {}}


def _creator(family: str, given: str) -> dict[str, Any]:
    if not given:
        return {"name": family, "nameType": "Organizational", "affiliation": [], "nameIdentifiers": []}
    name = {"name": f"{family}, {given}", "nameType": "Personal", "givenName": given, "familyName": family}
    return {**name, "affiliation": [], "nameIdentifiers": []}

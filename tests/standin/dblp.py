"""DBLP's `/search/publ/api`: blanks are AND, bars are OR, words are matched by their beginnings, `word$` exactly."""

from bisect import bisect_left
from collections import defaultdict
from html import escape
from typing import Any

from tests.standin.derived import digest, words
from tests.standin.exchange import Ask, Reply, integer, json_reply, text_reply
from tests.standin.ranking import author_text
from tests.standin.world import Work, World

DEFAULT_HITS, MOST_HITS = 30, 1000
KINDS = {"Preprint": "Informal and Other Publications", "Conference Paper": "Conference and Workshop Papers"}


class Dblp:
    """Works that say they are held by `dblp`; nothing in a work tells that it is of computing."""

    name = "dblp"

    def __init__(self, world: World) -> None:
        self._works = [work.seen_by("dblp") for work in world if work.held("dblp")]
        postings: dict[str, set[int]] = defaultdict(set)
        for place, work in enumerate(self._works):
            for word in words(f"{work.full_title} {author_text(work)} {work.journal or ''} {work.year or ''}"):
                postings[word].add(place)
        self._postings = dict(postings)
        self._vocabulary = sorted(postings)

    def answer(self, ask: Ask) -> Reply:
        if ask.path != "/search/publ/api":
            return text_reply("<html><body>404</body></html>", 404, "text/html")
        query = ask.get("q") or ""
        places = self._matching(query)
        sent = places[: min(integer(ask.get("h"), DEFAULT_HITS), MOST_HITS)]
        hits: dict[str, Any] = {"@total": str(len(places)), "@computed": str(len(sent)), "@sent": str(len(sent))}
        hits["@first"] = "0"
        if sent:
            hits["hit"] = [_hit(self._works[place]) for place in sent]
        status = {"@code": "200", "text": "OK"}
        return json_reply({"result": {"query": query, "status": status, "hits": hits}}, 200, {"title": [query]})

    def _matching(self, query: str) -> list[int]:
        """The newest first, as DBLP lists them."""
        sets = [set[int]().union(*map(self._holding, part.split("|"))) for part in query.split()]
        found = set.intersection(*sets) if sets else set()
        return sorted(found, key=lambda place: (-(self._works[place].year or 0), place))

    def _holding(self, word: str) -> set[int]:
        wanted = "".join(words(word))
        if word.endswith("$"):
            return self._postings.get(wanted, set())
        if not wanted:
            return set()
        found: set[int] = set()
        for known in self._vocabulary[bisect_left(self._vocabulary, wanted) :]:
            if not known.startswith(wanted):
                break
            found |= self._postings[known]
        return found


def _hit(work: Work) -> dict[str, Any]:
    key = f"rec/{digest(work, 'dblp') % 10**9:09d}"
    people = [
        {"@pid": f"00/{n}", "text": f"{given} {family}".strip()} for n, (family, given) in enumerate(work.authors)
    ]
    kind = next((KINDS[known] for known in work.types if known in KINDS), "Journal Articles")
    info = {
        "authors": {"author": people[0] if len(people) == 1 else people} if people else None,
        "title": f"{escape(work.full_title)}.",
        "venue": work.journal,
        "volume": work.volume,
        "number": work.issue,
        "pages": work.pages,
        "year": str(work.year) if work.year else None,
        "type": kind,
        "access": "closed",
        "key": key,
        "doi": work.doi.upper() if work.doi else None,
        "ee": f"https://doi.org/{work.doi}" if work.doi else None,
        "url": f"https://dblp.org/rec/{key}",
    }
    return {"@score": "1", "@id": key, "info": {name: value for name, value in info.items() if value is not None}}

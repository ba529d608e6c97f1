"""DBLP's SPARQL endpoint, as far as a peer asks it: titles from one string to another, DOIs, and whole records.

Not an engine: the shapes of query are recognised. Any other has no rows, as one about works that DBLP does not have.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from urllib.parse import parse_qs

from tests.standin import Work, World
from tests.standin.derived import digest, words

RECORD: Final = "https://dblp.org/rec/"
MOST_ROWS: Final = 100
_RANGE = re.compile(
    r"(?:\((?P<i>\d+) AS \?i\)[^{}]*)?"
    r'\{[^{}]*dblp:title \?t \. FILTER\(\?t >= "(?P<low>[^"]*)" && \?t < "(?P<high>[^"]*)"\)'
)
_VALUES = re.compile(r"VALUES \?(?P<name>\w+) \{(?P<values>[^}]*)\}")

Row = dict[str, str]


class Sparql:
    """The works that DBLP holds, behind SPARQL."""

    def __init__(self, works: Iterable[Work]) -> None:
        self._works = {_key(work): work for work in works}
        self._titles = sorted((_collated(work.full_title), key) for key, work in self._works.items())

    @classmethod
    def of(cls, world: World) -> "Sparql":
        return cls(work for work in world if work.held("dblp"))

    def answer(self, query: str) -> bytes:
        """SPARQL's JSON results for a query."""
        rows = list(self._rows(query))
        names = list(dict.fromkeys(name for row in rows for name in row))
        bindings = [{name: {"type": "literal", "value": value} for name, value in row.items()} for row in rows]
        return json.dumps({"head": {"vars": names}, "results": {"bindings": bindings}}).encode()

    def _rows(self, query: str) -> Iterable[Row]:
        values = _VALUES.search(query)
        named = re.findall(r"<([^>]*)>", values.group("values")) if values else []
        if values and values.group("name") == "doi":
            dois = {value.removeprefix("https://doi.org/").lower(): value for value in named}
            return [
                {"doi": dois[w.doi], "pub": RECORD + key} for key, w in self._works.items() if w.doi and w.doi in dois
            ]
        if values and values.group("name") == "pub":
            return [row for pub in named for row in self._record(pub.removeprefix(RECORD))]
        return [row for found in _RANGE.finditer(query) for row in self._titled(found.groupdict())]

    def _titled(self, asked: Mapping[str, str | None]) -> Sequence[Row]:
        low, high = _collated(asked["low"] or ""), _collated(asked["high"] or "")
        keys = [key for title, key in self._titles if low <= title < high][:MOST_ROWS] if low else []
        number = {"i": asked["i"]} if asked["i"] else {}
        return [{**number, "pub": RECORD + key, "t": f"{self._works[key].full_title}."} for key in keys]

    def _record(self, key: str) -> Iterable[Row]:
        work = self._works.get(key)
        if work is None:
            return
        row = {
            "pub": RECORD + key,
            "title": f"{work.full_title}.",
            "type": "http://purl.org/net/nknouf/ns/bibtex#Inproceedings",
        }
        row |= {"venue": work.journal} if work.journal else {}
        row |= {"year": str(work.year)} if work.year else {}
        row |= {"doi": f"https://doi.org/{work.doi.upper()}"} if work.doi else {}
        for place, (family, given) in enumerate(work.authors, 1):
            yield {**row, "ord": str(place), "name": f"{given} {family}".strip()}
        if not work.authors:
            yield row


def query_in(target: str, body: bytes) -> str:
    """The query of a request: a parameter of the address or of a form, or the body itself."""
    for text in (target.partition("?")[2], body.decode("utf-8", "replace")):
        if found := parse_qs(text).get("query"):
            return found[0]
    return body.decode("utf-8", "replace")


def _key(work: Work) -> str:
    return f"conf/standin/W{digest(work, 'dblp') % 10**9}"


def _collated(text: str) -> str:
    """Titles are ordered without regard to case, accents and punctuation."""
    return " ".join(words(text))

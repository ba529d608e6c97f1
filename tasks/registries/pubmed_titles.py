"""How titles are searched in PubMed: as words of the title field, since phrases are found only if they are indexed."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from state.exchange import Expects, Lane, Request
from state.lookup import Query, Record, RegistryName
from tasks.language.titles import identity_ratio

CANDIDATES = 5
MOST_WORDS = 25
MANY_WORDS = 5
"""From here on a title is found without one of its words."""
FEWEST_TOGETHER = 4
"""Words: a shorter title has so many articles that it would crowd out the others of a common search."""
LISTED = 200
"""Articles a common search may list: what one efetch brings."""
ITS_OWN = 0.85
"""Ratio of titles from which an article belongs to a title although PubMed's index spells a word otherwise."""
STOPWORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a about again all almost also although always among an and another any are as at be because been before
        being between both but by can could did do does done due during each either enough especially etc for
        found from further had has have having here how however i if in into is it its itself just kg km made
        mainly make may mg might ml mm most mostly must nearly neither no nor not obtained of often on our
        overall perhaps pmid quite rather really regarding seem seen several should show showed shown shows
        significantly since so some such than that the their theirs them then there therefore these they this
        those through thus to upon use used using various very was we were what when which while with within
        without would
        """,
    )
)
"""PubMed's own list: it drops these from searches, and a tagged one would find nothing."""


def title_words(title: str) -> list[str]:
    """The searchable words of a title: without stop words, punctuation and single letters, each once, in order."""
    folded = unicodedata.normalize("NFKC", title).lower()
    words = [word for word in re.findall(r"[^\W_]+", folded) if word not in STOPWORDS]
    return list(dict.fromkeys(word for word in words if len(word) > 1))[:MOST_WORDS]


@lru_cache(maxsize=16384)
def ways_to_find(title: str) -> tuple[tuple[str, ...], ...]:
    """The words that must stand in an article's title, in as many ways that whichever word is misprinted, one does
    without it: three quarters of a long title, two thirds of a middling one, all but one of five. A short title has one
    way: fewer of its words would stand in too many articles. None for a title without words."""
    words = title_words(title)
    parts = 4 if len(words) >= 8 else 3 if len(words) > MANY_WORDS else 5 if len(words) == MANY_WORDS else 1
    if parts == 1:
        return (tuple(words),) if words else ()
    groups = [words[start::parts] for start in range(parts)]
    return tuple(tuple(word for word in words if word not in left_out) for left_out in groups)


def search_request(query: Query) -> Request:
    """Articles whose title has the words, all of them or, of a longer title, most."""
    ways = ways_to_find(query.value)
    if not ways:
        return _request('"' + re.sub(r'["\[\]]', " ", query.value).strip() + '"[Title]')
    return _request(_term(ways))


def _term(ways: Sequence[Sequence[str]]) -> str:
    if len(ways) == 1:
        return _all_of(ways[0])
    return " OR ".join(f"({_all_of(words)})" for words in ways)


def _all_of(words: Sequence[str]) -> str:
    return " AND ".join(f"{word}[Title]" for word in words)


def goes_together(query: Query) -> bool:
    """Whether the title may share a search with others."""
    return len(title_words(query.value)) >= FEWEST_TOGETHER


def common_request(queries: Sequence[Query]) -> Request:
    """Articles whose title has the words of any of these titles: what their own searches would list, in one."""
    term = " OR ".join(f"({_all_of(words)})" for query in queries for words in ways_to_find(query.value))
    return Request(
        registry=RegistryName.PUBMED,
        method="POST",
        path="/entrez/eutils/esearch.fcgi",
        params=(("db", "pubmed"), ("retmode", "xml"), ("tool", "corrigenda"), ("term", term), ("retmax", str(LISTED))),
        form=True,
        lane=Lane.SEARCH,
        expects=Expects.XML,
    )


def candidates(query: Query, records: Sequence[Record]) -> tuple[Record, ...]:
    """Those of a common search's articles that this title listed, at most as many as its own search would: the most
    similar titles first where there are more."""
    listed = [record for record in records if _is_listed_for(query, record)]
    if len(listed) > CANDIDATES:
        listed.sort(key=lambda record: -identity_ratio(query.value, record.title or ""))
    return tuple(listed[:CANDIDATES])


def is_a_stranger(record: Record, queries: Sequence[Query]) -> bool:
    """Whether none of the titles explains why a common search listed this article."""
    return not any(_is_listed_for(query, record) for query in queries)


def _is_listed_for(query: Query, record: Record) -> bool:
    words = _record_words(record)
    return any(words.issuperset(way) for way in ways_to_find(query.value)) or _is_its_own(query, record)


def _record_words(record: Record) -> set[str]:
    folded = unicodedata.normalize("NFKC", record.title or "").lower()
    return set(re.findall(r"[^\W_]+", folded))


def _is_its_own(query: Query, record: Record) -> bool:
    """Two titles of one work share most words; only then are their letters compared."""
    wanted = set(title_words(query.value))
    if 2 * len(wanted & _record_words(record)) < len(wanted):
        return False
    return identity_ratio(query.value, record.title or "") >= ITS_OWN


def second_request(query: Query) -> Request | None:
    """Articles by the author that share words of the title, best first: finds a short title cited with a wrong word.
    None where there is no author or too little title, or the title's own search does without any one word."""
    words = title_words(query.value)
    if len(ways_to_find(query.value)) > 1:
        return None
    author = re.sub(r"[^\w\s'-]", " ", query.author or "").strip()
    if not author or len(words) < 3:
        return None
    return _request(f"{author}[Author] AND (" + " OR ".join(f"{word}[Title]" for word in words) + ")")


def _request(term: str) -> Request:
    params = (
        ("db", "pubmed"),
        ("retmode", "xml"),
        ("tool", "corrigenda"),
        ("term", term),
        ("retmax", str(CANDIDATES)),
        ("sort", "relevance"),
    )
    return Request(
        registry=RegistryName.PUBMED,
        path="/entrez/eutils/esearch.fcgi",
        params=params,
        lane=Lane.SEARCH,
        expects=Expects.XML,
    )

"""How titles are searched in PubMed: as words of the title field, since phrases are found only if they are indexed."""

import re
import unicodedata
from collections.abc import Sequence

from state.exchange import Expects, Lane, Request
from state.lookup import Query, Record, RegistryName
from tasks.language.titles import identity_ratio

CANDIDATES = 5
MOST_WORDS = 25
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


def search_request(query: Query) -> Request:
    """Articles whose title has all the words."""
    words = title_words(query.value)
    if not words:
        return _request('"' + re.sub(r'["\[\]]', " ", query.value).strip() + '"[Title]')
    return _request(_all_of(words))


def _all_of(words: Sequence[str]) -> str:
    return " AND ".join(f"{word}[Title]" for word in words)


def goes_together(query: Query) -> bool:
    """Whether the title may share a search with others."""
    return len(title_words(query.value)) >= FEWEST_TOGETHER


def common_request(queries: Sequence[Query]) -> Request:
    """Articles whose title has all the words of any of these titles: what their own searches would list, in one."""
    term = " OR ".join(f"({_all_of(title_words(query.value))})" for query in queries)
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
    wanted = set(title_words(query.value))
    listed = [record for record in records if wanted <= _record_words(record) or _is_its_own(query, record)]
    if len(listed) > CANDIDATES:
        listed.sort(key=lambda record: -identity_ratio(query.value, record.title or ""))
    return tuple(listed[:CANDIDATES])


def is_a_stranger(record: Record, queries: Sequence[Query]) -> bool:
    """Whether none of the titles explains why a common search listed this article."""
    words = _record_words(record)
    return not any(set(title_words(query.value)) <= words or _is_its_own(query, record) for query in queries)


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
    """Articles by the author that share words of the title, best first: finds a title cited with a wrong word.
    None where there is no author or too little title."""
    words = title_words(query.value)
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

"""How a title is searched in PubMed: as words of the title field, since phrases are found only if they are indexed."""

import re
import unicodedata

from state.exchange import Expects, Lane, Request
from state.lookup import Query, RegistryName

CANDIDATES = 5
MOST_WORDS = 25
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
    return _request(" AND ".join(f"{word}[Title]" for word in words))


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

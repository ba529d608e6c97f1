"""How a work is found in the registry on this machine: its keys and the words of its title.

The same functions make the keys of what is imported and of what is asked, so that the two meet. Pure.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Set
from itertools import combinations

from state.lookup import QueryKind, Record
from tasks.language.identifiers import clean_arxiv, clean_doi, clean_isbn, clean_pmid
from tasks.language.titles import normalize_title

ARXIV_DOI = "10.48550/arxiv."
RAREST = 5
"""Words a search is made of: every two of them. A title with a word changed keeps most pairs."""
LEAST_PAIRS = 3
MOST_TITLES = 1_000
"""What a search may look at, beyond its first pairs."""
_HEAD = re.compile(r"\s*(?:[:：?？!]|\.\s|\s[-–—]\s|——|--)\s*")
"""Where a title may end and its subtitle begin."""
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+")
_STOP_WORDS = (
    "a an the of on in for to and or with by from at as is are be via der die das und von im zur zum des le la les du"
    " de et en el los las y un une"
)
_STOP = frozenset(_STOP_WORDS.split())
_LEAST_HEAD = 12
"""Letters of a title's head that is a key of its own: `Deep learning` begins too many titles."""
_MOST_KEYS = 4


def keys_of(record: Record) -> tuple[str, ...]:
    """Every key under which a record is kept: its identifiers, its title and the head of its title."""
    keys = [key_of(kind, value) for kind, value in _identifiers(record)]
    return tuple(dict.fromkeys([*keys, *title_keys(record.title or "")]))


def _identifiers(record: Record) -> list[tuple[QueryKind, str]]:
    doi, pmid = clean_doi(record.doi), clean_pmid(record.pmid)
    found = [(QueryKind.DOI, doi)] if doi else []
    if doi and doi.startswith(ARXIV_DOI) and (number := clean_arxiv(doi)):
        found.append((QueryKind.ARXIV, number))
    if pmid:
        found.append((QueryKind.PMID, pmid))
    return [*found, *((QueryKind.ISBN, isbn) for isbn in record.isbns if clean_isbn(isbn))]


def key_of(kind: QueryKind, value: str) -> str:
    """The key of an identifier, whose value is that of a query."""
    return f"{kind.value}:{value}"


def title_keys(title: str) -> tuple[str, ...]:
    """The keys of a title: of the whole, then of the parts before a colon, full stop or dash. Empty without letters."""
    whole = _compact(title)
    if not whole:
        return ()
    heads = (_compact(title[: found.start()]) for found in _HEAD.finditer(title))
    kept = dict.fromkeys([whole, *(head for head in heads if len(head) >= _LEAST_HEAD or _CJK.search(head))])
    return tuple(_title_key(part) for part in list(kept)[:_MOST_KEYS] if part)


def _title_key(compact: str) -> str:
    return f"title:{hashlib.sha256(compact.encode('utf-8', 'replace')).hexdigest()[:24]}"


def _compact(title: str) -> str:
    return _folded(title).replace(" ", "")


def _folded(title: str) -> str:
    """The normal form of a title, without accents: printed titles lose them."""
    normal = normalize_title(title)
    if normal.isascii():
        return normal
    apart = unicodedata.normalize("NFKD", normal)
    return "".join(c for c in apart if not unicodedata.combining(c))


def is_same_title(a: str | None, b: str | None) -> bool:
    """Are two titles letter for letter the same in their normal form, accents and gaps aside?"""
    return bool(a and b) and _compact(a or "") == _compact(b or "") != ""


def words_of(title: str) -> tuple[str, ...]:
    """The words of a title, each once; of Chinese and Japanese every two neighbouring characters."""
    words: dict[str, None] = {}
    for word in _folded(title).split():
        rest = 0
        for run in _CJK.finditer(word):
            if run.start() > rest:
                words[word[rest : run.start()]] = None
            pairs = [run.group()[i : i + 2] for i in range(len(run.group()) - 1)]
            words.update(dict.fromkeys(pairs or [run.group()]))
            rest = run.end()
        if rest < len(word):
            words[word[rest:]] = None
    return tuple(words)


def groups_of(words: Iterable[str], counts: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """What to search a title's words by: two of its rarest words that are known at all, every two of them as long as
    there is a rare one among them. `counts` says in how many titles each stands. Empty where that would be too little
    to know a title by."""
    telling = [word for word in words if word not in _STOP]
    known = sorted((word for word in telling if counts.get(word)), key=lambda word: (counts[word], word))
    if len(known) == 1 and len(telling) <= 2:
        return ((known[0],),)
    groups: list[tuple[str, ...]] = []
    spent = 0
    # Every two of the three rarest first: one of them may be the word that is wrong.
    for later, first in sorted((b, a) for a, b in combinations(range(len(known[:RAREST])), 2)):
        pair = (known[first], known[later])
        spent += counts[pair[0]]
        if len(groups) >= LEAST_PAIRS and spent > MOST_TITLES:
            break
        groups.append(pair)
    return tuple(groups)


def likeness(asked: Set[str], other: str) -> float:
    """How much of two titles' words is common, 0.0 to 1.0: of the shorter one's words, since subtitles are left out,
    and a little of the longer one's, so that the nearer of two comes first."""
    words = other.split()
    if not asked or not words:
        return 0.0
    common = len(asked & set(words))
    return 0.9 * common / min(len(asked), len(words)) + 0.1 * common / max(len(asked), len(words))


def telling_words(title: str) -> tuple[str, ...]:
    """The words of a title that say something."""
    return tuple(word for word in words_of(title) if word not in _STOP)

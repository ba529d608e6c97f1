"""Abbreviated words of serial titles: which words `clin` and `natl` stand for (ISO 4).

The list is drawn from the journal lists that JabRef ships (see THIRD_PARTY.md): some 15,000 names with their ISO 4 or
MEDLINE abbreviation, laid side by side word for word, which gives about 7,000 words; and the names whose abbreviation
leaves words out. All is folded: lower case, without accents and full stops.
"""

import lzma
from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

_LEAST_CUT = 3
"""Letters of a truncation that the list does not know."""


def _lines(name: str) -> list[tuple[str, str]]:
    data = files("tasks.language").joinpath("data", f"{name}.tsv.xz").read_bytes()
    rows = (line.partition("\t") for line in lzma.decompress(data).decode("utf-8").splitlines())
    return [(word, rest) for word, _, rest in rows]


@cache
def _abbreviations() -> Mapping[str, frozenset[str]]:
    """Word → its abbreviations; the word itself among them where it is written out."""
    return {word: frozenset(rest.split()) for word, rest in _lines("title_words")}


@cache
def _expansions() -> Mapping[str, frozenset[str]]:
    """Abbreviation → the words it stands for."""
    found: dict[str, set[str]] = defaultdict(set)
    for word, shorts in _abbreviations().items():
        for short in shorts:
            found[short].add(word)
    return {short: frozenset(words) for short, words in found.items()}


@cache
def _irregular() -> Mapping[str, frozenset[str]]:
    """Folded name → folded abbreviations that leave words out, and the other way round."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, short in _lines("journal_names"):
        found[name].add(short)
        found[short].add(name)
    return {name: frozenset(others) for name, others in found.items()}


def is_listed_pair(a: str, b: str) -> bool:
    """Are two folded titles a name and its irregular abbreviation?"""
    return b in _irregular().get(a, ())


def is_abbreviation(word: str) -> bool:
    """Does a folded word stand for a longer one in the titles of serials (`med`, `lett`, `part`)?"""
    return any(len(long) > len(word) for long in _expansions().get(word, ()))


@lru_cache(maxsize=65536)
def same_word(a: str, b: str) -> bool | None:
    """Are two folded words one, or one the abbreviation of the other?

    Where the list knows the longer one, it decides; a truncation it does not know (`onco`) counts, unless it stands for
    other words or is a word of its own (`cancer` is not short for `cancers`). None for letters in order that the list
    does not know: it may be an abbreviation.
    """
    if a == b:
        return True
    short, long = sorted((a, b), key=len)
    known = _abbreviations().get(long)
    if known and short in known:
        return True
    meanings = _expansions().get(short, frozenset())
    if meanings & _expansions().get(long, frozenset()):
        return True  # `manag` and `manage`
    if short.isdigit() or short[0] != long[0]:
        return False
    if long.startswith(short) and any(short.startswith(cut) for cut in known or () if len(cut) >= _LEAST_CUT):
        return True  # `inform` where the list has `inf`
    if short in _abbreviations():
        return False  # a word of its own
    if long.startswith(short) and _is_near_cut(short, long, known or frozenset()):
        return True
    if known and (meanings or len(short) < _LEAST_CUT):
        return False
    if long.startswith(short):
        return True if len(short) >= _LEAST_CUT else None
    letters = iter(long)
    return None if short.isascii() and len(short) >= _LEAST_CUT and all(c in letters for c in short) else False


def _is_near_cut(short: str, long: str, known: frozenset[str]) -> bool:
    """A truncation a little shorter than the listed one (`ann` for `annu`), or by no more than an ending (`energ` for
    `energy`)."""
    if len(short) >= 4 and len(long) - len(short) <= 3:
        return True
    most = 2 if len(short) >= 4 else 1
    return len(short) >= _LEAST_CUT and any(cut.startswith(short) and len(cut) - len(short) <= most for cut in known)

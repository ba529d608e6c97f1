"""How titles are asked for at DBLP: words of many titles in one query that only knows AND of ORs.

DBLP's search (dblp.org/faq, "How to use the dblp search API?") matches words by their beginnings, `word$` exactly;
blanks are AND, `|` between words is OR and binds closer. It has no brackets, so "the words of this title, or the words
of that one" cannot be said. What can be said is a row of *sets*, one word of each of which must stand in the work.
Every title puts words into every set; a work that has the words of a title then has one of every set. So has now and
then a work that takes its words from several titles: such are few where there are enough sets, and nobody's.

A title gives its most telling words, one to each set, and as few as keep chance hits rare: four where three of them are
telling, else six, of which fewer titles share a request. With a wrong word among those four a work is not found here;
two words in each set would do without either, but then (measured on a thousand works of machine learning) fifty times
as many strangers have one of every set, the answer is cut, and the titles are asked for singly after all. The other
services a reference is looked up at rank their answers and find its misprinted form. A title with fewer than four
words goes alone, with all of them.

An answer that is cut is asked for again in halves.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from tasks.language.scripts import count_cjk
from tasks.registries.titles import search_terms
from tasks.registries.words import search_words

Sets = tuple[tuple[str, ...], ...]
"""One word of each must stand in the work."""

_COMMONPLACE = """
    adaptive algorithm algorithms analysis application applications approach approaches architecture artificial
    attention automatic based classification cloud code communication comparison complexity computation computational
    computer computing control convolutional data deep design detection development distributed domain driven dynamic
    efficient embedding estimation evaluation fast feature features framework fusion generation generative global graph
    graphs hierarchical high human hybrid image images improved improving information intelligent interactive knowledge
    language large learning linear local machine management method methods mobile model modeling modelling models multi
    multiple natural network networks neural novel object online open optimal optimization parallel performance
    planning power prediction problem problems processing programming quality random real recognition
    reinforcement research robot robust scale search secure security segmentation self semantic sensor service services
    simple simulation single social software space sparse speech state study supervised support survey system systems
    task technique techniques technology text theory time tracking training transfer transformer transformers
    understanding unsupervised user video vision visual web wireless
"""
COMMONPLACE = frozenset(_COMMONPLACE.split())
"""Words of very many titles in computing: they say little about which work is meant."""
TELLING_SETS, COMMON_SETS = 4, 6
TELLING_TITLES, COMMON_TITLES = 15, 6
"""Titles that share a request."""
TELLING_ENOUGH = 3
FEWEST = 4
"""Words with which a title can share a request."""
SHORT = 4
"""Words up to this length are asked for exactly: too many others begin like them."""


@lru_cache(maxsize=16384)
def chosen_words(title: str) -> tuple[str, ...]:
    """The words to ask for, the most telling first: those that are not commonplace, the longest before shorter ones.

    Words with other than plain letters and digits are left out: how DBLP's index writes them is not documented.
    """
    if count_cjk(title):
        return ()
    words = [word for word in search_terms(title) if word.isascii()]
    return tuple(sorted(words, key=lambda word: (word in COMMONPLACE, -len(word))))


def is_telling(title: str) -> bool:
    """Has this title words enough that few other works have?"""
    words = chosen_words(title)
    return sum(word not in COMMONPLACE for word in words) >= TELLING_ENOUGH


@lru_cache(maxsize=16384)
def sets_of(title: str) -> Sets:
    """What a title gives to each set; nothing where it has too few words to share a request."""
    words = chosen_words(title)
    if len(words) < FEWEST:
        return ()
    count = TELLING_SETS if is_telling(title) else COMMON_SETS
    return tuple((words[n % len(words)],) for n in range(count))


def shared_query(titles: Sequence[str]) -> str:
    """The query for titles that give to equally many sets."""
    together = zip(*(sets_of(title) for title in titles), strict=True)
    return " ".join("|".join(dict.fromkeys(_written(word) for given in part for word in given)) for part in together)


def lone_query(title: str, author: str | None = None) -> str:
    """All words of a title, in any order, and the author's name where that is to narrow the answer."""
    return " ".join(_written(word) for word in search_words(f"{title} {author or ''}").split())


def _written(word: str) -> str:
    """A word as DBLP is asked for it. Its plural is left to what words begin with."""
    if len(word) <= SHORT or not word.isascii():
        return f"{word}$" if word.isascii() else word
    return re.sub(r"(?<=[a-rt-z])s$", "", word) if len(word) > SHORT + 1 else word

"""How titles are asked for at DBLP: words of many titles in one query that only knows AND of ORs.

DBLP's search (dblp.org/faq, "How to use the dblp search API?") matches words by their beginnings, `word$` exactly;
blanks are AND, `|` between words is OR and binds closer. It has no brackets, so "the words of this title, or the words
of that one" cannot be said. What can be said is a row of *sets*, one word of each of which must stand in the work.
Every title puts words into every set; a work that has the words of a title then has one of every set. So has now and
then a work that takes its words from several titles: such are few where there are enough sets, and nobody's.

A single wrong word in a cited title must not hide the work. Two requests with other words each would cost twice; a
title that puts *two* words into every set costs nothing more, since it is enough that either stands there. Whatever
word is wrong, the other one of its pair is there. At the same number of chance hits this finds at least what two
requests find, and more where two words are wrong. The price is that sets are twice as large, so

- a title of which at least three words are telling gives pairs to four sets, and shares a request with nine others;
- a title of words that a great many works of computing have (`deep`, `learning`, `network`, …) gives one word to each
  of six sets, without tolerance, and shares a request with five others: pairs of such words would be in thousands of
  titles, and the whole answer would be cut. Other services, which rank, find its misprinted form;
- a title with fewer than four words goes alone, with all its words.

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
PAIRED_SETS, SINGLE_SETS = 4, 6
PAIRED_TITLES, SINGLE_TITLES = 10, 6
"""Titles that share a request."""
TELLING_ENOUGH = 3
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
    """Can this title give two words to each set?"""
    words = chosen_words(title)
    return len(words) > SHORT and sum(word not in COMMONPLACE for word in words) >= TELLING_ENOUGH


@lru_cache(maxsize=16384)
def sets_of(title: str) -> Sets:
    """What a title gives to each set; nothing where it has too few words to share a request.

    Of pairs at least three words must stand in the work, whichever they are, and any one may be missing.
    """
    words = chosen_words(title)
    if len(words) < SHORT:
        return ()
    if not is_telling(title):
        return tuple((words[n % len(words)],) for n in range(SINGLE_SETS))
    if len(words) == SHORT + 1:
        a, b, c, d, e = words
        return (a, b), (a, c), (b, c), (d, e)
    row = words + (words if len(words) % 2 else words[1:])
    return tuple((row[2 * n], row[2 * n + 1]) for n in range(PAIRED_SETS))


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

"""Which part of a printed entry is what: a conditional random field over its tokens, trained on AnyStyle's "core".

The model (`entries.crf`, `words.txt`) holds the weights of features, and the words frequent enough to count as
themselves; `benchmarks/reference_strings.py --train` makes it, and THIRD_PARTY.md names whose data it learned from.
"""

import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import pairwise

import pycrfsuite

from tasks.parse.strings.features import features
from tasks.parse.strings.tokens import tokenize

MODEL, WORDS = "entries.crf", "words.txt"
_HALVES = re.compile("[\ud800-\udfff]")
"""Halves of a character, as broken files have them: no model can be asked of them."""
LONGEST = 3000
"""Characters of an entry that are tagged: what lies behind belongs to no reference's fields."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of tokens with one label, as a span of the entry's text."""

    label: str
    """AnyStyle's: author, title, date, journal, container-title, volume, pages, publisher, location, editor, …"""
    start: int
    end: int
    confidence: float
    """The smallest marginal probability of its tokens' labels, those at its two ends included: 0 to 1."""


def segments(text: str) -> tuple[Segment, ...]:
    """The parts of an entry, in order; together they hold every token of its first 3,000 characters.

    The model is loaded once, at the first call. Safe from several threads.
    """
    return _tagger().segments(text[:LONGEST])


@lru_cache(maxsize=1)
def _tagger() -> "Tagger":
    folder = resources.files(__package__ or "tasks.parse.strings")
    words = folder.joinpath(WORDS).read_text(encoding="utf-8").split()
    return Tagger(folder.joinpath(MODEL).read_bytes(), words)


class Tagger:
    """A model with the words it knows."""

    def __init__(self, model: bytes, words: Iterable[str]) -> None:
        self._model = model  # crfsuite reads from these bytes as long as it lives
        self._words = frozenset(words)
        self._crf = pycrfsuite.Tagger()
        self._crf.open_inmemory(model)
        self._lock = threading.Lock()

    def segments(self, text: str) -> tuple[Segment, ...]:
        """The parts of an entry, in order, whatever the text."""
        tokens = tokenize(_HALVES.sub("?", text))
        if not tokens:
            return ()
        observed = features(tokens, self._words)
        with self._lock:
            self._crf.set(observed)
            labels: list[str] = self._crf.tag()
            sure = [float(self._crf.marginal(label, n)) for n, label in enumerate(labels)]
        bounds = [*(n for n, label in enumerate(labels) if n == 0 or _begins(labels[n - 1], label)), len(labels)]
        return tuple(
            Segment(_name(labels[a]), tokens[a].start, tokens[b - 1].end, min(sure[a:b])) for a, b in pairwise(bounds)
        )


def encode(labels: Sequence[str]) -> list[str]:
    """Labels of tokens with their places in a run: `B-` begins it, `I-` is inside, `E-` ends it, `S-` stands alone."""
    found: list[str] = []
    for n, label in enumerate(labels):
        begins = n == 0 or labels[n - 1] != label
        ends = n + 1 == len(labels) or labels[n + 1] != label
        found.append(f"{'S' if begins and ends else 'B' if begins else 'E' if ends else 'I'}-{label}")
    return found


def _begins(before: str, label: str) -> bool:
    return (label[0] in "BS" and before[0] in "ES") or _name(before) != _name(label)


def _name(label: str) -> str:
    return label.split("-", 1)[1]

"""Two files that are nearly one text: a manuscript and an old copy, or its own print."""

import re
from collections.abc import Iterator, Sequence

from state.manuscript import Source
from tasks.language.scripts import fold_width
from tasks.readers.contract import Reading

SHINGLE = 6
"""Words, or Chinese characters, that are compared as one piece."""
FEWEST = 60
"""Pieces that a text must have to be compared at all."""
SAME = 0.5
"""Part of the shorter text's pieces that the other has, from which they are nearly one."""

_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_]+")


def same_texts(readings: Sequence[tuple[Source, Reading]]) -> Iterator[str]:
    """A warning `same_text=NAME and=NAME` for each two files of which one holds most of the other."""
    if len(readings) < 2:
        return
    pieces = [(source.name, _pieces(reading)) for source, reading in readings]
    for n, (name, own) in enumerate(pieces):
        for other_name, other in pieces[n + 1 :]:
            shorter = min(len(own), len(other))
            if shorter >= FEWEST and len(own & other) >= SAME * shorter:
                yield f"same_text={name} and={other_name}"


def _pieces(reading: Reading) -> set[int]:
    words = [word.lower() for paragraph in reading.paragraphs for word in _WORD.findall(fold_width(paragraph.text))]
    return {hash(tuple(words[n : n + SHINGLE])) for n in range(0, len(words) - SHINGLE, 1)}

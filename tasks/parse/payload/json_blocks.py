"""JSON inside a payload: a value is found where it begins a line; how often that fails costs no time."""

import json
import re
from collections.abc import Mapping, Sequence

_PLAUSIBLE = re.compile(r"\s*(?:\{\s*(?:\"|$|\})|\[\s*(?:[\[{\"]|$|\]\s*$))")
"""`[1] Smith` and `{a set}` begin no JSON."""
LONGEST_FAILURE = 4
"""Failing attempts may look at so many times the length of the text, and no more."""

Numbered = Sequence[tuple[int, str]]


class JsonFinder:
    """Finds JSON values in one text."""

    def __init__(self) -> None:
        self._decoder = json.JSONDecoder()
        self._spent = 0
        self._text: str | None = None
        self._starts: list[int] = []

    def find(self, lines: Numbered, index: int) -> tuple[object, int, int] | None:
        """The value that begins at line `index`, the index of the line it ends on, and where on that line it ends;
        None where no list or object of texts and objects begins there."""
        if not _PLAUSIBLE.match(lines[index][1]):
            return None
        single = self._decoded(lines[index][1])
        if single is not None:
            value, end = single
            return (value, index, end) if _holds_works(value) else None
        if len(self._starts) != len(lines):
            self._join(lines)
        assert self._text is not None
        if self._spent > LONGEST_FAILURE * len(self._text) + 10_000:
            return None
        at = self._starts[index] + len(lines[index][1]) - len(lines[index][1].lstrip())
        try:
            value, end = self._decoder.raw_decode(self._text, at)
        except json.JSONDecodeError as error:
            self._spent += max(error.pos, at) - at + 100
            return None
        except (RecursionError, ValueError):
            self._spent += len(self._text) - at
            return None
        if not _holds_works(value):
            self._spent += end - at
            return None
        last = index
        while last + 1 < len(lines) and self._starts[last + 1] < end:
            last += 1
        return value, last, end - self._starts[last]

    def _decoded(self, line: str) -> tuple[object, int] | None:
        """A value that is whole on its line: JSON Lines."""
        at = len(line) - len(line.lstrip())
        try:
            return self._decoder.raw_decode(line, at)
        except (RecursionError, ValueError):
            return None

    def _join(self, lines: Numbered) -> None:
        self._text = "\n".join(text for _, text in lines)
        self._starts, at = [], 0
        for _, text in lines:
            self._starts.append(at)
            at += len(text) + 1


def _holds_works(value: object) -> bool:
    """Whether a value can hold references: an object, or a list with an object or a text in it."""
    if isinstance(value, Mapping):
        return bool(value)
    return isinstance(value, list) and any(isinstance(one, (Mapping, str)) for one in value)

"""BibTeX values: pieces joined by `#`, abbreviations expanded, delimiters taken off. LaTeX stays for later."""

import re
from collections.abc import Iterable

MAX_VALUE = 200_000
"""Longest value kept; a few @string lines that double each other would otherwise fill the memory."""

_NAME = re.compile(r"[A-Za-z_][\w:.+'-]*")
_MONTHS = {
    "jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May", "jun": "June", "jul": "July",
    "aug": "August", "sep": "September", "oct": "October", "nov": "November", "dec": "December",
}  # fmt: skip
_DELIMITER = re.compile(r"(?<!\\)[{}]")
_QUOTE = re.compile(r"(?<!\\)[{}\"]")


class Abbreviations:
    """The @string names of a file, and what they stand for."""

    def __init__(self, strings: Iterable[tuple[str, str]]) -> None:
        self._known = dict(_MONTHS)
        for name, value in strings:
            self._known[name], _ = self.expand(value)

    def expand(self, value: str) -> tuple[str, tuple[str, ...]]:
        """A raw value as one text, and the names in it that nothing defines (they stay in the text as they are)."""
        texts: list[str] = []
        undefined: list[str] = []
        for text, bare in _pieces(value[:MAX_VALUE]):
            if bare and _NAME.fullmatch(text):
                known = self._known.get(text.lower())
                if known is None:
                    undefined.append(text)
                texts.append(text if known is None else known)
            else:
                texts.append(text)
        return "".join(texts)[:MAX_VALUE], tuple(undefined)


def _pieces(value: str) -> list[tuple[str, bool]]:
    """The pieces of a value between `#` signs, without delimiters; True where a piece had none."""
    pieces: list[tuple[str, bool]] = []
    position, length = 0, len(value)
    while position < length:
        character = value[position]
        if character.isspace() or character == "#":
            position += 1
        elif character in '{"':
            end = closing(value, position)
            pieces.append((value[position + 1 : end], False))
            position = end + 1
        else:
            end = value.find("#", position)
            end = length if end < 0 else end
            pieces.append((value[position:end].strip(), True))
            position = end
    return pieces


def closing(value: str, start: int) -> int:
    """Where the delimiter is that closes the one at `start`; the length of the value where it is missing."""
    depth = 0
    quoted = value[start] == '"'
    for matched in (_QUOTE if quoted else _DELIMITER).finditer(value, start + 1 if quoted else start):
        mark = matched.group()
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
            if depth == 0 and not quoted:
                return matched.start()
        elif depth <= 0:
            return matched.start()
    return len(value)

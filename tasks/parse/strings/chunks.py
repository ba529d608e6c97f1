"""An entry in sentence-like pieces, and in smaller ones: what stands between two marks, and what it holds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.parse.strings.tokens import Token

_STRONG = re.compile(r"(?:[^\W\d_]{3,}[)\]”’\"]*|\d{2,}|[)\]”\"])[.。．]$|[.?!。][”\"’]?$")
_INITIAL = re.compile(r"^[(\[“\"]?(?:[A-Z]\.-?)+[,;:]?$|^[A-Z]\.$")
_ABBREVIATION = re.compile(
    r"^\(?(?:[A-Za-z]{1,2}|vols?|eds?|trans|pp|no|nr|rev|dept|univ|proc|conf|int|natl?|phys|chem|biol|med|sci|soc|"
    r"[Jj]r|[Ss]r|al|vs|cf|hrsg|bd|aufl|diss|ph\.d)\.[,;:)]?$",
    re.IGNORECASE,
)
_WEAK = re.compile(r"[,;:.?!，；。：．)\]”\"]$")


@dataclass(frozen=True, slots=True)
class Chunk:
    """Tokens `start` to `end` (exclusive), with a few words on what they hold."""

    start: int
    end: int
    holds: str
    """Letters: `y` a year, `d` other digits, `i` initials, `q` a quotation mark, `a` and/&, `e` an editor's mark."""
    width: int
    """The number of tokens, in six classes."""
    capitals: int
    """The share of capitalised words, in fifths; 9 where it has no words."""


def chunks(tokens: Sequence[Token], *, strong: bool) -> tuple[Chunk, ...]:
    """The pieces of an entry: cut at full stops that end something, or at every mark. At least one for any tokens."""
    found: list[Chunk] = []
    start = 0
    for n, token in enumerate(tokens):
        if n + 1 == len(tokens) or (_ends(token.text) if strong else bool(_WEAK.search(token.text))):
            found.append(_chunk(tokens, start, n + 1))
            start = n + 1
    return tuple(found)


def _ends(text: str) -> bool:
    if _INITIAL.match(text) or _ABBREVIATION.match(text):
        return False
    return bool(_STRONG.search(text))


_HOLDS = (
    ("y", re.compile(r"\b(?:1[5-9]|20)\d\d[a-z]?\b")),
    ("d", re.compile(r"\d")),
    ("i", re.compile(r"(?<![^\W\d_])[A-Z]\.|\b[A-Z]{1,2}(?=[,.;:]|$)")),
    ("q", re.compile(r"[“”\"«»]")),
    ("a", re.compile(r"\b(?:and|und|et|y)\b|&")),
    ("e", re.compile(r"\b(?:eds?|hrsg|editors?|in)\b", re.IGNORECASE)),
)
_WIDTHS = (1, 2, 4, 8, 16)


def _chunk(tokens: Sequence[Token], start: int, end: int) -> Chunk:
    text = " ".join(token.text for token in tokens[start:end])
    holds = "".join(letter for letter, pattern in _HOLDS if pattern.search(text))
    words = re.findall(r"[^\W\d_]{3,}", text)
    capitals = 5 * sum(word[0].isupper() for word in words) // len(words) if words else 9
    return Chunk(start, end, holds, sum(end - start > limit for limit in _WIDTHS), capitals)

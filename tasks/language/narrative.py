"""Citations that are words of their sentence: `Hallberg and Quist (2018) reported`, `[5] describes`. Pure, no I/O.

Taken out like any other marker they would leave `reported …`, which looks like the rest of a sentence cut in two. The
names that such a marker prints are words of the text; where it prints none, a word stands in for it.
"""

import re
from collections.abc import Sequence

Span = tuple[int, int]

STAND_IN = "Ref"
"""The word that stands for a marker without a name at the beginning of its sentence."""

_NAMED = re.compile(
    r"(?P<name>[^\W\d_’'][^\d()\[\]（）［］【】]*?)\s*[(（\[［【][^()\[\]（）［］【】]*\d[^()\[\]（）［］【】]*[)）\]］】]?\s*$"
)
_OPENS = re.compile(r"[\s\"'“‘「『《*_(（[\-–—]*")
_WORD = re.compile(r"[^\W\d_]")


def names_in(printed: str) -> str:
    """The author names that a citation prints before its bracket, as printed; empty where it begins with the bracket.

    `Hallberg and Quist (2018)` gives `Hallberg and Quist`; `[5]`, `(Smith, 2019)` and `Smith, 2019` give nothing.
    """
    found = _NAMED.match(printed) if printed[:1].isalpha() else None
    return found.group("name") if found else ""


def without_names(text: str, markers: Sequence[Span]) -> list[Span]:
    """The spans of the markers without the names that they begin with: what can be taken out of the text."""
    return [
        (start + len(names_in(text[start:end])) if text[start : start + 1].isalpha() else start, end)
        for start, end in markers
    ]


def opens_sentence(sentence: str, marker: Span) -> bool:
    """Whether a marker without a name is the first word of its sentence, and others follow."""
    start, end = marker
    return _OPENS.fullmatch(sentence, 0, start) is not None and _WORD.search(sentence, end) is not None

"""A printed reference as tokens: words between white space, cut once more where an entry is printed without any.

`2019;12(3):45-9` is four tokens and `王伟,李明.题名[J].期刊` six; addresses, DOIs and decimals stay whole.
"""

import re
from dataclasses import dataclass

from tasks.language.scripts import CJK, fold_width

_WORD = re.compile(r"\S+")
_ADDRESS = re.compile(r"(?:https?:|www\.|ftp:|doi\s?:|10\.\d{4,9}/)", re.IGNORECASE)
_CUT = re.compile(
    rf"(?<=[;；，。．：、])(?=[^\s;；，。．：、)）\]”’\"])"
    rf"|(?<=[\w)）\]]:)(?=[\w(“\"])"
    rf"|(?<=\d\))(?=[\w(])"
    rf"|(?<=[^\W\d_],)(?=[^\W_])|(?<=\d,)(?=[^\W\d_]|(?:18|19|20)\d\d\b)|(?<=\b(?:18|19|20)\d\d,)(?=\d)"
    rf"|(?<=[{CJK}\])）a-z][.,])(?=[{CJK}A-Z])|(?<=[{CJK}])(?=[\[［【])|(?<=[a-z)])(?=\[[A-Z]{{1,2}}(?:/[A-Z]{{2}})?\])"
    rf"|(?<=[\]］][.,:])(?=\w)|(?<=[\]］])(?=[{CJK}A-Za-z])|(?<=[{CJK}][.,:])(?=\d)"
)
"""Where one run without white space is several tokens."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of an entry and its place; `text` has full-width marks and digits folded to half width."""

    text: str
    start: int
    end: int


def tokenize(text: str) -> tuple[Token, ...]:
    """The tokens of an entry in order; every character but white space lies in exactly one of them."""
    folded = fold_width(text)
    if len(folded) != len(text):
        folded = text
    tokens: list[Token] = []
    for word in _WORD.finditer(folded):
        start = word.start()
        for cut in _cuts(word.group()):
            tokens.append(Token(folded[start : word.start() + cut], start, word.start() + cut))
            start = word.start() + cut
    return tuple(tokens)


def _cuts(word: str) -> list[int]:
    """The ends of the tokens in a run without white space. Within an address nothing is cut."""
    address = _ADDRESS.search(word)
    limit = address.start() if address else len(word)
    cuts = [m.start() for m in _CUT.finditer(word) if m.start() <= limit]
    if address and limit > 0 and limit not in cuts:
        cuts.append(limit)
    return [*sorted(cuts), len(word)]

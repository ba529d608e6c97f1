"""What a claim is about, on one line, as its summary shows it."""

import re

LONGEST_TOPIC = 160
"""Characters of the sentence that go into a summary."""

_EMPTY_BRACKETS = re.compile(r"\s?(?:\(\s*[,;]?\s*\)|（\s*[，；]?\s*）|\[\s*\]|［\s*］)")
_SPACE_BEFORE_MARK = re.compile(r"\s+(?=[,;:，。；：、)）]|\.(?!\d))")
_LEADING_AND = re.compile(r"^(?:and|or|but)\s(?=\w)")
_DOUBLE_MARK = re.compile(r"([,;，；、])(?:\s?[,;，；、])+")


def without_holes(line: str) -> str:
    """A line without the spaces, brackets and doubled commas that markers leave behind."""
    closed = _SPACE_BEFORE_MARK.sub("", _EMPTY_BRACKETS.sub("", line))
    return _DOUBLE_MARK.sub(r"\1", closed)


def shorten(text: str, longest: int = LONGEST_TOPIC) -> str:
    """A text on one line without closing punctuation, cut at a word to at most `longest` characters."""
    line = without_holes(" ".join(text.split())).strip(" ,.;:，。；：、()（）")
    line = _LEADING_AND.sub("", line)
    if len(line) <= longest:
        return line
    cut = line[: longest - 1]
    space = cut.rfind(" ")
    return f"{cut[:space] if space > longest // 2 else cut}…"

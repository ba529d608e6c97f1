"""Which script a character belongs to, and which language a text is written in. Pure, no I/O."""

import re

CJK = "\u2e80-\u2fdf\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
"""Character ranges of Han script, for use inside a regular expression's brackets."""

_CJK_CHAR = re.compile(f"[{CJK}]")
_LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f][A-Za-z\u00c0-\u024f'’\-]*")
_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}

CJK_CHARS_PER_WORD = 1.7
"""Chinese words are 1.6 to 1.8 characters long on average; with it the two scripts are weighed by words."""


def is_cjk(char: str) -> bool:
    """Whether one character is Han script (Chinese, and kanji)."""
    return bool(_CJK_CHAR.match(char))


def count_cjk(text: str) -> int:
    """The number of Han characters in a text."""
    return len(_CJK_CHAR.findall(text))


def count_latin_words(text: str) -> int:
    """The number of words in Latin script."""
    return len(_LATIN_WORD.findall(text))


def text_language(text: str) -> str:
    """`zh` where most of the words are Chinese, else `en`. A text without words is `en`."""
    return "zh" if count_cjk(text) / CJK_CHARS_PER_WORD > count_latin_words(text) else "en"


def fold_width(text: str) -> str:
    """Full-width ASCII forms (`１２`, `［`, `，`) as their half-width twins; every character keeps its place."""
    return text.translate(_WIDTH)

"""Characters of a PDF folded to what they mean, and rows of print joined to running text."""

import re
import unicodedata
from collections.abc import Collection, Sequence

from tasks.language.scripts import CJK

_LIGATURES = {
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "ĳ": "ij", "Ĳ": "IJ",
}  # fmt: skip
_GONE = {0xFEFF, 0x200B, 0x200C, 0x200D, 0x2060, 0x200E, 0x200F, 0xFFFE, 0xFFFF}
_SPACES = {0x00A0, 0x202F, 0x205F, 0x3000, 0x2028, 0x2029, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, *range(0x2000, 0x200B)}
_ACCENTS = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "ˇ": "\u030c", "˚": "\u030a",
    "˝": "\u030b", "¯": "\u0304", "˘": "\u0306", "˙": "\u0307", "¸": "\u0327", "˛": "\u0328",
}  # fmt: skip
"""Accents that TeX's old fonts set as a character of their own before the letter."""
_DOTLESS = {"ı": "i", "ȷ": "j"}
_RADICALS = (("\u2e80", "\u2fdf"), ("\uf900", "\ufaff"))
"""Forms that stand for the usual Chinese characters in some fonts' tables."""

_HYPHENS = "-\u00ad\u2010\u2011"
_HYPHEN = re.compile(rf"[^\W_](?P<hyphen>[{_HYPHENS}])$")
_FIRST = re.compile(r"\S+")
_ADDRESS = re.compile(r"(?:https?:|ftp:|www\.|\bdoi:|\b10\.\d{4,9}/)\S*$", re.IGNORECASE)
_NOT_ADDRESS = re.compile(r"[(\[“\"]|(?:19|20)\d\d[a-z]?[.,;)]?$|(?:accessed|retrieved|and|vol|pp?)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:[-‐‑][^\W\d_]+)*")
_CJK_SIDE = re.compile(rf"[{CJK}\u3000-\u303f\uff00-\uffef“”‘’]")
_CJK_CHAR = re.compile(rf"[{CJK}]")
_CLOSERS, _OPENERS = ")]}）］】」』”’，。；：、！？", "([{（［【「『“‘"
_PREFIXES = frozenset(
    [
        "self",
        "non",
        "well",
        "cross",
        "high",
        "low",
        "long",
        "short",
        "semi",
        "quasi",
        "anti",
        "post",
        "pre",
        "multi",
        "inter",
        "co",
    ]
)


def fold(text: str) -> str:
    """Ligatures, odd spaces, accents apart from their letter, and presentation forms as the characters they mean."""
    return fold_placed([(char, 0.0) for char in text])[0]


def fold_placed(characters: Sequence[tuple[str, float]]) -> tuple[str, tuple[float, ...]]:
    """As `fold`, each character with its place; what grows out of one character shares its place."""
    folded: list[tuple[str, float]] = []
    for char, x in characters:
        code = ord(char[0]) if char else 0
        if code < 0x80:
            letters = char if code >= 0x20 else " " if code in _SPACES else ""
        elif code in _GONE:
            letters = ""
        elif code in _SPACES:
            letters = " "
        elif any(low <= char <= high for low, high in _RADICALS):
            letters = unicodedata.normalize("NFKC", char)
        elif unicodedata.combining(char) and folded:
            letters = ""
            folded[-1] = (unicodedata.normalize("NFC", folded[-1][0] + char), folded[-1][1])
        else:
            letters = _LIGATURES.get(char, char)
        if (
            folded
            and folded[-1][0] in _ACCENTS
            and len(letters) == 1
            and (composed := _accented(folded[-1][0], letters))
        ):
            folded[-1] = (composed, x)
            continue
        folded.extend((letter, x) for letter in letters)
    text = "".join(letter for letter, _ in folded)
    return text, tuple(x for letter, x in folded for _ in letter)


def _accented(accent: str, letter: str) -> str | None:
    composed = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + _ACCENTS[accent])
    return composed if len(composed) == 1 else None


def vocabulary(rows: Sequence[str]) -> frozenset[str]:
    """The words of a document that are not broken at a row's end, in lower case, hyphenated words as one."""
    words: set[str] = set()
    for row in rows:
        found = [match.group().lower().replace("‐", "-").replace("‑", "-") for match in _WORD.finditer(row)]
        words.update(found[1:-1])
        if found and not re.search(r"[-\u00ad\u2010\u2011]$", row):
            words.add(found[-1])
    return frozenset(words)


def joint(before: str, after: str, known: Collection[str]) -> tuple[int, str]:
    """How a row goes on in the next: how many characters fall off its end, and what stands between them.

    A hyphen at the end falls where the joined word occurs elsewhere in the document, stays where the hyphenated one
    does, or both halves as words of their own, and else falls between lower-case letters unless it stands behind a
    prefix that is mostly written with one.
    """
    first = _FIRST.match(after.lstrip())
    if first is None or not before:
        return 0, ""
    word = first.group()
    if address_goes_on(before, after):
        return 0, ""
    hyphen = _HYPHEN.search(before) if before[-1] in _HYPHENS else None
    if word[0] in _CLOSERS or before[-1] in _OPENERS:
        return 0, ""
    if hyphen is None:
        if before[-1] in "–—" and before[-2:-1].isalnum() and word[:1].isalnum():
            return 0, ""
        if before[-1] in "-/" and before[-2:-1].isdigit() and word[:1].isdigit():
            return 0, ""
        close = _CJK_SIDE.match(before[-1]) and _CJK_SIDE.match(word[0])
        return 0, "" if close and (_CJK_CHAR.match(before[-1]) or _CJK_CHAR.match(word[0])) else " "
    if hyphen.group("hyphen") == "\u00ad":
        return 1, ""
    return (1, "") if _falls(before, word, known) else (0, "")


def address_goes_on(before: str, after: str) -> bool:
    """Whether a row ends inside an address that the next row continues."""
    if before[-1:].isspace() or not (tokens := before.rsplit(None, 1)):
        return False
    address, word = _ADDRESS.search(tokens[-1]), _FIRST.match(after.lstrip())
    return address is not None and word is not None and _goes_on(address.group(), word.group())


def _goes_on(address: str, word: str) -> bool:
    if _NOT_ADDRESS.match(word):
        return False
    if address[-1] in "/-_=?&:%~+#" or word[0] in "/-_=?&%#":
        return True
    if address[-1] == ".":
        return bool(re.match(r"[a-z]+[./]|[\w-]*\d[\w-]*[./]\w", word))
    return bool(re.search(r"\w/\w|\d[-_./]\w|_", word)) or (word[0].isdigit() and len(word) >= 5)


def _falls(before: str, word: str, known: Collection[str]) -> bool:
    head = re.search(r"[^\W\d_]+(?=[-\u2010\u2011]$)", before)
    tail = re.match(r"[^\W\d_]+(?:[-‐‑][^\W\d_]+)*", word)
    if head is None or tail is None or not tail.group()[0].islower():
        return False
    left, right = head.group().lower(), tail.group().lower()
    if left + right in known:
        return True
    if f"{left}-{right}" in known or left in _PREFIXES:
        return False
    if min(len(left), len(right)) >= 4 and left in known and right in known:
        return False
    return not re.search(r"[-‐‑]\w*[-\u2010\u2011]$", before.rsplit(maxsplit=1)[-1])

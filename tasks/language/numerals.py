"""Numerals written in words: English ("twenty-five", "two-thirds") and Chinese ("一千二百", "三点五")."""

import re
from decimal import Decimal

_ENGLISH_SMALL = {
    word: value
    for value, word in enumerate(
        [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ],
        start=1,
    )
}
_ENGLISH_TENS = {
    word: value
    for value, word in zip(
        range(20, 100, 10), ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], strict=True
    )
}
_ENGLISH_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}

_WORD = "|".join(sorted([*_ENGLISH_SMALL, *_ENGLISH_TENS], key=len, reverse=True))
_SCALE = "|".join(_ENGLISH_SCALES)
_ORDINAL = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_JOIN = r"(?:-|\s{1,3}and\s{1,3}|\s{1,3})"
ENGLISH = rf"(?:{_WORD})(?:{_JOIN}(?:{_WORD}|{_SCALE})){{0,12}}(?![a-z]|-(?:{_ORDINAL}|something))"
"""Pattern of an English cardinal in words, lower case."""

DENOMINATORS = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
}
"""English fraction nouns. "Second" is left out: "one second" is a time."""

_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_SMALL_SCALES = {"十": 10, "百": 100, "千": 1000}
_LARGE_SCALES = {"万": 10**4, "亿": 10**8}
CHINESE = r"[零〇一二三四五六七八九十百千万亿两]{1,24}(?:点[零〇一二三四五六七八九]{1,12})?"
"""Pattern of a Chinese numeral, a point allowed."""


def english_value(text: str) -> int | None:
    """The value of an English cardinal in words, or None if the words do not form one ("two three")."""
    total, current, last = 0, 0, None
    for word in re.split(r"[\s-]+", text.lower()):
        if word == "and":
            continue
        if word in _ENGLISH_SCALES:
            scale = _ENGLISH_SCALES[word]
            if current == 0:
                return None
            if scale == 100:
                current *= 100
            else:
                total, current = total + current * scale, 0
            last = None
        elif word in _ENGLISH_TENS:
            if last is not None:
                return None
            current, last = current + _ENGLISH_TENS[word], "tens"
        elif word in _ENGLISH_SMALL:
            value = _ENGLISH_SMALL[word]
            if last == "unit" or (last == "tens" and value > 9):
                return None
            current, last = current + value, "unit"
        else:
            return None
    return total + current


def chinese_value(text: str) -> Decimal | None:
    """The value of a Chinese numeral, or None if it is not well formed ("十四五")."""
    whole, _, fraction = text.partition("点")
    integer = _chinese_integer(whole)
    if integer is None:
        return None
    if not fraction:
        return Decimal(integer)
    digits = "".join(str(_DIGITS[char]) for char in fraction)
    return Decimal(f"{integer}.{digits}")


def _chinese_integer(text: str) -> int | None:
    if len(text) > 1 and all(char in _DIGITS for char in text):
        return int("".join(str(_DIGITS[char]) for char in text))
    total, section, digit, ceiling, zero = 0, 0, None, 10**5, False
    for char in text:
        if char in _DIGITS:
            if digit is not None:
                return None
            if _DIGITS[char] == 0 and len(text) > 1:
                zero = True
                continue
            digit = _DIGITS[char]
        elif char in _SMALL_SCALES:
            scale = _SMALL_SCALES[char]
            if scale >= ceiling or (digit is None and not (scale == 10 and (section == 0 or zero))):
                return None
            section, digit, ceiling, zero = section + (digit or 1) * scale, None, scale, False
        elif char in _LARGE_SCALES:
            section += digit or 0
            if section == 0:
                return None
            total = (total + section) * _LARGE_SCALES[char] if char == "亿" else total + section * _LARGE_SCALES[char]
            section, digit, ceiling, zero = 0, None, 10**5, False
        else:
            return None
    return total + section + (digit or 0)

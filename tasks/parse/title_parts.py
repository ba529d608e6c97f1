"""What tells titles apart that are nearly one: numbers of parts, notices about another work, errors of typing, cuts."""

import re
import unicodedata
from functools import lru_cache

from tasks.language.scripts import is_cjk
from tasks.language.titles import normalize_title

SHORTEST_START = 12
"""Characters of a title's beginning that must be printed, beside first author and year, for it to be that title cut."""
FEWEST_WORDS = 2
_TEN = "一二三四五六七八九十"
_COUNTED = {char: str(n) for n, char in enumerate(_TEN, 1)} | {char: char for char in "上中下"}
_NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SPELLED = {word: str(n) for n, word in enumerate(_NAMES, 1)}
_LETTERS = {"i": 1, "v": 5, "x": 10}
_PART = re.compile(
    r"\b(?:part|pt|teil|partie|parte|phase|volume|vol|book|chapter|type|stage)s?[\s.]+"
    rf"({'|'.join(_NAMES)}|[ivx]+|[b-h])\b"
)
"""A part by its number in words, in Roman numerals or by its letter; `part a` may be an article."""
_COUNTED_PART = re.compile(
    rf"[(（【\[]\s*([{_TEN}上中下])\s*[)）】\]]|第([{_TEN}])[部篇章卷册辑讲]|之([{_TEN}])$|[:：—\-\s]([上中下])[篇册卷部]?$"
)
_ROMAN = re.compile(r"(?<![a-z0-9])(x{1,3}(?:ix|iv|v?i{0,3})|ix|iv|vi{1,3}|ii|iii)(?![a-z0-9])")
_LAST_ROMAN = re.compile(r"(?<![a-z0-9])([ivx])\s*$|[:.]\s+([ivx])[:.]\s")
_NOTICES = (
    ("correction", r"correction|corrections|corrigendum|corrigenda|erratum|errata|addendum|勘误|更正"),
    ("retraction", r"retraction|撤稿"),
    ("reply", r"(?:reply|response|rejoinder)(?= (?:to|from|by)\b)|in reply|答复|回复"),
    ("comment", r"comments?(?= (?:to|on)\b)|commentary"),
)
_NOTICE = re.compile(
    rf"(?:(?:author|publisher)s? )?(?:{'|'.join(f'(?P<{kind}>{words})' for kind, words in _NOTICES)})(?![a-z])"
)
_NOTICE_BEHIND = re.compile(
    r"(?P<correction>\b(?:erratum|corrigendum)|勘误|更正)$|(?P<reply>答复|回复)$|(?P<comment>商榷)$"
)


@lru_cache(maxsize=65536)
def part_numbers(title: str) -> frozenset[str]:
    """The numbers of a title, by which the parts of one work and the years of one series differ: `Part II`, `Part 2`
    and `（二）` are one number. `（上）` and `（下）` are numbers."""
    text = unicodedata.normalize("NFKC", title).lower()
    text = re.sub(r"(?<=\d)[,\u00a0\u2009 ](?=\d{3}\b)", "", text)
    found = {digits.lstrip("0") or "0" for digits in re.findall(r"\d+", text)}
    found |= {next(filter(None, match.groups())) for match in _COUNTED_PART.finditer(text)}
    found |= {match.group(1) for match in _PART.finditer(text)}
    found |= {next(filter(None, match.groups())) for match in (*_ROMAN.finditer(text), *_LAST_ROMAN.finditer(text))}
    return frozenset(counted(one) for one in found)


def counted(word: str) -> str:
    """A number in digits, whichever way it is written; a letter as it is."""
    if word in _COUNTED or word in _SPELLED:
        return _COUNTED.get(word) or _SPELLED[word]
    if not word or set(word) - set(_LETTERS):
        return word
    values = [_LETTERS[char] for char in word]
    return str(sum(-v if v < max(values[n:]) else v for n, v in enumerate(values)))


def notice(title: str) -> str | None:
    """What a title is about another work: its correction, its retraction, a reply to it or a comment on it; or None."""
    normal = normalize_title(title)
    match = _NOTICE.match(normal) or _NOTICE_BEHIND.search(normal)
    if match is not None:
        return match.lastgroup
    return "comment" if re.match(r"\s*re\s?:", title, re.IGNORECASE) else None


def is_typing_error(a: str, b: str) -> bool:
    """Whether two words differ by one letter: changed, left out, added, or two letters changing places. Numbers and
    short words do not: there one letter is another word."""
    if a.isdigit() or b.isdigit() or abs(len(a) - len(b)) > 1:
        return False
    if min(len(a), len(b)) < 4:
        return False
    start = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    rest_a, rest_b = a[start:], b[start:]
    if rest_a[1:] == rest_b[1:] or rest_a[1:] == rest_b or rest_a == rest_b[1:]:
        return True
    return rest_a[:2] == rest_b[:2][::-1] and rest_a[2:] == rest_b[2:]


def is_part(short: str, whole: str) -> bool:
    """Whether a normal form lies within another: as its beginning, or word by word in its order (`Zebra … savanna`)."""
    if sum(3 if is_cjk(char) else 1 for char in short) < SHORTEST_START or len(short) > len(whole):
        return False
    if is_cjk(short[0]):
        return short in whole
    words = short.split()
    rest = iter(whole.split())
    return len(words) >= FEWEST_WORDS and (whole.startswith(short) or all(word in rest for word in words))

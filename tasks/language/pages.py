"""Volume, issue and pages: are two printings one place? (decisions 1.8)

Each function returns True, False, or None where either side is missing or the two cannot be compared, as a page range
and an article number, or a volume and a year.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−－~～〜"), "-")
_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_PAGE_WORDS = re.compile(
    r"\b(?:pages?|pp?|pgs?|seiten?|s\.(?=\s*\d)|article(?:\s+(?:number|no|id))?|art(?:\s+no)?|no|paper|id)\b[.:]?\s*"
    r"|[第页頁]",
    re.IGNORECASE,
)
_VOLUME_WORDS = re.compile(r"\b(?:volumes?|vols?|bd|band|tome|jg|v)\b\.?\s*|[第卷巻册]", re.IGNORECASE)
_ISSUE_WORDS = re.compile(r"\b(?:issues?|iss|numbers?|nos?|nr|n|heft|h|parts?|pts?)\b\.?\s*|[第期号號]", re.IGNORECASE)
_SUPPLEMENT = re.compile(
    r"\b(?:suppl(?:ement(?:ary)?)?|supp|s)\b[.\s]*(?=\d|[a-z]\b|$|\W)|增刊|\bs(?=\d)", re.IGNORECASE
)
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")


def _fold(text: str | None) -> str:
    return " ".join(unicodedata.normalize("NFKC", text or "").translate(_DASHES).lower().split())


def _roman(text: str) -> int | None:
    """The value of a roman numeral in lower case; None where it is none."""
    if not text or not _ROMAN.fullmatch(text):
        return None
    values = [_ROMAN_VALUES[c] for c in text]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


def _number(text: str) -> str:
    """A number without leading zeros, a roman one in digits; other text as it is."""
    bare = text.strip(" .,;:()[]")
    roman = _roman(bare)
    return str(roman) if roman is not None else bare.lstrip("0") or bare


def _parts(text: str) -> frozenset[str]:
    """The numbers of a double volume or issue: `3-4`, `3/4`, `3 & 4`; a range names what lies between, too."""
    pieces = [_number(p) for p in re.split(r"\s*(?:[-/&,+;\s]|\band\b|\bund\b)\s*", text.strip()) if p.strip()]
    if (
        len(pieces) == 2
        and " " not in text.strip()
        and all(p.isdigit() for p in pieces)
        and 0 < int(pieces[1]) - int(pieces[0]) <= 12
    ):
        return frozenset(str(n) for n in range(int(pieces[0]), int(pieces[1]) + 1))
    return frozenset(p for p in pieces if p)


def same_volume(printed: str | None, recorded: str | None) -> bool | None:
    """Is the printed volume the recorded one? `Vol. 12`, `12(3)`, `XII` and `012` are 12; one of a double volume
    agrees. None where one of the two is a year: journals count by years too."""
    a, b = (_volume(text) for text in (printed, recorded))
    if not a or not b:
        return None
    if a & b:
        return True
    years = [all(_YEAR.fullmatch(part) for part in side) for side in (a, b)]
    return None if years[0] != years[1] else False


@lru_cache(maxsize=8192)
def _volume(text: str | None) -> frozenset[str]:
    folded = re.sub(r"\(.*?\)", " ", _VOLUME_WORDS.sub(" ", _fold(text)))
    folded = re.split(_SUPPLEMENT, folded)[0] or folded
    return _parts(folded)


def same_issue(printed: str | None, recorded: str | None) -> bool | None:
    """Is the printed issue the recorded one? One of a combined issue (`3-4`) agrees, and so does a supplement with the
    issue it is one of; `Suppl 1`, `S1` and `1 Suppl` are one."""
    a, b = (_fold(text) for text in (printed, recorded))
    if not a or not b:
        return None
    extra_a, extra_b = bool(_SUPPLEMENT.search(a)), bool(_SUPPLEMENT.search(b))
    parts_a, parts_b = (_parts(_ISSUE_WORDS.sub(" ", _SUPPLEMENT.sub(" ", text))) for text in (a, b))
    if extra_a and extra_b:
        return not parts_a or not parts_b or bool(parts_a & parts_b)
    if extra_a or extra_b:  # which number is the supplement's and which the issue's is not said
        return True if parts_a & parts_b else None
    if not parts_a or not parts_b:
        return None
    if parts_a & parts_b:
        return True
    words = [not any(c.isdigit() for c in "".join(side)) for side in (parts_a, parts_b)]
    return None if words[0] != words[1] else False  # `March` or `special issue` against a number


@dataclass(frozen=True)
class _Span:
    prefix: str
    start: int
    end: int | None
    suffix: str = ""
    roman: bool = False


_PAGE = re.compile(r"(?P<prefix>[a-z]{0,8}?[-.]?)(?P<number>\d{1,12})(?P<suffix>[a-z]?)")


def same_pages(printed: str | None, recorded: str | None) -> bool | None:
    """Are the printed pages the recorded ones?

    `1123–9`, `1123-1129`, `pp. 1123-29` and the first page alone are one; so are `e12` and `E12`, `S12–S18` and
    `S12–8`, roman numerals and digits. False where the first page or the last differs. None for a page range against an
    article number, and for a print counted from page 1 of its own.
    """
    a, b = _span(printed), _span(recorded)
    if a is None or b is None:
        if printed and recorded and _fold(printed) and _fold(printed) == _fold(recorded):
            return True
        return None
    if a.prefix != b.prefix and a.prefix and b.prefix and a.start != b.start:
        return None if a.end is None or b.end is None else False
    if a.start == b.start and (a.suffix == b.suffix or not (a.suffix and b.suffix)):
        return a.end is None or b.end is None or a.end == b.end
    if a.roman != b.roman:
        return False
    if _is_article_number(a) != _is_article_number(b):
        return None
    return None if _is_paged_by_itself(a, b) else False


def _is_paged_by_itself(own: _Span, volume: _Span) -> bool:
    """Is `own` counted from 1 (online first, a proceedings' web site), and of as many pages as `volume`, which begins
    far into a volume?"""
    if own.start != 1 or own.end is None or volume.end is None:
        return False
    return volume.start >= 100 and own.end - own.start == volume.end - volume.start


def _is_article_number(span: _Span) -> bool:
    """A number without a last page that is no plain page: `e0123456`, `103245`, `nwaa123`."""
    return span.end is None and (bool(span.prefix) or span.start >= 10_000)


@lru_cache(maxsize=8192)
def _span(text: str | None) -> _Span | None:
    """First and last page of the first range; None where no page can be read."""
    folded = _PAGE_WORDS.sub(" ", _fold(text))
    folded = re.sub(r"\s*-[\s-]*", "-", folded).strip(" .,;:()[]")
    folded = re.sub(r"(?<![\d])\d{1,4}:(?=\d)", "", folded)  # ACM prints `12:1-12:27`
    head = re.split(r"[,;+\s]", folded, maxsplit=1)[0]
    first, _, last = head.partition("-")
    if not first.strip("-"):
        return None
    roman = _roman(first)
    if roman is not None and (not last or _roman(last) is not None):
        end = _roman(last) if last else None
        return _Span("", roman, end, roman=True)
    match = _PAGE.fullmatch(first)
    if match is None:
        joined = _PAGE.fullmatch(head.replace("-", ""))  # `e-123`
        return _Span(joined["prefix"].strip("-."), int(joined["number"]), None) if joined else None
    start = int(match["number"])
    return _Span(match["prefix"].strip("-."), start, _last_page(match["number"], last), match["suffix"])


def _last_page(first: str, last: str) -> int | None:
    """The last page, written out: 9 after 1123 is 1129. None where there is none."""
    match = _PAGE.fullmatch(last) if last else None
    if match is None:
        return None
    digits = match["number"]
    if len(digits) < len(first) and int(digits) < int(first):
        digits = first[: len(first) - len(digits)] + digits
    return int(digits)

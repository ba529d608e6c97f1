"""Volume, issue and pages of an entry, from the parts a tagger says they are in, or where their form alone says it."""

import re
from dataclasses import dataclass

_DASH = "–—‐‑−－~～-"
_COMPACT = re.compile(
    r"(?:(?<=[;,.\s])|^)(?P<volume>\d{1,4}[A-Z]?)\s?(?:\(\s?(?P<issue>[^()]{1,24}?)\s?\))?\s?:\s?"
    rf"(?P<pages>[A-Za-z]{{0,2}}\d+(?:\s?[{_DASH}]\s?[A-Za-z]{{0,2}}\d+)?)(?![\d:])"
)
"""`12(3):45-9`, behind a year."""
_BEHIND_YEAR = re.compile(
    r"\b(?:1[89]|20)\d\d[a-z]?(?:\s[A-Z][a-z]{2,8}\.?(?:\s?-\s?[A-Z][a-z]{2,8})?(?:\s\d{1,2})?)?\s?[;,]\s?"
)
_VOLUME_ISSUE = re.compile(r"(?P<volume>\d{1,4}[A-Za-z]?|[IVXLC]{1,7})\s?[(（]\s?(?P<issue>[^()（）]{1,24}?)\s?[)）]")
_NAMED_VOLUME = re.compile(
    r"\b(?:vols?|volume|bd|band|t|tome|v)\b\.?\s?(?P<volume>\d{1,4}[A-Za-z]?|[IVXLC]{1,7})\b", re.IGNORECASE
)
_NAMED_ISSUE = re.compile(
    r"\b(?:nos?|nr|num|numbers?|issues?|iss|heft|h)\b\.?\s?(?P<issue>\d{1,4}(?:\s?[–/\-]\s?\d{1,4})?)\b", re.IGNORECASE
)
_SLASH = re.compile(r"(?P<volume>\d{1,4})\s?[/.]\s?(?P<issue>\d{1,3})$")
_BARE = re.compile(r"(?P<volume>\d{1,4}[A-Z]?|[IVXLC]{1,7})")
_SUPPLEMENT = re.compile(r"\b(Suppl(?:ement)?\.?\s?\d*)", re.IGNORECASE)
_PAGES = re.compile(
    rf"[A-Za-z]{{0,2}}\d+(?:[.:]\d+)?(?:\s?[{_DASH}]{{1,2}}\s?[A-Za-z]{{0,2}}\d+)?(?:\s?,\s?\d+\s?[{_DASH}]\s?\d+)*"
)
_ROMAN_PAGES = re.compile(rf"\b[ivxlc]+\s?[{_DASH}]\s?[ivxlc]+\b")
_WHOLE = re.compile(r"\b\d+\s?(?:pp?\b|pages|páginas|seiten|s\.)", re.IGNORECASE)
"""`368 pp.`: how long a book is, and no place in it."""


@dataclass(frozen=True, slots=True)
class Coordinates:
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None


def compact(text: str) -> Coordinates:
    """The three where they stand together behind a year (`2019;12(3):45-9`); all None elsewhere."""
    for year in _BEHIND_YEAR.finditer(text):
        if found := _COMPACT.match(text, year.end()):
            return Coordinates(found.group("volume"), found.group("issue"), tidy_pages(found.group("pages")))
    return Coordinates()


def read_volume(printed: str) -> Coordinates:
    """Volume and issue from the part that holds them: `12(3):`, `vol. 12, no. 3`, `34 (Suppl 1)`, `75/2`."""
    text = printed.strip(" ,;:.")
    named, issue = _NAMED_VOLUME.search(text), _NAMED_ISSUE.search(text)
    if named or issue:
        bare = _BARE.match(text)
        volume = named.group("volume") if named else bare.group("volume") if bare else None
        inside = _VOLUME_ISSUE.search(text)
        number = issue.group("issue") if issue else inside.group("issue") if inside else None
        return Coordinates(volume, number)
    for pattern in (_VOLUME_ISSUE, _SLASH):
        if found := pattern.match(text):
            return Coordinates(found.group("volume"), found.group("issue"))
    if found := _BARE.match(text):
        supplement = _SUPPLEMENT.search(text, found.end())
        behind = re.fullmatch(r"\s?,\s?(\d{1,3})", text[found.end() :])
        rest = text[found.end() :].strip(" ,;:.")
        if rest and not supplement and not behind:
            return Coordinates()
        return Coordinates(
            found.group("volume"), supplement.group(1) if supplement else behind.group(1) if behind else None
        )
    return Coordinates()


def read_pages(printed: str) -> str | None:
    """Pages, or an article's number, from the part that holds them; None for the length of a book."""
    text = printed.strip(" ,;:.()")
    if _WHOLE.search(text) and not re.search(rf"\d\s?[{_DASH}]\s?\d", text):
        return None
    named = re.search(r"\b(?:pp?|pages?|ss?|seiten?|págs?)\b\.?\s*(?=[A-Za-z]{0,2}\d)", text, re.IGNORECASE)
    found = _PAGES.search(text, named.end() if named else 0) or _ROMAN_PAGES.search(text)
    return tidy_pages(found.group()) if found else None


def tidy_pages(printed: str) -> str:
    """Pages with plain hyphens and no white space around them."""
    return re.sub(rf"\s?[{_DASH}]+\s?", "-", printed.strip())

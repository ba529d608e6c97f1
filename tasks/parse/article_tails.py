"""The end of an article's entry in the commonest styles: journal, year, volume, issue and pages in one order.

`J Med. 2019;12(3):45-9.` (Vancouver), `Journal, 12(3), 45–49.` (APA), `Journal, 12(3), pp. 45–49.` (Harvard),
`Journal 12, 45–49 (2019).` (Nature), `Journal 2019, 12 (3), 45–49.` (ACS), `Journal, 2019, 12(3): 45-49.`
(GB/T 7714), `Journal 12 (2019) 45–49.` (Elsevier),
`Journal 12 (3): 45–49.` (Chicago), `Journal, vol. 12, no. 3, pp. 45–49, 2019.` (IEEE). What stands before it, between
the names or the title and the place, is the journal; a volume may be a year.
"""

import re
from dataclasses import dataclass

from tasks.language.abbreviations import is_abbreviation
from tasks.language.scripts import CJK
from tasks.parse.opening_names import persons_end
from tasks.parse.patterns import closed_title
from tasks.parse.strings.coordinates import Coordinates, tidy_pages
from tasks.parse.styles import holds_more

LONGEST = 2000
"""Characters of an entry that are looked at."""
LONGEST_SHORT = 8
"""Letters of a word that a journal's name shortens by a full stop; behind a longer one a sentence ends."""
_ADDRESS = re.compile(
    r"(?<![\s.;,])[\s.;,]*\s(?:\[?(?:Available (?:at|from)\s?:|Retrieved from|PubMed PMID|PMID|PMCID|doi\s?[:.]|https?://)).*$",
    re.IGNORECASE | re.DOTALL,
)
_ANY_YEAR = r"(?:18|19|20)\d\d"
_ONLY_YEAR = re.compile(_ANY_YEAR)
_YEAR = rf"(?P<year>{_ANY_YEAR})"
_VOLUME = r"(?P<volume>\d{1,4}(?:[A-Z]|[-–/]\d{1,4})?|[IVXLC]{1,8})"
_ISSUE = r"(?:\s?\((?P<issue>[^()]{1,24})\))?"
_PAGES = r"(?P<pages>[A-Za-z]{0,4}\d+(?:[A-Za-z]{1,2}\d*)?(?:\s?[-–—‐‑−]\s?[A-Za-z]{0,2}\d+[A-Za-z]?)?)"
_ENDS = tuple(
    re.compile(rf"{end}[.\s]*$")
    for end in (
        rf"\.?\s{_YEAR};\s?{_VOLUME}{_ISSUE}\s?:\s?{_PAGES}",
        rf",\s?{_YEAR},\s?{_VOLUME}{_ISSUE}\s?:\s?{_PAGES}",
        rf",?\s{_YEAR},\s{_VOLUME}{_ISSUE},\s{_PAGES}",
        rf",?\s{_VOLUME}{_ISSUE},\s{_PAGES}\s\({_YEAR}\)",
        rf",\svol\.\s{_VOLUME}(?:,\sno\.\s(?P<issue>[^,]{{1,12}}))?,\s(?:pp?\.\s)?{_PAGES},\s{_YEAR}",
        rf",\s{_VOLUME}{_ISSUE},\s(?:pp?\.\s?)?{_PAGES}",
        rf"\s{_VOLUME}{_ISSUE}:\s{_PAGES}",
    )
)
_CHINESE_END = re.compile(rf"(?<=[{CJK}])[,，]\s?{_YEAR}[.。\s]*$")
"""A Chinese journal and its year, where volume and pages are left out."""
_PUBLISHER = re.compile(r"[:：]|(?:出版社|出版公司|书局|书店|印书馆|大学|学院|研究院|研究所|医院)$")
"""What stands before the year of a book or a thesis."""
_BY_COMMA = re.compile(rf",?\s{_VOLUME}{_ISSUE}\s\({_YEAR}\),?\s{_PAGES}[.\s]*$")
"""Elsevier's, in which commas alone divide the entry."""
_DATE = re.compile(r"[.,]?\s?(?P<bracket>\()?(?P<year>(?:18|19|20)\d\d)[a-z]?(?(bracket)\)|(?=\.))[.,:]?\s+")
_QUOTED = re.compile(
    rf"[.,]?\s*(?:\({_ANY_YEAR}[a-z]?\)|{_ANY_YEAR}[a-z]?\.)?\s*[“\"](?P<title>.{{12,500}})[”\"][,.]?\s+(?P<journal>[^“”\"]+)$"
)
"""A title between quotation marks may begin with a number, and hold full stops and quotation marks of its own."""
_STOP = re.compile(rf"(?<!\s)[.?!][\"”’]?\s+(?=[A-Z\u00c0-\u00dea-z])|[.。?？!！]\s*(?=[{CJK}])")
_CJK_FIRST = re.compile(rf"[{CJK}]")
_SEVERAL_WORDS = re.compile(rf".*\S\s+\S|[^{CJK}]*(?:[{CJK}][^{CJK}]*){{6}}")
_JOURNAL = re.compile(r"[^\W\d_][^\d?!“”\"\[\]]{1,110}")
_NO_JOURNAL = re.compile(
    r"^[Ii]n\b|\b[Ee]ds?\.|\b(?:Press|Verlag|Publish\w+)$|\b(?:Vol|No|Nr|Bd)\.?$|^(?:p{1,2}|vol|no|ch)\.|^[A-Z]\.\s[A-Z][a-z]+$"
)
_DATED = re.compile(rf"(?:[A-Z]\s)?{_ANY_YEAR}[a-z]?\b")
"""A year at a title's beginning may be the entry's, behind names that end otherwise than here."""
_MARKS = " \t.,;:\"”’“‘'"


@dataclass(frozen=True, slots=True)
class Tail:
    """The end of an entry; places are of the entry on one line."""

    start: int
    """Where the journal ends."""
    year: int | None
    place: Coordinates
    by_comma: bool
    """Whether only a comma divides title and journal."""


@dataclass(frozen=True, slots=True)
class Article:
    """What an entry says before its tail."""

    authors: str
    title: str
    journal: str


def read_tail(folded: str) -> Tail | None:
    """The end of an article's entry, or None where it has no such end. Addresses behind it are left out."""
    text = _ADDRESS.sub("", folded[:LONGEST])
    for pattern in (_BY_COMMA, *_ENDS):
        if (match := pattern.search(text)) and not _is_year_alone(text, match):
            year = match.groupdict().get("year")
            place = Coordinates(match["volume"], match["issue"], tidy_pages(match["pages"]))
            return Tail(match.start(), int(year) if year else None, place, pattern is _BY_COMMA)
    if match := _CHINESE_END.search(text):
        host = re.split(r"[.。．]", text[: match.start()])[-1]
        return None if _PUBLISHER.search(host) else Tail(match.start(), int(match["year"]), Coordinates(), False)
    return None


def _is_year_alone(text: str, match: re.Match[str]) -> bool:
    """Whether what stands as volume or pages is the year itself: the entry dates itself nowhere else (`(2018)`,
    `2018.`), or the pages end it as a year does."""
    volume = match["volume"]
    if match.groupdict().get("year") or year_behind_names(text) is not None:
        return False
    if _ONLY_YEAR.fullmatch(match["pages"]):
        return True
    dated = re.search(rf"\({volume}[a-z]?\)|\s{volume}[a-z]?\.", text[: match.start()])
    return _ONLY_YEAR.match(volume) is not None and dated is None


def year_behind_names(folded: str) -> int | None:
    """The year that stands between the names and the title, as in APA, Harvard and Chicago; None where none does."""
    end = persons_end(folded)
    date = _DATE.match(folded, end) if end is not None else None
    return int(date["year"]) if date else None


def journal_between(text: str, title: str, tail: Tail) -> str | None:
    """The journal of an entry whose title is known: what stands between it and the tail, where that can be one."""
    start = text.find(title)
    return _as_journal(text[start + len(title) : tail.start]) if start >= 0 else None


def article_before(folded: str, text: str, tail: Tail) -> Article | None:
    """Names, title and journal of an entry whose names can be nothing else, where one place divides the latter two."""
    end = persons_end(folded)
    if end is None:
        return None
    behind = folded[end : tail.start]
    if quoted := _QUOTED.match(behind):
        host = _as_journal(quoted["journal"], whole=True)
        words = text[end + quoted.start("title") : end + quoted.end("title")].strip(" ,.")
        return Article(text[:end], words, host) if host else None
    date = _DATE.match(behind)
    mark = re.match(r"[.:]\s+|\s+(?=[A-Z\d])", behind) if behind[:1] != "." and folded[end - 1] == "." else None
    opening = date or mark or re.match(_opening(folded, tail), behind)
    if opening is None:
        return None
    begin = end + opening.end()
    for divides in _divisions(folded, begin, tail):
        title = closed_title(text[begin : divides.start()])
        if title is not None and (holds_more(title) or _NO_JOURNAL.search(title) or _DATED.match(title)):
            return None
        journal = _as_journal(text[divides.end() : tail.start], whole=tail.by_comma)
        if title is not None and journal is not None and _is_closed(title) and _SEVERAL_WORDS.match(title):
            return Article(text[:end], title, journal)
    return None


def _opening(folded: str, tail: Tail) -> str:
    """What stands between the names and the title where no year does."""
    if tail.by_comma:
        return r",\s+"
    return r"[.。]\s*" if _CJK_FIRST.match(folded) else r"[.:]\s+"


def _divisions(folded: str, begin: int, tail: Tail) -> list[re.Match[str]]:
    """The places where title and journal may part, the likeliest first: the last comma, or the stops in their order,
    those behind a single letter last."""
    if tail.by_comma:
        return list(re.finditer(r",\s+", folded[: tail.start]))[-1:] if "," in folded[begin : tail.start] else []
    stops = list(_STOP.finditer(folded[: tail.start], begin))
    return sorted(stops, key=lambda stop: re.search(r"\b[A-Z]$", folded[begin : stop.start()]) is not None)


def _as_journal(printed: str, *, whole: bool = False) -> str | None:
    """The name of a journal without the marks around it, or None where what stands there can be none. `whole`: another
    mark than a full stop divides it from the title, and full stops in it are its own."""
    name = printed.strip(_MARKS)
    name = f"{name}." if printed.rstrip().endswith(".") and name.count(".") else name
    dotted = whole or all(_is_shortened(piece.split()) for piece in name.split(". ")[:-1])
    fits = _JOURNAL.fullmatch(name) and len(name.split()) <= 14 and not _NO_JOURNAL.search(name)
    return name if fits and dotted and _is_closed(name) else None


def _is_shortened(words: list[str]) -> bool:
    """Whether words before a full stop can be the beginning of a journal's name: one short word, or several of which
    the last is a known abbreviation (`Laser Part. Beams`), and not the end of a sentence."""
    if len(words) == 1:
        return len(words[0]) <= LONGEST_SHORT or is_abbreviation(words[0].lower())
    named = all(word[:1].isupper() or word in ("of", "and", "de", "für", "&") for word in words)
    return 2 <= len(words) <= 4 and named and is_abbreviation(words[-1].lower())


def _is_closed(printed: str) -> bool:
    """Whether every bracket opened is closed: a comma within brackets divides nothing."""
    return printed.count("(") == printed.count(")") and printed.find(")") >= printed.find("(")

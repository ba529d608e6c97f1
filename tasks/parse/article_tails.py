"""The end of an article's entry in the commonest styles: journal, year, volume, issue and pages in one order.

`J Med. 2019;12(3):45-9.` (Vancouver), `Journal, 12(3), 45–49.` (APA), `Journal, 12(3), pp. 45–49.` (Harvard),
`Journal 12, 45–49 (2019).` (Nature), `Journal 2019, 12 (3), 45–49.` (ACS), `Journal, 2019, 12(3): 45-49.`
(GB/T 7714), `Journal 12 (2019) 45–49.` (Elsevier),
`Journal 12 (3): 45–49.` (Chicago), `Journal, vol. 12, no. 3, pp. 45–49, 2019.` (IEEE). What stands before it, between
the names or the title and the place, is the journal; a volume may be a year.
"""

import re
from dataclasses import dataclass

from tasks.language.scripts import CJK
from tasks.parse.patterns import closed_title
from tasks.parse.strings.coordinates import Coordinates, tidy_pages
from tasks.parse.styles import holds_more, persons_end

LONGEST = 2000
"""Characters of an entry that are looked at."""
LONGEST_SHORT = 7
"""Letters of a word that a journal's name shortens by a full stop; behind a longer one a sentence ends."""
_ADDRESS = re.compile(
    r"[\s.;,]*\s(?:\[?(?:Available (?:at|from)\s?:|Retrieved from|PubMed PMID|PMID|PMCID|doi\s?[:.]|https?://)).*$",
    re.IGNORECASE | re.DOTALL,
)
_ANY_YEAR = r"(?:18|19|20)\d\d"
_ONLY_YEAR = re.compile(_ANY_YEAR)
_YEAR = rf"(?P<year>{_ANY_YEAR})"
_VOLUME = r"(?P<volume>\d{1,4}(?:[A-Z]|[-–/]\d{1,4})?)"
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
_BY_COMMA = re.compile(rf",?\s{_VOLUME}{_ISSUE}\s\({_YEAR}\),?\s{_PAGES}[.\s]*$")
"""Elsevier's, in which commas alone divide the entry."""
_DATE = re.compile(r"(?:[.,]?\s?\((?:18|19|20)\d\d[a-z]?\)|[.,]?\s(?:18|19|20)\d\d[a-z]?(?=\.))[.,:]?\s+")
_QUOTED = re.compile(
    rf"[.,]?\s*(?:\({_ANY_YEAR}[a-z]?\)|{_ANY_YEAR}[a-z]?\.)?\s*[“\"](?P<title>[^“”\"]{{12,500}})[”\"][,.]?\s+(?P<journal>.+)$"
)
"""A title between quotation marks may begin with a number and hold full stops."""
_STOP = re.compile(rf"[.?!][\"”’]?\s+(?=[A-Z\u00c0-\u00dea-z])|[.。?？!！]\s*(?=[{CJK}])")
_CJK_FIRST = re.compile(rf"[{CJK}]")
_SEVERAL_WORDS = re.compile(rf".*\S\s+\S|[^{CJK}]*(?:[{CJK}][^{CJK}]*){{6}}")
_JOURNAL = re.compile(r"[^\W\d_][^\d?!“”\"\[\]]{1,110}")
_NO_JOURNAL = re.compile(
    r"^[Ii]n\b|\b[Ee]ds?\.|\b(?:Press|Verlag|Publish\w+)$|\b(?:Vol|No|Nr|Bd)\.?$|^(?:p{1,2}|vol|no|ch)\.|^[A-Z]\.\s[A-Z][a-z]+$"
)
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
    return None


def _is_year_alone(text: str, match: re.Match[str]) -> bool:
    """Whether what stands as volume or pages is the year itself: the entry dates itself nowhere else (`(2018)`,
    `2018.`), or the pages end it as a year does."""
    volume = match["volume"]
    if match.groupdict().get("year"):
        return False
    if _ONLY_YEAR.fullmatch(match["pages"]):
        return True
    year = _ONLY_YEAR.match(volume)
    dated = re.search(rf"\({volume}[a-z]?\)|\s{volume}[a-z]?\.", text[: match.start()])
    return year is not None and dated is None


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
        host = _as_journal(quoted["journal"])
        words = text[end + quoted.start("title") : end + quoted.end("title")].strip(" ,.")
        return Article(text[:end], words, host) if host else None
    date = _DATE.match(behind)
    mark = re.match(r"[.:]\s+|\s+(?=[A-Z\d])", behind) if behind[:1] != "." and folded[end - 1] == "." else None
    opening = date or mark or re.match(_opening(folded, tail), behind)
    if opening is None:
        return None
    begin = end + opening.end()
    for divides in _divisions(folded, begin, tail):
        title, journal = closed_title(text[begin : divides.start()]), _as_journal(text[divides.end() : tail.start])
        if (
            title is None
            or not _is_closed(title)
            or not _SEVERAL_WORDS.match(title)
            or holds_more(title)
            or _NO_JOURNAL.search(title)
        ):
            return None
        if journal is not None:
            return Article(text[:end], title, journal)
    return None


def _opening(folded: str, tail: Tail) -> str:
    """What stands between the names and the title where no year does."""
    if tail.by_comma:
        return r",\s+"
    return r"[.。]\s*" if _CJK_FIRST.match(folded) else r"[.:]\s+"


def _divisions(folded: str, begin: int, tail: Tail) -> list[re.Match[str]]:
    """The places where title and journal may part, the likeliest first."""
    if tail.by_comma:
        return list(re.finditer(r",\s+", folded[: tail.start]))[-1:] if "," in folded[begin : tail.start] else []
    return [
        m for m in _STOP.finditer(folded[: tail.start], begin) if not re.search(r"\b[A-Z]$", folded[begin : m.start()])
    ][:1]


def _as_journal(printed: str) -> str | None:
    """The name of a journal without the marks around it, or None where what stands there can be none."""
    name = printed.strip(_MARKS)
    name = f"{name}." if printed.rstrip().endswith(".") and name.count(".") else name
    pieces = [piece.split() for piece in name.split(". ")]
    dotted = all(len(piece) == 1 and len(piece[0]) <= LONGEST_SHORT for piece in pieces[:-1])
    fits = _JOURNAL.fullmatch(name) and len(name.split()) <= 14 and not _NO_JOURNAL.search(name)
    return name if fits and dotted and _is_closed(name) else None


def _is_closed(printed: str) -> bool:
    """Whether every bracket opened is closed: a comma within brackets divides nothing."""
    return printed.count("(") == printed.count(")") and printed.find(")") >= printed.find("(")

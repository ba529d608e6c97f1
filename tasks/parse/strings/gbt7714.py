"""Entries in the manner of GB/T 7714: a mark such as `[J]` or `[EB/OL]` behind the title says what everything else is.

Full-width marks are folded first, so places hold for the entry as printed.
"""

import re
from dataclasses import dataclass

from state.lookup import Author
from tasks.language.names import is_group
from tasks.language.scripts import CJK
from tasks.parse.opening_names import persons_end
from tasks.parse.strings.persons import read_persons

_TYPE = re.compile(r"\s*\[\s*(?P<type>J|M|D|C|R|S|P|N|G|A|Z|K|DB|CP|EB|DS|CM)\s*(?:/\s*(?P<carrier>OL|CD|DK|MT))?\s*\]")
_TYPES = {
    "J": "article", "M": "book", "D": "thesis", "C": "inproceedings", "R": "techreport", "S": "standard", "P": "patent",
    "N": "newspaper", "G": "collection", "A": "incollection", "K": "reference", "DB": "dataset", "DS": "dataset",
    "CP": "software", "EB": "online", "CM": "map", "Z": "misc",
}  # fmt: skip
_AUTHORS_END = re.compile(
    rf"(?:(?<![A-Z])|(?<=[{CJK}\s,][A-Z])|(?<=[A-Z]{{2}})|(?<=\w-[A-Z]))[.．。](?=\s|[{CJK}A-Z“\"《\d])"
)
_NUMBER_BEHIND = re.compile(r"\s*[:：,，]\s*(?:[A-Z]{1,5}(?:[/ ][A-Z]{1,2})?\s?)?(?:\d{4,}[\w.\-—–/]*)\s*$")
_YEAR = re.compile(r"(?<![\d.\-/])((?:1[5-9]|20)\d\d)[a-z]?(?!\d)")
_ACCESS = re.compile(r"\[\s*(?:1[5-9]|20)\d\d[-./年][^\]]{1,12}\]")
_ADDRESS = re.compile(r"(?:https?://|www\.|doi\s?[:.]|PMID|10\.\d{4,9}/).*$", re.IGNORECASE)
_JOURNAL = re.compile(
    r"^[\s.．。,，]*(?P<journal>[^\[\]]{2,160}?)\s*[,，.．]\s*[(（]?(?P<year>(?:1[5-9]|20)\d\d)[a-z]?(?P<rest>.*)$"
)
_COORDINATES = re.compile(
    r"^(?:[-./年]\d{1,2}(?:[-./月]\d{1,2}日?)?)?\s*\)?\s*(?:[,，]?\s*(?:[Vv]ol\.?\s*|第)?(?P<volume>\d+[A-Za-z]?|[IVXLC]+)(?:卷)?)?"
    r"\s*(?:[,，]?\s*\(\s*(?P<issue>[^()]{1,20}?)\s*\)|[,，]?\s*(?:[Nn]o\.?\s?|第)(?P<no>\d+)期?)?"
    r"\s*(?:[:：,，]\s*(?:pp?\.\s?)?(?P<pages>[A-Za-z]{0,2}\d+(?:\s?[-–—－~～+,，]\s?[A-Za-z]{0,2}\d+)*))?(?=\s*(?:[.．。,，;\[]|$))"
)
_NEWSPAPER_PAGE = re.compile(r"\(\s*([A-Z]?\d{1,3})\s*\)")
_BOOK_PAGES = re.compile(r"(?:1[5-9]|20)\d\d\s*[:：]\s*([A-Za-z]?\d+(?:\s?[-–—－~～+,，]\s?\d+)*)")
_STOP = re.compile(
    r"(?<!\bProc)(?<!\bConf)(?<!\bInt)(?<!\bInt'l)(?<!\bSymp)(?<!\bTrans)"
    rf"(?:(?<!\b[A-Z])|(?<=[^\W\d_]{{2}}\s[A-Z]))[.．。](?=\s|[{CJK}])"
)
_PRINTER = re.compile(r"^[^,，:：]{1,40}[:：]\s?\D")


@dataclass(frozen=True, slots=True)
class Typed:
    """An entry whose type is printed, taken apart; spans are places of the entry."""

    kind: str
    online: bool
    authors: tuple[int, int] | None
    title: tuple[int, int]
    year: int | None = None
    journal: tuple[int, int] | None = None
    hosts: tuple[Author, ...] = ()
    """Who edited the book the work stands in."""
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None


def read_typed(folded: str) -> Typed | None:
    """The parts of an entry with a mark of its type behind the title, or None where there is none."""
    mark = next((found for found in _TYPE.finditer(folded) if found.start() >= 4), None)
    if mark is None:
        return None
    kind, head = mark.group("type"), folded[: mark.start()]
    stop = _authors_end(head)
    authors = (0, stop) if stop else None
    begin = stop + 1 if stop else 0
    begin += len(head[begin:]) - len(head[begin:].lstrip())
    end = len(head.rstrip())
    if kind in "PS" and (number := _NUMBER_BEHIND.search(head, begin)) and number.start() > begin + 3:
        end = number.start()
    title = (begin, end)
    if end - begin < 2:
        return None
    tail = _ADDRESS.sub("", folded[mark.end() :])
    if kind in "PS" and (moved := re.match(r"\s*[:：]?\s*[A-Z]{0,5}(?:/[A-Z])?\s?\d{4,}[\w.\-—–]*", tail)):
        tail = tail[moved.end() :]
    typed = Typed(_TYPES[kind], mark.group("carrier") == "OL", authors, title, _year(tail))
    if host := re.match(r"\s*(?://|[.．]?\s*[Ii]n:\s)\s*", tail):
        return _hosted(typed, tail, mark.end(), host.end(), kind)
    if kind in ("J", "N"):
        return _in_journal(typed, tail, mark.end(), newspaper=kind == "N")
    pages = _BOOK_PAGES.search(tail)
    return _with(typed, pages=pages.group(1) if pages else None)


def _authors_end(head: str) -> int | None:
    """Where the names end: at the first full stop that is no initial's and no `et al.`'s, if names stand before it."""
    for stop in _AUTHORS_END.finditer(head):
        before = head[: stop.start()]
        if re.search(r"\bet al$", before):
            return stop.start()
        if len(head) - stop.end() < 4:
            return None
        people = read_persons(before)
        sure = people.authors or is_group(Author(family=before.strip())) or persons_end(before) == len(before)
        if sure or len(before) <= 40:
            return stop.start()
        return None
    return None


def _year(tail: str) -> int | None:
    found = _YEAR.search(_ACCESS.sub(" ", tail))
    return int(found.group(1)) if found else None


def _with(
    typed: Typed,
    *,
    journal: tuple[int, int] | None = None,
    hosts: tuple[Author, ...] = (),
    year: int | None = None,
    volume: str | None = None,
    issue: str | None = None,
    pages: str | None = None,
) -> Typed:
    return Typed(
        typed.kind, typed.online, typed.authors, typed.title, year or typed.year, journal, hosts, volume, issue, pages
    )


def _in_journal(typed: Typed, tail: str, offset: int, *, newspaper: bool) -> Typed:
    found = _JOURNAL.match(tail)
    if found is None:
        return typed
    journal = (offset + found.start("journal"), offset + found.end("journal"))
    year = int(found.group("year"))
    if newspaper:
        page = _NEWSPAPER_PAGE.search(found.group("rest"))
        return _with(typed, journal=journal, year=year, pages=page.group(1) if page else None)
    placed = _COORDINATES.match(_ACCESS.sub("", found.group("rest")))
    if placed is None:
        return _with(typed, journal=journal, year=year)
    issue = placed.group("issue") or placed.group("no")
    return _with(
        typed, journal=journal, year=year, volume=placed.group("volume"), issue=issue, pages=placed.group("pages")
    )


def _hosted(typed: Typed, tail: str, offset: int, start: int, kind: str) -> Typed:
    """`[C]//编者. 论文集. 北京: 出版社, 2012: 134-140`: the host stands first, or behind its editors."""
    pieces, at = [], start
    for stop in _STOP.finditer(tail, start):
        pieces.append((at, stop.start()))
        at = stop.end() + len(tail[stop.end() :]) - len(tail[stop.end() :].lstrip())
    pieces.append((at, len(tail)))
    pieces = [(a, b) for a, b in pieces if tail[a:b].strip()]
    if not pieces:
        return typed
    first = tail[slice(*pieces[0])]
    hosts: tuple[Author, ...] = ()
    if len(pieces) > 1 and not _PRINTER.match(tail[slice(*pieces[1])]):
        people = read_persons(first)
        if people.authors or is_group(Author(family=first.strip())):
            hosts, pieces = people.authors, pieces[1:]
    a, b = pieces[0]
    name = tail[a:b]
    cut = re.search(r"\s*[,，]\s*(?=[^,，]*[,，]?\s*(?:1[5-9]|20)\d\d\b)", name)
    if _YEAR.search(name[5:]) and cut:
        b = a + name.index(cut.group())
        first_comma = re.search(r"[,，]\s", tail[a:b])
        b = a + first_comma.start() if first_comma else b
    pages = _BOOK_PAGES.search(tail)
    typed = Typed(
        {"M": "incollection", "G": "incollection"}.get(kind, typed.kind),
        typed.online,
        typed.authors,
        typed.title,
        _year(tail[b:]) or typed.year,
    )
    return _with(typed, journal=(offset + a, offset + b), hosts=hosts, pages=pages.group(1) if pages else None)

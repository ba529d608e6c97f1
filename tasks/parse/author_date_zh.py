"""Chinese entries in author-date style, as psychology's and the social sciences' journals print them:
`李四, 张三. (2019). 题名. 期刊, 51(4), 400–410.` GB/T 7714 is read elsewhere; this style has no marks of type."""

import re
from dataclasses import dataclass

_CJK = r"\u3400-\u4dbf\u4e00-\u9fff"
_NAME = rf"[{_CJK}·]{{2,8}}"
_ENTRY = re.compile(
    rf"^\s*(?:\[\d+\]|\d+[.、])?\s*(?P<authors>{_NAME}(?:\s*[,、;&和与]\s*{_NAME})*(?:\s*[,、]?\s*等)?)\s*[.。]?\s*"
    r"\(\s*(?P<year>1[89]\d\d|20\d\d)\s*[a-z]?\s*\)\s*[.。,]?\s*"
    rf"(?=[^.。]{{0,120}}[{_CJK}])(?P<title>[^.。]{{2,300}})[.。]\s*"
    rf"(?=[^,.。\d]{{0,40}}[{_CJK}])(?P<journal>[^,.。\d]{{2,60}}),\s*"
    r"(?P<volume>\d{1,4})\s*(?:\(\s*(?P<issue>[\w/\- ]{1,12})\s*\))?"
    r"\s*[,:]\s*(?P<pages>[A-Za-z]?\d{1,6}(?:\s*[-\u2013\u2014~]\s*[A-Za-z]?\d{1,6})?)"
)
_EMPHASIS = re.compile(r"[*_《》〈〉]")


@dataclass(frozen=True)
class AuthorDate:
    """The parts of such an entry, as printed."""

    authors: str
    year: int
    title: str
    journal: str
    volume: str
    issue: str | None
    pages: str


def read_author_date(folded: str) -> AuthorDate | None:
    """The parts of an entry of full or half width folded to half width; None where it is none of this style."""
    found = _ENTRY.match(_EMPHASIS.sub("", folded))
    if found is None:
        return None
    pages = re.sub(r"\s*[\u2013\u2014~-]\s*", "-", found["pages"])
    return AuthorDate(
        authors=found["authors"],
        year=int(found["year"]),
        title=found["title"].strip(),
        journal=found["journal"].strip(),
        volume=found["volume"],
        issue=found["issue"].strip() if found["issue"] else None,
        pages=pages,
    )

"""Where the authors of a printed entry end and where its title stands, in the styles beyond the four commonest.

Each pattern asks for authors that can be nothing else (persons with initials, or the words by which bodies are named),
and for a title with a closing mark that can be nothing else. What fits none stays unread (decisions 2.3, 2.10).
"""

import re
from dataclasses import dataclass

from state.lookup import Author
from tasks.language.names import is_group
from tasks.language.scripts import CJK

LONGEST_ENTRY = 2000
"""Characters of an entry that are looked at."""

_PARTICLE = r"(?:(?:van|von|de|del|della|di|da|dos|der|den|la|le|du|des|el|al|ter|ten|zu)\s){0,3}"
_WORD = r"[A-Z\u00c0-\u00de][\w'’\-\u00c0-\u024f]+"
_FAMILY = rf"{_PARTICLE}{_WORD}(?:\s{_WORD})?"
_DOTTED = r"[A-Z]\.(?:[\s-]?[A-Z]\.){0,3}"
_FAMILY_DOTTED = rf"{_FAMILY},\s{_DOTTED}(?:,?\s(?:Jr|Sr)\.)?"
_DOTTED_FAMILY = rf"{_DOTTED}\s?{_FAMILY}"
_FAMILY_BARE = rf"{_FAMILY}\s(?:[A-Z]{{1,3}}|[A-Z]\.(?:\s?[A-Z]\.){{0,2}})(?![\w'’])"
_PERSON = rf"(?:{_FAMILY_DOTTED}|{_DOTTED_FAMILY}|{_FAMILY_BARE})"
_AND = r"(?:\s?[,;]\s?(?:and\s|und\s|et\s|&\s)?|\s(?:and|und|et|y|&)\s|\s?/\s?)"
_PERSONS = rf"{_PERSON}(?:{_AND}{_PERSON}){{0,60}}(?:,?\s(?:et al\.?|u\.\s?a\.))?"
_GIVEN_FAMILY = rf"{_WORD}(?:\s(?:[A-Z]\.|{_WORD})){{0,2}}\s{_PARTICLE}{_WORD}"
_FULL_NAMES = (
    rf"{_WORD},\s{_WORD}(?:\s(?:[A-Z]\.|{_WORD}))?(?:,?\s(?:and|&)\s{_GIVEN_FAMILY}|,\s{_GIVEN_FAMILY}){{0,8}}"
)
_SEVERAL_FULL = rf"{_GIVEN_FAMILY}(?:,\s{_GIVEN_FAMILY}){{0,20}},?\s(?:and|&)\s{_GIVEN_FAMILY}"
_EDITORS = r"\s?[(（]?\b(?:[Hh]rsg|[Hh]g|[Ee]ds?|[Ee]ditors?)\b\.?[)）]?"
_YEAR = r"(?:18|19|20)\d\d[a-z]?"
_DATE = rf"(?:[(（]{_YEAR}[)）]|{_YEAR})[.:]?\s+"
_NO_NAME = rf"(?!{_FAMILY},\s[A-Z]\.|[A-Z]\.|et al|and\s|&)"
_TITLE = rf"{_NO_NAME}(?P<title>[\"“‘'«]?\s?[A-Z\u00c0-\u00de\d][^?!“”]{{7,300}}?)"
_CLOSED = (
    r"(?<!\b[A-Z])(?<!\bvs)(?<!\bSt)(?<!\bNo)(?<!\bVol)(?<!\bvol)(?<!\bet al)(?<!\bU\.S)(?<!\bDr)(?<!\bMr)(?<!\bcf)"
    r"(?:[.]|[?!](?=\s[A-Z][^.?!]{1,60}[.,;]?\s[(]?(?:19|20)\d\d))[”’\"»]?\s+(?=[A-Z\u00c0-\u00de\d(\[“\"])"
)
_BODY_END = (
    r"(?:Group|Consortium|Committee|Collaboration|Collaborators|Organi[sz]ation|Network|Investigators|Initiative|"
    r"Association|Society|Council|Federation|Foundation|Agency|Commission|Trialists|Academy|Team|Institute|University|"
    r"Union|College|Board|Centre|Center|Bureau|Panel|Administration)"
)
_BODY_BEGIN = (
    r"(?:(?:World|National|Federal|State|Royal|European|American|British|International|U\.?S\.?|UK)\s)?"
    r"(?:Institutes?|Ministry|Department|Universit(?:y|é|ät)|Centers?|Centre|Committee|Commission|Council|Academy|"
    r"Society|Association|Organi[sz]ation|Office|Bureau|College|Agency)\s(?:of|for|on|de|für)"
)
_CAPITAL = (
    r"(?:U\.S\.|[A-Z\u00c0-\u00de\d][\w'’/\-–&\u00c0-\u024f]*|of|for|and|the|on|in|de|des|to|&|\([A-Z][^().]{1,80}\))"
)
_BODY = (
    rf"(?:(?:The\s)?(?:{_CAPITAL}\s){{1,12}}?{_BODY_END}(?:\s(?:of|for|on|in)(?:\s{_CAPITAL}){{1,8}})?|"
    rf"(?:The\s)?{_BODY_BEGIN}(?:,?\s{_CAPITAL}){{1,10}})(?:\s\([A-Z][\w-]{{1,12}}\))?"
)
_BODY_ZH = re.compile(
    rf"(?P<body>[{CJK}·]{{2,40}}?(?:组织|学会|协会|委员会|分会|协作组|学组|专家组|课题组|工作组|编写组|研究组|中心|联盟|国家?卫生部|卫生部|"
    rf"统计局|研究院|研究所|大学|医院))(?=\s?[.．,，;；]|$)"
)


@dataclass(frozen=True, slots=True)
class Split:
    """The end of the authors, and the span of the title; places of the folded entry."""

    authors_end: int
    title: tuple[int, int]
    may_be_names: bool = True
    """Whether capitalised words alone, where the title stands, may be further persons."""


def _any_of(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"^{pattern}") for pattern in patterns)


_A_PERSONS, _A_BODY = rf"(?P<authors>{_PERSONS})", rf"(?P<authors>{_BODY})"
_BY_FULL_STOP = _any_of(
    rf"{_A_PERSONS}(?:{_EDITORS})?(?:(?<=\.)|[.:])\s+(?:{_DATE})?{_TITLE}{_CLOSED}",
    rf"{_A_PERSONS}(?<=\.),\s+{_NO_NAME}(?P<title>[A-Z\u00c0-\u00de\d][^?!“”,]{{7,300}}?){_CLOSED}",
    rf"{_A_PERSONS}(?:{_EDITORS})?,?\s+{_DATE}{_TITLE}{_CLOSED}",
    rf"(?P<authors>{_FULL_NAMES})(?:,?{_EDITORS})?\.\s+(?:{_DATE})?{_TITLE}{_CLOSED}",
    rf"(?P<authors>{_SEVERAL_FULL})\.\s+(?:{_DATE})?{_TITLE}{_CLOSED}",
)
_BY_BODY = re.compile(
    rf"^(?P<authors>{_BODY}|[A-Z]{{3,8}})(?:[.:]\s+|[.,]?\s+(?={_DATE}))(?:{_DATE})?{_TITLE}{_CLOSED}"
)
_MIXED = re.compile(
    rf"^(?P<authors>{_PERSONS})[;,]\s(?:on behalf of\s|for\s)?(?:the\s)?{_BODY}[.:]\s+{_TITLE}{_CLOSED}"
)
_BY_COMMA = _any_of(
    rf"{_A_PERSONS}(?:{_EDITORS})?(?:(?<=\.)|[,:]|(?<=\)))\s*[,:]?\s+(?:{_DATE})?{_NO_NAME}(?P<rest>[A-Z\u00c0-\u00de\d].+)$",
    rf"{_A_BODY}[,:]\s+(?:{_DATE})?(?P<rest>[A-Z\u00c0-\u00de\d].+)$",
    rf"(?P<authors>{_WORD}(?:\s(?:&|und|and)\s{_WORD})?){_EDITORS}[.:,]?\s+(?P<rest>[A-Z\u00c0-\u00de].+)$",
)
_EDITION = re.compile(r",\s(?:\d{1,2}\.\s?(?:Aufl|Auflage|Ausg)|\d{1,2}(?:st|nd|rd|th)\sed|[Rr]ev(?:ised|\.)\sed)\b")
_IMPRINT = re.compile(rf"^{_WORD}(?:[\s/]{_WORD}){{0,3}},?\s{_YEAR}\.?$")
"""`Berlin 1999`, `New York, 2011`: what is left of a book's entry behind its title."""


_HOLDS_MORE = re.compile(
    r"^(?:[\w'’\-]+,?\s?[A-Z][a-z]?\s?[A-Z]?[.,]|[A-Z],|(?:II|III|IV|Jr)\b|\w+\.\s|[A-Z]{3,}\s[A-Z][a-z]+,)|,\s?[A-Z]\.\s?[A-Z]|"
    r",\s[A-Z][\w.]+(?:\s[A-Z][\w.]+)?(?:,\s[A-Z][\w.]+)?\s?:\s[A-Z]|\b(?:vol|pp?|v|no)\b\.?\s?\d|\b[Ee]ds?\.|"
    r",\s(?:[A-Z]\w+\s){0,4}(?:Press|Journal|Letters|Proceedings|Proc|Conference|Verlag|Wiley|Elsevier|Springer|Sage)\b|"
    r",\s\d{1,2}(?:st|nd|rd|th)\sed|[,.]\s[Ii]n:|<\w+>|\sIn\s"
)
"""What no title holds: a person before it, a publisher or a journal behind it."""


def split_entry(folded: str) -> Split | None:
    """How an entry is taken apart, by the first style that fits it, or None."""
    text = folded[:LONGEST_ENTRY]
    for pattern in (*_BY_FULL_STOP, _BY_BODY, _MIXED):
        if match := pattern.match(text):
            if _HOLDS_MORE.search(match.group("title")):
                return None
            between = text[match.end("authors") : match.start("title")]
            persons = not re.match(_EDITORS, between)
            return Split(match.end("authors"), match.span("title"), persons)
    for pattern in _BY_COMMA:
        if (match := pattern.match(text)) and (length := _title_before_imprint(match.group("rest"))):
            return Split(match.end("authors"), (match.start("rest"), match.start("rest") + length), False)
    return None


_TITLE_CASE = re.compile(r"\s(?:Of|And|The|For|With|To|By|On|From)\s")
_NO_MORE = re.compile(r"\sIn\s(?:Vitro|Vivo|Situ|Silico|Utero)\b|:\sIn\s|,\s[IVX]+\s?:\s")
"""What looks like a host or a publisher and is none: a Latin phrase, a subtitle, the number of a part."""


def holds_more(title: str) -> bool:
    """Whether what was cut out as a title holds a person before it, or a publisher or a journal behind it. `In` begins
    a host only where the other small words of the title are not capitalised too."""
    text = _NO_MORE.sub(" - ", title)
    capitalised = _TITLE_CASE.search(text) is not None
    return any(match.group() != " In " or not capitalised for match in _HOLDS_MORE.finditer(text))


def _title_before_imprint(rest: str) -> int | None:
    """The length of the title in `Title, 3. Aufl., Berlin 1999` or `Title, New York, 2011`; None where it is not sure.

    A comma ends a title only where an edition, or nothing but a place and a year, follows.
    """
    if edition := _EDITION.search(rest):
        return edition.start() if edition.start() >= 8 and "." not in rest[: edition.start()] else None
    for comma in re.finditer(r",\s", rest):
        title = rest[: comma.start()]
        if _IMPRINT.match(rest[comma.end() :]):
            parts = title.split(", ")
            sure = all(part[:1].islower() for part in parts[1:]) and "." not in title and len(title) >= 8
            return comma.start() if sure else None
    return None


_BODY_START = re.compile(rf"^(?P<body>{_BODY}|[A-Z]{{3,8}})(?=[.,;]|\s[(（]{_YEAR}|\s{_YEAR}\.|$)")


def first_body(text: str) -> str | None:
    """The body (organisation, committee, study group) an entry begins with, or None. `text` is folded."""
    beginning = text[:LONGEST_ENTRY]
    match = _BODY_ZH.match(beginning) or _BODY_START.match(beginning)
    if match is None:
        return None
    name = match.group("body").strip()
    return name if is_group(Author(family=name)) else None

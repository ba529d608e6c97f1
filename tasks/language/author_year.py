"""The grammar of author-year citations: `(Smith & Jones, 2019a; see also Brown et al. 2020, p. 4)`, `王伟等（2020）`.

Characters only, and generous: `(Windows 2000)` has the form of a citation, and whether it is one the reference list
decides (`tasks/parse/author_year`). What cannot be one by its words (`(January 2019)`, `(N = 2019)`) is none here.
Pure, no I/O.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from state.words import Word
from tasks.language.author_year_company import has_article, is_said
from tasks.language.author_year_names import Names, names_before
from tasks.language.author_year_words import NO_NAMES
from tasks.language.scripts import fold_width

LONGEST_BRACKET = 3000
"""Characters; citations of thirty works are shorter."""
DEEPEST = 4
"""Brackets inside brackets that are looked into."""

_Y = r"(?:1[5-9]|20)\d\d"
_UNDATED = (
    r"in\s+press|in\s+print|forthcoming|in\s+prep(?:aration|\.)?|submitted|accepted|n\.\s?d\.?|no\s+date|s\.\s?f\.|"
    r"o\.\s?J\.|im\s+Druck|im\s+Erscheinen|en\s+prensa|sous\s+presse|待刊|待发表|印刷中|出版中|即将出版|无日期"
)
_YEAR = re.compile(
    rf"(?<![A-Za-z\d_./\-–:=<>@#+~$€£])(?:(?:\[(?P<first>{_Y})\]\s?)?(?P<year>{_Y})(?!\d|\s?[-–—]\s?\d|[%‰.]\d)"
    rf"(?P<letters>[a-z](?![A-Za-z])(?:\s?(?:[-–—/,&，、]|and|und|et|y|和)\s?[a-z](?![A-Za-z.]))*)?"
    rf"(?:\s?/\s?(?P<again>{_Y})(?!\d)|\s?[\[(](?P<original>{_Y})[\])])?年?"
    rf"|(?P<undated>{_UNDATED})(?:[-–]?\s?(?P<undated_letters>[a-z](?![A-Za-z])(?:\s?[,，]\s?[a-z](?![A-Za-z.]))*))?)"
    r"(?=\s*(?:$|[,;:.)\]\[(/&§\"“、]|(?:pp?|ch|chap|and|und|et|y|in|cited|as|for|but|see|quoted|ff?|S|Kap|cap)\b|[和与第]))",
    re.IGNORECASE,
)
_HAS_YEAR = re.compile(rf"{_Y}|{_UNDATED}", re.IGNORECASE)
_PAGE_BEFORE = re.compile(
    r"(?:\b(?:pp?|pages?|S|no|nr|vol|n|art|col|line|item|fig|table|para)\.?|[:#第§]|\d\s?[-–])\s*$", re.IGNORECASE
)
_NUMBER = rf"(?!{_Y}(?!\d))\d{{1,5}}[a-z]?(?:\s?[-–]\s?\d{{1,5}}[a-z]?)?(?:\s?ff?\b\.?)?"
_LOCATOR = (
    r"(?:(?:\b(?:pages?|pp?|[Cc]h(?:ap)?s?|[Cc]hapters?|Kap|cap|S|[Ss]ec(?:tion)?s?|[Ff]ig(?:ure)?s?|[Tt]ables?|[Tt]ab|"
    r"[Aa]pp(?:endix)?|[Pp]aras?|paragraphs?|nos?|vol|ll?|n)\b\.?|[:§]+|pp?\.?(?=\d))\s?"
    rf"(?:\d{{1,5}}[a-z]?(?:\s?[-–]\s?\d{{1,5}})?(?:\s?ff?\b\.?)?|[ivxlc]+\b|[A-Z]?\d[\d.]*)|第\s?[\d\-–]+\s?[页章节]|{_NUMBER}(?![\w]))"
)
_LOCATOR_AFTER = re.compile(rf"\s*,?\s*(?P<locator>{_LOCATOR}(?:\s*,\s*{_LOCATOR})*)")
_BLANK = re.compile(rf"[\s,，;；、]*(?:(?:{_LOCATOR})[\s,，;；]*)*(?:and|&|und|et|y|和|与)?\s*", re.IGNORECASE)
_SIGNAL = re.compile(
    r"(?:^|\b(?:see|see also|cf\.?|compare|vgl\.?|siehe|s\.\s?a\.|voir|véase|e\.g\.,?|参见|见)|;)\s*$", re.IGNORECASE
)
_QUOTED = re.compile(r"[“\"'‘«《](?P<title>[^”\"»》]{4,200})[”\"'’»》]")
_GROUP = re.compile(
    r"(?P<name>[^\W\d_a-z][^\W\d_]+(?:\s(?:[^\W\d_]|['’&/-])+){1,11})(?:\s?[\[(](?P<short>[A-Z]{2,10})[\])])?"
)
_SIGNALS = re.compile(
    r"[\s,;:.()\[\]]*(?:(?:see|also|e\.?g|i\.?e|cf|for|an?|reviews?|reviewed|in|by|as|and|examples?|instance|but|compare|or|"
    r"discussed|described|summari[sz]ed|shown|reported|proposed|references|therein|following|adapted|modified|from|"
    r"with permission|after|based|on|data|the|cited|quoted|"
    r"vgl|siehe|z\.\s?B|u\.\s?a|auch|voir|par exemple|véase|ver|参见|"
    r"详见|转引自|引自|例如|如|见|等|(?:tables?|figs?|figures?|chapters?|sections?|appendix|box)\.?\s?[\dA-Z]+)(?![A-Za-z])"
    r"[\s,;:.()\[\]]*)*",
    re.IGNORECASE,
)
"""What may stand in a bracket beside its citations without being a statement of its own."""
_DEFINED = re.compile(
    r"(?P<name>(?:(?:[A-Z][\w’'\-]*|of|for|the|and|on|in|de|des|et|für|&),?\s){2,14})[(\[](?P<short>[A-Z]{2,10})[)\]]"
)
_PAIRS = {"(": ")", "[": "]"}


class AuthorYear(Word):
    """One work as a citation names it."""

    names: tuple[str, ...]
    """Family names as printed, without initials; a group's name whole; a Chinese name whole."""
    et_al: bool = False
    year: int | None = None
    """The last year printed (`1999/2003` is 2003); None for works in press or without a date."""
    year_text: str = ""
    """The year as printed, with all its letters: `2019a`, `1999/2003`, `in press`."""
    suffix: str = ""
    """The letter after the year."""
    locator: str = ""
    start: int
    end: int
    """Its span in the text: from its names, where they are printed again, to its locator's end."""
    printed: str = ""
    """Its names as printed, with what joins them: `World Health Organization [WHO]`."""
    whole: str = ""
    """All that stands before the year in its part of a bracket: a work without an author is cited by its title."""
    abbreviation: str = ""
    """The short name defined beside a group's name: `WHO`."""
    joined: bool = False
    """Whether `and` or `&` stands before the last of several names."""
    narrative: bool = False
    comma: bool = False
    """Whether a comma stands before the year."""
    said: bool = False
    """Whether the sentence lets it find or say something: `Petersen (2014) found`, `shown by Petersen (2014)`."""
    article: bool = False
    """Whether an article or the like stands before a name in a sentence: `the Olympics (2012)`."""
    place: int = 0
    """Its place among the items of its marker, from 0."""
    siblings: int = 1
    """How many items its marker has."""


class AuthorYearMarker(Word):
    """One marker as printed: a bracket with its inside, or the names in a sentence and the year's bracket. Where a
    bracket makes a statement of its own (`(CV, defined as SD/MLT; Smith, 2019)`), its citations only."""

    start: int
    end: int
    narrative: bool
    items: tuple[AuthorYear, ...]


@dataclass(frozen=True, slots=True)
class _Item:
    """An item before its marker is known as a whole."""

    names: Names
    year: int | None
    year_text: str
    suffix: str
    locator: str
    start: int
    end: int
    printed: str
    whole: str
    comma: bool


@dataclass(frozen=True, slots=True)
class _Marker:
    start: int
    end: int
    narrative: bool
    items: tuple[_Item, ...]


@dataclass(frozen=True, slots=True)
class _Bracket:
    start: int
    end: int


def author_year_markers(text: str) -> list[AuthorYearMarker]:
    """Every place in a paragraph that has the form of an author-year citation, in order, none inside another."""
    if not _HAS_YEAR.search(text):
        return []
    folded = fold_width(text)
    brackets = [one for one in _brackets(folded) if _HAS_YEAR.search(folded, one.start, one.end)]
    markers = _in_brackets(folded, brackets)
    markers.extend(_bare(folded, markers, brackets))
    markers.sort(key=lambda marker: marker.start)
    return [_numbered(marker, folded) for marker in markers]


def defined_abbreviations(text: str) -> dict[str, str]:
    """Short names of groups that a text defines: `World Health Organization (WHO)` → `WHO` and the name it stands for,
    whose words begin with its letters."""
    found: dict[str, str] = {}
    for match in _DEFINED.finditer(text):
        words = match.group("name").split()
        letters = match.group("short")
        for size in range(len(letters), min(len(words), 2 * len(letters)) + 1):
            initials = "".join(word[0] for word in words[-size:] if word[0].isupper())
            if initials == letters and words[-size][0].isupper():
                found.setdefault(letters, " ".join(words[-size:]))
                break
    return found


def _numbered(marker: _Marker, text: str) -> AuthorYearMarker:
    many = len(marker.items)
    alone = marker.narrative and many == 1
    said = marker.narrative and is_said(text, marker.start, marker.end)
    article = marker.narrative and has_article(text, marker.start)
    items = tuple(
        AuthorYear(
            names=item.names.names,
            et_al=item.names.et_al,
            year=item.year,
            year_text=item.year_text,
            suffix=item.suffix,
            locator=item.locator,
            start=marker.start if alone else item.start,
            end=marker.end if alone else item.end,
            printed=item.printed,
            whole=item.whole,
            abbreviation=item.names.abbreviation,
            joined=item.names.joined,
            narrative=marker.narrative,
            comma=item.comma,
            said=said,
            article=article,
            place=n,
            siblings=many,
        )
        for n, item in enumerate(marker.items)
    )
    return AuthorYearMarker(start=marker.start, end=marker.end, narrative=marker.narrative, items=items)


def _brackets(text: str) -> list[_Bracket]:
    """Matched round and square brackets of bearable length and depth, inner before outer."""
    found: list[_Bracket] = []
    open_places: deque[int] = deque()
    for match in re.finditer(r"[()\[\]]", text):
        char, place = match.group(), match.start()
        while open_places and open_places[0] < place - LONGEST_BRACKET:
            open_places.popleft()
        if char in _PAIRS:
            open_places.append(place)
            continue
        while open_places and _PAIRS[text[open_places[-1]]] != char:
            open_places.pop()
        if open_places:
            start = open_places.pop()
            if len(open_places) < DEEPEST:
                found.append(_Bracket(start, match.end()))
    return found


def _in_brackets(text: str, brackets: Sequence[_Bracket]) -> list[_Marker]:
    """The markers that have a bracket, inner brackets taken into the outer ones that cite themselves."""
    markers: list[_Marker] = []
    for bracket in brackets:
        first = len(markers)
        while first and markers[first - 1].start > bracket.start:
            first -= 1
        within = markers[first:]
        marker = _read_bracket(text, bracket, within, markers[first - 1].end if first else 0)
        if marker is None:
            continue
        if within:
            inner = [item for one in within for item in one.items]
            items = tuple(sorted([*marker.items, *inner], key=lambda item: item.start))
            marker = replace(marker, items=items)
            del markers[first:]
        markers.append(marker if marker.narrative else _without_statement(text, marker))
    return markers


def _without_statement(text: str, marker: _Marker) -> _Marker:
    """A bracket that says something of its own before or behind its citations is no part of the marker."""
    start, end = min(one.start for one in marker.items), max(one.end for one in marker.items)
    if _SIGNALS.fullmatch(text, marker.start, start) and _SIGNALS.fullmatch(text, end, marker.end):
        return marker
    return replace(marker, start=start, end=end)


def _read_bracket(text: str, bracket: _Bracket, within: Sequence[_Marker], lowest: int) -> _Marker | None:
    inside, end = bracket.start + 1, bracket.end - 1
    first = _YEAR.search(text, inside, end)
    if first is None:
        return None
    names = None
    if not text[inside : first.start()].strip() and not re.match(rf"\s?{_Y}", text[bracket.end :][:6]):
        names = names_before(text, bracket.start, lowest, listed=False)
    items = tuple(_items(text, inside, end, names, within))
    if not items:
        return None
    if names is None:
        return _Marker(start=bracket.start, end=bracket.end, narrative=False, items=items)
    return _Marker(start=names.start, end=bracket.end, narrative=True, items=items)


def _items(text: str, start: int, end: int, opening: Names | None, within: Sequence[_Marker]) -> Iterator[_Item]:
    """The works named between two places and not `within` inner markers; `opening` are the names before them."""
    current, printed, whole = opening, text[opening.start : start - 1] if opening else "", ""
    reached, first = start, True
    for match in _YEAR.finditer(text, start, end):
        around = next((one for one in within if one.start <= match.start() < one.end), None)
        if around is not None:
            reached, current = max(reached, around.end), None
            continue
        between = text[reached : match.start()]
        if _PAGE_BEFORE.search(between):
            continue
        begins = match.start()
        if current is None or not _BLANK.fullmatch(between):
            whole_start = reached + between.rfind(";") + 1
            whole = text[whole_start : match.start()].strip(" ,(")
            current = names_before(text, match.start(), reached, listed=True) or _titled(whole, between, whole_start)
            if current is not None:
                printed, begins = text[current.start : match.start()], current.start
        elif first and opening is not None:
            begins = opening.start
        first = False
        reached = match.end()
        if current is not None:
            yield from _dated(text, match, current, (printed.strip(" ,(["), whole), begins, end)


def _titled(whole: str, between: str, start: int) -> Names | None:
    """A title in quotation marks, or a group's name with small words in it (`Agence de la santé publique,`), which
    stands whole where the names of persons would."""
    title = _QUOTED.fullmatch(whole)
    if title:
        return Names(start, (title.group("title").strip(" ,.-–—"),))
    group = _GROUP.fullmatch(whole)
    if group and between.rstrip().endswith(",") and whole.split(maxsplit=1)[0].casefold() not in NO_NAMES:
        return Names(start, (group.group("name"),), abbreviation=group.group("short") or "")
    return None


def _dated(
    text: str, match: re.Match[str], names: Names, printed: tuple[str, str], begins: int, end: int
) -> Iterator[_Item]:
    """One item for each letter after a year, one for a year without letters; the locator belongs to the last."""
    letters = _letters(match.group("letters") or match.group("undated_letters") or "")
    year = match.group("again") or match.group("year")
    found = _LOCATOR_AFTER.match(text, match.end(), end)
    for n, letter in enumerate(letters):
        last = n == len(letters) - 1
        yield _Item(
            names=names,
            year=int(year) if year else None,
            year_text=" ".join(match.group().split()),
            suffix=letter,
            locator=found.group("locator").lstrip(":： ") if found and last else "",
            start=begins if n == 0 else match.start(),
            end=found.end() if found and last else match.end(),
            printed=printed[0],
            whole=printed[1],
            comma=text[max(0, match.start() - 5) : match.start()].rstrip()[-1:] in (",", "、"),
        )


def _letters(printed: str) -> list[str]:
    """`a, b` → a and b; `a–c` → a, b, c; a letter that does not follow the one before is none (`2019a, p`)."""
    found: list[str] = []
    for joint, letter in re.findall(r"([^a-z]*?(?:and|und|et|y)?[^a-z]*)([a-z])(?![a-z])", printed.casefold()):
        if found and re.search(r"[-–—]", joint) and ord(found[-1]) < ord(letter):
            found.extend(chr(code) for code in range(ord(found[-1]) + 1, ord(letter) + 1))
        elif not found or 0 < ord(letter) - ord(found[-1]) <= 3:
            found.append(letter)
    return found or [""]


def _bare(text: str, markers: Sequence[_Marker], brackets: Sequence[_Bracket]) -> Iterator[_Marker]:
    """Citations without a bracket, in table cells and notes: after `et al.`, a signal word, or another of them."""
    taken = sorted([(one.start, one.end) for one in brackets] + [(one.start, one.end) for one in markers])
    reached, at = 0, 0
    for match in _YEAR.finditer(text):
        while at < len(taken) and taken[at][1] <= match.start():
            reached = max(reached, taken[at][1])
            at += 1
        if match.group("year") is None or any(start < match.end() for start, _ in taken[at : at + 1]):
            continue
        names = names_before(text, match.start(), reached, listed=False)
        if names is None or not (names.et_al or _is_signalled(text, names, match, reached)):
            continue
        printed = text[names.start : match.start()].strip(" ,")
        found = tuple(_dated(text, match, names, (printed, ""), names.start, len(text)))
        reached = found[-1].end
        yield _Marker(start=names.start, end=reached, narrative=True, items=found)


def _is_signalled(text: str, names: Names, year: re.Match[str], reached: int) -> bool:
    """Joined by `&`; after `see`; after another bare citation; or the whole text, as in a table's cell."""
    before = text[max(0, names.start - 20, reached) : names.start]
    if len(names.names) > 1 and "&" in text[names.start : year.start()]:
        return True
    if names.start == 0:
        return re.match(r"[\s.*†‡]*(?:;|$)", text[year.end() :]) is not None
    return bool(before.strip()) and bool(_SIGNAL.search(before)) and not before.isspace()

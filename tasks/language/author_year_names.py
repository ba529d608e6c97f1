"""The names a citation prints before its year, read backwards from the year: `see also Smith, J., & van der Berg,`.

Nothing here knows the reference list, so it is generous: a place, a product or a month that stands like a name is one.
Pure, no I/O; each call looks at a few hundred characters only.
"""

import re
from dataclasses import dataclass, field

from state.lookup import Author
from tasks.language.author_year_surnames import COMMON_WORDS, PINYIN_OF, surname_of
from tasks.language.author_year_words import (
    ALSO_SURNAMES,
    CONNECTORS,
    LINKS,
    MONTHS,
    NO_NAMES,
    PARTICLES,
    SUFFIXES,
    SURNAME_MONTHS,
    TITLES,
)
from tasks.language.names import is_group
from tasks.language.scripts import CJK

WINDOW = 400
"""Characters looked at before a year; longer lists of names are not printed in the text."""
MOST_NAMES = 15
LONGEST_CHINESE_GROUP = 24

_LETTER = "A-Za-z\u00aa-\u024f\u0300-\u036f\u0370-\u03ff\u0400-\u052f\u1e00-\u1fff"
_JOINT = "-'’‘ʼ′‐‑–`´"
_TOKEN = re.compile(rf"[{_LETTER}]+(?:[{_JOINT}][{_LETTER}]+)*|[{CJK}·•]+|\d+|\s+|.", re.DOTALL)
_ET_AL = re.compile(
    r"(?P<names>.*?)(?P<mark>[,，、]?\s*(?:\b(?:et\.?\s*al|et\s+coll?|(?:and|&|und|et|y|e)\s+(?:al|cols?|colleagues|"
    r"co-?workers|others|associates|collaborators|colaboradores|otros|outros|collègues|mitarbeiter|kollegen))\b|"
    r"\b(?:u|m)\.\s?(?:a|fl)\b|\bи\s+др\b|(?:&|and)\s+al\b|等(?:人|学者|研究者)?|ら)\.?)"
    r"(?P<own>['’]s?)?\s*[,，.:：]?\s*",
    re.IGNORECASE | re.DOTALL,
)
_ABBREVIATION = re.compile(r"\s?[\[(](?P<short>[A-Z][\w&.\-]{1,14})[\])]\s*[,，]?\s*$")
_MAY_END_NAMES = frozenset(".'’)]")
_POSSESSIVE = re.compile(r"['’]s?\s*$")
_CHINESE_LEAD = re.compile(
    r"^(?:.*(?:根据|依据|按照|参照|参考|正如|例如|比如|诸如|认为|指出|发现|表明|显示|提出|采用|引用|参见|详见|引自|转引自|借鉴|沿用|对于|由于|关于|"
    r"基于|鉴于|至于|以及|学者|研究者|教授|团队|此外|同时|然而|但是|因此|其中|之后|随后|后来|最近|近年来|的|了|在|如|见|据|按|由|被|对|把|将|使|让|与|和|及|跟|同|而|"
    r"但|又|也|则|即|是|以|为|年|中|后|前|里|上|下))(?=.{2,}$)"
)
_CHINESE_GROUP = re.compile(
    r"(?:组|会|组织|中心|局|部|院|所|署|厅|处|司|联盟|协作|机构|大学|学院|医院|公司|集团|银行|基金|国务院)$"
)
_CHINESE_JOINT = re.compile(r"(?:以及|和|与|及|暨)$")


@dataclass(frozen=True, slots=True)
class Names:
    """Names before a year: from `start` (in the text) on, as printed."""

    start: int
    names: tuple[str, ...]
    et_al: bool = False
    abbreviation: str = ""
    """`WHO` of `World Health Organization [WHO]`."""
    joined: bool = False
    """Whether `and`, `&` or the like stands before the last name."""


@dataclass(slots=True)
class _Token:
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_word(self) -> bool:
        return self.text[0].isalpha() and not self.is_chinese

    @property
    def is_chinese(self) -> bool:
        return bool(re.match(f"[{CJK}]", self.text))

    @property
    def is_capital(self) -> bool:
        return self.is_word and any(char.isupper() for char in self.text)


@dataclass(slots=True)
class _Reader:
    """Walks over the tokens before a year, from right to left."""

    tokens: list[_Token]
    listed: bool
    at: int = 0
    start: int = 0
    found: list[str] = field(default_factory=list)
    joined: bool = False
    joint: str = ""
    """What stands to the right of the name being read: `et al`, `and`, `,`, or nothing."""

    def peek(self, back: int = 0) -> _Token | None:
        place = self.at - back
        return self.tokens[place] if 0 <= place < len(self.tokens) else None

    def skip(self, marks: str) -> bool:
        token = self.peek()
        if token is not None and token.text in marks:
            self.at -= 1
            return True
        return False


def names_before(text: str, end: int, lowest: int, *, listed: bool) -> Names | None:
    """The names that end at `end`, where the year or its bracket begins; none begins before `lowest`.

    `listed` is True inside a citation's bracket, where commas part names; in a sentence they do so only before an
    `and`. `text` has half-width punctuation (`fold_width`). None where no name stands there.
    """
    low = max(lowest, end - WINDOW)
    window = text[low:end]
    last_char = window.rstrip(" ,:–—-")[-1:]
    if not (last_char.isalpha() or last_char in _MAY_END_NAMES):
        return None
    et_al = _et_al_at_end(window)
    if et_al is not None:
        window = window[:et_al]
    short = _ABBREVIATION.search(window)
    abbreviation = short.group("short") if short else ""
    if short:
        window = window[: short.start()]
    bare = _POSSESSIVE.sub("", window).rstrip(" ,，–—-")
    comma = re.search(r"[,，][\s–—-]*$", window) is not None
    cut = max(bare.rfind(mark) for mark in "()[];:!?。；") + 1
    window, low = bare[cut:], low + cut
    tokens = [_Token(m.group(), low + m.start()) for m in _TOKEN.finditer(window) if not m.group().isspace()]
    reader = _Reader(tokens, listed, at=len(tokens) - 1, joined=et_al is not None)
    reader.joint = "et al" if et_al is not None else "," if comma else ""
    last = reader.peek()
    if last is None or (last.text.casefold() in MONTHS and _is_month(last, comma or not listed)):
        return None
    _read_units(reader)
    if not reader.found:
        return None
    names = tuple(reversed(reader.found))
    if len(names) == 2 and reader.joined and " " in names[0] and is_group(Author(family=names[0])):
        # One body with `and` in its name, as far as characters tell: `Centers for Disease Control and Prevention`.
        names = (" ".join(text[reader.start : tokens[-1].end].rstrip(" ,").split()),)
    return Names(reader.start, names, et_al is not None, abbreviation, reader.joined)


def _is_month(token: _Token, apart: bool) -> bool:
    """March, May and August are people too, where a comma or bracket parts them from the year."""
    return not (apart and token.text.casefold() in SURNAME_MONTHS)


def _et_al_at_end(window: str) -> int | None:
    """Where an `et al.` that ends the window begins."""
    tail = window[-45:]
    match = _ET_AL.fullmatch(tail)
    if match is None or not match.group("names").strip():
        return None
    return len(window) - len(tail) + match.start("mark")


def _read_units(reader: _Reader) -> None:
    """Names from right to left for as long as something joins each to the next."""
    while len(reader.found) < MOST_NAMES:
        before = reader.at
        name = _read_name(reader)
        if name is None:
            reader.at = before
            return
        text, reader.start = name
        if text:
            reader.found.append(text)
        if not _pass_joint(reader):
            return


def _pass_joint(reader: _Reader) -> bool:
    """Steps over what joins a name to the one before: `and`, `&`, `、`, or a comma where commas part names."""
    token = reader.peek()
    if token is None:
        return False
    if token.text.casefold() in CONNECTORS:
        reader.at -= 1
        reader.skip(",，")
        reader.joined, reader.joint = True, "and"
        return True
    if token.text == "/" and reader.listed:
        reader.at -= 1
        reader.joined, reader.joint = True, "and"
        return True
    if token.text == "、" or (token.text in ",，" and (reader.listed or reader.joined)):
        reader.at -= 1
        reader.joint = ","
        return True
    return False


def _read_name(reader: _Reader) -> tuple[str, int] | None:
    """One name and where it begins; the name is empty for initials that belong to the name before (`Smith, J.`)."""
    token = reader.peek()
    if token is None:
        return None
    if token.is_chinese:
        return _read_chinese(reader, token)
    words: list[_Token] = []
    while (token := reader.peek()) is not None and len(words) < 12:
        if not _belongs(reader, token, words):
            break
        words.append(token)
        reader.at -= 1
    while words and (words[-1].text in ".&" or words[-1].text.casefold() in LINKS - PARTICLES):
        words.pop()
        reader.at += 1
    words.reverse()
    return _name_of(words)


def _belongs(reader: _Reader, token: _Token, right: list[_Token]) -> bool:
    """Whether a token is a part of the name whose later parts are `right`, the nearest last."""
    if token.text == ".":
        before = reader.peek(1)
        return before is not None and before.is_capital and _may_be_abbreviated(before)
    if token.text == "&":
        before = reader.peek(1)
        return bool(right) and before is not None and before.end == token.start and right[-1].start == token.end
    if not token.is_word:
        return False
    folded = token.text.casefold()
    if token.is_capital:
        if len(token.text) >= 3 and token.text.isupper():
            return True
        if folded in ALSO_SURNAMES and not right:
            opens = reader.listed and reader.at == 0 and reader.joint == "," and not reader.found
            return opens or reader.joint in ("et al", "and")
        if folded not in NO_NAMES or (bool(right) and folded in PARTICLES) or _is_initial(token, right):
            return True
        return bool(right) and _continues_to_the_left(reader)
    if folded in PARTICLES and right:
        return folded not in CONNECTORS or (reader.peek(1) is None)
    if reader.listed and not right and not reader.found and reader.at == 0:
        return reader.joint == "," and len(folded) >= 4 and folded not in NO_NAMES
    return bool(right) and folded in LINKS - CONNECTORS and _continues_to_the_left(reader)


def _is_initial(token: _Token, right: list[_Token]) -> bool:
    return len(token.text) == 1 and bool(right) and right[-1].text == "."


def _may_be_abbreviated(token: _Token) -> bool:
    folded = token.text.casefold()
    return len(token.text) == 1 or folded in SUFFIXES or folded in {"st", "inc", "ltd", "co", "dr", "ph", "ch", "yu"}


def _continues_to_the_left(reader: _Reader) -> bool:
    """Whether a capitalised word stands before the small words here: `Department of the …`."""
    back = 1
    while (token := reader.peek(back)) is not None and token.text.casefold() in LINKS:
        back += 1
    return token is not None and token.is_capital and token.text.casefold() not in NO_NAMES


def _name_of(words: list[_Token]) -> tuple[str, int] | None:
    """The family name in these words, initials taken off; a group's name whole."""
    if not any(token.is_capital for token in words) and len(words) != 1:
        return None
    whole = _joined(words)
    if is_group(Author(family=whole)) and len(words) > 1:
        return whole, words[0].start
    first = words[0].start
    if (links := [n for n, token in enumerate(words) if token.text in ("of", "for", "the", "on", "in", "to")]) and (
        links[-1] + 1 < len(words)
    ):
        words = words[links[-1] + 1 :]
        first = words[0].start
    kept = _without_initials(words)
    if not kept:
        return "", first
    return _joined(kept), first


def _without_initials(words: list[_Token]) -> list[_Token]:
    """`J. R. Smith`, `Smith JR`, `Smith Jr.` → `Smith`."""
    words = list(words)
    if any(token.text == "&" for token in words):
        return words
    while words and words[-1].text == ".":
        words.pop()
    while len(words) > 1 and (_is_letters(words[-1]) or words[-1].text.casefold() in SUFFIXES):
        words.pop()
        while words and words[-1].text == ".":
            words.pop()
    if len(words) == 1 and (len(words[0].text) == 1 or words[0].text.casefold() in SUFFIXES):
        return []
    while len(words) > 1 and (len(words[0].text) == 1 or words[0].text.casefold() in TITLES):
        words.pop(0)
    return [] if all(len(token.text) == 1 for token in words) else words


def _is_letters(token: _Token) -> bool:
    return len(token.text) <= 3 and token.text.isupper() and token.is_word


def _joined(words: list[_Token]) -> str:
    text = ""
    for before, token in zip([None, *words], words, strict=False):
        gap = " " if before is not None and token.start > before.end else ""
        text += gap + token.text
    return text


def _read_chinese(reader: _Reader, token: _Token) -> tuple[str, int] | None:
    """The last name of a run of characters; what stands before it in the run is left for the next call."""
    run = token.text
    name = _listed_chinese(run) if reader.listed else _narrative_chinese(run)
    if name is None and reader.joint == "et al" and run[-1] in PINYIN_OF and len(run) == 1:
        name = run
    if name is None:
        return None
    rest = run[: len(run) - len(name)]
    start = token.end - len(name)
    reader.at -= 1
    joint = _CHINESE_JOINT.search(rest)
    if joint and len(rest) - len(joint.group()) >= 2:
        reader.tokens[reader.at + 1 : reader.at + 2] = [
            _Token(rest[: joint.start()], token.start),
            _Token(joint.group(), token.start + joint.start()),
        ]
        reader.at += 2
    return name, start


def _listed_chinese(run: str) -> str | None:
    """The name that ends a run inside a bracket: the run, without `参见` before it, or what follows `和`."""
    run = re.sub(r"^(?:参见|详见|引自|转引自|例如|参考|见|如)(?=.{2,})", "", run)
    head, joint, tail = _last_joint(run)
    if joint and (surname_of(head) or surname_of(head[-3:]) or surname_of(head[-2:])) and _is_person(tail):
        return tail
    return run if len(run) >= 2 and len(run) <= LONGEST_CHINESE_GROUP else None


def _last_joint(run: str) -> tuple[str, str, str]:
    for joint in ("以及", "和", "与", "及", "暨"):
        head, found, tail = run.rpartition(joint)
        if found and len(head) >= 2 and len(tail) >= 2:
            return head, found, tail
    return "", "", run


def _narrative_chinese(run: str) -> str | None:
    """The name that ends a run of running text: a person by the family name it begins with, or a group."""
    if _CHINESE_GROUP.search(run) and len(run) >= 4:
        group = _CHINESE_LEAD.sub("", run[-LONGEST_CHINESE_GROUP:])
        if len(group) >= 3:
            return group
    sizes = [size for size in (4, 3, 2) if len(run) >= size and _is_person(run[-size:])]
    if not sizes:
        return None
    best = sizes[0]
    at_word = run[-best] in COMMON_WORDS and len(run) > best
    return run[-sizes[1] :] if at_word and len(sizes) > 1 else run[-best:]


def _is_person(name: str) -> bool:
    surname = surname_of(name)
    if surname is None or not 2 <= len(name) <= 4:
        return False
    return len(name) - len(surname) <= 2

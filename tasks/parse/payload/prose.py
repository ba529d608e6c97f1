"""Prose is cut into items: at blank lines, at list markers, and where the next printed entry begins."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from state.manuscript import SectionKind
from tasks.language.scripts import fold_width
from tasks.language.sections import section_kind
from tasks.parse.author_year_list import LOOKS_PUBLISHED, SHORTEST_ENTRY, is_entry, opening
from tasks.parse.labels import LABEL, LARGEST_LABEL, lines_of
from tasks.parse.layout import Placed
from tasks.parse.payload.identifiers import identifiers_alone
from tasks.parse.payload.stated import field_named
from tasks.readers.contract import Paragraph

LONGEST_LINE = 20_000
"""Characters of a line whose inner labels are looked for."""
LARGEST_GAP = 5
"""A list may leave out some numbers; a label further on is a year or a page at a line's beginning."""
WHOLE_LINES = 0.7
"""Where so many of a block's lines look like entries of their own, every line is one."""
WIDEST_LINE = 200
"""Lines longer than that were not broken: each is a paragraph."""
FEWEST_LINES = 4
"""So many lines that all name a year or the like are no entry broken over lines."""
_BULLET = re.compile(
    r"[ \t]*(?:[-*+–—•·▪▫◦●○■□➢✓‣⁃※][ \t]+|[•●▪◦‣⁃➢][ \t]*(?=\S)|[o§][ \t]*\t[ \t]*|-\s?(?=\[|10\.|http))"
)
_CHECKBOX = re.compile(r"\[[ xX]?\][ \t]+")
_QUOTE = re.compile(r"(?:[ \t]*>)+[ \t]?")
_RULE = re.compile(r"\s*(?:[-=_*~]\s?){3,}\s*$|\s*(?:```|~~~).*$")
_COMMENT = re.compile(r"\s*(?:#(?!\d)|%{1,3}(?:\s|$)|//(?:\s|$)|<!--.*-->\s*$)")
_NUMBERED_BY_HASH = re.compile(r"\s*#(\d{1,3})[.:)]?\s+")
_LONG_NUMBER = re.compile(r"\s*[\[(]?(\d{5,6})(?:[.)、]|\])\s+(?=\S)")
"""Labels of lists longer than any printed one."""
_FIELD_LABEL = re.compile(
    r"\s*(?:\*\*|__)?(?P<label>[^\W\d_][^:：\n]{0,28}?)(?:\*\*|__)?\s?[:：](?:\*\*|__)?\s*(?P<value>.*)"
)
_COMPLETE = re.compile(r"(?:[.。．)）\]】]|\d|https?://\S+|10\.\d{4,9}/\S+)[\"'”’\s]*$")


@dataclass(slots=True)
class Item:
    """One item: its lines as they stand, and its text without quotation marks, label and bullet."""

    lines: list[tuple[int, str]]
    parts: list[str]
    number: int | None = None
    bullet: bool = False
    indent: int = 0
    role: str = "item"
    """`item`, or `comment` for comments, rules and headings."""
    published: bool = False
    """Whether some line of it names a year, an address or the like."""
    labels: set[str] = field(default_factory=set)
    """The fields its lines have named so far."""

    def take(self, line: int, printed: str, text: str) -> None:
        """One more line of it; each is looked at once, however many there are."""
        self.lines.append((line, printed))
        self.parts.append(text.strip())
        self.published = self.published or bool(LOOKS_PUBLISHED.search(text))
        if (name := named_field(text)) is not None:
            self.labels.add(name)

    @property
    def complete(self) -> bool:
        """Whether its last line ends as an entry does."""
        return bool(_COMPLETE.search(self.parts[-1][-200:]))

    @property
    def is_identifier(self) -> bool:
        """Whether it is nothing but identifiers so far."""
        return len(self.parts) == 1 and bool(identifiers_alone(self.parts[0]))

    @property
    def text(self) -> str:
        return _joined(self.parts)

    @property
    def raw(self) -> str:
        return "\n".join(text for _, text in self.lines).strip()

    @property
    def labelled(self) -> bool:
        return self.number is not None or self.bullet

    def fields(self) -> dict[str, str]:
        """Its named fields, where its lines are such (`Title: …`, `Authors: …`): two or more, or none."""
        found: dict[str, str] = {}
        for part in self.parts if len(self.labels) >= 2 else ():
            match = _FIELD_LABEL.match(part)
            name = field_named(match.group("label")) if match else None
            if match is not None and name is not None and match.group("value").strip():
                found.setdefault(name, match.group("value").strip())
        return found if len(found) >= 2 and ("title" in found or "raw" in found) else {}


def named_field(text: str) -> str | None:
    """The field a line names at its beginning (`**DOI:** …`), or None."""
    match = _FIELD_LABEL.match(text[:60])
    return field_named(match.group("label")) if match else None


def cut_items(lines: Sequence[tuple[int, str]]) -> Iterator[Item]:
    """The items of a region of prose, in order; every line that is not blank is in exactly one."""
    growing = _Growing()
    for block in _blocks(lines):
        whole = _are_whole([text for _, text in block])
        growing.apart = True
        for number, text in block:
            growing.take(number, text, whole)
    yield from growing.done


class _Growing:
    """The items so far; the last may still grow."""

    def __init__(self) -> None:
        self.done: list[Item] = []
        self.apart = True
        """Whether a blank line stands between."""
        self.number = 0
        """The last printed number."""
        self.in_fields = False

    def take(self, line: int, text: str, whole: bool) -> None:
        if _RULE.match(text) or (_COMMENT.match(text) and not _NUMBERED_BY_HASH.match(text)) or _is_title(text):
            self.done.append(Item([(line, text)], [], role="comment"))
            self.apart = True
            if section_kind(text.strip(" #*:：")) is not None:
                self.number = 0
            return
        for part in _inner(text):
            self._take(line, part, whole)
            self.apart = False

    def _take(self, line: int, text: str, whole: bool) -> None:
        bare = _QUOTE.sub("", text, count=1)
        indent = len(bare) - len(bare.lstrip())
        number, bullet, rest = _marker(bare)
        current = self.done[-1] if self.done and self.done[-1].role == "item" else None
        if current is not None and self._belongs(current, indent, number, bullet, rest):
            remark = bullet and named_field(rest) is None and not LOOKS_PUBLISHED.search(rest)
            current.take(line, text, "" if remark else rest)
            return
        if number is not None and not self._opens(number, bare, rest):
            number, rest = None, bare
        plain = number is None and not bullet
        if plain and current is not None and not self.apart and self._goes_on(current, bare, whole):
            current.take(line, text, bare)
            return
        if number is not None:
            self.number = number
        item = Item([], [], number, bullet, indent)
        item.take(line, text, rest)
        self.done.append(item)

    def _belongs(self, current: Item, indent: int, number: int | None, bullet: bool, rest: str) -> bool:
        """Whether a line is a field of the item above (`DOI: …`), or a remark in a list nested in it."""
        name = named_field(rest) if number is None else None
        if name is not None and current.labelled and indent > current.indent:
            return True
        if number is not None or _is_whole(rest):
            return False
        if name is None:
            return bullet and indent > current.indent and current.labelled
        if self.apart or name in current.labels:
            return False
        return bool(current.labels) or (current.labelled and not bullet)

    def _opens(self, number: int, bare: str, rest: str) -> bool:
        """Whether a number at a line's beginning is a label, and no year or page of the entry above."""
        match = LABEL.match(fold_width(bare))
        if number > LARGEST_LABEL:
            return number == self.number + 1
        if match is not None and match.group("plain"):
            return number == self.number + 1 and (self.number > 0 or is_entry(rest))
        if match is not None and match.group("bracketed") and bare.lstrip()[:1] in "[［【〔":
            return True
        return self.apart or number == 1 or 0 < number - self.number <= LARGEST_GAP or _is_whole(rest)

    def _goes_on(self, current: Item, bare: str, whole: bool) -> bool:
        """Whether a line without marker continues the item above."""
        if whole or current.is_identifier:
            return False
        if identifiers_alone(bare.strip()):
            return current.labelled or current.published
        if current.labelled:
            return not (current.complete and current.published and _is_whole(bare))
        return not (opening(bare) == 2 and current.published and current.complete)


def _blocks(lines: Sequence[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    block: list[tuple[int, str]] = []
    for number, text in lines:
        if text.strip():
            block.append((number, text))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _are_whole(texts: Sequence[str]) -> bool:
    """Whether every line of a block is an entry of its own: nearly all look like one."""
    unmarked = [text for text in texts if not _marker(text)[1] and _marker(text)[0] is None]
    if len(unmarked) < 2:
        return False
    if max(map(len, unmarked)) > WIDEST_LINE:
        return True
    if len(unmarked) >= FEWEST_LINES and all(LOOKS_PUBLISHED.search(text) for text in unmarked):
        return True
    return sum(map(_is_whole, unmarked)) >= WHOLE_LINES * len(unmarked)


def _is_whole(text: str) -> bool:
    return bool(text.strip()) and (is_entry(text) or bool(identifiers_alone(text.strip())))


def _unchecked(text: str) -> str:
    """A list item without the box of a task list."""
    box = _CHECKBOX.match(text)
    return text[box.end() :] if box else text


@lru_cache(maxsize=8192)
def _marker(text: str) -> tuple[int | None, bool, str]:
    """The number or bullet a line begins with, and the rest of it."""
    bullet = _BULLET.match(text)
    rest = _unchecked(text[bullet.end() :]) if bullet else text
    hashed = _NUMBERED_BY_HASH.match(rest)
    if hashed is not None:
        return int(hashed.group(1)), bool(bullet), rest[hashed.end() :]
    if identifiers_alone(rest.strip()):
        return None, bool(bullet), rest
    if (long := _LONG_NUMBER.match(rest)) is not None:
        return int(long.group(1)), bool(bullet), rest[long.end() :]
    match = LABEL.match(fold_width(rest[:60]))
    if match is None or not rest[match.end() :].strip():
        return None, bool(bullet), rest
    return int(next(group for group in match.groups() if group)), bool(bullet), rest[match.end() :]


def _inner(text: str) -> list[str]:
    """A line that holds several labelled entries, taken apart at their labels."""
    if len(text) > LONGEST_LINE or not re.match(r"\s*(?:[\[【［]|\d{1,4}[.)、])", text):
        return [text]
    placed = Placed(0, "", Paragraph(text=text, line=1), 0, heading=False)
    parts = [line.text for line in lines_of(placed)]
    return parts if len(parts) > 1 else [text]


def heading_kind(item: Item) -> SectionKind | None:
    """The part of a manuscript that an item is the heading of, or None."""
    text = item.lines[0][1]
    return section_kind(text.strip(" \t*_#:：")) if item.role == "comment" and _is_title(text) else None


def is_list_heading(item: Item) -> bool:
    """Whether an item is the heading of a reference list."""
    return heading_kind(item) is SectionKind.REFERENCES


def _is_title(text: str) -> bool:
    """Whether a line is the heading of a list (`References`, `参考文献：`)."""
    bare = text.strip(" \t*_#:：")
    return len(bare) <= SHORTEST_ENTRY and not LOOKS_PUBLISHED.search(bare) and section_kind(bare) is not None


def _joined(parts: Sequence[str]) -> str:
    """Parts on one line: no space between Chinese characters, none behind a hyphen that broke a word."""
    joined: list[str] = []
    last = ""
    for part in parts:
        piece = part.strip()
        if not piece:
            continue
        close = not last or (last >= "\u3000" and piece[0] >= "\u3000") or (last == "-" and piece[0].islower())
        joined += [piece] if close else [" ", piece]
        last = piece[-1]
    return "".join(joined)

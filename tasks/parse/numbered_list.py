"""Numbered lists put together line by line: which labels open an entry, and which are only how a line begins.

A number at a line's beginning may be an edition (`3. Auflage`), a year, a page, or a word of a title (`3 Alpine
valleys`): where entries are broken over lines, only what the list's own count and style of labels expect opens one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tasks.parse.labels import LARGEST_LABEL, Line
from tasks.parse.layout import is_caption
from tasks.parse.looks import LOOKS_PUBLISHED, OPENS_LIKE_AN_ENTRY, looks_like_an_entry

LARGEST_GAP = 5
"""A list may leave out some numbers; a label further on is a year or a page at a line's beginning."""


@dataclass(slots=True)
class Numbered:
    """One entry: the line it begins in, which has its label, and the pieces of its text without the label."""

    first: Line
    parts: list[str]
    published: bool

    @property
    def number(self) -> int:
        return self.first.label or 0

    @property
    def text(self) -> str:
        return " ".join(self.parts)


@dataclass(slots=True)
class Count:
    """One count from its first number on: the places of its first and last line, and its entries."""

    first: int
    last: int
    entries: list[Numbered]


def collect(lines: Sequence[Line], headings: Sequence[int] = ()) -> list[Count]:
    """The numbered lists, continuation lines joined to their entries; none where the lines are not numbered.

    A number printed twice and one out of order are entries like any other: none may vanish into its neighbour.
    `headings` are the places of headings between the lines.
    """
    collector = _Collector(lines, headings)
    for index, line in enumerate(lines):
        if collector.opens(index):
            collector.open(line, collector.starts_again(index))
        elif collector.counts and is_caption(line.text):
            break
        elif collector.counts and line.text.strip():
            collector.go_on(line)
    labelled = sum(1 for line in lines if line.label is not None)
    count = sum(len(one.entries) for one in collector.counts)
    if not count or labelled * 4 < len(lines) or (count == 1 and labelled > 3):
        return []
    return collector.counts


class _Collector:
    def __init__(self, lines: Sequence[Line], headings: Sequence[int]) -> None:
        self.lines = lines
        self.headings = headings
        self.counts: list[Count] = []
        self.style = ""
        self.ones = 0
        self.coming = _coming(lines)

    @property
    def entries(self) -> list[Numbered]:
        return self.counts[-1].entries if self.counts else []

    def opens(self, index: int) -> bool:
        """Whether a line begins an entry: its number is the next, or its label can be nothing else."""
        line = self.lines[index]
        if line.label is None:
            return False
        if not self.entries:
            return line.label <= LARGEST_LABEL and (line.label == 1 or LOOKS_PUBLISHED.search(line.text) is not None)
        number = self.entries[-1].number
        if line.label > LARGEST_LABEL:
            year = 1500 <= line.label < 2100
            return line.style == self.style and number < line.label <= number + (1 if year else LARGEST_GAP)
        if number < line.label <= number + LARGEST_GAP:
            return self._is_label(index, line, line.label)
        if line.style != self.style or line.style == "plain":
            return False
        return line.style == "bracketed" or looks_like_an_entry(line.unlabelled)

    def _is_label(self, index: int, line: Line, label: int) -> bool:
        """Whether a number that the count allows is a label: in brackets it is. In the list's own style it is none
        where the entry before is unfinished and the same number follows; in another style only where it fills a hole,
        where the count goes on in that style, or where an entry can be seen."""
        following = self.coming[index].get(self.style)
        if line.style == "bracketed":
            return True
        if line.style == self.style:
            unfinished = not self.entries[-1].published and not OPENS_LIKE_AN_ENTRY.match(line.unlabelled)
            return not (unfinished and following == label)
        if following is not None:
            return following > label and LOOKS_PUBLISHED.search(line.text) is not None
        goes_on = self.coming[index].get(line.style) == label + 1
        return looks_like_an_entry(line.unlabelled) or (goes_on and LOOKS_PUBLISHED.search(line.text) is not None)

    def starts_again(self, index: int) -> bool:
        """Whether a `1` after other numbers begins a second list, and is not a number printed twice: a heading stands
        before it, or a `2` follows."""
        line = self.lines[index]
        if line.label != 1 or not self.ones:
            return False
        if any(self.counts[-1].last < heading < line.order for heading in self.headings):
            return True
        if len(self.entries) < 2:
            return False
        coming = (later.label for later in self.lines[index + 1 :] if later.label is not None)
        return next(coming, None) == 2

    def open(self, line: Line, again: bool) -> None:
        if again or not self.counts:
            self.counts.append(Count(line.order, line.order, []))
            self.ones = 0
        self.style = line.style
        self.ones += line.label == 1
        text = line.unlabelled.strip()
        self.entries.append(Numbered(line, [text], LOOKS_PUBLISHED.search(text) is not None))
        self.counts[-1].last = line.order

    def go_on(self, line: Line) -> None:
        entry, text = self.entries[-1], line.text.strip()
        entry.parts.append(text)
        entry.published = entry.published or LOOKS_PUBLISHED.search(text) is not None
        self.counts[-1].last = line.order


def _coming(lines: Sequence[Line]) -> list[dict[str, int]]:
    """For each line, the next label behind it in each style."""
    found: list[dict[str, int]] = []
    coming: dict[str, int] = {}
    for line in reversed(lines):
        found.append(coming)
        if line.label is not None:
            coming = {**coming, line.style: line.label}
    return found[::-1]

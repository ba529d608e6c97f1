"""A small typesetter: pages in one or two columns, as PDF, of text that the tests invent.

Markup in a text: `<sup>4</sup>` raises, `<a key>[4]</a>` links to the entry with that anchor, and a soft hyphen is a
place where a word may be broken (a hyphen is printed there).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

pymupdf: Any = import_module("pymupdf")
"""Without its types, of which it has few."""

_TAG = re.compile(r"<(/?)(sup|a)(?: ([^>]*))?>")


@dataclass(frozen=True)
class Glyphs:
    """Characters set alike."""

    text: str
    raised: bool = False
    key: str = ""


Token = list[Glyphs]
"""A word."""


@dataclass
class Sheet:
    """How pages are set, in points."""

    columns: int = 2
    width: float = 595
    height: float = 842
    margin: float = 60
    gutter: float = 18
    size: float = 10
    leading: float = 12
    font: str = "tiro"
    bold: str = "tibo"
    italic: str = "tiit"
    justified: bool = True
    head: str = ""
    numbered: bool = True


@dataclass
class Typesetter:
    """Sets paragraphs one after the other; `bytes` gives the PDF."""

    sheet: Sheet = field(default_factory=Sheet)
    document: Any = field(default_factory=pymupdf.open)

    def __post_init__(self) -> None:
        self._fonts: dict[str, Any] = {}
        self._places: dict[str, tuple[int, float, float]] = {}
        self._links: list[tuple[int, Any, str]] = []
        self._writer: Any = None
        self.top = self.y = self.bottom = 0.0
        self.column = 0
        self._page()

    # -- what a document is made of

    def title(self, *lines: str) -> None:
        """Centred lines over all columns, at the head of the page that was just begun."""
        for number, line in enumerate(lines):
            size = 17 if number == 0 else 11
            length = self._length(line, self.sheet.font, size)
            self.y += size * 1.4
            self._put((self.sheet.width - length) / 2, self.y, line, self.sheet.font, size)
        self.y += 14
        self.top = self.y

    def heading(self, text: str, size: float = 12) -> None:
        """A bold line with room around it."""
        self._room(4 * self.sheet.leading)
        self.y += self.sheet.leading
        self._lines(text, replace_font=self.sheet.bold, size=size, first=0, hang=0)
        self.y += 4

    def paragraph(self, text: str, *, indent: float = 12) -> None:
        """Running text with a first-line indent."""
        self._lines(text, first=indent, hang=0)

    def entry(self, text: str, *, label: str = "", anchor: str = "", hang: float = 18, gap: float = 0) -> None:
        """An entry of a list: a label at the edge, or a hanging indent."""
        self._room(self.sheet.leading)
        if anchor:
            self._places[anchor] = (self.page.number, self._left(), self.y)
        self._lines(text, first=hang if label else 0, hang=hang, label=label, size=self.sheet.size - 1)
        self.y += gap

    def caption(self, text: str, labels: Sequence[str] = ()) -> None:
        """A figure: a frame with labels inside, and its caption below."""
        self._room(110)
        box = pymupdf.Rect(self._left(), self.y + 8, self._left() + self._measure(), self.y + 70)
        self.page.draw_rect(box)
        for number, label in enumerate(labels):
            place = (box.x0 + 20 + 60 * (number % 3), box.y0 + 15 + 14 * (number // 3))
            self._put(*place, label, "helv", 6.5)
        self.y = box.y1 + 6
        self._lines(text, first=0, hang=0, size=self.sheet.size - 1)
        self.y += 10

    def footnote(self, number: str, text: str) -> None:
        """A note at the foot of the column in hand."""
        size, leading = self.sheet.size - 2, self.sheet.leading - 2
        lines = self._broken(self._tokens(f"<sup>{number}</sup> {text}"), size, self.sheet.font, 0, 0)
        self.bottom -= leading * len(lines) + 8
        y = self.bottom + 8
        for tokens in lines:
            y += leading
            self._draw(tokens, self._left(), y, size, self.sheet.font, spread=0)

    def bytes(self) -> bytes:
        """The finished PDF, with its links."""
        self._finish()
        for number, box, key in self._links:
            target, x, y = self._places[key]
            link = {"kind": pymupdf.LINK_GOTO, "from": box, "page": target, "to": pymupdf.Point(x, y)}
            self.document[number].insert_link(link)
        return bytes(self.document.tobytes(deflate=True))

    # -- how it is set

    def _page(self) -> None:
        sheet = self.sheet
        self._finish()
        self.page = self.document.new_page(width=sheet.width, height=sheet.height)
        self._writer = pymupdf.TextWriter(self.page.rect)
        number = self.page.number + 1
        if sheet.head:
            self._put(sheet.margin, 36, sheet.head, sheet.italic, 8)
        if sheet.numbered:
            self._put(sheet.width / 2, sheet.height - 28, str(number), sheet.font, 9)
        self.column = 0
        self.top = self.y = sheet.margin
        self.bottom = sheet.height - sheet.margin

    def _finish(self) -> None:
        if self._writer is not None:
            self._writer.write_text(self.page)
            self._writer = None

    def _put(self, x: float, y: float, text: str, font: str, size: float) -> float:
        """Print characters, and return their width."""
        width = self._length(text, font, size)
        if self._writer is not None:
            self._writer.append((x, y), text, font=self._fonts[font], fontsize=size)
        return width

    def _measure(self) -> float:
        sheet = self.sheet
        return (sheet.width - 2 * sheet.margin - sheet.gutter * (sheet.columns - 1)) / sheet.columns

    def _left(self) -> float:
        return self.sheet.margin + self.column * (self._measure() + self.sheet.gutter)

    def _room(self, needed: float) -> None:
        if self.y + needed <= self.bottom:
            return
        if self.column + 1 < self.sheet.columns:
            self.column += 1
            self.y = self.top
            self.bottom = self.sheet.height - self.sheet.margin
        else:
            self._page()

    def _length(self, text: str, font: str, size: float) -> float:
        known = self._fonts.setdefault(font, pymupdf.Font(font))
        return float(known.text_length(text, fontsize=size))

    def _tokens(self, text: str) -> list[Token]:
        tokens: list[Token] = [[]]
        glyphs, place = Glyphs(""), 0
        for match in [*_TAG.finditer(text), None]:
            piece = text[place : match.start() if match else len(text)]
            for number, word in enumerate(re.split(r" ", piece)):
                if number:
                    tokens.append([])
                if word:
                    tokens[-1].append(replace(glyphs, text=word))
            if match is not None:
                place, closing = match.end(), bool(match.group(1))
                if match.group(2) == "sup":
                    glyphs = replace(glyphs, raised=not closing)
                else:
                    glyphs = replace(glyphs, key="" if closing else match.group(3))
        return [token for token in tokens if token]

    def _width(self, token: Token, size: float, font: str) -> float:
        return sum(
            self._length(one.text.replace("\u00ad", ""), font, size * (0.65 if one.raised else 1)) for one in token
        )

    def _broken(self, tokens: Sequence[Token], size: float, font: str, first: float, hang: float) -> list[list[Token]]:
        """Words in lines, as many as fit; a word with soft hyphens may be broken at the last that fits."""
        space = self._length(" ", font, size)
        lines: list[list[Token]] = [[]]
        used = 0.0
        waiting = list(tokens)
        while waiting:
            token = waiting.pop(0)
            room = self._measure() - (first if len(lines) == 1 else hang)
            width = self._width(token, size, font)
            if not lines[-1] or used + width <= room:
                lines[-1].append(token)
                used += width + space
                continue
            head, tail = self._hyphenated(token, room - used, size, font)
            if head:
                lines[-1].append(head)
            waiting.insert(0, tail)
            lines.append([])
            used = 0.0
        return lines

    def _hyphenated(self, token: Token, room: float, size: float, font: str) -> tuple[Token, Token]:
        if len(token) == 1 and "\u00ad" in token[0].text:
            parts = token[0].text.split("\u00ad")
            for count in range(len(parts) - 1, 0, -1):
                head = replace(token[0], text="".join(parts[:count]) + "-")
                if self._width([head], size, font) <= room:
                    return [head], [replace(token[0], text="\u00ad".join(parts[count:]))]
        return [], token

    def _lines(
        self, text: str, *, first: float, hang: float, size: float = 0, label: str = "", replace_font: str = ""
    ) -> None:
        size, font = size or self.sheet.size, replace_font or self.sheet.font
        lines = self._broken(self._tokens(text), size, font, first, hang)
        for number, tokens in enumerate(lines):
            self._room(self.sheet.leading)
            self.y += self.sheet.leading
            left = self._left() + (first if number == 0 else hang)
            if number == 0 and label:
                self._put(self._left(), self.y, label, font, size)
            width = sum(self._width(token, size, font) for token in tokens)
            room = self._left() + self._measure() - left - width
            last = number == len(lines) - 1 or not self.sheet.justified or len(tokens) < 2
            spread = self._length(" ", font, size) if last else room / (len(tokens) - 1)
            self._draw(tokens, left, self.y, size, font, spread)

    def _draw(self, tokens: Sequence[Token], x: float, y: float, size: float, font: str, spread: float) -> None:
        for token in tokens:
            for glyphs in token:
                own = size * 0.65 if glyphs.raised else size
                base = y - size * 0.35 if glyphs.raised else y
                text = glyphs.text.replace("\u00ad", "")
                width = self._put(x, base, text, font, own)
                if glyphs.key:
                    box = pymupdf.Rect(x, base - own, x + width, base + 0.25 * own)
                    self._links.append((self.page.number, box, glyphs.key))
                x += width
            x += spread or self._length(" ", font, size)

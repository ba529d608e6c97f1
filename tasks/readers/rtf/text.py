"""The characters of RTF: bytes in the encoding of their font, Unicode with its stand-ins, and where they go."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from state.errors import ManuscriptError
from tasks.readers.contract import MarkKind
from tasks.readers.rtf.fields import Field
from tasks.readers.rtf.page import Page

MAX_TEXT = 4_000_000


@dataclass
class State:
    """What holds inside a group."""

    sink: str = "text"
    """Where text goes: `text`, `none`, `instruction`, `data`, `bookmark`, `number`, `fonts`, `styles`."""
    bold: bool = False
    position: MarkKind | None = None
    hidden: bool = False
    fallback: int = 1
    """How many characters behind a Unicode character stand in for it."""
    font: int = 0
    level: int | None = None
    style: str | None = None
    in_table: bool = False
    close: Callable[[], None] | None = None
    starred: bool = False
    fresh: bool = True
    """Nothing has been read in the group yet: a control word may name its destination."""


class Characters:
    """What the text of a file has come to, and the state of the group that is being read."""

    def __init__(self, name: str) -> None:
        self.page = Page()
        self.lost: Counter[str] = Counter()
        self._name = name
        self._state = State()
        self._codec = "cp1252"
        self._fonts: dict[int, str] = {}
        self._bytes = bytearray()
        self._skip = self._length = self._lists = 0
        self._surrogate: int | None = None
        self._fields: list[Field] = []
        self._words: list[str] = []

    def _characters(self, text: str) -> None:
        if self._skip:
            dropped = min(self._skip, len(text))
            self._skip -= dropped
            text = text[dropped:]
        self._state.fresh = False
        if text.isascii():
            self._flush()
            self._write(text)
            return
        for character in text:
            if ord(character) < 128:
                self._flush()
                self._write(character)
            else:
                self._bytes.append(ord(character) & 0xFF)

    def _byte(self, value: int) -> None:
        if self._skip:
            self._skip -= 1
            return
        self._state.fresh = False
        self._bytes.append(value)

    def _flush(self) -> None:
        if self._bytes:
            codec = self._fonts.get(self._state.font, self._codec)
            text = bytes(self._bytes).decode(codec, "replace")
            self.lost["undecodable_characters"] += text.count("\ufffd")
            self._bytes.clear()
            self._write(text)

    def _write(self, text: str) -> None:
        sink = self._state.sink
        if sink == "text":
            if not self._state.hidden and text:
                self._set(text)
        elif sink == "instruction":
            if self._fields:
                self._fields[-1].add(text)
        elif sink != "none" and sum(map(len, self._words)) < 100_000:
            self._words.append(text)

    def _set(self, text: str) -> None:
        self._length += len(text)
        if self._length > MAX_TEXT:
            raise ManuscriptError(f"{self._name}: refused, more than {MAX_TEXT:,} characters. Split the file.")
        start = self.page.line.length
        self.page.write(text, bold=self._state.bold, listed=self._lists > 0)
        if self._state.position is not None:
            self.page.mark(start, self._state.position)

    def _unicode(self, number: int) -> None:
        self._flush()
        code = number + 65536 if number < 0 else number
        if 0xD800 <= code < 0xDC00:
            self._surrogate = code
        elif 0xDC00 <= code < 0xE000:
            if self._surrogate is not None:
                self._write(chr(0x10000 + ((self._surrogate - 0xD800) << 10) + code - 0xDC00))
            self._surrogate = None
        elif 31 < code < 0x110000:
            self._write(chr(code))
        self._skip = self._state.fallback
        self._state.fresh = False

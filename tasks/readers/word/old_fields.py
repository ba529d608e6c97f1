"""Fields of an old Word file, saved from the conversion.

LibreOffice drops the fields of citation managers from .doc files, their printed text with them. So before it converts a
file, the characters that begin, part and end a field are made ordinary ones that nobody writes, and the tables of
fields are emptied: all that is in a field then comes through as text, and the walk reads these characters as what they
were. (MS-CFB for the container, MS-DOC 2.5.1, 2.8.25 and 2.8.35 for the file information block, fields and pieces.)
"""

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"

SIGNS = "¸¯¨¬¦¤ªº¶¡¿¢ÞþÐð"
"""Characters of which three that the text does not have stand for the beginning, parting and end of fields. In text of
one byte a character too, each is itself."""

_FIELD = "\x13\x14\x15"
MAX_TEXT = 64 * 1024 * 1024
MAX_PIECES = 500_000
_END_OF_CHAIN = 0xFFFFFFFA
_TABLES = 0x9A
"""Where the pairs of place and length begin in the file information block."""
_CLX = 33
_FIELD_TABLES = (16, 17, 18, 19, 48, 57, 59)
"""Of the text, headers, footnotes, comments, endnotes and text boxes."""
_COMPRESSED = 0x40000000


class DamagedError(ValueError):
    """The file is not built as it should be."""


@dataclass(frozen=True)
class _Stream:
    """A stream of a compound file, as the blocks of the file it lies in."""

    blocks: Sequence[int]
    block_size: int
    size: int

    def place(self, at: int) -> int:
        """Where in the file a byte of the stream lies."""
        if not 0 <= at < self.size or at // self.block_size >= len(self.blocks):
            raise DamagedError
        return self.blocks[at // self.block_size] + at % self.block_size

    def read(self, content: bytes | bytearray, at: int, length: int) -> bytes:
        if length < 0 or at < 0 or at + length > self.size:
            raise DamagedError
        parts = []
        while length > 0:
            here = min(length, self.block_size - at % self.block_size)
            place = self.place(at)
            if place + here > len(content):
                raise DamagedError
            parts.append(bytes(content[place : place + here]))
            at, length = at + here, length - here
        return b"".join(parts)

    def write(self, content: bytearray, at: int, data: bytes) -> None:
        done = 0
        while done < len(data):
            here = min(len(data) - done, self.block_size - (at + done) % self.block_size)
            place = self.place(at + done)
            content[place : place + here] = data[done : done + here]
            done += here


def document_head(content: bytes) -> bytes:
    """The first bytes of the document stream, which say what wrote it and whether it is encrypted. DamagedError where
    the file is not built as it should be."""
    try:
        return _streams(content)["WordDocument"].read(content, 0, 12)
    except (struct.error, IndexError) as error:
        raise DamagedError from error


def with_visible_fields(content: bytes) -> tuple[bytes, str]:
    """The file with its fields as text, and the three characters that begin, part and end them. DamagedError where it
    is not built as it should be."""
    try:
        return _with_visible_fields(content)
    except (struct.error, IndexError, UnicodeError) as error:
        raise DamagedError from error


def _with_visible_fields(content: bytes) -> tuple[bytes, str]:
    streams = _streams(content)
    document = streams["WordDocument"]
    head = document.read(content, 0, _TABLES + 8 * (max(_FIELD_TABLES) + 1))
    table = streams.get("1Table" if struct.unpack_from("<H", head, 10)[0] & 0x0200 else "0Table")
    if table is None:
        raise DamagedError
    start, length = struct.unpack_from("<II", head, _TABLES + 8 * _CLX)
    pieces: list[tuple[int, str, bool]] = []
    left = MAX_TEXT
    for place, size, wide in _pieces(table.read(content, start, length)):
        left -= size
        if left < 0:
            raise DamagedError
        pieces.append((place, _decoded(document.read(content, place, size), wide), wide))
    used = {character for _, text, _ in pieces for character in set(text)}
    free = "".join(sign for sign in SIGNS if sign not in used)[:3]
    if len(free) < 3:
        raise DamagedError
    made, visible = bytearray(content), str.maketrans(_FIELD, free)
    for place, text, wide in pieces:
        document.write(made, place, text.translate(visible).encode(*_CODES[wide]))
    for index in _FIELD_TABLES:
        document.write(made, _TABLES + 8 * index, bytes(8))
    return bytes(made), free


_CODES = {False: ("latin-1",), True: ("utf-16-le", "surrogatepass")}
"""Both give back the same bytes. What Windows-1252 has instead of control characters does not matter here."""


def _decoded(text: bytes, wide: bool) -> str:
    return text[: len(text) - len(text) % 2].decode(*_CODES[True]) if wide else text.decode(*_CODES[False])


def restore_fields(root: etree._Element, signs: str) -> None:
    """Make fields again of the text between these characters, in a document that was converted with them."""
    kinds = dict(zip(signs, ("begin", "separate", "end"), strict=True))
    parts = re.compile(f"([{re.escape(signs)}])")
    for text in [element for element in root.iter(W + "t") if element.text and parts.search(element.text)]:
        run = text.getparent()
        if run is None:
            continue
        made = []
        for part in parts.split(text.text or ""):
            if part in kinds:
                made.append(etree.Element(W + "fldChar", {W + "fldCharType": kinds[part]}))
            elif part:
                piece = etree.Element(W + "t")
                piece.text = part
                made.append(piece)
        place = run.index(text)
        run[place : place + 1] = made


def _pieces(clx: bytes) -> Iterator[tuple[int, int, bool]]:
    """Each piece of the text: where it lies in the document stream, its bytes, and whether a character has two."""
    at = 0
    while at < len(clx) and clx[at] == 1:
        at += 3 + struct.unpack_from("<H", clx, at + 1)[0]
    if at >= len(clx) or clx[at] != 2:
        raise DamagedError
    count = (struct.unpack_from("<I", clx, at + 1)[0] - 4) // 12
    if not 0 <= count <= MAX_PIECES:
        raise DamagedError
    ends = struct.unpack_from(f"<{count + 1}I", clx, at + 5)
    for n in range(count):
        fc = struct.unpack_from("<I", clx, at + 5 + 4 * (count + 1) + 8 * n + 2)[0]
        characters = ends[n + 1] - ends[n]
        if fc & _COMPRESSED:
            yield (fc & ~_COMPRESSED) // 2, characters, False
        else:
            yield fc, 2 * characters, True


def _streams(content: bytes) -> dict[str, _Stream]:
    """Those streams of a compound file that are needed here, by name; `WordDocument` is there, or DamagedError."""
    size = 1 << min(struct.unpack_from("<H", content, 0x1E)[0], 16)
    small = 1 << min(struct.unpack_from("<H", content, 0x20)[0], 16)
    fat_count, first_directory = struct.unpack_from("<I", content, 0x2C)[0], struct.unpack_from("<I", content, 0x30)[0]
    cutoff, first_small = struct.unpack_from("<II", content, 0x38)
    tables = [sector for sector in struct.unpack_from("<109I", content, 0x4C) if sector < _END_OF_CHAIN]
    following, more = struct.unpack_from("<II", content, 0x44)
    for _ in range(min(more, len(content) // size)):
        entries = struct.unpack_from(f"<{size // 4}I", content, (following + 1) * size)
        tables += [sector for sector in entries[:-1] if sector < _END_OF_CHAIN]
        following = entries[-1]
    fat = _entries(content, [(sector + 1) * size for sector in tables[:fat_count]], size)
    root: _Stream | None = None
    small_fat: Sequence[int] = ()
    found: dict[str, _Stream] = {}
    for block in _chain(first_directory, fat, size):
        for at in range(block, block + size, 128):
            name, kind, start, length = _entry(content, at)
            if kind == 5 and root is None:
                root = _Stream(_chain(start, fat, size), size, length)
                small_fat = _entries(content, _chain(first_small, fat, size), size)
            elif kind == 2 and name in ("WordDocument", "0Table", "1Table") and name not in found:
                if length >= cutoff:
                    found[name] = _Stream(_chain(start, fat, size), size, length)
                elif root is not None:
                    numbers = _numbers(start, small_fat)
                    found[name] = _Stream([root.place(n * small) for n in numbers], small, length)
    if "WordDocument" not in found:
        raise DamagedError
    return found


def _entry(content: bytes, at: int) -> tuple[str, int, int, int]:
    length, kind = struct.unpack_from("<HB", content, at + 64)
    name = content[at : at + max(min(length, 64) - 2, 0)].decode("utf-16-le", "replace")
    start, size = struct.unpack_from("<II", content, at + 116)
    return name, kind, start, size


def _entries(content: bytes, blocks: Sequence[int], size: int) -> list[int]:
    return [entry for block in blocks for entry in struct.unpack_from(f"<{size // 4}I", content, block)]


def _chain(start: int, fat: Sequence[int], size: int) -> list[int]:
    return [(sector + 1) * size for sector in _numbers(start, fat)]


def _numbers(start: int, fat: Sequence[int]) -> list[int]:
    """The sectors of a chain; DamagedError where it runs in a circle or out of the table."""
    numbers: list[int] = []
    while start < _END_OF_CHAIN:
        if start >= len(fat) or len(numbers) > len(fat):
            raise DamagedError
        numbers.append(start)
        start = fat[start]
    return numbers

"""The reader of plain text (.txt): every line is a paragraph, unless the text is hard-wrapped."""

import re
import statistics
from collections.abc import Mapping

from state.errors import ManuscriptError
from tasks.readers.contract import NO_COMPANIONS, Paragraph, Reading, SingleFile
from tasks.readers.encoding import decode

MAX_LINES = 400_000
"""A thesis of 300 pages has some 20,000; every line costs time and memory, however short it is."""

_NEWLINE = re.compile(r"\r\n|\n|\r")
_ITEM = re.compile(r"\s*(?:[\[［【(（]\s*\d{1,4}\s*[\]］】)）]|\d{1,4}\s*[.．、)）](?!\d)|[-*•·]\s)")
"""What begins an entry of a numbered list, or a bullet: always a paragraph of its own."""
_CLOSED = re.compile(r"[.!?:;。！？：；…][\"'”’)\]）】]*$")
_CJK = re.compile(r"[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]")

_OPEN = re.compile(r"[\[(［【（]([^\[\](){}［］【】（）]{0,80})$")
"""A bracket that a line leaves open, and what stands behind it."""
_SHUT = re.compile(r"\s*([^\[\](){}［］【】（）]{0,80})[\])］】）]")
_MARKER_INSIDE = re.compile(
    r"[^\W\d_].*\b(?:1[5-9]|20)\d\d[a-z]?|[\d\s,，、;；~–—-]+|[\d\s,:]*\d[\s,]+pp?\.\s*[\d–-]+", re.DOTALL
)
_NAME_LAST = re.compile(r"(?:[^\W\d_a-z][\w'’-]+|\bal\.|\bal|等)\s*$")
_YEAR_FIRST = re.compile(r"\s*[(（](?:1[5-9]|20)\d\d[a-z]?[)）,，;；]")

Line = tuple[int, str]
"""Line number from 1, and the line without its end."""


class PlainReader(SingleFile):
    """Reads .txt. Knows no headings and no marks: the steps find headings by their numbers and words."""

    name = "txt"
    suffixes: tuple[str, ...] = (".txt", ".text")

    def read(self, name: str, content: bytes, companions: Mapping[str, bytes] = NO_COMPANIONS) -> Reading:
        """Paragraphs with the number of the line they begin on.

        Errors: ManuscriptError where the file is no text, or has more than `MAX_LINES`.
        """
        decoded = decode(name, content)
        count = max(decoded.text.count("\n"), decoded.text.count("\r"))
        if count > MAX_LINES:
            raise ManuscriptError(f"{name}: refused, {count:,} lines (at most {MAX_LINES:,}). Split the file.")
        lines = [(number, line.strip("\f")) for number, line in enumerate(_NEWLINE.split(decoded.text), start=1)]
        blocks = _blocks(lines)
        if _hard_wrapped(blocks):
            blocks = [part for block in blocks for part in _entries(block)]
        else:
            blocks = [part for block in blocks for part in _unbroken(block)]
        warnings = (f"undecodable_characters={decoded.undecodable}",) if decoded.undecodable else ()
        paragraphs = tuple(Paragraph(text=_joined(block), line=block[0][0]) for block in blocks)
        return Reading(format=self.name, paragraphs=paragraphs, warnings=warnings)


def _blocks(lines: list[Line]) -> list[list[Line]]:
    """Lines between blank lines."""
    blocks: list[list[Line]] = []
    apart = True
    for line in lines:
        if not line[1].strip():
            apart = True
        elif apart:
            blocks.append([line])
            apart = False
        else:
            blocks[-1].append(line)
    return blocks


def _hard_wrapped(blocks: list[list[Line]]) -> bool:
    """Whether lines were broken at a fixed width: they end at about the same column, in the middle of sentences."""
    inner = [(line[1].rstrip(), block[index + 1][1]) for block in blocks for index, line in enumerate(block[:-1])]
    inner = [(line, following) for line, following in inner if not _ITEM.match(following)]
    if len(inner) < 2:
        return False
    widths = [_width(line) for line, _ in inner]
    middle = statistics.median(widths)
    alike = sum(0.75 * middle <= width <= 1.25 * middle for width in widths)
    running = sum(not _CLOSED.search(line) for line, _ in inner)
    return 40 <= middle <= 110 and alike >= 0.7 * len(inner) and running >= 0.6 * len(inner)


def _width(line: str) -> int:
    """Columns: a Chinese character takes two."""
    return len(line) + len(_CJK.findall(line))


def _entries(block: list[Line]) -> list[list[Line]]:
    """A block cut before every numbered entry or bullet in it."""
    parts: list[list[Line]] = []
    for line in block:
        if not parts or _ITEM.match(line[1]):
            parts.append([line])
        else:
            parts[-1].append(line)
    return parts


def _unbroken(block: list[Line]) -> list[list[Line]]:
    """Each line a part of its own, but those that end within a citation marker go together with the next one."""
    parts: list[list[Line]] = []
    for line in block:
        if parts and _within_a_marker(parts[-1][-1][1], line[1]):
            parts[-1].append(line)
        else:
            parts.append([line])
    return parts


def _within_a_marker(before: str, after: str) -> bool:
    """Whether a line end stands inside `[1,⏎2]` or `(Smith,⏎2019)`, or between `Smith` and `(2019)`."""
    opened, shut = _OPEN.search(before.rstrip()[-82:]), _SHUT.match(after[:84])
    if opened and shut:
        return _MARKER_INSIDE.fullmatch(f"{opened.group(1)} {shut.group(1)}".strip()) is not None
    return bool(_NAME_LAST.search(before[-40:])) and bool(_YEAR_FIRST.match(after[:12]))


def _joined(block: list[Line]) -> str:
    """Lines as one text: a space between them, none between Chinese characters, none after a hyphen."""
    text = block[0][1].rstrip()
    for _, line in block[1:]:
        following = line.strip()
        close = bool(_CJK.match(text[-1:]) and _CJK.match(following)) or bool(re.search(r"\w-$", text))
        text = f"{text}{'' if close else ' '}{following}"
    return text

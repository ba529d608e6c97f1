"""What a reader provides: a file's bytes become paragraphs (manuscripts) or references (bibliographies).

Readers do not know of citations, sections or claims; `tasks/parse` finds those, in the same way for every format.
"""

from enum import StrEnum
from typing import Protocol

from state.manuscript import BrokenEntry, Reference
from state.words import Word


class MarkKind(StrEnum):
    """Something a reader knows about a span of a paragraph that plain text would lose."""

    SUPERSCRIPT = "superscript"
    SUBSCRIPT = "subscript"
    CODE = "code"
    MATH = "math"
    LINK = "link"
    """A hyperlink; `payload` is its address or `#bookmark`."""
    FIELD = "field"
    """A Word field's result; `payload` is its instruction text."""


class Mark(Word):
    """A span of a paragraph's text, in characters, with what it is."""

    start: int
    end: int
    kind: MarkKind
    payload: str = ""


class ParagraphKind(StrEnum):
    BODY = "body"
    TABLE = "table"
    """A table cell's paragraph."""
    FOOTNOTE = "footnote"
    ENDNOTE = "endnote"
    CODE = "code"
    """A code block: never a source of citations."""


class Paragraph(Word):
    """One non-empty paragraph in reading order. A note follows its host paragraph."""

    text: str
    """As the reader of the accepted document sees it: inserted text in, deleted text out."""
    line: int
    """decisions 2.6. A note has its host's line."""
    kind: ParagraphKind = ParagraphKind.BODY
    note: str | None = None
    """The note's number, for notes."""
    heading_level: int | None = None
    """1 to 9 for a heading by style or by the format's own syntax; None otherwise."""
    style: str | None = None
    row: tuple[int, int] | None = None
    """For a table cell's paragraph: the table and its row, each counted from 1; the first row may be a header."""
    list_number: str | None = None
    """The automatic number of a list item (`"12."`), which is not in the text."""
    bold: bool = False
    """The whole paragraph is bold: a hint that it may be a heading."""
    marks: tuple[Mark, ...] = ()


class Reading(Word):
    """A manuscript file, read."""

    format: str
    paragraphs: tuple[Paragraph, ...]
    warnings: tuple[str, ...] = ()
    """What could not be read, as codes with values: `encrypted_part=…`, `text_boxes=2`."""


class Entries(Word):
    """A bibliography file, read."""

    format: str
    references: tuple[Reference, ...]
    """In file order; `id` is the key (made unique if it occurs twice), `number` is None."""
    broken: tuple[BrokenEntry, ...] = ()
    warnings: tuple[str, ...] = ()


class ManuscriptReader(Protocol):
    """One manuscript format. Errors: ManuscriptError with one clear line. Bounded: 10 s, 1 GB, whatever the input."""

    name: str
    suffixes: tuple[str, ...]

    def read(self, name: str, content: bytes) -> Reading: ...


class BibliographyReader(Protocol):
    """One bibliography format. Same bounds; broken entries are values, not errors."""

    name: str
    suffixes: tuple[str, ...]

    def read(self, name: str, content: bytes) -> Entries: ...

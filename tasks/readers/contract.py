r"""What a reader provides: a file's bytes become paragraphs (manuscripts) or references (bibliographies).

Readers do not know of sections or claims; `tasks/parse` finds those, in the same way for every format. Of citations
they know only what the format itself says: a field, a `\cite`, a link into the list.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Protocol

from state.manuscript import BrokenEntry, Reference, SourceRole
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
    CITATION = "citation"
    """What the format itself says is a citation; `targets` are what it points to, whatever its text prints."""


class Target(Word):
    """One thing a citation of the format points to."""

    key: str
    """The id of one of `Reading.references`, a bibliography's key, one of a paragraph's `anchors`, or an identifier
    with its kind before it (`doi:10.…`, `pmid:…`, `arxiv:…`, `url:…`)."""
    prefix: str = ""
    """`see`, as written."""
    suffix: str = ""
    """Locator and note, as written: `p. 33`."""
    in_text: bool = False
    r"""The author is part of the sentence: `\citet`, `@key`, a field that suppresses the author."""


class Mark(Word):
    """A span of a paragraph's text, in characters, with what it is."""

    start: int
    end: int
    kind: MarkKind
    payload: str = ""
    targets: tuple[Target, ...] = ()
    """For CITATION, in printed order; ranges are expanded where the format names every work of one."""


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
    listed: bool = False
    """An entry of the reference list by the format's own word (a bibliography field, `thebibliography`, a `refs` div),
    whatever the headings say. One paragraph is one entry."""
    anchors: tuple[str, ...] = ()
    r"""Names under which citations point to this paragraph: bookmarks, `\bibitem` keys, HTML ids."""


class Reading(Word):
    """A manuscript file, read."""

    format: str
    paragraphs: tuple[Paragraph, ...]
    warnings: tuple[str, ...] = ()
    """What could not be read, as codes with values: `encrypted_part=…`, `text_boxes=2`, `file_missing=chapters/2.tex`,
    `files_named=12 files_read=11`."""
    references: tuple[Reference, ...] = ()
    """Works the manuscript carries in itself (embedded CSL-JSON, EndNote records, `b:Sources`, `references:` of a YAML
    header), each once, in order of first mention; `id` is what targets name."""
    uncited: tuple[str, ...] = ()
    r"""Keys that are listed without being cited, on purpose (`\nocite`); `*` for all."""


class Companion(Word):
    """A further file that a manuscript is made of, or the bibliography it names itself."""

    candidates: tuple[str, ...]
    """Paths relative to the manuscript's folder, `/` between their parts; the first that is there is meant."""
    role: SourceRole
    needed: bool = True
    """Whether its absence is to be reported; a `.bbl` that was never made is not missed."""


NO_COMPANIONS: Final[Mapping[str, bytes]] = MappingProxyType({})


class Entries(Word):
    """A bibliography file, read."""

    format: str
    references: tuple[Reference, ...]
    """In file order; `id` is the key (made unique if it occurs twice), `number` is None."""
    broken: tuple[BrokenEntry, ...] = ()
    warnings: tuple[str, ...] = ()


class SingleFile:
    """A format whose manuscripts are one file."""

    def companions(self, name: str, content: bytes) -> tuple[Companion, ...]:
        return ()


class ManuscriptReader(Protocol):
    """One manuscript format. Errors: ManuscriptError with one clear line. Bounded: 10 s, 1 GB, whatever the input."""

    name: str
    suffixes: tuple[str, ...]

    def companions(self, name: str, content: bytes) -> tuple[Companion, ...]:
        """What else this file names, in order; nothing for formats that are one file. Asked again of each manuscript
        part that was found (`name` is then its path), with paths that are always relative to the manuscript's folder.
        Never raises: what cannot be read names nothing."""

    def read(self, name: str, content: bytes, companions: Mapping[str, bytes] = NO_COMPANIONS) -> Reading:
        """`companions` holds the parts that were found, by path; bibliographies are read by their own readers."""


class BibliographyReader(Protocol):
    """One bibliography format. Same bounds; broken entries are values, not errors."""

    name: str
    suffixes: tuple[str, ...]

    def read(self, name: str, content: bytes) -> Entries: ...

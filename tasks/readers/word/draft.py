"""A Word paragraph while it is being read: text that grows, and the marks on it."""

from dataclasses import dataclass, field

from lxml import etree

from tasks.readers.contract import Mark, MarkKind, Target
from tasks.readers.word.meaning import PLAIN, Meaning
from tasks.readers.word.styles import Look, Style


@dataclass
class NoteAnchor:
    """A place that points to a note."""

    kind: str
    """`footnote` or `endnote`."""
    id: str
    mark: str | None = None
    """The author's own mark; None: numbered automatically."""


@dataclass
class Span:
    """Text being read that may mean something for citations: a field's result, a content control, a bookmark."""

    start: int = 0
    """Where it begins in the paragraph now open."""
    home: "Draft | None" = None
    """The paragraph that `start` counts in."""
    meaning: Meaning = PLAIN
    cited: bool = False
    """Its citation is marked."""
    inside: bool = False
    """It lies in a citation, which is marked as one."""


@dataclass
class Field(Span):
    """A field being read (`begin` … `separate` … `end`)."""

    code: list[str] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    """Base64 kept on the field itself."""
    nested: list[str] = field(default_factory=list)
    """Base64 of the data fields inside it, in order."""
    payload: str = ""
    """Its instruction, once that is complete."""
    in_result: bool = False

    def complete(self) -> None:
        """The instruction ends."""
        self.payload = "".join(self.code).strip()
        self.code = []


@dataclass(slots=True)
class Run:
    """A run being read."""

    start: int
    look: Look


@dataclass
class Draft:
    """One paragraph, growing. `notes` and `boxed` (the paragraphs of its text boxes) follow it."""

    style: Style
    properties: etree._Element | None
    row: tuple[int, int] | None
    """The table and row it lies in, each counted from 1; None outside tables."""
    parts: list[str] = field(default_factory=list)
    length: int = 0
    marks: list[Mark] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    notes: list[NoteAnchor] = field(default_factory=list)
    boxed: list["Draft"] = field(default_factory=list)
    picture: bool = False
    seen_bold: bool = False
    seen_plain: bool = False
    heading_level: int | None = None
    list_number: str | None = None
    listed: bool = False
    anchors: list[str] = field(default_factory=list)
    begun: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Bookmarks that began here and have not ended: name and place by id."""

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def write(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)
        if self.runs and text.strip():
            self.seen_bold |= self.runs[-1].look.bold
            self.seen_plain |= not self.runs[-1].look.bold

    def since(self, start: int) -> str:
        """The text from `start` to here. Costs no more than its length, whatever stands before it."""
        wanted, held = self.length - start, 0
        parts: list[str] = []
        for part in reversed(self.parts):
            if held >= wanted:
                break
            parts.append(part)
            held += len(part)
        return "".join(reversed(parts))[max(held - wanted, 0) :] if wanted > 0 else ""

    def mark(self, start: int, kind: MarkKind, payload: str = "", targets: tuple[Target, ...] = ()) -> None:
        """Mark the text from `start` to here; touching marks of one kind and payload become one, empty ones none."""
        if start >= self.length:
            return
        if kind in _MERGED:
            for index in range(len(self.marks) - 1, max(len(self.marks) - 4, -1), -1):
                last = self.marks[index]
                if last.kind is kind and last.end == start and last.payload == payload:
                    self.marks[index] = Mark(start=last.start, end=self.length, kind=kind, payload=payload)
                    return
        self.marks.append(Mark(start=start, end=self.length, kind=kind, payload=payload, targets=targets))


_MERGED = frozenset({MarkKind.SUPERSCRIPT, MarkKind.SUBSCRIPT, MarkKind.CODE, MarkKind.LINK})
"""Kinds whose touching spans are one thing cut into runs. Two fields side by side stay two."""

"""Paragraphs of an RTF file as they are set: numbered, with marks, notes and boxes behind their host."""

from dataclasses import dataclass, field

from tasks.readers.contract import Mark, MarkKind, Paragraph, ParagraphKind, Target
from tasks.readers.odt.walk import joined


@dataclass
class Line:
    """The paragraph that is being set."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    marks: list[Mark] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    after: list[Paragraph] = field(default_factory=list)
    number: str | None = None
    bold: bool = False
    plain: bool = False
    listed: bool = False


@dataclass
class Flow:
    """The text, or a note or box inside of it."""

    kind: ParagraphKind = ParagraphKind.BODY
    note: str | None = None
    line: Line = field(default_factory=Line)
    done: list[Paragraph] = field(default_factory=list)
    table: int = 0
    row: int = 0


class Page:
    """Collects paragraphs."""

    def __init__(self) -> None:
        self.flows = [Flow()]
        self._count = self._tables = 0
        self._notes = {ParagraphKind.FOOTNOTE: 0, ParagraphKind.ENDNOTE: 0}

    @property
    def line(self) -> Line:
        return self.flows[-1].line

    def write(self, text: str, *, bold: bool, listed: bool) -> None:
        line = self.line
        line.parts.append(text)
        line.length += len(text)
        if not text.isspace():
            line.bold |= bold
            line.plain |= not bold
            line.listed |= listed

    def mark(self, start: int, kind: MarkKind, payload: str = "", targets: tuple[Target, ...] = ()) -> None:
        line = self.line
        if start < line.length:
            line.marks.append(Mark(start=start, end=line.length, kind=kind, payload=payload, targets=targets))

    def end(self, *, level: int | None, style: str | None, in_table: bool) -> None:
        """End the paragraph, if it has any text."""
        flow = self.flows[-1]
        line, flow.line = flow.line, Line()
        whole = "".join(line.parts)
        text = whole.rstrip()
        leading = len(text) - len(text.lstrip())
        if flow.kind is ParagraphKind.BODY and not in_table:
            flow.table = 0
        elif in_table and flow.table == 0:
            self._tables += 1
            flow.table, flow.row = self._tables, 1
        if text:
            body = flow.kind is ParagraphKind.BODY
            self._count += body and len(self.flows) == 1
            marks = (
                mark.model_copy(
                    update={"start": max(mark.start - leading, 0), "end": min(mark.end, len(text)) - leading}
                )
                for mark in line.marks
            )
            flow.done.append(
                Paragraph(
                    text=text[leading:],
                    line=max(self._count, 1),
                    kind=ParagraphKind.TABLE if body and in_table else flow.kind,
                    note=flow.note,
                    heading_level=level if body and not in_table else None,
                    style=style,
                    row=(flow.table, flow.row) if body and in_table else None,
                    list_number=line.number,
                    bold=line.bold and not line.plain,
                    marks=joined(mark for mark in marks if mark.start < mark.end),
                    listed=line.listed and body,
                    anchors=tuple(dict.fromkeys(line.anchors)),
                )
            )
        for item in line.after:
            boxed = item.note is None and len(self.flows) == 1
            self._count += boxed
            flow.done.append(item.model_copy(update={"line": max(self._count, 1)}))
        if not text and line.anchors:
            flow.line.anchors = line.anchors

    def row(self) -> None:
        self.flows[-1].row += 1

    def enter(self, kind: ParagraphKind) -> None:
        """Begin a note or a box."""
        note = None
        if kind is not ParagraphKind.BODY:
            self._notes[kind] += 1
            note = str(self._notes[kind])
        self.flows.append(Flow(kind, note))

    def to_endnote(self) -> None:
        """The note that has begun is an endnote."""
        flow = self.flows[-1]
        if flow.kind is ParagraphKind.FOOTNOTE:
            self._notes[ParagraphKind.FOOTNOTE] -= 1
            self._notes[ParagraphKind.ENDNOTE] += 1
            flow.kind, flow.note = ParagraphKind.ENDNOTE, str(self._notes[ParagraphKind.ENDNOTE])

    def leave(self) -> None:
        """End the note or box: it follows the paragraph it stands in."""
        if len(self.flows) > 1:
            self.end(level=None, style=None, in_table=False)
            inner = self.flows.pop()
            self.line.after += inner.done

    def finish(self) -> tuple[Paragraph, ...]:
        while len(self.flows) > 1:
            self.leave()
        self.end(level=None, style=None, in_table=False)
        return tuple(self.flows[0].done)

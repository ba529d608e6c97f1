"""Paragraphs as they are set: text, marks, notes behind their host, floats behind the paragraph they stand in."""

import re
from dataclasses import dataclass, field

from tasks.readers.contract import Mark, MarkKind, Paragraph, ParagraphKind, Target

_WIDE = re.compile(r"[\u2018-\u201d\u2026\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]")
_SPACES = re.compile(r"[ \t\n\u00a0]+")


@dataclass
class _Draft:
    parts: list[str] = field(default_factory=list)
    length: int = 0
    last: str = ""
    line: int = 0
    marks: list[Mark] = field(default_factory=list)
    after: list[Paragraph] = field(default_factory=list)
    bold: bool = False
    plain: bool = False


@dataclass
class _Level:
    """A flow of paragraphs: the text, a note, a float, the cells of a table."""

    kind: ParagraphKind
    note: str | None = None
    draft: _Draft = field(default_factory=_Draft)
    done: list[Paragraph] = field(default_factory=list)
    heading: int | None = None
    number: str | None = None
    listed: bool = False
    anchors: tuple[str, ...] = ()
    row: tuple[int, int] | None = None
    host_line: int | None = None


def wide(character: str) -> bool:
    """Whether a line break beside this character is no space."""
    return _WIDE.match(character) is not None


class Page:
    """Collects paragraphs. `line` is where the text now comes from."""

    def __init__(self) -> None:
        self._levels = [_Level(ParagraphKind.BODY)]
        self.line = 1
        self.strong = 0

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        while len(self._levels) > 1:
            self.leave()
        self.end()
        return tuple(self._levels[0].done)

    @property
    def level(self) -> _Level:
        return self._levels[-1]

    @property
    def depth(self) -> int:
        return len(self._levels)

    @property
    def length(self) -> int:
        return self.level.draft.length

    @property
    def last(self) -> str:
        return self.level.draft.last

    def write(self, text: str) -> None:
        """Add text; runs of white space are one space, and none begins a paragraph."""
        draft = self.level.draft
        text = _SPACES.sub(" ", text)
        if text[:1] == " " and draft.last in ("", " ", "\n"):
            text = text[1:]
        if not text:
            return
        if draft.length == 0:
            draft.line = self.line
        if not text.isspace():
            draft.bold |= self.strong > 0
            draft.plain |= self.strong == 0
        draft.parts.append(text)
        draft.length += len(text)
        draft.last = text[-1]

    def exact(self, text: str) -> None:
        """Add text as it is."""
        draft = self.level.draft
        if text:
            if draft.length == 0:
                draft.line = self.line
            draft.plain = True
            draft.parts.append(text)
            draft.length += len(text)
            draft.last = text[-1]

    def break_line(self) -> None:
        if self.level.draft.last not in ("", "\n"):
            self.exact("\n")

    def mark(self, start: int, kind: MarkKind, payload: str = "", targets: tuple[Target, ...] = ()) -> None:
        """Mark the text since `start`; nothing where there is none."""
        draft = self.level.draft
        if start < draft.length:
            draft.marks.append(Mark(start=start, end=draft.length, kind=kind, payload=payload, targets=targets))

    def end(self) -> None:
        """End the paragraph that is being set, if it has any text."""
        level = self.level
        draft, level.draft = level.draft, _Draft()
        whole = "".join(draft.parts)
        text = whole.rstrip()
        if text:
            marks = [mark.model_copy(update={"end": min(mark.end, len(text))}) for mark in draft.marks]
            level.done.append(
                Paragraph(
                    text=text,
                    line=level.host_line or draft.line,
                    kind=level.kind,
                    note=level.note,
                    heading_level=level.heading,
                    list_number=level.number,
                    bold=draft.bold and not draft.plain,
                    marks=tuple(sorted((m for m in marks if m.start < m.end), key=_order)),
                    listed=level.listed,
                    anchors=level.anchors,
                    row=level.row,
                )
            )
            level.number = None
            level.anchors = ()
        level.heading = None
        level.done += draft.after

    def whole(self, text: str, line: int, kind: ParagraphKind) -> None:
        """A paragraph that is complete, behind the text so far."""
        self.end()
        if text.strip():
            self.level.done.append(Paragraph(text=text, line=line, kind=kind))

    def enter(self, kind: ParagraphKind, note: str | None = None) -> None:
        """Begin a flow of its own inside the paragraph that is being set."""
        host = self.level
        inherited = host.host_line or (host.draft.line if host.draft.length else self.line)
        self._levels.append(_Level(kind, note=note, host_line=inherited if note is not None else None))

    def leave(self) -> None:
        """End the innermost flow; what it holds follows the paragraph it stands in."""
        self.end()
        inner = self._levels.pop()
        draft = self.level.draft
        if draft.length or draft.after or inner.note is not None:
            draft.after += inner.done
        else:
            self.level.done += inner.done


def _order(mark: Mark) -> tuple[int, int, str]:
    return (mark.start, -mark.end, mark.kind)

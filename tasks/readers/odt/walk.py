"""The body of an OpenDocument text as paragraphs: headings, lists, tables, notes behind their host, marks."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from lxml import etree

from tasks.readers.contract import Mark, MarkKind, Paragraph, ParagraphKind, Target
from tasks.readers.odt.citations import Citations
from tasks.readers.odt.styles import DRAW, OFFICE, TABLE, TEXT, XLINK, Styles

_SPACES = re.compile(r"[ \t\r\n]+")
_SKIPPED = frozenset(
    {f"{TEXT}tracked-changes", f"{OFFICE}annotation", f"{OFFICE}annotation-end", f"{OFFICE}forms",
     f"{TEXT}sequence-decls", f"{TEXT}variable-decls", f"{TEXT}user-field-decls", f"{TEXT}hidden-text",
     f"{TEXT}hidden-paragraph", f"{TEXT}ruby-text", f"{TEXT}note-citation", f"{TEXT}index-title-template"}
)  # fmt: skip
_INDEXES = frozenset(
    {f"{TEXT}table-of-content", f"{TEXT}illustration-index", f"{TEXT}table-index", f"{TEXT}object-index",
     f"{TEXT}alphabetical-index", f"{TEXT}user-index"}
)  # fmt: skip
_POINTERS = frozenset({f"{TEXT}bookmark-ref", f"{TEXT}reference-ref", f"{TEXT}note-ref"})
MAX_REPEATED = 1000


@dataclass
class _Line:
    """One paragraph while it is read."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    last: str = " "
    marks: list[Mark] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    after: list[Paragraph] = field(default_factory=list)
    bold: bool = False
    plain: bool = False

    def write(self, text: str, *, strong: bool = False) -> None:
        """White space as the format has it: runs are one space, and none begins a paragraph."""
        text = _SPACES.sub(" ", text)
        if text[:1] == " " and self.last in " \n":
            text = text[1:]
        self.exact(text, strong=strong)

    def exact(self, text: str, *, strong: bool = False) -> None:
        if text:
            self.parts.append(text)
            self.length += len(text)
            self.last = text[-1]
            if not text.isspace():
                self.bold |= strong
                self.plain |= not strong

    def mark(self, start: int, kind: MarkKind, payload: str = "", targets: tuple[Target, ...] = ()) -> None:
        if start < self.length:
            self.marks.append(Mark(start=start, end=self.length, kind=kind, payload=payload, targets=targets))


class Walker:
    """Reads a body into `paragraphs`, numbered from 1 (decisions 2.6)."""

    def __init__(self, styles: Styles, citations: Citations) -> None:
        self.paragraphs: list[Paragraph] = []
        self.lost: Counter[str] = Counter()
        self._styles = styles
        self._citations = citations
        self._line = self._tables = 0
        self._notes = {ParagraphKind.FOOTNOTE: 0, ParagraphKind.ENDNOTE: 0}
        self._row: tuple[int, int] | None = None
        self._number: str | None = None
        self._listed = 0
        self._counters: dict[tuple[str, int], int] = {}
        self._strong = False
        self._note: tuple[ParagraphKind, str, list[Paragraph]] | None = None
        self._open: dict[str, int] = {}
        """Marks that have begun in the paragraph that is being read, with where."""
        self._handlers: dict[str, Callable[[etree._Element, _Line], None]] = {
            f"{TEXT}s": self._space,
            f"{TEXT}tab": lambda _, line: line.write(" "),
            f"{TEXT}line-break": lambda _, line: line.exact("\n"),
            f"{TEXT}span": self._span,
            f"{TEXT}a": self._link,
            f"{TEXT}note": self._a_note,
            f"{TEXT}bookmark": self._anchor,
            f"{TEXT}reference-mark": self._anchor,
            f"{TEXT}bookmark-start": self._mark_start,
            f"{TEXT}reference-mark-start": self._mark_start,
            f"{TEXT}bookmark-end": self._mark_end,
            f"{TEXT}reference-mark-end": self._mark_end,
            f"{TEXT}bibliography-mark": self._entry,
            f"{DRAW}frame": self._frame,
            f"{DRAW}custom-shape": self._frame,
        }

    def blocks(self, parent: etree._Element) -> None:
        for element in parent:
            self._block(element)

    def _block(self, element: etree._Element) -> None:
        tag = element.tag
        if not isinstance(tag, str) or tag in _SKIPPED or tag in _INDEXES:
            return
        if tag in (f"{TEXT}p", f"{TEXT}h"):
            self._paragraph(element)
        elif tag == f"{TEXT}list":
            self._list(element, 1, None)
        elif tag == f"{TABLE}table":
            self._table(element)
        elif tag == f"{TEXT}bibliography" or (tag == f"{TEXT}section" and _is_bibliography(element)):
            self._listed += 1
            self.blocks(element)
            self._listed -= 1
        elif tag == f"{TEXT}index-title":
            listed, self._listed = self._listed, 0
            self.blocks(element)
            self._listed = listed
        elif tag != f"{TEXT}bibliography-source":
            self.blocks(element)

    def _paragraph(self, element: etree._Element) -> None:
        style = element.get(f"{TEXT}style-name")
        line = _Line()
        outer_open, self._open = self._open, {}
        outer_strong, self._strong = self._strong, bool(self._styles.bold(style))
        self._inline(element, line)
        for name, start in self._open.items():  # a citation that goes on in the next paragraph
            self._close_mark(name, start, line)
        self._open, self._strong = outer_open, outer_strong
        self._add(line, _level(element, self._styles.level(style)), self._styles.shown(style))

    def _add(self, line: _Line, level: int | None, style: str | None) -> None:
        text = "".join(line.parts).rstrip()
        if text.strip():
            if self._note is None:
                self._line += 1
            kind = ParagraphKind.BODY if self._row is None else ParagraphKind.TABLE
            marks = (mark.model_copy(update={"end": min(mark.end, len(text))}) for mark in line.marks)
            paragraph = Paragraph(
                text=text,
                line=max(self._line, 1),
                kind=kind if self._note is None else self._note[0],
                note=None if self._note is None else self._note[1],
                heading_level=level if self._note is None else None,
                style=style,
                row=self._row if self._note is None else None,
                list_number=self._number,
                bold=line.bold and not line.plain,
                marks=joined(mark for mark in marks if mark.start < mark.end),
                listed=self._listed > 0 and self._note is None,
                anchors=tuple(dict.fromkeys(line.anchors)),
            )
            self._number = None
            (self.paragraphs if self._note is None else self._note[2]).append(paragraph)
        for note in line.after:
            target = self.paragraphs if self._note is None else self._note[2]
            self._line += self._note is None and note.note is None  # a box has lines of its own
            target.append(note.model_copy(update={"line": max(self._line, 1)}))

    def _inline(self, element: etree._Element, line: _Line) -> None:
        line.write(element.text or "", strong=self._strong)
        for child in element:
            tag = child.tag
            if isinstance(tag, str) and tag not in _SKIPPED:
                handler = self._handlers.get(tag)
                if handler is not None:
                    handler(child, line)
                elif tag in _POINTERS:
                    start = line.length
                    self._inline(child, line)
                    line.mark(start, MarkKind.LINK, f"#{child.get(f'{TEXT}ref-name') or ''}")
                else:
                    self._inline(child, line)
            line.write(child.tail or "", strong=self._strong)

    def _space(self, element: etree._Element, line: _Line) -> None:
        count = element.get(f"{TEXT}c") or "1"
        line.exact(" " * min(int(count) if count.isdigit() and len(count) < 5 else 1, 100))

    def _span(self, element: etree._Element, line: _Line) -> None:
        style = element.get(f"{TEXT}style-name")
        start, outer = line.length, self._strong
        bold = self._styles.bold(style)
        self._strong = outer if bold is None else bold
        self._inline(element, line)
        self._strong = outer
        if (position := self._styles.position(style)) is not None:
            line.mark(start, position)

    def _link(self, element: etree._Element, line: _Line) -> None:
        start = line.length
        self._inline(element, line)
        line.mark(start, MarkKind.LINK, element.get(f"{XLINK}href") or "")

    def _anchor(self, element: etree._Element, line: _Line) -> None:
        if name := element.get(f"{TEXT}name"):
            line.anchors.append(name)

    def _mark_start(self, element: etree._Element, line: _Line) -> None:
        if name := element.get(f"{TEXT}name"):
            self._open[name] = line.length

    def _mark_end(self, element: etree._Element, line: _Line) -> None:
        name = element.get(f"{TEXT}name") or ""
        start = self._open.pop(name, None)
        if start is not None:
            self._close_mark(name, start, line)

    def _close_mark(self, name: str, start: int, line: _Line) -> None:
        targets = self._citations.of_mark(name)
        if targets is not None:
            line.mark(start, MarkKind.CITATION, targets=targets)
        elif len(name) < 200:
            line.anchors.append(name)

    def _entry(self, element: etree._Element, line: _Line) -> None:
        start = line.length
        self._inline(element, line)
        targets = self._citations.of_entry(element)
        if targets is not None:
            line.mark(start, MarkKind.CITATION, targets=targets)

    def _a_note(self, element: etree._Element, line: _Line) -> None:
        kind = ParagraphKind.ENDNOTE if element.get(f"{TEXT}note-class") == "endnote" else ParagraphKind.FOOTNOTE
        self._notes[kind] += 1
        printed = element.findtext(f"{TEXT}note-citation") or str(self._notes[kind])
        self._aside(element.iterchildren(f"{TEXT}note-body"), line, kind, printed.strip() or None)

    def _frame(self, element: etree._Element, line: _Line) -> None:
        boxes = list(element.iter(f"{DRAW}text-box"))
        if element.tag == f"{DRAW}custom-shape":
            boxes = [element]
        if next(element.iter(f"{DRAW}object"), None) is not None:
            self.lost["objects_not_read"] += 1
        self._aside(iter(boxes[:1]), line, ParagraphKind.BODY, None)

    def _aside(self, bodies: Iterator[etree._Element], line: _Line, kind: ParagraphKind, note: str | None) -> None:
        """Paragraphs that stand in a note or a box: they follow the paragraph they are fixed to."""
        found: list[Paragraph] = []
        outer = self._note, self._row, self._number, self._open, self._strong, self._listed
        self._note, self._row, self._number, self._open, self._listed = (kind, note or "", found), None, None, {}, 0
        self._strong = False
        for body in bodies:
            self.blocks(body)
        self._note, self._row, self._number, self._open, self._strong, self._listed = outer
        line.after += [item.model_copy(update={"note": item.note or None}) for item in found]

    def _list(self, element: etree._Element, level: int, inherited: str | None) -> None:
        style = element.get(f"{TEXT}style-name") or inherited
        form = self._styles.list_level(style, level)
        place = (style or "", level)
        goes_on = element.get(f"{TEXT}continue-numbering") == "true" or element.get(f"{TEXT}continue-list")
        if form is not None and not goes_on:
            self._counters[place] = form.start - 1
        for item in element:
            if item.tag not in (f"{TEXT}list-item", f"{TEXT}list-header"):
                continue
            only_list = len(item) > 0 and item[0].tag == f"{TEXT}list"
            if form is not None and item.tag == f"{TEXT}list-item" and not only_list:
                given = item.get(f"{TEXT}start-value") or ""
                count = int(given) if given.isdigit() and len(given) < 7 else self._counters.get(place, 0) + 1
                self._counters[place] = count
                self._number = f"{form.prefix}{count}{form.suffix}"
            for child in item:
                if child.tag == f"{TEXT}list":
                    self._list(child, level + 1, style)
                else:
                    self._block(child)
            self._number = None

    def _table(self, element: etree._Element) -> None:
        self._tables += 1
        outer, table = self._row, self._tables
        rows = [row for row in element.iter(f"{TABLE}table-row") if _of(row, element)]
        for number, row in enumerate(rows, start=1):
            for cell in row.iterchildren(f"{TABLE}table-cell"):
                self._row = (table, number)
                self.blocks(cell)
        self._row = outer


def joined(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Marks in order, touching runs of raised or lowered text as one: programs cut them at will."""
    found: list[Mark] = []
    last: dict[MarkKind, int] = {}
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end, mark.kind)):
        before = last.get(mark.kind) if mark.kind in (MarkKind.SUPERSCRIPT, MarkKind.SUBSCRIPT) else None
        if before is not None and found[before].end == mark.start:
            found[before] = found[before].model_copy(update={"end": mark.end})
        else:
            last[mark.kind] = len(found)
            found.append(mark)
    return tuple(found)


def _of(row: etree._Element, table: etree._Element) -> bool:
    """Whether a row belongs to this table and not to one inside of it."""
    return next(row.iterancestors(f"{TABLE}table"), None) is table


def _level(element: etree._Element, of_style: int | None) -> int | None:
    if element.tag != f"{TEXT}h":
        return of_style
    level = element.get(f"{TEXT}outline-level") or ""
    return min(int(level), 9) if level.isdigit() and 0 < len(level) < 3 and int(level) > 0 else of_style or 1


def _is_bibliography(section: etree._Element) -> bool:
    name = section.get(f"{TEXT}name") or ""
    return name.startswith(("ZOTERO_BIBL", "JR_bib", "JabRef_bib")) or "CSL_BIBLIOGRAPHY" in name

"""The blocks of Pandoc's tree as paragraphs: headings, lists, tables, notes behind their host, the reference list."""

from collections.abc import Iterator, Sequence

from state.errors import ManuscriptError
from tasks.readers.contract import Mark, MarkKind, Paragraph, ParagraphKind
from tasks.readers.html.inlines import (
    Field,
    Line,
    classes,
    flatten,
    identifiers,
    kind_and_content,
    pairs,
)

_LIST_CLASSES = frozenset(
    {"references", "csl-bib-body", "ref-list", "reference-list", "references-list", "bibliography"}
)
_LIST_ROLES = frozenset({"doc-bibliography"})
_ENTRY_CLASSES = frozenset({"csl-entry"})
_ENTRY_ROLES = frozenset({"doc-biblioentry"})
_DELIMITERS = {"OneParen": "{})", "TwoParens": "({})"}
_TEXTS = frozenset({"Plain", "Para"})


class TreeReader:
    """Turns blocks into `paragraphs`, numbered from 1 in reading order (decisions 2.6)."""

    def __init__(self, name: str, fields: Sequence[Field] = ()) -> None:
        self.paragraphs: list[Paragraph] = []
        self.raw_blocks = 0
        self._name = name
        self._fields = fields
        self._line = self._notes = self._tables = 0
        self._row: tuple[int, int] | None = None
        self._number: str | None = None
        self._anchors: list[str] = []
        self._inside_list = 0
        """How many reference lists are open."""
        self._entry = False

    def read(self, blocks: object) -> tuple[Paragraph, ...]:
        """All paragraphs. ManuscriptError where blocks are nested beyond reading."""
        try:
            self._blocks(blocks)
        except RecursionError:
            raise ManuscriptError(
                f"{self._name}: refused, nested too deeply. Save it as .docx and try again."
            ) from None
        return tuple(_bound(self.paragraphs))

    def _blocks(self, blocks: object) -> None:
        for block in blocks if isinstance(blocks, list) else []:
            kind, content = kind_and_content(block)
            parts = content if isinstance(content, list) else []
            if kind in _TEXTS:
                self._add(flatten(content, self._fields))
            elif kind == "Header" and len(parts) > 2:
                self._anchors += identifiers(parts[1])
                self._add(flatten(parts[2], self._fields), heading=parts[0] if isinstance(parts[0], int) else 1)
            elif kind == "LineBlock":
                self._add(_lines(parts, self._fields))
            elif kind == "CodeBlock" and len(parts) > 1:
                self._add_text(str(parts[1]), ParagraphKind.CODE)
            elif kind == "RawBlock":
                self.raw_blocks += 1
            elif kind in ("BulletList", "OrderedList"):
                self._list(kind, parts)
            elif kind == "DefinitionList":
                self._definitions(parts)
            elif kind == "BlockQuote":
                self._blocks(content)
            elif kind in ("Div", "Figure"):
                self._container(kind, parts)
            elif kind == "Table" and len(parts) > 5:
                self._table(parts)

    def _container(self, kind: str, parts: list[object]) -> None:
        attributes = parts[0] if parts else None
        self._anchors += identifiers(attributes)
        if kind == "Figure" and len(parts) > 2:
            self._blocks(parts[2])
            self._blocks(parts[1][1] if isinstance(parts[1], list) and len(parts[1]) > 1 else None)
            return
        names, roles = set(classes(attributes)), {value for name, value in pairs(attributes) if name == "role"}
        is_list = bool(names & _LIST_CLASSES or roles & _LIST_ROLES or identifiers(attributes) == ["refs"])
        is_entry = bool(names & _ENTRY_CLASSES or roles & _ENTRY_ROLES)
        body = parts[1] if len(parts) > 1 else None
        if is_entry or (self._inside_list and _is_item(body)):
            self._whole_entry(body)
            return
        self._inside_list += is_list
        self._blocks(body)
        self._inside_list -= is_list

    def _whole_entry(self, blocks: object) -> None:
        """One entry of a reference list, however many paragraphs it is written in."""
        line = flatten(list(_inlines(blocks)), self._fields)
        self._anchors += _names(blocks)
        self._entry = True
        self._add(line)
        self._entry = False

    def _list(self, kind: str, parts: list[object]) -> None:
        items = parts
        start, pattern = 1, None
        if kind == "OrderedList" and len(parts) > 1:
            start, pattern = _numbering(parts[0])
            items = parts[1] if isinstance(parts[1], list) else []
        for offset, item in enumerate(items):
            self._number = None if pattern is None else pattern.format(start + offset)
            if self._inside_list:
                self._whole_entry(item)
            else:
                self._blocks(item)
            self._number = None

    def _definitions(self, items: list[object]) -> None:
        for item in items:
            if isinstance(item, list) and len(item) > 1:
                self._add(flatten(item[0], self._fields))
                for definition in item[1] if isinstance(item[1], list) else []:
                    self._blocks(definition)

    def _table(self, parts: list[object]) -> None:
        outer, self._row = self._row, None
        caption = parts[1]
        self._blocks(caption[1] if isinstance(caption, list) and len(caption) > 1 else None)
        self._tables += 1
        table = self._tables
        for number, cells in enumerate(_rows(parts), start=1):
            for cell in cells:
                self._row = (table, number)
                self._blocks(cell)
        self._row = outer

    def _add(self, line: Line, heading: int | None = None) -> None:
        text = line.text
        stripped = text.rstrip()
        leading = len(stripped) - len(stripped.lstrip())
        self._anchors += line.anchors
        if stripped.strip():
            self._line += 1
            listed = self._entry or (self._inside_list > 0 and heading is None)
            self.paragraphs.append(
                Paragraph(
                    text=stripped[leading:],
                    line=self._line,
                    kind=ParagraphKind.BODY if self._row is None else ParagraphKind.TABLE,
                    row=self._row,
                    heading_level=None if heading is None else min(max(heading, 1), 9),
                    list_number=self._number,
                    bold=line.bold and not line.plain,
                    marks=_shifted(line.marks, leading, len(stripped)),
                    listed=listed,
                    anchors=tuple(dict.fromkeys(self._anchors)),
                )
            )
            self._number = None
            self._anchors = []
        for note in line.notes:
            self._note(note)

    def _add_text(self, text: str, kind: ParagraphKind) -> None:
        if text.strip():
            self._line += 1
            self.paragraphs.append(Paragraph(text=text, line=self._line, kind=kind))

    def _note(self, blocks: object) -> None:
        self._notes += 1
        number = str(self._notes)
        inner = TreeReader(self._name, self._fields)
        inner._blocks(blocks)
        self._notes += inner._notes
        for paragraph in inner.paragraphs:
            changed = {"kind": ParagraphKind.FOOTNOTE, "note": paragraph.note or number, "line": max(self._line, 1)}
            self.paragraphs.append(paragraph.model_copy(update={**changed, "row": None, "heading_level": None}))


def _shifted(marks: Sequence[Mark], leading: int, end: int) -> tuple[Mark, ...]:
    moved = (
        mark.model_copy(update={"start": max(mark.start - leading, 0), "end": min(mark.end, end) - leading})
        for mark in marks
    )
    return tuple(
        sorted((mark for mark in moved if mark.start < mark.end), key=lambda mark: (mark.start, -mark.end, mark.kind))
    )


def _bound(paragraphs: list[Paragraph]) -> Iterator[Paragraph]:
    """Citations by key point to `ref-KEY` where Pandoc has given the entries such names."""
    anchors = {anchor for paragraph in paragraphs for anchor in paragraph.anchors}
    for paragraph in paragraphs:
        if not any(mark.kind is MarkKind.CITATION for mark in paragraph.marks):
            yield paragraph
            continue
        marks = []
        for mark in paragraph.marks:
            targets = tuple(
                target.model_copy(update={"key": f"ref-{target.key}"}) if f"ref-{target.key}" in anchors else target
                for target in mark.targets
            )
            marks.append(mark.model_copy(update={"targets": targets}))
        yield paragraph.model_copy(update={"marks": tuple(marks)})


def _is_item(blocks: object) -> bool:
    """Whether a div holds nothing but running text: an entry, when it stands in a reference list."""
    listed = blocks if isinstance(blocks, list) else []
    return bool(listed) and all(kind_and_content(block)[0] in _TEXTS for block in listed)


def _inlines(blocks: object) -> Iterator[object]:
    for block in blocks if isinstance(blocks, list) else []:
        kind, content = kind_and_content(block)
        if kind in _TEXTS and isinstance(content, list):
            yield from content
            yield {"t": "Space"}
        elif kind == "LineBlock" and isinstance(content, list):
            for line in content:
                yield from line if isinstance(line, list) else ()
                yield {"t": "Space"}
        elif kind == "Div" and isinstance(content, list) and len(content) > 1:
            yield from _inlines(content[1])
        elif kind == "BlockQuote":
            yield from _inlines(content)
        elif kind in ("BulletList", "OrderedList") and isinstance(content, list):
            items = content[1] if kind == "OrderedList" and len(content) > 1 else content
            for item in items if isinstance(items, list) else []:
                yield from _inlines(item)


def _names(blocks: object) -> Iterator[str]:
    for block in blocks if isinstance(blocks, list) else []:
        kind, content = kind_and_content(block)
        if kind == "Div" and isinstance(content, list) and len(content) > 1:
            yield from identifiers(content[0])
            yield from _names(content[1])


def _lines(lines: list[object], fields: Sequence[Field]) -> Line:
    joined: list[object] = []
    for line in lines:
        joined += [*(line if isinstance(line, list) else []), {"t": "LineBreak"}]
    return flatten(joined, fields)


def _numbering(attributes: object) -> tuple[int, str]:
    parts = attributes if isinstance(attributes, list) else []
    start = parts[0] if parts and isinstance(parts[0], int) else 1
    delimiter, _ = kind_and_content(parts[2] if len(parts) > 2 else None)
    return start, _DELIMITERS.get(delimiter, "{}.")


def _rows(parts: list[object]) -> Iterator[list[object]]:
    """The rows of a table, head and foot included, each as its cells' blocks."""
    for group in (parts[3], *(_bodies(parts[4])), parts[5]):
        for row in group if isinstance(group, list) else []:
            for line in row if isinstance(row, list) else []:
                cells = line[1] if isinstance(line, list) and len(line) > 1 else None
                if isinstance(cells, list):
                    yield [cell[4] for cell in cells if isinstance(cell, list) and len(cell) > 4]


def _bodies(bodies: object) -> Iterator[object]:
    """A body has a head and rows of its own behind its attributes and the number of its head columns."""
    for body in bodies if isinstance(bodies, list) else []:
        if isinstance(body, list) and len(body) > 3:
            yield [body[2]]
            yield [body[3]]

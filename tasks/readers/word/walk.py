"""One walk over a story of a Word document (its body, or one note): elements in, paragraphs out, in reading order.

The walk is iterative, so depth costs nothing. Inserted and moved-in text is read, deleted and moved-away text is not:
the text is that of the document with all changes accepted.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TypeAlias

from lxml import etree

from state.errors import ManuscriptError
from tasks.readers.contract import MarkKind
from tasks.readers.word.draft import Draft, Field, NoteAnchor, Run
from tasks.readers.word.fields import CitationFields
from tasks.readers.word.numbering import Numbering
from tasks.readers.word.package import MC, M, R, Relationship, W
from tasks.readers.word.spans import Spans, unclosed_fields
from tasks.readers.word.styles import Styles, child_value, whole
from tasks.readers.word.symbols import UNKNOWN, symbol

Handler: TypeAlias = "Callable[[StoryWalk, etree._Element], bool | None]"
"""What to do at an element; True: leave out what is inside it."""

MAX_FIELDS = 24
"""Deepest nesting of fields that is followed; citation managers nest two or three deep."""
MAX_PARAGRAPHS = 150_000
"""A 300-page thesis has about 6,000."""

_LINK_CODE = re.compile(
    r'^HYPERLINK\s+(?:\\[mnt]\s+)*(\\l\s+)?(?:"([^"]*)"|(\S+))(?:\s+\\l\s+"([^"]*)")?', re.IGNORECASE
)


_LIST_HEADINGS = frozenset({"endnote bibliography title", "endnote category heading", "endnote category title"})
"""Styles of headings that EndNote writes into the list."""
_DATA_CODE = re.compile(r"ADDIN\s+EN\.CITE\.DATA\b", re.IGNORECASE)


class StoryWalk:
    """Reads one story. `drafts` are its paragraphs, empty ones included; `lost` counts what could not be read."""

    def __init__(
        self,
        name: str,
        styles: Styles,
        numbering: Numbering,
        relationships: Mapping[str, Relationship],
        citations: CitationFields,
        lost: Counter[str],
    ) -> None:
        self.name = name
        self.styles = styles
        self.numbering = numbering
        self.relationships = relationships
        self.lost = lost
        self.drafts: list[Draft] = []
        self.open: list[Draft] = []
        self.tables = 0
        """How many have been opened so far."""
        self.rows: list[tuple[int, int]] = []
        """The open tables, innermost last, each with its current row."""
        self.fields: list[list[Field]] = [[]]
        """Open fields, innermost last; a text box starts a list of its own."""
        self.spans = Spans(citations)
        self.pending: list[Draft | None] = [None]
        """By container: a paragraph whose mark is deleted, waiting for the one it runs into."""
        self.broken_fields: frozenset[etree._Element] = frozenset()
        self.math: list[int] = []
        self.too_deep = 0
        """Open fields beyond `MAX_FIELDS`; their text is read as the text of the field around them."""

    def read(self, story: etree._Element) -> list[Draft]:
        """The paragraphs of `story` in reading order, text boxes after their host."""
        self.broken_fields = unclosed_fields(story)
        self.spans.begin(story)
        walker = etree.iterwalk(story, events=("start", "end"), tag=list(_TAGS))
        skipped: etree._Element | None = None
        for event, element in walker:
            if event == "start":
                handler = _START.get(element.tag)
                if handler is not None and handler(self, element):
                    skipped = element
                    walker.skip_subtree()
            elif element is skipped:
                skipped = None
            elif (handler := _END.get(element.tag)) is not None:
                handler(self, element)
        self._release()
        return self.drafts

    # Paragraphs and their containers

    def start_paragraph(self, element: etree._Element) -> None:
        properties = element.find(W + "pPr")
        style = self.styles.paragraph(child_value(properties, "pStyle"))
        draft = self.pending[-1]
        if draft is None:
            draft = Draft(style, properties, self.rows[-1] if self.rows else None)
        else:
            draft.style, draft.properties = style, properties
        self.pending[-1] = None
        self.open.append(draft)
        self.spans.start_paragraph(draft, self.fields[-1])

    def end_paragraph(self, _element: etree._Element) -> None:
        draft = self.open[-1]
        for field in self.fields[-1]:
            if field.in_result:
                draft.mark(field.start, MarkKind.FIELD, field.payload)
        self.open.pop()
        self.spans.end_paragraph(draft, self.fields[-1])
        mark = None if draft.properties is None else draft.properties.find(W + "rPr")
        if mark is not None and (mark.find(W + "del") is not None or mark.find(W + "moveFrom") is not None):
            self.pending[-1] = draft
        else:
            self._emit(draft)

    def _emit(self, draft: Draft) -> None:
        properties = draft.properties
        outline = whole(child_value(properties, "outlineLvl"))
        draft.heading_level = draft.style.heading_level
        if outline is not None:
            draft.heading_level = outline + 1 if 0 <= outline <= 8 else None
        listed = None if properties is None else properties.find(W + "numPr")
        own_list, own_level = child_value(listed, "numId"), whole(child_value(listed, "ilvl"))
        level = own_level if own_level is not None else draft.style.num_level
        draft.listed = draft.listed and draft.heading_level is None and draft.style.name.lower() not in _LIST_HEADINGS
        draft.list_number = self.numbering.next(own_list if own_list is not None else draft.style.num_id, level or 0)
        target = self.open[-1].boxed if self.open else self.drafts
        if len(target) >= MAX_PARAGRAPHS:
            raise ManuscriptError(f"{self.name}: refused, more than {MAX_PARAGRAPHS:,} paragraphs. Split the file.")
        target.append(draft)
        target.extend(draft.boxed)
        draft.boxed = []

    def _release(self) -> None:
        """A paragraph that waited for one to run into has none: it stands by itself."""
        if (draft := self.pending[-1]) is not None:
            self.pending[-1] = None
            self._emit(draft)

    def start_table(self, _element: etree._Element) -> None:
        self._release()
        self.tables += 1
        self.rows.append((self.tables, 0))

    def end_table(self, _element: etree._Element) -> None:
        self.rows.pop()

    def start_row(self, element: etree._Element) -> bool:
        if self.rows:
            table, row = self.rows[-1]
            self.rows[-1] = (table, row + 1)
        return element.find(f"{W}trPr/{W}del") is not None

    def start_cell(self, element: etree._Element) -> bool:
        if element.find(f"{W}tcPr/{W}cellDel") is not None:
            return True
        self.pending.append(None)
        return False

    def end_cell(self, _element: etree._Element) -> None:
        self._release()
        self.pending.pop()

    def start_box(self, _element: etree._Element) -> None:
        self.lost["text_boxes"] += 1
        self.pending.append(None)
        self.fields.append([])
        self.spans.enter_box()

    def end_box(self, _element: etree._Element) -> None:
        self._release()
        self.pending.pop()
        self.fields.pop()
        self.spans.leave_box()

    def start_alternative(self, element: etree._Element) -> bool:
        parent = element.getparent()
        first = None if parent is None else parent.find(MC + "Choice")
        return first is not None and first is not element

    # Runs and text

    def start_run(self, element: etree._Element) -> None:
        if not self.open:
            return
        draft = self.open[-1]
        draft.runs.append(Run(draft.length, self.styles.look(element.find(_RUN_PROPERTIES), draft.style)))

    def end_run(self, _element: etree._Element) -> None:
        if not self.open or not self.open[-1].runs:
            return
        draft = self.open[-1]
        run = draft.runs.pop()
        if run.look.align is not None:
            draft.mark(run.start, MarkKind.SUPERSCRIPT if run.look.align == "superscript" else MarkKind.SUBSCRIPT)
        if run.look.code:
            draft.mark(run.start, MarkKind.CODE)

    def write(self, text: str | None) -> None:
        """Text goes to the paragraph; in a field's code it belongs to the code; hidden, it is counted and left out."""
        if not text or not self.open:
            return
        for field in reversed(self.fields[-1]):
            if not field.in_result:
                field.code.append(text)
                return
        draft = self.open[-1]
        if draft.runs and draft.runs[-1].look.hidden:
            self.lost["hidden_text"] += bool(text.strip())
            return
        draft.write(text)

    def text(self, element: etree._Element) -> None:
        self.write((element.text or "").replace("\n", " "))

    def symbol(self, element: etree._Element) -> None:
        character = symbol(element.get(W + "font"), element.get(W + "char"))
        self.lost["unknown_symbols"] += character == UNKNOWN
        self.write(character)

    def picture(self, _element: etree._Element) -> None:
        if self.open:
            self.open[-1].picture = True

    def foreign(self, element: etree._Element) -> None:
        self.lost["alt_chunks" if element.tag == W + "altChunk" else "subdocuments"] += 1

    # Fields, links, notes, formulas

    def field_character(self, element: etree._Element) -> bool:
        kind, fields = element.get(W + "fldCharType"), self.fields[-1]
        if kind == "begin" and element not in self.broken_fields:
            if len(fields) < MAX_FIELDS:
                fields.append(Field(data=[data.text or "" for data in element.iterfind(W + "fldData")]))
            else:
                self.too_deep += 1
        elif self.too_deep:
            self.too_deep -= kind == "end"
        elif kind == "separate" and fields and not fields[-1].in_result:
            self._open_result(fields[-1])
        elif kind == "end" and fields:
            self._close(fields.pop())
        return True

    def _close(self, field: Field) -> None:
        if not field.in_result:
            field.complete()
        outer = self.fields[-1][-1] if self.fields[-1] else None
        if field.data and outer is not None and not outer.in_result and _DATA_CODE.match(field.payload):
            outer.nested += field.data
        if not field.in_result or not self.open:
            return
        self.open[-1].mark(field.start, MarkKind.FIELD, field.payload)
        self.spans.close_field(field, self.open[-1])
        if matched := _LINK_CODE.match(field.payload):
            local, quoted, bare, anchor = matched.groups()
            address = quoted if quoted is not None else bare
            address = f"#{address}" if local else f"{address}#{anchor}" if anchor else address
            self.open[-1].mark(field.start, MarkKind.LINK, address)

    def _open_result(self, field: Field) -> None:
        field.in_result = True
        field.complete()
        self.spans.open_field(field, self.fields[-1], self.open)

    # Content controls and bookmarks

    def start_control(self, element: etree._Element) -> None:
        self.spans.open_control(element, self.fields[-1], self.open)

    def end_control(self, element: etree._Element) -> None:
        self.spans.close(element, self.open)

    def start_bookmark(self, element: etree._Element) -> None:
        self.spans.open_bookmark(element, self.fields[-1], self.open)

    def end_bookmark(self, element: etree._Element) -> None:
        self.spans.close_bookmark(element, self.open)

    def start_simple_field(self, element: etree._Element) -> None:
        field = Field(code=[element.get(W + "instr") or ""])
        self.fields[-1].append(field)
        self._open_result(field)

    def end_simple_field(self, _element: etree._Element) -> None:
        if self.fields[-1]:
            self._close(self.fields[-1].pop())

    def instruction(self, element: etree._Element) -> None:
        for field in reversed(self.fields[-1]):
            if not field.in_result:
                field.code.append(element.text or "")
                return

    def start_link(self, element: etree._Element) -> None:
        relationship = self.relationships.get(element.get(R + "id") or "")
        address, anchor = relationship.target if relationship else "", element.get(W + "anchor")
        if self.open:
            self.open[-1].links.append((self.open[-1].length, f"{address}#{anchor}" if anchor else address))

    def end_link(self, _element: etree._Element) -> None:
        if self.open and self.open[-1].links:
            self.open[-1].mark(self.open[-1].links[-1][0], MarkKind.LINK, self.open[-1].links.pop()[1])

    def note_reference(self, element: etree._Element) -> None:
        if not self.open:
            return
        own = None
        if element.get(W + "customMarkFollows") in ("1", "true", "on"):
            following = element.getnext()
            own = "" if following is None else (following.text or "").strip()
        kind = "footnote" if element.tag == W + "footnoteReference" else "endnote"
        self.open[-1].notes.append(NoteAnchor(kind, element.get(W + "id") or "", own))

    def start_math(self, _element: etree._Element) -> None:
        self.math.append(self.open[-1].length if self.open else 0)

    def end_math(self, _element: etree._Element) -> None:
        start = self.math.pop()
        if self.open:
            self.open[-1].mark(start, MarkKind.MATH)


def _skip(_walk: StoryWalk, _element: etree._Element) -> bool:
    return True


def _writer(text: str) -> Handler:
    return lambda walk, _: walk.write(text)


_RUN_PROPERTIES = W + "rPr"

_START: dict[str, Handler] = {
    W + "p": StoryWalk.start_paragraph,
    W + "r": StoryWalk.start_run,
    W + "t": StoryWalk.text,
    M + "t": StoryWalk.text,
    W + "tab": _writer("\t"),
    W + "ptab": _writer("\t"),
    W + "br": _writer("\n"),
    W + "cr": _writer("\n"),
    W + "noBreakHyphen": _writer("-"),
    W + "sym": StoryWalk.symbol,
    W + "fldChar": StoryWalk.field_character,
    W + "fldSimple": StoryWalk.start_simple_field,
    W + "sdt": StoryWalk.start_control,
    W + "bookmarkStart": StoryWalk.start_bookmark,
    W + "bookmarkEnd": StoryWalk.end_bookmark,
    W + "instrText": StoryWalk.instruction,
    W + "hyperlink": StoryWalk.start_link,
    W + "footnoteReference": StoryWalk.note_reference,
    W + "endnoteReference": StoryWalk.note_reference,
    M + "oMath": StoryWalk.start_math,
    W + "tbl": StoryWalk.start_table,
    W + "tr": StoryWalk.start_row,
    W + "tc": StoryWalk.start_cell,
    W + "txbxContent": StoryWalk.start_box,
    MC + "Choice": StoryWalk.start_alternative,
    MC + "Fallback": StoryWalk.start_alternative,
    W + "drawing": StoryWalk.picture,
    W + "pict": StoryWalk.picture,
    W + "object": StoryWalk.picture,
    W + "altChunk": StoryWalk.foreign,
    W + "subDoc": StoryWalk.foreign,
    W + "pPr": _skip,
    W + "del": _skip,
    W + "moveFrom": _skip,
    W + "rt": _skip,
}
_END: dict[str, Handler] = {
    W + "p": StoryWalk.end_paragraph,
    W + "r": StoryWalk.end_run,
    W + "fldSimple": StoryWalk.end_simple_field,
    W + "hyperlink": StoryWalk.end_link,
    W + "sdt": StoryWalk.end_control,
    M + "oMath": StoryWalk.end_math,
    W + "tbl": StoryWalk.end_table,
    W + "tc": StoryWalk.end_cell,
    W + "txbxContent": StoryWalk.end_box,
}
_TAGS = frozenset(_START)

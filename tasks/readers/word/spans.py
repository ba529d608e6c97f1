"""Text that a Word document says something about for citations: field results, content controls, bookmarks.

A span may go on over several paragraphs, so it is looked at whenever a paragraph or the span itself ends.
"""

from collections.abc import Sequence

from lxml import etree

from tasks.readers.contract import MarkKind
from tasks.readers.word.draft import Draft, Field, Span
from tasks.readers.word.fields import ZOTERO_BOOKMARK, CitationFields
from tasks.readers.word.meaning import PLAIN, Meaning
from tasks.readers.word.package import MC, W

MAX_SPANS = 24
"""Most controls and bookmarks with a meaning that are open at once; honest ones are one or two."""


_DEAD = frozenset({W + "del", W + "moveFrom", MC + "Fallback"})
_FIELD, _BOX, _KIND = W + "fldChar", W + "txbxContent", W + "fldCharType"


class Spans:
    """The open spans of one story. `drafts` are the open paragraphs, innermost last."""

    def __init__(self, citations: CitationFields) -> None:
        self._citations = citations
        self._stores: list[dict[object, Span]] = [{}]
        """Open controls (by element) and Zotero's bookmarks (by id) that mean something; a text box starts anew."""
        self._anchors: list[str] = []
        """Bookmarks waiting for the paragraph they lie before."""
        self._ends: frozenset[str | None] = frozenset()

    def begin(self, story: etree._Element) -> None:
        self._ends = frozenset(end.get(W + "id") for end in story.iter(W + "bookmarkEnd"))

    def enter_box(self) -> None:
        self._stores.append({})

    def leave_box(self) -> None:
        self._stores.pop()

    def start_paragraph(self, draft: Draft, fields: Sequence[Field]) -> None:
        draft.anchors += self._anchors
        self._anchors = []
        for span in (*fields, *self._stores[-1].values()):
            span.start, span.home = draft.length, draft

    def end_paragraph(self, draft: Draft, fields: Sequence[Field]) -> None:
        for span in (*fields, *self._stores[-1].values()):
            self._read(span, draft)
        # A bookmark that begins behind the last word of a paragraph and goes on names the next one.
        carried = [name for name, place in draft.begun.values() if place >= draft.length]
        if carried:
            left = set(carried)
            draft.anchors = [name for name in draft.anchors if name not in left]
            self._anchors += carried
        draft.begun = {}

    def open_field(self, field: Field, fields: Sequence[Field], drafts: Sequence[Draft]) -> None:
        """A field's code is complete, and its result begins."""
        self._begin(field, self._citations.of_field(field.payload, field.nested, field.data), fields, drafts)

    def close_field(self, field: Field, draft: Draft) -> None:
        self._read(field, draft)
        self._citations.close(field)

    def open_control(self, element: etree._Element, fields: Sequence[Field], drafts: Sequence[Draft]) -> None:
        if len(self._stores[-1]) < MAX_SPANS:
            self._open(element, self._citations.of_control(element), fields, drafts)

    def open_bookmark(self, element: etree._Element, fields: Sequence[Field], drafts: Sequence[Draft]) -> None:
        name, key = element.get(W + "name") or "", element.get(W + "id") or ""
        if name.startswith(ZOTERO_BOOKMARK):
            if key in self._ends:
                self._open(key, self._citations.of_bookmark(name), fields, drafts)
        elif name and name != "_GoBack":
            if drafts:
                drafts[-1].anchors.append(name)
                drafts[-1].begun[key] = (name, drafts[-1].length)
            else:
                self._anchors.append(name)

    def close_bookmark(self, element: etree._Element, drafts: Sequence[Draft]) -> None:
        key = element.get(W + "id") or ""
        self.close(key, drafts)
        if drafts:
            drafts[-1].begun.pop(key, None)

    def close(self, key: object, drafts: Sequence[Draft]) -> None:
        """A control or bookmark ends."""
        span = self._stores[-1].pop(key, None)
        if span is not None:
            if drafts:
                self._read(span, drafts[-1])
            self._citations.close(span)

    def _open(self, key: object, meaning: Meaning, fields: Sequence[Field], drafts: Sequence[Draft]) -> None:
        if meaning is not PLAIN and len(self._stores[-1]) < MAX_SPANS:
            span = Span()
            self._begin(span, meaning, fields, drafts)
            self._stores[-1][key] = span

    def _begin(self, span: Span, meaning: Meaning, fields: Sequence[Field], drafts: Sequence[Draft]) -> None:
        # A citation is one, however many fields it is made of: those inside it are links, or its numbers.
        around = (*fields, *self._stores[-1].values())
        span.inside = any(outer is not span and outer.meaning.targets for outer in around)
        span.meaning = meaning
        span.home = drafts[-1] if drafts else None
        span.start = span.home.length if span.home else 0

    def _read(self, span: Span, draft: Draft) -> None:
        """Mark the text of a span in a paragraph as what the span means. A citation is marked once: where it goes on in
        another paragraph, it is the same."""
        if span.meaning is PLAIN or span.home is not draft or span.start >= draft.length:
            return
        if span.meaning.lists:
            draft.listed = True
            return
        if span.cited or span.inside:
            return
        printed = draft.since(span.start)
        if span.meaning.cites(printed):
            targets = self._citations.in_printed_order(span.meaning.targets, printed)
            draft.mark(span.start, MarkKind.CITATION, targets=targets)
            span.cited = True


def unclosed_fields(story: etree._Element) -> frozenset[etree._Element]:
    """Field beginnings without an end. Left as they are they would swallow the rest of the text as their code."""
    left: list[etree._Element] = []
    boxes: list[list[etree._Element]] = [[]]
    dead = 0
    for event, element in etree.iterwalk(story, events=("start", "end"), tag=[_FIELD, _BOX, *_DEAD]):
        if element.tag in _DEAD:
            dead += 1 if event == "start" else -1
        elif dead:
            continue
        elif element.tag == _BOX:
            if event == "start":
                boxes.append([])
            else:
                left += boxes.pop()
        elif event == "start":
            kind = element.get(_KIND)
            if kind == "begin":
                boxes[-1].append(element)
            elif kind == "end" and boxes[-1]:
                boxes[-1].pop()
    return frozenset([*left, *boxes[0]])

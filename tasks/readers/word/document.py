"""A Word document from its container: the walk over its stories, and lines, notes and works put in order."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from lxml import etree

from state.errors import ManuscriptError
from tasks.readers.contract import MarkKind, Paragraph, ParagraphKind, Reading
from tasks.readers.word.draft import Draft, NoteAnchor
from tasks.readers.word.fields import CitationFields
from tasks.readers.word.numbering import Numbering
from tasks.readers.word.numerals import numeral
from tasks.readers.word.package import Package, Relationship, W
from tasks.readers.word.styles import Styles, child_value, whole
from tasks.readers.word.walk import StoryWalk

FORMAT = "docx"
_UNFORMATTED = re.compile(r"\{[^{}#\n]{0,200}, ?\d{4}[a-z]? #\d+")
"""A citation of EndNote before it is formatted: `{Author, 2001 #12}`."""


def read_document(name: str, content: bytes, field_signs: str = "") -> Reading:
    """The paragraphs of body, tables, text boxes and notes in reading order.

    `line` counts non-empty paragraphs from 1, notes not counted: a note has its host's line. Warnings:
    `text_boxes`, `hidden_text` (runs left out), `image_only_paragraphs`, `unknown_symbols`, `alt_chunks` and
    `subdocuments` (embedded files, not read), `missing_notes`; each `=N`. Of citations: `citation_field_unreadable`
    (their printed text stands), `works_not_embedded` (cited works of which the file carries nothing), `broken_parts`
    (of properties or sources), `endnote_unformatted` (citations in braces, as typed), and `NAME_fields` for programs
    whose fields are not read. `field_signs`: see `Package`.
    """
    package = Package(name, content, field_signs)
    main = package.main_part()
    root = package.xml(main)
    body = None if root is None else root.find(W + "body")
    if root is None or body is None:
        raise ManuscriptError(f"{name}: {main} holds no Word document. Open it in Word and save it again as .docx.")
    relationships = package.relationships(main)
    lost: Counter[str] = Counter()
    styles = Styles(_related(package, relationships, "styles"))
    numbering = Numbering(_related(package, relationships, "numbering"), styles)
    citations = CitationFields(package, relationships, lost)
    drafts = StoryWalk(name, styles, numbering, relationships, citations, lost).read(body)
    notes = _Notes(package, relationships, styles, numbering, citations, lost)
    paragraphs = _in_order(drafts, notes, lost)
    anchors = {name for paragraph in paragraphs for name in paragraph.anchors}
    paragraphs = _without_unknown(paragraphs, citations.unknown(anchors))
    lost["endnote_unformatted"] += sum(len(_UNFORMATTED.findall(p.text)) for p in paragraphs if "#" in p.text)
    cited = _cited(paragraphs)
    references = citations.references(cited)
    return Reading(
        format=FORMAT,
        paragraphs=tuple(paragraphs),
        warnings=tuple(f"{code}={count}" for code, count in sorted(lost.items()) if count),
        references=references,
        uncited=citations.uncited(set(cited)),
    )


def _related(package: Package, relationships: Mapping[str, Relationship], kind: str) -> etree._Element | None:
    """The part of a kind that the document points at; None where there is none."""
    for relationship in relationships.values():
        if relationship.kind == kind and not relationship.external:
            return package.xml(relationship.target)
    return None


def _in_order(drafts: list[Draft], notes: "_Notes", lost: Counter[str]) -> list[Paragraph]:
    paragraphs: list[Paragraph] = []
    line = 0
    for draft in drafts:
        if draft.text.strip():
            line += 1
            kind = ParagraphKind.TABLE if draft.row is not None else ParagraphKind.BODY
            paragraphs.append(_paragraph(draft, line, ParagraphKind.CODE if draft.style.code else kind))
        else:
            lost["image_only_paragraphs"] += draft.picture
        for anchor in draft.notes:
            paragraphs.extend(notes.read(anchor, max(line, 1)))
    return paragraphs


def _without_unknown(paragraphs: list[Paragraph], unknown: frozenset[str]) -> list[Paragraph]:
    """Paragraphs without the citations of places that are not there, and of works of which the file carries nothing but
    a program's own name: what they print says more."""
    if not unknown:
        return paragraphs
    kept: list[Paragraph] = []
    for paragraph in paragraphs:
        marks = tuple(m for m in paragraph.marks if not any(target.key in unknown for target in m.targets))
        kept.append(paragraph if len(marks) == len(paragraph.marks) else paragraph.model_copy(update={"marks": marks}))
    return kept


def _cited(paragraphs: Sequence[Paragraph]) -> list[str]:
    """Keys of everything the format's citations point to, in reading order."""
    marks = (mark for paragraph in paragraphs for mark in paragraph.marks if mark.kind is MarkKind.CITATION)
    return [target.key for mark in marks for target in mark.targets]


def _paragraph(draft: Draft, line: int, kind: ParagraphKind, note: str | None = None) -> Paragraph:
    return Paragraph(
        text=draft.text,
        line=line,
        kind=kind,
        note=note,
        heading_level=draft.heading_level if note is None else None,
        style=draft.style.name or None,
        row=draft.row if note is None else None,
        list_number=draft.list_number,
        bold=draft.seen_bold and not draft.seen_plain,
        marks=tuple(sorted(draft.marks, key=lambda mark: (mark.start, -mark.end, mark.kind))),
        listed=draft.listed,
        anchors=tuple(draft.anchors),
    )


class _Notes:
    """Footnotes and endnotes, each read once, numbered in the order in which the text points to them."""

    def __init__(
        self,
        package: Package,
        relationships: Mapping[str, Relationship],
        styles: Styles,
        numbering: Numbering,
        citations: CitationFields,
        lost: Counter[str],
    ) -> None:
        self._name, self._citations = package.name, citations
        self._styles, self._numbering, self._lost = styles, numbering, lost
        self._elements: dict[tuple[str, str], etree._Element] = {}
        self._relationships: dict[str, Mapping[str, Relationship]] = {}
        settings = _related(package, relationships, "settings")
        self._format: dict[str, str] = {}
        self._next: dict[str, int] = {}
        for kind, default in (("footnote", "decimal"), ("endnote", "lowerRoman")):
            properties = None if settings is None else settings.find(f"{W}{kind}Pr")
            self._format[kind] = child_value(properties, "numFmt") or default
            self._next[kind] = whole(child_value(properties, "numStart")) or 1
            for relationship in relationships.values():
                if relationship.kind == f"{kind}s" and not relationship.external:
                    self._add(package, kind, relationship.target)

    def _add(self, package: Package, kind: str, part: str) -> None:
        root = package.xml(part)
        self._relationships[kind] = package.relationships(part)
        for element in [] if root is None else root.iterfind(W + kind):
            self._elements[kind, element.get(W + "id") or ""] = element

    def read(self, anchor: NoteAnchor, line: int) -> list[Paragraph]:
        """The paragraphs of the note an anchor points to, with its printed number and the host's line."""
        number = anchor.mark
        if number is None:
            count = self._next[anchor.kind]
            self._next[anchor.kind] = count + 1
            number = numeral(count, self._format[anchor.kind])
        element = self._elements.pop((anchor.kind, anchor.id), None)
        if element is None:
            self._lost["missing_notes"] += 1
            return []
        kind = ParagraphKind.FOOTNOTE if anchor.kind == "footnote" else ParagraphKind.ENDNOTE
        links = self._relationships[anchor.kind]
        walk = StoryWalk(self._name, self._styles, self._numbering, links, self._citations, self._lost)
        return [_paragraph(draft, line, kind, note=number) for draft in walk.read(element) if draft.text.strip()]

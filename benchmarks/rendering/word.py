"""Word manuscripts: typed markers, superscripts, Zotero's fields, and REF fields to an automatically numbered list."""

import io
import json
from collections.abc import Callable, Sequence
from copy import deepcopy

import docx
from docx.document import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.shared import Pt
from docx.text.paragraph import Paragraph as WordParagraph

from benchmarks.jats import Article, Block, Cite, Heading, Paragraph, Runs, Table, Words
from benchmarks.jats_works import Work
from benchmarks.rendering.citing import runs_of
from benchmarks.rendering.variants import Plan, raised_places, text_before

Placer = Callable[[WordParagraph, Cite, Runs, int], None]
_SCHEMA = "https://github.com/citation-style-language/schema/raw/master/csl-citation.json"
_LABELS = ("{}. ", "[{}] ", "{}\t", "{}. ")


def typed(plan: Plan) -> bytes:
    """Markers and list typed by hand."""

    def place(paragraph: WordParagraph, cite: Cite, runs: Runs, index: int) -> None:
        added, printed = plan.printer(cite, text_before(runs, index))
        paragraph.add_run(added + printed)

    return _written(plan, place, lambda document: _typed_list(document, plan))


def two_columns(plan: Plan) -> bytes:
    """Typed, small, in two justified and hyphenated columns, as proceedings have it, tables over both; for a PDF."""
    document = docx.Document(io.BytesIO(typed(plan)))
    body = document.element.body
    for table in body.findall(qn("w:tbl")):
        table.addprevious(_section_end(body.sectPr, 2))
        table.addnext(_section_end(body.sectPr, 1))
    # LibreOffice loses text where a section of two columns ends the document.
    body.sectPr.addprevious(_section_end(body.sectPr, 2))
    _set_columns(body.sectPr, 1)
    document.styles["Normal"].font.size = Pt(9)
    document.styles["Normal"].paragraph_format.alignment = WD_ALIGN_PARAGRAPH.JUSTIFY
    document.settings.element.append(parse_xml(f'<w:autoHyphenation {nsdecls("w")} w:val="true"/>'))
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _section_end(last: BaseOxmlElement, columns: int) -> BaseOxmlElement:
    """An empty paragraph that ends a section of so many columns."""
    paragraph = OxmlElement("w:p")
    properties = OxmlElement("w:pPr")
    section = deepcopy(last)
    _set_columns(section, columns)
    properties.append(section)
    paragraph.append(properties)
    return paragraph


def _set_columns(section: BaseOxmlElement, columns: int) -> None:
    kind = section.find(qn("w:type"))
    if kind is None:
        kind = OxmlElement("w:type")
        section.insert(0, kind)
    kind.set(qn("w:val"), "continuous")
    found = section.find(qn("w:cols"))
    found.set(qn("w:num"), str(columns))
    found.set(qn("w:space"), "360")


def superscript(plan: Plan) -> bytes:
    """Raised numbers without brackets; in every other article they follow the full stop."""

    def place(paragraph: WordParagraph, cite: Cite, runs: Runs, index: int) -> None:
        run = paragraph.add_run(plan.number_style.printed(plan.numbers(cite), "", ""))
        run.font.superscript = True

    behind = plan.turn % 2 == 0
    return _written(
        plan, place, lambda document: _typed_list(document, plan), lambda runs: raised_places(runs, behind_stop=behind)
    )


def zotero(plan: Plan) -> bytes:
    """Zotero's fields, with their items' data; the list is its bibliography field."""
    works = {work.rid: work for work in plan.article.works}
    count = iter(range(1, 10_000))

    def place(paragraph: WordParagraph, cite: Cite, runs: Runs, index: int) -> None:
        added, printed = plan.printer(cite, text_before(runs, index))
        paragraph.add_run(added)
        items = [
            _item(works[rid], plan, printed.startswith(f"({works[rid].year}") and plan.by_name) for rid in cite.rids
        ]
        payload = {
            "citationID": f"a{next(count):07d}",
            "properties": {"formattedCitation": printed, "plainCitation": printed, "noteIndex": 0},
            "citationItems": items,
            "schema": _SCHEMA,
        }
        instruction = f" ADDIN ZOTERO_ITEM CSL_CITATION {json.dumps(payload, ensure_ascii=False)}"
        _field(paragraph, instruction, printed)

    return _written(plan, place, lambda document: _field_list(document, plan))


def cross_references(plan: Plan) -> bytes:
    """REF fields to a list whose numbers Word makes itself."""

    def one(paragraph: WordParagraph, number: int) -> None:
        _field(paragraph, f" REF _Ref{90_000_000 + number} \\r \\h ", str(number))

    def place(paragraph: WordParagraph, cite: Cite, runs: Runs, index: int) -> None:
        paragraph.add_run("[")
        for n, (first, last) in enumerate(runs_of(plan.numbers(cite))):
            paragraph.add_run(plan.number_style.comma if n else "")
            if last - first >= 2:
                one(paragraph, first)
                paragraph.add_run(plan.number_style.dash)
                one(paragraph, last)
                continue
            for number in range(first, last + 1):
                paragraph.add_run(plan.number_style.comma if number > first else "")
                one(paragraph, number)
        paragraph.add_run("]")

    return _written(plan, place, lambda document: _automatic_list(document, plan))


def _written(
    plan: Plan,
    place: Placer,
    write_list: Callable[[Document], None],
    arrange: Callable[[Runs], Runs] = lambda runs: runs,
) -> bytes:
    document = docx.Document()
    _front(document, plan.article)
    writer = _Writer(document, place, arrange)
    writer.blocks(plan.article.blocks)
    document.add_heading("References", level=1)
    write_list(document)
    if plan.article.floats:
        document.add_page_break()
        writer.blocks(plan.article.floats)
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _front(document: Document, article: Article) -> None:
    document.add_heading(article.title, level=0)
    for runs in (article.byline, *article.affiliations):
        paragraph = document.add_paragraph()
        for run in runs:
            if isinstance(run, Words):
                _words(paragraph, run)


def _words(paragraph: WordParagraph, words: Words) -> None:
    run = paragraph.add_run(words.text)
    if words.raised:
        run.font.superscript = words.raised > 0
        run.font.subscript = words.raised < 0


class _Writer:
    def __init__(self, document: Document, place: Placer, arrange: Callable[[Runs], Runs]) -> None:
        self.document = document
        self.place = place
        self.arrange = arrange

    def blocks(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            match block:
                case Heading(text, level):
                    self.document.add_heading(text, level=min(level, 6))
                case Paragraph(runs):
                    self.runs(self.document.add_paragraph(), runs)
                case Table(caption, rows, notes):
                    self.runs(self.document.add_paragraph(), caption)
                    self.table(rows)
                    for note in notes:
                        self.runs(self.document.add_paragraph(), note)

    def table(self, rows: Sequence[Sequence[Runs]]) -> None:
        if not rows:
            return
        table = self.document.add_table(rows=0, cols=max(len(row) for row in rows))
        for row in rows:
            cells = table.add_row().cells
            for cell, runs in zip(cells, row, strict=False):
                self.runs(cell.paragraphs[0], runs)

    def runs(self, paragraph: WordParagraph, runs: Runs) -> None:
        runs = self.arrange(runs)
        for index, run in enumerate(runs):
            if isinstance(run, Words):
                _words(paragraph, run)
            else:
                self.place(paragraph, run, runs, index)


def _typed_list(document: Document, plan: Plan) -> None:
    label = "" if plan.by_name else _LABELS[plan.turn % len(_LABELS)]
    for n, rid in enumerate(plan.order, 1):
        document.add_paragraph(label.format(n) + plan.entries[rid])


def _field_list(document: Document, plan: Plan) -> None:
    """One field around all entries: it begins in the first paragraph and ends behind the last."""
    for n, rid in enumerate(plan.order, 1):
        paragraph = document.add_paragraph()
        if n == 1:
            _character(paragraph, "begin")
            _instruction(paragraph, ' ADDIN ZOTERO_BIBL {"uncited":[],"omitted":[],"custom":[]} CSL_BIBLIOGRAPHY ')
            _character(paragraph, "separate")
        paragraph.add_run(plan.entries[rid] if plan.by_name else f"{n}.\t{plan.entries[rid]}")
        if n == len(plan.order):
            _character(paragraph, "end")


def _automatic_list(document: Document, plan: Plan) -> None:
    numbering = document.part.numbering_part.element
    shape = ("%1.", "[%1]")[plan.turn % 2]
    abstract = parse_xml(
        f'<w:abstractNum {nsdecls("w")} w:abstractNumId="977"><w:multiLevelType w:val="singleLevel"/>'
        f'<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="{shape}"/>'
        f'<w:lvlJc w:val="left"/></w:lvl></w:abstractNum>'
    )
    numbering.insert(0, abstract)
    numbering.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="977"><w:abstractNumId w:val="977"/></w:num>'))
    for n, rid in enumerate(plan.order, 1):
        paragraph = document.add_paragraph()
        properties = paragraph._p.get_or_add_pPr()
        properties.append(parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="0"/><w:numId w:val="977"/></w:numPr>'))
        start, end = OxmlElement("w:bookmarkStart"), OxmlElement("w:bookmarkEnd")
        for mark in (start, end):
            mark.set(qn("w:id"), str(n))
        start.set(qn("w:name"), f"_Ref{90_000_000 + n}")
        paragraph._p.append(start)
        paragraph.add_run(plan.entries[rid])
        paragraph._p.append(end)


def _field(paragraph: WordParagraph, instruction: str, result: str) -> None:
    """A complex field; a long instruction is spread over runs, as Word does it."""
    _character(paragraph, "begin")
    for start in range(0, len(instruction), 1500):
        _instruction(paragraph, instruction[start : start + 1500])
    _character(paragraph, "separate")
    paragraph.add_run(result)
    _character(paragraph, "end")


def _character(paragraph: WordParagraph, kind: str) -> None:
    mark = OxmlElement("w:fldChar")
    mark.set(qn("w:fldCharType"), kind)
    paragraph.add_run()._r.append(mark)


def _instruction(paragraph: WordParagraph, text: str) -> None:
    element = OxmlElement("w:instrText")
    element.set(qn("xml:space"), "preserve")
    element.text = text
    paragraph.add_run()._r.append(element)


def _item(work: Work, plan: Plan, suppress: bool) -> dict[str, object]:
    number = plan.article.works.index(work) + 1
    address = f"http://zotero.org/users/1234567/items/{number:08d}"
    data: dict[str, object] = {
        "id": number,
        "type": "article-journal" if work.source else "book",
        "title": work.title,
        "author": [
            {"family": name.family, "given": ". ".join(name.initials) + "."}
            if name.initials
            else {"literal": name.family}
            for name in work.names
        ],
    }
    if work.year:
        data["issued"] = {"date-parts": [[work.year]]}
    fields = {
        "container-title": work.source, "volume": work.volume, "issue": work.issue, "DOI": work.doi, "PMID": work.pmid,
        "page": f"{work.first}-{work.last}" if work.last else work.first, "publisher": work.publisher,
    }  # fmt: skip
    data.update({name: value for name, value in fields.items() if value})
    item: dict[str, object] = {"id": number, "uris": [address], "uri": [address], "itemData": data}
    return item | ({"suppress-author": True} if suppress else {})

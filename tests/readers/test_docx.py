"""Word files: what stands in the accepted document is read once, in order, with what plain text would lose."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.readers.contract import MarkKind, Paragraph, ParagraphKind, Reading
from tasks.readers.word.numerals import numeral
from tasks.readers.word.reader import DocxReader
from tests.readers.word import MAIN, STRICT, archive, character, code, field, p, r, style, sup, t, table, word_file


def read(body: str, **parts: str) -> Reading:
    return DocxReader().read("thesis.docx", word_file(body, **parts))


def texts(body: str, **parts: str) -> list[str]:
    return [paragraph.text for paragraph in read(body, **parts).paragraphs]


def marks(paragraph: Paragraph, kind: MarkKind) -> list[tuple[str, str]]:
    return [(paragraph.text[mark.start : mark.end], mark.payload) for mark in paragraph.marks if mark.kind is kind]


def test_lines_count_non_empty_paragraphs_of_body_and_cells() -> None:
    reading = read(p("One") + p() + p("  ") + table([p("a"), p() + p("b")]) + p("Two"))
    assert [(item.line, item.kind, item.text) for item in reading.paragraphs] == [
        (1, ParagraphKind.BODY, "One"),
        (2, ParagraphKind.TABLE, "a"),
        (3, ParagraphKind.TABLE, "b"),
        (4, ParagraphKind.BODY, "Two"),
    ]


def test_superscript_cut_into_runs_is_one_mark() -> None:
    [paragraph] = read(
        p("Known", sup("1"), sup(",2"), ". H", r("2", '<w:vertAlign w:val="subscript"/>'), "O")
    ).paragraphs
    assert paragraph.text == "Known1,2. H2O"
    assert marks(paragraph, MarkKind.SUPERSCRIPT) == [("1,2", "")]
    assert marks(paragraph, MarkKind.SUBSCRIPT) == [("2", "")]


def test_superscript_by_run_style_its_ancestor_or_paragraph_style() -> None:
    raised = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
    styles = (
        style("Base", "Base", raised, "character")
        + style("Cite", "Cite", '<w:basedOn w:val="Base"/>', "character")
        + style("Tiny", "Tiny", raised)
    )
    body = p("x", r("7", '<w:rStyle w:val="Cite"/>')) + p(
        "8", r(" no", '<w:vertAlign w:val="baseline"/>'), style="Tiny"
    )
    first, second = read(body, styles=styles).paragraphs
    assert marks(first, MarkKind.SUPERSCRIPT) == [("7", "")]
    assert marks(second, MarkKind.SUPERSCRIPT) == [("8", "")]


def test_small_raised_text_is_superscript_and_raised_text_of_full_size_is_not() -> None:
    small, full = '<w:position w:val="6"/><w:sz w:val="14"/>', '<w:position w:val="6"/><w:sz w:val="24"/>'
    [paragraph] = read(p("x", r("3", small), r("y", full))).paragraphs
    assert marks(paragraph, MarkKind.SUPERSCRIPT) == [("3", "")]


def test_hyperlinks_keep_address_or_bookmark() -> None:
    links = '<Relationship Id="h" Type="x/hyperlink" Target="https://doi.org/10.1/x" TargetMode="External"/>'
    body = p('<w:hyperlink r:id="h"><w:r><w:t>there</w:t></w:r></w:hyperlink>', " and ") + p(
        '<w:hyperlink w:anchor="ref1"><w:r><w:t>[1]</w:t></w:r></w:hyperlink>',
        field('HYPERLINK "http://a.b/c"', r("d")),
    )
    first, second = read(body, links=links).paragraphs
    assert marks(first, MarkKind.LINK) == [("there", "https://doi.org/10.1/x")]
    assert marks(second, MarkKind.LINK) == [("[1]", "#ref1"), ("d", "http://a.b/c")]


def test_field_code_is_joined_and_its_result_marked() -> None:
    body = p(
        "As shown ", character("begin"), code("ADDIN ZOTERO_ITEM "), code("{&quot;id&quot;:1}"), character("separate"),
        sup("3"), r(",4"), character("end"), "."
    )  # fmt: skip
    [paragraph] = read(body).paragraphs
    assert paragraph.text == "As shown 3,4."
    assert marks(paragraph, MarkKind.FIELD) == [("3,4", 'ADDIN ZOTERO_ITEM {"id":1}')]
    assert marks(paragraph, MarkKind.SUPERSCRIPT) == [("3", "")]


def test_nested_fields_are_both_marked_and_a_field_in_a_code_prints_nothing() -> None:
    inner = field("ADDIN EN.CITE.DATA", r("x"))
    body = p(field("ADDIN EN.CITE", r("[1]") + field("PAGEREF a", r("9")))) + p(
        character("begin"), code("ADDIN EN.CITE "), inner, character("separate"), r("[2]"), character("end")
    )
    first, second = read(body).paragraphs
    assert marks(first, MarkKind.FIELD) == [("[1]9", "ADDIN EN.CITE"), ("9", "PAGEREF a")]
    assert second.text == "[2]"
    assert marks(second, MarkKind.FIELD) == [("[2]", "ADDIN EN.CITE x")]


def test_a_field_over_several_paragraphs_marks_each() -> None:
    body = (
        p(character("begin"), code("ADDIN BIBL"), character("separate"), "1. A") + p("2. B") + p(character("end"), "C")
    )
    reading = read(body)
    assert [marks(item, MarkKind.FIELD) for item in reading.paragraphs] == [
        [("1. A", "ADDIN BIBL")],
        [("2. B", "ADDIN BIBL")],
        [],
    ]


def test_a_field_that_never_ends_swallows_nothing() -> None:
    assert texts(p("a", character("begin"), code("X"), "b") + p("c")) == ["ab", "c"]


def test_simple_fields_are_marked() -> None:
    [paragraph] = read(p('<w:fldSimple w:instr=" SEQ Fig "><w:r><w:t>4</w:t></w:r></w:fldSimple>')).paragraphs
    assert marks(paragraph, MarkKind.FIELD) == [("4", "SEQ Fig")]


def test_a_cell_s_paragraph_knows_its_table_and_row() -> None:
    body = table([p("a"), p("b")], [p("c") + table([p("inner")]), p("d")]) + p("text") + table([p("e")])
    rows = {paragraph.text: paragraph.row for paragraph in read(body).paragraphs}
    assert rows == {"a": (1, 1), "b": (1, 1), "c": (1, 2), "inner": (2, 1), "d": (1, 2), "text": None, "e": (3, 1)}


def test_nested_tables_and_content_controls_are_read_in_order() -> None:
    inner = table([p("inner")])
    body = (
        f"<w:sdt><w:sdtContent>{p('control')}</w:sdtContent></w:sdt>"
        + table([p("before") + inner + p("after"), p("last")])
        + p("<w:smartTag><w:r><w:t>tag</w:t></w:r></w:smartTag>", "<w:customXml><w:r><w:t>!</w:t></w:r></w:customXml>")
    )
    assert texts(body) == ["control", "before", "inner", "after", "last", "tag!"]


def test_notes_follow_their_host_with_its_line_and_their_printed_number() -> None:
    note = '<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="5">{}</w:footnote>'
    body = p("One") + p(
        "Two", '<w:r><w:endnoteReference w:id="2"/></w:r>', '<w:r><w:footnoteReference w:id="5"/></w:r>'
    )
    reading = read(
        body + p("Three"),
        footnotes=note.format(p("f one") + p("f two")),
        endnotes=f'<w:endnote w:id="2">{p("e")}</w:endnote>',
    )
    assert [(item.text, item.line, item.kind, item.note) for item in reading.paragraphs] == [
        ("One", 1, ParagraphKind.BODY, None),
        ("Two", 2, ParagraphKind.BODY, None),
        ("e", 2, ParagraphKind.ENDNOTE, "i"),
        ("f one", 2, ParagraphKind.FOOTNOTE, "1"),
        ("f two", 2, ParagraphKind.FOOTNOTE, "1"),
        ("Three", 3, ParagraphKind.BODY, None),
    ]


def test_notes_are_numbered_in_the_order_of_the_text_not_of_their_part() -> None:
    notes = f'<w:footnote w:id="1">{p("first written")}</w:footnote><w:footnote w:id="2">{p("first read")}</w:footnote>'
    body = p("a", '<w:r><w:footnoteReference w:id="2"/></w:r>', '<w:r><w:footnoteReference w:id="1"/></w:r>')
    found = [(item.text, item.note) for item in read(body, footnotes=notes).paragraphs[1:]]
    assert found == [("first read", "1"), ("first written", "2")]


def test_endnotes_are_numbered_in_the_format_of_the_settings() -> None:
    reading = read(
        p("a", '<w:r><w:endnoteReference w:id="2"/></w:r>'),
        endnotes=f'<w:endnote w:id="2">{p("e")}</w:endnote>',
        settings='<w:endnotePr><w:numFmt w:val="decimal"/></w:endnotePr>',
    )
    assert reading.paragraphs[1].note == "1"


def test_a_missing_note_is_counted() -> None:
    assert read(p("a", '<w:r><w:footnoteReference w:id="2"/></w:r>')).warnings == ("missing_notes=1",)


def test_changes_are_read_as_accepted() -> None:
    body = p(
        "keep ",
        f"<w:ins>{r('in ')}</w:ins>",
        "<w:del><w:r><w:delText>out</w:delText></w:r></w:del>",
        f"<w:moveFrom>{r('away')}</w:moveFrom><w:moveTo>{r('here')}</w:moveTo>",
    )
    gone = "<w:tr><w:trPr><w:del/></w:trPr><w:tc>" + p("row") + "</w:tc></w:tr>"
    assert texts(body + f"<w:tbl>{gone}<w:tr><w:tc>{p('stays')}</w:tc></w:tr></w:tbl>") == ["keep in here", "stays"]


def test_a_deleted_paragraph_mark_merges_two_paragraphs_in_the_style_of_the_second() -> None:
    deleted = "<w:rPr><w:del/></w:rPr>"
    body = p("Fi", sup("1"), properties=deleted, style="A") + p("rst", style="Heading1") + p("end", properties=deleted)
    first, second = read(body + table([p("cell")])).paragraphs[:2]
    assert (first.text, first.heading_level, second.text) == ("Fi1rst", 1, "end")
    assert marks(first, MarkKind.SUPERSCRIPT) == [("1", "")]


def test_text_boxes_are_read_once_after_their_host() -> None:
    box = "<w:txbxContent>" + p("boxed") + "</w:txbxContent>"
    drawn = (
        "<w:r><mc:AlternateContent>"
        f'<mc:Choice Requires="wps"><w:drawing>{box}</w:drawing></mc:Choice>'
        f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    reading = read(p("host ", drawn, "goes on") + p("next"))
    assert [(item.text, item.line) for item in reading.paragraphs] == [("host goes on", 1), ("boxed", 2), ("next", 3)]
    assert reading.warnings == ("text_boxes=1",)


def test_special_characters_are_read_as_they_print() -> None:
    inside = (
        f"<w:r>{t('a')}<w:tab/>{t('b')}<w:br/>{t('non')}<w:noBreakHyphen/>{t('bre')}<w:softHyphen/>{t('ak ')}"
        '<w:sym w:font="Symbol" w:char="F062"/><w:sym w:font="Symbol" w:char="F0B1"/></w:r>'
    )
    assert texts(p(inside, properties='<w:tabs><w:tab w:val="left"/></w:tabs>')) == ["a\tb\nnon-break β±"]


def test_an_unknown_symbol_is_shown_as_unknown_and_counted() -> None:
    reading = read(p('<w:r><w:sym w:font="Webdings" w:char="F061"/></w:r>', "x"))
    assert (reading.paragraphs[0].text, reading.warnings) == ("\ufffdx", ("unknown_symbols=1",))


def test_hidden_text_is_left_out_with_a_warning() -> None:
    styles = style("Secret", "Secret", "<w:rPr><w:vanish/></w:rPr>", "character")
    body = p(
        "seen", r(" no", "<w:vanish/>"), r(" no", '<w:rStyle w:val="Secret"/>'), r(" yes", '<w:vanish w:val="0"/>')
    )
    reading = read(body, styles=styles)
    assert (reading.paragraphs[0].text, reading.warnings) == ("seen yes", ("hidden_text=2",))


def test_formulas_are_text_marked_as_mathematics() -> None:
    [paragraph] = read(p("where ", "<m:oMath><m:r><m:t>x</m:t></m:r><m:r><m:t>[1]</m:t></m:r></m:oMath>")).paragraphs
    assert marks(paragraph, MarkKind.MATH) == [("x[1]", "")]


def test_pictures_without_text_are_counted() -> None:
    assert read(p("<w:r><w:drawing/></w:r>") + p("a")).warnings == ("image_only_paragraphs=1",)


def test_embedded_files_are_counted() -> None:
    assert read(p("a") + '<w:altChunk r:id="x"/>').warnings == ("alt_chunks=1",)


def test_comments_are_no_text() -> None:
    assert texts(p('<w:commentRangeStart w:id="0"/>', "a", '<w:r><w:commentReference w:id="0"/></w:r>')) == ["a"]


def test_heading_levels_come_from_the_style_chain_or_an_outline_level() -> None:
    styles = (
        style("a", "heading 2")
        + style("mine", "My own", '<w:basedOn w:val="a"/>')
        + style("toc", "TOC Heading", '<w:basedOn w:val="a"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>')
        + style("zh", "标题 3")
        + style("t", "Title")
        + style("o", "Chapter", '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>')
        + style("loop", "Loop", '<w:basedOn w:val="loop"/>')
    )
    body = "".join(p("x", style=key) for key in ("a", "mine", "toc", "zh", "t", "o", "loop", "unknown"))
    body += p("x", properties='<w:outlineLvl w:val="3"/>')
    reading = read(body, styles=styles)
    assert [item.heading_level for item in reading.paragraphs] == [2, 2, None, 3, None, 1, None, None, 4]
    assert [item.style for item in reading.paragraphs[:5]] == ["heading 2", "My own", "TOC Heading", "标题 3", "Title"]


def test_a_paragraph_is_bold_when_all_its_runs_are() -> None:
    styles = style("B", "B", "<w:rPr><w:b/></w:rPr>")
    body = p(r("all", "<w:b/>"), "  ") + p(r("part", "<w:b/>"), "ly") + p("styled", style="B")
    body += p(r("off again", '<w:b w:val="0"/>'), style="B")
    assert [item.bold for item in read(body, styles=styles).paragraphs] == [True, False, True, False]


def level(index: int, text: str, kind: str = "decimal", more: str = "") -> str:
    inside = f'<w:start w:val="1"/><w:numFmt w:val="{kind}"/>{more}<w:lvlText w:val="{text}"/>'
    return f'<w:lvl w:ilvl="{index}">{inside}</w:lvl>'


def numbered(text: str, num: int, depth: int = 0) -> str:
    return p(text, properties=f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{num}"/></w:numPr>')


def test_list_numbers_are_counted_as_word_prints_them() -> None:
    numbering = (
        f'<w:abstractNum w:abstractNumId="0">{level(0, "[%1]")}{level(1, "%1.%2", "lowerLetter")}</w:abstractNum>'
        f'<w:abstractNum w:abstractNumId="1">{level(0, "·", "bullet")}</w:abstractNum>'
        f'<w:abstractNum w:abstractNumId="2">{level(0, "第%1章", "chineseCounting")}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
        '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/>'
        '</w:lvlOverride></w:num><w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>'
    )
    body = (
        numbered("a", 1) + numbered("b", 1) + numbered("c", 1, 1) + numbered("", 1) + p("between")
        + numbered("d", 1) + numbered("e", 1, 1) + numbered("f", 2) + numbered("g", 3) + numbered("h", 4)
    )  # fmt: skip
    found = {item.text: item.list_number for item in read(body, numbering=numbering).paragraphs}
    assert found == {
        "a": "[1]", "b": "[2]", "c": "2.a", "between": None, "d": "[4]", "e": "4.a", "f": None, "g": "[7]",
        "h": "第一章",
    }  # fmt: skip


def test_a_style_can_number_its_paragraphs_and_a_paragraph_can_refuse() -> None:
    numbering = (
        f'<w:abstractNum w:abstractNumId="0">{level(0, "%1.", "upperRoman")}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    )
    styles = style("L", "Bibliography", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
    body = (
        p("a", style="L") + p("b", style="L", properties='<w:numPr><w:numId w:val="0"/></w:numPr>') + p("c", style="L")
    )
    reading = read(body, numbering=numbering, styles=styles)
    assert [item.list_number for item in reading.paragraphs] == ["I.", None, "II."]


@pytest.mark.parametrize(
    ("count", "kind", "printed"),
    [
        (4, "lowerRoman", "iv"), (1999, "upperRoman", "MCMXCIX"), (28, "lowerLetter", "bb"), (3, "upperLetter", "C"),
        (10, "chineseCounting", "十"), (12, "chineseCounting", "十二"), (20, "chineseCounting", "二十"),
        (105, "chineseCounting", "一百〇五"), (7, "decimalZero", "07"), (3, "decimalEnclosedCircle", "③"),
        (0, "lowerRoman", "0"), (5, "none", ""), (5, "neverHeardOf", "5"),
    ],
)  # fmt: skip
def test_numerals(count: int, kind: str, printed: str) -> None:
    assert numeral(count, kind) == printed


def test_the_strict_form_of_the_format_reads_the_same() -> None:
    usual = word_file(p("One", sup("1")) + table([p("two")]))
    with zipfile.ZipFile(io.BytesIO(usual)) as source:
        members = {name: source.read(name).replace(MAIN.encode(), STRICT.encode()) for name in source.namelist()}
    assert STRICT.encode() in members["word/document.xml"]
    reader = DocxReader()
    assert reader.read("a.docx", archive(members)) == reader.read("a.docx", usual)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"])), max_size=8))
def test_every_run_of_text_comes_back(runs: list[str]) -> None:
    expected = "".join(runs)
    assert texts(p(*[r(text) for text in runs])) == ([expected] if expected.strip() else [])

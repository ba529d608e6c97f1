"""Citations of Zotero and Mendeley in Word, in every form in which the programs have stored them."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from state.lookup import Author
from tasks.readers.contract import MarkKind, Reading
from tasks.readers.word.reader import DocxReader
from tests.readers.word import (
    bookmark,
    citation_json,
    cited,
    control,
    escaped,
    field,
    item,
    mendeley_cite,
    p,
    r,
    with_members,
    word_file,
    work,
    zotero,
    zotero_uri,
)


def read(body: str) -> Reading:
    return DocxReader().read("a.docx", word_file(body))


def test_a_range_printed_by_one_field_points_to_all_its_works() -> None:
    reading = read(p("Seen before ", zotero("[3–5]", item(3), item(4), item(5)), "."))
    assert cited(reading) == [("[3–5]", [zotero_uri(3), zotero_uri(4), zotero_uri(5)])]
    assert [reference.id for reference in reading.references] == [zotero_uri(3), zotero_uri(4), zotero_uri(5)]
    assert reading.warnings == ()


def test_adjacent_fields_stay_two() -> None:
    assert cited(read(p(zotero("[1]", item(1)), ", ", zotero("[2]", item(2))))) == [
        ("[1]", [zotero_uri(1)]),
        ("[2]", [zotero_uri(2)]),
    ]
    assert len(cited(read(p(zotero("[1]", item(1)), zotero("[2]", item(2)))))) == 2


def test_a_work_in_many_fields_is_one_reference_with_everything_its_item_says() -> None:
    full = work(
        7,
        DOI="10.5555/TIDE.7",
        ISBN="978-0-00-000007-2",
        URL="https://example.org/7",
        issue="2",
        page="11-19",
        note="PMID: 7654321",
        editor=[{"family": "Quay", "given": "Cora"}],
    )
    carried = item(7, itemData=full)
    reading = read(p(zotero("(7)", carried)) + p(zotero("(7, 8)", carried, item(8))))
    [first, second] = reading.references
    assert (first.title, first.journal, first.year, first.volume, first.issue, first.pages) == (
        "Tides of harbour 7", "Annals of Harbours", 2007, "7", "2", "11-19",
    )  # fmt: skip
    assert first.authors == (Author(family="Marsh7", given="Ada"), Author(family="Poole", given="Ben"))
    assert first.editors == (Author(family="Quay", given="Cora"),)
    assert (first.doi, first.pmid, first.isbn, first.url) == (
        "10.5555/tide.7", "7654321", "9780000000072", "https://example.org/7",
    )  # fmt: skip
    assert (first.file, first.key, second.id) == ("a.docx", None, zotero_uri(8))


def test_one_work_under_two_addresses_of_one_item_is_one_and_under_two_items_two() -> None:
    both = item(1, uris=["http://zotero.org/groups/9/items/A", zotero_uri(1)])
    reading = read(p(zotero("(a)", both), zotero("(b)", item(1)), zotero("(c)", item(2, itemData=work(1)))))
    group = "http://zotero.org/groups/9/items/A"
    assert cited(reading) == [("(a)", [group]), ("(b)", [group]), ("(c)", [zotero_uri(2)])]
    assert [reference.id for reference in reading.references] == [group, zotero_uri(2)]


def test_prefix_suffix_locator_and_suppressed_author_are_kept() -> None:
    first = item(1, prefix="see ", locator="33", label="page", suffix=", note")
    second = item(2, locator="4-6", **{"suppress-author": True})
    third = item(3, locator="2", label="chapter")
    reading = read(p(zotero("(see 1)", first, second, third)))
    [mark] = [mark for mark in reading.paragraphs[0].marks if mark.kind is MarkKind.CITATION]
    assert [(one.prefix, one.suffix, one.in_text) for one in mark.targets] == [
        ("see", "p. 33, note", False), ("", "pp. 4-6", True), ("", "chapter 2", False),
    ]  # fmt: skip


def test_works_printed_in_another_order_than_stored_are_targets_in_printed_order() -> None:
    printed = "(Marsh4 & Poole, 2004; Marsh9 & Poole, 2009)"
    assert cited(read(p(zotero(printed, item(9), item(4))))) == [(printed, [zotero_uri(4), zotero_uri(9)])]


@pytest.mark.parametrize(
    "code", ["ZOTERO_ITEM {}", "ZOTERO_CITATION {}", "CSL_CITATION {}", "ZOTERO_ITEM CSL_CITATION {} RNDx1"]
)
def test_every_name_of_the_instruction_is_known(code: str) -> None:
    instruction = escaped(" ADDIN " + code.replace("{}", citation_json(item(1))))
    assert cited(read(p(field(instruction, r("[1]"))))) == [("[1]", [zotero_uri(1)])]


def test_a_work_of_which_nothing_is_embedded_leaves_the_printed_text_to_speak() -> None:
    old = {"id": 1462, "uri": [zotero_uri(1)], "suppress-author": True}
    both = citation_json(item(2), old)
    body = p("Marsh ", field(escaped(f"ADDIN ZOTERO_ITEM {citation_json(old)}"), r("(2001)")))
    reading = read(body + p(field(escaped(f"ADDIN ZOTERO_ITEM {both}"), r("[2, 1]")), zotero("[2]", item(2))))
    assert cited(reading) == [("[2]", [zotero_uri(2)])]
    assert [mark.kind for mark in reading.paragraphs[0].marks] == [MarkKind.FIELD]
    assert ([work.id for work in reading.references], reading.warnings) == ([zotero_uri(2)], ("works_not_embedded=1",))


def test_a_work_embedded_later_is_known_everywhere() -> None:
    old = {"id": 1, "uri": [zotero_uri(1)]}
    reading = read(p(field(escaped(f"ADDIN ZOTERO_ITEM {citation_json(old)}"), r("[1]"))) + p(zotero("[1]", item(1))))
    assert cited(reading) == [("[1]", [zotero_uri(1)])] * 2


def bookmarked(body: str, fields: dict[str, str]) -> bytes:
    """Zotero's bookmark mode: the fields' texts lie in the document's properties, in pieces of 255 characters."""
    written = ""
    for name, text in fields.items():
        for ordinal, start in reversed(list(enumerate(range(0, len(text), 255), start=1))):
            value = f"<vt:lpwstr>{escaped(text[start : start + 255])}</vt:lpwstr>"
            written += f'<property name="{name}_{ordinal}">{value}</property>'
    properties = (
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" '
        f'xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">{written}</Properties>'
    )
    return with_members(word_file(body), {"docProps/custom.xml": properties})


def test_zotero_s_bookmarks_are_citations_and_its_list() -> None:
    fields = {
        "ZOTERO_BREF_a": f"ZOTERO_ITEM CSL_CITATION {citation_json(*[item(n) for n in range(1, 13)])}",
        "ZOTERO_BREF_b": 'ZOTERO_BIBL {"custom":[]} CSL_BIBLIOGRAPHY',
    }
    opened, closed = '<w:bookmarkStart w:id="9" w:name="ZOTERO_BREF_b"/>', '<w:bookmarkEnd w:id="9"/>'
    body = p("As ", bookmark("ZOTERO_BREF_a", r("[1–12]")), " say.") + p(opened, "1. Marsh1") + p("2. Marsh2", closed)
    reading = DocxReader().read("a.docx", bookmarked(body + p("After"), fields))
    assert cited(reading) == [("[1–12]", [zotero_uri(n) for n in range(1, 13)])]
    assert [paragraph.listed for paragraph in reading.paragraphs] == [False, True, True, False]
    assert len(reading.references) == 12


def test_a_bookmark_without_its_text_is_reported() -> None:
    reading = DocxReader().read("a.docx", bookmarked(p(bookmark("ZOTERO_BREF_x", r("[1]"))), {}))
    assert (cited(reading), reading.warnings) == ([], ("citation_field_unreadable=1",))


def mendeley(uuid: str, number: int) -> dict[str, object]:
    return {
        "id": "ITEM-1",
        "uris": [f"http://www.mendeley.com/documents/?uuid={uuid}"],
        "itemData": work(number, id="ITEM-1"),
    }


def test_mendeley_s_ids_count_in_one_field_and_its_addresses_everywhere() -> None:
    one, two = "1a1a1a1a-0000-4000-8000-00000000000a", "2b2b2b2b-0000-4000-8000-00000000000b"
    body = p(
        *[
            field(escaped(f"ADDIN CSL_CITATION {citation_json(mendeley(uuid, n))}"), r(f"({n})"))
            for uuid, n in ((one, 1), (two, 2))
        ]
    )
    body += p(field(f"ADDIN Mendeley Citation{{{two}}}", r("(2 again)")))
    reading = read(body)
    base = "http://www.mendeley.com/documents/?uuid="
    assert cited(reading) == [("(1)", [base + one]), ("(2)", [base + two]), ("(2 again)", [base + two])]
    assert [reference.title for reference in reading.references] == ["Tides of harbour 1", "Tides of harbour 2"]


def test_items_that_only_count_are_told_apart_by_what_they_say() -> None:
    items = [{"id": "ITEM-1", "itemData": work(n, id="ITEM-1")} for n in (1, 2, 1)]
    reading = read(p(*[field(escaped(f"ADDIN CSL_CITATION {citation_json(one)}"), r("(x)")) for one in items]))
    first, second, third = (keys for _, keys in cited(reading))
    assert first == third != second
    assert len(reading.references) == 2


def test_a_content_control_of_mendeley_cite_is_a_citation() -> None:
    uuid = "3c3c3c3c-0000-4000-8000-00000000000c"
    reading = read(p("As ", mendeley_cite("[1]", {"id": uuid, "itemData": work(1, id=uuid)}), " and later."))
    assert cited(reading) == [("[1]", [f"http://www.mendeley.com/documents/?uuid={uuid}"])]
    assert reading.paragraphs[0].text == "As [1] and later."
    assert reading.references[0].title == "Tides of harbour 1"


def test_a_control_of_the_first_mendeley_cite_finds_its_works_in_the_add_in_s_settings() -> None:
    stored = json.loads(citation_json(item(1), item(2))) | {"citationID": "MENDELEY_CITATION_4d"}
    value = escaped(json.dumps([stored, {"citationID": 5}, 6]))
    settings = (
        f'<we:webextension xmlns:we="urn:x"><we:property name="MENDELEY_CITATIONS" value="{value}"/></we:webextension>'
    )
    body = word_file(p(control('<w:tag w:val="MENDELEY_CITATION_4d"/>', r("[1, 2]"))))
    content = with_members(body, {"word/webextensions/webextension2.xml": settings})
    assert cited(DocxReader().read("a.docx", content)) == [("[1, 2]", [zotero_uri(1), zotero_uri(2)])]


def test_a_number_of_one_library_does_not_name_a_work_of_another() -> None:
    items = [{"id": 9, "itemData": work(1)}, {"id": 9, "itemData": work(2)}, {"id": 9, "itemData": work(1)}, {"id": 9}]
    reading = read(p(*[field(escaped(f"ADDIN CSL_CITATION {citation_json(one)}"), r("(x)")) for one in items]))
    first, second, third, fourth = (keys for _, keys in cited(reading))
    assert first == third == fourth == ["item:9"]
    assert second != first
    assert [reference.title for reference in reading.references] == ["Tides of harbour 1", "Tides of harbour 2"]


def test_the_list_of_mendeley_cite_is_listed() -> None:
    entries = control('<w:tag w:val="MENDELEY_BIBLIOGRAPHY"/>', p("[1] Marsh1") + p("[2] Marsh2"))
    assert [item.listed for item in read(p("Text") + entries + p("After")).paragraphs] == [False, True, True, False]


@pytest.mark.parametrize(
    "broken",
    [
        "ADDIN ZOTERO_ITEM CSL_CITATION",
        'ADDIN ZOTERO_ITEM CSL_CITATION {"citationItems":[{"id":1,',
        'ADDIN ZOTERO_ITEM CSL_CITATION {"citationItems":{}}',
        'ADDIN ZOTERO_ITEM CSL_CITATION {"citationItems":[]}',
        'ADDIN ZOTERO_ITEM CSL_CITATION {"citationItems":[17]}',
        "ADDIN CSL_CITATION " + '{"a":' * 60_000,
        "ADDIN CSL_CITATION {" + "[" * 60_000,
    ],
)
def test_where_a_field_cannot_be_read_its_printed_text_stands(broken: str) -> None:
    reading = read(p("Known [1]", field(escaped(broken), r("[2]")), "."))
    assert reading.paragraphs[0].text == "Known [1][2]."
    assert (cited(reading), reading.warnings) == ([], ("citation_field_unreadable=1",))


@pytest.mark.parametrize("tag", ["!!!", base64.b64encode(b"\xff\xfe").decode(), base64.b64encode(b"[1]").decode(), ""])
def test_a_control_that_cannot_be_read_leaves_its_text(tag: str) -> None:
    reading = read(p(control(f'<w:tag w:val="MENDELEY_CITATION_v3_{tag}"/>', r("[1]"))))
    assert (reading.paragraphs[0].text, cited(reading)) == ("[1]", [])
    assert reading.warnings == ("citation_field_unreadable=1",)


def test_a_citation_that_prints_nothing_belongs_to_the_list_only() -> None:
    reading = read(p("Text ", zotero("", item(1)), zotero("[2]", item(2))))
    assert (cited(reading), reading.uncited) == ([("[2]", [zotero_uri(2)])], (zotero_uri(1),))
    assert [reference.id for reference in reading.references] == [zotero_uri(2), zotero_uri(1)]


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "uris", "uri", "itemData", "title", "author", "family", "issued", "date-parts"]),
            inner,
        )
    ),
    max_leaves=12,
)


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["id", "uris", "uri", "itemData", "prefix", "locator", "label"]), _JSON),
        max_size=4,
    )
)
def test_whatever_the_items_hold_the_text_stands(items: list[dict[str, object]]) -> None:
    text = json.dumps({"citationItems": items}, ensure_ascii=True)
    reading = read(p("x", field(escaped(f"ADDIN CSL_CITATION {text}"), r("[1]")), "y"))
    assert reading.paragraphs[0].text == "x[1]y"
    assert len({reference.id for reference in reading.references}) == len(reading.references)

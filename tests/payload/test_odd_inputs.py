"""Lists as people paste them: chat answers, tables, running text, half-broken exports, bytes that are no text."""

import pytest

from state.errors import ManuscriptError
from state.payload import ChunkRole, SourceFormat
from tasks.parse.payload import read_payload
from tests.payload.reading import core, covered, read

CHAT = """Sure! Here are three key references on invented tides:

1. **Tidal Memory in Harbours** - Orlo, M. & Benzak, T. (2018)
   - Journal: Journal of Tides
   - DOI: [10.5555/jit.1](https://doi.org/10.5555/jit.1)
   - This is the seminal work on the topic.
2. Vess, A. (2021). *Counting lanterns from above*. Lamp Studies, 5(2), 6–7. <https://example.org/lamps>
3. **Title:** Moss as silence
   **Authors:** Kallow, R.; Ditz, O.
   **Year:** 2016

Let me know if you would like more details on any of these!
"""


def test_a_chat_answer_gives_its_references_and_not_its_remarks() -> None:
    payload = read(CHAT)
    assert [core(one) for one in payload.references] == [
        ("Tidal Memory in Harbours", "Orlo", 2018, "10.5555/jit.1"),
        ("Counting lanterns from above", "Vess", 2021, None),
        ("Moss as silence", "Kallow", 2016, None),
    ]
    assert "not_references=2" in payload.warnings
    assert covered(payload, CHAT)


def test_dois_in_running_text_are_found_with_the_words_beside_them() -> None:
    text = (
        "As we have shown before (https://doi.org/10.5555/a.1), this is what it was; see also 10.5555/b.2(x)3, "
        "and that PMID: 99000001 and arXiv:9901.00001 are of no use here."
    )
    found = read(text).references
    assert [one.source_format for one in found] == [SourceFormat.DOI] * 2 + [SourceFormat.PMID, SourceFormat.ARXIV]
    assert [one.reference.doi for one in found[:2]] == ["10.5555/a.1", "10.5555/b.2(x)3"]
    assert all("no use" in one.reference.raw or "shown" in one.reference.raw for one in found)


def test_running_text_alone_gives_the_works_it_cites() -> None:
    text = (
        "It has been claimed that tides are remembered (Orlo & Benzak, 2018; Vess et al., 2021). We do not believe it."
    )
    assert [core(one)[1:3] for one in read(text).references] == [("Orlo", 2018), ("Vess", 2021)]


def test_a_manuscript_with_a_list_gives_its_list() -> None:
    text = (
        "1 Introduction\n\nIt is known since 2001 that tides were remembered [1]. This is what we have studied.\n\n"
        "Table 1: Tides of the year 1999 by harbour.\n\nReferences\n\n"
        "[1] Orlo M. Tidal memory. J Tides. 2018;3:4-9.\n[2] Vess A. Lanterns. J Lamps. 2021;5:6-7.\n"
    )
    assert [one.reference.number for one in read(text).references] == [1, 2]


@pytest.mark.parametrize(
    "bullet", ["•\t", "· ", "- ", "* ", "– ", "o\t", "▪ ", "> ", "\u2022", "- [ ] ", "1) ", "(1) ", "［1］"]
)
def test_list_markers_of_word_and_markdown_are_taken_off(bullet: str) -> None:
    text = f"{bullet}Orlo, M. (2018). Tidal memory in harbours. Journal of Tides, 3(1), 4-9.\n"
    assert [core(one) for one in read(text).references] == [("Tidal memory in harbours", "Orlo", 2018, None)]


@pytest.mark.parametrize("marker", ["- ", "1. ", "[1] ", "• ", "(1) ", "1) ", "* "])
@pytest.mark.parametrize(
    ("printed", "kind"),
    [
        ("10.5555/a.1", SourceFormat.DOI),
        ("https://doi.org/10.5555/a.1.", SourceFormat.DOI),
        ("<https://example.org/x>", SourceFormat.URL),
        ("PMID 99000001;", SourceFormat.PMID),
        ("arXiv:9901.00001,", SourceFormat.ARXIV),
        ("ISBN: 978-3-16-148410-0", SourceFormat.ISBN),
    ],
)
def test_identifiers_may_have_list_markers(marker: str, printed: str, kind: SourceFormat) -> None:
    assert [one.source_format for one in read(marker + printed).references] == [kind]


def test_identifiers_on_one_line_are_each_an_entry() -> None:
    found = read("10.5555/a, 10.5555/b; PMID: 99000001 https://example.org/x").references
    assert [one.source_format for one in found] == [SourceFormat.DOI] * 2 + [SourceFormat.PMID, SourceFormat.URL]


@pytest.mark.parametrize("text", ["2020", "12", "page 7", "Hello there", "1.5 mg", "a | b", "{}", "[]", "<b>x</b>"])
def test_what_is_no_reference_gives_no_entry_and_says_so(text: str) -> None:
    payload = read(text)
    assert not payload.references
    assert payload.chunks
    assert all(chunk.role is not ChunkRole.REFERENCES for chunk in payload.chunks)


def test_wrapped_entries_without_numbers_are_put_together() -> None:
    text = (
        "Orlo, M., & Benzak, T. (2018). Tidal memory in harbours that nobody\n"
        "    has ever entered. Journal of Tides, 3(1), 4-9.\n"
        "Vess, A. (2021). Counting lanterns from above and from\n"
        "    below. Lamp Studies, 5(2), 6-7.\n"
    )
    assert [core(one)[:3] for one in read(text).references] == [
        ("Tidal memory in harbours that nobody has ever entered", "Orlo", 2018),
        ("Counting lanterns from above and from below", "Vess", 2021),
    ]


def test_a_dash_stands_for_the_authors_above() -> None:
    text = (
        "Orlo, M. (2018). Tidal memory in harbours. Journal of Tides, 3(1), 4-9.\n"
        "———. (2019). Tidal memory in rivers. Journal of Tides, 4(1), 1-2.\n"
    )
    assert [one.reference.first_author for one in read(text).references] == ["Orlo", "Orlo"]


def test_a_work_without_a_year_among_entries_is_an_entry() -> None:
    text = (
        "Orlo, M. (2018). Tidal memory in harbours. Journal of Tides, 3(1), 4-9.\n\n"
        "S. Kesh and H. Zand. Comparison of silent disciplines. In SIGTIDE, Norr.\n\n"
        "Vess, A. (2021). Counting lanterns from above. Lamp Studies, 5(2), 6-7.\n"
    )
    assert len(read(text).references) == 3
    assert not read(text.split("\n")[2]).references


def test_a_second_label_hides_no_entry() -> None:
    text = "[1] (16) Orlo M. Tidal memory. J Tides. 2018;3:4-9.\n[2] (36) Vess A. Lanterns. J Lamps. 2021;5:6-7.\n"
    assert [one.reference.number for one in read(text).references] == [1, 2]


def test_entries_labelled_on_one_line_are_taken_apart() -> None:
    text = "[1] Orlo M. Tidal memory. J Tides. 2018;3:4-9. [2] Vess A. Lanterns above. J Lamps. 2021;5:6-7."
    assert [one.reference.number for one in read(text).references] == [1, 2]


def test_a_numbered_list_goes_on_beyond_three_digits() -> None:
    text = "\n".join(f"{n}. Orlo M. Tidal memory {n}. J Tides. 2018;3:4-9." for n in range(1, 1205))
    assert [one.reference.number for one in read(text).references] == list(range(1, 1205))


def test_an_entry_that_never_ends_swallows_no_other() -> None:
    text = (
        "@article{a, title={Never closed, year=2001\n\n@book{b, title={Closed}, author={Vess, A.}, year=2002}\n\n"
        "@misc{c, title={Open again\n\n[1] Orlo M. Tidal memory. J Tides. 2018;3:4-9.\n\nTY  - JOUR\nTI  - No end\n"
        "AU  - Ditz, O.\n\n10.5555/after\n"
    )
    found = read(text).references
    assert [one.source_format.value for one in found] == ["bibtex", "bibtex", "bibtex", "prose", "ris", "doi"]
    assert found[1].reference.title == "Closed"
    assert found[5].reference.doi == "10.5555/after"


def test_text_behind_an_entry_on_its_line_is_not_lost() -> None:
    text = "@misc{a, title={One}, author={Orlo, M.}, year=2001} @misc{b, title={Two}, year=2002} 10.5555/x\n"
    assert [one.source_format.value for one in read(text).references] == ["bibtex", "bibtex", "doi"]
    assert [one.reference.title for one in read(text).references][:2] == ["One", "Two"]


def test_bibtex_in_a_code_fence_is_bibtex() -> None:
    text = "Here it is:\n```bibtex\n@misc{a,\n title={One}, author={Orlo, M.}, year=2001\n}\n```\n"
    assert [core(one) for one in read(text).references] == [("One", "Orlo", 2001, None)]


def test_an_ris_abstract_with_blank_lines_stays_in_its_record() -> None:
    text = "TY  - JOUR\nTI  - One\nAU  - Orlo, M.\nAB  - Part one.\n\nPart two of it (2001).\n\nPY  - 2002\nER  - \n"
    assert [core(one) for one in read(text).references] == [("One", "Orlo", 2002, None)]


def test_broken_xml_is_one_failure_and_what_follows_is_read() -> None:
    text = "<xml><records><record><ref-type></titles><<title>One</records>\n</xml>\n\n10.5555/x\n"
    found = read(text).references
    assert [one.failure is None for one in found] == [False, True]
    assert "One" in found[0].reference.raw


def test_broken_json_loses_no_identifier() -> None:
    text = '[{"title": "One", "doi": "10.5555/x"},\n {"title": "Two"\n\n10.5555/y\n'
    assert "10.5555/y" in [one.reference.doi for one in read(text).references]


def test_json_items_that_are_no_works_are_failures() -> None:
    found = read('[{"title": "One", "author": "Orlo, M."}, {"colour": "red"}, 7]').references
    assert [one.failure is None for one in found] == [True, False, False]


def test_a_malformed_doi_field_is_a_problem_and_not_a_doi() -> None:
    [one] = read('[{"title": "One", "doi": "11.5555/x"}]').references
    assert (one.reference.doi, one.reference.problems) == (None, ("bad_doi",))


def test_a_table_without_known_columns_is_read_row_by_row() -> None:
    text = "| No | What |\n|---|---|\n| 1 | Orlo, M. (2018). Tidal memory in harbours. Journal of Tides, 3(1), 4-9. |\n"
    assert [one.reference.doi or one.reference.year for one in read(text).references] == [2018]


def test_a_column_of_whole_citations_is_read_as_prose() -> None:
    text = "Reference\tDOI\nOrlo, M. (2018). Tidal memory. Journal of Tides, 3(1), 4-9.\t10.5555/x\n"
    [one] = read(text).references
    assert one.reference.year == 2018 or one.reference.doi == "10.5555/x"


def test_a_cell_over_several_lines_is_one_row() -> None:
    text = 'title,authors,year\n"A title\nin two lines","Orlo, M.",2001\n'
    assert [core(one) for one in read(text).references] == [("A title in two lines", "Orlo", 2001, None)]


def test_nul_bytes_and_controls_are_taken_out_and_told() -> None:
    payload = read(b"10.5555/a\x00\n" + b"Orlo, M. (2018). Tidal memory in harbours. J Tides, 3, 4-9.\n" * 40)
    assert payload.references[0].reference.doi == "10.5555/a"
    assert "control_characters=1" in payload.warnings


def test_bytes_that_are_not_utf_8_are_read_as_what_they_are() -> None:
    text = "Ängström, Ö. (2018). Über die Gezeiten. Gezeitenkunde, 3(1), 4-9.\n"
    assert read(text.encode("latin-1")).references[0].reference.first_author == "Ängström"


def test_broken_utf_8_is_told() -> None:
    payload = read("Ängström, Ö. (2018). Über die Gezeiten. Gezeitenkunde, 3(1), 4-9.\n".encode() * 20 + b"\xff\n")
    assert any(warning.startswith("undecodable_characters=") for warning in payload.warnings)


@pytest.mark.parametrize(
    "content",
    [
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8,
        b"PK\x03\x04" + b"\x00" * 100,
        b"%PDF-1.4 nothing",
        b"\xd0\xcf\x11\xe0" + b"\x01" * 600,
        b"\x1f\x8b\x08" + b"\x00" * 100,
        bytes(range(256)) * 64,
        b"x" * (50 * 1024 * 1024),
        b"10.5555/x\n" * 300_000,
    ],
    ids=["image", "zip", "pdf", "old-office", "gzip", "bytes", "50MB", "lines"],
)
def test_what_is_no_list_is_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(ManuscriptError) as refused:
        read_payload([("odd.txt", content)])
    assert "odd.txt" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_html_page_s_list_is_read() -> None:
    text = (
        "<!doctype html><html><body><h1>References</h1><ol>"
        "<li>Orlo, M. (2018). <i>Tidal memory in harbours</i>. Journal of Tides, 3(1), 4-9.</li>"
        "<li>Vess, A. (2021). Counting lanterns from above. Lamp Studies, 5(2), 6-7.</li></ol></body></html>"
    )
    assert [core(one)[1:3] for one in read(text, "page.html").references] == [("Orlo", 2018), ("Vess", 2021)]


def test_ten_thousand_entries_are_all_read_without_a_cap() -> None:
    text = "\n".join(f"10.5555/x.{n}" for n in range(10_000))
    payload = read(text)
    assert (len(payload.references), len(payload.duplicates)) == (10_000, 0)
    assert payload.references[-1].reference_id == "ref-10000"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a": [\n' * 5_000,
        "@article{a, title={x\n" * 3_000,
        "@article{a, title={" + "x{" * 200_000,
        "| a | b |\n|---|---|\n" * 3_000,
        'title,doi\n"\n\n' * 3_000,
        "[1] a " * 50_000,
        "- Smith 2000\n" + "   - DOI: 10.1/x\n" * 20_000,
        "1. Smith J. 2000.\n" + "continued line of text\n" * 20_000,
        "**a " * 100_000,
        "[a](http://x " * 100_000,
        "<a href=x " * 100_000,
        "<records>\n" * 20_000,
        "TY  - JOUR\n\n" * 5_000,
        "———. 2000. Title. J 1: 2.\n" * 3_000,
        "10.1234/" + "a" * 500_000,
        "978-" * 100_000,
        "(" * 200_000,
        "\u202e" * 1000 + "10.5555/x",
    ],
    ids=range(19),
)
def test_repetition_ends_in_a_value(text: str) -> None:
    payload = read(text)
    assert covered(payload, text) or "control_characters=1000" in payload.warnings


def test_text_that_is_passed_over_is_told_with_its_words_and_its_lines() -> None:
    payload = read("10.5555/a\n\nDear all, here is what I have got.\n\n10.5555/b\n\nasdf " + "qwer " * 99 + "\n")
    assert [(one.line, one.text[:9], len(one.text)) for one in payload.passed_over] == [
        (3, "Dear all,", 34),
        (7, "asdf qwer", 200),
    ]
    assert payload.passed_over[0].reason == (
        "list.txt, line 3: no reference could be read in this text; it was passed over"
    )
    many = read("".join(f"10.5555/a.{n}\n\nDear all, number {n}.\n\n" for n in range(70)))
    assert (len(many.references), len(many.passed_over)) == (70, 50)
    assert "not_references=70" in many.warnings

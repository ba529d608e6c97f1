"""A citation in a table is read with its row."""

from state.manuscript import Claim, Manuscript, Source, SourceRole
from tasks.parse import read_manuscript
from tasks.readers.markdown.reader import MarkdownReader

LIST = "\n\n# References\n\n[1] Smith J. Sleep in nurses. J S. 2019;1:2.\n[2] Brown B. Sleep in bears. J B. 2018;1:3.\n"


def read(table: str) -> Manuscript:
    reading = MarkdownReader().read("a.md", f"# Results\n\n{table}{LIST}".encode())
    source = Source(name="a.md", role=SourceRole.MANUSCRIPT, format="markdown", sha256="0" * 64)
    return read_manuscript([(source, reading)], [], numbering=None)


def claim(table: str) -> Claim:
    found = read(table).claims
    assert all(one.context_raw[slice(*one.marker)] in ("[1]", "[2]") for one in found)
    return found[0]


def test_the_cells_beside_a_marker_are_its_context_and_their_numbers_its_numbers() -> None:
    found = claim("| Study | Patients | Mortality |\n|---|---|---|\n| Smith [1] | 120 | 4.5% |\n| ours | 60 | 9.1% |\n")
    assert found.context_raw == "Study | Patients | Mortality\nSmith [1] | 120 | 4.5%"
    assert found.scope_text == "Smith [1] | 120 | 4.5%"
    assert found.numeric_values == ("120", "4.5%")
    assert found.context_confidence == "low"
    assert found.excerpt == "Smith [1]"


def test_where_several_cells_of_a_row_cite_each_is_offered_for_its_own() -> None:
    found = read("| Drug | First | Second |\n|---|---|---|\n| A | 12% [1] | 15% [2] |\n").claims
    assert [one.numeric_values for one in found] == [("12%",), ("15%",)]
    assert found[0].context_raw == "Drug | First | Second\nA | 12% [1] | 15% [2]"
    assert [one.scope_text for one in found] == ["12% [1]", "15% [2]"]


def test_a_header_row_that_cites_has_no_header_of_its_own() -> None:
    assert claim("| Outcome | Smith [1] |\n|---|---|\n| Death | 4% |\n").context_raw == "Outcome | Smith [1]"


def test_running_text_in_a_table_is_read_as_text() -> None:
    text = "It is known that nurses sleep badly after work at night, and that this goes on for years. " * 3
    found = claim(f"| A | B |\n|---|---|\n| {text}Smith found so [1]. | 12 |\n")
    assert "| 12" not in found.context_raw
    assert found.scope_text == "Smith found so [1]."

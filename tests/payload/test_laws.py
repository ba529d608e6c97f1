"""What holds for every input."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from state.payload import Payload
from tasks.parse.payload import read_payload
from tests.payload.reading import covered, read, said
from tests.payload.samples import SAMPLES

QUIET = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PIECES = st.sampled_from(
    [
        "@article{", "@misc{a, title={T}, year=2001}", "}", "{", "\n", "\n\n", "TY  - JOUR\n", "ER  - \n",
        "AU  - Orlo, M.\n", "TI  - Tidal\n", "PMID- 123456\n", "10.5555/x.1", "https://doi.org/",
        "https://example.org", "[1] ", "1. ", "- ", "   - DOI: ", "Title: ", "Authors: ", "| a | b |\n",
        "|---|---|\n", "title,author,year\n", '"', '[{"title": "T"}]', '{"id": 1', "]", "<xml>", "<records>",
        "</records>", "%0 Book\n", "PT J\n", "Orlo, M. (2018). Tidal. J, 1, 2.", "[J]. 学报, 2019, 1(2): 3.",
        "张三. ", "et al.", "(Orlo, 2018)", "References\n", "#", "```\n", "**", "*", "_", "\x00", "\ufeff",
        "\u2028", "\t", "978-3-16-148410-0", "arXiv:9901.00001", "———. ", "\ud7ff", "é", "2020",
    ]
)  # fmt: skip
MIXED = st.lists(PIECES, max_size=30).map("".join)


def outcome(content: bytes, name: str = "list.txt") -> Payload | str:
    try:
        return read_payload([(name, content)])
    except ManuscriptError as error:
        assert "\n" not in str(error)
        return str(error)


@QUIET
@given(st.binary(max_size=400))
def test_any_bytes_give_a_payload_or_one_line(content: bytes) -> None:
    outcome(content)


@QUIET
@given(
    st.binary(max_size=200), st.sampled_from(["a.docx", "a.pdf", "a.html", "a.rtf", "a.tex", "a.bib", "", "a/b.json"])
)
def test_no_name_changes_that(content: bytes, name: str) -> None:
    outcome(content, name)


@settings(QUIET, max_examples=300)
@given(MIXED)
def test_pieces_of_formats_give_a_payload_in_which_no_line_is_lost(text: str) -> None:
    found = outcome(text.encode())
    if isinstance(found, Payload):
        if "\x00" not in text:  # With NULs a short text may be UTF-16, whose lines are others.
            assert covered(found, text.replace("\u2028", "\n").replace("\ufeff", ""))
        ids = [one.reference_id for one in found.references]
        assert len(ids) == len(set(ids))
        assert sum(chunk.entries for chunk in found.chunks) == len(ids)
        assert [one.ordinal for one in found.references] == list(range(1, len(ids) + 1))
        assert Payload.model_validate_json(found.model_dump_json()) == found


@QUIET
@given(MIXED)
def test_the_same_input_gives_the_same_value(text: str) -> None:
    assert outcome(text.encode()) == outcome(text.encode())


@QUIET
@given(st.lists(st.sampled_from(SAMPLES), min_size=1, max_size=6))
def test_what_is_in_clean_lists_is_in_their_concatenation(samples: list[object]) -> None:
    texts = [one.text for one in samples]  # type: ignore[attr-defined]
    alone = [said(one) for text in texts for one in read(text).references]
    assert [said(one) for one in read("\n".join(texts)).references] == alone
    apart = read_payload([(f"{n}.txt", text.encode()) for n, text in enumerate(texts)], cap=None)
    assert [said(one) for one in apart.references] == alone


@QUIET
@given(st.permutations(SAMPLES))
def test_order_of_lists_changes_no_entry(samples: list[object]) -> None:
    text = "\n".join(one.text for one in samples)  # type: ignore[attr-defined]
    expected = sorted(str(said(one)) for sample in SAMPLES for one in read(sample.text).references)
    assert sorted(str(said(one)) for one in read(text).references) == expected

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.review_csv import COLUMNS, _shielded, _unshielded, read_review_csv, review_csv
from state.decision import DecisionKind
from state.errors import UserError
from tests.reports.sample import snapshot

SAMPLE = snapshot("zh")


def table(**human: str) -> list[list[str]]:
    """The exported table with the human cells of C018_002, a method, filled in."""
    rows = list(csv.reader(io.StringIO(review_csv(SAMPLE).decode("utf-8-sig"), newline="")))
    for row in rows:
        if row[0] == "C018_002":
            for name, value in human.items():
                row[COLUMNS.index(name)] = value
    return rows


def written(rows: list[list[str]], delimiter: str = ",") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue()


def test_every_claim_is_exported_in_a_table_excel_opens() -> None:
    data = review_csv(SAMPLE)
    assert data.startswith(b"\xef\xbb\xbf")
    rows = table()
    assert tuple(rows[0]) == COLUMNS
    assert {row[0] for row in rows[1:]} == {c.claim_id for c in SAMPLE.manuscript.claims}


def test_an_untouched_table_brings_no_words() -> None:
    assert read_review_csv(review_csv(SAMPLE), SAMPLE) == ()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_a_table_is_read_as_spreadsheets_save_it(delimiter: str, encoding: str) -> None:
    rows = table(human_severity="Strict", human_summary="我的话", human_word="unusual", reason="因为", author="王")
    words = read_review_csv(written(rows, delimiter).encode(encoding), SAMPLE)
    assert [(w.kind, w.subject, w.value, w.reason, w.author) for w in words] == [
        (DecisionKind.SEVERITY, "C018_002", "Strict", "因为", "王"),
        (DecisionKind.SUMMARY, "C018_002", "我的话", "因为", "王"),
        (DecisionKind.METHOD, "C018_002", "unusual", "因为", "王"),
    ]


def test_a_sep_line_and_choices_in_chinese_are_understood() -> None:
    text = "sep=;\r\n" + written(table(human_severity="宽松", human_word="常规"), ";")
    assert [w.value for w in read_review_csv(text.encode("gb18030"), SAMPLE)] == ["Lenient", "usual"]


@pytest.mark.parametrize(
    ("human", "said"),
    [
        ({"human_severity": "Very strict"}, "none of Strict, Standard, Lenient"),
        ({"human_word": "perhaps"}, "none of usual, unusual"),
        ({"severity": "Lenient"}, "human_severity"),
        ({"claim_id": "C777_001"}, "no claim 'C777_001'"),
        ({"claim_id": "C001_001"}, "stands on line 2 too"),
    ],
)
def test_a_wrong_row_is_refused_with_its_line(human: dict[str, str], said: str) -> None:
    rows = table(**human)
    line = next(i for i, row in enumerate(table(), start=1) if row[0] == "C018_002")
    with pytest.raises(UserError) as refused:
        read_review_csv(written(rows).encode(), SAMPLE)
    message = str(refused.value)
    assert said in message
    assert f"line {line}:" in message
    assert "\n" not in message


def test_a_word_about_a_method_where_none_is_cited_is_refused() -> None:
    rows = table()
    rows[1][COLUMNS.index("human_word")] = "usual"
    with pytest.raises(UserError, match="line 2: C001_001 cites no method"):
        read_review_csv(written(rows).encode(), SAMPLE)


@pytest.mark.parametrize("data", [b"", b"\xff\xfea", b"a,b\n1,2\n", b"\x00\x01\x02", '"claim_id'.encode("utf-16")])
def test_what_is_no_review_table_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(UserError) as refused:
        read_review_csv(data, SAMPLE)
    assert "\n" not in str(refused.value)


@given(st.text(alphabet="'=+-@\t\rab＝", max_size=8))
def test_no_cell_is_a_formula_and_every_cell_comes_back(cell: str) -> None:
    shielded = _shielded(cell)
    assert not shielded.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert _unshielded(shielded) == cell


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        read_review_csv(data, SAMPLE)
    except UserError as error:
        assert "\n" not in str(error)

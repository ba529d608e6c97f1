"""MEDLINE's tagged format: records of PubMed and ERIC, each a reference or a broken entry; any bytes are safe."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from tasks.readers.contract import Entries
from tasks.readers.records.nbib import NbibReader

FULL = """
PMID- 12345678
OWN - NLM
IS  - 1234-5678 (Electronic)
VI  - 12
IP  - 3
DP  - 2019 Mar
TI  - Effects of something on
      something else.
PG  - 100-10
LID - 10.1000/ABC [doi]
AB  - Long
      TI  - is no title here.
CN  - Study Group
FAU - Doe, Jane
AU  - Doe J
AD  - Somewhere.
FAU - van den Berg, Jan
AU  - van den Berg J
PT  - Journal Article
TA  - J Things
JT  - Journal of things
AID - S1234-5678 [pii]
AID - 10.1000/ABC [doi]
SO  - J Things. 2019 Mar;12(3):100-10. doi: 10.1000/ABC.

"""


def read(text: str) -> Entries:
    return NbibReader().read("refs.nbib", text.encode())


def test_a_record_is_read_with_all_its_fields() -> None:
    found = read(FULL)
    [reference] = found.references
    assert (found.broken, found.warnings, reference.problems) == ((), (), ())
    assert (reference.id, reference.pmid, reference.doi, reference.line) == ("12345678", "12345678", "10.1000/abc", 2)
    assert (reference.title, reference.journal) == ("Effects of something on something else.", "Journal of things")
    assert [(person.family, person.given) for person in reference.authors] == [
        ("Study Group", None), ("Doe", "Jane"), ("van den Berg", "Jan"),
    ]  # fmt: skip
    assert (reference.year, reference.volume, reference.issue, reference.pages) == (2019, "12", "3", "100-10")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: ("<pre>" + text.lstrip() + "</pre>").encode(),
        lambda text: text.replace("PMID- ", "PMID-").encode(),
    ],
)
def test_dialects_are_read_alike(change: object) -> None:
    assert callable(change)
    [reference] = NbibReader().read("refs.nbib", change(FULL)).references
    changed = {"raw", "line"}
    assert reference.model_dump(exclude=changed) == read(FULL).references[0].model_dump(exclude=changed)


def test_short_names_stand_in_for_full_ones_one_by_one() -> None:
    [found] = read("PMID- 1\nTI  - T\nAU  - Wong Kee Song LM\nFAU - Doe, Jane\nAU  - Doe J\nAU  - et al.\n").references
    assert [(person.family, person.given) for person in found.authors] == [("Wong Kee Song", "LM"), ("Doe", "Jane")]
    assert not found.authors_complete


def test_a_chapter_has_its_book_and_its_editors() -> None:
    lines = [
        "PMID- 2",
        "TI  - Chapter",
        "BTI - Book",
        "FED - Roe, Richard",
        "ED  - Roe R",
        "FAU - Doe, Jane",
        "AU  - Doe J",
    ]
    [found] = read("\n".join(lines)).references
    assert (found.title, found.journal, found.entry_type) == ("Chapter", "Book", "chapter")
    assert ([person.family for person in found.editors], found.first_author) == (["Roe"], "Doe")


def test_a_translated_title_loses_its_brackets_and_no_others() -> None:
    found = read("PMID- 1\nTI  - [Effects of things].\n\nPMID- 2\nTI  - [18F]-labels in [things]\n")
    assert [item.title for item in found.references] == ["Effects of things", "[18F]-labels in [things]"]


ERIC = """

TI  - Article of Tests
AU  - Doe, Jane
JT  - Journal of Tests
OID - EJ1
DP  - 2017
PT  - Reports - Research

TI  - Report on Tests
AU  - Roe, Richard
JT  - Somebody's Press
OID - ED2
DP  - Apr 2018
AID - http://dx.doi.org/10.1000/x
PT  - Reports - Research
"""


def test_records_without_a_pmid_begin_behind_an_empty_line() -> None:
    found = read(ERIC)
    assert [(item.id, item.title, item.journal, item.year) for item in found.references] == [
        ("entry-1", "Article of Tests", "Journal of Tests", 2017), ("entry-2", "Report on Tests", None, 2018),
    ]  # fmt: skip
    assert found.references[1].doi == "10.1000/x"


def test_records_are_accounted_for() -> None:
    found = read("PMID- 1\nTI  - A\n\nPMID- 1\nTI  - B\n\nPMID- \nOWN - NLM\n\nPMID- 3\n")
    assert [item.id for item in found.references] == ["1", "1-dup2", "3"]
    assert [(item.line, item.reason) for item in found.broken] == [(4, "duplicate_key"), (7, "unparsed")]


@pytest.mark.parametrize("text", ["", "nothing\n", "\n\n"])
def test_a_file_without_records_says_so(text: str) -> None:
    assert (read(text).references, read(text).warnings) == ((), ("no_entries",))


def test_what_cannot_be_read_is_refused_in_one_line() -> None:
    for content in (bytes(range(256)) * 20, b"PMID- 1\n" * 30_001, b"x" * 32_000_001):
        with pytest.raises(ManuscriptError, match=r"^a\.nbib: ") as refused:
            NbibReader().read("a.nbib", content)
        assert "\n" not in str(refused.value)


PIECES = [
    "PMID- 1", "PMID-", "TI  - A", "TI  - [B].", "FAU - Doe, J", "AU  - Doe J", "CN  - Group", "DP  - 2019",
    "AID - 10.1000/x [doi]", "      more", "", "x", "BTI - Book", "OID - EJ1", "PT  - Books", "ED  - X Y", "LID - \x00",
]  # fmt: skip


@settings(deadline=None, max_examples=200)
@given(
    st.binary(max_size=300)
    | st.lists(st.sampled_from(PIECES), max_size=30).map(lambda lines: "\n".join(lines).encode())
)
def test_nothing_but_a_manuscript_error_is_raised(content: bytes) -> None:
    try:
        found = NbibReader().read("a.nbib", content)
    except ManuscriptError as error:
        assert "\n" not in str(error)
        return
    ids = [item.id for item in found.references]
    assert len(ids) == len(set(ids))


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.integers(1, 10**8 - 1), st.text("abc XYZ.,", min_size=1, max_size=200).filter(lambda s: s.strip())
        ),
        max_size=5,
        unique_by=lambda pair: pair[0],
    )
)
def test_biopython_reads_the_same_records(records: list[tuple[int, str]]) -> None:
    medline = pytest.importorskip("Bio.Medline", reason="Biopython is not installed")
    text = "".join(f"PMID- {pmid}\nTI  - {' '.join(title.split())}\nJT  - Journal\n\n" for pmid, title in records)
    expected = [(record["PMID"], record["TI"]) for record in medline.parse(io.StringIO(text))]
    assert [(item.pmid, item.title) for item in read(text).references] == expected

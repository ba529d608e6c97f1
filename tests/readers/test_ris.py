"""RIS in its dialects: every record is a reference or a broken entry, and nothing else is raised for any bytes."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from state.manuscript import Reference
from tasks.readers.contract import Entries
from tasks.readers.records.ris import RisReader

FULL = """TY  - JOUR
ID  - doe2019
AU  - Doe, Jane
AU  - van den Berg, Jan
A2  - Roe, Richard
TI  - Effects of something
      on something else
JF  - Journal of Things
JO  - J Things
PY  - 2019/03/01/
VL  - 12
IS  - 3
SP  - 100
EP  - 110
DO  - https://doi.org/10.1000/ABC
SN  - 1234-5678
UR  - https://example.org/a
ER  -
"""


def read(text: str) -> Entries:
    return RisReader().read("refs.ris", text.encode())


def one(*lines: str, kind: str = "JOUR") -> Reference:
    [reference] = read("\n".join([f"TY  - {kind}", *lines, "ER  - "])).references
    return reference


def families(text: Reference) -> list[str]:
    return [person.family for person in text.authors]


def test_a_record_is_read_with_all_its_fields() -> None:
    found = read(FULL)
    [reference] = found.references
    assert (found.broken, found.warnings) == ((), ())
    assert (reference.id, reference.key, reference.entry_type, reference.line) == ("doe2019", "doe2019", "jour", 1)
    assert (reference.title, reference.journal) == ("Effects of something on something else", "Journal of Things")
    assert [(person.family, person.given) for person in reference.authors] == [("Doe", "Jane"), ("van den Berg", "Jan")]
    assert [person.family for person in reference.editors] == ["Roe"]
    assert (reference.year, reference.volume, reference.issue, reference.pages) == (2019, "12", "3", "100-110")
    assert (reference.doi, reference.isbn, reference.url) == ("10.1000/abc", None, "https://example.org/a")
    assert reference.raw.startswith("TY  - JOUR") and not reference.needs_manual_id


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.replace("  - ", " - ").encode(),
        lambda text: text.replace("  - ", "\t- ").encode(),
        lambda text: re.sub(r"(?m)^(?=[A-Z][A-Z0-9] )", "  ", text).encode(),
        lambda text: ("1. of 2\nProvider: somebody\n\n" + text + "\nfrom https://example.org\n").encode(),
        lambda text: text.replace("ER  -", "ER  - ").encode(),
    ],
)
def test_dialects_are_read_alike(change: object) -> None:
    assert callable(change)
    [reference] = RisReader().read("refs.ris", change(FULL)).references
    expected = read(FULL).references[0]
    changed = {"raw", "line"}
    assert reference.model_dump(exclude=changed) == expected.model_dump(exclude=changed)


def test_records_that_lack_their_end_or_their_beginning_are_read_and_reported() -> None:
    found = read(
        "TY  - JOUR\nTI  - One\nTY  - BOOK\nTI  - Two\nER  - \nTI  - Three\nAU  - Doe, J\nER  - \nTY  - GEN\nTI  - Four"
    )
    assert [item.title for item in found.references] == ["One", "Two", "Three", "Four"]
    assert [(item.line, item.reason) for item in found.broken] == [
        (1, "unterminated"), (6, "unparsed"), (9, "unterminated"),
    ]  # fmt: skip


def test_a_record_that_names_no_work_is_broken_and_not_lost() -> None:
    found = read("TY  - GEN\nER  - \nTY  - JOUR\nN1  - a note\nER  - \n")
    assert (found.references, found.warnings) == ((), ("no_entries",))
    assert [(item.line, item.reason, item.excerpt) for item in found.broken] == [
        (1, "unparsed", "TY  - GEN\nER  -"), (3, "unparsed", "TY  - JOUR\nN1  - a note\nER  -"),
    ]  # fmt: skip


def test_a_line_of_text_that_looks_like_a_narrow_tag_is_text() -> None:
    found = one("TI  - Effect of", "CI - 95% intervals", "PY  - 2001")
    assert (found.title, found.year) == ("Effect of CI - 95% intervals", 2001)


def test_a_repeated_id_is_made_unique_and_reported() -> None:
    found = read(
        "TY  - JOUR\nID  - 7\nTI  - A\nER  - \nTY  - JOUR\nID  - 7\nTI  - B\nER  - \nTY  - JOUR\nTI  - C\nER  - "
    )
    assert [item.id for item in found.references] == ["7", "7-dup2", "entry-3"]
    assert found.references[1].problems == ("duplicate:7",)
    assert [item.reason for item in found.broken] == ["duplicate_key"]


@pytest.mark.parametrize(
    ("lines", "people"),
    [
        (["A1  - Doe, Jane", "AU  - Roe, R."], ["Doe", "Roe"]),
        (["AU  - Doe, Jane; Roe, R."], ["Doe", "Roe"]),
        (["AU  - Liu R.", "AU  - van Dam CJ"], ["Liu", "van Dam"]),
        (["AU  - C. Barat", "AU  - M. E. de la Cruz"], ["Barat", "de la Cruz"]),
        (["AU  - St. John", "AU  - Yu. Ivanova"], ["St. John", "Ivanova"]),
        (["AU  - World Health Organization"], ["World Health Organization"]),
        (["AU  - Rossi Anna", "AU  - Rossi Anna M"], ["Rossi Anna", "Rossi Anna M"]),
        (["AU  - 张三", "AU  - 李四"], ["张三", "李四"]),
        (["AU  - 张三;李四；王五"], ["张三", "李四", "王五"]),
        (["AU  - 张三，李四，王五"], ["张三", "李四", "王五"]),
        (["AU  - 欧阳, 小明"], ["欧阳"]),
        (["AU  - Doe, Jane, Jr."], ["Doe"]),
        (["AU  - M&uuml;ller, Max"], ["Müller"]),
    ],
)
def test_names_are_split(lines: list[str], people: list[str]) -> None:
    assert families(one("TI  - T", *lines)) == people


@pytest.mark.parametrize("name", ["et al.", "Doe, J. et al.", "and others", "等", "张三等"])
def test_an_incomplete_list_of_authors_says_so(name: str) -> None:
    found = one("TI  - T", "AU  - Roe, R.", f"AU  - {name}")
    assert not found.authors_complete and "et al." not in families(found) and "等" not in families(found)


@pytest.mark.parametrize(
    ("kind", "authors", "editors"),
    [
        ("CHAP", ["A"], ["B"]), ("BOOK", ["A"], ["C"]), ("JOUR", ["A"], ["B"]), ("THES", ["A"], []),
        ("CONF", ["A"], ["B"]), ("EDBOOK", [], ["A", "C"]),
    ],
)  # fmt: skip
def test_who_edits_depends_on_the_type(kind: str, authors: list[str], editors: list[str]) -> None:
    found = one("TI  - T", "AU  - A, a", "A2  - B, b", "A3  - C, c", kind=kind)
    assert (families(found), [person.family for person in found.editors]) == (authors, editors)


def test_a_book_with_series_editors_alone_is_edited_by_them() -> None:
    found = one("TI  - T", "A2  - B, b", kind="BOOK")
    assert (found.authors, [person.family for person in found.editors]) == ((), ["B"])


@pytest.mark.parametrize(
    ("kind", "lines", "title", "journal"),
    [
        ("JOUR", ["T1  - A", "JO  - J. Abbr.", "JF  - Journal"], "A", "Journal"),
        ("JOUR", ["T1  - A", "JO  - J. Abbr."], "A", "J. Abbr."),
        ("CHAP", ["T1  - A", "BT  - Book"], "A", "Book"),
        ("CHAP", ["TI  - A", "T2  - Book", "J2  - Bk"], "A", "Book"),
        ("BOOK", ["BT  - A book"], "A book", None),
        ("BOOK", ["TI  - A book", "T2  - Series"], "A book", None),
        ("THES", ["TI  - A thesis", "T2  - Department"], "A thesis", None),
        ("JOUR", ["CT  - A", "T2  - Journal"], "A", "Journal"),
        ("JOUR", ["TI  - Same", "T2  - Same"], "Same", None),
        ("CONF", ["TI  - A paper", "T2  - A conference", "C3  - Proceedings"], "A paper", "Proceedings"),
        ("CPAPER", ["TI  - A paper", "T2  - A conference", "C3  - Some University"], "A paper", "A conference"),
        ("CHAP", ["TI  - The same.", "T2  - The Same"], "The same.", None),
    ],
)
def test_titles_and_containers(kind: str, lines: list[str], title: str, journal: str | None) -> None:
    found = one(*lines, kind=kind)
    assert (found.title, found.journal) == (title, journal)


@pytest.mark.parametrize(
    ("lines", "year", "problems"),
    [
        (["PY  - 2019"], 2019, ()), (["Y1  - 2019/02/03/spring"], 2019, ()), (["DA  - 2018/1/1"], 2018, ()),
        (["Y1  - 1900", "DA  - 1950/01/01"], 1950, ()), (["PY  - 2011", "DA  - Jun"], 2011, ()),
        (["DA  - Jun", "PY  - 2011"], 2011, ()), (["PY  - 10 15"], None, ("bad_year",)), (["PY  - ///"], None, ()),
        (["PY  - in press", "Y2  - 2020"], None, ("bad_year",)), ([], None, ()),
    ],
)  # fmt: skip
def test_years(lines: list[str], year: int | None, problems: tuple[str, ...]) -> None:
    found = one("TI  - T", *lines)
    assert (found.year, found.problems) == (year, problems)


@pytest.mark.parametrize(
    ("lines", "doi"),
    [
        (["DO  - 10.1000/ABC."], "10.1000/abc"), (["DO  - doi:10.1000/a"], "10.1000/a"),
        (["UR  - http://dx.doi.org/10.1000/a"], "10.1000/a"), (["N1  - doi: 10.1000/a"], "10.1000/a"),
        (["N1  - 10.1000/a"], "10.1000/a"), (["M3  - doi: 10.1000/a"], "10.1000/a"), (["L3  - 10.1000/a"], "10.1000/a"),
        (["UR  - https://doi.org/10.1000/a?journalCode=x&p=1"], "10.1000/a"),
        (["L2  - https://x.org/openurl?doi=10.1000/a&partnerID=40&md5=3"], "10.1000/a"),
        (["N1  - Cited: doi:10.1000/a; doi:10.1000/b"], None), (["N1  - Erratum in: doi:10.1000/a"], None),
        (["N1  - References: A., B (2001), doi:10.1000/a"], None), (["UR  - https://example.org"], None),
    ],
)  # fmt: skip
def test_dois_wherever_they_stand(lines: list[str], doi: str | None) -> None:
    assert one("TI  - T", *lines).doi == doi


@pytest.mark.parametrize(
    ("lines", "pmid"),
    [
        (["AN  - 123456", "DB  - PubMed"], "123456"), (["AN  - 123456", "DP  - NLM"], "123456"),
        (["AN  - 123456", "DB  - Embase"], None), (["AN  - 123456"], None),
        (["C7  - 123456", "DB  - MEDLINE"], "123456"),
        (["L2  - https://pubmed.ncbi.nlm.nih.gov/123456/"], "123456"), (["N1  - PMID: 123456"], "123456"),
        (["C3  - PUBMED 12345678,EMBASE 2001234567"], "12345678"), (["N1  - PubMed 2019"], None),
        (["N1  - Comment on PMID: 123456"], None), (["AN  - WOS:000123", "DB  - PubMed"], None),
    ],
)  # fmt: skip
def test_an_accession_number_is_a_pmid_only_where_the_database_is_pubmed(lines: list[str], pmid: str | None) -> None:
    assert one("TI  - T", *lines).pmid == pmid


@pytest.mark.parametrize(
    ("lines", "pages"),
    [
        (["SP  - 1", "EP  - 9"], "1-9"), (["SP  - 1-9"], "1-9"), (["SP  - 1-9", "EP  - 9"], "1-9"),
        (["SP  - e12"], "e12"),
        (["SP  - No", "EP  - Specified"], None), (["SP  - 5", "EP  - 5"], "5"), (["EP  - 7"], "7"), (["SP  - "], None),
    ],
)  # fmt: skip
def test_pages(lines: list[str], pages: str | None) -> None:
    assert one("TI  - T", *lines).pages == pages


def test_an_isbn_is_told_from_an_issn() -> None:
    assert one("TI  - T", "SN  - 978-3-16-148410-0 (print)", kind="BOOK").isbn == "9783161484100"
    assert one("TI  - T", "SN  - 18602002").isbn is None


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "gbk"])
def test_chinese_exports_are_read_in_the_encodings_they_come_in(codec: str) -> None:
    text = "TY  - JOUR\r\nT1  - 某类治疗的缓解率研究\r\nA1  - 张三\r\nJF  - 中华医学杂志\r\nY1  - 2020\r\nER  - \r\n"
    [found] = RisReader().read("a.ris", text.encode(codec)).references
    assert (found.title, found.journal, found.year, families(found)) == (
        "某类治疗的缓解率研究",
        "中华医学杂志",
        2020,
        ["张三"],
    )


def test_what_cannot_be_read_is_refused_in_one_line() -> None:
    for content in (bytes(range(256)) * 20, b"PK\x03\x04", b"TY  - JOUR\nER  - \n" * 30_001, b"x" * 32_000_001):
        with pytest.raises(ManuscriptError, match=r"^a\.ris: ") as refused:
            RisReader().read("a.ris", content)
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "TY  - JOUR\n" + "AU  - Doe, J\n" * 50_000,
        "TY  - JOUR\nAU  - " + "a;" * 200_000,
        "TY  - JOUR\nTI  - " + "<i" * 200_000,
        "TY  - JOUR\nTI  - T\n" + "N1  - doi:10.1000/a\n" * 50_000,
        "TY  - JOUR\nTI  -" + " " * 500_000 + "x",
        "TY  - JOUR\nAU  - " + "A. " * 100_000,
        "TY  - JOUR\nAU  - " + "a " * 100_000 + ", et al",
        "TY  -" * 50_000,
        "TY\n" * 50_000,
    ],
)
def test_hostile_text_is_read_in_bounded_time(text: str) -> None:
    found = read(text)
    assert len(found.references) + len(found.broken) <= 2


PIECES = [
    "TY  - JOUR", "TY - BOOK", "ER  - ", "TI  - A", "AU  - Doe, J", "AU  - ,", "PY  - 2019", "DO  - 10.1000/x",
    "N1  - b", "x", "", "ID  - 1", "SP  - 1", "SN  - 9783161484100", "  more", "A2  - 张三等", "T2  - J", "JF  - ",
    "TY  - ",
]  # fmt: skip


@settings(deadline=None, max_examples=200)
@given(
    st.binary(max_size=300)
    | st.lists(st.sampled_from(PIECES), max_size=30).map(lambda lines: "\n".join(lines).encode())
)
def test_nothing_but_a_manuscript_error_is_raised(content: bytes) -> None:
    try:
        found = RisReader().read("a.ris", content)
    except ManuscriptError as error:
        assert "\n" not in str(error)
        return
    ids = [item.id for item in found.references]
    assert len(ids) == len(set(ids))


@settings(deadline=None, max_examples=100)
@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_every_type_line_is_accounted_for(lines: list[str]) -> None:
    """Records are references, or broken ones without a reference; those that lack a type are one more each."""
    text = "\n".join(line for line in lines if not line.startswith("TY - "))
    found = read(text)
    begun = len(re.findall(r"(?m)^TY  - ", text))
    lost = [
        item
        for item in found.broken
        if item.reason == "unparsed" and item.line not in {r.line for r in found.references}
    ]
    untyped = sum(not item.raw.startswith("TY") for item in found.references)
    untyped += sum(not item.excerpt.startswith("TY") for item in lost)
    assert len(found.references) + len(lost) == begun + untyped


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.text("abc XYZ.:", min_size=1, max_size=80).filter(lambda text: text.strip()),
            st.lists(st.sampled_from(["Doe, Jane", "van Dam, C", "O'Neil, R. J."]), max_size=3),
            st.integers(1900, 2030),
        ),
        max_size=5,
    )
)
def test_rispy_reads_the_same_records(records: list[tuple[str, list[str], int]]) -> None:
    rispy = pytest.importorskip("rispy", reason="rispy is not installed")
    text = "".join(
        "\n".join(
            ["TY  - JOUR", f"TI  - {title}", *(f"AU  - {name}" for name in names), f"PY  - {year}", "ER  - ", "", ""]
        )
        for title, names, year in records
    )
    expected = [
        (" ".join(item["title"].split()), [name.split(",")[0] for name in item.get("authors", [])], item["year"])
        for item in rispy.loads(text)
    ]
    assert [(item.title, families(item), str(item.year)) for item in read(text).references] == expected

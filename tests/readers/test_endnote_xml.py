"""EndNote's XML: styles inside text, types by name or number, every record accounted for, nothing outside read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from state.manuscript import Reference
from tasks.readers.contract import Entries
from tasks.readers.records.endnote_xml import EndnoteXmlReader

FULL = """<?xml version="1.0" encoding="UTF-8" ?><xml><records><record>
<database name="My.enl">My.enl</database><rec-number>42</rec-number>
<foreign-keys><key app="EN" db-id="x">42</key></foreign-keys>
<ref-type name="Journal Article">17</ref-type>
<contributors><authors>
<author><style face="normal" font="default" size="100%">Doe, Jane</style></author>
<author>World Health Organization,</author>
</authors><secondary-authors><author>Roe, Richard</author></secondary-authors></contributors>
<titles><title><style face="normal">Effects of </style><style face="italic">X. y</style><style face="normal"> &amp;
others</style></title><secondary-title>Journal of Things</secondary-title></titles>
<periodical><full-title>Journal of Things</full-title></periodical>
<pages>100-110</pages><volume>12</volume><number>3</number>
<dates><year><style>2019</style></year><pub-dates><date>Mar</date></pub-dates></dates>
<isbn>1234-5678</isbn><accession-num>123456</accession-num>
<urls><related-urls><url>https://example.org/a</url></related-urls></urls>
<electronic-resource-num>https://doi.org/10.1000/ABC</electronic-resource-num>
<remote-database-provider>NLM</remote-database-provider>
</record></records></xml>"""


def read(text: str) -> Entries:
    return EndnoteXmlReader().read("refs.xml", text.encode())


def one(inside: str, kind: str = '<ref-type name="Journal Article">17</ref-type>') -> Reference:
    [reference] = read(f"<xml><records><record>{kind}{inside}</record></records></xml>").references
    return reference


def test_a_record_is_read_with_all_its_fields() -> None:
    found = read(FULL)
    [reference] = found.references
    assert (found.broken, found.warnings, reference.problems) == ((), (), ())
    assert (reference.id, reference.entry_type, reference.line) == ("42", "journal article", 1)
    assert (reference.title, reference.journal) == ("Effects of X. y & others", "Journal of Things")
    assert [(person.family, person.given) for person in reference.authors] == [
        ("Doe", "Jane"), ("World Health Organization", None),
    ]  # fmt: skip
    assert [person.family for person in reference.editors] == ["Roe"]
    assert (reference.year, reference.volume, reference.issue, reference.pages) == (2019, "12", "3", "100-110")
    assert (reference.doi, reference.pmid, reference.isbn) == ("10.1000/abc", "123456", None)
    assert reference.url == "https://example.org/a"


@pytest.mark.parametrize(
    ("kind", "authors", "editors", "journal"),
    [
        ('<ref-type name="Book">6</ref-type>', ["A"], ["C"], None),
        ("<ref-type>6</ref-type>", ["A"], ["C"], None),
        ('<ref-type name="Book Section">5</ref-type>', ["A"], ["B"], "Second"),
        ('<ref-type name="Edited Book">28</ref-type>', [], ["A"], None),
        ('<ref-type name="Thesis">32</ref-type>', ["A"], ["B"], None),
        ("", ["A"], ["B"], "Second"),
    ],
)
def test_the_type_says_who_edits_and_what_contains(
    kind: str, authors: list[str], editors: list[str], journal: str | None
) -> None:
    people = "".join(
        f"<{place}authors><author>{name}, x</author></{place}authors>"
        for place, name in (("", "A"), ("secondary-", "B"), ("tertiary-", "C"))
    )
    titles = "<titles><title>T</title><secondary-title>Second</secondary-title></titles>"
    found = one(f"<contributors>{people}</contributors>{titles}", kind)
    assert ([person.family for person in found.authors], found.journal) == (authors, journal)
    assert [person.family for person in found.editors] == editors


def test_an_accession_number_is_a_pmid_only_where_the_database_is_pubmed() -> None:
    assert one("<titles><title>T</title></titles><accession-num>123456</accession-num>").pmid is None


def test_a_doi_is_taken_from_the_address_too() -> None:
    url = "<urls><related-urls><url>http://dx.doi.org/10.1000/a</url></related-urls></urls>"
    assert one(f"<titles><title>T</title></titles>{url}").doi == "10.1000/a"


def test_broken_records_lose_no_other_and_are_reported() -> None:
    text = (
        "<xml><records>\n<record><titles><title>One</title></titles></record>\n"
        "<record><titles><title>Two</titles></record>\n<record><titles><title>Three</title></titles>\n"
        "<record></record>\n<record><titles><title>Five &bogus; &eacute;&#x0B;</title></titles></record></records>"
    )
    found = read(text)
    assert [item.title for item in found.references] == ["One", "Two", "Three", "Five é"]
    assert [item.problems for item in found.references] == [(), ("broken",), ("broken",), ("broken",)]
    assert [(item.line, item.reason) for item in found.broken] == [
        (3, "unparsed"), (4, "unterminated"), (5, "unparsed"), (6, "unparsed"),
    ]  # fmt: skip


def test_records_in_comments_are_none() -> None:
    found = read(
        "<records>\n<!-- <record><titles><title>Old</title></titles></record>\n-->\n"
        "<record><titles><title>New</title></titles></record>"
    )
    assert [(item.title, item.line) for item in found.references] == [("New", 4)]


def test_no_entity_is_expanded_and_no_file_read() -> None:
    head = '<!DOCTYPE x [<!ENTITY a "bomb"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/hostname">]>'
    found = read(f"{head}<records><record><titles><title>T &b; &c; end</title></titles></record></records>")
    assert [item.title for item in found.references] == ["T end"]
    assert [item.reason for item in found.broken] == ["unparsed"]


@pytest.mark.parametrize(
    ("codec", "declared"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("gbk", "GB2312"),
        ("gbk", "UTF-8"),
        ("utf-8", "GBK"),
    ],
)
def test_the_bytes_decide_on_the_encoding(codec: str, declared: str) -> None:
    record = "<record><titles><title>某类治疗的缓解率研究</title></titles></record>"
    text = f'<?xml version="1.0" encoding="{declared}"?><records>{record}</records>'
    [found] = EndnoteXmlReader().read("a.xml", text.encode(codec)).references
    assert found.title == "某类治疗的缓解率研究"


@pytest.mark.parametrize(
    "content", [b"", b"<html></html>", bytes(range(256)) * 20, b"<record>" * 30_001, b"PK\x03\x04"]
)
def test_what_cannot_be_read_is_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(ManuscriptError, match=r"^a\.xml: ") as refused:
        EndnoteXmlReader().read("a.xml", content)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "<record>" + "<a>" * 100_000,
        "<record><titles><title>T</title></titles>" + "<a>" * 100_000 + "</a>" * 100_000 + "</record>",
        "<record>" + "x" * 5_000_000 + "</record>",
        "<record>" + "<!--" * 100_000,
        "<record><titles><title>" + "&" * 100_000,
        "<record><contributors><authors>" + "<author>Doe, J</author>" * 50_000 + "</authors></contributors></record>",
    ],
)
def test_hostile_text_is_read_in_bounded_time(text: str) -> None:
    found = read(text)
    assert len(found.references) + len(found.broken) in (1, 2)


PIECES = [
    "<record>", "</record>", "<titles><title>", "</title></titles>", "T", "&amp;", "&x;", "<!--", "-->",
    "<contributors>",
    "<authors>", "<author>Doe, J</author>", "</authors>", "</contributors>", '<ref-type name="Book">6</ref-type>',
    "<![CDATA[", "]]>", "<rec-number>1", "</rec-number>", "<dates><year>2019</year></dates>", "\n", "中", "<records>",
    "&#0;", "\x0b", "<style face='x'>", "</style>",
]  # fmt: skip


@settings(deadline=None, max_examples=200)
@given(
    st.binary(max_size=300) | st.lists(st.sampled_from(PIECES), max_size=40).map(lambda parts: "".join(parts).encode())
)
def test_nothing_but_a_manuscript_error_is_raised(content: bytes) -> None:
    try:
        found = EndnoteXmlReader().read("a.xml", content)
    except ManuscriptError as error:
        assert "\n" not in str(error)
        return
    ids = [item.id for item in found.references]
    assert len(ids) == len(set(ids))
    if b"<!--" not in content:
        lost = sum(item.reason != "duplicate_key" for item in found.broken)
        whole = sum("broken" not in item.problems for item in found.references)
        assert content.count(b"<record>") == whole + lost

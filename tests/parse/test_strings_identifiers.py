"""Addresses, identifiers, coordinates and names wherever an entry prints them; and that no text is too strange."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.lookup import Author
from tasks.parse.entries import authors_and_title, first_family, printed_year, read_entry
from tasks.parse.printed_list import PrintedEntry
from tasks.parse.strings.addresses import checked_isbn, mended, read_addresses
from tasks.parse.strings.coordinates import Coordinates, compact, read_pages, read_volume
from tasks.parse.strings.persons import marks_editors, read_persons
from tasks.parse.strings.tagger import segments
from tasks.parse.strings.tokens import tokenize


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("J Sleep. 2019;1:2-3. https://doi.org/10.5555/js.2019.12.", "10.5555/js.2019.12"),
        ("J Sleep. 2019;1:2-3. https://doi.org/10.5555/\njs.2019.12", "10.5555/js.2019.12"),
        ("J Sleep. 2019;1:2-3. doi:10.5555/js-\n2019-12", "10.5555/js-2019-12"),
        ("J Sleep. 2019;1:2-3. doi: 10.5555/S0140-6736(19)30001-2. PMID: 31000001", "10.5555/s0140-6736(19)30001-2"),
        ("J Sleep. 2019;1:2-3. doi:10.5555/js.12.PMID: 31000001", "10.5555/js.12"),
        ("睡眠杂志, 2019, 1: 2-3. DOI：10.5555/js.2019.12。", "10.5555/js.2019.12"),
        ("J Sleep. 2019;1:2-3. doi:10.5555/js.12. 2019 in Berlin", "10.5555/js.12"),
        ("J Sleep. 2019;1:2-3.", None),
    ],
)
def test_a_doi_is_whole_and_alone(text: str, doi: str | None) -> None:
    assert read_addresses(mended(text)).doi == doi


@pytest.mark.parametrize(
    ("text", "url"),
    [
        (
            "Retrieved from http://www.example.org/reports/\n2019/sleep.html.",
            "http://www.example.org/reports/2019/sleep.html",
        ),
        ("See <https://example.org/a_(b)>, accessed 3 May 2019.", "https://example.org/a_(b)"),
        ("(https://example.org/sleep).", "https://example.org/sleep"),
        ("Available at https://example.org/sleep/ Accessed 3 May 2019", "https://example.org/sleep/"),
        ("Available at https://example.org/sleep/ 2019.", "https://example.org/sleep/"),
        ("北京: 出版社, 2019. https://example.cn/a/1.html。", "https://example.cn/a/1.html"),
        ("https://doi.org/10.5555/js.12", None),
        ("no address", None),
    ],
)
def test_an_address_ends_where_it_ends(text: str, url: str | None) -> None:
    assert read_addresses(mended(text)).url == url


@pytest.mark.parametrize(
    ("text", "arxiv"),
    [
        ("arXiv preprint arXiv:2104.98765v2, 2021", "2104.98765v2"),
        ("arXiv: 2104.98765", "2104.98765"),
        ("https://arxiv.org/abs/2104.98765", "2104.98765"),
        ("arXiv:hep-th/9901001", "hep-th/9901001"),
        ("CoRR abs/1", None),
    ],
)
def test_an_arxiv_number_is_found_in_every_dress(text: str, arxiv: str | None) -> None:
    assert read_addresses(text).arxiv == arxiv


def test_pubmed_numbers_are_found() -> None:
    found = read_addresses("J Sleep. 2019;1:2. PMID: 31000001; PMCID: PMC6500001.")
    assert (found.pmid, found.pmcid) == ("31000001", "PMC6500001")


@pytest.mark.parametrize(
    ("printed", "isbn"),
    [
        ("978-0-306-40615-7", "9780306406157"),
        ("0-306-40615-2", "0306406152"),
        ("0-8044-2957-X", "080442957X"),
        ("978-0-306-40615-8", None),
        ("0-306-40615-3", None),
        ("123", None),
    ],
)
def test_an_isbn_has_the_right_checksum(printed: str, isbn: str | None) -> None:
    assert checked_isbn(printed) == isbn
    assert read_addresses(f"Oxford: Greywater, 2001. ISBN {printed}.").isbn == isbn


@pytest.mark.parametrize(
    ("printed", "volume", "issue"),
    [
        ("12(3):", "12", "3"),
        ("vol. 12, no. 3,", "12", "3"),
        ("Vol. XII", "XII", None),
        ("34 (Suppl 1),", "34", "Suppl 1"),
        ("75/2", "75", "2"),
        ("12,", "12", None),
        ("Bd. 7, H. 2", "7", "2"),
        ("B. fl. 3", None, None),
    ],
)
def test_volume_and_issue_are_told_apart(printed: str, volume: str | None, issue: str | None) -> None:
    assert read_volume(printed) == Coordinates(volume, issue)


@pytest.mark.parametrize(
    ("printed", "pages"),
    [
        ("pp. 12–29.", "12-29"),
        ("S. 5", "5"),
        ("e101-e110", "e101-e110"),
        ("368 pp.", None),
        ("chap. 5, pp. 195–239.", "195-239"),
        ("", None),
        ("xi–xiv", "xi-xiv"),
    ],
)
def test_pages_are_plain(printed: str, pages: str | None) -> None:
    assert read_pages(printed) == pages


def test_coordinates_stand_behind_a_year() -> None:
    assert compact("J Sleep 2019 Mar;12(Pt 3):45-9.") == Coordinates("12", "Pt 3", "45-9")
    assert compact("Psalm 12(3):45") == Coordinates()


@pytest.mark.parametrize(
    ("printed", "names"),
    [
        ("Lee, L. L., W. E. Howard, and R. E. Marsh", ["Lee|L. L.", "Howard|W. E.", "Marsh|R. E."]),
        ("Harrow TL, van den Hoek J Jr, Okonjo B.", ["Harrow|TL", "van den Hoek|J, Jr", "Okonjo|B"]),
        ("Smith, J. A., Jr., & Brown, B.", ["Smith|J. A., Jr.", "Brown|B."]),
        ("Hazell, T.J.; DeGuire, J.R.; Weiler, H.A.", ["Hazell|T.J.", "DeGuire|J.R.", "Weiler|H.A."]),
        ("Fenner, Martin; Lin, Jennifer", ["Fenner|Martin", "Lin|Jennifer"]),
        ("García Márquez, Gabriel", ["García Márquez|Gabriel"]),
        ("John Smith, Karen Jones", ["Smith|John", "Jones|Karen"]),
        ("Department of Health, Education, and Welfare", ["Department of Health, Education, and Welfare"]),
        ("Harrow T, Okonjo B; SLEEP Study Group", ["Harrow|T", "Okonjo|B", "SLEEP Study Group"]),
        ("WHO", ["WHO"]),
        ("王伟，李明、欧阳志远", ["王伟", "李明", "欧阳志远"]),
        ("LI X M, OUYANG Z", ["LI|X M", "OUYANG|Z"]),
        ("J.-P. Garnier, Y. Le Goff", ["Garnier|J.-P.", "Le Goff|Y."]),
        ("Vogel, H. (Ed.)", ["Vogel|H."]),
        ("VOGEL, Hans", ["VOGEL|Hans"]),
        ("LERNER, A., VYBORG, M., et KIRKEBY, E.", ["LERNER|A.", "VYBORG|M.", "KIRKEBY|E."]),
        ("Andrade, Mário de", ["Andrade|Mário de"]),
        ("Stewart III, Charles and Jonathan Woon", ["Stewart|Charles, III", "Woon|Jonathan"]),
        ("Bao Q *, Zhao Y*, Renner A", ["Bao|Q", "Zhao|Y", "Renner|A"]),
        ("ALY (M.I.), NAGEB (R.)", ["ALY|M.I.", "NAGEB|R."]),
        ("Harbour Computer Corporation", ["Harbour Computer Corporation"]),
    ],
)
def test_everybody_is_named_in_order(printed: str, names: list[str]) -> None:
    found = read_persons(printed)
    assert list(found.authors) == [Author(family=n.split("|")[0], given=[*n.split("|"), None][1]) for n in names]
    assert found.complete


@pytest.mark.parametrize(
    "printed", ["Harrow TL, et al.", "Harrow TL, Okonjo B, and others", "王伟, 李明, 等", "王伟等", "Smith, J., et al"]
)
def test_a_list_cut_short_is_not_complete(printed: str) -> None:
    found = read_persons(printed)
    assert found.authors
    assert not found.complete


def test_a_title_is_nobodys_given_name() -> None:
    assert read_persons("Bramhall, Anna. Blood and Soil: Walther Dorn").authors == ()


def test_names_that_cannot_be_told_apart_end_the_list() -> None:
    found = read_persons("Smith, Jones, Brown")
    assert (found.authors, found.complete) == ((), False)


def test_editors_are_no_authors() -> None:
    led = read_entry(
        PrintedEntry(1, "Vogel, H. (Ed.). (2020). The urban heat atlas. Vienna: Donau Press.", "a.md", 1), "1"
    )
    assert (led.authors, led.editors) == ((), (Author(family="Vogel", given="H."),))
    inside = (
        "Harrow, T. (2020). Streets at noon. In H. Vogel & C. Byrne (Eds.), The urban heat atlas (pp. 5-19). Vienna:"
        " Donau Press."
    )
    hosted = read_entry(PrintedEntry(1, inside, "a.md", 1), "1")
    assert [one.family for one in hosted.authors] == ["Harrow"]
    assert [one.family for one in hosted.editors] in ([], ["Vogel", "Byrne"])
    assert not marks_editors("Medford, T. E.")


def test_an_entry_of_which_nothing_can_be_read_says_so() -> None:
    assert read_entry(PrintedEntry(1, "ibid.", "a.md", 1), "1").problems == ("unparsed",)
    assert read_entry(PrintedEntry(1, "", "a.md", 1), "1").problems == ("unparsed",)
    assert read_entry(PrintedEntry(1, "Ibid. doi:10.5555/a.1", "a.md", 1), "1").problems == ()


def test_the_tokens_of_a_tight_entry() -> None:
    cut = [token.text for token in tokenize("王伟,李明.题名[J].期刊,2019,12(3):45-9.")]
    assert cut == ["王伟,", "李明.", "题名", "[J].", "期刊,", "2019,", "12(3):", "45-9."]
    assert [token.text for token in tokenize("2019;12(3):45-9 https://a.b/c;d,e")] == [
        "2019;",
        "12(3):",
        "45-9",
        "https://a.b/c;d,e",
    ]


PRINTED = st.text(
    st.one_of(
        st.sampled_from("Smith, J. A. & B王伟李明，．：；[J]“”()0123456789-–/:;doi10.5555/ et al. pp. vol. https"),
        st.characters(),
    ),
    max_size=200,
)


@settings(max_examples=200, deadline=None)
@given(PRINTED)
def test_no_text_is_too_strange(text: str) -> None:
    found = read_entry(PrintedEntry(None, text, "a.md", 1), "x")
    assert found.raw == text
    authors_and_title(text)
    first_family(text)
    printed_year(text)


@settings(max_examples=200, deadline=None)
@given(PRINTED)
def test_tokens_and_segments_hold_every_character_once(text: str) -> None:
    tokens = tokenize(text)
    assert "".join(text[t.start : t.end] for t in tokens) == "".join(text.split())
    assert all(a.end <= b.start for a, b in pairwise(tokens))
    found = segments(text)
    assert "".join("".join(text[s.start : s.end].split()) for s in found) == "".join(text.split())
    assert all(0 <= s.confidence <= 1.000001 for s in found)


@pytest.mark.parametrize("piece", ["10.5555/", "http://a/ ", "Smith J, ", "10.5555/a- ", "王伟, ", "[J]. "])
def test_what_is_too_long_for_an_entry_is_read_in_part_and_kept_whole(piece: str) -> None:
    text = piece * 20_000
    assert read_entry(PrintedEntry(1, text, "a.md", 1), "1").raw == text


def test_who_edited_a_book_is_not_its_title() -> None:
    text = "Moreau C, Haddad N. Olive mills and fungi[C]//ROSSI G. Advances in Agro-waste. Bari: Adria, 2011: 99-108."
    found = read_entry(PrintedEntry(1, text, "a.md", 1), "1")
    assert (found.journal, found.pages, found.year) == ("Advances in Agro-waste", "99-108", 2011)
    assert found.editors == (Author(family="ROSSI", given="G"),)

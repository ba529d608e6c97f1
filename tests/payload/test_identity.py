"""Ids, copies, the cap and parse failures (000's Step 0.5, 4 to 7)."""

import pytest

from state.errors import ManuscriptError
from state.payload import Payload
from tasks.parse.payload import read_payload
from tests.payload.reading import read

FIRST = "Orlo, M., & Benzak, T. (2018). Tidal memory in the harbours of Norr. Journal of Tides, 3(1), 4-9."


def ids(payload: Payload) -> list[str]:
    return [one.reference_id for one in payload.references]


def test_an_id_is_surname_year_and_six_words() -> None:
    assert ids(read(FIRST)) == ["orlo-2018-tidal-memory-in-the-harbours-of"]


def test_an_id_has_no_accents() -> None:
    text = "Örlø, Č. (2018). Mémoire des marées. Journal of Tides, 3(1), 4-9."
    assert ids(read(text))[0].startswith("orl")
    assert ids(read(text))[0].endswith("-2018-memoire-des-marees")


def test_without_author_or_year_an_id_is_the_place_in_the_input() -> None:
    assert ids(read("10.5555/a\n\nhttps://example.org/b\n\n10.5555/c")) == ["ref-1", "ref-2", "ref-3"]


@pytest.mark.parametrize(
    ("first", "second", "by"),
    [
        ("10.5555/ABC.1", "https://doi.org/10.5555/abc.1", "doi"),
        ("PMID: 99000001", "https://pubmed.ncbi.nlm.nih.gov/99000001/", "pmid"),
        ("arXiv:9901.00001v1", "arXiv:9901.00001v4", "arxiv"),
        ("10.48550/arXiv.9901.00001", "https://arxiv.org/abs/9901.00001v2", "arxiv"),
        ("978-3-16-148410-0", "3-16-148410-X", "isbn"),
        ("https://www.example.org/x/", "http://example.org/x", "url"),
        (FIRST, "1. Orlo M, Benzak T. Tidal memory in the harbours of Norr. J Tides. 2018;3(1):4-9.", "reference_id"),
        (
            "Orlo, M. (2018). A tidal memory of one in the harbours of old Norr. Journal of Tides, 3(1), 4-9.",
            "Orlo, M. (2018). The tidal memory of one in the harbours of old Norr, a. Journal of Tides, 3(1), 4-9.",
            "title",
        ),
    ],
)
def test_a_later_copy_is_found(first: str, second: str, by: str) -> None:
    payload = read(f"{first}\n\n{second}\n")
    [copy] = payload.duplicates
    canonical = ids(payload)[0]
    assert (copy.duplicate_of, copy.reference_id, copy.by) == (canonical, f"{canonical}-dup2", by)
    assert ids(payload) == [canonical, f"{canonical}-dup2"]
    assert copy.note == f"duplicate of {canonical}; verdict mirrored, resolver not re-queried"


def test_copies_are_counted_and_told_among_the_errors_with_their_own_text() -> None:
    payload = read("10.5555/a\n10.5555/b\ndoi:10.5555/A\nhttps://doi.org/10.5555/a\n")
    assert ids(payload) == ["ref-1", "ref-2", "ref-1-dup2", "ref-1-dup3"]
    assert [(one.reference_id, one.stage, one.reason, one.raw) for one in payload.errors] == [
        ("ref-1-dup2", "parse", "duplicate_of:ref-1", "doi:10.5555/A"),
        ("ref-1-dup3", "parse", "duplicate_of:ref-1", "https://doi.org/10.5555/a"),
    ]


def test_one_doi_given_to_two_works_makes_no_copy() -> None:
    text = (
        "Orlo, M. (2018). Tidal memory in harbours. Journal of Tides, 3, 4-9. https://doi.org/10.5555/x.1\n"
        "Vess, A. (2011). Counting lanterns from above. Journal of Lamps, 5, 6-7. https://doi.org/10.5555/x.1\n"
    )
    payload = read(text)
    assert not payload.duplicates
    assert any(warning.startswith("same_identifier=") for warning in payload.warnings)


def test_two_works_whose_ids_would_be_one_have_two() -> None:
    text = (
        "@article{a, author={Orlo, M.}, title={Tidal memory in the harbours of Norr}, year=2018, doi={10.5555/x.1}}\n"
        "@article{b, author={Orlo, M.}, title={Tidal memory in the harbours of Vask}, year=2018, doi={10.5555/x.2}}\n"
    )
    payload = read(text)
    assert not payload.duplicates
    assert len(set(ids(payload))) == 2


def test_a_copy_says_what_it_does_not_share_with_the_first() -> None:
    entry = "@article{%s, author={Orlo, M.}, title={Tidal memory}, journal={%s}, year=2018%s}\n"
    text = entry % ("a", "Tides", "") + entry % ("b", "Lamps", ", doi={10.5555/x.2}") + entry % ("c", "Tides", "")
    assert [copy.differs for copy in read(text).duplicates] == [("doi", "venue"), ()]


ENTRY = "@article{%s, author={Orlo, Mira and Benzak, Tom}, title={Tidal memory}, journal={Tides}, year=2018%s}\n"
FULL = ", doi={10.5555/x.2}, eprint={1801.00001}, archiveprefix={arXiv}, volume={3}, pages={301--312}"


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("1801.00001", "1801.99999", "arxiv"),
        ("year=2018", "year=2019", "year"),
        ("Benzak, Tom", "Badman, Xi", "authors"),
        (" and Benzak, Tom", "", "authors"),
        ("{Tides}", "{Lamps}", "venue"),
        ("volume={3}", "volume={4}", "volume"),
        ("301--312", "301--399", "pages"),
        ("Benzak, Tom", "Benzak, Xi", "authors"),
    ],
)
def test_whatever_a_copy_prints_otherwise_is_seen(old: str, new: str, field: str) -> None:
    first = ENTRY % ("a", FULL)
    [copy] = read(first + first.replace("{a,", "{b,").replace(old, new)).duplicates
    assert copy.differs == (field,)


@pytest.mark.parametrize("isbn", ["9780306406157", "0306406152"])
def test_another_isbn_is_a_difference_and_another_form_of_it_is_none(isbn: str) -> None:
    text = ENTRY % ("a", ", isbn={978-0-306-40615-7}") + ENTRY % ("b", f", isbn={{{isbn}}}")
    assert [copy.differs for copy in read(text).duplicates] == [()]
    other = ENTRY % ("a", ", isbn={978-0-306-40615-7}") + ENTRY % ("b", ", isbn={9783161484100}")
    assert [copy.differs for copy in read(other).duplicates] == [("isbn",)]


def test_what_a_copy_leaves_out_or_shortens_is_no_difference() -> None:
    first = ENTRY % ("a", FULL)
    short = ENTRY % ("b", ", pages={301-12}")
    [copy] = read(first + short.replace("Mira and Benzak, Tom", "M. and others")).duplicates
    assert (copy.differs, copy.lacks) == ((), ("doi", "arxiv", "volume"))


def test_a_name_and_a_year_make_no_copy() -> None:
    text = (
        "@article{a, author={Orlo, M.}, journal={Tides}, volume={5}, year=2018}\n"
        "@article{b, author={Orlo, M.}, journal={Lamps}, volume={77}, year=2018}\n"
    )
    payload = read(text)
    assert ids(payload) == ["ref-1", "ref-2"]
    assert not payload.duplicates
    assert not read("Orlo M, 2018, Tides 5:1-2\nOrlo M, 2018, Lamps 77:100-112\n").duplicates


def test_a_bibtex_entry_that_never_ends_is_a_failure_and_what_follows_is_read() -> None:
    broken = "@article{a, title={Tidal memory, author={Orlo, M.}, year={2018}}\n"
    whole = "@article{b, title={Counting lanterns}, author={Vess, A.}, year={2021}}\n"
    for text in (broken + "\n" + whole, broken + whole):
        failed, read_one = read(text).references
        assert failed.failure == "the entry does not end"
        assert failed.reference.raw == broken.strip()
        assert (read_one.failure, read_one.reference.title) == (None, "Counting lanterns")
        assert [(one.stage, one.reason) for one in read(text).errors] == [("parse", "the entry does not end")]


def test_generic_titles_of_different_years_are_no_copies() -> None:
    text = "Orlo, M. (2001). Editorial. Journal of Tides, 3, 4.\nOrlo, M. (2009). Editorial. Journal of Tides, 11, 2.\n"
    assert not read(text).duplicates


def test_beyond_the_cap_the_contract_s_words_say_what_was_cut() -> None:
    text = "\n".join(f"10.5555/x.{n}" for n in range(201))
    payload = read_payload([("list.txt", text.encode())])
    assert len(payload.references) == 200
    assert payload.cut is not None
    assert payload.cut.message == (
        "Reference list exceeds the 200-entry cap (got 201). Split into smaller batches or use the literature-review "
        "skill for full-corpus audits."
    )
    assert sum(chunk.entries for chunk in payload.chunks) == 201


def test_two_hundred_are_within_the_cap_and_none_lifts_it() -> None:
    text = "\n".join(f"10.5555/x.{n}" for n in range(200)).encode()
    assert read_payload([("list.txt", text)]).cut is None
    whole = read_payload([("list.txt", text + b"\n10.5555/y")], cap=None)
    assert (whole.cut, len(whole.references)) == (None, 201)


def test_what_could_not_be_read_is_an_entry_and_an_error() -> None:
    text = "10.5555/x\n\n@article{broken, nothing that is a field\n\n2. zzz\n\n10.5555/y\n"
    payload = read(text)
    failed = [one for one in payload.references if one.failure]
    assert [one.reference_id for one in failed] == ["ref-2", "ref-3"]
    assert "nothing that is a field" in failed[0].reference.raw
    shown = failed[0].canonical
    assert (shown.doi, shown.url, shown.title, shown.authors, shown.year, shown.venue) == (None,) * 3 + ((),) + (
        None,
    ) * 2
    assert [one.reason for one in payload.errors] == [one.failure for one in failed]


def test_a_year_beyond_the_next_is_suspicious_and_no_failure() -> None:
    text = "@misc{a, author={Orlo, M.}, title={Tidal memory}, year=%d}"
    [ahead] = read(text % 2027).references
    assert (ahead.failure, ahead.has_suspicious_year(2026), ahead.has_suspicious_year(2025)) == (None, False, True)
    assert read(text % 1599).references[0].has_suspicious_year(2026)


@pytest.mark.parametrize("sources", [[], [("a.txt", b"")], [("a.txt", b" \n\t\n"), ("b.txt", b"\x00\x00")]])
def test_no_input_is_one_clear_line(sources: list[tuple[str, bytes]]) -> None:
    with pytest.raises(ManuscriptError, match="Provide references — a payload of citations in any supported format"):
        read_payload(sources)


def test_an_empty_source_beside_another_is_passed_over() -> None:
    assert len(read_payload([("a.txt", b""), ("b.txt", b"10.5555/x")]).references) == 1

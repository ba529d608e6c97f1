"""The HALLMARK benchmark's own parts, on entries and works that were invented for it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.hallmark.entries import Entry, TrueWork, as_bibtex, balanced, key_of, set_apart
from benchmarks.hallmark.failures import cause
from benchmarks.hallmark.running import Outcome, run
from benchmarks.hallmark.scoring import Judged, judged, score, tells_to_act
from benchmarks.hallmark.served import family_and_given, world_of
from benchmarks.hallmark.verdicts import verdict_class
from reports.finding import make
from state.finding import Severity
from state.lookup import RegistryName
from state.resolution import Discrepancy, Field, Identity
from tasks.readers.bibtex.reader import BibReader

RIGHT = Entry(
    id="own:1",
    type="inproceedings",
    fields={
        "title": "Tidal memory in shallow harbour networks",
        "author": "Ida Vang and Oskar de Wit and Pia Lund",
        "year": "2021",
        "booktitle": "ICLR",
        "doi": "10.1109/harbour.2021.7",
    },
    error="right",
    verdict_class="ok",
    method="own",
)
WORK = TrueWork(
    title="Tidal memory in shallow harbour networks",
    authors=("Ida Vang", "Oskar de Wit", "Pia Lund"),
    year=2021,
    venue="ICLR",
    doi="10.1109/harbour.2021.7",
    url=None,
)


def wrong(error: str, kind: str, **fields: str) -> Entry:
    return replace(RIGHT, id=f"own:{error}", error=error, verdict_class=kind, fields={**RIGHT.fields, **fields})


def difference(field: Field, detail: str = "", **more: object) -> Discrepancy:
    one = Discrepancy(field=field, printed="a", recorded="b", registry=RegistryName.DBLP, detail=detail)
    return one.model_copy(update=more)


# Entries


@given(st.text(alphabet="ab{}\\ ", max_size=40))
def test_braces_left_in_a_value_have_partners(text: str) -> None:
    kept = balanced(text)
    depth = 0
    for letter in kept:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        assert depth >= 0
    assert depth == 0
    assert kept.replace("{", "").replace("}", "") == text.replace("{", "").replace("}", "")


def test_balanced_values_stay_as_they_are() -> None:
    assert balanced("{L}arge {{N}et}works") == "{L}arge {{N}et}works"


def test_every_entry_is_read_back_under_its_own_key() -> None:
    entries = [RIGHT, wrong("near_miss_title", "title_mismatch", title="${{\\mathrm {Tidal memory"), RIGHT]
    read = BibReader().read("x.bib", as_bibtex(entries).encode()).references
    assert [reference.key for reference in read] == [key_of(place) for place in range(3)]
    assert read[0].title == RIGHT.fields["title"]
    assert len(read[0].authors) == 3


def test_only_wrong_entries_of_other_classes_without_a_true_work_are_set_apart() -> None:
    strange = {"title": "On the weight of borrowed umbrellas", "doi": "10.1/none"}
    entries = [
        RIGHT,
        replace(RIGHT, id="right, not served", fields={**RIGHT.fields, **strange}),
        wrong("year, not served", "year_mismatch", **strange),
        wrong("invented", "fabricated", **strange),
        wrong("doi", "bad_doi", **strange),
        wrong("by doi", "title_mismatch", title=strange["title"]),
        wrong("by title", "year_mismatch", doi="10.1/none"),
        wrong("by a title that is near", "title_mismatch", doi="", title="Tidal memories in shallow harbour networks"),
        replace(wrong("quoted", "title_mismatch", **strange), original_title=WORK.title),
    ]
    assert set_apart(entries, [WORK]) == {"own:year, not served"}


# Served


def test_a_work_is_at_the_services_that_would_have_it() -> None:
    preprint = replace(WORK, doi="10.48550/arxiv.2103.00001v2", venue=None)
    works = list(world_of([WORK, replace(WORK, doi=None), preprint, replace(preprint, venue="ICLR")]))
    assert works[0].held("crossref") and works[0].held("openalex") and works[0].held("semantic_scholar")
    assert not works[1].held("crossref") and works[1].held("openalex") and works[1].held("semantic_scholar")
    assert {"datacite", "arxiv", "openalex"} == set(works[2].held_by)
    assert works[2].arxiv == "2103.00001" and works[2].doi == "10.48550/arxiv.2103.00001"
    assert works[2].agency == "DataCite"
    assert works[3].held("semantic_scholar") and works[3].seen_by("datacite").journal == "arXiv"
    assert works[3].seen_by("openalex").journal == "ICLR"


def test_venues_may_be_served_as_each_service_spells_them() -> None:
    [work] = world_of([replace(WORK, venue="CVPR")], spelled=True)
    assert (
        work.seen_by("crossref").journal == "2021 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"
    )
    assert work.seen_by("semantic_scholar").journal == "Computer Vision and Pattern Recognition"
    assert work.seen_by("dblp").journal == "CVPR"


@pytest.mark.parametrize(
    ("name", "parted"),
    [
        ("Ida Vang", ["Vang", "Ida"]),
        ("Oskar de Wit", ["de Wit", "Oskar"]),
        ("Jan Willem van de Meer", ["van de Meer", "Jan Willem"]),
        ("Ana Ruiz y Casal", ["Ruiz y Casal", "Ana"]),
        ("Max Holm Jr.", ["Holm Jr.", "Max"]),
        ("Plinius", ["Plinius", ""]),
    ],
)
def test_names_are_parted_as_services_part_them(name: str, parted: list[str]) -> None:
    assert family_and_given(name) == parted


# Verdicts


@pytest.mark.parametrize(
    ("identity", "told", "unregistered", "expected"),
    [
        (Identity.SAME, [], False, "ok"),
        (Identity.UNKNOWN, [difference(Field.TITLE)], False, None),
        (Identity.AGENCY_ONLY, [], False, None),
        (Identity.NONE, [], True, "fabricated"),
        (Identity.OTHER_NOWHERE, [], False, "fabricated"),
        (Identity.OTHER_EXISTS, [], False, "bad_doi"),
        (Identity.SAME, [], True, "bad_doi"),
        (Identity.SAME, [difference(Field.FIRST_AUTHOR)], True, "bad_doi"),
        (Identity.SAME, [difference(Field.TITLE), difference(Field.FIRST_AUTHOR)], True, "fabricated"),
        (Identity.DOUBTFUL, [difference(Field.FIRST_AUTHOR)], False, "fabricated"),
        (Identity.STRANGER, [], False, "author_mismatch"),
        (Identity.STRANGER, [difference(Field.TITLE)], False, "fabricated"),
        (Identity.SAME, [difference(Field.AUTHORS, "omitted")], False, "author_incomplete"),
        (Identity.SAME, [difference(Field.AUTHORS, "added")], False, "author_mismatch"),
        (Identity.SAME, [difference(Field.FIRST_AUTHOR)], False, "author_mismatch"),
        (
            Identity.SAME,
            [difference(Field.FIRST_AUTHOR), difference(Field.AUTHORS, "omitted")],
            False,
            "author_incomplete",
        ),
        (
            Identity.SAME,
            [difference(Field.FIRST_AUTHOR), difference(Field.AUTHORS, "others")],
            False,
            "author_mismatch",
        ),
        (Identity.SAME, [difference(Field.AUTHORS, "added"), difference(Field.TITLE)], False, "author_mismatch"),
        (Identity.SAME, [difference(Field.TITLE), difference(Field.YEAR, "3")], False, "title_mismatch"),
        (Identity.DOUBTFUL, [], False, "title_mismatch"),
        (Identity.SAME, [difference(Field.JOURNAL)], False, "venue_mismatch"),
        (Identity.SAME, [difference(Field.JOURNAL), difference(Field.YEAR, "1")], False, "venue_year_mismatch"),
        (Identity.SAME, [difference(Field.YEAR, "1")], False, "ok"),
        (Identity.SAME, [difference(Field.YEAR, "12")], False, "year_mismatch"),
        (Identity.SAME, [difference(Field.TITLE, agreed_by=(RegistryName.CROSSREF,))], False, "ok"),
        (Identity.SAME, [difference(Field.JOURNAL, severity=Severity.MINOR)], False, "ok"),
    ],
)
def test_the_class_is_that_of_what_says_most(
    identity: Identity, told: list[Discrepancy], unregistered: bool, expected: str | None
) -> None:
    assert verdict_class(identity, told, doi_unregistered=unregistered) == expected
    assert verdict_class(identity, told[::-1], doi_unregistered=unregistered) == expected


def test_what_is_known_as_a_preprint_only_does_not_have_the_printed_venue() -> None:
    told = [difference(Field.YEAR, "1")]
    assert verdict_class(Identity.SAME, [], doi_unregistered=False, only_preprint=True) == "venue_mismatch"
    assert verdict_class(Identity.SAME, told, doi_unregistered=False, only_preprint=True) == "venue_year_mismatch"


# Counting


def test_a_silent_service_or_a_twin_entry_tells_nobody_to_act_on_the_reference() -> None:
    assert tells_to_act([make("REF-TITLE", {})])
    assert not tells_to_act([make("REF-UNAVAILABLE", {}), make("REF-SAME-IDENTIFIER", {}), make("REF-YEAR-NEAR", {})])
    assert not tells_to_act([make("CITE-ORPHAN", {})])


def row(entry: Entry, *, told: bool = False, unknown: bool = False, said: str | None = "ok") -> Judged:
    return Judged(Outcome(entry, None, None, ()), told, unknown, said)


def test_rates_are_over_what_was_scored_and_the_unknown_count_against_detection() -> None:
    lost = wrong("future_date", "year_mismatch")
    rows = [
        row(lost, told=True, said="year_mismatch"),
        row(lost),
        row(lost, unknown=True, said=None),
        row(lost, told=True, said="venue_mismatch"),
        row(RIGHT),
        row(RIGHT, told=True, said="year_mismatch"),
    ]
    total = score(rows)
    assert (total.found, total.missed, total.accused, total.cleared, total.unknown) == (2, 1, 1, 1, 1)
    assert total.detection == 0.5 and total.precision == pytest.approx(2 / 3) and total.false_positives == 0.5
    assert total.f1 == pytest.approx(4 / 7)
    assert total.exactness == pytest.approx(2 / 6) and total.exactness_of_wrong == 0.25


def test_nothing_scored_gives_rates_of_nothing() -> None:
    total = score([])
    assert (total.detection, total.precision, total.false_positives, total.f1, total.exactness) == (0, 0, 0, 0, 0)


def test_an_entry_that_was_not_read_is_unknown() -> None:
    one = judged(Outcome(RIGHT, None, None, ()))
    assert one.unknown and not one.told and one.said is None and cause(one.outcome) == "not read"


# The whole way


def test_a_wrong_year_is_found_and_the_right_entry_is_left_in_peace() -> None:
    ran = run([RIGHT, wrong("future_date", "year_mismatch", year="2033")], world_of([WORK]))
    right, late = (judged(outcome) for outcome in ran.outcomes)
    assert not right.told and right.exact
    assert late.told and late.exact
    assert ran.requests and not any(request.status == 429 for request in ran.requests)

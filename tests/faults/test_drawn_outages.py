"""A share of the benchmark of outages: draws over every service, and the outages that once made an accusation."""

from functools import cache
from random import Random

import pytest

from benchmarks.outages.faults import Fault, FaultyDoor
from benchmarks.outages.running import MODES, Bench
from benchmarks.outages.wire import agrees_without_faults
from benchmarks.outages.wire import draw as draw_on_wire
from benchmarks.outages.worse import Told, worse
from state.lookup import RegistryName
from state.resolution import Identity, NoticeState, PageState

DRAWS = 10
SPOILT = ("429, wait an hour", "web page, 404", "cut", "list without some, uncounted", "another work's answer")


@pytest.fixture(scope="module")
def bench() -> Bench:
    made = Bench()
    assert made.well
    return made


@cache
def told(bench: Bench, service: str, kind: str = "timeout") -> dict[str, Told]:
    """What is said of each reference with this fault on every request to a service."""
    door = FaultyDoor(bench.services, (Fault(kind, service),), Random(0))
    return {one.reference_id: bench.reader.told(one) for one in bench.resolved(door, MODES[0])}


def rules(one: Told) -> set[str]:
    return {rule for rule, _ in one.findings}


def silent(one: Told) -> set[RegistryName]:
    return {note.query.registry for note in one.resolution.unavailable}


def test_every_identity_is_among_the_references_when_all_is_well(bench: Bench) -> None:
    assert {one.resolution.identity for one in bench.well[0].values()} == set(Identity) - {Identity.UNKNOWN}
    assert {one.resolution.notice_state for one in bench.well[0].values()} == set(NoticeState)


def test_no_draw_says_worse_of_a_reference_and_draws_are_felt(bench: Bench) -> None:
    done = bench.draws(20_261_101, range(1, 1 + DRAWS))
    assert not [str(violation) for violation in done.violations]
    assert done.struck and done.unknown


def test_the_transport_tells_the_same_and_no_worse(bench: Bench) -> None:
    assert not [str(violation) for violation in agrees_without_faults(bench)]
    assert not draw_on_wire(bench, 7, 1).violations


@pytest.mark.parametrize("kind", SPOILT)
def test_crossref_spoilt_in_another_way_accuses_nobody(bench: Bench, kind: str) -> None:
    for name, hurt in told(bench, "crossref", kind).items():
        assert not list(worse(bench.well[0][name], hurt)), name


def test_an_accusation_is_told_apart_from_none(bench: Bench) -> None:
    well = bench.well[0]
    said = set(worse(well["right, everywhere"], well["stranger at the identifier"]))
    assert "identity: same became same_title_stranger" in said
    assert "verdict: verified became fabricated" in said
    assert list(worse(well["corrected"], well["retracted"]))
    assert list(worse(well["page, archived"], well["page, gone"]))
    assert not list(worse(well["retracted"], well["retracted"]))


def test_a_difference_is_not_confirmed_while_the_registry_that_agrees_is_silent(bench: Bench) -> None:
    name = "disagreement, year at Crossref"
    assert rules(bench.well[0][name]) == {"REF-REGISTRIES-DISAGREE"}
    hurt = told(bench, "openalex")[name]
    assert rules(hurt) == {"REF-UNCONFIRMED", "REF-UNAVAILABLE"}
    assert silent(hurt) == {RegistryName.OPENALEX}
    assert not hurt.differing


def test_a_preprint_whose_repository_is_silent_is_not_blamed_for_the_articles_year(bench: Bench) -> None:
    hurt = told(bench, "arxiv", "refused")["preprint, published since"]
    assert hurt.resolution.identity is Identity.SAME
    assert "REF-YEAR" not in rules(hurt)
    assert RegistryName.ARXIV in silent(hurt)


def test_a_dispute_is_unknown_and_not_nothing_while_its_source_is_silent(bench: Bench) -> None:
    assert bench.well[0]["disputed"].resolution.notice_state is NoticeState.DISPUTED
    assert told(bench, "openalex")["disputed"].resolution.notice_state is NoticeState.UNKNOWN


def test_a_correction_does_not_hide_a_retraction_whose_source_is_silent(bench: Bench) -> None:
    name = "retracted, and corrected at Crossref"
    assert told(bench, "pubmed")[name].resolution.notice_state is NoticeState.UNKNOWN


def test_a_retraction_is_told_with_the_service_that_may_know_that_it_was_taken_back(bench: Bench) -> None:
    hurt = told(bench, "crossref")["reinstated"]
    assert hurt.resolution.notice_state is NoticeState.RETRACTED
    assert silent(hurt) == {RegistryName.CROSSREF}


def test_a_copy_of_another_page_makes_no_page_gone(bench: Bench) -> None:
    name = "page, archived"
    assert bench.well[0][name].resolution.page.state is PageState.ARCHIVED  # type: ignore[union-attr]
    hurt = told(bench, "wayback", "another work's answer")[name]
    assert hurt.resolution.page.state is not PageState.GONE  # type: ignore[union-attr]

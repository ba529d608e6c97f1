"""What is said of a work since its publication (decisions 1.12)."""

import json
from pathlib import Path

import pytest

from state.lookup import Notice, NoticeType, RegistryName
from state.resolution import NoticeState
from tasks.fetch.notices import notice_state, notices_of
from tests.fetch.world import CROSSREF, OPENALEX, PUBMED, S2, World, record, reference, resolve_one

TITLE = "Outcome of joint replacement"


def with_notices(registry, *notices, title=TITLE):
    said = [
        Notice(type=kind, registry=registry, date=date, asserted_by="openalex" if registry is OPENALEX else None)
        for kind, date in notices
    ]
    return record(registry, title, doi="10.1000/joint", notices=tuple(said))


RETRACTED, CONCERN = NoticeType.RETRACTION, NoticeType.EXPRESSION_OF_CONCERN
BACK, ERRATUM = NoticeType.REINSTATEMENT, NoticeType.ERRATUM

CASES = {
    "nobody was asked": ([], NoticeState.UNKNOWN),
    "a source without notices does not count": ([with_notices(S2)], NoticeState.UNKNOWN),
    "nothing published": ([with_notices(CROSSREF)], NoticeState.NONE),
    "an erratum is a correction": ([with_notices(CROSSREF, (ERRATUM, "2020"))], NoticeState.CORRECTED),
    "a concern outweighs an erratum": (
        [with_notices(PUBMED, (ERRATUM, "2021"), (CONCERN, "2020"))],
        NoticeState.CONCERN,
    ),
    "a retraction outweighs both": (
        [with_notices(PUBMED, (CONCERN, "2022")), with_notices(CROSSREF, (RETRACTED, "2021"), (ERRATUM, "2023"))],
        NoticeState.RETRACTED,
    ),
    "a withdrawal is a retraction": ([with_notices(CROSSREF, (NoticeType.WITHDRAWAL, "2021"))], NoticeState.RETRACTED),
    "reinstated later": (
        [with_notices(CROSSREF, (RETRACTED, "2020-05"), (BACK, "2021-01-02"))],
        NoticeState.REINSTATED,
    ),
    "retracted again": ([with_notices(CROSSREF, (BACK, "2019"), (RETRACTED, "2020"))], NoticeState.RETRACTED),
    "reinstated without dates by one registry": (
        [with_notices(CROSSREF, (RETRACTED, None), (BACK, None))],
        NoticeState.REINSTATED,
    ),
    "reinstated without its retraction": ([with_notices(CROSSREF, (BACK, "2020"))], NoticeState.REINSTATED),
    "one says reinstated, the other keeps an undated flag": (
        [with_notices(PUBMED, (RETRACTED, None)), with_notices(CROSSREF, (BACK, "2021"))],
        NoticeState.DISPUTED,
    ),
    "a bare flag against silence": (
        [with_notices(OPENALEX, (RETRACTED, None)), with_notices(CROSSREF)],
        NoticeState.DISPUTED,
    ),
    "a bare flag alone": ([with_notices(OPENALEX, (RETRACTED, None))], NoticeState.RETRACTED),
    "a bare flag shared": (
        [with_notices(OPENALEX, (RETRACTED, None)), with_notices(CROSSREF, (RETRACTED, "2020"))],
        NoticeState.RETRACTED,
    ),
    "a title that says so": ([with_notices(CROSSREF, title=f"RETRACTED: {TITLE}")], NoticeState.RETRACTED),
    "a notice is not its article": ([with_notices(CROSSREF, title=f"Retraction: {TITLE}")], NoticeState.NONE),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_state_follows_from_all_sources(case):
    records, state = case
    assert notice_state(records) is state
    assert notice_state(list(reversed(records))) is state


def test_a_bare_flag_is_not_believed_while_a_better_source_is_out_of_reach():
    assert notice_state([with_notices(OPENALEX, (RETRACTED, None))], unasked=True) is NoticeState.UNKNOWN


def test_a_bare_flag_is_not_disputed_by_one_source_while_another_is_out_of_reach():
    flagged, other = with_notices(OPENALEX, (RETRACTED, None)), with_notices(RegistryName.EUROPEPMC)
    assert notice_state([flagged, other], unasked=True) is NoticeState.UNKNOWN
    assert notice_state([flagged, other]) is NoticeState.DISPUTED


@pytest.mark.parametrize("silent", ["unasked", "flag_unasked"])
def test_nothing_is_said_to_be_published_while_a_source_is_out_of_reach(silent):
    assert notice_state([with_notices(CROSSREF)], **{silent: True}) is NoticeState.UNKNOWN


@pytest.mark.parametrize("silent", ["unasked", "flag_unasked"])
def test_a_correction_does_not_stand_for_a_retraction_that_could_not_be_asked_for(silent):
    assert notice_state([with_notices(CROSSREF, (ERRATUM, "2020"))], **{silent: True}) is NoticeState.UNKNOWN


def test_a_title_that_says_retracted_is_its_registrys_statement():
    found = notices_of([with_notices(CROSSREF, title=f"RETRACTED ARTICLE: {TITLE}")])
    assert [(n.type, n.registry, n.asserted_by) for n in found] == [(RETRACTED, CROSSREF, "title")]


def test_a_retracted_title_is_still_the_cited_work_without_a_title_discrepancy():
    world = World((with_notices(CROSSREF, (RETRACTED, "2021"), title=f"RETRACTED: {TITLE}"),))
    found = resolve_one(world, reference(TITLE, doi="10.1000/joint"))
    assert (found.title_ratio, found.notice_state, found.discrepancies) == (1.0, NoticeState.RETRACTED, ())


def test_notices_of_another_work_are_not_the_references():
    other = record(CROSSREF, "Soil bacteria of meadows", "Brandt, L", 1999, doi="10.1000/soil").model_copy(
        update={"notices": (Notice(type=RETRACTED, registry=CROSSREF),)}
    )
    found = resolve_one(World((other,)), reference(TITLE, doi="10.1000/soil"))
    assert (found.notices, found.notice_state) == ((), NoticeState.UNKNOWN)


EVENTS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "registries" / "retraction_events.jsonl"
NATURES = {
    "Retraction": (RETRACTED, NoticeState.RETRACTED),
    "Correction": (NoticeType.CORRECTION, NoticeState.CORRECTED),
    "Expression of concern": (CONCERN, NoticeState.CONCERN),
    "Reinstatement": (BACK, NoticeState.REINSTATED),
}


@pytest.mark.skipif(not EVENTS.exists(), reason="the data set of retraction events is not beside the repository")
def test_no_recorded_erratum_or_concern_reads_as_a_retraction():
    for line in EVENTS.read_text("utf-8").splitlines():
        event = json.loads(line)
        kind, state = NATURES[event["nature"]]
        held = record(RegistryName.CROSSREF, TITLE, doi=event["doi"]).model_copy(
            update={"notices": (Notice(type=kind, registry=CROSSREF, doi=event["notice_doi"]),)}
        )
        assert notice_state([held]) is state

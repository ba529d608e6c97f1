"""verifyCitation's answer: column C of the contract's table, the ratios, and what is told beside the verdict."""

import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from reports.citation_answer import citation_answer, wants_screen
from reports.citation_verdict import severity_of
from reports.csl_item import csl_item
from state.citation_check import ClaimedCitation, ComparedWith, LlmScreen, VerifyAnswer, plain_answer
from state.finding import Severity
from state.lookup import Author, Query, QueryKind, Record, RegistryName, UnavailableReason
from state.manuscript import Reference
from state.resolution import (
    STATUS_OF,
    Candidate,
    Discrepancy,
    Field,
    FieldCheck,
    FieldVerdict,
    Identity,
    LookupNote,
    NoticeState,
    Resolution,
)
from tasks.fetch.identity import Answers, Fit, Grade, decide

TABLE = tomllib.loads((Path(__file__).parents[1] / "contract" / "identity_table.toml").read_text("utf-8"))
TITLE = "Drift of wooden trays in a tidal harbour"
DOI = "10.5555/tray.1"
BY_DOI = Query(registry=RegistryName.CROSSREF, kind=QueryKind.DOI, value=DOI)
BY_TITLE = Query(registry=RegistryName.OPENALEX, kind=QueryKind.TITLE, value=TITLE)
HANDLE = Query(registry=RegistryName.DOI, kind=QueryKind.HANDLE, value=DOI)


def record(doi: str | None = DOI, registry: RegistryName = RegistryName.CROSSREF, **more: Any) -> Record:
    values: dict[str, Any] = {"title": TITLE, "authors": (Author(family="Sand", given="Una"),), "year": 2011}
    return Record(**{"registry": registry, "id": doi or "W1", "doi": doi, **values, **more})


def resolution(identity: Identity = Identity.SAME, **more: Any) -> Resolution:
    """A resolution as step B would store it; `record` and `title_ratio` are those of an exact match unless said."""
    values: dict[str, Any] = {"record": record(), "title_ratio": 1.0, "author_agrees": True, "year_agrees": True}
    values["lookups"] = (LookupNote(query=BY_DOI, outcome="found"),)
    values["notice_state"] = NoticeState.NONE
    return Resolution(reference_id="1", identity=identity, status=STATUS_OF[identity], **{**values, **more})


def at_doi(*records: Record, **more: Any) -> ComparedWith:
    return ComparedWith(
        identifier=("doi", DOI),
        at_identifier=records,
        identifier_outcome="found" if records else "not_found",
        **more,
    )


def answer(found: Resolution, compared: ComparedWith | None = None, *, year: int = 2011, **more: Any) -> VerifyAnswer:
    claimed = ClaimedCitation(title=TITLE, doi=DOI, author="Sand", year=year)
    reference = Reference(id="1", title=TITLE, doi=DOI, authors=(Author(family="Sand"),), year=year)
    return citation_answer(claimed, reference, found, at_doi(record()) if compared is None else compared, **more)


def differing(field: Field, printed: str, recorded: str, detail: str = "") -> dict[str, Any]:
    """The check and the discrepancy of one field that differs."""
    check = FieldCheck(field=field, verdict=FieldVerdict.DIFFERS, printed=printed, recorded=recorded)
    found = Discrepancy(field=field, printed=printed, recorded=recorded, registry=RegistryName.CROSSREF, detail=detail)
    return {"checks": (check,), "discrepancies": (found,)}


# The table


def stored(row: dict[str, str]) -> tuple[Resolution, ComparedWith]:
    """What step B stores for a row of the table, by the code that decides it."""
    at_id = record()
    hit = record("10.5555/other.2", RegistryName.OPENALEX, title="Another record of trays", authors=())
    fits = {BY_DOI: at_id, BY_TITLE: hit}
    said = {BY_DOI: row["identifier"], BY_TITLE: row["search"]}
    year = row.get("found") != "year off"
    graded = {
        query: [Fit(query, fits[query], Grade[grade], 0.8, True, year or query is BY_DOI)]
        for query, grade in said.items()
        if grade in Grade.__members__
    }
    verdict = decide(
        Answers(
            by_identifier=graded.get(BY_DOI, []),
            by_title=graded.get(BY_TITLE, []),
            identifiers=[BY_DOI] if said[BY_DOI] != "none" else [],
            searches=[BY_TITLE] if said[BY_TITLE] != "none" else [],
            answered=[query for query, word in said.items() if word not in ("none", "unavailable")],
            handle=row.get("handle", "unasked"),  # type: ignore[arg-type]
            handle_query=HANDLE if "handle" in row else None,
            page="page" in row,
        )
    )
    assert verdict.identity.value == row["identity"]
    notes = [
        LookupNote(query=query, outcome="unavailable", reason=UnavailableReason.TIMEOUT, needed=True)
        for query in verdict.needed
    ]
    found = resolution(
        verdict.identity,
        record=verdict.fit.record if verdict.fit else None,
        elsewhere=verdict.elsewhere.record if verdict.elsewhere else None,
        title_ratio=verdict.fit.ratio if verdict.fit else None,
        lookups=tuple(notes) or (LookupNote(query=BY_DOI, outcome="found"),),
    )
    if said[BY_DOI] == "none":
        return found, ComparedWith()
    return found, at_doi(*([at_id] if BY_DOI in graded else []), elsewhere_ratio=0.95)


@pytest.mark.parametrize("row", TABLE["identity"], ids=lambda row: "-".join(map(str, row.values())))
def test_the_verdict_is_column_c(row: dict[str, str]) -> None:
    told = answer(*stored(row))
    if row["C"] == "unavailable":
        assert (told.ok, told.verdict, told.confidence, told.reason) == (False, None, None, "unavailable")
        assert any(caveat.startswith("unavailable: ") for caveat in told.provenance.caveats)
    elif row["C"] == "unreadable":
        assert (told.ok, told.verdict, told.skipped_reason) == (True, None, "insufficient_claim")
    else:
        assert told.ok
        assert told.verdict is not None
        assert told.verdict.value == row["C"]
        assert told.confidence is not None


def test_no_verdict_is_given_while_something_needed_could_not_be_asked() -> None:
    """Whatever else is known: no mixture of records and ratios makes an accusation of an outage."""
    for ratio, held in product((None, 0.1, 0.99), ((), (record(),))):
        told = answer(resolution(Identity.UNKNOWN, record=None, title_ratio=ratio), at_doi(*held))
        assert (told.ok, told.verdict, told.matched) == (False, None, None)


# Ratios


@pytest.mark.parametrize(
    ("identity", "ratio", "verdict", "confidence"),
    [
        (Identity.SAME, 1.0, "matched", "high"),
        (Identity.SAME, 0.92, "matched", "high"),
        (Identity.SAME, 0.9199, "matched", "low"),
        (Identity.SAME, 0.85, "matched", "low"),
        (Identity.SAME, None, "matched", "low"),
        (Identity.DOUBTFUL, 0.84, "matched", "low"),
        (Identity.DOUBTFUL, 0.70, "matched", "low"),
        (Identity.DOUBTFUL, 0.6999, "mismatch", "low"),
        (Identity.DOUBTFUL, None, "matched", "low"),
        (Identity.STRANGER, 0.99, "matched", "low"),
        (Identity.OTHER_NOWHERE, 0.2, "mismatch", "high"),
        (Identity.OTHER_NOWHERE, 0.65, "mismatch", "medium"),
        (Identity.OTHER_NOWHERE, 0.8, "mismatch", "low"),
    ],
)
def test_the_ratio_decides_how_sure_it_is(
    identity: Identity, ratio: float | None, verdict: str, confidence: str
) -> None:
    told = answer(resolution(identity, title_ratio=ratio))
    assert (told.verdict, told.confidence) == (verdict, confidence)


def test_a_title_without_its_subtitle_is_not_called_another_work() -> None:
    told = answer(resolution(Identity.DOUBTFUL, title_ratio=0.3), at_doi(record(), truncated=True))
    assert (told.verdict, told.confidence) == ("matched", "low")


def test_another_word_in_a_title_that_is_nearly_the_same_is_told() -> None:
    told = answer(resolution(title_ratio=0.97, **differing(Field.TITLE, TITLE, "Drift of iron trays", "-wooden +iron")))
    assert (told.verdict, told.confidence) == ("matched", "high")
    assert [(one.field, one.similarity) for one in told.mismatches] == [("title", 0.97)]
    assert any(one.startswith("title_words: ") and "-wooden +iron" in one for one in told.provenance.caveats)


@pytest.mark.parametrize(("gap", "confidence"), [("1", "medium"), ("2", "low"), ("9", "low")])
def test_years_apart_lower_the_confidence_and_never_flip(gap: str, confidence: str) -> None:
    told = answer(resolution(**differing(Field.YEAR, "2011", "2013", gap)))
    assert (told.verdict, told.confidence) == ("matched", confidence)
    (mismatch,) = told.mismatches
    assert (mismatch.field, mismatch.claimed, mismatch.resolved, mismatch.similarity) == ("year", 2011, 2013, None)


def test_a_name_written_otherwise_is_a_small_mitigation() -> None:
    told = answer(resolution(), at_doi(record(), author_normalised=True))
    assert (told.verdict, told.confidence) == ("matched", "medium")


def test_another_first_author_is_told_and_doubted() -> None:
    told = answer(resolution(author_agrees=False, **differing(Field.FIRST_AUTHOR, "Sand, U", "Stone, Una")))
    assert (told.verdict, told.confidence) == ("matched", "low")
    (mismatch,) = told.mismatches
    assert (mismatch.field, mismatch.claimed, mismatch.resolved) == ("first_author", "Sand", "Stone")
    assert 0 < (mismatch.similarity or 0) < 1


def test_the_container_is_soft() -> None:
    told = answer(resolution(**differing(Field.JOURNAL, "Harbour Letters", "Annals of Mud")))
    assert (told.verdict, told.confidence) == ("matched", "high")
    assert [one.field for one in told.mismatches] == ["container"]


def test_what_one_registry_says_against_another_is_no_mismatch() -> None:
    check = FieldCheck(field=Field.YEAR, verdict=FieldVerdict.AGREES, printed="2011", recorded="2011")
    against = Discrepancy(
        field=Field.YEAR,
        printed="2011",
        recorded="1990",
        registry=RegistryName.OPENALEX,
        detail="21",
        agreed_by=(RegistryName.CROSSREF,),
    )
    told = answer(resolution(checks=(check,), discrepancies=(against,)))
    assert (told.confidence, told.mismatches) == ("high", ())
    assert any(caveat.startswith("registries_disagree: ") for caveat in told.provenance.caveats)


# Identifiers


def test_an_identifier_that_nobody_holds_does_not_pass_on_the_title() -> None:
    found = resolution(record=record("10.5555/tray.2"), doi_unregistered=True)
    told = answer(found, at_doi())
    assert (told.verdict, told.confidence, told.provenance.resolved_via) == ("matched", "low", None)
    assert [caveat.partition(":")[0] for caveat in told.provenance.caveats] == [
        "doi_unregistered",
        "identifier_not_found",
    ]


def test_an_identifier_that_the_found_record_carries_passes_though_its_registry_is_silent() -> None:
    silent = ComparedWith(identifier=("doi", DOI), identifier_outcome="unavailable")
    told = answer(resolution(), silent)
    assert (told.confidence, told.provenance.resolved_via) == ("high", "doi")


def test_matched_is_the_identifiers_work_where_the_title_leads_elsewhere() -> None:
    other = record("10.5555/other.2", RegistryName.OPENALEX)
    told = answer(
        resolution(Identity.STRANGER, record=other, title_ratio=0.99),
        at_doi(record(title="Eels"), identifier_ratio=0.2),
    )
    assert told.verdict == "ambiguous"
    assert told.matched is not None
    assert told.matched["title"] == "Eels"
    assert [(one.item["DOI"], one.registries, one.score) for one in told.candidates] == [
        ("10.5555/other.2", ("openalex",), 0.99)
    ]
    assert [(one.field, one.similarity) for one in told.mismatches] == [("title", 0.2)]


def test_further_identifiers_are_compared_with_the_works_own() -> None:
    held = record(pmid="90000001")
    told = answer(resolution(record=held), at_doi(held, others=(("pmid", "90000002"), ("isbn", "9780306406157"))))
    assert told.confidence == "high"
    assert [caveat.partition(":")[0] for caveat in told.provenance.caveats] == [
        "other_identifier_differs",
        "other_identifier_unchecked",
    ]


def test_an_issn_of_another_journal_is_doubted() -> None:
    journal = Record(registry=RegistryName.CROSSREF, id="1234-567X", venue="Mud", issns=("1234-567X",))
    held = record(issns=("2049-3630",))
    told = answer(resolution(record=held), ComparedWith(whole=journal, whole_outcome="found"))
    assert (told.verdict, told.confidence) == ("matched", "low")
    assert any(caveat.startswith("other_journal: ") for caveat in told.provenance.caveats)


def test_a_part_of_a_known_book_that_nobody_lists_is_not_held_against_the_citation() -> None:
    book = Record(registry=RegistryName.OPENLIBRARY, id="OL1M", title="Handbook of invented harbours")
    found = resolution(Identity.NONE, record=None)
    for agrees, severity in ((True, Severity.MEDIUM), (False, Severity.SERIOUS), (None, Severity.SERIOUS)):
        compared = ComparedWith(
            identifier=("isbn", "9780306406157"), whole=book, whole_outcome="found", container_agrees=agrees
        )
        assert severity_of(answer(found, compared), found, compared) is severity


def test_arxivs_dois_and_numbers_are_two_names_of_one_preprint() -> None:
    preprint = record(None, RegistryName.ARXIV, id="2101.00015")
    for identifier in (("doi", "10.48550/arxiv.2101.00015"), ("arxiv", "2101.00015")):
        silent = ComparedWith(identifier=identifier, identifier_outcome="unavailable")
        assert answer(resolution(record=preprint), silent).confidence == "high"


# What it matters, and how it is told


@pytest.mark.parametrize(
    ("found", "severity"),
    [
        (resolution(), None),
        (resolution(title_ratio=0.9), Severity.MEDIUM),
        (resolution(Identity.OTHER_NOWHERE, title_ratio=0.1), Severity.SERIOUS),
        (resolution(Identity.OTHER_EXISTS, title_ratio=0.1), Severity.SERIOUS),
        (resolution(Identity.NONE, record=None), Severity.SERIOUS),
        (resolution(Identity.AGENCY_ONLY, record=None, agency="ISTIC"), Severity.MEDIUM),
        (resolution(title_ratio=0.9, doi_unregistered=True), Severity.SERIOUS),
        (resolution(notice_state=NoticeState.RETRACTED), Severity.SERIOUS),
        (resolution(notice_state=NoticeState.CONCERN), Severity.MEDIUM),
    ],
)
def test_what_an_answer_matters(found: Resolution, severity: Severity | None) -> None:
    assert severity_of(answer(found), found, at_doi(record())) is severity


def test_a_near_work_makes_not_found_less_sure() -> None:
    near = Candidate(record=record("10.5555/near.3"), ratio=0.8, author_agrees=None, year_agrees=None)
    told = answer(resolution(Identity.NONE, record=None, candidates=(near,)), at_doi())
    assert (told.verdict, told.confidence, len(told.candidates)) == ("not_found", "low", 1)
    assert answer(resolution(Identity.NONE, record=None), at_doi()).confidence == "high"


@pytest.mark.parametrize("word", ["informal_abbreviation", "different_paper", "uncertain"])
def test_a_screen_raises_a_mismatch_to_a_match_of_low_confidence_and_does_nothing_else(word: str) -> None:
    screen = LlmScreen.model_validate({"applied": True, "verdict": word})
    for identity, ratio in ((Identity.SAME, 0.9), (Identity.OTHER_EXISTS, 0.1), (Identity.NONE, None)):
        held = None if identity is Identity.NONE else record()
        found = resolution(identity, title_ratio=ratio, record=held)
        plain, screened = answer(found), answer(found, screen=screen)
        assert (plain.verdict, plain.confidence) == (screened.verdict, screened.confidence)
    found = resolution(Identity.OTHER_NOWHERE, title_ratio=0.3)
    assert wants_screen(answer(found))
    screened = answer(found, screen=screen)
    raised = ("matched", "low") if word == "informal_abbreviation" else ("mismatch", "high")
    assert (screened.verdict, screened.confidence) == raised
    assert "llm_screen" in screened.provenance.stages_run


def test_the_answer_has_the_systems_own_keys() -> None:
    told = plain_answer(answer(resolution()))
    assert list(told) == [
        "ok", "verdict", "confidence", "matched", "mismatches", "candidates", "retraction", "_provenance",
    ]  # fmt: skip
    assert set(told["_provenance"]) == {
        "stages_run", "resolved_via", "registries_searched", "llm_screen", "caveats",
    }  # fmt: skip
    searched = told["_provenance"]["registries_searched"]
    assert searched == [{"registry": "crossref", "by": "doi", "ok": True, "count": 0, "reason": None}]


def test_caveats_are_in_both_languages_under_the_same_codes() -> None:
    found = resolution(Identity.OTHER_NOWHERE, title_ratio=0.1)
    english, chinese = (answer(found, language=language).provenance.caveats for language in ("en", "zh"))
    assert [one.partition(":")[0] for one in english] == [one.partition(":")[0] for one in chinese]
    assert english != chinese
    folder = Path(__file__).parents[2] / "templates"
    words = [tomllib.loads((folder / f"cite.{lang}.toml").read_text("utf-8"))["caveat"] for lang in ("en", "zh")]
    assert list(words[0]) == list(words[1])


# CSL


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ({"types": ("journal-article",)}, "article-journal"),
        ({"types": ("Randomized Controlled Trial", "Journal Article")}, "article-journal"),
        ({"types": ("posted-content",), "is_preprint": True}, "article"),
        ({"types": ("proceedings-article",)}, "paper-conference"),
        ({"types": ("book-chapter",)}, "chapter"),
        ({"isbns": ("9780306406157",)}, "book"),
        ({}, "document"),
    ],
)
def test_a_record_becomes_an_item_of_its_kind(given: dict[str, Any], kind: str) -> None:
    assert csl_item(record(**given))["type"] == kind


def test_an_item_holds_only_what_the_registry_gives() -> None:
    bare = csl_item(Record(registry=RegistryName.OPENALEX, id="W7"))
    assert bare == {"id": "openalex:W7", "type": "document", "source": "openalex"}
    named = csl_item(record(authors=(Author(family="Sand", given="Una"), Author(family="Tray Group"))))
    assert named["author"] == [{"family": "Sand", "given": "Una"}, {"literal": "Tray Group"}]
    assert named["issued"] == {"date-parts": [[2011]]}

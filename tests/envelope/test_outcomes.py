"""A reference's verdict is read off its stored identity: the table's rows, Step 3c, notes and confidence."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from reports.envelope_notes import refs_words
from reports.envelope_outcome import depends_on_outage, outcome_of
from state.envelope_words import Depth
from state.lookup import QueryKind, RegistryName, UnavailableReason
from state.manuscript import Reference
from state.resolution import (
    Candidate,
    Discrepancy,
    Field,
    FieldCheck,
    FieldVerdict,
    Identity,
    Page,
    PageState,
    Resolution,
)
from tests.envelope.outcome_cases import (
    DOI,
    NOTHING,
    ROWS,
    TITLE,
    asked,
    by_title,
    notes,
    printed,
    record,
    resolved,
    verdict,
)


@pytest.mark.parametrize("row", ROWS)
def test_the_table(row: str) -> None:
    reference, resolution, wanted = ROWS[row]
    assert verdict(reference, resolution) == wanted


def test_a_search_that_fits_in_all_but_the_title_is_half_support() -> None:
    for ratio in (0.61, 0.75, 0.84):
        assert verdict(*by_title(Identity.DOUBTFUL, title_ratio=ratio)) == "partially_supported"
    assert verdict(*by_title(Identity.DOUBTFUL, title_ratio=0.7, year_agrees=False)) == "metadata_mismatch_title"


def test_two_works_that_fit_equally_well_are_half_support_unless_an_identifier_tells_them_apart() -> None:
    rival = Candidate(
        record=record(title=f"{TITLE} II", doi="10.5555/b"), ratio=0.96, author_agrees=True, year_agrees=True
    )
    assert verdict(*by_title(candidates=(rival,))) == "partially_supported"
    assert verdict(printed(), resolved(candidates=(rival,))) == "verified"
    for version in ({"doi": None}, {"is_preprint": True}, {"preprint_of": (DOI,)}):
        same = rival.model_copy(update={"record": rival.record.model_copy(update=version)})
        assert verdict(*by_title(candidates=(same,))) == "verified"
    weak = rival.model_copy(update={"ratio": 0.75})
    assert verdict(*by_title(candidates=(weak,))) == "verified", "it fails the cross-check itself"


def test_one_registry_convicts_nobody_while_another_agrees_with_the_print() -> None:
    def disagreed(field: Field) -> tuple[Discrepancy, ...]:
        values = {"printed": "2018", "recorded": "2011", "registry": RegistryName.CROSSREF}
        return (Discrepancy(field=field, **values, agreed_by=(RegistryName.OPENALEX,)),)

    for field, blamed in ((Field.YEAR, "year_agrees"), (Field.FIRST_AUTHOR, "author_agrees")):
        resolution = resolved(Identity.SAME, **{blamed: False}, discrepancies=disagreed(field))
        assert verdict(printed(), resolution) == "partially_supported"
        assert "registries disagree" in notes(printed(), resolution)


def test_what_one_record_leaves_blank_is_compared_with_another_of_the_work() -> None:
    def elsewhere(word: FieldVerdict) -> Resolution:
        check = FieldCheck(
            field=Field.FIRST_AUTHOR, verdict=word, recorded="Orlo, Mira", registry=RegistryName.OPENALEX
        )
        return resolved(record=record(authors=()), author_agrees=None, checks=(check,))

    assert verdict(printed(), elsewhere(FieldVerdict.AGREES)) == "verified"
    assert "another registry's record" in notes(printed(), elsewhere(FieldVerdict.AGREES))
    assert verdict(printed(), elsewhere(FieldVerdict.DIFFERS)) == "metadata_mismatch_author"
    assert verdict(printed(), elsewhere(FieldVerdict.NOT_RECORDED)) == "partially_supported"


def test_an_outage_is_named_and_never_an_absence() -> None:
    silent = asked(outcome="unavailable", reason=UnavailableReason.RATE_LIMITED, needed=True, registry="openalex")
    resolution = resolved(Identity.UNKNOWN, **NOTHING, lookups=(silent, asked(outcome="not_found")))
    outcome = outcome_of(printed(), resolution)
    assert (outcome.verdict, outcome.confidence) == ("unverifiable", 0.0)
    assert "openalex_unavailable" in notes(printed(), resolution)
    assert "crossref_unavailable" not in notes(printed(), resolution)


def test_the_agency_is_named_and_who_was_asked() -> None:
    reference, resolution, _ = ROWS["a DOI of an agency nobody reads"]
    assert "ISTIC" in notes(reference, resolution)
    reference, resolution, _ = ROWS["a DOI that does not exist"]
    assert "404 from Crossref" in notes(reference, resolution)
    reference, resolution, _ = ROWS["a DOI of nobody, the work found by its title"]
    assert f"The work itself exists: “{TITLE}”" in notes(reference, resolution)
    reference, resolution, _ = ROWS["the identifier of another work"]
    assert "“Eels”" in notes(reference, resolution)
    assert TITLE in notes(reference, resolution)


def test_who_says_nothing_by_an_absence_is_not_named_among_those_asked() -> None:
    lookups = (
        asked(QueryKind.TITLE, TITLE, "not_found"),
        asked(QueryKind.TITLE, TITLE, "not_found", "local"),
        asked(QueryKind.PAGE, "https://example.org", "not_found", "wayback"),
    )
    told = notes(printed(doi=None), resolved(Identity.NONE, **NOTHING, lookups=lookups))
    assert told == "no_confident_match: found nowhere; asked: Crossref."


def test_every_registry_has_a_name_and_every_reason_its_words() -> None:
    for language in ("en", "zh"):
        assert set(refs_words(language)["registry"]) == {name.value for name in RegistryName}
        assert {word.value for word in Field} <= set(refs_words(language)["field"])


def test_what_is_unverifiable_is_followed_up_by_people_only_at_expert_depth() -> None:
    reference, resolution, _ = ROWS["found nowhere"]
    assert "Web of Science" not in notes(reference, resolution)
    told = notes(reference, resolution, Depth.EXPERT)
    assert "first author (Orlo)" in told
    assert "DOAJ" in told
    assert "No list of predatory journals is bundled" in told
    assert "Web of Science" not in notes(printed(), resolved(), Depth.EXPERT)


def test_flags_are_told_and_change_no_verdict() -> None:
    told = notes(printed(), resolved(), flags=("too_convenient", "author_doi_pair_suspicious"))
    assert told == "VERIFY pre-scan flags: too_convenient, author_doi_pair_suspicious."


def test_a_list_of_identifiers_leaves_nothing_out() -> None:
    alone = ROWS["an identifier alone"][:2]
    assert "flags" not in notes(*alone, flags=("incomplete_details",))
    assert "flags: future_year." in notes(*alone, flags=("incomplete_details", "future_year"))
    nowhere = resolved(Identity.NONE, **NOTHING)
    assert "incomplete_details" in notes(printed(title=None, doi=None), nowhere, flags=("incomplete_details",))


def test_less_evidence_never_gives_more_confidence() -> None:
    def sure(reference: Reference, resolution: Resolution) -> float:
        return outcome_of(reference, resolution).confidence

    whole = sure(printed(), resolved())
    no_year = sure(printed(year=None), resolved(year_agrees=None))
    alone = sure(*ROWS["an identifier alone"][:2])
    half = sure(*ROWS["a record without authors"][:2])
    likely = sure(*by_title(Identity.DOUBTFUL, title_ratio=0.75))
    assert 1.0 == whole > no_year > alone > half > likely > 0.0
    worded = Discrepancy(field=Field.TITLE, printed="a", recorded="b", registry=RegistryName.CROSSREF)
    assert half < sure(printed(), resolved(discrepancies=(worded,))) < whole
    unasked = (asked(outcome="unavailable", reason=UnavailableReason.TIMEOUT), asked(QueryKind.TITLE, TITLE))
    assert alone < sure(printed(), resolved(lookups=unasked)) < whole
    at_identifier = sure(printed(), resolved(year_agrees=False))
    assert sure(*by_title(year_agrees=False)) < at_identifier < sure(*ROWS["a DOI that does not exist"][:2])


# The table of the contract tests, column R


def _of_row(row: dict[str, str]) -> tuple[Reference, Resolution]:
    """A reference and a resolution such as this row of `identity_table.toml` gives."""
    identity = Identity(row["identity"])
    prints = row["identifier"] != "none"
    reference = printed(doi=DOI if prints else None, title=None if row["search"] == "none" else TITLE)
    lookups = [asked(QueryKind.TITLE, TITLE)] if row["search"] != "none" else []
    if prints:
        silent = row["identifier"] == "unavailable"
        missing = "unavailable" if silent else "not_found"
        at_identifier = row["identifier"] in ("SAME", "DOUBTFUL", "STRANGER", "OTHER")
        reason = UnavailableReason.TIMEOUT if silent else None
        lookups.append(asked(outcome="found" if at_identifier else missing, reason=reason))
    values: dict[str, Any] = {"lookups": tuple(lookups), "doi_unregistered": row.get("handle") == "absent"}
    if identity is Identity.STRANGER:
        values |= {"author_agrees": False, "year_agrees": False}
    elif identity is Identity.DOUBTFUL:
        values |= {"title_ratio": 0.7, "year_agrees": row.get("found") != "year off"}
    elif identity in (Identity.OTHER_EXISTS, Identity.OTHER_NOWHERE):
        values |= {"title_ratio": 0.2, "record": record(title="Eels"), "elsewhere": record()}
    elif identity is not Identity.SAME:
        values |= NOTHING
    if reference.title is None and identity is Identity.DOUBTFUL:
        values |= {"title_ratio": None, "author_agrees": False, "year_agrees": False}
    return reference, resolved(identity, **values)


IDENTITY_ROWS: list[dict[str, str]] = tomllib.loads(
    (Path(__file__).resolve().parents[1] / "contract" / "identity_table.toml").read_text("utf-8")
)["identity"]


@pytest.mark.parametrize("row", IDENTITY_ROWS, ids=lambda row: f"{row['identifier']}-{row['search']}")
def test_the_contract_table_column_r(row: dict[str, str]) -> None:
    assert verdict(*_of_row(row)) == row["R"]


# The page


def test_the_page_names_every_verdict_that_is_given_and_every_option() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "refs.md").read_text("utf-8")
    given = {outcome_of(reference, resolution).verdict for reference, resolution, _ in ROWS.values()}
    shortened = {word.replace("metadata_mismatch_year", "_year") for word in given}
    assert not [word for word in shortened if f"`{word}`" not in page]
    for option in ("task", "depth", "output-format", "lang", "out", "no-cap", "offline", "patience", "fail-on", "json"):
        assert f"--{option}" in page


def test_an_entry_with_a_page_is_not_said_to_lack_what_it_prints() -> None:
    page = Page(url="https://example.org/weirs", state=PageState.ALIVE)
    silent = asked(QueryKind.PAGE, page.url, "unavailable", "wayback", needed=True)
    only = resolved(Identity.PAGE_ONLY, **NOTHING, page=page, lookups=())
    told = notes(printed(doi=None, url=page.url), only)
    assert told.startswith("Known by its page (the page answers)")
    assert "insufficient_metadata" not in told
    assert notes(printed(doi=None, title=None, authors=(), url=page.url), only).startswith("insufficient_metadata")
    assert not depends_on_outage(only)
    unasked = only.model_copy(update={"lookups": (silent,)})
    assert depends_on_outage(unasked)
    assert "wayback_unavailable" in notes(printed(doi=None, url=page.url), unasked)

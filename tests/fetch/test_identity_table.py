"""The table of decisions 1.9, read from tests/contract/identity_table.toml."""

import tomllib
from pathlib import Path

import pytest

from state.lookup import Query, QueryKind, RegistryName
from state.resolution import Identity
from tasks.fetch.identity import Answers, Fit, Grade, Verdict, decide, grade, nowhere, status_of
from tests.fetch.world import record

TABLE = tomllib.loads((Path(__file__).parents[1] / "contract" / "identity_table.toml").read_text("utf-8"))
SAYS = {"agree": True, "off": False, "absent": None}


def name(row: dict[str, object]) -> str:
    return "-".join(f"{value}" for value in row.values())


@pytest.mark.parametrize("row", TABLE["grade"], ids=name)
def test_a_record_is_graded_by_the_table(row):
    found = grade(
        ratio=row.get("ratio"),
        author=SAYS[row["author"]],
        year=SAYS[row["year"]],
        truncated=row.get("truncated", False),
        generic=row.get("generic", False),
        route=row["route"],
    )
    assert found.name == row["grade"]


BY_DOI = Query(registry=RegistryName.CROSSREF, kind=QueryKind.DOI, value="10.1234/x")
BY_TITLE = Query(registry=RegistryName.OPENALEX, kind=QueryKind.TITLE, value="A title")
HANDLE = Query(registry=RegistryName.DOI, kind=QueryKind.HANDLE, value="10.1234/x")


def fit(query: Query, called: str, doi: str, *, year: bool = True) -> Fit:
    held = record(query.registry, f"Words of {doi} alone", f"{doi}, A", doi=doi)
    return Fit(query=query, record=held, grade=Grade[called], ratio=0.9, author=True, year=year)


@pytest.mark.parametrize("row", TABLE["identity"], ids=name)
def test_all_answers_together_decide_by_the_table(row):
    at_id = [fit(BY_DOI, row["identifier"], "10.1234/x")] if row["identifier"] in Grade.__members__ else []
    found = []
    if row["search"] in Grade.__members__:
        found = [fit(BY_TITLE, row["search"], "10.1234/y", year=row.get("found") != "year off")]
    said = {BY_DOI: row["identifier"], BY_TITLE: row["search"]}
    verdict = decide(
        Answers(
            by_identifier=at_id,
            by_title=found,
            identifiers=[BY_DOI] if row["identifier"] != "none" else [],
            searches=[BY_TITLE] if row["search"] != "none" else [],
            answered=[query for query, answer in said.items() if answer not in ("none", "unavailable")],
            handle=row.get("handle", "unasked"),
            handle_query=HANDLE if "handle" in row else None,
            page="page" in row,
        )
    )
    assert verdict.identity.value == row["identity"]
    assert status_of(verdict.identity, 0.9).value == row["V"]
    assert bool(verdict.needed) == (verdict.identity is Identity.UNKNOWN)


@pytest.mark.parametrize("identity", [Identity.NONE, Identity.OTHER_NOWHERE])
def test_found_nowhere_needs_somebody_who_was_asked_and_everybody_who_was_required(identity):
    with pytest.raises(ValueError, match="nobody was asked"):
        nowhere(identity, (), ())
    assert nowhere(identity, (BY_DOI, BY_TITLE), {BY_DOI}) == Verdict(Identity.UNKNOWN, needed=(BY_TITLE,))
    assert nowhere(identity, (BY_DOI, BY_TITLE), {BY_DOI, BY_TITLE}).identity is identity


def test_every_identity_has_a_row():
    assert {row["identity"] for row in TABLE["identity"]} == {identity.value for identity in Identity}


def test_same_below_085_is_a_warning():
    assert status_of(Identity.SAME, 0.849).value == "WARNING"
    assert status_of(Identity.SAME, None).value == "OK"

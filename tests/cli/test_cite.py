"""`corrigenda cite` against the stand-in: what it tells, what it asks, what it keeps, how it ends."""

import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from corrigenda.cli import run
from tasks.transport import Retries
from templates import read_text
from tests.faults.small import WORKS
from tests.standin.faults import Fault
from tests.standin.llm import Message, content
from tests.standin.server import StandIn
from tests.standin.world import World, work_from_json

CLOCK = "2026-11-01T09:00:00Z"
ISSN = "1234-5679"
FURTHER: tuple[dict[str, Any], ...] = (
    {
        "title": "On the origin of drift in wooden trays",
        "authors": [["Verstraeten", "Ed"]],
        "year": 2011,
        "journal": "Inventive Physics",
        "doi": "10.5555/inphys.1170",
        "held_by": ["crossref", "openalex"],
    },
    {
        "title": "Moss on the north face of harbour walls",
        "authors": [["Ångström", "Liv"]],
        "year": 2015,
        "journal": "Wall Botany",
        "doi": "10.5555/moss.1",
        "pmid": "90000031",
        "pmcid": "PMC6500031",
        "held_by": ["pubmed", "europepmc", "crossref", "openalex"],
    },
    {
        "title": "Handbook of invented harbours",
        "authors": [["Quay", "Rosa"]],
        "year": 2003,
        "isbn": "9780306406157",
        "held_by": ["openlibrary"],
    },
    {
        "title": "Spectra of lanterns",
        "authors": [["Mire", "Otto"]],
        "year": 2019,
        "journal": "Invented Astronomy",
        "bibcode": "2019InvAs..12...45M",
        "held_by": ["ads"],
    },
)
VERSTRAETEN = {"title": FURTHER[0]["title"], "doi": "10.5555/inphys.1170", "authors": [{"family": "Verstraeten"}]}
WALK = {"title": "Walking groups and blood pressure of adults in small towns", "doi": "10.5555/walk.13"}


@pytest.fixture(autouse=True)
def unpaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.transport.limits.interval_of", lambda rate: 0.02 / rate)
    monkeypatch.setattr("tasks.transport.ONE_RETRY", Retries(tries=2, first_wait=0.01, jittered=False))


@dataclass
class Told:
    """How one run ended, and what it asked."""

    code: int
    answer: dict[str, Any]
    out: str
    err: str
    asked: list[Any]

    @property
    def verdict(self) -> tuple[str | None, str | None]:
        return self.answer["verdict"], self.answer["confidence"]

    @property
    def caveats(self) -> list[str]:
        return [caveat.partition(":")[0] for caveat in self.answer["_provenance"]["caveats"]]


Cite = Callable[..., Told]
SCHEMA = Draft202012Validator(json.loads(read_text("cite.schema.json")))


@pytest.fixture
def heard() -> list[str]:
    """What the model was asked when titles were screened."""
    return []


@pytest.fixture
def standin(heard: list[str]) -> Iterator[StandIn]:
    def says(messages: Sequence[Message]) -> str | None:
        prompt = "\n".join(content(message) for message in messages)
        if "<claimed>" not in prompt:
            return None
        heard.append(prompt)
        return '{"verdict": "informal_abbreviation"}'

    with StandIn(World(work_from_json(row) for row in (*WORKS, *FURTHER)), scripted=says) as server:
        yield server


@pytest.fixture
def cite(
    standin: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Cite:
    """Runs `cite` on a claim as JSON on standard input, or on options alone. Every answer fits the schema."""
    monkeypatch.setenv("CORRIGENDA_CLOCK", CLOCK)
    monkeypatch.setenv("CORRIGENDA_CACHE", f"sqlite:///{tmp_path / 'answers.db'}")
    for name, value in standin.environment().items():
        monkeypatch.setenv(name, value)

    def told(claim: Any, *words: str) -> Told:
        given = claim if isinstance(claim, bytes) else b"" if claim is None else json.dumps(claim).encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
        before = len(standin.requests)
        capsysbinary.readouterr()
        code = run(["cite", *words])
        said = capsysbinary.readouterr()
        out = said.out.decode()
        answer = json.loads(out) if out.startswith("{") else {}
        if answer:
            SCHEMA.validate(answer)
        return Told(code, answer, out, said.err.decode(), standin.requests[before:])

    return told


# Verdicts


def test_a_claim_that_agrees_with_its_identifier_is_matched(cite: Cite) -> None:
    told = cite({"claimed": {**VERSTRAETEN, "year": 2011}})
    assert (told.code, told.verdict) == (0, ("matched", "high"))
    assert told.answer["matched"]["DOI"] == "10.5555/inphys.1170"
    assert told.answer["matched"]["author"] == [{"family": "Verstraeten", "given": "Ed"}]
    assert told.answer["_provenance"]["resolved_via"] == "doi"
    assert told.answer["_provenance"]["stages_run"] == ["compare"]
    assert told.answer["retraction"]["isRetracted"] is False
    assert told.err == ""


def test_the_three_ways_to_state_a_claim_say_the_same(cite: Cite) -> None:
    wrapped = cite({"claimed": {**VERSTRAETEN, "year": 2011}, "options": {}})
    flat = cite({"title": VERSTRAETEN["title"], "doi": "https://doi.org/10.5555/INPHYS.1170", "author": "Verstraeten",
                 "year": 2011}, "-")  # fmt: skip
    options = cite(None, "--title", str(VERSTRAETEN["title"]), "--doi", "doi:10.5555/inphys.1170",
                   "--author", "Verstraeten", "--year", "2011", "--json")  # fmt: skip
    assert wrapped.out == flat.out == options.out


def test_a_real_doi_with_an_invented_title_is_a_mismatch(cite: Cite) -> None:
    told = cite({"claimed": {"title": "Neural ledgers of imaginary lighthouses", "doi": "10.5555/inphys.1170",
                             "authors": [{"family": "Nemo", "given": "A"}], "year": 2023}})  # fmt: skip
    assert (told.code, told.verdict) == (1, ("mismatch", "high"))
    assert told.answer["matched"]["title"] == FURTHER[0]["title"]
    assert [one["field"] for one in told.answer["mismatches"]] == ["title", "first_author", "year"]
    assert "other_work_at_identifier" in told.caveats


def test_a_wrong_identifier_of_a_real_work_is_ambiguous_and_shows_both(cite: Cite) -> None:
    told = cite({"title": "Service life of slate roofs and tin roofs in coastal villages", "doi": "10.5555/wrong.10",
                 "author": "Jurgens", "year": 2004})  # fmt: skip
    assert (told.code, told.verdict[0]) == (1, "ambiguous")
    assert told.answer["matched"]["DOI"] == "10.5555/wrong.10"
    assert told.answer["candidates"][0]["item"]["DOI"] == "10.5555/roof.10"


def test_what_nobody_knows_is_not_found(cite: Cite) -> None:
    told = cite({"title": "Honey dressings for burns of children: a randomized clinical trial", "author": "Ivanenko"})
    assert (told.code, told.verdict[0], told.answer["matched"]) == (1, "not_found", None)
    asked = {(one["registry"], one["ok"]) for one in told.answer["_provenance"]["registries_searched"]}
    assert {("pubmed", True), ("crossref", True), ("openalex", True)} <= asked


def test_a_doi_that_does_not_exist_is_serious_though_the_work_is_found_by_its_title(cite: Cite) -> None:
    told = cite({**WALK, "doi": "10.5555/nobody.77", "author": "Moreau", "year": 2021})
    assert (told.code, told.verdict, told.answer["_provenance"]["resolved_via"]) == (1, ("matched", "low"), "title")
    assert told.caveats == ["doi_unregistered", "identifier_not_found"]


def test_a_doi_of_an_agency_that_nobody_reads_is_not_held_against_it(cite: Cite) -> None:
    claim = {"title": "Rebuilding cycles of charcoal kilns in an upper valley", "doi": "10.5556/kiln.5"}
    told = cite(claim)
    assert (told.code, told.verdict) == (0, ("not_found", "low"))
    assert "agency_only" in told.caveats
    assert cite(claim, "--fail-on", "medium").code == 1


def test_a_retracted_work_is_matched_and_told(cite: Cite) -> None:
    told = cite({"title": "RETRACTED: Vitamin drops and fractures of adults: a randomized trial", "pmid": "90000012"})
    assert (told.code, told.verdict) == (1, ("matched", "high"))
    assert told.answer["retraction"]["isRetracted"] is True
    assert cite({**WALK, "year": 2021}, "--fail-on", "minor").code == 0


@pytest.mark.parametrize(
    ("claim", "via", "registry"),
    [
        ({"title": FURTHER[1]["title"], "pmcid": "PMCID: PMC6500031"}, "pmcid", "europepmc"),
        ({"title": FURTHER[1]["title"], "pmid": "PMID: 90000031"}, "pmid", "pubmed"),
        ({"title": FURTHER[2]["title"], "isbn": "0-306-40615-2", "author": "Quay"}, "isbn", "openlibrary"),
        ({"title": FURTHER[3]["title"], "ads": "2019InvAs..12...45M", "author": "Mire"}, "ads", "ads"),
        ({"title": WORKS[13]["title"], "arxiv": "arXiv:2101.00015v2"}, "arxiv", "arxiv"),
    ],
)
def test_every_identifier_leads_to_its_work(
    cite: Cite, claim: dict[str, Any], via: str, registry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORRIGENDA_ADS_API_KEY", "a-key-of-nobody")
    told = cite(claim)
    assert (told.code, told.verdict) == (0, ("matched", "high"))
    assert (told.answer["_provenance"]["resolved_via"], told.answer["matched"]["source"]) == (via, registry)


def test_of_several_identifiers_the_first_is_the_claims(cite: Cite) -> None:
    told = cite({**WALK, "author": "Moreau", "pmid": "90000012", "isbn": "9780306406157"})
    assert told.verdict == ("matched", "high")
    assert told.answer["_provenance"]["resolved_via"] == "doi"
    assert {"other_identifier_differs", "other_identifier_unchecked"} <= set(told.caveats)
    assert not any("90000012" in str(request) for request in told.asked)


def test_an_issn_names_a_journal_and_the_work_is_searched(cite: Cite) -> None:
    told = cite({"title": WALK["title"], "issn": ISSN, "author": "Moreau", "container": "Public Health Walks"})
    assert (told.verdict[0], told.answer["_provenance"]["resolved_via"]) == ("matched", "title")
    assert "whole_not_found" in told.caveats


def test_a_chapter_is_not_taken_for_the_book_its_isbn_names(cite: Cite) -> None:
    chapter = {"title": "Of piers and their keepers", "isbn": "9780306406157", "author": "Quay"}
    told = cite({**chapter, "container": "Handbook of invented harbours"})
    assert (told.code, told.verdict) == (0, ("not_found", "low"))
    assert "book_exists" in told.caveats
    other = cite({**chapter, "container": "Lighthouses of the inner sea"})
    assert (other.code, other.verdict[0]) == (1, "not_found")
    assert "other_container" in other.caveats
    whole = cite({"title": FURTHER[2]["title"], "isbn": "9780306406157", "container": FURTHER[2]["title"]})
    assert whole.verdict == ("matched", "high")


@pytest.mark.parametrize("identifier", [{"doi": "10.48550/arXiv.2101.00015v1"}, {"arxiv": "2101.00015"}])
def test_a_preprint_is_found_by_its_doi_and_by_its_number(cite: Cite, identifier: dict[str, str]) -> None:
    told = cite({"title": "Return times of random walks on maps of harbours", **identifier, "author": "Oyelaran"})
    assert (told.code, told.verdict) == (0, ("matched", "high"))


def test_a_context_without_words_or_too_long_is_refused(cite: Cite) -> None:
    for context in ("", " … ", "word " * 5000):
        told = cite(WALK, "--context", context)
        assert (told.code, told.out, told.err.count("\n"), told.asked) == (2, "", 1, [])


def test_a_name_written_otherwise_and_a_year_apart_are_small_mitigations(cite: Cite) -> None:
    moss = {"title": FURTHER[1]["title"], "doi": "10.5555/moss.1"}
    assert cite({**moss, "author": "Angstrom", "year": 2015}).verdict == ("matched", "medium")
    assert cite({**moss, "author": "Ångström", "year": 2016}).verdict == ("matched", "medium")
    assert cite({**moss, "author": "Ångström", "year": 2018}).verdict == ("matched", "low")
    assert cite({**moss, "author": "Ångström", "year": 2015}).verdict == ("matched", "high")


# Who could not be asked


@pytest.mark.parametrize("kind", ["unavailable", "html", "gone"])
def test_an_outage_never_accuses(cite: Cite, standin: StandIn, kind: str) -> None:
    standin.set_fault("crossref", Fault(kind))
    told = cite({"title": "Neural ledgers of imaginary lighthouses", "doi": "10.5555/inphys.1170"})
    assert (told.code, told.answer["ok"], told.verdict) == (3, False, (None, None))
    assert told.answer["reason"] == "unavailable"
    assert told.caveats == ["unavailable"] * len(told.caveats) != []


@pytest.mark.parametrize("service", ["crossref", "openalex", "pubmed", "datacite", "doi", "arxiv", "europepmc"])
def test_no_service_that_is_down_turns_a_sound_claim_into_an_accusation(
    cite: Cite, standin: StandIn, service: str
) -> None:
    standin.set_fault(service, Fault("unavailable"))
    for work in (WORKS[1], WORKS[10], WORKS[12], WORKS[13], FURTHER[1]):
        names = ("doi", "pmid", "arxiv", "pmcid")
        identifiers = [{name: work[name]} for name in names if name in work] or [{}]
        for identifier in identifiers[-2:]:
            claim = {"title": work["title"], "author": work["authors"][0][0], "year": work["year"], **identifier}
            told = cite(claim)
            assert told.answer["verdict"] in ("matched", None), (claim, told.answer)
            assert told.answer["verdict"] or (told.code, told.answer["reason"]) == (3, "unavailable")


def test_an_identifier_whose_service_needs_a_key_names_the_setting(cite: Cite) -> None:
    told = cite({"title": "Lanterns that nobody has described so far", "ads": "2019InvAs..12...45M"})
    assert (told.code, told.answer["reason"]) == (3, "unavailable")
    assert "CORRIGENDA_ADS_API_KEY" in told.out


def test_offline_with_nothing_kept_says_that_it_could_not_ask(cite: Cite) -> None:
    told = cite(WALK, "--offline")
    assert (told.code, told.answer["reason"], told.asked) == (3, "unavailable", [])


def test_the_registry_on_this_machine_answers_offline(
    cite: Cite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "library.bib"
    library.write_text(
        "@article{a, title = {Buoys and the patience of keepers}, author = {Sand, Una}, year = {2014},"
        " journal = {Harbour Letters}, doi = {10.5555/buoy.4}}\n"
    )
    monkeypatch.setenv("CORRIGENDA_REGISTRY", str(tmp_path / "registry.db"))
    assert run(["registry", "import", str(library)]) == 0
    claim = {"title": "Buoys and the patience of keepers", "doi": "10.5555/buoy.4", "author": "Sand", "year": 2014}
    told = cite(claim, "--offline")
    assert (told.code, told.verdict, told.answer["matched"]["source"]) == (0, ("matched", "high"), "local")
    unknown = cite({**claim, "title": "Neural ledgers of imaginary lighthouses", "doi": "10.5555/none.9"}, "--offline")
    assert (unknown.code, unknown.answer["reason"]) == (3, "unavailable")


# What is kept


def test_the_same_claim_again_asks_nobody_and_bypass_asks_anew(cite: Cite) -> None:
    first, again = cite(WALK), cite(WALK)
    assert first.asked
    assert (again.asked, again.out) == ([], first.out)
    assert cite(WALK, "--offline").out == first.out
    anew = cite({"claimed": WALK, "options": {"bypassCache": True}})
    assert (len(anew.asked), anew.out) == (len(first.asked), first.out)


def test_bypassing_what_is_kept_and_asking_nobody_exclude_each_other(cite: Cite) -> None:
    told = cite(WALK, "--offline", "--bypass-cache")
    assert (told.code, told.out) == (2, "")


# The sentence


def test_the_sentence_is_judged_by_rules_and_quoted(cite: Cite) -> None:
    told = cite(WALK, "--context", "Walking groups lowered blood pressure by 5.2 mmHg in 310 adults [13].")
    claim = told.answer["claim"]
    assert (claim["verdict"], claim["numeric_check"], claim["judge"]) == ("PASS", "NUM_OK", "rules")
    assert claim["quotations"] == ["Walking groups lowered blood pressure by 5.2 mmHg in 310 adults."]
    assert told.code == 0


def test_a_number_that_the_work_contradicts_is_found(cite: Cite) -> None:
    told = cite(
        WALK, "--context", "Walking groups raised blood pressure by 5.2 mmHg in 310 adults", "--fail-on", "medium"
    )
    assert told.code == 1
    assert told.answer["claim"]["verdict"] != "PASS"


def test_a_sentence_is_not_judged_by_another_works_text(cite: Cite) -> None:
    told = cite({**WALK, "title": "Neural ledgers of imaginary lighthouses"}, "--context", "Lighthouses keep ledgers.")
    assert told.verdict[0] == "mismatch"
    assert "claim" not in told.answer
    assert "claim_not_judged" in told.caveats


def test_nothing_goes_to_a_model_without_consent(cite: Cite) -> None:
    words = ("--judge", "openai:stand-in-1")
    told = cite(WALK, "--context", "Walking groups lowered blood pressure.", *words)
    assert (told.code, told.out, told.asked) == (2, "", [])
    agreed = cite(WALK, "--context", "Walking groups lowered blood pressure.", *words, "--yes")
    assert agreed.answer["claim"]["judge"] == "openai:stand-in-1"
    again = cite(WALK, "--context", "Walking groups lowered blood pressure.", *words, "--yes")
    assert (again.asked, again.out) == ([], agreed.out)


# The screen


def test_a_screen_that_nobody_agreed_to_is_forbidden(cite: Cite) -> None:
    for words in ((), ("--yes",), ("--judge", "openai:stand-in-1")):
        told = cite({"claimed": WALK, "options": {"screen_with_llm": True}}, *words)
        assert (told.code, told.out, told.asked) == (2, "", [])
        assert told.err.startswith("corrigenda: LLM_SCREEN_FORBIDDEN: ")
        assert told.err.count("\n") == 1


def test_an_agreed_screen_sees_titles_alone_and_may_raise_a_mismatch(cite: Cite, heard: list[str]) -> None:
    words = ("--judge", "openai:stand-in-1", "--yes")
    claim = {"title": "The walk paper of the small towns", "doi": "10.5555/walk.13", "screenWithLlm": True}
    told = cite(claim, *words)
    assert (told.code, told.verdict) == (0, ("matched", "low"))
    assert told.answer["_provenance"]["llm_screen"] == {"applied": True, "verdict": "informal_abbreviation"}
    assert len(heard) == 1
    assert "The walk paper of the small towns" in heard[0]
    sure = cite({**WALK, "screenWithLlm": True}, *words)
    assert (sure.verdict, len(heard)) == (("matched", "high"), 1)


# What it costs


def test_the_command_imports_neither_engine_nor_model_nor_pdf_libraries() -> None:
    code = (
        "import sys, corrigenda.commands.cite, corrigenda.citing\n"
        "print(sorted({'prefect', 'pymupdf', 'fitz', 'pydantic_ai', 'docx', 'openai'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

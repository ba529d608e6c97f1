"""`corrigenda refs` against the stand-in: what it tells, what it asks, what it keeps, how it ends."""

import hashlib
import io
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from corrigenda.cli import run
from reports.envelope_rules import validate
from state.store import Store
from state.store import tables as t
from tests.envelope.invented_list import two_hundred
from tests.faults.small import BIBLIOGRAPHY, world
from tests.standin.faults import Fault
from tests.standin.server import StandIn

CLOCK = "2026-11-01T09:00:00Z"
CITATIONS = ("--task", "verify_citations")


@pytest.fixture(autouse=True)
def unpaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.transport.limits.interval_of", lambda rate: 0.02 / rate)


@dataclass
class Told:
    """How one run ended, and what it asked."""

    code: int
    envelope: dict[str, Any]
    out: str
    err: str
    asked: list[Any]

    @property
    def verdicts(self) -> dict[str, Any]:
        return {entry["reference_id"]: entry for entry in self.envelope["data"]["verdicts"]}

    def of(self, *ids: str) -> list[str]:
        return [self.verdicts[name]["verdict"] for name in ids]


Refs = Callable[..., Told]


@pytest.fixture
def standin() -> Iterator[StandIn]:
    with StandIn(world()) as server:
        yield server


@pytest.fixture
def refs(
    standin: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Refs:
    """Runs `refs` on texts by file name; a text alone is standard input."""
    monkeypatch.setenv("CORRIGENDA_CLOCK", CLOCK)
    monkeypatch.setenv("CORRIGENDA_CACHE", f"sqlite:///{tmp_path / 'answers.db'}")
    for name, value in standin.environment().items():
        monkeypatch.setenv(name, value)

    def told(given: str | dict[str, str], *words: str) -> Told:
        if isinstance(given, str):
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
            files = ["-"]
        else:
            for name, text in given.items():
                (tmp_path / name).write_text(text, "utf-8")
            files = [str(tmp_path / name) for name in given]
        before = len(standin.requests)
        capsysbinary.readouterr()
        code = run(["refs", *files, *words])
        said = capsysbinary.readouterr()
        out = said.out.decode()
        envelope = json.loads(out) if out.startswith("{") else {}
        return Told(code, envelope, out, said.err.decode(), standin.requests[before:])

    return told


def test_the_small_list_is_told_as_it_is(refs: Refs) -> None:
    told = refs(BIBLIOGRAPHY, *CITATIONS)
    assert told.code == 1
    assert validate(told.envelope).valid
    short = {name.split("-")[0]: entry for name, entry in told.verdicts.items()}
    assert {name: entry["verdict"] for name, entry in short.items() if entry["verdict"] != "verified"} == {
        "eriksen": "unverifiable",
        "fontaine": "fabricated_doi",
        "ivanenko": "unverifiable",
        "jurgens": "metadata_mismatch_title",
        "kimathi": "fabricated",
    }
    assert "ISTIC" in short["eriksen"]["evidence"]["notes"]
    assert short["ivanenko"]["evidence"]["notes"].startswith("no_confident_match")
    assert short["lindqvist"]["evidence"]["retraction"] == {"checked": True, "retracted": True}
    assert short["lindqvist"]["evidence"]["notes"].startswith("RETRACTED: ")
    assert "## Retracted references" in told.envelope["data"]["content"]
    assert "looking up references: 16/16" in told.err
    assert told.envelope["meta"]["timestamp"] == CLOCK


def test_the_hash_is_that_of_the_body_the_record_came_in(refs: Refs, tmp_path: Path) -> None:
    told = refs("10.5555/rock.2\n", *CITATIONS)
    (entry,) = told.verdicts.values()
    with Store.open(f"sqlite:///{tmp_path / 'answers.db'}", at=datetime(2026, 11, 1, tzinfo=UTC)) as store:
        fingerprints = [row["fingerprint"] for row in store.all_rows(t.BodyRow) if row["service"] == "crossref"]
        bodies = store.bodies(fingerprints).values()
    hashes = {hashlib.sha256(body.content[:4096]).hexdigest() for body in bodies}
    assert entry["evidence"]["resolved"]["source"] == "crossref"
    assert entry["evidence"]["resolved"]["raw_response_hash"] in hashes
    assert entry["evidence"]["cross_check"] is None
    assert "resolver_only" in entry["evidence"]["notes"]


def test_the_same_list_again_asks_nobody_and_says_the_same(refs: Refs) -> None:
    first, again = refs(BIBLIOGRAPHY, *CITATIONS), refs(BIBLIOGRAPHY, *CITATIONS)
    assert first.asked
    assert not again.asked
    assert again.out == first.out
    offline = refs(BIBLIOGRAPHY, *CITATIONS, "--offline")
    assert offline.out == first.out


def test_answers_older_than_the_limit_are_asked_again(refs: Refs, monkeypatch: pytest.MonkeyPatch) -> None:
    refs("10.5555/rock.2\n", *CITATIONS)
    monkeypatch.setenv("CORRIGENDA_CLOCK", "2026-11-29T09:00:00Z")
    assert not refs("10.5555/rock.2\n", *CITATIONS).asked
    monkeypatch.setenv("CORRIGENDA_CLOCK", "2026-12-02T09:00:00Z")
    assert refs("10.5555/rock.2\n", *CITATIONS).asked
    assert not refs("10.5555/rock.2\n", *CITATIONS).asked, "the new answers took the old ones' place"


MOREAU = "Moreau L (2021) Walking groups and blood pressure of adults in small towns. Public Health Walks."


def test_copies_cost_no_request_and_stand_in_their_place(refs: Refs) -> None:
    alone = refs("10.5555/walk.13\n", *CITATIONS)
    told = refs(f"10.5555/walk.13\n\nhttps://doi.org/10.5555/WALK.13\n\n{MOREAU} doi:10.5555/walk.13\n", *CITATIONS)
    assert alone.asked
    assert not told.asked
    assert told.envelope["meta"]["input_count"] == len(told.verdicts) == 3
    first, *copies = told.verdicts.values()
    assert [copy["reference_id"] for copy in copies] == [f"{first['reference_id']}-dup{n}" for n in (2, 3)]
    for copy in copies:
        assert copy["verdict"] == first["verdict"] == "verified"
        assert copy["evidence"]["notes"] == (
            f"duplicate of {first['reference_id']}; verdict mirrored, resolver not re-queried"
        )
    assert [error["reason"] for error in told.envelope["errors"] if "verify_framework" not in error["reason"]] == [
        f"duplicate_of:{first['reference_id']}"
    ] * 2


def test_a_copy_that_alone_states_a_wrong_year_is_not_called_verified(refs: Refs) -> None:
    told = refs(f"10.5555/walk.13\n\n{MOREAU.replace('2021', '2009')} doi:10.5555/walk.13\n", *CITATIONS)
    first, copy = told.verdicts.values()
    assert (first["verdict"], copy["verdict"]) == ("verified", "metadata_mismatch_year")
    assert copy["evidence"]["notes"].startswith(f"duplicate of {first['reference_id']}; compared on its own")


BOOK = (
    "@article{%s, title={Walking groups and blood pressure of adults in small towns}, author={Moreau, Luc}, year={%s},"
    " journal={Public Health Walks}%s}\n"
)


def test_a_wrong_identifier_of_a_copy_is_asked_for_and_told(refs: Refs) -> None:
    first = BOOK % ("a", 2021, ", doi={10.5555/walk.13}")
    for wrong, number in ((", isbn={9783161484100}", "ISBN 9783161484100"), (", pmid={99999999}", "PMID 99999999")):
        told = refs(first + BOOK % ("b", 2021, wrong), *CITATIONS)
        one, copy = told.verdicts.values()
        assert copy["evidence"]["notes"].startswith(f"duplicate of {one['reference_id']}; compared on its own: ")
        assert f"{number} leads to no record" in copy["evidence"]["notes"]
        assert copy["confidence"] < one["confidence"] == 1.0
        assert validate(told.envelope).valid


def test_a_copy_is_quoted_in_its_own_words(refs: Refs) -> None:
    told = refs(
        BOOK % ("a", 2021, ", doi={10.5555/walk.13}") + BOOK % ("b", 2022, "") + "10.5555/walk.13\n",
        "--task",
        "bibliography_audit",
    )
    first, copy, bare = told.verdicts.values()
    assert [one["evidence"]["cross_check"]["year"]["parsed"] for one in (first, copy)] == [2021, 2022]
    assert bare["evidence"]["cross_check"] is None
    assert bare["verdict"] == "verified"
    years = [row["printed"] for row in copy["evidence"]["checks"] if row["field"] == "year"]
    assert years == ["2022"]
    assert not [row for row in bare["evidence"]["checks"] if row["field"] == "year" and row["printed"]]


def test_an_entry_that_does_not_end_is_not_looked_up(refs: Refs) -> None:
    told = refs("@article{a, title={Walking groups, author={Moreau, L.}, year={2021}}\n", *CITATIONS)
    (entry,) = told.verdicts.values()
    assert entry["verdict"] == "unverifiable"
    assert "could not be parsed (the entry does not end)" in entry["evidence"]["notes"]
    assert not told.asked


def test_a_title_is_searched_once_for_all_its_copies(refs: Refs) -> None:
    invented = "Lorimer A (2012) Why the harbour bells of Ost rang thirteen. Bells and Tides."
    told = refs(f"{invented}\n\n{invented.replace('bells', 'Bells')} 4, 11-19.\n", *CITATIONS)
    assert told.of(*told.verdicts) == ["unverifiable", "unverifiable"]
    searches = Counter((row.service, row.params.get("query.title") or row.params.get("search")) for row in told.asked)
    assert max(Counter(row.service for row in told.asked).values()) == 1, searches


def test_an_outage_is_unverifiable_told_and_exit_3(refs: Refs, standin: StandIn) -> None:
    standin.set_fault("crossref", Fault("unavailable"))
    standin.set_fault("openalex", Fault("unavailable"))
    told = refs("10.5555/rope.6\n\n10.5555/rock.2\n", *CITATIONS, "--patience", "0")
    assert told.code == 3
    assert told.envelope["status"] == "partial"
    assert set(told.of(*told.verdicts)) == {"unverifiable"}
    errors = [error for error in told.envelope["errors"] if error.get("stage") == "resolve"]
    assert {error["reference_id"] for error in errors} == set(told.verdicts)
    assert all("crossref_unavailable" in error["reason"] for error in errors)
    standin.clear_faults()
    assert refs("10.5555/rope.6\n\n10.5555/rock.2\n", *CITATIONS).of(*told.verdicts) == ["fabricated_doi", "verified"]


def test_what_is_passed_over_is_quoted_among_the_errors(refs: Refs) -> None:
    told = refs("10.5555/rock.2\n\nDear all, the meeting is moved.\n", *CITATIONS)
    (error,) = told.envelope["errors"]
    assert error["raw"] == "Dear all, the meeting is moved."
    assert error["reason"].startswith("(standard input), line 3: no reference could be read")
    assert "not_references" not in told.out


@pytest.mark.parametrize(
    "printed", ["https://github.com/orlo/bells", "Orlo M. Bells of Ost. 2020. https://github.com/orlo/bells"]
)
def test_a_page_that_could_not_be_asked_is_partial_and_exit_3(printed: str, refs: Refs, standin: StandIn) -> None:
    for service in ("github", "wayback"):
        standin.set_fault(service, Fault("unavailable"))
    told = refs(f"{printed}\n", *CITATIONS, "--patience", "0")
    (entry,) = told.verdicts.values()
    assert (told.code, told.envelope["status"], entry["verdict"]) == (3, "partial", "unverifiable")
    assert "_unavailable" in entry["evidence"]["notes"]
    assert any("_unavailable" in error["reason"] for error in told.envelope["errors"])


ACCUSING = {"fabricated", "fabricated_doi", *(f"metadata_mismatch_{name}" for name in ("title", "author", "year"))}


def test_no_service_that_is_down_makes_an_accusation(
    refs: Refs, standin: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    clean = refs(BIBLIOGRAPHY, *CITATIONS).verdicts
    accused = {name for name, entry in clean.items() if entry["verdict"] in ACCUSING}
    for service in ("pubmed", "crossref", "openalex", "doi"):
        monkeypatch.setenv("CORRIGENDA_CACHE", "sqlite://")
        standin.reset()
        standin.set_fault(service, Fault("unavailable"))
        told = refs(BIBLIOGRAPHY, *CITATIONS, "--patience", "0", "-q")
        for name, entry in told.verdicts.items():
            assert name in accused or entry["verdict"] not in ACCUSING, (service, name)
            if entry["verdict"] != clean[name]["verdict"]:
                assert f"{service}_unavailable" in entry["evidence"]["notes"], (service, name)


def test_a_search_that_is_refused_twice_is_not_asked_for_the_rest_of_the_list(refs: Refs, standin: StandIn) -> None:
    titles = [f"Orlo A ({1990 + n}) Bells of the harbour number {n} and why they rang. Bells." for n in range(12)]
    standin.set_fault("semantic_scholar", Fault("rate_limited"))
    told = refs("\n\n".join(titles) + "\n", *CITATIONS, "--patience", "0")
    assert told.code == 1, "Semantic Scholar is not needed to say that a work is found nowhere"
    assert sum(row.service == "semantic_scholar" for row in told.asked) <= 4
    assert any("semantic_scholar_unavailable" in error["reason"] for error in told.envelope["errors"])


def test_an_audit_has_three_lists_and_says_what_differs(refs: Refs) -> None:
    wrong = BIBLIOGRAPHY.replace("Rock Surfaces", "Journal of Entirely Other Matters")
    told = refs(wrong, "--task", "bibliography_audit")
    content = told.envelope["data"]["content"]
    heads = [content.index(f"## {name}") for name in ("Clean", "Flagged", "Unverifiable")]
    assert heads == sorted(heads)
    assert "bergstrom" in content[heads[1] : heads[2]], "verified, but of another journal"
    assert "castellan" in content[heads[0] : heads[1]]
    assert "eriksen" in content[heads[2] :]
    checks = {
        name.split("-")[0]: {check["field"]: check["verdict"] for check in entry["evidence"]["checks"]}
        for name, entry in told.verdicts.items()
    }
    assert checks["bergstrom"]["journal"] == "differs"
    told = refs(wrong, "--task", "bibliography_audit", "--output-format", "json")
    lists = json.loads(told.envelope["data"]["content"])["lists"]
    assert sum(map(len, lists.values())) == len(told.verdicts)
    assert "bergstrom" in " ".join(lists["flagged"])


@pytest.mark.parametrize(("form", "language"), [("markdown", "zh"), ("latex", "en"), ("json", "zh")])
def test_every_format_and_language_is_valid(form: str, language: str, refs: Refs) -> None:
    told = refs(BIBLIOGRAPHY, *CITATIONS, "--output-format", form, "--lang", language, "--depth", "expert")
    assert validate(told.envelope).valid
    assert told.envelope["data"]["output_format"] == form


def test_the_envelope_goes_into_a_file_on_request(refs: Refs, tmp_path: Path) -> None:
    out = tmp_path / "made.json"
    told = refs(BIBLIOGRAPHY, *CITATIONS, "--out", str(out), "--json")
    assert told.envelope["exit_code"] == told.code == 1
    assert validate(json.loads(out.read_text("utf-8"))).valid
    assert run(["envelope", "validate", str(out)]) == 0


def test_the_last_line_says_how_it_ended_and_how_to_read_it(refs: Refs, standin: StandIn) -> None:
    told = refs(BIBLIOGRAPHY, *CITATIONS)
    last = told.err.strip().splitlines()[-1]
    assert last.startswith("verified 11, flagged 3, unverifiable 2; retracted 1. For a report to read: --report FILE")
    assert "jq -r .data.content" in last
    assert "--output-format" in last
    assert not refs(BIBLIOGRAPHY, *CITATIONS, "-q").err
    assert "已核实 11" in refs(BIBLIOGRAPHY, *CITATIONS, "--lang", "zh").err
    standin.set_fault("crossref", Fault("unavailable"))
    silent = refs("10.5556/other.5\n", *CITATIONS, "--patience", "0").err.strip().splitlines()[-1]
    assert silent.startswith("verified 0, flagged 0, unverifiable 1. Could not be asked: Crossref")


def test_the_report_goes_into_a_file_on_request(refs: Refs, tmp_path: Path) -> None:
    report = tmp_path / "audit.md"
    told = refs(BIBLIOGRAPHY, *CITATIONS, "--report", str(report))
    assert report.read_text("utf-8") == told.envelope["data"]["content"]
    assert told.err.strip().endswith(f"The report is in {report}.")


@pytest.mark.parametrize("option", ["--out", "--report"])
def test_a_folder_that_does_not_exist_is_refused_before_anything_is_asked(
    option: str, refs: Refs, tmp_path: Path
) -> None:
    for name in (tmp_path / "none" / "a.json", tmp_path):
        told = refs("10.5555/rock.2\n", *CITATIONS, option, str(name))
        assert (told.code, told.asked, told.out) == (2, [], "")
        assert f"choose another {option}" in told.err
        assert len(told.err.strip().splitlines()) == 1
    same = str(tmp_path / "a.json")
    assert refs("10.5555/rock.2\n", *CITATIONS, "--out", same, "--report", same).code == 2


def test_fail_on_decides_what_ends_with_1(refs: Refs) -> None:
    only_open = "10.5556/kiln.5\n"
    assert refs(only_open, *CITATIONS).code == 0
    assert refs(only_open, *CITATIONS, "--fail-on", "medium").code == 1
    assert refs("10.5555/rope.6\n", *CITATIONS, "--fail-on", "never").code == 0


CAPPED = "".join(f"10.5555/many.{n}\n" for n in range(201))
REFUSED: dict[str, tuple[dict[str, str] | str, tuple[str, ...], str]] = {
    "too many": (CAPPED, CITATIONS, "Reference list exceeds the 200-entry cap (got 201). Split into smaller batches"),
    "nothing": ("\n", CITATIONS, "Provide references — a payload of citations in any supported format"),
    "no reference": ("Dear all,\n\nthe meeting is moved.\n", CITATIONS, "Provide references"),
    "no task": ("10.5555/a\n", (), "Specify a task: verify_claims, verify_citations, alignment_audit"),
    "a task about claims": ("10.5555/a\n", ("--task", "verify_claims"), "a task about claims"),
    "no such task": ("10.5555/a\n", ("--task", "verify"), "no such task"),
    "no such depth": ("10.5555/a\n", (*CITATIONS, "--depth", "deep"), "--depth"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_wrong_input_is_one_line_and_exit_2(case: str, refs: Refs) -> None:
    given, words, says = REFUSED[case]
    told = refs(given, *words)
    assert told.code == 2
    assert not told.out
    assert told.err.startswith("corrigenda: ")
    assert len(told.err.strip().splitlines()) == 1
    assert says in told.err
    assert not told.asked


def test_a_file_that_is_not_there_and_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in (tmp_path / "none.bib", tmp_path):
        assert run(["refs", str(name), *CITATIONS]) == 2
        told = capsys.readouterr()
        assert len(told.err.strip().splitlines()) == 1
        assert str(name) in told.err


def test_the_cap_is_lifted_on_request(refs: Refs) -> None:
    told = refs(CAPPED, *CITATIONS, "--no-cap", "--offline")
    assert told.code == 3
    assert len(told.verdicts) == 201


def test_a_cache_folder_that_cannot_be_made_is_told_and_done_without(
    refs: Refs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.delenv("CORRIGENDA_CACHE")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path / "file" / "below"))
    told = refs("10.5555/rock.2\n", *CITATIONS, "-q")
    assert told.of(*told.verdicts) == ["verified"]
    assert "answers are not kept" in told.err


def test_without_a_setting_answers_are_kept_in_the_users_cache_folder(
    refs: Refs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CORRIGENDA_CACHE")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path / "cache"))
    refs("10.5555/rock.2\n", *CITATIONS)
    assert (tmp_path / "cache" / "answers.db").is_file()
    assert not refs("10.5555/rock.2\n", *CITATIONS).asked
    (tmp_path / "cache" / "answers.db").write_bytes(b"no database" * 99)
    told = refs("10.5555/rock.2\n", *CITATIONS)
    assert told.code == 2
    assert "answers.db: the kept answers cannot be read; delete the file" in told.err


def test_two_hundred_mixed_references(refs: Refs, standin: StandIn) -> None:
    made = two_hundred()
    standin.replace_world(made.world)
    told = refs(made.files, *CITATIONS)
    assert told.code == 1
    assert validate(told.envelope).valid
    assert told.envelope["meta"]["input_count"] == len(told.verdicts) == 200
    formats = Counter(
        entry["evidence"]["parsed"].get("format", entry["evidence"]["parsed"]["source_format"])
        for entry in told.verdicts.values()
    )
    assert set(formats) == {"bibtex", "ris", "nbib", "csl-json", "doi", "url", "prose"}
    given = {entry["evidence"]["parsed"]["doi"]: entry["verdict"] for entry in told.verdicts.values()}
    assert (given["10.5555/nobody.1"], given["10.5556/nobody.2"]) == ("fabricated_doi", "fabricated_doi")
    titles = {name: entry["evidence"]["parsed"]["title"] or "" for name, entry in told.verdicts.items()}
    invented = [name for name, title in titles.items() if re.search(r" in 10\d\d$", title)]
    assert len(invented) == 12
    assert "verified" not in told.of(*invented)
    # 36 of 40 entries of the .bib, all of .ris, .nbib, CSL and the two lists of identifiers, and every printed one.
    assert sum(entry["verdict"] == "verified" for entry in told.verdicts.values()) == 36 + 20 + 20 + 20 + 18 + 9 + 58
    assert len(made.files) == 7


def _as_logged(request: dict[str, Any]) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """A stored request as the stand-in logs it, who names no tool."""
    params = tuple((name, value) for name, value in request["params"] if name != "tool")
    return request["registry"], unquote(request["path"]), params


def test_a_killed_run_goes_on_without_asking_for_what_it_has(refs: Refs, tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text(BIBLIOGRAPHY, "utf-8")
    killed = subprocess.run(
        [sys.executable, "-m", "tests.cli.refs_killed", "9", "refs", str(tmp_path / "refs.bib"), *CITATIONS, "-q"],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        check=False,
    )
    assert killed.returncode not in (0, 1, 2, 3), killed.stderr
    with Store.open(f"sqlite:///{tmp_path / 'answers.db'}", at=datetime(2026, 11, 1, tzinfo=UTC)) as store:
        kept = [json.loads(row["request"]) for row in store.all_rows(t.BodyRow)]
    assert kept
    told = refs({"refs.bib": BIBLIOGRAPHY}, *CITATIONS)
    assert told.code == 1
    assert told.asked
    again = {(row.service, row.path, tuple(row.params.items())) for row in told.asked}
    had = set(map(_as_logged, kept))
    assert not again & had


def test_what_is_compared_above_is_written_alike_in_store_and_log(refs: Refs, tmp_path: Path) -> None:
    asked = refs(BIBLIOGRAPHY, *CITATIONS).asked
    with Store.open(f"sqlite:///{tmp_path / 'answers.db'}", at=datetime(2026, 11, 1, tzinfo=UTC)) as store:
        kept = [json.loads(row["request"]) for row in store.all_rows(t.BodyRow)]
    had = set(map(_as_logged, kept))
    assert {(row.service, row.path, tuple(row.params.items())) for row in asked} == had


def test_a_run_that_is_stopped_says_how_it_goes_on(refs: Refs, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("corrigenda.referencing.envelope_of_references", interrupted)
    told = refs("10.5555/rock.2\n", *CITATIONS, "-q")
    assert told.code == 130
    assert told.err.strip() == "corrigenda: stopped. Every answer is kept; the same command goes on from there."

"""Runs on a real Prefect server: done there, killed there and resumed, and what the server is told of them.

All that needs the server is in this file, so that it is started once however many processes share the tests.
"""

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.resume.engines import check, said
from tests.resume.matrix import Bench, Row
from tests.resume.prefect_server import told

Known = dict[str, list[dict[str, Any]]]

ON_PREFECT = (("45",), ("C:prompt",))
"""Kills, each followed by `resume`."""
FAILING = """
import flows.verify
from state.errors import SettingsError
async def failing(job):
    raise SettingsError("ward-secrets: not that way")
flows.verify.STEPS["B"] = failing
"""
GOING = """
from corrigenda.settings import quiet_dependencies
quiet_dependencies()
import flows.prefect_engine as engine
async def gone(run_id):
    await engine.STEPS["A"](engine._HELD[run_id].job)
    raise ConnectionError("no more")
engine.verify_flow = gone
"""


@pytest.mark.prefect
@pytest.mark.slow
def test_auto_runs_on_a_server_that_answers_on_this_machine(manuscript: Path, home: Path, prefect_address: str) -> None:
    before = len(told(prefect_address)["flow_runs"])
    ended = check(manuscript, home, server=prefect_address)
    assert ended.returncode == 3, ended.stderr
    assert said(ended) == []
    known = told(prefect_address)
    assert len(known["flow_runs"]) == before + 1
    assert "ward-secrets" not in json.dumps(known)


@pytest.mark.prefect
@pytest.mark.slow
def test_an_error_in_a_step_is_one_line_here_and_says_nothing_to_prefect(
    manuscript: Path, home: Path, prefect_address: str
) -> None:
    ended = check(manuscript, home, "--engine", "prefect", server=prefect_address, before=FAILING)
    assert ended.returncode == 2, ended.stderr
    assert said(ended) == ["corrigenda: ward-secrets: not that way"]
    known = told(prefect_address)
    assert "FAILED" in {run["state"]["type"] for run in known["flow_runs"]}
    assert "ward-secrets" not in json.dumps(known)


@pytest.mark.prefect
@pytest.mark.slow
def test_a_server_that_goes_away_on_the_way_leaves_the_rest_to_this_process(
    manuscript: Path, home: Path, prefect_address: str
) -> None:
    ended = check(manuscript, home, "--engine", "prefect", server=prefect_address, before=GOING)
    assert ended.returncode == 3, ended.stderr
    assert f"{prefect_address} went away (ConnectionError): the rest was done in this process" in " ".join(
        ended.stdout.split()
    )
    assert said(ended) == []
    assert (manuscript.with_name("ward-secrets.corrigenda") / "verification_report.md").is_file()


@pytest.fixture(scope="module")
def on_prefect(prefect_bench: Bench, prefect_address: str) -> tuple[list[Row], Known]:
    """Runs killed and resumed on a real server, and all that the server then knows."""
    rows = [prefect_bench.row(*moments) for moments in ON_PREFECT]
    return rows, told(prefect_address)


@pytest.mark.slow
@pytest.mark.prefect
def test_a_killed_prefect_run_ends_as_the_unbroken_local_one(on_prefect: tuple[list[Row], Known]) -> None:
    for row in on_prefect[0]:
        assert row.is_whole, row
        assert row.same


@pytest.mark.slow
@pytest.mark.prefect
def test_prefect_is_told_run_ids_and_step_letters_only(
    on_prefect: tuple[list[Row], Known], prefect_bench: Bench
) -> None:
    known = on_prefect[1]
    assert known["flow_runs"] and known["task_runs"] and known["events"]
    for run in known["flow_runs"]:
        assert run["parameters"].keys() == {"run_id"}
        assert re.fullmatch(r"v1:run:[0-9a-f]{32}", run["parameters"]["run_id"])
        assert run["name"] == f"verify {run['parameters']['run_id']}"
        assert all(re.fullmatch(r"v1:place:[0-9a-f]{32}", tag) for tag in run["tags"])
    assert {run["name"] for run in known["task_runs"]} == {f"step {letter}" for letter in "ABCD"}
    assert known["logs"] == [] and known["variables"] == []
    # A run that failed leaves its error behind, which says no more than that a step did not finish.
    kept = [Path(artifact["data"]["storage_key"]) for artifact in known["artifacts"]]
    results = [base64.b64decode(path.read_bytes()).decode("latin-1") for path in kept if path.exists()]
    assert all("did not finish" in result for result in results), results
    text = _folded(json.dumps([known, results], ensure_ascii=False))
    for words in _words_of_the_manuscript(prefect_bench):
        assert words not in text
    for name in (prefect_bench.plan.manuscript.name, prefect_bench.plan.bibliography.name, str(prefect_bench.folder)):
        assert name.lower() not in text


@pytest.mark.slow
@pytest.mark.prefect
def test_a_flow_run_whose_process_was_killed_does_not_run_for_ever(
    on_prefect: tuple[list[Row], Known], bench: Bench
) -> None:
    ((run_id,),) = bench.unbroken.held.rows["run"]
    ours = [run for run in on_prefect[1]["flow_runs"] if run["parameters"]["run_id"] == run_id]
    states = sorted(run["state"]["type"] for run in ours)
    assert states == ["COMPLETED"] * len(ON_PREFECT) + ["CRASHED"] * len(ON_PREFECT)


def _words_of_the_manuscript(bench: Bench) -> set[str]:
    """Every four words in a row of any sentence, title or heading."""
    rows = bench.unbroken.held.rows
    texts = [json.loads(row["payload"])["context_raw"] for row in rows["claim"].values()]
    texts += [row["title"] or "" for row in rows["reference"].values()]
    found = set()
    for text in texts:
        words = _folded(text).split()
        found |= {" ".join(words[place : place + 4]) for place in range(len(words) - 3)}
    assert len(found) > 500
    return found


def _folded(text: str) -> str:
    return " ".join(text.lower().split())

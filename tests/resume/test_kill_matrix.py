"""A killed run loses nothing: same bytes, nothing asked twice, no judged claim sent again, on either engine."""

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest

from flows.rendering import write
from tests.resume.matrix import AT_ONCE, Bench, Row
from tests.resume.prefect_server import told

Known = dict[str, list[dict[str, Any]]]

MOMENTS = (
    ("A:read",),
    ("before", "20"),
    ("A:finished", "writing"),
    ("B:asked",),
    ("B:resolution",),
    ("50", "50"),
    ("C:batch",),
    ("D:finished",),
)
"""Kills, each followed by `resume`: spread over the steps, inside the very first transaction, and twice in one run."""
ON_PREFECT = (("45",), ("C:prompt",))


@pytest.mark.slow
@pytest.mark.parametrize("moments", MOMENTS, ids="+".join)
def test_a_killed_run_ends_as_the_unbroken_one_and_asks_nothing_twice(bench: Bench, moments: tuple[str, ...]) -> None:
    row = bench.row(*moments)
    assert row.is_whole, row
    assert row.same
    for moment, where in zip(moments, row.killed_in.split(", "), strict=True):
        assert ":" not in moment or where == moment.replace(":", " ")


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


@pytest.mark.slow
def test_the_matrix_sees_a_run_that_asks_again(bench: Bench) -> None:
    """What is compared can differ: a check in a folder of its own asks again for all that another has."""
    out = bench.folder / "asks-again"
    looker = bench.looker()
    looker.last = bench.unbroken.held
    looker.compare(out, bench.run(*bench.check_words(out), "--lang", "zh"))
    row = looker.row("seen")
    assert row.asked_again > 20 and row.sent_again > AT_ONCE and not row.same
    assert any("whose bodies were committed" in fault for fault in row.faults)
    assert any("not the same bytes: backlog.md" in fault for fault in row.faults)


def test_a_half_written_file_is_swept_away(tmp_path: Path) -> None:
    (tmp_path / "backlog.md").write_bytes(b"whole")
    (tmp_path / ".backlog.md.partial").write_bytes(b"who")
    write(tmp_path, "backlog.md", b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["backlog.md"]


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

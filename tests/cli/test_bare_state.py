"""`resume` on a folder that holds nothing but a verification_state.json, at each step."""

import json
from pathlib import Path
from typing import Any

import pytest

from corrigenda.cli import run
from state.document import export_document, import_document
from state.snapshot import Snapshot, StepName
from tests.standin import StandIn, World

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CLOCK = "2026-11-01T09:00:00Z"


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The Chinese example's state at D, as the demo leaves it."""
    folder = tmp_path_factory.mktemp("complete")
    assert 0 == run(["demo", "--out", str(folder), "--quiet"])
    return (folder / "thesis_zh" / "verification_state.json").read_bytes()


def at_step(content: bytes, step: str) -> bytes:
    """The same run as it was after an earlier step."""
    snapshot, _, _ = import_document(content)
    run_info = snapshot.run.model_copy(update={"last_step": StepName(step)})
    earlier: dict[str, Any] = {"run": run_info}
    if step < "C":
        earlier["judgments"] = ()
    if step < "B":
        earlier["resolutions"] = ()
    return export_document(snapshot.model_copy(update=earlier))


def verdicts(snapshot: Snapshot) -> dict[str, object]:
    return {j.claim_id: (j.verdict, j.undecided, j.confidence) for j in snapshot.judgments}


def identities(snapshot: Snapshot) -> dict[str, object]:
    return {r.reference_id: (r.identity, r.notice_state) for r in snapshot.resolutions}


@pytest.mark.parametrize("step", ["A", "B", "C", "D"])
def test_a_bare_state_goes_on_after_its_last_step(
    step: str, complete: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "verification_state.json").write_bytes(at_step(complete, step))
    monkeypatch.setenv("CORRIGENDA_CLOCK", CLOCK)
    with StandIn(World.load(EXAMPLES / "works.json")) as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        judge = f"scripted:{EXAMPLES / 'judge_answers_zh.json'}"

        code = run(["resume", str(tmp_path), "--judge", judge, "--quiet"])

        asked = len(server.requests)
    assert code in (0, 1)
    expected, _, _ = import_document(complete)
    found, _, _ = import_document((tmp_path / "verification_state.json").read_bytes())
    assert StepName.D is found.run.last_step
    assert identities(expected) == identities(found)
    assert verdicts(expected) == verdicts(found)
    assert (asked > 0) == (step == "A")
    assert (tmp_path / "verification_report.md").is_file()


def test_a_bare_state_that_is_complete_is_left_as_it_is(
    complete: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "verification_state.json").write_bytes(complete)
    monkeypatch.setenv("CORRIGENDA_CLOCK", "2031-01-01T00:00:00Z")

    run(["resume", str(tmp_path), "--offline", "--quiet"])

    assert complete == (tmp_path / "verification_state.json").read_bytes()


def test_a_state_of_another_program_can_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign = Path(__file__).resolve().parents[1] / "state" / "fixtures" / "foreign_state.json"
    document = json.loads(foreign.read_text("utf-8"))
    document["meta"]["last_step"] = "B"
    del document["refs"]["29"]["judgments"]
    document["refs"]["29"]["zotero_key"] = "ABCD"
    (tmp_path / "verification_state.json").write_text(json.dumps(document, ensure_ascii=False, indent=4), "utf-8")

    run(["resume", str(tmp_path), "--offline", "--quiet"])

    after = json.loads((tmp_path / "verification_state.json").read_text("utf-8"))
    assert "D" == after["meta"]["last_step"]
    assert "ABCD" == after["refs"]["29"]["zotero_key"]
    assert ["C029_001"] == [j["claim_id"] for j in after["refs"]["29"]["judgments"]]

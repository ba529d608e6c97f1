"""A judge that does not answer, or answers nonsense, is no reproach to a citation."""

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from state.judgment import Undecided
from tests.faults.running import Done, bench
from tests.standin.faults import Fault
from tests.standin.llm import Message

MODEL = ("--judge", "openai:stand-in-1", "--yes")
OUTAGES: dict[str, tuple[Fault, str]] = {
    "slow": (Fault("slow", seconds=60), "timeout"),
    "down": (Fault("unavailable"), "server_error"),
    "broken": (Fault("status", status=500), "server_error"),
    "limited for hours": (Fault("rate_limited", retry_after=54_000), "rate_limited"),
    "web page": (Fault("html"), "server_error"),
    "cut off": (Fault("cut"), "refused"),
    "closed": (Fault("gone"), "refused"),
    "key refused": (Fault("status", status=401), "forbidden"),
    "key not enough": (Fault("status", status=403), "forbidden"),
    "no such model": (Fault("status", status=404), "refused"),
}


@dataclass
class Judged:
    well: Done
    cells: dict[str, tuple[Done, Done]]


def with_judge_fault(folder: Path, fault: Fault) -> tuple[Done, Done]:
    with bench(folder, faults={"llm": fault}) as made:
        made.settings(patience=0)
        hurt = made.check(*MODEL)
        made.server.clear_faults()
        made.settings()
        return hurt, made.resume()


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judged]:
    folder = tmp_path_factory.mktemp("judge")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tasks.judges.llm.ANSWER_TIMEOUT", 4.0)
        with bench(folder / "well") as made:
            made.settings()
            well = made.check(*MODEL)
        with ThreadPoolExecutor(4) as pool:
            runs = {name: pool.submit(with_judge_fault, folder / name, fault) for name, (fault, _) in OUTAGES.items()}
            yield Judged(well, {name: run.result() for name, run in runs.items()})


def test_the_stand_in_gives_every_kind_of_verdict(judged: Judged) -> None:
    assert {"PASS", "PARTIAL-A", "FAIL", None} <= set(judged.well.verdicts.values())
    assert judged.well.code == 1


@pytest.mark.parametrize("name", OUTAGES)
def test_a_silent_judge_leaves_every_claim_open_and_the_exit_code_is_3(judged: Judged, name: str) -> None:
    hurt, _ = judged.cells[name]
    assert hurt.code == 3
    assert set(hurt.verdicts) == set(judged.well.verdicts)
    for judgment in hurt.snapshot.judgments:
        assert judgment.verdict is None
        assert judgment.undecided is Undecided.UNAVAILABLE
        assert OUTAGES[name][1] in judgment.rounds[0].detail
    assert hurt.identities == judged.well.identities


@pytest.mark.parametrize("name", OUTAGES)
def test_when_the_judge_is_back_resume_asks_again_and_comes_to_the_same_verdicts(judged: Judged, name: str) -> None:
    _, resumed = judged.cells[name]
    assert resumed.code == judged.well.code
    assert resumed.verdicts == judged.well.verdicts
    assert {r.service for r in resumed.requests} == {"llm"}


@pytest.mark.parametrize("name", ["key refused", "key not enough"])
def test_a_refused_key_names_its_setting_and_is_not_tried_again_and_again(judged: Judged, name: str) -> None:
    hurt, _ = judged.cells[name]
    assert "OPENAI_API_KEY" in hurt.report()
    assert len([r for r in hurt.requests if r.service == "llm"]) <= 2 * (5 + 4)


def test_a_judge_that_fails_half_way_is_paid_once_for_each_claim(judged: Judged, tmp_path: Path) -> None:
    with bench(tmp_path, faults={"llm": Fault("unavailable", probability=0.3, seed=3)}) as made:
        made.settings(patience=0)
        hurt = made.check(*MODEL)
        made.server.clear_faults()
        made.settings()
        resumed = made.resume()
    paid = {p for r in hurt.requests if not r.fault for p in r.asked.get("prompt", ())}
    failed = [r for r in hurt.requests if r.service == "llm" and r.fault]
    assert failed
    assert paid
    assert hurt.code == 3
    assert not paid & {p for r in resumed.requests for p in r.asked.get("prompt", ())}
    for claim, verdict in hurt.verdicts.items():
        assert verdict != "FAIL" or judged.well.verdicts[claim] == "FAIL"
    assert resumed.code == judged.well.code


GARBAGE: dict[str, Any] = {
    "prose": "I think this is fine.",
    "nothing": "",
    "another word": {"verdict": "WRONG", "quotations": [], "reasoning": "no"},
    "no reasoning": {"verdict": "FAIL", "basis": "contradiction", "quotations": []},
    "a list": '[{"verdict": "FAIL"}',
    "half an object": '{"verdict": "FAIL", "basis": "contradiction", "quotations": ["',
    "a number": {"verdict": 0, "reasoning": "x"},
}


@pytest.mark.parametrize("name", GARBAGE)
def test_an_unusable_answer_is_undecided_and_never_a_fail(name: str, tmp_path: Path) -> None:
    done = _answered_by(tmp_path, GARBAGE[name])
    assert set(done.verdicts.values()) == {None}
    assert {j.undecided for j in done.snapshot.judgments} == {Undecided.NO_ANSWER}
    assert done.code == 1, "an unusable answer is an answer: it is a finding, and not asked again for ever"


BASELESS: dict[str, Mapping[str, Any]] = {
    "an invented quotation": {
        "verdict": "FAIL",
        "basis": "contradiction",
        "quotations": ["The opposite was found by everybody."],
        "reasoning": "no",
    },
    "no quotation": {"verdict": "FAIL", "basis": "contradiction", "quotations": [], "reasoning": "no"},
    "no basis": {"verdict": "FAIL", "basis": None, "quotations": [], "reasoning": "not mentioned"},
    "a pass without quotation": {"verdict": "PASS", "basis": "support", "quotations": [], "reasoning": "yes"},
}


@pytest.mark.parametrize("name", BASELESS)
def test_a_verdict_without_its_quotation_is_undecided(name: str, tmp_path: Path) -> None:
    done = _answered_by(tmp_path, BASELESS[name])
    assert set(done.verdicts.values()) == {None}
    assert {j.undecided for j in done.snapshot.judgments} <= {Undecided.QUOTATION, Undecided.CANNOT_TELL}


def _answered_by(folder: Path, answer: Mapping[str, Any] | str) -> Done:
    def scripted(messages: Sequence[Message]) -> Mapping[str, Any] | str:
        return answer

    with bench(folder, scripted=scripted) as made:
        made.settings()
        return made.check(*MODEL)


def test_a_second_round_that_cannot_be_asked_convicts_nobody(tmp_path: Path) -> None:
    """FAIL in the first round, and nobody to ask in the second: open, and asked again."""
    quoted = "Night shifts shortened sleep by 74 minutes in 212 nurses."
    fail = {"verdict": "FAIL", "basis": "contradiction", "quotations": [quoted], "reasoning": "no"}
    script = tmp_path / "answers.json"
    script.write_text(json.dumps({"answers": {"C001_001": {"1": fail}, "*": {"1": "?"}}}), "utf-8")
    words = ("--judge", f"scripted:{script}", "--second-judge", "openai:stand-in-1", "--yes")
    with bench(tmp_path / "bench", faults={"llm": Fault("unavailable")}) as made:
        made.settings(patience=0)
        done = made.check(*words)
    assert any(r.service == "llm" for r in done.requests)
    assert done.code == 3
    assert done.verdicts["C001_001"] is None

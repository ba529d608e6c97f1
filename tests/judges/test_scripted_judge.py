"""Judges by name, and the one that reads its answers from a file."""

import json
from pathlib import Path

import pytest

from state.errors import SettingsError
from state.judgment import JudgeUnavailable, RawAnswer
from tasks.judge.prompts import first_question, question_again
from tasks.judges import JUDGES, judge_named
from tasks.judges.contract import Judge
from tests.judge.making import make_case, make_claim

SCRIPT = {
    "answers": {
        "C001_001": {"1": {"verdict": "PASS", "reasoning": "r"}, "2": "raw text"},
        "C002_001": {"1": ["first", "again"]},
        "*": {"1": {"verdict": None, "reasoning": "default"}},
    }
}


def _judge(folder: Path, script: object = SCRIPT) -> Judge:
    (folder / "demo.json").write_text(json.dumps(script), encoding="utf-8")
    return judge_named("scripted:demo.json", base_folder=folder)


async def _text(judge: Judge, claim_id: str, round_number: int = 1, again: bool = False) -> str | JudgeUnavailable:
    question = first_question(make_case(make_claim(claim_id=claim_id)), round_number)
    answer = await judge.answer(question_again(question, "unusable") if again else question)
    return answer.text if isinstance(answer, RawAnswer) else answer


async def test_answers_are_found_by_claim_round_and_attempt(tmp_path: Path) -> None:
    judge = _judge(tmp_path)
    assert judge.name == "scripted:demo.json"
    assert json.loads(str(await _text(judge, "C001_001"))) == {"verdict": "PASS", "reasoning": "r"}
    assert await _text(judge, "C001_001", 2) == "raw text"
    assert await _text(judge, "C002_001") == "first"
    assert await _text(judge, "C002_001", again=True) == "again"
    assert "default" in str(await _text(judge, "C009_001"))


async def test_what_is_not_in_the_script_is_unavailable_and_never_an_answer(tmp_path: Path) -> None:
    judge = _judge(tmp_path)
    missing = await _text(judge, "C009_001", 2)
    assert isinstance(missing, JudgeUnavailable)
    assert missing.reason == "no_script"


def test_a_changed_script_has_other_parameters(tmp_path: Path) -> None:
    before = _judge(tmp_path).parameters
    assert _judge(tmp_path, {"answers": {}}).parameters != before


@pytest.mark.parametrize("content", ["{", "[]", '{"answers": []}', '{"answers": {"C001_001": "x"}}', "[" * 99999])
def test_a_script_that_is_none_is_refused_in_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "demo.json").write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError) as error:
        judge_named("scripted:demo.json", base_folder=tmp_path)
    assert "\n" not in str(error.value)


def test_a_script_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        judge_named("scripted:nowhere.json", base_folder=tmp_path)


@pytest.mark.parametrize("name", ["", "gpt-5", "openai", "openai:", "rules:x", "scripted", "Rules"])
def test_a_name_that_is_no_judge_lists_the_choices(name: str) -> None:
    with pytest.raises(SettingsError) as error:
        judge_named(name)
    assert all(factory.usage in str(error.value) for factory in JUDGES)

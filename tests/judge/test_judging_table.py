"""Every rule of decisions 3, read from tests/contract/judging_table.toml."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from state.judgment import JudgeUnavailable, Judgment
from state.manuscript import Strictness
from tasks.judge import judge_claims
from tests.judge.making import EVIDENCE, NOW, Book, FakeJudge, clock, make_case, make_claim

TABLE = tomllib.loads((Path(__file__).parents[1] / "contract" / "judging_table.toml").read_text(encoding="utf-8"))


def _answer(name: str) -> str | JudgeUnavailable:
    if name.startswith("text:"):
        return name.removeprefix("text:")
    if name.startswith("unavailable:"):
        return JudgeUnavailable(reason=name.removeprefix("unavailable:"))
    answer = dict(TABLE["answers"][name])
    if answer["verdict"] == "":
        answer["verdict"] = None
    return "The answer:\n```json\n" + json.dumps(answer) + "\n```"


def _answers(names: Any) -> list[str | JudgeUnavailable]:
    return [_answer(name) for name in ([names] if isinstance(names, str) else names)]


@pytest.mark.parametrize("row", TABLE["case"], ids=lambda row: row["name"])
async def test_the_outcome_is_as_the_table_says(row: dict[str, Any]) -> None:
    access = row.get("evidence", "abstract")
    claim = make_claim(severity=Strictness(row.get("severity", "Strict")), numbers=tuple(row.get("numbers", ())))
    case = make_case(
        claim,
        evidence=EVIDENCE if access in ("abstract", "short") else "",
        title="" if access == "none" else "Remission after treatment in adults",
        short=access == "short",
    )
    rounds = {1: _answers(row["first"])}
    second = None
    if "second" in row:
        if row.get("other"):
            second = FakeJudge({2: _answers(row["second"])}, name="fake:2")
        else:
            rounds[2] = _answers(row["second"])
    judge = FakeJudge(rounds, name=row.get("judge", "fake:1"))
    committed: list[Judgment] = []
    (judgment,) = await judge_claims(
        [case],
        judge=judge,
        second=second,
        book=Book(),
        clock=clock,
        commit=lambda _, judgments: committed.extend(judgments),
    )
    assert committed == [judgment]
    assert (judgment.verdict.value if judgment.verdict else None) == row.get("verdict")
    assert (judgment.undecided.value if judgment.undecided else None) == row.get("undecided")
    assert (judgment.verdict is None) == (judgment.undecided is not None)
    assert judgment.confidence.value == row.get("confidence", "preliminary")
    assert judgment.fulltext_required is row.get("fulltext", False)
    assert judgment.numeric_check.value == row.get("numeric", "N/A")
    assert judgment.numeric_note == row.get("note", "")
    assert judgment.cross_validated is row.get("validated", False)
    assert judgment.conflict is row.get("conflict", False)
    assert (judgment.cv_verdict.value if judgment.cv_verdict else None) == row.get("cv")
    assert len(judge.asked) + (len(second.asked) if second else 0) == row["calls"]
    assert judgment.reasoning
    folded = " ".join(EVIDENCE.split()) + " Remission after treatment in adults"
    assert all(" ".join(quotation.split()) in folded for quotation in judgment.quotations)
    assert clock() == NOW

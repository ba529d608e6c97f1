"""The rules take a sentence for the claim by its order, its numbers' neighbours and whose finding it is."""

import tomllib
from pathlib import Path

import pytest

from state.judgment import Basis, Verdict
from tasks.judge.prompts import first_question
from tasks.judge.quotations import occurs
from tasks.judges.rules import decide
from tests.judge.making import make_case, make_claim

TABLE = tomllib.loads((Path(__file__).parents[1] / "contract" / "statements_table.toml").read_text(encoding="utf-8"))
NEVER = [(kind, claim, evidence) for kind, pairs in TABLE["never"].items() for claim, evidence in pairs]
ALL = [pair for group in TABLE.values() for pairs in group.values() for pair in pairs]
FAR_AWAY = "Participants gave consent. Baseline data were complete."


def _decide(claim: str, evidence: str) -> tuple[Verdict | None, Basis | None, str]:
    question = first_question(make_case(make_claim(f"{claim} [1]."), evidence=evidence, title="A trial"), 1)
    said = decide(question)
    assert not said.quotation or occurs(said.quotation, evidence)
    return said.verdict, said.basis, said.reasoning


@pytest.mark.parametrize(("kind", "claim", "evidence"), NEVER)
def test_what_only_uses_the_claim_s_words_is_never_a_pass(kind: str, claim: str, evidence: str) -> None:
    assert _decide(claim, evidence)[0] not in (Verdict.PASS, Verdict.PARTIAL_B)


@pytest.mark.parametrize(("kind", "claim", "evidence"), NEVER)
def test_nor_is_it_with_other_sentences_around(kind: str, claim: str, evidence: str) -> None:
    for text in (f"{FAR_AWAY} {evidence}", f"{evidence} {FAR_AWAY}"):
        assert _decide(claim, text)[0] not in (Verdict.PASS, Verdict.PARTIAL_B)


def test_the_table_is_large_enough_to_mean_something() -> None:
    assert len(NEVER) >= 60
    assert len(TABLE["honest"]["pairs"]) >= 30


def test_most_honest_restatements_pass_and_none_fails() -> None:
    said = [_decide(claim, evidence)[0] for claim, evidence in TABLE["honest"]["pairs"]]
    assert Verdict.FAIL not in said
    assert said.count(Verdict.PASS) >= 0.9 * len(said)


@pytest.mark.parametrize(("claim", "evidence"), TABLE["contrary"]["pairs"])
def test_one_contrary_word_or_number_in_the_same_order_is_a_fail(claim: str, evidence: str) -> None:
    assert _decide(claim, evidence)[:2] == (Verdict.FAIL, Basis.CONTRADICTION)


@pytest.mark.parametrize(("claim", "evidence"), TABLE["contrary"]["silent"])
def test_a_contrary_word_about_something_else_is_no_fail(claim: str, evidence: str) -> None:
    assert _decide(claim, evidence)[0] is None


@pytest.mark.parametrize(("claim", "evidence"), ALL)
def test_what_is_undecided_says_why(claim: str, evidence: str) -> None:
    verdict, _, reasoning = _decide(claim, evidence)
    assert reasoning
    assert verdict is not None or "{" not in reasoning

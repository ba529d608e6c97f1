"""The rules take a sentence for the claim by its order, its numbers' neighbours and whose finding it is."""

import itertools
import re
import tomllib
from pathlib import Path

import pytest

from state.judgment import Basis, Verdict
from tasks.judge.prompts import first_question
from tasks.judge.quotations import occurs
from tasks.judges._statement import find_statements
from tasks.judges._tokens import read_tokens
from tasks.judges.reasons import language_of
from tasks.judges.rules import decide
from tasks.language.sentences import split_sentences
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


def _keys(text: str) -> list[str]:
    return [token.printed.lower() if token.number else token.key for token in read_tokens(text)]


def _swapped(claim: str) -> list[str]:
    """The claim with each two of its words (Chinese: characters) changing places, where that says another thing."""
    gap = "" if language_of(claim) == "zh" else " "
    words = claim.split(" ") if gap else list(claim)
    found = []
    for i, j in itertools.combinations(range(len(words)), 2):
        others = words.copy()
        others[i], others[j] = others[j], others[i]
        text = gap.join(others)
        if _keys(text) != _keys(claim):
            found.append(text)
    return found


@pytest.mark.parametrize(("claim", "evidence"), TABLE["honest"]["pairs"])
def test_no_two_words_of_an_honest_claim_may_change_places(claim: str, evidence: str) -> None:
    for text in _swapped(claim):
        assert _decide(text, evidence)[0] is not Verdict.PASS, text


@pytest.mark.parametrize(("claim", "evidence"), TABLE["honest"]["pairs"])
@pytest.mark.parametrize(
    "framed",
    [
        "It is unknown whether {}",
        "We hypothesised that {}",
        "Earlier studies claimed that {}",
        "It is not the case that {}",
        "If {}",
        "Unlike other drugs, {}",
        "BACKGROUND: {} RESULTS: Nothing else was seen.",
        "{} However, this was an error.",
        "尚不清楚是否{}",
        "既往研究认为{}",
        "背景：{}结果：其他指标正常。",
    ],
)
def test_no_honest_restatement_passes_where_it_is_not_the_work_s_own_finding(
    framed: str, claim: str, evidence: str
) -> None:
    same_language = language_of(framed) == language_of(claim)
    if same_language and not re.search("[:：]", evidence) and len(split_sentences(evidence)) == 1:
        assert _decide(claim, framed.format(evidence))[0] is not Verdict.PASS


@pytest.mark.parametrize(
    "text", ["显著" * 3000, "95% CI " * 3000, "not " * 3000, "[1] " * 3000, "(" * 3000, "A " * 3000]
)
def test_a_text_that_is_no_sentence_is_not_searched_for_one(text: str) -> None:
    assert find_statements(text, text, "") == []
    assert find_statements("Aspirin reduced headache duration", text, "") == []

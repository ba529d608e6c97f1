"""What a judge says is read strictly, and what it quotes is looked for."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from state.judgment import Answer, Basis, Verdict
from tasks.judge.answers import parse_answer
from tasks.judge.quotations import occurs, quotation_problem

GOOD = {"verdict": "PASS", "basis": "support", "quotations": ["q"], "reasoning": "r"}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        "```json\n" + json.dumps(GOOD, indent=1) + "\n```",
        "First I thought {this}, then:\n" + json.dumps(GOOD) + "\nThat is all.",
        json.dumps({"verdict": "FAIL", "reasoning": "draft"}) + " no: " + json.dumps(GOOD),
        json.dumps(GOOD | {"confidence": 0.9}),
        json.dumps(GOOD | {"quotations": "q"}),
        json.dumps(GOOD | {"missing": None}),
    ],
)
def test_the_last_object_counts(text: str) -> None:
    assert parse_answer(text) == Answer(verdict=Verdict.PASS, basis=Basis.SUPPORT, quotations=("q",), reasoning="r")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "PASS",
        "{}",
        json.dumps(GOOD | {"verdict": "pass"}),
        json.dumps(GOOD | {"verdict": "MOSTLY"}),
        json.dumps(GOOD | {"verdict": ""}),
        json.dumps(GOOD | {"verdict": ["PASS"]}),
        json.dumps({"verdict": "PASS"}),
        json.dumps(GOOD | {"basis": "feeling"}),
        json.dumps(GOOD | {"quotations": [1]}),
        json.dumps(GOOD | {"fulltext_required": "yes"}),
        json.dumps(GOOD)[:-3],
        json.dumps(GOOD) + json.dumps({"verdict": "MOSTLY", "reasoning": "r"}),
        "[" * 5000,
        '{"a":' * 5000,
    ],
)
def test_anything_outside_the_shape_is_no_answer(text: str) -> None:
    assert parse_answer(text) is None


def test_null_is_the_judge_that_cannot_tell() -> None:
    answer = parse_answer('{"verdict": null, "reasoning": "not mentioned"}')
    assert answer is not None
    assert answer.verdict is None


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda x: st.lists(x) | st.dictionaries(st.text(), x),
    max_leaves=8,
)


@given(st.text() | JSON.map(json.dumps) | st.fixed_dictionaries({"verdict": JSON, "reasoning": JSON}).map(json.dumps))
def test_parsing_never_raises(text: str) -> None:
    answer = parse_answer(text)
    assert answer is None or answer.verdict is None or answer.verdict in Verdict


EVIDENCE = "Remission was seen\n in 28.4% of  adults. 缓解率为28.4%，\n无严重不良事件。"


@pytest.mark.parametrize(
    "quotation",
    [
        "Remission was seen in 28.4% of adults.",
        "Remission\twas  seen",
        "seen in 28.4%",
        "缓解率为28.4%，",
        "无严重不良事件",
        EVIDENCE,
    ],
)
def test_a_quotation_occurs_word_for_word(quotation: str) -> None:
    assert occurs(quotation, EVIDENCE)


@pytest.mark.parametrize(
    "quotation",
    [
        "remission was seen",
        "Remission was … adults",
        "“Remission was seen”",
        "emission was seen",
        "seen in 28",
        "Remission was seen in 28.4% of adult",
        "Remission is seen",
        "28.4%",
        "of",
        "",
        "   ",
    ],
)
def test_what_is_not_there_word_for_word_is_no_quotation(quotation: str) -> None:
    assert not occurs(quotation, EVIDENCE)


def test_a_short_text_may_be_quoted_whole() -> None:
    assert occurs("Editorial", "Editorial")
    assert occurs("Gout", "Gout ")


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_needs_a_quotation(verdict: Verdict) -> None:
    assert quotation_problem(Answer(verdict=verdict, reasoning="r"), EVIDENCE) == "none_given"


def test_one_wrong_quotation_among_right_ones_is_a_problem() -> None:
    answer = Answer(verdict=Verdict.PASS, quotations=("Remission was seen", "never written"), reasoning="r")
    assert quotation_problem(answer, EVIDENCE) == "not_found: never written"
    assert quotation_problem(Answer(verdict=None, reasoning="r"), EVIDENCE) is None


@given(st.text(), st.text())
def test_looking_for_a_quotation_never_raises(quotation: str, evidence: str) -> None:
    assert occurs(quotation, evidence) in (True, False)

"""What would be sent, and what it costs, before anything is sent."""

from decimal import Decimal

from pydantic import SecretStr

from state.resolution import Identity
from tasks.judge.estimate import approximate_tokens, estimate, estimate_claims, price
from tasks.judges import judge_named
from tests.judge.making import make_case, make_claim


def test_tokens_are_four_characters_or_one_chinese_character() -> None:
    assert approximate_tokens("") == 0
    assert approximate_tokens("abcd" * 10) == 10
    assert approximate_tokens("缓解率") == 3


def test_the_estimate_counts_what_will_be_asked_and_names_the_host() -> None:
    judge = judge_named("openai:gpt-4o-mini", key=SecretStr("k"))
    cases = [
        make_case(),
        make_case(make_claim(claim_id="C002_001"), evidence=""),
        make_case(make_claim(claim_id="C003_001"), identity=Identity.OTHER_EXISTS),
    ]
    found = estimate(cases, judge)
    assert (found.claims, found.calls_low) == (1, 1)
    assert found.calls_high > found.calls_low
    assert found.destination == "api.openai.com"
    assert found.model == "gpt-4o-mini"
    assert found.cost_low is not None
    assert found.cost_high is not None
    assert Decimal(0) < found.cost_low < found.cost_high < Decimal("0.01")
    assert found.sample_text == cases[0].claim.context_raw


def test_the_cost_of_an_unknown_model_or_server_is_unknown_and_never_zero() -> None:
    assert price("openai:model-of-nobody", 1000, 100) is None
    unknown = estimate([make_case()], judge_named("openai:model-of-nobody", key=SecretStr("k")))
    elsewhere = estimate([make_case()], judge_named("openai:gpt-4o-mini", url="http://localhost:9/v1"))
    assert (unknown.cost_low, unknown.cost_high) == (None, None)
    assert (elsewhere.cost_low, elsewhere.cost_high) == (None, None)
    assert elsewhere.destination == "localhost:9"


def test_the_estimate_before_the_evidence_is_known_adds_the_summaries() -> None:
    judge = judge_named("openai:gpt-4o-mini", key=SecretStr("k"))
    claims = [make_claim(), make_claim(claim_id="C002_001")]
    plain, with_summaries = estimate_claims(claims, judge), estimate_claims(claims, judge, summaries=True)
    assert plain.calls_low == 2
    assert with_summaries.calls_low == 4
    assert with_summaries.input_tokens > plain.input_tokens > 2000
    assert plain.cost_low is not None
    assert with_summaries.cost_low is not None
    assert with_summaries.cost_low > plain.cost_low


def test_nothing_to_judge_costs_nothing_and_asks_nothing() -> None:
    found = estimate([], judge_named("openai:gpt-4o-mini", key=SecretStr("k")))
    assert (found.calls_low, found.calls_high, found.input_tokens) == (0, 0, 0)
    assert found.cost_low == 0
    assert found.sample_text == ""

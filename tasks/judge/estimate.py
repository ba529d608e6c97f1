"""What asking a judge will come to, before anything is sent: calls, tokens, cost and a sample (promise 4)."""

from collections.abc import Sequence
from decimal import Decimal

from state.manuscript import Claim, Strictness
from state.words import Word
from tasks.judge.cases import ClaimCase
from tasks.judge.prompts import first_question, system_prompt
from tasks.judges.contract import Judge

ANSWER_TOKENS = 220
"""About what one answer holds."""
EVIDENCE_TOKENS = 450
"""About what an abstract holds, where the evidence is not known yet."""
QUESTION_TOKENS = 120
"""About what a question says around the claim and the evidence."""
SUMMARY_TOKENS = (700, 90)
"""About what one claim's summary takes in and gives out."""
_PRICED = ("api.openai.com", "api.anthropic.com")
"""Hosts whose prices are those of the list; what another server takes for a model of that name is not known."""
SECOND_ROUNDS = Decimal("0.5")
"""Share of claims that a second round is reckoned for at most, and re-asking on top of it."""


class Estimate(Word):
    """What would be sent, to whom, and what it costs. Every number is approximate."""

    claims: int
    calls_low: int
    """One call a claim (and one a summary)."""
    calls_high: int
    """With second rounds and re-asking."""
    input_tokens: int
    """Of the low estimate."""
    output_tokens: int
    cost_low: Decimal | None
    """US dollars, or None where the model's price is not known. Never 0 for that."""
    cost_high: Decimal | None
    destination: str | None
    """Host the text goes to; None for a judge that sends nothing."""
    model: str
    sample_text: str
    """The first claim's text, as it would be sent."""


def approximate_tokens(text: str) -> int:
    """About how many tokens a text is: four characters a token, one for each Chinese character."""
    wide = sum("\u2e80" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af" for char in text)
    return wide + (len(text) - wide + 3) // 4


def estimate(cases: Sequence[ClaimCase], judge: Judge) -> Estimate:
    """The estimate for these cases, whose evidence is known. Cases no judge is asked about cost nothing."""
    asked = [case for case in cases if case.is_judgeable and case.readable is not None]
    questions = [first_question(case, 1) for case in asked]
    tokens = [approximate_tokens(question.system) + approximate_tokens(question.user) for question in questions]
    claims = [case.claim for case in asked]
    return _estimate(claims, tokens, judge, summaries=False)


def estimate_claims(claims: Sequence[Claim], judge: Judge, *, summaries: bool = False) -> Estimate:
    """The estimate before step B, when no evidence is known: an abstract of usual length is reckoned for each claim."""
    system = approximate_tokens(system_prompt())
    tokens = [
        system
        + QUESTION_TOKENS
        + EVIDENCE_TOKENS
        + sum(approximate_tokens(text) for text in (claim.context_raw, claim.scope_text, claim.claim_summary))
        for claim in claims
    ]
    return _estimate(claims, tokens, judge, summaries=summaries)


def _estimate(claims: Sequence[Claim], tokens: Sequence[int], judge: Judge, *, summaries: bool) -> Estimate:
    judged = len(tokens)
    also = judged if summaries else 0
    more = int((judged * SECOND_ROUNDS).to_integral_value(rounding="ROUND_CEILING"))
    mean = sum(tokens) // judged if judged else 0
    one, summary = price(judge.name, mean, ANSWER_TOKENS), price(judge.name, *SUMMARY_TOKENS)
    known = one is not None and summary is not None and judge.destination in _PRICED
    low = (one or 0) * judged + (summary or 0) * also if known else None
    return Estimate(
        claims=judged,
        calls_low=judged + also,
        calls_high=judged + also + more,
        input_tokens=sum(tokens) + also * SUMMARY_TOKENS[0],
        output_tokens=judged * ANSWER_TOKENS + also * SUMMARY_TOKENS[1],
        cost_low=None if low is None else Decimal(low),
        cost_high=None if low is None else Decimal(low + (one or 0) * more),
        destination=judge.destination,
        model=judge.name.partition(":")[2] or judge.name,
        sample_text=_sample(claims),
    )


def _sample(claims: Sequence[Claim]) -> str:
    strict = sorted(claims, key=lambda claim: claim.severity is not Strictness.STRICT)
    return strict[0].context_raw if strict else ""


def price(judge: str, input_tokens: int, output_tokens: int) -> Decimal | None:
    """US dollars for one call, from genai-prices' bundled list; None for a model it does not know. Asks nobody."""
    from genai_prices import Usage, calc_price

    provider, _, model = judge.partition(":")
    if provider not in ("openai", "anthropic") or not model:
        return None
    try:
        usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
        return calc_price(usage, model_ref=model, provider_id=provider).total_price
    except LookupError:
        return None

"""Step C: a claim and its evidence become a judgment (decisions 3)."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

from state.judgment import Confidence, Judgment, NumericCheck, Round, Undecided, Verdict
from state.ledger import Clock, ModelBook
from tasks.judge.asking import Desk, judge_round
from tasks.judge.batches import plan_batches
from tasks.judge.cases import ClaimCase
from tasks.judge.numbers import number_check
from tasks.judge.prompts import rubric_version
from tasks.judges.contract import Judge
from tasks.judges.reasons import language_of, reason

CROSS_VALIDATED = (Verdict.FAIL, Verdict.PARTIAL_A)
"""Verdicts that need a second round."""
_ALONE = "rules"
"""The judge that is never its own second."""

Commit = Callable[[str, tuple[Judgment, ...]], None]
"""Commit the judgments of one batch, under the batch's name, in one transaction."""


class Progress(Protocol):
    """Told after each batch: batches done, batches in all, and the counts so far."""

    def __call__(self, step: str, done: int, total: int, note: str = "") -> None: ...


async def judge_claims(
    work: Sequence[ClaimCase],
    *,
    judge: Judge,
    second: Judge | None = None,
    book: ModelBook,
    clock: Clock,
    commit: Commit,
    progress: Progress | None = None,
) -> tuple[Judgment, ...]:
    """Judge these claims batch by batch, and return their judgments in the order they were judged.

    Each claim is a question of its own; claims of a batch are asked side by side, as many as the judge allows. Answers
    are kept through `book` the moment they arrive and are never asked for again; a batch is committed when it is whole.
    """
    first_desk = Desk(judge, book, clock)
    second_desk = _second_desk(first_desk, second, book, clock)
    done: list[Judgment] = []
    batches = plan_batches(work)
    for number, batch in enumerate(batches, start=1):
        places = asyncio.Semaphore(max(1, judge.concurrency))

        async def one(case: ClaimCase, places: asyncio.Semaphore = places) -> Judgment:
            async with places:
                return await judge_claim(case, first_desk, second_desk)

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(case)) for case in batch.cases]
        judgments = tuple(task.result() for task in tasks)
        commit(batch.name, judgments)
        done += judgments
        if progress is not None:
            progress("C", number, len(batches), counts(done))
    return tuple(done)


def _second_desk(first: Desk, second: Judge | None, book: ModelBook, clock: Clock) -> Desk | None:
    if second is None or second.name == first.judge.name:
        return None if first.judge.name == _ALONE else first
    return Desk(second, book, clock)


async def judge_claim(case: ClaimCase, first_desk: Desk, second_desk: Desk | None) -> Judgment:
    """The judgment on one claim. No judge is called where there is nothing to read."""
    if case.readable is None:
        return _without_text(case, first_desk.judge.name)
    first = await judge_round(case, 1, first_desk)
    second = None
    if first.verdict in CROSS_VALIDATED and second_desk is not None:
        second = await judge_round(case, 2, second_desk)
    return _settle(case, first, second)


def _settle(case: ClaimCase, first: Round, second: Round | None) -> Judgment:
    """Put two rounds, the numeric check and what could be read together into one judgment."""
    claim = case.claim
    numeric, note = number_check(claim, case.resolution.evidence.text)
    unavailable = second is not None and second.undecided is Undecided.UNAVAILABLE
    verdict = None if unavailable else first.verdict
    undecided = Undecided.UNAVAILABLE if unavailable else first.undecided
    validated = second is not None and second.verdict is not None and second.verdict is first.verdict
    conflict = second is not None and second.verdict is not None and second.verdict is not first.verdict
    rounds = (first,) if second is None else (first, second)
    fulltext = numeric is NumericCheck.MISS or case.title_only or any(r.fulltext_required for r in rounds)
    settled = (
        verdict is not None
        and not fulltext
        and not case.resolution.fulltext_required_stepB
        and (validated or verdict not in CROSS_VALIDATED)
    )
    return Judgment(
        claim_id=claim.claim_id,
        verdict=verdict,
        undecided=undecided,
        confidence=Confidence.CONFIRMED if settled else Confidence.PRELIMINARY,
        fulltext_required=fulltext,
        reasoning=_reasoning(case, first, second if unavailable else None),
        numeric_check=numeric,
        numeric_note=note,
        cross_validated=validated,
        conflict=conflict,
        cv_verdict=second.verdict if second else None,
        cv_reasoning=second.reasoning if second else None,
        quotations=first.quotations,
        judge=first.judge,
        rubric=rubric_version(),
        claim_key=claim.content_key,
        evidence_key=case.resolution.evidence.key,
        rounds=rounds,
    )


def _reasoning(case: ClaimCase, first: Round, unavailable: Round | None) -> str:
    """The judge's own words for a verdict; for an undecided claim why there is none."""
    if unavailable is not None:
        return unavailable.reasoning
    if first.undecided in (None, Undecided.CANNOT_TELL, Undecided.UNAVAILABLE) and first.detail != "no_basis":
        return first.reasoning
    code = "no_basis" if first.detail == "no_basis" else (first.undecided or Undecided.NO_ANSWER).value
    return reason(code, _language(case))


def _without_text(case: ClaimCase, judge: str) -> Judgment:
    """Undecided without asking. No number was looked for, so the numeric check does not apply."""
    said = reason(Undecided.NO_TEXT.value, _language(case))
    return Judgment(
        claim_id=case.claim.claim_id,
        verdict=None,
        undecided=Undecided.NO_TEXT,
        confidence=Confidence.PRELIMINARY,
        fulltext_required=True,
        reasoning=said,
        numeric_check=NumericCheck.NOT_APPLICABLE,
        judge=judge,
        rubric=rubric_version(),
        claim_key=case.claim.content_key,
        evidence_key=case.resolution.evidence.key,
        rounds=(Round(round=1, judge=judge, verdict=None, undecided=Undecided.NO_TEXT, reasoning=said),),
    )


def _language(case: ClaimCase) -> str:
    return language_of(case.claim.scope_text or case.claim.context_raw)


def counts(judgments: Sequence[Judgment]) -> str:
    """The counts V.C4 reports after each batch, on one line: `PASS 3, PARTIAL-A 1, …, preliminary 2`."""
    by_verdict = Counter(judgment.verdict for judgment in judgments)
    parts = [f"{verdict.value} {by_verdict[verdict]}" for verdict in Verdict]
    preliminary = sum(j.verdict is not None and j.confidence is Confidence.PRELIMINARY for j in judgments)
    return ", ".join([*parts, f"undecided {by_verdict[None]}", f"preliminary {preliminary}"])

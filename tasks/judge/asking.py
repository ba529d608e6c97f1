"""Asking a judge: kept answers first, each new one kept before it is read, and once more where one cannot be used."""

from dataclasses import dataclass, field

from state.judgment import Answer, Basis, JudgeUnavailable, RawAnswer, Round, Undecided, Verdict
from state.ledger import Clock, ModelBook, PromptRecord
from state.words import content_hash
from tasks.judge.answers import parse_answer, without_reasoning_tags
from tasks.judge.cases import ClaimCase
from tasks.judge.prompts import first_question, question_again
from tasks.judge.quotations import occurs, quotation_problem
from tasks.judges.answering import TextJudge, stamped
from tasks.judges.contract import Judge, Question
from tasks.judges.reasons import language_of, reason

_HOPELESS = frozenset({"forbidden", "not_configured", "offline"})
_ENOUGH = 5
"""After so many failures in a row a judge is not called again in this run; what is kept is still used."""


@dataclass
class Desk:
    """One judge as a run asks it: through the book of kept answers, and no longer when it has stopped answering."""

    judge: Judge
    book: ModelBook
    clock: Clock
    _failures: int = 0
    _closed: JudgeUnavailable | None = field(default=None)

    async def put(self, question: Question) -> tuple[str, RawAnswer | JudgeUnavailable]:
        """The key of the prompt, and its answer: kept, or new and kept at once, before anybody parses it."""
        key = question.key(self.judge.name, self.judge.parameters)
        kept = self.book.answer(key)
        if kept is not None:
            return key, kept
        if self._closed is not None:
            return key, self._closed
        answer = await self.judge.answer(question)
        if isinstance(answer, JudgeUnavailable):
            self._note_failure(answer)
            return key, answer
        self._failures = 0
        answer = stamped(answer, self.clock)
        record = PromptRecord(
            system=question.system, user=question.user, judge=self.judge.name, parameters=self.judge.parameters
        )
        self.book.keep_answer(key, record, answer)
        return key, answer

    def _note_failure(self, unavailable: JudgeUnavailable) -> None:
        if unavailable.reason == "no_script":
            return
        self._failures += 1
        if unavailable.reason in _HOPELESS or self._failures >= _ENOUGH:
            self._closed = unavailable


async def judge_round(case: ClaimCase, number: int, desk: Desk) -> Round:
    """One round on one claim: asked, parsed, its quotations checked; asked once more if that fails, then undecided."""
    question = first_question(case, number)
    key, raw = await desk.put(question)
    answer, problem = _read(raw, question)
    if problem is not None:
        question = question_again(question, problem)
        key, raw = await desk.put(question)
        answer, problem = _read(raw, question)
    language = language_of(case.claim.scope_text or case.claim.context_raw)
    if isinstance(raw, JudgeUnavailable):
        said = f"{raw.reason}: {raw.detail}" if raw.detail else raw.reason
        return Round(
            round=number,
            judge=desk.judge.name,
            prompt_key=key,
            verdict=None,
            undecided=Undecided.UNAVAILABLE,
            detail=said + (f" ({raw.setting})" if raw.setting else ""),
            reasoning=reason(
                "judge_unavailable", language, reason=", ".join(w for w in (raw.reason, raw.setting) if w)
            ),
        )
    return _round(number, desk.judge.name, key, answer, problem, question, language)


def _read(raw: RawAnswer | JudgeUnavailable, question: Question) -> tuple[Answer | None, str | None]:
    """The parsed answer, and what is wrong with it: `unusable`, `none_given`, `not_found: …`, `no_basis`, or None."""
    if isinstance(raw, JudgeUnavailable):
        return None, None
    answer = parse_answer(raw.text)
    if answer is None:
        return None, "unusable"
    if answer.verdict is Verdict.FAIL and answer.basis not in (Basis.CONTRADICTION, Basis.OTHER_SUBJECT):
        return answer, "no_basis"
    return answer, quotation_problem(answer, question.evidence.text)


def _round(
    number: int, judge: str, key: str, answer: Answer | None, problem: str | None, question: Question, language: str
) -> Round:
    kept = answer or Answer(verdict=None, reasoning="")
    undecided = _undecided(answer, problem)
    return Round(
        round=number,
        judge=judge,
        prompt_key=key,
        verdict=kept.verdict if undecided is None else None,
        undecided=undecided,
        detail=problem or "",
        quotations=tuple(q for q in kept.quotations if occurs(q, question.evidence.text)),
        reasoning=kept.reasoning.strip() or reason((undecided or Undecided.CANNOT_TELL).value, language),
        fulltext_required=kept.fulltext_required,
        missing=kept.missing,
    )


def _undecided(answer: Answer | None, problem: str | None) -> Undecided | None:
    if problem == "unusable" or answer is None:
        return Undecided.NO_ANSWER
    if problem == "no_basis" or answer.verdict is None:
        return Undecided.CANNOT_TELL
    return Undecided.QUOTATION if problem else None


async def ask_text(judge: Judge, system: str, user: str, *, book: ModelBook, clock: Clock | None = None) -> str | None:
    """A plain text from a judge that is a model, kept like any answer; None where it is none or could not be asked."""
    if not isinstance(judge, TextJudge):
        return None
    key = content_hash("prompt", {"system": system, "user": user, "judge": judge.name, "parameters": judge.parameters})
    answer = book.answer(key)
    if answer is None:
        said = await judge.text(system, user)
        if isinstance(said, JudgeUnavailable):
            return None
        answer = stamped(said, clock) if clock else said
        record = PromptRecord(system=system, user=user, judge=judge.name, parameters=judge.parameters)
        book.keep_answer(key, record, answer)
    return without_reasoning_tags(answer.text) or None

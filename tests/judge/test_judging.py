"""How step C asks: batch by batch, side by side, nothing twice, and nothing is lost."""

import asyncio
import json
from datetime import UTC, datetime

from state.judgment import JudgeUnavailable, Judgment, RawAnswer, Undecided, Verdict
from state.manuscript import Strictness
from state.resolution import Identity
from tasks.judge import judge_claims, plan_batches, rubric_version
from tasks.judge.asking import ask_text
from tasks.judge.cases import ClaimCase
from tasks.judges.answering import UNSTAMPED
from tasks.judges.contract import Question
from tests.judge.making import NOW, Book, FakeJudge, clock, make_case, make_claim

QUOTED = "Remission was seen in 28.4% of them."
PASS = json.dumps({"verdict": "PASS", "basis": "support", "quotations": [QUOTED], "reasoning": "r"})
FAIL = json.dumps({"verdict": "FAIL", "basis": "contradiction", "quotations": [QUOTED], "reasoning": "first"})
NO_QUOTATION = json.dumps({"verdict": "PASS", "basis": "support", "quotations": [], "reasoning": "r"})


def _cases(*counts: int) -> list[ClaimCase]:
    return [
        make_case(make_claim(f"Sentence {n} of reference {r} [1].", claim_id=f"C{r:03}_{n:03}"))
        for r, count in enumerate(counts, start=1)
        for n in range(1, count + 1)
    ]


async def _judge(cases: list[ClaimCase], judge: FakeJudge, book: Book, **more: object) -> tuple[Judgment, ...]:
    return await judge_claims(
        cases,
        judge=judge,
        second=more.get("second"),  # type: ignore[arg-type]
        book=book,
        clock=clock,
        commit=more.get("commit", lambda name, judgments: None),  # type: ignore[arg-type]
        progress=more.get("progress"),  # type: ignore[arg-type]
    )


async def test_what_is_kept_is_never_asked_again() -> None:
    book, cases = Book(), _cases(3, 2)
    first = FakeJudge({1: [FAIL], 2: [FAIL]})
    before = await _judge(cases, first, book)
    again = FakeJudge({})
    after = await _judge(cases, again, book)
    assert len(first.asked) == 10
    assert again.asked == []
    assert after == before


async def test_an_answer_that_could_not_be_used_is_kept_too_and_its_second_asking_reused() -> None:
    book, case = Book(), make_case()
    first = FakeJudge({1: [NO_QUOTATION, PASS]})
    before = await _judge([case], first, book)
    assert len(book.held) == len(first.asked) == 2
    assert await _judge([case], FakeJudge({}), book) == before


async def test_another_judge_or_other_parameters_are_another_question() -> None:
    book, case = Book(), make_case()
    await _judge([case], FakeJudge({1: [PASS]}), book)
    other = FakeJudge({1: [PASS]}, name="fake:other")
    await _judge([case], other, book)
    changed = FakeJudge({1: [PASS]})
    changed.parameters = '{"temperature":1}'
    await _judge([case], changed, book)
    assert len(other.asked) == len(changed.asked) == 1


async def test_a_claim_that_could_not_be_asked_is_asked_when_the_judge_is_back() -> None:
    book, case = Book(), make_case()
    away = FakeJudge({1: [FAIL], 2: [JudgeUnavailable(reason="timeout", detail="no answer in 600 s")]})
    (held,) = await _judge([case], away, book)
    assert held.undecided is Undecided.UNAVAILABLE
    assert held.rounds[0].verdict is Verdict.FAIL
    assert held.rounds[1].detail == "timeout: no answer in 600 s"
    back = FakeJudge({2: [FAIL]})
    (now,) = await _judge([case], back, book)
    assert now.verdict is Verdict.FAIL
    assert [question.round for question in back.asked] == [2]


async def test_a_judge_without_a_key_is_called_once_and_every_claim_says_why() -> None:
    reason = JudgeUnavailable(reason="not_configured", detail="needs a key", setting="OPENAI_API_KEY")
    judge = FakeJudge({1: [reason]})
    judge.concurrency = 1
    judgments = await _judge(_cases(4), judge, Book())
    assert len(judge.asked) == 1
    assert [j.undecided for j in judgments] == [Undecided.UNAVAILABLE] * 4
    assert all("OPENAI_API_KEY" in j.rounds[0].detail for j in judgments)


async def test_a_judge_that_keeps_failing_is_left_alone_but_kept_answers_are_used() -> None:
    book, cases = Book(), _cases(12)
    await _judge(cases[-1:], FakeJudge({1: [PASS]}), book)
    judge = FakeJudge({1: [JudgeUnavailable(reason="timeout")]})
    judge.concurrency = 1
    judgments = await _judge(cases, judge, book)
    assert len(judge.asked) == 5
    assert [j.verdict for j in judgments] == [None] * 11 + [Verdict.PASS]


async def test_the_second_round_is_blind_to_the_first() -> None:
    judge = FakeJudge({1: [FAIL], 2: [FAIL]})
    await _judge([make_case()], judge, Book())
    first, second = judge.asked
    assert first.user != second.user
    assert "FAIL" not in second.user
    assert '"first"' not in second.user
    assert first.system == second.system


async def test_no_question_holds_another_claim() -> None:
    judge = FakeJudge({1: [PASS]})
    await _judge(_cases(3), judge, Book())
    for question in judge.asked:
        own = question.claim.claim_id[-1]
        assert f"Sentence {own} of" in question.user
        assert not any(f"Sentence {other} of" in question.user for other in "123" if other != own)


async def test_each_batch_is_committed_whole_under_a_name_of_its_content_and_reported() -> None:
    committed: list[tuple[str, list[str]]] = []
    told: list[tuple[str, int, int, str]] = []
    cases = _cases(16, 2, 1)
    judge = FakeJudge({1: [PASS]})
    await _judge(
        cases,
        judge,
        Book(),
        commit=lambda name, judgments: committed.append((name, [j.claim_id for j in judgments])),
        progress=lambda step, done, total, note="": told.append((step, done, total, note)),
    )
    assert [len(ids) for _, ids in committed] == [16, 3]
    assert [name for name, _ in committed] == [batch.name for batch in plan_batches(reversed(cases))]
    assert told[-1] == ("C", 2, 2, "PASS 19, PARTIAL-A 0, PARTIAL-B 0, FAIL 0, undecided 0, preliminary 0")


async def test_no_more_questions_run_side_by_side_than_the_judge_allows_and_order_is_kept() -> None:
    class Slow(FakeJudge):
        running = most = 0

        async def answer(self, question: Question) -> RawAnswer | JudgeUnavailable:
            self.running += 1
            self.most = max(self.most, self.running)
            for _ in range(13 - int(question.claim.claim_id[-1])):
                await asyncio.sleep(0)
            self.running -= 1
            return await super().answer(question)

    judge = Slow({1: [PASS]})
    judge.concurrency = 3
    judgments = await _judge(_cases(9), judge, Book())
    assert judge.most == 3
    assert [j.claim_id for j in judgments] == [f"C001_{n:03}" for n in range(1, 10)]


async def test_references_that_are_not_what_was_cited_are_left_out() -> None:
    cases = [
        make_case(make_claim(claim_id=f"C{n:03}_001"), identity=identity)
        for n, identity in enumerate(Identity, start=1)
    ]
    judged = await _judge(cases, FakeJudge({1: [PASS]}), Book())
    kept = {case.claim.claim_id for case in cases if case.resolution.status.value in ("OK", "WARNING")}
    assert {j.claim_id for j in judged} == kept
    assert len(kept) == 3


async def test_a_judgment_carries_what_it_was_made_from() -> None:
    case = make_case()
    (judgment,) = await _judge([case], FakeJudge({1: [PASS]}), Book())
    assert judgment.claim_key == case.claim.content_key
    assert judgment.evidence_key == case.resolution.evidence.key
    assert judgment.rubric == rubric_version()
    assert judgment.judge == "fake:1"
    assert judgment.rounds[0].prompt_key is not None


async def test_an_answer_without_a_time_gets_the_run_s() -> None:
    class Timeless(FakeJudge):
        async def answer(self, question: Question) -> RawAnswer | JudgeUnavailable:
            return RawAnswer(text=PASS, model="m", answered_at=UNSTAMPED)

    book = Book()
    await _judge([make_case()], Timeless({}), book)
    assert [answer.answered_at for answer in book.held.values()] == [NOW]
    assert datetime(2000, 1, 1, tzinfo=UTC) < NOW


async def test_reasons_of_the_program_are_in_the_language_of_the_claim() -> None:
    chinese = make_case(make_claim("缓解率为百分之二十八[1]。", claim_id="C002_001"), evidence="", title="")
    english = make_case(evidence="", title="")
    judgments = await _judge([chinese, english], FakeJudge({}), Book())
    by_id = {j.claim_id: j.reasoning for j in judgments}
    assert by_id["C001_001"].startswith("No readable text")
    assert by_id["C002_001"].startswith("除题名")


async def test_a_text_is_asked_of_models_only_and_kept() -> None:
    class Writer(FakeJudge):
        texts = 0

        async def text(self, system: str, user: str) -> RawAnswer | JudgeUnavailable:
            self.texts += 1
            return RawAnswer(text=f"<think>hm</think> {user.upper()}", model="m", answered_at=UNSTAMPED)

    book, writer = Book(), Writer({})
    assert await ask_text(writer, "s", "hello", book=book, clock=clock) == "HELLO"
    assert await ask_text(writer, "s", "hello", book=book, clock=clock) == "HELLO"
    assert writer.texts == 1
    assert await ask_text(FakeJudge({}), "s", "hello", book=Book()) is None


async def test_a_lenient_title_is_quoted_against_the_title() -> None:
    answer = json.dumps(
        {"verdict": "PASS", "basis": "support", "quotations": ["Remission after treatment"], "reasoning": "r"}
    )
    case = make_case(make_claim(severity=Strictness.LENIENT), evidence="")
    judge = FakeJudge({1: [answer]})
    (judgment,) = await _judge([case], judge, Book())
    assert judgment.verdict is Verdict.PASS
    assert judgment.evidence_key == case.resolution.evidence.key
    assert "the title only" in judge.asked[0].user

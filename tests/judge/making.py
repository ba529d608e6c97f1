"""Claims, references and resolutions for the tests of step C."""

from datetime import UTC, datetime

from state.judgment import JudgeUnavailable, RawAnswer
from state.ledger import PromptRecord
from state.lookup import Record, RegistryName
from state.manuscript import Claim, Reference, SectionKind, Strictness, Template
from state.resolution import STATUS_OF, AbstractSource, Evidence, Identity, Resolution
from tasks.judge.cases import ClaimCase
from tasks.judges.contract import Question

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
EVIDENCE = "We treated 120 adults.  Remission was seen in 28.4% of them.\nNo serious adverse events were recorded."
SENTENCE = "Remission was reached in 28% of adults [1]."


def clock() -> datetime:
    return NOW


def make_claim(
    text: str = SENTENCE,
    *,
    claim_id: str = "C001_001",
    severity: Strictness = Strictness.STRICT,
    numbers: tuple[str, ...] = (),
    template: Template = Template.FINDING,
    group_size: int = 1,
) -> Claim:
    start = text.rfind("[")
    marker = (start, text.rfind("]") + 1) if start >= 0 else (len(text), len(text))
    return Claim(
        claim_id=claim_id,
        reference_id=str(int(claim_id[1:].split("_")[0])),
        citation_id=f"cit-{claim_id}",
        chapter="Introduction",
        section_kind=SectionKind.INTRODUCTION,
        file="thesis.docx",
        line=3,
        excerpt=text[:30],
        context_raw=text,
        scope=((0, len(text)),),
        marker=marker,
        template=template,
        contribution="a remission rate",
        claim_summary="Cites [1] to attribute the finding that … → remission",
        severity=severity,
        has_numeric=bool(numbers),
        numeric_values=numbers,
        group_size=group_size,
    )


def make_case(
    claim: Claim | None = None,
    *,
    evidence: str = EVIDENCE,
    title: str = "Remission after treatment in adults",
    identity: Identity = Identity.SAME,
    short: bool = False,
    source: AbstractSource = AbstractSource.PUBMED,
) -> ClaimCase:
    claim = claim or make_claim()
    number = int(claim.reference_id)
    return ClaimCase(
        claim=claim,
        reference=Reference(id=str(number), number=number, title=title),
        resolution=Resolution(
            reference_id=str(number),
            identity=identity,
            status=STATUS_OF[identity],
            record=Record(registry=RegistryName.PUBMED, id="1", title=title),
            evidence=Evidence(source=source if evidence else AbstractSource.NONE, text=evidence),
            fulltext_required_stepB=short or not evidence,
        ),
    )


class Book:
    """A book of answers in memory, which counts what is kept."""

    def __init__(self) -> None:
        self.held: dict[str, RawAnswer] = {}
        self.prompts: dict[str, PromptRecord] = {}

    def answer(self, prompt_key: str) -> RawAnswer | None:
        return self.held.get(prompt_key)

    def keep_answer(self, prompt_key: str, prompt: PromptRecord, answer: RawAnswer) -> None:
        assert prompt_key not in self.held, "an answer is kept once"
        self.held[prompt_key] = answer
        self.prompts[prompt_key] = prompt


class FakeJudge:
    """Answers from a list per round, the last one again and again; remembers what it was asked."""

    destination: str | None = None
    concurrency = 4
    parameters = "{}"

    def __init__(self, rounds: dict[int, list[str | JudgeUnavailable]], name: str = "fake:1") -> None:
        self.name = name
        self._rounds = rounds
        self.asked: list[Question] = []

    async def answer(self, question: Question) -> RawAnswer | JudgeUnavailable:
        self.asked.append(question)
        said = self._rounds[question.round]
        answer = said[min(question.attempt, len(said)) - 1]
        if isinstance(answer, JudgeUnavailable):
            return answer
        return RawAnswer(text=answer, model=self.name, answered_at=NOW)

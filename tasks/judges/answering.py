"""What judges and those who ask them share beyond the contract: the time of an answer, and plain text answers."""

from datetime import UTC, datetime
from typing import Protocol, runtime_checkable

from state.judgment import JudgeUnavailable, RawAnswer
from state.ledger import Clock

UNSTAMPED = datetime(1970, 1, 1, tzinfo=UTC)
"""What a judge, which knows no clock, puts in `answered_at`; who asks stamps what comes back."""


def stamped(answer: RawAnswer, clock: Clock) -> RawAnswer:
    """The answer with the time it was received; one that has its time keeps it."""
    if answer.answered_at != UNSTAMPED:
        return answer
    return answer.model_copy(update={"answered_at": clock()})


@runtime_checkable
class TextJudge(Protocol):
    """A judge that is a model, and can answer other prompts than a judging question."""

    name: str
    parameters: str

    async def text(self, system: str, user: str) -> RawAnswer | JudgeUnavailable:
        """The model's text, or why it could not be asked. Never raises for either."""
        ...

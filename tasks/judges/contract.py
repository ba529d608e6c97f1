"""What a judge provides: a question becomes a raw answer. Everything else exists once, in `tasks/judge`.

A raw answer's text is one JSON object in the shape of `state.judgment.Answer` (it may stand in a code fence or after
other text). Anything else, and anything that says two things at once, is asked again once, then undecided.
"""

from typing import Protocol

from state.judgment import JudgeUnavailable, RawAnswer
from state.manuscript import Claim
from state.resolution import Evidence
from state.words import Word, content_hash


class Question(Word):
    """One claim put to one judge in one round. No question sees another claim's judgment (decisions 3)."""

    round: int
    attempt: int = 1
    """2 when asked once more, with what was wrong in `user`."""
    claim: Claim
    evidence: Evidence
    title: str
    """The work's title, as its registry gives it."""
    system: str
    """The rendered prompt template: rubric and rules."""
    user: str
    """The rendered question: claim and evidence, marked as data."""

    def key(self, judge: str, parameters: str) -> str:
        """Hash of exactly what can change the answer: prompt, model and parameters."""
        return content_hash(
            "prompt", {"system": self.system, "user": self.user, "judge": judge, "parameters": parameters}
        )


class Judge(Protocol):
    """One judge. `name` is how settings and reports call it: `rules`, `scripted:demo.json`, `openai:gpt-5`."""

    name: str
    parameters: str
    """Canonical JSON of what else can change the answer (temperature, …)."""
    destination: str | None
    """Host the manuscript's sentences are sent to; None for judges that send nothing."""
    concurrency: int

    async def answer(self, question: Question) -> RawAnswer | JudgeUnavailable:
        """Answer, or say why the judge could not be asked. Never raises for either."""
        ...

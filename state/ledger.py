"""What a step may ask of the store and write to it. The steps know these protocols; `state/store` fulfils them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from state.exchange import Body, Request
from state.judgment import RawAnswer
from state.lookup import Kept, Query
from state.words import Word

Clock = Callable[[], datetime]
"""The time, UTC and aware. Given from the door; nothing below `flows` looks at the machine's clock."""

Told = Callable[[Kept], None]
"""Told an answer as soon as it is known, before the others of its batch are."""

_SKEW = timedelta(days=1)
"""By how much two clocks may differ. What was answered later than that, by the clock of now, was kept under a wrong
clock: how old it is cannot be known."""


def is_young(age: timedelta, most: timedelta | None) -> bool:
    """Is an answer of this age used, where those up to `most` are? None: none is too old."""
    return most is None or -_SKEW <= age <= most


class Ask(Protocol):
    """Ask many queries of their registries, kept answers first."""

    async def __call__(self, queries: Sequence[Query], told: Told | None = None) -> Mapping[Query, Kept]:
        """Every query is in the result. `told` hears of each at most once, and need not hear of any."""
        ...


class AnswerBook(Protocol):
    """Kept answers to queries, and the bodies they were read from."""

    def kept(self, queries: Iterable[Query]) -> dict[Query, Kept]:
        """The answers kept that are still fresh. `Unavailable` is never among them: it is asked again."""
        ...

    def bodies(self, fingerprints: Iterable[str]) -> dict[str, Body]:
        """Bodies kept under these request fingerprints."""
        ...

    def keep(self, exchanges: Sequence[tuple[Request, Body]], settled: Sequence[Kept]) -> None:
        """Commit bodies and answers in one transaction: one piece of step B."""
        ...


class PromptRecord(Word):
    """What was put to a model, kept beside the answer so that its key can be derived again."""

    system: str
    user: str
    judge: str
    parameters: str


class ModelBook(Protocol):
    """Raw model answers, kept under the hash of prompt, model and parameters, before they are parsed."""

    def answer(self, prompt_key: str) -> RawAnswer | None: ...

    def keep_answer(self, prompt_key: str, prompt: PromptRecord, answer: RawAnswer) -> None:
        """Commit one raw answer at once: one piece of work that is never paid for again."""
        ...

"""What a run works with: its store, settings, clock, and the doors to the network and to the judge."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from state.config import Config
from state.exchange import Body, Request
from state.ledger import Clock
from state.lookup import Unavailable
from state.manuscript import Claim
from state.store import Store
from tasks.judges.contract import Judge


class Door(Protocol):
    """Something that answers requests: the network, a recording, or nothing at all (offline)."""

    async def exchange(self, request: Request) -> Body | Unavailable: ...


class Progress(Protocol):
    """Told how far a step is. Shown on stderr; never on stdout."""

    def __call__(self, step: str, done: int, total: int, note: str = "") -> None: ...


Consent = Callable[[Sequence[Claim]], bool]
"""Asked once before manuscript text goes to a model; True: the user agrees."""


@dataclass
class Job:
    """One run on its way. `door` and `judges` are made when a step first needs them."""

    store: Store
    folder: Path
    config: Config
    clock: Clock
    door: Callable[[], AbstractAsyncContextManager[Door]]
    judges: Callable[[], tuple[Judge, Judge | None]]
    progress: Progress
    consent: Consent
    manuscripts: tuple[tuple[str, bytes], ...] = ()
    bibliographies: tuple[tuple[str, bytes], ...] = ()
    companions: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    """Further files that the manuscripts are made of, by the manuscript's name and by path."""
    missing: tuple[str, ...] = ()
    """Bibliographies that the manuscripts name and that could not be read."""
    pdfs: tuple[tuple[str, bytes], ...] = ()
    version: str = ""
    seal: Callable[[str], str] = lambda text: text
    """This user's seal under a text: what another user or machine cannot write (consent)."""
    shared: Store | None = None
    """A book of kept answers that several runs share (CORRIGENDA_CACHE)."""
    notes: list[str] = field(default_factory=list)
    """Lines for the user at the end: PDFs that matched nothing, an engine that was not there."""

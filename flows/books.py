"""The store as the steps see it: a book of answers and a book of model answers, each keeping being a piece of work."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from state.exchange import Body, Request
from state.judgment import RawAnswer
from state.ledger import Clock, PromptRecord, is_young
from state.lookup import Kept, Query
from state.store import Store
from state.words import content_hash


class Answers:
    """`state.ledger.AnswerBook` over a run's store, and a shared book of kept answers behind it where there is one."""

    def __init__(
        self, store: Store, clock: Clock, *, shared: Store | None = None, max_age_days: float | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._shared = shared
        self._max_age = None if max_age_days is None else timedelta(days=max_age_days)

    def kept(self, queries: Iterable[Query]) -> dict[Query, Kept]:
        """The run's own answers, then the shared book's that are young enough."""
        wanted = list(queries)
        found = self._store.kept(wanted)
        if self._shared is not None:
            missing = [query for query in wanted if query not in found]
            found |= {q: k for q, k in self._shared.kept(missing).items() if self._is_fresh(k)}
        return found

    def bodies(self, fingerprints: Iterable[str]) -> dict[str, Body]:
        return self._store.bodies(fingerprints)

    def keep(self, exchanges: Sequence[tuple[Request, Body]], settled: Sequence[Kept]) -> None:
        """Commit bodies and answers as one piece of step B, named by what it holds."""
        name = content_hash(
            "asked", [sorted(r.fingerprint for r, _ in exchanges), sorted(k.query.key for k in settled)]
        )
        with self._store.piece("B", name, self._clock()) as work:
            work.put_answers(exchanges, settled)
        if self._shared is not None:
            self._shared.share(exchanges, settled)

    def _is_fresh(self, kept: Kept) -> bool:
        return is_young(self._clock() - kept.asked_at, self._max_age)


class SharedAnswers:
    """`state.ledger.AnswerBook` over a shared book of kept answers alone, for what belongs to no run (`refs`, `cite`).

    Answers and bodies older than `max_age_days` are not given back; None: none is too old.
    """

    def __init__(self, store: Store, clock: Clock, *, max_age_days: float | None = None) -> None:
        self._store = store
        self._clock = clock
        self._max_age = None if max_age_days is None else timedelta(days=max_age_days)

    def kept(self, queries: Iterable[Query]) -> dict[Query, Kept]:
        return {query: kept for query, kept in self._store.kept(queries).items() if self._is_fresh(kept.asked_at)}

    def bodies(self, fingerprints: Iterable[str]) -> dict[str, Body]:
        found = self._store.bodies(fingerprints)
        return {key: body for key, body in found.items() if self._is_fresh(body.received_at)}

    def keep(self, exchanges: Sequence[tuple[Request, Body]], settled: Sequence[Kept]) -> None:
        """Commit bodies and the answers read from them in one transaction."""
        self._store.share(exchanges, settled)

    def models(self) -> "SharedModels":
        """The same place, for what a model answered."""
        return SharedModels(self._store)

    def _is_fresh(self, moment: datetime) -> bool:
        return is_young(self._clock() - moment, self._max_age)


class SharedModels:
    """`state.ledger.ModelBook` over a shared book, for what belongs to no run (`cite`)."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def answer(self, prompt_key: str) -> RawAnswer | None:
        return self._store.model_answer(prompt_key)

    def keep_answer(self, prompt_key: str, prompt: PromptRecord, answer: RawAnswer) -> None:
        self._store.share_model_answer(prompt_key, prompt, answer)


class AskedAnew:
    """A book of kept answers that gives back only what was kept since it was made (`cite --bypass-cache`)."""

    def __init__(self, book: SharedAnswers) -> None:
        self._book = book
        self._kept: dict[Query, Kept] = {}
        self._bodies: dict[str, Body] = {}

    def kept(self, queries: Iterable[Query]) -> dict[Query, Kept]:
        return {query: self._kept[query] for query in queries if query in self._kept}

    def bodies(self, fingerprints: Iterable[str]) -> dict[str, Body]:
        return {key: self._bodies[key] for key in fingerprints if key in self._bodies}

    def keep(self, exchanges: Sequence[tuple[Request, Body]], settled: Sequence[Kept]) -> None:
        self._book.keep(exchanges, settled)
        self._kept.update((kept.query, kept) for kept in settled)
        self._bodies.update((request.fingerprint, body) for request, body in exchanges)


class Models:
    """`state.ledger.ModelBook` over a run's store."""

    def __init__(self, store: Store, clock: Clock, *, step: str) -> None:
        self._store = store
        self._clock = clock
        self._step = step

    def answer(self, prompt_key: str) -> RawAnswer | None:
        return self._store.model_answer(prompt_key)

    def keep_answer(self, prompt_key: str, prompt: PromptRecord, answer: RawAnswer) -> None:
        with self._store.piece(self._step, prompt_key, self._clock()) as work:
            work.put_model_answer(prompt_key, prompt, answer)

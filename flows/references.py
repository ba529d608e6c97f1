"""References without a manuscript: which work each denotes, over a book of kept answers (`refs`, `cite`).

References go in, resolutions and the answers they rest on come out; what a task makes of them is the reports' business.
Every answer is committed as it comes, so a run that is stopped loses what is in flight, and the same references asked
again within the book's age limit cost no request.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType

from flows.local_first import local_first
from state.exchange import Body
from state.ledger import AnswerBook, Ask, Clock, Told
from state.lookup import Found, Kept, Query, QueryKind, Record, RegistryName, Unavailable
from state.manuscript import Reference
from state.resolution import LookupNote, Resolution
from tasks.fetch import resolve
from tasks.fetch.asking import Asker
from tasks.language.titles import normalize_title
from tasks.transport.breaker import SearchBreaker
from tasks.transport.replay import Door

HASHED_BYTES = 4096
"""Of a body, for `raw_response_hash` (000's Step 3a, 4)."""


@dataclass(frozen=True)
class LookedUp:
    """What was found out about some references."""

    resolutions: Mapping[str, Resolution] = field(repr=False)
    """By reference id."""
    answers: Mapping[Query, Kept] = field(repr=False)
    """Every answer they rest on; what could not be asked is not among them."""
    bodies: Mapping[str, Body] = field(repr=False)
    """The bodies that the records shown were read from, by request fingerprint."""

    def source_of(self, record: Record, resolution: Resolution) -> Kept | None:
        """The answer that a resolution's record came in."""
        for note in resolution.lookups:
            kept = self.answers.get(note.query)
            if kept is not None and isinstance(kept.lookup, Found) and record in kept.lookup.records:
                return kept
        return None

    def hash_of(self, record: Record, resolution: Resolution) -> str | None:
        """sha256 of the first 4 KiB of the body that a record was read from; of a batch, of the whole batch's body."""
        kept = self.source_of(record, resolution)
        for fingerprint in reversed(kept.bodies) if kept is not None else ():
            body = self.bodies.get(fingerprint)
            if body is not None and (kept is None or kept.body_sha256 in (None, body.sha256)):
                return hashlib.sha256(body.content[:HASHED_BYTES]).hexdigest()
        return None


async def resolve_references(
    references: Sequence[Reference],
    *,
    door: Door,
    book: AnswerBook,
    clock: Clock,
    copies: Mapping[str, str] = MappingProxyType({}),
    max_age_days: float | None = None,
    registry: Path | None = None,
    offline: bool = False,
    wants_text: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> LookedUp:
    """Resolve every reference, all together so that batches are full.

    `copies`: ids of references that are copies of another of them, with its id. They come after the others and use
    their answers: a search by title that the first had is not made again for a copy, and asked is only what the first's
    answers leave open. `registry` is the one on this machine; `offline`: nobody else can be asked. `wants_text`:
    services are also asked for an abstract alone, as a sentence to be judged needs it. `progress` hears (done, of how
    many) after each.
    """
    asker = Asker(book, SearchBreaker(door).exchange, clock, max_age_days=max_age_days)
    resolutions: dict[str, Resolution] = {}

    def commit(resolution: Resolution) -> None:
        resolutions[resolution.reference_id] = resolution
        if progress is not None:
            progress(len(resolutions), len(references))

    firsts = [reference for reference in references if reference.id not in copies]
    later = [reference for reference in references if reference.id in copies]
    with local_first(asker, registry, clock) as (first_ask, local):
        how = partial(resolve, commit=commit, wants_text=wants_text, proves_dois=True, local=local, offline=offline)
        await how(firsts, ask=first_ask)
        ask = _WithAnswersOfFirsts(first_ask, later, copies, resolutions)
        for as_biomedical in (True, False):
            part = [one for one in later if _is_asked_as_biomedical(resolutions.get(copies[one.id])) is as_biomedical]
            if part:
                await how(part, ask=ask, biomedical=None if as_biomedical else False)
    answers, bodies = _answers_of(list(resolutions.values()), book)
    return LookedUp(resolutions, answers, bodies)


def _is_asked_as_biomedical(first: Resolution | None) -> bool:
    """Whether PubMed was asked by the first's DOI or title. Where it was not, the copy's own words are no reason to."""
    by_words = (QueryKind.DOI, QueryKind.TITLE)
    return first is None or any(
        note.query.registry is RegistryName.PUBMED and note.query.kind in by_words for note in first.lookups
    )


class _WithAnswersOfFirsts:
    """A `state.ledger.Ask` for copies: what the first's title was searched with is the answer for the copy's title."""

    def __init__(
        self, ask: Ask, later: Sequence[Reference], copies: Mapping[str, str], resolutions: Mapping[str, Resolution]
    ) -> None:
        self._ask = ask
        self._notes: dict[tuple[RegistryName, str], LookupNote] = {}
        for reference in later:
            first = resolutions.get(copies[reference.id])
            for note in first.lookups if first is not None else ():
                if note.query.kind is QueryKind.TITLE:
                    self._notes.setdefault((note.query.registry, normalize_title(reference.title or "")), note)

    async def __call__(self, queries: Sequence[Query], told: Told | None = None) -> Mapping[Query, Kept]:
        stands_for = {query: self._first(query) for query in queries}
        wanted = dict.fromkeys(stands_for[query] or query for query in queries)
        answers: dict[Query, Kept] = {}
        for query in list(wanted):
            silent = self._silent(query)
            if silent is not None:
                answers[query] = silent
                del wanted[query]
        if wanted:
            answers.update(await self._ask(list(wanted), told))
        return {query: answers[stands_for[query] or query] for query in queries}

    def _first(self, query: Query) -> Query | None:
        if query.kind is not QueryKind.TITLE:
            return None
        note = self._notes.get((query.registry, normalize_title(query.value)))
        return note.query if note is not None else None

    def _silent(self, query: Query) -> Kept | None:
        """A search that could not be made a moment ago is not tried once more for a copy."""
        note = next((note for note in self._notes.values() if note.query == query), None)
        if note is None or note.reason is None:
            return None
        why = Unavailable(reason=note.reason, detail=note.detail, setting=note.setting)
        return Kept.model_validate({"query": query, "lookup": why, "asked_at": note.asked_at})


def _answers_of(resolutions: Sequence[Resolution], book: AnswerBook) -> tuple[dict[Query, Kept], dict[str, Body]]:
    """The kept answers behind some resolutions, and the last body of each that holds a record shown."""
    queries = {note.query: None for one in resolutions for note in one.lookups if note.outcome != "unavailable"}
    answers = book.kept(queries)
    shown = {(r.registry, r.id) for one in resolutions for r in (one.record, one.elsewhere) if r is not None}
    holding = [
        kept
        for kept in answers.values()
        if isinstance(kept.lookup, Found)
        and any((record.registry, record.id) in shown for record in kept.lookup.records)
    ]
    return answers, book.bodies({fingerprint for kept in holding for fingerprint in kept.bodies})

"""Step B: a reference becomes a resolution, with records, discrepancies, notices and readable text.

`resolve` is the step; `ladder` says what is asked next, `identity` which work it is, `conclude` what follows.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from state.ledger import Ask
from state.lookup import Kept, Query
from state.manuscript import Reference
from state.resolution import Resolution
from tasks.fetch.conclude import conclude
from tasks.fetch.ladder import is_asked_alone, is_by_title, is_open, next_queries
from tasks.fetch.local import ask_locally
from tasks.fetch.naming import is_biomedical
from tasks.fetch.trail import Trail

if TYPE_CHECKING:
    from tasks.readers.pdf.article import PdfText

__all__ = ["Resolved", "resolve"]


@dataclass(frozen=True)
class Resolved:
    """What step B found out."""

    resolutions: tuple[Resolution, ...] = field(repr=False)
    """One for each reference, in their order. asyncio prints a task with its result when a run ends: not these."""
    pdf_notes: tuple[str, ...] = ()
    """Codes with values: `pdf_unreadable=NAME: WHY` and `pdf_unmatched=NAME`, by name. Unmatched is said of the
    references given, which need not be all of a run's."""


async def resolve(
    references: Sequence[Reference],
    *,
    ask: Ask,
    commit: Callable[[Resolution], None],
    pdfs: Sequence[tuple[str, bytes]] = (),
    biomedical: bool | None = None,
    wants_text: bool = True,
    proves_dois: bool = False,
    local: bool = False,
    offline: bool = False,
) -> Resolved:
    """Find out which work each reference denotes, and what can be read of it.

    All references climb the ladder together, one wave of questions at a time, so that every batch is full; searches
    that no batch carries go on beside the waves. `commit` receives each resolution as soon as it is final,
    those of one wave in the references' order. `pdfs` are the user's files, name and content; `biomedical` overrides
    what is said of each reference by its words (decisions 1.6). `wants_text` false: nobody is asked for an abstract
    alone. `proves_dois`: the handle service has the last word on a DOI found nowhere (R's `fabricated_doi`). `local`:
    there is a registry on this machine, which is asked first: for what it settles no title is searched, and services
    are asked only what has become of the work since, which a dump cannot know. `offline`: that is left out.
    """
    texts, notes = read_pdfs(pdfs)
    answers: dict[Query, Kept] = {}
    fields = [is_biomedical(r) if biomedical is None else biomedical or bool(r.pmid) for r in references]
    trails = [
        Trail(r, field, answers, wants_text=wants_text, proves_dois=proves_dois, offline=offline)
        for r, field in zip(references, fields, strict=True)
    ]
    final: dict[int, Resolution] = {}

    def finish(index: int) -> None:
        final[index] = conclude(trails[index], texts)
        commit(final[index])

    there = frozenset(await ask_locally(trails, ask)) if local else frozenset()
    there = there if offline else frozenset()
    for index in sorted(there):
        finish(index)
    await _climb([index for index in range(len(trails)) if index not in there], trails, ask, finish)
    resolutions = tuple(final[i] for i in range(len(trails)))
    used = {r.evidence.file for r in resolutions}
    return Resolved(resolutions, (*notes, *(f"pdf_unmatched={name}" for name, _ in texts if name not in used)))


async def _climb(climbing: Sequence[int], trails: Sequence[Trail], ask: Ask, finish: Callable[[int], None]) -> None:
    """Ask wave after wave until every reference is finished.

    While printed identifiers are being asked, titles wait for those that the answers leave open, so that one search
    carries all. From then on those that search by title and those whose work is known climb apart, the former first,
    whose way is the longer. Who shares a batch with whom depends on the answers, and not on which of them came first.
    """
    async with _beside() as start:
        together = list(climbing)
        searching: dict[int, asyncio.Task[None]] = {}
        while together:
            # What a running search will want is its own business: it must not depend on how far it is.
            wanted = {i: next_queries(trails[i]) for i in together if i not in searching}
            start(_finish_each([i for i in wanted if not wanted[i]], finish))
            alone = [i for i in together if i in searching or is_asked_alone(wanted[i])]
            if alone:
                searches = [searching[i] if i in searching else start(_search(trails[i], ask)) for i in alone]
                searching = {}
                start(_climb_after(searches, alone, trails, ask, finish))
            titles = [i for i in wanted if is_by_title(wanted[i]) and i not in alone]
            others = [i for i in wanted if wanted[i] and not is_by_title(wanted[i])]
            begun = not any(is_open(trails[i]) for i in others)
            if begun and sum(map(bool, (alone, titles, others))) > 1:
                for part in (titles, others):
                    start(_climb(part, trails, ask, finish))
                break
            together = [*titles, *others]
            if others:
                await _ask([(trails[i], wanted[i]) for i in others], ask)
            else:
                searching = await _ask_titles({i: wanted[i] for i in titles}, trails, ask, start)


async def _ask_titles(
    wanted: Mapping[int, tuple[Query, ...]],
    trails: Sequence[Trail],
    ask: Ask,
    start: Callable[[Coroutine[None, None, None]], "asyncio.Task[None]"],
) -> dict[int, "asyncio.Task[None]"]:
    """Ask a wave of titles. A reference that is answered and goes on by searches of its own does so at once: the
    slowest service, which takes one title a second, has then begun when the wave is over. Returns those searches."""
    waits_for = {i: {q for q in queries if q not in trails[i].answers} for i, queries in wanted.items()}
    waiting: dict[Query, list[int]] = {}
    for i, missing in waits_for.items():
        for query in missing:
            waiting.setdefault(query, []).append(i)
    searches: dict[int, asyncio.Task[None]] = {}
    noted: set[int] = set()

    def note(i: int) -> None:
        noted.add(i)
        trails[i].note(wanted[i])

    def told(answer: Kept) -> None:
        for i in waiting.get(answer.query, ()):
            trails[i].answers[answer.query] = answer
            waits_for[i].discard(answer.query)
            if not waits_for[i]:
                note(i)
                if is_asked_alone(next_queries(trails[i])):
                    searches[i] = start(_search(trails[i], ask))

    fresh = dict.fromkeys(query for i, queries in wanted.items() for query in queries if query in waits_for[i])
    answered = await ask(list(fresh), told) if fresh else {}
    for i, queries in wanted.items():
        trails[i].answers.update((query, answered[query]) for query in queries if query in answered)
        if i not in noted:
            note(i)
    return searches


async def _climb_after(
    searches: Sequence["asyncio.Task[None]"],
    alone: Sequence[int],
    trails: Sequence[Trail],
    ask: Ask,
    finish: Callable[[int], None],
) -> None:
    """What was searched alone goes on together, when all of it is done."""
    await asyncio.gather(*searches)
    await _climb(alone, trails, ask, finish)


async def _finish_each(indices: Sequence[int], finish: Callable[[int], None]) -> None:
    """Finish one after the other, and let what waits for the network go on between them."""
    for i in indices:
        await asyncio.sleep(0)
        finish(i)


@asynccontextmanager
async def _beside() -> AsyncIterator[Callable[[Coroutine[None, None, None]], "asyncio.Task[None]"]]:
    """Run what is started in it beside the body, and wait for all. The first error ends the others, as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            yield group.create_task
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None


async def _search(trail: Trail, ask: Ask) -> None:
    """One reference's title searches, one service after the other. These services take one title a request, so there is
    no batch to wait for, and the slowest service need not hold up the others."""
    while is_asked_alone(wanted := next_queries(trail)):
        await _ask([(trail, wanted)], ask)


async def _ask(wave: Sequence[tuple[Trail, tuple[Query, ...]]], ask: Ask) -> None:
    """Ask one wave, each question once, and note with each reference what was asked about it."""
    fresh = dict.fromkeys(query for trail, wanted in wave for query in wanted if query not in trail.answers)
    answered = await ask(list(fresh)) if fresh else {}
    for trail, wanted in wave:
        trail.answers.update((query, answered[query]) for query in wanted if query in answered)
        trail.note(wanted)


def read_pdfs(pdfs: Sequence[tuple[str, bytes]]) -> tuple[list[tuple[str, "PdfText"]], tuple[str, ...]]:
    """The user's PDFs by name, and a note for each that could not be read."""
    if not pdfs:
        return [], ()
    from tasks.readers.pdf.article import PdfProblem, read_pdf

    texts: list[tuple[str, PdfText]] = []
    notes: list[str] = []
    for name, content in sorted(pdfs):
        read = read_pdf(content)
        if isinstance(read, PdfProblem):
            notes.append(f"pdf_unreadable={name}: {read.why}" + (f" ({read.detail})" if read.detail else ""))
        else:
            texts.append((name, read))
    return texts, tuple(notes)

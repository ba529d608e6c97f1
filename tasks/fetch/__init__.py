"""Step B: a reference becomes a resolution, with records, discrepancies, notices and readable text.

`resolve` is the step; `ladder` says what is asked next, `identity` which work it is, `conclude` what follows.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from state.ledger import Ask
from state.lookup import Kept, Query
from state.manuscript import Reference
from state.resolution import Resolution
from tasks.fetch.conclude import conclude
from tasks.fetch.ladder import Trail, is_asked_alone, is_biomedical, next_queries
from tasks.readers.pdf import PdfText

__all__ = ["Resolved", "resolve"]


@dataclass(frozen=True)
class Resolved:
    """What step B found out."""

    resolutions: tuple[Resolution, ...]
    """One for each reference, in their order."""
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
) -> Resolved:
    """Find out which work each reference denotes, and what can be read of it.

    All references climb the ladder together, one wave of questions at a time, so that every batch is full; title
    searches, which no batch carries, go on beside the waves. `commit` receives each resolution as soon as it is final,
    those of one wave in the references' order. `pdfs` are the user's files, name and content; `biomedical` overrides
    what is said of each reference by its words (decisions 1.6).
    """
    texts, notes = read_pdfs(pdfs)
    answers: dict[Query, Kept] = {}
    fields = [is_biomedical(r) if biomedical is None else biomedical or bool(r.pmid) for r in references]
    trails = [Trail(r, field, answers) for r, field in zip(references, fields, strict=True)]
    final: dict[int, Resolution] = {}

    def finish(index: int) -> None:
        final[index] = conclude(trails[index], texts)
        commit(final[index])

    climbing = list(range(len(trails)))
    while climbing:
        climbing = await _climb(climbing, trails, ask, finish)
    resolutions = tuple(final[i] for i in range(len(trails)))
    used = {r.evidence.file for r in resolutions}
    return Resolved(resolutions, (*notes, *(f"pdf_unmatched={name}" for name, _ in texts if name not in used)))


async def _climb(
    climbing: Sequence[int], trails: Sequence[Trail], ask: Ask, finish: Callable[[int], None]
) -> list[int]:
    """Ask wave after wave until every reference is finished or has searched alone; the latter, which may have learnt
    identifiers worth a common batch, are returned in order."""
    searching: dict[int, asyncio.Task[None]] = {}
    try:
        together = list(climbing)
        while together:
            wanted = {i: next_queries(trails[i]) for i in together}
            for i in together:
                if not wanted[i]:
                    finish(i)
                elif is_asked_alone(wanted[i]):
                    searching[i] = asyncio.create_task(_search(trails[i], ask))
            together = [i for i in together if wanted[i] and i not in searching]
            await _ask([(trails[i], wanted[i]) for i in together], ask)
        for task in searching.values():
            await task
    finally:
        for task in searching.values():
            task.cancel()
        await asyncio.gather(*searching.values(), return_exceptions=True)
    return sorted(searching)


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
        trail.answers.update(answered)
        trail.asked.extend(wanted)


def read_pdfs(pdfs: Sequence[tuple[str, bytes]]) -> tuple[list[tuple[str, PdfText]], tuple[str, ...]]:
    """The user's PDFs by name, and a note for each that could not be read."""
    if not pdfs:
        return [], ()
    from tasks.readers.pdf import PdfProblem, read_pdf

    texts: list[tuple[str, PdfText]] = []
    notes: list[str] = []
    for name, content in sorted(pdfs):
        read = read_pdf(content)
        if isinstance(read, PdfProblem):
            notes.append(f"pdf_unreadable={name}: {read.why}" + (f" ({read.detail})" if read.detail else ""))
        else:
            texts.append((name, read))
    return texts, tuple(notes)

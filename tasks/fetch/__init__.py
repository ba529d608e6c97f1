"""Step B: a reference becomes a resolution, with records, discrepancies, notices and readable text.

`resolve` is the step; `ladder` says what is asked next, `identity` which work it is, `conclude` what follows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from state.ledger import Ask
from state.lookup import Kept, Query
from state.manuscript import Reference
from state.resolution import Resolution
from tasks.fetch.conclude import conclude
from tasks.fetch.ladder import Trail, is_biomedical, next_queries
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

    All references climb the ladder together, one wave of questions at a time, so that every batch is full. `commit`
    receives each resolution as soon as it is final, those of one wave in the references' order. `pdfs` are the user's
    files, name and content; `biomedical` overrides what is said of each reference by its words (decisions 1.6).
    """
    texts, notes = read_pdfs(pdfs)
    answers: dict[Query, Kept] = {}
    trails = [
        Trail(r, is_biomedical(r) if biomedical is None else biomedical or bool(r.pmid), answers) for r in references
    ]
    final: dict[int, Resolution] = {}
    climbing = list(range(len(trails)))
    while climbing:
        wanted = {i: next_queries(trails[i]) for i in climbing}
        for i in [i for i in climbing if not wanted[i]]:
            final[i] = conclude(trails[i], texts)
            commit(final[i])
        climbing = [i for i in climbing if wanted[i]]
        fresh = list(dict.fromkeys(q for i in climbing for q in wanted[i] if q not in answers))
        if fresh:
            answers.update(await ask(fresh))
        for i in climbing:
            trails[i].asked.extend(wanted[i])
    resolutions = tuple(final[i] for i in range(len(trails)))
    used = {r.evidence.file for r in resolutions}
    return Resolved(resolutions, (*notes, *(f"pdf_unmatched={name}" for name, _ in texts if name not in used)))


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

"""The steps as the flows run them: what is left, the task that does it, and the pieces it is committed in."""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from flows.books import Answers, Models
from flows.consenting import consented
from flows.job import Job
from flows.local_first import local_first
from state.errors import ManuscriptError
from state.judgment import Judgment, Undecided
from state.manuscript import Manuscript, Reference, Source, SourceRole
from state.options import RunOptions, sends_text, shown_judge
from state.resolution import Identity, MetadataStatus, Resolution
from state.store.picture import snapshot_of, with_decisions
from state.words import content_hash
from tasks.parse import read_manuscript
from tasks.readers import bibliography_reader_for, manuscript_reader_for

if TYPE_CHECKING:
    from tasks.judge.cases import ClaimCase

SILENT_ENOUGH = 5
"""Summaries in a row without an answer, after which a model is not asked for more."""


def finished(job: Job, step: str) -> bool:
    """Whether the step's last piece is committed."""
    return job.store.run_id is not None and any(s == step and n == "finished" for s, n, _ in job.store.pieces())


def _finish(job: Job, step: str) -> None:
    with job.store.piece(step, "finished", job.clock()):
        pass


# A


async def read_step(job: Job) -> None:
    """Read the manuscript and its bibliography; a model that is configured and consented to writes the summaries."""
    if job.store.run_id is None:
        begin(job)
    options, manuscript = job.store.options(), job.store.manuscript()
    if manuscript.numbering.mode == "in_doubt":
        return
    # Also where A is finished: the user may have named another judge since.
    agreed = consented(job, options, manuscript)
    if finished(job, "A") or not agreed:
        return
    if sends_text(options.judge):
        await _summaries(job, manuscript)
    _finish(job, "A")


def begin(job: Job) -> None:
    """Read the files and commit a new revision: everything step A knows by rules, in one piece."""
    readings, entries, companions = [], [], []
    for name, content in job.manuscripts:
        parts = job.companions.get(name, {})
        reading = manuscript_reader_for(name).read(name, content, parts)
        if not reading.paragraphs:
            raise ManuscriptError(f"{name}: there is no text in it; is this the right file?")
        readings.append((_source(name, content, SourceRole.MANUSCRIPT, reading.format), reading))
        companions += [_source(part, text, SourceRole.MANUSCRIPT, reading.format) for part, text in parts.items()]
    for name, content in job.bibliographies:
        listed = bibliography_reader_for(name, content).read(name, content)
        if not listed.references and not listed.broken:
            raise ManuscriptError(f"{name}: there is no entry in it; export it again, or leave it out")
        entries.append((_source(name, content, SourceRole.BIBLIOGRAPHY, listed.format), listed))
    manuscript = read_manuscript(
        readings, entries, numbering=job.config.numbering, parts=companions, missing=job.missing
    )
    options = RunOptions(
        language=job.config.language or manuscript.language,
        judge=job.config.judge,
        second_judge=job.config.second_judge,
        numbering=job.config.numbering,
        review=job.config.review,
        pdfs=str(job.config.pdfs) if job.config.pdfs else None,
        version=job.version,
    )
    identity = {
        "sources": [[s.name, s.sha256] for s in manuscript.sources],
        "numbering": job.config.numbering,
        "revision": job.store.revisions() + 1,
    }
    job.store.begin_run(content_hash("run", identity), manuscript, options, job.clock())


def _source(name: str, content: bytes, role: SourceRole, form: str) -> Source:
    return Source(name=name, role=role, format=form, sha256=hashlib.sha256(content).hexdigest())


async def _summaries(job: Job, manuscript: Manuscript) -> None:
    from tasks.judge.asking import ask_text
    from tasks.parse.summary import summarise

    judge, _ = job.judges()
    book = Models(job.store, job.clock, step="A")
    silent = 0

    async def ask(system: str, user: str) -> str | None:
        # A model that does not answer is waited for a few times, not once a claim: the rules have said it already.
        nonlocal silent
        if silent >= SILENT_ENOUGH:
            return None
        said = await ask_text(judge, system, user, book=book, clock=job.clock)
        silent = 0 if said is not None else silent + 1
        return said

    claims = await summarise(manuscript.claims, manuscript.references, ask=ask, model=judge.name)
    with job.store.piece("A", "summaries", job.clock()) as work:
        work.put_claims(claims)


# B


async def resolve_step(job: Job) -> None:
    """Find out what each reference is; later, those that still wait for an answer.

    A step that was broken off takes all references up again: the same company makes the same batches, so that every
    kept answer and body is used and the provenance is that of an unbroken run. Only what is open is asked.
    """
    manuscript, resolutions = job.store.manuscript(), job.store.resolutions()
    pdfs = f"pdfs:{content_hash('pdfs', [[n, hashlib.sha256(c).hexdigest()] for n, c in job.pdfs])}"
    whole = not finished(job, "B") or (bool(job.pdfs) and not any(name == pdfs for _, name, _ in job.store.pieces()))
    left = [
        reference
        for reference in with_decisions(manuscript, ()).references
        if whole or is_open(resolutions.get(reference.id))
    ]
    if left:
        notes = await _resolve(job, left)
        if job.pdfs and whole:
            with job.store.piece("B", pdfs, job.clock()) as work:
                work.put_manuscript(with_pdf_notes(manuscript, notes))
    if not finished(job, "B"):
        _finish(job, "B")


def is_open(resolution: Resolution | None) -> bool:
    """Whether a reference still has to be asked about: what could not be asked is asked again.

    Also where another service has settled which work it is: the silent one may know of its retraction, or its abstract.
    """
    if resolution is None or resolution.identity is Identity.UNKNOWN:
        return True
    return any(note.outcome == "unavailable" for note in resolution.lookups)


async def _resolve(job: Job, left: Sequence[Reference]) -> tuple[str, ...]:
    from tasks.fetch import resolve
    from tasks.fetch.asking import Asker

    done = 0

    def commit(resolution: Resolution) -> None:
        nonlocal done
        with job.store.piece("B", f"resolution:{resolution.reference_id}", job.clock()) as work:
            work.put_resolution(resolution)
        done += 1
        job.progress("B", done, len(left))

    async with job.door() as door:
        book = Answers(job.store, job.clock, shared=job.shared, max_age_days=job.config.max_age_days)
        with local_first(Asker(book, door.exchange, job.clock), job.config.registry, job.clock) as (ask, local):
            resolved = await resolve(
                left, ask=ask, pdfs=job.pdfs, commit=commit, local=local, offline=job.config.offline
            )
    return resolved.pdf_notes


def with_pdf_notes(manuscript: Manuscript, notes: Sequence[str]) -> Manuscript:
    """The manuscript with what is to be said of the user's PDFs among its warnings, in place of the last word."""
    others = [w for w in manuscript.completeness.warnings if not w.startswith("pdf_")]
    account = manuscript.completeness.model_copy(update={"warnings": (*others, *notes)})
    return manuscript.model_copy(update={"completeness": account})


# C


async def judge_step(job: Job) -> None:
    """Judge every claim whose work is known and that has no judgment for just this claim, evidence and judge."""
    from tasks.judge import judge_claims, rubric_version
    from tasks.judge.cases import ClaimCase

    snapshot = snapshot_of(job.store)
    cases = [
        ClaimCase(claim=claim, reference=reference, resolution=resolution)
        for reference in snapshot.manuscript.references
        if (resolution := snapshot.resolution_of(reference.id)) is not None and is_judgeable(resolution)
        for claim in snapshot.claims_of(reference.id)
    ]
    held = {judgment.claim_id: judgment for judgment in snapshot.judgments}
    name, rubric = shown_judge(job.config.judge), rubric_version()
    left = [case for case in cases if not is_current(held.get(case.claim.claim_id), case, name, rubric)]
    if left:
        first, second = job.judges()
        await judge_claims(
            left,
            judge=first,
            second=second,
            book=Models(job.store, job.clock, step="C"),
            clock=job.clock,
            commit=lambda name, judgments: _commit_batch(job, name, judgments),
            progress=job.progress,
        )
    if not finished(job, "C"):
        _finish(job, "C")


def is_judgeable(resolution: Resolution) -> bool:
    """METADATA_MISMATCH and API_FAIL stay out of step C."""
    return resolution.status in (MetadataStatus.OK, MetadataStatus.WARNING)


def is_current(judgment: Judgment | None, case: "ClaimCase", judge: str, rubric: str) -> bool:
    """Whether a judgment answers just this question, so that it is not asked again.

    A document edited by hand may quote what stands in no source: that is judged anew, never shown as checked.
    """
    from tasks.judge.quotations import occurs

    if judgment is None or judgment.undecided is Undecided.UNAVAILABLE:
        return False
    text = case.readable.text if case.readable else ""
    if judgment.verdict is not None and not all(occurs(quotation, text) for quotation in judgment.quotations):
        return False
    if judgment.judge == "imported":
        return True
    asked = (judgment.claim_key, judgment.evidence_key, judgment.judge, judgment.rubric)
    return asked == (case.claim.content_key, case.resolution.evidence.key, judge, rubric)


def _commit_batch(job: Job, name: str, judgments: Sequence[Judgment]) -> None:
    with job.store.piece("C", name, job.clock()) as work:
        work.put_judgments(judgments)


# D


async def report_step(job: Job) -> None:
    """The run is complete; the reports are rendered from the store as after every step."""
    if not finished(job, "D"):
        _finish(job, "D")

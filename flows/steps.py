"""The steps as the flows run them: what is left, the task that does it, and the pieces it is committed in."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from flows.books import Answers, Models
from flows.job import Job
from reports.formats import FORMATS
from state.decision import Decision, DecisionKind
from state.document import export_document
from state.errors import ManuscriptError, SettingsError
from state.judgment import Judgment, Undecided
from state.manuscript import Claim, Manuscript, Reference, Source, SourceRole
from state.options import RunOptions, sends_text, shown_judge
from state.resolution import Identity, MetadataStatus, Resolution
from state.snapshot import Snapshot, StepName
from state.store.picture import effective_decisions, snapshot_of, with_decisions
from state.words import content_hash
from tasks.judges.contract import Judge
from tasks.parse import read_manuscript
from tasks.readers import bibliography_reader_for, manuscript_reader_for

STATE_FILE = "verification_state.json"
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
    readings, entries = [], []
    for name, content in job.manuscripts:
        reading = manuscript_reader_for(name).read(name, content)
        if not reading.paragraphs:
            raise ManuscriptError(f"{name}: there is no text in it; is this the right file?")
        readings.append((_source(name, content, SourceRole.MANUSCRIPT, reading.format), reading))
    for name, content in job.bibliographies:
        listed = bibliography_reader_for(name).read(name, content)
        if not listed.references and not listed.broken:
            raise ManuscriptError(f"{name}: there is no entry in it; export it again, or leave it out")
        entries.append((_source(name, content, SourceRole.BIBLIOGRAPHY, listed.format), listed))
    manuscript = read_manuscript(readings, entries, numbering=job.config.numbering)
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


def consented(job: Job, options: RunOptions, manuscript: Manuscript) -> bool:
    """Whether manuscript text may go to every judge of the run that it is sent to: agreed before, or now.

    Consent is to one judge at one address. SettingsError where the address is another than agreed, and is refused.
    """
    if not any(name is not None and sends_text(name) for name in (options.judge, options.second_judge)):
        return True
    judges = [judge for judge in job.judges() if judge is not None and sends_text(judge.name)]
    held = {d.value for d in effective_decisions(job.store) if d.kind is DecisionKind.CONSENT}
    pieces = {name for _, name, _ in job.store.pieces()}
    open_judges = [judge for judge in judges if not _agreed(judge, held, pieces)]
    if not open_judges:
        return True
    if not job.consent(manuscript.claims):
        moved = [judge for judge in open_judges if judge.name in held]
        if moved:
            raise SettingsError(
                f"{moved[0].name} is at {moved[0].destination} now, which you have not agreed to; "
                "nothing was sent. Run again with --yes to agree, or with the address you agreed to"
            )
        return False
    for judge in open_judges:
        decision = Decision(kind=DecisionKind.CONSENT, subject=judge.name, value=judge.name, at=job.clock())
        with job.store.piece("A", _consent_piece(judge), job.clock()) as work:
            work.put_decisions([decision], {})
    return True


def _consent_piece(judge: Judge) -> str:
    return f"consent:{judge.name} at {judge.destination}"


def _agreed(judge: Judge, held: set[str], pieces: set[str]) -> bool:
    """An imported consent has no piece, and stands for whatever address the settings name."""
    elsewhere = any(name.startswith(f"consent:{judge.name} at ") for name in pieces)
    return judge.name in held and (_consent_piece(judge) in pieces or not elsewhere)


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
        said = await ask_text(judge, system, user, book=book)
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
        await _resolve(job, left)
        if job.pdfs:
            with job.store.piece("B", pdfs, job.clock()):
                pass
    if not finished(job, "B"):
        _finish(job, "B")


def is_open(resolution: Resolution | None) -> bool:
    """Whether a reference still has to be asked about: what could not be asked is asked again.

    Also where another service has settled which work it is: the silent one may know of its retraction, or its abstract.
    """
    if resolution is None or resolution.identity is Identity.UNKNOWN:
        return True
    return any(note.outcome == "unavailable" for note in resolution.lookups)


async def _resolve(job: Job, left: Sequence[Reference]) -> None:
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
        asker = Asker(book, door.exchange, job.clock)
        resolved = await resolve(left, ask=asker, pdfs=job.pdfs, commit=commit)
    job.notes.extend(resolved.pdf_notes)


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
    left = [
        case
        for case in cases
        if not is_current(held.get(case.claim.claim_id), case.claim, case.resolution, name, rubric)
    ]
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


def is_current(judgment: Judgment | None, claim: Claim, resolution: Resolution, judge: str, rubric: str) -> bool:
    """Whether a judgment answers just this question, so that it is not asked again."""
    if judgment is None or judgment.undecided is Undecided.UNAVAILABLE:
        return False
    if judgment.judge == "imported":
        return True
    asked = (judgment.claim_key, judgment.evidence_key, judgment.judge, judgment.rubric)
    return asked == (claim.content_key, resolution.evidence.key, judge, rubric)


def _commit_batch(job: Job, name: str, judgments: Sequence[Judgment]) -> None:
    with job.store.piece("C", name, job.clock()) as work:
        work.put_judgments(judgments)


# D


async def report_step(job: Job) -> None:
    """The run is complete; the reports are rendered from the store as after every step."""
    if not finished(job, "D"):
        _finish(job, "D")


def render(job: Job, snapshot: Snapshot) -> None:
    """Write verification_state.json and every report that can be written after the last finished step."""
    for name, content in rendered(snapshot, job.store.imported()).items():
        write(job.folder, name, content)


def rendered(snapshot: Snapshot, imported: tuple[str, str] | None, *, only: Sequence[str] = ()) -> dict[str, bytes]:
    """File name → bytes of everything the snapshot can be rendered to, or of the formats named in `only`.

    Raises SettingsError for a format that is not there, or not yet.
    """
    files = {STATE_FILE: export_document(snapshot, imported)} if not only or "json" in only else {}
    reached = snapshot.run.last_step.value if snapshot.run.last_step else ""
    names = {form.name for form in FORMATS} | {"json"}
    for name in only:
        if name not in names:
            raise SettingsError(f"there is no format {name!r}; formats are {', '.join(sorted(names))}")
    for form in FORMATS:
        ready = form.after <= reached or (form.after == StepName.A.value and snapshot.run.waiting_for is not None)
        if form.name in only and not ready:
            raise SettingsError(f"{form.name} can be rendered after step {form.after}; `corrigenda resume` goes on")
        if ready and (not only or form.name in only):
            files[form.filename] = form.render(snapshot)
    return files


def write(folder: Path, name: str, content: bytes) -> None:
    """Put a file in place whole or not at all. What a killed run left half written is swept away."""
    target = folder / name
    partial = target.with_name(f".{name}.partial")
    if target.is_file() and target.read_bytes() == content:
        partial.unlink(missing_ok=True)
        return
    partial.write_bytes(content)
    partial.replace(target)

"""What `refs` does: a reference list is read, looked up over the kept answers, and told as an envelope."""

import asyncio
import hashlib
import json
import sys
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from corrigenda.looking_up import kept_answers, single_lookup_config, single_lookup_door
from corrigenda.machine import terminal_json
from corrigenda.put_down import check_place, put
from corrigenda.settings import Settings
from corrigenda.telling import Teller
from flows.references import LookedUp, resolve_references
from reports.envelope_of_references import (
    Facts,
    compared_on_their_own,
    envelope_of_references,
    exit_code_of,
)
from reports.envelope_told import ending
from reports.findings import FAIL_ON
from reports.verify_flags import flags_of
from state.config import Config
from state.envelope import Envelope, ReferenceBody, plain
from state.envelope_words import CLAIM_TASKS, Depth, OutputFormat, Task
from state.errors import ManuscriptError, SettingsError
from state.payload import CAP, Payload
from templates import escaping

STDIN = "-"
TASKS = "verify_claims, verify_citations, alignment_audit, evidence_check, bibliography_audit, or ai_detection"


@dataclass(frozen=True)
class Wanted:
    """What the user wants of a list of references."""

    task: Task
    depth: Depth
    output_format: OutputFormat
    language: str
    fail_on: str
    cap: int | None = CAP
    out: Path | None = None
    report: Path | None = None
    """Where `content` goes as a file of its own."""
    quiet: bool = False
    verbose: int = 0
    as_json: bool = False
    """Beside --out: how it ended as JSON. The envelope itself is always JSON."""


def task_named(name: str | None) -> Task:
    """The reference-level task of this name. SettingsError in the contract's words where none is named."""
    if not name:
        raise SettingsError(f"Specify a task: {TASKS} (--task verify_citations or --task bibliography_audit)")
    if name in CLAIM_TASKS or name == Task.AI_DETECTION:
        raise SettingsError(
            f"--task {name}: a task about claims in a text; `refs` does verify_citations and bibliography_audit"
        )
    if name not in set(Task):
        raise SettingsError(f"--task {name}: no such task; choose verify_citations or bibliography_audit")
    return Task(name)


def refs(files: Sequence[str], wanted: Wanted, settings: Settings) -> int:
    """Check a reference list; the envelope goes to stdout or into a file. Returns the exit code."""
    lists = [Path(name) for name in files if name != STDIN]
    check_place("--out", wanted.out, lists)
    check_place("--report", wanted.report, lists)
    if wanted.out is not None and wanted.report is not None and wanted.out.absolute() == wanted.report.absolute():
        raise SettingsError(f"{wanted.out}: --out and --report are one file; choose another for one of them")
    sources = [_source(name) for name in files]
    payload = _payload(sources, wanted.cap)
    config = single_lookup_config(settings)
    found = asyncio.run(_looked_up(payload, config, settings, wanted))
    moment = settings.now()
    facts = Facts(
        task=wanted.task,
        depth=wanted.depth,
        output_format=wanted.output_format,
        language=wanted.language,
        run_id=_run_id(sources, wanted, settings),
        timestamp=moment.isoformat().replace("+00:00", "Z"),  # strftime writes the year 999 with three digits
        year=moment.year,
        flags=flags_of,
        hashes={
            name: digest
            for name, resolution in found.resolutions.items()
            if resolution.record is not None and (digest := found.hash_of(resolution.record, resolution)) is not None
        },
    )
    envelope = envelope_of_references(payload, found.resolutions, facts)
    code = exit_code_of(envelope.data, found.resolutions, FAIL_ON[wanted.fail_on])
    if wanted.report is not None:
        put("--report", wanted.report, (envelope.data.content or "").encode("utf-8", "replace"))
    _give(envelope, wanted, code)
    if not wanted.quiet:
        told = ending(envelope, found.resolutions, wanted.language, out=wanted.out, report=wanted.report)
        click.echo(escaping.one_line(told), err=True)
    return code


def _source(name: str) -> tuple[str, bytes]:
    """A file's name and bytes. ManuscriptError where it cannot be read."""
    if name == STDIN:
        return "(standard input)", sys.stdin.buffer.read()
    path = Path(name)
    try:
        return path.name, path.read_bytes()
    except FileNotFoundError:
        raise ManuscriptError(f"{name}: there is no such file; check the name") from None
    except IsADirectoryError:
        raise ManuscriptError(f"{name}: is a folder; name the files in it") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        why = getattr(error, "strerror", None) or error
        raise ManuscriptError(f"{name}: cannot be read ({why}); check the file") from None


def _payload(sources: Sequence[tuple[str, bytes]], cap: int | None) -> Payload:
    from tasks.parse.payload import read_payload
    from tasks.parse.payload.payload import NOTHING

    payload = read_payload(sources, cap=cap)
    if payload.cut is not None:
        raise ManuscriptError(f"{payload.cut.message} (--no-cap lifts it.)")
    if not payload.references:
        raise ManuscriptError(f"{', '.join(name for name, _ in sources)}: no reference in it. {NOTHING}")
    return payload


async def _looked_up(payload: Payload, config: Config, settings: Settings, wanted: Wanted) -> LookedUp:
    """Look up every reference that could be read, and those copies that state other fields than the first."""
    apart = compared_on_their_own(payload)
    copies = {copy.reference_id: copy.duplicate_of for copy in payload.duplicates}
    references = [
        one.reference
        for one in payload.references
        if one.failure is None and (one.reference_id not in copies or one.reference_id in apart)
    ]
    teller = Teller(quiet=wanted.quiet, verbose=wanted.verbose, language=lambda: wanted.language)
    with kept_answers(config, settings) as book:
        async with single_lookup_door(config, settings) as door:
            return await resolve_references(
                references,
                door=door,
                book=book,
                clock=settings.now,
                copies={name: copies[name] for name in apart},
                max_age_days=config.max_age_days,
                registry=config.registry,
                offline=config.offline,
                progress=lambda done, total: teller.progress("B", done, total),
            )


def _run_id(sources: Sequence[tuple[str, bytes]], wanted: Wanted, settings: Settings) -> str:
    """A random UUID; where the clock is set, so that runs can be repeated, one that is derived from what was asked."""
    if settings.clock is None:
        return str(uuid.uuid4())
    asked = [wanted.task.value, wanted.depth.value, wanted.output_format.value, wanted.language, str(settings.now())]
    digest = hashlib.sha256("\n".join(asked).encode())
    for _, content in sources:
        digest.update(hashlib.sha256(content).digest())
    return str(uuid.UUID(bytes=digest.digest()[:16], version=4))


def _give(envelope: Envelope[ReferenceBody], wanted: Wanted, code: int) -> None:
    """The envelope on stdout; or in a file, and then on stdout only how it ended."""
    content = terminal_json(plain(envelope)).encode("utf-8", "replace")
    if wanted.out is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    put("--out", wanted.out, content)
    counts = envelope.data.verdict_summary.model_dump()
    if wanted.as_json:
        told = {"exit_code": code, "out": str(wanted.out), "verdict_summary": counts}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    elif not wanted.quiet:
        click.echo(f"{wanted.out}: {', '.join(f'{name} {count}' for name, count in counts.items() if count)}")

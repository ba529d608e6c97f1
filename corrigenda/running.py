"""What `check`, `resume` and `demo` share: a job is put together, run on an engine, and its end told."""

import asyncio
import ipaddress
import random
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlsplit

import click

from corrigenda import __version__
from corrigenda.inputs import Named
from corrigenda.settings import JUDGE_KEY, Settings, judge_key, prefect_server, quiet_dependencies, user_seal
from corrigenda.telling import Teller
from flows.job import Door, Job
from flows.steps import begin
from flows.verify import verify_here
from reports.findings import exit_code
from reports.terminal import finish_text
from state.config import Config
from state.errors import SettingsError
from state.manuscript import Claim
from state.options import sends_text
from state.snapshot import Snapshot
from state.store import Store
from tasks.judges import judge_named
from tasks.judges.contract import Judge


@dataclass(frozen=True)
class Ways:
    """How the user wants the run done, beyond its settings."""

    engine: str = "auto"
    yes: bool = False
    fail_on: str = "serious"
    verbose: int = 0
    quiet: bool = False
    as_json: bool = False
    recording: Path | None = None
    """Recorded registry answers instead of the network (the demo)."""


def make_job(
    store: Store,
    folder: Path,
    settings: Settings,
    config: Config,
    ways: Ways,
    *,
    manuscripts: Named = (),
    bibliographies: Named = (),
    companions: Mapping[str, Mapping[str, bytes]] = MappingProxyType({}),
    missing: tuple[str, ...] = (),
    pdfs: Named = (),
) -> Job:
    """A job over an open store."""

    def language() -> str:
        return config.language or (store.options().language if store.run_id else "en")

    teller = Teller(quiet=ways.quiet, verbose=ways.verbose, language=language)

    def judges() -> tuple[Judge, Judge | None]:
        first = _judge(config, config.judge, folder)
        second = _judge(config, config.second_judge, folder) if config.second_judge else None
        return first, second

    def door() -> AbstractAsyncContextManager[Door]:
        return open_door(config, settings, ways)

    def consent(claims: Sequence[Claim]) -> bool:
        asked = [judge for judge in judges() if judge is not None and sends_text(judge.name)]
        return ask_consent(claims, config, asked, yes=ways.yes)

    return Job(
        store=store,
        folder=folder,
        config=config,
        clock=settings.now,
        door=door,
        judges=judges,
        progress=teller.progress,
        consent=consent,
        manuscripts=manuscripts,
        bibliographies=bibliographies,
        companions=companions,
        missing=missing,
        pdfs=pdfs,
        version=__version__,
        seal=user_seal,
        shared=Store.open(settings.cache, at=settings.now()) if settings.cache else None,
    )


def _judge(config: Config, name: str, folder: Path) -> Judge:
    key = judge_key(name)
    judge = judge_named(
        name,
        url=config.judge_url,
        key=key,
        base_folder=folder,
        concurrency=config.judge_concurrency,
        patience=config.patience,
    )
    provider = name.partition(":")[0]
    if provider in ("openai", "anthropic") and config.judge_url is None and key is None:
        raise SettingsError(
            f"--judge {name}: {JUDGE_KEY[provider]} is not set; set it, or give --judge-url for a server of your own"
        )
    return judge


def open_door(config: Config, settings: Settings, ways: Ways) -> AbstractAsyncContextManager[Door]:
    """The network, or the recording the demo brings."""
    from tasks.registries import terms_for
    from tasks.transport import Transport
    from tasks.transport.replay import Replay

    if ways.recording is not None:
        return Replay(ways.recording.read_text("utf-8"), settings.now)
    return Transport(config, settings.now, version=__version__, terms=terms_for(config), jitter=random.random)


def run_job(job: Job, ways: Ways) -> Snapshot:
    """Run the job on its engine."""
    address = engine_address(ways.engine)
    if address is None:
        return asyncio.run(verify_here(job))
    quiet_dependencies()
    from flows.prefect_engine import answers, verify_on_prefect

    if not asyncio.run(answers(address)):
        if ways.engine == "prefect":
            raise SettingsError(
                f"no Prefect server answers at {address}; start one with `corrigenda up`, or use --engine local"
            )
        job.notes.append(f"no Prefect server answers at {address}: the run was done in this process")
        return asyncio.run(verify_here(job))
    return asyncio.run(verify_on_prefect(job, address, begin))


def engine_address(engine: str) -> str | None:
    """The Prefect API address to run on, or None for this process (design: two engines).

    `auto` takes a configured server only where it is on this machine.
    """
    configured = prefect_server()
    if engine == "local" or (engine == "auto" and configured is None):
        return None
    if configured is None:
        return "http://127.0.0.1:4200/api"
    if engine == "auto" and not _is_here(configured):
        return None
    return configured


def _is_here(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def ask_consent(claims: Sequence[Claim], config: Config, judges: Sequence[Judge], *, yes: bool) -> bool:
    """Say what would be sent, to whom, how many calls and at what cost, for each judge, and ask (promise 4)."""
    from reports.terminal import consent_text
    from tasks.judge.estimate import estimate_claims

    for judge in judges:
        estimate = estimate_claims(claims, judge, summaries=judge.name == config.judge)
        click.echo(consent_text(estimate, config.language or "en"), err=True)
    if yes:
        return True
    if not sys.stdin.isatty():
        click.echo("Nothing was sent. Run again with --yes to agree, or with --judge rules to stay offline.", err=True)
        return False
    return click.confirm("Send this?", default=False, err=True)


def tell_end(snapshot: Snapshot, job: Job, ways: Ways) -> int:
    """Print what the run came to on stdout; returns the exit code."""
    code = exit_code(snapshot, ways.fail_on)
    if ways.as_json:
        from corrigenda.machine import summary_json

        click.echo(summary_json(snapshot, code, job.folder))
    elif not ways.quiet:
        click.echo(finish_text(snapshot, str(job.folder), tuple(job.notes)))
    return code

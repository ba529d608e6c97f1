"""The command line run in this process, against a stand-in of its own, with a fault on one of its services.

Settings go through the run folder's `corrigenda.toml`: many runs share a process, and none its environment.
"""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corrigenda.cli import run
from corrigenda.reading import open_existing
from state.snapshot import Snapshot
from state.store import tables as t
from state.store.picture import snapshot_of
from tests.faults.small import world, write_inputs
from tests.standin.faults import Fault
from tests.standin.server import Logged, StandIn

CLOCK = "2026-11-01T09:00:00Z"
SERVICES = ("pubmed", "crossref", "openalex", "datacite", "arxiv", "europepmc", "semantic_scholar", "doi")
HOURS = 54_000
"""Seconds of `Retry-After`, as OpenAlex has said."""


@dataclass(frozen=True)
class Kind:
    """A kind of fault as it is put on a service, and what the run is told to bear."""

    fault: Fault | None
    """None: nobody listens at the service's address."""
    reasons: frozenset[str] = frozenset()
    """Reasons the report may give for it; empty: the fault passes, and leaves no trace."""
    patience: float = 2
    timeout: float = 10

    @property
    def passes(self) -> bool:
        return not self.reasons


KINDS: dict[str, Kind] = {
    "slow": Kind(Fault("slow", seconds=60), frozenset({"timeout"}), timeout=6),  # a busy machine needs 2 s now and then
    "limited for a second": Kind(Fault("rate_limited", retry_after=1, first=1), patience=20),
    "limited for hours": Kind(Fault("rate_limited", retry_after=HOURS), frozenset({"rate_limited"})),
    "down": Kind(Fault("unavailable"), frozenset({"server_error"})),
    "down twice": Kind(Fault("unavailable", first=2), patience=20),
    "cut off": Kind(Fault("cut"), frozenset({"malformed"})),
    "web page": Kind(Fault("html"), frozenset({"malformed"})),
    "closed": Kind(Fault("gone"), frozenset({"refused"})),
    "gone": Kind(None, frozenset({"refused"})),
}


@dataclass
class Done:
    """What one command left behind."""

    code: int
    snapshot: Snapshot
    files: dict[str, bytes]
    """Everything rendered, by file name."""
    answered: frozenset[tuple[str, str, str]]
    """Service, kind and value of every query with a kept answer."""
    requests: list[Logged] = field(default_factory=list)
    errors: str = ""

    @property
    def identities(self) -> dict[str, str]:
        return {r.reference_id: r.identity.value for r in self.snapshot.resolutions}

    @property
    def verdicts(self) -> dict[str, str | None]:
        return {j.claim_id: j.verdict.value if j.verdict else None for j in self.snapshot.judgments}

    def report(self) -> str:
        return self.files["verification_report.md"].decode()


class Bench:
    """A folder with the small thesis, and a stand-in for it to ask."""

    def __init__(self, folder: Path, server: StandIn) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.server = server
        self.manuscript, self.bibliography = write_inputs(folder)
        self.out = folder / "out"
        self.out.mkdir(exist_ok=True)

    def settings(self, *, refused: tuple[str, ...] = (), **more: Any) -> None:
        """Write the run folder's settings: the stand-in's addresses, the clock, and what is given."""
        environment = self.server.environment(refused=refused)
        values: dict[str, Any] = {
            name.removeprefix("CORRIGENDA_").lower(): url
            for name, url in environment.items()
            if name.startswith("CORRIGENDA_")
        }
        values |= {"clock": CLOCK, "patience": 60, "timeout": 20, **more}
        lines = [
            f"{name} = {value if isinstance(value, int | float) else _quoted(value)}" for name, value in values.items()
        ]
        (self.out / "corrigenda.toml").write_text("\n".join(lines) + "\n", "utf-8")

    def check(self, *words: str) -> Done:
        return self.command("check", str(self.manuscript), str(self.bibliography), "--out", str(self.out), *words)

    def resume(self, *words: str) -> Done:
        return self.command("resume", str(self.out), *words)

    def command(self, name: str, *words: str) -> Done:
        before = len(self.server.requests)
        code = run([name, *words, "--engine", "local", "-q"])
        return self.done(code, before)

    def done(self, code: int, before: int) -> Done:
        with open_existing(self.out) as store:
            snapshot = snapshot_of(store)
            rows = store.all_rows(t.AnswerRow)
        return Done(
            code=code,
            snapshot=snapshot,
            files=rendered_in(self.out),
            answered=frozenset((str(r["service"]), str(r["kind"]), str(r["value"])) for r in rows),
            requests=self.server.requests[before:],
        )


def _quoted(value: object) -> str:
    return "true" if value is True else f'"{value}"'


def rendered_in(folder: Path) -> dict[str, bytes]:
    """Every rendered file of a run folder."""
    return {f.name: f.read_bytes() for f in sorted(folder.iterdir()) if f.suffix in (".md", ".json")}


@contextlib.contextmanager
def bench(folder: Path, **more: Any) -> Iterator[Bench]:
    """A bench with a stand-in that runs as long as the block."""
    with StandIn(world(), **more) as server:
        yield Bench(folder, server)


def with_fault(folder: Path, service: str, kind: Kind) -> tuple[Done, Done]:
    """A run with a fault on one service, and its resumption after the service is well again."""
    faults: Mapping[str, Fault] = {service: kind.fault} if kind.fault else {}
    with bench(folder, faults=faults) as made:
        made.settings(refused=() if kind.fault else (service,), patience=kind.patience, timeout=kind.timeout)
        hurt = made.check()
        made.server.clear_faults()
        made.settings()
        return hurt, made.resume()

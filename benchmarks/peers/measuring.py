"""One tool on one list: run cold, run again, killed half way and run again, and what each asked of the services."""

import json
import resource
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.peers.certificates import Authority
from benchmarks.peers.proxy import Asked, Proxy
from benchmarks.peers.tools import Said, Tool
from tests.standin import StandIn, World

IN_FLIGHT = 1.0
"""Seconds: what was answered so shortly before a kill may not have been read yet."""
SIGKILL = getattr(signal, "SIGKILL", signal.SIGTERM)


@dataclass(frozen=True)
class Run:
    """One run of a tool."""

    seconds: float
    code: int | None
    """None where it was stopped: at the time limit, or killed on purpose."""
    asked: tuple[Asked, ...]
    ended: float
    """Monotonic seconds."""
    computing: float
    """Processor time of the tool and what it started."""
    errors: str = field(default="", repr=False)

    @property
    def refused(self) -> int:
        return sum(one.refused for one in self.asked)

    @property
    def unknown(self) -> int:
        """Requests for hosts that nobody plays."""
        return sum(one.unknown for one in self.asked)

    @property
    def hosts(self) -> Counter[str]:
        return Counter(one.host for one in self.asked)


@dataclass(frozen=True)
class Measured:
    """What one tool did."""

    tool: str
    version: str
    cold: Run
    said: Mapping[str, Said]
    """By key; empty where there is no report."""
    warm: Run | None = None
    killed: Run | None = None
    after: Run | None = None
    """The run after the kill."""

    @property
    def repeated(self) -> int:
        """Requests of the run after the kill that had been answered before it, those in flight at the kill included."""
        return repeated(self.killed.asked, self.after.asked) if self.killed and self.after else 0

    @property
    def lost(self) -> int:
        """Those of them that had been answered a good while before the kill: what the tool had and did not keep."""
        if self.killed is None or self.after is None:
            return 0
        before = [one for one in self.killed.asked if one.at < self.killed.ended - IN_FLIGHT]
        return repeated(before, self.after.asked)


def repeated(before: Iterable[Asked], after: Iterable[Asked]) -> int:
    """How many requests ask what was asked and answered before."""
    answered = {one.question for one in before if one.answered}
    return sum(one.question in answered for one in after)


@dataclass(frozen=True)
class Bench:
    """Where tools are measured."""

    folder: Path
    """For homes, reports and logs; made anew for each tool."""
    venvs: Path
    list: Path
    """The folder with `refs.bib` and `refs.md`."""
    keys: Sequence[str]
    world: World
    authority: Authority
    latency: float
    """Seconds."""
    limit: float
    """Seconds that one run may take."""

    def measure(self, tool: Tool, *, whole: bool = True) -> Measured:
        """Run the tool cold; and, where `whole`, again, killed after half of that time, and after the kill."""
        version = tool.install(self.venvs)
        place = self.folder / tool.name
        cold = self._run(tool, place / "kept")
        said = self._read(tool, place / "kept")
        if not whole or cold.code is None:
            return Measured(tool.name, version, cold, said)
        warm = self._run(tool, place / "kept")
        killed = self._run(tool, place / "killed", kill_after=cold.seconds / 2)
        after = self._run(tool, place / "killed")
        return Measured(tool.name, version, cold, said, warm, killed, after)

    def _run(self, tool: Tool, place: Path, *, kill_after: float | None = None) -> Run:
        """Run it with what is kept in this place, against services that have not been asked before."""
        home, out = place / "home", place / "out"
        home.mkdir(parents=True, exist_ok=True)
        out.mkdir(exist_ok=True)
        standin = StandIn(self.world, latency_ms=self.latency * 1000, limits=True)
        with standin, Proxy(standin.url, self.world, self.authority, latency=self.latency) as proxy:
            environment = {**tool.surroundings(home), **proxy.environment()}
            command = tool.command(self.venvs, self.list, out)
            started, computed = time.monotonic(), _computed()
            with (out / "stdout.txt").open("wb") as told, (out / "stderr.txt").open("wb") as errors:
                process = subprocess.Popen(command, env=environment, cwd=place, stdout=told, stderr=errors)
                code = _waited(process, self.limit if kill_after is None else kill_after)
            ended, computing = time.monotonic(), _computed() - computed
            asked = tuple(proxy.taken())
        rows = [{"status": one.status, "method": one.method, "host": one.host, "target": one.target} for one in asked]
        (out / "asked.json").write_text(json.dumps(rows, indent=0), encoding="utf-8")
        errors_told = (out / "stderr.txt").read_text("utf-8", "replace")[-2000:]
        return Run(ended - started, code, asked, ended, computing, errors_told)

    def _read(self, tool: Tool, place: Path) -> Mapping[str, Said]:
        try:
            return tool.read(place / "out", self.keys)
        except (OSError, ValueError, KeyError):
            return {}


def _waited(process: "subprocess.Popen[bytes]", seconds: float) -> int | None:
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(SIGKILL)
        process.wait()
        return None


def _computed() -> float:
    """Processor seconds of all processes that were started from here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime

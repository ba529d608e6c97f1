"""How soon the command answers: `python -m benchmarks.start_up [--repeat 9]`.

`corrigenda --help`, and `status` and `report` of a finished run of 150 references and 275 claims, each in a process of
its own; besides, step D alone: every report rendered from that run's store, in this process. Medians of wall and
processor time are printed; on a busy machine the latter says more. Exits 1 where a median is above what is wanted.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.machine import described, surroundings
from benchmarks.thesis import make_thesis
from flows.rendering import rendered
from state.store import Store
from state.store.picture import snapshot_of
from state.store.store import address_of
from tests.standin import StandIn, World


def main() -> int:
    """Measure and print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=9)
    given = parser.parse_args()
    print(described(), "\n")
    with tempfile.TemporaryDirectory(prefix="start-up-") as name:
        run = finished_run(Path(name))
        measures: list[tuple[str, float, Callable[[], None]]] = [
            ("corrigenda --help", 0.4, lambda: command("--help")),
            ("corrigenda status DIR", 1.0, lambda: command("status", str(run))),
            ("corrigenda report DIR", float("inf"), lambda: command("report", str(run))),
            ("step D, every report", 1.0, lambda: render(run)),
        ]
        good = [tell(label, wanted, seconds(work, given.repeat)) for label, wanted, work in measures]
    return 0 if all(good) else 1


def finished_run(folder: Path) -> Path:
    """The run folder of the whole thesis, checked against a stand-in without latency or limits."""
    plan = make_thesis(folder / "thesis")
    run = folder / "run"
    with StandIn(World.load(plan.world)) as server:
        words = ["check", str(plan.manuscript), str(plan.bibliography), "--out", str(run), "--quiet"]
        command(*words, "--fail-on", "never", **server.environment(), CORRIGENDA_EMAIL="benchmark@example.org")
    return run


def command(*words: str, **settings: str) -> None:
    """One run of the command line; its output is thrown away."""
    started = [sys.executable, "-m", "corrigenda", *words]
    subprocess.run(started, env=surroundings(**settings), check=True, stdout=subprocess.DEVNULL)


def render(run: Path) -> None:
    """What step D does after it has read the store."""
    with Store.open(address_of(run), at=datetime.now(UTC)) as store:
        rendered(snapshot_of(store), store.imported())


def seconds(work: Callable[[], None], repeat: int) -> list[tuple[float, float]]:
    """Wall and processor time of each of the repeats, this process's and its children's, after one that does not
    count."""
    work()
    times = []
    for _ in range(repeat):
        before, computed = time.perf_counter(), sum(os.times()[:4])
        work()
        times.append((time.perf_counter() - before, sum(os.times()[:4]) - computed))
    return times


def tell(label: str, wanted: float, times: list[tuple[float, float]]) -> bool:
    """Print one line; whether the median is within what is wanted."""
    median = statistics.median(wall for wall, _ in times)
    computing = statistics.median(computed for _, computed in times)
    limit = f"wanted under {wanted:g} s" if wanted < float("inf") else ""
    print(f"{label:28} median {median:.2f} s  computing {computing:.2f} s  {limit}")
    return median < wanted


if __name__ == "__main__":
    sys.exit(main())

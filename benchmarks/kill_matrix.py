"""Kill a run after each of many committed pieces, resume it, and hold it against the run that nobody killed.

`python -m benchmarks.kill_matrix [--values 60] [--engine local|prefect] [--references 150 --claims 275]`. Prints what
it ran on, one line for each kill, and the totals; exits 1 where anything was lost, asked again or came out different.
"""

import argparse
import contextlib
import importlib.metadata
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.resume.matrix import Bench, Row
from tests.resume.prefect_server import prefect_server

AT_ONCE = 2
"""Runs side by side, each with a stand-in of its own."""
COLUMNS = ("k", "killed in", "pieces", "repeated", "asked again", "sent again", "same", "seconds")
WIDTHS = (9, 24, 6, 8, 11, 10, 4, 7)


def main() -> int:
    """Run the matrix; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", type=int, default=60, help="how many kills, spread evenly over all pieces")
    parser.add_argument("--engine", choices=["local", "prefect"], default="local")
    parser.add_argument("--references", type=int, default=150)
    parser.add_argument("--claims", type=int, default=275)
    parser.add_argument("--workers", type=int, default=AT_ONCE)
    given = parser.parse_args()
    print_machine()
    with tempfile.TemporaryDirectory(prefix="kill-matrix-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        address = stack.enter_context(prefect_server(folder / "home")) if given.engine == "prefect" else None
        benches = [
            stack.enter_context(
                Bench(
                    folder / f"worker{number}",
                    references=given.references,
                    claims=given.claims,
                    home=folder / "home",
                    engine=given.engine,
                    prefect=address,
                )
            )
            for number in range(given.workers)
        ]
        return run_matrix(benches, given.values)


def run_matrix(benches: list[Bench], values: int) -> int:
    """Every value of k on whichever bench is free, printed in the order of k as they come; 1 where one failed."""
    started = time.monotonic()
    right = benches[0].unbroken
    for bench in benches[1:]:
        bench.unbroken = right
    print(
        f"{benches[0].plan.claims} claims, {len(benches[0].plan.references)} references, engine {benches[0].engine}: "
        f"{right.pieces} pieces and {len(right.asked)} requests in the unbroken run"
    )
    print("  ".join(name.ljust(width) for name, width in zip(COLUMNS, WIDTHS, strict=True)), flush=True)
    free: SimpleQueue[Bench] = SimpleQueue()
    for bench in benches:
        free.put(bench)

    def one(k: int) -> tuple[Row, float]:
        bench, begun = free.get(), time.monotonic()
        try:
            return bench.row(str(k)), time.monotonic() - begun
        finally:
            free.put(bench)

    rows: list[Row] = []
    with ThreadPoolExecutor(len(benches)) as pool:
        for row, seconds in pool.map(one, spread(values, right.pieces)):
            rows.append(row)
            print_row(row, seconds)
    failed = [row for row in rows if not row.is_whole]
    print(
        f"{len(rows)} kills: {len(rows) - len(failed)} whole, {len(failed)} failed; "
        f"requests repeated {sum(r.repeated for r in rows)} (at most {max(r.repeated for r in rows)} a kill), "
        f"answers asked again {sum(r.asked_again for r in rows)}, judged claims sent again "
        f"{sum(r.sent_again for r in rows)}, reports identical {sum(r.same for r in rows)} of {len(rows)}; "
        f"{time.monotonic() - started:.0f} s"
    )
    return 1 if failed else 0


def spread(values: int, pieces: int) -> list[int]:
    """So many different numbers from 1 to `pieces`, evenly, both ends included; fewer where there are fewer."""
    if values < 2:
        return [max(1, pieces // 2)]
    return sorted({round(1 + place * (pieces - 1) / (values - 1)) for place in range(values)})


def print_row(row: Row, seconds: float) -> None:
    cells = (
        row.when, row.killed_in, row.pieces, row.repeated, row.asked_again, row.sent_again,
        "yes" if row.same else "NO", f"{seconds:.0f}",
    )  # fmt: skip
    print("  ".join(str(cell).ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)), flush=True)
    for fault in row.faults:
        print(f"    {fault}", flush=True)


def print_machine() -> None:
    """What this runs on."""
    names = ("prefect", "sqlmodel", "pydantic-ai-slim")
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)
    print(f"{processor()}, {os.cpu_count()} cores; {platform.system()} {platform.release()}")
    print(f"Python {platform.python_version()}; {versions}")


def processor() -> str:
    """The processor's name."""
    for line in lines_of(Path("/proc/cpuinfo")):
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def lines_of(path: Path) -> Iterator[str]:
    if path.is_file():
        yield from path.read_text("utf-8").splitlines()


if __name__ == "__main__":
    sys.exit(main())

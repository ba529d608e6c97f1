"""Step A on a Word manuscript of 300 pages: `python -m benchmarks.reading [--pages 300] [--repeat 3]`.

Printed are the reader and the parser apart, both in this process, and the whole command that stops after step A
(`check --review`) in a process of its own, with its peak memory. Exits 1 where reader and parser take 3 s or more.
"""

import argparse
import hashlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.machine import described, surroundings
from benchmarks.thesis import big_docx
from state.manuscript import Source, SourceRole
from tasks.parse import read_manuscript
from tasks.readers import manuscript_reader_for

WANTED = 3.0
"""Seconds for step A."""


def main() -> int:
    """Measure and print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--repeat", type=int, default=3)
    given = parser.parse_args()
    print(described(), "\n")
    with tempfile.TemporaryDirectory(prefix="reading-") as name:
        document = Path(name) / "long.docx"
        markers = big_docx(document, given.pages)
        print(f"{given.pages} pages, {document.stat().st_size / 2**20:.1f} MiB, {markers} markers")
        runs = [read(document) for _ in range(given.repeat)]
        reader, rest = statistics.median(run[0] for run in runs), statistics.median(run[1] for run in runs)
        print(f"reader {reader:.2f} s, parser {rest:.2f} s, together {reader + rest:.2f} s; wanted under {WANTED:g} s")
        computing = statistics.median(run[2] for run in runs)
        print(f"of which computing {computing:.2f} s; read: {runs[0][3]}")
        times = [check(document, Path(name) / f"run-{turn}") for turn in range(given.repeat)]
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
        print(f"check --review, whole process: median {statistics.median(times):.2f} s, peak {memory:.0f} MiB")
    return 0 if reader + rest < WANTED else 1


def read(document: Path) -> tuple[float, float, float, str]:
    """Seconds in the reader and in the parser, processor seconds of both, and what was read."""
    content = document.read_bytes()
    start, computed = time.perf_counter(), time.process_time()
    reading = manuscript_reader_for(document.name).read(document.name, content)
    between = time.perf_counter()
    digest = hashlib.sha256(content).hexdigest()
    source = Source(name=document.name, role=SourceRole.MANUSCRIPT, format=reading.format, sha256=digest)
    manuscript = read_manuscript([(source, reading)], [], numbering=None)
    end, computed = time.perf_counter(), time.process_time() - computed
    counts = (len(reading.paragraphs), len(manuscript.citations), len(manuscript.claims), len(manuscript.references))
    return (
        between - start,
        end - between,
        computed,
        "{} paragraphs, {} citations, {} claims, {} references".format(*counts),
    )


def check(document: Path, out: Path) -> float:
    """Wall time of `check --review`, which ends with 3: it waits for the human."""
    command = [sys.executable, "-m", "corrigenda", "check", str(document), "--out", str(out), "--review", "--quiet"]
    start = time.perf_counter()
    code = subprocess.run(command, env=surroundings(), stdout=subprocess.DEVNULL).returncode
    if code != 3:
        raise SystemExit(f"check --review ended with {code}")
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())

"""Readers under attack: `python -m benchmarks.hostile [--only docx pdf] [--size 1.0] [--all]`.

Every case of `tests/hostile/cases.py` at full size (50 MB, 20,000 citations, 100,000 levels or objects), each in a
child process of its own: processor seconds in the reader, and the child's peak memory with Python's and the file's
own. Printed are the cases that take more than a second or 300 MiB, and those that fail; `--all` prints every one.
Exits 1 where a case is no value and no clear line, or takes more than 10 s or 1 GiB.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.machine import described
from tasks.readers import BIBLIOGRAPHY_READERS, MANUSCRIPT_READERS
from tests.hostile import child
from tests.hostile.cases import cases_for
from tests.hostile.child import Job, Outcome

SECONDS = 10.0
MIB = 1024.0
SPACE = 0 if sys.platform == "darwin" else 6144
"""MiB of address space a child may take, so that the machine outlives a reader that takes everything."""
PATIENCE = 3
"""How many times the seconds wanted a case may take before it is stopped: by how much it fails is worth knowing."""


def fault(outcome: Outcome) -> str:
    """What is wrong with an outcome; nothing where it is as wanted."""
    if not outcome.clear:
        return outcome.how
    if outcome.seconds > SECONDS:
        return "slow"
    return "large" if outcome.mib > MIB else ""


def main() -> int:
    """Print the table; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[], help="readers by name")
    parser.add_argument("--case", default="", help="cases whose names hold this")
    parser.add_argument("--size", type=float, default=1.0)
    parser.add_argument("--all", action="store_true")
    given = parser.parse_args()
    print(described(), "\n", flush=True)
    print(f"{'reader':10}{'suffix':10}{'s':>7}{'MiB':>7}  {'outcome':9}case", flush=True)
    faults = total = 0
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        for reader in (*MANUSCRIPT_READERS, *BIBLIOGRAPHY_READERS):
            if given.only and reader.name not in given.only:
                continue
            suffix = (*reader.suffixes, ".export")[0]
            for case in cases_for(suffix, given.size):
                if given.case not in case.name:
                    continue
                file = Path(folder) / f"case{suffix}"
                file.write_bytes(case.make())
                outcome = child.run([Job(reader.name, file, f"thesis{suffix}")], seconds=SECONDS * PATIENCE, mib=SPACE)[
                    0
                ]
                wrong = fault(outcome)
                faults, total = faults + bool(wrong), total + 1
                if wrong or given.all or outcome.seconds > 1 or outcome.mib > 300:
                    shown = f"{outcome.how:9}{case.name}"
                    print(
                        f"{reader.name:10}{suffix:10}{outcome.seconds:>7.2f}{outcome.mib:>7.0f}  {shown}"
                        f"{f'  <-- {wrong}' if wrong else ''}  {outcome.line[:110]}",
                        flush=True,
                    )
    print(f"\n{total} cases, {faults} with a fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

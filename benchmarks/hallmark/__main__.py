"""HALLMARK's entries against a stand-in that serves the true works: `python -m benchmarks.hallmark [--misses]`.

The 1,119 entries of the development split, and 98 invented ones that passed peer review, go through our own path: one
.bib file, our reader, step B over the real transport. The stand-in serves the true works through the services' own APIs
and, as distractors, some two thousand others; nothing else. An entry is found where the report tells the author to act
on it. Wrong entries whose true work nobody serves are counted apart. Exits 1 where a figure is not what is wanted, 2
where the data are not there.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.hallmark.entries import read_entries, read_true_works, set_apart
from benchmarks.hallmark.failures import grouped
from benchmarks.hallmark.running import Ran, run
from benchmarks.hallmark.scoring import Judged, Score, judged, score
from benchmarks.hallmark.served import world_of
from benchmarks.machine import described
from tests.standin.world import World

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
MOST_REQUESTS = 350


def main() -> int:
    """Run and print; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hallmark",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("data", nargs="?", type=Path, default=DATA, help="folder with references/ and registries/")
    parser.add_argument("--misses", action="store_true", help="list the ids that came out otherwise than they should")
    parser.add_argument("--latency", type=float, default=0.0, help="milliseconds before every answer")
    parser.add_argument("--limits", action="store_true", help="the stand-in refuses what the services would refuse")
    parser.add_argument("--spelled", action="store_true", help="venues as each service spells them, not as DBLP does")
    parser.add_argument("--first", type=int, help="only so many entries of the development split")
    given = parser.parse_args()
    if not (given.data / "references" / "hallmark_dev.jsonl").is_file():
        print(f"{given.data}: no references/hallmark_dev.jsonl there; name the folder that has it", file=sys.stderr)
        return 2
    print(described(), "\n")
    works = read_true_works(given.data / "references" / "true_works.jsonl")
    world = world_of(works, spelled=given.spelled) + World.from_records_jsonl(
        given.data / "registries" / "records.jsonl"
    )
    good = True
    for name in ("hallmark_dev", "neurips2025_invented"):
        entries = read_entries(given.data / "references" / f"{name}.jsonl")
        entries = entries[: given.first] if given.first and name == "hallmark_dev" else entries
        # Those that passed review are invented, every one, whatever part of a true work they borrow.
        apart = set_apart(entries, works) if name == "hallmark_dev" else frozenset[str]()
        ran = run(entries, world, latency_ms=given.latency, limits=given.limits)
        rows = [judged(outcome) for outcome in ran.outcomes]
        scored = [row for row in rows if row.outcome.entry.id not in apart]
        total = score(scored)
        print(f"== {name}: {len(rows)} entries, {len(scored)} scored, {len(apart)} whose true work is not served")
        tell(total, ran, [row for row in rows if row.outcome.entry.id in apart])
        if given.misses:
            print(grouped(scored))
        good &= name != "hallmark_dev" or is_good(total, ran)
    return 0 if good else 1


def is_good(total: Score, ran: Ran) -> bool:
    """Whether everything is what is wanted."""
    return (
        total.detection >= 0.98
        and total.false_positives <= 0.004
        and total.f1 >= 0.985
        and total.exactness >= 0.90
        and total.unknown == 0
        and len(ran.requests) <= MOST_REQUESTS
    )


def tell(total: Score, ran: Ran, apart: Sequence[Judged]) -> None:
    """Print the figures."""
    print(
        f"detection {total.detection:.4f} (0.98)  precision {total.precision:.4f}"
        f"  false positives {total.false_positives:.4f} (0.004)  F1 {total.f1:.4f} (0.985)"
    )
    print(
        f"found {total.found}, missed {total.missed}, accused {total.accused}, cleared {total.cleared},"
        f" unknown {total.unknown} (0)"
    )
    print(
        f"verdict_class exact {total.exactness:.4f} (0.90), over the wrong entries alone {total.exactness_of_wrong:.4f}"
    )
    by_service = Counter(row.service for row in ran.requests)
    refused = sum((row.status or 500) >= 400 and row.status != 404 for row in ran.requests)
    print(
        f"requests {len(ran.requests)} ({MOST_REQUESTS}): "
        + ", ".join(f"{service} {count}" for service, count in sorted(by_service.items()))
        + f"; refused {refused}"
    )
    kinds = Counter((row.service, "+".join(sorted(row.asked)) or row.path) for row in ran.requests)
    print("by what was asked: " + ", ".join(f"{name} {kind} {count}" for (name, kind), count in kinds.most_common()))
    print(
        f"wall {ran.seconds:.1f} s, computing with the stand-in {ran.computing:.1f} s, {ran.memory:.0f} MiB at most\n"
    )
    for kind, counts in sorted(total.kinds.items()):
        print(f"  {kind:24} {counts['found']:4} / {counts['all']:4}")
    print()
    for name, said in sorted(total.classes.items()):
        others = ", ".join(f"{other} {count}" for other, count in said.most_common() if other != name)
        print(f"  {name:20} exact {said[name]:4} / {said.total():4}" + (f"   said {others}" if others else ""))
    if apart:
        told = sum(row.told for row in apart)
        print(f"\n  apart: {told} of {len(apart)} told to act on, {sum(row.unknown for row in apart)} unknown")
    print()


if __name__ == "__main__":
    sys.exit(main())

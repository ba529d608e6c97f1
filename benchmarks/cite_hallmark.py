"""What `cite` says of HALLMARK's entries, one at a time: `python -m benchmarks.cite_hallmark [DATA] [--every N]`.

Title, DOI, first author, year and venue of each entry of the development split are one claim; the stand-in serves the
true works and some two thousand others. Printed is, for each kind of entry, which verdicts were given; wrong entries
whose true work nobody serves are left out. verifyCitation compares title, first author and year: it is not made to see
a wrong venue or co-author. Exits 1 where a sound entry is not matched or an invented one is, 2 where there are no data.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from unittest.mock import patch

from benchmarks.cite import Case, said_of
from benchmarks.hallmark.__main__ import DATA
from benchmarks.hallmark.entries import as_bibtex, read_entries, read_true_works, set_apart
from benchmarks.hallmark.served import world_of
from benchmarks.machine import described
from flows.single import identifiers_of
from state.citation_check import ClaimedCitation
from state.errors import ManuscriptError
from state.manuscript import Reference
from tasks.readers import bibliography_reader_for
from tests.standin import StandIn, World

SOUND = "right"
INVENTED = "plausible_fabrication"
"""The kind of which nothing exists. Of the others some part is true."""


def main() -> int:
    """Measure and print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--every", type=int, default=1, help="only every Nth entry")
    given = parser.parse_args()
    source = given.data / "references" / "hallmark_dev.jsonl"
    if not source.is_file():
        print(f"{given.data}: no references/hallmark_dev.jsonl there; name the folder that has it", file=sys.stderr)
        return 2
    print(described(), "\n")
    works = read_true_works(given.data / "references" / "true_works.jsonl")
    world = world_of(works) + World.from_records_jsonl(given.data / "registries" / "records.jsonl")
    found = list(claims(source, set_apart(read_entries(source), works), given.every))
    unpaced = patch("tasks.transport.limits.interval_of", lambda rate: 0.02 / rate)
    with tempfile.TemporaryDirectory(prefix="cite-") as name, StandIn(world) as server, unpaced:
        said = asyncio.run(said_of(found, server.environment(), Path(name) / "answers.db"))
    counts: dict[str, Counter[str]] = {SOUND: Counter(), INVENTED: Counter()}
    for case, verdict in zip(found, said, strict=True):
        counts.setdefault(case.kind, Counter())[verdict] += 1
    for kind in sorted(counts):
        print(f"{kind:24}", "; ".join(f"{verdict} {count}" for verdict, count in counts[kind].most_common()))
    accused = sum(n for verdict, n in counts[SOUND].items() if not verdict.startswith("matched"))
    passed = sum(n for verdict, n in counts[INVENTED].items() if verdict.startswith("matched"))
    print(f"{len(found)} claims; sound ones not matched {accused}, invented ones matched {passed}")
    return 1 if accused or passed else 0


def claims(source: Path, apart: frozenset[str], every: int) -> list[Case]:
    """A claim for each entry that can be stated as one."""
    kinds = {row["id"]: row.get("hallucination_type") or SOUND for row in _rows(source)}
    entries = [entry for entry in read_entries(source) if entry.id not in apart][::every]
    content = as_bibtex(entries).encode()
    references = bibliography_reader_for("all.bib", content).read("all.bib", content).references
    pairs = zip(entries, references, strict=True)
    made = ((kinds[entry.id], _claim(reference)) for entry, reference in pairs)
    return [Case(kind, claimed, frozenset()) for kind, claimed in made if claimed is not None]


def _rows(source: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in source.read_text("utf-8").splitlines() if line.strip()]


def _claim(reference: Reference) -> ClaimedCitation | None:
    """None for an entry without a title, or whose identifier is none."""
    stated = {
        "title": reference.title,
        "doi": reference.doi,
        "arxiv": reference.arxiv,
        "author": reference.authors[0].family if reference.authors else None,
        "year": reference.year,
        "container": reference.journal,
    }
    if not reference.title:
        return None
    claimed = ClaimedCitation.model_validate({name: value for name, value in stated.items() if value})
    try:
        identifiers_of(claimed)
    except ManuscriptError:
        return None
    return claimed


if __name__ == "__main__":
    sys.exit(main())

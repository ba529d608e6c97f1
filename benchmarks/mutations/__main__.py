"""Real works printed in ten styles, changed, read and looked up: `python -m benchmarks.mutations [--misses]`.

Works of the recorded registries are rendered by citeproc-py in ten styles (install it with
`pip install -r benchmarks/mutations/requirements.txt`), changed in graded ways, read back as printed entries and as
BibTeX, and resolved over the real transport against a stand-in that serves the works as they are, among some two
thousand others. A Chinese part is invented here. An entry is flagged where the report has a serious or medium finding
about it; a wrong year is found where it is named, however small the finding. What is lost is lost by `reading` where
the same fields from BibTeX come out as wanted, and by `matching` else. Exits 1 where a grade is not what is wanted, 2
where data or renderer are missing.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from benchmarks.machine import described
from benchmarks.mutations import chinese as chinese_module
from benchmarks.mutations.cases import Case, cases_of
from benchmarks.mutations.changes import MUTATIONS, Grade
from benchmarks.mutations.chinese import CHINESE, ChineseWork, chinese_works
from benchmarks.mutations.failures import grouped
from benchmarks.mutations.rendering import STYLES, available, rendered
from benchmarks.mutations.running import outcomes, read_bibtex, read_printed
from benchmarks.mutations.scoring import WANTED, Judged, as_wanted, counts_of_misread, judged, line
from benchmarks.mutations.works import read_works
from state.resolution import Field
from tests.standin.world import World

CHINESE_WORKS = 72
DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"


def main() -> int:
    """Run and print; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutations",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("data", nargs="?", type=Path, default=DATA, help="folder with registries/")
    parser.add_argument("--misses", action="store_true", help="list what came out otherwise than wanted, by cause")
    parser.add_argument("--texts", action="store_true", help="with --misses: the entries themselves")
    parser.add_argument("--each", type=int, default=70, help="cases of each change")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="WORD", help="only changes whose name has this word")
    given = parser.parse_args()
    if not (given.data / "registries" / "records.jsonl").is_file():
        print(f"{given.data}: no registries/records.jsonl there; name the folder that has it", file=sys.stderr)
        return 2
    if not available():
        print("citeproc-py is not installed: pip install -r benchmarks/mutations/requirements.txt", file=sys.stderr)
        return 2
    print(described(), "\n")
    started = time.perf_counter()
    works = read_works(given.data / "registries")
    chinese = chinese_works(CHINESE_WORKS, given.seed)
    world = World((*works, *(work.held for work in chinese))) + World.from_records_jsonl(
        given.data / "registries" / "records.jsonl"
    )
    known = frozenset((*world.by_doi, *world.by_pmid))
    made = (
        *cases_of(works, tuple(STYLES), rendered, each=given.each, seed=given.seed, identifiers=known),
        *chinese_cases(chinese, known, given.each // 2, given.seed),
    )
    cases = [case for case in made if given.only in case.mutation.name]
    print(
        f"{len(works)} works to print and {len(chinese)} Chinese ones, among {len(world)}; {len(cases)} cases in"
        f" {len(STYLES)} styles, {len(chinese_module.STYLES)} Chinese ones, and as BibTeX"
    )
    rows = run(cases, world)
    good = tell(rows)
    print(f"\nwall {time.perf_counter() - started:.0f} s")
    if given.misses:
        print(grouped(rows, texts=given.texts))
    return 0 if good else 1


def chinese_cases(works: Sequence[ChineseWork], known: frozenset[str], each: int, seed: int) -> Iterator[Case]:
    """`each` cases of every Chinese change over works that registries have in Chinese, and half as many over those
    that they have in English alone: found by their DOI only, and nobody can tell another title or journal there."""
    apart = (Field.TITLE, Field.JOURNAL)
    for prefix, english, count in (("zh", False, each), ("en", True, each // 2)):
        yield from cases_of(
            [work.printed for work in works if (work.kind == "english") == english],
            chinese_module.STYLES,
            chinese_module.rendered,
            each=count,
            seed=seed,
            mutations=[m for m in CHINESE if not english or m.field not in apart],
            identifiers=known,
            prefix=prefix,
            always_doi=english,
        )


def run(cases: Sequence[Case], world: World) -> tuple[Judged, ...]:
    """Both forms of all cases, each in a process of its own."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        prose = pool.submit(outcomes, read_printed(cases), world)
        bibtex = pool.submit(outcomes, read_bibtex(cases), world)
        return judged(cases, prose.result(), bibtex.result())


def tell(rows: Sequence[Judged]) -> bool:
    """Print the tables; whether every grade is what is wanted in print."""
    good = True
    print(
        f"\n{'':32}{'cases':>6}{'flagged':>8}{'share':>8}{'BibTeX':>8}{'minor':>7}{'named':>7}"
        f"{'by reading':>12}{'by matching':>12}{'unknown':>8}"
    )
    for grade in Grade:
        for mutation in (m for m in (*MUTATIONS, *CHINESE) if m.grade is grade):
            _row(mutation.name, [row for row in rows if row.case.mutation is mutation])
        total = line(row for row in rows if row.case.mutation.grade is grade)
        sign = "at most" if grade is Grade.COSMETIC else "at least"
        _row(f"= {grade.value} ({sign} {WANTED[grade]:.0%})", [r for r in rows if r.case.mutation.grade is grade])
        good &= as_wanted(grade, total.share) and total.unknown == 0
        print()
    print(f"{'by style':12}{'cases':>6}{'by reading':>12}{'by matching':>12}   fields read otherwise than printed")
    misread = counts_of_misread(rows)
    for style, counts in misread.items():
        total = line(row for row in rows if row.case.style == style)
        shown = ", ".join(f"{name} {n}" for name, n in counts.most_common() if name != "cases")
        print(f"{style:12}{total.cases:6}{total.reading:12}{total.matching:12}   {shown}")
    print("identities:", dict(Counter(row.prose.outcome.resolution.identity.value for row in rows)))
    return good


def _row(name: str, rows: Sequence[Judged]) -> None:
    one = line(rows)
    if one.cases:
        print(
            f"{name:32}{one.cases:6}{one.flagged:8}{one.share:8.3f}{one.share_of_bibtex:8.3f}{one.minor:7}{one.named:7}"
            f"{one.reading:12}{one.matching:12}{one.unknown:8}"
        )


if __name__ == "__main__":
    sys.exit(main())

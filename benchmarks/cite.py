"""`corrigenda cite`: how soon it answers, and what it says of invented claims. `python -m benchmarks.cite [--repeat 5]`

Speed: the whole command in a process of its own, with every answer kept and nobody asked (the program's own time), and
against a stand-in without latency. Medians of wall and processor time; on a busy machine the latter says more.
Verdicts: claims of six kinds about 40 invented works, each with the verdict that is right by what the claim is made
of. Exits 1 where the processor time is above 1.5 s, or where a sound claim is accused or a fabricated one passes.
"""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

from benchmarks.invented import Inventor
from benchmarks.machine import described
from benchmarks.start_up import command, seconds
from flows.books import SharedAnswers
from flows.single import check_citation
from reports.citation_answer import citation_answer
from state.citation_check import ClaimedCitation
from state.config import Config, Service
from state.lookup import RegistryName
from state.store import Store
from tasks.registries import terms_for
from tasks.transport import ONE_RETRY, Transport
from tests.standin import StandIn, Work, World

WANTED = 1.5
"""Seconds of the program's own time for one citation."""
WORKS = 40
AT = datetime(2026, 12, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Case:
    """One claim, and which verdicts are right about it."""

    kind: str
    claimed: ClaimedCitation
    right: frozenset[str]


def main() -> int:
    """Measure and print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    print(described(), "\n")
    works, strangers = drawn()
    with tempfile.TemporaryDirectory(prefix="cite-") as name, StandIn(World(works)) as server:
        fast = speed(works[0], server.environment(), Path(name) / "answers.db", given.repeat)
        good = verdicts(list(cases(works, strangers)), server.environment(), Path(name) / "verdicts.db")
    return 0 if fast and good else 1


def drawn() -> tuple[list[Work], list[Work]]:
    """The works that exist, and as many that do not; no two with the same title."""
    make = Inventor(1)
    every = [make.work().work for _ in range(2 * WORKS)]
    return every[:WORKS], every[WORKS:]


def speed(work: Work, environment: dict[str, str], answers: Path, repeat: int) -> bool:
    """Print the two measures; whether the program's own time is within what is wanted."""
    settings = {**environment, "CORRIGENDA_CACHE": f"sqlite:///{answers}"}
    words = ["cite", "--title", work.full_title, "--doi", str(work.doi), "--fail-on", "never"]
    measures = {
        "nobody asked, all kept": lambda: command(*words, "--offline", **settings),
        "asked anew, no latency": lambda: command(*words, "--bypass-cache", **settings),
    }
    command(*words, **settings)
    own = 0.0
    for label, work_once in measures.items():
        times = seconds(work_once, repeat)
        wall, computing = (statistics.median(values) for values in zip(*times, strict=True))
        own = max(own, computing)
        print(f"cite, {label:24} median {wall:.2f} s  computing {computing:.2f} s  wanted under {WANTED} s")
    return own < WANTED


def cases(works: list[Work], strangers: list[Work]) -> Iterator[Case]:
    """Six claims about each work."""
    for place, (work, invented) in enumerate(zip(works, strangers, strict=True)):
        other = works[(place + 1) % len(works)]
        family, year = work.authors[0][0], work.year
        exact = {"title": work.full_title, "doi": work.doi, "author": family, "year": year}
        matched, nowhere = frozenset({"matched"}), frozenset({"mismatch"})
        yield Case("as it is", ClaimedCitation.model_validate(exact), matched)
        yield Case("a year off, no accents", _claim(exact, year=(year or 0) + 1, author=_plain(family)), matched)
        if work.subtitle:
            yield Case("without its subtitle", _claim(exact, title=work.title), matched)
        yield Case("real DOI, invented title", _claim(exact, title=invented.full_title, author=invented.authors[0][0],
                                                       year=invented.year), nowhere)  # fmt: skip
        yield Case("real work, another's DOI", _claim(exact, doi=other.doi), frozenset({"ambiguous"}))
        yield Case("nothing of it is real", _claim(exact, title=invented.full_title, doi=invented.doi,
                                                    author=invented.authors[0][0], year=invented.year),
                   frozenset({"not_found"}))  # fmt: skip


def _claim(exact: dict[str, object], **changed: object) -> ClaimedCitation:
    return ClaimedCitation.model_validate({**exact, **changed})


def _plain(name: str) -> str:
    return name.translate(str.maketrans("áéíçñćčžøüöåÅØ", "aeicnccžouoaAO"))


def verdicts(checked: list[Case], environment: dict[str, str], answers: Path) -> bool:
    """Print what was said of each kind of claim; whether nothing sound is accused and nothing fabricated passes."""
    with patch("tasks.transport.limits.interval_of", lambda rate: 0.02 / rate):  # nobody waits for the services' limits
        said = asyncio.run(said_of(checked, environment, answers))
    counts: dict[str, Counter[str]] = {}
    wrong = 0
    for case, verdict in zip(checked, said, strict=True):
        counts.setdefault(case.kind, Counter())[verdict] += 1
        wrong += (verdict.partition(",")[0] == "matched") != ("matched" in case.right)
    print()
    for kind, told in counts.items():
        right = next(case.right for case in checked if case.kind == kind)
        shown = "; ".join(f"{verdict} {count}" for verdict, count in told.most_common())
        print(f"{kind:26} right: {', '.join(sorted(right)):10} said: {shown}")
    print(f"sound claims accused or fabricated ones passed: {wrong} of {len(checked)}")
    return wrong == 0


async def said_of(checked: list[Case], environment: dict[str, str], answers: Path) -> list[str]:
    """The verdict and confidence of each claim, asked one after the other over one book of answers."""
    services = {name: Service(url=environment[f"CORRIGENDA_{name.value.upper()}_URL"]) for name in RegistryName
                if f"CORRIGENDA_{name.value.upper()}_URL" in environment}  # fmt: skip
    config = Config(services=services)
    found = []
    with Store.open(f"sqlite:///{answers}", at=AT) as store:
        book = SharedAnswers(store, lambda: AT)
        async with Transport(
            config, lambda: AT, version="0", terms=terms_for(config), retries=ONE_RETRY, jitter=random.random
        ) as door:
            for case in checked:
                one = await check_citation(case.claimed, door=door, book=book, clock=lambda: AT)
                told = citation_answer(case.claimed, one.reference, one.resolution, one.compared)
                found.append(f"{told.verdict}, {told.confidence}" if told.ok else "unavailable")
    return found


if __name__ == "__main__":
    sys.exit(main())

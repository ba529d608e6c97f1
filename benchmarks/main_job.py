"""The main job on a thesis of 150 references and 275 claims: `python -m benchmarks.main_job [--repeat 3]`.

The real command line checks the generated thesis against the stand-in registries, which answer after 150 ms and hold
the services' published limits. Printed are the wall time of each step and the processor's, requests by service and
status, peak memory, and how much of what was planted was found; for step B the time beside the least that the limits
allow:

    minimum = max over the lanes of (requests - 1) / rate  +  longest chain x latency

A lane is what a service counts together (decisions 1.4; the numbers of `tests/standin/limits.py`). Its first request
may go at once and each further one a 1/rate later; Crossref answers at most three at once, so that its lanes together
also take (requests / 3) x latency. The longest chain is the greatest number of requests that one reference needed
one after the other, each for something the answer before it had said: the waves of its questions, as the ladder asks
them of the kept answers, and in each wave the requests that the slowest question was answered from. Neither the
program's own work nor that several lanes stand behind one another in a chain is in the minimum.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.machine import described, surroundings
from benchmarks.thesis import ExpectedReference, ThesisPlan, make_thesis
from reports.findings import findings
from state.finding import Severity
from state.ledger import Clock
from state.lookup import Kept
from state.resolution import NoticeState, Resolution
from state.snapshot import Snapshot
from state.store import Store
from state.store.picture import snapshot_of
from state.store.store import address_of
from tasks.fetch.ladder import next_queries
from tasks.fetch.naming import is_biomedical
from tasks.fetch.trail import Trail
from tests.standin import StandIn, World
from tests.standin.server import Logged

LATENCY = 0.150
"""Seconds."""
STEPS = ("ready", "A", "B", "C", "D", "total")
WANTED = 1.2
NCBI_KEY = "0" * 36


@dataclass(frozen=True)
class Way:
    """One way to run the main job."""

    name: str
    judge: str = "rules"
    ncbi_key: bool = False

    @property
    def options(self) -> list[str]:
        return ["--judge", self.judge, *([] if self.judge == "rules" else ["--yes"])]

    @property
    def settings(self) -> dict[str, str]:
        email = {"CORRIGENDA_EMAIL": "benchmark@example.org", "OPENAI_API_KEY": "stand-in"}
        return email | ({"CORRIGENDA_NCBI_API_KEY": NCBI_KEY} if self.ncbi_key else {})


WAYS = (
    Way("rules, no NCBI key"),
    Way("rules, NCBI key", ncbi_key=True),
    Way("openai:stand-in-1, NCBI key", judge="openai:stand-in-1", ncbi_key=True),
)


@dataclass
class Measured:
    """One run."""

    times: dict[str, float]
    """Seconds by step, as `benchmarks.timed` writes them."""
    memory: float
    """MiB, the greatest the command used."""
    requests: list[Logged]
    minimum: float
    """Seconds for step B."""
    chain: int
    lane: str
    right: int
    """References with the identity that was planned."""
    found: list[str]
    missed: list[str]
    false_alarms: list[str]
    code: int
    errors: str = field(default="", repr=False)


def main() -> int:
    """Run every way; 1 where something was wrong or above what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=3, help="runs of each way; medians are printed")
    parser.add_argument("--only", type=int, choices=range(len(WAYS)), help="one of the ways, from 0")
    given = parser.parse_args()
    print(described(), "\n")
    good = True
    with tempfile.TemporaryDirectory(prefix="main-job-") as name:
        folder = Path(name)
        plan = make_thesis(folder / "thesis")
        measure(plan, folder / "warm", WAYS[0])
        for number, way in enumerate(WAYS if given.only is None else WAYS[given.only : given.only + 1]):
            runs = [measure(plan, folder / f"{number}-{turn}", way) for turn in range(given.repeat)]
            good &= tell(way, runs, plan)
    return 0 if good else 1


def measure(plan: ThesisPlan, out: Path, way: Way) -> Measured:
    """Check the thesis once against a fresh stand-in."""
    written = out.with_suffix(".json")
    command = [sys.executable, "-m", "benchmarks.timed", str(written), "check", str(plan.manuscript)]
    command += [str(plan.bibliography), "--out", str(out), "--quiet", *way.options]
    with StandIn(World.load(plan.world), latency_ms=LATENCY * 1000, limits=True) as server:
        process = subprocess.Popen(
            command, env=surroundings(**server.environment(), **way.settings), stderr=subprocess.PIPE, text=True
        )
        errors = process.stderr.read() if process.stderr else ""
        code = process.wait()
        requests = server.requests
    if not written.is_file():
        raise SystemExit(f"the run failed with {code}:\n{errors}")
    with Store.open(address_of(out), at=_now()()) as store:
        snapshot, chain = snapshot_of(store), longest_chain(store)
    minimum, lane = least(requests, chain)
    found, missed = planted(plan, snapshot)
    return Measured(
        times=json.loads(written.read_text("utf-8")),
        memory=peak_memory(),
        requests=requests,
        minimum=minimum,
        chain=chain,
        lane=lane,
        right=sum(row.identity is (r.identity if (r := _of(snapshot, row)) else None) for row in plan.references),
        found=found,
        missed=missed,
        false_alarms=false_alarms(plan, snapshot),
        code=code,
        errors=errors,
    )


def _now() -> Clock:
    from datetime import UTC, datetime

    return lambda: datetime.now(UTC)


def peak_memory() -> float:
    """MiB: the most that any of this process's children so far has used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return used / 2**20 if sys.platform == "darwin" else used / 2**10


# The least that the limits allow


def lane_of(row: Logged) -> tuple[str, float]:
    """What the request is counted with, and how many of them a second the service allows."""
    match row.service:
        case "pubmed":
            return ("PubMed, key", 10) if row.keyed else ("PubMed", 3)
        case "crossref":
            single = row.path.startswith("/works/")
            return ("Crossref, single works", 10) if single else ("Crossref, lists", 3)
        case "openalex":
            return "OpenAlex", 100
        case "semantic_scholar":
            # Without a key there is a shared pool and no rate of one's own; the registry keeps to the keyed rate.
            return "Semantic Scholar", 1
        case _:
            return row.service, float("inf")


def least(requests: Sequence[Logged], chain: int) -> tuple[float, str]:
    """The minimum of step B in seconds, and the lane that sets it."""
    counted = Counter(lane_of(row) for row in requests if row.service != "llm")
    lanes = {name: (count - 1) / rate for (name, rate), count in counted.items()}
    crossref = sum(row.service == "crossref" for row in requests)
    lanes["Crossref, three at once"] = max(0, crossref / 3 - 1) * LATENCY
    slowest = max(lanes, key=lambda name: lanes[name])
    return lanes[slowest] + chain * LATENCY, f"{slowest}: {lanes[slowest]:.2f} s"


def longest_chain(store: Store) -> int:
    """The greatest number of requests that one reference needed one after the other."""
    return max(_chain(store, trail) for trail in _trails(store))


def _trails(store: Store) -> list[Trail]:
    references = store.manuscript().references
    return [Trail(reference, is_biomedical(reference), {}) for reference in references]


def _chain(store: Store, trail: Trail) -> int:
    """The ladder asks its questions again of the kept answers."""
    length = 0
    while wanted := next_queries(trail):
        kept = store.kept(wanted)
        if len(kept) < len(wanted):
            break  # something could not be asked: the chain broke off there
        length += max(_requests_in_turn(store, kept[query]) for query in wanted)
        trail.answers.update(kept)
        trail.note(wanted)
    return length


def _requests_in_turn(store: Store, kept: Kept) -> int:
    """Requests behind one answer; PubMed's articles, where several fetches brought them, came beside each other."""
    bodies = store.bodies(kept.bodies).values()
    fetches = sum(b"<PubmedArticleSet" in body.content[:1000] for body in bodies)
    return len(kept.bodies) - max(0, fetches - 1)


# Was it right?


def _of(snapshot: Snapshot, row: ExpectedReference) -> Resolution | None:
    reference = next((r for r in snapshot.manuscript.references if r.number == row.number), None)
    return snapshot.resolution_of(reference.id) if reference else None


def planted(plan: ThesisPlan, snapshot: Snapshot) -> tuple[list[str], list[str]]:
    """Which planted errors were found and which were not: the identity, the wrong field, the notice or the DOI's fate
    as planned."""
    found: list[str] = []
    missed: list[str] = []
    for row in plan.references:
        if row.planted is None:
            continue
        resolution = _of(snapshot, row)
        is_found = (
            resolution is not None
            and resolution.identity is row.identity
            and (row.discrepancy is None or row.discrepancy in {d.field for d in resolution.discrepancies})
            and (not row.retracted or resolution.notice_state is NoticeState.RETRACTED)
            and (not row.doi_unregistered or resolution.doi_unregistered)
        )
        (found if is_found else missed).append(row.planted)
    return found, missed


def false_alarms(plan: ThesisPlan, snapshot: Snapshot) -> list[str]:
    """Serious and medium findings about references that carry no planted error, as `rule [number]`."""
    numbers = {r.id: r.number for r in snapshot.manuscript.references}
    right = {row.number for row in plan.references if row.planted is None}
    return [
        f"{finding.rule} [{numbers[finding.reference_id]}]"
        for finding in findings(snapshot)
        if finding.rule.startswith("REF-")
        and finding.severity is not Severity.MINOR
        and finding.reference_id is not None
        and numbers.get(finding.reference_id) in right
    ]


# Telling


def tell(way: Way, runs: Sequence[Measured], plan: ThesisPlan) -> bool:
    """Print medians over the runs; False where something is wrong or B is slower than wanted."""
    medians = {name: statistics.median(run.times[name] for run in runs) for name in STEPS}
    last = runs[-1]
    ratio = medians["B"] / last.minimum
    print(f"== {way.name} ({len(runs)} runs, medians)")
    print("   " + "  ".join(f"{name} {medians[name]:.2f} s" for name in STEPS) + f"  peak {last.memory:.0f} MiB")
    computing = {name: statistics.median(run.times[f"{name} computing"] for run in runs) for name in "ABCD"}
    print("   of which computing: " + "  ".join(f"{name} {value:.2f} s" for name, value in computing.items()))
    print(f"   B: at least {last.minimum:.2f} s ({last.lane}; chain of {last.chain}), took {ratio:.2f} times that")
    for service, count in sorted(Counter(row.service for row in last.requests).items()):
        statuses = Counter(str(row.status) for row in last.requests if row.service == service)
        print(f"   {service:17} {count:4}  " + ", ".join(f"{code}: {n}" for code, n in sorted(statuses.items())))
    total = len(plan.references)
    print(f"   identities {last.right} of {total}, planted errors {len(last.found)} of {len(last.found + last.missed)}")
    print(f"   missed: {', '.join(last.missed) or 'none'}; false alarms: {', '.join(last.false_alarms) or 'none'}")
    print(f"   exit code {last.code}\n")
    return not last.missed and not last.false_alarms and last.right == total and ratio <= WANTED


if __name__ == "__main__":
    sys.exit(main())

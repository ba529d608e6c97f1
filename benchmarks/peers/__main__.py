"""Checkers of references side by side: `python -m benchmarks.peers [--only NAME] [--hallmark]`.

Every tool checks the same list against the same stand-in, which answers after 150 ms and keeps the services' published
limits. None of the others has a setting for the services' addresses, so all of them, ours too, go through a loopback
proxy with a certificate authority of its own. Each is installed from PyPI into an environment of its own outside the
repository, run as its own help says, without keys, and is not changed. It is run cold, again (warm), killed half way,
and once more.

An error is found, and a right reference falsely accused, where the tool's report names it with an error or a warning;
what a tool itself says it could not check is counted apart. With `--hallmark` the list is HALLMARK's development split,
run cold only.
"""

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.hallmark.__main__ import DATA
from benchmarks.hallmark.entries import as_bibtex, key_of, read_entries, read_true_works, set_apart
from benchmarks.hallmark.served import world_of
from benchmarks.machine import described
from benchmarks.peers.certificates import make_authority
from benchmarks.peers.measuring import Bench, Measured, Run
from benchmarks.peers.proxy import SERVED
from benchmarks.peers.references import KINDS, PLANTED, RETRACTED, RIGHT_DOI, make_references
from benchmarks.peers.tools import OURS, PEERS, Said, Tool
from tests.standin.world import World

VENVS = Path(tempfile.gettempdir()) / "corrigenda-benchmark-peers"
TOOLS = (OURS, *PEERS)
MOST_FOR_DOIS = 10
"""Requests for a hundred references with DOIs."""


def main() -> int:
    """Measure and print; 1 where ours is not what is wanted beside those that were measured."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", choices=[tool.name for tool in TOOLS], help="may be repeated")
    parser.add_argument("--hallmark", action="store_true", help="HALLMARK's development split in place of the list")
    parser.add_argument("--data", type=Path, default=DATA, help="folder with references/ and registries/")
    parser.add_argument("--venvs", type=Path, default=VENVS, help="where the tools are installed")
    parser.add_argument("--latency", type=float, default=150.0, help="milliseconds before every answer")
    parser.add_argument("--limit", type=float, default=900.0, help="seconds that one run may take")
    parser.add_argument("--share", type=int, default=1, help="one in so many references of each kind, to try it out")
    given = parser.parse_args()
    print(described(), "\n")
    tools = [tool for tool in TOOLS if not given.only or tool.name in given.only]
    with tempfile.TemporaryDirectory(prefix="peers-", ignore_cleanup_errors=True) as name:
        return on_hallmark(tools, Path(name), given) if given.hallmark else on_the_list(tools, Path(name), given)


def on_the_list(tools: Sequence[Tool], folder: Path, given: argparse.Namespace) -> int:
    """The 150 references."""
    listed = make_references(share=given.share)
    listed.write(folder / "list")
    keys = [one.key for one in listed.references]
    bench = _bench(folder, given, keys, listed.world)
    kinds = {one.key: one.kind for one in listed.references}
    print(f"{len(keys)} references, {given.latency:g} ms, limits on, at most {given.limit:g} s a run\n")
    measured = []
    for tool in tools:
        measured.append(bench.measure(tool))
        tell(measured[-1], kinds)
    few = OURS not in tools or with_dois_alone(folder / "dois", given)
    return 0 if few and all(is_good(one, measured, kinds) for one in measured if one.tool == OURS.name) else 1


def with_dois_alone(folder: Path, given: argparse.Namespace) -> bool:
    """Ours on the hundred references that print their own DOI: are so few requests enough?"""
    listed = make_references(share=given.share, only=(RIGHT_DOI, RETRACTED))
    listed.write(folder / "list")
    run = _bench(folder, given, [one.key for one in listed.references], listed.world).measure(OURS, whole=False).cold
    _tell_run(f"{OURS.name}, the {len(listed.references)} references with their own DOI alone", run)
    return len(run.asked) <= MOST_FOR_DOIS


def is_good(ours: Measured, measured: Sequence[Measured], kinds: Mapping[str, str]) -> bool:
    """Fewer requests than every other, at most half the time of those that keep the limits, nothing asked twice,
    nothing missed and no false alarm."""
    others = [one for one in measured if one.tool != ours.tool and one.cold.code is not None]
    mannered = [one for one in others if not one.cold.refused]
    right = all((ours.said.get(key) is Said.WRONG) is (kind in PLANTED) for key, kind in kinds.items())
    return (
        right
        and all(len(ours.cold.asked) < len(one.cold.asked) for one in others)
        and all(ours.cold.seconds <= one.cold.seconds / 2 for one in mannered)
        and ours.warm is not None
        and not ours.warm.asked
        and ours.lost == 0
    )


def on_hallmark(tools: Sequence[Tool], folder: Path, given: argparse.Namespace) -> int:
    """HALLMARK's development split."""
    references = given.data / "references"
    if not (references / "hallmark_dev.jsonl").is_file():
        print(f"{given.data}: no references/hallmark_dev.jsonl there; name the folder that has it", file=sys.stderr)
        return 2
    entries = read_entries(references / "hallmark_dev.jsonl")[:: given.share]
    works = read_true_works(references / "true_works.jsonl")
    world = world_of(works) + World.from_records_jsonl(given.data / "registries" / "records.jsonl")
    place = folder / "list"
    place.mkdir()
    (place / "refs.bib").write_text(as_bibtex(entries), encoding="utf-8", newline="\n")
    keys = [key_of(number) for number in range(len(entries))]
    cited = "\n\n".join(f"Reported before [@{key}]." for key in keys)
    (place / "refs.md").write_text(f"---\nbibliography: refs.bib\n---\n\n{cited}\n", encoding="utf-8", newline="\n")
    apart = set_apart(entries, works)
    scored = [(key, entry) for key, entry in zip(keys, entries, strict=True) if entry.id not in apart]
    bench = _bench(folder, given, keys, world)
    for tool in tools:
        one = bench.measure(tool, whole=False)
        _tell_run(f"{one.tool} {one.version}", one.cold)
        wrong = [one.said.get(key) for key, entry in scored if entry.wrong]
        right = [one.said.get(key) for key, entry in scored if not entry.wrong]
        found, accused = wrong.count(Said.WRONG), right.count(Said.WRONG)
        detection, precision = found / len(wrong), found / max(1, found + accused)
        f1 = 2 * detection * precision / max(detection + precision, 1e-9)
        print(
            f"   detection {detection:.4f}  precision {precision:.4f}  false positives {accused / len(right):.4f}"
            f"  F1 {f1:.4f}   unsure: {wrong.count(Said.UNSURE)} wrong, {right.count(Said.UNSURE)} right\n"
        )
    return 0


def _bench(folder: Path, given: argparse.Namespace, keys: Sequence[str], world: World) -> Bench:
    return Bench(
        folder=folder,
        venvs=given.venvs,
        list=folder / "list",
        keys=keys,
        world=world,
        authority=make_authority(folder / "authority", SERVED),
        latency=given.latency / 1000,
        limit=given.limit,
    )


def tell(one: Measured, kinds: Mapping[str, str]) -> None:
    """Print what one tool did."""
    _tell_run(f"{one.tool} {one.version}", one.cold)
    for name, run in (("warm", one.warm), ("killed half way", one.killed), ("after the kill", one.after)):
        if run is not None:
            _tell_run(f"   {name}", run)
    if one.after is not None:
        print(f"   requests repeated after the kill: {one.repeated}, of them not in flight: {one.lost}")
    if not one.said:
        print(f"   no report\n{one.cold.errors}\n")
        return
    for kind in KINDS:
        said = [one.said[key] for key, of in kinds.items() if of == kind]
        told, unsure = said.count(Said.WRONG), said.count(Said.UNSURE)
        what = "found" if kind in PLANTED else "false alarms"
        print(f"   {kind:24} {what} {told} of {len(said)}" + (f", unsure {unsure}" if unsure else ""))
    print(flush=True)


def _tell_run(name: str, run: Run) -> None:
    hosts = ", ".join(f"{host} {count}" for host, count in run.hosts.most_common())
    stopped = "stopped" if run.code is None else f"exit {run.code}"
    print(
        f"{name}: {len(run.asked)} requests, {run.refused} refused, {run.unknown} to hosts nobody plays,"
        f" {run.seconds:.1f} s, computing {run.computing:.1f} s, {stopped} ({hosts})",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())

"""python -m benchmarks.outages --draws 10000 --seed 1: what random outages make of a hundred references."""

import argparse
import platform
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from benchmarks.outages.running import MODES, Bench, Drawn
from benchmarks.outages.wire import agrees_without_faults
from benchmarks.outages.wire import draw as draw_on_wire

_CHUNK = 100
_SHOWN = 12
_bench: list[Bench] = []


def _own_bench() -> Bench:
    """One for a process: what it remembers is worth keeping."""
    if not _bench:
        _bench.append(Bench())
    return _bench[0]


def _in_memory(seed: int, numbers: range) -> Drawn:
    return _own_bench().draws(seed, numbers)


def _on_wire(seed: int, numbers: range) -> Drawn:
    done = Drawn()
    for number in numbers:
        done += draw_on_wire(_own_bench(), seed, number)
    return done


def _chunks(draws: int, size: int) -> list[range]:
    return [range(start, min(start + size, draws)) for start in range(0, draws, size)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.outages", description=__doc__)
    parser.add_argument("--draws", type=int, default=10_000)
    parser.add_argument("--wire", type=int, default=None, help="draws over the real transport (default: one per 200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    on_wire = options.draws // 200 if options.wire is None else options.wire
    bench = _own_bench()
    _print_truth(bench)
    differing = agrees_without_faults(bench)
    started = time.perf_counter()
    memory, wire = Drawn(), Drawn()
    with ProcessPoolExecutor(options.processes) as pool:
        parts = [pool.submit(_in_memory, options.seed, part) for part in _chunks(options.draws, _CHUNK)]
        wired = [pool.submit(_on_wire, options.seed, part) for part in _chunks(on_wire, 5)]
        for part in parts:
            memory += part.result()
        for part in wired:
            wire += part.result()
    _print("in memory", memory)
    _print("over the transport, in virtual time", wire)
    violations = [*differing, *memory.violations, *wire.violations]
    print(f"\n{time.perf_counter() - started:.0f} s with {options.processes} processes")
    print(f"violations: {len(violations)}")
    for what, times in Counter(v.what for v in violations).most_common():
        print(f"  {times:6} {what}")
    for violation in violations[:_SHOWN]:
        print(f"  {violation}")
    return 1 if violations else 0


def _print_truth(bench: Bench) -> None:
    print(f"Python {platform.python_version()}, {platform.machine()}")
    services = sorted({service for service, _, _ in bench.seen})
    print(f"{len(bench.well[0])} references, {len(services)} services, {len(bench.seen)} kinds of requests;")
    print(f"with all services up {bench.requests_when_well} requests. Identities then:")
    for mode, told in zip(MODES, bench.well, strict=True):
        counted = Counter(one.resolution.identity.value for one in told.values())
        name = "refs " if mode.proves_dois else "check"
        print(f"  {name} " + ", ".join(f"{identity} {count}" for identity, count in counted.most_common()))
    states = Counter(one.resolution.notice_state.value for one in bench.well[0].values())
    print("  notices " + ", ".join(f"{state} {count}" for state, count in states.most_common()))
    pages = Counter(one.resolution.page.state.value for one in bench.well[0].values() if one.resolution.page)
    print("  pages " + ", ".join(f"{state} {count}" for state, count in pages.most_common()))


def _print(name: str, done: Drawn) -> None:
    if not done.draws:
        return
    share = done.unknown / done.resolutions
    print(f"\n{name}: {done.draws:,} draws, {done.resolutions:,} resolutions, {done.requests:,} requests, of which")
    print(f"  {done.struck:,} met a fault; told otherwise {done.hurt:,}, unknown {done.unknown:,} ({share:.1%}),")
    print(f"  worse {len(done.violations):,}")
    for label, counted in (("accusation missing", done.milder), ("notice told before all could be asked", done.early)):
        for reference, times in (+counted).most_common(5):
            print(f"  {label}: {times:,} times {reference!r}")


if __name__ == "__main__":
    raise SystemExit(main())

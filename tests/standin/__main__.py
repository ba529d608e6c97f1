"""The stand-in as a process: prints its address, then serves until it is stopped.

python -m tests.standin --port 0 --world world.json --limits --latency 80
python -m tests.standin --world world.json --fault '{"service": "crossref", "kind": "unavailable", "first": 3}'
"""

import argparse
import asyncio
import contextlib
import json
import sys
from pathlib import Path

from tests.standin.faults import fault_from_json
from tests.standin.server import StandIn
from tests.standin.world import World


def main(arguments: list[str] | None = None) -> int:
    """Serve; 0 when interrupted, 2 when an option cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m tests.standin", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--world", type=Path, action="append", default=[], help="JSON list of works; may be repeated")
    parser.add_argument("--records", type=Path, help="records.jsonl of real works, as distractors")
    parser.add_argument("--latency", type=float, default=0, help="milliseconds before every answer")
    parser.add_argument("--limits", action="store_true", help="refuse what the services would refuse")
    parser.add_argument("--busy-pool", action="store_true", help="Semantic Scholar without a key mostly answers 429")
    parser.add_argument("--answers", type=Path, help="JSON object: sha256 of the last user message → model answer")
    parser.add_argument(
        "--fault", action="append", default=[], help="JSON object with service and kind; may be repeated"
    )
    parser.add_argument(
        "--environment", action="store_true", help="print the settings after the address, as NAME=VALUE"
    )
    options = parser.parse_args(arguments)
    try:
        server = _server(options)
    except (OSError, ValueError, TypeError, KeyError) as error:
        print(f"python -m tests.standin: {error}", file=sys.stderr)
        return 2

    def started() -> None:
        print(server.url, flush=True)
        if options.environment:
            print("\n".join(f"{name}={value}" for name, value in server.environment().items()), flush=True)

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(server.serve(started))
    return 0


def _server(options: argparse.Namespace) -> StandIn:
    world = World([])
    for path in options.world:
        world += World.load(path)
    if options.records:
        world += World.from_records_jsonl(options.records)
    server = StandIn(
        world,
        latency_ms=options.latency,
        limits=options.limits,
        busy_pool=options.busy_pool,
        answers=json.loads(options.answers.read_text("utf-8")) if options.answers else None,
        port=options.port,
    )
    for text in options.fault:
        row = json.loads(text)
        server.set_fault(row.pop("service"), fault_from_json(row))
    return server


if __name__ == "__main__":
    sys.exit(main())

"""Records the registries' answers for the demo: `python -m examples.record`.

The stand-in server answers from works.json as the real services would, with the fault of faults.json on it; every
exchange is written down in the order of its fingerprint. Run it again after a planner or the examples have changed.
"""

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import corrigenda.running as running
from corrigenda.checking import check
from corrigenda.demonstrating import CLOCK, MANUSCRIPTS
from tasks.transport import Transport
from tasks.transport.replay import Recorder
from tests.standin import StandIn, World
from tests.standin.faults import fault_from_json

HERE = Path(__file__).resolve().parent


@contextmanager
def recorded(target: Path) -> Iterator[None]:
    """Every exchange of the runs inside goes through a recorder, and into `target` at the end."""
    opened = running.open_door
    recorders: list[Recorder] = []

    @asynccontextmanager
    async def recording_door(*words: object) -> object:  # type: ignore[misc]
        async with opened(*words) as door:  # type: ignore[arg-type]
            assert isinstance(door, Transport)
            recorders.append(Recorder(door))
            yield recorders[-1]

    running.open_door = recording_door  # type: ignore[assignment]
    try:
        yield
    finally:
        running.open_door = opened
    target.write_text("".join(recorder.recording() for recorder in recorders), "utf-8")


def main() -> None:
    faults = json.loads((HERE / "faults.json").read_text("utf-8"))
    world = World.load(HERE / "works.json")
    planted = {name: [fault_from_json(row) for row in rows] for name, rows in faults.items()}
    with StandIn(world, faults=planted) as server:
        os.environ.update(server.environment())
        os.environ["CORRIGENDA_EMAIL"] = "demo@example.org"
        for stem, answers, file in MANUSCRIPTS:
            with tempfile.TemporaryDirectory() as folder, recorded(HERE / file):
                check(
                    (HERE / f"{stem}.docx", HERE / f"{stem}.bib"),
                    Path(folder) / "run",
                    {"judge": f"scripted:{HERE / answers}", "clock": CLOCK, "quiet": True, "patience": 90.0},
                )
            print(f"{file}: {len((HERE / file).read_text('utf-8').splitlines())} exchanges")


if __name__ == "__main__":
    main()

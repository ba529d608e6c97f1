"""`python -m benchmarks.timed OUT.json ARGUMENTS…`: the command line, with the wall time of every step written down.

The file holds `{"ready": …, "A": …, "A computing": …, …, "total": …}` in seconds. `ready` is from the start of this
module to the first step (imports, options, the store); a step's time includes the rendering that follows it; D
is every report and verification_state.json rendered from the finished run. `total` ends with the command.
"""

import json
import sys
import time
from pathlib import Path

START = time.perf_counter()

import flows.rendering as rendering  # noqa: E402
import flows.verify as verify  # noqa: E402
from corrigenda.cli import run  # noqa: E402
from flows.job import Job  # noqa: E402
from state.snapshot import Snapshot  # noqa: E402


def watch(times: dict[str, float]) -> None:
    """Note how long each step and the rendering after it take, from outside them."""
    render, current = rendering.render, ""

    def timed(name: str, step: verify.Step) -> verify.Step:
        async def step_in_time(job: Job) -> None:
            nonlocal current
            current = name
            before, computed = time.perf_counter(), time.process_time()
            times.setdefault("ready", before - START)
            await step(job)
            times[name] = time.perf_counter() - before
            times[f"{name} computing"] = time.process_time() - computed

        return step_in_time

    def timed_render(job: Job, snapshot: Snapshot) -> None:
        before = time.perf_counter()
        render(job, snapshot)
        times[current] += time.perf_counter() - before

    verify.STEPS.update({name: timed(name, step) for name, step in verify.STEPS.items()})
    vars(verify)["render"] = timed_render


if __name__ == "__main__":
    measured: dict[str, float] = {}
    watch(measured)
    code = run(sys.argv[2:])
    measured["total"] = time.perf_counter() - START
    Path(sys.argv[1]).write_text(json.dumps(measured), "utf-8")
    sys.exit(code)

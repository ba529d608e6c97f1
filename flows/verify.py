"""The main job: A → B → C → D. Each step derives from the store what is left to do, and does only that."""

from collections.abc import Awaitable, Callable

from flows.job import Job
from flows.rendering import render
from flows.steps import judge_step, read_step, report_step, resolve_step
from state.snapshot import Snapshot
from state.store.picture import snapshot_of

Step = Callable[[Job], Awaitable[None]]
STEPS: dict[str, Step] = {"A": read_step, "B": resolve_step, "C": judge_step, "D": report_step}

RunStep = Callable[[str], Awaitable[None]]
"""How an engine runs one step, by its letter."""


async def verify(job: Job, run_step: RunStep) -> Snapshot:
    """Run what is left of the run, and render what it has come to. The same for every engine.

    Stops after A where the run waits for a human; that is state in the store, not a waiting process.
    """
    for name in STEPS:
        await run_step(name)
        snapshot = snapshot_of(job.store)
        render(job, snapshot)
        if snapshot.run.waiting_for is not None:
            break
    return snapshot


async def verify_here(job: Job) -> Snapshot:
    """The local engine: the steps run in this process, one after the other."""

    async def run_step(name: str) -> None:
        await STEPS[name](job)

    return await verify(job, run_step)

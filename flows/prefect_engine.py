"""The Prefect engine: the same flow, its steps as task runs that a Prefect server shows.

Prefect is given run ids only. No manuscript text, path or answer is in a parameter, result, artifact or log, and none
in the message of a failed run: what went wrong is held here and raised to the caller. Retries and caching are our
store's and transport's business, so Prefect's are off.
"""

import asyncio
import platform
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TypeVar

from prefect import flow, tags, task
from prefect.cache_policies import NO_CACHE
from prefect.client.orchestration import get_client
from prefect.client.schemas.filters import (
    FlowRunFilter,
    FlowRunFilterName,
    FlowRunFilterState,
    FlowRunFilterStateType,
    FlowRunFilterTags,
)
from prefect.client.schemas.objects import State, StateType
from prefect.settings import (
    PREFECT_API_REQUEST_TIMEOUT,
    PREFECT_API_URL,
    PREFECT_CLIENT_MAX_RETRIES,
    PREFECT_FLOWS_HEARTBEAT_FREQUENCY,
    PREFECT_SERVER_ALLOW_EPHEMERAL_MODE,
    temporary_settings,
)
from prefect.states import Completed, Crashed

from flows.job import Job
from flows.known_runs import remember
from flows.verify import STEPS, verify, verify_here
from state.snapshot import Snapshot
from state.store.picture import snapshot_of
from state.words import content_hash

HEALTH_WITHIN = 10.0
"""Seconds a server may take to say that it is there."""

CLIENT_RETRIES = 3
"""How often a call to a server that is gone is tried again, after 2, 4 and 8 seconds."""

Outcome = TypeVar("Outcome")


class StepFailedError(Exception):
    """All that Prefect hears of an error: which part of a run did not finish."""


@dataclass
class _Held:
    """What a flow or task run looks up by its run id."""

    job: Job
    error: BaseException | None = None


_HELD: dict[str, _Held] = {}
"""The runs of this process by run id."""


async def _unsaid(run_id: str, part: str, work: Coroutine[None, None, Outcome]) -> Outcome:
    """The result of some work. Its error, whose words may be the manuscript's, is held here; Prefect hears `part`."""
    (outcome,) = await asyncio.gather(work, return_exceptions=True)
    if not isinstance(outcome, BaseException):
        return outcome
    if not isinstance(outcome, StepFailedError):
        _HELD[run_id].error = outcome
    raise StepFailedError(f"{part} did not finish; the terminal and `corrigenda status` tell more")


@task(name="step", task_run_name="step {name}", cache_policy=NO_CACHE, persist_result=False, log_prints=False)
async def step_task(run_id: str, name: str) -> None:
    """One step of a run."""
    await _unsaid(run_id, f"step {name}", _step(_HELD[run_id].job, name))


async def _step(job: Job, name: str) -> None:
    await STEPS[name](job)


@flow(name="verify", flow_run_name="verify {run_id}", persist_result=False, log_prints=False)
async def verify_flow(run_id: str) -> State[None]:
    """A → B → C → D of one run. Where the run waits for a human the flow run ends, named so."""

    async def run_step(name: str) -> None:
        await step_task(run_id, name)

    snapshot = await _unsaid(run_id, "the run", verify(_HELD[run_id].job, run_step))
    waiting = snapshot.run.waiting_for
    return Completed(name=f"Waiting for {waiting}" if waiting else "Completed", message="see `corrigenda status`")


async def answers(address: str) -> bool:
    """Whether a Prefect server answers at this API address."""
    alone = {
        PREFECT_API_URL: address,
        PREFECT_SERVER_ALLOW_EPHEMERAL_MODE: False,
        PREFECT_API_REQUEST_TIMEOUT: HEALTH_WITHIN,
    }
    with temporary_settings(alone):
        async with get_client() as client:
            return await client.api_healthcheck() is None


async def verify_on_prefect(job: Job, address: str, begin: Callable[[Job], None]) -> Snapshot:
    """Run the job as a flow run on the server at `address`. The run is begun here first, so that it has an id.

    Where the server goes away on the way, what is left is done in this process. Raises what a step raises.
    """
    if job.store.run_id is None:
        begin(job)
    run_id = job.store.run_id
    assert run_id is not None
    held = _HELD[run_id] = _Held(job)
    if not remember(run_id, job.folder):
        job.notes.append("the worker will not find this run: the list of known runs cannot be written")
    quiet = {
        PREFECT_API_URL: address,
        PREFECT_SERVER_ALLOW_EPHEMERAL_MODE: False,
        PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None,
        PREFECT_CLIENT_MAX_RETRIES: CLIENT_RETRIES,
    }
    try:
        with temporary_settings(quiet):
            (outcome,) = await asyncio.gather(_flow_run(job, run_id), return_exceptions=True)
    finally:
        del _HELD[run_id]
    if held.error is not None:
        raise held.error
    if outcome is not None:
        # No step failed, so it is Prefect that did: the store knows what is left.
        why = type(outcome).__name__
        job.notes.append(f"the Prefect server at {address} went away ({why}): the rest was done in this process")
        return await verify_here(job)
    return await asyncio.to_thread(snapshot_of, job.store)


async def _flow_run(job: Job, run_id: str) -> None:
    place = _place(job)
    await _close_killed(run_id, place)
    with tags(place):
        await verify_flow(run_id)


def _place(job: Job) -> str:
    """What tells this run folder's flow runs from another's, without naming the folder.

    Two folders with the same manuscript hold the same run id, and machines may share a server.
    """
    return content_hash("place", [platform.node(), str(job.folder.absolute())])


async def _close_killed(run_id: str, place: str) -> None:
    """End the flow runs that a killed process left running in this folder: we hold its lock, so nobody is at work."""
    filters = FlowRunFilter(
        name=FlowRunFilterName(any_=[f"verify {run_id}"]),
        tags=FlowRunFilterTags(all_=[place]),
        state=FlowRunFilterState(type=FlowRunFilterStateType(any_=[StateType.RUNNING, StateType.PENDING])),
    )
    async with get_client() as client:
        for left in await client.read_flow_runs(flow_run_filter=filters):
            said: State[None] = Crashed(message="the process was stopped; a later flow run went on")
            await client.set_flow_run_state(left.id, said, force=True)

"""The Prefect engine: the same flow, its steps as task runs that a Prefect server shows.

Prefect is given run ids only. No manuscript text, path or answer is in a parameter, result, artifact or log; retries and
caching are our store's and transport's business, so Prefect's are off.
"""

import asyncio
from collections.abc import Callable

from prefect import flow, task
from prefect.cache_policies import NO_CACHE
from prefect.client.orchestration import get_client
from prefect.settings import (
    PREFECT_API_URL,
    PREFECT_FLOWS_HEARTBEAT_FREQUENCY,
    PREFECT_SERVER_ALLOW_EPHEMERAL_MODE,
    temporary_settings,
)
from prefect.states import Completed, State

from flows.job import Job
from flows.known_runs import remember
from flows.verify import STEPS, verify
from state.snapshot import Snapshot
from state.store.picture import snapshot_of

_JOBS: dict[str, Job] = {}
"""The jobs of this process by run id: what a flow or task run looks its work up in."""


@task(name="step", task_run_name="step {name}", cache_policy=NO_CACHE, persist_result=False, log_prints=False)
async def step_task(run_id: str, name: str) -> None:
    """One step of a run."""
    await STEPS[name](_JOBS[run_id])


@flow(name="verify", flow_run_name="verify {run_id}", persist_result=False, log_prints=False)
async def verify_flow(run_id: str) -> State[None]:
    """A → B → C → D of one run. Where the run waits for a human the flow run ends, named so."""

    async def run_step(name: str) -> None:
        await step_task(run_id, name)

    snapshot = await verify(_JOBS[run_id], run_step)
    waiting = snapshot.run.waiting_for
    return Completed(name=f"Waiting for {waiting}" if waiting else "Completed", message="see `corrigenda status`")


async def answers(address: str) -> bool:
    """Whether a Prefect server answers at this API address."""
    with temporary_settings({PREFECT_API_URL: address, PREFECT_SERVER_ALLOW_EPHEMERAL_MODE: False}):
        async with get_client() as client:
            return await client.api_healthcheck() is None


async def verify_on_prefect(job: Job, address: str, begin: Callable[[Job], None]) -> Snapshot:
    """Run the job as a flow run on the server at `address`. The run is begun here first, so that it has an id."""
    if job.store.run_id is None:
        begin(job)
    run_id = job.store.run_id
    assert run_id is not None
    _JOBS[run_id] = job
    remember(run_id, job.folder)
    quiet = {
        PREFECT_API_URL: address,
        PREFECT_SERVER_ALLOW_EPHEMERAL_MODE: False,
        PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None,
    }
    try:
        with temporary_settings(quiet):
            await verify_flow(run_id)
    finally:
        del _JOBS[run_id]
    return await asyncio.to_thread(snapshot_of, job.store)

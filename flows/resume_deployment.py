"""The deployment that the worker of `corrigenda up` runs: `python -m flows.resume_deployment` serves it."""

from prefect import flow

from flows.serving import resume_known


@flow(name="resume-run", persist_result=False, log_prints=False)
def resume_run(run_id: str) -> None:
    """Go on with a run that this machine knows by its id."""
    resume_known(run_id)


if __name__ == "__main__":
    resume_run.serve(name="resume-run", pause_on_shutdown=False, print_starting_message=False)

"""A run that begins from a verification_state.json instead of a manuscript."""

from datetime import datetime

from state.document import import_document
from state.options import RunOptions
from state.snapshot import StepName
from state.store import Store


def import_state(store: Store, content: bytes, at: datetime) -> None:
    """Commit what a verification_state.json holds, with the steps it has finished. Raises UserError naming the place.

    Times come from the document, so that exporting again gives the same bytes. `at` is unused where it has them.
    """
    snapshot, document, layout = import_document(content)
    run = snapshot.run
    options = RunOptions(
        language=run.language,
        judge=run.judge,
        second_judge=run.second_judge,
        review=run.waiting_for == "review",
        version=run.version,
    )
    as_of = run.as_of or at
    store.begin_run(run.run_id, snapshot.manuscript, options, run.created, name="imported")
    with store.piece("A", "imported", as_of) as work:
        work.put_import(document, layout)
        work.put_decisions(snapshot.decisions, {c.claim_id: c.content_key for c in snapshot.manuscript.claims})
        for resolution in snapshot.resolutions:
            work.put_resolution(resolution)
        work.put_judgments(snapshot.judgments)
    for step in StepName:
        if run.last_step is not None and step.value <= run.last_step.value:
            with store.piece(step.value, "finished", as_of):
                pass

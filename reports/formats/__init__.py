"""The report formats. To add one: one file here, one line in `FORMATS`, a golden file."""

from reports.contract import Format
from reports.formats.markdown import (
    BACKLOG,
    CITATION_CONTEXTS,
    CROSS_VALIDATION_LOG,
    FULLTEXT_MONITOR,
    VERIFICATION_REPORT,
    MarkdownFormat,
)
from reports.view import view
from state.errors import SettingsError, UserError
from state.snapshot import Snapshot, StepName

FORMATS: tuple[Format, ...] = (
    VERIFICATION_REPORT,
    BACKLOG,
    CROSS_VALIDATION_LOG,
    FULLTEXT_MONITOR,
    CITATION_CONTEXTS,
)


def ready(form: Format, snapshot: Snapshot) -> bool:
    """Whether a format can be rendered from a run that has come this far. A run that waits in A has read its file."""
    reached = snapshot.run.last_step
    if reached is None:
        return form.after == StepName.A.value and snapshot.run.waiting_for is not None
    return reached.value >= form.after


def render(name: str, snapshot: Snapshot) -> bytes:
    """One report by its name. SettingsError for an unknown name, UserError where the run has not come that far."""
    form = next((f for f in FORMATS if name in (f.name, f.filename)), None)
    if form is None:
        raise SettingsError(f"--format {name!r} is not known; choose from {', '.join(f.name for f in FORMATS)}")
    if not ready(form, snapshot):
        reached = snapshot.run.last_step.value if snapshot.run.last_step else "none"
        raise UserError(f"{form.filename} needs step {form.after}, and the run has finished {reached}; resume it first")
    return form.render(snapshot)


def render_all(snapshot: Snapshot) -> dict[str, bytes]:
    """Every report that the run has come far enough for, by file name."""
    model = view(snapshot)
    return {
        form.filename: form.render_view(model) if isinstance(form, MarkdownFormat) else form.render(snapshot)
        for form in FORMATS
        if ready(form, snapshot)
    }

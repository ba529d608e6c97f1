"""Step D's hand: what a snapshot can be rendered to, written into the run folder."""

from collections.abc import Sequence
from pathlib import Path

from flows.job import Job
from reports.formats import FORMATS, ready
from state.document import export_document
from state.errors import SettingsError
from state.snapshot import Snapshot

STATE_FILE = "verification_state.json"


def render(job: Job, snapshot: Snapshot) -> None:
    """Write verification_state.json and every report that can be written after the last finished step."""
    for name, content in rendered(snapshot, job.store.imported()).items():
        write(job.folder, name, content)


def rendered(snapshot: Snapshot, imported: tuple[str, str] | None, *, only: Sequence[str] = ()) -> dict[str, bytes]:
    """File name → bytes of everything the snapshot can be rendered to, or of the formats named in `only`.

    Raises SettingsError for a format that is not there, or not yet.
    """
    files = {STATE_FILE: export_document(snapshot, imported)} if not only or "json" in only else {}
    names = {form.name for form in FORMATS} | {"json"}
    for name in only:
        if name not in names:
            raise SettingsError(f"there is no format {name!r}; formats are {', '.join(sorted(names))}")
    for form in FORMATS:
        if form.name in only and not ready(form, snapshot):
            raise SettingsError(f"{form.name} can be rendered after step {form.after}; `corrigenda resume` goes on")
        if ready(form, snapshot) and (not only or form.name in only):
            files[form.filename] = form.render(snapshot)
    return files


def write(folder: Path, name: str, content: bytes) -> None:
    """Put a file in place whole or not at all. What a killed run left half written is swept away."""
    target = folder / name
    partial = target.with_name(f".{name}.partial")
    if target.is_file() and target.read_bytes() == content:
        partial.unlink(missing_ok=True)
        return
    partial.write_bytes(content)
    partial.replace(target)

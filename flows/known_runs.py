"""Which folder a run id is in, for the worker: Prefect knows run ids only."""

import json
from pathlib import Path

import platformdirs
from filelock import FileLock

from state.errors import RunFolderError

FILE = "runs.json"


def _index() -> Path:
    return Path(platformdirs.user_data_dir("corrigenda", appauthor=False)) / FILE


def _read() -> dict[str, str]:
    try:
        known = json.loads(_index().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in known.items()} if isinstance(known, dict) else {}


def remember(run_id: str, folder: Path) -> bool:
    """Note where a run is; False where the list cannot be written. Only runs on the Prefect engine are noted.

    Runs that start at the same time take turns, so that none is forgotten.
    """
    index = _index()
    try:
        index.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(index.with_suffix(".lock")):
            known = {**_read(), run_id: str(folder.absolute())}
            partial = index.with_suffix(".partial")
            partial.write_text(json.dumps(known, ensure_ascii=False, indent=2), "utf-8")
            partial.replace(index)
    except OSError:
        return False
    return True


def folder_of(run_id: str) -> Path:
    """The folder of a known run. Raises RunFolderError for one that is not known here."""
    known = _read()
    if run_id not in known:
        raise RunFolderError(
            f"run {run_id} is not known on this machine; known are {', '.join(sorted(known)) or 'none'}"
        )
    return Path(known[run_id])

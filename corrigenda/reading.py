"""A run folder's store, opened: no lock, no network, no judge."""

import hashlib
from pathlib import Path

from corrigenda.settings import Settings
from state.errors import RunFolderError
from state.snapshot import Snapshot
from state.store import Store
from state.store.picture import snapshot_of
from state.store.store import STORE_NAME, address_of


def open_store(folder: Path, settings: Settings) -> Store:
    """The run folder's store, or the database that CORRIGENDA_STORE names."""
    return Store.open(settings.store or address_of(folder), at=settings.now(), place=place_of(folder, settings))


def place_of(folder: Path, settings: Settings) -> str:
    """What tells run folders apart in a database they share; nothing for a folder's own store."""
    if not settings.store:
        return ""
    return hashlib.sha256(str(folder.resolve()).encode("utf-8", "replace")).hexdigest()[:16] + ":"


def open_existing(folder: Path) -> Store:
    """The store of an existing run folder. Raises RunFolderError where there is none."""
    settings = Settings.load(folder)
    if not settings.store and not (folder / STORE_NAME).is_file():
        hint = "it holds a verification_state.json: `corrigenda resume` reads it in"
        if not (folder / "verification_state.json").is_file():
            hint = "`corrigenda check MANUSCRIPT` makes a run folder"
        raise RunFolderError(f"{folder}: no {STORE_NAME} here; {hint}")
    return open_store(folder, settings)


def snapshot_in(folder: Path, language: str | None = None) -> Snapshot:
    """The current run of a folder."""
    with open_existing(folder) as store:
        return snapshot_of(store, language=language)

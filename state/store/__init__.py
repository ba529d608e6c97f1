"""The one store: SQLite through SQLModel, or PostgreSQL by changing one address."""

from state.store.lock import RunLock
from state.store.store import Store
from state.store.work import Work

__all__ = ["RunLock", "Store", "Work"]

"""Numbered migrations. A new one is appended to `MIGRATIONS`; one that has been released is never changed."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection, inspect, select
from sqlmodel import SQLModel

from state.errors import RunFolderError
from state.store.tables import MigrationRow


def _first_tables(connection: Connection) -> None:
    SQLModel.metadata.create_all(connection)


MIGRATIONS: tuple[tuple[str, Callable[[Connection], None]], ...] = (("0001_first_tables", _first_tables),)


def applied(connection: Connection) -> set[str]:
    """Names of the migrations this store has had."""
    if not inspect(connection).has_table("migration"):
        return set()
    return {name for (name,) in connection.execute(select(MigrationRow.__table__.c.name))}  # type: ignore[attr-defined]


def is_anothers(connection: Connection) -> bool:
    """Whether there are tables, and some that no store has: it is the database of another program."""
    return not set(inspect(connection).get_table_names()) <= set(SQLModel.metadata.tables)


def is_migrated(connection: Connection) -> bool:
    """Whether nothing is missing."""
    return {name for name, _ in MIGRATIONS} <= applied(connection)


def migrate(connection: Connection, at: datetime) -> None:
    """Apply what is missing, each with its record in the caller's transaction.

    Raises RunFolderError when the store was written by a newer Corrigenda: it is not touched.
    """
    done = applied(connection)
    unknown = sorted(done - {name for name, _ in MIGRATIONS})
    if unknown:
        raise RunFolderError(
            f"this store was written by a newer Corrigenda (it has {unknown[-1]}); install that version to open it"
        )
    for name, change in MIGRATIONS:
        if name not in done:
            change(connection)
            connection.execute(MigrationRow.__table__.insert().values(name=name, applied_at=at))  # type: ignore[attr-defined]

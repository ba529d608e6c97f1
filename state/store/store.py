"""The store: what is known about a run, and the pieces of work that have been committed.

One transaction holds the results of a piece of work and the row that says it is done, so a kill loses at most the
piece in flight, and doing a piece again changes nothing. What is left to do is derived from the rows.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Engine, create_engine, event, func, select
from sqlalchemy.exc import ArgumentError, DatabaseError
from sqlmodel import SQLModel

from state.decision import Decision
from state.errors import RunFolderError
from state.exchange import Body, Request
from state.judgment import Judgment, RawAnswer
from state.ledger import PromptRecord
from state.lookup import Kept, Query, Unavailable
from state.manuscript import Citation, Claim, Manuscript, Reference
from state.options import RunOptions
from state.resolution import Resolution
from state.store import tables as t
from state.store.migrations import is_anothers, is_migrated, migrate
from state.store.work import Work, to_json
from state.words import Word

STORE_NAME = "verification_state.db"
SYNCED_FOLDERS = ("onedrive", "dropbox", "icloud", "google drive", "googledrive", "nextcloud", "坚果云", "seafile")
"""Folders that a program on this machine copies elsewhere while they are written: WAL's two files tear apart there."""


def address_of(folder: Path) -> str:
    """The SQLite address of a run folder's store."""
    return f"sqlite:///{folder / STORE_NAME}"


def journal_mode(folder: Path) -> str:
    """`delete` in a synced folder, `wal` elsewhere."""
    names = [part.lower() for part in folder.absolute().parts]
    return "delete" if any(word in name for name in names for word in SYNCED_FOLDERS) else "wal"


_ALONE = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "SELECT pg_advisory_xact_lock(20261201)"}
"""How one process has a database for itself until it commits."""


class Store:
    """An open store. Use as a context manager."""

    def __init__(self, engine: Engine, run_id: str | None, place: str = "") -> None:
        self._engine = engine
        self._place = place
        self.run_id = run_id

    @classmethod
    def open(cls, address: str, *, at: datetime, place: str = "") -> "Store":
        """Open or make the store at a database address, migrated. Raises RunFolderError where it cannot be read.

        `place` tells run folders apart that share a database: each sees its own runs only.
        """
        try:
            engine = create_engine(address)
        except (ArgumentError, ImportError):
            # The address is not repeated: it may hold a password.
            raise RunFolderError(
                "CORRIGENDA_STORE or CORRIGENDA_CACHE: not a database address; "
                "write sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
            ) from None
        if engine.dialect.name == "sqlite":
            mode = journal_mode(Path(engine.url.database or ".").parent)
            event.listen(engine, "connect", lambda connection, _: _prepare_sqlite(connection, mode))
        try:
            with engine.begin() as connection:
                is_new = not is_migrated(connection)
                if is_new and engine.dialect.name == "sqlite" and is_anothers(connection):
                    raise RunFolderError(
                        f"{engine.url.database}: is another program's database; name a file of its own"
                    )
                if is_new and engine.dialect.name in _ALONE:
                    # One process makes the tables, the others wait for it. Python's driver for SQLite begins no
                    # transaction before a CREATE: who is killed here would leave half of them.
                    connection.exec_driver_sql(_ALONE[engine.dialect.name])
                migrate(connection, at)
                runs = t.RunRow.__table__  # type: ignore[attr-defined]
                newest = select(runs.c.run_id).where(runs.c.place == place).order_by(runs.c.revision.desc())
                key = connection.execute(newest.limit(1)).scalar()
        except DatabaseError as error:
            engine.dispose()
            shown = engine.url.render_as_string(hide_password=True)
            reason = str(error.orig).splitlines()[0]
            advice = "restore it or choose another --out"
            if "unable to open" in reason or "readonly" in reason:
                advice = "the folder cannot be written to; copy it to one that can"
            raise RunFolderError(f"{shown}: the store cannot be read ({reason}); {advice}") from None
        return cls(engine, key.removeprefix(place) if key else None, place)

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._engine.dispose()

    # Writing

    def begin_run(
        self, run_id: str, manuscript: Manuscript, options: RunOptions, at: datetime, *, name: str = "read"
    ) -> None:
        """Commit a new revision with everything step A read, in one transaction: the first piece of the run."""
        shell = manuscript.model_copy(update={"references": (), "citations": (), "claims": ()})
        with self._engine.begin() as connection:
            runs = t.RunRow.__table__  # type: ignore[attr-defined]
            key = self._place + run_id
            if connection.execute(select(runs.c.run_id).where(runs.c.run_id == key)).scalar() is None:
                last = connection.execute(select(func.max(runs.c.revision)).where(runs.c.place == self._place)).scalar()
                row = {
                    "run_id": key,
                    "place": self._place,
                    "revision": (last or 0) + 1,
                    "created": at,
                    "options": to_json(options),
                    "manuscript": to_json(shell),
                }
                connection.execute(runs.insert().values(**row))
            work = Work(connection, key)
            work.put_references(manuscript.references)
            work.put_citations(manuscript.citations)
            work.put_claims(manuscript.claims)
            work.put_piece("A", name, at)
        self.run_id = run_id

    @contextmanager
    def piece(self, step: str, name: str, at: datetime) -> Iterator[Work]:
        """One transaction for a piece of work's results and the row that says it is done."""
        run_id = self._current()
        with self._engine.begin() as connection:
            work = Work(connection, run_id)
            yield work
            work.put_piece(step, name, at)

    def set_options(self, options: RunOptions) -> None:
        """Replace the current run's options (the user resumed with others)."""
        runs = t.RunRow.__table__  # type: ignore[attr-defined]
        with self._engine.begin() as connection:
            connection.execute(runs.update().where(runs.c.run_id == self._current()).values(options=to_json(options)))

    def share(self, exchanges: Sequence[tuple[Request, Body]], settled: Sequence[Kept]) -> None:
        """Keep answers that belong to no run: this store is a shared book of kept answers."""
        with self._engine.begin() as connection:
            Work(connection, "").put_answers(exchanges, settled)

    def share_model_answer(self, prompt_key: str, prompt: PromptRecord, answer: RawAnswer) -> None:
        """Keep a model's answer that belongs to no run."""
        with self._engine.begin() as connection:
            Work(connection, "").put_model_answer(prompt_key, prompt, answer)

    # Reading

    def revisions(self) -> int:
        """The number of the newest revision, 0 for a new store."""
        with self._engine.connect() as connection:
            runs = t.RunRow.__table__  # type: ignore[attr-defined]
            newest = select(func.max(runs.c.revision)).where(runs.c.place == self._place)
            return connection.execute(newest).scalar() or 0

    def run(self) -> t.RunRow:
        """The current run's row, times in UTC."""
        row = self._rows(t.RunRow, t.RunRow.__table__.c.run_id == self._current())[0]  # type: ignore[attr-defined]
        return t.RunRow(**{**row, "created": utc(row["created"])})

    def options(self) -> RunOptions:
        return RunOptions.model_validate_json(self.run().options)

    def pieces(self) -> tuple[tuple[str, str, datetime], ...]:
        """(step, name, committed at) of every piece of the current run, in the order of commit."""
        table = t.PieceRow.__table__  # type: ignore[attr-defined]
        rows = self._rows(t.PieceRow, table.c.run_id == self._current(), table.c.seq)
        return tuple((row["step"], row["name"], utc(row["committed_at"])) for row in rows)

    def manuscript(self) -> Manuscript:
        """What step A read, as read: human decisions are not applied."""
        shell = Manuscript.model_validate_json(self.run().manuscript)
        return shell.model_copy(
            update={
                "references": self._payloads(t.ReferenceRow, Reference),
                "citations": self._payloads(t.CitationRow, Citation),
                "claims": self._payloads(t.ClaimRow, Claim),
            }
        )

    def resolutions(self) -> dict[str, Resolution]:
        return {r.reference_id: r for r in self._payloads(t.ResolutionRow, Resolution)}

    def judgments(self) -> dict[str, Judgment]:
        return {j.claim_id: j for j in self._payloads(t.JudgmentRow, Judgment)}

    def decisions(self) -> tuple[Decision, ...]:
        """Every decision of the current run, oldest first."""
        return self._payloads(t.DecisionRow, Decision)

    def earlier_decisions(self) -> tuple[tuple[str, Decision], ...]:
        """(claim content key, decision) of all earlier revisions, oldest first."""
        table = t.DecisionRow.__table__  # type: ignore[attr-defined]
        earlier = (table.c.run_id != self._current()) & table.c.run_id.in_(self._own_runs())
        rows = self._rows(t.DecisionRow, earlier, table.c.seq)
        return tuple(
            (row["claim_key"], Decision.model_validate_json(row["payload"])) for row in rows if row["claim_key"]
        )

    def imported(self) -> tuple[str, str] | None:
        """(document, layout) this run was started from, where it was."""
        rows = self._rows(t.ImportRow, t.ImportRow.__table__.c.run_id == self._current())  # type: ignore[attr-defined]
        return (rows[0]["document"], rows[0]["layout"]) if rows else None

    def kept(self, queries: Iterable[Query]) -> dict[Query, Kept]:
        """The answers kept for these queries."""
        wanted = {query.key: query for query in queries}
        table = t.AnswerRow.__table__  # type: ignore[attr-defined]
        found: dict[Query, Kept] = {}
        for part in _chunks(sorted(wanted), 500):
            for row in self._rows(t.AnswerRow, table.c.query_key.in_(part)):
                query = wanted[row["query_key"]]
                kept = _kept(row["payload"])
                # An answer that cannot be read, or that is to another question, is none: it is asked for again.
                if kept is not None and kept.query == query:
                    found[query] = kept
        return found

    def bodies(self, fingerprints: Iterable[str]) -> dict[str, Body]:
        """The bodies kept under these request fingerprints."""
        table = t.BodyRow.__table__  # type: ignore[attr-defined]
        found: dict[str, Body] = {}
        for part in _chunks(sorted(set(fingerprints)), 500):
            for row in self._rows(t.BodyRow, table.c.fingerprint.in_(part)):
                content = _content(row["content"])
                if content is None:
                    continue
                body = Body(
                    fingerprint=row["fingerprint"],
                    status=row["status"],
                    content=content,
                    received_at=utc(row["received_at"]),
                )
                if body.sha256 == row["sha256"]:
                    found[row["fingerprint"]] = body
        return found

    def model_answer(self, prompt_key: str) -> RawAnswer | None:
        table = t.ModelAnswerRow.__table__  # type: ignore[attr-defined]
        rows = self._rows(t.ModelAnswerRow, table.c.prompt_key == prompt_key)
        return RawAnswer.model_validate_json(rows[0]["payload"]) if rows else None

    def all_rows(self, table: type[SQLModel]) -> list[dict[str, Any]]:
        """Every row of a table, for `doctor`."""
        return self._rows(table)

    def _own_runs(self) -> list[str]:
        runs = t.RunRow.__table__  # type: ignore[attr-defined]
        return [row["run_id"] for row in self._rows(t.RunRow, runs.c.place == self._place)]

    def _current(self) -> str:
        """The key of the current run's rows."""
        if self.run_id is None:
            raise RunFolderError("this store holds no run yet; start one with `corrigenda check`")
        return self._place + self.run_id

    def _payloads(self, table: type[SQLModel], word: type[Word]) -> tuple[Any, ...]:
        columns = table.__table__.c  # type: ignore[attr-defined]
        order = columns.position if "position" in columns else columns.seq
        rows = self._rows(table, columns.run_id == self._current(), order)
        texts = "[" + ",".join(row["payload"] for row in rows) + "]"
        adapter: TypeAdapter[tuple[Any, ...]] = TypeAdapter(tuple[word, ...])  # type: ignore[valid-type]
        try:
            return adapter.validate_json(texts)
        except ValidationError as error:
            what = table.__tablename__
            raise RunFolderError(
                f"the store's {what} table holds what Corrigenda did not write "
                f"({str(error.errors()[0]['msg']).lower()}); restore the store from a copy"
            ) from None

    def _rows(self, table: type[SQLModel], where: Any = None, order: Any = None) -> list[dict[str, Any]]:
        statement = select(table.__table__)  # type: ignore[attr-defined]
        if where is not None:
            statement = statement.where(where)
        if order is not None:
            statement = statement.order_by(order)
        with self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(statement).mappings()]


def utc(moment: datetime) -> datetime:
    """SQLite gives times back without their zone; they were written as UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _chunks(values: Sequence[str], size: int) -> Iterator[list[str]]:
    for start in range(0, len(values), size):
        yield list(values[start : start + size])


def _kept(payload: str) -> Kept | None:
    try:
        kept = Kept.model_validate_json(payload)
    except ValidationError:
        return None
    return None if isinstance(kept.lookup, Unavailable) else kept


def _content(packed: bytes) -> bytes | None:
    try:
        return zlib.decompress(packed)
    except (zlib.error, TypeError):
        return None


def _prepare_sqlite(connection: Any, mode: str) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=5000")
    tables = {name for (name,) in cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables or "migration" in tables:  # the mode stays with the file, and another program's is not ours to change
        cursor.execute(f"PRAGMA journal_mode={mode}")
    cursor.execute("PRAGMA synchronous=NORMAL" if mode == "wal" else "PRAGMA synchronous=FULL")
    cursor.close()

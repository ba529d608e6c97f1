"""The user's own registry: works out of dumps and bibliographies, in one SQLite file on this machine.

Records lie as they were read, each once for its source and id; a later import replaces an earlier one. They are found
by key (an identifier, or a whole title) and by words (FTS5). What the keys and words are made of is the business of
`tasks/fetch/local_titles.py`: here they are text.

One transaction holds a batch of records together with how far its file has been read, so that a killed import goes on
there and no record is doubled. The rollback journal, not WAL: a registry may lie on a medium that cannot be written to.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from state.errors import UserError
from state.lookup import Record, RegistryName
from state.words import text_sha256

Value = TypeVar("Value", str, int)

VERSION = 1
"""Of the tables; kept in `user_version`."""
FROM_FILE = "file"
"""Source of a record that comes from a bibliography and not from a registry's dump."""
_MOST_BODY = 64 << 20
"""Bytes of one record."""
_AT_ONCE = 500
"""Parameters of one statement; old builds of SQLite take 999."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS source_file (
    id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, name TEXT NOT NULL, form TEXT NOT NULL,
    read INTEGER NOT NULL DEFAULT 0, kept INTEGER NOT NULL DEFAULT 0, passed INTEGER NOT NULL DEFAULT 0,
    bad INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0, first_bad TEXT NOT NULL DEFAULT '',
    imported_at TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS work (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL, source_id TEXT NOT NULL, file INTEGER NOT NULL, keys TEXT NOT NULL,
    words TEXT NOT NULL, body BLOB NOT NULL, UNIQUE (source, source_id));
CREATE TABLE IF NOT EXISTS work_key (key TEXT NOT NULL, work INTEGER NOT NULL, PRIMARY KEY (key, work)) WITHOUT ROWID;
CREATE VIRTUAL TABLE IF NOT EXISTS work_words USING fts5(
    words, content='work', content_rowid='id', tokenize="ascii", detail=none);
CREATE VIRTUAL TABLE IF NOT EXISTS word_count USING fts5vocab(work_words, row);
"""


class LocalRegistryError(UserError):
    """The registry's file cannot be opened, read or written; `str(error)` is one clause saying why."""


@dataclass(frozen=True)
class Row:
    """A record with what it is found by."""

    record: Record
    keys: tuple[str, ...]
    words: str
    """Separated by spaces, lower case."""


@dataclass(frozen=True)
class Entry:
    """A record of the registry, with where it comes from."""

    record: Record
    """`registry` is LOCAL, `id` names the source and its id (`crossref:10.1000/x`)."""
    words: str
    imported_at: datetime
    sha256: str
    """Of the record's JSON as it is kept."""

    @property
    def is_from_bibliography(self) -> bool:
        """It comes from somebody's .bib or the like, not from a registry."""
        return self.record.id.startswith(f"{FROM_FILE}:")


@dataclass
class FileAccount:
    """One imported file, and what became of its lines."""

    id: int
    digest: str
    size: int
    name: str
    form: str
    imported_at: str
    """UTC, ISO 8601: when its import began."""
    read: int = 0
    """Lines or elements looked at."""
    kept: int = 0
    passed: int = 0
    """Read without fault, and no works: other kinds of entries, works without an identifier."""
    bad: int = 0
    """Could not be read."""
    deleted: int = 0
    first_bad: str = ""
    """Where the first of those stands, and why."""
    done: bool = False


_COLUMNS = "id, digest, size, name, form, imported_at, read, kept, passed, bad, deleted, first_bad, done"


class LocalRegistry:
    """An open registry. LocalRegistryError from every method where the file cannot be used."""

    def __init__(self, path: Path, *, writing: bool = False) -> None:
        """Open the registry at `path`; `writing` makes it where it is not there."""
        self.path = path
        if writing:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise LocalRegistryError(f"{path}: cannot be opened ({error})") from None
        try:
            self._db = self._opened("rwc" if writing else "ro", writing=writing)
        except sqlite3.Error as error:
            if writing or getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_READONLY:
                raise LocalRegistryError(f"{path}: {error}") from None
            # An import was killed within a transaction: what it left behind is undone by whoever may write.
            try:
                self._db = self._opened("rw", writing=False)
            except sqlite3.Error:
                raise LocalRegistryError(
                    f"{path}: an import was killed, and this medium cannot be written to; import again where it can"
                ) from None
        self._counts: dict[str, int] = {}

    def _opened(self, mode: str, *, writing: bool) -> sqlite3.Connection:
        db = sqlite3.connect(f"{self.path.absolute().as_uri()}?mode={mode}", uri=True, timeout=30, isolation_level=None)
        try:
            self._prepare(db, writing=writing)
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection, *, writing: bool) -> None:
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        tables = int(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
        if version != VERSION and (version or tables or not writing):
            what = f"it is of version {version}, this program reads {VERSION}" if version else "it is no registry"
            raise LocalRegistryError(f"{self.path}: {what}; move it away and import again")
        if writing:
            db.execute("PRAGMA synchronous = NORMAL")
            db.execute("PRAGMA cache_size = -65536")
            if not version:
                db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")

    def __enter__(self) -> "LocalRegistry":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise LocalRegistryError(f"{self.path}: {error}") from None

    # Writing

    def begin_file(self, digest: str, size: int, name: str, form: str, now: datetime) -> FileAccount:
        """The account of a file: a new one, or that of an earlier import, finished or not. An unfinished one goes on
        where its last transaction ended."""
        with self._told():
            self._db.execute(
                "INSERT OR IGNORE INTO source_file (digest, size, name, form, imported_at) VALUES (?, ?, ?, ?, ?)",
                (digest, size, name, form, now.isoformat()),
            )
            found = self.file(digest)
        assert found is not None
        return found

    def file(self, digest: str) -> FileAccount | None:
        """The account of the file with this fingerprint; None where it was never begun."""
        with self._told():
            row = self._db.execute(f"SELECT {_COLUMNS} FROM source_file WHERE digest = ?", (digest,)).fetchone()  # noqa: S608
        return _account(row) if row else None

    def commit(self, account: FileAccount, rows: Sequence[Row], deleted: Sequence[tuple[str, str]] = ()) -> None:
        """One transaction: these records, those (source, id) no longer, and the account as it now is. Of two rows for
        one record the later stands."""
        latest = {_name(row.record): row for row in rows}
        with self._told():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._remove([*latest, *deleted])
                self._insert(account.id, latest)
                self._db.execute(
                    "UPDATE source_file SET read = ?, kept = ?, passed = ?, bad = ?, deleted = ?, first_bad = ?,"
                    " done = ? WHERE id = ?",
                    (
                        *(account.read, account.kept, account.passed, account.bad, account.deleted),
                        *(account.first_bad, account.done, account.id),
                    ),
                )
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _remove(self, names: Sequence[tuple[str, str]]) -> None:
        for source in dict.fromkeys(source for source, _ in names):
            ids = [identifier for s, identifier in names if s == source]
            for some in _slices(ids):
                marks = ",".join("?" * len(some))
                found = self._db.execute(
                    f"SELECT id, words, keys FROM work WHERE source = ? AND source_id IN ({marks})",  # noqa: S608
                    (source, *some),
                ).fetchall()
                self._db.executemany(
                    "INSERT INTO work_words (work_words, rowid, words) VALUES ('delete', ?, ?)",
                    [(number, words) for number, words, _ in found],
                )
                self._db.executemany(
                    "DELETE FROM work_key WHERE key = ? AND work = ?",
                    [(key, number) for number, _, keys in found for key in keys.split("\n") if key],
                )
                self._db.executemany("DELETE FROM work WHERE id = ?", [(number,) for number, _, _ in found])

    def _insert(self, file: int, rows: dict[tuple[str, str], Row]) -> None:
        first = int(self._db.execute("SELECT coalesce(max(id), 0) + 1 FROM work").fetchone()[0])
        numbered = list(enumerate(rows.items(), first))
        self._db.executemany(
            "INSERT INTO work (id, source, source_id, file, keys, words, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (number, source, identifier, file, "\n".join(row.keys), row.words, _packed(row.record))
                for number, ((source, identifier), row) in numbered
            ],
        )
        self._db.executemany(
            "INSERT OR IGNORE INTO work_key (key, work) VALUES (?, ?)",
            sorted((key, number) for number, (_, row) in numbered for key in row.keys),
        )
        self._db.executemany(
            "INSERT INTO work_words (rowid, words) VALUES (?, ?)",
            [(number, row.words) for number, (_, row) in numbered],
        )

    # Reading

    def by_keys(self, keys: Iterable[str], most: int = 10) -> dict[str, tuple[Entry, ...]]:
        """The entries under each key, at most `most` of one, in the order in which they were imported. Keys without
        one are left out."""
        wanted = list(dict.fromkeys(keys))
        found: dict[str, list[int]] = {}
        with self._told():
            for some in _slices(wanted):
                marks = ",".join("?" * len(some))
                for key, number in self._db.execute(
                    f"SELECT key, work FROM work_key WHERE key IN ({marks}) ORDER BY key, work",  # noqa: S608
                    some,
                ):
                    numbers = found.setdefault(key, [])
                    if len(numbers) < most:
                        numbers.append(number)
        entries = self.entries({number for numbers in found.values() for number in numbers})
        # A key of a work that is not there is no answer: only a damaged registry has one.
        held = {
            key: tuple(entries[number] for number in numbers if number in entries) for key, numbers in found.items()
        }
        return {key: those for key, those in held.items() if those}

    def entries(self, numbers: Iterable[int]) -> dict[int, Entry]:
        """The entries of these numbers."""
        entries: dict[int, Entry] = {}
        with self._told():
            for some in _slices(sorted(numbers)):
                marks = ",".join("?" * len(some))
                for number, source, identifier, words, body, at in self._db.execute(
                    "SELECT work.id, source, source_id, words, body, imported_at FROM work"  # noqa: S608
                    f" JOIN source_file ON source_file.id = work.file WHERE work.id IN ({marks})",
                    some,
                ):
                    entries[number] = _entry(self.path, source, identifier, words, body, at)
        return entries

    def counts(self, words: Sequence[str]) -> dict[str, int]:
        """In how many titles each word stands. Kept for the life of the object."""
        missing = [word for word in dict.fromkeys(words) if word not in self._counts]
        with self._told():
            for word in missing:
                row = self._db.execute("SELECT doc FROM word_count WHERE term = ?", (word,)).fetchone()
                self._counts[word] = int(row[0]) if row else 0
        return {word: self._counts[word] for word in words}

    def with_words(self, groups: Sequence[Sequence[str]], most: int) -> list[tuple[int, str]]:
        """Numbers and words of the works whose titles hold every word of one of the groups, at most `most`, in the
        order in which they were imported. Not ranked by FTS5: without positions in the index bm25 reads every title
        again."""
        said = " OR ".join("(" + " AND ".join(_quoted(word) for word in group) + ")" for group in groups)
        with self._told():
            rows = self._db.execute(
                "SELECT rowid, words FROM work_words WHERE work_words MATCH ? LIMIT ?",
                (said, most),
            ).fetchall()
        return [(int(number), str(words)) for number, words in rows]

    def files(self) -> tuple[FileAccount, ...]:
        """Every file begun, in the order of its import."""
        with self._told():
            return tuple(
                _account(row)
                for row in self._db.execute(f"SELECT {_COLUMNS} FROM source_file ORDER BY id")  # noqa: S608
            )

    def sizes(self) -> dict[str, int]:
        """How many records of each source there are."""
        with self._told():
            return dict(self._db.execute("SELECT source, count(*) FROM work GROUP BY source ORDER BY source"))


def _account(row: tuple[int, str, int, str, str, str, int, int, int, int, int, str, int]) -> FileAccount:
    number, digest, size, name, form, imported_at, read, kept, passed, bad, deleted, first_bad, done = row
    texts, counts = (digest, name, form, imported_at, first_bad), (size, read, kept, passed, bad, deleted)
    if not (all(isinstance(text, str) for text in texts) and all(isinstance(count, int) for count in counts)):
        raise LocalRegistryError(f"the account of file {number} cannot be read; import again into another registry")
    return FileAccount(
        number, digest, size, name, form, imported_at, read, kept, passed, bad, deleted, first_bad, bool(done)
    )


def _name(record: Record) -> tuple[str, str]:
    source = FROM_FILE if record.registry is RegistryName.LOCAL else record.registry.value
    return source, record.id


def _packed(record: Record) -> bytes:
    return zlib.compress(record.model_dump_json(exclude_defaults=True).encode("utf-8", "replace"), 1)


def _entry(path: Path, source: str, identifier: str, words: str, body: bytes, at: str) -> Entry:
    """The entry of a row. LocalRegistryError where it is none of ours: a registry may come from somebody else."""
    try:
        text = _unpacked(body).decode()
        record = Record.model_validate_json(text)
        imported_at = datetime.fromisoformat(at).astimezone(UTC)
        return Entry(
            record.model_copy(
                update={
                    "registry": RegistryName.LOCAL,
                    "id": f"{source}:{identifier}",
                    # What a dump says is the dump's word, and not its registry's of today.
                    "notices": tuple(n.model_copy(update={"registry": RegistryName.LOCAL}) for n in record.notices),
                }
            ),
            str(words),
            imported_at,
            text_sha256(text),
        )
    except (zlib.error, ValueError, TypeError, OverflowError, RecursionError) as error:
        why = " ".join(str(error).split())[:200]
        raise LocalRegistryError(f"{path}: the record {source}:{identifier} cannot be read ({why})") from None


def _unpacked(body: bytes) -> bytes:
    """ValueError beyond what a work can have: a few packed bytes can say gigabytes."""
    unpacking = zlib.decompressobj()
    content = unpacking.decompress(body, _MOST_BODY)
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("it does not end")
    return content


def _quoted(word: str) -> str:
    doubled = word.replace('"', '""')
    return f'"{doubled}"'


def _slices(values: Sequence[Value]) -> Iterator[list[Value]]:
    for start in range(0, len(values), _AT_ONCE):
        yield list(values[start : start + _AT_ONCE])

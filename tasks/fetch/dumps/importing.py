"""One file into the registry on this machine: as a stream, some thousand records a transaction."""

from collections.abc import Callable
from datetime import datetime
from typing import BinaryIO, cast

from state.local_registry import FileAccount, LocalRegistry, Row
from state.lookup import Record
from tasks.fetch.dumps.forms import form_of, opened
from tasks.fetch.dumps.words import DumpError, Item, whole
from tasks.fetch.local_titles import keys_of, words_of

AT_ONCE = 2_000
"""Items of one transaction."""
Progress = Callable[[FileAccount], None]
"""Told after each transaction."""


def import_stream(
    registry: LocalRegistry,
    stream: BinaryIO,
    *,
    name: str,
    digest: str,
    size: int,
    now: datetime,
    told: Progress,
    at_once: int = AT_ONCE,
) -> FileAccount:
    """Import a file and return its account. A file whose `digest` is known to be done is left alone, and one whose
    import was stopped goes on behind its last transaction.

    DumpError where the file is none that is known, holds no work at all, or breaks off: what was read until then is
    kept, and the file counts as not done.
    """
    known = registry.file(digest)
    if known is not None and known.done:
        return known
    opened_stream = opened(stream)
    form = form_of(name, opened_stream)
    account = registry.begin_file(digest, size, name, form.name, now)
    batch: list[Item] = []

    def commit(*, done: bool) -> None:
        rows = [row_of(item.record) for item in batch if item.record is not None]
        deleted = tuple(item.deleted for item in batch if item.deleted is not None)
        account.done = done
        registry.commit(account, rows, deleted)
        batch.clear()
        told(account)

    try:
        with whole():
            for item in form.items(cast(BinaryIO, opened_stream), account.read):
                _count(account, item)
                batch.append(item)
                if len(batch) >= at_once:
                    commit(done=False)
    except DumpError:
        commit(done=False)
        raise
    commit(done=bool(account.kept or account.deleted or account.passed))
    if not account.done:
        raise DumpError(f"holds no work that can be read ({account.first_bad or 'it has none'})")
    return account


def _count(account: FileAccount, item: Item) -> None:
    account.read += 1
    if item.bad is not None:
        account.bad += 1
        account.first_bad = account.first_bad or item.bad
    elif item.deleted is not None:
        account.deleted += 1
    elif item.record is not None:
        account.kept += 1
    else:
        account.passed += 1


def row_of(record: Record) -> Row:
    """A record with what it is found by."""
    return Row(record=record, keys=keys_of(record), words=" ".join(words_of(record.title or "")))

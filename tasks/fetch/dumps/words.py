"""What the readers of dumps give: one item for each line or element, good or bad."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from state.errors import UserError
from state.lookup import Record

MOST_BYTES = 32 << 20
"""Of one line or element. The longest works, with all their references, have a tenth of it."""
CHUNK = 1 << 16
HEAD = 1 << 18
"""Bytes by which a file's form is recognised."""


class DumpError(UserError):
    """A file cannot be imported, or not to its end; one clause saying why and what to do."""


@dataclass(frozen=True)
class Item:
    """One line or element of a dump. Without a record, a fault and a deletion: none of our business."""

    record: Record | None = None
    bad: str | None = None
    """Where it stands and why it cannot be read."""
    deleted: tuple[str, str] | None = None
    """Source and id of a record that the dump says is no longer."""


PASSED = Item()


@contextmanager
def whole() -> Iterator[None]:
    """DumpError where a compressed file ends early or is damaged."""
    try:
        yield
    except EOFError:
        raise DumpError("ends in the middle, as a download that was cut off does; get it again") from None
    except (zlib.error, OSError) as error:
        raise DumpError(f"cannot be read to its end ({error}); get it again") from None

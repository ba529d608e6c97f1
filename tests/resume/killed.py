"""`python -m tests.resume.killed K ARGUMENTS…`: the command line, killed with SIGKILL right after its K-th committed piece.

K = 0 never kills, and prints the number of pieces committed on the last line of stderr.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

from corrigenda.cli import run
from state.store.store import Store

COUNT = 0


def count_one(limit: int) -> None:
    global COUNT  # noqa: PLW0603
    COUNT += 1
    if COUNT == limit:
        os.kill(os.getpid(), signal.SIGKILL)


def watch(limit: int) -> None:
    """Count every committed transaction of the store, from outside it."""
    piece, begin = Store.piece, Store.begin_run

    @contextlib.contextmanager
    def counted_piece(self: Store, *words: Any, **named: Any) -> Iterator[Any]:
        with piece(self, *words, **named) as work:
            yield work
        count_one(limit)

    def counted_begin(self: Store, *words: Any, **named: Any) -> None:
        begin(self, *words, **named)
        count_one(limit)

    Store.piece = counted_piece  # type: ignore[method-assign, assignment]
    Store.begin_run = counted_begin  # type: ignore[method-assign]


if __name__ == "__main__":
    watch(int(sys.argv[1]))
    code = run(sys.argv[2:])
    print(f"pieces={COUNT}", file=sys.stderr)
    sys.exit(code)

"""`python -m tests.resume.killed WHEN ARGUMENTS…`: the command line, killed with SIGKILL right after a committed piece.

WHEN is a number K, for the K-th piece this process commits, or `STEP:KIND`, for its first piece of that step and kind
(`A:read`, `B:asked`, `B:resolution`, `C:prompt`, `C:batch`, `D:finished`, …), or `before` for a kill inside the first
transaction, or `writing` for one between a report's bytes and its name. 0 never kills. The number of committed pieces
is on the last line of stderr of a run that ends.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corrigenda.cli import run
from state.store import Store, Work

COUNT = 0
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""On Windows any signal but Ctrl-C ends the process at once."""


def kind_of(name: str) -> str:
    """What sort of piece a name is: `prompt` for `v1:prompt:9c…`, `resolution` for `resolution:ref3`, `finished`."""
    parts = name.split(":")
    return parts[1] if len(parts) == 3 else parts[0]


def count_one(when: str, step: str, name: str) -> None:
    global COUNT
    COUNT += 1
    if when in (str(COUNT), f"{step}:{kind_of(name)}"):
        os.kill(os.getpid(), KILL)


def watch(when: str) -> None:
    """Count every committed transaction of the store, from outside it."""
    piece, begin, put, replace = Store.piece, Store.begin_run, Work.put_piece, Path.replace

    @contextlib.contextmanager
    def counted_piece(self: Store, step: str, name: str, *words: Any, **named: Any) -> Iterator[Any]:
        with piece(self, step, name, *words, **named) as work:
            yield work
        count_one(when, step, name)

    def counted_begin(self: Store, *words: Any, **named: Any) -> None:
        begin(self, *words, **named)
        count_one(when, "A", "read")

    def killing_put(self: Work, *words: Any) -> None:
        put(self, *words)
        os.kill(os.getpid(), KILL)

    def killing_replace(self: Path, target: str | Path) -> Path:
        if self.name.endswith(".partial"):
            os.kill(os.getpid(), KILL)
        return replace(self, target)

    Store.piece = counted_piece  # type: ignore[method-assign]
    Store.begin_run = counted_begin  # type: ignore[method-assign]
    if when == "before":
        Work.put_piece = killing_put  # type: ignore[method-assign, assignment]
    if when == "writing":
        Path.replace = killing_replace  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    watch(sys.argv[1])
    code = run(sys.argv[2:])
    print(f"pieces={COUNT}", file=sys.stderr)
    sys.exit(code)

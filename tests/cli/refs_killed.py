"""`python -m tests.cli.refs_killed K ARGUMENTS…`: the command line, killed with SIGKILL right after its K-th commit."""

import os
import signal
import sys
from typing import Any

from corrigenda.cli import run
from state.store import Store
from tasks.transport import limits

COUNT = 0
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""On Windows any signal but Ctrl-C ends the process at once."""


def watch(last: int) -> None:
    """Count every committed transaction of the book of answers, from outside it; requests are not spaced."""
    share = Store.share

    def counted(self: Store, *words: Any) -> None:
        global COUNT
        share(self, *words)
        COUNT += 1
        if last == COUNT:
            os.kill(os.getpid(), KILL)

    Store.share = counted  # type: ignore[method-assign]
    limits.interval_of = lambda rate: 0.02 / rate


if __name__ == "__main__":
    watch(int(sys.argv[1]))
    sys.exit(run(sys.argv[2:]))

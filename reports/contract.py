"""What a report format provides: a snapshot becomes bytes. No clock, path, locale or dictionary order gets in."""

from typing import Protocol

from state.snapshot import Snapshot


class Format(Protocol):
    """One output file. To add one: one file in `reports/formats`, one line in `FORMATS`, a golden file."""

    name: str
    """What `corrigenda report --format` calls it."""
    filename: str
    """Its name in the run folder."""
    after: str
    """The first step after which it can be rendered: `A`, `B`, `C` or `D`."""

    def render(self, snapshot: Snapshot) -> bytes:
        """The file's bytes: UTF-8, LF line ends, a final newline."""
        ...

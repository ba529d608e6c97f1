"""The ladder's own pure functions, each computed once for the same reference and answers.

Nine tenths of the references of a draw meet no fault, and their every step is that of the draw before. What comes next
and what follows depends on the reference and the answers alone; draws that are not remembered are compared with those
that are (`running.py`), so that this is not taken on trust.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar
from unittest.mock import patch

import tasks.fetch
from state.lookup import Lookup, Query
from state.resolution import Resolution
from tasks.fetch.trail import Trail

_MOST = 200_000
Key = tuple[object, ...]
Value = TypeVar("Value")


class Remembered:
    """What was computed, by reference and answers. The answers are held, so that their identity is theirs alone."""

    def __init__(self) -> None:
        self._next: dict[Key, tuple[list[Lookup], tuple[Query, ...]]] = {}
        self._concluded: dict[Key, tuple[list[Lookup], Resolution]] = {}

    def next_queries(self, made: Callable[[Trail], tuple[Query, ...]], trail: Trail) -> tuple[Query, ...]:
        return _kept(self._next, trail, lambda: made(trail))

    def conclude(self, made: Callable[[Trail, Any], Resolution], trail: Trail, pdfs: Sequence[Any]) -> Resolution:
        return _kept(self._concluded, trail, lambda: made(trail, pdfs))

    @contextlib.contextmanager
    def at_work(self) -> Iterator[None]:
        """Within it `tasks.fetch.resolve` remembers."""
        queries, concluding = tasks.fetch.next_queries, tasks.fetch.conclude
        with (
            patch.object(tasks.fetch, "next_queries", lambda trail: self.next_queries(queries, trail)),
            patch.object(tasks.fetch, "conclude", lambda trail, pdfs: self.conclude(concluding, trail, pdfs)),
        ):
            yield


def _kept(kept: dict[Key, tuple[list[Lookup], Value]], trail: Trail, make: Callable[[], Value]) -> Value:
    held = [trail.answers[query].lookup for query in trail.asked]
    # The questions belong to it: one and the same answer, "could not be asked", may have been given to another one.
    key = (trail.reference.id, trail.biomedical, trail.wants_text, trail.proves_dois, *trail.asked, *map(id, held))
    found = kept.get(key)
    if found is None:
        if len(kept) >= _MOST:
            kept.clear()
        found = kept[key] = (held, make())
    return found[1]

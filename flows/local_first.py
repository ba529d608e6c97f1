"""The registry on this machine in front of the services, where there is one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from state.ledger import Ask, Clock


@contextmanager
def local_first(ask: Ask, registry: Path | None, clock: Clock) -> Iterator[tuple[Ask, bool]]:
    """How to ask, and whether the registry on this machine is asked first. LocalRegistryError where it cannot be
    opened."""
    if registry is None:
        yield ask, False
        return
    from state.local_registry import LocalRegistry
    from tasks.fetch.local import LocalFirst

    with LocalRegistry(registry) as works:
        yield LocalFirst(ask, works, clock), True

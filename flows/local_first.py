"""The registry on this machine in front of the services, where there is one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from state.errors import SettingsError
from state.ledger import Ask, Clock


@contextmanager
def local_first(ask: Ask, registry: Path | None, clock: Clock) -> Iterator[tuple[Ask, bool]]:
    """How to ask, and whether the registry on this machine is asked first. SettingsError where it cannot be
    opened."""
    if registry is None:
        yield ask, False
        return
    from state.local_registry import LocalRegistry, LocalRegistryError
    from tasks.fetch.local import LocalFirst

    try:
        works = LocalRegistry(registry)
    except LocalRegistryError as error:
        raise SettingsError(
            f"{registry}: the registry on this machine cannot be opened ({error}); import it anew with"
            " `corrigenda registry import FILE…`, or leave it out with CORRIGENDA_REGISTRY=off"
        ) from None
    with works:
        yield LocalFirst(ask, works, clock), True

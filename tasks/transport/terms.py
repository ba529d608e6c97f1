"""What the transport must know of a service: where credentials go, and how fast it may be asked.

Shapes only: the transport stands below the registries and does not know them.
"""

from collections.abc import Mapping
from typing import Protocol

from state.exchange import Lane
from state.lookup import RegistryName


class Allowed(Protocol):
    """One limit."""

    @property
    def rate(self) -> float:
        """Requests a second."""
        ...

    @property
    def concurrency(self) -> int: ...


class Terms(Protocol):
    """How one service wants to be asked, for what the user can show it."""

    @property
    def name(self) -> RegistryName: ...

    @property
    def key_param(self) -> str | None: ...

    @property
    def key_header(self) -> str | None: ...

    @property
    def email_param(self) -> str | None: ...

    @property
    def needs_key(self) -> bool:
        """Nobody is answered without a key: without one nothing is sent."""
        ...

    @property
    def lanes(self) -> Mapping[Lane, Allowed]:
        """Limits by lane. Lanes that are not there share the limit of `Lane.SINGLE`."""
        ...

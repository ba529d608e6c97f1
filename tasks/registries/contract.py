"""What a registry file provides. It is pure: no network, clock, log or settings; a planner and parsers.

`plan` is called again and again with the same queries and ever more bodies until it asks for nothing more:

1. first call: no bodies; it returns the first requests (batched, cheapest first);
2. each further call sees what came back; it settles what it can, asks single requests to confirm what a batch left
   out (decisions 1.1), searches then fetches, …
3. a request that could not be answered is in `outcomes` as `Unavailable`: every query that depends on it is settled as
   that `Unavailable`, unless another request can still answer it.

The same queries and outcomes give the same plan, whatever the order of either.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from state.exchange import Body, Lane, Plan
from state.lookup import Query, QueryKind, RegistryName, Unavailable
from state.words import Word

Outcomes = Mapping[str, Body | Unavailable]
"""By request fingerprint."""


KEYED: frozenset[RegistryName] = frozenset({RegistryName.ADS})
"""Services that answer nobody without a key: without one nothing is sent to them."""


class Limit(Word):
    """A service's published limit for one lane."""

    rate: float
    """Requests a second."""
    concurrency: int = 1


class Access(Word):
    """What the user can show a service; limits depend on it."""

    email: bool
    key: bool


class Registry(Protocol):
    """One service. To add one: one file, one line in `REGISTRIES`, recorded bodies, a fixture in the contract tests."""

    name: RegistryName
    kinds: frozenset[QueryKind]
    """The kinds of query it answers."""
    key_param: str | None
    """Query parameter that carries the user's key, or None."""
    key_header: str | None
    """Header that carries the user's key, or None. `Authorization` carries it as a bearer's."""
    email_param: str | None
    """Query parameter that carries the user's address, or None."""

    def limits(self, access: Access) -> Mapping[Lane, Limit]:
        """The published limits, by lane (decisions 1.4). What the service's headers announce wins over these."""
        ...

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        """Which requests come next, or what each query's lookup is."""
        ...

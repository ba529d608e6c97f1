"""A stand-in on loopback for the services Corrigenda asks: tests, benchmarks and the demo's recording use it."""

from tests.standin.faults import Fault
from tests.standin.server import Logged, StandIn
from tests.standin.world import Work, World, WorldNotice, work_from_json, work_to_json

__all__ = ["Fault", "Logged", "StandIn", "Work", "World", "WorldNotice", "work_from_json", "work_to_json"]

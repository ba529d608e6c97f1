"""Requests are spaced by the services' limits in life; here nothing is told about pacing, so it is taken out."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="package", autouse=True)
def unpaced() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tasks.transport.limits.interval_of", lambda rate: 0.02 / rate)
        yield

"""A thesis small enough to be run many times, and a real Prefect server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.resume.matrix import Bench
from tests.resume.prefect_server import prefect_server

REFERENCES, CLAIMS = 24, 36
TEXT = "# Introduction\n\nNight shifts change sleep [1].\n\n# References\n\n[1] Doe J. Sleep at night. J Sleep. 2020.\n"


@pytest.fixture
def manuscript(tmp_path: Path) -> Path:
    path = tmp_path / "ward-secrets.md"
    path.write_text(TEXT, "utf-8")
    return path


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home for the processes of these tests."""
    return tmp_path_factory.mktemp("resume-home")


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory, home: Path) -> Iterator[Bench]:
    """Runs in this process's children, on the local engine."""
    folder = tmp_path_factory.mktemp("matrix")
    with Bench(folder, references=REFERENCES, claims=CLAIMS, home=home) as made:
        yield made


@pytest.fixture(scope="session")
def prefect_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The API address of a Prefect server that knows nothing yet."""
    with prefect_server(tmp_path_factory.mktemp("prefect-home")) as address:
        yield address


@pytest.fixture(scope="session")
def prefect_bench(
    tmp_path_factory: pytest.TempPathFactory, home: Path, bench: Bench, prefect_address: str
) -> Iterator[Bench]:
    """The same thesis on the Prefect engine, held against the local engine's unbroken run."""
    folder = tmp_path_factory.mktemp("prefect-matrix")
    with Bench(
        folder, references=REFERENCES, claims=CLAIMS, home=home, engine="prefect", prefect=prefect_address
    ) as made:
        made.unbroken = bench.unbroken
        yield made

"""What every test shares: no settings of the person running them, and no way out but loopback."""

import itertools
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import certifi
import hypothesis
import pytest

# Imported here: late in a deep stack its first import overflows the parser of Python 3.11. How long an example takes
# is the machine's business: no test may fail because another program was busy.
hypothesis.settings.register_profile("untimed", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("untimed")

LONGEST = (
    "tests/silence/test_silence.py",
    "tests/resume/test_kill_matrix.py",
    "tests/resume/test_on_prefect.py",
    "tests/resume/test_up.py",
    "tests/faults/test_outages.py",
    "tests/hostile/test_hostile_input.py",
    "tests/faults/test_judge_outages.py",
    "tests/transport/test_asking.py",
)
"""Files that take longest: where processes share the tests, none of these should be left to the end."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In a process that shares the tests with others (`make test`), the longest files come first."""
    if hasattr(config, "workerinput"):
        place = {name: number for number, name in enumerate(LONGEST)}
        items.sort(key=lambda item: place.get(item.nodeid.partition("::")[0], len(place)))


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A new folder for each test, numbered here: `mktemp` looks through all there are before it makes one."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(scope="session")
def one_authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with one certificate of all those that are trusted. To read them all takes 20 ms for each client that is
    made, and the stand-in speaks plain HTTP."""
    end = "-----END CERTIFICATE-----\n"
    file = tmp_path_factory.mktemp("trusted") / "one.pem"
    file.write_text(Path(certifi.where()).read_text("utf-8").partition(end)[0] + end, "utf-8")
    return file


@pytest.fixture(autouse=True)
def no_settings_of_mine(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, homes: Iterator[Path], one_authority: Path
) -> None:
    """Keys, addresses and folders of the machine's user are out of the way."""
    if not request.node.get_closest_marker("live"):
        monkeypatch.setenv("SSL_CERT_FILE", str(one_authority))
    for name in list(os.environ):
        if name.startswith(("CORRIGENDA_", "PREFECT_")) or name.endswith("_API_KEY") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    home = next(homes)
    home.mkdir()
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server started for the tests."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not programs:
        pytest.skip("PostgreSQL's programs are not installed")
    # Not in pytest's folder: whenever another pytest starts, that is closed to all but its owner, and the server dies.
    with tempfile.TemporaryDirectory(prefix="corrigenda-postgresql-") as folder:
        yield from _postgresql(programs[-1].parent, Path(folder))


def _postgresql(bin_folder: Path, folder: Path) -> Iterator[str]:
    as_user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    if as_user:
        shutil.chown(folder, "postgres")
    data = folder / "data"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    subprocess.run(
        [*as_user, bin_folder / "initdb", "-D", data, "-A", "trust", "-U", "test", "--no-sync"],
        check=True,
        capture_output=True,
        cwd="/",
    )
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    log = folder / "log"
    control = [*as_user, bin_folder / "pg_ctl", "-D", data, "-l", log, "-w"]
    subprocess.run([*control, "-o", options, "start"], check=True, capture_output=True, cwd="/")
    yield f"postgresql+psycopg://test@127.0.0.1:{port}/postgres"
    subprocess.run([*control, "-m", "immediate", "stop"], check=False, capture_output=True, cwd="/")

"""No host outside the settings is contacted by any command: proved where there is no way out but loopback."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
SILENT = ("--help", "--version", "explain", "demo", "check offline", "check unasked", "resume", "status", "report")
SILENT += ("review export", "review import")
REGISTRIES = ["arxiv", "crossref", "datacite", "doi", "europepmc", "openalex", "pubmed", "semantic_scholar"]
EXPECTED = {"check": 1, "resume": 1, "check offline": 3, "check unasked": 3}
"""Exit codes that are not 0."""


def in_a_network_of_its_own(*words: str) -> list[str]:
    return ["unshare", "-n", "--", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", *words]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    if not (shutil.which("unshare") and shutil.which("ip")):
        pytest.skip("needs unshare and iproute2")
    if subprocess.run(in_a_network_of_its_own("true"), capture_output=True, check=False).returncode:
        pytest.skip("needs the right to make a network namespace (root)")
    folder = tmp_path_factory.mktemp("silence")
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CORRIGENDA_", "PREFECT_", "PYTEST_")) and not name.endswith(("_API_KEY", "_proxy"))
    }
    home = tmp_path_factory.mktemp("home")
    environment |= {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    done = subprocess.run(
        in_a_network_of_its_own(sys.executable, "-m", "tests.silence.inside", str(folder), "--up"),
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    yield json.loads(done.stdout)


def spoken_to(row: dict[str, Any]) -> set[str]:
    """Hosts (with ports, where connected to) that a command's processes named."""
    hosts = set()
    for line in row["spoke"]:
        event, whom, *_ = line.split("\t")
        if whom == "None" or whom.startswith(("'/", "b'/")):
            continue  # any address of its own, or a socket of this machine's file system
        pair = re.match(r"\(b?'([^']*)', (\d+)", whom)
        hosts.add(f"{pair.group(1)}:{pair.group(2)}" if pair else whom.strip("b'\""))
        assert event.startswith("socket.")
    return hosts


def test_there_is_no_way_out_of_the_namespace() -> None:
    if os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("needs root, unshare and iproute2")
    code = "import socket; socket.create_connection(('192.0.2.1', 80), 2)"
    done = subprocess.run(in_a_network_of_its_own(sys.executable, "-c", code), capture_output=True, check=False)
    assert done.returncode != 0
    assert b"unreachable" in done.stderr


def test_the_watch_sees_whom_a_process_speaks_to(seen: dict[str, Any]) -> None:
    assert urlsplit(seen["url"]).netloc in spoken_to(seen["seen"]["check"])


@pytest.mark.parametrize("name", SILENT)
def test_a_command_that_needs_nobody_speaks_to_nobody(seen: dict[str, Any], name: str) -> None:
    row = seen["seen"][name]
    assert row["code"] == EXPECTED.get(name, 0), row["errors"]
    assert spoken_to(row) == set()
    assert row["heard"] == []


def test_a_check_speaks_to_the_addresses_of_the_settings_only(seen: dict[str, Any]) -> None:
    row, here = seen["seen"]["check"], urlsplit(seen["url"])
    assert row["code"] == 1, row["errors"]
    assert spoken_to(row) <= {here.netloc, str(here.hostname)}
    assert row["heard"] == sorted([*REGISTRIES, "llm"])


def test_doctor_asks_exactly_the_registries_of_the_settings(seen: dict[str, Any]) -> None:
    row, here = seen["seen"]["doctor"], urlsplit(seen["url"])
    assert row["code"] == 0, row["errors"]
    assert spoken_to(row) <= {here.netloc, str(here.hostname)}
    others = ["cran", "dblp", "github", "huggingface", "openlibrary", "pypi", "wayback", "who_iris"]
    assert row["heard"] == sorted([*REGISTRIES, *others])  # NASA ADS is sent nothing without a key


def test_a_check_on_a_prefect_server_speaks_to_that_server_and_the_settings_only(seen: dict[str, Any]) -> None:
    row, here = seen["seen"]["check on prefect"], urlsplit(seen["url"])
    assert row["code"] == 1, row["errors"]
    assert seen["prefect"] in spoken_to(row)
    assert spoken_to(row) <= {here.netloc, str(here.hostname), seen["prefect"]}
    assert row["heard"] == REGISTRIES


def test_up_comes_up_and_stops_without_a_word_to_anybody_outside(seen: dict[str, Any]) -> None:
    row = seen["seen"]["up"]
    assert "Dashboard" in row["out"], row["errors"]
    for host in spoken_to(row):
        assert host.rpartition(":")[0] in ("127.0.0.1", "::1") or host in ("127.0.0.1", "localhost", "::1"), host
    assert urlsplit(seen["url"]).netloc not in spoken_to(row)  # the check on it asked the registries, and it did not


def test_the_addresses_of_no_real_service_are_looked_up(seen: dict[str, Any]) -> None:
    named = [line.split("\t")[1] for row in seen["seen"].values() for line in row["spoke"]]
    assert named
    assert not [whom for whom in named if re.search(r"[a-z0-9-]+\.(?:com|org|net|io|gov|dev|ai|cloud)\b", whom)]

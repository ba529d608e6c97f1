"""`corrigenda up`: a server and a worker that come together and go together."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.resume.matrix import ROOT, Bench
from tests.resume.prefect_server import ask, clean_environment, everything, free_port, is_up

WITHIN = 180
"""Seconds until something that will come must have come."""
MARK = "CORRIGENDA_TEST_MARK"


def until(happened: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + WITHIN
    while not happened():
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain for {what}")
        time.sleep(0.2)


def marked(mark: str) -> list[str]:
    """The command lines of all processes that carry the mark in their environment, and so come from ours."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={mark}".encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return found


@pytest.fixture
def up(tmp_path: Path, bench: Bench) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """`corrigenda up` on a free port, started from a folder that is not the repository's."""
    port = free_port()
    environment = bench.environment() | {MARK: str(port), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-m", "corrigenda", "up", "--port", str(port)],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    yield process, port
    if process.poll() is None:
        process.kill()
        process.wait()
    if process.stdout:
        process.stdout.close()


@pytest.mark.prefect
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for left processes in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_up_serves_dashboard_and_deployment_and_leaves_nothing_behind(
    up: tuple["subprocess.Popen[str]", int], bench: Bench, number: int
) -> None:
    process, port = up
    address = f"http://127.0.0.1:{port}/api"
    until(lambda: is_up(address), "the server")
    until(lambda: bool(everything(address, "deployments/filter")), "the deployment")
    (deployment,) = everything(address, "deployments/filter")
    assert deployment["name"] == "resume-run"
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
        assert b"<div id=" in page.read()
    if number == signal.SIGINT:
        _resumes_a_killed_run(address, deployment["id"], bench)
    process.send_signal(number)
    assert process.wait(60) == 0
    assert marked(str(port)) == []
    assert not is_up(address)


def _resumes_a_killed_run(address: str, deployment: str, bench: Bench) -> None:
    """A run begun on the server and killed is finished by the worker, which is given the run's id only."""
    out = bench.folder / "left-to-the-worker"
    on_prefect = [*bench.check_words(out), "--judge", "rules", "--engine", "prefect"]
    bench.run(*on_prefect, when="B:resolution", server=address)
    assert not (out / "verification_report.md").exists()
    (run_id,) = {run["parameters"]["run_id"] for run in everything(address, "flow_runs/filter")}
    begun = ask(address, f"deployments/{deployment}/create_flow_run", {"parameters": {"run_id": run_id}})
    final = ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")

    def state() -> str:
        return str(ask(address, f"flow_runs/{begun['id']}")["state"]["type"])

    until(lambda: state() in final, "the worker")
    assert state() == "COMPLETED"
    assert (out / "verification_report.md").is_file()


def test_up_says_in_one_line_that_its_port_is_taken(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = subprocess.run(
            [sys.executable, "-m", "corrigenda", "up", "--port", str(port)],
            cwd=ROOT,
            env=clean_environment(home),
            capture_output=True,
            text=True,
            timeout=120,
        )
    assert ended.returncode == 2
    assert ended.stderr == f"corrigenda: port {port} is taken; choose another with --port\n"


@pytest.mark.skipif(os.name == "nt", reason="sessions are POSIX")
def test_a_stopped_process_takes_its_children_along() -> None:
    from flows.serving import _start, _stop

    child = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']).wait()"
    mark = str(os.getpid())
    process = _start(["-c", child], {**os.environ, MARK: mark}, silent=True)
    until(lambda: len(marked(mark)) == 2, "the child of the child")
    _stop(process)
    until(lambda: marked(mark) == [], "their end")

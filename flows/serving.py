"""A local Prefect server, its dashboard and a worker, held together until Ctrl-C.

The worker runs one deployment, `resume-run`, which goes on with a run that this machine knows by its id. It does so in
a process of its own, so that nothing of a manuscript is in Prefect's hands.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from types import FrameType

from flows.known_runs import folder_of

UP_WITHIN = 120
"""Seconds a server may take to answer for the first time; eleven on an idle machine."""
STOP_WITHIN = 15
"""Seconds a process is given to end by itself before it is killed. A killed run loses nothing."""
GLANCE = 0.5
"""Seconds between looks at whether both are still there."""

Process = subprocess.Popen[bytes]


def serve(port: int, *, quiet: bool, environment: Mapping[str, str] | None = None) -> int:
    """Serve until Ctrl-C or SIGTERM, and leave no process behind.

    Returns 0, or 2 where the port is taken, the server does not come up, or one of the two ends by itself.
    """
    address = f"http://127.0.0.1:{port}/api"
    environment = {**(environment or os.environ), "PREFECT_API_URL": address}
    if _is_taken(port):
        return _complain(f"port {port} is taken; choose another with --port")
    with _terminating(), _processes() as started:
        try:
            return _serve(address, port, started, environment, quiet=quiet)
        except KeyboardInterrupt:
            return 0


def _serve(address: str, port: int, started: list[Process], environment: Mapping[str, str], *, quiet: bool) -> int:
    words = ["-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
    server = _start(words, environment, silent=True)
    started.append(server)
    if not _is_up(server, address):
        return _complain(f"the Prefect server did not come up on port {port}")
    worker = _start(["-m", "flows.resume_deployment"], environment, silent=quiet)
    started.append(worker)
    if not quiet:
        sys.stdout.write(
            f"Dashboard: http://127.0.0.1:{port}\n"
            f"Runs show there with: PREFECT_API_URL={address} corrigenda check …\nCtrl-C stops it.\n"
        )
        sys.stdout.flush()
    while server.poll() is None and worker.poll() is None:
        time.sleep(GLANCE)
    who = "worker" if server.poll() is None else "Prefect server"
    return _complain(f"the {who} has ended by itself; start again with `corrigenda up`")


def _complain(said: str) -> int:
    sys.stderr.write(f"corrigenda: {said}\n")
    return 2


def _is_taken(port: int) -> bool:
    """Whether somebody listens there. Another Prefect server would answer in ours's place."""
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _is_up(server: Process, address: str) -> bool:
    from flows.prefect_engine import answers

    until = time.monotonic() + UP_WITHIN
    while time.monotonic() < until and server.poll() is None:
        if asyncio.run(answers(address)):
            return True
        time.sleep(GLANCE)
    return False


@contextmanager
def _terminating() -> Iterator[None]:
    """SIGTERM ends as Ctrl-C does: a service manager's stop leaves no process behind either."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    held = [(number, signal.signal(number, interrupt)) for number in (signal.SIGTERM, signal.SIGINT)]
    try:
        yield
    finally:
        for number, handler in held:
            signal.signal(number, handler)


def _start(words: list[str], environment: Mapping[str, str], *, silent: bool) -> Process:
    """A Python process at the head of a group of its own, so that its children can be stopped with it.

    Its stdin is empty: a server that finds a terminal asks about profiles.
    """
    out = subprocess.DEVNULL if silent else None
    return subprocess.Popen(
        [sys.executable, *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=out,
        start_new_session=True,
    )


@contextmanager
def _processes() -> Iterator[list[Process]]:
    """Processes to stop at the end, the last one first, whatever happens meanwhile (a second Ctrl-C too)."""
    started: list[Process] = []
    try:
        yield started
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        for process in reversed(started):
            _stop(process)


def _stop(process: Process) -> None:
    """End a process and its children: asked first, then killed."""
    if sys.platform == "win32":
        subprocess.call(
            ["taskkill", "/T", "/F", "/PID", str(process.pid)],  # noqa: S607
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        process.wait()
        return
    process.terminate()
    try:
        process.wait(STOP_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    with suppress(ProcessLookupError):  # nobody of the group is left
        os.killpg(process.pid, signal.SIGKILL)


def resume_known(run_id: str) -> None:
    """`corrigenda resume` on a known run's folder. Raises RuntimeError for exit code 2, which is a fault to look at."""
    folder = folder_of(run_id)
    code = subprocess.call([sys.executable, "-m", "corrigenda", "resume", str(folder), "--engine", "local", "--quiet"])
    if code not in (0, 1, 3):
        raise RuntimeError(f"run {run_id} ended with exit code {code}; `corrigenda status` tells more")

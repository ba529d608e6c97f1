"""A local Prefect server, its dashboard and a worker, held together until Ctrl-C.

The worker runs one deployment, `resume-run`, which goes on with a run that this machine knows by its id. It does so in
a process of its own, so that nothing of a manuscript is in Prefect's hands.
"""

import os
import subprocess
import sys
import time
from collections.abc import Mapping

from flows.known_runs import folder_of

DASHBOARD_UP = 60
"""Seconds a server may take to answer for the first time."""


def serve(port: int, *, quiet: bool, environment: Mapping[str, str] | None = None) -> int:
    """Start the server and serve the deployment until interrupted. Returns 0, or 2 where the server does not come up."""
    address = f"http://127.0.0.1:{port}/api"
    environment = {**(environment or os.environ), "PREFECT_API_URL": address}
    words = [
        sys.executable,
        "-m",
        "prefect",
        "server",
        "start",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-services",
    ]
    words.remove("--no-services")
    server = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if not _is_up(server, address):
            sys.stderr.write(f"corrigenda: the Prefect server did not come up on port {port}; is the port taken?\n")
            return 2
        if not quiet:
            sys.stdout.write(
                f"Dashboard: http://127.0.0.1:{port}\n"
                f"Runs show there with: PREFECT_API_URL={address} corrigenda check …\nCtrl-C stops it.\n"
            )
            sys.stdout.flush()
        return subprocess.call([sys.executable, "-m", "flows.resume_deployment"], env=environment)
    except KeyboardInterrupt:
        return 0
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()


def _is_up(server: "subprocess.Popen[bytes]", address: str) -> bool:
    import asyncio

    from flows.prefect_engine import answers

    until = time.monotonic() + DASHBOARD_UP
    while time.monotonic() < until and server.poll() is None:
        if asyncio.run(answers(address)):
            return True
        time.sleep(0.5)
    return False


def resume_known(run_id: str) -> None:
    """`corrigenda resume` on a known run's folder. Raises RuntimeError for exit code 2, which is a fault to look at."""
    folder = folder_of(run_id)
    code = subprocess.call([sys.executable, "-m", "corrigenda", "resume", str(folder), "--engine", "local", "--quiet"])
    if code not in (0, 1, 3):
        raise RuntimeError(f"run {run_id} ended with exit code {code}; `corrigenda status` tells more")

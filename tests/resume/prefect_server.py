"""A real Prefect server on a free port, for tests and benchmarks, and everything it was told."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

UP_WITHIN = 240
"""Seconds until the server must answer."""
QUIET = {
    "DO_NOT_TRACK": "1",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_CLOUD_ENABLE_ORCHESTRATION_TELEMETRY": "false",
    "PREFECT_LOGGING_LEVEL": "ERROR",
    "OTEL_SDK_DISABLED": "true",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def clean_environment(home: Path) -> dict[str, str]:
    """The environment without the settings of whoever runs this, and with a home of its own."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CORRIGENDA_", "PREFECT_"))
        and not name.endswith("_API_KEY")
        and not name.lower().endswith("_proxy")
    }
    places = {name: str(home) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA")}
    environment = {**kept, **places, "PREFECT_HOME": str(home / "prefect"), "NO_PROXY": "127.0.0.1"}
    if environment.pop("PYTHONDONTWRITEBYTECODE", None):
        environment["PYTHONPYCACHEPREFIX"] = str(home / "compiled")
    return environment


@contextlib.contextmanager
def prefect_server(home: Path) -> Iterator[str]:
    """A server with an empty database under `home`; gives its API address."""
    port = free_port()
    address = f"http://127.0.0.1:{port}/api"
    command = [sys.executable, "-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
    environment: Mapping[str, str] = {**clean_environment(home), **QUIET, "PREFECT_API_URL": address}
    home.mkdir(parents=True, exist_ok=True)
    log = home / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(command, env=environment, stdout=output, stderr=output, stdin=subprocess.DEVNULL)
    try:
        until = time.monotonic() + UP_WITHIN
        while not is_up(address):
            if time.monotonic() > until or server.poll() is not None:
                raise RuntimeError(f"the Prefect server did not come up at {address}: {log.read_text()[-2000:]}")
            time.sleep(0.3)
        yield address
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def is_up(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def told(address: str) -> dict[str, list[dict[str, Any]]]:
    """All that the server knows of runs: flow and task runs with their states, logs, artifacts, deployments, events."""
    return {
        name: everything(address, f"{name}/filter")
        for name in ("flows", "flow_runs", "task_runs", "logs", "artifacts", "deployments", "variables")
    } | {
        "flow_run_states": [
            state
            for run in everything(address, "flow_runs/filter")
            for state in ask(address, f"flow_run_states/?flow_run_id={run['id']}")
        ],
        "task_run_states": [
            state
            for run in everything(address, "task_runs/filter")
            for state in ask(address, f"task_run_states/?task_run_id={run['id']}")
        ],
        "events": events(address),
    }


def everything(address: str, path: str) -> list[dict[str, Any]]:
    """Every row of a filter endpoint, page by page."""
    rows: list[dict[str, Any]] = []
    while page := ask(address, path, {"limit": 200, "offset": len(rows)}):
        rows += page
    return rows


def events(address: str) -> list[dict[str, Any]]:
    """Every event, page by page."""
    page = ask(address, "events/filter", {"limit": 50})
    found: list[dict[str, Any]] = list(page["events"])
    while page.get("next_page"):
        page = ask(address, page["next_page"].partition("/api/")[2])
        found += page["events"]
    return found


def ask(address: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """GET, or POST where there is a body."""
    content = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{address}/{path}", content, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)

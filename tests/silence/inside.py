"""`python -m tests.silence.inside FOLDER`: every command in turn, in a network of its own that has loopback only.

Prints one JSON object: for each command its exit code, whom its processes wanted to speak to, and which services the
stand-in heard.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.faults.small import world, write_inputs
from tests.standin.server import StandIn

WATCH = Path(__file__).parent / "watch"
ROOT = Path(__file__).resolve().parents[2]


class Watched:
    """Runs commands one after the other, and keeps what was seen of each."""

    def __init__(self, folder: Path, server: StandIn) -> None:
        self.folder, self.server = folder, server
        self.seen: dict[str, dict[str, Any]] = {}
        self.port = 0
        """Where the Prefect server listened."""

    def environment(self, log: Path, more: dict[str, str]) -> dict[str, str]:
        paths = os.pathsep.join([str(WATCH), str(ROOT)])
        return {**os.environ, "PYTHONPATH": paths, "WATCHED_LOG": str(log), **more}

    def run(self, name: str, *words: str, settings: bool = True, **more: str) -> None:
        log, before = self.folder / f"{len(self.seen)}.log", len(self.server.requests)
        given = {**(self.server.environment() if settings else {}), **more}
        done = subprocess.run(
            [sys.executable, "-m", "corrigenda", *words],
            env=self.environment(log, given),
            capture_output=True,
            stdin=subprocess.DEVNULL,
            cwd=self.folder,
            check=False,
        )
        self.note(name, done.returncode, log, before, done.stdout.decode()[-500:], done.stderr.decode()[-500:])

    def note(self, name: str, code: int | None, log: Path, before: int, out: str, errors: str) -> None:
        lines = log.read_text("utf-8").splitlines() if log.exists() else []
        heard = sorted({r.service for r in self.server.requests[before:]})
        self.seen[name] = {"code": code, "spoke": sorted(set(lines)), "heard": heard, "out": out, "errors": errors}

    def up(self, *check: str) -> None:
        """The Prefect server started, seen to be up, a check run on it, and stopped as by Ctrl-C."""
        log, before = self.folder / "up.log", len(self.server.requests)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        process = subprocess.Popen(
            [sys.executable, "-m", "corrigenda", "up", "--port", str(port)],
            env=self.environment(log, self.server.environment()),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert process.stdout is not None
        first = process.stdout.readline().decode()
        self.run("check on prefect", *check, "--engine", "prefect", PREFECT_API_URL=f"http://127.0.0.1:{port}/api")
        self.port = port
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, errors = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, errors = process.communicate()
        self.note("up", process.returncode, log, before, first + out.decode(), errors.decode()[-500:])


def main(folder: Path) -> None:
    manuscript, bibliography = (str(path) for path in write_inputs(folder))
    out, table = str(folder / "out"), str(folder / "claims.csv")
    named = {"CORRIGENDA_EMAIL": "a@example.org", "CORRIGENDA_NCBI_API_KEY": "k" * 12, "CORRIGENDA_CLOCK": "2026-11-01"}
    with StandIn(world()) as server:
        watched = Watched(folder, server)
        watched.run("--help", "--help", settings=False)
        watched.run("--version", "--version", settings=False)
        watched.run("explain", "explain", "REF-WRONG-WORK", settings=False)
        watched.run("demo", "demo", "--out", str(folder / "demo"), settings=False)
        watched.run(
            "check offline",
            "check",
            manuscript,
            bibliography,
            "--out",
            str(folder / "off"),
            "--offline",
            settings=False,
        )
        judged = ("--judge", "openai:stand-in-1")
        watched.run("check unasked", "check", manuscript, bibliography, "--out", out, *judged, **named)
        watched.run("check", "check", manuscript, bibliography, "--out", out, *judged, "--yes", **named)
        watched.run("resume", "resume", out, **named)
        watched.run("status", "status", out)
        watched.run("report", "report", out, "--lang", "zh")
        watched.run("review export", "review", out, "--export", table)
        watched.run("review import", "review", out, "--import", table, "--author", "R")
        watched.run("doctor", "doctor", out)
        if "--up" in sys.argv:
            watched.up("check", manuscript, bibliography, "--out", str(folder / "on_prefect"))
        print(json.dumps({"url": server.url, "seen": watched.seen, "prefect": f"127.0.0.1:{watched.port}"}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

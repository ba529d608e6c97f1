"""The tools that are measured: how each is installed and run on a list of references, and what its report says.

Each is run as its own help says, with a contact address where it takes one, with its cache where it has one, and
without any key. None is changed.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from benchmarks.machine import ROOT

EMAIL = "benchmark@example.org"
COMPILED = Path(tempfile.gettempdir()) / "corrigenda-benchmarks-compiled"

PACKAGES = ("corrigenda", "flows", "reports", "state", "tasks", "templates")


class Said(StrEnum):
    """What a report says of one reference."""

    WRONG = "wrong"
    """Something to act on: an error or a warning about what the reference says, or that it was not found."""
    UNSURE = "unsure"
    """It could not be checked, in the tool's own words."""
    NOTHING = "nothing"
    """Verified, not named, or named with a suggestion only."""


Read = Callable[[Path, Iterable[str]], dict[str, Said]]


@dataclass(frozen=True)
class Tool:
    """One tool."""

    name: str
    requirement: str | None
    """What pip installs; None for ours."""
    arguments: Callable[[Path, Path], list[str]]
    """Of its command, for the folder with `refs.bib` and `refs.md`, and the folder its report goes into."""
    read: Read
    environment: Mapping[str, str] = field(default_factory=dict)
    keeps: bool = True
    """It keeps answers from one run to the next."""

    def command(self, venvs: Path, folder: Path, out: Path) -> list[str]:
        """The command line."""
        return [*self.program(venvs), *self.arguments(folder, out)]

    def program(self, venvs: Path) -> list[str]:
        """The command without its arguments."""
        if self.requirement is None:
            return [sys.executable, "-m", "corrigenda"]
        return [str(venvs / self.name / ("Scripts" if os.name == "nt" else "bin") / self.name)]

    def install(self, venvs: Path) -> str:
        """Make its environment where there is none; returns its version."""
        if self.requirement is None:
            # What is installed comes with its modules compiled; ours are compiled here, and not while being measured.
            compiling = [sys.executable, "-m", "compileall", "-q", *(str(ROOT / name) for name in PACKAGES)]
            subprocess.run(compiling, env={**os.environ, "PYTHONPYCACHEPREFIX": str(COMPILED)}, capture_output=True)
            return "this revision"
        folder = venvs / self.name
        python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        if not python.is_file():
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", self.requirement], check=True)
        asked = f"import importlib.metadata as m; print(m.version({self.name!r}))"
        return subprocess.run([python, "-c", asked], check=True, capture_output=True, text=True).stdout.strip()

    def surroundings(self, home: Path) -> dict[str, str]:
        """The user's environment without keys and settings of the tools, with a home of its own for caches."""
        settings = ("CORRIGENDA_", "PAPER_PREFLIGHT_", "REFCHECKER_", "REFPROOF_", "CITEGATE_", "STARBUCK_", "PREFECT_")
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(settings) and "API_KEY" not in name and "TOKEN" not in name
        }
        kept |= {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "XDG_DATA_HOME": str(home / "data")}
        kept |= {"XDG_CONFIG_HOME": str(home / "config"), "LOCALAPPDATA": str(home / "cache"), "NO_COLOR": "1"}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        place = {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(COMPILED)} if self.requirement is None else {}
        return {**kept, **place, **self.environment}


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def _worst(rows: Iterable[tuple[str, Said]], keys: Iterable[str]) -> dict[str, Said]:
    """What is said of each key at worst; of one that is not named, nothing."""
    said = dict.fromkeys(keys, Said.NOTHING)
    order = list(Said)[::-1]
    for key, one in rows:
        if key in said and order.index(one) > order.index(said[key]):
            said[key] = one
    return said


# Ours


def _ours(out: Path, keys: Iterable[str]) -> dict[str, Said]:
    """The verdict, and a retraction beside it. That a work was found nowhere, everyone having answered, is something to
    act on; that it could not be verified for another reason is not."""
    rows = []
    for one in _json(out / "report.json")["data"]["verdicts"]:
        evidence = one["evidence"]
        key = re.match(r"@\w+\{([^,]+),", evidence["parsed"].get("raw") or "")
        nowhere = one["verdict"] == "unverifiable" and (evidence.get("notes") or "").startswith("no_confident_match")
        retracted = (evidence.get("retraction") or {}).get("retracted")
        said = Said.NOTHING if one["verdict"] == "verified" else Said.WRONG
        said = Said.UNSURE if one["verdict"] == "unverifiable" and not nowhere else said
        rows.append((key.group(1) if key else "", Said.WRONG if retracted else said))
    return _worst(rows, keys)


OURS = Tool(
    "corrigenda",
    None,
    lambda folder, out: [
        "refs",
        str(folder / "refs.bib"),
        "--task",
        "verify_citations",
        "--out",
        str(out / "report.json"),
        "-q",
    ],
    _ours,
    {"CORRIGENDA_EMAIL": EMAIL},
)

# The others


_NOT_OF_THE_REFERENCE = frozenset({"CIT004", "REF015", "REF017"})
"""paper-preflight's warnings about two entries of a file, a preprint published since, and how an identifier is written:
ours are not counted either."""


def _paper_preflight(out: Path, keys: Iterable[str]) -> dict[str, Said]:
    rows = []
    for finding in _json(out / "report.json")["findings"]:
        told = finding["severity"] in ("error", "warning") and finding.get("rule") not in _NOT_OF_THE_REFERENCE
        rows.append((finding.get("key") or "", Said.WRONG if told else Said.NOTHING))
    return _worst(rows, keys)


def _refchecker(out: Path, keys: Iterable[str]) -> dict[str, Said]:
    """Its `error_type`s, `unverified` among them, are what it tells to act on; a `warning_type` too, an `info_type`
    is a suggestion."""
    rows = []
    for record in _json(out / "report.json")["records"]:
        errors = record.get("_original_errors") or [record]
        told = any(error.get("error_type") or error.get("warning_type") for error in errors)
        key = str(record["original_reference"].get("bibtex_key") or "")
        rows.append((key, Said.WRONG if told else Said.NOTHING))
    return _worst(rows, keys)


def _refproof(out: Path, keys: Iterable[str]) -> dict[str, Said]:
    rows = []
    for one in _json(out / "report.json")["findings"]:
        status = one["status"]
        said = (
            Said.UNSURE if status in ("unverified", "skipped") else Said.NOTHING if status == "verified" else Said.WRONG
        )
        rows.append((one["reference"]["key"], said))
    return _worst(rows, keys)


def _citegate(out: Path, keys: Iterable[str]) -> dict[str, Said]:
    found = _json(out / "report.json")
    rows = []
    for one in found["results"] if isinstance(found, dict) else found:
        verdict = one["verdict"]
        unsure = verdict in ("unverifiable", "error")
        rows.append((one["key"], Said.UNSURE if unsure else Said.NOTHING if verdict == "verified" else Said.WRONG))
    return _worst(rows, keys)


def _starbuck(out: Path, keys: Iterable[str]) -> dict[str, Said]:
    words = {"fail": Said.WRONG, "warn": Said.WRONG, "error": Said.UNSURE}
    rows = [
        (one["key"], words.get(one["verdict"], Said.NOTHING))
        for one in _json(out / "refs-references.json")["references"]
    ]
    return _worst(rows, keys)


PEERS = (
    Tool(
        "paper-preflight",
        "paper-preflight==1.0.0",
        lambda folder, out: [
            "check",
            str(folder / "refs.bib"),
            "--format",
            "json",
            "--output",
            str(out / "report.json"),
            "--details",
        ],
        _paper_preflight,
        {"PAPER_PREFLIGHT_EMAIL": EMAIL},
    ),
    Tool(
        "academic-refchecker",
        "academic-refchecker==3.1.10",
        lambda folder, out: [
            *(
                "--paper",
                str(folder / "refs.bib"),
                "--report-file",
                str(out / "report.json"),
                "--report-format",
                "json",
            ),
            *("--cache", str(out.parent / "home" / "kept")),
        ],
        _refchecker,
    ),
    Tool(
        "refproof",
        "refproof==0.1.0",
        lambda folder, out: [
            str(folder / "refs.bib"),
            "--format",
            "json",
            "--output",
            str(out / "report.json"),
            "--all",
            "--mailto",
            EMAIL,
        ],
        _refproof,
    ),
    Tool(
        "citegate",
        "citegate==0.3.0",
        lambda folder, out: [
            *(str(folder / "refs.bib"), "--json", str(out / "report.json"), "--mailto", EMAIL),
            *("--cache", str(out.parent / "home" / "kept.json")),
        ],
        _citegate,
    ),
    Tool(
        "starbuck",
        "starbuck==0.2.0",
        lambda folder, out: [
            "check",
            str(folder / "refs.md"),
            "--out",
            str(out),
            "--to",
            "",
            "--email",
            EMAIL,
            "--quiet",
        ],
        _starbuck,
        keeps=False,
    ),
)

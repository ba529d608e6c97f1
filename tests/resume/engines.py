"""`check` in a process of its own that says what it has imported: to see which engine it was done on."""

import subprocess
import sys
from pathlib import Path

from corrigenda.telling import WORDS
from tests.resume.matrix import ROOT
from tests.resume.prefect_server import clean_environment

SAID = "imports: "
PROGRAM = f"""
import sys
from corrigenda.cli import run
code = run(sys.argv[1:])
print({SAID!r} + " ".join(sorted({{name.partition(".")[0] for name in sys.modules}})), file=sys.stderr)
sys.exit(code)
"""


def check(
    manuscript: Path, home: Path, *words: str, server: str | None = None, before: str = ""
) -> "subprocess.CompletedProcess[str]":
    """`corrigenda check --offline` in a process of its own, which says on stderr what it has imported.

    `before` is run there first.
    """
    environment = clean_environment(home) | ({"PREFECT_API_URL": server} if server else {})
    command = [sys.executable, "-c", before + PROGRAM, "check", str(manuscript), "--offline", *words]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=120
    )


def imports(ended: "subprocess.CompletedProcess[str]") -> set[str]:
    return set(ended.stderr.rpartition(SAID)[2].split())


def said(ended: "subprocess.CompletedProcess[str]") -> list[str]:
    """Stderr without the line about imports and the progress."""
    lines = ended.stderr.strip().splitlines()
    return [line for line in lines if not line.startswith((SAID, *WORDS["en"].values()))]

"""What a benchmark ran on, and the surroundings it gives the command: `python -m benchmarks.machine`."""

import importlib.metadata
import os
import platform
import subprocess
import tempfile
from pathlib import Path

LIBRARIES = ("httpx", "lxml", "pydantic", "SQLAlchemy", "sqlmodel", "pymupdf", "prefect", "click", "jinja2")
ROOT = Path(__file__).resolve().parents[1]


def described() -> str:
    """Processor, memory, Python, libraries, revision and load, a line each."""
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in LIBRARIES)
    return "\n".join(
        [
            f"machine    {processor()}, {os.cpu_count()} cores, {memory()}",
            f"system     {platform.system()} {platform.release()}, {platform.python_implementation()} "
            f"{platform.python_version()}",
            f"libraries  {versions}",
            f"revision   {revision()}",
            f"load       {load()}",
        ]
    )


def processor() -> str:
    """The processor's model name, as far as the system tells."""
    information = Path("/proc/cpuinfo")
    if information.is_file():
        for line in information.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def memory() -> str:
    """Main memory in GiB; `memory unknown` where the system does not tell."""
    try:
        size = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return "memory unknown"
    return f"{size / 2**30:.1f} GiB"


def revision() -> str:
    """The commit, and whether the files differ from it."""
    try:
        commit = _git("rev-parse", "--short", "HEAD")
        return f"{commit} with changes" if _git("status", "--porcelain", "--untracked-files=no") else commit
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def load() -> str:
    """Processes that ran or waited in the last 1, 5 and 15 minutes: above the number of cores, times are too long."""
    return " ".join(f"{one:.1f}" for one in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"


def surroundings(**more: str) -> dict[str, str]:
    """The environment for a measured command: the user's, without Corrigenda's settings and with compiled modules kept.

    A freshly installed program compiles its modules once; some machines forbid that in their environment, and would
    have it measured each time.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CORRIGENDA_", "PREFECT_"))}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    compiled = Path(tempfile.gettempdir()) / "corrigenda-benchmarks-compiled"
    return {**kept, "PYTHONPYCACHEPREFIX": str(compiled), "PYTHONPATH": str(ROOT), **more}


if __name__ == "__main__":
    print(described())

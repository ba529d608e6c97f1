"""A child process that reads files, one after another, and says on a line of JSON how each of them ended.

`python -m tests.hostile.child LIMIT` takes lines `{"reader": …, "file": …, "name": …}` on its input. LIMIT is the
address space in MiB that the child may take (0 for no limit; not on Windows). A reader that raises something else than
ManuscriptError is an outcome too, `raised`; a child that dies is one for `run`.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from state.errors import ManuscriptError
from tasks.readers import BIBLIOGRAPHY_READERS, MANUSCRIPT_READERS
from tasks.readers.contract import Entries, Reading

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Job:
    """One file for one reader. `name` is what the reader is told the file is called."""

    reader: str
    file: Path
    name: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one file ended: `read`, `refused` (one ManuscriptError), `raised` (something else), `died`, `hung`."""

    how: str
    line: str = ""
    """The error's words, or what was read."""
    text: str = ""
    """What was read, in full, where it is short."""
    seconds: float = 0.0
    """Processor time in the reader and the programs it ran."""
    mib: float = 0.0
    """Peak memory of the child so far, its own children's included where they were larger."""

    @property
    def clear(self) -> bool:
        """Whether the file was read, or refused in one line."""
        return self.how == "read" or (
            self.how == "refused" and self.line.strip() != "" and "\n" not in self.line and "\r" not in self.line
        )


def run(jobs: Sequence[Job], *, seconds: float, mib: int = 0) -> list[Outcome]:
    """The outcome of each job, in one child; `seconds` is for each. What follows a death is read by a new child."""
    found: list[Outcome] = []
    while len(found) < len(jobs):
        found.extend(_batch(jobs[len(found) :], seconds, mib))
    return found


def _batch(jobs: Sequence[Job], seconds: float, mib: int) -> Iterator[Outcome]:
    command = [sys.executable, "-m", "tests.hostile.child", str(mib)]
    child = subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert child.stdin is not None and child.stdout is not None and child.stderr is not None
    errors: list[str] = []
    listener = threading.Thread(target=lambda: errors.append(child.stderr.read() if child.stderr else ""))
    listener.start()
    try:
        for job in jobs:
            hung = threading.Event()
            watch = threading.Timer(seconds, _stop, (child, hung))
            watch.start()
            try:
                child.stdin.write(json.dumps({"reader": job.reader, "file": str(job.file), "name": job.name}) + "\n")
                child.stdin.flush()
                answer = child.stdout.readline()
            except OSError:
                answer = ""
            finally:
                watch.cancel()
            if not answer:
                child.wait()
                listener.join()
                words = (errors[0].strip().splitlines() or [f"exit code {child.returncode}"])[-1]
                yield Outcome("hung", f"no answer within {seconds:g} s") if hung.is_set() else Outcome("died", words)
                return
            yield Outcome(**json.loads(answer))
    finally:
        child.stdin.close()
        child.kill()
        child.wait()
        listener.join()
        child.stdout.close()
        child.stderr.close()


def _stop(child: subprocess.Popen[str], hung: threading.Event) -> None:
    hung.set()
    child.kill()


def _read(job: dict[str, str]) -> Outcome:
    content = Path(job["file"]).read_bytes()
    before = computing()
    try:
        found = _found(job["reader"], job["name"], content)
    except ManuscriptError as error:
        return Outcome("refused", str(error), seconds=computing() - before, mib=peak_mib())
    except Exception as error:  # noqa: BLE001  what a reader must never do
        return Outcome("raised", f"{type(error).__name__}: {error}"[:500], seconds=computing() - before, mib=peak_mib())
    seconds = computing() - before
    return Outcome("read", _counts(found), _text(found), seconds, peak_mib())


def _found(name: str, called: str, content: bytes) -> Reading | Entries:
    for manuscripts in MANUSCRIPT_READERS:
        if manuscripts.name == name:
            manuscripts.companions(called, content)
            return manuscripts.read(called, content)
    for bibliographies in BIBLIOGRAPHY_READERS:
        if bibliographies.name == name:
            return bibliographies.read(called, content)
    raise SystemExit(f"no reader {name}")


def _counts(found: Reading | Entries) -> str:
    if isinstance(found, Reading):
        counts = f"{len(found.paragraphs)} paragraphs, {len(found.references)} references"
    else:
        counts = f"{len(found.references)} references, {len(found.broken)} broken"
    return f"{counts} {' '.join(found.warnings[:3])}"[:300]


def _text(found: Reading | Entries) -> str:
    if isinstance(found, Reading):
        return "\n".join(paragraph.text[:200] for paragraph in found.paragraphs[:50])
    return "\n".join(reference.model_dump_json()[:500] for reference in found.references[:20])


def computing() -> float:
    """Processor seconds of this process and of the programs it ran: on a busy machine they say more than the clock."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def peak_mib() -> float:
    """Peak memory of this process in MiB, or of a program it ran where that took more; 0 where nobody tells."""
    try:
        import resource
    except ImportError:
        return 0.0
    unit = 2**20 if sys.platform == "darwin" else 2**10
    other = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit
    status = Path("/proc/self/status")
    if status.is_file():  # Linux keeps in `ru_maxrss` what the parent took before this program began.
        own = next((line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM")), "0")
        return max(float(own) / 2**10, other)
    return max(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit, other)


def _limit(mib: int) -> None:
    if not mib:
        return
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (mib * 2**20, mib * 2**20))


def main() -> None:
    """Answer every line of the input."""
    _limit(int(sys.argv[1]))
    for line in sys.stdin:
        outcome = _read(json.loads(line))
        values = {field: getattr(outcome, field) for field in Outcome.__dataclass_fields__}
        print(json.dumps(values), flush=True)


if __name__ == "__main__":
    main()

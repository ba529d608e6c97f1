"""What step A finds in real files: `python -m benchmarks.files [--data ../shared/data] [--only PART] [--faults]`.

One line for every file below `manuscripts` and `references`: read, and with what; or refused, with the reader's line;
or skipped, and why. Each is read in a process of its own, manuscripts with the chapters and the bibliography they name
themselves, as `corrigenda check` would, and brought through step A; `s` is processor time and `MiB` peak memory,
the programs it ran included.

`sighted` is what a plain look sees (benchmarks/sighted.py). A fault is a reader that raises, dies, takes more than 10 s
or 1 GiB, refuses in more than one line, or finds nothing where something is sighted; with a fault the program exits 1.
A `?` asks for a person's look: fewer than half of what is sighted was found.
"""

import argparse
import hashlib
import multiprocessing
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.machine import described
from benchmarks.sighted import sighted
from corrigenda.companions import load_companions
from state.errors import ManuscriptError
from state.manuscript import Source, SourceRole
from tasks.parse import read_manuscript
from tasks.readers import MANUSCRIPT_READERS, bibliography_reader_for, is_bibliography, manuscript_reader_for
from tasks.readers.contract import Entries
from tests.hostile.child import computing, peak_mib

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
FOLDERS = ("manuscripts", "references")
SECONDS = 10.0
MIB = 1024.0
PATIENCE = 120.0
"""Seconds by the clock after which a file is given up; a busy machine is no hang."""

SKIPPED = (
    (r"(?:^|/)(?:LICENSE|README|COPYING|NOTICE)[^/]*$", "a licence or a note about the files"),
    (r"\.expected\.json$", "what another program makes of the file beside it"),
    (r"\.native$", "what pandoc makes of the file beside it"),
    (r"\.tlg$", "a typesetting test's log"),
    (r"\.jsonl$", "labelled references, not a bibliography"),
    (r"reference_strings/.*\.xml$", "reference strings with labels"),
    (r"exporter__(?!Endnote).*\.xml$", "another program's export in a format that is no bibliography of ours"),
)
"""Files that are neither, by their path."""


@dataclass(frozen=True, slots=True)
class Found:
    """One line of the table; None where the column does not apply."""

    name: str
    how: str
    seconds: float = 0.0
    mib: float = 0.0
    format: str = ""
    paragraphs: int | None = None
    headings: int | None = None
    citations: int | None = None
    listed: int | None = None
    references: int | None = None
    broken: int = 0
    sighted: int = 0
    parts: int = 0
    remarks: tuple[str, ...] = field(default=())

    @property
    def count(self) -> int:
        """What stands against `sighted`: citations of a manuscript, entries of a bibliography."""
        return self.citations if self.citations is not None else (self.references or 0) + self.broken

    @property
    def fault(self) -> str:
        """What is wrong; nothing where the file was read as it should be, or refused."""
        if self.how in ("raised", "died", "hung"):
            return self.how
        if self.how == "refused" and len(self.remarks[0].splitlines()) != 1:
            return "not one line"
        if self.seconds > SECONDS:
            return "slow"
        if self.mib > MIB:
            return "large"
        # A field that names a work which is nowhere in the file is told, and is no citation of anything.
        told = any(remark.startswith("works_not_embedded=") for remark in self.remarks)
        return "nothing found" if self.how == "read" and self.sighted and not self.count and not told else ""


def files(data: Path) -> Iterator[Path]:
    """Every file, in order."""
    for folder in FOLDERS:
        yield from sorted(path for path in (data / folder).rglob("*") if path.is_file())


def skipped(name: str) -> str:
    """Why a file is not read; nothing where it is."""
    return next((why for pattern, why in SKIPPED if re.search(pattern, name)), "")


def parts_of(paths: list[Path]) -> Mapping[Path, Path]:
    """Files that are parts of a manuscript, with the manuscript they belong to."""
    parts: dict[Path, Path] = {}
    for path in paths:
        content = path.read_bytes()
        if path in parts or is_bibliography(path.name, content):
            continue
        try:
            named = load_companions(path, path.name, content).parts
        except ManuscriptError:
            continue
        parts.update({path.parent / part: path for part in named})
    return parts


def look(path: Path, name: str) -> Found:
    """What is found in one file."""
    content = path.read_bytes()
    found = Found(name, "read", sighted=sighted(path, content))
    try:
        listed = is_bibliography(path.name, content) or (name.startswith("references/") and not _is_manuscript(path))
        return _bibliography(path, content, found) if listed else _manuscript(path, content, found)
    except ManuscriptError as error:
        return replace(found, how="refused", remarks=(str(error),))
    except Exception as error:  # noqa: BLE001  what a reader must never do
        return replace(found, how="raised", remarks=(f"{type(error).__name__}: {error}"[:300],))


def _manuscript(path: Path, content: bytes, found: Found) -> Found:
    reader = manuscript_reader_for(path.name)
    found_beside = load_companions(path, path.name, content)
    parts, named = found_beside.parts, found_beside.bibliographies
    reading = reader.read(path.name, content, parts)
    bibliographies = [(_source(one, SourceRole.BIBLIOGRAPHY), _entries(one)) for one in named]
    manuscript = read_manuscript(
        [(_source(path, SourceRole.MANUSCRIPT, reading.format), reading)], bibliographies, numbering=None
    )
    account = manuscript.completeness
    return replace(
        found,
        format=reading.format,
        paragraphs=len(reading.paragraphs),
        headings=sum(paragraph.heading_level is not None for paragraph in reading.paragraphs),
        citations=account.markers,
        listed=account.list_entries,
        references=len(manuscript.references),
        broken=len(account.broken),
        sighted=found.sighted + sum(sighted(path.parent / part, data) for part, data in parts.items()),
        parts=len(parts),
        remarks=account.warnings,
    )


def _bibliography(path: Path, content: bytes, found: Found) -> Found:
    entries = bibliography_reader_for(path.name, content).read(path.name, content)
    return replace(
        found,
        format=entries.format,
        references=len(entries.references),
        broken=len(entries.broken),
        remarks=entries.warnings,
    )


def _entries(path: Path) -> Entries:
    content = path.read_bytes()
    return bibliography_reader_for(path.name, content).read(path.name, content)


def _source(path: Path, role: SourceRole, form: str = "") -> Source:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Source(name=path.name, role=role, format=form or path.suffix.lower().lstrip("."), sha256=digest)


# --- a process for each --------------------------------------------------------------------------------------------


def bounded(path: Path, name: str) -> Found:
    """The same in a process of its own, with its time and its peak memory."""
    context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_tell, args=(there, path, name))
    before = time.perf_counter()
    process.start()
    there.close()
    try:
        found, seconds, mib = here.recv() if here.poll(PATIENCE) else (Found(name, "hung"), PATIENCE, 0.0)
    except EOFError:
        process.join()
        found = Found(name, "died", remarks=(f"exit code {process.exitcode}",))
        seconds, mib = time.perf_counter() - before, 0.0
    process.kill()
    process.join()
    return replace(found, seconds=seconds, mib=mib)


def _tell(there: Connection, path: Path, name: str) -> None:
    before = computing()
    found = look(path, name)
    there.send((found, computing() - before, peak_mib()))


# --- printing ------------------------------------------------------------------------------------------------------


HEAD = (
    f"{'format':9}{'paras':>6}{'heads':>6}{'cites':>6}{'list':>6}{'refs':>6}{'broken':>7}{'sighted':>8}{'parts':>6}"
    f"{'s':>7}{'MiB':>6}   file"
)


def _line(found: Found) -> str:
    numbers = (found.paragraphs, found.headings, found.citations, found.listed, found.references)
    columns = "".join(f"{'' if number is None else number:>6}" for number in numbers)
    doubtful = found.how == "read" and not found.fault and found.count * 2 < found.sighted
    mark = "!" if found.fault else "?" if doubtful else " "
    shown = " ".join(found.remarks[:4]) + (" …" if len(found.remarks) > 4 else "")
    words = [found.how.upper() if found.how != "read" else "", f"<-- {found.fault}" if found.fault else "", shown[:140]]
    return (
        f"{found.format[:8]:9}{columns}{found.broken or '':>7}{found.sighted:>8}{found.parts or '':>6}"
        f"{found.seconds:>7.2f}{found.mib:>6.0f} {mark} {found.name}  {'  '.join(word for word in words if word)}"
    )


def main() -> int:
    """Print the table; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--only", default="", help="files whose path holds this")
    parser.add_argument("--faults", action="store_true", help="print the lines with a fault or a question mark only")
    given = parser.parse_args()
    data: Path = given.data
    if not data.is_dir():
        print(f"{data}: no such folder. Name the folder of third-party files with --data.", file=sys.stderr)
        return 2
    print(described(), "\n")
    everything = list(files(data))
    names = {path: path.relative_to(data).as_posix() for path in everything}
    parts = parts_of([path for path in everything if _is_manuscript(path) and not skipped(names[path])])
    totals: Counter[str] = Counter()
    left_out: Counter[str] = Counter()
    print(HEAD)
    for path in everything:
        name = names[path]
        if given.only not in name:
            continue
        if why := skipped(name):
            left_out[why] += 1
            continue
        if path in parts:
            left_out[f"part of a manuscript, read with it ({names.get(parts[path], parts[path].name)})"] += 1
            continue
        found = bounded(path, name)
        totals["fault" if found.fault else found.how] += 1
        line = _line(found)
        if not given.faults or found.fault or " ? " in line:
            print(line, flush=True)
    print("\nSkipped")
    for why, count in left_out.most_common():
        print(f"{count:>6}  {why}")
    print("\n" + ", ".join(f"{count} {what}" for what, count in totals.most_common()))
    return 1 if totals["fault"] else 0


def _is_manuscript(path: Path) -> bool:
    return any(path.suffix.lower() in reader.suffixes for reader in MANUSCRIPT_READERS)


if __name__ == "__main__":
    multiprocessing.set_forkserver_preload(["benchmarks.sighted", "corrigenda.companions", "tasks.parse"])
    sys.exit(main())

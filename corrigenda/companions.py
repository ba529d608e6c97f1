"""The further files a manuscript names: chapters, a `.bbl`, its bibliography. Nothing outside its folder is opened."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

from state.errors import ManuscriptError
from state.manuscript import SourceRole
from tasks.readers import is_bibliography, manuscript_reader_for
from tasks.readers.contract import Companion

MOST_FILES = 1_000
"""Files that one manuscript may name."""
MOST_BYTES = 200 * 1024 * 1024
"""Bytes of all of them together."""


BEGINNING = 256 * 1024
"""Bytes in which a bibliography shows its format."""


@dataclass(frozen=True, slots=True)
class Companions:
    """The further files of one manuscript."""

    parts: Mapping[str, bytes]
    """By their path in its folder. What is not there, or lies outside, is left out: the reader reports it."""
    bibliographies: tuple[Path, ...]
    """Those it names itself, and that are there."""
    missing: tuple[str, ...]
    """Bibliographies it names that are not there, or in no format that is read."""


def load_companions(path: Path, name: str, content: bytes) -> Companions:
    """What the manuscript at `path` is made of besides. Raises ManuscriptError where there is more than `MOST_FILES` or
    `MOST_BYTES`."""
    reader = manuscript_reader_for(name)
    folder = path.resolve().parent
    parts: dict[str, bytes] = {}
    bibliographies: dict[Path, None] = {}
    missing: dict[str, None] = {}
    size = 0
    waiting = list(reader.companions(name, content))
    seen: set[Companion] = set()
    while waiting:
        companion = waiting.pop(0)
        if companion in seen:
            continue
        seen.add(companion)
        there = next(_inside(folder, companion), None)
        if companion.role is SourceRole.BIBLIOGRAPHY:
            if there is not None and _is_read(there[1]):
                bibliographies[there[1]] = None
            elif companion.needed:
                missing[companion.candidates[0]] = None
            continue
        if there is None:
            continue
        shown, file = there
        if shown in parts or file == path.resolve():
            continue
        size += file.stat().st_size
        if len(parts) >= MOST_FILES or size > MOST_BYTES:
            raise ManuscriptError(
                f"{path}: it names more than {MOST_FILES:,} files or {MOST_BYTES // 2**20} MB; check one part at a time"
            )
        parts[shown] = file.read_bytes()
        waiting.extend(reader.companions(shown, parts[shown]))
    return Companions(parts, tuple(bibliographies), tuple(missing))


def _is_read(file: Path) -> bool:
    with file.open("rb") as opened:
        return is_bibliography(file.name, opened.read(BEGINNING))


def _inside(folder: Path, companion: Companion) -> Iterator[tuple[str, Path]]:
    """The candidates that are files below the folder, links followed. A path from a file is never trusted."""
    for candidate in companion.candidates:
        posix = PurePosixPath(candidate)
        if "\0" in candidate or posix.is_absolute() or PureWindowsPath(candidate).drive or ".." in posix.parts:
            continue
        try:
            file = (folder / posix).resolve()
            if file.is_relative_to(folder) and file.is_file():
                yield candidate, file
        except OSError:
            continue

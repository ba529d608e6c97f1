"""The further files a manuscript names: chapters, a `.bbl`, its bibliography. Nothing outside its folder is opened."""

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath

from state.errors import ManuscriptError
from state.manuscript import SourceRole
from tasks.readers import is_bibliography, manuscript_reader_for
from tasks.readers.contract import Companion

MOST_FILES = 1_000
"""Files that one manuscript may name."""
MOST_BYTES = 200 * 1024 * 1024
"""Bytes of all of them together."""


def load_companions(path: Path, name: str, content: bytes) -> tuple[Mapping[str, bytes], tuple[Path, ...]]:
    """What the manuscript at `path` is made of besides: parts by their path in its folder, and the bibliographies it
    names. What is not there, or lies outside the folder, is left out: the reader reports it.

    Raises ManuscriptError where there is more than `MOST_FILES` or `MOST_BYTES`.
    """
    reader = manuscript_reader_for(name)
    folder = path.resolve().parent
    parts: dict[str, bytes] = {}
    bibliographies: dict[Path, None] = {}
    size = 0
    waiting = list(reader.companions(name, content))
    seen: set[Companion] = set()
    while waiting:
        companion = waiting.pop(0)
        if companion in seen:
            continue
        seen.add(companion)
        there = next(_inside(folder, companion), None)
        if there is None:
            continue
        shown, file = there
        if companion.role is SourceRole.BIBLIOGRAPHY:
            if is_bibliography(file.name):
                bibliographies[file] = None
            continue
        if shown in parts or file == path.resolve():
            continue
        size += file.stat().st_size
        if len(parts) >= MOST_FILES or size > MOST_BYTES:
            raise ManuscriptError(
                f"{path}: it names more than {MOST_FILES:,} files or {MOST_BYTES // 2**20} MB; check one part at a time"
            )
        parts[shown] = file.read_bytes()
        waiting.extend(reader.companions(shown, parts[shown]))
    return parts, tuple(bibliographies)


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

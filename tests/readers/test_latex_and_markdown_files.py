"""Real LaTeX and Markdown files, where they are at hand: all are read, and cite what was counted by hand."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

import pytest

from state.manuscript import SourceRole
from tasks.readers.contract import MarkKind, Reading
from tasks.readers.latex.reader import LatexReader
from tasks.readers.markdown.reader import MarkdownReader

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the third-party files (../shared/data) are not here")


class Expected(TypedDict):
    path: str
    keys: int


class Thesis(TypedDict):
    path: str
    keys: int
    parts: int


class Counts(TypedDict):
    file: list[Expected]
    thesis: list[Thesis]


COUNTS: Counts = tomllib.loads((Path(__file__).parent / "expected_keys.toml").read_text("utf-8"))  # type: ignore[assignment]


def read(path: Path, files: Mapping[str, bytes] | None = None) -> Reading:
    reader = LatexReader() if path.suffix == ".tex" else MarkdownReader()
    return reader.read(path.name, path.read_bytes(), files or {})


def keys(reading: Reading) -> int:
    return sum(
        len(mark.targets) for item in reading.paragraphs for mark in item.marks if mark.kind is MarkKind.CITATION
    )


def test_every_file_is_read_and_only_those_that_were_counted_cite() -> None:
    manuscripts = DATA / "manuscripts"
    files = sorted(file for suffix in ("tex", "md", "Rmd") for file in manuscripts.rglob(f"*.{suffix}"))
    assert len(files) >= 100
    counted = {expected["path"] for expected in COUNTS["file"]}
    for file in files:
        reading = read(file)
        lines = file.read_text("utf-8", "replace").count("\n") + 1
        for item in reading.paragraphs:
            assert 1 <= item.line <= lines, file
            assert all(0 <= mark.start < mark.end <= len(item.text) for mark in item.marks), file
        assert (keys(reading) > 0) == (file.relative_to(DATA).as_posix() in counted), file


@pytest.mark.parametrize("expected", COUNTS["file"], ids=lambda expected: Path(expected["path"]).name)
def test_a_file_cites_what_was_counted(expected: Expected) -> None:
    assert keys(read(DATA / expected["path"])) == expected["keys"]


@pytest.mark.parametrize("thesis", COUNTS["thesis"], ids=lambda thesis: Path(thesis["path"]).parent.name)
def test_a_thesis_is_read_with_its_parts_and_chapters(thesis: Thesis) -> None:
    main = DATA / thesis["path"]
    parts = gather(main)
    assert len(parts) == thesis["parts"]
    reading = read(main, parts)
    assert keys(reading) == thesis["keys"]
    top = [item.text for item in reading.paragraphs if item.heading_level == 1]
    printed = [
        chapter
        for content in parts.values()
        for chapter in re.findall(r"^\\chapter\{([^{}]+)\}", content.decode(), re.MULTILINE)
    ]
    assert len(printed) >= 5
    assert [heading for heading in top if heading in printed] == printed


def gather(main: Path) -> dict[str, bytes]:
    """The parts of a thesis by path, in the order in which they are named."""
    found: dict[str, bytes] = {}
    waiting = [(main.name, main.read_bytes())]
    while waiting:
        name, content = waiting.pop(0)
        for companion in LatexReader().companions(name, content):
            path = next((path for path in companion.candidates if (main.parent / path).is_file()), None)
            if path is not None and companion.role is SourceRole.MANUSCRIPT and path not in found:
                found[path] = (main.parent / path).read_bytes()
                waiting.append((path, found[path]))
    return found

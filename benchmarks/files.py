"""What step A finds in real files: `python -m benchmarks.files [--data ../shared/data]`.

One line for every Word, Markdown and BibTeX file below `manuscripts/docx`, `manuscripts/md` and `references/bib`: read
by its reader, and manuscripts by step A, each by itself; `s` is processor time. A file that is refused shows the
reader's line. `sighted` counts what looks like a numeric marker, by a plain pattern and raised digits, without the
program's rules: where it is above zero and `markers` is not, a `?` asks for a look (affiliations and exponents are
raised digits too). Lines are printed as files are read, so that one that breaks the program is the next.
"""

import argparse
import hashlib
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from state.errors import ManuscriptError
from state.manuscript import Source, SourceRole
from tasks.parse import read_manuscript
from tasks.readers import bibliography_reader_for, manuscript_reader_for
from tasks.readers.contract import MarkKind, ParagraphKind, Reading

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
_LOOKS_NUMERIC = re.compile(r"[\[［【〔]\s?\d{1,3}(?:\s?[,，、;–—~\-]\s?\d{1,3})*\s?[\]］】〕]")
_DIGITS = re.compile(r"\s?\d{1,3}(?:\s?[,，–—-]\s?\d{1,3})*,?\s?")
_FOLDERS = (
    ("manuscripts/docx", (".docx",)),
    ("manuscripts/md", (".md", ".Rmd", ".markdown")),
    ("references/bib", (".bib",)),
)


@dataclass(frozen=True, slots=True)
class Found:
    """One line of the table; None where the column does not apply."""

    name: str
    seconds: float
    paragraphs: int | None = None
    markers: int | None = None
    sighted: int | None = None
    entries: int | None = None
    broken: int = 0
    warnings: tuple[str, ...] = ()
    refused: str = ""

    @property
    def doubtful(self) -> bool:
        """Whether a person may see numeric markers where the program sees none."""
        return bool(self.sighted) and not self.markers


def look(folder: Path, path: Path) -> Found:
    """What is found in one file, and how long that took."""
    name, content, before = path.relative_to(folder).as_posix(), path.read_bytes(), time.process_time()
    try:
        found = _bibliography(path, content) if path.suffix == ".bib" else _manuscript(path, content)
    except ManuscriptError as error:
        found = Found(name="", seconds=0, refused=str(error))
    values = {field: getattr(found, field) for field in Found.__dataclass_fields__}
    return Found(**{**values, "name": name, "seconds": time.process_time() - before})


def _manuscript(path: Path, content: bytes) -> Found:
    reading = manuscript_reader_for(path.name).read(path.name, content)
    source = Source(
        name=path.name,
        role=SourceRole.MANUSCRIPT,
        format=reading.format,
        sha256=hashlib.sha256(content).hexdigest(),
    )
    account = read_manuscript([(source, reading)], [], numbering=None).completeness
    return Found(
        name="",
        seconds=0,
        paragraphs=len(reading.paragraphs),
        markers=account.markers,
        sighted=_sighted(reading),
        entries=account.list_entries,
        broken=len(account.broken),
        warnings=account.warnings,
    )


def _sighted(reading: Reading) -> int:
    """What looks like a numeric marker: digits in square brackets, not first in their paragraph, or raised digits that
    follow no digit (`10⁶⁰`); code left out."""
    count = 0
    for paragraph in reading.paragraphs:
        if paragraph.kind is ParagraphKind.CODE:
            continue
        text = paragraph.text
        code = [(mark.start, mark.end) for mark in paragraph.marks if mark.kind is MarkKind.CODE]
        places = [match.start() for match in _LOOKS_NUMERIC.finditer(text, 1)]
        places += [
            mark.start
            for mark in paragraph.marks
            if mark.kind is MarkKind.SUPERSCRIPT
            and _DIGITS.fullmatch(text, mark.start, mark.end)
            and not text[: mark.start][-1:].isdigit()
        ]
        count += sum(not any(start <= place < end for start, end in code) for place in places)
    return count


def _bibliography(path: Path, content: bytes) -> Found:
    entries = bibliography_reader_for(path.name).read(path.name, content)
    return Found(
        name="", seconds=0, entries=len(entries.references), broken=len(entries.broken), warnings=entries.warnings
    )


def _line(found: Found) -> str:
    numbers = (found.paragraphs, found.markers, found.sighted, found.entries)
    columns = "".join(f"{'' if number is None else number:>8}" for number in numbers)
    remark = found.refused or " ".join(found.warnings[:4]) + (" …" if len(found.warnings) > 4 else "")
    return f"{columns}{found.broken:>7}{found.seconds:>7.2f} {'?' if found.doubtful else ' '}{found.name[-76:]}" + (
        f"  {remark[:120]}" if remark else ""
    )


def main() -> int:
    """Print the tables; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    data: Path = parser.parse_args().data
    if not data.is_dir():
        print(f"{data}: no such folder. Name the folder of third-party files with --data.", file=sys.stderr)
        return 2
    for below, suffixes in _FOLDERS:
        folder = data / below
        paths = [path for path in sorted(folder.rglob("*")) if path.suffix in suffixes]
        print(f"\n{below}: {len(paths)} files")
        print(f"{'paragr.':>8}{'markers':>8}{'sighted':>8}{'entries':>8}{'broken':>7}{'s':>7}  file")
        total = 0.0
        for path in paths:
            found = look(folder, path)
            total += found.seconds
            print(_line(found), flush=True)
        print(f"{total:>46.2f}  in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())

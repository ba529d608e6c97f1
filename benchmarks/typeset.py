"""Word files with typed `[N]` markers and a hand-numbered list, the same bytes for the same text."""

import io
import zipfile
from collections.abc import Iterable
from pathlib import Path

import docx

FIXED = (2020, 1, 1, 0, 0, 0)
"""Time of every part in the package, so that the file does not change with the clock."""


def write_docx(path: Path, title: str, body: Iterable[tuple[int, str]], entries: Iterable[str]) -> None:
    """Write a manuscript: title, (heading level or 0, text) paragraphs, then `References` and its entries."""
    document = docx.Document()
    document.add_heading(title, level=0)
    for level, text in body:
        if level:
            document.add_heading(text, level=level)
        else:
            document.add_paragraph(text)
    document.add_heading("References", level=1)
    for entry in entries:
        document.add_paragraph(entry)
    written = io.BytesIO()
    document.save(written)
    path.write_bytes(_without_times(written.getvalue()))


def _without_times(package: bytes) -> bytes:
    fixed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(fixed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = zipfile.ZipInfo(name, FIXED)
            part.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(part, old.read(name))
    return fixed.getvalue()

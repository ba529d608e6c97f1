"""PDFs made from Word manuscripts by LibreOffice."""

import io
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import docx
import pymupdf
from docx.oxml.ns import qn


def converter() -> str | None:
    """LibreOffice's program, or None where it is not installed."""
    return shutil.which("soffice") or shutil.which("libreoffice")


def as_pdf(documents: Mapping[str, bytes], program: str) -> dict[str, bytes]:
    """Each Word document (by a name without suffix) as a PDF; one run of the program, in a profile of its own.

    Raises RuntimeError where a PDF has lost letters on the way: then nothing can be said of who reads it."""
    with tempfile.TemporaryDirectory(prefix="links-") as folder:
        place = Path(folder)
        for name, content in documents.items():
            (place / f"{name}.docx").write_bytes(content)
        command = [
            program,
            f"-env:UserInstallation={(place / 'profile').as_uri()}",
            "--headless",
            "--convert-to",
            "pdf",
        ]
        command += ["--outdir", folder, *(str(place / f"{name}.docx") for name in documents)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600)
        made = {name: (place / f"{name}.pdf").read_bytes() for name in documents}
    for name, content in documents.items():
        if _letters_of_pdf(made[name]) < 0.998 * _letters_of_word(content):
            raise RuntimeError(f"{name}: LibreOffice lost text on the way to PDF")
    return made


def _letters_of_word(content: bytes) -> int:
    body = docx.Document(io.BytesIO(content)).element.body
    return _letters("".join(element.text or "" for element in body.iter(qn("w:t"))))


def _letters_of_pdf(content: bytes) -> int:
    with pymupdf.open(stream=content) as document:
        return _letters("".join(page.get_text() for page in document))


def _letters(text: str) -> int:
    return len(re.sub(r"[\W\d_]+", "", text))

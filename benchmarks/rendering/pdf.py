"""PDFs made from Word manuscripts by LibreOffice."""

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path


def converter() -> str | None:
    """LibreOffice's program, or None where it is not installed."""
    return shutil.which("soffice") or shutil.which("libreoffice")


def as_pdf(documents: Mapping[str, bytes], program: str) -> dict[str, bytes]:
    """Each Word document (by a name without suffix) as a PDF; one run of the program, in a profile of its own."""
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
        return {name: (place / f"{name}.pdf").read_bytes() for name in documents}

"""A file that cannot be read, given to the command: exit code 2, one line, and nothing left that would confuse."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.hostile import made
from tests.hostile.cases import LAUGHS, SECRET
from tests.hostile.child import ROOT

REFUSED: Mapping[str, tuple[str, bytes]] = {
    "an empty Word file": ("thesis.docx", b""),
    "a zip bomb": ("thesis.docx", made.flat_bomb("word/document.xml", 0.1)),
    "entities that laugh": ("thesis.docx", made.word("<w:p><w:r><w:t>&l9;</w:t></w:r></w:p>", LAUGHS)),
    "a password": ("thesis.docx", made.locked_word()),
    "a PDF called .docx": ("thesis.docx", made.printed([[made.SENTENCE]])),
    "half a Word file": ("thesis.docx", made.word("<w:p/>")[:300]),
    "a deep Word file": ("thesis.docx", made.word("<w:sdt><w:sdtContent>" * 5000)),
    "a picture called .md": ("thesis.md", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 64),
    "NULs called .txt": ("thesis.txt", bytes(4096)),
    "a PDF with a password": ("thesis.pdf", made.locked_pdf()),
    "a PDF without pages": (
        "thesis.pdf",
        made.pdf([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] >>"]),
    ),
    "braces without end": ("thesis.tex", b"\\begin{document}" + b"{" * 100_000),
}


def corrigenda(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The command, run as the user runs it."""
    return subprocess.run(
        [sys.executable, "-m", "corrigenda", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        env={**os.environ, "PYTHONUTF8": "1"},
    )


def check(manuscript: Path) -> subprocess.CompletedProcess[str]:
    """A check that asks nobody."""
    return corrigenda("check", manuscript, "--judge", "rules", "--offline", "--yes")


def the_line(done: subprocess.CompletedProcess[str]) -> str:
    """The one line of a command that refused its input."""
    assert done.returncode == 2, done.stderr
    assert not done.stdout.strip()
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in lines[0]
    return lines[0]


@pytest.mark.parametrize("case", REFUSED)
def test_check_refuses_in_one_line_that_names_the_file(case: str, tmp_path: Path) -> None:
    name, content = REFUSED[case]
    (tmp_path / name).write_bytes(content)
    assert name in the_line(check(tmp_path / name))
    assert not list(tmp_path.rglob("*.md.tmp")) + list(tmp_path.rglob("*report*")), "a report of nothing was written"


def test_after_a_refusal_the_mended_manuscript_is_checked_as_if_for_the_first_time(tmp_path: Path) -> None:
    thesis = tmp_path / "thesis.txt"
    thesis.write_bytes(bytes(4096))
    the_line(check(thesis))
    left = tmp_path / "thesis.corrigenda"
    if left.exists():
        assert "no run" in the_line(corrigenda("status", left))
    thesis.write_text(
        f"{made.SENTENCE} [1].\n\nReferences\n\n[1] Reef A. Growth of corals. J Reefs. 2011;1:1-2.\n", "utf-8"
    )
    done = check(thesis)
    assert done.returncode in (0, 1, 3), done.stderr
    assert (left / "verification_report.md").is_file()
    assert "revision 2" not in (left / "verification_report.md").read_text("utf-8")


def test_a_thesis_is_not_made_of_files_outside_its_folder_nor_of_itself(tmp_path: Path) -> None:
    secret = tmp_path / "secret.tex"
    secret.write_text(f"{SECRET} \\cite{{a}}.\n", "utf-8")
    folder = tmp_path / "thesis"
    folder.mkdir()
    names = ["main", "chapter", "../secret", secret.with_suffix("").as_posix(), "link", "missing"]
    with contextlib.suppress(OSError):  # Windows lets not everybody make links.
        (folder / "link.tex").symlink_to(secret)
    (folder / "chapter.tex").write_text("Larvae settle on rock \\cite{a}.\n\\input{chapter}\n\\input{main}\n", "utf-8")
    (folder / "main.tex").write_text(
        "\\documentclass{article}\n\\begin{document}\nCorals grow \\cite{a}.\n"
        + "".join(f"\\input{{{name}}}\n" for name in names)
        + "\\begin{thebibliography}{9}\n\\bibitem{a} Reef A. Growth. J Reefs, 2011.\n\\end{thebibliography}\n"
        + "\\end{document}\n",
        "utf-8",
    )
    done = check(folder / "main.tex")
    assert done.returncode in (0, 1, 3), done.stderr
    out = folder / "main.corrigenda"
    written = b"".join(file.read_bytes() for file in out.rglob("*") if file.is_file())
    assert b"Larvae settle" in written, "the chapter is read"
    assert SECRET.encode() not in written
    assert b"missing" in written, "what was not read is said"

"""The table of files is made of what the readers give, chapters and bibliographies included."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAIN = r"""\documentclass{article}
\begin{document}
Owls hear \cite{vogel}.
\input{two}
\bibliography{refs}
\end{document}
"""


def test_a_manuscript_is_read_with_its_parts_and_a_bibliography_by_itself(tmp_path: Path) -> None:
    folder = tmp_path / "manuscripts" / "thesis"
    folder.mkdir(parents=True)
    (tmp_path / "references").mkdir()
    (folder / "main.tex").write_text(MAIN, "utf-8")
    (folder / "two.tex").write_text("Eels swim \\cite{vogel}.\n", "utf-8")
    (folder / "refs.bib").write_text("@article{vogel, title={Hearing}, author={Vogel, K}, year={2019}}\n", "utf-8")
    words = [sys.executable, "-m", "benchmarks.files", "--data", str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("\n2 read\n")
    assert "part of a manuscript, read with it" in done.stdout

"""The further files a manuscript names are opened inside its folder, and nowhere else."""

from pathlib import Path

import pytest

from corrigenda.companions import load_companions
from corrigenda.inputs import load_inputs, sort_inputs

MAIN = r"""\documentclass{article}
\begin{document}
\section{Introduction}
Owls hear well \cite{vogel}.
\input{chapters/two}
\input{../outside}
\input{/etc/hostname}
\include{missing}
\bibliography{refs}
\end{document}
"""
BIB = "@article{vogel, title={Hearing in barn owls at night}, author={Vogel, Karl}, year={2019}}\n"


@pytest.fixture
def thesis(tmp_path: Path) -> Path:
    folder = tmp_path / "thesis"
    (folder / "chapters").mkdir(parents=True)
    (folder / "main.tex").write_text(MAIN, "utf-8")
    (folder / "chapters" / "two.tex").write_text("Eels swim far \\cite{aalto}.\n\\input{chapters/three}\n", "utf-8")
    (folder / "chapters" / "three.tex").write_text("Bats hear too.\n", "utf-8")
    (folder / "refs.bib").write_text(BIB, "utf-8")
    (tmp_path / "outside.tex").write_text("A secret.\n", "utf-8")
    return folder


def test_chapters_and_the_bibliography_are_found_through_each_other(thesis: Path) -> None:
    found = load_companions(thesis / "main.tex", "main.tex", MAIN.encode())
    assert set(found.parts) == {"chapters/two.tex", "chapters/three.tex"}
    assert [path.name for path in found.bibliographies] == ["refs.bib"]
    assert found.missing == ()


def test_a_link_out_of_the_folder_is_not_followed(thesis: Path) -> None:
    (thesis / "chapters" / "three.tex").unlink()
    (thesis / "chapters" / "three.tex").symlink_to(thesis.parent / "outside.tex")
    found = load_companions(thesis / "main.tex", "main.tex", MAIN.encode())
    assert set(found.parts) == {"chapters/two.tex"}


def test_the_bibliography_that_is_named_is_read_where_none_is_given(thesis: Path) -> None:
    main, own = thesis / "main.tex", thesis / "own.bib"
    own.write_text(BIB, "utf-8")
    assert [name for name, _ in load_inputs([main], []).bibliographies] == ["refs.bib"]
    assert [name for name, _ in load_inputs([main], [own]).bibliographies] == ["own.bib"]


def test_the_parts_of_a_manuscript_are_no_manuscripts_of_their_folder(thesis: Path) -> None:
    (thesis / "main.pdf").write_bytes(b"%PDF-1.4")
    (thesis / "three.tex").write_text("\\section{Notes}\n", "utf-8")
    (thesis / "main.tex").write_text(MAIN.replace("chapters/two", "three"), "utf-8")
    manuscripts, bibliographies = sort_inputs([thesis])
    assert [path.name for path in manuscripts] == ["main.tex"]
    assert [path.name for path in bibliographies] == ["refs.bib"]


def test_a_changed_chapter_is_another_revision(thesis: Path) -> None:
    before = dict(load_inputs([thesis / "main.tex"], []))
    (thesis / "chapters" / "three.tex").write_text("Bats hear as well.\n", "utf-8")
    after = dict(load_inputs([thesis / "main.tex"], []))
    assert before.keys() == after.keys()
    assert [name for name in before if before[name] != after[name]] == ["chapters/three.tex"]


def test_a_bibliography_that_is_named_and_not_there_is_told(thesis: Path) -> None:
    (thesis / "refs.bib").unlink()
    inputs = load_inputs([thesis / "main.tex"], [])
    assert inputs.missing == ("refs.bib",)
    own = thesis / "own.bib"
    own.write_text(BIB, "utf-8")
    assert load_inputs([thesis / "main.tex"], [own]).missing == ()

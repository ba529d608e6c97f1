"""Which reader reads which file."""

import pytest

from state.errors import ManuscriptError
from tasks.readers import (
    BIBLIOGRAPHY_READERS,
    MANUSCRIPT_READERS,
    bibliography_reader_for,
    is_bibliography,
    manuscript_reader_for,
)


@pytest.mark.parametrize(
    ("name", "reader"),
    [
        ("a.docx", "docx"),
        ("论文.DOCX", "docx"),
        ("C:\\x\\a.md", "md"),
        ("a.b.txt", "txt"),
        ("a.tex", "tex"),
        ("a.htm", "html"),
        ("a.pdf", "pdf"),
        ("a.doc", "doc"),
    ],
)
def test_a_manuscript_is_read_by_its_suffix(name: str, reader: str) -> None:
    assert manuscript_reader_for(name).name == reader
    assert not is_bibliography(name)


@pytest.mark.parametrize("name", ["refs.bib", "REFS.BIB", "a.biblatex", "a.bibtex"])
def test_a_bibliography_is_read_by_its_suffix(name: str) -> None:
    assert bibliography_reader_for(name).name == "bib"
    assert is_bibliography(name)


@pytest.mark.parametrize("name", ["thesis.pages", "thesis.wps", "thesis", "refs.bib"])
def test_other_manuscripts_are_refused_with_the_suffixes_that_work(name: str) -> None:
    with pytest.raises(ManuscriptError, match=r"\.docx, .*\.md, .*\.txt") as caught:
        manuscript_reader_for(name)
    assert str(caught.value).startswith(f"{name}: ")


def test_other_bibliographies_are_refused_with_the_suffixes_that_work() -> None:
    with pytest.raises(ManuscriptError, match=r"no reader for \.csv files.*\.bib.*\.ris"):
        bibliography_reader_for("refs.csv", b"title,year")


@pytest.mark.parametrize(
    ("name", "content", "reader"),
    [
        ("export.txt", b"TY  - JOUR\nTI  - Owls\nER  - \n", "ris"),
        ("export.txt", b"PMID- 123\nTI  - Owls\n", "nbib"),
        ("refs.bib", b"TY  - JOUR\nTI  - Owls\nER  - \n", "ris"),
        ("export", b"@article{owls, title = {Owls}}", "bib"),
    ],
)
def test_content_that_is_unmistakable_decides_whatever_the_suffix_says(name: str, content: bytes, reader: str) -> None:
    assert bibliography_reader_for(name, content).name == reader
    assert is_bibliography(name, content)


@pytest.mark.parametrize("name", ["notes.txt", "data.json", "config.xml", "README"])
def test_a_generic_suffix_alone_makes_no_bibliography(name: str) -> None:
    assert not is_bibliography(name)
    assert not is_bibliography(name, b"Owls hear well [1].")


def test_no_two_readers_want_the_same_suffix() -> None:
    manuscripts = [suffix for reader in MANUSCRIPT_READERS for suffix in reader.suffixes]
    listed = {suffix for reader in BIBLIOGRAPHY_READERS for suffix in reader.suffixes}
    assert len(manuscripts) == len(set(manuscripts))
    assert not listed & set(manuscripts)
    wanted = [*manuscripts, *listed]
    assert all(suffix == suffix.lower() and suffix.startswith(".") for suffix in wanted)

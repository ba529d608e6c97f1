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
    ("name", "reader"), [("a.docx", "docx"), ("论文.DOCX", "docx"), ("C:\\x\\a.md", "md"), ("a.b.txt", "txt")]
)
def test_a_manuscript_is_read_by_its_suffix(name: str, reader: str) -> None:
    assert manuscript_reader_for(name).name == reader
    assert not is_bibliography(name)


@pytest.mark.parametrize("name", ["refs.bib", "REFS.BIB", "a.biblatex", "a.bibtex"])
def test_a_bibliography_is_read_by_its_suffix(name: str) -> None:
    assert bibliography_reader_for(name).name == "bib"
    assert is_bibliography(name)


@pytest.mark.parametrize("name", ["thesis.pdf", "thesis.doc", "thesis", "refs.bib"])
def test_other_manuscripts_are_refused_with_the_suffixes_that_work(name: str) -> None:
    with pytest.raises(ManuscriptError, match=r"\.docx, .*\.md, .*\.txt") as caught:
        manuscript_reader_for(name)
    assert str(caught.value).startswith(f"{name}: ")


def test_other_bibliographies_are_refused_with_the_suffixes_that_work() -> None:
    with pytest.raises(ManuscriptError, match=r"no reader for \.ris files.*\.bib"):
        bibliography_reader_for("refs.ris")


def test_no_two_readers_want_the_same_suffix() -> None:
    wanted = [suffix for reader in MANUSCRIPT_READERS for suffix in reader.suffixes]
    wanted += [suffix for reader in BIBLIOGRAPHY_READERS for suffix in reader.suffixes]
    assert len(wanted) == len(set(wanted))
    assert all(suffix == suffix.lower() and suffix.startswith(".") for suffix in wanted)

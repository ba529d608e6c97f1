"""The file readers. To add one: one file with a class, one line in a tuple below, cases in tests/readers."""

from pathlib import PurePath
from typing import Final

from state.errors import ManuscriptError
from tasks.readers.bib import BibReader
from tasks.readers.contract import BibliographyReader, ManuscriptReader
from tasks.readers.docx import DocxReader
from tasks.readers.markdown import MarkdownReader
from tasks.readers.plain import PlainReader

MANUSCRIPT_READERS: Final[tuple[ManuscriptReader, ...]] = (DocxReader(), MarkdownReader(), PlainReader())
BIBLIOGRAPHY_READERS: Final[tuple[BibliographyReader, ...]] = (BibReader(),)


def manuscript_reader_for(name: str) -> ManuscriptReader:
    """The reader for a manuscript file of this name. ManuscriptError, listing the suffixes, where there is none."""
    suffix = _suffix(name)
    for reader in MANUSCRIPT_READERS:
        if suffix in reader.suffixes:
            return reader
    known = ", ".join(suffix for reader in MANUSCRIPT_READERS for suffix in reader.suffixes)
    if is_bibliography(name):
        raise ManuscriptError(f"{name}: this is a bibliography, and a manuscript is needed ({known}).")
    raise ManuscriptError(f"{name}: no reader for {_shown(suffix)}. Manuscripts are read from {known}: save it as one.")


def bibliography_reader_for(name: str) -> BibliographyReader:
    """The reader for a bibliography file of this name. ManuscriptError, listing the suffixes, where there is none."""
    suffix = _suffix(name)
    for reader in BIBLIOGRAPHY_READERS:
        if suffix in reader.suffixes:
            return reader
    known = ", ".join(suffix for reader in BIBLIOGRAPHY_READERS for suffix in reader.suffixes)
    raise ManuscriptError(
        f"{name}: no reader for {_shown(suffix)}. Bibliographies are read from {known}: export as one."
    )


def is_bibliography(name: str) -> bool:
    """Whether a file of this name is a bibliography (its suffix says so)."""
    return any(_suffix(name) in reader.suffixes for reader in BIBLIOGRAPHY_READERS)


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()


def _shown(suffix: str) -> str:
    return f"{suffix} files" if suffix else "files without a suffix"

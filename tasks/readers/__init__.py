"""The file readers. To add one: one file with a class, one line in a tuple below, cases in tests/readers."""

from pathlib import PurePath
from typing import Final

from state.errors import ManuscriptError
from tasks.readers.bibliography import READERS, bibliography_format
from tasks.readers.contract import BibliographyReader, ManuscriptReader
from tasks.readers.html.reader import HtmlReader
from tasks.readers.latex.reader import LatexReader
from tasks.readers.markdown.reader import MarkdownReader
from tasks.readers.odt.reader import OdtReader
from tasks.readers.pdf.reader import PdfReader
from tasks.readers.plain import PlainReader
from tasks.readers.rtf.reader import RtfReader
from tasks.readers.word.old import DocReader
from tasks.readers.word.reader import DocxReader

MANUSCRIPT_READERS: Final[tuple[ManuscriptReader, ...]] = (
    DocxReader(),
    DocReader(),
    LatexReader(),
    MarkdownReader(),
    OdtReader(),
    RtfReader(),
    HtmlReader(),
    PdfReader(),
    PlainReader(),
)
BIBLIOGRAPHY_READERS: Final[tuple[BibliographyReader, ...]] = READERS
GENERIC_SUFFIXES: Final = frozenset({"", ".txt", ".text", ".xml", ".json", ".yaml", ".yml"})
"""Suffixes that say nothing of a bibliography's format: its content does."""


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


def bibliography_reader_for(name: str, content: bytes = b"") -> BibliographyReader:
    """The reader for a bibliography file, by its content where that is unmistakable, else by its suffix.
    ManuscriptError, listing the suffixes, where there is none."""
    reader = bibliography_format(name, content) or _by_suffix(name)
    if reader is not None:
        return reader
    known = ", ".join(dict.fromkeys(suffix for reader in BIBLIOGRAPHY_READERS for suffix in reader.suffixes))
    raise ManuscriptError(
        f"{name}: no reader for {_shown(_suffix(name))}. Bibliographies are read from {known}: export as one."
    )


def is_bibliography(name: str, content: bytes = b"") -> bool:
    """Whether a file is a bibliography: by its suffix, or, where that is generic, by the content given."""
    if _suffix(name) in GENERIC_SUFFIXES:
        return bool(content) and bibliography_format(name, content) is not None
    return _by_suffix(name) is not None


def _by_suffix(name: str) -> BibliographyReader | None:
    return next((reader for reader in BIBLIOGRAPHY_READERS if _suffix(name) in reader.suffixes), None)


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()


def _shown(suffix: str) -> str:
    return f"{suffix} files" if suffix else "files without a suffix"

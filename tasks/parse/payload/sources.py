"""A source of a payload becomes text whose lines know their numbers: a text file as it is, a document by its reader."""

import re
from dataclasses import dataclass
from pathlib import PurePath

from state.errors import ManuscriptError
from tasks.readers import manuscript_reader_for
from tasks.readers.encoding import decode

MAX_CHARACTERS = 8_000_000
MAX_LINES = 200_000
DOCUMENTS = frozenset({".docx", ".doc", ".odt", ".rtf", ".pdf", ".html", ".htm", ".xhtml", ".tex"})
_SIGNS = (
    (b"%PDF", ".pdf"),
    (b"PK\x03\x04", ".docx"),
    (b"{\\rtf", ".rtf"),
    (b"\xd0\xcf\x11\xe0", ".doc"),
)
_HTML = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*(?:<!doctype html|<html[\s>])", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_LINE_ENDS = re.compile(r"\r\n|\r|\x0c|\u2028|\u2029|\x85")


@dataclass(frozen=True, slots=True)
class Text:
    """A source's text, its lines ended by `\\n`."""

    name: str
    text: str
    lines: tuple[int, ...] | None = None
    """The source's own numbers of the text's lines, where they are not 1, 2, 3."""
    warnings: tuple[str, ...] = ()

    def line(self, number: int) -> int:
        """The source's own number of a line of the text."""
        if self.lines is None or not self.lines:
            return number
        return self.lines[min(number, len(self.lines)) - 1]


def text_of_source(name: str, content: bytes) -> Text:
    """The text of a source. ManuscriptError where it is no text and no document that is read, or too long."""
    kind = _document(name, content)
    if kind is not None:
        return _from_document(name, kind, content)
    if len(content) > 4 * MAX_CHARACTERS:
        raise ManuscriptError(
            f"{name}: refused, {len(content):,} bytes (at most {4 * MAX_CHARACTERS:,}). Split the list."
        )
    if not content.strip(b" \t\r\n\x00"):
        return Text(name, "")
    decoded = decode(name, content)
    text = _LINE_ENDS.sub("\n", decoded.text).replace("\x0b", " ")
    if len(text) > MAX_CHARACTERS or text.count("\n") > MAX_LINES:
        raise ManuscriptError(
            f"{name}: refused, longer than {MAX_CHARACTERS:,} characters or {MAX_LINES:,} lines. Split the list."
        )
    controls = len(_CONTROL.findall(text.removeprefix("\ufeff")))
    warnings = [f"undecodable_characters={decoded.undecodable}"] if decoded.undecodable else []
    if controls:
        warnings.append(f"control_characters={controls}")
        text = _CONTROL.sub("", text)
    return Text(name, text.removeprefix("\ufeff"), warnings=tuple(warnings))


def _document(name: str, content: bytes) -> str | None:
    """The suffix of the document's reader; None for a text file. Signs of a format win over its suffix."""
    for sign, suffix in _SIGNS:
        if content.startswith(sign):
            own = PurePath(name).suffix.lower()
            return own if own in DOCUMENTS and suffix == ".docx" else suffix
    if _HTML.match(content[:400]):
        return ".html"
    suffix = PurePath(name).suffix.lower()
    return suffix if suffix in DOCUMENTS else None


def _from_document(name: str, suffix: str, content: bytes) -> Text:
    """A document's paragraphs, each one line; automatic numbers stand before them, as they do in print."""
    reader = manuscript_reader_for(f"payload{suffix}")
    reading = reader.read(name, content)
    lines, numbers = [], []
    for paragraph in reading.paragraphs:
        printed = f"{paragraph.list_number or ''} {paragraph.text}".strip()
        for offset, part in enumerate(_CONTROL.sub("", _LINE_ENDS.sub("\n", printed)).split("\n")):
            lines += [part, ""]
            numbers += [paragraph.line + (offset if "\n" in paragraph.text else 0)] * 2
    text = "\n".join(lines)
    if len(text) > MAX_CHARACTERS or len(lines) > MAX_LINES:
        raise ManuscriptError(
            f"{name}: refused, longer than {MAX_CHARACTERS:,} characters or {MAX_LINES:,} lines. Split the list."
        )
    return Text(name, text, tuple(numbers), reading.warnings)

"""Bytes become text: which encoding a text file is in, decided by its bytes and only then by what it says of itself."""

import codecs
import re
from dataclasses import dataclass

from state.errors import ManuscriptError

MAX_BYTES = 64 * 1024 * 1024
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_MULTIBYTE = re.compile(rb"[\xc3-\xf4][\x80-\xbf]{1,3}")
_CONTAINERS = (
    (b"PK\x03\x04", "a Word file or a zip archive"),
    (b"%PDF", "a PDF file"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"{\\rtf", "an RTF file"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"SQLite format 3", "a database"),
)
_SAMPLE = 1 << 20
"""Bytes looked at to tell what a file is."""


@dataclass(frozen=True)
class Decoded:
    """A text, the encoding it was read in, and how many characters could not be decoded (U+FFFD stands there)."""

    text: str
    encoding: str
    undecodable: int = 0


def decode(name: str, content: bytes, declared: str | None = None) -> Decoded:
    """The text of a file. ManuscriptError where the bytes are no text.

    Order: byte-order mark; UTF-16 by its zero bytes; UTF-8; UTF-8 with a few broken bytes; GB 18030 where the high
    bytes come in pairs; the `declared` encoding where it can be right; Windows-1252.
    """
    if len(content) > MAX_BYTES:
        raise ManuscriptError(f"{name}: refused, {len(content):,} bytes (at most {MAX_BYTES:,}). Split the file.")
    for magic, what in _CONTAINERS:
        if content.startswith(magic):
            raise ManuscriptError(
                f"{name}: this is {what}, not a text file. Give it its right suffix, or export as text."
            )
    for mark, marked in _MARKS:
        if content.startswith(mark):
            return _lenient(name, content[len(mark) :], marked)
    if (wide := _utf16_without_mark(content[:_SAMPLE])) is not None:
        return _lenient(name, content, wide)
    _refuse_binary(name, content)
    try:
        return Decoded(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _not_utf8(name, content, declared)


def _not_utf8(name: str, content: bytes, declared: str | None) -> Decoded:
    high = sum(len(run) for run in _HIGH_RUN.findall(content))
    proper = sum(len(run) for run in _MULTIBYTE.findall(content))
    if proper > 0.8 * high:
        return _lenient(name, content, "utf-8")
    if _looks_chinese(content):
        try:
            return Decoded(content.decode("gb18030"), "gb18030")
        except UnicodeDecodeError:
            decoded = _lenient(name, content, "gb18030")
            if decoded.undecodable * 20 < high:
                return decoded
    for encoding in (_believable(declared), "cp1252"):
        if encoding is not None:
            try:
                return Decoded(content.decode(encoding), encoding)
            except (UnicodeDecodeError, LookupError):
                continue
    return Decoded(content.decode("latin-1"), "latin-1")


def _lenient(name: str, content: bytes, encoding: str) -> Decoded:
    text = content.decode(encoding, "replace")
    undecodable = text.count("\ufffd")
    if text.count("\x00") > len(text) // 100 or undecodable > max(len(text) // 10, 10):
        raise ManuscriptError(
            f"{name}: not a text file (it is no valid {encoding}). Save it as UTF-8 text and try again."
        )
    return Decoded(text, encoding, undecodable)


def _utf16_without_mark(sample: bytes) -> str | None:
    """UTF-16 text in which every second byte is mostly zero, as Western text and BibTeX are."""
    if len(sample) < 4 or b"\x00" not in sample:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.4 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _refuse_binary(name: str, content: bytes) -> None:
    sample = content[:_SAMPLE]
    controls = len(_CONTROL.findall(sample))
    if sample.count(0) > len(sample) // 1000 or controls > max(len(sample) // 50, 4):
        raise ManuscriptError(f"{name}: not a text file (it holds binary data). Export it as plain text, UTF-8.")


def _looks_chinese(content: bytes) -> bool:
    """Whether high bytes come in twos and fours, as in GB 2312. In Western text an accented letter stands alone."""
    runs = _HIGH_RUN.findall(content)
    high = sum(len(run) for run in runs)
    paired = sum(len(run) for run in runs if len(run) >= 2)
    return high > 0 and paired > 0.7 * high


def _believable(declared: str | None) -> str | None:
    """A declared encoding as Python calls it, unless the bytes have already contradicted it."""
    if declared is None:
        return None
    try:
        name = codecs.lookup(_SPELLINGS.get(declared.strip().lower(), declared.strip())).name
    except (LookupError, ValueError):
        return None
    return None if name.startswith("utf") or name not in _TEXT_ENCODINGS else name


_SPELLINGS = {"ansi": "cp1252", "macosroman": "mac-roman", "x-macroman": "mac-roman", "ansinew": "cp1252"}
_TEXT_ENCODINGS = frozenset(
    {f"iso8859-{part}" for part in (*range(1, 12), 13, 14, 15, 16)}
    | {f"cp{page}" for page in (437, 850, 852, 866, 874, 932, 949, 950, *range(1250, 1259))}
    | {"mac-roman", "koi8-r", "koi8-u", "big5", "shift_jis", "euc_jp", "euc_kr"}
)

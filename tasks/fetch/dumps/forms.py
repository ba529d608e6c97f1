"""What form a dump is in: by its content, whatever its name says."""

import gzip
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, TypeAlias, cast

from tasks.fetch.dumps.bibliographies import bibliography_items
from tasks.fetch.dumps.json_works import by_lines, in_array, is_array, is_by_lines
from tasks.fetch.dumps.words import HEAD, DumpError, Item, whole
from tasks.fetch.dumps.xml_works import dblp_items, pubmed_items
from tasks.readers.bibliography import bibliography_format

Opened: TypeAlias = "io.BufferedReader[io.RawIOBase]"
_GZIP = b"\x1f\x8b"
_ROOT = re.compile(r"<(PubmedArticleSet|PubmedBookArticleSet|dblp)(?=[\s>/])")
KNOWN = "the dumps of Crossref, OpenAlex, PubMed, DataCite and DBLP, and bibliographies such as .bib, .ris and .nbib"


@dataclass(frozen=True)
class Form:
    """How a file is written, and its reader: an item for each line or element beyond the first so many."""

    name: str
    items: Callable[[BinaryIO, int], Iterator[Item]]


def opened(stream: BinaryIO) -> Opened:
    """The stream, unpacked where it is packed with gzip, so that it can be looked at without being read. DumpError for
    a packed file in a packed file: dumps have none, and bombs do."""
    plain = _peekable(stream)
    if not plain.peek(2).startswith(_GZIP):
        return plain
    with whole():
        unpacked = io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=plain)), HEAD)
        if unpacked.peek(2).startswith(_GZIP):
            raise DumpError("is packed twice; unpack it once")
    return unpacked


def _peekable(stream: BinaryIO) -> Opened:
    return io.BufferedReader(cast(io.RawIOBase, stream), HEAD)


def form_of(name: str, stream: Opened) -> Form:
    """The form of an opened file, which is not read on by this. DumpError where it is none that is known."""
    with whole():
        head = stream.peek(HEAD)[:HEAD]
    if not head.strip():
        raise DumpError("is empty")
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    if text.lstrip().startswith("<") and (root := _ROOT.search(text)):
        return Form("dblp", dblp_items) if root.group(1) == "dblp" else Form("pubmed", pubmed_items)
    if text.lstrip().startswith(("{", "[")):
        if is_array(text):
            return Form("json array", in_array)
        if is_by_lines(text, is_whole=len(head) < HEAD):
            return Form("json lines", by_lines)
    reader = bibliography_format(name, head)
    if reader is not None:
        return Form(reader.name, partial(_bibliography, name))
    raise DumpError(f"is none of {KNOWN}")


def _bibliography(name: str, stream: BinaryIO, skip: int) -> Iterator[Item]:
    return bibliography_items(stream, skip, name)

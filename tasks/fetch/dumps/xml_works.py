"""Works as XML elements of one long document: PubMed's baseline and updates, and DBLP's dump. Read as a stream, each
element let go of before the next; no DTD is read, no entity expanded, nothing fetched."""

import re
from collections.abc import Callable, Iterator
from html.entities import name2codepoint
from typing import BinaryIO

from lxml import etree

from tasks.fetch.dumps.words import CHUNK, MOST_BYTES, PASSED, DumpError, Item
from tasks.registries import dblp_xml, pubmed_xml

_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,9});")
_OPEN = re.compile(rb"&[A-Za-z0-9]{0,10}$")
"""A reference that the end of a chunk may have cut."""
_XML = frozenset({b"amp", b"lt", b"gt", b"quot", b"apos"})
_NUMBERED = {name.encode(): b"&#%d;" % code for name, code in name2codepoint.items() if name.encode() not in _XML}
"""HTML's names of Latin letters, which are those of DBLP's DTD."""


def pubmed_items(stream: BinaryIO, skip: int) -> Iterator[Item]:
    """An item for each article and deletion, beyond the first `skip`."""
    place = 0
    for element in _elements(stream, ("PubmedArticle", "PubmedBookArticle", "DeleteCitation"), lambda chunk: chunk):
        if element.tag == "DeleteCitation":
            for pmid in element.iterfind("PMID"):
                place += 1
                if place > skip:
                    yield Item(deleted=("pubmed", (pmid.text or "").strip()))
            continue
        place += 1
        if place > skip:
            record = pubmed_xml.record_of(element)
            yield Item(record=record) if record else Item(bad=f"article {place}: has no PMID")


def dblp_items(stream: BinaryIO, skip: int) -> Iterator[Item]:
    """An item for each publication, beyond the first `skip`. Pages of people are none."""
    for place, element in enumerate(_elements(stream, dblp_xml.PUBLICATIONS, _Numbered()), 1):
        if place > skip:
            record = dblp_xml.record_of(element)
            yield Item(record=record) if record else PASSED


class _Numbered:
    """Named characters as numbers, chunk by chunk: `&uuml;` is known without the DTD that declares it."""

    def __init__(self) -> None:
        self._held = b""

    def __call__(self, chunk: bytes) -> bytes:
        joined = self._held + chunk
        cut = _OPEN.search(joined) if chunk else None
        self._held = joined[cut.start() :] if cut else b""
        whole = joined[: cut.start()] if cut else joined
        return _ENTITY.sub(lambda found: _NUMBERED.get(found.group(1), found.group()), whole)


def _elements(
    stream: BinaryIO, tags: tuple[str, ...], translated: Callable[[bytes], bytes]
) -> Iterator[etree._Element]:
    parser = etree.XMLPullParser(
        events=("end",), tag=tags, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    since = place = 0
    try:
        while True:
            chunk = stream.read(CHUNK)
            since += len(chunk)
            broken = _fed(parser, translated(chunk))
            for _, element in parser.read_events():
                if not isinstance(element, etree._Element):
                    continue
                since = 0
                place += 1
                yield element
                _let_go(element)
            if broken is not None:
                raise broken
            if since > MOST_BYTES:
                raise DumpError(f"what follows its element {place} is longer than {MOST_BYTES >> 20} MB")
            if not chunk:
                parser.close()
                return
    except etree.XMLSyntaxError as error:
        raise DumpError(f"is broken after its element {place} ({error.msg}); get it again") from None


def _fed(parser: etree.XMLPullParser, chunk: bytes) -> etree.XMLSyntaxError | None:
    """Feed a chunk; what is broken in it comes back, so that the elements before it are taken first."""
    try:
        if chunk:
            parser.feed(chunk)
    except etree.XMLSyntaxError as error:
        return error
    return None


def _let_go(element: etree._Element) -> None:
    """Free the element and all that stands before it."""
    element.clear()
    for above in (element, *element.iterancestors()):
        parent = above.getparent()
        while parent is not None and above.getprevious() is not None:
            del parent[0]

"""Bibliographies in XML are read record by record: one that is broken loses no other, and nothing outside is read.

The file's head is left out of what is parsed, so that no entity is ever declared: none is expanded, nothing is fetched.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from state.errors import ManuscriptError
from tasks.readers.encoding import decode
from tasks.readers.records.fields import MAX_RECORDS

MAX_RECORD = 4_000_000
"""Characters of a record that is still read: a paper of three thousand authors with all its references has two."""
_DECLARED = re.compile(rb"<\?xml[^<>]{0,200}?encoding\s*=\s*[\"']([\w.-]{2,30})", re.IGNORECASE)
_FORBIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]|&#(?:x0*(?:[0-8bcefBCEF]|1[\da-fA-F])|0*(?:[0-8]|1[124-9]|2\d|3[01]));"
)
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z\d]{1,30});")
_XML_ENTITIES = frozenset({"amp", "lt", "gt", "quot", "apos"})
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Chunk:
    """One record as it stands in the file."""

    line: int
    text: str
    ended: bool
    """Whether its closing tag is there."""


def xml_text(name: str, content: bytes) -> tuple[str, int]:
    """The text of an XML file, and how many characters could not be decoded. The bytes decide on the encoding before
    what the file says of itself. ManuscriptError where it is no text."""
    declared = _DECLARED.search(content, 0, 1000)
    decoded = decode(name, content, declared.group(1).decode("ascii") if declared else None)
    return decoded.text, decoded.undecodable


def chunks(name: str, text: str, *tags: str) -> Iterator[Chunk]:
    """The records of these tags in file order, comments left out. ManuscriptError where there are too many."""
    text = _without_comments(text)
    starts = list(re.finditer(rf"<({'|'.join(tags)})(?=[\s>/])", text))
    if len(starts) > MAX_RECORDS:
        raise ManuscriptError(f"{name}: refused, more than {MAX_RECORDS:,} entries. Split the file.")
    line, position = 1, 0
    for index, start in enumerate(starts):
        limit = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        closing = f"</{start.group(1)}>"
        end = text.find(closing, start.end(), limit)
        line += text.count("\n", position, start.start())
        position = start.start()
        stop = limit if end < 0 else end + len(closing)
        yield Chunk(line, text[start.start() : stop], end >= 0)


def parse(chunk: Chunk) -> tuple[etree._Element | None, bool]:
    """The record's element, and whether it is whole. None where nothing of it can be read."""
    if len(chunk.text) > MAX_RECORD:
        return None, False
    content = _cleaned(chunk.text).encode("utf-8")
    for recover in (False, True):
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=recover, encoding="utf-8"
        )
        try:
            root = etree.fromstring(content, parser)
        except (etree.XMLSyntaxError, ValueError):
            continue
        if root is not None:
            return root, not recover and chunk.ended
    return None, False


def shown(element: etree._Element | None) -> str | None:
    """The text in an element, without the styles around it, white space folded; None where there is none."""
    if element is None:
        return None
    return _SPACE.sub(" ", str(element.xpath("string()"))).strip() or None


def first(element: etree._Element, *paths: str) -> str | None:
    """The text of the first of these that has any."""
    return next((text for path in paths for found in element.iterfind(path) if (text := shown(found))), None)


def every(element: etree._Element, *paths: str) -> list[str]:
    """The texts of all of these that have any."""
    return [text for path in paths for found in element.iterfind(path) if (text := shown(found))]


def _cleaned(text: str) -> str:
    """Without the characters XML forbids, and with HTML's names for characters, which XML does not know."""
    return _ENTITY.sub(_character, _FORBIDDEN.sub("", text))


def _character(found: re.Match[str]) -> str:
    if found.group(1) in _XML_ENTITIES:
        return found.group()
    character = html.unescape(found.group())
    return found.group() if character == found.group() else html.escape(character)


def _without_comments(text: str) -> str:
    """Comments blanked, their line ends kept: a record in a comment is none."""
    parts, position = [], 0
    while (start := text.find("<!--", position)) >= 0 and (end := text.find("-->", start)) >= 0:
        parts.append(text[position:start])
        parts.append("\n" * text.count("\n", start, end))
        position = end + 3
    return "".join([*parts, text[position:]]) if parts else text

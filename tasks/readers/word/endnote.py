"""Citations of EndNote in Word: XML with one `Cite` for each work, in the field's code or in base64 beside it."""

import base64
import binascii
import re
from collections.abc import Sequence

from lxml import etree

from state.manuscript import Reference
from tasks.readers.contract import Target
from tasks.readers.records.endnote_xml import printed_record
from tasks.readers.records.fields import reference_from
from tasks.readers.records.xml import every, first
from tasks.readers.word.meaning import note_of, pages_of
from tasks.readers.word.works import EmbeddedWorks

_NO_CHARACTER = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
MAX_CHARACTERS = 16 * 1024 * 1024
MAX_CITES = 2_000


def endnote_targets(
    code: str, nested: Sequence[str], own: Sequence[str], works: EmbeddedWorks
) -> tuple[Target, ...] | None:
    """The works that an `EN.CITE` field cites, in its order; the records it carries go to `works`.

    `nested` are the `fldData` of the `EN.CITE.DATA` fields inside it: pieces of one document, each base64 of its own.
    `own` is the outer field's, which repeats the last piece. None where no form can be read.
    """
    for text in (code, _joined(nested), *(_joined([data]) for data in own)):
        cites = _cites(text)
        if cites is not None:
            return tuple(_target(cite, works) for cite in cites)
    return None


def _joined(pieces: Sequence[str]) -> str:
    parts = []
    for piece in pieces:
        data = "".join(piece.split())
        try:
            parts.append(base64.b64decode(data + "=" * (-len(data) % 4), validate=True).rstrip(b"\0"))
        except (binascii.Error, ValueError):
            return ""
    decoded = b"".join(parts)
    for encoding in ("utf-8", "utf-16-le"):
        text = decoded.decode(encoding, "replace")
        if "<EndNote" in text:
            return text
    return ""


def _cites(text: str) -> list[etree._Element] | None:
    start, end = text.find("<EndNote"), text.rfind("</EndNote>")
    if not 0 <= start < end <= start + MAX_CHARACTERS:
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(
            _NO_CHARACTER.sub("", text[start : end + len("</EndNote>")]).encode("utf-8", "replace"), parser
        )
    except (etree.XMLSyntaxError, ValueError):
        return None
    if root.getroottree().docinfo.internalDTD is not None:
        return None
    cites = root.findall("Cite")
    return cites if 0 < len(cites) <= MAX_CITES else None


def _target(cite: etree._Element, works: EmbeddedWorks) -> Target:
    record = cite.find("record")
    names = [_name(cite, record)]
    key = works.known(names)
    if key is None:
        key = works.named(names) if record is None else works.add(names, record_reference(record))
    return Target(
        key=key,
        prefix=_text(cite, "Prefix") or "",
        suffix=note_of(pages_of(_text(cite, "Pages") or ""), _text(cite, "Suffix") or ""),
        in_text=cite.get("ExcludeAuth") == "1" or cite.get("AuthorYear") == "1",
    )


def _name(cite: etree._Element, record: etree._Element | None) -> str:
    """Record numbers count in one library: the library's id belongs to the name. Without one, author and year do."""
    number = _text(cite, "RecNum") or _text(record, "rec-number") or ""
    key = None if record is None else record.find("foreign-keys/key[@db-id]")
    library = None if key is None else (key.get("db-id") or "").strip()
    if library:
        return f"endnote:{library}:{number}"
    return ":".join(["endnote", _text(cite, "Author") or "", _text(cite, "Year") or "", number])


def record_reference(record: etree._Element) -> Reference:
    """The Reference of a record in a field; `id` is empty.

    An accession number is a PMID unless another database is named: what EndNote itself fetched from PubMed often names
    none.
    """
    printed = printed_record(record)
    if not printed.pmids and not _text(record, "remote-database-name"):
        printed.pmids = [number for number in every(record, "accession-num") if _PMID.fullmatch(number)]
    raw = etree.tostring(record, encoding="unicode", with_tail=False)
    return reference_from(printed, "", raw=_ABSTRACT.sub("", raw), file=None, line=None)


_PMID = re.compile(r"\d{4,8}")
_ABSTRACT = re.compile(r"<abstract>.*?</abstract>", re.DOTALL)


def _text(element: etree._Element | None, *paths: str) -> str | None:
    return None if element is None else first(element, *paths)

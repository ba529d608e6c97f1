"""Citations of EndNote in Word: XML with one `Cite` for each work, in the field's code or in base64 beside it."""

import base64
import binascii
import re
from collections.abc import Iterator, Sequence

from lxml import etree

from state.lookup import Author
from state.manuscript import Reference
from tasks.language.names import is_group
from tasks.readers.contract import Target
from tasks.readers.docx_works import EmbeddedWorks
from tasks.readers.record_fields import Printed, person, reference_from, without_others

_DOCUMENT = re.compile(r"<EndNote\b.*</EndNote\s*>", re.DOTALL)
_NO_CHARACTER = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_INITIALS_LAST = re.compile(r"(\S.*?)\s+((?:[A-Z]\.?[\s-]?){1,3})")
MAX_BYTES = 16 * 1024 * 1024
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
    decoded = b""
    for piece in pieces:
        data = "".join(piece.split())
        try:
            decoded += base64.b64decode(data + "=" * (-len(data) % 4), validate=True).rstrip(b"\0")
        except (binascii.Error, ValueError):
            return ""
    for encoding in ("utf-8", "utf-16-le"):
        text = decoded.decode(encoding, "replace")
        if "<EndNote" in text:
            return text
    return ""


def _cites(text: str) -> list[etree._Element] | None:
    found = _DOCUMENT.search(text)
    if found is None or len(found.group()) > MAX_BYTES:
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(_NO_CHARACTER.sub("", found.group()).encode("utf-8", "replace"), parser)
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
    suffix = _text(cite, "Suffix") or ""
    return Target(
        key=key,
        prefix=(_text(cite, "Prefix") or "").strip(),
        suffix=" ".join(part for part in (_pages(cite), suffix.strip()) if part),
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


def _pages(cite: etree._Element) -> str:
    pages = (_text(cite, "Pages") or "").strip()
    if not pages or not pages[0].isdigit():
        return pages
    return f"{'pp.' if re.search(r'[-–,]', pages) else 'p.'} {pages}"


def record_reference(record: etree._Element) -> Reference:
    """The Reference an EndNote record states, as fields and traveling libraries carry it; `id` is empty.

    An ISSN, which EndNote keeps in the same place as an ISBN, is none; an accession number is a PMID only where no
    other database is named.
    """
    printed = Printed(
        kind=_kind(record),
        title=_text(record, "titles/title"),
        journal=_text(record, "titles/secondary-title", "periodical/full-title", "titles/alt-title"),
        years=list(_texts(record, "dates/year", "dates/pub-dates/date")),
        volume=_text(record, "volume"),
        issue=_text(record, "number", "issue"),
        pages=_text(record, "pages"),
        dois=list(_texts(record, "electronic-resource-num")),
        pmids=[number for number in _texts(record, "accession-num") if _is_pmid(record, number)],
        isbn=next((text for text in _texts(record, "isbn") if len(_ISBN_DIGIT.findall(text)) >= 10), None),
        urls=list(_texts(record, "urls/related-urls/url", "urls/web-urls/url")),
        notes=list(_texts(record, "notes", "research-notes")),
    )
    for path, found in (("authors", printed.authors), ("secondary-authors", printed.editors)):
        for name in _texts(record, f"contributors/{path}/author"):
            kept, others = without_others(name)
            printed.complete = printed.complete and not others
            if (author := _person(kept)) is not None:
                found.append(author)
    if printed.kind == "Edited Book":
        printed.authors, printed.editors = [], printed.authors or printed.editors
    if printed.journal == printed.title:
        printed.journal = None
    raw = etree.tostring(record, encoding="unicode", with_tail=False)
    return reference_from(printed, "", raw=_ABSTRACT.sub("", raw), file=None, line=None)


_ISBN_DIGIT = re.compile(r"[\dXx]")
_ABSTRACT = re.compile(r"<abstract>.*?</abstract>", re.DOTALL)
_PMID = re.compile(r"\d{4,8}")
_MEDLINE = re.compile(r"pubmed|medline|nlm|ncbi", re.IGNORECASE)


def _is_pmid(record: etree._Element, number: str) -> bool:
    database = _text(record, "remote-database-name") or ""
    return bool(_PMID.fullmatch(number)) and (not database or bool(_MEDLINE.search(database)))


def _kind(record: etree._Element) -> str | None:
    element = record.find("ref-type")
    return None if element is None else element.get("name") or (element.text or "").strip() or None


def _person(name: str) -> Author | None:
    """An author as EndNote writes one: `Family, Given, Suffix`; a group ends with a comma, or has none at all."""
    family, comma, given = name.partition(",")
    if comma:
        return person(family, given.split(",")[0])
    if " " not in name.strip() or _HAN.search(name) or is_group(Author(family=name)):
        return person(name)
    if initials := _INITIALS_LAST.fullmatch(name.strip()):
        return person(initials.group(1), initials.group(2))
    first, _, last = name.strip().rpartition(" ")
    return person(last, first)


_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def _texts(element: etree._Element | None, *paths: str) -> Iterator[str]:
    """The texts at these paths that are not empty, without the `style` elements EndNote wraps them in."""
    if element is None:
        return
    for path in paths:
        for found in element.iterfind(path):
            text = "".join(str(text) for text in found.itertext()).strip()
            if text:
                yield text


def _text(element: etree._Element | None, *paths: str) -> str | None:
    return next(_texts(element, *paths), None)

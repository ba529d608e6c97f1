"""The reader of OpenDocument text (.odt, .fodt), as LibreOffice and Word write it.

It reads the XML itself: Pandoc loses what Zotero, Mendeley and JabRef keep in the names of marks, and the sections that
hold the reference list.
"""

from collections.abc import Mapping

from lxml import etree

from state.errors import ManuscriptError
from tasks.readers.contract import NO_COMPANIONS, Reading, SingleFile
from tasks.readers.odt.citations import Citations
from tasks.readers.odt.styles import OFFICE, TEXT, Styles
from tasks.readers.odt.walk import Walker
from tasks.readers.word.package import MAX_PART_BYTES, MAX_TAGS, Package

_ENCRYPTED = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}encryption-data"


class OdtReader(SingleFile):
    """Reads .odt. Marks: citation (Zotero, Mendeley, JabRef, LibreOffice's own), superscript, subscript, link."""

    name = "odt"
    suffixes: tuple[str, ...] = (".odt", ".fodt", ".ott")

    def read(self, name: str, content: bytes, companions: Mapping[str, bytes] = NO_COMPANIONS) -> Reading:
        """Paragraphs numbered from 1, the accepted text (deletions that are tracked stand elsewhere in the file).

        Warnings: `citation_field_unreadable=N` (a program's mark whose data cannot be read), `objects_not_read=N`
        (formulas and other embedded objects). Errors: ManuscriptError where the file is damaged, protected or breaks a
        bound.
        """
        roots = _flat(name, content) if name.lower().endswith(".fodt") else _packed(name, content)
        styles, citations = Styles(), Citations(name)
        styles.add(roots)
        for root in roots:
            citations.learn(root)
        walker = Walker(styles, citations)
        for root in roots:
            for body in root.iter(f"{OFFICE}text"):
                walker.blocks(body)
        walker.lost["citation_field_unreadable"] += citations.unreadable
        return Reading(
            format=self.name,
            paragraphs=tuple(walker.paragraphs),
            warnings=tuple(f"{code}={count}" for code, count in sorted(walker.lost.items()) if count),
            references=citations.references,
        )


def _packed(name: str, content: bytes) -> list[etree._Element]:
    try:
        return _parts(name, Package(name, content))
    except ManuscriptError as error:
        raise ManuscriptError(_said(str(error))) from error


def _said(message: str) -> str:
    """A message of the Word file's container, said of this one."""
    for word, other in (("Word file", "OpenDocument file"), ("in Word", "in LibreOffice"), (".docx", ".odt")):
        message = message.replace(word, other)
    return message


def _parts(name: str, package: Package) -> list[etree._Element]:
    try:
        manifest = package.xml("META-INF/manifest.xml")
    except ManuscriptError:
        manifest = None
    if manifest is not None and next(manifest.iter(_ENCRYPTED), None) is not None:
        raise ManuscriptError(f"{name}: protected by a password. Save a copy without the password and try again.")
    root = package.xml("content.xml")
    if root is None or next(root.iter(f"{OFFICE}text"), None) is None:
        raise ManuscriptError(f"{name}: not an OpenDocument text (content.xml holds no text). Save it as .odt.")
    others = (package.xml(part) for part in ("styles.xml", "meta.xml"))
    return [*(other for other in others if other is not None), root]


def _flat(name: str, content: bytes) -> list[etree._Element]:
    if len(content) > MAX_PART_BYTES or content.count(b"<") > MAX_TAGS:
        raise ManuscriptError(f"{name}: refused, {len(content):,} bytes are too many. Split the file.")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise ManuscriptError(f"{name}: not well-formed ({reason}). Open it and save it again as .odt.") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise ManuscriptError(f"{name}: refused, it declares a DOCTYPE, which no such file has.")
    if next(root.iter(f"{TEXT}p", f"{TEXT}h"), None) is None:
        raise ManuscriptError(f"{name}: not an OpenDocument text. Save it as .odt.")
    return [root]

"""The Word file as a container: which parts it holds, read within bounds, parsed without reaching outside.

Nothing from the archive is ever written to disk, and no part is read further than its bound, so a hostile archive costs
no more than a large honest one.
"""

import io
import posixpath
import struct
import zipfile
import zlib
from dataclasses import dataclass

from lxml import etree

from state.errors import ManuscriptError
from tasks.readers.word.old_fields import restore_fields

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"

_STRICT = {
    "{http://purl.oclc.org/ooxml/wordprocessingml/main}": W,
    "{http://purl.oclc.org/ooxml/officeDocument/math}": M,
    "{http://purl.oclc.org/ooxml/officeDocument/relationships}": R,
}
"""Namespaces of the strict form of the format (ISO/IEC 29500), and the usual form of each."""

MAX_MEMBERS = 20_000
MAX_PART_BYTES = 64 * 1024 * 1024
MAX_READ_BYTES = 200 * 1024 * 1024
MAX_TAGS = 2_000_000
"""Start, end and empty tags in one part; a dense 300-page thesis has about 800,000."""
BOMB_BYTES = 8 * 1024 * 1024
BOMB_RATIO = 400
"""A part above the first size that unpacks by more than the second is no text, on which deflate reaches 20 to 60."""

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OverflowError,
    IndexError,
)
"""What `zipfile` is known to raise on damaged archives."""


@dataclass(frozen=True)
class Relationship:
    """A link from one part to another part or to an outside address."""

    kind: str
    """The last word of the type's address: `footnotes`, `hyperlink`, …"""
    target: str
    external: bool


class Package:
    """The parts of one Word file. Every error is a ManuscriptError that names the file and what to do."""

    def __init__(self, name: str, content: bytes, field_signs: str = "") -> None:
        """`field_signs` are the characters that stand for fields in a document made from an old one."""
        self.name = name
        self._field_signs = field_signs
        _refuse_other_formats(name, content)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
            members = self._zip.infolist()
        except _UNREADABLE as error:
            raise ManuscriptError(
                f"{name}: not a readable Word file (the archive is damaged: {error}). "
                "Open it in Word and save it again as .docx."
            ) from error
        if len(members) > MAX_MEMBERS:
            raise ManuscriptError(f"{name}: refused, the archive has {len(members)} members (at most {MAX_MEMBERS}).")
        self._members = {_normal(member.filename).lower(): member for member in members}
        self._left = MAX_READ_BYTES

    def main_part(self) -> str:
        """Path of the part that holds the document. ManuscriptError where the archive is something else."""
        if "mimetype" in self._members and "content.xml" in self._members:
            raise ManuscriptError(f"{self.name}: this is an OpenDocument file. Save it as .docx and try again.")
        for relationship in self.relationships("").values():
            if relationship.kind == "officeDocument" and relationship.target.lower() in self._members:
                if relationship.target.lower().startswith(("xl/", "ppt/")):
                    raise ManuscriptError(f"{self.name}: this is a workbook or a presentation, not a Word document.")
                return relationship.target
        if "word/document.xml" in self._members:
            return "word/document.xml"
        raise ManuscriptError(
            f"{self.name}: the archive holds no Word document (word/document.xml is missing). "
            "Open it in Word and save it again as .docx."
        )

    def relationships(self, part: str) -> dict[str, Relationship]:
        """The relationships of a part by their id, targets as paths in the archive; `""` is the package itself."""
        folder, base = posixpath.split(part)
        root = self.xml(posixpath.join(folder, "_rels", f"{base}.rels"))
        found: dict[str, Relationship] = {}
        for element in [] if root is None else root:
            kind, target, key = element.get("Type"), element.get("Target"), element.get("Id")
            if kind is None or target is None or key is None:
                continue
            external = element.get("TargetMode") == "External"
            path = target if external else _normal(posixpath.join("/" if target.startswith("/") else folder, target))
            found[key] = Relationship(kind.rsplit("/", 1)[-1], path, external)
        return found

    def xml(self, part: str) -> etree._Element | None:
        """The root element of a part, in the usual namespaces; None where the part is missing."""
        member = self._members.get(_normal(part).lower())
        if member is None:
            return None
        data = self._read(member)
        if data.count(b"<") > MAX_TAGS:
            raise ManuscriptError(f"{self.name}: refused, {part} has more than {MAX_TAGS:,} XML tags. Split the file.")
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            root = etree.fromstring(data, parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            reason = " ".join(str(error).split())
            raise ManuscriptError(
                f"{self.name}: {part} is not well-formed ({reason}). Open the file in Word and save it again as .docx."
            ) from error
        if root.getroottree().docinfo.internalDTD is not None:
            raise ManuscriptError(f"{self.name}: refused, {part} declares a DOCTYPE, which no Word file has.")
        if root.tag.startswith(tuple(_STRICT)):
            _to_usual_namespaces(root)
        if self._field_signs:
            restore_fields(root, self._field_signs)
        return root

    def _read(self, member: zipfile.ZipInfo) -> bytes:
        bound = min(MAX_PART_BYTES, self._left)
        ratio = member.file_size / max(member.compress_size, 1)
        if member.file_size > bound or (member.file_size > BOMB_BYTES and ratio > BOMB_RATIO):
            raise ManuscriptError(
                f"{self.name}: refused, {member.filename} unpacks to {member.file_size:,} bytes "
                f"({ratio:,.0f} times its size). If the document is genuine, split it."
            )
        try:
            with self._zip.open(member) as stream:
                data = stream.read(bound + 1)
        except _UNREADABLE as error:
            raise ManuscriptError(
                f"{self.name}: {member.filename} cannot be unpacked ({error}). Open the file in Word and save it again."
            ) from error
        if len(data) > bound:
            raise ManuscriptError(f"{self.name}: refused, {member.filename} unpacks to more than {bound:,} bytes.")
        self._left -= len(data)
        return data


def _normal(path: str) -> str:
    return posixpath.normpath(path.replace("\\", "/")).lstrip("/")


def _refuse_other_formats(name: str, content: bytes) -> None:
    head = content[:512].lstrip()
    if content.startswith(b"PK"):
        return
    if not content:
        raise ManuscriptError(f"{name}: the file is empty.")
    if content.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in content:
            raise ManuscriptError(f"{name}: protected by a password. Save a copy without the password and try again.")
        raise ManuscriptError(f"{name}: this is an old Office file. Save it as .docx and try again.")
    if head.startswith(b"{\\rtf"):
        raise ManuscriptError(f"{name}: this is an RTF file. Save it as .docx and try again.")
    if head.startswith(b"%PDF"):
        raise ManuscriptError(f"{name}: this is a PDF file. Give the .docx it was made from.")
    if head.lower().startswith((b"<html", b"<!doctype html", b"<?xml")):
        raise ManuscriptError(f"{name}: this is a web page or an XML file. Save it as .docx and try again.")
    raise ManuscriptError(f"{name}: not a Word file (it is no zip archive). Save it as .docx and try again.")


def _to_usual_namespaces(root: etree._Element) -> None:
    for element in root.iter(etree.Element):
        element.tag = _usual(str(element.tag))
        for key in list(element.attrib):
            if (usual := _usual(str(key))) != key:
                element.set(usual, element.attrib.pop(key))


def _usual(tag: str) -> str:
    namespace, brace, local = tag.rpartition("}")
    return _STRICT.get(namespace + brace, namespace + brace) + local

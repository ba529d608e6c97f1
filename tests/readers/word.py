"""A tiny writer of Word files: the parts of the archive from pieces of XML, and short names for the pieces."""

import base64
import io
import json
import struct
import zipfile
from collections.abc import Mapping

from tasks.readers.contract import MarkKind, Reading

MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMESPACES = (
    f'xmlns:w="{MAIN}" xmlns:r="{RELATIONS}" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)


def word_file(body: str, **parts: str) -> bytes:
    """A .docx with this body. Parts by name: `styles`, `numbering`, `footnotes`, `endnotes`, `settings`; `links`."""
    links = parts.pop("links", "")
    known = "".join(f'<Relationship Id="part-{name}" Type="{RELATIONS}/{name}" Target="{name}.xml"/>' for name in parts)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(
            "_rels/.rels",
            f'<Relationships><Relationship Id="a" Type="{RELATIONS}/officeDocument" Target="word/document.xml"/>'
            "</Relationships>",
        )
        package.writestr("word/_rels/document.xml.rels", f"<Relationships>{known}{links}</Relationships>")
        package.writestr(
            "word/document.xml", f"<w:document {NAMESPACES}><w:body>{body}<w:sectPr/></w:body></w:document>"
        )
        for name, content in parts.items():
            package.writestr(f"word/{name}.xml", f"<w:{name} {NAMESPACES}>{content}</w:{name}>")
    return archive.getvalue()


def archive(members: Mapping[str, str | bytes]) -> bytes:
    """Any zip archive."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in members.items():
            package.writestr(name, content)
    return written.getvalue()


def compound(*streams: str, first_word: int = 0xA5EC, flags: int = 0) -> bytes:
    """The outline of a compound file: a header, a sector of directory with these streams, a sector of text whose first
    words are those of an old Word document, and the table of sectors."""
    end, none = 0xFFFFFFFE, 0xFFFFFFFF
    header = bytearray(512)
    header[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    struct.pack_into("<HH", header, 0x1E, 9, 6)
    struct.pack_into("<II", header, 0x2C, 1, 0)
    struct.pack_into("<II", header, 0x38, 0, end)
    struct.pack_into("<II109I", header, 0x44, end, 0, 2, *[none] * 108)
    directory = b""
    for name in streams:
        encoded = (name + "\0").encode("utf-16-le")
        directory += encoded.ljust(64, b"\0") + struct.pack("<HB49xIII", len(encoded), 2, 1, 512, 0)
    text = struct.pack("<HHHHHH", first_word, 0, 0, 0, 0, flags)
    table = struct.pack("<128I", end, end, 0xFFFFFFFD, *[none] * 125)
    return bytes(header) + directory.ljust(512, b"\0") + text.ljust(512, b"\0") + table


def p(*runs: str, style: str | None = None, properties: str = "") -> str:
    """A paragraph. A run without markup is taken as text."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    inside = f"<w:pPr>{named}{properties}</w:pPr>" if named or properties else ""
    return f"<w:p>{inside}{''.join(item if item.startswith('<') else r(item) for item in runs)}</w:p>"


def r(text: str, properties: str = "") -> str:
    """A run of text."""
    return f"<w:r><w:rPr>{properties}</w:rPr>{t(text)}</w:r>"


def t(text: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<w:t xml:space="preserve">{escaped}</w:t>'


def sup(text: str) -> str:
    return r(text, '<w:vertAlign w:val="superscript"/>')


def character(kind: str) -> str:
    """A field character: `begin`, `separate` or `end`."""
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def code(text: str) -> str:
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


def field(instruction: str, result: str) -> str:
    """A complex field; its result is markup."""
    return f"{character('begin')}{code(instruction)}{character('separate')}{result}{character('end')}"


def table(*rows: list[str]) -> str:
    """A table; every cell is markup."""
    written = "".join(f"<w:tr>{''.join(f'<w:tc>{cell}</w:tc>' for cell in row)}</w:tr>" for row in rows)
    return f"<w:tbl>{written}</w:tbl>"


def style(key: str, name: str, inside: str = "", kind: str = "paragraph") -> str:
    return f'<w:style w:type="{kind}" w:styleId="{key}"><w:name w:val="{name}"/>{inside}</w:style>'


def with_members(content: bytes, members: Mapping[str, str | bytes]) -> bytes:
    """A Word file with further members, or others in the place of its own."""
    with zipfile.ZipFile(io.BytesIO(content)) as source:
        return archive({name: source.read(name) for name in source.namelist()} | dict(members))


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def bookmark(name: str, inside: str, key: int = 7) -> str:
    return f'<w:bookmarkStart w:id="{key}" w:name="{name}"/>{inside}<w:bookmarkEnd w:id="{key}"/>'


def control(properties: str, inside: str) -> str:
    """A content control; what is inside is markup."""
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{inside}</w:sdtContent></w:sdt>"


def text_box(inside: str) -> str:
    box = f"<w:txbxContent>{inside}</w:txbxContent>"
    return (
        f'<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>{box}</w:drawing></mc:Choice>'
        f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )


# Citations of Zotero and Mendeley. An item is a work with its place in a library, as the programs write it.


def work(number: int, **more: object) -> dict[str, object]:
    """A work that nobody wrote, as CSL-JSON."""
    return {
        "id": number,
        "type": "article-journal",
        "title": f"Tides of harbour {number}",
        "author": [{"family": f"Marsh{number}", "given": "Ada"}, {"family": "Poole", "given": "Ben"}],
        "container-title": "Annals of Harbours",
        "volume": str(number),
        "issued": {"date-parts": [[str(2000 + number)]]},
    } | more


def item(number: int, **more: object) -> dict[str, object]:
    """A citation item with its data under Zotero's address of the work."""
    return {"id": number, "uris": [zotero_uri(number)], "itemData": work(number)} | more


def zotero_uri(number: int) -> str:
    return f"http://zotero.org/users/12/items/W{number:07}"


def citation_json(*items: dict[str, object]) -> str:
    return json.dumps({"citationID": "x", "properties": {"noteIndex": 0}, "citationItems": list(items)})


def zotero(printed: str, *items: dict[str, object]) -> str:
    return field(escaped(f" ADDIN ZOTERO_ITEM CSL_CITATION {citation_json(*items)} "), r(printed))


def mendeley_cite(printed: str, *items: dict[str, object]) -> str:
    """A content control of Mendeley Cite."""
    tag = base64.b64encode(citation_json(*items).encode()).decode()
    return control(f'<w:tag w:val="MENDELEY_CITATION_v3_{tag}"/>', r(printed))


# Citations of EndNote.


def cite(
    number: int, *, record: str | None = None, library: str = "lib1", inside: str = "", attributes: str = ""
) -> str:
    """One `Cite` with its record; `record` is further XML of it, `inside` of the `Cite`."""
    return (
        f"<Cite{attributes}><Author>Marsh{number}</Author><Year>{2000 + number}</Year><RecNum>{number}</RecNum>{inside}"
        f'<record><rec-number>{number}</rec-number><foreign-keys><key app="EN" db-id="{library}">{number}</key>'
        '</foreign-keys><ref-type name="Journal Article">17</ref-type><contributors><authors>'
        f"<author>Marsh{number}, Ada</author><author>Poole, Ben</author></authors></contributors>"
        f"<titles><title>Tides of harbour {number}</title>"
        "<secondary-title>Annals of Harbours</secondary-title></titles>"
        f"<dates><year>{2000 + number}</year></dates>{record or ''}</record></Cite>"
    )


def endnote(*cites: str) -> str:
    return f"<EndNote>{''.join(cites)}</EndNote>"


def endnote_plain(printed: str, *cites: str) -> str:
    return field(escaped(f" ADDIN EN.CITE {endnote(*cites)}"), r(printed))


def in_lines(data: bytes) -> str:
    """Base64 as Word breaks it."""
    text = base64.b64encode(data).decode()
    return "\r\n".join(text[n : n + 76] for n in range(0, len(text), 76))


def begin_with_data(data: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="begin"><w:fldData xml:space="preserve">{data}</w:fldData></w:fldChar></w:r>'


def endnote_data(printed: str, *cites: str, pieces: int = 1) -> str:
    """The long form: base64 on nested fields, cut into pieces that are encoded each for itself; the outer field repeats
    the last."""
    content = endnote(*cites).encode()
    size = -(-len(content) // pieces)
    parts = [in_lines(content[n : n + size]) for n in range(0, len(content), size)]
    nested = "".join(begin_with_data(part) + code(" ADDIN EN.CITE.DATA ") + character("end") for part in parts)
    return (
        f"{begin_with_data(parts[-1])}{code(' ADDIN EN.CITE ')}{nested}"
        f"{character('separate')}{r(printed)}{character('end')}"
    )


# Word's own sources.

BIBLIOGRAPHY = "http://schemas.openxmlformats.org/officeDocument/2006/bibliography"


def source(tag: str, inside: str) -> str:
    return f"<b:Source><b:Tag>{tag}</b:Tag>{inside}</b:Source>"


def with_sources(body: str, *sources: str, namespace: str = BIBLIOGRAPHY, **parts: str) -> bytes:
    link = f'<Relationship Id="xml1" Type="{RELATIONS}/customXml" Target="../customXml/item1.xml"/>'
    written = f'<b:Sources xmlns:b="{namespace}" SelectedStyle="">{"".join(sources)}</b:Sources>'
    return with_members(word_file(body, links=link, **parts), {"customXml/item1.xml": written})


def cited(reading: Reading) -> list[tuple[str, list[str]]]:
    """What each citation prints, and the keys it points to."""
    return [
        (paragraph.text[mark.start : mark.end], [target.key for target in mark.targets])
        for paragraph in reading.paragraphs
        for mark in paragraph.marks
        if mark.kind is MarkKind.CITATION
    ]

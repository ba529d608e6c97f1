"""A tiny writer of Word files: the parts of the archive from pieces of XML, and short names for the pieces."""

import io
import zipfile
from collections.abc import Mapping

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

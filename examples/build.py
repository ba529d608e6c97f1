"""Makes the example theses, `thesis_en.docx` and `thesis_zh.docx`, from the text files in `source/`.

Run `python examples/build.py` after changing a text. The same text gives the same bytes on every machine: the parts are
stored uncompressed, in a fixed order, with a fixed time.

Markup of a source file, one block a paragraph:

    title: …            the thesis's title
    # …   ## …          headings
    | a | b |           a row of a table
    ^{1,2}              superscript
    {+…+}   {-…-}       inserted and deleted text, as tracked changes
    {note:…}            a footnote
    % …                 a comment
"""

import re
import zipfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).parent
FIXED_TIME = (2026, 1, 1, 0, 0, 0)
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
CHANGE = 'w:author="Supervisor" w:date="2026-01-01T00:00:00Z"'
INLINE = re.compile(r"\^\{(?P<sup>[^}]*)\}|\{\+(?P<ins>.*?)\+\}|\{-(?P<del>.*?)-\}|\{note:(?P<note>[^}]*)\}")
EDGES = ("top", "left", "bottom", "right", "insideH", "insideV")
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


class Body:
    """The XML of one document, and the footnotes met on the way."""

    def __init__(self, source: str) -> None:
        self.notes: list[str] = []
        self._changes = 0
        self.xml = "".join(self._blocks(source))

    def _blocks(self, source: str) -> Iterator[str]:
        for block in re.split(r"\n\s*\n", source.strip()):
            if block.startswith("%"):
                continue
            if block.startswith("|"):
                yield self._table(block.splitlines())
            elif block.startswith("title: "):
                yield self.paragraph(block.removeprefix("title: "), "Title")
            elif heading := re.match(r"(#+) (.*)", block):
                yield self.paragraph(heading[2], f"Heading{len(heading[1])}")
            else:
                yield self.paragraph(block)

    def paragraph(self, text: str, style: str = "") -> str:
        properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
        return f"<w:p>{properties}{''.join(self._runs(text))}</w:p>"

    def _table(self, rows: list[str]) -> str:
        cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
        grid = "<w:tblGrid>" + "<w:gridCol/>" * len(cells[0]) + "</w:tblGrid>"
        body = "".join(
            "<w:tr>" + "".join(f"<w:tc>{self.paragraph(cell)}</w:tc>" for cell in row) + "</w:tr>" for row in cells
        )
        return f'<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/></w:tblPr>{grid}{body}</w:tbl>'

    def _runs(self, text: str) -> Iterator[str]:
        position = 0
        for match in INLINE.finditer(text):
            if match.start() > position:
                yield run(text[position : match.start()])
            yield self._marked(match.lastgroup or "", match[match.lastgroup or 0])
            position = match.end()
        if position < len(text):
            yield run(text[position:])

    def _marked(self, kind: str, text: str) -> str:
        if kind == "sup":
            return run(text, '<w:vertAlign w:val="superscript"/>')
        if kind == "note":
            self.notes.append(text)
            return f'<w:r><w:rPr>{FOOTNOTE_STYLE}</w:rPr><w:footnoteReference w:id="{len(self.notes)}"/></w:r>'
        self._changes += 1
        tag = "w:ins" if kind == "ins" else "w:del"
        inner = run(text) if kind == "ins" else run(text).replace("w:t>", "w:delText>").replace("<w:t ", "<w:delText ")
        return f'<{tag} w:id="{self._changes}" {CHANGE}>{inner}</{tag}>'


FOOTNOTE_STYLE = '<w:rStyle w:val="FootnoteReference"/>'


def run(text: str, properties: str = "") -> str:
    """A run of text."""
    formatting = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{formatting}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def footnotes(notes: list[str]) -> str:
    """The footnotes part. Word wants the two separators first."""
    parts = [
        f'<w:footnote w:type="{kind}" w:id="{number}"><w:p><w:r><w:{tag}/></w:r></w:p></w:footnote>'
        for kind, number, tag in (
            ("separator", -1, "separator"),
            ("continuationSeparator", 0, "continuationSeparator"),
        )
    ]
    for number, text in enumerate(notes, 1):
        mark = f"<w:r><w:rPr>{FOOTNOTE_STYLE}</w:rPr><w:footnoteRef/></w:r>"
        style = '<w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr>'
        parts.append(f'<w:footnote w:id="{number}"><w:p>{style}{mark}{run(" " + text)}</w:p></w:footnote>')
    return f'{XML}<w:footnotes xmlns:w="{W}">{"".join(parts)}</w:footnotes>'


def styles() -> str:
    """The few styles the theses use, under Word's own names."""

    def style(kind: str, key: str, name: str, rest: str = "") -> str:
        return f'<w:style w:type="{kind}" w:styleId="{key}"><w:name w:val="{name}"/>{rest}</w:style>'

    def heading(level: int, half_points: int) -> str:
        outline = f'<w:pPr><w:keepNext/><w:spacing w:before="240"/><w:outlineLvl w:val="{level - 1}"/></w:pPr>'
        return style(
            "paragraph",
            f"Heading{level}",
            f"heading {level}",
            f'<w:basedOn w:val="Normal"/>{outline}<w:rPr><w:b/><w:sz w:val="{half_points}"/></w:rPr>',
        )

    edges = "".join(f'<w:{edge} w:val="single" w:sz="4"/>' for edge in EDGES)
    fonts = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="SimSun"/>'
    parts = [
        f'<w:docDefaults><w:rPrDefault><w:rPr>{fonts}<w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>',
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>'
        '<w:pPr><w:spacing w:after="120"/></w:pPr></w:style>',
        style("paragraph", "Title", "Title", '<w:basedOn w:val="Normal"/><w:rPr><w:b/><w:sz w:val="36"/></w:rPr>'),
        heading(1, 28),
        heading(2, 24),
        style("paragraph", "FootnoteText", "footnote text", '<w:basedOn w:val="Normal"/>'),
        style(
            "character",
            "FootnoteReference",
            "footnote reference",
            '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>',
        ),
        style("table", "TableGrid", "Table Grid", f"<w:tblPr><w:tblBorders>{edges}</w:tblBorders></w:tblPr>"),
    ]
    return f'{XML}<w:styles xmlns:w="{W}">{"".join(parts)}</w:styles>'


def parts_of(source: str) -> Mapping[str, str]:
    """The parts of the package, in the order they are stored."""
    body = Body(source)
    overrides = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{WORD}.{kind}+xml"/>'
        for name, kind in (("document", "document.main"), ("styles", "styles"), ("footnotes", "footnotes"))
    )
    relations = "".join(
        f'<Relationship Id="rId{number}" Type="{R}/{name}" Target="{name}.xml"/>'
        for number, name in enumerate(("styles", "footnotes"), 1)
    )
    return {
        "[Content_Types].xml": f'{XML}<Types xmlns="{PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>',
        "_rels/.rels": f'{XML}<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{R}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'{XML}<w:document xmlns:w="{W}"><w:body>{body.xml}<w:sectPr/></w:body></w:document>',
        "word/_rels/document.xml.rels": f'{XML}<Relationships xmlns="{PACKAGE}/relationships">'
        f"{relations}</Relationships>",
        "word/styles.xml": styles(),
        "word/footnotes.xml": footnotes(body.notes),
    }


def docx(source: str) -> bytes:
    """The bytes of a Word file with this text."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as package:
        for name, content in parts_of(source).items():
            info = zipfile.ZipInfo(name, FIXED_TIME)
            info.create_system = 3  # otherwise it names the machine's own, and the bytes differ on Windows
            package.writestr(info, content.encode("utf-8"))
    return buffer.getvalue()


def main() -> None:
    for source in sorted((HERE / "source").glob("*.txt")):
        target = HERE / f"{source.stem}.docx"
        target.write_bytes(docx(source.read_text(encoding="utf-8")))
        print(f"{target.name}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()

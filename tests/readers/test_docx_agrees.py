"""Our walk through a Word file against python-docx, an independent one, where that loses nothing: plain paragraphs and
tables."""

import io
from pathlib import Path

import docx
import pytest

from tasks.readers import manuscript_reader_for
from tasks.readers.contract import ParagraphKind

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def plain_document() -> bytes:
    document = docx.Document()
    document.add_heading("1 Introduction", level=1)
    document.add_paragraph("First, with a marker [1].")
    document.add_paragraph("")
    paragraph = document.add_paragraph("Raised")
    paragraph.add_run("2,3").font.superscript = True
    table = document.add_table(rows=2, cols=2)
    for n, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = f"cell {n} [4]"
    document.add_paragraph("中文段落［5］。")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


@pytest.mark.parametrize("source", ["plain", "thesis_zh.docx"])
def test_python_docx_reads_the_same_text(source: str) -> None:
    content = plain_document() if source == "plain" else (EXAMPLES / source).read_bytes()
    document = docx.Document(io.BytesIO(content))

    reading = manuscript_reader_for("x.docx").read("x.docx", content)

    body = [p.text for p in document.paragraphs if p.text.strip()]
    cells = [
        p.text for t in document.tables for row in t.rows for c in row.cells for p in c.paragraphs if p.text.strip()
    ]
    assert body == [p.text for p in reading.paragraphs if p.kind is ParagraphKind.BODY]
    assert cells == [p.text for p in reading.paragraphs if p.kind is ParagraphKind.TABLE]
    levels = [int(p.style.name[-1]) for p in document.paragraphs if p.style and p.style.name.startswith("Heading")]
    assert levels == [p.heading_level for p in reading.paragraphs if p.heading_level is not None]

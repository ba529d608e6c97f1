"""Readings and bibliographies built by hand, for the tests of step A."""

from state.lookup import Author
from state.manuscript import Manuscript, Reference, Source, SourceRole
from tasks.parse import read_manuscript
from tasks.readers.contract import Entries, Mark, MarkKind, Paragraph, ParagraphKind, Reading


def reading(*paragraphs: Paragraph | str, name: str = "thesis.docx") -> tuple[Source, Reading]:
    """A manuscript of these paragraphs; a string is a body paragraph, `# …` a heading, `^12^` a raised run."""
    built = [
        _paragraph(one, line) if isinstance(one, str) else one.model_copy(update={"line": line})
        for line, one in enumerate(paragraphs, 1)
    ]
    source = Source(name=name, role=SourceRole.MANUSCRIPT, format="docx", sha256="0" * 64)
    return source, Reading(format="docx", paragraphs=tuple(built))


def _paragraph(text: str, line: int) -> Paragraph:
    level = len(text) - len(text.lstrip("#"))
    if level:
        return Paragraph(text=text.lstrip("# "), line=line, heading_level=level)
    marks, plain = [], ""
    for index, piece in enumerate(text.split("^")):
        if index % 2:
            marks.append(Mark(start=len(plain), end=len(plain) + len(piece), kind=MarkKind.SUPERSCRIPT))
        plain += piece
    return Paragraph(text=plain, line=line, marks=tuple(marks))


def cell(text: str) -> Paragraph:
    return Paragraph(text=text, line=0, kind=ParagraphKind.TABLE)


def entry(
    key: str, family: str = "Smith", year: int = 2020, title: str = "", given: str = "J", **fields: str
) -> Reference:
    return Reference(
        id=key,
        title=title or f"A study of {key} in many places",
        authors=(Author(family=family, given=given),),
        year=year,
        **fields,
    )


def bibliography(*references: Reference) -> tuple[Source, Entries]:
    source = Source(name="refs.bib", role=SourceRole.BIBLIOGRAPHY, format="bibtex", sha256="1" * 64)
    return source, Entries(format="bibtex", references=references)


def manuscript(
    *paragraphs: Paragraph | str, bib: tuple[Reference, ...] | None = None, numbering: str | None = None
) -> Manuscript:
    """Step A over one file and perhaps one bibliography."""
    return read_manuscript([reading(*paragraphs)], [bibliography(*bib)] if bib is not None else [], numbering=numbering)

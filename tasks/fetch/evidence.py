"""What can be read of a work: the best abstract at hand, or the user's PDF, and whether it is enough (V.B6, V.B7)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from state.lookup import Record, RegistryName
from state.resolution import AbstractSource, Evidence
from tasks.language.identifiers import same_doi
from tasks.language.scripts import count_cjk
from tasks.language.titles import is_generic_title, normalize_title, title_ratio

if TYPE_CHECKING:
    from tasks.readers.pdf.article import PdfText

_ORDER: tuple[tuple[RegistryName, AbstractSource], ...] = (
    (RegistryName.PUBMED, AbstractSource.PUBMED),
    (RegistryName.CROSSREF, AbstractSource.CROSSREF),
    (RegistryName.OPENALEX, AbstractSource.OPENALEX),
    (RegistryName.DATACITE, AbstractSource.DATACITE),
    (RegistryName.ARXIV, AbstractSource.ARXIV),
    (RegistryName.EUROPEPMC, AbstractSource.EUROPEPMC),
    (RegistryName.SEMANTIC_SCHOLAR, AbstractSource.SEMANTIC_SCHOLAR),
)
SHORT_WORDS = 100
"""English abstracts below are too short (V.B6)."""
SHORT_CHARACTERS = 200
"""Chinese ones are counted in characters (decisions 2.8)."""
_RESULT_LABELS = ("result", "finding", "结果", "发现")
TITLE_RATIO = 0.90
"""A PDF's own title must be this near (V.B7 by title)."""


def evidence_of(records: Sequence[Record], pdf: tuple[str, "PdfText"] | None = None) -> Evidence:
    """The readable text of the work these records describe, word for word as the source has it.

    The user's PDF where there is one; else the first abstract in the order of the registries.
    """
    kind = article_type(records)
    if pdf is not None:
        name, text = pdf
        return Evidence(source=AbstractSource.FULL_TEXT_PDF, text=text.sections, file=name, article_type=kind)
    for registry, source in _ORDER:
        for record in records:
            if record.registry is registry and record.abstract and record.abstract.strip():
                structured = record.abstract_structured
                return Evidence(source=source, text=record.abstract, structured=structured, article_type=kind)
    return Evidence(source=AbstractSource.NONE, article_type=kind)


def article_type(records: Sequence[Record]) -> str | None:
    """The publication types in PubMed's words, `; ` between them; else in another registry's, in the same order."""
    for registry, _ in _ORDER:
        for record in records:
            if record.registry is registry and record.types:
                return "; ".join(record.types)
    return None


def fulltext_required(evidence: Evidence) -> bool:
    """V.B6 with decisions 2.8: is the text missing or too short? Full text never is; nor is a structured abstract with
    a results part; Chinese text is counted in characters."""
    if evidence.source is AbstractSource.FULL_TEXT_PDF:
        return False
    text = evidence.text
    if evidence.source is AbstractSource.NONE or not text.strip():
        return True
    if evidence.structured and _has_results(text):
        return False
    characters = count_cjk(text)
    if characters * 2 > len("".join(text.split())):
        return characters < SHORT_CHARACTERS
    return len(text.split()) + characters / 2 < SHORT_WORDS


def _has_results(text: str) -> bool:
    lines = (line.replace("：", ":") for line in text.splitlines())
    labels = (line.split(":", 1)[0].strip().lower() for line in lines if ":" in line)
    return any(len(label) <= 60 and any(word in label for word in _RESULT_LABELS) for label in labels)


def match_pdf(
    pdfs: Sequence[tuple[str, "PdfText"]], dois: Sequence[str], titles: Sequence[str]
) -> tuple[str, "PdfText"] | None:
    """The user's PDF of a work: one that prints its DOI before its references, else one that bears its title.

    The first DOI a PDF prints is mostly its own; a later one may be of a work it mentions, and counts only for a PDF
    without a title of its own. None where none fits.
    """
    for name, pdf in pdfs:
        if pdf.dois and any(same_doi(pdf.dois[0], doi) for doi in dois):
            return name, pdf
    for name, pdf in pdfs:
        if any(_bears(pdf, title) for title in titles):
            return name, pdf
    for name, pdf in pdfs:
        if any(same_doi(printed, doi) for printed in pdf.dois[1:] for doi in dois) and not pdf.title:
            return name, pdf
    return None


def _bears(pdf: "PdfText", title: str) -> bool:
    """Is this the PDF's title, by its metadata or largest print, or does it stand on its first page word for word?"""
    normal = normalize_title(title)
    if is_generic_title(title) or not normal:
        return False
    if any(own and title_ratio(own, title) >= TITLE_RATIO for own in (pdf.title, pdf.large_print)):
        return True
    long_enough = len(normal.split()) >= 4 or count_cjk(normal) >= 8
    return long_enough and normal.replace(" ", "") in normalize_title(pdf.first_page).replace(" ", "")

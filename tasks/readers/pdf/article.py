"""A user's PDF: which work it is, and its abstract, results and conclusion (V.B7). The only file that imports pymupdf.

Bounded: at most 2,000 pages and 20 million characters are read. A file that cannot be read is a value that says why,
never an exception.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tasks.language.identifiers import clean_doi

MAX_PAGES = 2_000
MAX_BYTES = 300_000_000
MAX_CHARACTERS = 20_000_000
FIRST_PAGES = 3
"""Pages searched for a DOI."""

Why = Literal["encrypted", "broken", "too_large", "too_many_pages", "no_text"]
Part = Literal["abstract", "results", "conclusion"]


@dataclass(frozen=True)
class PdfProblem:
    """Why a PDF could not be read."""

    why: Why
    detail: str = ""


@dataclass(frozen=True)
class PdfText:
    """What was read of a PDF."""

    pages: int
    first_page: str
    """Text of the first page, up to its references."""
    title: str | None
    """Title in the file's metadata, where it looks like one."""
    large_print: str | None
    """The first page's text in its largest type: mostly the title."""
    dois: tuple[str, ...]
    """DOIs printed on the first three pages before the references, in order, each once; then the metadata's."""
    sections: str
    """Abstract, results and conclusion, with their headings; the whole text where no such heading was found."""
    found: tuple[Part, ...] = field(default=())
    """Which of the three were found by their headings."""


_HEADINGS: dict[str, Part | None] = {
    "abstract": "abstract", "summary": "abstract", "摘要": "abstract", "中文摘要": "abstract", "提要": "abstract",
    "results": "results", "result": "results", "findings": "results", "results and discussion": "results",
    "结果": "results", "研究结果": "results", "结果与分析": "results", "结果与讨论": "results", "结果和分析": "results",
    "conclusion": "conclusion", "conclusions": "conclusion", "concluding remarks": "conclusion",
    "discussion and conclusion": "conclusion", "discussion and conclusions": "conclusion",
    "summary and conclusions": "conclusion", "conclusions and future work": "conclusion",
    "conclusion and future work": "conclusion",
    "结论": "conclusion", "总结": "conclusion", "小结": "conclusion", "结语": "conclusion", "结论与展望": "conclusion",
    "introduction": None, "background": None, "methods": None, "method": None, "materials and methods": None,
    "patients and methods": None, "methodology": None, "experimental": None, "discussion": None, "references": None,
    "bibliography": None, "acknowledgements": None, "acknowledgments": None, "acknowledgement": None,
    "acknowledgment": None, "keywords": None, "key words": None, "related work": None, "funding": None,
    "appendix": None, "supplementary material": None, "conflict of interest": None, "conflicts of interest": None,
    "declarations": None,
    "data availability": None, "author contributions": None, "literature cited": None, "limitations": None,
    "experiments": None, "preliminaries": None,
    "引言": None, "前言": None, "绪论": None, "背景": None, "方法": None, "材料与方法": None, "资料与方法": None,
    "对象与方法": None, "讨论": None, "参考文献": None, "致谢": None, "关键词": None, "附录": None, "利益冲突": None,
}  # fmt: skip
"""Headings, folded, and the part each begins; None ends the part before it. English and Chinese."""

_ENDING = frozenset({"references", "bibliography", "literature cited", "参考文献"})
_NUMBER = re.compile(
    r"^(?:(?:\d{1,2}(?:\.\d{1,2})*|[ivx]{1,5}|[一二三四五六七八九十]{1,3})[\s.)、．:：]+"
    r"|第.{1,3}[章节]\s*|\d{1,2}(?=[\u4e00-\u9fff]))",
    re.IGNORECASE,
)
_RUN_IN = re.compile(
    r"^(?:[【\[]?(abstract|summary|results?|findings|conclusions?|keywords|key words"
    r"|摘\s*要|结\s*果|结\s*论|关键词)[】\]]?)\s*[:：.—–-]+\s*(?=\S)",
    re.IGNORECASE,
)
_SPACES = re.compile(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")


_RAISED = (RuntimeError, ValueError, TypeError, IndexError, KeyError, AttributeError)
"""What pymupdf raises on damaged files, beside MuPDF's own errors."""


def read_pdf(content: bytes) -> PdfText | PdfProblem:
    """Read a PDF's text. Returns what was read, or why it could not be."""
    import pymupdf

    if len(content) > MAX_BYTES:
        return PdfProblem("too_large", f"{len(content)} bytes")
    if not content.startswith(b"%PDF") and b"%PDF" not in content[:1024]:
        return PdfProblem("broken", "not a PDF")
    pymupdf.TOOLS.mupdf_display_errors(False)  # type: ignore[no-untyped-call]
    pymupdf.TOOLS.mupdf_display_warnings(False)  # type: ignore[no-untyped-call]
    try:
        with pymupdf.open(stream=content, filetype="pdf") as document:  # type: ignore[no-untyped-call]
            return _read(document)
    except (*_RAISED, pymupdf.mupdf.FzErrorBase) as error:
        return PdfProblem("broken", type(error).__name__)


def _read(document: Any) -> PdfText | PdfProblem:
    if document.needs_pass:
        return PdfProblem("encrypted", "it asks for a password")
    if document.page_count > MAX_PAGES:
        return PdfProblem("too_many_pages", f"{document.page_count} pages; at most {MAX_PAGES} are read")
    texts: list[str] = []
    size = 0
    for page in document:
        texts.append(unicodedata.normalize("NFC", str(page.get_text("text", sort=False))))
        size += len(texts[-1])
        if size > MAX_CHARACTERS:
            break
    if not any(text.strip() for text in texts):
        return PdfProblem("no_text", "no text on its pages; they may be pictures")
    sections, found = pick_sections("\n".join(texts).splitlines())
    opening = before_references("\n".join(texts[:FIRST_PAGES]))
    return PdfText(
        pages=document.page_count,
        first_page=before_references(texts[0]),
        title=_metadata_title(document.metadata or {}),
        large_print=_large_print(document[0]),
        dois=_dois(opening, document.metadata or {}),
        sections=sections,
        found=found,
    )


def _metadata_title(metadata: dict[str, Any]) -> str | None:
    """The metadata's title, unless it is a file name or a word processor's filler."""
    title = " ".join(str(metadata.get("title") or "").split())
    filler = re.search(r"\.(?:docx?|tex|dvi|pdf|indd|qxd|rtf)$|^microsoft word|^untitled|^\S+$", title, re.IGNORECASE)
    return title if len(title) >= 8 and (not filler or re.search(r"[\u4e00-\u9fff]{6}", title)) else None


def _large_print(page: Any) -> str | None:
    spans = [
        (round(float(span["size"]), 1), str(span["text"]))
        for block in page.get_text("dict").get("blocks", [])
        for line in block.get("lines", [])
        for span in line.get("spans", [])
        if len(str(span["text"]).strip()) > 1
    ]
    if not spans:
        return None
    largest = max(size for size, text in spans)
    text = " ".join(" ".join(t for size, t in spans if size >= largest - 0.5).split())
    return text[:500] or None


def before_references(text: str) -> str:
    """`text` up to a heading that begins a list of references: the works a paper cites are not the paper."""
    lines = text.splitlines()
    end = next((i for i, line in enumerate(lines) if heading_of(line) in _ENDING), len(lines))
    return "\n".join(lines[:end])


def _dois(opening: str, metadata: dict[str, Any]) -> tuple[str, ...]:
    printed = re.findall(r"10\.\d{4,9}/(?:[^\s\"<>]|(?<=/)\n|(?<=-)\n)+", opening)
    given = [str(metadata.get(key) or "") for key in ("doi", "subject", "keywords")]
    cleaned = (clean_doi(text.replace("\n", "")) for text in (*printed, *given))
    return tuple(dict.fromkeys(doi for doi in cleaned if doi))


def heading_of(line: str) -> str | None:
    """The known heading that stands alone on a line, folded (number, case, spacing and colon aside), or None."""
    text = line.strip()
    if not text or len(text) > 60:
        return None
    folded = _SPACES.sub("", unicodedata.normalize("NFKC", text)).strip(" .:：*【】[]").casefold()
    folded = " ".join(_NUMBER.sub("", folded).strip(" .:").replace("&", "and").split())
    if re.fullmatch(r"(?:[a-z] )+[a-z]", folded):  # spaced-out capitals: A B S T R A C T
        folded = folded.replace(" ", "")
    return folded if folded in _HEADINGS else None


def pick_sections(lines: Sequence[str]) -> tuple[str, tuple[Part, ...]]:
    """The abstract, results and conclusion of a text with their headings, in its order; and which were found.

    The whole text up to its references where neither results nor conclusion has a heading: full text is at hand then,
    and cutting it by guess would lose what a claim is about.
    """
    kept: list[str] = []
    body: list[str] = []
    found: list[Part] = []
    part: Part | None = None
    for line in lines:
        heading = heading_of(line)
        run_in = _RUN_IN.match(line.strip()) if heading is None else None
        name = heading or (_SPACES.sub("", run_in.group(1)).casefold() if run_in else None)
        if heading in _ENDING and body and len(body) > 20:
            break
        # Within an abstract, `Results:` is one of its labels and not the section of that name.
        if name is not None and not (run_in and part is not None and name not in ("keywords", "key words", "关键词")):
            part = _HEADINGS[name]
            if part is not None and part not in found:
                found.append(part)
        body.append(line)
        if part is not None:
            kept.append(line)
    if "results" in found or "conclusion" in found:
        return _joined(kept), tuple(found)
    return _joined(body), tuple(found)


def _joined(lines: Sequence[str]) -> str:
    """Lines of print as running text: words broken at a line's end are put together again, paragraphs stay apart."""
    text = "\n".join(line.strip() for line in lines)
    text = re.sub(r"(?<=[a-z])[-\u00ad\u2010]\n(?=[a-z])", "", text)
    text = re.sub(r"(?<=[\u4e00-\u9fff，。；])\n(?=[\u4e00-\u9fff])", "", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()

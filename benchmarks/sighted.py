"""What a plain look sees in a file, without the program's readers: whether anything should be found there at all.

Counts of what looks like a citation or an entry, by short patterns over the bytes (for packed formats, over what they
pack). They are wrong in detail and need not be right: zero found beside many sighted is what matters.
"""

import io
import json
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

_NUMBERED = re.compile(r"[\[［【〔]\s?[1-9]\d{0,2}(?:\s?[,，、;–—~\-]\s?\d{1,3})*\s?[\]］】〕]")
_TAG = re.compile(r"<[^>]*>")
_WORD_FIELD = re.compile(r"ADDIN (?:ZOTERO_ITEM|CSL_CITATION|EN\.CITE(?!\.DATA))|Mendeley Citation|\bCITATION [A-Za-z]")
_CODE = re.compile(
    r"^(?:```|~~~).*?^(?:```|~~~)|`(?:[^`\n]|\n(?!\s*\n))*`|<!--.*?-->|^\[@[^\]\n]*\]:.*?$", re.MULTILINE | re.DOTALL
)
"""Code, comments, and the names that Manubot gives to keys."""
_PANDOC = re.compile(r"(?:(?<=[\s\[;(-])|^)@(?:\{[^}]+\}|[A-Za-z_][\w:.#$%&+?<>~/-]*)")
_NOT_CITED = re.compile(r"@(?:fig|tbl|eq|sec|ref)[:\-]", re.IGNORECASE)
_COMMENT = re.compile(r"(?<!\\)%.*|\\verb\*?(\W).*?\1|\\begin\{(verbatim|lstlisting|minted)\}.*?\\end\{\2\}")
_CITE = re.compile(r"\\(?:[A-Za-z]*[cC]ite[A-Za-z]*|cite)\*?(?:\s*\[[^\]]*\]){0,2}\s*\{\s*[^}\\#]+\}")
_NO_CITE = re.compile(r"\\(?:nocite|citestyle|DeclareCiteCommand|newcite|citesetup)")
_ENTRY = re.compile(r"^[ \t]*@(?!comment|string|preamble)\w+[ \t]*[{(][^=\n]*[,\n]", re.MULTILINE | re.IGNORECASE)


def text_of(content: bytes) -> str:
    """The bytes as text, whatever they are."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("gb18030", "replace")


def _docx(content: bytes) -> int:
    found = 0
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                if re.search(r"(?:document|footnotes|endnotes)\d*\.xml$", name):
                    part = archive.read(name).decode("utf-8", "replace")
                    paragraphs = re.split(r"</w:p>", part)
                    found += len(_WORD_FIELD.findall(re.sub(r"</?w:instrText[^>]*>|</?w:r\b[^>]*>", "", part)))
                    found += sum(len(_NUMBERED.findall(_TAG.sub("", paragraph), 1)) for paragraph in paragraphs)
    except (zipfile.BadZipFile, OSError, RuntimeError):
        return 0
    return found


def _markdown(content: bytes) -> int:
    text = _CODE.sub("", text_of(content))
    pandoc = [match for match in _PANDOC.finditer(text) if not _NOT_CITED.match(match.group())]
    return len(pandoc) + sum(len(_NUMBERED.findall(line, 1)) for line in text.splitlines())


def _latex(content: bytes) -> int:
    text = _COMMENT.sub("", text_of(content))
    _, begun, body = text.partition("\\begin{document}")
    return sum(not _NO_CITE.match(match.group()) for match in _CITE.finditer(body if begun else text))


def _pdf(content: bytes) -> int:
    import pymupdf

    try:
        with pymupdf.open(stream=content, filetype="pdf") as document:
            if document.needs_pass:
                return 0
            return sum(_plain(page.get_text().encode()) for page in document.pages(0, min(40, document.page_count)))
    except (RuntimeError, ValueError):
        return 0


def _plain(content: bytes) -> int:
    return sum(len(_NUMBERED.findall(line, 1)) for line in text_of(content).splitlines())


def _json(content: bytes) -> int:
    try:
        loaded = json.loads(text_of(content))
    except ValueError:
        return 0
    items = loaded if isinstance(loaded, list) else [loaded]
    return sum(isinstance(item, dict) and "type" in item and bool({"title", "id"} & item.keys()) for item in items)


def _counting(pattern: str) -> Callable[[bytes], int]:
    compiled = re.compile(pattern, re.MULTILINE | re.IGNORECASE)
    return lambda content: len(compiled.findall(text_of(content)))


_xml = _counting(r"<record\b|<PubmedArticle\b|<PubmedBookArticle\b|<(?:b:)?Source>")
_LOOKS: Mapping[str, Callable[[bytes], int]] = {
    ".docx": _docx, ".docm": _docx, ".md": _markdown, ".rmd": _markdown, ".qmd": _markdown, ".markdown": _markdown,
    ".tex": _latex, ".ltx": _latex, ".pdf": _pdf, ".txt": _plain, ".html": _plain, ".rtf": _plain,
    ".bib": lambda content: len(_ENTRY.findall(text_of(content))),
    ".ris": _counting(r"^\s*TY\s{1,2}-"), ".nbib": _counting(r"^PMID\s?-"), ".xml": _xml, ".json": _json,
}  # fmt: skip
_SAME = {".bibtex": ".bib", ".biblatex": ".bib"}


def sighted(path: Path, content: bytes) -> int:
    """How many citations (in a manuscript) or entries (in a bibliography) a plain look sees."""
    suffix = path.suffix.lower()
    look = _LOOKS.get(_SAME.get(suffix, suffix))
    return look(content) if look is not None else 0

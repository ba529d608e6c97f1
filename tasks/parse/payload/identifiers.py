"""Lines that are nothing but identifiers, and identifiers that stand in running text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from state.manuscript import Reference
from state.payload import SourceFormat
from tasks.language.identifiers import clean_doi, clean_pmid, is_well_formed_doi
from tasks.language.scripts import fold_width
from tasks.parse.strings.addresses import checked_isbn, read_addresses

LONGEST_LINE = 4000
"""Characters of a line of identifiers; longer ones are read as prose."""
_DOI = r"10\.\d{4,9}(?:\.\d+)*/[^\s\"'<>，。；、]+"
_DOI_URL = rf"(?:https?://)?(?:(?:dx|www)\.)?doi\.org/(?:{_DOI}|10\.\d{{4,9}}%2[Ff][^\s\"'<>]+)"
_ARXIV = r"(?:\d{4}\.\d{4,5}|[a-z-]{2,10}(?:\.[A-Z]{2})?/\d{7})(?:v\d{1,2})?"
_URL = r"(?:https?://|www\.)[^\s\"'<>，。；、]+"
_ISBN = r"(?:97[89][-\s–]?)?(?:\d[-\s–]?){9}[\dXx]"
_LINE = re.compile(
    rf"(?P<doi>(?:doi\s*[:：]?\s*)?(?:{_DOI_URL}|{_DOI}))"
    rf"|(?:arxiv\s*[:：]\s*)(?P<arxiv>{_ARXIV})"
    r"|(?:pmid|pubmed\s?(?:id)?)\s*[:：#]?\s*(?P<pmid>\d{1,8})(?!\d)"
    r"|(?P<pmcid>(?:pmcid\s*[:：]\s*)?PMC\d{4,9})(?!\w)"
    rf"|isbn(?:-1[03])?\s*[:：]?\s*(?P<isbn>{_ISBN})(?!\d)"
    rf"|(?P<url>{_URL})"
    rf"|(?P<bare_isbn>{_ISBN})(?![\w-])"
    rf"|(?P<bare_arxiv>{_ARXIV})(?![\w./])"
    r"|(?P<bare_pmid>\d{5,8})(?![\w./-])",
    re.IGNORECASE,
)
_PLAUSIBLE = re.compile(
    r"[^\w]*(?:\d|doi|dx\.|www|http|arxiv|pmid|pubmed|pmc|isbn|[a-z-]{2,10}(?:\.[A-Z]{2})?/\d)", re.IGNORECASE
)
"""How a line of identifiers begins: what cannot be one is told at once."""
_BETWEEN = re.compile(r"[\s,;，；、|\"'“”‘’()\[\]<>]*(?:\band\b|\bund\b|和|以及)?[\s,;，；、|\"'“”‘’()\[\]<>.。]*")
_IN_TEXT = re.compile(
    rf"(?P<doi>(?<![\w/]){_DOI_URL}|(?<![\w./]){_DOI})"
    rf"|\barxiv\s?[:：]\s?(?P<arxiv>{_ARXIV})"
    r"|\bPMID\s?[:：]?\s?(?P<pmid>\d{1,8})(?!\d)"
    r"|\b(?P<pmcid>PMC\d{5,9})(?!\w)"
    rf"|\bisbn(?:-1[03])?\s?[:：]?\s?(?P<isbn>{_ISBN})(?!\d)"
    rf"|(?P<url>{_URL})",
    re.IGNORECASE,
)
_PUBMED = re.compile(r"(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/(\d{1,8})", re.IGNORECASE)
_ARXIV_URL = re.compile(rf"arxiv\.org/(?:abs|pdf|html)/({_ARXIV})", re.IGNORECASE)
_VERSION = re.compile(r"v\d+$")
_ENDS = ".,;:!?)]}>'\"”’。，；"


@dataclass(frozen=True, slots=True)
class Identified:
    """An identifier as printed, and the reference it alone makes."""

    format: SourceFormat
    reference: Reference
    start: int
    end: int


@lru_cache(maxsize=8192)
def identifiers_alone(text: str) -> tuple[Identified, ...]:
    """The identifiers of a text that is nothing else, separators between them; empty where it is more than that.

    Bare numbers are PMIDs from five digits on: shorter ones are pages and years. ISBNs count with a right check digit.
    """
    if len(text) > LONGEST_LINE or not _PLAUSIBLE.match(text):
        return ()
    folded, found, at = fold_width(text), [], _between(text, 0)
    if len(folded) != len(text):
        folded = text
    while at < len(folded):
        match = _LINE.match(folded, at)
        one = _identified(match, match.start(), match.end()) if match else None
        if match is None or one is None:
            return ()
        found.append(one)
        at = _between(folded, one.end)
        if at == one.end < len(folded):
            return ()
    return tuple(found)


def _between(text: str, at: int) -> int:
    """Where the separators end that stand at a place."""
    match = _BETWEEN.match(text, at)
    return match.end() if match else at


def identifiers_in(text: str) -> Iterator[Identified]:
    """The identifiers in running text, in its order, each once."""
    seen = set()
    for match in _IN_TEXT.finditer(text):
        one = _identified(match, match.start(), match.end())
        if one is not None:
            known = one.reference
            key = (known.doi, known.pmid, known.arxiv, known.isbn, known.url)
            if key not in seen:
                seen.add(key)
                yield one


def _identified(match: re.Match[str], start: int, end: int) -> Identified | None:
    name = str(match.lastgroup)
    printed = match.group(name)
    if name in ("doi", "url"):
        printed = _closed(printed)
        end = start + (match.start(name) - match.start()) + len(printed)
    raw = match.string[start:end]
    if name == "doi":
        doi = clean_doi(printed)
        return _one(SourceFormat.DOI, raw, start, end, doi=doi) if is_well_formed_doi(doi) else None
    if name in ("arxiv", "bare_arxiv"):
        return _one(SourceFormat.ARXIV, raw, start, end, arxiv=printed)
    if name in ("pmid", "bare_pmid"):
        return _one(SourceFormat.PMID, raw, start, end, pmid=clean_pmid(printed))
    if name in ("isbn", "bare_isbn"):
        isbn = checked_isbn(printed)
        if isbn is None and name == "bare_isbn" and printed.isdigit() and 5 <= len(printed) <= 8:
            return _one(SourceFormat.PMID, raw, start, end, pmid=clean_pmid(printed))
        return _one(SourceFormat.ISBN, raw, start, end, isbn=isbn) if isbn else None
    if name == "pmcid":
        url = f"https://www.ncbi.nlm.nih.gov/pmc/articles/PMC{re.sub(r'[^0-9]', '', printed)}/"
        return _one(SourceFormat.URL, raw, start, end, url=url)
    return _address(printed, raw, start, end)


def _address(url: str, raw: str, start: int, end: int) -> Identified:
    """An address: at PubMed, arXiv or with a DOI in it, it is an identifier too."""
    pmid, arxiv = _PUBMED.search(url), _ARXIV_URL.search(url)
    doi = read_addresses(url).doi
    if doi is None and arxiv:
        # What DataCite registers for every arXiv paper (000's Step 0.5, 2).
        doi = f"10.48550/arxiv.{_VERSION.sub('', arxiv.group(1).lower())}"
    doi = doi if is_well_formed_doi(doi) else None
    return _one(
        SourceFormat.URL,
        raw,
        start,
        end,
        url=url,
        doi=doi,
        pmid=clean_pmid(pmid.group(1)) if pmid else None,
        arxiv=arxiv.group(1) if arxiv else None,
    )


def _one(kind: SourceFormat, raw: str, start: int, end: int, **known: str | None) -> Identified:
    missing = known.get("doi") is None and known.get("pmid") is None
    return Identified(kind, Reference(id="", raw=raw, needs_manual_id=missing, **known), start, end)


def _closed(printed: str) -> str:
    """Without the marks of the sentence around it; a bracket it opened itself stays."""
    opening = {")": "(", "]": "[", "}": "{", ">": "<"}
    while printed and printed[-1] in _ENDS:
        mark = printed[-1]
        if mark in opening and printed.count(opening[mark]) >= printed.count(mark):
            break
        printed = printed[:-1]
    return printed

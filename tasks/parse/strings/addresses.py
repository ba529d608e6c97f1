"""Addresses and identifiers of an entry: DOI, PMID, PMCID, arXiv, ISBN and URL, wherever they stand."""

import re
from dataclasses import dataclass

from tasks.language.identifiers import clean_doi
from tasks.language.scripts import fold_width

_BROKEN_ADDRESS = re.compile(
    r"((?:https?://|www\.|\b10\.\d{4,9}/)[^\s<>\"“”]*+(?<=[/\-_=&?%.]))\s+(?=[^\s.,;()\[\]]*[/\d_=&?%])(?=[a-z0-9%/?=&_~\-])"
    r"(?!(?<!-\s)[12][089]\d\d[;,.\s\-)]|\[|https?:|www\.|(?:accessed|retrieved|available|doi|pmid|arxiv|isbn)\b|\d{1,3}\.\s)",
    re.IGNORECASE,
)
"""An address cut at the end of a line behind a sign no address ends with; what follows looks like its other half."""
_SPLIT_PREFIX = re.compile(
    r"\b(10\.\d{4,9})\s?/\s(?=\S)|\b(10\.\d{4,9})\s/(?=\S)|(https?://(?:dx\.)?doi\.org/)\s+(?=10\.)"
)
_PMID = re.compile(r"\bPMID\s?[:：]?\s*(\d{4,8})\b|pubmed(?:\.ncbi\.nlm\.nih\.gov)?/(\d{4,8})\b", re.IGNORECASE)
_PMCID = re.compile(r"\bPMC\s?(\d{5,8})\b")
_ARXIV = re.compile(
    r"\barXiv\s?(?:preprint\s+arXiv\s?)?[:：.]?\s?(?:abs/)?(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7})"
    r"|arxiv\.org/(?:abs|pdf)/(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7})"
    r"|10\.48550/arxiv\.(\d{4}\.\d{4,5})",
    re.IGNORECASE,
)
_ISBN = re.compile(r"\bISBN(?:-1[03])?\s?[:：]?\s*((?:97[89][\s\-–]?)?\d[\d\s\-–]{7,14}[\dXx])\b", re.IGNORECASE)
_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"“”\]）】，。]+", re.IGNORECASE)
_OPENING = {")": "(", "]": "[", "}": "{", ">": "<"}


@dataclass(frozen=True, slots=True)
class Addresses:
    doi: str | None
    pmid: str | None
    pmcid: str | None
    """`PMC` and digits."""
    arxiv: str | None
    isbn: str | None
    """Ten or thirteen digits without hyphens; its checksum is right."""
    url: str | None
    """The first address that is no resolver's of the DOI."""


def mended(text: str) -> str:
    """The entry on one line, white space folded, addresses and DOIs that a line's end cut in two joined again."""
    folded = " ".join(text.split())
    folded = _SPLIT_PREFIX.sub(lambda m: f"{m.group(1) or m.group(2)}/" if m.group(3) is None else m.group(3), folded)
    for _ in range(4):
        joined = _BROKEN_ADDRESS.sub(r"\1", folded)
        if joined == folded:
            break
        folded = joined
    return folded


def read_addresses(text: str) -> Addresses:
    """What identifies the work in an entry that was `mended`."""
    folded = fold_width(text)
    doi, pmid, arxiv = clean_doi(_doi_text(folded)), _PMID.search(folded), _ARXIV.search(folded)
    pmcid = _PMCID.search(folded)
    return Addresses(
        doi=doi,
        pmid=_group(pmid),
        pmcid=f"PMC{pmcid.group(1)}" if pmcid else None,
        arxiv=_group(arxiv),
        isbn=next((isbn for found in _ISBN.finditer(folded) if (isbn := checked_isbn(found.group(1)))), None),
        url=_url(folded, doi),
    )


def _doi_text(folded: str) -> str:
    """The text with what can end a DOI without white space (`…/x.1.PMID: 3`, `…/x.1,2019`, Chinese) set apart."""
    return re.sub(
        r"(10\.\d{4,9}/\S{0,150}?)(?=[,;.]?(?:PMID|PMCID|https?://|Available|Epub|\[)|[\u3001-\u303f\u4e00-\u9fff])",
        r"\1 ",
        folded,
    )


def _url(folded: str, doi: str | None) -> str | None:
    for found in _URL.finditer(folded):
        url = _closed(found.group())
        if "doi.org/" in url.lower() and doi:
            continue
        if len(url) > 10:
            return url
    return None


def _closed(url: str) -> str:
    """An address without the marks of the sentence around it; a bracket it opened itself stays."""
    while url and (
        url[-1] in ".,;:'\"”’!?" or (url[-1] in _OPENING and url.count(_OPENING[url[-1]]) < url.count(url[-1]))
    ):
        url = url[:-1]
    return url


def checked_isbn(printed: str) -> str | None:
    """An ISBN without hyphens where its last digit is the sum it must be; else None."""
    digits = re.sub(r"[^\dX]", "", printed.upper())
    if len(digits) == 10 and "X" not in digits[:9]:
        total = sum((10 - n) * (10 if char == "X" else int(char)) for n, char in enumerate(digits))
        return digits if total % 11 == 0 else None
    if len(digits) == 13 and digits.isdigit():
        return digits if sum(int(char) * (1 + 2 * (n % 2)) for n, char in enumerate(digits)) % 10 == 0 else None
    return None


def _group(match: re.Match[str] | None) -> str | None:
    return next((group for group in match.groups() if group), None) if match else None

"""Identifiers as people print them: taken out of addresses and prefixes, and judged for their form alone."""

import html
import re
from urllib.parse import unquote

_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+", re.IGNORECASE)
_WELL_FORMED = re.compile(r"10\.\d{4,9}(?:\.\d+)*/[^\s\"<>]*[^\s\"<>.,;:]", re.IGNORECASE)
_PMID = re.compile(
    r"\s*(\d{1,8})\s*|.*(?:pmid|pubmed|medline)\D{0,25}(\d{1,8})(?:\D.*)?", re.IGNORECASE | re.DOTALL | re.ASCII
)
_ARXIV = re.compile(r"(?:(\d{4}\.\d{4,5})|([a-z]+(?:-[a-z]+)*)(?:\.[a-z]{2})?/(\d{7}))(?:v\d+)?(?!\d|\.\d)", re.ASCII)
_ISBN = re.compile(
    r"(?<![\w-])(?:97[89][-\u2010-\u2013 ]?)?[0-9](?:[-\u2010-\u2013 ]?[0-9]){8}[-\u2010-\u2013 ]?[0-9Xx](?![\w-])"
)
_PMCID = re.compile(r"(?<![a-z0-9])pmc\s*(?:id)?[\s:]*(?:pmc)?\s*0*([1-9]\d{0,8})(?![0-9])", re.IGNORECASE | re.ASCII)
_ISSN = re.compile(r"(?<![0-9A-Za-z-])(\d{4})[-\u2010-\u2013]?(\d{3}[0-9Xx])(?![0-9A-Za-z-])", re.ASCII)
_BIBCODE = re.compile(
    r"(?<![A-Za-z0-9.&])([12]\d{3}[A-Za-z][A-Za-z0-9.&]{4}[A-Za-z0-9.]{4}[A-Za-z0-9.][A-Za-z0-9.]{4}[A-Z.:])"
    r"(?![A-Za-z0-9&]|\.[A-Za-z0-9.])"
)
_WHO_IRIS = re.compile(
    r"(?:(?:iris\.who\.int|apps\.who\.int/iris|extranet\.who\.int/iris)/(?:\w+/)*?handle/|hdl\.handle\.net/|"
    r"\bhdl:\s*|^\s*(?:handle:\s*)?)(10665/[0-9.]*[0-9])(?!\d)",
    re.IGNORECASE | re.ASCII,
)
_ARXIV_VERSION = re.compile(r"^(10\.48550/arxiv\..+?)v\d+$")


def clean_doi(text: str | None) -> str | None:
    """The bare lower-case DOI in `text` (`https://doi.org/…`, `doi: …`, percent signs undone), or None.

    A closing bracket that was never opened, and full stops and commas at the end, belong to the sentence around it.
    """
    if not text:
        return None
    found = _DOI.search(html.unescape(unquote(text)).replace("\u200b", ""))
    if not found:
        return None
    doi = found.group().lower().translate({0x2010: "-", 0x2011: "-", 0x2013: "-", 0x2212: "-"})
    while doi and doi[-1] in ".,;:'\"”’>}])":
        if doi[-1] in "])>" and doi.count({"]": "[", ")": "(", ">": "<"}[doi[-1]]) >= doi.count(doi[-1]):
            break
        doi = doi[:-1]
    return doi or None


def is_well_formed_doi(doi: str | None) -> bool:
    """Has `doi`, bare, the form of a DOI: `10.`, four to nine digits, `/`, and a suffix without white space?"""
    return bool(doi) and bool(_WELL_FORMED.fullmatch(doi or ""))


def clean_pmid(text: str | None) -> str | None:
    """The PMID in `text` (`PMID: 123`, an address at PubMed), without leading zeros, or None. One to eight digits."""
    found = _PMID.fullmatch(text) if text else None
    return ((found.group(1) or found.group(2)).lstrip("0") or None) if found else None


def same_doi(a: str | None, b: str | None) -> bool | None:
    """Are two DOIs one? arXiv's version suffix does not count. None where either is missing."""
    first, second = clean_doi(a), clean_doi(b)
    if first is None or second is None:
        return None
    return _ARXIV_VERSION.sub(r"\1", first) == _ARXIV_VERSION.sub(r"\1", second)


def clean_arxiv(text: str | None) -> str | None:
    """The number at arXiv in `text` (`arXiv:1707.08567v2 [cs.IT]`, an address there, its DOI), or None.

    Lower case, without version and, before 2007, without the subject class (`math.GT/0309136` is `math/0309136`): what
    arXiv itself calls the preprint by.
    """
    if not text:
        return None
    found = _ARXIV.match(
        re.sub(r"^.*arxiv(?:\.org/(?:abs|pdf)/|[.:：/\s]*)", "", text.lower(), flags=re.DOTALL).strip()
    )
    return f"{found.group(2)}/{found.group(3)}" if found and found.group(2) else found.group(1) if found else None


def clean_isbn(text: str | None) -> str | None:
    """The first ISBN in `text` as 13 digits, whose check digit is right, or None. An ISBN of ten becomes one of 13."""
    for found in _ISBN.findall(text or ""):
        digits = re.sub(r"[^0-9Xx]", "", found).upper()
        if len(digits) == 10:
            values = [10 if c == "X" else int(c) for c in digits]
            if "X" in digits[:9] or sum(v * w for v, w in zip(values, range(10, 0, -1), strict=True)) % 11:
                continue
            digits = f"978{digits[:9]}0"
            digits = digits[:12] + str(-_weighted(digits) % 10)
        if len(digits) == 13 and digits.isdigit() and _weighted(digits) % 10 == 0:
            return digits
    return None


def _weighted(digits: str) -> int:
    return sum(int(c) * (3 if n % 2 else 1) for n, c in enumerate(digits))


def clean_pmcid(text: str | None) -> str | None:
    """The number at PubMed Central in `text` (`PMCID: PMC 12`, an address there), as `PMC` and digits, or None."""
    found = _PMCID.search(text) if text else None
    return f"PMC{found.group(1)}" if found else None


def clean_issn(text: str | None) -> str | None:
    """The first ISSN in `text` as `1234-567X`, whose check digit is right, or None."""
    for head, tail in _ISSN.findall(text or ""):
        digits = f"{head}{tail}".upper()
        rest = -sum(int(d) * weight for d, weight in zip(digits[:7], range(8, 1, -1), strict=True)) % 11
        if digits[7] == ("X" if rest == 10 else str(rest)):
            return f"{head}-{digits[4:]}"
    return None


def clean_bibcode(text: str | None) -> str | None:
    """The first bibcode of NASA ADS in `text`, of 19 characters (year, journal, volume, section, page, initial; full
    stops fill up), bare or in an address there (`A%26A`), or None."""
    found = _BIBCODE.search(html.unescape(unquote(text))) if text else None
    return found.group(1) if found else None


def clean_who_iris(text: str | None) -> str | None:
    """The handle at WHO's repository in `text` (`10665/…`, an address there, old or new), or None."""
    found = _WHO_IRIS.search(unquote(text)) if text else None
    return found.group(1) if found else None


def is_preprint_doi(doi: str | None) -> bool:
    """Is this a DOI of a preprint server (arXiv, bioRxiv, medRxiv, Research Square, SSRN, …)?"""
    prefixes = (
        "10.48550/",
        "10.1101/",
        "10.64898/",
        "10.21203/",
        "10.2139/ssrn",
        "10.20944/",
        "10.26434/",
        "10.31234/",
    )
    return (clean_doi(doi) or "").startswith(prefixes)

"""Identifiers in bibliography fields: DOI, PMID, arXiv, ISBN, as people and programs write them."""

import re
from urllib.parse import unquote

from tasks.readers.bibtex.latex import plain

_DOI_PREFIX = re.compile(r"^\s*(?:(?:https?:)?(?://)?(?:dx\.|www\.)?doi\.org/|doi\s*[:=]?\s*)+", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d{1,9}){0,5}/[^\s\"<>{}]+", re.IGNORECASE)
_DOI_WHOLE = re.compile(r"10\.\d{4,9}(?:\.\d{1,9}){0,5}/\S+")
_DOI_LINK = re.compile(r"(?:doi\.org/|\bdoi\s*[:=]\s*)(10\.\d{4,9}(?:\.\d{1,9}){0,5}/[^\s\"<>{}]+)", re.IGNORECASE)
_QUERY = re.compile(r"[?&]\w{1,30}=.*$")
"""What a publisher's address puts behind the DOI."""
_PMID = re.compile(r"^\s*(?:pmid\s*:?\s*)?(\d{1,8})\s*$", re.IGNORECASE)
_PMID_NOTE = re.compile(r"\bPMID\s*[:=]?\s*(\d{1,8})\b|\bPubMed(?: ID)?[:=]?\s+(\d{5,8})\b", re.IGNORECASE)
_PMID_LINK = re.compile(r"(?:pubmed\.ncbi\.nlm\.nih\.gov/|ncbi\.nlm\.nih\.gov/pubmed/)(\d{1,8})\b", re.IGNORECASE)
_ARXIV_ID = r"(\d{4}\.\d{4,5}|[a-z-]{2,20}(?:\.[a-z]{2})?/\d{7})(?:v\d+)?"
_ARXIV = re.compile(rf"^\s*(?:arxiv\s*:\s*)?{_ARXIV_ID}(?:\s*\[[^\]]*\])?\s*$", re.IGNORECASE)
_ARXIV_NOTE = re.compile(
    rf"(?:arxiv\.org/(?:abs|pdf|html)/|\barxiv\s*:\s*|10\.48550/arxiv\.){_ARXIV_ID}", re.IGNORECASE
)
_URL = re.compile(r"https?://[^\s\"<>{}]+", re.IGNORECASE)
_PAIRS = {")": "(", "]": "["}
_SCAN = 20_000
"""Characters of a note that are searched for identifiers."""


def doi_of(value: str) -> str | None:
    """The DOI that a DOI field holds, bare and lower-case; None where it is ill-formed.

    A value that goes on after white space is ill-formed, unless what follows is another DOI: cutting it off would name
    another work.
    """
    return stated_doi(
        plain(value.replace("$<$", "<").replace("$>$", ">").replace("\\textless", "<").replace("\\textgreater", ">"))
    )


def stated_doi(text: str) -> str | None:
    """As `doi_of`, for a field that holds no LaTeX."""
    linked = "doi.org/" in text.lower()
    text = _DOI_PREFIX.sub("", unquote(text) if linked else text).strip()
    if _URL.fullmatch(text) and (inside := _DOI.search(text)) is not None:
        return _trimmed(inside.group())
    if _DOI_WHOLE.fullmatch(text):
        return _trimmed(text)
    first, _, rest = text.partition(" ")
    first, rest = first.rstrip(",;"), _DOI_PREFIX.sub("", rest.lstrip(",; "))
    if _DOI_WHOLE.fullmatch(first) and _DOI_WHOLE.match(rest):
        return _trimmed(first)
    return None


def doi_in(value: str) -> str | None:
    """A DOI inside an address or a note: behind `doi.org/` or `doi:`, or the whole value."""
    return linked_doi(plain(value[:_SCAN]))


def linked_doi(text: str) -> str | None:
    """As `doi_in`, for a text that holds no LaTeX."""
    text = text[:_SCAN].strip()
    linked = _DOI_LINK.search(unquote(text))
    if linked:
        return _trimmed(linked.group(1))
    return _trimmed(text) if _DOI.fullmatch(text) else None


def _trimmed(doi: str) -> str:
    """Without the punctuation of the sentence or field around it; a closing bracket stays where its opening one is."""
    doi = _QUERY.sub("", doi.lower())
    while doi:
        last = doi[-1]
        if last in ".,;:}>\"'" or (last in _PAIRS and doi.count(last) > doi.count(_PAIRS[last])):
            doi = doi[:-1]
        else:
            break
    return doi


def pmid_of(value: str) -> str | None:
    """The PMID that a PMID field holds; None where it is ill-formed."""
    text = plain(value)
    matched = _PMID.match(text) or _PMID_LINK.search(text)
    return matched.group(1) if matched else None


def pmid_in(value: str) -> str | None:
    """A PMID inside a note or an address: behind `PMID`, or in PubMed's address."""
    matched = _PMID_NOTE.search(value, 0, _SCAN) or _PMID_LINK.search(value, 0, _SCAN)
    return next((number for number in matched.groups() if number), None) if matched else None


def arxiv_of(value: str) -> str | None:
    """The arXiv id that a field holds, without version; None where it is none."""
    matched = _ARXIV.match(plain(value)) or _ARXIV_NOTE.search(value, 0, _SCAN)
    return matched.group(1).lower() if matched else None


def arxiv_in(value: str) -> str | None:
    """An arXiv id inside a note or an address."""
    matched = _ARXIV_NOTE.search(value, 0, _SCAN)
    return matched.group(1).lower() if matched else None


def isbn_of(value: str) -> str | None:
    """The first ISBN of a field, digits only (and X); the value as printed where it has neither 10 nor 13 digits."""
    text = plain(value)
    for part in re.split(r"[,;/]|\s(?=97[89])|\s+and\s+", text):
        digits = re.sub(r"[^0-9Xx]", "", part)
        if len(digits) in (10, 13):
            return digits.upper()
    return text or None


def url_of(value: str) -> str | None:
    """The address in a field, unescaped; the value itself where it is no address."""
    text = re.sub(r"\\([_%&#$~{}])", r"\1", value.strip())
    matched = _URL.search(text)
    if matched:
        return matched.group().rstrip(".,;")
    return plain(text) or None

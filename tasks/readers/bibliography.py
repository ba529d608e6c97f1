"""Which bibliography format a file is in: by its content first, since suffixes are generic, wrong, or missing."""

import re
from pathlib import PurePath
from typing import Final

from tasks.readers.bibtex.reader import BibReader
from tasks.readers.contract import BibliographyReader
from tasks.readers.records.csl import CslReader
from tasks.readers.records.csl_yaml import CslYamlReader
from tasks.readers.records.endnote_xml import EndnoteXmlReader
from tasks.readers.records.nbib import NbibReader
from tasks.readers.records.pubmed_xml import PubmedXmlReader
from tasks.readers.records.refer import ReferReader
from tasks.readers.records.refworks import RefworksReader
from tasks.readers.records.ris import RisReader
from tasks.readers.records.wos import WosReader

READERS: Final[tuple[BibliographyReader, ...]] = (
    BibReader(),
    RisReader(),
    NbibReader(),
    CslReader(),
    EndnoteXmlReader(),
    PubmedXmlReader(),
    WosReader(),
    ReferReader(),
    RefworksReader(),
    CslYamlReader(),
)
"""The order decides between formats whose signs are equally many."""

_SAMPLE = 262_144
"""Bytes looked at: an export may begin with a page of its own about the search."""
_PREFACE = 4000
"""Characters that an export may say of itself before its first record."""
_BIB = re.compile(
    r"^[ \t]*@[ \t]*(?:article|book|booklet|inbook|incollection|inproceedings|conference|proceedings|collection|manual"
    r"|mastersthesis|phdthesis|thesis|techreport|report|misc|online|electronic|unpublished|patent|dataset|software"
    r"|periodical|reference|inreference|string|comment|preamble)\s{0,3}[{(]",
    re.IGNORECASE | re.MULTILINE,
)
_ANY_BIB = re.compile(r"^[ \t]*@\w{2,30}\s{0,3}\{[^,{}\s]{0,200},", re.MULTILINE)
_RIS = re.compile(r"^[ \t\ufeff]{0,8}TY(?: {1,4}|\t)-(?: |\t|$)", re.MULTILINE)
_NBIB = re.compile(r"^\ufeff?(?:<\w+>)?PMID ?- ?\d", re.MULTILINE)
_WOS = re.compile(r"^\ufeff?PT (?:[A-Z]|Journal\b|Book\b)[^\n]{0,40}\n(?=[A-Z][A-Z0-9] )", re.MULTILINE)
_REFWORKS = re.compile(r"^\ufeff?RT [A-Z][A-Za-z ,/()]{2,60}\n(?:[A-Z][A-Z0-9] [^\n]*\n){1,9}", re.MULTILINE)
_REFER = re.compile(r"^[ \t\ufeff]{0,8}%0 [A-Z][A-Za-z ]{2,40}$|^%[AT] \S.*\n%[A-Z0-9@] \S", re.MULTILINE)
_TAGGED = re.compile(r"^([A-Z]{4}|[A-Z]{3} |[A-Z][A-Z0-9]  )- ", re.MULTILINE)
_XML = re.compile(
    r"<(PubmedArticle|PubmedBookArticle|MedlineCitation|PubmedArticleSet|ref-type|records?|titles|contributors)(?=[\s>/])"
)
_ENDNOTE = frozenset({"ref-type", "record", "records", "titles", "contributors"})
_JSON = re.compile(r"\s*[\[{]")
_YAML = re.compile(r"^references:[ \t]*\n[ \t]*-[ \t]|^- (?:id|type|title|author|DOI|citation-key):[ \t]", re.MULTILINE)
_YAML_FIELD = re.compile(
    r"^[ \t-]*(container-title|issued|citation-key|date-parts|DOI|type|title|author|id):", re.MULTILINE
)
_CSL = re.compile(r"\"(?:container-title|issued|citation-key|date-parts|DOI|type|itemType|creators|title|author)\"\s*:")


def bibliography_format(name: str, content: bytes) -> BibliographyReader | None:
    """The reader for a file of this name and content; None where it is no bibliography in a format that is read.

    Content that is unmistakable decides whatever the suffix says; else a suffix that only one format has does. Never
    raises, and looks at the beginning alone: what the reader then makes of the file is its own.
    """
    text = _beginning(content)
    found = _by_content(text)
    if found is not None:
        return found
    suffix = PurePath(name).suffix.lower()
    if suffix in (".json", ".xml", ".yaml", ".yml"):
        return None
    return next((reader for reader in READERS if suffix in reader.suffixes), None)


def _beginning(content: bytes) -> str:
    sample = content[:_SAMPLE]
    head = sample[:2000]
    if sample.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = sample.decode("utf-16", "replace")
    elif head.count(0) > len(head) // 4:
        text = sample.decode("utf-16-le" if sample[1:2] == b"\x00" else "utf-16-be", "replace")
    else:
        # Every sign of a format is ASCII, which Latin-1 leaves as it is in all other encodings.
        text = sample.decode("latin-1").removeprefix("\xef\xbb\xbf")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _by_content(text: str) -> BibliographyReader | None:
    bib, ris, nbib, csl, endnote, pubmed, wos, refer, refworks, csl_yaml = READERS
    start = text.lstrip()
    if start.startswith("<"):
        tags = {matched.group(1) for matched in _XML.finditer(text)}
        if "ref-type" in tags or {"record", "titles"} <= tags or {"record", "contributors"} <= tags:
            return endnote
        if tags - _ENDNOTE:
            return pubmed
    if _YAML.search(text, 0, _PREFACE) and len(set(_YAML_FIELD.findall(text))) >= 2:
        return csl_yaml
    if _JSON.match(text) and len(set(_CSL.findall(text))) >= 2:
        return csl
    signs = (
        (_count(_BIB, text) or min(_count(_ANY_BIB, text), 1), bib),
        (_count(_RIS, text), ris),
        (_count(_NBIB, text), nbib),
        (_count(_WOS, text), wos),
        (_count(_REFER, text), refer),
        (_count(_REFWORKS, text), refworks),
    )
    most, reader = max(signs, key=lambda sign: sign[0])
    if most:
        return reader
    return _by_tags({matched.group(1).strip() for matched in _TAGGED.finditer(text)})


def _count(sign: re.Pattern[str], text: str) -> int:
    """How often a sign occurs, if it begins where a bibliography does: a manuscript may show an entry further down."""
    return len(sign.findall(text)) if sign.search(text, 0, _PREFACE) else 0


def _by_tags(tags: set[str]) -> BibliographyReader | None:
    """Files whose records have lost what begins them: MEDLINE's tags are longer, RIS has its own for the year."""
    _, ris, nbib, *_ = READERS
    if "TI" in tags and tags & {"FAU", "JT", "OID", "PMCR", "OWN", "STAT", "LID", "DEP"}:
        return nbib
    if tags & {"TI", "T1"} and tags & {"AU", "A1"} and tags & {"PY", "Y1", "ER"}:
        return ris
    return None

"""Which address that a reference prints is a page, whose page it is, and which references are of a page alone. Pure."""

import re
from collections.abc import Callable, Mapping
from urllib.parse import unquote

from state.lookup import RegistryName
from state.manuscript import Reference
from tasks.fetch.naming import arxiv_number
from tasks.language.addresses import address_in, host_of, path_of
from tasks.language.titles import normalize_title
from tasks.registries import cran, github, huggingface, pypi, wayback

_KNOWS: Mapping[RegistryName, Callable[[str], object]] = {
    RegistryName.GITHUB: github.repository_of,
    RegistryName.PYPI: pypi.project_of,
    RegistryName.CRAN: cran.package_of,
    RegistryName.HUGGINGFACE: huggingface.repository_of,
}
_HOSTS_OF_PAGES = frozenset(
    {
        "github.com", "gitlab.com", "pypi.org", "pypi.python.org", "cran.r-project.org", "cran.rstudio.com",
        "cloud.r-project.org", "huggingface.co", "hf.co",
    }
)  # fmt: skip
_KINDS_OF_PAGES = frozenset(
    {
        "misc", "online", "electronic", "www", "software", "softwareversion", "computer_program", "webpage", "web page",
        "website", "post", "post-weblog", "blogpost", "dataset", "data", "elec", "comp", "icomm", "blog",
        "computer program", "online database", "dbase",
    }
)  # fmt: skip
"""Entry types of BibTeX, RIS, CSL, Zotero and EndNote."""
_KINDS_OF_WORKS = frozenset(
    {
        "article", "article-journal", "journal article", "journalarticle", "jour", "inproceedings", "conference",
        "conf", "cpaper", "paper-conference", "conferencepaper", "proceedings", "book", "inbook", "incollection",
        "chapter", "chap", "booksection", "thesis", "phdthesis", "mastersthesis", "thes", "techreport", "report",
        "rprt", "patent",
    }
)  # fmt: skip
_HOSTS_OF_WORKS = frozenset(
    {
        "doi.org", "dx.doi.org", "arxiv.org", "export.arxiv.org", "ar5iv.org", "ar5iv.labs.arxiv.org",
        "pubmed.ncbi.nlm.nih.gov", "pmc.ncbi.nlm.nih.gov", "europepmc.org", "ui.adsabs.harvard.edu", "iris.who.int",
    }
)  # fmt: skip
_PUBMED_PATHS = frozenset({"pubmed", "pmc"})
_DOI = re.compile(r"(?:^|[/=:])10\.[0-9]{4,9}/\S")
"""A DOI in the path or the query: the address of a publisher's page of a work."""
_LABEL = re.compile(r"[\s\[(【［]*[0-9]{0,4}[\s\].)】］:,、]*")


def page_service(url: str) -> RegistryName | None:
    """The service whose own page this address is; None for every other address, of which only the Wayback Machine can
    tell anything. A file in a repository is no page of GitHub's: that the repository stands says nothing of it."""
    return next((name for name, knows in _KNOWS.items() if knows(url) is not None), None)


def page_of(reference: Reference) -> str | None:
    """The page that a reference prints and that may be asked for; None where it prints none, where the address is a
    work's (doi.org, arXiv, PubMed, a publisher's with a DOI), or not for everybody (`page_state` tells that)."""
    printed = printed_page(reference)
    return printed if printed is not None and wayback.may_be_original(printed) else None


def printed_page(reference: Reference) -> str | None:
    """The address of a page that a reference prints, whether or not anybody may be asked for it."""
    address = address_in(reference.url)
    if address is None and not reference.url:
        address = _nothing_but_address(reference)
    return None if address is None or _is_of_a_work(address) else address


def _nothing_but_address(reference: Reference) -> str | None:
    """The address that an entry consists of, but for its number."""
    for text in (reference.title or "", reference.raw[:2000]):
        bare = text[_label_end(text) :].strip()
        address = address_in(bare)
        if address is not None and len(bare) - len(address) <= 2 and bare.lower().startswith(("http", "<http")):
            return address
    return None


def _label_end(text: str) -> int:
    found = _LABEL.match(text)
    return found.end() if found else 0


def _is_of_a_work(address: str) -> bool:
    host, path = host_of(address), path_of(address)
    if host in _HOSTS_OF_WORKS or (host == "ncbi.nlm.nih.gov" and path[:1] and path[0].lower() in _PUBMED_PATHS):
        return True
    return not wayback.is_copy(address) and _DOI.search(unquote(address.partition("://")[2])) is not None


def is_page_reference(reference: Reference) -> bool:
    """Is it a reference of a page, a piece of software, a model or a dataset, and of nothing that a registry of works
    would hold? It prints an address, no identifier and no place in a journal; and its type says so, or whose page the
    address is, or it has no title beside."""
    address = printed_page(reference)
    if address is None or _names_a_work(reference):
        return False
    kind = (reference.entry_type or "").strip().lower()
    if kind in _KINDS_OF_PAGES or not _has_title(reference):
        return True
    return kind not in _KINDS_OF_WORKS and host_of(address) in _HOSTS_OF_PAGES


def _names_a_work(reference: Reference) -> bool:
    identifiers = (
        reference.doi,
        reference.pmid,
        arxiv_number(reference),
        reference.isbn,
        reference.pmcid,
        reference.bibcode,
        reference.who_iris,
    )
    return any(identifiers) or any((reference.journal, reference.volume, reference.pages))


def _has_title(reference: Reference) -> bool:
    title = reference.title or ""
    return bool(normalize_title(title)) and address_in(title) is None

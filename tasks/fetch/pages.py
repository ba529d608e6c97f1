"""Pages that references print: which address is one, who is asked about it, and what became of it.

A page is alive, archived or gone, never true or false, and a dead link says nothing about the work (decisions 1.13).
Pure: the same answers give the same questions. Only an address that everybody may see is sent to anybody.
"""

import re
from collections.abc import Callable, Mapping
from urllib.parse import unquote

from state.lookup import Query, QueryKind, RegistryName, Unavailable, UnavailableReason
from state.manuscript import Reference
from state.resolution import Page, PageState
from tasks.fetch.naming import arxiv_number
from tasks.fetch.trail import Trail, query_of
from tasks.language.addresses import address_in, host_of, is_public, path_of, shown
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
    printed = _printed(reference)
    return printed if printed is not None and is_public(printed) else None


def _printed(reference: Reference) -> str | None:
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
    address = _printed(reference)
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


def page_queries(trail: Trail) -> tuple[Query, ...]:
    """What is still to be asked about the reference's page, by the answers so far; empty when nothing is.

    The service whose page it is goes first; the Wayback Machine is asked where that says it has it not, or could not be
    asked, or where there is none. Of a reference that names a work, an address that is no service's is not asked for:
    the Wayback Machine alone could not say that it is gone, and that it has a copy is nothing to act on.
    """
    url = page_of(trail.reference)
    if url is None:
        return ()
    service = page_service(url)
    if service is None:
        wanted = _at(RegistryName.WAYBACK, url) if is_page_reference(trail.reference) else None
    else:
        wanted = _at(service, url)
        if trail.is_absent(wanted) or trail.is_unavailable(wanted):
            wanted = _at(RegistryName.WAYBACK, url)
    return () if wanted is None or wanted in trail.asked else (wanted,)


def page_state(trail: Trail) -> Page | None:
    """What became of the reference's page; None where it prints none, or one that nobody is asked for.

    ALIVE: its service has it. ARCHIVED: there is a copy, and the service lacks it or there is no service. GONE: the
    service lacks it, and there is no copy. UNKNOWN: the one that could say could not be asked, or the Wayback Machine
    alone has no copy; its absence alone never makes a page gone.
    """
    printed = _printed(trail.reference)
    if printed is None:
        return None
    if not is_public(printed):
        return Page(url=shown(printed), state=PageState.UNKNOWN, withheld=True)
    service, copies = page_service(printed), _at(RegistryName.WAYBACK, printed)
    if service is None and not is_page_reference(trail.reference):
        return None
    own = _at(service, printed) if service else None
    asked = tuple(query for query in (own, copies) if query is not None and query in trail.asked)
    copy = next(iter(trail.records(copies)), None)
    return Page(
        url=printed,
        state=_state(trail, own, copies),
        copy_url=copy.url if copy else None,
        date=wayback.taken_on(copy) if copy else None,
        asked=tuple(query.registry for query in asked),
        absent_at=tuple(query.registry for query in asked if trail.is_absent(query)),
    )


def _state(trail: Trail, own: Query | None, copies: Query) -> PageState:
    if own is not None and trail.records(own):
        return PageState.ALIVE
    if own is not None and not trail.is_absent(own):
        return PageState.UNKNOWN
    if trail.records(copies):
        return PageState.ARCHIVED
    return PageState.GONE if own is not None and trail.is_absent(copies) else PageState.UNKNOWN


def page_needed(trail: Trail) -> tuple[Query, ...]:
    """Look-ups that could not be asked and on which the page's state depends: `resume` asks them again. A refusal that
    no setting would change is not among them: Hugging Face refuses whoever asks for what is not there, or is private.
    """
    state = page_state(trail)
    if state is None or state.state is not PageState.UNKNOWN:
        return ()
    return tuple(
        query
        for query in trail.asked
        if query.kind is QueryKind.PAGE and isinstance(out := trail.answers[query].lookup, Unavailable)
        if out.reason is not UnavailableReason.FORBIDDEN or out.setting is not None
    )


def _at(registry: RegistryName, url: str) -> Query:
    return query_of(registry, QueryKind.PAGE, url)

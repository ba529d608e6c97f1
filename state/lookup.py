"""Looking things up: what is asked of a registry, and the three ways an asking can end (decisions 1.1).

A `Lookup` is Found | NotFound | Unavailable, one per `Query`, never one per HTTP response. No code turns
`Unavailable` (the service could not be asked) into `NotFound` (it answered and does not have it).
"""

from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from state.words import Word, content_hash


class RegistryName(StrEnum):
    """The services that are asked, in the order they are asked. The value is the one used in stores, reports and
    settings."""

    LOCAL = "local"
    """The user's own registry on this machine (`corrigenda registry import`). What it lacks says nothing."""
    PUBMED = "pubmed"
    CROSSREF = "crossref"
    OPENALEX = "openalex"
    DATACITE = "datacite"
    ARXIV = "arxiv"
    EUROPEPMC = "europepmc"
    DBLP = "dblp"
    OPENLIBRARY = "openlibrary"
    ADS = "ads"
    WHO_IRIS = "who_iris"
    SEMANTIC_SCHOLAR = "semantic_scholar"
    DOI = "doi"
    """doi.org: does a DOI exist (handle), and which agency registered it (ra)?"""
    GITHUB = "github"
    PYPI = "pypi"
    CRAN = "cran"
    HUGGINGFACE = "huggingface"
    WAYBACK = "wayback"
    """The last five know pages: alive, archived or gone, never true or false."""


class QueryKind(StrEnum):
    """What a query's `value` is."""

    PMID = "pmid"
    DOI = "doi"
    ARXIV = "arxiv"
    """A number at arXiv."""
    PMCID = "pmcid"
    ISBN = "isbn"
    ISSN = "issn"
    """A journal, not a work."""
    BIBCODE = "bibcode"
    """A work at NASA ADS."""
    WHO_IRIS = "who_iris"
    """A handle at WHO's repository."""
    PAGE = "page"
    """An address on the web: is it alive, archived or gone?"""
    TITLE = "title"
    HANDLE = "handle"
    """Existence of a DOI at doi.org's handle service."""
    AGENCY = "agency"
    """The registration agency of a DOI."""


class Query(Word):
    """One question to one registry. Two queries with equal fields are the same question, whoever asks."""

    registry: RegistryName
    kind: QueryKind
    value: str
    """A PMID (digits), a PMCID (`PMC` and digits), a DOI (lower case, bare), a number at arXiv (lower case, without
    prefix and version), an ISBN of 13 digits, an ISSN (`1234-567X`), a bibcode of 19 characters, a handle (`10665/…`),
    an address as printed, or a title as cited (white space folded)."""
    author: str | None = None
    """Family name of the first author; only for title queries."""

    @cached_property
    def _parts(self) -> tuple[str, str, str, str | None]:
        return self.registry.value, self.kind.value, self.value, self.author

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Query) and self._parts == other._parts

    def __hash__(self) -> int:
        # A run asks of a query a thousand times whether it has been asked: pydantic's own hash is twenty times slower.
        return hash(self._parts)

    @property
    def key(self) -> str:
        """The key under which the answer to this query is kept."""
        return content_hash("query", self.model_dump(mode="json"))


class Author(Word):
    """One author as given. A consortium, or a name that could not be split, has only `family`."""

    family: str
    given: str | None = None

    @property
    def display(self) -> str:
        """`Smith J` in the manner of PubMed; a given name already made of initials is kept as it is."""
        if not self.given:
            return self.family
        parts = self.given.replace(".", " ").replace("-", " ").split()
        if len(parts) == 1 and parts[0].isupper() and len(parts[0]) <= 3:
            return f"{self.family} {parts[0]}"
        return f"{self.family} {''.join(part[0] for part in parts)}".strip()


class NoticeType(StrEnum):
    """What a published notice says about a work."""

    RETRACTION = "retraction"
    REMOVAL = "removal"
    WITHDRAWAL = "withdrawal"
    EXPRESSION_OF_CONCERN = "expression_of_concern"
    CORRECTION = "correction"
    ERRATUM = "erratum"
    REINSTATEMENT = "reinstatement"


class Notice(Word):
    """A retraction, correction or concern as one registry states it (decisions 1.12)."""

    type: NoticeType
    registry: RegistryName
    asserted_by: str | None = None
    """Who says so within the registry: `publisher`, `retraction-watch`, …"""
    doi: str | None = None
    """DOI of the notice, which may be the article's own."""
    pmid: str | None = None
    date: str | None = None
    """ISO date of the notice, to the precision known: `2021`, `2021-03` or `2021-03-04`."""


class Record(Word):
    """One registry's description of a work, as that registry gives it. Records are compared, never merged."""

    registry: RegistryName
    id: str
    """The registry's own identifier of the work."""
    title: str | None = None
    """Title with the subtitle joined (`Title: subtitle`), markup removed."""
    authors: tuple[Author, ...] = ()
    year: int | None = None
    years: tuple[int, ...] = ()
    """Every year the registry gives for the work (print, online, issued), ascending; `year` is one of them."""
    venue: str | None = None
    venue_short: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    doi: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    isbns: tuple[str, ...] = ()
    """Of 13 digits each."""
    issns: tuple[str, ...] = ()
    """`1234-567X` each."""
    is_preprint: bool = False
    """The registry itself says that this is a preprint, or holds nothing else."""
    preprint_of: tuple[str, ...] = ()
    """DOIs (lower case, bare) of what the registry names as the published version of this preprint."""
    has_preprints: tuple[str, ...] = ()
    """DOIs of what it names as preprints of this work."""
    authors_complete: bool = True
    """False where the registry itself cut the list of authors."""
    types: tuple[str, ...] = ()
    """Publication types in the registry's words, in its order."""
    abstract: str | None = None
    abstract_structured: bool = False
    """True where the abstract came in labelled parts; its labels stand in the text as `RESULTS: …` lines."""
    notices: tuple[Notice, ...] = ()
    agency: str | None = None
    """Registration agency of the DOI; only from doi.org."""
    url: str | None = None


class Found(Word):
    """The service answered and has it. A title search yields every candidate it returned, in its order."""

    outcome: Literal["found"] = "found"
    records: tuple[Record, ...]


class NotFound(Word):
    """The service answered, and does not have it."""

    outcome: Literal["not_found"] = "not_found"


class UnavailableReason(StrEnum):
    """Why a service could not be asked. None of these says anything about the work."""

    TIMEOUT = "timeout"
    REFUSED = "refused"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    MALFORMED = "malformed"
    FORBIDDEN = "forbidden"
    """401 or 403: `setting` names the key that would help."""
    NOT_CONFIGURED = "not_configured"
    OFFLINE = "offline"


class Unavailable(Word):
    """The service could not be asked, or its answer could not be read."""

    outcome: Literal["unavailable"] = "unavailable"
    reason: UnavailableReason
    detail: str = ""
    """One short clause for people; never holds a key or an address with one."""
    setting: str | None = None
    """The environment variable that would help, for FORBIDDEN and NOT_CONFIGURED."""


Lookup = Annotated[Found | NotFound | Unavailable, Field(discriminator="outcome")]


class Kept(Word):
    """The answer to a query as it is kept: with its time and the bodies it was read from."""

    query: Query
    lookup: Lookup
    asked_at: datetime
    bodies: tuple[str, ...] = ()
    """Fingerprints of the requests whose bodies hold the answer."""
    body_sha256: str | None = None
    """sha256 of the last of those bodies."""

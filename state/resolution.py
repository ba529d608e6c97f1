"""What step B finds out: which work a reference denotes, how the print differs, and what can be read of the work."""

from enum import StrEnum

from state.finding import Severity
from state.lookup import Notice, Query, Record, RegistryName, UnavailableReason
from state.words import Word, content_hash, text_sha256


class Identity(StrEnum):
    """The rows of decisions 1.9. One is stored per reference; every document's verdict is read off it."""

    SAME = "same"
    STRANGER = "same_title_stranger"
    DOUBTFUL = "doubtful"
    OTHER_EXISTS = "other_exists"
    """The identifier belongs to another work; the cited one exists elsewhere."""
    OTHER_NOWHERE = "other_nowhere"
    """The identifier belongs to another work; the cited one is found nowhere, all required services having answered."""
    NONE = "none"
    """No identifier resolves, found nowhere, all required services having answered."""
    UNKNOWN = "unknown"
    """Something needed could not be asked."""
    AGENCY_ONLY = "agency_only"
    """The DOI exists, but no registry we can read holds it: unverifiable, the agency named (decisions 1.5)."""
    PAGE_ONLY = "page_only"
    """The reference is of a page, a piece of software, a model or a dataset known by its address alone: whether that is
    alive, archived or gone is told, and nothing is said of the work."""
    UNREADABLE = "unreadable"
    """The entry has neither an identifier nor a title that could be read: there was nothing to look it up with, so
    nobody was asked, and nothing is said of the work."""


class MetadataStatus(StrEnum):
    """V's column of decisions 1.9."""

    OK = "OK"
    WARNING = "WARNING"
    METADATA_MISMATCH = "METADATA_MISMATCH"
    API_FAIL = "API_FAIL"


STATUS_OF: dict[Identity, MetadataStatus] = {
    Identity.SAME: MetadataStatus.OK,  # WARNING below a title ratio of 0.85
    Identity.STRANGER: MetadataStatus.WARNING,
    Identity.DOUBTFUL: MetadataStatus.WARNING,
    Identity.OTHER_EXISTS: MetadataStatus.METADATA_MISMATCH,
    Identity.OTHER_NOWHERE: MetadataStatus.METADATA_MISMATCH,
    Identity.NONE: MetadataStatus.API_FAIL,
    Identity.UNKNOWN: MetadataStatus.API_FAIL,
    Identity.AGENCY_ONLY: MetadataStatus.API_FAIL,
    Identity.PAGE_ONLY: MetadataStatus.API_FAIL,
    Identity.UNREADABLE: MetadataStatus.API_FAIL,
}


class Field(StrEnum):
    TITLE = "title"
    FIRST_AUTHOR = "first_author"
    AUTHORS = "authors"
    """The others, their number and their order."""
    YEAR = "year"
    JOURNAL = "journal"
    VOLUME = "volume"
    ISSUE = "issue"
    PAGES = "pages"
    DOI = "doi"
    PMID = "pmid"
    ARXIV = "arxiv"
    ISBN = "isbn"


class FieldVerdict(StrEnum):
    """How one printed field stands to the record."""

    AGREES = "agrees"
    DIFFERS = "differs"
    NOT_PRINTED = "not_printed"
    NOT_RECORDED = "not_recorded"
    UNDECIDED = "undecided"
    """Both are there and cannot be compared: two scripts, a translation, an unknown abbreviation."""


class FieldCheck(Word):
    """One field of the entry against the record it was compared with."""

    field: Field
    verdict: FieldVerdict
    printed: str = ""
    recorded: str = ""
    registry: RegistryName | None = None
    severity: Severity | None = None
    """Only with DIFFERS: 001's SERIOUS, MEDIUM or MINOR."""


class Discrepancy(Word):
    """A printed value against a recorded one."""

    field: Field
    printed: str
    recorded: str
    registry: RegistryName
    severity: Severity = Severity.MEDIUM
    """001, A2: author, year, journal and DOI are SERIOUS; omitted co-authors, a title's slight error and pages MEDIUM;
    what a reader still finds the work with is MINOR."""
    detail: str = ""
    """For a title the differing words, `-printed +recorded`; for a year the difference; for authors what kind of
    difference it is."""
    agreed_by: tuple[RegistryName, ...] = ()
    """Registries that agree with the print: then it is the registries' disagreement (decisions 1.13)."""
    unasked: tuple[RegistryName, ...] = ()
    """Registries that may agree with the print and could not be asked: until they have been, it is not confirmed."""

    @property
    def stands(self) -> bool:
        """Whether it is held against the entry: nobody agrees with the print, and whoever may has been asked."""
        return not (self.agreed_by or self.unasked)


class PageState(StrEnum):
    """What became of a page (never whether it is true)."""

    ALIVE = "alive"
    ARCHIVED = "archived"
    """No longer, or not known to be, at its address; a copy is kept."""
    GONE = "gone"
    UNKNOWN = "unknown"


class Page(Word):
    """An address a reference prints, and what became of it."""

    url: str
    state: PageState
    copy_url: str | None = None
    """Address of an archived copy."""
    date: str | None = None
    """ISO date of that copy."""
    asked: tuple[RegistryName, ...] = ()
    """Who answered, or could not be asked, in the order asked."""
    absent_at: tuple[RegistryName, ...] = ()
    """Those of them that say it is not there."""
    withheld: bool = False
    """The address is not for everybody (a private host, a password or a token in it): nobody was asked, and `url` is
    shown without what opens it."""


class Version(Word):
    """Another version of the cited work that matters to who cites it."""

    kind: str
    """`published_since`: a preprint is cited that has been published; `withdrawn`: a preprint that was withdrawn;
    `published_as_preprint`: what is cited as published is known as a preprint only."""
    record: Record | None = None
    """The other version, where a registry describes it."""
    doi: str | None = None
    named_by: RegistryName | None = None


class NoticeState(StrEnum):
    RETRACTED = "retracted"
    CONCERN = "concern"
    CORRECTED = "corrected"
    REINSTATED = "reinstated"
    DISPUTED = "disputed"
    NONE = "none"
    UNKNOWN = "unknown"


class LookupNote(Word):
    """Who was asked what about a reference, when, and how it ended."""

    query: Query
    outcome: str
    """`found`, `not_found` or `unavailable`."""
    reason: UnavailableReason | None = None
    detail: str = ""
    setting: str | None = None
    asked_at: str | None = None
    """UTC, ISO 8601."""
    body_sha256: str | None = None
    needed: bool = False
    """True where the outcome of the reference still depends on this unavailable answer."""


class Candidate(Word):
    """A work found by title, and how well it fits (decisions 1.7)."""

    record: Record
    ratio: float
    author_agrees: bool | None
    year_agrees: bool | None


class AbstractSource(StrEnum):
    PUBMED = "pubmed"
    CROSSREF = "crossref"
    OPENALEX = "openalex"
    DATACITE = "datacite"
    ARXIV = "arxiv"
    EUROPEPMC = "europepmc"
    SEMANTIC_SCHOLAR = "semantic_scholar"
    ADS = "ads"
    LOCAL = "local"
    FULL_TEXT_PDF = "full_text_pdf"
    NONE = "none"


class Evidence(Word):
    """The readable text of a work. `text` is what quotations must occur in, word for word."""

    source: AbstractSource
    text: str = ""
    structured: bool = False
    file: str | None = None
    """Name of the user's PDF."""
    article_type: str | None = None

    @property
    def key(self) -> str:
        """Identity by content."""
        return content_hash("evidence", {"text": self.text, "type": self.article_type, "source": self.source.value})

    @property
    def sha256(self) -> str:
        return text_sha256(self.text)


class Resolution(Word):
    """Which work a reference denotes, or why that is not known."""

    reference_id: str
    identity: Identity
    status: MetadataStatus
    record: Record | None = None
    """The record the printed entry was compared with: the identified work's, or the other work's at the identifier."""
    supporting: tuple[Record, ...] = ()
    """Records of the same work in other registries, in the order asked."""
    elsewhere: Record | None = None
    """OTHER_EXISTS: the cited work, where it was found."""
    candidates: tuple[Candidate, ...] = ()
    """Best title candidates that were not accepted, at most three."""
    title_ratio: float | None = None
    author_agrees: bool | None = None
    year_agrees: bool | None = None
    discrepancies: tuple[Discrepancy, ...] = ()
    checks: tuple[FieldCheck, ...] = ()
    """Every field, printed against recorded, in the order of `Field`."""
    versions: tuple[Version, ...] = ()
    page: Page | None = None
    notices: tuple[Notice, ...] = ()
    notice_state: NoticeState = NoticeState.UNKNOWN
    agency: str | None = None
    doi_unregistered: bool = False
    """The printed DOI does not exist at doi.org and no registry holds it (decisions 1.5)."""
    lookups: tuple[LookupNote, ...] = ()
    evidence: Evidence = Evidence(source=AbstractSource.NONE)
    fulltext_required_stepB: bool = True  # noqa: N815 (the document's own key)

    @property
    def unavailable(self) -> tuple[LookupNote, ...]:
        """The lookups this reference's outcome still depends on."""
        return tuple(note for note in self.lookups if note.needed)

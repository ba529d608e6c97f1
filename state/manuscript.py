"""What step A reads: sections, references, citations and claims, and an account of how complete the reading is."""

from enum import StrEnum

from pydantic import Field

from state.lookup import Author
from state.words import Word, content_hash


class SourceRole(StrEnum):
    MANUSCRIPT = "manuscript"
    BIBLIOGRAPHY = "bibliography"
    PDF = "pdf"


class Source(Word):
    """A file that was read. Only its name is kept, never the folder it lay in."""

    name: str
    role: SourceRole
    format: str
    sha256: str


class SectionKind(StrEnum):
    """The role of a section; methods sections raise `fulltext_likely` (decisions 2.4)."""

    ABSTRACT = "abstract"
    INTRODUCTION = "introduction"
    METHODS = "methods"
    RESULTS = "results"
    DISCUSSION = "discussion"
    CONCLUSION = "conclusion"
    REFERENCES = "references"
    APPENDIX = "appendix"
    OTHER = "other"


class Section(Word):
    """A heading and what stands below it until the next. A subsection of a methods section is a methods section."""

    index: int
    heading: str
    """As written. Text before the first heading has the heading ``""``."""
    level: int
    kind: SectionKind
    chapter: str
    """The heading of the top-level section this one lies in, as written; what a claim's `chapter` shows."""


class Reference(Word):
    """One entry of the manuscript's reference list or bibliography, as printed."""

    id: str
    """The printed number (`"29"`), or the entry's key where the manuscript uses keys. Unique in a run."""
    number: int | None = None
    key: str | None = None
    """The .bib key."""
    entry_type: str | None = None
    title: str | None = None
    authors: tuple[Author, ...] = ()
    editors: tuple[Author, ...] = ()
    authors_complete: bool = True
    """False where the entry itself says `et al.` or `others`."""
    year: int | None = None
    journal: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    doi: str | None = None
    """Lower case and bare; as printed it is in `raw`."""
    pmid: str | None = None
    arxiv: str | None = None
    isbn: str | None = None
    issn: str | None = None
    pmcid: str | None = None
    bibcode: str | None = None
    """Of NASA ADS."""
    who_iris: str | None = None
    """A handle at WHO's repository."""
    url: str | None = None
    raw: str = ""
    """The entry as it stands in the file or list."""
    file: str | None = None
    line: int | None = None
    listed: str | None = None
    """The entry as printed in the manuscript's own list, where there is one beside the .bib."""
    problems: tuple[str, ...] = ()
    """Codes of what is wrong with the entry itself: `broken`, `duplicate:KEY`, `crossref_missing:KEY`,
    `undefined_string:NAME`, `bad_doi`, `bad_pmid`, `list_only`, `bib_only`, `list_differs:FIELD`, `not_listed`,
    `unparsed` (a printed entry of which neither title, name nor identifier could be read)."""
    needs_manual_id: bool = False
    """Neither PMID nor DOI (V.A6)."""

    @property
    def first_author(self) -> str | None:
        """Who a work is cited by: its first author, or its first editor where it has none."""
        people = self.authors or self.editors
        return people[0].family if people else None


class Citation(Word):
    """A place in the text that points to references."""

    id: str
    """`P{ordinal}`, from 1 in reading order."""
    printed: str
    """The marker as printed, e.g. `[21,22,29]`."""
    reference_ids: tuple[str, ...]
    """In printed order, ranges expanded, each once. A number without an entry is kept: it dangles."""
    file: str
    line: int
    note: str | None = None
    section: int
    """Index of the section."""
    superscript: bool = False
    wide_range: str | None = None
    """A range of more than 50, as printed: reported, not expanded (decisions 2.1)."""


class Template(StrEnum):
    """The six intentions of V.A3; the value is the canonical English phrase (decisions 4.2)."""

    DATA = "to provide data/evidence supporting"
    FINDING = "to attribute the finding that"
    ONE_OF = "as one of"
    METHOD = "to provide methodological provenance for"
    DEFINITION = "to provide definitional/standard provenance for"
    BACKGROUND = "as background reference for"


class Strictness(StrEnum):
    """How much the cited work must hold: V.A4, decisions 3."""

    STRICT = "Strict"
    STANDARD = "Standard"
    LENIENT = "Lenient"


SEVERITY_OF: dict[Template, Strictness] = {
    Template.DATA: Strictness.STRICT,
    Template.FINDING: Strictness.STRICT,
    Template.ONE_OF: Strictness.STANDARD,
    Template.METHOD: Strictness.STANDARD,
    Template.DEFINITION: Strictness.LENIENT,
    Template.BACKGROUND: Strictness.LENIENT,
}


class FulltextTrigger(StrEnum):
    """Which layer of V.A5 predicts that full text will be needed (decisions 2.11)."""

    CODE_SAFEGUARD = "code_safeguard"
    """Numeric, in a methods section."""
    STRICT_NUMERIC = "strict_numeric"
    """Numeric, and Strict."""
    BOTH = "code_safeguard+strict_numeric"


class Claim(Word):
    """What the text attributes to one reference at one place."""

    claim_id: str
    """`C029_001`: the reference's number in three digits (more if needed), then its ordinal for that reference.
    For a reference with a key, `C{key}_001`."""
    reference_id: str
    citation_id: str
    chapter: str
    section_kind: SectionKind
    file: str
    line: int
    note: str | None = None
    excerpt: str
    """The first words of the citing sentence, for finding the place in Word."""
    context_raw: str
    """±2 sentences inside the paragraph, as written (decisions 2.5)."""
    context_confidence: str = "high"
    """`high` or `low`."""
    scope: tuple[tuple[int, int], ...]
    """Spans of `context_raw`, in characters, of the sentences this citation is offered for; ascending."""
    marker: tuple[int, int]
    """Span of the marker in `context_raw`."""
    template: Template
    contribution: str
    """What this reference is expected to contribute."""
    claim_summary: str
    """`Cites [29] as one of 3 refs supporting … → …`."""
    summary_by: str = "rules"
    """`rules`, or the model's name."""
    severity: Strictness
    has_numeric: bool
    numeric_values: tuple[str, ...] = ()
    fulltext_likely: bool = False
    fulltext_trigger: FulltextTrigger | None = None
    method_needs_human_confirm: bool = False
    group_size: int = 1
    """How many references share the marker."""

    @property
    def scope_text(self) -> str:
        """The sentences of the scope, joined by a space."""
        return " ".join(self.context_raw[start:end].strip() for start, end in self.scope)

    @property
    def content_key(self) -> str:
        """Identity of the claim by content: its context, scope, summary, strictness and numbers are the question."""
        asked = {
            "context": self.context_raw,
            "scope": [list(span) for span in self.scope],
            "marker": list(self.marker),
            "summary": self.claim_summary,
            "severity": self.severity.value,
            "numbers": list(self.numeric_values),
        }
        return content_hash("claim", asked)


class Numbering(Word):
    """How printed numbers were bound to bibliography entries (decisions 2.3)."""

    mode: str
    """`list`, `file`, `alphabetical`, `key`, `author_year`, or `in_doubt`."""
    chosen_by: str = "rules"
    """`rules` or `user`."""
    reasons: tuple[str, ...] = ()
    """What spoke for it or against the others, as codes with values, e.g. `highest_number=12 entries=15`."""


class BrokenEntry(Word):
    """A bibliography block that could not be read as an entry. It is reported and never lost."""

    file: str
    line: int
    reason: str
    """`unterminated`, `duplicate_key`, `duplicate_field`, `no_key`, `undecodable`, `unparsed`."""
    key: str | None = None
    excerpt: str
    """Its first 200 characters."""


class Check(Word):
    """A check of step A: whether it ran, and why not."""

    name: str
    """`numbering`, `orphans`, `dangling`, `duplicates`, `list_against_bib`, `gaps`, `order`."""
    ran: bool
    why_not: str | None = None


class Completeness(Word):
    """The account of decisions 2.9: what was expected, and what was found."""

    paragraphs: int = 0
    markers: int = 0
    """Citation places found."""
    pointers: int = 0
    """Their references, ranges expanded."""
    highest_number: int | None = None
    gaps: tuple[int, ...] = ()
    """Numbers up to the highest that are never cited."""
    list_entries: int | None = None
    """Entries of the manuscript's own list; None where it has none."""
    bibliography_entries: int | None = None
    orphans: tuple[str, ...] = ()
    """Reference ids that are never cited."""
    dangling: tuple[str, ...] = ()
    """Cited ids without an entry."""
    broken: tuple[BrokenEntry, ...] = ()
    checks: tuple[Check, ...] = ()
    warnings: tuple[str, ...] = ()
    """What a reader could not read, as codes with values, e.g. `image_only_paragraphs=3`."""


class Manuscript(Word):
    """Everything step A knows."""

    sources: tuple[Source, ...]
    language: str
    """`en` or `zh`: the language most of the body is written in."""
    sections: tuple[Section, ...]
    references: tuple[Reference, ...]
    citations: tuple[Citation, ...]
    claims: tuple[Claim, ...]
    numbering: Numbering
    completeness: Completeness = Field(default_factory=Completeness)

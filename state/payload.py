"""What a reference-level task is given: any reference list, in any mixture of formats, read (000's Steps 0 and 0.5).

Every line of the input that is not blank belongs to exactly one `Chunk`; every chunk that is a reference, readable or
not, gives entries. Unknown fields are None, never guessed.
"""

import re
from enum import StrEnum

from state.manuscript import Reference
from state.words import Word

CAP = 200
"""References of one run (000's Step 0.5, 6)."""


class SourceFormat(StrEnum):
    """How a reference was given. The contract names the first five; the others are formats it has no word for."""

    BIBTEX = "bibtex"
    RIS = "ris"
    DOI = "doi"
    URL = "url"
    PROSE = "prose"
    NBIB = "nbib"
    PUBMED_XML = "pubmed-xml"
    ENDNOTE_XML = "endnote-xml"
    CSL_JSON = "csl-json"
    JSON = "json"
    """JSON of other shapes, the canonical one among them."""
    REFER = "refer"
    REFWORKS = "refworks"
    WOS = "wos"
    TABLE = "table"
    """A table's row, in Markdown or with separators."""
    PMID = "pmid"
    ARXIV = "arxiv"
    ISBN = "isbn"
    UNKNOWN = "unknown"


class ReferenceType(StrEnum):
    """The contract's kinds of work."""

    ARTICLE = "article"
    PREPRINT = "preprint"
    BOOK = "book"
    CHAPTER = "chapter"
    THESIS = "thesis"
    REPORT = "report"
    WEB = "web"
    UNKNOWN = "unknown"


class ChunkRole(StrEnum):
    """What a chunk of the input is."""

    REFERENCES = "references"
    """It gave at least one entry, readable or not."""
    COMMENT = "comment"
    """A comment, a setting of the format (`@string`), a heading, a rule, the header of a table."""
    TEXT = "text"
    """Running text in which nothing is a reference."""


class Chunk(Word):
    """A stretch of consecutive lines of one source, read as one format."""

    file: str
    line: int
    """Its first line, from 1."""
    last_line: int
    format: SourceFormat
    role: ChunkRole
    entries: int = 0
    """How many references it gave, those beyond the cap included."""


class CanonicalReference(Word):
    """A reference in the contract's one shape."""

    reference_id: str
    source_format: SourceFormat
    raw: str
    doi: str | None = None
    url: str | None = None
    """An address that is no DOI's."""
    title: str | None = None
    authors: tuple[str, ...] = ()
    """`Family, Given`, without full stops behind initials; a Chinese or Korean name in one word."""
    year: int | None = None
    venue: str | None = None
    type: ReferenceType | None = None


class PayloadReference(Word):
    """One reference of the input, with where it stands and what became of it."""

    reference_id: str
    """Unique in a payload: `family-year-first-six-title-words`, `ref-ORDINAL`, or the canonical's with `-dupN`."""
    ordinal: int
    """Its place in the input, from 1."""
    source_format: SourceFormat
    chunk: int
    """Index of `Payload.chunks`."""
    file: str
    line: int
    """The line it begins on, from 1."""
    reference: Reference
    """All that was read; `reference.id` is `reference_id`, `reference.raw` the exact words of the input."""
    type: ReferenceType | None = None
    failure: str | None = None
    """Why it could not be read, in a few words; None where it was. Such a reference is unverifiable, not gone."""

    @property
    def canonical(self) -> CanonicalReference:
        """The contract's shape of it; an entry that could not be read has only its id, format and text."""
        raw = self.reference.raw
        if self.failure is not None:
            return CanonicalReference(reference_id=self.reference_id, source_format=self.source_format, raw=raw)
        people = self.reference.authors or self.reference.editors
        return CanonicalReference(
            reference_id=self.reference_id,
            source_format=self.source_format,
            raw=raw,
            doi=self.reference.doi,
            url=self.reference.url,
            title=self.reference.title,
            authors=tuple(_name(one.family, one.given) for one in people),
            year=self.reference.year,
            venue=self.reference.journal,
            type=self.type,
        )

    def has_suspicious_year(self, current_year: int) -> bool:
        """Whether its year is before 1600 or beyond the next one: flagged, never a failure."""
        year = self.reference.year
        return year is not None and not 1600 <= year <= current_year + 1


class Duplicate(Word):
    """A later copy of an earlier reference: the pipeline runs once, its result is mirrored onto the copy."""

    reference_id: str
    duplicate_of: str
    """The id of the first occurrence."""
    by: str
    """`doi`, `pmid`, `arxiv`, `isbn`, `url`, `reference_id`, `title`, or `raw`: what the two have in common."""
    differs: tuple[str, ...] = ()
    """Which of `doi`, `pmid`, `pmcid`, `arxiv`, `isbn`, `title`, `authors`, `year`, `venue`, `volume`, `issue`, `pages`
    the copy prints and the first says otherwise or not at all. Of these a mirrored verdict says nothing."""
    lacks: tuple[str, ...] = ()
    """Which of them the first prints and the copy leaves out. That is no difference; only an accusation that rests on
    what the copy leaves out does not hold for it."""

    @property
    def note(self) -> str:
        """The note of the mirrored verdict, in the contract's words."""
        return f"duplicate of {self.duplicate_of}; verdict mirrored, resolver not re-queried"

    @property
    def reason(self) -> str:
        """The reason of its entry among the errors, in the contract's words."""
        return f"duplicate_of:{self.duplicate_of}"


class ParseError(Word):
    """An entry of the envelope's `errors` from the reading of the input."""

    reference_id: str
    stage: str = "parse"
    reason: str
    raw: str


class PassedOver(Word):
    """Running text in which nothing is a reference: told, so that nothing is dropped in silence."""

    file: str
    line: int
    last_line: int
    text: str
    """Its first 200 characters, as one line."""

    @property
    def reason(self) -> str:
        """In words: where it stands and what became of it."""
        lines = f"line {self.line}" if self.line == self.last_line else f"lines {self.line}-{self.last_line}"
        return f"{self.file}, {lines}: no reference could be read in this text; it was passed over"


class Cut(Word):
    """The input holds more references than the cap lets through."""

    found: int
    kept: int

    @property
    def message(self) -> str:
        """The contract's refusal."""
        return (
            f"Reference list exceeds the {self.kept}-entry cap (got {self.found}). Split into smaller batches or use "
            "the literature-review skill for full-corpus audits."
        )


class Payload(Word):
    """A whole input, read. The same bytes give the same value."""

    references: tuple[PayloadReference, ...]
    """In input order, copies and unreadable ones included; no more than the cap."""
    duplicates: tuple[Duplicate, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()
    """Running text beside the references, in input order; no more than 50 stretches of it."""
    cut: Cut | None = None
    """None where nothing was cut."""
    warnings: tuple[str, ...] = ()
    """Codes with values: `undecodable_characters=3`, `control_characters=1` (taken out), `not_references=2` (lines of
    running text passed over), `same_identifier=ID:OTHER_ID` (an identifier two different works are listed under),
    `same_id=ID:OTHER_ID` (two works whose ids would be one), and those of a document's reader."""

    @property
    def errors(self) -> tuple[ParseError, ...]:
        """Parse failures and duplicates as the envelope lists them, in input order."""
        copies = {copy.reference_id: copy.reason for copy in self.duplicates}
        found = []
        for one in self.references:
            reasons = (one.failure, copies.get(one.reference_id))
            found += [
                ParseError(reference_id=one.reference_id, reason=reason, raw=one.reference.raw)
                for reason in reasons
                if reason is not None
            ]
        return tuple(found)


_INITIAL_STOP = re.compile(r"(?<![^\W\d_])([^\W\d_])\.")


WRITTEN_IN_ONE_WORD = "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
"""Han and Hangul, as the inside of a character class: names in them are family and given name without a space."""
_IN_ONE_WORD = re.compile(rf"[{WRITTEN_IN_ONE_WORD}]+")


def _name(family: str, given: str | None) -> str:
    if given and _IN_ONE_WORD.fullmatch(family) and _IN_ONE_WORD.fullmatch(given):
        return f"{family}{given}"
    printed = f"{family}, {given}" if given else family
    return " ".join(_INITIAL_STOP.sub(r"\1 ", printed).split()).replace(" -", "-")

"""The closed sets of the envelope: tasks, verdicts, ratings and the other words of the contract."""

from enum import StrEnum

SKILL = "research-verification"
"""The skill whose tasks Corrigenda does; of envelopes of other skills only the common frame is known."""

SCHEMA_VERSION = 2
NO_RUN_ID = "00000000-0000-4000-8000-000000000000"
"""What stands for a run id where none can be made."""

MOST_CANDIDATES = 3
SNIPPET_LENGTH = 500


class Task(StrEnum):
    """The six tasks."""

    VERIFY_CLAIMS = "verify_claims"
    VERIFY_CITATIONS = "verify_citations"
    ALIGNMENT_AUDIT = "alignment_audit"
    EVIDENCE_CHECK = "evidence_check"
    BIBLIOGRAPHY_AUDIT = "bibliography_audit"
    AI_DETECTION = "ai_detection"


REFERENCE_TASKS = frozenset({Task.VERIFY_CITATIONS, Task.BIBLIOGRAPHY_AUDIT})
CLAIM_TASKS = frozenset({Task.VERIFY_CLAIMS, Task.ALIGNMENT_AUDIT, Task.EVIDENCE_CHECK})


class Depth(StrEnum):
    """How much is fetched beyond the verdict."""

    QUICK = "quick"
    DETAILED = "detailed"
    EXPERT = "expert"


class OutputFormat(StrEnum):
    """What `content` is written in."""

    MARKDOWN = "markdown"
    LATEX = "latex"
    JSON = "json"


class Status(StrEnum):
    """How the task ended."""

    SUCCESS = "success"
    PARTIAL = "partial"
    ERROR = "error"


class Stage(StrEnum):
    """Where an error arose."""

    PARSE = "parse"
    RESOLVE = "resolve"
    CROSS_CHECK = "cross_check"


class PassFail(StrEnum):
    """The answer of one self-check."""

    PASS = "pass"  # noqa: S105  (a word, not a password)
    FAIL = "fail"


class SourceFormat(StrEnum):
    """What a reference was written in; `unknown` is a chunk that could not be parsed."""

    BIBTEX = "bibtex"
    RIS = "ris"
    DOI = "doi"
    URL = "url"
    PROSE = "prose"
    UNKNOWN = "unknown"


class ClaimType(StrEnum):
    """What kind of statement a claim is."""

    EMPIRICAL = "empirical"
    METHODOLOGICAL = "methodological"
    THEORETICAL = "theoretical"
    DEFINITIONAL = "definitional"


class Rating(StrEnum):
    """What the evidence says about a claim."""

    VERIFIED = "verified"
    PARTIALLY_SUPPORTED = "partially_supported"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"
    UNVERIFIABLE = "unverifiable"


class ReferenceVerdict(StrEnum):
    """What was found out about a reference."""

    VERIFIED = "verified"
    PARTIALLY_SUPPORTED = "partially_supported"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"
    FABRICATED = "fabricated"
    FABRICATED_DOI = "fabricated_doi"
    METADATA_MISMATCH_TITLE = "metadata_mismatch_title"
    METADATA_MISMATCH_AUTHOR = "metadata_mismatch_author"
    METADATA_MISMATCH_YEAR = "metadata_mismatch_year"
    UNVERIFIABLE = "unverifiable"


FLAGGED = frozenset(
    {
        ReferenceVerdict.FABRICATED,
        ReferenceVerdict.FABRICATED_DOI,
        ReferenceVerdict.METADATA_MISMATCH_TITLE,
        ReferenceVerdict.METADATA_MISMATCH_AUTHOR,
        ReferenceVerdict.METADATA_MISMATCH_YEAR,
    }
)
"""The verdicts that `verdict_summary.fabricated` sums up."""

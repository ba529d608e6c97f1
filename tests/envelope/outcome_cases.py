"""References and resolutions as they may be stored, and the verdict that each row of the table is to have."""

from typing import Any

from reports.envelope_notes import notes_of
from reports.envelope_outcome import outcome_of
from reports.envelope_verdicts import entry_of
from state.envelope_words import Depth, Task
from state.lookup import Author, Query, QueryKind, Record, RegistryName
from state.manuscript import Reference
from state.payload import PayloadReference, SourceFormat
from state.resolution import (
    STATUS_OF,
    Identity,
    LookupNote,
    NoticeState,
    Resolution,
)

DOI = "10.5555/weir.3"
TITLE = "Weirs that outlived their mills"


def printed(**changes: Any) -> Reference:
    return Reference(
        **{
            "id": "r",
            "title": TITLE,
            "authors": (Author(family="Orlo", given="M"),),
            "year": 2018,
            "doi": DOI,
            "raw": "x",
        }
        | changes
    )


def record(**changes: Any) -> Record:
    values = {"title": TITLE, "authors": (Author(family="Orlo", given="Mira"),), "year": 2018, "doi": DOI}
    return Record(**{"registry": RegistryName.CROSSREF, "id": DOI, **values} | changes)


def asked(
    kind: QueryKind = QueryKind.DOI, value: str = DOI, outcome: str = "found", registry: str = "crossref", **more: Any
) -> LookupNote:
    query = Query(registry=RegistryName(registry), kind=kind, value=value)
    return LookupNote(query=query, outcome=outcome, **more)


def resolved(identity: Identity = Identity.SAME, **changes: Any) -> Resolution:
    values: dict[str, Any] = {
        "record": record(),
        "title_ratio": 1.0,
        "author_agrees": True,
        "year_agrees": True,
        "lookups": (asked(),),
        "notice_state": NoticeState.NONE,
    }
    return Resolution(reference_id="r", identity=identity, status=STATUS_OF[identity], **values | changes)


def by_title(identity: Identity = Identity.SAME, **changes: Any) -> tuple[Reference, Resolution]:
    found = asked(QueryKind.TITLE, TITLE)
    return printed(doi=None), resolved(identity, **{"lookups": (found,), **changes})


def verdict(reference: Reference, resolution: Resolution) -> str:
    return outcome_of(reference, resolution).verdict.value


def notes(reference: Reference, resolution: Resolution, depth: Depth = Depth.DETAILED, **more: Any) -> str:
    outcome = outcome_of(reference, resolution)
    values = {"flags": (), "language": "en"} | more
    return notes_of(reference, resolution, outcome, depth=depth, **values) or ""


NOTHING = {"record": None, "title_ratio": None, "author_agrees": None, "year_agrees": None}
ROWS: dict[str, tuple[Reference, Resolution, str]] = {
    "all agrees": (printed(), resolved(), "verified"),
    "another first author": (printed(), resolved(author_agrees=False), "metadata_mismatch_author"),
    "another year": (printed(), resolved(year_agrees=False), "metadata_mismatch_year"),
    "an identifier alone": (
        printed(title=None, authors=(), year=None),
        resolved(title_ratio=None, author_agrees=None, year_agrees=None),
        "verified",
    ),
    "a title without its end": (printed(), resolved(title_ratio=0.7), "verified"),
    "a record without authors": (
        printed(),
        resolved(record=record(authors=()), author_agrees=None),
        "partially_supported",
    ),
    "a record without a year": (printed(), resolved(record=record(year=None), year_agrees=None), "partially_supported"),
    "a record without a title": (
        printed(),
        resolved(record=record(title=None), title_ratio=None),
        "partially_supported",
    ),
    "a blank field, and another that fails": (
        printed(),
        resolved(record=record(authors=()), author_agrees=None, year_agrees=False),
        "metadata_mismatch_year",
    ),
    "a DOI of nobody, the work found by its title": (
        printed(),
        resolved(doi_unregistered=True, lookups=(asked(outcome="not_found"), asked(QueryKind.TITLE, TITLE))),
        "fabricated_doi",
    ),
    "the same title by strangers": (
        printed(),
        resolved(Identity.STRANGER, author_agrees=False, year_agrees=False),
        "fabricated",
    ),
    "a title that is alike, at the identifier": (
        printed(),
        resolved(Identity.DOUBTFUL, title_ratio=0.7),
        "metadata_mismatch_title",
    ),
    "a translation that nothing speaks against": (
        printed(),
        resolved(Identity.DOUBTFUL, title_ratio=None),
        "partially_supported",
    ),
    "the identifier of another work": (
        printed(),
        resolved(
            Identity.OTHER_EXISTS, record=record(title="Eels"), title_ratio=0.2, elsewhere=record(doi="10.5555/w")
        ),
        "metadata_mismatch_title",
    ),
    "the identifier of another work, the cited one nowhere": (
        printed(),
        resolved(Identity.OTHER_NOWHERE, record=record(title="Eels"), title_ratio=0.2, author_agrees=False),
        "fabricated",
    ),
    "a DOI that does not exist": (
        printed(),
        resolved(Identity.NONE, **NOTHING, doi_unregistered=True, lookups=(asked(outcome="not_found"),)),
        "fabricated_doi",
    ),
    "found nowhere": (printed(doi=None), resolved(Identity.NONE, **NOTHING), "unverifiable"),
    "a DOI of an agency nobody reads": (
        printed(),
        resolved(Identity.AGENCY_ONLY, **NOTHING, agency="ISTIC"),
        "unverifiable",
    ),
    "nobody could be asked": (printed(), resolved(Identity.UNKNOWN, **NOTHING), "unverifiable"),
    "a page": (printed(doi=None), resolved(Identity.PAGE_ONLY, **NOTHING), "unverifiable"),
    "nothing to look it up with": (printed(doi=None), resolved(Identity.UNREADABLE, **NOTHING), "unverifiable"),
}


def entry(reference: Reference, resolution: Resolution, depth: Depth = Depth.DETAILED, **changes: Any) -> Any:
    one = PayloadReference(
        reference_id="r", ordinal=1, source_format=SourceFormat.PROSE, chunk=0, file="f", line=1, reference=reference
    )
    values = {"task": Task.VERIFY_CITATIONS, "depth": depth, "language": "en"} | changes
    return entry_of(
        one.model_copy(update={"source_format": values.pop("form", SourceFormat.PROSE)}), resolution, **values
    )

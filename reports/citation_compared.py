"""A claimed citation against the records of the work it was resolved to: which work is shown, and what differs."""

from state.citation_check import ComparedWith
from state.lookup import Record
from state.resolution import Field, FieldVerdict, Identity, Resolution

_ARXIV_DOI = "10.48550/arxiv."


def is_of_another_work(resolution: Resolution, compared: ComparedWith) -> bool:
    """Does the identifier lead to records, and the one the claim was compared with is none of theirs?

    Asked where nothing has shown that the two are one work (DOUBTFUL, STRANGER).
    """
    record = resolution.record
    if record is None or not compared.at_identifier or resolution.identity is Identity.SAME:
        return False
    own = {(one.registry, one.id) for one in (record, *resolution.supporting)}
    dois = {one.doi for one in (record, *resolution.supporting) if one.doi}
    return not any((one.registry, one.id) in own or one.doi in dois for one in compared.at_identifier)


def is_at_identifier(resolution: Resolution, compared: ComparedWith) -> bool:
    """Does the claim's identifier lead to the work shown, by a look-up or by what its records carry?"""
    if compared.identifier is None or resolution.record is None:
        return False
    key, value = compared.identifier
    records = (resolution.record, *resolution.supporting)
    return bool(compared.at_identifier and not is_of_another_work(resolution, compared)) or any(
        value in identifiers_of(record, key) for record in records
    )


def identifiers_of(record: Record, key: str) -> tuple[str, ...]:
    """What a record carries of one kind of identifier, by the key of a claim."""
    name = record.registry.value
    arxiv = (record.doi or "").lower().partition(_ARXIV_DOI)[2]
    held: dict[str, tuple[str | None, ...]] = {
        "doi": (record.doi, f"{_ARXIV_DOI}{record.id}" if name == "arxiv" else None),
        "pmid": (record.pmid,),
        "pmcid": (record.pmcid,),
        "arxiv": (record.id if name == "arxiv" else None, arxiv or None),
        "ads": (record.id if name == "ads" else None,),
        "isbn": record.isbns,
        "issn": record.issns,
        "whoIrisUrl": (record.id if name == "who_iris" else None,),
    }
    return tuple(value for value in held[key] if value)


def shown_record(resolution: Resolution, compared: ComparedWith) -> Record | None:
    """What `matched` shows: the work at the identifier, else the one the title leads to; none where nothing does."""
    if compared.at_identifier and (resolution.record is None or is_of_another_work(resolution, compared)):
        return compared.at_identifier[0]
    return resolution.record


def year_gap(resolution: Resolution) -> int:
    """How many years lie between claim and record; 0 where they agree, are not given, or registries disagree."""
    if not differs(resolution, Field.YEAR):
        return 0
    detail = next((d.detail for d in resolution.discrepancies if d.field is Field.YEAR), "")
    digits = detail.lstrip("+-")
    return int(digits) if digits.isdecimal() else 2


def differs(resolution: Resolution, field: Field) -> bool:
    return any(check.field is field and check.verdict is FieldVerdict.DIFFERS for check in resolution.checks)


def is_of_another_journal(record: Record | None, journal: Record) -> bool:
    """Do both carry ISSNs, and none in common?"""
    if record is None or not record.issns or not journal.issns:
        return False
    return not set(record.issns) & set(journal.issns)

"""Findings about references: which work it is, what the print gets wrong, what has happened to the work since."""

import re
from collections.abc import Iterator

from reports.finding import make
from reports.findings_of_fields import RULE_OF_FIELD, field_findings
from reports.findings_of_notices import notice_findings
from reports.findings_of_pages import page_findings
from reports.findings_of_versions import version_findings
from reports.index import Index
from reports.unlisted import is_often_unlisted
from state.finding import Finding, Severity
from state.lookup import QueryKind, Record, RegistryName
from state.manuscript import Reference
from state.resolution import Discrepancy, Field, FieldVerdict, Identity, Resolution

_IDENTIFIED = frozenset({Identity.SAME, Identity.STRANGER, Identity.DOUBTFUL})

_RULE_OF_FIELD = {
    Field.TITLE: "REF-TITLE",
    Field.FIRST_AUTHOR: "REF-FIRST-AUTHOR",
    Field.YEAR: "REF-YEAR",
    Field.JOURNAL: "REF-JOURNAL",
    Field.DOI: "REF-IDENTIFIER",
    Field.PMID: "REF-IDENTIFIER",
    Field.ARXIV: "REF-IDENTIFIER",
}
_LEADING = frozenset({QueryKind.DOI, QueryKind.PMID, QueryKind.ARXIV})
_SAID_BY_IDENTITY = {
    Identity.STRANGER: frozenset({Field.FIRST_AUTHOR, Field.AUTHORS, Field.YEAR}),
    Identity.DOUBTFUL: frozenset({Field.TITLE}),
}
"""Fields whose discrepancy is what the identity finding already says."""


def reference_findings(index: Index, reference: Reference) -> Iterator[Finding]:
    """Everything to act on about one reference itself, in no particular order."""
    yield from _entry(index, reference)
    resolution = index.resolutions.get(reference.id)
    if resolution is None:
        return
    yield from _identity(reference, resolution)
    yield from _discrepancies(reference, resolution)
    yield from notice_findings(index, reference, resolution)
    yield from version_findings(reference, resolution)
    yield from page_findings(reference, resolution)
    if resolution.unavailable or resolution.identity is Identity.UNKNOWN:
        blocked = resolution.unavailable or tuple(n for n in resolution.lookups if n.outcome == "unavailable")
        values = {
            "services": codes({n.query.registry.value for n in blocked}),
            "reasons": codes({n.reason.value for n in blocked if n.reason}),
            "settings": ", ".join(sorted({n.setting for n in blocked if n.setting})),
        }
        yield make("REF-UNAVAILABLE", values, reference=reference)


def codes(values: set[str]) -> str:
    """Codes joined by commas: services in the order they are asked, others alphabetical."""
    known = [name.value for name in RegistryName]
    return ",".join(sorted(values, key=lambda v: (known.index(v) if v in known else len(known), v)))


def asked(resolution: Resolution) -> str:
    """The services that answered about this reference."""
    return codes({n.query.registry.value for n in resolution.lookups if n.outcome != "unavailable"})


def identifier_of(reference: Reference) -> str:
    """The printed identifier: `PMID 123`, else `DOI 10.…`, else `arXiv:2101.00001`, else nothing."""
    if reference.pmid:
        return f"PMID {reference.pmid}"
    if reference.doi:
        return f"DOI {reference.doi}"
    return f"arXiv:{reference.arxiv}" if reference.arxiv else ""


def describe(record: Record | None) -> str:
    """A record in one line: `Smith J (2019). Title. Journal.`"""
    if record is None:
        return ""
    author = record.authors[0].display if record.authors else ""
    year = f"({record.year})" if record.year else ""
    head = " ".join(part for part in (author, year) if part)
    return ". ".join(part.rstrip(".") for part in (head, record.title or "", record.venue or "") if part) + "."


def describe_print(reference: Reference) -> str:
    """The printed entry in the same shape as `describe`."""
    if not reference.title:
        return reference.raw[:200]
    author = reference.authors[0].display if reference.authors else ""
    year = f"({reference.year})" if reference.year else ""
    head = " ".join(part for part in (author, year) if part)
    return ". ".join(part.rstrip(".") for part in (head, reference.title, reference.journal or "") if part) + "."


def _entry(index: Index, reference: Reference) -> Iterator[Finding]:
    resolution = index.resolutions.get(reference.id)
    unreadable = resolution is not None and resolution.identity is Identity.UNREADABLE
    # What could not be read is not said to lack an identifier, nor what another one leads to, or a page's address.
    by_other = any((reference.arxiv, reference.isbn, reference.pmcid, reference.bibcode, reference.who_iris))
    by_page = resolution is not None and resolution.page is not None
    if reference.needs_manual_id and not (unreadable or by_other or by_page):
        yield make("REF-NO-ID", reference=reference)
    reported = {b.key for b in index.snapshot.manuscript.completeness.broken if b.key}
    for problem in reference.problems:
        code, _, detail = problem.partition(":")
        if code == "duplicate":
            other = (
                detail
                if detail in index.references
                else next((one.id for one in index.references.values() if one.key == detail), detail)
            )
            both = index.is_cited(reference.id) and index.is_cited(other)
            yield make("CITE-TWO-ENTRIES" if both else "REF-DUPLICATE", {"other": detail}, reference=reference)
        elif code == "same_identifier":
            yield make("REF-SAME-IDENTIFIER", _same_identifier(index, reference, detail), reference=reference)
        elif code == "not_listed":
            yield make("CITE-NOT-LISTED", reference=reference)
        elif code in ("list_only", "bib_only", "list_differs"):
            yield make("BIB-LIST-DIFFERS", _difference(reference, code, detail), reference=reference)
        elif code != "broken" or reference.key not in reported:
            line = str(reference.line or "")
            place = f"{reference.file} L{line}" if reference.file and line else ""
            values = {"problem": code, "detail": detail, "excerpt": "", "file": reference.file, "line": line}
            yield make("BIB-BROKEN-ENTRY", values, reference=reference, place=place)


def _same_identifier(index: Index, reference: Reference, other_id: str) -> dict[str, object]:
    other = index.references.get(other_id)
    shared = next(
        (
            f"{name} {value}"
            for name, value, also in (
                ("DOI", reference.doi, other.doi if other else reference.doi),
                ("PMID", reference.pmid, other.pmid if other else reference.pmid),
            )
            if value and value == also
        ),
        identifier_of(reference),
    )
    return {"other": other_id, "other_entry": describe_print(other) if other else "", "identifier": shared}


def _difference(reference: Reference, code: str, field: str) -> dict[str, object]:
    """Both values where the list's one can be read off its raw text; else the raw text beside the file's value."""
    in_file: dict[str, str] = {
        "title": reference.title or "",
        "year": str(reference.year or ""),
        "doi": reference.doi or "",
        "first_author": reference.first_author or "",
        "journal": reference.journal or "",
    }
    listed = reference.listed or ""
    return {
        "difference": code,
        "field": field,
        "listed": listed,
        "list_value": _listed_value(listed, field, in_file.get(field, "")),
        "file_value": in_file.get(field, ""),
        "file": reference.file,
    }


def _listed_value(listed: str, field: str, in_file: str) -> str:
    if field == "doi":
        found = re.search(r"10\.\d{4,9}/[^\s\"<>]+", listed)
        return found.group().rstrip(".,;)") if found else ""
    if field == "year":
        years = dict.fromkeys(re.findall(r"(?<![\d./-])(?:1[6-9]|20)\d\d(?![\d/-])", listed))
        others = [year for year in years if year != in_file]
        return others[0] if len(others) == 1 else ""
    return ""


def _identity(reference: Reference, resolution: Resolution) -> Iterator[Finding]:
    who = asked(resolution)
    pair = {"printed": describe_print(reference), "recorded": describe(resolution.record)}
    pair["registry"] = resolution.record.registry.value if resolution.record else ""
    match resolution.identity:
        case Identity.OTHER_NOWHERE:
            values = {"identifier": identifier_of(reference), "asked": who, "nearest": _nearest(resolution)}
            yield make("REF-FABRICATED", pair | values, reference=reference)
        case Identity.OTHER_EXISTS:
            found = {"elsewhere": describe(resolution.elsewhere), "correct_id": _id_of(resolution.elsewhere)}
            yield make("REF-WRONG-WORK", pair | found | {"identifier": identifier_of(reference)}, reference=reference)
        case Identity.NONE if not resolution.doi_unregistered:
            values = {"printed": pair["printed"], "asked": who, "nearest": _nearest(resolution)}
            severity = Severity.MEDIUM if is_often_unlisted(reference) else None
            yield make("REF-NOT-FOUND", values, reference=reference, severity=severity)
        case Identity.STRANGER:
            yield make("REF-STRANGER", pair, reference=reference)
        case Identity.DOUBTFUL:
            ratio = f"{resolution.title_ratio:.2f}" if resolution.title_ratio is not None else ""
            differs = _differences(resolution) if _by_title_only(reference, resolution) else ""
            values = pair | {"ratio": ratio, "differs": differs}
            severity = Severity.MINOR if _is_a_beginning(resolution) else None
            yield make("REF-DOUBTFUL", values, reference=reference, severity=severity)
        case Identity.UNREADABLE:
            yield make("REF-UNREADABLE", {"printed": pair["printed"]}, reference=reference)
        case Identity.AGENCY_ONLY:
            values = {"doi": reference.doi or "", "agency": resolution.agency or "", "asked": who}
            yield make("REF-AGENCY-ONLY", values, reference=reference)
        case _:
            pass
    if resolution.doi_unregistered:
        yield _unregistered(reference, resolution)


def _is_a_beginning(resolution: Resolution) -> bool:
    """Whether one title is the beginning of the other, and first author and year agree: a left-out subtitle."""
    agrees = any(c.field is Field.TITLE and c.verdict is FieldVerdict.AGREES for c in resolution.checks)
    return agrees and resolution.author_agrees is True and resolution.year_agrees is True


def _by_title_only(reference: Reference, resolution: Resolution) -> bool:
    """Whether a doubtful match was only found by title: then no printed identifier vouches for it, and it may be
    another work, whose year or journal is no error of the entry."""
    if resolution.identity is not Identity.DOUBTFUL:
        return False
    records = [r for r in (resolution.record, *resolution.supporting) if r is not None]
    own = {
        Field.DOI: {(r.doi or "").lower() for r in records},
        Field.PMID: {r.pmid or "" for r in records},
        Field.ARXIV: {r.id for r in records if r.registry is RegistryName.ARXIV},
    }
    differing = {difference.field for difference in resolution.discrepancies}
    answered = {n.query.value.lower() for n in resolution.lookups if n.outcome == "found" and n.query.kind in _LEADING}
    number = re.sub(r"v\d+$", "", (reference.arxiv or "").lower())
    printed = {Field.DOI: (reference.doi or "").lower(), Field.PMID: reference.pmid or "", Field.ARXIV: number}
    return not any(
        value and (value in own[field] or (value in answered and field not in differing))
        for field, value in printed.items()
    )


def _differences(resolution: Resolution) -> str:
    """One line per differing field: field, print, record and, for a title, the differing words; divided by tabs."""
    return "\n".join(
        "\t".join(
            " ".join(part.split())
            for part in (d.field.value, d.printed, d.recorded, d.detail if d.field is Field.TITLE else "")
        )
        for d in resolution.discrepancies
        if d.stands and not (d.field is Field.DOI and resolution.doi_unregistered)
    )


def _unregistered(reference: Reference, resolution: Resolution) -> Finding:
    unsure = _by_title_only(reference, resolution)
    found = resolution.record if resolution.identity in _IDENTIFIED else resolution.elsewhere
    nearest = f"{describe(found)} [{resolution.title_ratio or 0.0:.2f}]" if found and unsure else _nearest(resolution)
    found = None if unsure else found  # a work that may be another one is not said to be the cited one
    values = {
        "printed": reference.doi,
        "recorded": found.doi if found else "",
        "found": describe(found),
        "registry": found.registry.value if found else "",
        "asked": asked(resolution),
        "nearest": nearest,
    }
    return make("REF-DOI-UNREGISTERED", values, reference=reference)


def _id_of(record: Record | None) -> str:
    if record is None:
        return ""
    parts = [f"PMID {record.pmid}" if record.pmid else "", f"DOI {record.doi}" if record.doi else ""]
    return ", ".join(part for part in parts if part)


def _nearest(resolution: Resolution) -> str:
    best = max(resolution.candidates, key=lambda c: (c.ratio, c.record.title or ""), default=None)
    return f"{describe(best.record)} [{best.ratio:.2f}]" if best else ""


def _discrepancies(reference: Reference, resolution: Resolution) -> Iterator[Finding]:
    if resolution.identity not in _IDENTIFIED:
        return
    silent = _SAID_BY_IDENTITY.get(resolution.identity, frozenset())
    listed = _by_title_only(reference, resolution)  # REF-DOUBTFUL lists them
    for difference in resolution.discrepancies:
        said_by_doi = difference.field is Field.DOI and resolution.doi_unregistered
        if difference.field in silent or said_by_doi or (listed and difference.stands):
            continue
        values = {
            "field": difference.field.value,
            "printed": difference.printed,
            "recorded": difference.recorded,
            "registry": difference.registry.value,
            "detail": difference.detail,
        }
        if difference.agreed_by:
            agreed = codes({name.value for name in difference.agreed_by})
            yield make("REF-REGISTRIES-DISAGREE", values | {"agreed_by": agreed}, reference=reference)
        elif difference.unasked:
            silent_ones = codes({name.value for name in difference.unasked})
            yield make("REF-UNCONFIRMED", values | {"unasked": silent_ones}, reference=reference)
        elif difference.field in RULE_OF_FIELD:
            yield from field_findings(reference, resolution, difference, values)
        else:
            yield make(rule_of(difference), values, reference=reference)


def rule_of(difference: Discrepancy) -> str:
    """The rule of a discrepancy on which no registry agrees with the print."""
    if difference.field is Field.YEAR and years_apart(difference) == 1:
        return "REF-YEAR-NEAR"
    return (_RULE_OF_FIELD | RULE_OF_FIELD)[difference.field]


def years_apart(difference: Discrepancy) -> int | None:
    """The distance of the printed year from the recorded one; None where either is not a number."""
    years = [re.search(r"\d{4}", text) for text in (difference.printed, difference.recorded)]
    if not all(years):
        return None
    printed, recorded = (int(y.group()) for y in years if y)
    return abs(printed - recorded)

"""How the print differs from the record, field by field, and who agrees with the print (decisions 1.8, 1.13)."""

import re
from collections.abc import Sequence

from state.finding import Severity
from state.lookup import Record, RegistryName
from state.manuscript import Reference
from state.resolution import Discrepancy, Field, FieldCheck, FieldVerdict
from tasks.fetch.fields import COMPARISONS, Compared
from tasks.language.identifiers import clean_arxiv, clean_doi, same_doi

Comparisons = Sequence[tuple[Record, Compared]]


def discrepancies(
    reference: Reference,
    records: Sequence[Record],
    apart: Sequence[Record] = (),
    unasked: Sequence[RegistryName] = (),
) -> tuple[Discrepancy, ...]:
    """Printed against recorded, one discrepancy a field at most, in the order of `Field`, identifiers aside.

    `records` describe one work, the one compared with first. The first record that differs is shown, and the registries
    that agree with the print are named with it. `apart`: records at the same identifier that show another title; only
    their titles are compared, for all else there is of another work.

    `unasked`: registries that may describe the work too and could not be asked. Where nobody agrees with the print, one
    of them may, and the one that differs would be the only one that does: nobody is accused of a difference because a
    server was silent, so it is told as not confirmed (decisions 1.1, 1.13).
    """
    found = []
    for field in COMPARISONS:
        compared = _compared(field, reference, records, apart)
        differing = next(((r, c) for r, c in compared if c.verdict is FieldVerdict.DIFFERS), None)
        if differing is None:
            continue
        record, shown = differing
        agreed = _agreeing(compared)
        found.append(
            Discrepancy(
                field=field,
                printed=shown.printed,
                recorded=shown.recorded,
                registry=record.registry,
                severity=shown.severity or Severity.MEDIUM,
                detail=shown.detail,
                agreed_by=agreed,
                unasked=() if agreed else tuple(unasked),
            )
        )
    return tuple(found)


def _compared(field: Field, reference: Reference, records: Sequence[Record], apart: Sequence[Record]) -> Comparisons:
    """The field against each record that is asked about it."""
    asked = (*records, *apart) if field is Field.TITLE else records
    return [(record, COMPARISONS[field](reference, record)) for record in asked]


def _agreeing(compared: Comparisons) -> tuple[RegistryName, ...]:
    return tuple(dict.fromkeys(r.registry for r, c in compared if c.verdict is FieldVerdict.AGREES))


def checks_of(
    reference: Reference,
    records: Sequence[Record],
    work: Sequence[Record],
    found: Sequence[Discrepancy],
    apart: Sequence[Record] = (),
) -> tuple[FieldCheck, ...]:
    """Every field in the order of `Field`: how the print stands to the records.

    `found` are the reference's discrepancies (those of `discrepancies` over the same records, and the identifiers'): a
    field differs here if and only if it is among them and stands; one that is not confirmed is undecided. `work` are
    the records that identifiers are looked for in.
    """
    differing = {d.field: d for d in found}
    checks = []
    for field in Field:
        difference = differing.get(field)
        if difference is not None and not difference.agreed_by:
            checks.append(
                FieldCheck(
                    field=field,
                    verdict=FieldVerdict.DIFFERS if difference.stands else FieldVerdict.UNDECIDED,
                    printed=difference.printed,
                    recorded=difference.recorded,
                    registry=difference.registry,
                    severity=difference.severity if difference.stands else None,
                )
            )
        elif field in COMPARISONS:
            checks.append(_check(field, _compared(field, reference, records, apart)))
        else:
            checks.append(_identifier_check(field, reference, work, difference))
    return tuple(checks)


_TELLING = (
    FieldVerdict.AGREES,
    FieldVerdict.UNDECIDED,
    FieldVerdict.NOT_RECORDED,
    FieldVerdict.NOT_PRINTED,
)
"""Which of several records' verdicts is told where none differs, or a registry agrees with the print."""


def _check(field: Field, compared: Comparisons) -> FieldCheck:
    for verdict in _TELLING:
        for record, shown in compared:
            if shown.verdict is verdict:
                return FieldCheck(
                    field=field,
                    verdict=verdict,
                    printed=shown.printed,
                    recorded=shown.recorded,
                    registry=record.registry if shown.recorded else None,
                )
    return FieldCheck(field=field, verdict=FieldVerdict.UNDECIDED)


def _identifier_check(
    field: Field, reference: Reference, work: Sequence[Record], difference: Discrepancy | None
) -> FieldCheck:
    printed, recorded = _identifiers(field, reference, work)
    agreeing = next(((r, v) for r, v in recorded if printed and _same_identifier(field, printed, v)), None)
    shown = agreeing or next(iter(recorded), None)
    if not printed:
        verdict = FieldVerdict.NOT_PRINTED
    elif agreeing or (difference is not None and difference.agreed_by):
        verdict = FieldVerdict.AGREES
    else:
        verdict = FieldVerdict.UNDECIDED if recorded else FieldVerdict.NOT_RECORDED
    return FieldCheck(
        field=field,
        verdict=verdict,
        printed=printed or "",
        recorded=shown[1] if shown else "",
        registry=shown[0].registry if shown else None,
    )


def _identifiers(
    field: Field, reference: Reference, work: Sequence[Record]
) -> tuple[str | None, list[tuple[Record, str]]]:
    """The printed identifier, and every recorded one with its record."""
    if field is Field.DOI:
        printed, recorded = clean_doi(reference.doi), [(r, clean_doi(r.doi)) for r in work]
    elif field is Field.PMID:
        printed, recorded = reference.pmid, [(r, r.pmid) for r in work]
    elif field is Field.ARXIV:
        printed, recorded = clean_arxiv(reference.arxiv), [(r, _arxiv_of(r)) for r in work]
    else:
        printed = reference.isbn
        recorded = [(r, isbn) for r in work for isbn in r.isbns]
    return printed, [(record, value) for record, value in recorded if value]


def _arxiv_of(record: Record) -> str | None:
    return record.id if record.registry is RegistryName.ARXIV else clean_arxiv(record.doi)


def doi_discrepancy(reference: Reference, work: Sequence[Record], fate: str) -> Discrepancy | None:
    """The printed DOI against the work's own.

    `fate` is what the printed DOI turned out to be: `resolves` (to this work: no discrepancy), `other_work`,
    `not_found`, `unregistered` (doi.org does not know it), `agency_only`, `unasked`, or `absent` (none printed).
    """
    printed = clean_doi(reference.doi)
    return _identifier(Field.DOI, printed, [(r, clean_doi(r.doi)) for r in work], fate)


def pmid_discrepancy(reference: Reference, work: Sequence[Record], fate: str) -> Discrepancy | None:
    """The printed PMID against the work's own; `fate` as for the DOI."""
    return _identifier(Field.PMID, reference.pmid, [(r, r.pmid) for r in work], fate)


def arxiv_discrepancy(reference: Reference, work: Sequence[Record], fate: str) -> Discrepancy | None:
    """The printed number at arXiv against the work's own; `fate` as for the DOI."""
    own = [(r, _arxiv_of(r)) for r in work]
    return _identifier(Field.ARXIV, clean_arxiv(reference.arxiv), own, fate)


_HOLDER = {Field.PMID: RegistryName.PUBMED, Field.ARXIV: RegistryName.ARXIV}
"""Who is named where an identifier is not recorded."""


def _identifier(
    field: Field, printed: str | None, recorded: Sequence[tuple[Record, str | None]], fate: str
) -> Discrepancy | None:
    """`recorded` is empty in the discrepancy where the work has no such identifier, as far as it is known."""
    if not printed or fate in ("resolves", "absent"):
        return None
    known = [(record, value) for record, value in recorded if value]
    agreed = tuple(dict.fromkeys(r.registry for r, value in known if _same_identifier(field, printed, value)))
    other = next(((r, value) for r, value in known if not _same_identifier(field, printed, value)), None)
    if other is None and (agreed or fate in ("unasked", "agency_only")):
        return None
    return Discrepancy(
        field=field,
        printed=printed,
        recorded=other[1] if other else "",
        registry=other[0].registry if other else _HOLDER.get(field, RegistryName.CROSSREF),
        severity=Severity.SERIOUS,
        detail=fate,
        agreed_by=agreed,
    )


def _same_identifier(field: Field, printed: str, value: str) -> bool:
    if field is Field.ISBN:  # of ten or 13 digits: the nine between prefix and check digit are the book's
        return re.sub(r"[^0-9Xx]", "", printed)[-10:-1] == re.sub(r"[^0-9Xx]", "", value)[-10:-1]
    return bool(same_doi(printed, value)) if field is Field.DOI else printed == value

"""How the print differs from the record, field by field, and who agrees with the print (decisions 1.8, 1.13)."""

from collections.abc import Callable, Sequence

from state.lookup import Author, Record, RegistryName
from state.manuscript import Reference
from state.resolution import Discrepancy, Field
from tasks.fetch.identity import comparable
from tasks.language.identifiers import clean_arxiv, clean_doi, same_doi
from tasks.language.journals import same_journal
from tasks.language.names import same_first_author
from tasks.language.titles import different_words, is_truncation

Comparison = tuple[bool, Discrepancy | None]
"""Whether the record agrees with the print, and the discrepancy if it does not. (False, None): nothing to compare."""


def discrepancies(
    reference: Reference, records: Sequence[Record], apart: Sequence[Record] = ()
) -> tuple[Discrepancy, ...]:
    """Printed against recorded title, first author, year and journal, one discrepancy a field at most.

    `records` describe one work, the one compared with first. The first record that differs is shown, and the registries
    that agree with the print are named with it. `apart`: records at the same identifier that show another title; only
    their titles are compared, for all else there is of another work.
    """
    found = []
    for compare in (_title, _first_author, _year, _journal):
        discrepancy = _over_records(reference, (*records, *apart) if compare is _title else records, compare)
        if discrepancy is not None:
            found.append(discrepancy)
    return tuple(found)


def _over_records(
    reference: Reference, records: Sequence[Record], compare: Callable[[Reference, Record], Comparison]
) -> Discrepancy | None:
    first: Discrepancy | None = None
    agreed: list[RegistryName] = []
    for record in records:
        agrees, discrepancy = compare(reference, record)
        if agrees and record.registry not in agreed:
            agreed.append(record.registry)
        if discrepancy is not None and first is None:
            first = discrepancy
    return first.model_copy(update={"agreed_by": tuple(agreed)}) if first else None


def _title(reference: Reference, record: Record) -> Comparison:
    """Any different content word counts, whatever the ratio; a left-out subtitle does not."""
    printed, recorded = reference.title, record.title
    if not printed or not recorded or not comparable(printed, recorded):
        return False, None
    only_printed, only_recorded = different_words(printed, recorded)
    if not (only_printed or only_recorded) or is_truncation(printed, recorded):
        return True, None
    words = " ".join([*(f"-{w}" for w in only_printed), *(f"+{w}" for w in only_recorded)])
    return False, Discrepancy(
        field=Field.TITLE, printed=printed, recorded=recorded, registry=record.registry, detail=words
    )


def _first_author(reference: Reference, record: Record) -> Comparison:
    verdict = same_first_author(reference.authors, record.authors)
    if verdict is not False:
        return verdict is True, None
    return False, Discrepancy(
        field=Field.FIRST_AUTHOR,
        printed=_written(reference.authors[0]),
        recorded=_written(record.authors[0]),
        registry=record.registry,
    )


def _written(author: Author) -> str:
    return f"{author.family}, {author.given}" if author.given else author.family


def _year(reference: Reference, record: Record) -> Comparison:
    """None of the record's years is the printed one; the difference is the smallest, and 1 is listed too."""
    years = sorted({*record.years, *([record.year] if record.year is not None else [])})
    if reference.year is None or not years:
        return False, None
    if reference.year in years:
        return True, None
    printed = reference.year
    return False, Discrepancy(
        field=Field.YEAR,
        printed=str(printed),
        recorded=str(record.year if record.year is not None else years[0]),
        registry=record.registry,
        detail=str(min(abs(printed - year) for year in years)),
    )


def _journal(reference: Reference, record: Record) -> Comparison:
    verdict = same_journal(reference.journal, record.venue, record.venue_short)
    if verdict is not False:
        return verdict is True, None
    return False, Discrepancy(
        field=Field.JOURNAL,
        printed=reference.journal or "",
        recorded=record.venue or record.venue_short or "",
        registry=record.registry,
    )


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
    own = [(r, r.id if r.registry is RegistryName.ARXIV else clean_arxiv(r.doi)) for r in work]
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
        detail=fate,
        agreed_by=agreed,
    )


def _same_identifier(field: Field, printed: str, value: str) -> bool:
    return bool(same_doi(printed, value)) if field is Field.DOI else printed == value

"""One printed field against one record: how it stands, and how grave a difference is (decisions 1.8).

Severities follow 001, A2: author, year, journal and DOI are SERIOUS; omitted co-authors, a title's slight error and
pages MEDIUM; what a reader still finds the work with (a year one off, an issue, initials) is MINOR.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from state.finding import Severity
from state.lookup import Author, Record
from state.manuscript import Reference
from state.resolution import Field, FieldVerdict
from tasks.fetch.identity import comparable
from tasks.language.author_lists import AuthorComparison, AuthorListKind, compare_authors
from tasks.language.journals import is_version_matter, same_journal
from tasks.language.names import is_et_al, is_group, same_first_author
from tasks.language.pages import same_issue, same_pages, same_volume
from tasks.language.titles import different_words, is_truncation

_NAMED = 8
"""Persons named in a discrepancy."""


@dataclass(frozen=True)
class Compared:
    """How one field of the print stands to one record. `severity` and `detail` belong to DIFFERS."""

    verdict: FieldVerdict
    printed: str = ""
    recorded: str = ""
    severity: Severity | None = None
    detail: str = ""


Compare = Callable[[Reference, Record], Compared]


def _of(verdict: bool | None, printed: str | None, recorded: str | None, severity: Severity) -> Compared:
    """The value for two texts and what their comparison said."""
    ours, theirs = (printed or "").strip(), (recorded or "").strip()
    if not ours:
        return Compared(FieldVerdict.NOT_PRINTED, recorded=theirs)
    if not theirs:
        return Compared(FieldVerdict.NOT_RECORDED, ours)
    if verdict is None:
        return Compared(FieldVerdict.UNDECIDED, ours, theirs)
    if verdict:
        return Compared(FieldVerdict.AGREES, ours, theirs)
    return Compared(FieldVerdict.DIFFERS, ours, theirs, severity)


def compare_title(reference: Reference, record: Record) -> Compared:
    """Any different content word counts, whatever the ratio; a left-out subtitle does not.

    Always MEDIUM: a title so far off that it may be another work's makes the identity doubtful, and that speaks.
    """
    printed, recorded = reference.title or "", record.title or ""
    if not printed or not recorded or not comparable(printed, recorded):
        return _of(None, printed, recorded, Severity.MEDIUM)
    only_printed, only_recorded = different_words(printed, recorded)
    if not (only_printed or only_recorded) or is_truncation(printed, recorded):
        return Compared(FieldVerdict.AGREES, printed, recorded)
    words = " ".join([*(f"-{w}" for w in only_printed), *(f"+{w}" for w in only_recorded)])
    return Compared(FieldVerdict.DIFFERS, printed, recorded, Severity.MEDIUM, words)


def compare_first_author(reference: Reference, record: Record) -> Compared:
    """SERIOUS where another family name stands first."""
    printed = next((a for a in reference.authors if not is_et_al(a.family)), None)
    recorded = next((a for a in record.authors if not is_et_al(a.family)), None)
    verdict = same_first_author(reference.authors, record.authors)
    return _of(verdict, _written(printed), _written(recorded), Severity.SERIOUS)


def compare_co_authors(reference: Reference, record: Record) -> Compared:
    """The list beyond the question who is first: who is missing, added, moved or another, and whose initials are wrong.

    `detail` begins with the kind of difference (`AuthorListKind`); `printed` and `recorded` name the persons concerned.
    """
    ours, theirs = reference.authors, record.authors
    if not ours or not theirs:
        return _of(None, "; ".join(map(_written, ours)), "; ".join(map(_written, theirs)), Severity.MEDIUM)
    whole = compare_authors(
        ours, theirs, printed_complete=reference.authors_complete, recorded_complete=record.authors_complete
    )
    if not whole.agrees and _is_first_alone(whole, reference, record):
        rest = compare_authors(
            ours[1:], theirs[1:], printed_complete=reference.authors_complete, recorded_complete=record.authors_complete
        )
        whole = rest if len(ours) > 1 and len(theirs) > 1 else AuthorComparison(True)
    if whole.agrees is not False or whole.kind is None:
        verdict = FieldVerdict.AGREES if whole.agrees else FieldVerdict.UNDECIDED
        return Compared(verdict, _counted(ours), _counted(theirs))
    printed, recorded = (_listed(names) for names in (whole.printed, whole.recorded))
    return Compared(FieldVerdict.DIFFERS, printed, recorded, whole.severity, whole.kind.value)


def _is_first_alone(whole: AuthorComparison, reference: Reference, record: Record) -> bool:
    """Does the difference lie in who stands first alone, which is a field of its own?"""
    if whole.kind not in (AuthorListKind.OTHERS, AuthorListKind.SPELLING):
        return False
    firsts = _written(reference.authors[0]), _written(record.authors[0])
    return firsts[0] in whole.printed and firsts[1] in whole.recorded


def _listed(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = len(names) - _NAMED
    return "; ".join(names[:_NAMED]) + (f"; … (+{more})" if more > 0 else "")


def _counted(authors: tuple[Author, ...]) -> str:
    persons = [a for a in authors if not is_et_al(a.family) and not is_group(a)]
    return "; ".join(_written(a) for a in persons[:3]) + ("; …" if len(persons) > 3 else "")


def _written(author: Author | None) -> str:
    if author is None:
        return ""
    return f"{author.family}, {author.given}" if author.given else author.family


def compare_year(reference: Reference, record: Record) -> Compared:
    """Any of the record's years agrees (print, online first); `detail` is the least difference: 1 is MINOR, more is
    SERIOUS. A year later than every recorded one is told as `+3`: a work cannot be of a year it precedes."""
    years = sorted({*record.years, *([record.year] if record.year is not None else [])})
    if reference.year is None or not years:
        recorded = str(record.year or "")
        return _of(None, str(reference.year or ""), recorded, Severity.SERIOUS)
    printed, shown = reference.year, str(record.year if record.year is not None else years[0])
    if printed in years:
        return Compared(FieldVerdict.AGREES, str(printed), str(printed))
    apart = min(abs(printed - year) for year in years)
    severity = Severity.MINOR if apart == 1 else Severity.SERIOUS
    return Compared(FieldVerdict.DIFFERS, str(printed), shown, severity, str(apart))


def compare_journal(reference: Reference, record: Record) -> Compared:
    """SERIOUS where it is another venue; undecided where one of the two is a preprint server: that is a matter of
    versions."""
    recorded = record.venue or record.venue_short
    verdict = same_journal(reference.journal, record.venue, record.venue_short)
    if verdict is False and is_version_matter(reference.journal, recorded):
        verdict = None
    return _of(verdict, reference.journal, recorded, Severity.SERIOUS)


def _in_same_venue(compare: Callable[[str | None, str | None], bool | None], name: str, severity: Severity) -> Compare:
    """The comparison of a number within a volume, which means nothing against a record of another venue."""

    def compared(reference: Reference, record: Record) -> Compared:
        printed, recorded = getattr(reference, name), getattr(record, name)
        verdict = compare(printed, recorded)
        if verdict is False and _of_another_venue(reference, record):
            verdict = None
        return _of(verdict, printed, recorded, severity)

    return compared


def _of_another_venue(reference: Reference, record: Record) -> bool:
    if same_journal(reference.journal, record.venue, record.venue_short) is False:
        return True
    return is_version_matter(reference.journal, record.venue or record.venue_short) or record.is_preprint


compare_volume = _in_same_venue(same_volume, "volume", Severity.MEDIUM)
compare_issue = _in_same_venue(same_issue, "issue", Severity.MINOR)
compare_pages = _in_same_venue(same_pages, "pages", Severity.MEDIUM)

COMPARISONS: dict[Field, Compare] = {
    Field.TITLE: compare_title,
    Field.FIRST_AUTHOR: compare_first_author,
    Field.AUTHORS: compare_co_authors,
    Field.YEAR: compare_year,
    Field.JOURNAL: compare_journal,
    Field.VOLUME: compare_volume,
    Field.ISSUE: compare_issue,
    Field.PAGES: compare_pages,
}
"""The fields that are compared record by record, in the order of `Field`. Identifiers are compared with the work as a
whole, as one of its records may be without them."""

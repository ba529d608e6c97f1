"""Which work is it? One record is graded against the print, and the grades of all records decide (decisions 1.9).

`grade` is the table for one record; `decide` is what follows from every answer together, and names the answers it
could not do without. Nothing is decided against a reference while one of those is missing.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Literal

from state.lookup import Query, QueryKind, Record, RegistryName
from state.manuscript import Reference
from state.resolution import STATUS_OF, Candidate, Identity, MetadataStatus
from tasks.language.identifiers import is_preprint_doi, same_doi
from tasks.language.names import same_first_author
from tasks.language.pages import same_pages, same_volume
from tasks.language.scripts import count_cjk
from tasks.language.titles import identity_ratio, is_generic_title, is_truncation

SAME_RATIO = 0.85
"""From here on the titles are one (V.B5, R 3b)."""
OTHER_RATIO = 0.60
"""Below, an identifier belongs to another work (V.B5)."""

Route = Literal["identifier", "title"]


class Grade(IntEnum):
    """How one record fits the print, worst first."""

    OTHER = 0
    STRANGER = 1
    DOUBTFUL = 2
    SAME = 3


@dataclass(frozen=True)
class Fit:
    """One record against the print."""

    query: Query
    record: Record
    grade: Grade
    ratio: float | None
    """None where a title is missing or the two are in different scripts: nothing to compare."""
    author: bool | None
    year: bool | None

    @property
    def candidate(self) -> Candidate:
        return Candidate(record=self.record, ratio=self.ratio or 0.0, author_agrees=self.author, year_agrees=self.year)

    @property
    def rank(self) -> tuple[int, float, int, int]:
        """Better fits sort higher. Published versions go before preprints of the same fit."""
        agreeing = (self.author is True) + (self.year is True) - (self.author is False) - (self.year is False)
        published = self.record.registry is not RegistryName.ARXIV and not is_preprint_doi(self.record.doi)
        return (self.grade, round(self.ratio or 0.0, 6), agreeing, published)


def comparable(printed: str | None, recorded: str | None) -> bool:
    """Can two titles be compared at all? Both must be there and in one language, as far as that shows.

    PubMed translates titles that are not English and puts them in square brackets: such a one that is not the other
    title says nothing against it, and neither does a title in another script.
    """
    if not printed or not recorded:
        return False
    if is_chinese(printed) != is_chinese(recorded):
        return False
    if _TRANSLATED.match(printed) or _TRANSLATED.match(recorded):
        return identity_ratio(printed, recorded) >= SAME_RATIO
    return True


_TRANSLATED = re.compile(r"^\s*\[.+\]\W*$", re.DOTALL)


@lru_cache(maxsize=16384)
def is_chinese(title: str) -> bool:
    """Is a title written in Chinese? A few Latin words in it, or a few characters in an English one, do not matter."""
    return count_cjk(title) * 4 > sum(c.isalnum() for c in title)


def year_agrees(printed: int | None, record: Record, within: int = 1) -> bool | None:
    """Is the printed year within ±`within` of a year the registry gives? None where either side gives none."""
    years = set(record.years) | ({record.year} if record.year is not None else set())
    if printed is None or not years:
        return None
    return any(abs(printed - year) <= within for year in years)


def grade(
    *, ratio: float | None, author: bool | None, year: bool | None, truncated: bool, generic: bool, route: Route
) -> Grade:
    """The row of decisions 1.9 for one record. `author` and `year` (±1) are None where a side gives none.

    Beyond the table: (a) a truncated title below 0.60 is doubtful, not another work, where author and year agree or, at
    an identifier, say nothing against it (registries themselves leave subtitles out);
    (b) without comparable titles the identifier stands unless author and year speak against it; (c) a title found by
    searching is doubtful with its author, whatever the year, or with its year where there is no author to compare: a
    year beside another author agrees by chance with some work of most searches, and would make invented ones doubtful;
    (d) a generic title is accepted from a search only with author and year.
    """
    if ratio is None:
        return _grade_untitled(author, year, generic) if route == "identifier" else Grade.OTHER
    both_off = author is False and year is False
    both_agree = author is True and year is True
    if route == "title" and generic and not both_agree:
        return Grade.OTHER
    if ratio >= SAME_RATIO:
        return Grade.STRANGER if both_off else Grade.SAME
    if ratio >= OTHER_RATIO and route == "identifier":
        if both_agree and truncated:
            return Grade.SAME
        return Grade.OTHER if both_off else Grade.DOUBTFUL
    if ratio >= OTHER_RATIO and not generic:
        likely = author is True or (author is None and year is True)
        untold = truncated and author is not False and year is not False
        return Grade.DOUBTFUL if likely or untold else Grade.OTHER
    unopposed = author is not False and year is not False
    kept = truncated and (both_agree or (route == "identifier" and unopposed))
    return Grade.DOUBTFUL if kept else Grade.OTHER


def _grade_untitled(author: bool | None, year: bool | None, unchecked: bool) -> Grade:
    """No titles to compare. `unchecked`: both have one, in different languages, and nothing else shows the work."""
    if author is False and year is False:
        return Grade.OTHER
    return Grade.DOUBTFUL if unchecked or author is False or year is False else Grade.SAME


def fit(reference: Reference, query: Query, record: Record, route: Route) -> Fit:
    """Grade one record against the print."""
    author = same_first_author(reference.authors, record.authors)
    year = year_agrees(reference.year, record)
    printed, recorded = reference.title, record.title
    if not printed or not recorded or not comparable(printed, recorded):
        unchecked = bool(printed and recorded) and not _stands_at(reference, record)
        result = grade(ratio=None, author=author, year=year, truncated=False, generic=unchecked, route=route)
        return Fit(query=query, record=record, grade=result, ratio=None, author=author, year=year)
    ratio = identity_ratio(printed, recorded)
    result = grade(
        ratio=ratio,
        author=author,
        year=year,
        truncated=is_truncation(printed, recorded),
        generic=is_generic_title(printed) or is_generic_title(recorded),
        route=route,
    )
    return Fit(query=query, record=record, grade=result, ratio=ratio, author=author, year=year)


def _stands_at(reference: Reference, record: Record) -> bool:
    """Is it the place in print that is cited: the same volume and the same page? Two works at an identifier and at one
    place are one, in whatever language their titles are given."""
    volume, pages = same_volume(reference.volume, record.volume), same_pages(reference.pages, record.pages)
    return volume is True and pages is True


@dataclass(frozen=True)
class Answers:
    """Everything asked about one reference, sorted by what it says. Sequences are in the order of decisions 1.2."""

    by_identifier: Sequence[Fit]
    """Records at the printed identifiers."""
    by_title: Sequence[Fit]
    """Records found by title, best last in no order."""
    identifiers: Sequence[Query]
    """Look-ups of the printed identifiers. Empty: none is printed."""
    searches: Sequence[Query]
    """Required title searches. Empty: there is no title to search by."""
    answered: Collection[Query]
    """Those queries to which a service has given its definite answer."""
    handle: Literal["exists", "absent", "unavailable", "unasked"]
    """What doi.org says of a printed DOI that no registry holds."""
    handle_query: Query | None = None
    confirmed: bool = False
    """A record of the work found by title carries a printed identifier."""
    contradicted: bool = False
    """A record of the work found by title carries another identifier than the printed one, which could not be asked."""

    page: bool = False
    """The reference is known by the address of a page, and by nothing that a work could be looked up with."""

    @property
    def blocked(self) -> tuple[Query, ...]:
        """Look-ups of the printed identifiers that are not answered."""
        return tuple(query for query in self.identifiers if query not in self.answered)

    @property
    def unsearched(self) -> tuple[Query, ...]:
        """Required title searches that are not answered."""
        return tuple(query for query in self.searches if query not in self.answered)


@dataclass(frozen=True)
class Verdict:
    """What the answers say of the reference as a whole."""

    identity: Identity
    fit: Fit | None = None
    """The record the print is compared with."""
    elsewhere: Fit | None = None
    needed: tuple[Query, ...] = ()
    """Unavailable look-ups the outcome depends on; only with UNKNOWN."""


def best(fits: Sequence[Fit]) -> Fit | None:
    """The best fit; the earlier one of equals."""
    return max(fits, key=lambda f: f.rank, default=None)


def best_by_grade(fits: Sequence[Fit]) -> Fit | None:
    """The first of the best grade, in the order asked: decisions 1.2 rules among equals."""
    return max(fits, key=lambda f: (f.grade, f.ratio is None or f.ratio >= SAME_RATIO), default=None)


def decide(answers: Answers) -> Verdict:
    """The reference's identity (decisions 1.5 to 1.9, 1.13).

    One registry that agrees with the print is enough for SAME; every accusation needs every answer it could fall by.
    """
    if not (answers.identifiers or answers.searches):
        return Verdict(Identity.PAGE_ONLY if answers.page else Identity.UNREADABLE)
    at_id, found = _at_identifier(answers.by_identifier), best(answers.by_title)
    if at_id is not None and settles(at_id):
        return Verdict(Identity.SAME, fit=at_id)
    if at_id is not None and at_id.grade is Grade.SAME:
        return _preprint_of_another_year(answers, at_id, found)
    if found is not None and found.grade is Grade.SAME:
        return _found_by_title(answers, at_id, found)
    missing = (*answers.blocked, *answers.unsearched)
    if missing:
        return Verdict(Identity.UNKNOWN, fit=None, needed=missing)
    if at_id is not None:
        return _only_at_identifier(answers, at_id, found)
    if found is not None and found.grade is Grade.DOUBTFUL:
        return Verdict(Identity.DOUBTFUL, fit=found)
    if found is not None and found.grade is Grade.STRANGER:
        return Verdict(Identity.STRANGER, fit=found)
    return _found_nowhere(answers)


def settles(fit: Fit) -> bool:
    """Is this the cited work, so that nobody else need be asked which it is?

    A preprint of another year is the work, but not the version that is cited: that one may have been published since.
    """
    return fit.grade is Grade.SAME and not (fit.query.kind is QueryKind.ARXIV and fit.year is False)


def _at_identifier(fits: Sequence[Fit]) -> Fit | None:
    """The best record at a printed identifier: one that settles it before a preprint of another year."""
    return best_by_grade([f for f in fits if settles(f)]) or best_by_grade(fits)


def _preprint_of_another_year(answers: Answers, preprint: Fit, found: Fit | None) -> Verdict:
    """The published version where the title finds it, else the preprint, whose year is then not the printed one; which
    of them it is cannot be said before the required services have been asked."""
    if found is not None and found.grade is Grade.SAME:
        is_later = found.year is not False and same_work(preprint.record, found.record)
        return Verdict(Identity.SAME, fit=found if is_later else preprint)
    missing = (*answers.blocked, *answers.unsearched)
    return Verdict(Identity.UNKNOWN, needed=missing) if missing else Verdict(Identity.SAME, fit=preprint)


def _found_by_title(answers: Answers, at_id: Fit | None, found: Fit) -> Verdict:
    """The cited work exists. Is it the one at the printed identifier?

    With the identifier's registry out of reach the title settles it (V.B1's fallback), unless the work is known to
    carry another identifier than the printed one: then only the registry can say whose that is.
    """
    if answers.confirmed:
        return Verdict(Identity.SAME, fit=found)
    if at_id is None:
        if answers.blocked and answers.contradicted:
            return Verdict(Identity.UNKNOWN, needed=tuple(answers.blocked))
        return Verdict(Identity.SAME, fit=found)
    if answers.blocked:
        return Verdict(Identity.UNKNOWN, needed=tuple(answers.blocked))
    if at_id.ratio is None and at_id.grade is Grade.DOUBTFUL:  # a translation: nothing says that these are two works
        return Verdict(Identity.DOUBTFUL, fit=at_id)
    if same_work(at_id.record, found.record):
        return Verdict(Identity.SAME, fit=found)
    return Verdict(Identity.OTHER_EXISTS, fit=at_id, elsewhere=found)


def _only_at_identifier(answers: Answers, at_id: Fit, found: Fit | None) -> Verdict:
    """There is a record at a printed identifier that is not surely the cited work, and nothing surer elsewhere.

    Where it is another work, what the search brought decides: a work that agrees with author and year is the cited one;
    one of which less agrees is shown as what it is, the nearest, or the same title by a stranger, and is not said to be
    the cited work. The identifier's other work is then a discrepancy.
    """
    if at_id.grade is Grade.DOUBTFUL:
        return Verdict(Identity.DOUBTFUL, fit=at_id)
    if at_id.grade is Grade.STRANGER:
        return Verdict(Identity.STRANGER, fit=at_id)
    if found is not None and found.grade is Grade.DOUBTFUL:
        if found.author is True and found.year is True:
            return Verdict(Identity.OTHER_EXISTS, fit=at_id, elsewhere=found)
        return Verdict(Identity.DOUBTFUL, fit=found)
    if found is not None and found.grade is Grade.STRANGER:
        return Verdict(Identity.STRANGER, fit=found)
    if not answers.searches:  # author and year speak against it, and the title cannot be read: nobody could search it
        return Verdict(Identity.DOUBTFUL, fit=at_id)
    return nowhere(Identity.OTHER_NOWHERE, answers.searches, answers.answered, fit=at_id)


def _found_nowhere(answers: Answers) -> Verdict:
    if answers.handle == "exists":
        return Verdict(Identity.AGENCY_ONLY)
    if answers.handle == "unavailable" and answers.handle_query is not None:
        return Verdict(Identity.UNKNOWN, needed=(answers.handle_query,))
    return nowhere(Identity.NONE, (*answers.identifiers, *answers.searches), answers.answered)


def nowhere(
    identity: Literal[Identity.NONE, Identity.OTHER_NOWHERE],
    required: Sequence[Query],
    answered: Collection[Query],
    fit: Fit | None = None,
) -> Verdict:
    """The one way to say that a work is found nowhere: every required service has given its answer (decisions 1.6).

    UNKNOWN while one of them has not. ValueError where nobody was required to answer: then nothing was found out.
    """
    if not required:
        raise ValueError("nobody was asked: that is no ground for saying that a work is found nowhere")
    missing = tuple(query for query in required if query not in answered)
    return Verdict(Identity.UNKNOWN, needed=missing) if missing else Verdict(identity, fit=fit)


def same_work(a: Record, b: Record) -> bool:
    """Do two records describe one work? By DOI or PMID, else by title and first author (preprint and article count as
    one, decisions 1.10)."""
    if same_doi(a.doi, b.doi) or (a.pmid is not None and a.pmid == b.pmid):
        return True
    if not a.title or not b.title or not comparable(a.title, b.title):
        return False
    return identity_ratio(a.title, b.title) >= SAME_RATIO and same_first_author(a.authors, b.authors) is True


def status_of(identity: Identity, ratio: float | None) -> MetadataStatus:
    """V's word for an identity; SAME below a ratio of 0.85 is a WARNING."""
    if identity is Identity.SAME and ratio is not None and ratio < SAME_RATIO:
        return MetadataStatus.WARNING
    return STATUS_OF[identity]

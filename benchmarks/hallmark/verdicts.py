"""HALLMARK's `verdict_class`, read off the identity and the discrepancies that are stored.

HALLMARK gives every wrong entry one class; a resolution may hold several discrepancies. The class is that of the one
that says most about the entry, in this order:

1. Nothing is said of a reference whose identity is unknown, or of which nothing was looked up: no class.
2. `fabricated`: no such work. Found nowhere, or the identifier's work is another and the cited one is found nowhere; or
   the work found has neither the printed title nor the printed first author: with two of the things that name a work
   wrong, it is no longer that work which is cited.
3. `bad_doi`: the work is there, and the printed DOI does not exist, or is another work's. Before the fields, since a
   DOI that does not resolve is a fact without degrees, and the only one that a field could not explain.
4. `author_mismatch`, or `author_incomplete` where printed authors are only left out: before the title, since authors
   that are not the work's are never a slip of spelling.
5. `title_mismatch`: a different content word, or a title too far from the recorded one to be sure.
6. `venue_year_mismatch`, `venue_mismatch`, `year_mismatch`. What is cited as published and known to everyone as a
   preprint only has a wrong venue, too: the printed one does not have it. A year beside it counts for a venue that is
   wrong, be it off by one only: preprint and article are mixed up just so. Alone it counts as the report counts it.
7. `ok`.

A discrepancy counts where it is told as a thing to act on: one that another registry's record denies, or of minor
severity, is no error of the author's.
"""

from collections.abc import Iterable

from state.finding import Severity
from state.resolution import Discrepancy, Field, Identity, Resolution

_SAYS_NOTHING = frozenset({Identity.UNKNOWN, Identity.UNREADABLE, Identity.AGENCY_ONLY, Identity.PAGE_ONLY})
_NOWHERE = frozenset({Identity.NONE, Identity.OTHER_NOWHERE})
_LEFT_OUT = "omitted"
"""How `Discrepancy.detail` begins where authors of the record are not printed and nobody else is; the first author may
be among them."""


def verdict_class(
    identity: Identity, discrepancies: Iterable[Discrepancy], *, doi_unregistered: bool, only_preprint: bool = False
) -> str | None:
    """The class by the order above; None where nothing is said of the work."""
    if identity in _SAYS_NOTHING:
        return None
    if identity in _NOWHERE:
        return "fabricated"
    told = list(discrepancies)
    wrong = {d.field: d for d in told if counts(d)}
    authors = wrong.get(Field.AUTHORS)
    only_fewer = authors is not None and authors.detail.startswith(_LEFT_OUT)
    strangers = identity is Identity.STRANGER or (Field.FIRST_AUTHOR in wrong and not only_fewer)
    title = identity is Identity.DOUBTFUL or Field.TITLE in wrong
    if strangers and title:
        return "fabricated"
    if doi_unregistered or identity is Identity.OTHER_EXISTS or Field.DOI in wrong:
        return "bad_doi"
    if only_fewer:
        return "author_incomplete"
    if strangers or authors is not None:
        return "author_mismatch"
    if title:
        return "title_mismatch"
    if Field.JOURNAL in wrong or only_preprint:
        year = any(d.field is Field.YEAR and not d.agreed_by for d in told)
        return "venue_year_mismatch" if year else "venue_mismatch"
    return "year_mismatch" if Field.YEAR in wrong else "ok"


def counts(discrepancy: Discrepancy) -> bool:
    """Is this discrepancy the author's to mend? Not where a registry agrees with the print, and not where the report
    calls it minor; a year that is off by one is (decisions 1.7)."""
    near = discrepancy.field is Field.YEAR and discrepancy.detail == "1"
    return not discrepancy.agreed_by and discrepancy.severity is not Severity.MINOR and not near


def verdict_of(resolution: Resolution) -> str | None:
    """The class of a stored resolution."""
    return verdict_class(
        resolution.identity,
        resolution.discrepancies,
        doi_unregistered=resolution.doi_unregistered,
        only_preprint=any(version.kind == "published_as_preprint" for version in resolution.versions),
    )

"""The five kinds of hallucinated reference and their compound patterns (001), read off a resolution.

A label says which kind a finding looks like, and why. It is never a verdict and never a finding of its own: people make
the same mistakes. Nothing is labelled where something needed could not be asked, or could not be compared.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from reports.findings_of_references import asked, describe, identifier_of
from reports.unlisted import is_often_unlisted
from state.finding import Finding, Severity
from state.lookup import Author, Record
from state.manuscript import Reference
from state.resolution import Discrepancy, Field, Identity, Resolution


class Kind(StrEnum):
    TF = "TF"
    """Total fabrication: nothing of it exists."""
    PAC = "PAC"
    """Plausible author or conference: real scholars, and a paper that they did not write."""
    IH = "IH"
    """Incomplete: nothing that a work could be told by. A reason to look deeper, and no more."""
    PH = "PH"
    """Partial: elements of different publications."""
    SH = "SH"
    """Subtle: a real work with small distortions."""


class Pattern(StrEnum):
    AUTHOR_SPOOFING = "author_spoofing"
    """PAC and TF."""
    VENUE_EXPLOITATION = "venue_exploitation"
    """PH and PAC: real scholars and a real venue around a paper that is in neither."""
    MASHUP_FABRICATION = "mashup_fabrication"
    """PH: identifier, title and authors belong to different publications."""
    TEMPORAL_MASKING = "temporal_masking"
    """SH: the year."""
    DOI_MISDIRECTION = "doi_misdirection"
    """The identifier leads to another real work."""


@dataclass(frozen=True)
class Reason:
    """Why, as a code with values; the wording is in templates (`labels.reason_CODE`)."""

    code: str
    pairs: tuple[tuple[str, str], ...] = ()

    @property
    def values(self) -> dict[str, str]:
        return dict(self.pairs)


@dataclass(frozen=True)
class Label:
    """A kind, the compound pattern it is part of (or None), and the reasons, at least one."""

    kind: Kind
    pattern: Pattern | None
    reasons: tuple[Reason, ...]


_SILENT = frozenset({Identity.UNKNOWN, Identity.UNREADABLE, Identity.PAGE_ONLY, Identity.AGENCY_ONLY})
"""Identities that say nothing about the work."""
_IDENTIFIERS = (Field.DOI, Field.PMID, Field.ARXIV)
_DISTORTED = (Field.TITLE, Field.FIRST_AUTHOR, Field.AUTHORS, Field.YEAR, Field.JOURNAL, Field.VOLUME, Field.PAGES)

_EXPLAINS: dict[Kind, frozenset[str]] = {
    Kind.TF: frozenset({"REF-NOT-FOUND", "REF-DOI-UNREGISTERED"}),
    Kind.PAC: frozenset({"REF-NOT-FOUND", "REF-DOI-UNREGISTERED", "REF-STRANGER", "REF-FIRST-AUTHOR"}),
    Kind.IH: frozenset({"REF-NOT-FOUND", "REF-STRANGER", "REF-DOUBTFUL"}),
    Kind.PH: frozenset({"REF-NOT-FOUND", "REF-FABRICATED", "REF-WRONG-WORK", "REF-IDENTIFIER"}),
}
_SAID = frozenset(
    {"found_nowhere", "doi_unregistered", "identifier_of", "title_of", "identifier_elsewhere", "title_of_others"}
)
"""Reasons that stand in the finding anyway: who was asked, and which works are meant."""
_RULE_OF_FIELD = {
    "title": "REF-TITLE",
    "first_author": "REF-FIRST-AUTHOR",
    "authors": "REF-AUTHORS",
    "year": "REF-YEAR",
    "journal": "REF-JOURNAL",
    "volume": "REF-VOLUME",
    "pages": "REF-PAGES",
}


def labels_of(reference: Reference, resolution: Resolution) -> tuple[Label, ...]:
    """The labels of a reference, in the order of `Kind`; none where its outcome depends on an unavailable answer."""
    if resolution.identity in _SILENT or resolution.unavailable:
        return ()
    if resolution.identity is Identity.NONE and is_often_unlisted(reference):
        return ()
    makers: tuple[Callable[[Reference, Resolution], Label | None], ...] = (_tf, _pac, _ih, _ph, _sh)
    return tuple(label for label in (make(reference, resolution) for make in makers) if label is not None)


def explaining(finding: Finding, labels: Iterable[Label]) -> tuple[Label, ...]:
    """Those of a reference's labels that say something about this finding, with the reasons that it does not give
    itself; SH only beside the finding of a distorted field."""
    found = []
    for label in labels:
        if label.kind is Kind.SH:
            reasons = tuple(r for r in label.reasons if _RULE_OF_FIELD.get(r.values.get("field", "")) == finding.rule)
            pattern = label.pattern if finding.rule == "REF-YEAR" else None
            found += [Label(Kind.SH, pattern, ())] if reasons else []
        elif finding.rule in _EXPLAINS[label.kind]:
            reasons = tuple(reason for reason in label.reasons if reason.code not in _SAID)
            found.append(Label(label.kind, label.pattern, reasons))
    return tuple(found)


def _tf(reference: Reference, resolution: Resolution) -> Label | None:
    if resolution.identity is not Identity.NONE or not asked(resolution):
        return None
    reasons = [Reason("found_nowhere", (("asked", asked(resolution)),))]
    if resolution.doi_unregistered:
        reasons.append(Reason("doi_unregistered", (("doi", reference.doi or ""),)))
    spoofed = _real_author(reference, resolution) is not None
    return Label(Kind.TF, Pattern.AUTHOR_SPOOFING if spoofed else None, tuple(reasons))


def _pac(reference: Reference, resolution: Resolution) -> Label | None:
    """Real scholars beside a paper that nobody has; or a real title under other people's names."""
    if resolution.identity is Identity.NONE:
        real = _real_author(reference, resolution)
        if real is None:
            return None
        reason = Reason("real_author", (("author", reference.first_author or ""), ("work", describe(real))))
        venue = _real_venue(reference, resolution)
        return Label(Kind.PAC, Pattern.VENUE_EXPLOITATION if venue else Pattern.AUTHOR_SPOOFING, (reason,))
    record = resolution.record
    if resolution.identity not in (Identity.SAME, Identity.STRANGER) or record is None:
        return None
    if not reference.authors or not record.authors or _share_a_name(reference.authors, record.authors):
        return None
    return Label(Kind.PAC, None, (Reason("title_of_others", (("work", describe(record)),)),))


def _ih(reference: Reference, resolution: Resolution) -> Label | None:
    """Nothing to check the entry by. A work that was found all the same has been checked deeper."""
    if resolution.identity is Identity.SAME:
        return None
    identifiers = (reference.doi, reference.pmid, reference.pmcid, reference.arxiv, reference.isbn, reference.bibcode)
    if any(identifiers) or reference.volume or reference.pages:
        return None
    return Label(Kind.IH, None, (Reason("no_details"),))


def _ph(reference: Reference, resolution: Resolution) -> Label | None:
    record, elsewhere = resolution.record, resolution.elsewhere
    identifier = identifier_of(reference)
    if resolution.identity is Identity.OTHER_EXISTS and record and elsewhere:
        reasons = [Reason("identifier_of", (("identifier", identifier), ("work", describe(record))))]
        reasons.append(Reason("title_of", (("work", describe(elsewhere)),)))
        mixed = bool(reference.authors and elsewhere.authors) and not _share_a_name(
            reference.authors, elsewhere.authors
        )
        return Label(Kind.PH, Pattern.MASHUP_FABRICATION if mixed else Pattern.DOI_MISDIRECTION, tuple(reasons))
    if resolution.identity is Identity.OTHER_NOWHERE and record:
        reasons = [Reason("identifier_of", (("identifier", identifier), ("work", describe(record))))]
        real = _real_author(reference, resolution)
        if real is not None:  # identifier of one work, author of another, title of none
            reasons.append(Reason("author_of", (("author", reference.first_author or ""), ("work", describe(real)))))
        pattern = Pattern.MASHUP_FABRICATION if real is not None else Pattern.DOI_MISDIRECTION
        return Label(Kind.PH, pattern, tuple(reasons))
    if resolution.identity is Identity.NONE:
        venue = _real_venue(reference, resolution)
        if venue is None or _real_author(reference, resolution) is None:
            return None
        reason = Reason("venue_of", (("journal", reference.journal or ""), ("work", describe(venue))))
        return Label(Kind.PH, Pattern.VENUE_EXPLOITATION, (reason,))
    wrong = [d for d in _standing(resolution) if d.field in _IDENTIFIERS and d.detail == "other_work"]
    reasons = [Reason("identifier_elsewhere", (("identifier", d.printed), ("recorded", d.recorded))) for d in wrong]
    return Label(Kind.PH, Pattern.DOI_MISDIRECTION, tuple(reasons)) if reasons else None


def _sh(reference: Reference, resolution: Resolution) -> Label | None:
    """Fields of the right work that differ by more than a trifle. Other people's names are PAC, and no distortion."""
    if resolution.identity is not Identity.SAME:
        return None
    record = resolution.record
    others = record is not None and bool(reference.authors and record.authors)
    strangers = others and record is not None and not _share_a_name(reference.authors, record.authors)
    differing = [
        d
        for d in _standing(resolution)
        if d.field in _DISTORTED
        and d.severity is not Severity.MINOR
        and not (strangers and d.field in (Field.FIRST_AUTHOR, Field.AUTHORS))
        and not (d.field is Field.YEAR and d.detail.lstrip("+-") == "1")
    ]
    reasons = tuple(
        Reason("differs", (("field", d.field.value), ("printed", d.printed), ("recorded", d.recorded)))
        for d in sorted(differing, key=lambda d: (_DISTORTED.index(d.field), d.printed, d.recorded))
    )
    year = any(d.field is Field.YEAR for d in differing)
    return Label(Kind.SH, Pattern.TEMPORAL_MASKING if year else None, reasons) if reasons else None


def _standing(resolution: Resolution) -> list[Discrepancy]:
    """Discrepancies on which no registry agrees with the print, or may (decisions 1.13)."""
    return [d for d in resolution.discrepancies if d.stands]


def _real_author(reference: Reference, resolution: Resolution) -> Record | None:
    """A work by the printed first author among the nearest, which is another work than the printed one."""
    if not reference.authors:
        return None
    by_them = (c for c in resolution.candidates if c.author_agrees is True)
    best = max(by_them, key=lambda c: (c.ratio, c.record.title or ""), default=None)
    return best.record if best else None


def _real_venue(reference: Reference, resolution: Resolution) -> Record | None:
    """A work in the printed journal among the nearest."""
    printed = _folded(reference.journal)
    near = sorted(resolution.candidates, key=lambda c: (-c.ratio, c.record.title or ""))
    named = (c.record for c in near if printed in (_folded(c.record.venue), _folded(c.record.venue_short)))
    return next(named, None) if printed else None


def _share_a_name(a: Iterable[Author], b: Iterable[Author]) -> bool:
    names = {_folded(author.family) for author in a}
    return any(_folded(author.family) in names for author in b)


def _folded(text: str | None) -> str:
    return "".join(c for c in (text or "").casefold() if c.isalnum())

"""The verdict of one reference, read off its stored identity by the table of decisions 1.9, column R.

Pure. What the table leaves to the research-verification contract (blank fields, Step 3c) is decided here and argued
where it is decided. docs/refs.md tells the table to users.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from reports.envelope_compared import (
    CONFIDENT,
    Comparison,
    Why,
    compare,
    is_at_identifier,
    printed_identifiers,
    rival_of,
    score_of,
)
from state.envelope_words import ReferenceVerdict
from state.lookup import QueryKind, RegistryName
from state.manuscript import Reference
from state.resolution import Field, Identity, LookupNote, Resolution

MISMATCH = {
    "title": ReferenceVerdict.METADATA_MISMATCH_TITLE,
    "author": ReferenceVerdict.METADATA_MISMATCH_AUTHOR,
    "year": ReferenceVerdict.METADATA_MISMATCH_YEAR,
}


@dataclass(frozen=True)
class Reason:
    """One thing the notes say: a key of the wording, and its values."""

    code: str
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """A reference's verdict, how sure it is, and why. `comparison` is None where there is no record to show."""

    verdict: ReferenceVerdict
    confidence: float
    reasons: tuple[Reason, ...] = ()
    comparison: Comparison | None = None


# How sure a verdict is. One number for each ground, in the order of how much speaks for it, so that less evidence never
# gives more confidence: the contract fixes 1.0 (everything compared and passed) and 0.0 (nothing known).
CONFIRMED = 1.0
UNCOMPARED = 0.05
"""Taken off for each of title, author and year that there was nothing to compare of."""
SHORTENED, UNASKED, OF_NOBODY = 0.1, 0.1, 0.1
"""Taken off for a title printed without its end; where the printed identifier itself could not be asked about; and
where whoever was asked for it has no such number."""
OTHER_WORDS = 0.1
"""Taken off where a word of the title differs and the titles are still one by their ratio."""
UNREGISTERED_DOI = 0.99
ONE_FIELD = 0.95
"""The work is identified, and a field differs; or the identifier belongs to another work and the cited one is known."""
NOWHERE = 0.9
"""The identifier belongs to another work, and every required service lacks the cited one."""
STRANGERS = 0.8
"""A work of this title exists, by others and of another year. So does a title that is only alike (doubtful)."""
OPEN_POINT = 0.7
"""The work is identified, and something about it could not be compared or is disputed; 0.1 less for each further."""
RIVALS = 0.6
BY_TITLE_ALONE = 0.15
"""Taken off a mismatch where no identifier leads to the record: that it is the cited work rests on the title."""
_OPEN = (Why.BLANK, Why.UNDECIDED, Why.REGISTRIES, Why.UNCONFIRMED)
"""Why a field that is printed has neither passed nor failed."""
_AT_NO_IDENTIFIER = (Identity.NONE, Identity.SAME, Identity.DOUBTFUL, Identity.STRANGER)


def outcome_of(reference: Reference, resolution: Resolution) -> Outcome:
    """The row of decisions 1.9 for one reference."""
    record = resolution.record
    identity = resolution.identity
    if reference.doi and resolution.doi_unregistered and identity in _AT_NO_IDENTIFIER:
        return _doi_of_nobody(reference.doi, resolution)
    if identity is Identity.NONE:
        asked = _asked(resolution, *QueryKind)
        return Outcome(ReferenceVerdict.UNVERIFIABLE, 0.0, (Reason("no_confident_match", {"asked": asked}),))
    if identity is Identity.UNKNOWN or record is None:
        return _unknown(reference, resolution)
    comparison = compare(reference, resolution, record)
    if identity is Identity.SAME:
        return _same(reference, resolution, comparison)
    if identity is Identity.DOUBTFUL:
        return _doubtful(reference, resolution, comparison)
    if identity is Identity.STRANGER:
        if len(comparison.failed) < 2:  # another registry agrees with the print: one source convicts nobody
            return _differing(comparison, (), STRANGERS)
        return Outcome(ReferenceVerdict.FABRICATED, STRANGERS, (Reason("stranger", _listed(comparison)),), comparison)
    named = {"record": record.title or record.id, "identifier": _identifier(reference)}
    if identity is Identity.OTHER_EXISTS:
        cited = resolution.elsewhere
        values = named | {"cited": (cited.title or cited.id) if cited else "", "at": (cited and cited.doi) or ""}
        return _differing(comparison, (Reason("other_exists", values),), ONE_FIELD)
    reasons = (Reason("other_nowhere", named | {"asked": _asked(resolution, QueryKind.TITLE)}),)
    return Outcome(ReferenceVerdict.FABRICATED, NOWHERE, reasons, comparison)


def _same(reference: Reference, resolution: Resolution, comparison: Comparison) -> Outcome:
    """The work is known. One failed field names a mismatch; whatever could not be compared keeps it from verified."""
    uncompared = len(comparison.because(Why.NOT_PRINTED, *_OPEN))
    by_title = not is_at_identifier(reference, resolution)
    if comparison.failed:
        reasons = (Reason("by_title"),) if by_title else ()
        return _differing(comparison, reasons, ONE_FIELD - UNCOMPARED * uncompared - BY_TITLE_ALONE * by_title)
    open_points = [Reason(why.value, {"field": name}) for why in _OPEN for name in comparison.because(why)]
    if open_points:
        confidence = OPEN_POINT - 0.1 * (len(open_points) - 1)
        return Outcome(ReferenceVerdict.PARTIALLY_SUPPORTED, confidence, tuple(open_points), comparison)
    rival = rival_of(resolution) if by_title else None
    if rival is not None:
        values = {"title": rival.record.title or rival.record.id, "at": rival.record.doi or ""}
        return Outcome(ReferenceVerdict.PARTIALLY_SUPPORTED, RIVALS, (Reason("rival", values),), comparison)
    return _verified(reference, resolution, comparison, uncompared, by_title=by_title)


def _verified(
    reference: Reference, resolution: Resolution, comparison: Comparison, uncompared: int, *, by_title: bool
) -> Outcome:
    reasons: list[Reason] = []
    confidence = CONFIRMED - UNCOMPARED * uncompared
    if comparison.is_resolver_only:
        reasons.append(Reason("resolver_only"))
    reasons += [Reason("elsewhere", {"field": name}) for name in comparison.because(Why.ELSEWHERE)]
    if comparison.because(Why.SHORTENED):
        confidence -= SHORTENED
        reasons.append(Reason("shortened"))
    if any(found[0] is Field.TITLE for found in further_differences(resolution)):
        confidence -= OTHER_WORDS
    unasked = _services(note for note in resolution.lookups if _asks_for_print(note, reference))
    if by_title and unasked:
        confidence -= UNASKED
        reasons.append(Reason("identifier_unasked", {"services": ", ".join(f"{name}_unavailable" for name in unasked)}))
    elif by_title and (nobodys := _of_nobody(reference, resolution)):
        confidence -= OF_NOBODY
        reasons.append(Reason("identifier_nowhere", nobodys))
    return Outcome(ReferenceVerdict.VERIFIED, confidence, tuple(reasons), comparison)


def _doubtful(reference: Reference, resolution: Resolution, comparison: Comparison) -> Outcome:
    """Found by its title alone, Step 3c decides: likely the work while author and year agree."""
    by_title = not is_at_identifier(reference, resolution)
    if by_title:
        score = score_of(resolution.title_ratio, resolution.author_agrees, resolution.year_agrees)
        if score > CONFIDENT:
            reason = Reason("likely", {"score": f"{score:.2f}"} | _listed(comparison))
            return Outcome(ReferenceVerdict.PARTIALLY_SUPPORTED, score * OPEN_POINT, (reason,), comparison)
    return _differing(comparison, (Reason("doubtful"),), STRANGERS - BY_TITLE_ALONE * by_title)


def _differing(comparison: Comparison, reasons: tuple[Reason, ...], confidence: float) -> Outcome:
    """The first failed field names the verdict, the others are listed; where none failed nobody is blamed."""
    if not comparison.failed:
        open_points = tuple(Reason(why.value, {"field": name}) for why in _OPEN for name in comparison.because(why))
        return Outcome(ReferenceVerdict.PARTIALLY_SUPPORTED, RIVALS, (*reasons, *open_points), comparison)
    if len(comparison.failed) > 1:
        reasons = (*reasons, Reason("also_failed", _listed(comparison)))
    return Outcome(MISMATCH[comparison.failed[0]], confidence, reasons, comparison)


def _doi_of_nobody(doi: str, resolution: Resolution) -> Outcome:
    """The printed DOI exists nowhere, by decisions 1.5: a fact, and the contract's verdict for it, whether or not a
    search finds the work. Where one does, the notes name the work and its own DOI."""
    reasons = [Reason("fabricated_doi", {"doi": doi, "asked": _asked(resolution, QueryKind.DOI)})]
    record = resolution.record
    if record is not None and resolution.identity is Identity.SAME:
        reasons.append(Reason("found_by_title", {"title": record.title or record.id, "at": record.doi or ""}))
    return Outcome(ReferenceVerdict.FABRICATED_DOI, UNREGISTERED_DOI, tuple(reasons))


def _unknown(reference: Reference, resolution: Resolution) -> Outcome:
    """Nothing is said of the work, and why not."""
    identity = resolution.identity
    if identity is Identity.AGENCY_ONLY:
        values = {"doi": reference.doi or "", "agency": resolution.agency or "–"}
        reason = Reason("agency_only" if resolution.agency else "agency_unknown", values)
    elif identity is Identity.PAGE_ONLY:
        return Outcome(ReferenceVerdict.UNVERIFIABLE, 0.0, _known_by_page(reference, resolution))
    elif identity is Identity.UNREADABLE:
        reason = Reason("insufficient_metadata")
    else:
        needed = resolution.unavailable or tuple(n for n in resolution.lookups if n.outcome == "unavailable")
        reason = Reason("unavailable", {"services": ", ".join(f"{name}_unavailable" for name in _services(needed))})
    return Outcome(ReferenceVerdict.UNVERIFIABLE, 0.0, (reason,))


def _known_by_page(reference: Reference, resolution: Resolution) -> tuple[Reason, ...]:
    """What is known of the page, and who could not be asked about it. An entry that names its work lacks nothing."""
    described = bool(reference.title and (reference.authors or reference.editors))
    state = resolution.page.state.value if resolution.page else "unknown"
    told = Reason("page_described" if described else "page_only", {"state": state})
    silent = _services(resolution.unavailable)
    if not silent:
        return (told,)
    return told, Reason("page_unasked", {"services": ", ".join(f"{name}_unavailable" for name in silent)})


def depends_on_outage(resolution: Resolution) -> bool:
    """Whether the verdict would be another one, or may be, had everybody answered (exit code 3)."""
    waits = any(found.unasked and not found.agreed_by for found in resolution.discrepancies)
    return waits or resolution.identity is Identity.UNKNOWN or bool(resolution.unavailable)


def further_differences(resolution: Resolution) -> tuple[tuple[Field, str, str, str], ...]:
    """(field, printed, recorded, registry) of what differs beside the cross-check, and stands."""
    compared = {Field.FIRST_AUTHOR, Field.YEAR}
    return tuple(
        (found.field, found.printed, found.recorded, found.registry.value)
        for found in resolution.discrepancies
        if found.field not in compared and found.stands
    )


def _listed(comparison: Comparison) -> dict[str, str]:
    return {"fields": ",".join(comparison.failed)}


def _identifier(reference: Reference) -> str:
    for name, value in (("DOI", reference.doi), ("PMID", reference.pmid), ("arXiv", reference.arxiv)):
        if value:
            return f"{name} {value}"
    return reference.url or ""


def _asked(resolution: Resolution, *kinds: QueryKind) -> str:
    """The services that answered questions of these kinds about the work, as a list of codes. What the registry on this
    machine lacks says nothing, and neither do pages and journals."""
    telling = set(kinds) - {QueryKind.PAGE, QueryKind.ISSN}
    answered = (n for n in resolution.lookups if n.outcome != "unavailable" and n.query.kind in telling)
    return ",".join(_services(n for n in answered if n.query.registry is not RegistryName.LOCAL))


def _asks_for_print(note: LookupNote, reference: Reference) -> bool:
    """An unanswered look-up of an identifier that the reference itself prints."""
    return note.outcome == "unavailable" and note.query.value in printed_identifiers(reference)


def _of_nobody(reference: Reference, resolution: Resolution) -> dict[str, str]:
    """A printed identifier that whoever was asked for it does not have, and who that was; empty where there is none."""
    own = (("DOI", reference.doi), ("PMID", reference.pmid), ("PMCID", reference.pmcid), ("arXiv", reference.arxiv))
    for name, value in (*own, ("ISBN", reference.isbn)):
        asked = [n for n in resolution.lookups if value and n.query.value.lower() == value.lower()]
        absent = [note for note in asked if note.outcome == "not_found"]
        if absent and len(absent) == len(asked):
            return {"identifier": f"{name} {value}", "asked": ",".join(_services(absent))}
    return {}


def _services(notes: Iterable[LookupNote]) -> list[str]:
    """Each service once, in the order asked."""
    return list(dict.fromkeys(note.query.registry.value for note in notes))

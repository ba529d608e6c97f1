"""checkRetraction's answer, read off a resolution (recovered 4.3)."""

from dataclasses import dataclass

from reports.findings_of_notices import notice_order
from reports.index import RETRACTING, notices_of
from state.lookup import Notice, NoticeType
from state.resolution import Identity, NoticeState, Resolution

_TYPES = {
    **dict.fromkeys(RETRACTING, "retraction"),
    NoticeType.CORRECTION: "correction",
    NoticeType.ERRATUM: "correction",
    NoticeType.EXPRESSION_OF_CONCERN: "expression-of-concern",
}
_IDENTIFIED = frozenset({Identity.SAME, Identity.DOUBTFUL, Identity.STRANGER, Identity.OTHER_EXISTS})


@dataclass(frozen=True)
class RetractionNotice:
    """One notice as one registry states it."""

    type: str
    """`retraction`, `correction` or `expression-of-concern`; and `reinstatement`, which the system this answer comes
    from does not have, and without which a work taken back into the literature would look retracted."""
    label: str
    """The registry's own kind of notice, e.g. `Withdrawal`, `Erratum`."""
    doi: str | None
    date: str | None
    """ISO date, to the precision known."""
    source: str
    """The registry, and who says so within it: `crossref (retraction-watch)`."""


@dataclass(frozen=True)
class RetractionAnswer:
    """Whether a work is retracted, and what else was published about it."""

    isRetracted: bool | None  # noqa: N815 (the system's own key, as the next two)
    """None where that is not known, or the sources differ: `reason` says which."""
    hasCorrections: bool  # noqa: N815
    hasConcern: bool  # noqa: N815
    notices: tuple[RetractionNotice, ...]
    title: str | None
    doi: str | None
    reason: str | None
    """None where there is nothing to explain; `reinstated`; `disputed`; `no_doi`: the work has none, so that Crossref
    could not be asked (others may have been); `not_identified`: it is not known which work is meant; `unavailable`:
    a service that would say so could not be asked."""


def retraction_answer(resolution: Resolution) -> RetractionAnswer:
    """What the notices about the resolved work come to. A correction or a concern never makes it retracted."""
    notices, state = notices_of(resolution)
    work = resolution.elsewhere or resolution.record if resolution.identity in _IDENTIFIED else None
    records = [work, *resolution.supporting] if work and not resolution.elsewhere else [work]
    doi = next((record.doi for record in records if record and record.doi), None)
    types = {notice.type for notice in notices}
    known = {NoticeState.UNKNOWN: None, NoticeState.DISPUTED: None, NoticeState.RETRACTED: True}
    return RetractionAnswer(
        isRetracted=known.get(state, False),
        hasCorrections=not types.isdisjoint({NoticeType.CORRECTION, NoticeType.ERRATUM}),
        hasConcern=NoticeType.EXPRESSION_OF_CONCERN in types,
        notices=tuple(_told(notice) for notice in sorted(notices, key=notice_order)),
        title=work.title if work else None,
        doi=doi,
        reason=_reason(resolution, state, doi),
    )


def _reason(resolution: Resolution, state: NoticeState, doi: str | None) -> str | None:
    if state in (NoticeState.REINSTATED, NoticeState.DISPUTED):
        return state.value
    if resolution.identity is Identity.UNKNOWN:
        return "unavailable"
    if resolution.identity not in _IDENTIFIED:
        return "not_identified"
    if state is NoticeState.UNKNOWN and any(note.outcome == "unavailable" for note in resolution.lookups):
        return "unavailable"
    return "no_doi" if doi is None else None


def _told(notice: Notice) -> RetractionNotice:
    by = notice.asserted_by
    registry = notice.registry.value
    return RetractionNotice(
        type=_TYPES.get(notice.type, notice.type.value),
        label=notice.type.value.replace("_", " ").capitalize(),
        doi=notice.doi,
        date=notice.date,
        source=f"{registry} ({by})" if by and by != registry else registry,
    )

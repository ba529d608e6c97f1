"""What speaks for caution beside verifyCitation's verdict. Wording is in templates/cite.*.toml."""

import tomllib
from collections.abc import Iterator
from functools import cache

from reports.citation_compared import identifiers_of, is_of_another_journal
from reports.citation_verdict import NEAR
from state.citation_check import ClaimedCitation, ComparedWith, LlmScreen
from state.lookup import Record
from state.resolution import Field, FieldCheck, FieldVerdict, Identity, NoticeState, Resolution
from templates import read_text

Caveat = tuple[str, dict[str, str]]
"""A code, and the values of its sentence."""
_NAMES = {
    "doi": "DOI",
    "pmid": "PMID",
    "pmcid": "PMCID",
    "arxiv": "arXiv number",
    "ads": "bibcode",
    "isbn": "ISBN",
    "issn": "ISSN",
    "whoIrisUrl": "WHO IRIS address",
}
_COMPARED = {
    Field.TITLE: "title",
    Field.FIRST_AUTHOR: "first_author",
    Field.YEAR: "year",
    Field.JOURNAL: "container",
}
_IDENTIFIED = (Identity.SAME, Identity.DOUBTFUL, Identity.STRANGER, Identity.OTHER_EXISTS)


def caveats_of(
    claimed: ClaimedCitation,
    resolution: Resolution,
    compared: ComparedWith,
    shown: Record | None,
    screen: LlmScreen | None,
    language: str,
) -> tuple[str, ...]:
    """`code: sentence`, each once, in a fixed order."""
    found = [
        *_of_claim(claimed, resolution),
        *_of_identifier(resolution, compared, shown),
        *_of_identity(claimed, resolution, compared),
        *_of_fields(resolution, compared),
        *_of_others(resolution, compared, shown),
        *_of_whole(compared, shown),
        *_of_outages(resolution),
    ]
    if screen is not None:
        verdict = screen.verdict
        found.append(("screened", {"verdict": verdict}) if verdict is not None else ("screen_unanswered", {}))
    return tuple(dict.fromkeys(caveat(code, language, **values) for code, values in found))


def caveat(code: str, language: str, **values: str) -> str:
    """One caveat as it is told. KeyError for an unknown code."""
    return f"{code}: {_sentences(language)[code].format(**values)}"


@cache
def _sentences(language: str) -> dict[str, str]:
    sentences: dict[str, str] = tomllib.loads(read_text(f"cite.{language}.toml"))["caveat"]
    return sentences


def _of_claim(claimed: ClaimedCitation, resolution: Resolution) -> Iterator[Caveat]:
    if resolution.identity is Identity.UNREADABLE:
        yield ("generic_title" if any(c.isalnum() for c in claimed.title) else "no_words"), {}
    elif not claimed.identifiers and claimed.year is None and not (claimed.author or claimed.authors):
        yield "title_alone", {}


def _of_identifier(resolution: Resolution, compared: ComparedWith, shown: Record | None) -> Iterator[Caveat]:
    if resolution.doi_unregistered:
        yield "doi_unregistered", {}
    if resolution.identity is Identity.AGENCY_ONLY:
        yield "agency_only", {"agency": resolution.agency or "?"}
    if compared.identifier is None or shown is None:
        return
    named = {"identifier": _NAMES[compared.identifier[0]]}
    other = resolution.identity in (Identity.OTHER_EXISTS, Identity.OTHER_NOWHERE) or shown is not resolution.record
    if other:
        yield "other_work_at_identifier", {**named, "record": shown.title or "?"}
    elif not compared.at_identifier:
        code = {"not_found": "identifier_not_found", "unavailable": "identifier_not_asked"}
        if compared.identifier_outcome in code:
            yield code[compared.identifier_outcome], named
        elif compared.identifier_outcome is None:
            yield "identifier_of_the_whole", named


def _of_identity(claimed: ClaimedCitation, resolution: Resolution, compared: ComparedWith) -> Iterator[Caveat]:
    if resolution.record is None:
        return
    ratio, doubtful = resolution.title_ratio, resolution.identity is Identity.DOUBTFUL
    if resolution.identity is Identity.STRANGER:
        yield "stranger", {}
    if ratio is None and resolution.record.title:
        yield "titles_not_comparable", {}
    elif compared.truncated:
        yield "truncated", {}
    elif ratio is not None and 0.60 <= ratio < NEAR:
        yield "likeness", {}
    if doubtful and not claimed.identifiers:
        yield "by_title_only", {}
    if resolution.record.is_preprint:
        yield "preprint", {}


def _of_fields(resolution: Resolution, compared: ComparedWith) -> Iterator[Caveat]:
    if resolution.identity not in (Identity.SAME, Identity.STRANGER, Identity.DOUBTFUL):
        return
    for check in resolution.checks:
        if check.field in _COMPARED:
            yield from _of_check(check, resolution)
    if compared.author_normalised:
        yield "author_normalised", {}


def _of_check(check: FieldCheck, resolution: Resolution) -> Iterator[Caveat]:
    named = {"field": _COMPARED[check.field]}
    found = next((d for d in resolution.discrepancies if d.field is check.field), None)
    if found is not None and found.agreed_by:
        yield "registries_disagree", named
    elif check.verdict is FieldVerdict.NOT_RECORDED and check.printed:
        yield "blank", named
    elif check.verdict is FieldVerdict.UNDECIDED and check.field is not Field.TITLE:
        yield "not_comparable", named
    elif check.verdict is FieldVerdict.DIFFERS and check.field is Field.TITLE:
        words = found.detail if found is not None else ""
        if words and (resolution.title_ratio or 0.0) >= NEAR:
            yield "title_words", {"words": words}
    elif check.verdict is FieldVerdict.DIFFERS and check.field is Field.YEAR:
        apart = found.detail.lstrip("+-") if found is not None else ""
        yield ("year_near", {}) if apart == "1" else ("year_gap", {"years": apart or "?"})
    elif check.verdict is FieldVerdict.DIFFERS and check.field is Field.FIRST_AUTHOR:
        yield "author_differs", {}
    elif check.verdict is FieldVerdict.DIFFERS and check.field is Field.JOURNAL:
        yield "container_differs", {}


def _of_others(resolution: Resolution, compared: ComparedWith, shown: Record | None) -> Iterator[Caveat]:
    """The further identifiers against what the records of the work carry."""
    records = [shown, *resolution.supporting] if shown is resolution.record else [shown]
    first = _NAMES[compared.identifier[0]] if compared.identifier else "title"
    for key, value in compared.others:
        known = [held for record in records if record for held in identifiers_of(record, key)]
        if not known:
            yield "other_identifier_unchecked", {"identifier": _NAMES[key], "first": first}
        elif value not in known:
            values = {"identifier": _NAMES[key], "claimed": value, "recorded": known[0]}
            yield "other_identifier_differs", values


def _of_whole(compared: ComparedWith, shown: Record | None) -> Iterator[Caveat]:
    """The journal or book that the claim's ISSN or ISBN names."""
    whole, is_part = compared.whole, compared.identifier is not None
    named = {"identifier": "ISBN" if is_part else "ISSN"}
    if compared.whole_outcome in ("not_found", "unavailable"):
        yield f"whole_{compared.whole_outcome}", named
    if whole is None:
        return
    named["whole"] = whole.title or whole.venue or "?"
    if compared.container_agrees is False:
        yield "other_container", named
    elif compared.container_agrees and is_part and shown is None:
        yield "book_exists", named
    if is_of_another_journal(shown, whole):
        yield "other_journal", named


def _of_outages(resolution: Resolution) -> Iterator[Caveat]:
    if resolution.identity is Identity.UNKNOWN:
        for note in resolution.unavailable:
            reason = note.reason.value if note.reason else "unavailable"
            setting = f"; {note.setting}" if note.setting else ""
            yield "unavailable", {"registry": note.query.registry.value, "reason": reason, "setting": setting}
    elif resolution.notice_state is NoticeState.UNKNOWN and resolution.identity in _IDENTIFIED:
        yield "retraction_unknown", {}

"""The notes of one verdict: reasons in words, notices, VERIFY flags, and whom a person may ask."""

import tomllib
from collections.abc import Sequence
from functools import cache

import templates
from reports.envelope_compared import family_first
from reports.envelope_outcome import Outcome, Reason, further_differences
from reports.envelope_rules import RETRACTED
from state.envelope_words import Depth, ReferenceVerdict
from state.lookup import NoticeType
from state.manuscript import Reference
from state.resolution import Field, FieldVerdict, Identity, NoticeState, Resolution

FLAGS = "VERIFY pre-scan flags: "
"""The contract's own words."""
INCOMPLETE, OTHER_AUTHOR, OTHER_YEAR = "incomplete_details", "author_doi_pair_suspicious", "year_discrepancy"
_NOTICES: dict[NoticeState, frozenset[NoticeType]] = {
    NoticeState.RETRACTED: frozenset({NoticeType.RETRACTION, NoticeType.REMOVAL, NoticeType.WITHDRAWAL}),
    NoticeState.DISPUTED: frozenset({NoticeType.RETRACTION, NoticeType.REMOVAL, NoticeType.WITHDRAWAL}),
    NoticeState.CONCERN: frozenset({NoticeType.EXPRESSION_OF_CONCERN}),
    NoticeState.CORRECTED: frozenset({NoticeType.CORRECTION, NoticeType.ERRATUM}),
    NoticeState.REINSTATED: frozenset({NoticeType.REINSTATEMENT}),
}
_OF_ANOTHER_WORK = (Identity.OTHER_EXISTS, Identity.OTHER_NOWHERE)
_IDENTIFIERS = (Field.DOI, Field.PMID, Field.ARXIV, Field.ISBN)
_LISTS = {"fields": "field", "asked": "registry", "state": "page"}
"""Values that are codes or lists of them, and the table that has their names."""


@cache
def refs_words(language: str) -> dict[str, dict[str, str]]:
    """The wording of one language by table and key. ValueError for a language that has none."""
    if language not in templates.LANGUAGES:
        raise ValueError(f"no wording for language {language!r}; there is {', '.join(templates.LANGUAGES)}")
    return tomllib.loads(templates.read_text(f"refs.{language}.toml"))


def notes_of(
    reference: Reference,
    resolution: Resolution,
    outcome: Outcome,
    *,
    depth: Depth,
    flags: Sequence[str],
    language: str,
    lists_fields: bool = False,
) -> str | None:
    """Everything the structural fields cannot say, in the contract's order; None where nothing is to be said.

    `lists_fields`: the entry has every field in its `checks`, so what differs is not told a second time.
    """
    text = refs_words(language)
    parts = [told for told in (_notice(resolution, text),) if told and resolution.record is not None]
    listed = lists_fields and checks_are_listed(resolution) and bool(resolution.checks)
    parts += [_reason(one, text) for one in outcome.reasons if not (listed and one.code == "also_failed")]
    of_the_work = resolution.identity in (Identity.SAME, Identity.DOUBTFUL, Identity.STRANGER)
    if outcome.comparison is not None and of_the_work and not (lists_fields and checks_are_listed(resolution)):
        is_told = any(reason.code == "identifier_nowhere" for reason in outcome.reasons)
        differing = further_differences(resolution)
        parts += [_difference(one, text) for one in differing if one[2] or not (is_told and one[0] in _IDENTIFIERS)]
    # Versions of another work are nothing to who cites this one.
    for version in () if resolution.identity in _OF_ANOTHER_WORK else resolution.versions:
        doi = version.doi or (version.record.doi if version.record else None) or ""
        parts.append(text["note"][version.kind].format(at=_at(doi, text)))
    if outcome.verdict is ReferenceVerdict.UNVERIFIABLE and depth is Depth.EXPERT:
        parts.append(guidance(reference, language))
    if telling := _telling(flags, resolution, outcome):
        parts.append(f"{FLAGS}{', '.join(telling)}.")
    return " ".join(parts) or None


def checks_are_listed(resolution: Resolution) -> bool:
    """Whether an audit's entry has every standing difference among its checks."""
    differing = {check.field for check in resolution.checks if check.verdict is FieldVerdict.DIFFERS}
    return not resolution.checks or differing >= {found[0] for found in further_differences(resolution)}


def _difference(found: tuple[Field, str, str, str], text: dict[str, dict[str, str]]) -> str:
    """One field in which print and record differ; of a list of persons, who is missing or was added."""
    field, printed, recorded, registry = found
    key = "differs"
    if not printed:
        key = "missing"
    elif not recorded:
        key = "added" if field is Field.AUTHORS else "unrecorded"
    return text["note"][key].format(
        field=text["field"][field.value],
        printed=family_first(printed) if field is Field.AUTHORS else printed,
        recorded=family_first(recorded) if field is Field.AUTHORS else recorded,
        registry=text["registry"].get(registry, registry),
    )


def _telling(flags: Sequence[str], resolution: Resolution, outcome: Outcome) -> list[str]:
    """The flags that say something: nothing is incomplete about a work that was found and agrees, and a difference that
    does not stand, or is one from another work's record, is none."""
    silent: set[str] = set()
    is_identifier_alone = outcome.comparison is not None and outcome.comparison.is_resolver_only
    if outcome.verdict is ReferenceVerdict.VERIFIED or is_identifier_alone:
        silent.add(INCOMPLETE)
    differing = {Field.FIRST_AUTHOR: OTHER_AUTHOR, Field.YEAR: OTHER_YEAR}
    if resolution.identity in _OF_ANOTHER_WORK:
        silent.update(differing.values())
    standing = {found.field for found in resolution.discrepancies if found.stands}
    excused = {found.field for found in resolution.discrepancies} - standing
    silent.update(code for field, code in differing.items() if field in excused)
    return [flag for flag in flags if flag not in silent]


def _at(doi: str, text: dict[str, dict[str, str]]) -> str:
    """` (DOI …)`, or nothing where there is none."""
    return text["list"]["doi"].format(doi=doi) if doi else ""


def guidance(reference: Reference, language: str) -> str:
    """Where a person may look for a reference that could not be verified (depth `expert`)."""
    author = f" ({reference.first_author})" if reference.first_author else ""
    venue = f" ({reference.journal})" if reference.journal else ""
    return refs_words(language)["note"]["guidance"].format(author=author, venue=venue)


def parse_failure(reason: str, language: str) -> str:
    """The note of a chunk that could not be parsed."""
    return refs_words(language)["note"]["parse_failure"].format(reason=reason)


def _reason(reason: Reason, text: dict[str, dict[str, str]]) -> str:
    values = dict(reason.values)
    if "field" in values:
        values["field"] = text["field"][values["field"]]
    if "at" in values:
        values["at"] = _at(values["at"], text)
    for key, table in _LISTS.items():
        if key in values:
            names = [text[table].get(code, code) for code in values[key].split(",") if code]
            values[key] = text["list"]["separator"].join(names) or text["list"]["nobody"]
    return text["note"][reason.code].format(**values)


def _notice(resolution: Resolution, text: dict[str, dict[str, str]]) -> str:
    """What has been published about the work since; of a retraction first of all that it is one."""
    state = resolution.notice_state
    if state is NoticeState.NONE:
        return ""
    if state is NoticeState.UNKNOWN:
        # Of a cited work that is not known nobody could have said it.
        return "" if resolution.identity is Identity.OTHER_NOWHERE else text["note"]["unchecked"]
    told = text["note"][state.value].format(where=_where(resolution, _NOTICES[state], text))
    return f"{RETRACTED}{told}" if state is NoticeState.RETRACTED else told


def _where(resolution: Resolution, kinds: frozenset[NoticeType], text: dict[str, dict[str, str]]) -> str:
    """` (DOI …, date; who says so)` of the first notice of these kinds that names anything."""
    for notice in resolution.notices:
        registry = text["registry"].get(notice.registry.value, notice.registry.value)
        named = [f"DOI {notice.doi}" if notice.doi else None, notice.date, registry]
        if notice.type in kinds:
            return f" ({', '.join(part for part in named if part)})"
    return ""

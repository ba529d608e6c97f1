"""The body of an envelope arranged for people, before it is written in a format: title, summary, sections, entries."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reports.envelope_duplicates import REASON
from reports.envelope_violation import words
from state.envelope import ClaimBody, ClaimEntry, ErrorEntry, ReferenceBody, VerdictEntry
from state.envelope_words import ReferenceVerdict, Task

_Texts = dict[str, dict[str, str]]


@dataclass(frozen=True)
class Item:
    """One entry: its id, what was found in a few words, and labelled lines. Nothing is escaped yet."""

    name: str
    told: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Section:
    """Entries under a heading. `columns`: the lines' labels, the first for the id, where the entries are a table."""

    heading: str
    items: tuple[Item, ...]
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """What a report says, in its order."""

    title: str
    lead: str
    none: str
    colon: str
    summary_head: tuple[str, str]
    summary: tuple[tuple[str, int], ...]
    sections: tuple[Section, ...]


def report_of(body: ReferenceBody | ClaimBody, errors: Sequence[ErrorEntry], language: str) -> Report:
    """Arrange a body. An audit has three lists; claims are a table; retracted works come first and are never clean."""
    text = words(language)
    say = text["report"]
    if isinstance(body, ClaimBody):
        counted = say["evaluated"].format(n=body.claims_evaluated)
        head, summary = (say["rating"], say["count"]), _ratings(body, text)
        sections = [_claims(body, text)]
    else:
        counted = say["checked"].format(n=body.citations_checked)
        head = (say["verdict"], say["count"])
        summary = tuple((text["summary"][key], count) for key, count in body.verdict_summary.model_dump().items())
        sections = _references(body, retracted_ids(body, errors), text)
    if errors:
        sections.append(Section(say["errors"], tuple(_error(error, say["given"]) for error in errors)))
    title = say[f"title_{body.task.value}"]
    lead = say["gap"].join((counted, say["machine"]))
    return Report(title, lead, say["none"], say["colon"], head, summary, tuple(sections))


def retracted_ids(body: ReferenceBody, errors: Sequence[ErrorEntry]) -> set[str]:
    """The retracted references, and their duplicates, whose entries need not repeat it."""
    marked = (entry for entry in body.verdicts if entry.evidence.retraction and entry.evidence.retraction.retracted)
    ids = {entry.reference_id for entry in marked}
    reasons = {f"{REASON}{name}" for name in ids}
    return ids | {error.reference_id for error in errors if error.reason in reasons and error.reference_id}


def _references(body: ReferenceBody, retracted: set[str], text: _Texts) -> list[Section]:
    say = text["report"]
    sections = []
    if retracted:
        entries = (entry for entry in body.verdicts if entry.reference_id in retracted)
        sections.append(Section(say["retracted"], tuple(_retracted(entry, text) for entry in entries)))
    if body.task is not Task.BIBLIOGRAPHY_AUDIT:
        return [*sections, Section(say["references"], tuple(_reference(entry, text) for entry in body.verdicts))]
    lists = audit_lists(body, retracted)
    return [*sections, *(Section(say[name], tuple(_reference(e, text) for e in held)) for name, held in lists.items())]


def audit_lists(body: ReferenceBody, retracted: set[str]) -> dict[str, list[VerdictEntry]]:
    """An audit's three lists, `clean`, `flagged` and `unverifiable`, each in the order of the input."""
    lists: dict[str, list[VerdictEntry]] = {"clean": [], "flagged": [], "unverifiable": []}
    for entry in body.verdicts:
        if entry.verdict is ReferenceVerdict.UNVERIFIABLE:
            lists["unverifiable"].append(entry)
        elif entry.verdict is ReferenceVerdict.VERIFIED and not (entry.reference_id in retracted or _is_amiss(entry)):
            lists["clean"].append(entry)
        else:
            lists["flagged"].append(entry)
    return lists


def _retracted(entry: VerdictEntry, text: _Texts) -> Item:
    return Item(entry.reference_id, entry.evidence.notes or "", _kept([(text["report"]["given"], _given(entry, text))]))


def _reference(entry: VerdictEntry, text: _Texts) -> Item:
    say, evidence = text["report"], entry.evidence
    told = say["sure"].format(verdict=text["verdict"][entry.verdict.value], confidence=f"{entry.confidence:.2f}")
    lines = [(say["given"], _given(entry, text)), (say["record"], _record(entry))]
    checks = checks_in(entry)
    differing = [_differing(row, text) for row in checks if row["verdict"] == _DIFFERS]
    lines += [(say["compared"], pair) for pair in (differing if checks else _failed_pairs(entry, text))]
    for work in () if entry.verdict is ReferenceVerdict.VERIFIED else evidence.candidates:
        score = None if work.score is None else f"{work.score:.2f}"
        titled = work.title or say["untitled"]
        dated = say["dated"].format(title=titled, year=work.year) if work.year else titled
        known = (dated, work.source, score, work.doi or work.url)
        lines.append((say["candidates"], say["comma"].join(filter(None, known))))
    lines.append((say["checks"], _other_checks(checks, text)))
    lines += [(say["snippet"], evidence.abstract_snippet or ""), (say["notes"], _notes(entry, text))]
    return Item(entry.reference_id, told, _kept(lines))


def _notes(entry: VerdictEntry, text: _Texts) -> str:
    """The notes with a sentence for every flag's code."""

    def told(match: re.Match[str]) -> str:
        return text["report"]["flags"].format(
            flags=text["report"]["semicolon"].join(text["flag"].get(code, code) for code in match[1].split(", "))
        )

    return _FLAGS.sub(told, entry.evidence.notes or "")


def checks_in(entry: VerdictEntry) -> list[dict[str, str]]:
    """An audit's checks of single fields, which the contract has no key for: `{field, verdict, printed, recorded, …}`.

    What is not of this shape was written by others and is not shown."""
    held = (entry.evidence.model_extra or {}).get("checks")
    rows = [row for row in held if isinstance(row, dict)] if isinstance(held, list) else []
    shaped = ({key: value for key, value in row.items() if isinstance(value, str)} for row in rows)
    return [row for row in shaped if "field" in row and "verdict" in row]


_DIFFERS = "differs"
_UNDER_A_CLOUD = ("concern", "disputed")
_FLAGS = re.compile(r"VERIFY pre-scan flags: ([a-z_]+(?:, [a-z_]+)*)\.")
"""The contract's words, and the codes behind them."""


def _is_amiss(entry: VerdictEntry) -> bool:
    """Whether a field beside the cross-check differs in a way that must be corrected (not minor, 001's A2), or the work
    is under a concern, or the registries disagree about its retraction."""
    if (entry.evidence.model_extra or {}).get("notice") in _UNDER_A_CLOUD:
        return True
    return any(row["verdict"] == _DIFFERS and row.get("severity") != "minor" for row in checks_in(entry))


def _other_checks(rows: Sequence[dict[str, str]], text: _Texts) -> str:
    """The fields that do not differ, by what came of them; empty where there are none."""
    parts = []
    for verdict, told in text["check"].items():
        names = [text["checked_field"].get(row["field"], row["field"]) for row in rows if row["verdict"] == verdict]
        if names:
            parts.append(text["report"]["checked_fields"].format(verdict=told, fields=", ".join(names)))
    return "; ".join(parts)


def _differing(row: dict[str, str], text: _Texts) -> str:
    name = text["checked_field"].get(row["field"], row["field"])
    printed, recorded = row.get("printed"), row.get("recorded")
    key = "pair" if printed and recorded else "added" if printed else "missing"
    return text["report"][key].format(field=name, parsed=printed, resolved=recorded)


def _given(entry: VerdictEntry, text: _Texts) -> str:
    """The reference as it was given: its own text, or what is kept of it."""
    parsed = entry.evidence.parsed
    kept = (parsed.title or text["report"]["untitled"], _joined(parsed.authors), _year(parsed.year), parsed.doi)
    return parsed.raw or ", ".join(filter(None, kept))


def _record(entry: VerdictEntry) -> str:
    record = entry.evidence.resolved
    if record is None:
        return ""
    kept = (record.title, _joined(record.authors), _year(record.year), record.venue, record.doi, record.source)
    return ", ".join(filter(None, kept))


def _failed_pairs(entry: VerdictEntry, text: _Texts) -> list[str]:
    check = entry.evidence.cross_check
    if check is None:
        return []
    pairs = (("title", check.title), ("author", check.author), ("year", check.year))
    return [
        text["report"]["pair"].format(
            field=text["field"][name], parsed=_dash(pair.parsed), resolved=_dash(pair.resolved)
        )
        for name, pair in pairs
        if pair is not None and pair.passed is False
    ]


def _ratings(body: ClaimBody, text: _Texts) -> tuple[tuple[str, int], ...]:
    """The ratings' verdict words are those of references; `fabricated` is none of them."""
    ratings = [entry.rating.value for entry in body.claims]
    return tuple((text["verdict"][key], ratings.count(key)) for key in text["summary"] if key != "fabricated")


def _claims(body: ClaimBody, text: _Texts) -> Section:
    say = text["report"]
    labels = tuple(say[key] for key in _CLAIM_COLUMNS)
    return Section(say["claims"], tuple(_claim(entry, labels, text) for entry in body.claims), ("", *labels))


_CLAIM_COLUMNS = ("claim_text", "claim_type", "rating", "confidence", "source", "quote", "notes")


def _claim(entry: ClaimEntry, labels: Sequence[str], text: _Texts) -> Item:
    evidence = entry.evidence
    values = (
        entry.claim,
        text["claim_type"][entry.claim_type.value],
        text["verdict"][entry.rating.value],
        f"{entry.confidence:.2f}",
        evidence.source or "",
        evidence.quote or "",
        evidence.notes or "",
    )
    return Item(entry.claim_id, "", _kept(list(zip(labels, values, strict=True))))


def _error(error: ErrorEntry, label: str) -> Item:
    told = " · ".join(filter(None, (error.stage.value if error.stage else "", error.reason)))
    return Item(error.reference_id or "–", told, _kept([(label, error.raw or "")]))


def _kept(lines: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((label, value) for label, value in lines if value.strip())


def _joined(names: Sequence[str] | None) -> str:
    return "; ".join(names or ())


def _year(year: int | None) -> str:
    return "" if year is None else str(year)


def _dash(value: object) -> str:
    return "–" if value is None else str(value)

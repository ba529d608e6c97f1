"""Findings about what has been published about a cited work since: retractions, concerns, corrections (decisions 1.12).

A work that is cited *as* retracted is told as such: its notice is cited too, or the sentences say so. A notice of a
later year than the newest work the manuscript lists is told as such too: its author may not have known. That year is
all a manuscript says of its own age; the run's time would make every notice an old one.
"""

import re
from collections.abc import Iterator

from reports.finding import make
from reports.index import RETRACTING, Index, notices_of
from state.finding import Finding, Severity
from state.lookup import Notice, NoticeType, RegistryName
from state.manuscript import Reference
from state.resolution import NoticeState, Resolution

_RULE_OF_STATE = {
    NoticeState.RETRACTED: "REF-RETRACTED",
    NoticeState.CONCERN: "REF-CONCERN",
    NoticeState.CORRECTED: "REF-CORRECTED",
    NoticeState.REINSTATED: "REF-REINSTATED",
    NoticeState.DISPUTED: "REF-NOTICE-DISPUTED",
}
_DECIDING = {
    NoticeState.RETRACTED: RETRACTING,
    NoticeState.CONCERN: frozenset({NoticeType.EXPRESSION_OF_CONCERN}),
    NoticeState.CORRECTED: frozenset({NoticeType.CORRECTION, NoticeType.ERRATUM}),
    NoticeState.REINSTATED: frozenset({NoticeType.REINSTATEMENT}),
    NoticeState.DISPUTED: RETRACTING | {NoticeType.REINSTATEMENT},
}
"""The notices a state rests on: an erratum's date, number and source are not the retraction's."""

_PAPER = (
    r"(?:articles?|papers?|publications?|manuscripts?|preprints?"
    r"|stud(?:y|ies)|trials?|reports?|reviews?|works?|claims?)"
)
_WAS = r"(?:was|were|is|are|been|being|since|later|now|subsequently|eventually|fully)"
_ENGLISH = re.compile(
    rf"\bretracted\s+(?:[\w-]+\s+){{0,2}}?{_PAPER}\b"
    rf"|\b{_PAPER}\b[^.;!?]*?\b{_WAS}\s+(?:\w+ly\s+)?retracted\b"
    rf"|\b{_WAS}\s+(?:\w+ly\s+)?retracted\b[^.;!?]*?\b(?:{_PAPER}|journal|publisher|editors?)\b"
    rf"|\b{_PAPER}\b\W{{0,3}}\(?retracted\b|[(\[]\s*retracted\b"
    rf"|\bretraction\s+(?:notice|of\s+(?:the|that|this|their|its|an?)\s+(?:[\w-]+\s+){{0,2}}?{_PAPER})\b"
    rf"|\b(?:its|their|whose|later|subsequent|after|before|despite)\s+retraction\b"
    r"|\bwithdrawn\s+(?:[\w-]+\s+)?(?:article|paper|publication|manuscript|preprint)s?\b"
    r"|\b(?:article|paper|publication|manuscript|preprint)s?\b[^.;!?]{0,60}?"
    r"\b(?:was|were|been|since|later|now)\s+(?:\w+ly\s+)?withdrawn\b",
    re.IGNORECASE,
)
"""A work that was taken back. Muscles and clots retract, and patients withdraw: these words alone say nothing."""
_CHINESE = re.compile(
    r"撤稿|撤回(?:的)?(?:论文|文章|稿件|文献|研究)|(?:论文|文章|稿件|文献|研究)[^。；]{0,12}(?:被|已|遭)[^。；]{0,4}撤回"
)
_DENIED = re.compile(
    r"\b(?:not|never)\s+(?:been\s+|yet\s+)*(?:retracted|withdrawn)|n't\s+(?:been\s+)?(?:retracted|withdrawn)"
    r"|\bun-?retracted|(?:未|没有|没|并未|尚未)被?(?:撤稿|撤回)",
    re.IGNORECASE,
)


def notice_findings(index: Index, reference: Reference, resolution: Resolution) -> Iterator[Finding]:
    """The one finding that the notices about the cited work come to, where there are any."""
    notices, state = notices_of(resolution)
    rule_id = _RULE_OF_STATE.get(state)
    if rule_id is None:
        return
    deciding = deciding_notices(notices, state)
    values = {
        "sources": _names(deciding),
        "date": max((n.date for n in deciding if n.date), default=""),
        "notice": next((n.doi for n in sorted(deciding, key=notice_order) if n.doi), ""),
        "types": ",".join(sorted({n.type.value for n in deciding})),
        "newest_cited": later_than(index, notices, state),
    }
    if state is not NoticeState.RETRACTED:
        yield make(rule_id, values, reference=reference)
        return
    cited_as = cited_as_retraction(index, reference)
    withdrawn = is_withdrawn_preprint(resolution)
    severity = Severity.MINOR if cited_as else None
    if withdrawn and not cited_as and any(v.kind == "published_since" for v in resolution.versions):
        severity = Severity.MEDIUM  # the published version stands: it is the preprint that was taken back
    rule_id = "REF-WITHDRAWN" if withdrawn else rule_id
    yield make(rule_id, values | {"cited_as": cited_as}, reference=reference, severity=severity)


def deciding_notices(notices: tuple[Notice, ...], state: NoticeState) -> tuple[Notice, ...]:
    """Those of the notices that the state rests on; all of them where none is of such a type."""
    return tuple(n for n in notices if n.type in _DECIDING.get(state, ())) or notices


def is_withdrawn_preprint(resolution: Resolution) -> bool:
    """Whether what was taken back is a preprint, by its own server's word and no retraction notice."""
    return any(version.kind == "withdrawn" for version in resolution.versions)


def later_than(index: Index, notices: tuple[Notice, ...], state: NoticeState) -> str:
    """The year of the newest work the manuscript lists, where every notice that counts is of a later year; else
    nothing. A notice without a date is not said to be later."""
    newest = newest_cited_year(index)
    dates = [n.date for n in deciding_notices(notices, state)]
    if newest is None or not any(dates):
        return ""
    return str(newest) if all(int(date[:4]) > newest for date in dates if date) else ""


def newest_cited_year(index: Index) -> int | None:
    """The newest year that the manuscript's entries print, years after the run's own left out as misprints: it was
    written in that year at the earliest. None where no entry prints one."""
    years = [r.year for r in index.references.values() if r.year and r.year <= index.snapshot.run.as_of.year]
    return max(years, default=None)


def notice_order(notice: Notice) -> tuple[object, ...]:
    """By date, then type, registry and identifiers."""
    return (notice.date or "", notice.type.value, notice.registry.value, notice.doi or "", notice.pmid or "")


def cited_as_retraction(index: Index, reference: Reference) -> str:
    """`notice` where the notice itself is in the list too, `sentence` where every citing sentence says so, else
    nothing."""
    resolution = index.resolutions.get(reference.id)
    notices = [n for n in notices_of(resolution)[0] if n.type in RETRACTING] if resolution else []
    records = (resolution.record, resolution.elsewhere, *resolution.supporting) if resolution else ()
    own = {x.lower() for r in records if r for x in (r.doi, r.pmid) if x}
    own |= {x.lower() for x in (reference.doi, reference.pmid) if x}
    named = {x.lower() for n in notices for x in (n.doi, n.pmid) if x} - own
    others = (r for r in index.references.values() if r.id != reference.id)
    if any(x.lower() in named for r in others for x in (r.doi, r.pmid) if x):
        return "notice"
    claims = index.claims_of.get(reference.id, ())
    return "sentence" if claims and all(says_retracted(claim.scope_text) for claim in claims) else ""


def says_retracted(sentence: str) -> bool:
    """Whether a sentence says of a work, in English or Chinese, that it was retracted or withdrawn."""
    if _DENIED.search(sentence):
        return False
    return bool(_ENGLISH.search(sentence) or _CHINESE.search(sentence))


def _names(notices: tuple[Notice, ...]) -> str:
    """Who says so, in the order in which registries are asked."""
    names = {n.registry for n in notices}
    return ",".join(name.value for name in RegistryName if name in names)

"""verifyCitation's verdict, how sure it is and how much it matters: the table of decisions 1.9, column C.

Pure. The ratio is that of the stored resolution, the one Ref Verifier's 0.60 and 0.85 are meant of; it is asked here
whether it reaches 0.70 and 0.92, which are this system's.
"""

from reports.citation_compared import differs, is_at_identifier, is_of_another_journal, is_of_another_work, year_gap
from state.citation_check import (
    CheckConfidence,
    CheckVerdict,
    ComparedWith,
    JudgedSentence,
    VerifyAnswer,
)
from state.finding import Severity
from state.resolution import Field, Identity, NoticeState, Resolution

NEAR = 0.92
"""From here on titles are nearly the same."""
ALIKE = 0.70
"""From here on alike: the verdict is of low confidence. Below, they are plainly different."""
_NOT_AT_ALL = 0.60
_HIGH, _MEDIUM, _LOW = CheckConfidence.HIGH, CheckConfidence.MEDIUM, CheckConfidence.LOW
_BY_IDENTITY = {
    Identity.SAME: CheckVerdict.MATCHED,
    Identity.STRANGER: CheckVerdict.MATCHED,
    Identity.OTHER_EXISTS: CheckVerdict.AMBIGUOUS,
    Identity.OTHER_NOWHERE: CheckVerdict.MISMATCH,
    Identity.NONE: CheckVerdict.NOT_FOUND,
    Identity.AGENCY_ONLY: CheckVerdict.NOT_FOUND,
    Identity.PAGE_ONLY: CheckVerdict.NOT_FOUND,
}
"""Column C; DOUBTFUL hangs on the ratio besides, UNKNOWN and UNREADABLE have no verdict."""


def verdict_of(resolution: Resolution, compared: ComparedWith) -> CheckVerdict | None:
    """The verdict; None where there is none (`unavailable`, `insufficient_claim`).

    Beyond the table: where the claim's identifier leads to another work than the record that is alike, the claim does
    not agree with its identifier, and "matched" would pass the very pattern this is for. A title of strangers' is then
    ambiguous (it is another real work's), a title that is only alike a mismatch.
    """
    identity = resolution.identity
    if identity is Identity.STRANGER and is_of_another_work(resolution, compared):
        return CheckVerdict.AMBIGUOUS
    if identity is not Identity.DOUBTFUL:
        return _BY_IDENTITY.get(identity)
    if is_of_another_work(resolution, compared):
        return CheckVerdict.MISMATCH
    ratio = resolution.title_ratio
    alike = ratio is None or ratio >= ALIKE or compared.truncated
    return CheckVerdict.MATCHED if alike else CheckVerdict.MISMATCH


def confidence_of(verdict: CheckVerdict, resolution: Resolution, compared: ComparedWith) -> CheckConfidence:
    """How sure a verdict is.

    high: the titles are nearly the same, or plainly different. medium: with a small mitigation (a year apart, a name
    written differently). low: they are alike (0.70 to 0.92), could not be compared, or something else speaks for
    caution: another first author, two years or more, an identifier that does not lead to the work.
    """
    ratio = resolution.title_ratio
    if verdict is CheckVerdict.MATCHED:
        return _matched_confidence(resolution, compared)
    if verdict is CheckVerdict.NOT_FOUND:
        best = max((one.ratio for one in resolution.candidates), default=0.0)
        return _LOW if is_known_to_exist(resolution, compared) else _apart(best)
    if resolution.identity in (Identity.DOUBTFUL, Identity.STRANGER):
        return _LOW
    if verdict is CheckVerdict.AMBIGUOUS and (compared.elsewhere_ratio or 0.0) < NEAR:
        return _LOW
    return _apart(ratio) if ratio is not None else _LOW


def _apart(ratio: float) -> CheckConfidence:
    """How sure it is that two titles of this likeness are not one."""
    return _HIGH if ratio < _NOT_AT_ALL else _MEDIUM if ratio < ALIKE else _LOW


def _matched_confidence(resolution: Resolution, compared: ComparedWith) -> CheckConfidence:
    ratio, gap = resolution.title_ratio, year_gap(resolution)
    off = resolution.author_agrees is False and differs(resolution, Field.FIRST_AUTHOR)
    astray = compared.identifier is not None and not is_at_identifier(resolution, compared)
    elsewhere = compared.whole is not None and is_of_another_journal(resolution.record, compared.whole)
    doubts = (ratio is None or ratio < NEAR, off, gap >= 2, astray, elsewhere)
    if resolution.identity is not Identity.SAME or any(doubts):
        return _LOW
    return _MEDIUM if gap == 1 or compared.author_normalised else _HIGH


def is_known_to_exist(resolution: Resolution, compared: ComparedWith) -> bool:
    """Is not-found no word against the citation: the DOI exists, and nobody we ask holds its agency's records; or the
    book exists, whose parts few registries list?"""
    part_of_known = compared.whole is not None and bool(compared.whole.title) and compared.container_agrees is True
    return resolution.identity is Identity.AGENCY_ONLY or part_of_known


def severity_of(answer: VerifyAnswer, resolution: Resolution, compared: ComparedWith) -> Severity | None:
    """How much an answer matters to who runs `cite` in a script (decisions 5); None where there is nothing to act on.

    What is not found and known to exist all the same is medium; a DOI that does not exist is serious, though the work
    is found by its title: `check` and `refs` have it so.
    """
    found: list[Severity] = []
    if answer.verdict is not None and answer.verdict is not CheckVerdict.MATCHED:
        excused = answer.verdict is CheckVerdict.NOT_FOUND and is_known_to_exist(resolution, compared)
        found.append(Severity.MEDIUM if excused else Severity.SERIOUS)
    elif answer.confidence is _LOW:
        found.append(Severity.SERIOUS if resolution.doi_unregistered else Severity.MEDIUM)
    if resolution.notice_state is NoticeState.RETRACTED:
        found.append(Severity.SERIOUS)
    elif resolution.notice_state in (NoticeState.CONCERN, NoticeState.DISPUTED):
        found.append(Severity.MEDIUM)
    if answer.claim is not None:
        found += _severities_of(answer.claim)
    order = (Severity.SERIOUS, Severity.MEDIUM, Severity.MINOR)
    return min(found, key=order.index, default=None)


def _severities_of(sentence: JudgedSentence) -> list[Severity]:
    """As `check` has them: FAIL is serious where it is confirmed, PARTIAL-B minor; all else but PASS is medium."""
    if sentence.verdict == "FAIL" and sentence.confidence == "confirmed" and not sentence.conflict:
        return [Severity.SERIOUS]
    if sentence.verdict in ("FAIL", "PARTIAL-A", None) or sentence.conflict or sentence.confidence == "preliminary":
        return [Severity.MEDIUM]
    return [Severity.MINOR] if sentence.verdict == "PARTIAL-B" else []

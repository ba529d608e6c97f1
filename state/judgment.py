"""What step C says: a verdict on one claim, quoted from the evidence, or the reason why there is none."""

from datetime import datetime
from enum import StrEnum

from state.words import Word


class Verdict(StrEnum):
    """The closed set of decisions 3. Undecided is not a verdict: it is `None` with a reason."""

    PASS = "PASS"  # noqa: S105
    PARTIAL_A = "PARTIAL-A"
    PARTIAL_B = "PARTIAL-B"
    FAIL = "FAIL"


class Undecided(StrEnum):
    """Why there is no verdict."""

    NO_TEXT = "no_text"
    """No readable text beyond the metadata, for a Strict or Standard claim: no judge was called."""
    NO_ANSWER = "no_answer"
    """The judge gave no usable answer."""
    QUOTATION = "quotation_not_found"
    """Asked twice, the quotation does not occur in the evidence."""
    CANNOT_TELL = "cannot_tell"
    """The judge says it cannot tell, or nothing the claim says is mentioned."""
    UNAVAILABLE = "judge_unavailable"
    """The judge could not be asked: `resume` asks again."""


class Confidence(StrEnum):
    CONFIRMED = "confirmed"
    PRELIMINARY = "preliminary"


class NumericCheck(StrEnum):
    OK = "NUM_OK"
    MISS = "NUM_MISS"
    NOT_APPLICABLE = "N/A"


class Basis(StrEnum):
    """What a FAIL rests on (the quotation rule asks for different things)."""

    SUPPORT = "support"
    CONTRADICTION = "contradiction"
    OTHER_SUBJECT = "other_subject"


class Answer(Word):
    """A judge's answer after parsing: the one shape every judge must give."""

    verdict: Verdict | None
    """None: the judge cannot tell."""
    basis: Basis | None = None
    quotations: tuple[str, ...] = ()
    """Word for word from the evidence."""
    reasoning: str
    fulltext_required: bool = False
    missing: tuple[str, ...] = ()
    """Parts of the claim without basis in the evidence."""


class RawAnswer(Word):
    """What a judge returned, before it is parsed."""

    text: str
    model: str
    input_tokens: int | None = None
    output_tokens: int | None = None
    answered_at: datetime


class JudgeUnavailable(Word):
    """The judge could not be asked; the claim is asked again by `resume`."""

    reason: str
    """`timeout`, `refused`, `rate_limited`, `server_error`, `forbidden`, `not_configured`, `offline`, `no_script`."""
    detail: str = ""
    setting: str | None = None


class Round(Word):
    """One round of judging one claim."""

    round: int
    """1: does the evidence support it? 2: which parts have no basis? (blind to the first)"""
    judge: str
    prompt_key: str | None = None
    """Hash of prompt, model and parameters: where the raw answer is kept. None where no judge was called."""
    verdict: Verdict | None
    undecided: Undecided | None = None
    detail: str = ""
    quotations: tuple[str, ...] = ()
    reasoning: str
    fulltext_required: bool = False
    missing: tuple[str, ...] = ()


class Judgment(Word):
    """The outcome for one claim."""

    claim_id: str
    verdict: Verdict | None
    undecided: Undecided | None = None
    confidence: Confidence
    fulltext_required: bool
    reasoning: str
    numeric_check: NumericCheck
    numeric_note: str = ""
    """Code and values: `within_5_percent:28.4%~28%`, `not_found:31%`."""
    cross_validated: bool = False
    conflict: bool = False
    cv_verdict: Verdict | None = None
    cv_reasoning: str | None = None
    quotations: tuple[str, ...] = ()
    judge: str
    rubric: str
    """Version of the rubric and hash of the prompt templates."""
    claim_key: str
    evidence_key: str
    rounds: tuple[Round, ...] = ()

"""The quotation rule: what a judge quotes must stand in the evidence, word for word (decisions 3)."""

import re

from state.judgment import Answer, Judgment

_DECIMAL = re.compile(r"\d[.,·]\d")
SHORTEST = 8
"""Letters and digits a quotation needs (Chinese characters count twice), unless it is the whole evidence."""


def fold_space(text: str) -> str:
    """White space folded: the only folding a quotation is allowed."""
    return " ".join(text.split())


def occurs(quotation: str, evidence: str) -> bool:
    """Whether a quotation stands in the evidence word for word, is long enough to be one, and cuts no word."""
    wanted, text = fold_space(quotation), fold_space(evidence)
    if not wanted or (_weight(wanted) < SHORTEST and wanted != text):
        return False
    place = text.find(wanted)
    while place >= 0:
        if not _splits_word(text, place) and not _splits_word(text, place + len(wanted)):
            return True
        place = text.find(wanted, place + 1)
    return False


def quotation_problem(answer: Answer, evidence: str) -> str | None:
    """What is wrong with an answer's quotations: `none_given`, `not_found: …`, or None where all is well.

    Every verdict needs one: what supports, what contradicts, or what the source is about. Undecided needs none.
    """
    if answer.verdict is None:
        return None
    if not answer.quotations:
        return "none_given"
    for quotation in answer.quotations:
        if not occurs(quotation, evidence):
            return f"not_found: {fold_space(quotation)[:200]}"
    return None


def quotations_hold(judgment: Judgment, evidence: str, title: str = "") -> bool:
    """Whether everything a judgment quotes, in any round, stands in the evidence, and a verdict quotes something.

    `title` is the work's title: what is judged where there is no other text (Lenient claims). For judgments that did
    not come out of a run, such as imported ones; where it is False, nothing of them may be shown as evidence.
    """
    text = evidence if evidence.strip() else title
    quoted = [*judgment.quotations, *(quotation for each in judgment.rounds for quotation in each.quotations)]
    if judgment.verdict is not None and not judgment.quotations:
        return False
    return all(occurs(quotation, text) for quotation in quoted)


def _weight(text: str) -> int:
    return sum(2 if "\u3400" <= char <= "\u9fff" else 1 for char in text if char.isalnum())


def _splits_word(text: str, place: int) -> bool:
    """Whether a cut here would fall inside a word or a number of a script that has spaces."""
    if place <= 0 or place >= len(text):
        return False
    if _DECIMAL.match(text, max(0, place - 2)) or _DECIMAL.match(text, place - 1):
        return True
    before, after = text[place - 1], text[place]
    if before >= "\u2e80" or after >= "\u2e80":
        return False
    return before.isalnum() and after.isalnum()

"""The embedded judge: offline, deterministic, and silent where it cannot tell (decisions 3 "rules").

It says PASS or PARTIAL-B where one sentence of the evidence states the claim in the same order of words, FAIL only
where just one number, direction or negation in that order is the contrary, or for a clearly different subject. About
all else it is undecided; then it quotes the nearest passage and says what of the claim is not in it.
"""

import json
from dataclasses import dataclass

from state.judgment import Basis, RawAnswer, Verdict
from state.manuscript import Strictness, Template
from state.resolution import AbstractSource
from state.words import canonical_json
from tasks.judges._matching import (
    DEFINING,
    Passage,
    Terms,
    claim_text,
    named_topic,
    passages,
    read_text,
    read_work,
    unmatched,
)
from tasks.judges._statement import Stated, find_statements
from tasks.judges.answering import UNSTAMPED
from tasks.judges.contract import Question
from tasks.judges.reasons import language_of, reason

VERSION = 2
"""Raise it whenever an answer could change: it is part of the key under which answers are kept."""
FEWEST_TERMS = 3
"""Content words a claim needs before anything is said about it that does not go by their order."""
FEWEST_FOR_SUBJECT = 5
"""Content words a claim needs before a work without any of them is called another subject."""
LONG_ENOUGH = 80
"""Words a work's text needs before the absence of a claim's words means anything."""
MOST_NAMED = 8
"""Parts of a claim that are named as not matched."""
LONGEST_NAMED = 120
"""Characters of a passage that are repeated in a reason."""


@dataclass(frozen=True)
class _Said:
    verdict: Verdict | None
    reasoning: str
    basis: Basis | None = None
    quotation: str = ""


class RulesJudge:
    """Compares words, numbers, direction and negation."""

    name = "rules"
    parameters = canonical_json({"version": VERSION})
    destination: str | None = None
    concurrency = 1

    async def answer(self, question: Question) -> RawAnswer:
        """An answer in the shape of any judge's. Always answers."""
        said = decide(question)
        text = {
            "verdict": said.verdict.value if said.verdict else None,
            "basis": said.basis.value if said.basis else None,
            "quotations": [said.quotation] if said.quotation else [],
            "reasoning": said.reasoning,
            "fulltext_required": False,
            "missing": [],
        }
        return RawAnswer(text=json.dumps(text, ensure_ascii=False), model=f"rules/{VERSION}", answered_at=UNSTAMPED)


def decide(question: Question) -> _Said:
    """The verdict, or none, with the sentence that says why."""
    text = claim_text(question.claim)
    claim = read_text(text)
    language = language_of(claim.text)
    if (other := language_of(question.evidence.text)) != language:
        return _Said(None, _across_languages(question, language, other))
    work = read_work(question.title, question.evidence.text)
    if (topic := _about_the_term(question, language)) is not None:
        return topic
    if not claim.words:
        return _Said(None, reason("rules_too_short", language))
    candidates = passages(question.evidence.text, work)
    if not claim.words & work.words:
        return _other_subject(claim, work, candidates, language)
    whole = [passage for passage in candidates if claim.words <= passage.terms.words]
    long_enough = len(claim.words) >= FEWEST_TERMS
    if whole and long_enough and question.claim.severity is Strictness.LENIENT:
        return _Said(Verdict.PASS, reason("rules_pass_topic", language), Basis.SUPPORT, whole[0].text)
    ranges = question.claim.template is Template.ONE_OF
    stated = find_statements(text, question.evidence.text, question.title, ranges=ranges)
    said = _as_stated(stated, language)
    return said if said is not None else _undecided(claim, candidates, stated, language)


def _as_stated(stated: list[Stated], language: str) -> _Said | None:
    """The verdict that the sentences in the claim's order give, where one decides and none speaks against it."""
    deciding = [each for each in stated if not each.blocked]
    if not deciding or any((each.contrary is None) != (deciding[0].contrary is None) for each in stated):
        return None
    first = deciding[0]
    quotation = first.sentence.text
    if first.contrary is not None:
        claimed, found = first.contrary
        code = "rules_fail_number" if any(char.isdigit() for char in claimed) else "rules_fail_direction"
        said = reason(code, language, claimed=claimed, found=found)
        return _Said(Verdict.FAIL, said, Basis.CONTRADICTION, quotation)
    if first.in_range:
        return _Said(Verdict.PARTIAL_B, reason("rules_partial_b", language), Basis.SUPPORT, quotation)
    return _Said(Verdict.PASS, reason("rules_pass", language), Basis.SUPPORT, quotation)


def _undecided(claim: Terms, candidates: list[Passage], stated: list[Stated], language: str) -> _Said:
    """No verdict: the nearest passage as a quotation, and what stands between it and the claim."""
    if stated and all(each.blocked for each in stated):
        blocked = stated[0]
        said = reason("rules_framed", language, words=_short(blocked.blocked))
        return _Said(None, said, quotation=blocked.sentence.text)
    if stated:
        return _Said(None, reason("rules_two_ways", language), quotation=stated[0].sentence.text)
    sentences = [passage for passage in candidates if not passage.is_pair]
    if not sentences:
        return _Said(None, reason("rules_nothing", language))
    nearest = max(sentences, key=lambda passage: (len(claim.words & passage.terms.words), -len(passage.terms.words)))
    missing = unmatched(claim, nearest.terms)
    if not claim.words & nearest.terms.words:
        return _Said(None, reason("rules_nothing", language))
    if not missing:
        return _Said(None, reason("rules_order", language), quotation=nearest.text)
    named = reason("separator", language).join(missing[:MOST_NAMED])
    if (more := len(missing) - MOST_NAMED) > 0:
        named = reason("and_more", language, named=named, more=more)
    return _Said(None, reason("rules_undecided", language, missing=named), quotation=nearest.text)


def _across_languages(question: Question, language: str, other: str) -> str:
    full = question.evidence.source is AbstractSource.FULL_TEXT_PDF
    return reason(
        "rules_cross_language",
        language,
        claim=reason(f"language_{language}", language),
        text=reason("full_text" if full else "abstract", language),
        evidence=reason(f"language_{other}", language),
    )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_NAMED else text[: LONGEST_NAMED - 1].rstrip() + "…"


def _about_the_term(question: Question, language: str) -> _Said | None:
    """PASS for a definition where the term stands in the title, or in a passage that defines, and in the text."""
    if question.claim.template is not Template.DEFINITION or question.claim.severity is not Strictness.LENIENT:
        return None
    term = read_text(named_topic(question.claim))
    if not term.words:
        return None
    in_title = term.words <= read_text(question.title).words
    for passage in passages(question.evidence.text, read_work(question.title, question.evidence.text)):
        if term.words <= passage.terms.words and (in_title or DEFINING.search(passage.text)):
            return _Said(Verdict.PASS, reason("rules_pass_topic", language), Basis.SUPPORT, passage.text)
    return None


def _other_subject(claim: Terms, work: Terms, candidates: list[Passage], language: str) -> _Said:
    unsure = len(claim.words) < FEWEST_FOR_SUBJECT or work.length < LONG_ENOUGH
    if unsure or claim.shares_root_with(work) or not candidates:
        return _Said(None, reason("rules_nothing", language))
    about = candidates[0].text
    return _Said(Verdict.FAIL, reason("rules_fail_subject", language), Basis.OTHER_SUBJECT, about)

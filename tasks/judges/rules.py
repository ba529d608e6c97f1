"""The embedded judge: offline, deterministic, and silent where it cannot tell (decisions 3 "rules").

It says PASS or PARTIAL-B where every element of the claim is matched in one passage, FAIL only for a number or
direction that contradicts in the same relation or a clearly different subject, and is undecided about all else.
"""

import json
from dataclasses import dataclass

from state.judgment import Basis, RawAnswer, Verdict
from state.manuscript import Strictness, Template
from state.words import canonical_json
from tasks.judges._matching import (
    DEFINING,
    Extent,
    Passage,
    Terms,
    named_topic,
    numbers_relation,
    passages,
    read_claim,
    read_text,
    read_work,
)
from tasks.judges.answering import UNSTAMPED
from tasks.judges.contract import Question
from tasks.judges.reasons import language_of, reason

VERSION = 1
"""Raise it whenever an answer could change: it is part of the key under which answers are kept."""
FEWEST_TERMS = 3
"""Content words a claim needs before anything is said about it."""
FEWEST_FOR_SUBJECT = 5
"""Content words a claim needs before a work without any of them is called another subject."""
LONG_ENOUGH = 80
"""Words a work's text needs before the absence of a claim's words means anything."""


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
    claim = read_claim(question.claim)
    language = language_of(claim.text)
    if language_of(question.evidence.text) != language:
        return _Said(None, reason("rules_cross_language", language))
    work = read_work(question.title, question.evidence.text)
    if (topic := _about_the_term(question, language)) is not None:
        return topic
    if len(claim.words) < FEWEST_TERMS:
        return _Said(None, reason("rules_too_short", language))
    candidates = passages(question.evidence.text, work)
    if not claim.words & work.words:
        return _other_subject(claim, work, candidates, language)
    whole = [passage for passage in candidates if claim.words <= passage.terms.words]
    said = [found for passage in whole if (found := _matched(question, claim, passage, language)) is not None]
    if said and all((found.verdict is Verdict.FAIL) == (said[0].verdict is Verdict.FAIL) for found in said):
        return said[0]
    if whole:
        return _Said(None, reason("rules_unclear_relation", language))
    best = max((len(claim.words & passage.terms.words) for passage in candidates), default=0)
    return _Said(None, reason("rules_undecided", language, matched=best, total=len(claim.words)))


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
        return _Said(None, reason("rules_undecided", language, matched=0, total=len(claim.words)))
    about = candidates[0].text
    return _Said(Verdict.FAIL, reason("rules_fail_subject", language), Basis.OTHER_SUBJECT, about)


def _matched(question: Question, claim: Terms, passage: Passage, language: str) -> _Said | None:
    """What a passage that holds every content word says of the claim, or None where it leaves that open."""
    terms = passage.terms
    topic = question.claim.severity is Strictness.LENIENT
    if topic:
        return _Said(Verdict.PASS, reason("rules_pass_topic", language), Basis.SUPPORT, passage.text)
    if passage.extent is Extent.PAIR or passage.extra_words(claim) > _room(claim):
        return None
    if terms.hedged and not claim.hedged:
        return None
    numbers = numbers_relation(claim.numbers, terms.numbers)
    opposed = claim.opposed_to(terms)
    if opposed is not None:
        if numbers.contradicted or passage.extent is not Extent.CLAUSE:
            return None
        said = reason("rules_fail_direction", language, claimed=opposed[0], found=opposed[1])
        return _Said(Verdict.FAIL, said, Basis.CONTRADICTION, passage.text)
    if not claim.agrees_with(terms):
        return None
    if numbers.contradicted:
        said = reason("rules_fail_number", language, claimed=numbers.claimed, found=numbers.found)
        return _Said(Verdict.FAIL, said, Basis.CONTRADICTION, passage.text)
    if numbers.all_found:
        return _Said(Verdict.PASS, reason("rules_pass", language), Basis.SUPPORT, passage.text)
    if numbers.in_range and question.claim.template is Template.ONE_OF:
        return _Said(Verdict.PARTIAL_B, reason("rules_partial_b", language), Basis.SUPPORT, passage.text)
    return None


def _room(claim: Terms) -> int:
    """How many content words beyond the claim's a passage may hold: in a longer one the relation may be another."""
    return 4 + 2 * len(claim.words)

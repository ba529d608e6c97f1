"""The questions put to a judge: rendered from `templates/prompts`, with claim and evidence fenced as data."""

import hashlib
import re
from functools import cache

from jinja2 import Environment, FunctionLoader, StrictUndefined

from state.resolution import AbstractSource
from tasks.judge.cases import ClaimCase
from tasks.judges.contract import Question
from templates import read_text

RUBRIC = "1"
"""Version of the rubric of decisions 3; the hash of the prompt files stands beside it."""
PROMPTS = ("judge.system.j2", "judge.data.j2", "judge.round1.j2", "judge.round2.j2", "judge.again.j2")
_FENCE = re.compile(r"<(?=\s*/?\s*(?:claim|work|evidence)\b)", re.IGNORECASE)
_PROBLEMS = {
    "unusable": "it was not exactly one JSON object with a verdict from the closed list and a reasoning, or its parts "
    'contradict each other: PASS goes with basis "support" and an empty "missing".',
    "none_given": "it gave a verdict without a quotation from the evidence.",
    "no_basis": 'it said FAIL without basis "contradiction" or "other_subject"; only not mentioned is never FAIL.',
}


@cache
def rubric_version() -> str:
    """Version of the rubric and hash of the prompt templates, e.g. `1+0f3a…` (12 hex digits)."""
    text = "\0".join(_template_text(name) for name in PROMPTS)
    return f"{RUBRIC}+{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def system_prompt() -> str:
    """The rubric and the rules, the same for every question, so that providers can cache it."""
    return _render("judge.system.j2")


def first_question(case: ClaimCase, round_number: int) -> Question:
    """The question of round 1 (does it support?) or 2 (which parts have no basis?), blind to any other judgment."""
    evidence = case.readable
    if evidence is None:
        raise ValueError(f"{case.claim.claim_id} has nothing to be judged by")
    claim, title_only = case.claim, case.title_only
    start, end = claim.marker
    data = _render(
        "judge.data.j2",
        severity=claim.severity.value,
        context=_fenced(claim.context_raw),
        scope=_fenced(claim.scope_text),
        marker=_fenced(claim.context_raw[start:end]),
        reference=_fenced(claim.reference_id),
        group_size=claim.group_size,
        summary=_fenced(claim.claim_summary),
        numbers=_fenced(", ".join(claim.numeric_values)),
        low_confidence=claim.context_confidence == "low",
        title=_fenced(case.title),
        article_type=_fenced(evidence.article_type or ""),
        access=_access(evidence.source, title_only),
        evidence=_fenced(evidence.text),
    )
    return Question(
        round=round_number,
        claim=claim,
        evidence=evidence,
        title=case.title,
        system=system_prompt(),
        user=_render(f"judge.round{round_number}.j2", data=data),
    )


def question_again(question: Question, problem: str) -> Question:
    """The same question once more, with what was wrong: a problem code of `quotations`, `unusable` or `no_basis`."""
    code, _, quoted = problem.partition(": ")
    said = _PROBLEMS.get(code) or f"this quotation does not occur in the evidence word for word: {_fenced(quoted)!r}"
    return question.model_copy(
        update={"attempt": 2, "user": _render("judge.again.j2", question=question.user, problem=said)}
    )


def _access(source: AbstractSource, title_only: bool) -> str:
    if title_only:
        return "the title only; no other text of the work could be read"
    if source is AbstractSource.FULL_TEXT_PDF:
        return "abstract, results and conclusion taken from the full text"
    return f"the abstract ({source.value})"


def _fenced(text: str) -> str:
    """Text as data: nothing in it can close or open our tags. Lone surrogates of broken files are replaced."""
    return _FENCE.sub("‹", text.encode("utf-8", "replace").decode("utf-8")).strip()


def _template_text(name: str) -> str:
    return read_text(f"prompts/{name}")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(_template_text),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 (plain text for a model; data is fenced above)
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def _render(name: str, **values: object) -> str:
    return _environment().get_template(name).render(**values)

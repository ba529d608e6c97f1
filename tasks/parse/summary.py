"""The model's variant of V.A3: a model says what each reference is cited for; what it cannot say, the rules have said.

Severity and the canonical phrase follow from the template, so a model chooses one of six words and writes one phrase;
it never writes a severity. Manuscript text is fenced as data in the prompt.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence

from state.manuscript import SEVERITY_OF, Claim, Reference, Template
from tasks.language.markers import square_markers
from tasks.language.numbers import find_numbers
from tasks.parse.claims import predict_fulltext, summary_of
from tasks.parse.figures import Figure
from tasks.parse.intent import Situation, phrase_for
from templates.prompting import render_prompt

TEMPLATE_KEYS: dict[str, Template] = {
    "data": Template.DATA,
    "finding": Template.FINDING,
    "one_of": Template.ONE_OF,
    "method": Template.METHOD,
    "definition": Template.DEFINITION,
    "background": Template.BACKGROUND,
}
"""What a model may answer; anything else is no answer."""
LONGEST_CONTRIBUTION = 300
"""Characters; a longer contribution is not the phrase that was asked for."""

_FENCE = re.compile(r"<(?=\s*/?\s*(?:passage|reference)\b)", re.IGNORECASE)

Ask = Callable[[str, str], Awaitable[str | None]]
"""Puts a system and a user prompt to a model; None where it could not be asked or gave nothing."""


async def summarise(
    claims: Sequence[Claim],
    references: Sequence[Reference],
    *,
    ask: Ask,
    model: str = "model",
    concurrency: int = 4,
) -> tuple[Claim, ...]:
    """The claims in the same order, each with the model's summary, or as it was where the answer is unusable.

    One question per claim, at most `concurrency` at a time. `model` is the name that `summary_by` then carries.
    Exceptions of `ask` are the caller's.
    """
    titles = {reference.id: reference.title or reference.raw for reference in references}
    gate = asyncio.Semaphore(concurrency)

    async def one(claim: Claim) -> Claim:
        async with gate:
            answer = await ask(system_prompt(), user_prompt(claim, titles.get(claim.reference_id, "")))
        chosen = read_answer(answer or "")
        return claim if chosen is None else apply_summary(claim, *chosen, model=model)

    return tuple(await asyncio.gather(*(one(claim) for claim in claims)))


def system_prompt() -> str:
    """What is asked, the same for every claim."""
    return render_prompt("summary.system.md.j2")


def user_prompt(claim: Claim, title: str) -> str:
    """One claim as a question; nothing in its text can close or open the tags around it."""
    start, end = claim.marker
    return render_prompt(
        "summary.user.md.j2",
        chapter=_fenced(claim.chapter) or "-",
        section_kind=claim.section_kind.value,
        group_size=claim.group_size,
        context=_fenced(claim.context_raw),
        scope=_fenced(claim.scope_text),
        marker=_fenced(claim.context_raw[start:end]),
        reference_id=_fenced(claim.reference_id),
        title=_fenced(title),
    )


def read_answer(text: str) -> tuple[Template, str] | None:
    """Template and contribution of the last JSON object in an answer, or None where it is not what was asked for."""
    for candidate in reversed(list(_objects(text))):
        template = TEMPLATE_KEYS.get(str(candidate.get("template", "")).strip().lower())
        contribution = candidate.get("contribution")
        if template is None or not isinstance(contribution, str):
            continue
        line = " ".join(contribution.split()).removeprefix("This ref ").strip(" .")
        if 0 < len(line) <= LONGEST_CONTRIBUTION:
            return template, line
    return None


def apply_summary(claim: Claim, template: Template, contribution: str, *, model: str) -> Claim:
    """The claim with another intention: summary, severity, prediction and flags follow from the template."""
    severity = SEVERITY_OF[template]
    trigger = predict_fulltext(claim.has_numeric, claim.section_kind, severity)
    return claim.model_copy(
        update={
            "template": template,
            "contribution": contribution,
            "claim_summary": summary_of(claim.reference_id, phrase_for(_situation(claim), template), contribution),
            "summary_by": model,
            "severity": severity,
            "fulltext_likely": trigger is not None,
            "fulltext_trigger": trigger,
            "method_needs_human_confirm": template is Template.METHOD,
        }
    )


def _situation(claim: Claim) -> Situation:
    """What the rules looked at, from the claim alone."""
    start, end = claim.scope[0][0], claim.scope[-1][1]
    scope = claim.context_raw[start:end]
    own = (claim.marker[0] - start, claim.marker[1] - start)
    others = [(marker.start, marker.end) for marker in square_markers(scope) if not own[0] < marker.end <= own[1]]
    markers = tuple(sorted([own, *others]))
    return Situation(
        scope=scope,
        markers=markers,
        cluster=own,
        section=claim.section_kind,
        group_size=claim.group_size,
        numbers=tuple(Figure(n.printed, n.start, n.end) for n in find_numbers(scope, markers)),
    )


def _objects(text: str) -> list[dict[str, object]]:
    decoder = json.JSONDecoder()
    found: list[dict[str, object]] = []
    position = text.find("{")
    while position >= 0:
        try:
            value, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            end = position + 1
        else:
            if isinstance(value, dict):
                found.append(value)
        position = text.find("{", end)
    return found


def _fenced(text: str) -> str:
    return _FENCE.sub("‹", text.encode("utf-8", "replace").decode("utf-8")).strip()

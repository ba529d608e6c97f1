"""A model's word on whether a claimed title is a short form of the recorded one (004's screen).

It may raise a mismatch to a match of low confidence, and nothing else; it is asked only with the user's permission.
"""

import json
import re
from typing import Literal

from state.citation_check import LlmScreen
from state.ledger import Clock, ModelBook
from state.lookup import Record
from state.manuscript import Reference
from tasks.judge.asking import ask_text
from tasks.judges.contract import Judge
from templates.prompting import render_prompt

Screened = Literal["informal_abbreviation", "different_paper", "uncertain"]
_FENCE = re.compile(r"<(?=\s*/?\s*(?:claimed|recorded)\b)", re.IGNORECASE)


async def screen_titles(
    reference: Reference, record: Record, *, judge: Judge, book: ModelBook, clock: Clock
) -> LlmScreen:
    """The model's word; `applied` is false where it could not be asked or gave no usable answer."""
    user = render_prompt(
        "screen.user.md.j2",
        claimed=_fenced(reference.title),
        claimed_author=_fenced(reference.first_author),
        claimed_year=reference.year or "-",
        recorded=_fenced(record.title),
        recorded_author=_fenced(record.authors[0].family if record.authors else None),
        recorded_year=record.year or "-",
    )
    said = await ask_text(judge, render_prompt("screen.system.md.j2"), user, book=book, clock=clock)
    verdict = read_screen(said or "")
    return LlmScreen(applied=verdict is not None, verdict=verdict)


def read_screen(text: str) -> Screened | None:
    """The verdict of an answer; None where it is not what was asked for, or says two things."""
    found: set[Screened] = set()
    for part in re.findall(r"\{[^{}]*\}", text):
        try:
            verdict = json.loads(part).get("verdict")
        except ValueError:
            continue
        known: tuple[Screened, ...] = ("informal_abbreviation", "different_paper", "uncertain")
        found.update(word for word in known if word == verdict)
    return next(iter(found)) if len(found) == 1 else None


def _fenced(text: str | None) -> str:
    """Data that can neither close nor open the tags around it, on one line."""
    return " ".join(_FENCE.sub("‹", text or "-").split())

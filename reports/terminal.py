"""Short texts for the terminal: where a run stands, and what came out of it. Plain text, no colour, no clock."""

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from typing import Protocol

import templates
from reports.formats import FORMATS, ready
from reports.formats.markdown import language_of, normal
from reports.view import view
from state.snapshot import Snapshot


class Sending(Protocol):
    """What is about to be sent to a judge: an estimate, whoever made it."""

    @property
    def claims(self) -> int: ...
    @property
    def calls_low(self) -> int: ...
    @property
    def calls_high(self) -> int: ...
    @property
    def input_tokens(self) -> int: ...
    @property
    def output_tokens(self) -> int: ...
    @property
    def cost_low(self) -> Decimal | None:
        """US dollars; None where the price is not known."""

    @property
    def cost_high(self) -> Decimal | None: ...
    @property
    def destination(self) -> str | None:
        """The host; None for a judge that sends nothing."""

    @property
    def model(self) -> str: ...
    @property
    def sample_text(self) -> str: ...


def status_text(snapshot: Snapshot, folder: str = "") -> str:
    """What is done, what is left, what waits for a human, what could not be asked. No newline at the end.

    Commands name `folder`, or `DIR` where it is not given.
    """
    return _render("status.txt.j2", language_of(snapshot), v=view(snapshot), dir=_argument(folder))


def finish_text(snapshot: Snapshot, folder: str = "", notes: Sequence[str] = ()) -> str:
    """Counts, what to correct first (at most ten lines), `notes` of the run, and the reports in `folder`.

    The notes `pdf_unreadable=NAME: WHY` and `pdf_unmatched=NAME` are told in words; any other is text. No newline at
    the end.
    """
    return _render(
        "finish.txt.j2",
        language_of(snapshot),
        v=view(snapshot),
        folder=folder,
        dir=_argument(folder),
        notes=tuple(notes),
        told_notes=_TOLD_NOTES,
        files=[form.filename for form in FORMATS if ready(form, snapshot)],
    )


_TOLD_NOTES = ("pdf_unreadable", "pdf_unmatched")


def _argument(folder: str) -> str:
    """The folder as it is typed in a command, on any system."""
    return f'"{folder}"' if re.search(r"\s", folder) else folder or "DIR"


def consent_text(sending: Sending, language: str) -> str:
    """What would be sent, to whom, how many calls and at what cost: shown before a human agrees (promise 4)."""
    known = language if language in templates.LANGUAGES else "en"
    return _render("consent.txt.j2", known, sending=sending)


def _render(template: str, language: str, **values: object) -> str:
    environment = templates.template_environment(language, plain=True)
    text = normal(environment.get_template(template).render(values)).rstrip("\n")
    return "\n".join(wrapped(line) for line in text.split("\n"))


_TOKEN = re.compile(r"\s*(?:`[^`]*`\S*|[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+)")
_CLOSING = "，。；：、！？）”’》】"


def wrapped(line: str, width: int = 80) -> str:
    """One line folded at `width` columns, between words and between Chinese characters; never inside a word, a path or
    a command in backticks, which may be longer. What is folded is indented by two more."""
    indent = line[: len(line) - len(line.lstrip())]
    lines, current = [], indent
    for token in _TOKEN.findall(line[len(indent) :]):
        fits = _columns(current) + _columns(token) <= width or token in _CLOSING
        if fits or not current.strip():
            current += token
        else:
            lines.append(current)
            current = f"{indent}  {token.lstrip()}"
    return "\n".join([*lines, current]).rstrip()


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)

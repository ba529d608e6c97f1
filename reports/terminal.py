"""Short texts for the terminal: where a run stands, and what came out of it. Plain text, no colour, no clock."""

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


def status_text(snapshot: Snapshot) -> str:
    """What is done, what is left, what waits for a human, what could not be asked. No newline at the end."""
    return _render("status.txt.j2", language_of(snapshot), v=view(snapshot))


def finish_text(snapshot: Snapshot, folder: str = "", notes: Sequence[str] = ()) -> str:
    """Counts, what to correct first (at most ten lines), `notes` of the run, and the reports in `folder`.

    No newline at the end.
    """
    files = [form.filename for form in FORMATS if ready(form, snapshot)]
    return _render(
        "finish.txt.j2", language_of(snapshot), v=view(snapshot), folder=folder, notes=tuple(notes), files=files
    )


def consent_text(sending: Sending, language: str) -> str:
    """What would be sent, to whom, how many calls and at what cost: shown before a human agrees (promise 4)."""
    known = language if language in templates.LANGUAGES else "en"
    return _render("consent.txt.j2", known, sending=sending)


def _render(template: str, language: str, **values: object) -> str:
    environment = templates.template_environment(language, plain=True)
    return normal(environment.get_template(template).render(values)).rstrip("\n")

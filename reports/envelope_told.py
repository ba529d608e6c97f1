"""How a run of a reference-level task ended, in one line for whoever sits at the terminal."""

from collections.abc import Mapping
from pathlib import Path

from reports.envelope_notes import refs_words
from reports.envelope_report import audit_lists, retracted_ids
from state.envelope import Envelope, ReferenceBody
from state.envelope_words import ReferenceVerdict, Task
from state.resolution import Resolution


def ending(
    envelope: Envelope[ReferenceBody],
    resolutions: Mapping[str, Resolution],
    language: str,
    *,
    out: Path | None = None,
    report: Path | None = None,
) -> str:
    """Counts, who could not be asked, and how to get at the report. `flagged` is what is neither verified nor
    unverifiable; of an audit it is also said how many verified references stand on its flagged list."""
    text, body = refs_words(language), envelope.data
    say, summary = text["told"], body.verdict_summary
    flagged = body.citations_checked - summary.verified - summary.unverifiable
    line = say["counts"].format(verified=summary.verified, flagged=flagged, unverifiable=summary.unverifiable)
    retracted = retracted_ids(body, envelope.errors)
    if retracted:
        line += say["retracted"].format(n=len(retracted))
    if body.task is Task.BIBLIOGRAPHY_AUDIT:
        listed = audit_lists(body, retracted)["flagged"]
        beside = sum(entry.verdict is ReferenceVerdict.VERIFIED for entry in listed)
        line += say["beside"].format(n=beside) if beside else ""
    notes = [note for one in resolutions.values() for note in one.lookups if note.outcome == "unavailable"]
    silent = dict.fromkeys(note.query.registry.value for note in notes)
    if silent:
        names = text["list"]["separator"].join(text["registry"].get(name, name) for name in silent)
        line += say["silent"].format(services=names)
    if report is not None:
        return line + say["report"].format(file=report) + say["end"]
    return line + say["how"].format(file=f" {out}" if out else "") + say["end"]

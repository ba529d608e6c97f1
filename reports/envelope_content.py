"""The `content` of an envelope: its body as a report for people, in Markdown, LaTeX or JSON.

Pure functions of the typed body, the envelope's errors and the language; where they and the machine-readable fields
differ, the fields count. Everything that others wrote is escaped for its target. Nothing here runs a task: ai_detection
has no entries to render, so its content is its task's own prose.
"""

import json
from collections.abc import Sequence

from reports.envelope_report import Item, Section, audit_lists, checks_in, report_of, retracted_ids
from reports.envelope_self_check import failed_fields
from reports.envelope_violation import words
from state.envelope import ClaimBody, ClaimEntry, ErrorEntry, ReferenceBody, VerdictEntry
from state.envelope_words import OutputFormat, Task
from templates import escaping

Rendered = ReferenceBody | ClaimBody

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    '"': r"\symbol{34}",  # babel makes it active in some languages
}
_LATEX_TABLE = str.maketrans(_LATEX)


def content(body: Rendered, errors: Sequence[ErrorEntry] = (), language: str = "en") -> str:
    """The report in the body's own `output_format`, Markdown where it names none."""
    writers = {OutputFormat.MARKDOWN: markdown, OutputFormat.LATEX: latex, OutputFormat.JSON: json_report}
    return writers[body.output_format or OutputFormat.MARKDOWN](body, errors, language)


def latex_text(text: str) -> str:
    """`text` as LaTeX that sets exactly these characters: no command, no comment, no ligature of its own."""
    escaped = escaping.one_line(text).translate(_LATEX_TABLE)
    return escaped.replace("--", "-{}-").replace("--", "-{}-").replace("''", "'{}'").replace("''", "'{}'")


def markdown(body: Rendered, errors: Sequence[ErrorEntry] = (), language: str = "en") -> str:
    """The report in Markdown (CommonMark with tables)."""
    say = escaping.markdown
    report = report_of(body, errors, language)
    lines = [f"# {say(report.title)}", "", say(report.lead), ""]
    if report.summary:
        lines += _table([report.summary_head, *((label, str(count)) for label, count in report.summary)], "---:")
    for section in report.sections:
        lines += [f"## {say(section.heading)}", ""]
        if not section.items:
            lines += [say(report.none), ""]
        elif section.columns:
            lines += _table([section.columns, *(_cells(item, section) for item in section.items)], "---")
        else:
            for item in section.items:
                lines += _entry(item, report.colon)
    return "\n".join(lines).rstrip() + "\n"


def _cells(item: Item, section: Section) -> tuple[str, ...]:
    values = dict(item.lines)
    return (item.name, *(values.get(column, "") for column in section.columns[1:]))


def _table(rows: Sequence[Sequence[str]], last: str) -> list[str]:
    say = escaping.markdown
    shown = ["| " + " | ".join(say(cell) for cell in row) + " |" for row in rows]
    rule = "|" + "---|" * (len(rows[0]) - 1) + f"{last}|"
    return [shown[0], rule, *shown[1:], ""]


def _entry(item: Item, colon: str) -> list[str]:
    say = escaping.markdown
    head = f"- **{say(item.name)}**" + (f"{colon}{say(item.told)}" if item.told else "")
    return [head, *(f"  - {say(label)}{colon}{say(text)}" for label, text in item.lines), ""]


def latex(body: Rendered, errors: Sequence[ErrorEntry] = (), language: str = "en") -> str:
    """The report as a LaTeX fragment for the body of a document, UTF-8; other scripts need XeLaTeX or LuaLaTeX."""
    say = latex_text
    report = report_of(body, errors, language)
    lines = [rf"\section*{{{say(report.title)}}}", "", say(report.lead), ""]
    if report.summary:
        rows = [report.summary_head, *((label, str(count)) for label, count in report.summary)]
        lines += [r"\begin{tabular}{lr}", *(rf"{say(label)} & {say(count)} \\" for label, count in rows)]
        lines += [r"\end{tabular}", ""]
    for section in report.sections:
        lines += [rf"\subsection*{{{say(section.heading)}}}", ""]
        lines += _description(section, report.colon) if section.items else [say(report.none), ""]
    return "\n".join(lines).rstrip() + "\n"


def _description(section: Section, colon: str) -> list[str]:
    """A description list. The braces keep a bracket in the text from being read as an option."""
    say = latex_text
    lines = [r"\begin{description}"]
    for item in section.items:
        lines.append(rf"\item[{{{say(item.name)}}}] {{}}{say(item.told)}".rstrip())
        if item.lines:
            lines.append(r"\begin{itemize}")
            lines += [rf"\item {{}}{say(label)}{colon}{say(text)}" for label, text in item.lines]
            lines.append(r"\end{itemize}")
    return [*lines, r"\end{description}", ""]


def json_report(body: Rendered, errors: Sequence[ErrorEntry] = (), language: str = "en") -> str:
    """The report as JSON: codes, not words, except for the title."""
    titled = {"task": body.task.value, "title": words(language)["report"][f"title_{body.task.value}"]}
    told = [error.model_dump(mode="json", exclude_unset=True) for error in errors]
    if isinstance(body, ClaimBody):
        claims = [_json_claim(entry) for entry in body.claims]
        shown: dict[str, object] = titled | {"claims_evaluated": body.claims_evaluated, "claims": claims}
    else:
        retracted = retracted_ids(body, errors)
        shown = titled | {
            "citations_checked": body.citations_checked,
            "summary": body.verdict_summary.model_dump(),
            "retracted_references": [e.reference_id for e in body.verdicts if e.reference_id in retracted],
            "references": [_json_entry(entry) for entry in body.verdicts],
        }
        if body.task is Task.BIBLIOGRAPHY_AUDIT:
            lists = audit_lists(body, retracted)
            shown["lists"] = {name: [entry.reference_id for entry in held] for name, held in lists.items()}
    return json.dumps(shown | {"errors": told}, ensure_ascii=False, indent=2) + "\n"


def _json_claim(entry: ClaimEntry) -> dict[str, object]:
    return {
        "claim_id": entry.claim_id,
        "claim": entry.claim,
        "claim_type": entry.claim_type.value,
        "rating": entry.rating.value,
        "confidence": entry.confidence,
        "quote": entry.evidence.quote,
        "source": entry.evidence.source,
        "notes": entry.evidence.notes,
    }


def _json_entry(entry: VerdictEntry) -> dict[str, object]:
    evidence = entry.evidence
    record = evidence.resolved
    checks = checks_in(entry)
    return ({"checks": checks} if checks else {}) | {
        "reference_id": entry.reference_id,
        "verdict": entry.verdict.value,
        "confidence": entry.confidence,
        "given": evidence.parsed.raw,
        "title": evidence.parsed.title,
        "doi": evidence.parsed.doi,
        "record": None if record is None else record.model_dump(mode="json", exclude_unset=True),
        "differs": failed_fields(entry),
        "candidates": [work.model_dump(mode="json", exclude_unset=True) for work in evidence.candidates],
        "notes": evidence.notes,
    }

"""What went otherwise than it should, grouped by what was said: ids, codes and words of our own, no entry's text."""

from collections import defaultdict
from collections.abc import Sequence

from benchmarks.hallmark.running import Outcome
from benchmarks.hallmark.scoring import Judged
from benchmarks.hallmark.verdicts import counts
from state.finding import Severity


def grouped(rows: Sequence[Judged]) -> str:
    """Wrong entries missed, right ones accused, unknown ones, then those of another verdict class; by cause."""
    parts = {
        "missed": [row for row in rows if row.outcome.entry.wrong and not row.told and not row.unknown],
        "accused": [row for row in rows if not row.outcome.entry.wrong and row.told],
        "unknown": [row for row in rows if row.unknown],
        "another class": [row for row in rows if not row.exact and not row.unknown],
    }
    return "\n".join(_part(title, found) for title, found in parts.items())


def _part(title: str, rows: Sequence[Judged]) -> str:
    causes: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        entry = row.outcome.entry
        said = f" said {row.said}" if title == "another class" else ""
        causes[f"{entry.error}{said}: {cause(row.outcome)}"].append(entry.id)
    lines = [f"-- {title}: {len(rows)}"]
    for name, ids in sorted(causes.items(), key=lambda item: (-len(item[1]), item[0])):
        lines.append(f"   {len(ids):3}  {name}\n        {' '.join(ids)}")
    return "\n".join(lines)


def cause(outcome: Outcome) -> str:
    """Identity, discrepancies that count (others in brackets) and findings to act on, as codes."""
    resolution = outcome.resolution
    if resolution is None:
        return "not read"
    fields = [
        f"{d.field.value}{'' if counts(d) else ' (not counted)'}{_detail(d.detail)}" for d in resolution.discrepancies
    ]
    rules = sorted({f.rule for f in outcome.findings if f.severity is not Severity.MINOR})
    return f"{resolution.identity.value}; {', '.join(fields) or 'no discrepancy'}; {', '.join(rules) or 'nothing told'}"


def _detail(detail: str) -> str:
    """A code or a number; differing words are the entry's text, and are left out."""
    return f" [{detail}]" if detail and detail[0] not in "+-" and " " not in detail else ""

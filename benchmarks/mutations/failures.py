"""What came out otherwise than wanted, grouped by cause."""

from collections import defaultdict
from collections.abc import Sequence

from benchmarks.mutations.scoring import Judged, Said, misread
from state.finding import Severity


def grouped(rows: Sequence[Judged], *, texts: bool = False) -> str:
    """Every case that is not as wanted: what was lost by matching, then by reading, by change and cause, with ids.

    `texts` adds to each cause its first three entries with what the registry has: third-party text, for eyes only.
    """
    parts = []
    for where, title in (("matching", "Lost by matching"), ("reading", "Lost by reading"), ("bibtex", "BibTeX alone")):
        causes: dict[str, list[Judged]] = defaultdict(list)
        for row in rows:
            lost = row.lost_by or ("bibtex" if not row.bibtex.good(row.case) else None)
            if lost == where:
                said = row.bibtex if where == "bibtex" else row.prose
                fields = misread(row.case, row.prose.outcome.reference) if where == "reading" else ()
                read = f" | read: {', '.join(fields) or 'as printed'}" if where == "reading" else ""
                causes[f"{row.case.mutation.grade.value}: {row.case.mutation.name}: {cause(said)}{read}"].append(row)
        parts.append(f"## {title}: {sum(map(len, causes.values()))}")
        for name, found in sorted(causes.items(), key=lambda item: (-len(item[1]), item[0])):
            parts.append(f"- {len(found)} × {name}\n  ids {' '.join(row.case.id for row in found)}")
            if texts:
                parts += [_shown(row, row.bibtex if where == "bibtex" else row.prose) for row in found[:3]]
    return "\n".join(parts)


def cause(said: Said) -> str:
    """Identity, differing fields and rules told, as codes."""
    resolution = said.outcome.resolution
    fields = [
        f"{d.field.value} {d.severity.value}" + (" (a registry agrees)" if d.agreed_by else "")
        for d in resolution.discrepancies
    ]
    rules = sorted({f"{f.rule} {f.severity.value}" for f in said.outcome.findings if f.severity is not Severity.MINOR})
    told = ", ".join(rules) or "nothing medium or serious told"
    return f"{resolution.identity.value}; {', '.join(fields) or 'no discrepancy'}; {told}"


def _shown(row: Judged, said: Said) -> str:
    read, resolution = said.outcome.reference, said.outcome.resolution
    lines = [f"    {row.case.id}: {row.case.text}"]
    lines.append(
        f"      read: {'; '.join(a.family for a in read.authors)} | {read.title} | {read.year} | {read.journal} |"
        f" {read.volume} | {read.issue} | {read.pages} | {read.doi} | {read.pmid}"
    )
    if record := resolution.record:
        lines.append(
            f"      record ({record.registry.value}): {'; '.join(a.family for a in record.authors[:4])} |"
            f" {record.title} | {record.year} | {record.venue} | {record.volume} | {record.pages}"
        )
    lines += [f"      {d.field.value}: {d.printed!r} / {d.recorded!r} {d.detail}" for d in resolution.discrepancies]
    return "\n".join(lines)

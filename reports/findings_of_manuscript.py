"""Findings about the manuscript as a whole: citations without an entry, entries without a citation, broken entries."""

from collections.abc import Iterator

from reports.finding import make
from reports.index import Index, natural
from state.finding import Finding
from state.manuscript import Citation


def manuscript_findings(index: Index) -> Iterator[Finding]:
    """Everything to act on that step A's account of completeness says, in no particular order."""
    manuscript = index.snapshot.manuscript
    account = manuscript.completeness
    if manuscript.numbering.mode == "in_doubt":
        yield make("NUMBERING-IN-DOUBT", {"reasons": " ".join(manuscript.numbering.reasons)})
    yield from _ghosts(index)
    for citation in manuscript.citations:
        if citation.wide_range:
            yield make("CITE-WIDE-RANGE", {"range": citation.wide_range}, place=_place(index, citation))
    orphans = set(account.orphans)
    listed = {r.number for r in index.references.values() if r.id in orphans}
    gaps = sorted(set(account.gaps) - listed)  # an entry that is never cited is an orphan already
    if gaps:
        yield make("CITE-GAP", {"numbers": ranges(gaps), "highest": account.highest_number})
    for entry in account.broken:
        at = {"file": entry.file, "line": entry.line}
        values = {"problem": entry.reason, "detail": entry.key, "excerpt": entry.excerpt, **at}
        yield make("BIB-BROKEN-ENTRY", values, place=f"{entry.file} L{entry.line}")


def _ghosts(index: Index) -> Iterator[Finding]:
    account = index.snapshot.manuscript.completeness
    pointing: dict[str, list[Citation]] = {}
    for citation in sorted(index.snapshot.manuscript.citations, key=lambda c: natural(c.id)):
        for reference_id in citation.reference_ids:
            pointing.setdefault(reference_id, []).append(citation)
    for reference_id in sorted(set(account.dangling)):
        places = dict.fromkeys(_place(index, c) for c in pointing.get(reference_id, ()))
        base = make("CITE-DANGLING", {"places": "; ".join(places), "cited": reference_id})
        yield base.model_copy(update={"reference_id": reference_id})
    for reference_id in sorted(set(account.orphans)):
        reference = index.references.get(reference_id)
        base = make("CITE-ORPHAN", {"file": index.entry_file(reference)}, reference=reference)
        yield base if reference else base.model_copy(update={"reference_id": reference_id})


def _place(index: Index, citation: Citation) -> str:
    section = index.sections.get(citation.section)
    return f"{section.chapter if section else citation.file} L{citation.line}".strip()


def ranges(numbers: list[int]) -> str:
    """`3, 7-9` for 3, 7, 8, 9 (ascending)."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)

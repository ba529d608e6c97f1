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
    yield from _order(index)
    yield from _losses(index)
    yield from _names_and_years(index)
    for entry in account.broken:
        at = {"file": entry.file, "line": entry.line}
        values = {"problem": entry.reason, "detail": entry.key, "excerpt": entry.excerpt, **at}
        yield make("BIB-BROKEN-ENTRY", values, place=f"{entry.file} L{entry.line}")


MOSTLY = 5
"""Numbers count up in order of appearance where at most one new number in as many does not."""
LOST = (
    "file_missing",
    "file_refused",
    "file_unreadable",
    "file_too_long",
    "include_cycle",
    "broken_parts",
    "missing_notes",
    "alt_chunks",
    "subdocuments",
    "embedded_files",
    "pages_without_text",
    "citation_field_unreadable",
    "citation_unreadable",
    "endnote_unformatted",
)
"""Warnings of a reader that say that text, and what it cites, was not read."""


def _order(index: Index) -> Iterator[Finding]:
    """Numbers that are not the next one where the others are, and ranges that are printed backwards."""
    seen: set[int] = set()
    out: list[Citation] = []
    for citation in sorted(index.snapshot.manuscript.citations, key=lambda c: natural(c.id)):
        numbers = [int(one) for one in citation.reference_ids if one.isascii() and one.isdigit()]
        for number in dict.fromkeys(numbers):
            if number not in seen and number != max(seen, default=0) + 1:
                out.append(citation)
            seen.add(number)
    mostly = out and len(out) * MOSTLY <= len(seen)
    markers = [f"{''.join(one.printed.split())} ({_place(index, one)})" for one in dict.fromkeys(out)] if mostly else []
    backwards = [value.partition(" ")[0] for value in _values(index, "reversed_range")]
    if markers or backwards:
        yield make("CITE-ORDER", {"markers": "; ".join(markers), "ranges": ", ".join(dict.fromkeys(backwards))})


def _losses(index: Index) -> Iterator[Finding]:
    """What a reader or the list itself says is missing."""
    missing = ", ".join(_values(index, "list_numbers_missing"))
    repeated = ", ".join(_values(index, "repeated_number"))
    if missing or repeated:
        yield make("LIST-NUMBERS", {"missing": missing, "repeated": repeated})
    for code in LOST:
        if values := _values(index, code):
            yield make("READ-INCOMPLETE", {"what": code, "which": "; ".join(values)})
    if names := _values(index, "bibliography_missing"):
        yield make("BIB-MISSING", {"names": "; ".join(names)})
    for pair in _values(index, "same_text"):
        yield make("READ-TWICE", {"names": ", ".join(pair.split(" and=", 1))})
    account = index.snapshot.manuscript.completeness
    if not account.markers and not index.snapshot.manuscript.citations:
        yield make("CITE-NONE", {"entries": account.list_entries or ""})


def _names_and_years(index: Index) -> Iterator[Finding]:
    """Author-year forms that were not bound for certain: to one of several, over a year's difference, to nothing."""
    for (names, ids), places in _forms(index, "ambiguous_citation", "fits"):
        entries = ", ".join(f"[{reference_id}]" for reference_id in ids.split(",") if reference_id)
        yield make("CITE-AMBIGUOUS", {"printed": names, "entries": entries, "places": places}, place=places)
    for (names, reference_id), places in _forms(index, "near_year", "entry"):
        reference = index.references.get(reference_id)
        values = {"printed": names, "year": reference.year if reference else None, "places": places}
        yield make("CITE-YEAR", values, reference=reference, place=places)
    for (names, _), places in _forms(index, "unlisted_form", ""):
        yield make("CITE-UNLISTED", {"printed": names, "places": places}, place=places)


def _forms(index: Index, code: str, which: str) -> list[tuple[tuple[str, str], str]]:
    """Each form as printed, with the ids it goes with (the value `which`), and where it stands; in order."""
    found: dict[tuple[str, str], list[str]] = {}
    for value in _values(index, code):
        names, _, line = value.rpartition(" line=")
        ids = ""
        if which:
            names, _, ids = names.rpartition(f" {which}=")
        found.setdefault((names, ids), []).append(f"L{line}")
    return sorted((form, ", ".join(dict.fromkeys(lines))) for form, lines in found.items())


def _values(index: Index, code: str) -> list[str]:
    """The values of a reader's warnings with this code, in order."""
    found = (warning.partition("=") for warning in index.snapshot.manuscript.completeness.warnings)
    return [value for name, _, value in found if name == code]


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

"""The account of decisions 2.9 and 2.10: what was expected, what was found, ghosts, and which checks could run."""

from collections import defaultdict
from collections.abc import Sequence

from state.manuscript import BrokenEntry, Check, Citation, Completeness
from tasks.parse.binding import Binding
from tasks.parse.printed_list import PrintedList


def account(
    *,
    paragraphs: int,
    citations: Sequence[Citation],
    highest: dict[int, list[int]],
    lists: Sequence[PrintedList],
    bibliography_entries: int | None,
    binding: Binding,
    broken: Sequence[BrokenEntry],
    warnings: Sequence[str],
) -> Completeness:
    """Everything counted. `highest` holds the cited numbers for each list of its own numbering."""
    in_doubt = binding.numbering.mode == "in_doubt"
    known = {reference.id for reference in binding.references}
    cited = list(dict.fromkeys(reference_id for citation in citations for reference_id in citation.reference_ids))
    numbers = [number for group in highest.values() for number in group]
    gaps = (
        sorted({n for group in highest.values() for n in set(range(1, max(group) + 1)) - set(group)}) if numbers else []
    )
    wide = any(citation.wide_range for citation in citations)
    known_to_text = set(cited) | binding.on_purpose
    orphans = () if in_doubt or wide else tuple(r.id for r in binding.references if r.id not in known_to_text)
    return Completeness(
        paragraphs=paragraphs,
        markers=len(citations),
        pointers=sum(len(citation.reference_ids) for citation in citations),
        highest_number=max(numbers, default=None),
        gaps=() if wide else tuple(gaps),
        list_entries=sum(len(found.entries) for found in lists) if lists else None,
        bibliography_entries=bibliography_entries,
        orphans=orphans,
        dangling=() if in_doubt else tuple(reference_id for reference_id in cited if reference_id not in known),
        broken=tuple(broken),
        checks=_checks(bool(citations), bool(numbers), wide, lists, bibliography_entries, binding),
        warnings=(*warnings, *_list_gaps(lists)),
    )


def _checks(
    cites: bool, by_number: bool, wide: bool, lists: Sequence[PrintedList], bibliography: int | None, binding: Binding
) -> tuple[Check, ...]:
    in_doubt = "numbering_in_doubt" if binding.numbering.mode == "in_doubt" else None
    no_entries = (
        "no_list_and_no_bibliography" if not binding.references and not lists and bibliography is None else None
    )
    no_markers = None if cites else "no_markers"
    no_numbers = None if by_number else "not_cited_by_number"
    too_wide = "wide_range" if wide else None
    compared = None if lists and bibliography is not None else "no_list" if not lists else "no_bibliography"
    reasons = {
        "numbering": in_doubt or no_entries or no_markers or no_numbers,
        "orphans": no_entries or in_doubt or too_wide,
        "dangling": in_doubt or no_markers,
        "duplicates": no_entries,
        "list_against_bib": compared,
        "gaps": no_markers or no_numbers or too_wide,
        "order": no_markers or no_numbers,
    }
    return tuple(Check(name=name, ran=reason is None, why_not=reason) for name, reason in reasons.items())


def _list_gaps(lists: Sequence[PrintedList]) -> list[str]:
    """Numbers that a printed list itself leaves out: a reader may have lost entries, and must say so."""
    found = []
    for printed in lists:
        numbers = [entry.number for entry in printed.entries if entry.number is not None]
        missing = sorted(set(range(1, max(numbers) + 1)) - set(numbers)) if numbers else []
        if missing:
            found.append("list_numbers_missing=" + ",".join(map(str, missing)))
    return found


def out_of_order(citations: Sequence[Citation]) -> str | None:
    """`not_in_order_of_appearance=P7` for the first citation whose new number is not the next one, else None."""
    seen: dict[str, int] = defaultdict(int)
    expected = 1
    for citation in citations:
        for reference_id in citation.reference_ids:
            if not reference_id.isdigit() or reference_id in seen:
                continue
            seen[reference_id] = 1
            if int(reference_id) != expected:
                return f"not_in_order_of_appearance={citation.id}"
            expected += 1
    return None

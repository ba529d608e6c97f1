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
    missing: bool = False,
) -> Completeness:
    """Everything counted. `highest` holds the cited numbers for each list of its own numbering; `missing` says that a
    bibliography could not be read, so that nobody is said to be missing in it."""
    in_doubt = binding.numbering.mode == "in_doubt"
    known = {reference.id for reference in binding.references}
    cited = list(dict.fromkeys(reference_id for citation in citations for reference_id in citation.reference_ids))
    numbers = [number for group in highest.values() for number in group]
    gaps = (
        sorted({n for group in highest.values() for n in set(range(1, _reach(group, lists) + 1)) - set(group)})
        if numbers
        else []
    )
    wide = any(citation.wide_range for citation in citations)
    known_to_text = set(cited) | binding.on_purpose | _cited_ambiguously(warnings)
    orphans = (
        ()
        if in_doubt or wide or missing or not citations
        else tuple(r.id for r in binding.references if r.id not in known_to_text)
    )
    return Completeness(
        paragraphs=paragraphs,
        markers=len(citations),
        pointers=sum(len(citation.reference_ids) for citation in citations),
        highest_number=max(numbers, default=None),
        gaps=() if wide else tuple(gaps),
        list_entries=sum(len(found.entries) for found in lists) if lists else None,
        bibliography_entries=bibliography_entries,
        orphans=orphans,
        dangling=()
        if in_doubt or missing
        else tuple(reference_id for reference_id in cited if reference_id not in known),
        broken=tuple(broken),
        checks=_checks(bool(citations), bool(numbers), wide, missing, lists, bibliography_entries, binding),
        warnings=(*warnings, *_list_gaps(lists)),
    )


def _reach(numbers: Sequence[int], lists: Sequence[PrintedList]) -> int:
    """Up to which number some are missing: the highest cited; a wild one far behind the list's end is no measure."""
    longest = max((max(found.highest, len(found.entries)) for found in lists), default=0)
    within = [number for number in numbers if not longest or number <= 2 * longest]
    return max(within, default=0)


def _cited_ambiguously(warnings: Sequence[str]) -> set[str]:
    """References that a citation fits beside others: one of them is cited, and none may be called an orphan."""
    found = (warning.rpartition(" line=")[0] for warning in warnings if warning.startswith("ambiguous_citation="))
    return {reference_id for told in found for reference_id in told.rpartition(" fits=")[2].split(",")}


def _checks(
    cites: bool,
    by_number: bool,
    wide: bool,
    missing: bool,
    lists: Sequence[PrintedList],
    bibliography: int | None,
    binding: Binding,
) -> tuple[Check, ...]:
    in_doubt = "numbering_in_doubt" if binding.numbering.mode == "in_doubt" else None
    no_entries = (
        "no_list_and_no_bibliography" if not binding.references and not lists and bibliography is None else None
    )
    no_markers = None if cites else "no_markers"
    no_numbers = None if by_number else "not_cited_by_number"
    not_there = "bibliography_missing" if missing else None
    too_wide = "wide_range" if wide else None
    compared = None if lists and bibliography is not None else "no_list" if not lists else "no_bibliography"
    reasons = {
        "numbering": in_doubt or no_entries or no_markers or no_numbers,
        "orphans": no_entries or in_doubt or not_there or too_wide or no_markers,
        "dangling": in_doubt or not_there or no_markers,
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

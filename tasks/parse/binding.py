"""Printed numbers are bound to references: through the manuscript's own lists, or through an order (decisions 2.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from state.manuscript import Numbering, Reference
from tasks.parse.citations import Found, list_of
from tasks.parse.entries import read_entry
from tasks.parse.matching import differences, match_entries
from tasks.parse.numbering import choose_order
from tasks.parse.printed_list import PrintedEntry, PrintedList


@dataclass(frozen=True, slots=True)
class Binding:
    """References with their ids, and how numbers in the text become ids."""

    references: tuple[Reference, ...]
    numbering: Numbering
    compared: bool
    """Whether a printed list was compared with a bibliography."""
    last_places: tuple[int, ...] = ()
    """Where each list with numbers of its own ends; several only where numbering starts again."""

    def id_of(self, found: Found, number: int) -> str:
        """The reference id of a number printed at a place: lists after the first have `2-` and so on before it."""
        if len(self.last_places) < 2:
            return str(number)
        return _prefixed(list_of(found.place.order, self.last_places), number)


def _prefixed(index: int, number: int) -> str:
    return str(number) if index == 0 else f"{index + 1}-{number}"


def bind(
    lists: Sequence[PrintedList], bibliography: Sequence[Reference], citations: Sequence[Found], user: str | None
) -> Binding:
    """Bind every number. The list decides; without a numbered one, or where `user` says so, an order does."""
    if not lists and not bibliography:
        return Binding((), Numbering(mode="list", reasons=("no_list", "no_bibliography")), False)
    highest = max((number for found in citations for number in found.marker.numbers), default=0)
    numbered = [found for found in lists if found.numbered]
    if numbered and not (user and bibliography):
        return _by_list(numbered, bibliography, ())
    unnumbered = [found for found in lists if not found.numbered]
    if len(unnumbered) == 1 and not (user and bibliography):
        entries = unnumbered[0].entries
        if highest in (0, len(entries)) or (not bibliography and highest < len(entries)):
            reasons = ("unnumbered_list", f"highest_number={highest} entries={len(entries)}")
            return _by_list([_count_up(unnumbered[0])], bibliography, reasons)
    if not bibliography:
        references = tuple(read_entry(entry, f"entry-{n + 1}") for n, entry in enumerate(_entries(lists)))
        reasons = ("unnumbered_list", f"highest_number={highest} entries={len(references)}")
        return Binding(references, Numbering(mode="in_doubt", reasons=reasons), False)
    return _by_order(lists, bibliography, citations, user)


def _entries(lists: Sequence[PrintedList]) -> list[PrintedEntry]:
    return [entry for found in lists for entry in found.entries]


def _count_up(found: PrintedList) -> PrintedList:
    counted = tuple(PrintedEntry(n + 1, entry.text, entry.file, entry.line) for n, entry in enumerate(found.entries))
    return PrintedList(found.first, found.last, counted)


def _by_list(lists: Sequence[PrintedList], bibliography: Sequence[Reference], reasons: tuple[str, ...]) -> Binding:
    listed = [
        read_entry(entry, _prefixed(index, entry.number or 0))
        for index, found in enumerate(lists)
        for entry in found.entries
    ]
    matched = match_entries(listed, bibliography) if bibliography else {}
    references = [
        _merged(entry, bibliography[matched[position]])
        if position in matched
        else _list_only(entry, bool(bibliography))
        for position, entry in enumerate(listed)
    ]
    taken = {reference.id for reference in references}
    left = [reference for position, reference in enumerate(bibliography) if position not in set(matched.values())]
    references.extend(_bib_only(reference, taken) for reference in left)
    counts = (f"list_entries={len(listed)}", *((f"matched={len(matched)}",) if bibliography else ()))
    several = (f"lists={len(lists)}",) if len(lists) > 1 else ()
    numbering = Numbering(mode="list", reasons=(*counts, *several, *reasons))
    return Binding(tuple(references), numbering, bool(bibliography), tuple(found.last for found in lists))


def _merged(listed: Reference, entry: Reference) -> Reference:
    """The bibliography's entry under the printed number; an identifier that only the list prints is taken over."""
    doi, pmid = entry.doi or listed.doi, entry.pmid or listed.pmid
    return entry.model_copy(
        update={
            "id": listed.id,
            "number": listed.number,
            "key": entry.key or entry.id,
            "listed": listed.raw,
            "doi": doi,
            "pmid": pmid,
            "problems": (*entry.problems, *differences(listed, entry)),
            "needs_manual_id": entry.needs_manual_id and doi is None and pmid is None,
        }
    )


def _list_only(listed: Reference, beside_bibliography: bool) -> Reference:
    problems = ("list_only",) if beside_bibliography else ()
    return listed.model_copy(update={"problems": (*listed.problems, *problems), "listed": listed.raw})


def _bib_only(entry: Reference, taken: set[str]) -> Reference:
    free = _free_id(entry.id, taken)
    return entry.model_copy(
        update={"id": free, "key": entry.key or entry.id, "problems": (*entry.problems, "bib_only")}
    )


def _free_id(wanted: str, taken: set[str]) -> str:
    """An id nobody has: a .bib key may well be a number."""
    candidate, n = wanted, 1
    while candidate in taken or (candidate.isascii() and candidate.isdigit()):
        candidate = f"bib:{wanted}" if n == 1 else f"bib:{wanted}:{n}"
        n += 1
    taken.add(candidate)
    return candidate


def _by_order(
    lists: Sequence[PrintedList], bibliography: Sequence[Reference], citations: Sequence[Found], user: str | None
) -> Binding:
    choice = choose_order(citations, bibliography, user)
    listed = [read_entry(entry, str(n + 1)) for n, entry in enumerate(_entries(lists))]
    printed = {candidate: listed[position] for position, candidate in match_entries(listed, bibliography).items()}
    taken: set[str] = set()
    references = []
    order = choice.order if choice.order is not None else tuple(range(len(bibliography)))
    for n, position in enumerate(order):
        entry = bibliography[position]
        known = choice.order is not None
        update: dict[str, object] = {
            "id": str(n + 1) if known else _free_id(entry.id, taken),
            "number": n + 1 if known else None,
            "key": entry.key or entry.id,
        }
        if position in printed:
            update["listed"] = printed[position].raw
            update["problems"] = (*entry.problems, *differences(printed[position], entry))
        references.append(entry.model_copy(update=update))
    return Binding(tuple(references), choice.numbering, bool(listed))

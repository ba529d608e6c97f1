"""Printed numbers are bound to references: through the manuscript's own lists, or through an order (decisions 2.3)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase

from state.manuscript import Numbering, Reference
from tasks.parse.citations import Found, list_of
from tasks.parse.entries import read_entry
from tasks.parse.matching import differences, match_entries
from tasks.parse.numbering import Choice, choose_order
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
    list_of_part: tuple[int, ...] = ()
    """For each stretch of text up to the end of a list, which list its numbers point to."""
    warnings: tuple[str, ...] = ()

    def id_of(self, found: Found, number: int) -> str:
        """The reference id of a number printed at a place: lists after the first have `2-` and so on before it."""
        return _prefixed(self.list_index(found), number)

    def list_index(self, found: Found) -> int:
        """Which list, counted from 0, a citation points to."""
        if len(self.last_places) < 2:
            return 0
        return self.list_of_part[list_of(found.place.order, self.last_places)]


def _prefixed(index: int, number: int) -> str:
    return str(number) if index == 0 else f"{index + 1}-{number}"


def bind(
    lists: Sequence[PrintedList], bibliography: Sequence[Reference], citations: Sequence[Found], user: str | None
) -> Binding:
    """Bind every number. The list decides; without a numbered one, or where `user` says so, an order does."""
    if not lists and not bibliography:
        return Binding((), Numbering(mode="list", reasons=("no_list", "no_bibliography")), False)
    numbered = [found for found in lists if found.numbered]
    if numbered and not (user and bibliography):
        return _by_list(numbered, bibliography, citations, ())
    return _by_order(lists, bibliography, citations, user)


def _entries(lists: Sequence[PrintedList]) -> list[PrintedEntry]:
    return [entry for found in lists for entry in found.entries]


def _count_up(found: PrintedList, order: Sequence[int]) -> PrintedList:
    counted = tuple(replace(found.entries[position], number=n + 1) for n, position in enumerate(order))
    return PrintedList(found.first, found.last, counted)


def _by_list(
    lists: Sequence[PrintedList],
    bibliography: Sequence[Reference],
    citations: Sequence[Found],
    reasons: tuple[str, ...],
) -> Binding:
    listed = _read_lists(lists)
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
    repeated = tuple(f"repeated_number={_prefixed(i, n)}" for i, found in enumerate(lists) for n in found.repeated)
    return Binding(
        tuple(references),
        Numbering(mode="list", reasons=(*counts, *several, *reasons, *repeated)),
        bool(bibliography),
        tuple(found.last for found in lists),
        _lists_of_parts(lists, citations),
        repeated,
    )


def _read_lists(lists: Sequence[PrintedList]) -> list[Reference]:
    """The printed entries with ids of their own: a number printed twice is `2`, which is cited, and then `2b`."""
    seen: dict[str, int] = defaultdict(int)
    listed = []
    for index, found in enumerate(lists):
        for entry in found.entries:
            wanted = _prefixed(index, entry.number or 0)
            seen[wanted] += 1
            again = seen[wanted]
            suffix = "" if again == 1 else ascii_lowercase[again - 1] if again <= 26 else f"-{again}"
            listed.append(read_entry(entry, f"{wanted}{suffix}"))
    return listed


def _lists_of_parts(lists: Sequence[PrintedList], citations: Sequence[Found]) -> tuple[int, ...]:
    """For each part of the text its own list, or the one before where only that has all the numbers the part cites.

    An appendix with a few references of its own may still cite the main list.
    """
    ends = tuple(found.last for found in lists)
    cited: dict[int, set[int]] = defaultdict(set)
    for one in citations:
        cited[list_of(one.place.order, ends)].update(one.marker.numbers)
    chosen: list[int] = []
    for index, found in enumerate(lists):
        own = {entry.number for entry in found.entries}
        before = chosen[-1] if chosen else None
        main = {entry.number for entry in lists[before].entries} if before is not None else set()
        elsewhere = before is not None and not cited[index] <= own and cited[index] <= main
        chosen.append(before if elsewhere and before is not None else index)
    return tuple(chosen)


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
    listed = [read_entry(entry, f"entry-{n + 1}") for n, entry in enumerate(_entries(lists))]
    alone = lists[0] if len(lists) == 1 and not lists[0].numbered else None
    choice = choose_order(citations, bibliography, user, listed if alone and not alone.unread_labels else ())
    if alone and choice.order is not None and (choice.numbering.mode == "list" or not bibliography):
        bound = _by_list([_count_up(alone, choice.order)], bibliography, citations, ())
        reasons = (*bound.numbering.reasons, *choice.numbering.reasons)
        return replace(bound, numbering=choice.numbering.model_copy(update={"reasons": reasons}))
    if not bibliography:
        reasons = choice.numbering.reasons if alone and not alone.unread_labels else (f"unnumbered_lists={len(lists)}",)
        return Binding(tuple(listed), Numbering(mode="in_doubt", reasons=reasons), False)
    return _by_bibliography(choice, listed, bibliography)


def _by_bibliography(choice: Choice, listed: Sequence[Reference], bibliography: Sequence[Reference]) -> Binding:
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

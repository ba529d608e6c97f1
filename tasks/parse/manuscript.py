"""Step A as one pure function: files that were read become a manuscript with its references, citations and claims."""

import re
from collections import defaultdict
from collections.abc import Sequence

from state.manuscript import BrokenEntry, Manuscript, Reference, Source
from tasks.language.scripts import text_language
from tasks.parse.binding import Binding, Lists, bind
from tasks.parse.by_name import is_the_way, named_in, with_names
from tasks.parse.citations import find_citations
from tasks.parse.claims import build_claims, cite
from tasks.parse.completeness import account, out_of_order
from tasks.parse.duplicates import join_files, mark_duplicates
from tasks.parse.entries import read_entries
from tasks.parse.found import Found
from tasks.parse.layout import Placed, lay_out
from tasks.parse.own_keys import with_own_keys
from tasks.parse.pointers import Anchors, pointers_in
from tasks.parse.printed_list import PrintedList, find_lists
from tasks.parse.rows import rows_of
from tasks.parse.same_text import same_texts
from tasks.parse.works import gather_works
from tasks.readers.contract import Entries, ParagraphKind, Reading


def read_manuscript(
    readings: Sequence[tuple[Source, Reading]],
    bibliographies: Sequence[tuple[Source, Entries]],
    *,
    numbering: str | None,
    parts: Sequence[Source] = (),
    missing: Sequence[str] = (),
) -> Manuscript:
    """Everything step A knows of these files, taken in the order given as one manuscript.

    `numbering` is the user's word (`file` or `alphabetical`) or None. Where it is None and nothing decides which entry
    is `[N]`, the result's `numbering.mode` is `in_doubt`, its references carry their keys as ids, and its claims the
    printed numbers. `parts` are further files that the readings are made of; `missing` are bibliographies that they
    name and that could not be read. Never raises for what a manuscript may contain. The same input gives the same
    value.
    """
    bibliography, repeated = join_files(
        [entries.references for _, entries in bibliographies],
        cited={
            target.key
            for _, reading in readings
            for paragraph in reading.paragraphs
            for mark in paragraph.marks
            for target in mark.targets
        },
    )
    readings = with_own_keys(readings, bibliography)
    placed, sections = lay_out(readings)
    printed, closed = find_lists(placed, sections)
    entries = [entry for one in printed for entry in one.entries]
    begun = {entry.order: n for n, entry in reversed(list(enumerate(entries)))}
    lists = Lists(tuple(printed), Anchors(placed, begun))
    pointers = pointers_in(placed, closed, lists.anchors)
    keys = [target.key for pointer in pointers for target in pointer.targets]
    works = gather_works(bibliography, [one for _, reading in readings for one in reading.references], keys)
    found = find_citations(
        placed, sections, closed, _length(printed, bibliography), pointers, numbered=bool(lists.numbered)
    )
    named = named_in(placed, closed, found)
    by_name = bool(named.places) and is_the_way(named, [*read_entries(entries), *works.entries], found)
    if by_name and not lists.numbered:
        found = [one for one in found if one.targets or one.inner]
    binding = bind(
        lists,
        works,
        found,
        numbering,
        by_name=by_name,
        form=readings[0][1].format if readings else "",
        uncited=[key for _, reading in readings for key in reading.uncited],
    )
    ambiguous: tuple[str, ...] = ()
    if by_name:
        found, ambiguous = with_names(named, binding.references, found)
    cited = cite(found, binding.ids_of)
    citations = tuple(one.citation for one in cited)
    broken: list[BrokenEntry] = [entry for _, entries in bibliographies for entry in entries.broken]
    return Manuscript(
        sources=(*(source for source, _ in [*readings, *bibliographies]), *parts),
        language=_language(placed, closed),
        sections=sections,
        references=mark_duplicates(binding.references),
        citations=citations,
        claims=tuple(build_claims(cited, sections, rows_of(placed))),
        numbering=binding.numbering,
        completeness=account(
            paragraphs=len(placed),
            citations=citations,
            highest=_numbers_by_list(found, binding),
            lists=printed,
            bibliography_entries=len(bibliography) if bibliographies else None,
            binding=binding,
            broken=broken,
            missing=bool(missing),
            warnings=[
                *(f"bibliography_missing={name}" for name in missing),
                *same_texts(readings),
                *_warnings(readings, bibliographies, found, out_of_order(citations)),
                *repeated,
                *binding.warnings,
                *ambiguous,
            ],
        ),
    )


def _length(lists: Sequence[PrintedList], bibliography: Sequence[Reference]) -> int | None:
    """How many entries the numbers should lie in: the longest list's highest number, else the bibliography's length."""
    longest = [max(len(found.entries), found.highest) for found in lists]
    if longest:
        return max(longest)
    return len(bibliography) or None


def _language(placed: Sequence[Placed], closed: frozenset[int]) -> str:
    body = [
        place.paragraph.text
        for place in placed
        if place.order not in closed and place.paragraph.kind is not ParagraphKind.CODE
    ]
    return text_language("\n".join(body))


def _numbers_by_list(found: Sequence[Found], binding: Binding) -> dict[int, list[int]]:
    numbers: dict[int, list[int]] = defaultdict(list)
    for one in found:
        numbers[binding.list_index(one)].extend(binding.numbers_of(one))
    return {index: group for index, group in numbers.items() if group}


def _warnings(
    readings: Sequence[tuple[Source, Reading]],
    bibliographies: Sequence[tuple[Source, Entries]],
    found: Sequence[Found],
    order: str | None,
) -> list[str]:
    warnings = [warning for _, reading in readings for warning in reading.warnings]
    warnings += [warning for _, entries in bibliographies for warning in entries.warnings]
    for one in found:
        printed = re.sub(r"\s+", "", one.printed)
        if one.marker.wide_range:
            warnings.append(f"wide_range={printed} line={one.place.paragraph.line}")
        if one.marker.reversed_range:
            warnings.append(f"reversed_range={printed} line={one.place.paragraph.line}")
    return [*warnings, *([order] if order else [])]

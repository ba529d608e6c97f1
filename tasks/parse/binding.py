"""Citations are bound to references: numbers through the manuscript's own lists or through an order (decisions 2.3),
keys and names through the works themselves (decisions 2.2)."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from string import ascii_lowercase

from state.manuscript import Numbering, Reference
from tasks.language.markers import parse_numbers
from tasks.parse.citations import list_of
from tasks.parse.entries import read_entries
from tasks.parse.found import Found
from tasks.parse.keyed import bind_keys, is_left_out, list_only, match_works, merged, printed_numbers
from tasks.parse.matching import differences, match_entries
from tasks.parse.numbering import Choice, choose_order
from tasks.parse.pointers import Anchors
from tasks.parse.printed_list import PrintedEntry, PrintedList
from tasks.parse.works import Works, gather_works, label


@dataclass(frozen=True)
class Binding:
    """References with their ids, and how what stands in the text becomes ids."""

    references: tuple[Reference, ...]
    numbering: Numbering
    compared: bool
    """Whether a printed list was compared with a bibliography."""
    last_places: tuple[int, ...] = ()
    """Where each list with numbers of its own ends; several only where numbering starts again."""
    list_of_part: tuple[int, ...] = ()
    """For each stretch of text up to the end of a list, which list its numbers point to."""
    warnings: tuple[str, ...] = ()
    by_key: Mapping[str, str] = field(default_factory=dict)
    """Reference ids by key."""
    by_entry: Mapping[int, str] = field(default_factory=dict)
    """Reference ids by position in the printed lists."""
    anchors: Anchors | None = None
    on_purpose: frozenset[str] = frozenset()
    """Ids of references that the manuscript lists without citing them, and says so."""

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(reference.id for reference in self.references)

    def ids_of(self, found: Found) -> tuple[str, ...]:
        """The reference ids a citation points to, in printed order, each once. Lists after the first have `2-` and so
        on before their numbers; a key that nothing has is its own id, and dangles."""
        if found.targets or found.names is not None:
            ids = [self._id_of_key(found.place.file, target.key) for target in found.targets]
            ids += [name if isinstance(name, str) else self.references[name].id for name in found.names or ()]
            return tuple(dict.fromkeys(ids))
        if found.inner:
            return self._ids_inside(found)
        return tuple(_prefixed(self.list_index(found), number) for number in found.marker.numbers)

    def numbers_of(self, found: Found) -> tuple[int, ...]:
        """The numbers of a list that a citation names; none where it points by key or by name."""
        if found.targets or found.names is not None:
            known = (one for one in self.ids_of(found) if one in self._ids)
            numbers = (re.fullmatch(r"(?:\d+-)?(\d{1,9})", one, re.ASCII) for one in known)
            return tuple(int(match.group(1)) for match in numbers if match)
        return found.marker.numbers

    def _id_of_key(self, file: str, key: str) -> str:
        entry = self.anchors.entry(file, key) if self.anchors is not None else None
        if entry is not None and entry in self.by_entry:
            return self.by_entry[entry]
        # A key that nothing has must not become somebody's by looking like a number or a name that was made.
        return self.by_key.get(key) or (f"key:{key}" if key in self._ids else key)

    def _ids_inside(self, found: Found) -> tuple[str, ...]:
        """The ids of a typed marker, the numbers in it that are the format's own replaced by what they point to."""
        text, start = found.place.paragraph.text, found.marker.start
        pieces, position = [], start
        ids: list[str] = []
        for one in found.inner:
            own = [self._id_of_key(one.place.file, target.key) for target in one.targets]
            ids += own
            pieces += [text[position : one.marker.start], ",".join(own)]
            position = one.marker.end
        pieces.append(text[position : found.marker.end])
        if not all(one.isascii() and one.isdigit() for one in ids):
            return tuple(dict.fromkeys(ids))
        parsed = parse_numbers("".join(pieces).strip("[]()（）［］【】 "))
        numbers = parsed.numbers if parsed is not None else found.marker.numbers
        return tuple(_prefixed(self.list_index(found), number) for number in numbers)

    def list_index(self, found: Found) -> int:
        """Which list, counted from 0, a citation points to."""
        if len(self.last_places) < 2:
            return 0
        return self.list_of_part[list_of(found.place.order, self.last_places)]


def _prefixed(index: int, number: int) -> str:
    return str(number) if index == 0 else f"{index + 1}-{number}"


@dataclass(frozen=True, slots=True)
class Lists:
    """The printed lists and the names that places in them have."""

    printed: tuple[PrintedList, ...]
    anchors: Anchors

    @property
    def numbered(self) -> list[PrintedList]:
        return [found for found in self.printed if found.numbered]


def bind(
    lists: Lists,
    works: Works,
    citations: Sequence[Found],
    user: str | None,
    *,
    form: str = "",
    uncited: Sequence[str] = (),
    by_name: bool = False,
) -> Binding:
    """Bind every citation. A numbered list decides; without one, keys or names do where the text cites by them
    (`by_name` says that it names authors and years), and an order where it cites by number. `uncited` are keys that are
    listed on purpose without being cited; `form` is the manuscript's format."""
    if not lists.printed and not works.entries:
        return Binding((), Numbering(mode="list", reasons=("no_list", "no_bibliography")), False)
    keys = [target.key for one in citations for place in (one, *one.inner) for target in place.targets]
    if keys and not _is_their_list(lists, works, keys):
        lists = Lists((), Anchors((), {}))
    if lists.numbered and not (user and works.files):
        return _by_list(lists, works, citations)
    if keys or by_name or (uncited and not any(one.marker.numbers for one in citations)):
        return _by_key(lists, works, citations, keys, uncited, form=form, by_name=by_name and not keys)
    bound = _by_order(lists.printed, works.entries[: works.files] or works.entries, citations, user)
    return replace(bound, anchors=lists.anchors)


def _is_their_list(lists: Lists, works: Works, keys: Sequence[str]) -> bool:
    """Whether the printed lists are those of the works that the keys name. A thesis lists its author's own papers as
    well, in the same form."""
    if not lists.printed or not works.entries or not set(lists.anchors.all_names()).isdisjoint(keys):
        return True
    listed = read_entries(_entries(lists.printed))
    cited = {works.position_of[key] for key in keys if key in works.position_of}
    matched = set(match_works(listed, works, {}, {}).values())
    return not cited or 2 * len(matched) >= min(len(listed), len(cited)) or len(matched & cited) * 2 >= len(cited)


def _by_key(
    lists: Lists,
    works: Works,
    citations: Sequence[Found],
    cited: Sequence[str],
    uncited: Sequence[str],
    *,
    form: str,
    by_name: bool,
) -> Binding:
    listed = read_entries(_entries(lists.printed))
    numbers = {} if listed else printed_numbers(citations)
    bound = bind_keys(
        listed,
        works,
        lists.anchors.names(),
        [*cited, *uncited],
        form=form,
        whole=by_name or "*" in uncited,
        numbers=numbers if set(cited) <= numbers.keys() else {},
    )
    reasons = [f"list_entries={len(listed)}"] if listed else ["no_list"]
    reasons += [f"bibliography_entries={works.files}"] if works.files else []
    reasons += [f"embedded_works={len(works.entries) - works.files}"] if len(works.entries) > works.files else []
    reasons += [f"matched={bound.matched}"] if listed and works.entries else []
    warnings = (f"uncited_library_entries={bound.left_out}",) if bound.left_out else ()
    mode = "author_year" if by_name else "key"
    return Binding(
        bound.references,
        Numbering(mode=mode, reasons=tuple(reasons)),
        bool(listed) and works.files > 0,
        warnings=warnings,
        by_key=bound.by_key,
        by_entry=bound.by_entry,
        anchors=lists.anchors,
        on_purpose=frozenset(
            [one.id for one in bound.references]
            if "*" in uncited
            else [bound.by_key[key] for key in uncited if key in bound.by_key]
        ),
    )


def _entries(lists: Sequence[PrintedList]) -> list[PrintedEntry]:
    return [entry for found in lists for entry in found.entries]


def _count_up(found: PrintedList, order: Sequence[int]) -> PrintedList:
    counted = tuple(replace(found.entries[position], number=n + 1) for n, position in enumerate(order))
    return PrintedList(found.first, found.last, counted)


def _by_list(lists: Lists, works: Works, citations: Sequence[Found]) -> Binding:
    numbered = lists.numbered
    listed = _read_lists(numbered)
    all_numbered = len(numbered) == len(lists.printed)
    names = lists.anchors.names() if all_numbered else {}
    votes = {}
    if len(numbered) == 1:
        position = {entry.number: n for n, entry in reversed(list(enumerate(numbered[0].entries)))}
        keys = printed_numbers(citations)
        votes = {position[number]: key for key, number in keys.items() if number in position}
    matched = match_works(listed, works, names, votes) if works.entries else {}
    references = [
        merged(entry, works.entries[matched[position]], keyed=matched[position] < works.files)
        if position in matched
        else list_only(entry, works.files > 0)
        for position, entry in enumerate(listed)
    ]
    taken = {reference.id for reference in references}
    unmatched = [entry for n, entry in enumerate(listed) if n not in matched]
    id_of_work = {work: listed[entry].id for entry, work in matched.items()}
    for n, work in enumerate(works.entries):
        if n in id_of_work:
            continue
        left = _bib_only(work, taken) if n < works.files else _not_in_list(work, taken, unmatched)
        id_of_work[n] = left.id
        references.append(left)
    counts = (f"list_entries={len(listed)}", *((f"matched={len(matched)}",) if works.entries else ()))
    several = (f"lists={len(numbered)}",) if len(numbered) > 1 else ()
    repeated = tuple(f"repeated_number={_prefixed(i, n)}" for i, found in enumerate(numbered) for n in found.repeated)
    return Binding(
        tuple(references),
        Numbering(mode="list", reasons=(*counts, *several, *repeated)),
        works.files > 0,
        tuple(found.last for found in numbered),
        _lists_of_parts(numbered, citations),
        repeated,
        by_key={key: id_of_work[n] for key, n in works.position_of.items()},
        by_entry={n: entry.id for n, entry in enumerate(listed)}
        if names or len(numbered) == len(lists.printed)
        else {},
        anchors=lists.anchors,
    )


def _not_in_list(work: Reference, taken: set[str], unmatched: Sequence[Reference]) -> Reference:
    """A work that is cited by a field, and that no printed entry could be matched with; `unmatched` are the entries
    that are no work's."""
    problems = (*work.problems, "not_listed") if is_left_out(work, unmatched) else work.problems
    return work.model_copy(update={"id": label(work, taken), "problems": problems})


def _read_lists(lists: Sequence[PrintedList]) -> list[Reference]:
    """The printed entries with ids of their own: a number printed twice is `2`, which is cited, and then `2b`."""
    seen: dict[str, int] = defaultdict(int)
    listed = []
    places = [index for index, found in enumerate(lists) for _ in found.entries]
    for index, entry in zip(places, read_entries(_entries(lists)), strict=True):
        wanted = _prefixed(index, entry.number or 0)
        seen[wanted] += 1
        again = seen[wanted]
        suffix = "" if again == 1 else ascii_lowercase[again - 1] if again <= 26 else f"-{again}"
        listed.append(entry.model_copy(update={"id": f"{wanted}{suffix}"}))
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
        # One wrong number does not turn a chapter to another's list.
        strange = len(cited[index] - own)
        elsewhere = before is not None and 2 * strange > len(cited[index]) and cited[index] <= main
        chosen.append(before if elsewhere and before is not None else index)
    return tuple(chosen)


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
    listed = read_entries(_entries(lists))
    alone = lists[0] if len(lists) == 1 and not lists[0].numbered else None
    choice = choose_order(citations, bibliography, user, listed if alone and not alone.unread_labels else ())
    if alone and choice.order is not None and (choice.numbering.mode == "list" or not bibliography):
        counted = Lists((_count_up(alone, choice.order),), Anchors((), {}))
        bound = _by_list(counted, gather_works(bibliography, (), ()), citations)
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

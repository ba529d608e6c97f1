"""Citations by key or by name are bound to references: the printed list and the works are matched, and each reference
gets an id people can read (decisions 2.2, 2.3)."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from state.manuscript import Reference
from tasks.language.names import same_family
from tasks.parse.found import Found
from tasks.parse.likeness import mentions
from tasks.parse.matching import differences, match_entries
from tasks.parse.works import Works, label

_KEY_FORMATS = frozenset({"latex", "tex"})
"""Formats whose list entries are named by people; elsewhere the names are a program's (`_Ref4711`)."""
_OWN_NAME = re.compile(r"[^\W_][\w:.+/\-]*")


@dataclass(frozen=True, slots=True)
class Keyed:
    """References with ids, and the id for each key and for each entry of the list."""

    references: tuple[Reference, ...]
    by_key: Mapping[str, str]
    by_entry: Mapping[int, str]
    """By the entry's position in the list."""
    matched: int
    left_out: int
    """Entries of the bibliography files that neither the text cites nor the list prints: they are no references."""


def match_works(
    listed: Sequence[Reference], works: Works, names: Mapping[int, Sequence[str]], votes: Mapping[int, str]
) -> dict[int, int]:
    """For positions in the list the position of the same work. `names` are the entries' own, `votes` the keys of the
    citations that print an entry's number: these decide only what neither identifier nor title does."""
    by_name: dict[int, int] = {}
    for entry, own in sorted(names.items()):
        known = next((works.position_of[name] for name in own if name in works.position_of), None)
        if known is not None and entry < len(listed):
            by_name[entry] = known
    used = set(by_name.values())
    free = [n for n in range(len(works.entries)) if n not in used]
    rest = [n for n in range(len(listed)) if n not in by_name]
    found = match_entries([listed[n] for n in rest], [works.entries[n] for n in free])
    matched = by_name | {rest[entry]: free[work] for entry, work in found.items()}
    taken = set(matched.values())
    for entry, key in votes.items():
        work = works.position_of.get(key)
        if entry in matched or entry >= len(listed) or work is None or work in taken:
            continue
        if not _contradicts(listed[entry], works.entries[work]):
            matched[entry] = work
            taken.add(work)
    return matched


def _contradicts(listed: Reference, work: Reference) -> bool:
    """Whether year and first author of an entry both speak against a work: its number may be stale."""
    years = listed.year is not None and work.year is not None and abs(listed.year - work.year) > 1
    names = same_family(listed.first_author or "", work.first_author or "") is False
    return years and names


def bind_keys(
    listed: Sequence[Reference],
    works: Works,
    names: Mapping[int, Sequence[str]],
    cited: Iterable[str],
    *,
    form: str,
    whole: bool,
    numbers: Mapping[str, int],
) -> Keyed:
    """References of a manuscript without a numbered list. `numbers` are those that citations print for keys; where they
    have any, these are the ids. `whole`: every entry of the bibliography files is meant, cited or not; else only those
    that are cited or printed, since a library is more than a list. A work that several lists print, as each chapter of
    a thesis does, is one reference."""
    matched = match_works(listed, works, names, {})
    taken: set[str] = set()
    # Keys first: a made name must not take the place of somebody's own.
    own = {
        n: _free(entry, taken)
        for n, entry in enumerate(works.entries)
        if n < works.files or n in works.named or entry.key
    }
    raw = {work: listed[n].raw for n, work in matched.items()}
    id_of_work = {
        n: own[n] if n in own else label(entry, taken, raw.get(n, "")) for n, entry in enumerate(works.entries)
    }
    number_of = {works.position_of[key]: number for key, number in numbers.items() if key in works.position_of}
    id_of_work |= {n: str(number) for n, number in number_of.items()}
    references: list[Reference] = []
    by_entry: dict[int, str] = {}
    printed_before: set[int] = set()
    for n, entry in enumerate(listed):
        if n in matched:
            work = works.entries[matched[n]]
            by_entry[n] = id_of_work[matched[n]]
            if matched[n] in printed_before:
                continue
            printed_before.add(matched[n])
            printed = entry.model_copy(update={"id": by_entry[n], "number": None})
            references.append(merged(printed, work, keyed=matched[n] < works.files))
        else:
            named = next(
                (name for name in names.get(n, ()) if form in _KEY_FORMATS and _OWN_NAME.fullmatch(name)), None
            )
            by_entry[n] = named if named and named not in taken else label(entry, taken)
            taken.add(by_entry[n])
            alone = list_only(entry, works.files > 0)
            references.append(alone.model_copy(update={"id": by_entry[n], "key": named, "number": None}))
    wanted = {works.position_of[key] for key in cited if key in works.position_of}
    in_list = set(matched.values())
    left_out = 0
    for n, work in enumerate(works.entries):
        if n in in_list:
            continue
        if n not in wanted and n < works.files and not whole:
            left_out += 1
            continue
        problems = work.problems
        if listed and n < works.files:
            problems = (*problems, "bib_only")
        elif listed and is_left_out(work, [entry for n_entry, entry in enumerate(listed) if n_entry not in matched]):
            problems = (*problems, "not_listed")
        key = work.key or (work.id if n < works.files else None)
        update = {"id": id_of_work[n], "number": number_of.get(n), "key": key, "problems": problems}
        references.append(work.model_copy(update=update))
    by_key = {key: id_of_work[n] for key, n in works.position_of.items()}
    by_key |= {
        name: by_entry[n] for n, own_names in names.items() if n in by_entry for name in own_names if name not in by_key
    }
    return Keyed(tuple(references), by_key, by_entry, len(matched), left_out)


def is_left_out(work: Reference, unmatched: Sequence[Reference]) -> bool:
    """Whether the list leaves a work out that a field cites: no entry that is not some other work's names its author.
    Where one does, it may be the entry, printed so that it was not recognised."""
    author = work.first_author
    return author is not None and not any(mentions(author, entry.raw) for entry in unmatched)


def printed_numbers(citations: Iterable[Found]) -> dict[str, int]:
    """The number that citations print for each key; only where all agree, and no number belongs to two keys.

    A group's keys need not be in the order of its numbers, so a group says which only once all others of it are known.
    """
    groups = [
        ({target.key for target in one.targets}, set(one.marker.numbers))
        for one in citations
        if one.targets and len({target.key for target in one.targets}) == len(one.marker.numbers)
    ]
    found: dict[str, int] = {}
    unsure: set[str] = set()
    news = True
    while news:
        news = False
        for keys, numbers in groups:
            left, free = keys - found.keys(), numbers - {found[key] for key in keys if key in found}
            if len(left) == len(free) == 1:
                found[left.pop()] = free.pop()
                news = True
            elif not left and free:
                unsure |= keys
    counts = Counter(found.values())
    return {key: number for key, number in found.items() if key not in unsure and counts[number] == 1}


def merged(listed: Reference, entry: Reference, *, keyed: bool = True) -> Reference:
    """The work under the list's id and number; an identifier that only the list prints is taken over. `keyed`: it is a
    bibliography's entry, whose id is a key that people know."""
    doi, pmid = entry.doi or listed.doi, entry.pmid or listed.pmid
    return entry.model_copy(
        update={
            "id": listed.id,
            "number": listed.number,
            "key": entry.key or (entry.id if keyed else None),
            "listed": listed.raw,
            "doi": doi,
            "pmid": pmid,
            "problems": (*entry.problems, *differences(listed, entry)),
            "needs_manual_id": entry.needs_manual_id and doi is None and pmid is None,
        }
    )


def list_only(listed: Reference, beside_bibliography: bool) -> Reference:
    """An entry that only the printed list has."""
    problems = ("list_only",) if beside_bibliography else ()
    return listed.model_copy(update={"problems": (*listed.problems, *problems), "listed": listed.raw})


def _free(entry: Reference, taken: set[str]) -> str:
    """A bibliography's key as an id. A key may well be a number, and is then no printed one."""
    wanted = entry.key or entry.id
    candidate, n = wanted, 1
    while candidate in taken or (candidate.isascii() and candidate.isdigit()):
        candidate = f"bib:{wanted}" if n == 1 else f"bib:{wanted}:{n}"
        n += 1
    taken.add(candidate)
    return candidate

"""One work listed twice, one identifier given to two works, and one entry given in two files."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from state.manuscript import Reference
from tasks.language.identifiers import clean_doi, same_doi
from tasks.language.journals import same_journal
from tasks.language.names import fold_name, same_family
from tasks.language.scripts import is_cjk
from tasks.language.titles import normalize_title, title_ratio
from tasks.parse.likeness import place_of
from tasks.parse.matching import UNLIKE_TITLE
from tasks.parse.title_parts import notice, part_numbers

SHORTEST_SAME_TITLE = 20
"""Characters below which equal titles (`Editorial`) do not make two entries one; Chinese characters count for three."""
MOST_OF_ONE_NAME = 20
"""Entries of one title, identifier or key that a further one is compared with."""

Name = tuple[str, str]


def mark_duplicates(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """The references, each later print of a work that was listed before with the problem `duplicate:ID`.

    Where the identifier is that of an earlier entry but the titles are clearly another's, one of the two identifiers
    is wrong, and the problem is `same_identifier:ID`. A `duplicate:KEY` that a reader gave because a key comes twice
    goes where the two are other works: the file's broken entries name the key (`duplicate_key`), and neither work is
    superfluous.
    """
    by_key = {one.key or one.id: one for one in reversed(references) if not _told(one)}
    earlier: dict[Name, list[Reference]] = defaultdict(list)
    marked = []
    for reference in (_without_false(one, by_key) for one in references):
        names = _names(reference)
        alike = [
            other for name in names for other in earlier[name] if name[0] != "title" or not _apart(reference, other)
        ]
        for name in names:
            if len(earlier[name]) < MOST_OF_ONE_NAME:
                earlier[name].append(reference)
        marked.append(_with_problem(reference, alike))
    return tuple(marked)


def _told(reference: Reference) -> set[str]:
    """The entries that a reference is said to repeat."""
    return {detail for code, _, detail in (one.partition(":") for one in reference.problems) if code == "duplicate"}


def _without_false(reference: Reference, by_key: Mapping[str, Reference]) -> Reference:
    false = {f"duplicate:{key}" for key in _told(reference) if key in by_key and _are_two_works(reference, by_key[key])}
    if not false:
        return reference
    return reference.model_copy(update={"problems": tuple(one for one in reference.problems if one not in false)})


def _are_two_works(one: Reference, other: Reference) -> bool:
    """Whether two entries under one key are plainly two works."""
    if _clearly_other_title(one, other):
        return True
    titles = normalize_title(one.title or ""), normalize_title(other.title or "")
    if not all(titles) or titles[0] == titles[1]:
        return False
    numbers = part_numbers(one.title or ""), part_numbers(other.title or "")
    another = bool(numbers[0] - numbers[1] and numbers[1] - numbers[0])
    return another or notice(one.title or "") != notice(other.title or "") or same_doi(one.doi, other.doi) is False


def _apart(one: Reference, other: Reference) -> bool:
    """Whether two entries of one title stand at two places, as a column of every issue does."""
    pages, volumes = (_differ(a, b) for a, b in zip(place_of(one), place_of(other), strict=True))
    return pages and (volumes or same_doi(one.doi, other.doi) is False)


def _differ(one: str | None, other: str | None) -> bool:
    return bool(one and other and one != other)


def _with_problem(reference: Reference, alike: Sequence[Reference]) -> Reference:
    same = next((other for other in alike if not _clearly_other_title(reference, other)), None)
    if not alike or (same is not None and (_told(reference) or _told(same) & {reference.key, reference.id})):
        return reference
    problem = f"duplicate:{same.id}" if same is not None else f"same_identifier:{alike[0].id}"
    return reference.model_copy(update={"problems": (*reference.problems, problem)})


def _names(reference: Reference) -> list[Name]:
    names = []
    if doi := clean_doi(reference.doi):
        names.append(("doi", doi))
    if reference.pmid:
        names.append(("pmid", reference.pmid))
    title = normalize_title(reference.title or "")
    if _is_telling(title):
        author = normalize_title(reference.first_author or "")
        names.append(("title", f"{title}|{author}|{reference.year or ''}"))
    return names


def _is_telling(title: str) -> bool:
    return sum(3 if is_cjk(char) else 1 for char in title) >= SHORTEST_SAME_TITLE


def _clearly_other_title(one: Reference, other: Reference) -> bool:
    """Whether both titles are known, in one script, and neither is the other shortened or stands in its entry."""
    first, second = normalize_title(one.title or ""), normalize_title(other.title or "")
    if not first or not second or any(map(is_cjk, first)) != any(map(is_cjk, second)):
        return False
    if f" {first} " in f" {normalize_title(other.raw)} {second} ":
        return False
    if f" {second} " in f" {normalize_title(one.raw)} {first} ":
        return False
    return title_ratio(one.title or "", other.title or "") < UNLIKE_TITLE


def join_files(
    files: Sequence[Sequence[Reference]], cited: Collection[str] | None = None
) -> tuple[list[Reference], list[str]]:
    """All bibliography entries with keys of their own, and a warning `repeated_entry=KEY` for each given in two files.

    A later file's entry is merged into an earlier file's where both are plainly one: the same title under the same key
    or identifier, or the same telling title, first author and year, and nothing against it. Two works under one key
    stay two entries. `cited` are the keys that the text cites: no key among them is lost, two of them stay two entries.
    Where they are not known, entries that only title, author and year make one stay two if each has a key of its own.
    """
    joined: list[Reference] = []
    warnings: list[str] = []
    seen: dict[str, int] = defaultdict(int)
    known: dict[Name, list[int]] = defaultdict(list)
    for entries in files:
        before = len(joined)
        for entry in entries:
            handles = _handles(entry)
            places = {place: handle for handle in reversed(handles) for place in known[handle] if place < before}
            fitting = (n for n in sorted(places) if _may_merge(joined[n], entry, places[n][0], cited))
            same = next((n for n in fitting if _is_one_entry(joined[n], entry, places[n][0])), None)
            if same is not None:
                joined[same] = _completed(joined[same], entry, cited or ())
                warnings.append(f"repeated_entry={entry.key or entry.id}")
                _remember(known, handles, same)
                continue
            seen[entry.id] += 1
            _remember(known, handles, len(joined))
            update = {"id": f"{entry.id}:{seen[entry.id]}", "key": entry.key or entry.id}
            joined.append(entry.model_copy(update=update) if seen[entry.id] > 1 else entry)
    return joined, warnings


def _remember(known: dict[Name, list[int]], handles: Sequence[Name], place: int) -> None:
    for handle in handles:
        if len(known[handle]) < MOST_OF_ONE_NAME and place not in known[handle]:
            known[handle].append(place)


def _handles(entry: Reference) -> list[Name]:
    """By what an entry is found again, the surest first."""
    pairs = [("key", entry.key or entry.id), ("doi", clean_doi(entry.doi)), ("pmid", entry.pmid)]
    title, author = normalize_title(entry.title or ""), fold_name(entry.first_author or "")
    if _is_telling(title) and author and entry.year is not None:
        pairs.append(("title", f"{title}|{author}|{entry.year}"))
    return [(kind, value) for kind, value in pairs if value]


def _may_merge(one: Reference, other: Reference, handle: str, cited: Collection[str] | None) -> bool:
    """Whether no key by which the text may cite is lost by making the two one entry."""
    if not one.key or not other.key or one.key == other.key:
        return True
    if cited is None:
        return handle != "title"
    return one.key not in cited or other.key not in cited


def _is_one_entry(one: Reference, other: Reference, handle: str) -> bool:
    if normalize_title(one.title or "") != normalize_title(other.title or ""):
        return False
    if not one.title and one.raw != other.raw:
        return False
    contradicted = (
        one.year is not None and other.year is not None and one.year != other.year,
        same_family(one.first_author or "", other.first_author or "") is False,
        same_doi(one.doi, other.doi) is False,
        _differ(one.pmid, other.pmid),
    )
    apart = any(_differ(a, b) for a, b in zip(place_of(one), place_of(other), strict=True))
    elsewhere = handle == "title" and (apart or same_journal(one.journal, other.journal) is False)
    return not any(contradicted) and not elsewhere


def _completed(entry: Reference, again: Reference, cited: Collection[str]) -> Reference:
    """The first file's entry; an identifier that only the second gives is taken over, and so is a key where the first
    has none, or none that is cited."""
    doi, pmid = entry.doi or again.doi, entry.pmid or again.pmid
    missing = doi is None and pmid is None
    key = again.key if not entry.key or (again.key in cited and entry.key not in cited) else entry.key
    update = {"doi": doi, "pmid": pmid, "key": key, "needs_manual_id": entry.needs_manual_id and missing}
    return entry.model_copy(update=update)

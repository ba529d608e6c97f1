"""One work listed twice, one identifier given to two works, and one entry given in two files."""

from collections import defaultdict
from collections.abc import Sequence

from state.manuscript import Reference
from tasks.language.identifiers import clean_doi, same_doi
from tasks.language.names import same_family
from tasks.language.scripts import is_cjk
from tasks.language.titles import normalize_title, title_ratio
from tasks.parse.matching import UNLIKE_TITLE

SHORTEST_SAME_TITLE = 20
"""Characters below which equal titles (`Editorial`) do not make two entries one; Chinese characters count for three."""

Name = tuple[str, str]


def mark_duplicates(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """The references, each later print of a work that was listed before with the problem `duplicate:ID`.

    Where the identifier is that of an earlier entry but the titles are clearly another's, one of the two identifiers
    is wrong, and the problem is `same_identifier:ID`.
    """
    earlier: dict[Name, list[Reference]] = defaultdict(list)
    marked = []
    for reference in references:
        names = _names(reference)
        alike = [other for name in names for other in earlier[name]]
        for name in names:
            earlier[name].append(reference)
        marked.append(_with_problem(reference, alike))
    return tuple(marked)


def _with_problem(reference: Reference, alike: Sequence[Reference]) -> Reference:
    same = next((other for other in alike if not _clearly_other_title(reference, other)), None)
    told = any(problem.startswith("duplicate:") for problem in reference.problems)
    if not alike or (same is not None and told):
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


def join_files(files: Sequence[Sequence[Reference]]) -> tuple[list[Reference], list[str]]:
    """All bibliography entries with keys of their own, and a warning `repeated_entry=KEY` for each given in two files.

    A later file's entry is merged into an earlier file's where both are plainly one: the same title under the same key
    or identifier, and neither author, year nor identifier against it. Two works under one key stay two entries.
    """
    joined: list[Reference] = []
    warnings: list[str] = []
    seen: dict[str, int] = defaultdict(int)
    known: dict[Name, list[int]] = defaultdict(list)
    for entries in files:
        before = len(joined)
        for entry in entries:
            handles = _handles(entry)
            places = dict.fromkeys(place for handle in handles for place in known[handle] if place < before)
            same = next((place for place in places if _is_one_entry(joined[place], entry)), None)
            if same is not None:
                joined[same] = _completed(joined[same], entry)
                warnings.append(f"repeated_entry={entry.key or entry.id}")
                continue
            seen[entry.id] += 1
            for handle in handles:
                known[handle].append(len(joined))
            update = {"id": f"{entry.id}:{seen[entry.id]}", "key": entry.key or entry.id}
            joined.append(entry.model_copy(update=update) if seen[entry.id] > 1 else entry)
    return joined, warnings


def _handles(entry: Reference) -> list[Name]:
    doi = clean_doi(entry.doi)
    pairs = (("key", entry.key or entry.id), ("doi", doi), ("pmid", entry.pmid))
    return [(kind, value) for kind, value in pairs if value]


def _is_one_entry(one: Reference, other: Reference) -> bool:
    if normalize_title(one.title or "") != normalize_title(other.title or ""):
        return False
    if not one.title and one.raw != other.raw:
        return False
    contradicted = (
        one.year is not None and other.year is not None and one.year != other.year,
        same_family(one.first_author or "", other.first_author or "") is False,
        same_doi(one.doi, other.doi) is False,
        bool(one.pmid and other.pmid and one.pmid != other.pmid),
    )
    return not any(contradicted)


def _completed(entry: Reference, again: Reference) -> Reference:
    """The first file's entry; an identifier that only the second gives is taken over."""
    doi, pmid = entry.doi or again.doi, entry.pmid or again.pmid
    missing = doi is None and pmid is None
    return entry.model_copy(update={"doi": doi, "pmid": pmid, "needs_manual_id": entry.needs_manual_id and missing})

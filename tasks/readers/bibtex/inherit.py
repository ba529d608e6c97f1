"""What an entry takes from others: `xdata` blocks, and the parent its `crossref` names."""

from collections.abc import Mapping, Sequence

from tasks.readers.bibtex.blocks import RawEntry

_MAX_PARENTS = 8
_OWN = frozenset(
    {
        "author", "title", "subtitle", "shorttitle", "titleaddon", "doi", "pmid", "pmcid", "eprint",
        "eprinttype", "archiveprefix", "url", "pages", "eid", "note", "annote", "annotation", "keywords", "abstract",
        "crossref", "xref", "ids", "file", "extra", "howpublished",
    }
)  # fmt: skip
"""What belongs to one work alone: a chapter does not have its book's DOI or author. It has its book's editors."""
_RENAMED = {"title": "booktitle", "subtitle": "booksubtitle"}


def inherit(entries: Sequence[RawEntry], data: Sequence[RawEntry]) -> dict[int, tuple[str, ...]]:
    """Fill the fields that entries take from others, in place. By index: the parents that are missing.

    Parents of parents count, loops end, and keys are compared without case, as BibTeX does.
    """
    by_key: dict[str, RawEntry] = {}
    for entry in entries:
        by_key.setdefault(entry.key.lower(), entry)
    own = [dict(entry.fields) for entry in entries]
    before = {id(entry): fields for entry, fields in zip(entries, own, strict=True)}
    shared = {entry.key.lower(): entry.fields for entry in data}
    missing: dict[int, tuple[str, ...]] = {}
    for index, entry in enumerate(entries):
        absent: list[str] = []
        for name in _names(entry.fields.get("xdata")):
            block = shared.get(name.lower())
            if block is None:
                absent.append(name)
            for key, value in (block or {}).items():
                entry.fields.setdefault(key, value)
        absent.extend(_from_parents(entry, before, by_key))
        if absent:
            missing[index] = tuple(absent)
    return missing


def _names(value: str | None) -> list[str]:
    return [name for part in (value or "").strip().strip('{}"').split(",") if (name := part.strip())]


def _from_parents(
    entry: RawEntry, before: Mapping[int, Mapping[str, str]], by_key: Mapping[str, RawEntry]
) -> list[str]:
    seen = {id(entry)}
    names = _names(before[id(entry)].get("crossref"))
    for _ in range(_MAX_PARENTS):
        if not names:
            return []
        parent = by_key.get(names[0].lower())
        if parent is None:
            return [names[0]]
        if id(parent) in seen:
            return []
        seen.add(id(parent))
        _take(entry, before[id(parent)])
        names = _names(before[id(parent)].get("crossref"))
    return []


def _take(entry: RawEntry, parent: Mapping[str, str]) -> None:
    fields = entry.fields
    for name, value in parent.items():
        if name in _RENAMED and entry.kind not in ("article", "book", "mvbook"):
            fields.setdefault(_RENAMED[name], value)
        elif name == "title" and entry.kind == "article" and "journal" not in fields:
            fields.setdefault("journaltitle", value)
        elif (name == "author" and entry.kind == "inbook") or name not in _OWN:
            fields.setdefault(name, value)

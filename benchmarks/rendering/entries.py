"""Entries of a reference list as printed, in the common styles, and as BibTeX."""

import re
import unicodedata
from collections.abc import Sequence

from benchmarks.jats_works import Name, Work

NUMBERED = ("vancouver", "plos", "ama", "ieee", "mixed", "vancouver", "nature", "mixed")
"""The list's style in the n-th article with numbers; `mixed` is typed by several hands."""
BY_NAME = ("apa", "harvard", "plos", "chicago", "apa", "mixed names", "harvard", "apa")
_MIXED = {"mixed": ("vancouver", "ama", "plos", "nature"), "mixed names": ("apa", "harvard", "chicago")}


def entry(work: Work, style: str, year: str, place: int) -> str:
    """The entry as printed, without its number. `year` has its letter; `place` in the list decides what `mixed` is."""
    if work.text:
        return work.text if year == work.year else work.text.replace(f"({work.year})", f"({year})", 1)
    kinds = _MIXED.get(style, (style,))
    style = kinds[place % len(kinds)]
    return re.sub(r"\s+([.,])", r"\1", _STYLES[style](work, year)).replace("..", ".").replace("?.", "?")


def _initials(name: Name, dot: str, between: str = "") -> str:
    return between.join(f"{letter}{dot}" for letter in name.initials)


def _family_first(name: Name, dot: str = "", between: str = "", comma: str = " ") -> str:
    return f"{name.family}{comma}{_initials(name, dot, between)}" if name.initials else name.family


def _some(names: Sequence[str], most: int, shown: int, more: bool, et_al: str) -> list[str]:
    """The names, or the first of them and `et al`."""
    if len(names) > most:
        return [*names[:shown], et_al]
    return [*names, et_al] if more else list(names)


def _vancouver(work: Work, year: str) -> str:
    names = ", ".join(_some([_family_first(name) for name in work.names], 6, 6, work.more, "et al"))
    if not work.source:
        return f"{names}. {work.title}. {_imprint(work)}{year}."
    issue = f"({work.issue})" if work.issue else ""
    pages = f":{_short_pages(work)}" if work.first else ""
    return f"{names}. {work.title}. {work.source}. {year};{work.volume}{issue}{pages}."


def _ama(work: Work, year: str) -> str:
    names = ", ".join(_some([_family_first(name) for name in work.names], 6, 3, work.more, "et al"))
    doi = f" doi:{work.doi}" if work.doi else ""
    if not work.source:
        return f"{names}. {work.title}. {_imprint(work)}{year}.{doi}"
    issue = f"({work.issue})" if work.issue else ""
    pages = f":{_pages(work, '-')}" if work.first else ""
    return f"{names}. {work.title}. {work.source}. {year};{work.volume}{issue}{pages}.{doi}"


def _plos(work: Work, year: str) -> str:
    names = ", ".join(_some([_family_first(name) for name in work.names], 5, 5, work.more, "et al."))
    pages = f": {_pages(work, '–')}" if work.first else ""
    behind = f"{work.source} {work.volume}{pages}" if work.source else _imprint(work).rstrip("; ")
    return f"{names} ({year}) {work.title}. {behind}." + (f" doi: {work.doi}" if work.doi else "")


def _ieee(work: Work, year: str) -> str:
    people = [f"{_initials(name, '.', ' ')} {name.family}".strip() for name in work.names]
    names = ", ".join(people[:-1]) + (" and " if len(people) > 1 else "") + people[-1]
    names = f"{people[0]} et al." if len(people) > 6 or work.more else names
    if not work.source:
        return f"{names}, {work.title}. {_imprint(work, colon=': ').rstrip('; ')}, {year}."
    parts = [
        f"vol. {work.volume}" if work.volume else "",
        f"no. {work.issue}" if work.issue else "",
        f"pp. {_pages(work, '–')}" if work.first else "",
        year,
    ]
    doi = f", doi: {work.doi}" if work.doi else ""
    return f"{names}, “{work.title},” {work.source}, {', '.join(part for part in parts if part)}{doi}."


def _nature(work: Work, year: str) -> str:
    people = [_family_first(name, ".", " ", ", ") for name in work.names]
    names = ", ".join(people[:-1]) + (" & " if len(people) > 1 else "") + people[-1]
    names = f"{people[0]} et al." if len(people) > 5 or work.more else names
    if not work.source:
        return f"{names} {work.title}. ({_imprint(work).rstrip('; ')}, {year})."
    pages = f", {_pages(work, '–')}" if work.first else ""
    return f"{names} {work.title}. {work.source} {work.volume}{pages} ({year})."


def _apa(work: Work, year: str) -> str:
    people = [_family_first(name, ".", " ", ", ") for name in work.names]
    names = ", ".join(people[:-1]) + (", & " if len(people) > 1 else "") + people[-1]
    if work.more:
        names = f"{', '.join(people)}, et al."
    elif len(people) > 20:
        names = f"{', '.join(people[:19])}, … {people[-1]}"
    doi = f" https://doi.org/{work.doi}" if work.doi else ""
    if not work.source:
        return f"{names} ({year}). {work.title}. {work.publisher or ''}.{doi}".replace(" .", "")
    issue = f"({work.issue})" if work.issue else ""
    pages = f", {_pages(work, '–')}" if work.first else ""
    return f"{names}. ({year}). {work.title}. {work.source}, {work.volume}{issue}{pages}.{doi}"


def _harvard(work: Work, year: str) -> str:
    people = [_family_first(name, ".", "", ", ") for name in work.names]
    names = ", ".join(people[:-1]) + (" and " if len(people) > 1 else "") + people[-1]
    names = f"{', '.join(people)}, et al." if work.more else names
    if not work.source:
        return f"{names}, {year}. {work.title}. {_imprint(work).rstrip('; ')}."
    issue = f"({work.issue})" if work.issue else ""
    pages = f", pp.{_pages(work, '–')}" if work.first else ""
    return f"{names}, {year}. {work.title}. {work.source}, {work.volume}{issue}{pages}."


def _chicago(work: Work, year: str) -> str:
    first = _family_first(work.names[0], ".", " ", ", ")
    rest = [f"{_initials(name, '.', ' ')} {name.family}".strip() for name in work.names[1:]]
    names = first if not rest else f"{', '.join([first, *rest[:-1]])}, and {rest[-1]}"
    names = f"{', '.join([first, *rest])}, et al." if work.more else names
    if not work.source:
        return f"{names}. {year}. {work.title}. {_imprint(work, colon=': ').rstrip('; ')}."
    issue = f" ({work.issue})" if work.issue else ""
    pages = f": {_pages(work, '–')}" if work.first else ""
    return f"{names}. {year}. “{work.title}.” {work.source} {work.volume}{issue}{pages}."


def _pages(work: Work, dash: str) -> str:
    return f"{work.first}{dash}{work.last}" if work.last and work.last != work.first else work.first


def _short_pages(work: Work) -> str:
    """`577-87`."""
    if not (work.first.isdigit() and work.last.isdigit() and len(work.first) == len(work.last)):
        return _pages(work, "-")
    same = next((n for n, (a, b) in enumerate(zip(work.first, work.last, strict=True)) if a != b), len(work.first))
    return f"{work.first}-{work.last[same:]}" if same < len(work.first) else work.first


def _imprint(work: Work, colon: str = ": ") -> str:
    parts = colon.join(part for part in (work.town, work.publisher) if part)
    return f"{parts}; " if parts else ""


_STYLES = {
    "vancouver": _vancouver,
    "ama": _ama,
    "plos": _plos,
    "ieee": _ieee,
    "nature": _nature,
    "apa": _apa,
    "harvard": _harvard,
    "chicago": _chicago,
}


def keys_of(works: Sequence[Work]) -> dict[str, str]:
    """A key for each work, as reference managers make them: family name, year, first long word of the title."""
    keys: dict[str, str] = {}
    for work in works:
        word = next((w for w in re.findall(r"[^\W\d_]+", work.title) if len(w) > 3), "work")
        key = _ascii(f"{work.names[0].family.split()[0]}{work.year}{word}").lower() or "work"
        taken = set(keys.values())
        keys[work.rid] = next(k for k in (key, *(f"{key}{letter}" for letter in "abcdefghijk")) if k not in taken)
    return keys


def _ascii(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "", unicodedata.normalize("NFKD", text))


def bibtex(works: Sequence[Work], keys: dict[str, str]) -> str:
    """A bibliography file in the order of the keys, which is nobody's order of citation."""
    return "\n".join(_bib_entry(work, keys[work.rid]) for work in sorted(works, key=lambda work: keys[work.rid]))


def _bib_entry(work: Work, key: str) -> str:
    names = [
        f"{name.family}, {_initials(name, '.', ' ')}" if name.initials else f"{{{name.family}}}" for name in work.names
    ]
    kind = "article" if work.source and work.kind == "journal" else "book" if work.publisher else "misc"
    fields = {
        "author": " and ".join([*names, *(["others"] if work.more else [])]),
        "title": f"{{{work.title}}}",
        "journal" if kind == "article" else "booktitle": work.source,
        "year": work.year,
        "volume": work.volume,
        "number": work.issue,
        "pages": _pages(work, "--"),
        "publisher": work.publisher,
        "address": work.town,
        "doi": work.doi,
        "pmid": work.pmid,
    }
    lines = [f"  {name} = {{{_tex(value)}}}" for name, value in fields.items() if value]
    return f"@{kind}{{{key},\n" + ",\n".join(lines) + "\n}\n"


def _tex(text: str) -> str:
    return re.sub(r"([&%#$_])", r"\\\1", text)

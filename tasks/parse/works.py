"""The works a manuscript brings with it: bibliography files, embedded works, and identifiers that are cited as such."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from state.manuscript import Reference
from tasks.language.identifiers import clean_doi
from tasks.language.names import fold_name
from tasks.parse.matching import match_entries

_IDENTIFIER = re.compile(r"(doi|pmid|pmcid|arxiv|isbn|url)\s*:\s*(\S.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Works:
    """Entries of the bibliography files first, then embedded works and identifiers that none of those is."""

    entries: tuple[Reference, ...]
    position_of: Mapping[str, int]
    """By key: a bibliography's own, an embedded work's id, an identifier with its kind."""
    files: int
    """How many of the entries are the bibliography files'."""
    named: frozenset[int] = frozenset()
    """Positions of works that stand here because they are cited by identifier."""


def gather_works(bibliography: Sequence[Reference], embedded: Iterable[Reference], cited: Iterable[str]) -> Works:
    """Everything that can be cited by key. An embedded work that is an entry of a bibliography file is that entry;
    `cited` are the keys that the text cites, of which identifiers become entries of their own."""
    entries = list(bibliography)
    position_of: dict[str, int] = {}
    for n, entry in enumerate(entries):
        for key in (entry.id, entry.key):
            if key:
                position_of.setdefault(key, n)  # BibTeX keeps the first of two entries with one key
    carried = list({one.id: one for one in embedded if one.id not in position_of}.values())
    same = match_entries(carried, bibliography) if bibliography else {}
    for n, work in enumerate(carried):
        position_of[work.id] = same.get(n, len(entries))
        if n not in same:
            entries.append(work)
    named = set()
    holders: dict[str, int] = {}
    for n, entry in enumerate(entries):
        for identifier in _identifiers(entry):
            holders.setdefault(identifier, n)
    for key in dict.fromkeys(cited):
        meant = _by_identifier(key) if key not in position_of else None
        if meant is None:
            continue
        known = next((holders[one] for one in _identifiers(meant) if one in holders), None)
        position_of[key] = len(entries) if known is None else known
        if known is None:
            named.add(len(entries))
            holders.update(dict.fromkeys(_identifiers(meant), len(entries)))
            entries.append(meant)
    return Works(tuple(entries), position_of, len(bibliography), frozenset(named))


def _by_identifier(key: str) -> Reference | None:
    """`doi:10.…` as an entry: a citation by identifier is a reference in its own right."""
    match = _IDENTIFIER.fullmatch(key.strip())
    if match is None:
        return None
    kind, value = match.group(1).lower(), match.group(2).strip()
    doi = clean_doi(value) if kind == "doi" else None
    if kind == "arxiv":
        # arXiv registers a DOI for every paper: that is how registries know it.
        doi = clean_doi(f"10.48550/arxiv.{re.sub(r'v[0-9]+$', '', value)}")
    pmid = value if kind == "pmid" and value.isascii() and value.isdigit() else None
    return Reference(
        id=key,
        key=key,
        doi=doi,
        pmid=pmid,
        arxiv=value if kind == "arxiv" else None,
        isbn=value if kind == "isbn" else None,
        url=value if kind == "url" else None,
        raw=key,
        needs_manual_id=doi is None and pmid is None,
    )


def _identifiers(entry: Reference) -> list[str]:
    pairs = (("doi", entry.doi), ("pmid", entry.pmid), ("arxiv", entry.arxiv), ("url", entry.url))
    return [f"{kind}:{value}" for kind, value in pairs if value]


def label(reference: Reference, taken: set[str], listed: str = "") -> str:
    """A name for an entry that has neither number nor key, as reference managers make them: `smith2020`, `smith2020b`.

    A letter that the entry prints behind its year is kept, here or where it is `listed`; what is taken gets the next
    one. The name is added to `taken`.
    """
    author = re.sub(r"[\W_]", "", fold_name(reference.first_author or ""))
    if not author:
        author = re.sub(r"[\W_]", "", fold_name(" ".join((reference.title or reference.raw).split()[:2])))[:20]
    year = str(reference.year) if reference.year is not None else "nd"
    raw = " ".join((listed, reference.listed or "", reference.raw))
    printed = re.search(rf"\b{year}([a-z])\b", raw) if reference.year is not None else None
    name = f"{author or 'entry'}{year}{printed.group(1) if printed else ''}"
    candidate, n = name, 1
    while candidate in taken:
        n += 1
        candidate = f"{name}{ascii_lowercase[n - 1]}" if n <= 26 else f"{name}-{n}"
    taken.add(candidate)
    return candidate

"""The registry on this machine as the first that is asked, and what its answers may decide.

It knows what somebody has imported, and its silence says nothing: it is required for no verdict, and stands in no
account of who was asked before a work was called found nowhere. What it has, and what fits the print without a doubt,
settles a reference; anything less is left to the services.
"""

import heapq
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Protocol

from state.ledger import Ask, Clock, Told
from state.local_registry import FROM_FILE, Entry, LocalRegistryError
from state.lookup import Found, Kept, Lookup, NotFound, Query, QueryKind, RegistryName, Unavailable, UnavailableReason
from state.words import text_sha256
from tasks.fetch.identity import Fit, Grade, fit
from tasks.fetch.local_titles import (
    ARXIV_DOI,
    groups_of,
    is_same_title,
    key_of,
    likeness,
    telling_words,
    title_keys,
    words_of,
)
from tasks.fetch.naming import is_part
from tasks.fetch.trail import Trail, fits_at, query_of
from tasks.language.identifiers import clean_arxiv, clean_isbn, same_doi
from tasks.language.names import is_group, same_family
from tasks.language.titles import normalize_title, strip_markup

KINDS = frozenset({QueryKind.DOI, QueryKind.PMID, QueryKind.ARXIV, QueryKind.ISBN, QueryKind.TITLE})
CANDIDATES = 8
"""Of one title."""
_LOOKED_AT = 20
"""Records of one title or identifier that are read."""
_LOOKED_OVER = 300
"""Titles that share two rare words with it."""
_LEAST_LIKE = 0.5
"""Of a title's words, below which a candidate is noise."""


class Works(Protocol):
    """What is asked of the registry; `state.local_registry.LocalRegistry` fulfils it."""

    def by_keys(self, keys: Iterable[str], most: int = 10) -> Mapping[str, tuple[Entry, ...]]: ...
    def counts(self, words: Sequence[str]) -> Mapping[str, int]: ...
    def with_words(self, groups: Sequence[Sequence[str]], most: int) -> Sequence[tuple[int, str]]: ...
    def entries(self, numbers: Iterable[int]) -> Mapping[int, Entry]: ...


class LocalFirst:
    """An `Ask` around another: what is asked of the registry on this machine is answered here, all else by the other.

    Answers of this registry are not kept in the store: they cost nothing, and the registry may have grown.
    """

    def __init__(self, inner: Ask, works: Works, clock: Clock) -> None:
        self._inner = inner
        self._works = works
        self._clock = clock

    async def __call__(self, queries: Sequence[Query], told: Told | None = None) -> Mapping[Query, Kept]:
        """The answer to every query. One of ours bears the time at which its record was imported: that is how old what
        it says of retractions is."""
        ours = [query for query in dict.fromkeys(queries) if query.registry is RegistryName.LOCAL]
        others = [query for query in queries if query.registry is not RegistryName.LOCAL]
        answers = self.answers(ours) if ours else {}
        if told is not None:
            for answer in answers.values():
                told(answer)
        return {**answers, **(await self._inner(others, told))} if others else answers

    def answers(self, queries: Sequence[Query]) -> dict[Query, Kept]:
        """The answers of the registry alone. Where its file cannot be read all of them are Unavailable."""
        try:
            return self._answered(queries)
        except LocalRegistryError as error:
            why = Unavailable(reason=UnavailableReason.MALFORMED, detail=f"the local registry: {error}")
            return {query: Kept(query=query, lookup=why, asked_at=self._clock()) for query in queries}

    def _answered(self, queries: Sequence[Query]) -> dict[Query, Kept]:
        keys = {query: _keys(query) for query in queries}
        entries = self._works.by_keys([key for found in keys.values() for key in found], most=_LOOKED_AT)
        answers = {}
        for query in queries:
            found = [entry for key in keys[query] for entry in entries.get(key, ())]
            if query.kind is QueryKind.TITLE:
                found = self._by_title(query, found, is_whole=bool(keys[query] and entries.get(keys[query][0])))
            answers[query] = self._kept(query, found)
        return answers

    def _by_title(self, query: Query, found: Sequence[Entry], *, is_whole: bool) -> list[Entry]:
        """The candidates of a title: those that have it, or its head; where none has it whole, those with its words."""
        asked = frozenset(words_of(query.value))
        pool = {entry.record.id: entry for entry in found}
        if not is_whole:
            groups = groups_of(asked, self._works.counts(telling_words(query.value)))
            like = (
                (likeness(asked, words), number)
                for number, words in (self._works.with_words(groups, _LOOKED_OVER) if groups else ())
            )
            near = [number for score, number in heapq.nlargest(CANDIDATES, like) if score >= _LEAST_LIKE]
            pool.update({entry.record.id: entry for entry in self._works.entries(near).values()})
        ranked = sorted(pool.values(), key=lambda entry: (-_rank(query, asked, entry), entry.record.id))
        return ranked[:CANDIDATES]

    def _kept(self, query: Query, found: Sequence[Entry]) -> Kept:
        entries = list({entry.record.id: entry for entry in found}.values())
        lookup: Lookup = Found(records=tuple(entry.record for entry in entries)) if entries else NotFound()
        return Kept(
            query=query,
            lookup=lookup,
            asked_at=min((entry.imported_at for entry in entries), default=self._clock()),
            body_sha256=text_sha256("\n".join(entry.sha256 for entry in entries)) if entries else None,
        )


def _keys(query: Query) -> tuple[str, ...]:
    if query.kind is QueryKind.TITLE:
        return title_keys(query.value)
    return (key_of(query.kind, query.value),) if query.kind in KINDS else ()


def _rank(query: Query, asked: Set[str], entry: Entry) -> float:
    """Nearer titles first; of equals those by the author."""
    by_author = bool(query.author) and any(
        same_family(query.author or "", author.family) is True for author in entry.record.authors[:1]
    )
    return likeness(asked, entry.words) + (0.2 if by_author else 0.0)


# What the registry is asked about a reference, and what its answers may decide.


def local_identifiers(trail: Trail) -> tuple[Query, ...]:
    """The printed identifiers, each asked of the registry on this machine."""
    isbn = clean_isbn(trail.reference.isbn)
    printed = (
        (QueryKind.DOI, trail.doi),
        (QueryKind.PMID, trail.pmid),
        (QueryKind.ARXIV, trail.arxiv),
        (QueryKind.ISBN, isbn if not trail.doi and not is_part(trail.reference) else None),
    )
    return tuple(query_of(RegistryName.LOCAL, kind, value) for kind, value in printed if value)


def local_title(trail: Trail) -> tuple[Query, ...]:
    """The search by title, of a reference that has one."""
    title = trail.reference.title or ""
    if not normalize_title(title):
        return ()
    authors = trail.reference.authors
    author = authors[0].family if authors and not is_group(authors[0]) else None
    value = " ".join(strip_markup(title).split())
    return (Query(registry=RegistryName.LOCAL, kind=QueryKind.TITLE, value=value, author=author),)


def local_queries(trail: Trail) -> tuple[Query, ...]:
    """What to ask the registry on this machine next: the printed identifiers, then the title of what they leave open.
    Empty when it has been asked, or has settled the reference."""
    first = tuple(query for query in local_identifiers(trail) if query not in trail.asked)
    if first or is_settled_locally(trail):
        return first
    return tuple(query for query in local_title(trail) if query not in trail.asked)


def local_fits(trail: Trail) -> tuple[tuple[Fit, ...], tuple[Fit, ...]]:
    """What the registry may say of a reference's identity: records at its identifiers, and those found by its title.

    Only records that are the cited work beyond doubt. Another work at an identifier is for the services to say: a dump
    is of yesterday.
    """
    at = tuple(f for f in fits_at(trail, local_identifiers(trail)) if _is_sure(f) and _may_settle(trail, f))
    title = trail.reference.title
    found = (
        fit(trail.reference, query, record, "title")
        for query in local_title(trail)
        for record in trail.records(query)
        # `Part I` and `Part II` are nearly the same title: by title alone a work is known where no letter differs.
        if is_same_title(title, record.title)
    )
    named = (f for f in found if _is_sure(f) and f.author is True and _may_settle(trail, f))
    return at, tuple(f for f in named if not _is_contradicted(trail, f))


def is_settled_locally(trail: Trail) -> bool:
    """Does the registry on this machine say which work this is, so that nobody else need be asked that?"""
    return any(local_fits(trail))


def _is_sure(found: Fit) -> bool:
    """SAME, and neither author nor year speaks against it."""
    return found.grade is Grade.SAME and found.author is not False and found.year is not False


def _may_settle(trail: Trail, found: Fit) -> bool:
    """A bibliography says what somebody has cited, and not what there is: it settles only where nobody can be asked."""
    return trail.offline or not found.record.id.startswith(f"{FROM_FILE}:")


def _is_contradicted(trail: Trail, found: Fit) -> bool:
    """An identifier is printed that the record does not carry: whose it is, the services say."""
    record = found.record
    number = clean_arxiv(record.doi) if (record.doi or "").startswith(ARXIV_DOI) else None
    return (
        (trail.doi is not None and not same_doi(trail.doi, record.doi))
        or (trail.pmid is not None and trail.pmid != record.pmid)
        or (trail.arxiv is not None and trail.arxiv != number)
    )


async def ask_locally(trails: Sequence[Trail], ask: Ask) -> tuple[int, ...]:
    """Ask the registry on this machine about all references, before they climb: their identifiers in one wave, the
    titles of what these leave open in another. Returns the places of those that it settles."""
    for _ in range(2):
        wave = [(trail, wanted) for trail in trails if (wanted := local_queries(trail))]
        answered = await ask(list(dict.fromkeys(query for _, wanted in wave for query in wanted))) if wave else {}
        for trail, wanted in wave:
            trail.answers.update((query, answered[query]) for query in wanted)
            trail.note(wanted)
    return tuple(place for place, trail in enumerate(trails) if is_settled_locally(trail))

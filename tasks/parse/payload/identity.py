"""Ids of references and which of them are copies of an earlier one (000's Step 0.5, 4 and 5).

The contract mirrors a verdict onto every copy. So that nothing is called verified that was not checked, two references
with one identifier, address, id or title are no copies where what they say of the work would fail the contract's own
cross-check between them (title, first author, year ±1), or their identifiers differ.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from state.manuscript import Reference
from state.payload import Duplicate
from tasks.language.identifiers import clean_doi, same_doi
from tasks.language.names import same_family
from tasks.language.scripts import is_cjk
from tasks.language.titles import is_generic_title, normalize_title, title_ratio

SAME_TITLE = 0.85
"""The cross-check's threshold (000's Step 3b)."""
ALIKE = 0.9
"""Jaccard similarity of title tokens from which two are one (000's Step 0.5, 5)."""
TITLE_WORDS = 6
CJK_OF_TITLE = 12
LONGEST_PART = 80
MOST_COMPARED = 60
"""Earlier references with which one is compared; real copies are among the first."""
_ARXIV_VERSION = re.compile(r"v\d+$", re.IGNORECASE)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+?)(?:v\d+)?$")


@dataclass(slots=True)
class Identities:
    """The ids of a list, in its order, and its copies."""

    ids: list[str] = field(default_factory=list)
    duplicates: list[Duplicate] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def identify(references: Sequence[tuple[Reference, bool]]) -> Identities:
    """Ids for the references of a list. With each: whether it could be read; one that could not has only its text."""
    found = Identities()
    taken: set[str] = set()
    copies: Counter[str] = Counter()
    known = _Known([reference for reference, _ in references])
    for ordinal, (reference, readable) in enumerate(references, start=1):
        slug = slug_of(reference) if readable else None
        base = slug or f"ref-{ordinal}"
        first, by = known.same(ordinal - 1, base, readable, found.warnings)
        if first is not None:
            canonical = found.ids[first]
            copies[canonical] += 1
            identity = _unused(f"{canonical}-dup{copies[canonical] + 1}", taken)
            differs, lacks = _otherwise(references[first][0], reference)
            copy = Duplicate(reference_id=identity, duplicate_of=canonical, by=by, differs=differs, lacks=lacks)
            found.duplicates.append(copy)
        else:
            identity = _unused(base, taken)
        taken.add(identity)
        found.ids.append(identity)
        known.add(ordinal - 1, base, readable, first, identity)
    return found


def slug_of(reference: Reference) -> str | None:
    """`vaswani-2017-attention-is-all-you-need`: family name, year, the title's first six words (of a Chinese title its
    first twelve characters). None where author, year or title is not known: many
    works have one name and year."""
    if not reference.first_author or reference.year is None or not reference.title:
        return None
    family, title = _slug(reference.first_author), reference.title
    if any(map(is_cjk, title)):
        words = _slug("".join(title.split()))[:CJK_OF_TITLE].strip("-")
    else:
        words = "-".join(_slug(re.sub(r"['’]", "", title)).split("-")[:TITLE_WORDS])
    parts = (family, str(reference.year), words)
    return "-".join(part[:LONGEST_PART] for part in parts) if family and words else None


def _slug(text: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", plain).lower()).strip("-")


def _unused(base: str, taken: set[str]) -> str:
    identity, count = base, 2
    while identity in taken:
        identity, count = f"{base}-{count}", count + 1
    return identity


class _Known:
    """The references so far, found again by what they can have in common."""

    def __init__(self, references: Sequence[Reference]) -> None:
        self.references = references
        self.tokens = [frozenset(normalize_title(one.title or "").split()) for one in references]
        self.rarity = Counter(token for tokens in self.tokens for token in tokens)
        self.places: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.ids: dict[int, str] = {}

    def add(self, place: int, base: str, readable: bool, first: int | None, identity: str) -> None:
        """Remember a reference; a copy's own identifiers lead to the first occurrence."""
        self.ids[place] = identity
        stands_for = place if first is None else first
        for handle in self._handles(place, base, readable):
            places = self.places[handle]
            if (not places or places[-1] != stands_for) and len(places) < MOST_COMPARED:
                places.append(stands_for)

    def same(self, place: int, base: str, readable: bool, warnings: list[str]) -> tuple[int | None, str]:
        """The first occurrence of this reference, and what both have in common; None where there is none."""
        told = False
        for handle in self._handles(place, base, readable):
            for first in self.places.get(handle, ()):
                one, other = self.references[first], self.references[place]
                if handle[0] == "token" and not _alike(self.tokens[first], self.tokens[place]):
                    continue
                if not contradict(one, other):
                    return first, "title" if handle[0] == "token" else handle[0]
                if not told and handle[0] in ("doi", "pmid", "reference_id"):
                    told = True
                    code = "same_id" if handle[0] == "reference_id" else "same_identifier"
                    warnings.append(f"{code}={base}:{self.ids[first]}")
        return None, ""

    def _handles(self, place: int, base: str, readable: bool) -> Iterator[tuple[str, str]]:
        reference = self.references[place]
        if not readable:
            yield "raw", " ".join(reference.raw.split())
            return
        doi = clean_doi(reference.doi)
        arxiv = _ARXIV_DOI.fullmatch(doi) if doi else None
        if doi and not arxiv:
            yield "doi", doi
        if reference.pmid:
            yield "pmid", reference.pmid
        if arxiv:
            yield "arxiv", arxiv.group(1)
        if reference.arxiv:
            yield "arxiv", _ARXIV_VERSION.sub("", reference.arxiv.lower())
        if reference.isbn:
            yield "isbn", reference.isbn[-10:-1]
        if reference.url:
            yield "url", _address(reference.url)
        if not base.startswith("ref-"):
            yield "reference_id", base
        yield from self._by_title(place)

    def _by_title(self, place: int) -> Iterator[tuple[str, str]]:
        """The rarest of its title's words: two titles that are alike have one of these in common."""
        reference, tokens = self.references[place], self.tokens[place]
        if not reference.first_author or len(tokens) < 2 or is_generic_title(reference.title or ""):
            return
        family = _slug(reference.first_author)
        rarest = sorted(tokens, key=lambda token: (self.rarity[token], token))
        for token in rarest[: len(tokens) - int(ALIKE * len(tokens)) + 1]:
            yield "token", f"{family}|{token}"


def _address(url: str) -> str:
    """An address without what does not tell two pages apart."""
    bare = re.sub(r"^https?://(?:www\.)?", "", url.strip(), flags=re.IGNORECASE)
    host, slash, path = bare.partition("/")
    return f"{host.lower()}{slash}{path}".rstrip("/")


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one | other) and len(one & other) >= ALIKE * len(one | other)


def contradict(one: Reference, other: Reference) -> bool:
    """Whether two entries cannot be prints of one work: identifiers differ, or the contract's cross-check fails."""
    first, second = clean_doi(one.doi), clean_doi(other.doi)
    if same_doi(first, second) is False:
        return True
    if one.pmid and other.pmid and one.pmid != other.pmid:
        return True
    if one.year is not None and other.year is not None and abs(one.year - other.year) > 1:
        return True
    if one.first_author and other.first_author and same_family(one.first_author, other.first_author) is False:
        return True
    return _other_title(one, other)


def _other_title(one: Reference, other: Reference) -> bool:
    """Whether both titles are known, in one script, unlike, and neither stands in the other's entry."""
    first, second = normalize_title(one.title or ""), normalize_title(other.title or "")
    if not first or not second or any(map(is_cjk, first)) != any(map(is_cjk, second)):
        return False
    if (
        f" {first} " in f" {normalize_title(other.raw[:4000])} "
        or f" {second} " in f" {normalize_title(one.raw[:4000])} "
    ):
        return False
    return title_ratio(one.title or "", other.title or "") < SAME_TITLE


def _otherwise(one: Reference, other: Reference) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields in which the second prints something else than the first, and those that only the first prints."""
    first, copy = _stated(one), _stated(other)
    differs = [name for name, value in copy.items() if value and not _is_said_by(name, value, first[name])]
    return tuple(differs), tuple(name for name, value in copy.items() if first[name] and not value)


def _stated(reference: Reference) -> dict[str, tuple[object, ...]]:
    """Every printed field as it is compared, empty where it is not printed."""
    people = reference.authors or reference.editors
    doi = clean_doi(reference.doi)
    of_arxiv = _ARXIV_DOI.fullmatch(doi) if doi else None
    arxiv = _ARXIV_VERSION.sub("", (reference.arxiv or "").lower()) or (of_arxiv.group(1) if of_arxiv else None)
    stated: dict[str, tuple[object, ...]] = {
        "doi": (None if of_arxiv else doi,),
        "pmid": (reference.pmid,),
        "pmcid": ((reference.pmcid or "").upper(),),
        "arxiv": (arxiv,),
        "isbn": (reference.isbn[-10:-1] if reference.isbn else None,),  # ISBN-10 and ISBN-13 of one book
        "title": (normalize_title(reference.title or ""),),
        "authors": (*((_slug(who.family), _slug(who.given or "")[:1]) for who in people), reference.authors_complete),
        "year": (reference.year,),
        "venue": (normalize_title(reference.journal or ""),),
        "volume": (_bare(reference.volume),),
        "issue": (_bare(reference.issue),),
        "pages": (_page_range(reference.pages),),
    }
    if not people:
        stated["authors"] = ()
    return {name: value if any(value) else () for name, value in stated.items()}


def _is_said_by(name: str, copy: tuple[object, ...], first: tuple[object, ...]) -> bool:
    """Whether the first says what the copy prints. Names cut short with `et al.` say no more than those they give."""
    if name != "authors" or not first:
        return copy == first
    *people, complete = copy
    *known, _ = first
    if complete and (len(people) != len(known) or not first[-1]):
        return False
    return len(people) <= len(known) and all(map(_is_same_person, people, known))


def _is_same_person(one: object, other: object) -> bool:
    """One family name, and no two initials that differ."""
    if not isinstance(one, tuple) or not isinstance(other, tuple):
        return False
    return one[0] == other[0] and (not one[1] or not other[1] or one[1] == other[1])


def _bare(number: str | None) -> str:
    return _slug(number or "").lstrip("0")


def _page_range(pages: str | None) -> str:
    """The first page, and the last in full (`301-12` ends on 312); empty where none is printed."""
    parts = _slug(pages or "").split("-")[:2]
    if len(parts) == 2 and parts[0].isdigit() and parts[1].isdigit() and len(parts[1]) < len(parts[0]):
        parts[1] = parts[0][: len(parts[0]) - len(parts[1])] + parts[1]
    return "-".join(parts)

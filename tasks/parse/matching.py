"""Which bibliography entry is this printed one (by identifier, then title, then coordinates; decisions 2.3), and how
the two prints differ (decisions 2.10)."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from state.manuscript import Reference
from tasks.language.identifiers import clean_doi, same_doi
from tasks.language.names import fold_name, is_group, same_family
from tasks.language.scripts import is_cjk
from tasks.language.titles import normalize_title, title_ratio
from tasks.parse.entries import all_years, authors_and_title

SAME_TITLE = 0.85
"""Ratio from which two titles are one (V.B5)."""
SHORTEST_TITLE = 20
"""Characters of a normal form below which finding it within an entry proves nothing on its own; a Chinese character
counts for three."""
UNLIKE_TITLE = 0.60
SHORTEST_START = 12
"""Characters of a title's beginning that must be printed, beside first author and year, for it to be that title cut."""
FEWEST_WORDS = 2
LONGEST_START = 5
"""Words of a title that are looked for in an entry whose title could not be told apart."""
_PRINTED_PAGES = re.compile(r"\d\s?[:：]\s?[A-Za-z]?\d+|\bpp?\.?\s?\d+|\d\s?[-–—]\s?\d")
MOST_COMPARED = 5
"""Titles compared in full for one printed entry; a comparison costs a fifth of a millisecond."""


def match_entries(listed: Sequence[Reference], bibliography: Sequence[Reference]) -> dict[int, int]:
    """For positions in `listed` the position of the same work in `bibliography`, each used once."""
    matched: dict[int, int] = {}
    free = dict.fromkeys(range(len(bibliography)))
    normal = [f" {normalize_title(reference.raw)} " for reference in listed]
    titles = [normalize_title(reference.title or "") for reference in bibliography]

    def pair(test: Callable[[int, int], bool]) -> None:
        for position in range(len(listed)):
            if position in matched:
                continue
            found = next((candidate for candidate in free if test(position, candidate)), None)
            if found is not None:
                matched[position] = found
                del free[found]

    here, there = [_identifiers(one) for one in listed], [_identifiers(one) for one in bibliography]
    pair(lambda p, c: not here[p].isdisjoint(there[c]))
    printed = [normalize_title(one.title or "") for one in listed]
    pair(lambda p, c: bool(printed[p]) and printed[p] == titles[c] and _vouched(listed[p], bibliography[c]))
    pair(lambda p, c: _title_within(normal[p], printed[p], titles[c], listed[p], bibliography[c]))
    nearest = _nearest([p for p in range(len(listed)) if p not in matched], listed, titles, list(free))
    pair(lambda p, c: c in nearest.get(p, ()) and _alike(listed[p], bibliography[c]))
    pair(lambda p, c: _same_coordinates(listed[p], bibliography[c]))
    left = [position for position in range(len(listed)) if position not in matched]
    matched.update(_shortened(left, listed, normal, list(free), bibliography, titles))
    return matched


def differences(listed: Reference, entry: Reference) -> tuple[str, ...]:
    """Codes `list_differs:FIELD` for what the manuscript's list surely prints otherwise than the bibliography."""
    found = []
    if _title_differs(listed, entry):
        found.append("list_differs:title")
    years = all_years(listed.raw)
    if listed.year is not None and entry.year is not None and entry.year not in years:
        found.append("list_differs:year")
    if same_doi(listed.doi, entry.doi) is False:
        found.append("list_differs:doi")
    if _first_author_differs(listed, entry):
        found.append("list_differs:first_author")
    return tuple(found)


def _title_differs(listed: Reference, entry: Reference) -> bool:
    if not listed.title or not entry.title:
        return False
    printed, recorded = normalize_title(listed.title), normalize_title(entry.title)
    if f" {recorded} " in f" {normalize_title(listed.raw)} ":
        return False
    ratio = title_ratio(listed.title, entry.title)
    return ratio < UNLIKE_TITLE or (ratio < SAME_TITLE and _is_part(printed, recorded))


def _shortened(
    left: Sequence[int],
    listed: Sequence[Reference],
    normal: Sequence[str],
    free: Sequence[int],
    bibliography: Sequence[Reference],
    titles: Sequence[str],
) -> dict[int, int]:
    """Entries that print a title cut or abridged: first author and year agree, and one title is part of the other.

    Only where each is the other's single candidate: two works of one author and year may begin alike.
    """
    by_year: dict[int | None, list[int]] = defaultdict(list)
    for candidate in free:
        by_year[bibliography[candidate].year].append(candidate)
    fits = {}
    for position in left:
        near = (c for year in all_years(listed[position].raw) for c in by_year.get(year, ()))
        fits[position] = [
            candidate
            for candidate in near
            if _prints_part(normalize_title(listed[position].title or ""), normal[position], titles[candidate])
            and _vouched(listed[position], bibliography[candidate])
            and not _elsewhere(listed[position], bibliography[candidate])
        ]
    claimed = Counter(candidate for candidates in fits.values() for candidate in candidates)
    return {p: found[0] for p, found in fits.items() if len(found) == 1 and claimed[found[0]] == 1}


def _elsewhere(listed: Reference, entry: Reference) -> bool:
    """Whether the entry prints another identifier or another first page: a sister paper, not the same one cut."""
    if same_doi(listed.doi, entry.doi) is False or (listed.pmid and entry.pmid and listed.pmid != entry.pmid):
        return True
    if not entry.pages or not _PRINTED_PAGES.search(listed.raw):
        return False
    return re.split(r"[-–—\s,]", entry.pages.strip())[0] not in re.findall(r"\w+", listed.raw)


def _prints_part(printed: str, raw: str, title: str) -> bool:
    if printed:
        return _is_part(printed, title) or _is_part(title, printed)
    start = " ".join(title.split()[:LONGEST_START]) if title and not is_cjk(title[0]) else title[:8]
    return len(title.split()) > LONGEST_START and len(start) >= SHORTEST_START and f" {start} " in raw


def _is_part(short: str, whole: str) -> bool:
    """Whether a normal form lies within another: as it stands, or word by word in its order (`Zebra … savanna`)."""
    if sum(3 if is_cjk(char) else 1 for char in short) < SHORTEST_START or len(short) > len(whole):
        return False
    if is_cjk(short[0]):
        return short in whole
    words = short.split()
    rest = iter(whole.split())
    return len(words) >= FEWEST_WORDS and all(word in rest for word in words)


def _first_author_differs(listed: Reference, entry: Reference) -> bool:
    if listed.first_author is None or entry.first_author is None:
        return False
    first = entry.authors[0]
    if is_group(first) or is_group(listed.authors[0]):
        return False
    authors, _ = authors_and_title(" ".join(listed.raw.split()))
    whole = fold_name(f"{first.family}{first.given or ''}")
    printed = fold_name(listed.first_author)
    if printed == whole or same_family(listed.first_author, first.family) is not False:
        return False
    return not mentions(first.family, re.split("[,，]", (authors or listed.raw)[:80])[0])


def mentions(family: str, text: str) -> bool:
    """Whether a text names this family: whole words, accents and case aside; Chinese names as characters."""
    if not family:
        return False
    if is_cjk(family[0]):
        return family in text
    wanted = fold_name(family)
    words = re.findall(r"[\w'’\-]+", text)
    width = len(re.findall(r"[\w'’\-]+", family)) or 1
    return any(fold_name(" ".join(words[n : n + width])) == wanted for n in range(len(words) - width + 1))


def _identifiers(reference: Reference) -> frozenset[str]:
    """Everything by which a reference is one work and no other, in comparable form."""
    found = []
    if doi := clean_doi(reference.doi):
        found.append("doi:" + re.sub(r"^(10\.48550/arxiv\..+?)v\d+$", r"\1", doi))
    if reference.pmid:
        found.append(f"pmid:{reference.pmid}")
    if reference.arxiv:
        found.append(f"arxiv:{_plain_arxiv(reference.arxiv)}")
    return frozenset(found)


def _plain_arxiv(value: str) -> str:
    return re.sub(r"v\d+$", "", value.lower().removeprefix("arxiv:"))


def _title_within(raw: str, printed: str, title: str, listed: Reference, entry: Reference) -> bool:
    if not title or (f" {title} " not in raw and (title not in raw or not is_cjk(title[0]))):
        return False
    if len(printed) > len(title) and title in printed:
        # Only a part of the printed title: `Barrages and risk` may be another work than `A study of barrages and risk`.
        return _vouched(listed, entry)
    weight = sum(3 if is_cjk(char) else 1 for char in title)
    return (weight >= SHORTEST_TITLE and not _both_off(listed, entry)) or _vouched(listed, entry)


def _nearest(
    left: Sequence[int], listed: Sequence[Reference], titles: Sequence[str], free: Sequence[int]
) -> dict[int, set[int]]:
    """For printed entries the bibliography titles worth comparing: the few that share most words, at least half."""
    holders: dict[str, list[int]] = defaultdict(list)
    for candidate in free:
        for word in _title_words(titles[candidate]):
            holders[word].append(candidate)
    nearest = {}
    for position in left:
        words = _title_words(normalize_title(listed[position].title or ""))
        shared = Counter(candidate for word in words for candidate in holders.get(word, ()))
        best = sorted(shared.items(), key=lambda item: (-item[1], item[0]))[:MOST_COMPARED]
        nearest[position] = {candidate for candidate, count in best if count * 2 >= len(words)}
    return nearest


def _title_words(title: str) -> frozenset[str]:
    if title and is_cjk(title[0]):
        return frozenset(title[n : n + 2] for n in range(len(title) - 1))
    return frozenset(title.split())


def _alike(listed: Reference, entry: Reference) -> bool:
    if not listed.title or not entry.title or _both_off(listed, entry):
        return False
    return title_ratio(listed.title, entry.title) >= SAME_TITLE


def _same_coordinates(listed: Reference, entry: Reference) -> bool:
    """Some fields print no titles: then first author, year, volume and first page must all stand in the entry."""
    if listed.title or not (entry.first_author and entry.year and entry.volume and entry.pages):
        return False
    page = re.split(r"[-–—\s,]", entry.pages.strip())[0]
    numbers = set(re.findall(r"\w+", listed.raw))
    named = mentions(entry.first_author, listed.raw[:120])
    return named and bool(page) and {str(entry.year), entry.volume, page} <= numbers


def _vouched(listed: Reference, entry: Reference) -> bool:
    """First author and year both stand in the printed entry."""
    if not entry.first_author or entry.year is None:
        return False
    return mentions(entry.first_author, listed.raw[:120]) and entry.year in all_years(listed.raw)


def _both_off(listed: Reference, entry: Reference) -> bool:
    """Same words, but another first author and another year: another edition, comment or namesake (decisions 1.9)."""
    if not entry.first_author or entry.year is None or listed.year is None:
        return False
    named = mentions(entry.first_author, listed.raw[:200])
    return not named and all(abs(year - entry.year) > 1 for year in all_years(listed.raw))

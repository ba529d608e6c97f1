"""How much speaks for a printed entry and a bibliography's being one work, and what forbids it (decisions 1.9, 2.3)."""

import re
import unicodedata
from dataclasses import dataclass

from state.lookup import Author
from state.manuscript import Reference
from tasks.language.identifiers import clean_doi
from tasks.language.journals import same_journal
from tasks.language.names import fold_name, is_group, same_family
from tasks.language.scripts import CJK, is_cjk
from tasks.language.titles import different_words, normalize_title, title_ratio
from tasks.parse.entries import all_years
from tasks.parse.title_parts import SHORTEST_START, counted, is_part, is_typing_error, notice, part_numbers

SAME_TITLE = 0.85
"""Ratio from which two titles are one (V.B5)."""
SHORTEST_TITLE = 20
"""Characters of a normal form below which finding it within an entry proves nothing on its own; a Chinese character
counts for three."""
LONGEST_START = 5
"""Words of a title that are looked for in an entry whose title could not be told apart."""
_PRINTED_PAGES = re.compile(r"\d\s?[:：]\s?[A-Za-z]?\d+|\bpp?\.?\s?\d+|\d\s?[-–—]\s?\d")
_WORDS = re.compile(rf"[{CJK}]+|[^\s{CJK}]+")
_TAIL = re.compile(r" ?(?:part|pt|teil|partie) ([a-z0-9]+)\b")
_NOTICE_BEFORE = re.compile(
    r"\b(?:(?P<correction>correction|corrigendum|erratum|addendum)|(?P<retraction>retraction(?: notice| note)?)"
    r"|(?P<reply>(?:reply|response)(?= (?:to|on))))(?: (?:to|for|on|of|the))* ?$"
)


@dataclass(frozen=True, slots=True)
class Print:
    """One entry in the forms that are compared."""

    reference: Reference
    title: str
    """Normal form; words of it are `words`."""
    words: frozenset[str]
    raw: str
    """Normal form of the whole entry, a space at both ends."""
    tokens: frozenset[str]
    """The entry's words, in which years, volumes and pages are looked for."""
    years: frozenset[int]
    identifiers: dict[str, str]
    page: str | None
    volume: str | None


def print_of(reference: Reference) -> Print:
    """An entry prepared for comparison."""
    title = normalize_title(reference.title or "")
    years = all_years(reference.raw) if reference.raw else set()
    if reference.year is not None:
        years.add(reference.year)
    page, volume = place_of(reference)
    return Print(
        reference=reference,
        title=title,
        words=title_words(title),
        raw=f" {normalize_title(reference.raw)} ",
        tokens=frozenset(re.findall(r"\w+", reference.raw.lower())),
        years=frozenset(years),
        identifiers=_identifiers(reference),
        page=page,
        volume=volume,
    )


def place_of(reference: Reference) -> tuple[str | None, str | None]:
    """First page and volume in comparable form, None where an entry gives none with a digit."""
    return _number(re.split(r"[-–—\s,]", (reference.pages or "").strip())[0]), _number(reference.volume or "")


def _number(text: str) -> str | None:
    """A volume or page in comparable form, or None where it holds no digit."""
    folded = unicodedata.normalize("NFKC", text).strip().lower().lstrip("0")
    return folded if re.search(r"\d", folded) else None


def _identifiers(reference: Reference) -> dict[str, str]:
    """Everything by which a reference is one work and no other, by kind, in comparable form."""
    found = {}
    if doi := clean_doi(reference.doi):
        found["doi"] = re.sub(r"^(10\.48550/arxiv\..+?)v\d+$", r"\1", doi)
    if reference.pmid:
        found["pmid"] = reference.pmid
    if reference.arxiv:
        found["arxiv"] = re.sub(r"v\d+$", "", reference.arxiv.lower().removeprefix("arxiv:"))
    return found


def title_words(title: str) -> frozenset[str]:
    """The words of a normal form; Chinese characters by twos."""
    found: set[str] = set()
    for run in _WORDS.findall(title):
        if is_cjk(run[0]) and len(run) > 1:
            found.update(run[n : n + 2] for n in range(len(run) - 1))
        else:
            found.add(run)
    return frozenset(found)


def shares_identifier(one: Print, other: Print) -> bool:
    """Whether both print one identifier."""
    return any(other.identifiers.get(kind) == value for kind, value in one.identifiers.items())


def other_identifier(one: Print, other: Print) -> bool:
    """Whether both print an identifier of a kind, and none is shared."""
    both = one.identifiers.keys() & other.identifiers.keys()
    return bool(both) and not shares_identifier(one, other)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What the coordinates say: 1 for the entry, -1 against it, 0 nothing."""

    author: int
    year: int
    page: int
    volume: int
    far: bool
    """Neither the author nor, by more than a year, the year: another edition, comment or namesake (decisions 1.9)."""

    @property
    def vouched(self) -> bool:
        """First author and year both stand in the printed entry."""
        return self.author == 1 and self.year == 1

    @property
    def contradicted(self) -> bool:
        """Whether author, volume or page speak against the entry."""
        return -1 in (self.author, self.page, self.volume)


def weigh(one: Print, entry: Print) -> int:
    """How much speaks for the printed entry `one` and `entry` being one work: 0 where too little, or anything forbids
    it. Greater is surer, and equal weights are equally sure."""
    same = shares_identifier(one, entry)
    found = _evidence(one, entry)
    within = _stands_in(entry.title, one.raw)
    title = _title_weight(one, entry, within, found)
    numbers = _numbers(one, entry, within)
    if not same and (title == 0 or _is_forbidden(one, entry, within, found, numbers)):
        return 0
    journal = _same_place(one, entry)
    coordinates = 60 * found.author + 60 * found.year + 80 * found.page + 50 * found.volume + 30 * journal
    parts = 40 if numbers[0] and numbers[0] == numbers[1] else 0
    other = 150 if other_identifier(one, entry) else 0
    return max(1, 600 * same + title + coordinates + parts - other)


def _title_weight(one: Print, entry: Print, within: bool, found: _Evidence) -> int:
    """0 where the titles, with author and year, do not make the two one work; up to 600."""
    if not entry.title:
        return 0
    if within or one.title == entry.title:
        longer = len(one.title) > len(entry.title) and entry.title in one.title
        weighty = sum(3 if is_cjk(char) else 1 for char in entry.title) >= SHORTEST_TITLE
        # Only a part of the printed title: `Barrages and risk` may be another work than `A study of barrages and risk`.
        if not found.vouched and (longer or not weighty or found.far):
            return 0
        cover = len(entry.title) / len(one.title) if longer else 1
        return int(350 + 150 * cover) + min(len(entry.title), 150) // 2
    shared = len(one.words & entry.words)
    if one.title and not found.far and shared * 2 >= min(len(one.words), len(entry.words)):
        ratio = title_ratio(one.reference.title or "", entry.reference.title or "")
        if ratio >= SAME_TITLE:
            return int(200 + 200 * ratio)
    if found.vouched and _prints_part(one, entry) and not _elsewhere(one, entry, found):
        return 100  # how much was cut away says nothing
    return 100 if _same_coordinates(one, entry) else 0


def _is_forbidden(
    one: Print, entry: Print, within: bool, found: _Evidence, numbers: tuple[frozenset[str], frozenset[str]]
) -> bool:
    """Whether what both print cannot be said of one work."""
    sure = found.vouched and found.page == found.volume == 1
    printed, recorded = numbers
    parts = printed != recorded and one.title != "" and not sure
    if parts and printed - recorded and recorded - printed and _digits(one) != _digits(entry):
        return True
    if parts and (-1 in (found.page, found.volume) or (found.year == -1 and found.page != 1)):
        return True
    if _notice_of_print(one, entry, within) != notice(entry.reference.title or ""):
        return True
    if found.page == found.volume == -1 or (found.author == -1 and found.year == -1):
        return True
    if found.year == -1 and -1 in (found.page, found.volume):
        return True
    missing, replaced = _other_words(one, entry, within)
    if (missing and found.contradicted) or (replaced and not found.vouched):
        return True
    return other_identifier(one, entry) and (missing or found.contradicted)


def _other_words(one: Print, entry: Print, within: bool) -> tuple[bool, bool]:
    """Whether one title has a word of content that the other lacks, and whether each has, an error of one letter
    aside."""
    longer = len(one.title) > len(entry.title) and entry.title in one.title
    if not one.title or one.title == entry.title or (within and not longer):
        return False, False
    left, right = (list(side) for side in different_words(one.reference.title or "", entry.reference.title or ""))
    for word in list(left):
        twin = next((other for other in right if is_typing_error(word, other)), None)
        if twin is not None:
            left.remove(word)
            right.remove(twin)
    return bool(left or right), bool(left and right)


def _notice_of_print(one: Print, entry: Print, within: bool) -> str | None:
    if within:
        before = one.raw[: one.raw.index(entry.title)]
        match = _NOTICE_BEFORE.search(before)
        if match is not None:
            return match.lastgroup
        if len(one.title) <= len(entry.title) or entry.title not in one.title:
            return notice(entry.reference.title or "")
    if not one.title:
        return notice(entry.reference.title or "")
    return notice(one.reference.title or "")


def _numbers(one: Print, entry: Print, within: bool) -> tuple[frozenset[str], frozenset[str]]:
    """The numbers in the printed title and in the entry's."""
    recorded = part_numbers(entry.reference.title or "")
    if not within:
        return part_numbers(one.reference.title or ""), recorded
    longer = len(one.title) > len(entry.title) and entry.title in one.title
    printed = part_numbers(one.reference.title or "") if longer else recorded
    tail = _TAIL.match(one.raw[one.raw.index(entry.title) + len(entry.title) :])
    return (printed | {counted(tail.group(1))} if tail else printed), recorded


def _digits(one: Print) -> str:
    """All digits of a title in their order: `10⁵` and `10 5` have the same."""
    return "".join(re.findall(r"\d", one.title)) or one.title


def _evidence(one: Print, entry: Print) -> _Evidence:
    author, year = _author(one, entry), 0
    if entry.reference.year is not None and one.years:
        year = 1 if entry.reference.year in one.years else -1
    apart = one.reference.year is not None and year == -1 and _years_between(one, entry.reference.year or 0) > 1
    far = bool(entry.reference.first_author) and author != 1 and apart
    return _Evidence(author, year, _page(one, entry), _volume(one, entry), far)


def _years_between(one: Print, year: int) -> int:
    return min(abs(year - printed) for printed in one.years)


def _author(one: Print, entry: Print) -> int:
    family, printed = entry.reference.first_author, one.reference.first_author
    if not family:
        return 0
    agree = same_family(printed, family) if printed else None
    if agree or mentions(family, one.reference.raw[:120]):
        return 1
    if agree is None or is_group(_first(entry.reference)) or is_group(_first(one.reference)):
        return 0
    return 0 if mentions(family, one.reference.raw[:200]) else -1


def _first(reference: Reference) -> Author:
    return (reference.authors or reference.editors)[0]


def _page(one: Print, entry: Print) -> int:
    if entry.page is None:
        return 0
    if one.page is not None:
        if re.sub(r"\D", "", one.page) == re.sub(r"\D", "", entry.page):
            return 1
        numbered = one.page.isdigit() and entry.page.isdigit() and max(len(one.page), len(entry.page)) < 6
        stands = len(entry.page) > 2 and entry.page in one.tokens
        return -1 if numbered and not stands else 0
    if entry.page in one.tokens:
        return 1
    return -1 if _PRINTED_PAGES.search(one.reference.raw) else 0


def _volume(one: Print, entry: Print) -> int:
    if entry.volume is None:
        return 0
    if one.volume is not None:
        return 1 if one.volume == entry.volume else -1 if one.volume.isdigit() and entry.volume.isdigit() else 0
    return 1 if entry.volume in one.tokens else 0


def _same_place(one: Print, entry: Print) -> int:
    """Whether the printed entry names the entry's journal."""
    journal = entry.reference.journal
    if not journal:
        return 0
    if f" {normalize_title(journal)} " in one.raw:
        return 1
    return 1 if one.reference.journal and same_journal(one.reference.journal, journal) else 0


def _stands_in(title: str, raw: str) -> bool:
    return bool(title) and title in raw and (is_cjk(title[0]) or f" {title} " in raw)


def _elsewhere(one: Print, entry: Print, found: _Evidence) -> bool:
    """Whether the entry has another identifier or another first page: a sister paper, not the same one cut."""
    if other_identifier(one, entry):
        return True
    if entry.page is None or not _PRINTED_PAGES.search(one.reference.raw):
        return found.page == -1
    return entry.page not in one.tokens


def _prints_part(one: Print, entry: Print) -> bool:
    if one.title:
        return is_part(one.title, entry.title) or is_part(entry.title, one.title)
    title = entry.title
    start = " ".join(title.split()[:LONGEST_START]) if not is_cjk(title[0]) else title[:8]
    return len(title.split()) > LONGEST_START and len(start) >= SHORTEST_START and f" {start} " in one.raw


def _same_coordinates(one: Print, entry: Print) -> bool:
    """Some fields print no titles: then first author, year, volume and first page must all stand in the entry."""
    reference = entry.reference
    if one.title or not (reference.first_author and reference.year and entry.volume and entry.page):
        return False
    named = mentions(reference.first_author, one.reference.raw[:120])
    return named and {str(reference.year), entry.volume, entry.page} <= one.tokens


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

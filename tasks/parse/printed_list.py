"""The manuscript's own reference list: where it stands, and its entries as printed (decisions 2.3)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from state.manuscript import Section, SectionKind
from tasks.language.names import fold_name
from tasks.language.scripts import CJK
from tasks.language.sections import section_kind
from tasks.parse.author_year_list import LOOKS_PUBLISHED, SHORTEST_ENTRY, is_entry, opening, segment
from tasks.parse.labels import (
    LABEL,
    LARGEST_LABEL,
    Line,
    has_roman_labels,
    lines_of,
    read_roman,
    table_lines,
    whole_line,
)
from tasks.parse.layout import Placed, is_caption
from tasks.readers.contract import MarkKind, ParagraphKind

LARGEST_GAP = 5
"""A list may leave out some numbers; a label further on is a year or a page at a line's beginning."""
FEWEST_ENTRIES = 3
"""A list without a heading must have as many, or it is not unmistakable."""

_OPENS_LIKE_AN_ENTRY = re.compile(
    rf"\s*(?:[^\W\d_][\w'’\-]+(?:\s[^\W\d_][\w'’\-]+)?,?\s(?:[A-Z]\.?[\s-]?){{1,3}}[,.;:(\s]"
    rf"(?!\s*(?!van|von|den|der|und|and)[a-z]{{3,}})|"
    rf"(?:[A-Z]\.[\s-]?){{1,3}}[A-Z][\w'’\-]+|[{CJK}·]{{2,8}}\s?[,，、.．;；])"
)
"""A person's name with initials, or a Chinese name: how an entry begins and a sentence hardly ever does."""


@dataclass(frozen=True, slots=True)
class PrintedEntry:
    """One entry as printed, without its label."""

    number: int | None
    text: str
    file: str
    line: int
    order: int = -1
    """The place of the paragraph it begins in, in the reading order of all files."""


@dataclass(frozen=True, slots=True)
class PrintedList:
    """One list: the places of its first and last paragraph in reading order, and its entries."""

    first: int
    last: int
    entries: tuple[PrintedEntry, ...]
    unread_labels: bool = False
    """Whether it has labels that could not be read as numbers, so that counting its entries would be a guess."""

    @property
    def numbered(self) -> bool:
        return bool(self.entries) and self.entries[0].number is not None

    @property
    def highest(self) -> int:
        """Its highest printed number; 0 where it has none."""
        return max((entry.number or 0 for entry in self.entries), default=0)

    @property
    def repeated(self) -> tuple[int, ...]:
        """Numbers that stand before more than one of its entries, ascending."""
        numbers = [entry.number for entry in self.entries if entry.number is not None]
        return tuple(sorted({number for number in numbers if numbers.count(number) > 1}))


def find_lists(placed: Sequence[Placed], sections: Sequence[Section]) -> tuple[list[PrintedList], frozenset[int]]:
    """The printed lists, in reading order, and the places of all paragraphs that can be no source of claims.

    Paragraphs that the format itself calls entries are the list. Else a list under its own heading ends with that
    section, or at a caption or table after its last entry; elsewhere, a run of paragraphs that look like entries,
    numbered or by their beginnings, is taken where it is unmistakable. A labelled paragraph that can only be an entry
    makes no claim wherever it stands (decisions 2.4).
    """
    lists: list[PrintedList] = list(_listed(placed))
    by_format = bool(lists)
    closed: set[int] = {place.order for place in placed if _is_listed(place)}
    for region in _regions(placed, sections):
        found = [] if by_format else _read_region(region)
        closed.update(
            place.order for place in region if (place.order <= found[-1].last if found else not _cites(place))
        )
        lists.extend(found)
    rest = [place for place in placed if place.order not in closed]
    for run in [] if by_format else _unheaded(rest, sure=bool(lists)) or ([] if lists else _unheaded_by_names(rest)):
        lists.append(run)
        closed.update(range(run.first, run.last + 1))
    closed.update(place.order for place in rest if any(map(_is_labelled_entry, lines_of(place))))
    return _joined(sorted(lists, key=lambda one: one.first)), frozenset(closed)


def _cites(place: Placed) -> bool:
    """Whether the format itself says that the paragraph cites: then it is text, under whatever heading."""
    return any(mark.kind is MarkKind.CITATION for mark in place.paragraph.marks)


def _listed(placed: Sequence[Placed]) -> Iterator[PrintedList]:
    """The lists of paragraphs that are entries by the format's own word, each one entry; headings part lists."""
    group: list[Placed] = []
    apart = False
    for place in placed:
        if _is_listed(place):
            if group and apart:
                yield _list_of(group)
                group = []
            group.append(place)
            apart = False
        apart = apart or place.heading
    if group:
        yield _list_of(group)


def _is_listed(place: Placed) -> bool:
    """Whether the format calls it an entry; a figure's caption that strayed into the list is none."""
    return place.paragraph.listed and not is_caption(place.paragraph.text)


def _list_of(group: Sequence[Placed]) -> PrintedList:
    """A list with its numbers, where all its paragraphs have one."""
    lines = [whole_line(place) for place in group]
    numbered = all(line.label is not None for line in lines)
    entries = tuple(
        PrintedEntry(
            line.label if numbered else None,
            (line.unlabelled if numbered else line.text).strip(),
            line.file,
            line.line,
            line.order,
        )
        for line in lines
    )
    return PrintedList(group[0].order, group[-1].order, entries)


def _regions(placed: Sequence[Placed], sections: Sequence[Section]) -> Iterator[list[Placed]]:
    """The paragraphs of each references section, with the sections behind it that are only parts of the list."""
    region: list[Placed] = []
    for section, group in groupby(placed, key=lambda place: place.section):
        places = list(group)
        if sections[section].kind is SectionKind.REFERENCES or (region and _goes_on(places)):
            region.extend(places)
        elif region:
            yield region
            region = []
    if region:
        yield region


def _goes_on(places: Sequence[Placed]) -> bool:
    """Whether a section behind a list is a part of it: entries under a heading that names nothing else (`Primary
    sources`), or under an entry that was set as a heading."""
    headings = [place.paragraph.text for place in places if place.heading]
    if any(section_kind(text) is not None for text in headings):
        return False
    bodies = [place.paragraph for place in places if not place.heading and place.paragraph.kind is ParagraphKind.BODY]
    lines = [body.text for body in bodies]
    published = [text for text in lines if LOOKS_PUBLISHED.search(text)]
    if any(_is_heading_entry(text) for text in headings):
        return len(published) * 2 >= len(lines)
    alike = sum(1 for text in published if opening(text) or LABEL.match(text))
    return bool(lines) and alike >= 0.7 * len(lines) and not any(is_caption(text) for text in lines)


def _is_heading_entry(text: str) -> bool:
    return (
        len(text) >= SHORTEST_ENTRY
        and section_kind(text) is None
        and re.search(r"[,.:]\s?(?:1[89]|20)\d\d[a-z]?\)\W*$", text) is not None
    )


def _read_region(region: Sequence[Placed]) -> list[PrintedList]:
    """The lists in a references section: one, several where numbers start again, none (a heading only, or prose)."""
    lines = _body_lines(region)
    headings = [place.order for place in region if place.heading]
    numbered = _numbered_lists(lines, headings)
    if not numbered and (roman := read_roman(lines)) is not None:
        numbered = _numbered_lists(roman, headings)
    numbered = numbered or [found for found in _numbered_lists(table_lines(region)) if _is_published(found)]
    if numbered:
        return numbered
    until = next((n for n, line in enumerate(lines) if is_caption(line.text)), len(lines))
    entries = segment(lines[:until])
    if not entries:
        return []
    printed = tuple(
        PrintedEntry(None, entry.text, entry.first.file, entry.first.line, entry.first.order) for entry in entries
    )
    return [PrintedList(region[0].order, entries[-1].last, printed, has_roman_labels(lines[:until]))]


def _is_published(found: PrintedList) -> bool:
    """Whether the rows of a table are a list: tables of results may stand behind the list and be numbered too."""
    looking = sum(
        1 for entry in found.entries if LOOKS_PUBLISHED.search(entry.text) and len(entry.text) > SHORTEST_ENTRY
    )
    return looking * 2 >= len(found.entries)


def _body_lines(places: Sequence[Placed]) -> list[Line]:
    """The lines of a region's paragraphs; a heading that is an entry by its looks is one of them."""
    body = (
        place
        for place in places
        if place.paragraph.kind is ParagraphKind.BODY and (not place.heading or _is_heading_entry(place.paragraph.text))
    )
    return [line for place in body for line in lines_of(place)]


class _Collector:
    """Collects the entries of numbered lists line by line."""

    def __init__(self, lines: Sequence[Line], headings: Sequence[int]) -> None:
        self.lines = lines
        self.headings = headings
        self.lists: list[list[PrintedEntry]] = []
        self.spans: list[tuple[int, int]] = []
        self.style = ""

    @property
    def entries(self) -> list[PrintedEntry]:
        return self.lists[-1] if self.lists else []

    def opens(self, line: Line) -> bool:
        """Whether a line begins an entry: its number is the next, or its label can be nothing else."""
        if line.label is None or line.label > LARGEST_LABEL:
            return False
        if not self.entries:
            return line.label == 1 or LOOKS_PUBLISHED.search(line.text) is not None
        number = self.entries[-1].number or 0
        if number < line.label <= number + LARGEST_GAP:
            return True
        if line.style != self.style or line.style == "plain":
            return False
        return line.style == "bracketed" or _looks_like_an_entry(line)

    def starts_again(self, index: int) -> bool:
        """Whether a `1` after other numbers begins a second list, and is not a number printed twice: a heading stands
        before it, or a `2` follows."""
        line = self.lines[index]
        if line.label != 1 or all(entry.number != 1 for entry in self.entries):
            return False
        if any(self.spans[-1][1] < heading < line.order for heading in self.headings):
            return True
        if len(self.entries) < 2:
            return False
        coming = (later.label for later in self.lines[index + 1 :] if later.label is not None)
        return next(coming, None) == 2

    def open(self, line: Line, again: bool) -> None:
        if again or not self.lists:
            self.lists.append([])
            self.spans.append((line.order, line.order))
        self.style = line.style
        self.entries.append(PrintedEntry(line.label, line.unlabelled.strip(), line.file, line.line, line.order))
        self.reach(line)

    def go_on(self, line: Line) -> None:
        before = self.entries[-1]
        self.entries[-1] = replace(before, text=f"{before.text} {line.text.strip()}")
        self.reach(line)

    def reach(self, line: Line) -> None:
        self.spans[-1] = (self.spans[-1][0], line.order)


def _numbered_lists(lines: Sequence[Line], headings: Sequence[int] = ()) -> list[PrintedList]:
    """The numbered lists, continuation lines joined to their entries; none where the lines are not numbered.

    A number printed twice and one out of order are entries like any other: none may vanish into its neighbour.
    `headings` are the places of headings between the lines.
    """
    collected = _Collector(lines, headings)
    for index, line in enumerate(lines):
        if collected.opens(line):
            collected.open(line, collected.starts_again(index))
        elif collected.entries and is_caption(line.text):
            break
        elif collected.entries and line.text.strip():
            collected.go_on(line)
    labelled = sum(1 for line in lines if line.label is not None)
    count = sum(map(len, collected.lists))
    if not count or labelled * 4 < len(lines) or (count == 1 and labelled > 3):
        return []
    pairs = zip(collected.spans, collected.lists, strict=True)
    return [PrintedList(first, last, tuple(entries)) for (first, last), entries in pairs]


def _looks_like_an_entry(line: Line) -> bool:
    text = line.unlabelled
    return (
        len(text) >= SHORTEST_ENTRY
        and LOOKS_PUBLISHED.search(text) is not None
        and _OPENS_LIKE_AN_ENTRY.match(text) is not None
    )


def _is_labelled_entry(line: Line) -> bool:
    return line.style == "bracketed" and _looks_like_an_entry(line)


def _unheaded(placed: Sequence[Placed], *, sure: bool) -> list[PrintedList]:
    """Lists without a heading: consecutive paragraphs numbered from 1 that nearly all name a year, DOI or the like.

    `sure` asks more of each, where the manuscript has a list already: that it begins with a person's name.
    """
    found: list[PrintedList] = []
    run: list[Line] = []
    for line in [*_body_lines(placed), None]:
        if line is not None and line.label == len(run) + 1 and (not run or line.order <= run[-1].order + 1):
            run.append(line)
            continue
        if sure:
            alike = sum(map(_looks_like_an_entry, run))
        else:
            alike = sum(1 for one in run if LOOKS_PUBLISHED.search(one.text) and len(one.text) > SHORTEST_ENTRY)
        if len(run) >= FEWEST_ENTRIES and alike >= 0.8 * len(run):
            found = [*(found if sure else ()), *_numbered_lists(run)]
        run = [line] if line is not None and line.label == 1 else []
    return found


def _unheaded_by_names(placed: Sequence[Placed]) -> list[PrintedList]:
    """A list without heading or numbers: paragraphs behind one another that nearly all begin like an entry and name a
    year, in the order of the alphabet; the longest such run, of equal ones the last."""
    best: list[Placed] = []
    for run in _runs_of_entries(placed):
        alike = sum(map(_is_dated_entry, run))
        if alike >= FEWEST_ENTRIES and alike >= 0.8 * len(run) and len(run) >= len(best) and _is_alphabetical(run):
            best = run
    entries = segment([line for place in best for line in lines_of(place)])
    printed = tuple(
        PrintedEntry(None, entry.text, entry.first.file, entry.first.line, entry.first.order) for entry in entries
    )
    return [PrintedList(best[0].order, entries[-1].last, printed)] if printed else []


def _runs_of_entries(placed: Sequence[Placed]) -> Iterator[list[Placed]]:
    """Paragraphs behind one another that begin and end with an entry; one of two may be a piece of an entry."""
    run: list[Placed] = []
    waiting: list[Placed] = []
    for place in placed:
        if place.heading or place.paragraph.kind is not ParagraphKind.BODY:
            alike = piece = False
        else:
            alike = _is_dated_entry(place)
            piece = not alike and bool(LOOKS_PUBLISHED.search(place.paragraph.text) or opening(place.paragraph.text))
        follows = bool(run) and place.order == (waiting or run)[-1].order + 1
        if follows and alike:
            run.extend([*waiting, place])
            waiting = []
        elif follows and piece and not waiting:
            waiting = [place]
        else:
            if run:
                yield run
            run, waiting = [place] if alike else [], []
    if run:
        yield run


def _is_dated_entry(place: Placed) -> bool:
    return not place.heading and is_entry(place.paragraph.text) and place.paragraph.text.count("(") < 12


def _is_alphabetical(run: Sequence[Placed]) -> bool:
    """Whether beginnings ascend, Chinese ones aside, as lists do and paragraphs of prose do not."""
    texts = [place.paragraph.text.strip() for place in run if _is_dated_entry(place)]
    words = [fold_name(re.split(r"[\s,.;(]", text, maxsplit=1)[0]) for text in texts]
    latin = [word for word in words if word.isascii() and word]
    ascending = sum(1 for one, other in pairwise(latin) if one <= other)
    return ascending >= 0.8 * (len(latin) - 1)


def _joined(lists: Sequence[PrintedList]) -> list[PrintedList]:
    """Lists whose numbers go on from one to the next are one list."""
    joined: list[PrintedList] = []
    for found in lists:
        before = joined[-1] if joined else None
        first = found.entries[0].number
        if before is not None and first is not None and first > before.highest > 0:
            joined[-1] = PrintedList(before.first, found.last, before.entries + found.entries)
        else:
            joined.append(found)
    return joined

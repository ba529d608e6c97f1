"""The manuscript's own reference list: where it stands, and its entries as printed (decisions 2.3)."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from state.manuscript import Section, SectionKind
from tasks.language.names import fold_name
from tasks.language.sections import names_own_works, section_kind
from tasks.parse.author_year_list import LOOKS_PUBLISHED, SHORTEST_ENTRY, is_entry, opening, segment
from tasks.parse.labels import LABEL, Line, has_roman_labels, lines_of, read_roman, whole_line
from tasks.parse.layout import Placed, is_caption
from tasks.parse.looks import looks_like_an_entry
from tasks.parse.numbered_list import LARGEST_GAP, collect
from tasks.parse.table_list import labelled_cells, numbered_rows, unnumbered_cells
from tasks.readers.contract import MarkKind, ParagraphKind

__all__ = ["LARGEST_GAP", "PrintedEntry", "PrintedList", "find_lists"]

FEWEST_ENTRIES = 3
"""A list without a heading must have as many, or it is not unmistakable."""


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
        return tuple(sorted(number for number, count in Counter(numbers).items() if count > 1))


def find_lists(placed: Sequence[Placed], sections: Sequence[Section]) -> tuple[list[PrintedList], frozenset[int]]:
    """The printed lists, in reading order, and the places of all paragraphs that can be no source of claims.

    Paragraphs that the format itself calls entries are the list. Else a list under its own heading ends with that
    section, or at a caption or table after its last entry; elsewhere, a run of paragraphs that look like entries,
    numbered or by their beginnings, is taken where it is unmistakable. A labelled paragraph that can only be an entry
    makes no claim wherever it stands (decisions 2.4). What stands under a heading that announces the author's own
    works, or life, is no list and makes no claim.
    """
    lists: list[PrintedList] = list(_listed(placed))
    by_format = bool(lists)
    closed: set[int] = {place.order for place in placed if _is_listed(place)}
    own = _of_own_works(sections)
    closed.update(place.order for place in placed if place.section in own)
    for region in _regions(placed, sections, own):
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


def _of_own_works(sections: Sequence[Section]) -> frozenset[int]:
    """The sections under headings that announce the author's own works or life, with the sections below them."""
    beside = any(section.kind is SectionKind.REFERENCES for section in sections)
    own: set[int] = set()
    level: int | None = None
    for section in sections:
        if level is not None and section.level <= level:
            level = None
        if level is None and section.heading and names_own_works(section.heading, beside_references=beside):
            level = section.level
        if level is not None:
            own.add(section.index)
    return frozenset(own)


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


def _regions(placed: Sequence[Placed], sections: Sequence[Section], own: Collection[int]) -> Iterator[list[Placed]]:
    """The paragraphs of each references section, with the sections behind it that are only parts of the list; none of
    the sections `own`, which are of the author's own works."""
    region: list[Placed] = []
    for section, group in groupby(placed, key=lambda place: place.section):
        places = list(group)
        listing = sections[section].kind is SectionKind.REFERENCES
        if section not in own and (listing or (region and _goes_on(places))):
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
    numbered = numbered or _numbered_in_table(region)
    if numbered:
        return numbered
    until = next((n for n, line in enumerate(lines) if is_caption(line.text)), len(lines))
    entries = segment(lines[:until])
    if not entries:
        return _unnumbered_in_table(region)
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


def _numbered_lists(lines: Sequence[Line], headings: Sequence[int] = ()) -> list[PrintedList]:
    """The numbered lists in these lines, none where they are not numbered; `headings` as in `collect`."""
    return [
        PrintedList(
            count.first,
            count.last,
            tuple(
                PrintedEntry(one.number, one.text, one.first.file, one.first.line, one.first.order)
                for one in count.entries
            ),
        )
        for count in collect(lines, headings)
    ]


def _numbered_in_table(region: Sequence[Placed]) -> list[PrintedList]:
    for lines in (numbered_rows(region), labelled_cells(region)):
        found = [one for one in _numbered_lists(lines) if _is_published(one)]
        if len(found) == 1:
            orders = [line.order for line in lines]
            return [replace(found[0], first=min(orders), last=max(orders))]
        if found:
            return found
    return []


def _unnumbered_in_table(region: Sequence[Placed]) -> list[PrintedList]:
    lines = unnumbered_cells(region)
    entries = tuple(PrintedEntry(None, line.text.strip(), line.file, line.line, line.order) for line in lines)
    return [PrintedList(region[0].order, lines[-1].order, entries)] if entries else []


def _is_labelled_entry(line: Line) -> bool:
    return line.style == "bracketed" and looks_like_an_entry(line.unlabelled)


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
            alike = sum(1 for one in run if looks_like_an_entry(one.unlabelled))
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

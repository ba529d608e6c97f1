"""Reference lists that are set as a table: a number and an entry in a row, or entries in the cells."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from tasks.parse.author_year_list import is_entry
from tasks.parse.labels import Line, lines_of, whole_line
from tasks.parse.layout import Placed
from tasks.parse.looks import LOOKS_PUBLISHED, SHORTEST_ENTRY
from tasks.readers.contract import ParagraphKind

FEWEST_CELLS = 2
_CELL_NUMBER = re.compile(r"[\[【(]?(\d{1,5})[\]】).]?")


def numbered_rows(places: Sequence[Placed]) -> list[Line]:
    """Each row whose first cell is a number as one line with that label, by their numbers where each comes once; a
    row with several numbers, each before a cell that may be an entry, is as many lines."""
    lines = []
    for row in _rows(places):
        begun: list[tuple[int, list[Placed]]] = []
        for index, place in enumerate(row):
            number = _CELL_NUMBER.fullmatch(place.paragraph.text.strip())
            if number is not None and index + 1 < len(row) and (not begun or _is_long(row[index + 1])):
                begun.append((int(number.group(1)), []))
            elif begun:
                begun[-1][1].append(place)
            else:
                break
        for label, cells in begun:
            text = " ".join(place.paragraph.text.strip() for place in cells)
            lines.append(Line(cells[-1].order, row[0].file, row[0].paragraph.line, text, label, "automatic"))
    return _by_number(lines)


def labelled_cells(places: Sequence[Placed]) -> list[Line]:
    """Entries that stand in cells with their labels (`[1] Smith …`), side by side or one below the other, by their
    numbers; paragraphs of a cell without a label go on the entry before. Empty where cells are mostly none."""
    cells = [place for place in places if place.paragraph.kind is ParagraphKind.TABLE]
    lines: list[Line] = []
    for line in (line for place in cells for line in lines_of(place)):
        if line.label is not None or not lines:
            lines.append(line)
        elif line.text.strip():
            before = lines[-1]
            text = f"{before.text} {line.text.strip()}"
            lines[-1] = Line(before.order, before.file, before.line, text, before.label, before.style)
    entries = [line for line in lines if line.label is not None and LOOKS_PUBLISHED.search(line.text)]
    if len(entries) < FEWEST_CELLS or len(entries) * 2 < len(lines) or len(entries) * 2 < len(cells):
        return []
    return _by_number([line for line in lines if line.label is not None])


def unnumbered_cells(places: Sequence[Placed]) -> list[Line]:
    """Entries without numbers, one in each cell, or one in each row with its parts in the cells; empty where most are
    none. A table of results beside the list is no list: its cells begin with no author and year."""
    cells = [place for place in places if place.paragraph.kind is ParagraphKind.TABLE]
    lines = [whole_line(place) for place in cells]
    if _are_entries(lines):
        return [line for line in lines if len(line.text.strip()) >= SHORTEST_ENTRY]
    rows = []
    for row in _rows(places):
        text = " ".join(place.paragraph.text.strip() for place in row)
        rows.append(Line(row[0].order, row[0].file, row[0].paragraph.line, text, None, ""))
    return [line for line in rows if is_entry(line.text)] if _are_entries(rows) else []


def _are_entries(lines: Sequence[Line]) -> bool:
    alike = sum(1 for line in lines if is_entry(line.text))
    return alike >= FEWEST_CELLS and alike >= 0.6 * len(lines)


def _rows(places: Sequence[Placed]) -> Iterator[list[Placed]]:
    rows = groupby((place for place in places if place.paragraph.row), key=lambda place: place.paragraph.row)
    for _, group in rows:
        yield list(group)


def _is_long(place: Placed) -> bool:
    return len(place.paragraph.text.strip()) >= SHORTEST_ENTRY


def _by_number(lines: list[Line]) -> list[Line]:
    """In the order of their labels, where no label comes twice; else as they stand."""
    labels = {line.label for line in lines}
    return sorted(lines, key=lambda line: line.label or 0) if len(labels) == len(lines) else lines

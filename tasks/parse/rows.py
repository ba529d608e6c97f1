"""Table rows: what a citation in a cell is about stands in the cells beside it."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.parse.contexts import Context
from tasks.parse.layout import Placed
from tasks.readers.contract import ParagraphKind

BETWEEN = " | "
LONGEST_ROW = 1200
"""Characters; what is longer is text laid out with a table, and each paragraph is read by itself."""
LONGEST_HEADER = 400
LONGEST_CELL = 200
"""A cell that is longer and ends in a full stop is prose."""

_PROSE_END = re.compile(r"[.。!?！？]\W*\Z")


@dataclass(frozen=True, slots=True)
class Row:
    """A row with its table's header above it, as one text, and where one paragraph of it begins."""

    text: str
    start: int
    """Where the row itself begins, behind the header."""
    offset: int
    """Where the paragraph this was asked for begins."""
    key: tuple[str, tuple[int, int]]
    """File, table and row."""

    def whole(self, marker: tuple[int, int], sentence: str) -> Context:
        """The context of a marker (a span of its paragraph) that is offered for the whole row."""
        return Context(self.text, "low", ((self.start, len(self.text)),), self._moved(marker, self.offset), sentence)

    def around(self, context: Context, begin: int) -> Context:
        """The context of a marker that is offered for its own cell: the cell's, begun at `begin`, widened."""
        moved = tuple(self._moved(span, self.offset + begin) for span in context.scope)
        return Context(self.text, "low", moved, self._moved(context.marker, self.offset + begin), context.sentence)

    def _moved(self, span: tuple[int, int], by: int) -> tuple[int, int]:
        return span[0] + by, span[1] + by


def rows_of(placed: Sequence[Placed]) -> dict[int, Row]:
    """For each paragraph of a table cell its row, by the paragraph's place; none for tables that hold running text."""
    cells: dict[tuple[str, tuple[int, int]], list[Placed]] = defaultdict(list)
    for place in placed:
        if place.paragraph.kind is ParagraphKind.TABLE and place.paragraph.row is not None:
            cells[place.file, place.paragraph.row].append(place)
    rows: dict[int, Row] = {}
    for (file, (table, number)), places in cells.items():
        header = cells.get((file, (table, 1)), []) if number > 1 else []
        above = BETWEEN.join(place.paragraph.text for place in header)
        above = f"{above}\n" if 0 < len(above) <= LONGEST_HEADER else ""
        text = above + BETWEEN.join(place.paragraph.text for place in places)
        if len(places) < 2 or len(text) > LONGEST_ROW or any(map(_is_prose, places)):
            continue
        offset = len(above)
        for place in places:
            rows[place.order] = Row(text, len(above), offset, (file, (table, number)))
            offset += len(place.paragraph.text) + len(BETWEEN)
    return rows


def _is_prose(place: Placed) -> bool:
    text = place.paragraph.text
    return len(text) > LONGEST_CELL and _PROSE_END.search(text) is not None

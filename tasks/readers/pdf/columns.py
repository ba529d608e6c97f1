"""Reading order: where a page's columns lie, and what spans them. The result is stacks that are each read downwards."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.readers.pdf.pages import Page, Piece

NARROWEST_GUTTER = 5
"""Points."""
WIDE = 0.5
"""A piece of running text fills this share of its column; cells of a table and labels of a figure do not."""
LONG = 20
"""Characters of what may be a line of running text."""
PROSE = 0.55
"""The share of a column's characters in wide pieces, at least."""


@dataclass(frozen=True, slots=True)
class Gutter:
    """The empty strip between two columns."""

    left: float
    right: float

    def crossed_by(self, piece: Piece) -> bool:
        """Whether a piece lies on both sides of the strip's middle."""
        middle = (self.left + self.right) / 2
        return piece.x0 < middle - 1 and piece.x1 > middle + 1


def stacks(page: Page, depth: int = 2) -> list[list[Piece]]:
    """The page's pieces in stacks, in reading order."""
    return _split(page.pieces, depth)


def _split(pieces: Sequence[Piece], depth: int) -> list[list[Piece]]:
    gutter = _find_gutter(pieces) if depth else None
    if gutter is None:
        return [sorted(pieces, key=lambda piece: piece.base)] if pieces else []
    cells = _cells_across(pieces, gutter)
    found: list[list[Piece]] = []
    bands: list[tuple[list[Piece], list[Piece]]] = []
    spans = [gutter.crossed_by(piece) or id(piece) in cells for piece in pieces]
    for _, beside, n in sorted((round(piece.base), not spans[n], n) for n, piece in enumerate(pieces)):
        piece = pieces[n]
        over = bands[-1][1] if bands else []
        if not bands or (over and (beside or piece.base - over[-1].base > 4 * piece.size)):
            bands.append(([], []))
        bands[-1][0 if beside else 1].append(piece)
    for sides, spanning_pieces in bands:
        found.extend(_sides(sides, gutter, depth))
        if spanning_pieces:
            found.append(spanning_pieces)
    return [stack for stack in found if stack]


def _cells_across(pieces: Sequence[Piece], gutter: Gutter) -> set[int]:
    """The cells of a table that spans the columns: rows of four or more short pieces, on both sides, one row near the
    other. One row alone is a line of text that was spread to fill its column."""
    rows: dict[int, list[Piece]] = defaultdict(list)
    for piece in pieces:
        rows[round(piece.base)].append(piece)
    middle = (gutter.left + gutter.right) / 2
    tabular = [
        row
        for row in rows.values()
        if len(row) >= 4 and all(len(piece.text) < LONG for piece in row)
        if min(piece.x1 for piece in row) < middle < max(piece.x0 for piece in row)
    ]
    return {
        id(piece)
        for row in tabular
        if any(0 < abs(other[0].base - row[0].base) < 5 * row[0].size for other in tabular)
        for piece in row
    }


def _sides(pieces: Sequence[Piece], gutter: Gutter, depth: int) -> list[list[Piece]]:
    """What lies between two spanning lines: two columns; or one thing across, where neither side is running text."""
    middle = (gutter.left + gutter.right) / 2
    left = [piece for piece in pieces if piece.x1 <= middle + 1]
    right = [piece for piece in pieces if piece.x1 > middle + 1]
    if left and right and not _is_prose(left) and not _is_prose(right):
        return [list(pieces)]
    return [*_split(left, depth - 1), *_split(right, depth - 1)]


def _find_gutter(pieces: Sequence[Piece]) -> Gutter | None:
    """The strip that the fewest pieces cross, in the middle of the print, with running text on both sides of it."""
    # Cells and labels say nothing of where the columns lie: a table below may fill the gutter of the text above.
    pieces = [piece for piece in pieces if len(piece.text) >= LONG]
    if len(pieces) < 4:
        return None
    left, right = min(piece.x0 for piece in pieces), max(piece.x1 for piece in pieces)
    width = int(right - left) + 2
    if width < 150:
        return None
    change = [0] * (width + 2)
    for piece in pieces:
        change[max(0, int(piece.x0 - left))] += 1
        change[min(width, int(piece.x1 - left) + 1)] -= 1
    covered, running = [], 0
    for step in change[:width]:
        running += step
        covered.append(running)
    for low, high in _strips(covered, int(width * 0.28), int(width * 0.72)):
        gutter = Gutter(left + low, left + high)
        if _has_two_columns(pieces, gutter):
            return gutter
    return None


def _strips(covered: Sequence[int], low: int, high: int) -> list[tuple[int, int]]:
    """Places where least is printed, as (start, end), the widest first; a strip may be crossed by spanning lines."""
    found: list[tuple[int, int, int]] = []
    levels = sorted(set(covered[low:high]))[:4]
    for level in levels:
        start = None
        for x in range(low, high + 1):
            empty = x < high and covered[x] <= level
            if empty and start is None:
                start = x
            elif not empty and start is not None:
                if x - start >= NARROWEST_GUTTER:
                    found.append((level, start, x))
                start = None
    found.sort(key=lambda strip: (strip[0], strip[1] - strip[2]))
    return [(start, end) for _, start, end in found[:4]]


def _has_two_columns(pieces: Sequence[Piece], gutter: Gutter) -> bool:
    middle = (gutter.left + gutter.right) / 2
    beside = [piece for piece in pieces if not gutter.crossed_by(piece)]
    left = [piece for piece in beside if piece.x1 <= middle + 1]
    right = [piece for piece in beside if piece.x1 > middle + 1]
    if not left or not right:
        return False
    top = max(min(piece.base for piece in side) for side in (left, right))
    foot = min(max(piece.base for piece in side) for side in (left, right))
    if foot - top < 10:
        return False
    across = [piece for piece in pieces if gutter.crossed_by(piece) and top - 2 <= piece.base <= foot + 2]
    within = [piece for piece in beside if top - 2 <= piece.base <= foot + 2]
    if _characters(across) > 0.6 * _characters(within):
        return False
    return _is_prose(left) and _is_prose(right) and _lines_up(left) and _lines_up(right)


def _characters(pieces: Sequence[Piece]) -> int:
    return sum(len(piece.text.strip()) for piece in pieces)


def _is_prose(side: Sequence[Piece]) -> bool:
    width = max(piece.x1 for piece in side) - min(piece.x0 for piece in side)
    characters = sum(len(piece.text) for piece in side)
    wide = [piece for piece in side if piece.x1 - piece.x0 >= WIDE * width and len(piece.text) >= LONG]
    return len(wide) >= 2 and sum(len(piece.text) for piece in wide) >= PROSE * characters


def _lines_up(side: Sequence[Piece]) -> bool:
    """Whether the wide pieces of a side share a left edge, as lines of a column do and rests of lines do not."""
    edges = sorted(piece.x0 for piece in side if len(piece.text) >= LONG)
    if not edges:
        return False
    best = max(sum(1 for other in edges if 0 <= other - edge <= 3) for edge in edges[:400])
    return best >= max(min(2, len(edges)), 0.3 * len(edges))

"""Rows of print: pieces on one baseline put together, raised and lowered ones with the row they belong to."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tasks.readers.contract import MarkKind
from tasks.readers.pdf.pages import Link, Piece, Span

WIDE_GAP = 1.2
"""A gap between two cells of a table, in the row's size."""

Hit = tuple[int, int, Link]
"""The characters of a row under a link."""


@dataclass(slots=True)
class Row:
    """One printed row of a stack."""

    page: int
    stack: int
    x0: float
    x1: float
    base: float
    size: float
    text: str
    bold: bool
    italic: bool
    gaps: int
    """Wide gaps inside it."""
    marks: list[tuple[int, int, MarkKind]] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    left: float = 0.0
    """The left edge of its column."""
    right: float = 0.0
    leading: float = 0.0
    """The usual distance of baselines in its stack."""

    @property
    def indent(self) -> float:
        """How far it begins inside its column, in its own size."""
        return (self.x0 - self.left) / self.size

    @property
    def opens_raised(self) -> str:
        """The raised characters it begins with, as a note does; empty where there are none."""
        first = self.marks[0] if self.marks else None
        return self.text[: first[1]].strip() if first and first[0] == 0 and first[2] is MarkKind.SUPERSCRIPT else ""

    @property
    def ends_early(self) -> float:
        """The room left at its end, in points."""
        return self.right - self.x1

    def leaves_room_for(self, following: "Row") -> bool:
        """Whether the next row's first word would have fitted at this one's end: the line was ended on purpose."""
        word = re.match(r"\S+", following.text)
        if word is None or not following.text:
            return True
        width = (following.x1 - following.x0) / max(1, len(following.text))
        return self.ends_early > width * (len(word.group()) + 1) + 0.35 * self.size


def rows_of(pieces: Sequence[Piece], page: int, stack: int, links: Sequence[Link]) -> list[Row]:
    """The rows of one stack, from the top."""
    rows = [_row(group, page, stack, links) for group in _grouped(pieces)]
    return [row for row in rows if row.text]


def _grouped(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces by row: first those of one baseline, then small raised or lowered ones to the row they touch."""
    groups: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda one: (round(one.base, 1), one.x0)):
        home = None
        for group in groups[-4:]:
            same = abs(group[0].base - piece.base) <= 0.22 * min(piece.size, max(one.size for one in group))
            if same and all(_beside(one, piece) for one in group):
                home = group
        if home is None:
            groups.append([piece])
        else:
            home.append(piece)
    return _with_small_ones(groups)


def _beside(one: Piece, other: Piece) -> bool:
    overlap = min(one.x1, other.x1) - max(one.x0, other.x0)
    return overlap <= 0.3 * min(one.x1 - one.x0, other.x1 - other.x0) + 0.5


def _with_small_ones(groups: list[list[Piece]]) -> list[list[Piece]]:
    sizes = [max(piece.size for piece in group) for group in groups]
    gone: set[int] = set()
    for index, group in enumerate(groups):
        if sum(len(piece.text.strip()) for piece in group) > 24 * len(group):
            continue
        for piece in list(group):
            near = range(max(0, index - 4), min(len(groups), index + 5))
            homes = [n for n in near if n != index and n not in gone and _touches(piece, groups[n], sizes[n])]
            if homes:
                home = min(homes, key=lambda n: abs(groups[n][0].base - piece.base))
                groups[home].append(piece)
                group.remove(piece)
        if not group:
            gone.add(index)
    return [group for group in groups if group]


def _touches(small: Piece, group: Sequence[Piece], size: float) -> bool:
    base = max(group, key=lambda piece: piece.size).base
    if small.size > 0.88 * size or not base - 0.8 * size < small.base < base + 0.4 * size:
        return False
    beside = all(_beside(piece, small) for piece in group)
    if beside and len(group) > 1 and small.base < base - 0.1 * size and re.fullmatch(r"[\d,;\s–-]+", small.text):
        # A cell of a table that holds a raised number and nothing else.
        return min(piece.x0 for piece in group) < small.x1 and small.base > base - 0.6 * size
    return beside and any(-1 <= max(small.x0 - piece.x1, piece.x0 - small.x1) <= 0.6 * size for piece in group)


def _row(pieces: Sequence[Piece], page: int, stack: int, links: Sequence[Link]) -> Row:
    spans = [(span, n) for n, piece in enumerate(sorted(pieces, key=lambda one: one.x0)) for span in piece.spans]
    base, size = _main([span for span, _ in spans])
    text, gaps = "", 0
    marks: list[tuple[int, int, MarkKind]] = []
    hits: list[Hit] = []
    before: tuple[Span, int] | None = None
    bold = italic = inked = 0
    for span, n in spans:
        piece_text, xs = span.text, span.xs
        if before is not None and before[1] != n:
            gap = span.x0 - before[0].x1
            gaps += gap > WIDE_GAP * size
            if gap > 0.12 * size and text[-1:] not in ("", " "):
                text += " "
        if text[-1:] in ("", " "):
            kept = piece_text.lstrip()
            xs = xs[len(piece_text) - len(kept) :] if xs else None
            piece_text = kept
        start = len(text)
        text += piece_text
        end = start + len(piece_text.rstrip())
        if end > start:
            inked += end - start
            bold += (end - start) * span.bold
            italic += (end - start) * span.italic
            if (kind := _placed(span, base, size)) is not None:
                _add_mark(marks, text, start, end, kind)
            hits.extend(_hits(span, start, end, xs, links))
            before = (span, n)
    trimmed = re.sub(r" {2,}", " ", text).rstrip()
    if trimmed != text.rstrip():
        trimmed, marks, hits = _squeezed(text, marks, hits)
    x0, x1 = min(piece.x0 for piece in pieces), max(piece.x1 for piece in pieces)
    return Row(page, stack, x0, x1, base, size, trimmed, bold >= 0.9 * inked, italic >= 0.9 * inked, gaps, marks, hits)


def _main(spans: Sequence[Span]) -> tuple[float, float]:
    """The baseline and size of most characters; the largest size where all are capitals (small capitals are smaller
    ones of the same line)."""
    weights: Counter[tuple[float, float]] = Counter()
    for span in spans:
        weights[round(span.base), round(span.size, 1)] += len(span.text.strip())
    if len(weights) == 1:
        return next(iter(weights))
    largest = max(size for _, size in weights)
    _, size = max(
        weights.items(), key=lambda item: (item[1] * (1 if item[0][1] > 0.75 * largest else 0.5), item[0][1])
    )[0]
    bases: Counter[float] = Counter()
    for (base, one), weight in weights.items():
        if abs(one - size) < 0.12 * size:
            bases[base] += weight
    base = bases.most_common(1)[0][0]
    if all(span.text.upper() == span.text for span in spans):
        size = max(one for other, one in weights if other == base)
    return base, size


def _placed(span: Span, base: float, size: float) -> MarkKind | None:
    rise = base - span.base
    if abs(rise) < 0.08 * size or not re.search(r"[\w*∗†‡§¶]", span.text):
        return None
    small = span.size <= 0.9 * size
    if rise > 0.22 * size or (small and rise > 0.1 * size):
        return MarkKind.SUPERSCRIPT
    if rise < -0.22 * size or (small and rise < -0.08 * size):
        return MarkKind.SUBSCRIPT
    return None


def _add_mark(marks: list[tuple[int, int, MarkKind]], text: str, start: int, end: int, kind: MarkKind) -> None:
    if marks and marks[-1][2] is kind and not text[marks[-1][1] : start].strip():
        start = marks.pop()[0]
    marks.append((start, end, kind))


def _hits(span: Span, start: int, end: int, xs: Sequence[float] | None, links: Sequence[Link]) -> Iterator[Hit]:
    for link in links:
        x0, y0, x1, y1 = link.box
        if not (y0 - 1 <= span.base <= y1 + 1 and min(x1, span.x1) - max(x0, span.x0) > 0.5):
            continue
        if xs is not None and len(xs) >= end - start:
            first = start + bisect_left(xs, x0 - 0.2, hi=end - start)
            last = start + bisect_left(xs, x1 + 0.2, hi=end - start)
        else:
            per = (end - start) / max(0.1, span.x1 - span.x0)
            first = start + max(0, round((x0 - span.x0) * per))
            last = start + min(end - start, round((x1 - span.x0) * per))
        if last > first:
            yield first, last, link


def _squeezed(
    text: str, marks: Sequence[tuple[int, int, MarkKind]], hits: Sequence[Hit]
) -> tuple[str, list[tuple[int, int, MarkKind]], list[Hit]]:
    """Runs of spaces as one, with every place moved accordingly."""
    places, kept = [], ""
    for char in text:
        places.append(len(kept))
        if char != " " or kept[-1:] != " ":
            kept += char
    places.append(len(kept))
    moved = [(places[start], places[end], kind) for start, end, kind in marks]
    return kept.rstrip(), moved, [(places[start], places[end], link) for start, end, link in hits]

"""What a page carries beside its text: running heads and feet, page numbers, and the line numbers of a manuscript."""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tasks.readers.pdf.pages import Page, Piece

ZONE = 0.13
"""Running heads and feet lie in this share of the page's height, above or below."""
ROWS_IN_ZONE = 4
SAME_PLACE = 4.0
"""Points between the baselines of a running head on two pages."""
FEWEST_LINE_NUMBERS = 8
LONGEST_WITHIN = 40
"""Characters of a running head that no gap sets apart from the text."""

_PAGE_NUMBER = re.compile(
    r"[-–—\s|·•.]*(?:page|p\.|seite|第)?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*(?:(?:of|/|von)\s*\d{1,4})?\s*页?[-–—\s|·•.]*",
    re.IGNORECASE,
)
_NUMBER_AT_AN_END = re.compile(r"^\d{1,4}(?=\s)|(?<=\s)\d{1,4}$")

Rows = list[tuple[float, list[Piece]]]
"""Pieces by baseline, from the top."""


def drop_furniture(pages: Sequence[Page]) -> None:
    """Take running heads and feet, page numbers and line numbers off the pages."""
    _drop_line_numbers(pages)
    zones = [_zones(page) for page in pages]
    dropped: dict[int, set[int]] = defaultdict(set)
    for side in (0, 1):
        rows = [zone[side] for zone in zones]
        _repeated(rows, dropped)
        _page_numbers(pages, rows, dropped)
    if sum(map(len, dropped.values())) >= sum(len(page.pieces) for page in pages):
        # Nothing but heads and feet: whatever it is, it is what the document says.
        return
    for page in pages:
        if gone := dropped.get(page.number):
            page.pieces = [piece for piece in page.pieces if id(piece) not in gone]


def _zones(page: Page) -> tuple[Rows, Rows]:
    """The outermost rows above and below, each from the page's edge inwards."""
    by_base: Rows = []
    for piece in sorted(page.pieces, key=lambda one: one.base):
        if by_base and piece.base - by_base[-1][0] <= 2:
            by_base[-1][1].append(piece)
        else:
            by_base.append((piece.base, [piece]))
    top = [row for row in by_base[:ROWS_IN_ZONE] if row[0] <= page.height * ZONE]
    foot = [row for row in by_base[: -ROWS_IN_ZONE - 1 : -1] if row[0] >= page.height * (1 - ZONE)]
    return top, foot


def _repeated(zones: Sequence[Rows], dropped: dict[int, set[int]]) -> None:
    """Text that stands at the same height on several pages, numbers in it aside."""
    seen: dict[str, list[tuple[int, float, Piece]]] = defaultdict(list)
    for number, rows in enumerate(zones):
        outer = _apart_from_the_text(rows)
        for index, (base, pieces) in enumerate(rows):
            for piece in pieces:
                if index >= outer and len(piece.text) > LONGEST_WITHIN:
                    continue
                seen[re.sub(r"\d+", "#", " ".join(piece.text.split()).casefold())].append((number, base, piece))
    enough = 2 if len(zones) <= 5 else 3
    for key, places in seen.items():
        if not re.search(r"[^\W\d_]", key):
            continue
        for number, base, piece in places:
            alike = {other for other, place, _ in places if abs(place - base) <= SAME_PLACE}
            if len(alike) >= enough:
                dropped[number].add(id(piece))


def _apart_from_the_text(rows: Rows) -> int:
    """How many of the outermost rows a gap sets apart from what follows; 0 where there is no gap in sight."""
    for index, ((base, pieces), (inner, _)) in enumerate(itertools.pairwise(rows)):
        if abs(inner - base) > 1.6 * max(piece.size for piece in pieces):
            return index + 1
    return len(rows) if len(rows) < ROWS_IN_ZONE else 0


def _page_numbers(pages: Sequence[Page], zones: Sequence[Rows], dropped: dict[int, set[int]]) -> None:
    """Numbers alone in the outermost row that is left; and changing heads with a number at one end."""
    outer: dict[int, tuple[float, list[Piece]]] = {}
    gaps: dict[int, float] = {}
    for number, rows in enumerate(zones):
        left = [(base, rest) for base, pieces in rows if (rest := _kept(pieces, dropped[number]))]
        if left:
            outer[number] = left[0]
            kept = _kept(pages[number].pieces, dropped[number])
            inner = [piece.base for piece in kept if abs(piece.base - left[0][0]) > 2]
            gaps[number] = min((abs(base - left[0][0]) for base in inner), default=1e9)
    bases = Counter(round(base / SAME_PLACE) for base, _ in outer.values())
    texts = {
        number: " ".join(piece.text.strip() for piece in sorted(pieces, key=lambda one: one.x0))
        for number, (_, pieces) in outer.items()
    }
    usual = _usual_offset(texts)
    for number, (base, pieces) in outer.items():
        text = texts[number]
        alike = sum(bases[round(base / SAME_PLACE) + near] for near in (-1, 0, 1))
        apart = gaps[number] > 1.6 * max(piece.size for piece in pieces)
        bare = _PAGE_NUMBER.fullmatch(text) is not None and apart
        counted = usual in _offsets(number, text) and not _opens_raised(pieces)
        changing = alike >= max(3, 0.3 * len(pages)) and apart and len(text) <= 110 and counted
        if bare or changing:
            dropped[number].update(id(piece) for piece in pieces)


def _offsets(number: int, text: str) -> set[int]:
    """How far the numbers at a row's ends are from the place of its page."""
    return {int(found) - number for found in _NUMBER_AT_AN_END.findall(text)}


def _usual_offset(texts: Mapping[int, str]) -> int | None:
    """What most of the outermost rows with a number agree on: theirs are page numbers. None where they do not."""
    offsets = Counter(offset for number, text in texts.items() for offset in _offsets(number, text))
    most = offsets.most_common(1)
    return most[0][0] if most and most[0][1] >= 3 else None


def _opens_raised(pieces: Sequence[Piece]) -> bool:
    """Whether a row opens as a footnote does, with a small number."""
    first = min(pieces, key=lambda piece: piece.x0)
    return first.spans[0].size < 0.85 * max(span.size for span in first.spans)


def _kept(pieces: Sequence[Piece], gone: set[int]) -> list[Piece]:
    return [piece for piece in pieces if id(piece) not in gone]


def _drop_line_numbers(pages: Sequence[Page]) -> None:
    """Numbers in the margin that count up line by line, over the whole document or anew on each page."""
    numbers = [(page, piece) for page in pages for piece in page.pieces if re.fullmatch(r"\s*\d{1,5}\s*", piece.text)]
    if len(numbers) < FEWEST_LINE_NUMBERS:
        return
    lefts = sorted(piece.x0 for page in pages for piece in page.pieces if len(piece.text) > 30)
    rights = sorted(piece.x1 for page in pages for piece in page.pieces if len(piece.text) > 30)
    if not lefts:
        return
    # Beside nearly all of the text: the labels of a list stand at the text's own edge.
    left, right = lefts[len(lefts) // 20], rights[-1 - len(rights) // 20]
    for column in _columns_of_numbers(numbers):
        outside = all(piece.x1 < left for _, piece in column) or all(piece.x0 > right for _, piece in column)
        values = [int(piece.text) for _, piece in column]
        steps = Counter(after - before for before, after in itertools.pairwise(values))
        step, times = steps.most_common(1)[0]
        dense = len(column) * step >= 0.6 * _rows_beside(column)
        if outside and dense and step in (1, 5, 10) and times >= 0.7 * (len(values) - 1):
            gone = {id(piece) for _, piece in column}
            for page in pages:
                page.pieces = [piece for piece in page.pieces if id(piece) not in gone]


def _rows_beside(column: Sequence[tuple[Page, Piece]]) -> int:
    """How many rows of text lie between the first and the last of the numbers, on all their pages."""
    spans: dict[int, tuple[Page, float, float]] = {}
    for page, piece in column:
        _, top, foot = spans.get(page.number, (page, piece.base, piece.base))
        spans[page.number] = (page, min(top, piece.base), max(foot, piece.base))
    return sum(
        len(
            {
                round(piece.base / 3)
                for piece in page.pieces
                if len(piece.text) > 5 and top - 5 <= piece.base <= foot + 5
            }
        )
        for page, top, foot in spans.values()
    )


def _columns_of_numbers(numbers: Sequence[tuple[Page, Piece]]) -> Iterator[list[tuple[Page, Piece]]]:
    """Numbers that share their left or their right edge, in reading order."""
    for right in (True, False):
        columns: dict[int, list[tuple[Page, Piece]]] = defaultdict(list)
        for page, piece in numbers:
            columns[round((piece.x1 if right else piece.x0) / 3)].append((page, piece))
        for column in columns.values():
            if len(column) >= FEWEST_LINE_NUMBERS:
                yield sorted(column, key=lambda one: (one[0].number, one[1].base))

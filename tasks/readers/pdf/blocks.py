"""Paragraphs out of rows: where one ends and the next begins, and which go on in the next column."""

import itertools
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tasks.language.scripts import CJK
from tasks.readers.contract import MarkKind
from tasks.readers.pdf.lines import Row
from tasks.readers.pdf.text import address_goes_on

NEW_PARAGRAPH = 1.3
"""Times the usual distance of baselines."""


class Role(StrEnum):
    """What a block is in the flow of reading."""

    FLOW = "flow"
    HEADING = "heading"
    ASIDE = "aside"
    """A caption or small print: read, but the text around it goes on past it."""
    TABLE = "table"
    NOTE = "note"
    ENTRY = "entry"


@dataclass(slots=True, eq=False)
class Block:
    """Rows that are one paragraph."""

    rows: list[Row]
    role: Role = Role.FLOW
    level: int | None = None
    note: str | None = None
    host: Row | None = None
    """The row that a note's number stands in."""
    table: tuple[int, int] | None = None
    anchors: list[str] = field(default_factory=list)
    entry: int | None = None
    """Its place among the entries of all reference lists, from 0."""

    @property
    def text(self) -> str:
        """Its rows with a space between them: for looking at, not for keeping."""
        return " ".join(row.text for row in self.rows)

    @property
    def size(self) -> float:
        """The size of most of its characters."""
        sizes: Counter[float] = Counter()
        for row in self.rows:
            sizes[round(row.size, 1)] += len(row.text)
        return sizes.most_common(1)[0][0]


CAPTION = re.compile(
    r"(?:(?:supplement(?:ary|al)\s|extended data\s)?(?:fig(?:ure|\.)?|table|scheme|chart|plate|algorithm|listing|box)"
    r"\s*[A-Z]?\d{1,3}(?:[.–-]\d{1,2})?[a-z]?\s*(?:[.:|—–]|$|\s(?=[A-Z]))|[图表]\s*\d{1,3}(?:[-–.．]\d{1,2})?\s*[^\s\d])",
    re.IGNORECASE,
)
_SURE_CAPTION = re.compile(r"\S+\s*[A-Z]?\d{1,3}(?:[.–-]\d{1,2})?[a-z]?\s*[.:|]\s", re.IGNORECASE)
_BULLET = re.compile(r"[•▪●◦‣⋄■□–]\s|(?:\d{1,2}|[a-z])[.)]\s|\((?:\d{1,2}|[a-z]|[ivx]{1,4})\)\s")
_CLOSED = re.compile(r"[.!?:;。！？：；…][\"'”’»)\]）】]*(?:\s?[\[［【][\d,;\s–-]+[\]］】])?$")
_STARTS_LOW = re.compile(r"[a-zà-ÿ(\[,;)\]，。；、]")
_CJK_START = re.compile(rf"[{CJK}]")


def is_closed(row: Row) -> bool:
    """Whether a row ends as a sentence does; raised numbers behind the full stop aside."""
    last = row.marks[-1] if row.marks else None
    text = row.text[: last[0]] if last and last[1] >= len(row.text) and last[2] is MarkKind.SUPERSCRIPT else row.text
    return _CLOSED.search(text.rstrip()) is not None


def measure(stacks: Sequence[Sequence[Row]]) -> None:
    """Give every row its column's edges and usual leading."""
    edges: dict[int, list[float]] = defaultdict(list)
    leadings: dict[float, list[float]] = defaultdict(list)
    for rows in stacks:
        if len(rows) >= 6:
            edges[round(_left(rows) / 8)].append(max(row.x1 for row in rows))
        for size, gap in _gaps(rows):
            leadings[size].append(gap)
    usual = {size: _quartile(gaps) for size, gaps in leadings.items()}
    for rows in stacks:
        if not rows:
            continue
        left, right = _left(rows), max(row.x1 for row in rows)
        if len(rows) < 6:
            near = [x for n in (-1, 0, 1) for x in edges.get(round(left / 8) + n, ())]
            right = max([right, *([statistics.median(near)] if near else [])])
        own: dict[float, list[float]] = defaultdict(list)
        for size, gap in _gaps(rows):
            own[size].append(gap)
        for row in rows:
            row.left, row.right = left, right
            size = round(row.size)
            gaps = own.get(size, [])
            row.leading = _quartile(gaps) if len(gaps) >= 4 else usual.get(size, 1.2 * row.size)
        _narrow(rows)


def _narrow(rows: Sequence[Row]) -> None:
    """Edges of their own for blocks that are set narrower than their column, such as abstracts and quotations."""
    run: list[Row] = []
    for row in [*rows, None]:
        last = run[-1] if run else None
        alike = row is not None and last is not None and abs(row.size - last.size) < 0.6
        if alike and row is not None and last is not None and 0 < row.base - last.base <= 1.25 * last.leading:
            run.append(row)
            continue
        if len(run) >= 3:
            left, right = _left(run), max(one.x1 for one in run)
            full = sum(1 for one in run if right - one.x1 <= 2)
            if run[0].right - right > 2 * run[0].size and left - run[0].left > run[0].size and full >= 2:
                for one in run:
                    one.left, one.right = left, right
        run = [row] if row is not None else []


def _left(rows: Sequence[Row]) -> float:
    """The leftmost edge that a fair share of the rows begin at."""
    counted = Counter(round(row.x0 / 2) for row in rows)
    shares = [x for x, _ in counted.items() if counted[x] + counted[x + 1] >= max(1, 0.12 * len(rows))]
    place = min(shares, default=round(rows[0].x0 / 2))
    return min(row.x0 for row in rows if round(row.x0 / 2) in (place, place + 1))


def _gaps(rows: Sequence[Row]) -> list[tuple[int, float]]:
    pairs = itertools.pairwise(rows)
    return [
        (round(b.size), b.base - a.base)
        for a, b in pairs
        if abs(a.size - b.size) < 0.6 and b.base - a.base > 0.5 * b.size
    ]


def _quartile(gaps: Sequence[float]) -> float:
    ordered = sorted(gaps)
    return ordered[len(ordered) // 4]


def usual_size(rows: Sequence[Row]) -> float:
    """The size most characters are set in."""
    sizes: Counter[float] = Counter()
    for row in rows:
        sizes[round(row.size * 2) / 2] += len(row.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def blocks_of(rows: Sequence[Row]) -> list[Block]:
    """The rows of one stack as paragraphs and tables."""
    blocks: list[Block] = []
    for index, row in enumerate(rows):
        before = blocks[-1].rows if blocks else None
        after = rows[index + 1] if index + 1 < len(rows) else None
        tabular = row.gaps >= 1 and _tabular(rows, index)
        if tabular:
            blocks.append(Block([row], Role.TABLE))
        elif before is None or blocks[-1].role is Role.TABLE or breaks(before, row, after):
            blocks.append(Block([row]))
        else:
            before.append(row)
    return blocks


def _tabular(rows: Sequence[Row], index: int) -> bool:
    """Two or more rows of cells one above the other, one of them with three cells or more."""
    near = [rows[n] for n in (index - 1, index + 1) if 0 <= n < len(rows)]
    near = [row for row in near if abs(row.base - rows[index].base) < 3.5 * row.size]
    if rows[index].gaps >= 2:
        return any(row.gaps >= 1 for row in near)
    return any(row.gaps >= 2 for row in near)


def breaks(block: Sequence[Row], row: Row, after: Row | None) -> bool:
    """Whether a row begins a new paragraph, after those of `block` and before `after`."""
    last = block[-1]
    gap = row.base - last.base
    leading = min(last.leading, row.leading) or 1.2 * row.size
    other = abs(last.size - row.size) / max(last.size, row.size) if min(len(last.text), len(row.text)) > 3 else 0.0
    if other > 0.15 or (other > 0.08 and (gap > 1.12 * leading or last.leaves_room_for(row))):
        return True
    if address_goes_on(last.text, row.text) and gap < NEW_PARAGRAPH * leading:
        return False
    if gap > NEW_PARAGRAPH * leading or gap < 0:
        title = _centred(last) and _centred(row) and row.size > 12 and gap < 1.7 * leading
        return not title and not _regular(block, row, after)
    if re.search(r"[^\W\d][-\u00ad\u2010]$", last.text) and row.text[:1].islower():
        return False
    if last.bold != row.bold and (_short(last) or _short(row)):
        return True
    if last.italic != row.italic and _short(last) and len(block) == 1 and not is_closed(last):
        return True
    if CAPTION.match(row.text) and _SURE_CAPTION.match(row.text) and last.leaves_room_for(row):
        return True
    return _moved(block, row, after)


def _regular(block: Sequence[Row], row: Row, after: Row | None) -> bool:
    """Whether a wide gap is the spacing of the text itself, since the gap before or behind it is as wide."""
    last = block[-1]
    gap = row.base - last.base
    if not 0 < gap < 3 * row.size or last.leaves_room_for(row):
        return False
    near = [last.base - block[-2].base] if len(block) > 1 else []
    near += [after.base - row.base] if after is not None else []
    return any(abs(gap - other) <= 0.05 * gap for other in near)


def _moved(block: Sequence[Row], row: Row, after: Row | None) -> bool:
    last = block[-1]
    early = last.leaves_room_for(row)
    closed = is_closed(last)
    if _centred(last) and _centred(row) and not closed:
        return False
    if 0.7 < row.indent < 6 and last.indent < 0.5:
        hanging = after is not None and abs(after.x0 - row.x0) < 2 and after.page == row.page
        if not hanging and not (_BULLET.match(block[0].text) and len(block) == 1):
            return closed or early or row.text[:1].isupper() or _CJK_START.match(row.text) is not None
    if row.indent < 0.5 and last.indent > 0.7 and len(block) > 1 and (closed or early):
        return True
    if _BULLET.match(row.text) and (closed or early) and row.x0 <= block[0].x0 + 2:
        return True
    return early and (closed or not _STARTS_LOW.match(row.text))


def _short(row: Row) -> bool:
    return row.ends_early > 0.12 * (row.right - row.left) or len(row.text) < 60


def _centred(row: Row) -> bool:
    before, behind = row.x0 - row.left, row.right - row.x1
    return before > 1.5 * row.size and abs(before - behind) < 0.12 * (row.right - row.left)


def is_caption(block: Block, body: float) -> bool:
    """Whether a block is the caption of a figure or table, and no sentence that begins with its name."""
    text = block.text
    if not CAPTION.match(text):
        return False
    return bool(_SURE_CAPTION.match(text)) or block.size < 0.95 * body or block.rows[0].bold or len(text) < 150


def join(blocks: Sequence[Block]) -> list[Block]:
    """Paragraphs that go on in the next column, on the next page or behind a figure are put together."""
    kept: list[Block] = []
    open_block: Block | None = None
    for block in blocks:
        if block.role is Role.FLOW:
            if open_block is not None and _goes_on(open_block, block):
                open_block.rows.extend(block.rows)
                continue
            open_block = block
        elif block.role in (Role.HEADING, Role.ENTRY):
            open_block = None
        kept.append(block)
    return kept


def _goes_on(before: Block, block: Block) -> bool:
    last, first = before.rows[-1], block.rows[0]
    if abs(before.size - block.size) > 0.06 * before.size or (last.bold != first.bold and len(before.rows) < 3):
        return False
    if not 0 <= first.page - last.page <= 1:
        return False
    closed = is_closed(last)
    low = _STARTS_LOW.match(first.text) is not None
    if last.stack == first.stack:
        return not closed and low and first.base - last.base > 2.5 * last.size and not last.leaves_room_for(first)
    if re.search(r"\w[-\u00ad\u2010]$", last.text) and low:
        return True
    if closed:
        indents = len(block.rows) > 1 and first.x0 - block.rows[1].x0 > 0.7 * first.size
        return not indents and len(block.rows) > 1 and len(before.rows) > 1 and not last.leaves_room_for(first) and low
    return low or (not last.leaves_room_for(first) and not _BULLET.match(first.text) and len(before.rows) > 1)

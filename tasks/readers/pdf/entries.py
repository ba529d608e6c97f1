"""Where the entries of a reference list begin: by their labels, or by how unlabelled entries are set."""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from tasks.language.scripts import CJK, fold_width
from tasks.readers.pdf.lines import Row

LABEL = re.compile(
    rf"\s*(?:[\[【〔]\s?(?P<square>\d{{1,4}})[a-z]?\s?[\]】〕]\.?|\((?P<round>\d{{1,3}})\)|"
    rf"(?P<dotted>\d{{1,4}})\s?[.、)](?!\d)|(?P<plain>\d{{1,3}})(?=\s+[A-Z{CJK}\"“]))\s*"
)
_KEY = re.compile(r"\s*\[(?=[^\]]*[A-Za-z])[\w+.,\-/: ]{2,30}\]\s")
LARGEST_GAP = 3
"""Numbers a list may leave out."""

_INITIALS = r"(?:[A-Z]\.?[\s‐-]?){1,4}"
_NAME = r"(?:(?:van|von|de|del|della|di|da|dos|den|der|la|le|du|ten|ter|el|al)\s){0,3}[^\W\d_a-z][\w'’‐-]+"
_PERSON = re.compile(
    rf"{_NAME}(?:\s{_NAME})?,?\s{_INITIALS}(?=[,.;:&(\s]|$)|{_INITIALS}\s?{_NAME}(?:,|\sand\b|\s&|\.|:|\s\()|"
    rf"{_NAME},\s[^\W\d_a-z][\w.'’-]+|{_NAME}(?:\s{_NAME}){{1,3}},\s|[{CJK}·]{{2,12}}\s?[,，、.．;；:：]"
)
_BODY_YEAR = re.compile(r"[^\W\d_a-z].{2,120}?[.,]?\s?\(?(?:19|20)\d\d[a-z]?\)?[.,:]")
_CLOSED = re.compile(r"(?:[.!?。．)\]”’\"]|\d[\d–-]*|/\S*|\.\w+/\S+)$")


def opens_like_an_entry(text: str) -> bool:
    """Whether a row opens with a person's name and initials, or with a body's name and a year."""
    return bool(_PERSON.match(text) or _BODY_YEAR.match(text))


def numbered_starts(rows: Sequence[Row]) -> list[int]:
    """Where entries begin by their labels; none where the rows are not labelled.

    A number that skips or runs backwards is accepted in square brackets at the labels' edge, for it is the list's own
    fault to report; else the numbers must count up, since a continuation may begin with a volume or a page.
    """
    best: list[int] = []
    for style in ("square", "round", "dotted", "plain", "raised"):
        starts = _counted(rows, style)
        if starts and starts[0] <= 3 and len(starts) > len(best):
            best = starts
    keys = [index for index, row in enumerate(rows) if _KEY.match(row.text) and row.indent < 2]
    if len(keys) > len(best) and keys[0] <= 2:
        return keys
    enough = len(best) >= 2 or (len(best) == 1 and len(rows) <= 8)
    return best if enough else []


def _number(row: Row, style: str) -> int | None:
    if style == "raised":
        raised = row.opens_raised
        return int(raised) if re.fullmatch(r"\d{1,4}", raised) else None
    match = LABEL.match(fold_width(row.text))
    group = match.group(style) if match else None
    return int(group) if group else None


def _counted(rows: Sequence[Row], style: str) -> list[int]:
    starts: list[int] = []
    numbers: list[int] = []
    for index, row in enumerate(rows):
        number = _number(row, style)
        if number is None:
            continue
        if not starts:
            if number == 1 or (index <= 1 and number < 1000):
                starts.append(index)
                numbers.append(number)
            continue
        if row.indent > 2.5 and rows[starts[-1]].indent < 1.5:
            continue
        counts_up = numbers[-1] < number <= numbers[-1] + LARGEST_GAP
        if counts_up and number > numbers[-1] + 1 and _comes(rows[index + 1 :], numbers[-1] + 1, style):
            continue
        at_the_edge = style == "square" and abs(row.indent - rows[starts[-1]].indent) < 1.2 and number < 1000
        again = number == 1 and style in ("dotted", "round") and _followed_by_two(rows[index + 1 :], style)
        if counts_up or again or (at_the_edge and _CLOSED.search(rows[index - 1].text)):
            starts.append(index)
            numbers.append(number)
    return starts


def _comes(rows: Sequence[Row], wanted: int, style: str) -> bool:
    """Whether the number that is next stands before one of the coming rows."""
    return any(_number(row, style) == wanted for row in rows[:12])


def _followed_by_two(rows: Sequence[Row], style: str) -> bool:
    coming = (number for row in rows[:12] if (number := _number(row, style)) is not None)
    return next(coming, None) == 2


def unnumbered_starts(rows: Sequence[Row]) -> list[int]:
    """Where entries begin by hanging or first-line indents, by extra leading, or by names after a finished line."""
    if not rows:
        return []
    starts = _by_indent(rows)
    if starts is None:
        starts = _by_leading(rows)
    if starts is None:
        starts = _by_names(rows)
    return [start for n, start in enumerate(starts) if n == 0 or not _runs_on(rows, start)]


def _runs_on(rows: Sequence[Row], index: int) -> bool:
    """Whether a supposed start only goes on: in small letters, after a row that has not ended."""
    text, before = rows[index].text, rows[index - 1].text
    particle = re.match(r"(?:van|von|de|del|della|di|da|dos|den|der|la|le|du|ten|ter|el|al|d['’])\s?[A-Z]", text)
    return text[:1].islower() and particle is None and not re.search(r"[.!?。]\s*$", before)


def _by_indent(rows: Sequence[Row]) -> list[int] | None:
    """Starts by indents; None where rows are not set so."""
    edges = _edges(rows)
    offsets = [row.x0 - edges[row.stack] for row in rows]
    inner = [offset for offset in offsets if offset > 0.5 * rows[0].size]
    if not 0.1 * len(rows) <= len(inner) <= 0.93 * len(rows) and not (inner and len(rows) <= 6):
        return None
    most, _ = Counter(round(offset / 3) for offset in inner).most_common(1)[0]
    alike = sum(1 for offset in inner if abs(offset / 3 - most) <= 1)
    if alike < 0.7 * len(inner):
        return None
    flush = [n for n, offset in enumerate(offsets) if offset <= 0.5 * rows[0].size]
    indented = [n for n, offset in enumerate(offsets) if offset > 0.5 * rows[0].size]
    if not flush:
        return None
    share_flush = sum(opens_like_an_entry(rows[n].text) for n in flush) / len(flush)
    share_inner = sum(opens_like_an_entry(rows[n].text) for n in indented) / len(indented)
    if max(share_flush, share_inner) < 0.3:
        return None
    return flush if share_flush >= share_inner else indented


def _edges(rows: Sequence[Row]) -> dict[int, float]:
    """The left edge of the list in each stack. A stack that holds continuation rows alone borrows it from the stack
    whose indented rows begin where its rows do."""
    by_stack: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        by_stack[row.stack].append(row.x0)
    edges = {stack: min(xs) for stack, xs in by_stack.items()}
    hangs = [
        (edges[stack], most)
        for stack, xs in by_stack.items()
        if (inner := [x for x in xs if x > edges[stack] + 4])
        for most in [Counter(round(x) for x in inner).most_common(1)[0][0]]
    ]
    for stack, xs in by_stack.items():
        if max(xs) - min(xs) < 2:
            edges[stack] = next((edge for edge, inner in hangs if abs(inner - xs[0]) < 2), edges[stack])
    return edges


def _by_leading(rows: Sequence[Row]) -> list[int] | None:
    gaps = [b.base - a.base if a.stack == b.stack else None for a, b in itertools.pairwise(rows)]
    known = sorted(gap for gap in gaps if gap is not None and gap > 0)
    if len(known) < 2:
        return None
    usual = known[len(known) // 5]
    wide = [gap for gap in known if gap > 1.18 * usual]
    if not 0.08 * len(known) <= len(wide) <= 0.95 * len(known):
        return None
    starts = [0]
    for index, gap in enumerate(gaps, start=1):
        before, row = rows[index - 1], rows[index]
        if gap is None:
            opens = _CLOSED.search(before.text) and opens_like_an_entry(row.text) and not row.text[:1].islower()
        else:
            opens = gap > 1.18 * usual
        if opens:
            starts.append(index)
    return starts


def _by_names(rows: Sequence[Row]) -> list[int]:
    starts = [0]
    for index in range(1, len(rows)):
        before, row = rows[index - 1], rows[index]
        closed = _CLOSED.search(before.text) is not None
        named = opens_like_an_entry(row.text)
        early = before.leaves_room_for(row)
        if (
            closed
            and ((early and not row.text[:1].islower()) or (named and _PERSON.match(row.text) and early is not False))
        ) or (closed and _PERSON.match(row.text) and re.search(r"(?:19|20)\d\d", row.text)):
            starts.append(index)
    return starts

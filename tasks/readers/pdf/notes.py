"""Footnotes: the small rows at a column's foot, and the raised number in the text that points to them."""

import re
from collections.abc import Sequence

from tasks.readers.contract import MarkKind
from tasks.readers.pdf.blocks import Block, Role
from tasks.readers.pdf.lines import Row

_SYMBOL = re.compile(r"([*∗†‡§¶]{1,3})\s?(?=\S)")
_NUMBER = re.compile(r"(\d{1,3})[.)]?\s?(?=\S)")


def take_notes(rows: list[Row], page: Sequence[Row], height: float, body: float) -> list[Block]:
    """Footnotes at the foot of one stack, taken off its rows; the mark in the text that each belongs to is taken out.

    `page` are the rows of the whole page. A note opens with a raised number or a sign, stands apart from the text, and
    nothing larger follows it; a number that is not raised needs its raised twin in the text.
    """
    for index, row in enumerate(rows):
        if row.base < 0.4 * height or _label(row, page) is None:
            continue
        before = rows[index - 1] if index else None
        if before is not None and not re.search(r"\w", before.text.replace("_", "")):
            before = None  # a rule typed with underscores
        apart = before is None or row.base - before.base > 1.25 * max(before.leading, 1.1 * row.size)
        smaller = all(later.size <= 0.95 * body for later in rows[index:])
        raised = bool(row.opens_raised)
        if smaller and (apart or (before is not None and row.size < 0.93 * before.size)) and (raised or apart):
            notes = _notes(rows[index:], page)
            del rows[index:]
            return notes
    return []


def _label(row: Row, page: Sequence[Row]) -> str | None:
    raised = row.opens_raised
    if raised:
        return raised if len(raised) <= 3 else None
    if match := _SYMBOL.match(row.text):
        return match.group(1)
    if (match := _NUMBER.match(row.text)) and _hosts(match.group(1), page, row):
        return match.group(1)
    return None


def _hosts(label: str, page: Sequence[Row], note: Row) -> list[tuple[Row, int]]:
    """The raised marks on the page with this text, in rows larger than the note's; none where they are more than a
    note can have (numbers of authors' institutions)."""
    found = [
        (row, index)
        for row in page
        for index, (start, end, kind) in enumerate(row.marks)
        if kind is MarkKind.SUPERSCRIPT
        and row.text[start:end].strip(" ,.") == label
        and start > 0
        and row.size > note.size
    ]
    return found if len(found) <= 3 else []


def _notes(rows: Sequence[Row], page: Sequence[Row]) -> list[Block]:
    notes: list[Block] = []
    for row in rows:
        label = _label(row, page)
        if label is None and notes:
            notes[-1].rows.append(row)
            continue
        hosts = _hosts(label or "", page, row)
        notes.append(Block([row], Role.NOTE, note=label, host=hosts[-1][0] if hosts else None))
        if label is not None:
            _cut(row, 0, len(label) + (row.text[: len(label)] != label))
        for host, index in reversed(hosts):
            start, end, _ = host.marks[index]
            _cut(host, start, end)
    return notes


def _cut(row: Row, start: int, end: int) -> None:
    """Take characters out of a row, and the marks on them."""
    while start == 0 and row.text[end : end + 1] == " ":
        end += 1
    gone = end - start

    def moved(place: int) -> int:
        return place if place <= start else max(start, place - gone)

    row.text = row.text[:start] + row.text[end:]
    row.marks = [(moved(a), moved(b), kind) for a, b, kind in row.marks if moved(b) > moved(a)]
    row.hits = [(moved(a), moved(b), link) for a, b, link in row.hits if moved(b) > moved(a)]

"""The reference list of a PDF: where it stands, and which rows are one entry."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from state.manuscript import SectionKind
from tasks.language.scripts import fold_width
from tasks.language.sections import heading_number, section_kind
from tasks.readers.pdf.blocks import CAPTION
from tasks.readers.pdf.entries import LABEL, numbered_starts, opens_like_an_entry, unnumbered_starts
from tasks.readers.pdf.headings import style_of
from tasks.readers.pdf.lines import Row

FEWEST_WITHOUT_HEADING = 3
_PUBLISHED = re.compile(
    r"(?<!\d)(?:1[89]|20)\d\d[a-z]?(?!\d)|\b10\.\d{4,9}/|\[[JMDCNRPSZ](?:/OL)?\]|https?://|in press|forthcoming|n\.d\.",
    re.IGNORECASE,
)
_NOT_IN_A_LIST = (
    SectionKind.APPENDIX, SectionKind.OTHER, SectionKind.INTRODUCTION, SectionKind.METHODS, SectionKind.RESULTS,
    SectionKind.DISCUSSION, SectionKind.CONCLUSION, SectionKind.ABSTRACT,
)  # fmt: skip
_LEGENDS = re.compile(r"(?:figure|table)s?(?: legends?| captions?)?$|(?:图|表)(?:题|注|例)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PrintedList:
    """One list: the place of its heading among the rows (-1 where it has none), and its entries, rows in order."""

    heading: int
    entries: tuple[tuple[Row, ...], ...]


def find_lists(rows: Sequence[Row]) -> list[PrintedList]:
    """The lists of a document, in reading order: under their headings, or else by their form."""
    found: list[PrintedList] = []
    start = 0
    while start < len(rows):
        if not _opens_list(rows, start):
            start += 1
            continue
        end = _end(rows, start)
        entries = _entries(rows[start + 1 : end])
        if entries and _published(entries):
            found.append(PrintedList(start, tuple(entries)))
            start = end
        else:
            start += 1
    return found or _without_heading(rows)


def _opens_list(rows: Sequence[Row], index: int) -> bool:
    """Whether a row is the heading of a list: its words alone on a row, and what follows begins like an entry."""
    row = rows[index]
    if len(row.text) > 60 or section_kind(row.text) is not SectionKind.REFERENCES or row.text[:1].islower():
        return False
    before = rows[index - 1] if index else None
    alike = before is not None and before.stack == row.stack and before.size == row.size and before.bold == row.bold
    plain = not row.bold and not any(row.size > 1.05 * one.size for one in rows[index + 1 : index + 4])
    close = plain and alike and before is not None and row.base - before.base < 1.15 * row.leading
    if close and before is not None and not before.leaves_room_for(row):
        # `References` as the last word of a sentence: the row above runs on into it.
        return False
    coming = rows[index + 1 : index + 9]
    return any(
        LABEL.match(fold_width(one.text)) or one.opens_raised or opens_like_an_entry(one.text) for one in coming[:3]
    ) or (any(_PUBLISHED.search(one.text) for one in coming))


def _end(rows: Sequence[Row], start: int) -> int:
    """The place after a list's last row: where the next heading stands, or the document ends."""
    head = rows[start]
    style = style_of([head])
    coming = rows[start + 1 : start + 12]
    sizes = sorted(row.size for row in coming)
    size = sizes[len(sizes) // 2] if sizes else head.size
    distinct = style[0] > 1.05 * size or (head.bold and not all(row.bold for row in coming)) or style[2]
    for index in range(start + 2, len(rows)):
        row = rows[index]
        if len(row.text) > 90 or (LABEL.match(fold_width(row.text)) and heading_number(row.text) is None):
            continue
        own = style_of([row])
        alone = row.ends_early > 0.25 * (row.right - row.left)
        heads = own[0] > 1.05 * size or (own[1] and not _mostly_bold(coming)) or own[2]
        kind = section_kind(row.text)
        if kind in _NOT_IN_A_LIST and heads and alone:
            return index
        if kind is SectionKind.REFERENCES and heads:
            return index
        if _LEGENDS.match(row.text.strip()) and heads:
            return index
        like_the_heading = abs(own[0] - style[0]) < 0.4 and own[1] == style[1] and own[2] == style[2]
        if distinct and like_the_heading and own[0] >= size and not _PUBLISHED.search(row.text) and _apart(rows, index):
            return index
    return len(rows)


def _mostly_bold(rows: Sequence[Row]) -> bool:
    return sum(row.bold for row in rows) > 0.5 * len(rows)


def _apart(rows: Sequence[Row], index: int) -> bool:
    """Whether a row stands apart from the one before it, or opens its column."""
    row, before = rows[index], rows[index - 1]
    return row.stack != before.stack or row.base - before.base > 1.25 * row.leading


def _entries(rows: Sequence[Row]) -> list[tuple[Row, ...]]:
    """The rows of a list cut into entries; none where no way of cutting fits."""
    starts = numbered_starts(rows)
    numbered = bool(starts)
    if not starts:
        starts = unnumbered_starts(rows)
    if not starts:
        return []
    cut = [list(rows[low:high]) for low, high in zip(starts, [*starts[1:], len(rows)], strict=True)]
    kept = [_without_floats(entry) for entry in cut]
    kept[-1] = _trimmed(kept, numbered)
    if not numbered:
        kept = [entry for entry in kept if len(" ".join(row.text for row in entry)) > 20]
    return [tuple(entry) for entry in kept if entry]


def _without_floats(entry: list[Row]) -> list[Row]:
    """An entry's rows up to a caption that a page break brought between them."""
    for index, row in enumerate(entry[1:], start=1):
        if CAPTION.match(row.text) and row.stack != entry[0].stack and re.match(r"\S+\s*\d+\s*[.:]", row.text):
            return entry[:index]
    return entry


def _trimmed(entries: Sequence[list[Row]], numbered: bool) -> list[Row]:
    """The last entry without what stands below the list: rows set apart, or set otherwise, or out of its column."""
    last = entries[-1]
    inner = [
        b.base - a.base
        for entry in entries
        for a, b in itertools.pairwise(entry)
        if a.stack == b.stack and b.base - a.base > 0
    ]
    usual = sorted(inner)[len(inner) // 2] if inner else 1.2 * last[0].size
    edges = [row.x0 - row.left for entry in entries[:-1] for row in entry]
    inmost = max(edges, default=1e9) + 4
    for index, row in enumerate(last[1:], start=1):
        before = last[index - 1]
        far = row.stack == before.stack and row.base - before.base > 1.45 * usual
        other = abs(row.size - last[0].size) > 0.08 * row.size and row.base - before.base > 1.1 * usual
        out = len(entries) > 1 and row.x0 - row.left > inmost and numbered
        elsewhere = row.stack != before.stack and not _may_go_on(before, row)
        if far or other or out or elsewhere:
            return last[:index]
    return last


def _may_go_on(before: Row, row: Row) -> bool:
    return not re.search(r"[.\d]\s*$", before.text) or row.text[:1].islower()


def _published(entries: Sequence[Sequence[Row]]) -> bool:
    """Whether most of the entries name a year, an address or the like."""
    texts = [" ".join(row.text for row in entry) for entry in entries]
    return sum(1 for text in texts if _PUBLISHED.search(text)) >= 0.5 * len(texts)


def _without_heading(rows: Sequence[Row]) -> list[PrintedList]:
    """A list that no heading announces: the longest run counted up from 1 that names years, or the whole end of the
    document where everything in it opens like an entry."""
    best: list[tuple[Row, ...]] = []
    for index, row in enumerate(rows):
        match = LABEL.match(fold_width(row.text))
        if match is None or next((int(group) for group in match.groups() if group), 0) != 1:
            continue
        entries = _entries(rows[index:])
        if len(entries) >= FEWEST_WITHOUT_HEADING and len(entries) > len(best) and _all_entries(entries):
            best = entries
    if best:
        return [PrintedList(-1, tuple(best))]
    tail = next((n for n, row in enumerate(rows) if opens_like_an_entry(row.text)), None)
    if tail is None or tail > 0.5 * len(rows):
        return []
    entries = _entries(rows[tail:])
    alike = [entry for entry in entries if opens_like_an_entry(entry[0].text) and _PUBLISHED.search(entry[0].text)]
    if len(entries) >= 2 and len(alike) >= 0.9 * len(entries):
        return [PrintedList(-1, tuple(entries))]
    return []


def _all_entries(entries: Sequence[Sequence[Row]]) -> bool:
    texts = [" ".join(row.text for row in entry) for entry in entries]
    alike = sum(1 for text in texts if _PUBLISHED.search(text) and 30 < len(text) < 1200)
    named = sum(1 for entry in entries if opens_like_an_entry(LABEL.sub("", fold_width(entry[0].text), count=1)))
    return alike >= 0.8 * len(texts) and named >= 0.5 * len(texts)

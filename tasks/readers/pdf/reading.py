"""A PDF manuscript put together: pages, columns, rows, notes, the reference list, paragraphs, headings, marks."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tasks.readers.contract import Mark, MarkKind, Paragraph, ParagraphKind, Reading
from tasks.readers.pdf.blocks import CAPTION, Block, Role, blocks_of, is_caption, join, measure, usual_size
from tasks.readers.pdf.columns import stacks
from tasks.readers.pdf.furniture import drop_furniture
from tasks.readers.pdf.headings import mark_headings
from tasks.readers.pdf.lines import Hit, Row, rows_of
from tasks.readers.pdf.links import bind_links, citations
from tasks.readers.pdf.notes import take_notes
from tasks.readers.pdf.pages import Link, Page, read_pages
from tasks.readers.pdf.references import find_lists
from tasks.readers.pdf.text import joint, vocabulary


class NoText(Exception):
    """The pages hold no text layer."""


def read_document(document: Any) -> Reading:
    """What an open pymupdf document says. NoText where it is pictures only; TooMuch where it is beyond the bounds.

    Warnings: `pages_without_text=N` (pictures, not read), `figure_text=N` (rows inside figures, left out).
    """
    pages = read_pages(document)
    if not any(page.pieces for page in pages):
        raise NoText
    empty = sum(1 for page in pages if page.pictured)
    drop_furniture(pages)
    columns, notes = _rows(pages)
    lost: Counter[str] = Counter({"pages_without_text": empty})
    blocks = _blocks(columns, notes, lost)
    every = [row for rows in columns for row in rows]
    paragraphs = _paragraphs(blocks, every)
    warnings = tuple(f"{code}={count}" for code, count in sorted(lost.items()) if count)
    return Reading(format="pdf", paragraphs=tuple(paragraphs), warnings=warnings)


def _rows(pages: Sequence[Page]) -> tuple[list[list[Row]], list[list[Block]]]:
    """The rows of every stack in reading order, and the notes at the foot of each."""
    columns: list[list[Row]] = []
    of_page: list[list[int]] = []
    for page in pages:
        of_page.append([])
        for pieces in stacks(page):
            of_page[-1].append(len(columns))
            columns.append(rows_of(pieces, page.number, len(columns), page.links))
    measure(columns)
    body = usual_size([row for rows in columns for row in rows])
    notes: list[list[Block]] = [[] for _ in columns]
    for page, places in zip(pages, of_page, strict=True):
        whole = [row for place in places for row in columns[place]]
        for place in places:
            notes[place] = take_notes(columns[place], whole, page.height, body)
    return columns, notes


def _blocks(columns: Sequence[list[Row]], notes: Sequence[list[Block]], lost: Counter[str]) -> list[Block]:
    rows = [row for column in columns for row in column]
    lists = find_lists(rows)
    listed = {id(row): n for n, found in enumerate(lists) for entry in found.entries for row in entry}
    heads = {id(rows[found.heading]) for found in lists if found.heading >= 0}
    body = usual_size([row for row in rows if id(row) not in listed])
    blocks: list[Block] = []
    told: set[int] = set()
    entries = 0
    for column, below in zip(columns, notes, strict=True):
        for number, run in _runs(column, listed, heads):
            if number is None:
                blocks.extend(blocks_of(run))
            elif number not in told:
                told.add(number)
                for entry in lists[number].entries:
                    blocks.append(Block(list(entry), Role.ENTRY, entry=entries))
                    entries += 1
        blocks.extend(below)
    _name_roles(blocks, body)
    mark_headings(blocks, body)
    for block in blocks:
        if id(block.rows[0]) in heads and block.role is not Role.HEADING:
            block.role, block.level = Role.HEADING, block.level or 1
    kept = _without_figures(blocks, body, lost)
    return _numbered_tables(_notes_at_hosts(join(kept)))


def _runs(column: Sequence[Row], listed: Mapping[int, int], heads: set[int]) -> Iterator[tuple[int | None, list[Row]]]:
    """A stack's rows in runs: of one list, or of none; the heading of a list alone."""
    run: list[Row] = []
    number: int | None = None
    for row in column:
        own = listed.get(id(row))
        if run and (own != number or id(row) in heads or id(run[-1]) in heads):
            yield number, run
            run = []
        number = own
        run.append(row)
    if run:
        yield number, run


def _name_roles(blocks: Sequence[Block], body: float) -> None:
    for block in blocks:
        if block.role is Role.FLOW and (is_caption(block, body) or block.size < 0.87 * body):
            block.role = Role.ASIDE


def _without_figures(blocks: Sequence[Block], body: float, lost: Counter[str]) -> list[Block]:
    """The blocks without labels inside figures: short rows in small print, or right above a figure's caption."""
    gone: set[int] = set()
    for index, block in enumerate(blocks):
        if block.role in (Role.FLOW, Role.ASIDE, Role.TABLE) and _is_label(block, min(0.8 * body, 8.5)):
            gone.add(index)
        if block.role is Role.ASIDE and re.match(r"fig|图", block.text, re.IGNORECASE) and CAPTION.match(block.text):
            above = index - 1
            while above >= 0 and blocks[above].role in (Role.FLOW, Role.ASIDE, Role.TABLE):
                if not _is_label(blocks[above], 0.97 * body) or blocks[above].rows[0].page != block.rows[0].page:
                    break
                gone.add(above)
                above -= 1
    lost["figure_text"] += sum(len(blocks[index].rows) for index in gone)
    return [block for index, block in enumerate(blocks) if index not in gone]


def _is_label(block: Block, size: float) -> bool:
    if block.size > size or CAPTION.match(block.text) or re.search(r"[\[(]\d|[.。]$|et al", block.text):
        return False
    return len(block.text) <= 28 * len(block.rows) and not any(len(row.text) > 45 for row in block.rows)


def _notes_at_hosts(blocks: Sequence[Block]) -> list[Block]:
    """Notes behind the paragraph that points to them; those without a host stay where they are printed."""
    hosts = {id(row): block for block in blocks if block.role is not Role.NOTE for row in block.rows}
    waiting: dict[int, list[Block]] = {}
    for block in blocks:
        if block.host is not None and (host := hosts.get(id(block.host))) is not None:
            waiting.setdefault(id(host), []).append(block)
    moved = {id(note) for found in waiting.values() for note in found}
    ordered: list[Block] = []
    for block in blocks:
        if id(block) not in moved:
            ordered.append(block)
            ordered.extend(waiting.get(id(block), ()))
    return ordered


def _numbered_tables(blocks: list[Block]) -> list[Block]:
    table = row = 0
    before: Block | None = None
    for block in blocks:
        if block.role is Role.TABLE:
            if before is None or before.role is not Role.TABLE:
                table, row = table + 1, 0
            row += 1
            block.table = (table, row)
        before = block
    return blocks


def _paragraphs(blocks: Sequence[Block], rows: Sequence[Row]) -> list[Paragraph]:
    known = vocabulary([row.text for row in rows])
    bound = bind_links(blocks, rows)
    anchors = [block.anchors[0] if block.anchors else "" for block in blocks if block.entry is not None]
    paragraphs: list[Paragraph] = []
    line = 0
    for block in blocks:
        text, marks, hits = _running(block.rows, known)
        if not re.search(r"[^\W_]", text):
            continue
        note = block.role is Role.NOTE and line > 0
        line += not note
        listed = block.entry is not None
        if not listed:
            marks = [*marks, *citations(text, hits, bound, anchors)]
        marks = [*marks, *_addresses(text, hits)]
        paragraphs.append(
            Paragraph(
                text=text,
                line=line,
                kind=_kind(block, note),
                note=block.note if note else None,
                heading_level=block.level,
                row=block.table,
                bold=all(row.bold for row in block.rows),
                marks=tuple(sorted(marks, key=lambda mark: (mark.start, -mark.end, mark.kind))),
                listed=listed,
                anchors=tuple(block.anchors),
            )
        )
    return paragraphs


def _kind(block: Block, note: bool) -> ParagraphKind:
    if note:
        return ParagraphKind.FOOTNOTE
    return ParagraphKind.TABLE if block.role is Role.TABLE else ParagraphKind.BODY


def _running(rows: Sequence[Row], known: frozenset[str]) -> tuple[str, list[Mark], list[Hit]]:
    """Rows as running text, with their marks and links at their places in it."""
    text = ""
    marks: list[tuple[int, int, MarkKind]] = []
    hits: list[Hit] = []
    for row in rows:
        falls, between = joint(text[-300:], row.text, known)
        text = text[: len(text) - falls] + between
        offset = len(text)
        text += row.text
        marks.extend((start + offset, end + offset, kind) for start, end, kind in row.marks)
        hits.extend((start + offset, end + offset, link) for start, end, link in row.hits)
    limit = len(text)
    joined: list[tuple[int, int, MarkKind]] = []
    for start, end, kind in marks:
        if (
            joined
            and joined[-1][2] is kind
            and not text[joined[-1][1] : start].strip()
            and kind is MarkKind.SUPERSCRIPT
        ):
            joined[-1] = (joined[-1][0], end, kind)
        else:
            joined.append((start, end, kind))
    return text, [Mark(start=a, end=min(b, limit), kind=kind) for a, b, kind in joined if a < min(b, limit)], hits


def _addresses(text: str, hits: Sequence[Hit]) -> Iterator[Mark]:
    """Links to addresses outside, where the text under them is more than a number that cites."""
    seen: set[tuple[int, int, Link]] = set()
    for hit in hits:
        start, end, link = hit
        words = text[start:end]
        if link.address and hit not in seen and len(words) > 3 and re.search(r"[^\W\d_]{2}|/", words):
            seen.add(hit)
            yield Mark(start=start, end=min(end, len(text)), kind=MarkKind.LINK, payload=link.address)

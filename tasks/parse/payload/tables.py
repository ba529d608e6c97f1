"""Tables of references: Markdown's, and pastes with tabs, commas or semicolons under a line of column names."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tasks.parse.payload.stated import field_named, names_a_work

SEPARATORS = ("\t", ";", ",")
LONGEST_CELL = 120_000
_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_PIPE = re.compile(r"(?<!\\)\|")

Numbered = Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its first line, its exact text, and its cells by field; empty for headers and rules."""

    line: int
    raw: str
    fields: Mapping[str, str]
    cells: tuple[str, ...] = ()
    heading: bool = False


def table_end(lines: Numbered, index: int) -> int:
    """The line behind the table that begins at `index`; `index` where none does."""
    if _is_markdown(lines, index):
        place = index
        while place < len(lines) and "|" in lines[place][1]:
            place += 1
        return place
    separator = _separator(lines[index][1])
    if separator is None:
        return index
    place, quoted = index, False
    while place < len(lines):
        text = lines[place][1]
        if not quoted and not text.strip():
            break
        if not quoted and place > index and separator not in text and text.count('"') % 2 == 0:
            break
        quoted = quoted ^ (text.count('"') % 2 == 1)
        place += 1
    if quoted:
        place = next((n for n in range(index, place) if not lines[n][1].strip()), place)
    return place if place > index + 1 else index


def table_rows(lines: Numbered) -> Iterator[Row]:
    """The rows of a table, header and rules among them."""
    if _is_markdown(lines, 0):
        yield from _markdown(lines)
    else:
        yield from _separated(lines)


def _is_markdown(lines: Numbered, index: int) -> bool:
    text = lines[index][1]
    if "|" not in text or index + 1 >= len(lines):
        return False
    return bool(_RULE.match(lines[index + 1][1])) and "|" in lines[index + 1][1] and not _RULE.match(text)


def _separator(header: str) -> str | None:
    """What parts the columns where a line names two or more fields, one of which names a work."""
    for separator in SEPARATORS:
        if separator in header and len(header) < 20_000:
            names = [name.strip().strip("\"'\ufeff") for name in header.split(separator)]
            known = [found for name in names if (found := field_named(name))]
            if len(known) >= 2 and names_a_work(dict.fromkeys(known, "1")) and all(len(name) < 60 for name in names):
                return separator
    return None


def _markdown(lines: Numbered) -> Iterator[Row]:
    columns = _cells(lines[0][1])
    names = [field_named(column) for column in columns]
    for place, (line, text) in enumerate(lines):
        if place == 0 or _RULE.match(text):
            yield Row(line, text, {}, heading=True)
            continue
        cells = _cells(text)
        yield Row(line, text, _by_name(names, cells), tuple(cells))


def _cells(text: str) -> list[str]:
    inner = text.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [cell.replace("\\|", "|").strip() for cell in _PIPE.split(inner)]


def _separated(lines: Numbered) -> Iterator[Row]:
    separator = _separator(lines[0][1]) or ","
    text = "\n".join(text for _, text in lines)
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    names: list[str | None] | None = None
    before = 0
    while True:
        try:
            cells = next(reader, None)
        except csv.Error:
            # A cell longer than the module allows: the rest is given as it stands, a line a row.
            for line, rest in lines[max(before, reader.line_num - 1) :]:
                yield Row(line, rest, {}, (rest,))
            return
        if cells is None:
            return
        taken = lines[before : reader.line_num]
        before = reader.line_num
        raw = "\n".join(one for _, one in taken)
        if names is None:
            names = [field_named(cell.strip("\ufeff")) for cell in cells]
            yield Row(taken[0][0], raw, {}, heading=True)
        elif any(cell.strip() for cell in cells):
            yield Row(taken[0][0], raw, _by_name(names, cells), tuple(cells))


def _by_name(names: Sequence[str | None], cells: Sequence[str]) -> dict[str, str]:
    """The cells under known names; of two columns for one field the first that is filled."""
    found: dict[str, str] = {}
    for name, cell in zip(names, cells, strict=False):
        if name is not None and cell.strip() and name not in found:
            found[name] = cell.strip()
    return found

"""The manuscript's own reference list: where it stands, and its entries as printed (decisions 2.3)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from state.manuscript import Section, SectionKind
from tasks.language.scripts import CJK, fold_width
from tasks.parse.layout import Placed, is_caption
from tasks.readers.contract import ParagraphKind

LARGEST_GAP = 5
"""A list may leave out some numbers; a label further on is a year or a page at a line's beginning."""
FEWEST_ENTRIES = 3
"""A list without a heading must have as many, or it is not unmistakable."""

_LABEL = re.compile(
    rf"\s*(?:[\[【〔(]\s?(?P<bracketed>\d{{1,4}})\s?[\]】〕)]\s*[.:、]?|(?P<dotted>\d{{1,4}})\s?[.)、:](?!\d)|"
    rf"(?P<plain>\d{{1,4}})(?=[\s\t]+[A-Z{CJK}\"“]))\s*"
)
_AUTOMATIC = re.compile(r"\D*(\d{1,4})\D*$")
_INNER_LABEL = re.compile(r"(?<=\s)[\[【](\d{1,4})[\]】](?=\s?\S)")
_LOOKS_PUBLISHED = re.compile(
    r"\b(?:1[89]|20)\d\d[a-z]?\b|\b10\.\d{4,9}/|\[[JMDCNRPSZ](?:/OL)?\]|PMID|https?://|in press|et al\.", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class PrintedEntry:
    """One entry as printed, without its label."""

    number: int | None
    text: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class PrintedList:
    """One list: the places of its first and last paragraph in reading order, and its entries."""

    first: int
    last: int
    entries: tuple[PrintedEntry, ...]

    @property
    def numbered(self) -> bool:
        return bool(self.entries) and self.entries[0].number is not None


@dataclass(frozen=True, slots=True)
class _Line:
    order: int
    file: str
    line: int
    text: str
    label: int | None
    typed: bool


def find_lists(placed: Sequence[Placed], sections: Sequence[Section]) -> tuple[list[PrintedList], frozenset[int]]:
    """The printed lists, in reading order, and the places of all paragraphs that can be no source of claims.

    A list under its own heading ends with that section, or at a caption or table after its last entry; without any
    such heading, a run of numbered paragraphs that look like entries is taken where it is unmistakable.
    """
    regions = list(_regions(placed, sections))
    lists: list[PrintedList] = []
    closed: set[int] = set()
    for region in regions:
        found = _read_region(region)
        closed.update(place.order for place in region if found is None or place.order <= found.last)
        if found is not None:
            lists.append(found)
    if not lists:
        closed_now = frozenset(closed)
        found = _unheaded([place for place in placed if place.order not in closed_now])
        if found is not None:
            lists.append(found)
            closed.update(range(found.first, found.last + 1))
    return _joined(lists), frozenset(closed)


def _regions(placed: Sequence[Placed], sections: Sequence[Section]) -> Iterator[list[Placed]]:
    region: list[Placed] = []
    for place in placed:
        if sections[place.section].kind is SectionKind.REFERENCES:
            region.append(place)
        elif region:
            yield region
            region = []
    if region:
        yield region


def _read_region(region: Sequence[Placed]) -> PrintedList | None:
    """The list in a references section, or None where there is none (a heading only, or prose)."""
    lines = [
        line
        for place in region
        if place.paragraph.kind is ParagraphKind.BODY and not place.heading
        for line in _lines(place)
    ]
    numbered = _numbered_entries(lines)
    if numbered is not None:
        return numbered
    until = next((n for n, line in enumerate(lines) if is_caption(line.text)), len(lines))
    entries = [line for line in lines[:until] if _LOOKS_PUBLISHED.search(line.text)]
    if not entries or len(entries) * 2 < until:
        return None
    printed = tuple(
        PrintedEntry(None, line.text.strip(), line.file, line.line) for line in lines[:until] if line.text.strip()
    )
    return PrintedList(region[0].order, lines[until - 1].order, printed)


def _lines(place: Placed) -> Iterator[_Line]:
    """A paragraph's lines; one that holds several entries (`[1] … [2] …`) is taken apart at their labels."""
    paragraph = place.paragraph
    automatic = _AUTOMATIC.match(paragraph.list_number) if paragraph.list_number else None
    pieces = paragraph.text.split("\n") if "\n" in paragraph.text else [paragraph.text]
    for offset, piece in enumerate(pieces):
        for part in _inner_entries(piece):
            label, typed = _label(part)
            if offset == 0 and automatic and label is None:
                label, typed = int(automatic.group(1)), False
            yield _Line(
                place.order, place.file, paragraph.line + (offset if len(pieces) > 1 else 0), part, label, typed
            )


def _inner_entries(text: str) -> list[str]:
    start = _LABEL.match(fold_width(text))
    if start is None or start.group("bracketed") is None:
        return [text]
    number, cuts = int(start.group("bracketed")), [0]
    for match in _INNER_LABEL.finditer(fold_width(text)):
        if int(match.group(1)) == number + 1 and match.start() > start.end():
            cuts.append(match.start())
            number += 1
    return [text[low:high].strip() for low, high in zip(cuts, [*cuts[1:], len(text)], strict=True)]


def _label(text: str) -> tuple[int | None, bool]:
    match = _LABEL.match(fold_width(text))
    if match is None:
        return None, False
    return int(next(group for group in match.groups() if group)), True


def _numbered_entries(lines: Sequence[_Line]) -> PrintedList | None:
    """The entries of a numbered list, continuation lines joined to theirs; None where the lines are not numbered."""
    entries: list[PrintedEntry] = []
    first = last = None
    for line in lines:
        number = entries[-1].number or 0 if entries else 0
        opens = line.label is not None and number < line.label <= number + LARGEST_GAP
        if not entries:
            published = _LOOKS_PUBLISHED.search(line.text) is not None
            opens = line.label is not None and line.label < 1000 and (line.label == 1 or published)
        if opens:
            text = line.text
            if line.typed and (match := _LABEL.match(fold_width(text))):
                text = text[match.end() :]
            entries.append(PrintedEntry(line.label, text.strip(), line.file, line.line))
            first = line.order if first is None else first
            last = line.order
        elif entries and is_caption(line.text):
            break
        elif entries and line.text.strip():
            entries[-1] = replace(entries[-1], text=f"{entries[-1].text} {line.text.strip()}")
            last = line.order
    labelled = sum(1 for line in lines if line.label is not None)
    if first is None or last is None or labelled * 4 < len(lines) or (len(entries) == 1 and labelled > 3):
        return None
    return PrintedList(first, last, tuple(entries))


def _unheaded(placed: Sequence[Placed]) -> PrintedList | None:
    """A list without a heading: consecutive paragraphs numbered from 1 that nearly all name a year, DOI or the like."""
    best: PrintedList | None = None
    run: list[_Line] = []
    lines = [
        line
        for place in placed
        if place.paragraph.kind is ParagraphKind.BODY and not place.heading
        for line in _lines(place)
    ]
    for line in [*lines, None]:
        if line is not None and line.label == len(run) + 1 and (not run or line.order <= run[-1].order + 1):
            run.append(line)
            continue
        published = sum(1 for entry in run if _LOOKS_PUBLISHED.search(entry.text) and len(entry.text) > 30)
        if len(run) >= FEWEST_ENTRIES and published >= 0.8 * len(run):
            best = _numbered_entries(run) or best
        run = [line] if line is not None and line.label == 1 else []
    return best


def _joined(lists: Sequence[PrintedList]) -> list[PrintedList]:
    """Lists whose numbers go on from one to the next are one list."""
    joined: list[PrintedList] = []
    for found in lists:
        before = joined[-1] if joined else None
        first = found.entries[0].number
        if before is not None and first is not None and first > (before.entries[-1].number or 0) > 0:
            joined[-1] = PrintedList(before.first, found.last, before.entries + found.entries)
        else:
            joined.append(found)
    return joined

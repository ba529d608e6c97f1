"""Citations by the format's own word: a field, a cite command, a link into the list (decisions 2.1, 2.2).

What the format says is preferred over what its text prints: a field names the works exactly, a printed number may be
stale. Where a typed marker encloses such places (`[` field `3` `–` field `5` `]`), the marker is the citation, and the
places say which numbers are meant.
"""

import re
from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tasks.language.markers import Marker, parse_numbers
from tasks.parse.found import Found
from tasks.parse.layout import Placed
from tasks.readers.contract import Mark, MarkKind, Target

_FIRST_YEAR, _LAST_YEAR = 1500, 2100
_SAME_CITATION = re.compile(r"[\s,(（\[]{0,3}")
_INSIDE = re.compile(r"\s*[\[(（［【]?\s*(.*?)\s*[\])）］】]?[\s.,;]*", re.DOTALL)


class Anchors:
    """Names of places in the list, by file: bookmarks are unique in a file only."""

    def __init__(self, placed: Sequence[Placed], entry_of: Mapping[int, int]) -> None:
        """`entry_of` gives the position of the entry that begins in a paragraph, by the paragraph's place."""
        self._entries: dict[tuple[str, str], int] = {}
        self._elsewhere: set[tuple[str, str]] = set()
        self._names: dict[int, list[str]] = {}
        everywhere: dict[str, set[int]] = {}
        for place in placed:
            entry = entry_of.get(place.order)
            for name in place.paragraph.anchors:
                if entry is not None:
                    self._entries.setdefault((place.file, name), entry)
                    self._names.setdefault(entry, []).append(name)
                    everywhere.setdefault(name, set()).add(entry)
                else:
                    self._elsewhere.add((place.file, name))

        self._only = {name: entries.pop() for name, entries in everywhere.items() if len(entries) == 1}

    def entry(self, file: str, name: str) -> int | None:
        """The position of the entry with this name in the file, or of the only one in all files; None where there is
        none. Chapters in files of their own may have their list in the last."""
        return self._entries.get((file, name), self._only.get(name))

    def is_elsewhere(self, file: str, name: str) -> bool:
        """Whether the name belongs to a place outside the list."""
        return (file, name) in self._elsewhere and (file, name) not in self._entries

    def all_names(self) -> list[str]:
        """The names of all entries."""
        return [name for _, name in self._entries]

    def names(self) -> dict[int, list[str]]:
        """For each entry the names it has; several may have one name."""
        return self._names


def pointers_in(placed: Iterable[Placed], closed: Collection[int], anchors: Anchors) -> list[Found]:
    """Every citation that the format names, in reading order, paragraphs of the list left out.

    A reference to a bookmark that is no entry of the list (a heading, a table) is no citation.
    """
    return [
        pointer for place in placed if place.order not in closed for pointer in _whole(_pointers_of(place, anchors))
    ]


def _whole(pointers: Iterable[Found]) -> Iterator[Found]:
    """Neighbours that point to the same work are one citation: `Smith (2019)`, linked over the name and over the
    year."""
    before: Found | None = None
    for one in sorted(pointers, key=lambda found: found.marker.start):
        if before is not None and one.targets == before.targets and not one.marker.numbers:
            gap = one.place.paragraph.text[before.marker.end : one.marker.start]
            if _SAME_CITATION.fullmatch(gap):
                span = Marker(start=before.marker.start, end=one.marker.end, numbers=())
                before = replace(before, marker=span)
                continue
        if before is not None:
            yield before
        before = one
    if before is not None:
        yield before


def _pointers_of(place: Placed, anchors: Anchors) -> Iterator[Found]:
    paragraph = place.paragraph
    raised = sorted((m.start, m.end) for m in paragraph.marks if m.kind is MarkKind.SUPERSCRIPT)
    taken: list[tuple[int, int]] = []
    for mark in sorted(paragraph.marks, key=lambda one: (one.kind is not MarkKind.CITATION, one.start, -one.end)):
        targets = _targets(mark, place.file, anchors)
        if not targets or _among(taken, mark.start, mark.end) or not paragraph.text[mark.start : mark.end].strip():
            continue
        insort(taken, (mark.start, mark.end))
        start, end = _trimmed(paragraph.text, mark)
        middle = (start + end) // 2
        is_raised = _among(raised, middle, middle + 1) and _among(raised, start, end)
        yield Found(place, _printed(paragraph.text, start, end), is_raised, targets)


def _among(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether one of these spans, which are sorted and apart, overlaps another."""
    after = bisect_left(spans, (end,))
    return after > 0 and spans[after - 1][1] > start


def _targets(mark: Mark, file: str, anchors: Anchors) -> tuple[Target, ...]:
    if mark.kind is MarkKind.CITATION:
        return tuple(target for target in mark.targets if not anchors.is_elsewhere(file, target.key))
    if mark.kind is MarkKind.LINK and mark.payload.startswith("#"):
        name = mark.payload[1:]
        return (Target(key=name),) if anchors.entry(file, name) is not None else ()
    return ()


def _trimmed(text: str, mark: Mark) -> tuple[int, int]:
    start, end = mark.start, mark.end
    while start < end - 1 and text[start].isspace():
        start += 1
    while end > start + 1 and text[end - 1].isspace():
        end -= 1
    return start, end


def _printed(text: str, start: int, end: int) -> Marker:
    inside = _INSIDE.fullmatch(text[start:end])
    read = parse_numbers(inside.group(1)) if inside else None
    if read is None or any(_FIRST_YEAR <= number <= _LAST_YEAR for number in read.numbers):
        return Marker(start=start, end=end, numbers=())
    return read.model_copy(update={"start": start, "end": end})

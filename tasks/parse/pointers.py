"""Citations by the format's own word: a field, a cite command, a link into the list (decisions 2.1, 2.2).

What the format says is preferred over what its text prints: a field names the works exactly, a printed number may be
stale. Where a typed marker encloses such places (`[` field `3` `–` field `5` `]`), the marker is the citation, and the
places say which numbers are meant.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tasks.language.markers import Marker, parse_numbers
from tasks.parse.found import Found
from tasks.parse.layout import Placed
from tasks.readers.contract import Mark, MarkKind, Paragraph, Target

_FIRST_YEAR, _LAST_YEAR = 1500, 2100
_SAME_CITATION = re.compile(r"[\s,(（\[]{0,3}")
_INSIDE = re.compile(r"\s*[\[(（［【]?\s*(.*?)\s*[\])）］】]?[\s.,;]*", re.DOTALL)


class Anchors:
    """Names of places in the list, by file: bookmarks are unique in a file only."""

    def __init__(self, placed: Sequence[Placed], entry_of: Mapping[int, int]) -> None:
        """`entry_of` gives the position of the entry that begins in a paragraph, by the paragraph's place."""
        self._entries: dict[tuple[str, str], int] = {}
        self._elsewhere: set[tuple[str, str]] = set()
        for place in placed:
            entry = entry_of.get(place.order)
            for name in place.paragraph.anchors:
                if entry is not None:
                    self._entries.setdefault((place.file, name), entry)
                else:
                    self._elsewhere.add((place.file, name))

    def entry(self, file: str, name: str) -> int | None:
        """The position of the entry with this name; None where there is none."""
        return self._entries.get((file, name))

    def is_elsewhere(self, file: str, name: str) -> bool:
        """Whether the name belongs to a place outside the list."""
        return (file, name) in self._elsewhere and (file, name) not in self._entries

    def all_names(self) -> list[str]:
        """The names of all entries."""
        return [name for _, name in self._entries]

    def names(self) -> dict[int, list[str]]:
        """For each entry the names it has."""
        found: dict[int, list[str]] = {}
        for (_, name), entry in self._entries.items():
            found.setdefault(entry, []).append(name)
        return found


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
    taken: list[tuple[int, int]] = []
    for mark in sorted(paragraph.marks, key=lambda one: (one.kind is not MarkKind.CITATION, one.start, -one.end)):
        targets = _targets(mark, place.file, anchors)
        if not targets or any(start < mark.end and mark.start < end for start, end in taken):
            continue
        taken.append((mark.start, mark.end))
        start, end = _trimmed(paragraph.text, mark)
        yield Found(place, _printed(paragraph.text, start, end), _is_raised(paragraph, start, end), targets)


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


def _is_raised(paragraph: Paragraph, start: int, end: int) -> bool:
    middle = (start + end) // 2
    return any(
        mark.kind is MarkKind.SUPERSCRIPT and mark.start <= middle < mark.end and mark.start < end
        for mark in paragraph.marks
    )

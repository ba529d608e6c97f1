"""The places in the text that point to references: every numeric marker of the manuscript (decisions 2.1).

Which characters can be a marker is `tasks/language/markers`' business; here the document decides: what the reader knows
of a run (raised, code, maths, link), what its paragraph is, and which of the three ways of printing this manuscript
uses.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from state.manuscript import Section, SectionKind
from tasks.language.markers import (
    Marker,
    parse_numbers,
    round_markers,
    square_markers,
    superscript_marker,
    unicode_superscripts,
)
from tasks.language.scripts import CJK
from tasks.parse.found import Found
from tasks.parse.layout import Placed
from tasks.readers.contract import Mark, MarkKind, Paragraph, ParagraphKind

IMPLAUSIBLE = 5
"""A raised number this many times beyond the list's length is no marker; in brackets it is one that dangles."""
FRONT_MATTER_LINE = 400
"""Author lines are shorter, in characters, and end in no full stop."""

MANY_AUTHORS = 12
"""Raised numbers between names and commas that only a list of authors has, wherever it stands."""
_OPAQUE = frozenset({MarkKind.CODE, MarkKind.MATH})
_LABEL_AT_START = re.compile(r"\s*[\[［【(（]\s?(\d{1,4})\s?[\]］】)）]\s*\S")
_EQUATION_BEFORE = re.compile(
    r"(?:\b(?:eqs?|equations?|figs?|figures?|tables?|step|phase|type|item|question|case|model|n)\.?\s?|"
    r"[式图表例]\s?|=\s?)$",
    re.IGNORECASE,
)
_NAME_BEFORE = re.compile(rf"(?:(?<![\w'’\-])[A-Z\u00c0-\u00de][\w'’.\-]*|(?<![{CJK}])[{CJK}]{{2,4}})[*†‡§,]?\s?$")
_NEXT_NAME = re.compile(r"\s*(?:[,，;；、*†‡§]|and\b|&|$|\s[A-Z])")
_ENDED = re.compile(r"[.,;:!?。，；：！？、)）\]]|\s*$")


def find_citations(
    placed: Sequence[Placed],
    sections: Sequence[Section],
    closed: Collection[int],
    entries: int | None,
    pointers: Sequence[Found] = (),
    *,
    numbered: bool = True,
) -> list[Found]:
    """Every marker, in reading order. `closed` are paragraphs that cannot cite; `entries` is the length of the list or
    bibliography the numbers should lie in, None where there is neither; `pointers` are the citations that the format
    itself names, and `numbered` says whether the list has numbers: where it has none and the format's citations print
    none, a typed number is no citation."""
    open_places = [
        place for place in placed if place.order not in closed and place.paragraph.kind is not ParagraphKind.CODE
    ]
    labels = _list_labels(open_places)
    front = _front_matter(sections)
    square: list[Found] = []
    raised: list[Found] = []
    rounded: list[Found] = []
    for place in open_places:
        opaque = _opaque(place.paragraph)
        square.extend(
            found
            for found in _square_of(place, entries)
            if not _overlaps(found.marker, opaque) and not (found.marker.start == 0 and place.order in labels)
        )
        raised.extend(
            found for found in _raised_of(place, place.section < front, entries) if not _overlaps(found.marker, opaque)
        )
        rounded.extend(
            found for found in _rounded_of(place) if not _overlaps(found.marker, opaque) and place.order not in labels
        )
    if pointers:
        # Where the format itself cites, numbers in round brackets do not, nor raised ones beside pointers on the line.
        rounded = []
        raised = raised if any(pointer.raised for pointer in pointers) else []
    if len(raised) < sum(1 for found in square if not found.raised):
        raised = []
    chosen = square + raised
    if len(rounded) > IMPLAUSIBLE * len(chosen) and _round_is_the_way(rounded, entries):
        chosen += rounded
    chosen.sort(key=lambda found: (found.place.order, found.marker.start, found.raised))
    typed = list(_without_overlaps(chosen))
    if not pointers:
        return typed
    return _joined(typed, pointers, numbered or any(found.marker.numbers for found in pointers))


def _joined(typed: Sequence[Found], pointers: Sequence[Found], numbered: bool) -> list[Found]:
    """Both kinds in reading order. A typed marker goes where a pointer covers it, and takes in those it encloses."""
    by_place: dict[int, list[Found]] = defaultdict(list)
    for pointer in pointers:
        by_place[pointer.place.order].append(pointer)
    joined: list[Found] = []
    enclosed: set[tuple[int, int]] = set()
    for one in typed:
        near = [p for p in by_place[one.place.order] if _overlaps(one.marker, [(p.marker.start, p.marker.end)])]
        inner = tuple(p for p in near if one.marker.start <= p.marker.start and p.marker.end <= one.marker.end)
        if not near and numbered:
            joined.append(one)
        elif near and len(inner) == len(near) and not any(_same_span(one, p) for p in near):
            joined.append(replace(one, inner=inner))
            enclosed.update((p.place.order, p.marker.start) for p in inner)
    joined += [p for p in pointers if (p.place.order, p.marker.start) not in enclosed]
    return sorted(joined, key=lambda found: (found.place.order, found.marker.start))


def _same_span(one: Found, other: Found) -> bool:
    return (one.marker.start, one.marker.end) == (other.marker.start, other.marker.end)


def _without_overlaps(ordered: Sequence[Found]) -> Iterator[Found]:
    before: Found | None = None
    for one in ordered:
        if before is None or before.place.order != one.place.order or before.marker.end <= one.marker.start:
            yield one
            before = one


def _opaque(paragraph: Paragraph) -> list[tuple[int, int]]:
    return [
        (mark.start, mark.end)
        for mark in paragraph.marks
        if mark.kind in _OPAQUE
        or (mark.kind is MarkKind.LINK and re.match(r"(?:https?|ftp|mailto|file):", mark.payload, re.IGNORECASE))
    ]


def _overlaps(marker: Marker, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start < marker.end and marker.start < end for start, end in spans)


def _list_labels(places: Sequence[Placed]) -> set[int]:
    """Paragraphs that begin with a label: their neighbours begin with the number before or after."""
    numbers: dict[int, tuple[int, int]] = {}
    for index, place in enumerate(places):
        if match := _LABEL_AT_START.match(place.paragraph.text):
            numbers[index] = (place.order, int(match.group(1)))
    labelled = set()
    for index, (order, number) in numbers.items():
        neighbours = [numbers[near][1] for near in (index - 2, index - 1, index + 1, index + 2) if near in numbers]
        if number - 1 in neighbours or number + 1 in neighbours:
            labelled.add(order)
    return labelled


def _square_of(place: Placed, entries: int | None) -> Iterator[Found]:
    paragraph = place.paragraph
    if not re.search(r"[\[［【〔]", paragraph.text):
        return
    raised = _merged_raised(paragraph)
    for marker in square_markers(paragraph.text):
        if any(1800 <= number <= 2100 for number in marker.numbers) and (
            entries is None or entries < max(marker.numbers)
        ):
            continue
        yield Found(place, marker, any(start <= marker.start and marker.end <= end for start, end in raised))


def _merged_raised(paragraph: Paragraph) -> list[tuple[int, int]]:
    """Raised spans, joined where nothing, or a single dash or comma, lies between them."""
    spans: list[tuple[int, int]] = []
    for mark in sorted((mark for mark in paragraph.marks if mark.kind is MarkKind.SUPERSCRIPT), key=_by_place):
        if spans and re.fullmatch(r"[,，–—\-~]?\s?", paragraph.text[spans[-1][1] : mark.start]):
            spans[-1] = (spans[-1][0], mark.end)
        else:
            spans.append((mark.start, mark.end))
    return spans


def _by_place(mark: Mark) -> tuple[int, int]:
    return mark.start, mark.end


def _raised_of(place: Placed, in_front: bool, entries: int | None) -> Iterator[Found]:
    text = place.paragraph.text
    spans = _merged_raised(place.paragraph)
    if (in_front or len(spans) >= MANY_AUTHORS) and _is_author_line(text, spans, in_front):
        return
    markers = [superscript_marker(text, start, end) for start, end in spans]
    if place.paragraph.kind is ParagraphKind.TABLE and len(spans) == 1 and not markers[0]:
        markers = [_whole_cell(text, *spans[0])]
    for marker in [*markers, *unicode_superscripts(text)]:
        if marker is None or text[marker.start] in "[［【〔":
            continue
        if entries is not None and any(number > IMPLAUSIBLE * entries for number in marker.numbers):
            continue
        yield Found(place, marker, True)


def _whole_cell(text: str, start: int, end: int) -> Marker | None:
    """A raised number that is all there is in a cell: there is nothing it could be the power of."""
    if text[:start].strip() or text[end:].strip():
        return None
    read = parse_numbers(text[start:end])
    return read.model_copy(update={"start": start, "end": end}) if read is not None else None


def _front_matter(sections: Sequence[Section]) -> int:
    """How many sections come before the first one of the text proper; at least the untitled one at the beginning."""
    proper = (section.index for section in sections if section.kind not in (SectionKind.OTHER, SectionKind.APPENDIX))
    untitled = 1 if sections and not sections[0].heading else 0
    return next(proper, untitled) or untitled


def _is_author_line(text: str, raised: Sequence[tuple[int, int]], in_front: bool) -> bool:
    """Raised numbers that point to affiliations: in the front matter on a line without a full stop; on a long one, and
    in a list of authors at the end, where nearly each stands between a name and a comma."""
    short = in_front and len(text) < FRONT_MATTER_LINE
    if short or len(raised) < 3 or (in_front and re.search(r"[.。!?！？]\W*\d*$", text.rstrip())):
        return short and not re.search(r"[.。!?！？]\W*\d*$", text.rstrip())
    between = sum(
        1
        for start, end in raised
        if _NAME_BEFORE.search(text[max(0, start - 40) : start]) and _NEXT_NAME.match(text, end)
    )
    return between >= 0.8 * len(raised)


def _rounded_of(place: Placed) -> Iterator[Found]:
    text = place.paragraph.text
    if "(" not in text and "（" not in text:
        return
    markers = [
        marker
        for marker in round_markers(text)
        if marker.start > 0 and not _EQUATION_BEFORE.search(text[max(0, marker.start - 30) : marker.start])
    ]
    if _enumerates(text, markers):
        return
    for marker in markers:
        alone_at_end = marker.end == len(text.rstrip()) and (
            text[marker.start - 1] == "\t" or place.paragraph.style == "Equation"
        )
        if not alone_at_end:
            yield Found(place, marker, False)


def _enumerates(text: str, markers: Sequence[Marker]) -> bool:
    """`(1) age; (2) sex`: numbers count up from 1, and each stands before its item, not at the end of a phrase."""
    single = [marker for marker in markers if len(marker.numbers) == 1]
    if (
        not single
        or single[0].numbers != (1,)
        or [marker.numbers[0] for marker in single] != list(range(1, len(single) + 1))
    ):
        return False
    before_items = sum(1 for marker in single if not _ENDED.match(text, marker.end))
    return before_items == len(single) and (
        len(single) > 1 or bool(re.search(r"[:：;；,，]\s*$", text[max(0, single[0].start - 10) : single[0].start]))
    )


def _round_is_the_way(rounded: Sequence[Found], entries: int | None) -> bool:
    """Whether this manuscript cites in round brackets: the numbers lie within its list, name at least half of it, are
    spread over paragraphs, and close phrases rather than open them."""
    if not entries or not rounded:
        return False
    within = [found for found in rounded if all(number <= entries for number in found.marker.numbers)]
    named = {number for found in within for number in found.marker.numbers}
    closing = sum(1 for found in within if _ENDED.match(found.place.paragraph.text, found.marker.end))
    paragraphs = {found.place.order for found in within}
    return (
        len(within) >= 0.9 * len(rounded)
        and len(named) * 2 >= entries
        and closing * 2 >= len(within)
        and (len(paragraphs) >= 3 or len(paragraphs) * 2 >= entries or entries <= 3)
    )


def list_of(order: int, last_places: Sequence[int]) -> int:
    """Which list a citation at this place points to: the next that ends behind it, else the last one."""
    return min(bisect_right(last_places, order), max(0, len(last_places) - 1))

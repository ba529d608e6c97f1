"""The lines of a reference list and the labels they begin with: `[12]`, `12.`, `12)`, an automatic number, `XII.`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tasks.language.scripts import CJK, fold_width
from tasks.parse.layout import Placed

LARGEST_LABEL = 999
"""A bracketed number above it is a year."""

LABEL = re.compile(
    rf"\s*(?:[\[【〔(]\s?(?P<bracketed>\d{{1,4}})[a-z]?\s?[\]】〕)]\s*[.:、]?|(?P<dotted>\d{{1,4}})\s?[.)、:](?!\d)|"
    rf"(?P<plain>\d{{1,4}})(?=[\s\t]+[A-Z{CJK}\"“]))\s*"
)
_AUTOMATIC = re.compile(r"\D*(\d{1,4})\D*$")
_INNER_LABEL = re.compile(r"(?<=\s)[\[【](\d{1,4})[\]】](?=\s?\S)")
_CELL_NUMBER = re.compile(r"[\[【(]?(\d{1,3})[\]】).]?")
_ROMAN_LABEL = re.compile(r"\s*[\[(]?(?P<roman>[IVXLC]{1,8}|[ivxlc]{1,8})[\]).:]+\s+(?=\S)")
_ROMAN = re.compile(r"(?:C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})", re.IGNORECASE)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list as printed, with the number its label gives; `style` says how the label is written."""

    order: int
    file: str
    line: int
    text: str
    label: int | None
    style: str
    """`bracketed`, `dotted`, `plain`, `automatic`, `roman`, or empty where there is no label."""

    @property
    def unlabelled(self) -> str:
        """The text without a label that was typed."""
        pattern = _ROMAN_LABEL if self.style == "roman" else LABEL
        match = pattern.match(fold_width(self.text)) if self.style not in ("", "automatic") else None
        return self.text[match.end() :] if match else self.text


def lines_of(place: Placed) -> Iterator[Line]:
    """A paragraph's lines; one that holds several entries (`[1] … [2] …`) is taken apart at their labels."""
    paragraph = place.paragraph
    automatic = _AUTOMATIC.match(paragraph.list_number) if paragraph.list_number else None
    pieces = paragraph.text.split("\n") if "\n" in paragraph.text else [paragraph.text]
    for offset, piece in enumerate(pieces):
        for part in _inner_entries(piece):
            label, style = _label(part)
            if offset == 0 and automatic and label is None:
                label, style = int(automatic.group(1)), "automatic"
            line = paragraph.line + (offset if len(pieces) > 1 else 0)
            yield Line(place.order, place.file, line, part, label, style)


def whole_line(place: Placed) -> Line:
    """A paragraph that is one entry, as one line: its own label, or the automatic number it has."""
    paragraph = place.paragraph
    text = " ".join(paragraph.text.split("\n"))
    label, style = _label(text)
    automatic = _AUTOMATIC.match(paragraph.list_number) if paragraph.list_number else None
    if automatic and label is None:
        label, style = int(automatic.group(1)), "automatic"
    return Line(place.order, place.file, paragraph.line, text, label, style)


def table_lines(places: Sequence[Placed]) -> list[Line]:
    """A list set as a table: each row whose first cell is a number is one line with that label."""
    rows = groupby((place for place in places if place.paragraph.row), key=lambda place: place.paragraph.row)
    lines = []
    for _, group in rows:
        first, *rest = group
        number = _CELL_NUMBER.fullmatch(first.paragraph.text.strip())
        if number is not None and rest:
            text = " ".join(place.paragraph.text.strip() for place in rest)
            line = first.paragraph.line
            lines.append(Line(rest[-1].order, first.file, line, text, int(number.group(1)), "automatic"))
    return lines


def _inner_entries(text: str) -> list[str]:
    start = LABEL.match(fold_width(text))
    if start is None or start.group("bracketed") is None:
        return [text]
    number, cuts = int(start.group("bracketed")), [0]
    for match in _INNER_LABEL.finditer(fold_width(text)):
        if int(match.group(1)) == number + 1 and match.start() > start.end():
            cuts.append(match.start())
            number += 1
    return [text[low:high].strip() for low, high in zip(cuts, [*cuts[1:], len(text)], strict=True)]


def _label(text: str) -> tuple[int | None, str]:
    match = LABEL.match(fold_width(text))
    if match is None:
        return None, ""
    style = next(name for name, group in match.groupdict().items() if group)
    return int(match.group(style)), style


def read_roman(lines: Sequence[Line]) -> list[Line] | None:
    """The lines with Roman labels read as numbers, where these count up from I without a gap; else None.

    `I.` and `V.` may be initials, so anything but an unbroken count of two or more is no numbering.
    """
    numbered, count = [], 0
    for line in lines:
        match = _ROMAN_LABEL.match(line.text) if line.label is None else None
        if match is not None and _roman_value(match.group("roman")) == count + 1:
            count += 1
            numbered.append(replace(line, label=count, style="roman"))
        else:
            numbered.append(line)
    if count < 2 or not numbered or numbered[0].label != 1 or has_roman_labels([n for n in numbered if not n.style]):
        return None
    return numbered


def has_roman_labels(lines: Sequence[Line]) -> bool:
    """Whether some line begins with what can only be a Roman number, no initial (`II.`, `iv)`)."""
    found = (_ROMAN_LABEL.match(line.text) for line in lines)
    return any(match and len(match.group("roman")) > 1 and _roman_value(match.group("roman")) for match in found)


def _roman_value(text: str) -> int | None:
    if not _ROMAN.fullmatch(text):
        return None
    values = [_VALUES[letter] for letter in text.lower()]
    return sum(-one if n + 1 < len(values) and values[n + 1] > one else one for n, one in enumerate(values)) or None

"""The lines of a reference list and the labels they begin with: `[12]`, `12.`, `12)`, an automatic number, `XII.`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tasks.language.scripts import CJK, fold_width
from tasks.parse.layout import Placed
from tasks.parse.looks import LOOKS_PUBLISHED, OPENS_LIKE_AN_ENTRY, SHORTEST_ENTRY

LARGEST_LABEL = 999
"""A number above it may be a year: it is a label only where the count has come there."""

LABEL = re.compile(
    rf"\s*(?:[\[【〔(]\s?(?P<bracketed>\d{{1,5}})[a-z]?\s?[\]】〕)]\s*[.:、]?|(?P<dotted>\d{{1,5}})\s?[.)、:](?!\d)|"
    rf"(?P<plain>\d{{1,5}})(?=[\s\t]+[A-Z{CJK}\"“]))\s*"
)
_AUTOMATIC = re.compile(r"\D*(\d{1,5})\D*$")
_INNER_LABEL = re.compile(r"(?<=\s)[\[【](\d{1,5})[\]】](?=\s?\S)")
_INNER_DOTTED = re.compile(r"(?<=\s)(\d{1,5})\s?[.)、](?!\d)\s?(?=[^\W\d_]|[“\"‘《])")
_EDITION = re.compile(
    r"(?:auflage|aufl|aufl?age|ausgabe|ed(?:ition|n)?s?|bd|band|vol(?:ume)?|jg|jahrgang|pt|part|teil|wyd|izd|"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december))\b",
    re.IGNORECASE,
)
_FINISHED = re.compile(r"[.。．)\]]\s*$|\d\s*$")
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


def _inner_entries(text: str) -> list[str]:
    start = LABEL.match(fold_width(text))
    if start is not None and start.group("dotted") is not None:
        return _inner_dotted(text, int(start.group("dotted")), start.end())
    if start is None or start.group("bracketed") is None:
        return [text]
    number, cuts = int(start.group("bracketed")), [0]
    for match in _INNER_LABEL.finditer(fold_width(text)):
        if int(match.group(1)) == number + 1 and match.start() > start.end():
            cuts.append(match.start())
            number += 1
    return [text[low:high].strip() for low, high in zip(cuts, [*cuts[1:], len(text)], strict=True)]


def _inner_dotted(text: str, number: int, begin: int) -> list[str]:
    """`1. … 2. … 3. …` in one paragraph, where numbers count up by one and the pieces are entries: each is published
    and finished before the next number, and most begin with a name. A volume, a page or an edition parts none."""
    cuts, bodies = [0], [begin]
    for match in _INNER_DOTTED.finditer(fold_width(text)):
        before = text[bodies[-1] : match.start()]
        if (
            int(match.group(1)) == number + 1
            and len(before.strip()) >= SHORTEST_ENTRY
            and _FINISHED.search(before[-20:])
            and LOOKS_PUBLISHED.search(before)
            and (text[match.end()].isupper() or not text[match.end()].isascii() or not text[match.end()].isalpha())
            and not _EDITION.match(text, match.end())
        ):
            cuts.append(match.start())
            bodies.append(match.end())
            number += 1
    alike = sum(1 for body in bodies if OPENS_LIKE_AN_ENTRY.match(text, body))
    if len(cuts) == 1 or not LOOKS_PUBLISHED.search(text, bodies[-1]) or alike < 0.6 * len(bodies):
        return [text]
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

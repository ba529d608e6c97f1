"""The grammar of numeric citation markers: what can be one, read character by character (decisions 2.1). Pure, no I/O.

Here is what the characters alone can say. What needs the document (is `(3)` a marker in this manuscript? is this run
raised?) is decided in step A, which calls these functions.
"""

import re
from collections.abc import Iterator

from state.words import Word
from tasks.language.scripts import CJK, fold_width
from tasks.language.units import UNIT

WIDEST_RANGE = 50
"""A range of more references is reported, not expanded (decisions 2.1)."""

_DASH = r"[-–—‐‑−~～]"
_ITEM = rf"\d{{1,4}}(?:\s?{_DASH}{{1,2}}\s?\d{{1,4}})?"
_LIST = rf"{_ITEM}(?:\s{{0,2}}[,、;]\s?{_ITEM})*"
_LEAD = r"(?:(?:see(?: also)?|e\.g\.,?|cf\.?|reviewed in|refs?\.?|见|参见|文献)\s?)?"
_LOCATOR = r"(?:\s?[,:]\s?(?:pp?\.|chap\.|ch\.|sec\.|§|第)\s?[\w.\-–]+(?:\s?[页章节])?)?"
_PAGES = rf"\s?:\s?\d{{1,5}}(?:\s?{_DASH}{{1,2}}\s?\d{{1,5}})?"
_PAGED = rf"\d{{1,4}}{_PAGES}(?:\s{{0,2}}[,、;]\s?\d{{1,4}}{_PAGES})*"
"""`4:22`, `2:15-17`: a reference and the pages cited of it, the form of GB/T 7714."""
_BODY = rf"{_LEAD}(?P<list>{_PAGED}|{_LIST})\s{{0,2}}[,、;]?{_LOCATOR}"
_SQUARE = re.compile(rf"[\[【〔]\s?{_BODY}\s?[\]】〕]", re.IGNORECASE)
_PAGES_OF_ONE = re.compile(_PAGES)
_PAGES_BEHIND = re.compile(rf"\d{{1,4}}(?:{_DASH}\d{{1,4}})?(?=[.,;:。、)](?!\d)|\s*$)")
"""The pages cited, raised behind the bracket and no longer seen to be raised: `[1]23。`"""
_BRACKET_BEFORE = re.compile(r"[\[【〔]\s?\d{1,4}\s?[\]】〕]$")
_SQUARE_RANGE = re.compile(rf"\s?{_DASH}{{1,2}}\s?(?=[\[【〔])")
_ROUND = re.compile(rf"\(\s?{_BODY}\s?\)", re.IGNORECASE)
_BARE = re.compile(rf"(?P<list>{_LIST})")
_ONE_ITEM = re.compile(rf"(\d{{1,4}})(?:\s?{_DASH}{{1,2}}\s?(\d{{1,4}}))?")

_ANNOTATIONS = dict.fromkeys(map(ord, "▪•■●"), " ")
"""Reviews mark important references so, inside the brackets: `[11▪,12▪▪]`."""
_SUPERSCRIPT_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻˒", "0123456789-,")
_POWER_OF = re.compile(r"\((?:[^()]*[\d\s][-+−–×*/=][\s\d]|[a-zA-Z]\s?[-+−–×*/=])[^()]*\)$")
"""A bracket with a sum in it is raised to a power: `(x - 36.57)²`."""
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_UNICODE_SUPERSCRIPT = re.compile(rf"[{_RAISED}]+(?:\s?[,，˒⁻–-]\s?[{_RAISED}]+)*")

_NOT_BEFORE = re.compile(
    r"(?:\b(?:CI|CrI|HDI|HPDI|IQR|interval|range|ranging from|ranged from|bounds?|domain|scaled? to)s?|"
    r"[∈=<>≤≥±∪∩×]|区间|范围|置信区间)\s?[:：,，(]?\s?$",
    re.IGNORECASE,
)
_NUMBER_BEFORE = re.compile(r"(\d+(?:\.\d+)?)\s?(?:%|[a-zA-Zμ]{1,4})?\s$")
_INDEXED = re.compile(
    r"(?:^|[\s(=,+*/<>-])(?:(?<!\d )(?<!\d)[a-z]|[A-Za-z]\w*_\w*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|" r"\w+\[[^\]]*\])$"
)


_RATIO_BEFORE = re.compile(
    r"(?:\b(?:ratios?|mixtures?|diluted|dilutions?|mixed)\b[^.;]{0,20}|\w/\w+\s?|比例为?)$", re.IGNORECASE
)
_SCALE_BEFORE = re.compile(
    r"\b(?:scales?|vectors?|arrays?|tuples?|sequences?)\s(?:of|from)\s?$|\b(?:values?|scores?|numbers?)\sin\s?$",
    re.IGNORECASE,
)
_VARIABLE_BEFORE = re.compile(
    r"(?:^|[\s(])(?:\((?:[a-z]|[α-ω])\)|[b-z]|[α-ω]|[a-z]\([a-z]\))\s(?:in|within|over|on|from|belongs to)\s?$"
)
_LABEL_BEFORE = re.compile(
    r"(?:^|(?P<word>\S+)\s{1,3})(?:(?i:eqs?|eqns?|figs?|tabs?|sects?|chaps?)\.|"
    r"(?:Eqs?|Eqns?|Figs?|Tables?|Figures?|Equations?|Schemes?|Algorithms?|Sections?|Chapters?|Theorems?|Lemmas?))\s?$"
    r"|[见如由据][式图表]\s?$"
)
_NOT_A_LABEL = frozenset(("the", "a", "an", "this", "that", "its", "their", "our", "The", "This", "Periodic"))
_BEHIND_A_LABEL = frozenset(("See", "In", "From", "By", "Supplementary", "Using", "And", "To", "With", "Also"))
_UNIT_AFTER = re.compile(rf"\s?(?:(?P<unit>{UNIT})|[%‰°])(?!\.\s?[a-z])")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FUNCTION_WORDS = _words(
    """
    and or in on of the for is was were are that which but showed found et reported as to by with from at have has a
    an it this we
    """
)
_WORD_AFTER = re.compile(r"[a-z]+")


class Marker(Word):
    """One marker as printed: where it stands and which numbers it names."""

    start: int
    end: int
    numbers: tuple[int, ...]
    """In printed order, ranges expanded, each once."""
    wide_range: str | None = None
    """A range above WIDEST_RANGE as printed; its numbers are not among `numbers`."""
    reversed_range: str | None = None
    """A range printed backwards, `5-1`; it is expanded all the same."""


def parse_numbers(printed: str) -> Marker | None:
    """The numbers of a marker's inside (`1, 4–6,9`), offsets 0 to its length; None where it is no list."""
    folded = fold_width(printed)
    match = _BARE.fullmatch(folded.strip())
    if match is None:
        return None
    numbers: dict[int, None] = {}
    wide = backwards = None
    for first, last in _ONE_ITEM.findall(match.group("list")):
        low, high = int(first), int(last or first)
        span = f"{first}-{last}"
        if low == 0 or high == 0:
            return None
        if abs(high - low) + 1 > WIDEST_RANGE:
            wide = span
            continue
        if high < low:
            backwards = span
        step = 1 if high >= low else -1
        numbers.update(dict.fromkeys(range(low, high + step, step)))
    return Marker(start=0, end=len(printed), numbers=tuple(numbers), wide_range=wide, reversed_range=backwards)


def square_markers(text: str) -> list[Marker]:
    """Every `[1]`, `［1,2］`, `【1-3】`, `[1]-[3]` that its surroundings do not make an index, interval or formula."""
    folded = fold_width(text).translate(_ANNOTATIONS)
    found: list[Marker] = []
    skip_to = 0
    matches = list(_SQUARE.finditer(folded))
    for index, match in enumerate(matches):
        if match.start() < skip_to:
            continue
        end, inside = match.end(), match.group("list")
        if index + 1 < len(matches) and re.fullmatch(r"\d+", inside):
            follower = matches[index + 1]
            joint = _SQUARE_RANGE.match(folded, end)
            if joint and joint.end() == follower.start() and re.fullmatch(r"\d+", follower.group("list")):
                end, inside = follower.end(), f"{inside}-{follower.group('list')}"
        listed = _PAGES_OF_ONE.sub("", inside)
        parsed = parse_numbers(listed)
        skip_to = end
        if parsed is None or _is_formula(folded, match.start(), end, inside, found):
            continue
        if not _is_quantity(folded, match.start(), end, inside):
            if len(parsed.numbers) == 1 and (pages := _PAGES_BEHIND.match(folded, end)):
                end = pages.end()
            found.append(parsed.model_copy(update={"start": match.start(), "end": end}))
    return found


def round_markers(text: str) -> list[Marker]:
    """Every `(1)`, `（1, 3）`: markers only where the document uses them so."""
    found = []
    for match in _ROUND.finditer(fold_width(text)):
        parsed = parse_numbers(match.group("list"))
        if parsed is not None:
            found.append(parsed.model_copy(update={"start": match.start(), "end": match.end()}))
    return found


def superscript_marker(text: str, start: int, end: int) -> Marker | None:
    """The marker in a raised run, brackets and stray punctuation around it taken off; None for units, exponents,
    ordinals, isotopes, affiliations at a paragraph's start and everything else that is not a list of numbers. A raised
    number right behind `[1]` is the page cited."""
    while start < end and (text[start].isspace() or text[start] in ".,;，；"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".,;，；"):
        end -= 1
    if _BRACKET_BEFORE.search(fold_width(text[max(0, start - 10) : start])) and text[start : start + 1].isdigit():
        return None
    inside = fold_width(text[start:end].translate(_SUPERSCRIPT_DIGITS))
    bracketed = re.fullmatch(r"[\[(【〔]\s?(.*?)\s?[\])】〕]", inside)
    parsed = parse_numbers(bracketed.group(1) if bracketed else inside)
    if parsed is None or (not bracketed and _is_exponent(text, start, end, parsed)):
        return None
    return parsed.model_copy(update={"start": start, "end": end})


def unicode_superscripts(text: str) -> list[Marker]:
    """Markers written with the characters ¹ ² ³ …, under the same conditions as raised runs."""
    if not any(char in text for char in _RAISED):
        return []
    found = (superscript_marker(text, *match.span()) for match in _UNICODE_SUPERSCRIPT.finditer(text))
    return [marker for marker in found if marker is not None and text[marker.start - 1 : marker.start] not in "⁻⁺"]


def bracket_clusters(text: str, markers: list[Marker]) -> Iterator[list[Marker]]:
    """Markers grouped where nothing but a comma or space stands between them: `[1], [2]` are cited together."""
    group: list[Marker] = []
    for marker in markers:
        if group and not re.fullmatch(r"[\s,，、;；]*(?:and|和|及|与)?\s*", text[group[-1].end : marker.start]):
            yield group
            group = []
        group.append(marker)
    if group:
        yield group


def _is_formula(folded: str, start: int, end: int, inside: str, earlier: list[Marker]) -> bool:
    before, after = folded[max(0, start - 40) : start], folded[end : end + 12]
    touching = bool(earlier) and earlier[-1].end == start
    if _NOT_BEFORE.search(before) and re.search(r"[-–—‐‑−~,]", inside):
        return True
    if not touching and _INDEXED.search(before):
        return True
    if re.match(r"\s?=[^=]|\.[a-z]\w*[\s(\[]", after) and before[-1:].isalnum() and before[-1:].isascii():
        return True
    if re.match(r"-[a-zA-Z]", after):
        return True
    word = _WORD_AFTER.match(after)
    if word and not re.match(f"[{CJK}]", before[-1:]) and word.group() not in _FUNCTION_WORDS:
        return True
    return _is_spread(before, inside)


def _is_quantity(folded: str, start: int, end: int, inside: str) -> bool:
    """An interval before its unit (`[1, 5] mm`), the steps of a scale, where a variable lies, a ratio, or the number of
    an equation or table (`Eq. [7]`; `the equation [7]` cites)."""
    before = folded[max(0, start - 40) : start]
    if re.fullmatch(rf"\d+\s?(?:{_DASH}|,)\s?\d+", inside) and (
        _is_before_a_unit(folded, end) or _VARIABLE_BEFORE.search(before)
    ):
        return True
    if ":" in inside:
        return _RATIO_BEFORE.search(before) is not None
    if not inside.isdigit() and _SCALE_BEFORE.search(before):
        return True
    label = _LABEL_BEFORE.search(before)
    if label is None:
        return False
    word = label.group("word") or ""
    return word not in _NOT_A_LABEL and (not word[:1].isupper() or word in _BEHIND_A_LABEL or word[-1:] in ".,;:")


def _is_before_a_unit(folded: str, end: int) -> bool:
    """A unit of one Han character (`年`, `日`) is more often the beginning of a word."""
    unit = _UNIT_AFTER.match(folded[end : end + 16])
    return unit is not None and not re.fullmatch(f"[{CJK}]", unit.group("unit") or "")


def _is_spread(before: str, inside: str) -> bool:
    """`45 [38–52]`: a value and the interval around it."""
    value = _NUMBER_BEFORE.search(before)
    bounds = re.fullmatch(rf"(\d+)\s?(?:{_DASH}|,)\s?(\d+)", inside)
    if value is None or bounds is None:
        return False
    low, high = int(bounds.group(1)), int(bounds.group(2))
    return low <= float(value.group(1)) <= high


def _is_exponent(text: str, start: int, end: int, parsed: Marker) -> bool:
    before, after = text[:start][-24:], text[end : end + 1]
    if not before.strip() or before[-1] == "\n" or re.match(r"\s?[=<>≤≥≈]", text[end : end + 3]):
        return True
    if after and (after.isalpha() and after.isascii()) and not before[-1].isalpha():
        return True
    if after.isdigit() or (parsed.numbers in ((2,), (3,)) and _POWER_OF.search(text[:start][-60:])):
        return True
    if before[-1].isspace():
        return bool(after) and after.isalnum()
    token = re.split(r"[\s(（,，;；:：]", before)[-1]
    if re.fullmatch(r"[\d.×x*·+\-−<>=~≈]*\d", token):
        return not re.fullmatch(r"(?:1[89]|20)\d\d", token)
    if parsed.numbers in ((2,), (3,), (4,)):
        letters = re.search(r"[^\W\d_]+$", token)
        return (
            letters is not None and not re.match(f"[{CJK}]", letters.group()[-1]) and _is_unit(token, letters.group())
        )
    return False


def _is_unit(token: str, letters: str) -> bool:
    if len(letters) == 1:
        return True
    units = r"(?:[kcdmµμn]m|ft|in|yd|px|kg|mol|sec|chi|SD|Nm|Pa|rad|mi|inch|dB)"
    return bool(re.fullmatch(units, letters)) or bool(re.search(r"[/·\d][A-Za-zμµ]{1,3}$", token))

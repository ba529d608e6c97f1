"""Numbers of a text: found as printed, with their value, unit and precision (decisions 2.7, 3 "Numbers").

What counts as printed: sign kept, `%`, `‰`, 万, 亿, 倍 attached without space, `percent`, `million`, `-fold` attached
as written, other units left out; a range is two numbers, and a sign of per cent or magnitude printed once after the
second holds for both. Fractions are one number ("one third", "12/40", 三分之一). Small number words ("two groups",
两组) are not numbers of a claim; from ten upward they are.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from tasks.language import units
from tasks.language._labels import no_quantities
from tasks.language._number_words import in_words
from tasks.language.quantity import TIMES_AFTER, UNIT_AFTER, Number, NumberKind, fold

__all__ = ["Number", "NumberKind", "find_numbers", "fold", "parse_number"]

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_CORE = r"\d{1,3}(?:[,']\d{3})+(?:\.\d+)?(?!\d)|\d+(?:[.·]\d+)?|\.\d+"
_POWER = r"10(?:\^\s?[({]?\s?[-+]?\d{1,4}[)}]?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})"
_SCIENTIFIC = (
    rf"\d+(?:\.\d+)?\s{{0,2}}[×x*·]\s{{0,2}}(?:{_POWER}|10-\d{{1,2}}|10[1-9]\d?)(?!\d)"
    rf"|{_POWER}|\d+(?:\.\d+)?[eE][-+]?\d{{1,4}}(?!\d)"
)
_FRACTION = r"\d+\s?/\s?\d+(?![\d/.])|\d+:\d+(?![\d:.])"
_MAGNITUDES = {"万亿": 10**12, "千万": 10**7, "百万": 10**6, "十万": 10**5, "万": 10**4, "亿": 10**8} | {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
_PERCENT_WORD = r"percent|per\s+cent|percentage\s+points?|个百分点"
_SUFFIX = re.compile(
    rf"(?P<sign>\s*[%‰])|(?P<words>\s*-?(?:{_PERCENT_WORD}))(?![a-z])|(?P<fold>(?:\s*-?\s*)fold)(?![a-z])"
    r"|(?P<magnitude>\s*-?(?:thousand|million|billion|trillion)(?![a-z])|\s*(?:万亿|千万|百万|十万|万|亿))"
    r"(?P<times>\s*倍)?|(?P<only_times>\s*倍)",
    re.IGNORECASE,
)
_HYPHENATED = (
    r"items?|points?|patients?|persons?|people|study|country|participants?|samples?|subjects?|members?"
    r"|beds?|cent(?:er|re)s?|questions?|sessions?|degrees?|years?|months?|weeks?|days?|hours?|minutes?"
    r"|seconds?|min|mo|yr|wk|h|d|mm|cm|mg|g|kg|m[lL]|km|m|s|and|to|or|old"
)
_NAME_BEFORE = re.compile(r"[A-Za-zα-ωΑ-Ω_^#\\]-?$|[A-Za-zα-ωΑ-Ω\d)\]][-–]$|\d[.,]$|[A-Za-z]/$")
_NAME_AFTER = re.compile(rf"[A-Za-zα-ωΑ-Ω_]|-(?!(?:{_HYPHENATED})(?![A-Za-z]))[A-Za-zα-ω]|\+[\s/]?[A-Z]")
_DASH_AFTER_QUANTITY = re.compile(r"(?:\d|%|‰|\d\s?(?:mg|g|kg|mm|cm|km|ml|mL|h|d|y|万|亿|倍))\s*[-–]$")
_DASH_AFTER_NAME = re.compile(r"[A-Za-zα-ω]-?\d+(?:\.\d+)?[-–]$")
_SIGN_BEFORE = re.compile(r"(?:^|[\s(\[（【=<>≤≥~:：,，;；、/±]|[\u3400-\u9fff])([-+–])\s?$")
_COMPARATOR = re.compile(r"(<=|>=|[<>≤≥])\s*$")
_P_BEFORE = re.compile(
    r"(?<![A-Za-z])[pP](?:[\s-]*values?|\s*值)?(?:\s*(?:of|was|were|is|为|是|[<>=≤≥~]|<=|>=))*\s*[-–]?\s*$"
)
_DIGITS = re.compile(rf"(?P<scientific>{_SCIENTIFIC})|(?P<fraction>{_FRACTION})|(?P<core>{_CORE})")
_RANGE = re.compile(r"\s*(?:[-–—~]{1,2}|至|到|(?<=\s)to(?=\s))\s*|-?\s+(?:to|or)\s+")
_AND = re.compile(r"\s+and\s+|\s*(?:和|与)\s*")
_BETWEEN = re.compile(r"(?:between|介于|在)\s*[-–]?$", re.IGNORECASE)


def find_numbers(text: str, skip: Sequence[tuple[int, int]] = (), *, every: bool = False) -> tuple[Number, ...]:
    """Numbers in order of their place. Spans in `skip` (citation markers) hold none.

    `every` adds the small number words of a source ("three patients", 两组), to be found when a claim prints "3".
    """
    folded = fold(text)
    taken = _mark(len(folded), skip, no_quantities(folded))
    found = [*_in_digits(text, folded, taken)]
    found += [number for number in in_words(text, folded, every) if not any(taken[number.start : number.end])]
    found.sort(key=lambda number: (number.start, -number.end))
    kept: list[Number] = []
    for number in found:
        if not kept or number.start >= kept[-1].end:
            kept.append(number)
    return tuple(_share_suffixes(folded, kept))


def parse_number(printed: str) -> Number | None:
    """The value of one number printed alone, as a claim lists it; None where it is not readable as one."""
    found = find_numbers(printed, every=True)
    if found:
        return found[0]
    bare = fold(printed).strip()
    if not re.fullmatch(r"\d{1,18}", bare, re.ASCII):
        return None
    return Number(printed, 0, len(printed), Decimal(bare), NumberKind.PLAIN, quantum=Decimal(1), integer=True)


def _mark(length: int, *groups: Iterable[tuple[int, int]]) -> bytearray:
    taken = bytearray(length)
    for group in groups:
        for first, last in group:
            start, end = max(0, first), min(length, last)
            if start < end:
                taken[start:end] = b"\1" * (end - start)
    return taken


def _in_digits(text: str, folded: str, taken: bytearray) -> Iterator[Number]:
    for match in _DIGITS.finditer(folded):
        start, end = match.span()
        if any(taken[start:end]):
            continue
        number = _read_digits(text, folded, match)
        if number is not None:
            yield number


def _read_digits(text: str, folded: str, match: re.Match[str]) -> Number | None:
    start, end = match.span()
    before = folded[max(0, start - 24) : start]
    sign = _SIGN_BEFORE.search(before)
    signed = sign and not re.search(r"[\d)\]]\s?$", before[: sign.start(1)])
    if _NAME_BEFORE.search(before) and not signed and not _range_before(folded, start):
        return None
    suffix = None if match["fraction"] else _SUFFIX.match(folded, end)
    if suffix is None and not _ends_cleanly(folded, end):
        return None
    value, quantum = _value(match)
    if value is None:
        return None
    first = start
    if sign and not re.search(r"[\d%)]\s*$", before[: sign.start(1)]):
        first = start - len(before) + sign.start(1)
        value = -value if folded[first] in "-–" else value
    comparator = _COMPARATOR.search(folded[max(0, first - 4) : first])
    number = Number(
        printed="",
        start=first,
        end=end,
        value=value,
        kind=NumberKind.FRACTION if match["fraction"] else NumberKind.PLAIN,
        quantum=quantum,
        comparator=comparator[1].replace("<=", "≤").replace(">=", "≥") if comparator else None,
        integer=bool(match["core"]) and quantum == 1,
    )
    return _finish(text, folded, number, suffix)


def _range_before(folded: str, start: int) -> bool:
    """True where what precedes is the dash of a range between quantities ("1.20–2.86", "12%-15%", "20mg-30mg")."""
    before = folded[max(0, start - 12) : start]
    return bool(_DASH_AFTER_QUANTITY.search(before)) and not _DASH_AFTER_NAME.search(before)


def _ends_cleanly(folded: str, end: int) -> bool:
    if not _NAME_AFTER.match(folded, end):
        return True
    unit = UNIT_AFTER.match(folded, end)
    return unit is not None and unit.start(1) - end <= 1


def _value(match: re.Match[str]) -> tuple[Decimal | None, Decimal]:
    try:
        if match["fraction"]:
            above, below = (Decimal(part) for part in re.split(r"\s?[/:]\s?", match["fraction"]))
            return (above / below if below else None), Decimal(0)
        if match["scientific"]:
            return _scientific(match["scientific"])
        digits = match["core"].replace(",", "").replace("'", "").replace("·", ".")
        return Decimal(digits), Decimal(1).scaleb(-len(digits.partition(".")[2]))
    except InvalidOperation:
        return None, Decimal(0)


def _scientific(text: str) -> tuple[Decimal | None, Decimal]:
    plain = re.sub(r"[\s(){}^]", "", text.translate(_SUPERSCRIPTS))
    parts = re.fullmatch(r"(?:(\d+(?:\.\d+)?)[×x*·])?10([-+]?\d+)|(\d+(?:\.\d+)?)[eE]([-+]?\d+)", plain)
    if parts is None:
        return None, Decimal(0)
    mantissa, exponent = parts[1] or parts[3] or "1", int(parts[2] or parts[4])
    if abs(exponent) > 300:
        return None, Decimal(0)
    places = len(mantissa.partition(".")[2])
    return Decimal(mantissa).scaleb(exponent), Decimal(1).scaleb(exponent - places)


def _finish(text: str, folded: str, number: Number, suffix: re.Match[str] | None) -> Number:
    """The number with what is attached to it (per cent, magnitude, fold) and its unit."""
    end = number.end
    if suffix is not None:
        number, end = _attach(number, suffix)
    printed = re.sub(r"\s+", " ", text[number.start : end]).strip()
    printed = re.sub(r"\s+(?=[%％‰万亿倍千百十])", "", printed)
    printed = re.sub(r"\s*-?(?:percentage points?|个百分点)$", "", printed)
    printed = re.sub(r"^([-+–−－＋])\s+", r"\1", printed)
    unit = None
    if number.kind in (NumberKind.PLAIN, NumberKind.FRACTION):
        match = UNIT_AFTER.match(folded, end)
        unit = units.canonical(match[1]) if match and not (match[1] == "日" or match[1] == "月") else None
        if (
            unit is None
            and _P_BEFORE.search(folded[max(0, number.start - 24) : number.start])
            and abs(number.value) <= 1
        ):
            number = replace(number, kind=NumberKind.P_VALUE)
        if unit is None and TIMES_AFTER.match(folded, end):
            number = replace(number, kind=NumberKind.MULTIPLE, integer=False)
    return replace(number, printed=printed, end=end, unit=unit, integer=number.integer and unit is None)


def _attach(number: Number, suffix: re.Match[str]) -> tuple[Number, int]:
    if suffix["sign"]:
        scale = Decimal("0.1") if "‰" in suffix["sign"] else Decimal(1)
        changed = replace(number, kind=NumberKind.PERCENT)
    elif suffix["words"]:
        scale, changed = Decimal(1), replace(number, kind=NumberKind.PERCENT)
    elif suffix["magnitude"]:
        scale = Decimal(_MAGNITUDES[suffix["magnitude"].strip().lstrip("-").lower()])
        changed = replace(number, kind=NumberKind.MULTIPLE) if suffix["times"] else number
    else:
        scale, changed = Decimal(1), replace(number, kind=NumberKind.MULTIPLE)
    changed = replace(changed, value=number.value * scale, quantum=number.quantum * scale, integer=False)
    return changed, suffix.end()


def _share_suffixes(folded: str, numbers: list[Number]) -> Iterator[Number]:
    """Give the first number of a range what is printed once after the second: "10–45%" is 10% and 45%."""
    for index, number in enumerate(numbers):
        following = numbers[index + 1] if index + 1 < len(numbers) else None
        if following is None or not _is_range(folded, number, following) or number.kind is not NumberKind.PLAIN:
            yield number
            continue
        suffix = re.search(
            r"(?:[%％‰万亿倍]+|\s?-?(?:percent|per cent|fold|thousand|million|billion|trillion))$", following.printed
        )
        if suffix and number.value and number.quantum and number.printed[-1].isdigit():
            match = _SUFFIX.match(fold(suffix[0]))
            if match:
                attached, _ = _attach(number, match)
                yield replace(attached, printed=number.printed + suffix[0])
                continue
        yield replace(number, unit=number.unit or following.unit, integer=number.integer and following.unit is None)


def _is_range(folded: str, first: Number, second: Number) -> bool:
    between = folded[first.end : second.start]
    if _RANGE.fullmatch(between):
        return True
    return bool(_AND.fullmatch(between) and _BETWEEN.search(folded[max(0, first.start - 10) : first.start].rstrip()))

"""Numbers written in words: English and Chinese (decisions 2.7)."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from tasks.language import numerals, units
from tasks.language.quantity import TIMES_AFTER, UNIT_AFTER, Number, NumberKind

_BELOW = "|".join(numerals.DENOMINATORS)
_ONES = "two|three|four|five|six|seven|eight|nine|ten"
_FRACTION_EN = re.compile(
    rf"(?<![a-z-])(?P<above>one|two|three|four|five|six|seven|eight|nine|a)[\s-]+(?P<below>{_BELOW})s?(?![a-z-])(?P<of>\s+of\b)?",
    re.IGNORECASE,
)
_HALF = re.compile(
    r"(?<![a-z-])(?<!first )(?<!second )(?<!latter )(?<!other )half(?![a-z-]|\s+(?:life|lives)\b)", re.IGNORECASE
)
_TWICE = re.compile(r"(?<![a-z-])twice(?![a-z-])", re.IGNORECASE)
_WORDS_EN = re.compile(
    rf"(?<![a-z-])(?P<words>{numerals.ENGLISH})(?P<suffix>[\s-]?fold(?![a-z])|\s+(?:percent|per\s+cent)(?![a-z]))?"
    rf"|(?<![a-z-])(?P<joined>{_ONES})fold(?![a-z])",
    re.IGNORECASE,
)
_PART_ZH = re.compile(
    rf"(?P<below>百|千|万|{numerals.CHINESE}|(?<!\d)\d{{1,9}})分之(?P<above>{numerals.CHINESE}|\d{{1,9}}(?:\.\d{{1,9}})?)"
)
_TENTHS_ZH = re.compile(
    r"(?<![一二三四五六七八九十百千几第现既不])(?P<tenths>[一二三四五六七八九])成(?P<half>半)?"
    r"(?!年|立|功|为|就|本|果|分|长|员|熟|效|都|语|绩|品|像|型|形|了|不变|人(?![数群]))"
)
_HALF_ZH = re.compile(r"一半(?!径)|半数")
_TIMES_ZH = re.compile(rf"(?<![几数第])(?P<times>{numerals.CHINESE})倍")
_COUNT_ZH = re.compile(
    rf"(?<![几数第上成好零〇一二三四五六七八九十百千万亿两\d.])(?P<count>[一二三四五六七八九十两]{numerals.CHINESE}"
    rf"|十(?=[余多]?[个例名人位岁年周天次篇项家种组]))"
    r"(?![余多]?(?:世纪|年代|月(?!龄)|日|号|届|大|分之|指肠|成|倍|里|期|级|型|字|足|分|万一|克|米))"
)
_SMALL_ZH = re.compile(
    r"(?<![第十百千万一二三四五六七八九每同统唯])(?P<count>[一二两三四五六七八九])(?=[个例名人位岁年周天次篇项家种组])"
)


def in_words(text: str, folded: str, every: bool) -> Iterator[Number]:
    """Numbers written in words, in no order; `every` adds small counts ("three patients", 两组)."""
    yield from _english(text, folded, every)
    yield from _chinese(text, folded, every)


def _word(text: str, span: tuple[int, int], value: Decimal, kind: NumberKind, quantum: Decimal = Decimal(0)) -> Number:
    printed = re.sub(r"\s+", " ", text[span[0] : span[1]])
    return Number(printed, span[0], span[1], value, kind, quantum=quantum, integer=kind is NumberKind.PLAIN)


def _english(text: str, folded: str, every: bool) -> Iterator[Number]:
    fractions: list[tuple[int, int]] = []
    for match in _FRACTION_EN.finditer(folded):
        article, below = match["above"].lower() == "a", match["below"].lower()
        if article and not match["of"]:
            continue
        above = Decimal(1 if article else numerals.english_value(match["above"]) or 1)
        fractions.append(
            (match.start(), match.end("below") + (folded[match.end("below") : match.end("below") + 1] in ("s", "S")))
        )
        yield _word(text, fractions[-1], above / numerals.DENOMINATORS[below], NumberKind.FRACTION)
    for match in _HALF.finditer(folded):
        if not any(start <= match.start() < end for start, end in fractions):
            yield _word(text, match.span(), Decimal("0.5"), NumberKind.FRACTION)
    for match in _TWICE.finditer(folded):
        yield _word(text, match.span(), Decimal(2), NumberKind.MULTIPLE, Decimal(1))
    for match in _WORDS_EN.finditer(folded):
        value = numerals.english_value(match["words"] or match["joined"])
        if value is None or any(start <= match.start() < end for start, end in fractions):
            continue
        suffix = (match["suffix"] or "").lower()
        if match["joined"] or "fold" in suffix:
            yield _word(text, match.span(), Decimal(value), NumberKind.MULTIPLE, Decimal(1))
        elif suffix:
            yield _word(text, match.span(), Decimal(value), NumberKind.PERCENT, Decimal(1))
        elif value >= 10 or every:
            number = _word(text, match.span("words"), Decimal(value), NumberKind.PLAIN, Decimal(1))
            yield _with_unit(folded, number)


def _with_unit(folded: str, number: Number) -> Number:
    if TIMES_AFTER.match(folded, number.end):
        return replace(number, kind=NumberKind.MULTIPLE, integer=False)
    match = UNIT_AFTER.match(folded, number.end)
    return replace(number, unit=units.canonical(match[1]), integer=False) if match else number


def _chinese(text: str, folded: str, every: bool) -> Iterator[Number]:
    for match in _PART_ZH.finditer(folded):
        below, above = _mixed(match["below"]), _mixed(match["above"])
        if not below or above is None:
            continue
        if match["below"] in ("百", "千", "万"):
            places = len(re.split(r"[.点]", match["above"])[1]) if re.search(r"[.点]", match["above"]) else 0
            scale = Decimal(100) / {"百": 100, "千": 1000, "万": 10000}[match["below"]]
            yield _word(text, match.span(), above * scale, NumberKind.PERCENT, scale.scaleb(-places))
        else:
            yield _word(text, match.span(), above / below, NumberKind.FRACTION)
    for match in _TENTHS_ZH.finditer(folded):
        value = (numerals.chinese_value(match["tenths"]) or Decimal(0)) * 10 + (5 if match["half"] else 0)
        yield _word(text, match.span(), value, NumberKind.PERCENT, Decimal(5 if match["half"] else 10))
    for match in _HALF_ZH.finditer(folded):
        yield _word(text, match.span(), Decimal("0.5"), NumberKind.FRACTION)
    for match in _TIMES_ZH.finditer(folded):
        if (times := numerals.chinese_value(match["times"])) is not None:
            yield _word(text, match.span(), times, NumberKind.MULTIPLE, Decimal(1))
    for pattern in (_COUNT_ZH, _SMALL_ZH) if every else (_COUNT_ZH,):
        for match in pattern.finditer(folded):
            count = numerals.chinese_value(match["count"])
            if count is not None and (every or (count >= 10 and set(match["count"]) & set("十百千万亿"))):
                yield _with_unit(folded, _word(text, match.span("count"), count, NumberKind.PLAIN, Decimal(1)))


def _mixed(text: str) -> Decimal | None:
    """A numeral in digits or Chinese characters; the bare scale of 百分之 included."""
    scales = {"百": Decimal(100), "千": Decimal(1000), "万": Decimal(10000)}
    if text in scales:
        return scales[text]
    return Decimal(text) if text[0].isascii() else numerals.chinese_value(text)

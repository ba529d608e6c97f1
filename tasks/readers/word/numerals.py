"""Automatic numbers as Word prints them: one count and a format name become a numeral."""

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_HAN = "〇一二三四五六七八九"
_FORMAL = "零壹贰叁肆伍陆柒捌玖"
_CHINESE = frozenset(
    {"chineseCounting", "chineseCountingThousand", "taiwaneseCounting", "taiwaneseCountingThousand", "japaneseCounting"}
)


def numeral(count: int, kind: str) -> str:
    """`count` in the number format `kind` (the names of ST_NumberFormat); formats not known here print as decimal."""
    if kind == "none":
        return ""
    if count < 1 or count > 9999:
        return str(count)
    if kind in ("lowerRoman", "upperRoman"):
        text = _roman(count)
        return text.upper() if kind == "upperRoman" else text
    if kind in ("lowerLetter", "upperLetter"):
        # After z comes aa, then bb: Word repeats the letter, it does not count in base 26.
        text = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return text.upper() if kind == "upperLetter" else text
    if kind in _CHINESE:
        return _chinese(count, _HAN, "十百千")
    if kind == "chineseLegalSimplified":
        return _chinese(count, _FORMAL, "拾佰仟")
    if kind == "ideographDigital":
        return "".join(_HAN[int(digit)] for digit in str(count))
    if kind == "decimalZero":
        return f"{count:02d}"
    if kind in ("decimalEnclosedCircle", "decimalEnclosedCircleChinese") and count <= 20:
        return chr(0x2460 + count - 1)
    if kind in ("decimalFullWidth", "decimalFullWidth2"):
        return "".join(chr(0xFF10 + int(digit)) for digit in str(count))
    return str(count)


def _roman(count: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        repeat, count = divmod(count, value)
        text += letters * repeat
    return text


def _chinese(count: int, digits: str, units: str) -> str:
    """A Chinese numeral below 10,000: 12 is 十二, 105 is 一百〇五 (零 in the formal digits)."""
    text, gap = "", False
    for power in (3, 2, 1, 0):
        digit = count // 10**power % 10
        if digit == 0:
            gap = bool(text)
            continue
        text += (digits[0] if gap else "") + digits[digit] + (units[power - 1] if power else "")
        gap = False
    return text.removeprefix(digits[1]) if 10 <= count < 20 else text

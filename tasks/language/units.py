"""Units of measure: which stand after a number, and how they convert."""

import re
from decimal import Decimal

_MASS = {"kg": "1000", "g": "1", "mg": "1e-3", "μg": "1e-6", "ng": "1e-9", "pg": "1e-12"}
_VOLUME = {"L": "1", "dL": "0.1", "mL": "1e-3", "μL": "1e-6"}
_LENGTH = {"km": "1000", "m": "1", "cm": "1e-2", "mm": "1e-3", "μm": "1e-6", "nm": "1e-9"}
_TIME = {"s": "1", "ms": "1e-3", "min": "60", "h": "3600", "day": "86400", "week": "604800"}
_CALENDAR = {"month": "1", "year": "12"}
_AMOUNT = {"mol": "1", "mmol": "1e-3", "μmol": "1e-6", "nmol": "1e-9", "pmol": "1e-12"}
_MOLAR = {"mM": "1e-3", "μM": "1e-6", "nM": "1e-9"}
_ENERGY = {"kcal": "1", "kJ": "0.239005736"}
_SINGLE = ("mmHg", "kPa", "Pa", "Hz", "kHz", "°C", "°F", "dB", "IU", "Gy", "V", "W", "Da", "kDa", "bpm", "m²")

_FACTORS: dict[str, tuple[str, Decimal]] = {
    unit: (dimension, Decimal(factor))
    for dimension, table in (
        ("mass", _MASS),
        ("volume", _VOLUME),
        ("length", _LENGTH),
        ("time", _TIME),
        ("calendar", _CALENDAR),
        ("amount", _AMOUNT),
        ("molar", _MOLAR),
        ("energy", _ENERGY),
    )
    for unit, factor in table.items()
} | {unit: (unit, Decimal(1)) for unit in _SINGLE}

_SPELLINGS: dict[str, str] = {
    "l": "L", "ml": "mL", "dl": "dL", "μl": "μL", "ug": "μg", "mcg": "μg", "um": "μm", "ul": "μL",
    "sec": "s", "second": "s", "seconds": "s", "minute": "min", "minutes": "min", "mins": "min",
    "hour": "h", "hours": "h", "hr": "h", "hrs": "h", "days": "day", "d": "day", "weeks": "week", "wk": "week",
    "wks": "week", "months": "month", "mo": "month", "years": "year", "yr": "year", "yrs": "year", "y": "year",
    "gram": "g", "grams": "g", "kilograms": "kg", "kilogram": "kg", "milligrams": "mg", "micrograms": "μg",
    "metre": "m", "metres": "m", "meter": "m", "meters": "m", "km2": "km²", "m2": "m²", "℃": "°C",
    "litre": "L", "litres": "L", "liter": "L", "liters": "L", "mol/l": "mol/L",
    "毫克": "mg", "克": "g", "千克": "kg", "公斤": "kg", "微克": "μg", "毫升": "mL", "升": "L", "微升": "μL",
    "厘米": "cm", "毫米": "mm", "米": "m", "公里": "km", "千米": "km", "微米": "μm", "纳米": "nm", "毫摩尔": "mmol",
    "岁": "year", "年": "year", "个月": "month", "月": "month", "周": "week", "星期": "week", "天": "day", "日": "day",
    "小时": "h", "分钟": "min", "秒": "s", "毫米汞柱": "mmHg", "摄氏度": "°C", "千卡": "kcal",
}  # fmt: skip

_ALL = sorted({*_FACTORS, *_SPELLINGS}, key=len, reverse=True)
_LATIN = "|".join(re.escape(unit) for unit in _ALL if unit[0] < "\u2e80")
_CJK = "|".join(re.escape(unit) for unit in _ALL if unit[0] >= "\u2e80")
UNIT = rf"(?:(?:{_LATIN})(?:/(?:{_LATIN}))*(?![A-Za-zα-ωΑ-Ω\d])|(?:{_CJK})(?:/(?:{_CJK}))*)"
"""Pattern of a unit, simple or a quotient ("mg/kg", "毫克/天")."""


def canonical(unit: str) -> str:
    """One spelling per unit: `hrs` → `h`, `毫克` → `mg`; quotients part by part."""
    return "/".join(_SPELLINGS.get(part, part) for part in unit.split("/"))


def base(unit: str) -> tuple[str, Decimal] | None:
    """Dimension and factor to that dimension's base unit; None for an unknown unit.

    Months and years convert into each other, days into weeks and hours, but not across: no month has a fixed length.
    """
    dimensions: list[str] = []
    factor = Decimal(1)
    for index, part in enumerate(unit.split("/")):
        known = _FACTORS.get(part)
        if known is None:
            return None
        dimensions.append(known[0])
        factor = factor * known[1] if index == 0 else factor / known[1]
    return "/".join(dimensions), factor

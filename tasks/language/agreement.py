"""Does a number of a source stand behind a number of a claim? By value, after conversion (decisions 3 "Numbers")."""

from decimal import Decimal
from enum import IntEnum

from tasks.language import units
from tasks.language.quantity import Number, NumberKind

TOLERANCE = Decimal("0.05")
"""Relative to the source's value."""
SMALL_COUNT = 20
"""Counts under this have no tolerance."""
_LOOSE_UNITS = frozenset({"year", "month", "week", "day", "h"})
"""Ages and times are often printed without their unit on one side ("aged 65", "65 years")."""


class Agreement(IntEnum):
    """How well two numbers agree, best last."""

    NONE = 0
    NEAR = 1
    """Within ±5 % relative."""
    EQUAL = 2
    """Equal after rounding the source to the claim's printed precision."""


def agreement(claimed: Number, source: Number) -> Agreement:
    """Compare a claim's number with a source's: units and proportions are converted first, then rounding, then ±5 %.

    Never tolerant for p-values, counts under 20 and years. A claim's "decline of 2.1 %" agrees with a source's
    "−2.1 %", but not the other way round: a printed minus has to be in the source.
    """
    value = _in_terms_of(claimed, source)
    if value is None:
        return Agreement.NONE
    if value < 0 <= claimed.value:
        value = -value
    precision = claimed.quantum or _source_quantum(claimed, source)
    if abs(value - claimed.value) * 2 <= precision:
        return Agreement.EQUAL
    if _is_exact_only(claimed, source) or abs(value - claimed.value) > TOLERANCE * abs(value):
        return Agreement.NONE
    return Agreement.NEAR


def comparable(claimed: Number, source: Number) -> bool:
    """Whether the two count in the same terms, whatever their values."""
    return _in_terms_of(claimed, source) is not None


def _in_terms_of(claimed: Number, source: Number) -> Decimal | None:
    """The source's value in the claim's terms, or None where the two cannot be compared."""
    kind = source.kind
    match claimed.kind:
        case NumberKind.P_VALUE:
            return source.value if kind is NumberKind.P_VALUE or _is_proportion(source) else None
        case NumberKind.PERCENT:
            if kind is NumberKind.PERCENT:
                return source.value
            return source.value * 100 if kind is NumberKind.FRACTION or _is_proportion(source) else None
        case NumberKind.FRACTION:
            if kind is NumberKind.PERCENT:
                return source.value / 100
            return source.value if kind is NumberKind.FRACTION or _is_proportion(source) else None
        case NumberKind.MULTIPLE:
            return source.value if kind is NumberKind.MULTIPLE else None
        case NumberKind.PLAIN:
            if kind in (NumberKind.PERCENT, NumberKind.FRACTION) and _is_proportion(claimed):
                return source.value / 100 if kind is NumberKind.PERCENT else source.value
            if kind is NumberKind.P_VALUE:
                return source.value if _is_proportion(claimed) else None
            return _same_unit(claimed, source) if kind is NumberKind.PLAIN else None


def _is_proportion(number: Number) -> bool:
    return number.kind is NumberKind.PLAIN and number.unit is None and not number.integer and abs(number.value) <= 1


def _same_unit(claimed: Number, source: Number) -> Decimal | None:
    if claimed.unit == source.unit or source.unit is None:
        return source.value
    if claimed.unit is None:
        return source.value if source.unit in _LOOSE_UNITS else None
    ours, theirs = units.base(claimed.unit), units.base(source.unit)
    if ours is None or theirs is None or ours[0] != theirs[0]:
        return None
    return source.value * theirs[1] / ours[1]


def _source_quantum(claimed: Number, source: Number) -> Decimal:
    """A fraction is exact; the source's own precision decides whether it was rounded from it."""
    if claimed.kind is NumberKind.FRACTION and source.kind is NumberKind.PERCENT:
        return source.quantum / 100
    return source.quantum


def _is_exact_only(claimed: Number, source: Number) -> bool:
    if NumberKind.P_VALUE in (claimed.kind, source.kind):
        return True
    if any(number.integer and abs(number.value) < SMALL_COUNT for number in (claimed, source)):
        return True
    return claimed.integer and 1800 <= claimed.value <= 2099

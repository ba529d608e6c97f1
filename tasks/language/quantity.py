"""One number of a text as a value: how it is printed, what it amounts to, how precisely it is given."""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from tasks.language import units


class NumberKind(StrEnum):
    """What the value counts in. A percentage is in per cent (`45%` → 45), a permille likewise (2.3‰ → 0.23)."""

    PLAIN = "plain"
    PERCENT = "percent"
    P_VALUE = "p_value"
    FRACTION = "fraction"
    MULTIPLE = "multiple"


@dataclass(frozen=True, slots=True)
class Number:
    """One number as it stands in a text."""

    printed: str
    start: int
    """Start of the digits (with the sign) in the text."""
    end: int
    """End of the number and what belongs to it (%, 万, fold), without its unit."""
    value: Decimal
    kind: NumberKind
    unit: str | None = None
    """Canonical unit after the number (`mg`, `year`, `mg/kg`), or None."""
    quantum: Decimal = Decimal(0)
    """The value of one step of the last printed place: `1.20` → 0.01, `1.2万` → 1000. 0: exact (a fraction)."""
    comparator: str | None = None
    """`<`, `>`, `≤` or `≥` where one stands before it."""
    integer: bool = False
    """A count: no decimals, per cent, magnitude or unit."""


_FOLDS = str.maketrans(
    {chr(0xFF01 + i): chr(0x21 + i) for i in range(94) if chr(0x21 + i) not in ",:;!?"}
    | {"−": "-", "‐": "-", "‑": "-", "﹣": "-", "～": "~", "〜": "~", "∼": "~", "％": "%", "µ": "μ", "\u3000": " "}
    | {"≦": "≤", "≧": "≥", "⩽": "≤", "⩾": "≥", "―": "—", "－": "-"}
)


_SPACED_THOUSANDS = re.compile(r"(?<![\d.,'])[1-9]\d{0,2}(?: \d{3})+(?![\d.,'])")
"""`12 450`, as ISO 80000 groups digits."""


def fold(text: str) -> str:
    """The text with full-width forms, minus signs and spaces folded. Character positions are kept."""
    text = text.translate(_FOLDS)
    text = re.sub(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))", "'", text)
    text = _SPACED_THOUSANDS.sub(lambda match: match.group().replace(" ", "'"), text)
    return re.sub(r"[\u00a0\u2000-\u200a\u202f\t\r\n]", " ", text)


UNIT_AFTER = re.compile(rf"[\s-]?\s?({units.UNIT})")
"""What follows a number directly, or after a space or hyphen, as its unit."""
TIMES_AFTER = re.compile(r"\s+times\s+(?:more|less|as|the|higher|lower|greater|that|larger|fewer)\b", re.IGNORECASE)
"""What makes a number before it a multiple: "three times higher", but not "three times a day"."""

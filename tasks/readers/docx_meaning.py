"""What a field, content control or bookmark of Word means for citations."""

import re
from dataclasses import dataclass
from typing import Final

from tasks.readers.contract import Target

_NUMERIC = re.compile(r"\s*[\[(（［【]?\s*\d{1,4}(?:\s*[,，、\-–—~]\s*\d{1,4})*\s*[\])）］】]?\s*\.?\s*")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a field means; nothing for most."""

    targets: tuple[Target, ...] = ()
    lists: bool = False
    """Its result is the reference list."""
    is_place: bool = False
    """The target is a bookmark, and no work."""
    if_numeric: bool = False
    """It cites only where it prints a number: a `REF` without a switch may print a caption or a heading."""

    def cites(self, printed: str) -> bool:
        """Whether this printed text of the field is a citation."""
        return bool(self.targets and printed.strip() and (not self.if_numeric or _NUMERIC.fullmatch(printed)))


PLAIN: Final = Meaning()

"""What a field, content control or bookmark of Word means for citations."""

import re
from dataclasses import dataclass
from typing import Final

from tasks.readers.contract import Target


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a field means; nothing for most."""

    targets: tuple[Target, ...] = ()
    lists: bool = False
    """Its result is the reference list."""
    is_place: bool = False
    """The target is a bookmark, and no work."""
    form: re.Pattern[str] | None = None
    """It cites only where its printed text has this form."""

    def cites(self, printed: str) -> bool:
        """Whether this printed text of the field is a citation."""
        return bool(self.targets and printed.strip() and (self.form is None or self.form.fullmatch(printed)))


PLAIN: Final = Meaning()

"""What a field, content control or bookmark of Word means for citations."""

import re
from dataclasses import dataclass
from typing import Final

from tasks.readers.contract import Target

_SEVERAL = re.compile(r"\d\s*[-–,&]\s*\d")


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


def note_of(*parts: str) -> str:
    """Locator and note of a citation as one text, a space between them where the next does not begin with a mark."""
    note = ""
    for part in parts:
        text = part.strip()
        note += text if not note or text[:1] in ",.;:)" else f" {text}" if text else ""
    return note


def pages_of(pages: str) -> str:
    """Pages as they are cited: `p. 33`, `pp. 4-6`; what does not begin with a number as it is."""
    if not pages[:1].isdigit():
        return pages
    return f"{'pp.' if _SEVERAL.search(pages) else 'p.'} {pages}"

"""Characters that LaTeX spells: accents over letters, names of signs, numbers with their units."""

import re
import unicodedata
from functools import lru_cache

from tasks.readers.bibtex.latex import plain
from tasks.readers.latex.commands import UNITS
from tasks.readers.latex.input import Input

ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323", "b": "\u0331", "k": "\u0328",
    "r": "\u030a",
}  # fmt: skip
_BASE = re.compile(r"\s*(?:\{\s*(?:\\([ij])\s*|([^\\{}\s]))\s*\}|\\([ij])(?![A-Za-z])[ ]?|([^\\{}\s$&~]))", re.DOTALL)
QUANTITIES = frozenset({"SI", "qty", "num", "si", "unit", "ang", "SIrange", "qtyrange", "numrange"})
"""Commands of siunitx."""
_UNIT = re.compile(r"\\([A-Za-z]+)|([^\\]+)")


def accented(accent: str, source: Input) -> str:
    """The letter that comes next, read, with its accent; empty where none comes."""
    found = source.next(_BASE)
    if found is None:
        return ""
    return unicodedata.normalize("NFC", (found[1] or found[2] or found[3] or found[4]) + ACCENTS[accent])


def quantity(name: str, source: Input) -> str:
    """A number with its unit as they print, their arguments read."""
    source.optional()
    numbers = [] if name in ("si", "unit") else [source.group() or ""]
    if name.endswith("range"):
        numbers.append(source.group() or "")
    source.optional()
    units = "" if name in ("num", "numrange", "ang") else source.group() or ""
    shown = "".join(UNITS.get(word, word) if word else other for word, other in _UNIT.findall(units))
    value = "–".join(plain(number) for number in numbers) + "°" * (name == "ang")
    return f"{value} {shown}".strip().replace(" %", "%")


@lru_cache(maxsize=4096)
def sign_of(name: str) -> str:
    """The character a command stands for, if it stands for one."""
    return plain(f"\\{name} ")

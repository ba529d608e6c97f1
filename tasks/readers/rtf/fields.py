"""Fields of RTF: what their instructions say of the text they print."""

import base64
import binascii
import re
from dataclasses import dataclass, field

from tasks.readers.contract import MarkKind, Target
from tasks.readers.word.csl import csl_targets
from tasks.readers.word.endnote import endnote_targets
from tasks.readers.word.works import EmbeddedWorks

MAX_INSTRUCTION = 4_000_000
_LINK = re.compile(r'^HYPERLINK\s+(?:\\[a-z]\s+)*?(?:"([^"]*)"|([^\s"\\]+))?\s*(?:.*?\\l\s+"([^"]*)")?', re.DOTALL)
_POINTER = re.compile(r"^(?:REF|PAGEREF|NOTEREF|CITATION)\b")
_LIST = re.compile(r"ZOTERO_BIBL|CSL_BIBLIOGRAPHY|EN\.REFLIST|Mendeley Bibliography|^BIBLIOGRAPHY\b")


@dataclass
class Field:
    """A field that is being read."""

    instruction: list[str] = field(default_factory=list)
    size: int = 0
    own: list[str] = field(default_factory=list)
    """Hexadecimal data beside the instruction."""
    nested: list[str] = field(default_factory=list)
    """The data of fields inside of the instruction."""
    start: int = 0

    def add(self, text: str) -> None:
        if self.size < MAX_INSTRUCTION:
            self.instruction.append(text)
            self.size += len(text)

    @property
    def code(self) -> str:
        return "".join(self.instruction).strip()

    @property
    def is_list(self) -> bool:
        """Whether it prints the reference list."""
        return _LIST.search(self.code[:5000]) is not None

    @property
    def data(self) -> list[str]:
        return [decoded for piece in self.own if (decoded := _base64(piece)) is not None]


@dataclass(frozen=True)
class Meaning:
    kind: MarkKind
    payload: str = ""
    targets: tuple[Target, ...] = ()


def meaning(found: Field, works: EmbeddedWorks) -> Meaning | None:
    """What the text of a field is; None where it is text like any other. `targets` is empty for a citation that cannot
    be read."""
    code = found.code
    if "CSL_CITATION" in code or "Mendeley Citation" in code:
        return Meaning(MarkKind.CITATION, targets=csl_targets(code, works) or ())
    if "EN.CITE" in code and "EN.CITE.DATA" not in code:
        return Meaning(MarkKind.CITATION, targets=endnote_targets(code, found.nested, found.data, works) or ())
    if (link := _LINK.match(code)) is not None:
        address = f"#{link[3]}" if link[3] and not (link[1] or link[2]) else link[1] or link[2] or ""
        inside = re.search(r'\\l\s+"([^"]*)"', code)
        if inside is not None and code.split(None, 1)[1:2] and code.split(None, 1)[1].startswith("\\l"):
            address = f"#{inside[1]}"
        return Meaning(MarkKind.LINK, address) if address else None
    if _POINTER.match(code):
        return Meaning(MarkKind.FIELD, code[:2000])
    return None


def _base64(piece: str) -> str | None:
    try:
        return base64.b64encode(binascii.unhexlify("".join(piece.split()))).decode("ascii")
    except (binascii.Error, ValueError):
        return None

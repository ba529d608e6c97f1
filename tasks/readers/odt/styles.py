"""What the styles of an OpenDocument text say: raised, lowered and bold text, heading levels, numbers of lists."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from lxml import etree

from tasks.readers.contract import MarkKind

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
XLINK = "{http://www.w3.org/1999/xlink}"
_HEIRS = 20
"""Longest line of parents that is followed."""


@dataclass
class _Style:
    parent: str | None = None
    position: MarkKind | None = None
    bold: bool | None = None
    level: int | None = None
    name: str | None = None


@dataclass(frozen=True)
class ListLevel:
    """How a level of a list prints its numbers."""

    prefix: str
    suffix: str
    start: int


@dataclass
class Styles:
    """The styles of a document by name."""

    _styles: dict[str, _Style] = field(default_factory=dict)
    _levels: dict[tuple[str, int], ListLevel] = field(default_factory=dict)

    def add(self, roots: Iterable[etree._Element]) -> None:
        for root in roots:
            for element in root.iter(f"{STYLE}style"):
                if (name := element.get(f"{STYLE}name")) is not None:
                    self._styles[name] = _style(element)
            for element in root.iter(f"{TEXT}list-style"):
                self._add_list(element)

    def _add_list(self, element: etree._Element) -> None:
        name = element.get(f"{STYLE}name")
        for level in element.findall(f"{TEXT}list-level-style-number"):
            number = level.get(f"{TEXT}level") or "1"
            start = level.get(f"{TEXT}start-value") or "1"
            if name is not None and number.isdigit() and level.get(f"{STYLE}num-format"):
                self._levels[name, int(number)] = ListLevel(
                    level.get(f"{STYLE}num-prefix") or "",
                    level.get(f"{STYLE}num-suffix") or "",
                    int(start) if start.isdigit() and len(start) < 7 else 1,
                )

    def _line(self, name: str | None) -> Iterable[_Style]:
        for _ in range(_HEIRS):
            style = self._styles.get(name) if name is not None else None
            if style is None:
                return
            yield style
            name = style.parent

    def position(self, name: str | None) -> MarkKind | None:
        return next((style.position for style in self._line(name) if style.position is not None), None)

    def bold(self, name: str | None) -> bool | None:
        return next((style.bold for style in self._line(name) if style.bold is not None), None)

    def level(self, name: str | None) -> int | None:
        return next((style.level for style in self._line(name) if style.level is not None), None)

    def shown(self, name: str | None) -> str | None:
        """The name people see: automatic styles have none, their parents do."""
        return next((style.name for style in self._line(name) if style.name is not None), name)

    def list_level(self, name: str | None, level: int) -> ListLevel | None:
        return self._levels.get((name, level)) if name is not None else None


def _style(element: etree._Element) -> _Style:
    properties = element.find(f"{STYLE}text-properties")
    found = _Style(parent=element.get(f"{STYLE}parent-style-name"))
    level = element.get(f"{STYLE}default-outline-level")
    found.level = int(level) if level is not None and level.isdigit() and 0 < int(level) < 10 else None
    if found.parent is None or element.get(f"{STYLE}display-name"):
        found.name = element.get(f"{STYLE}display-name") or element.get(f"{STYLE}name")
    if properties is not None:
        height = (properties.get(f"{STYLE}text-position") or "").split()
        found.position = _position(height[0]) if height else None
        weight = properties.get(f"{FO}font-weight")
        found.bold = None if weight is None else weight in ("bold", "600", "700", "800", "900")
    return found


def _position(height: str) -> MarkKind | None:
    if height == "super" or (height.endswith("%") and not height.startswith(("-", "0"))):
        return MarkKind.SUPERSCRIPT
    if height == "sub" or height.startswith("-"):
        return MarkKind.SUBSCRIPT
    return None

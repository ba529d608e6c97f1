"""Styles: what a paragraph or run style and its ancestors say about position, visibility, weight and headings."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from lxml import etree

from tasks.readers.word.package import W

_HEADING_NAME = re.compile(r"^(?:heading|标题|標題|überschrift|titre|título|заголовок)\s*([1-9])$", re.IGNORECASE)
_CODE_NAMES = frozenset({"source code", "code", "code block", "verbatim char", "html code", "code char", "inline code"})
_OFF = frozenset({"0", "false", "off", "none"})
_MAX_CHAIN = 32
"""Longest chain of `basedOn` followed; Word allows about ten, a loop would never end."""


@dataclass(frozen=True)
class RunFormat:
    """What a set of run properties says; None: nothing."""

    align: str | None = None
    """`superscript`, `subscript` or `baseline`."""
    hidden: bool | None = None
    bold: bool | None = None
    raised: int | None = None
    """Half-points above the line."""
    size: int | None = None
    """Half-points."""
    style: str | None = None


NOTHING = RunFormat()


@dataclass(frozen=True, slots=True)
class Look:
    """How a run looks, its own properties and both its styles taken together."""

    align: str | None
    hidden: bool
    bold: bool
    code: bool


@dataclass(frozen=True)
class Style:
    """A style with all its ancestors applied."""

    name: str
    run: RunFormat = NOTHING
    heading_level: int | None = None
    num_id: str | None = None
    num_level: int | None = None
    code: bool = False


def run_format(properties: etree._Element | None) -> RunFormat:
    """What a `w:rPr` element says by itself."""
    return RunFormat(*_stated(properties)) if properties is not None else NOTHING


_Stated: TypeAlias = "tuple[str | None, bool | None, bool | None, int | None, int | None, str | None]"


def _stated(properties: etree._Element) -> _Stated:
    """The values of a RunFormat, in the order of its fields. Plain, for it is read once for every run of a thesis."""
    align = style = None
    hidden = bold = None
    raised = size = None
    for child in properties:
        tag = child.tag
        if tag == _VERT:
            align = child.get(_VAL)
        elif tag == _VANISH:
            hidden = _on(child)
        elif tag == _BOLD:
            bold = _on(child)
        elif tag == _POSITION:
            raised = whole(child.get(_VAL))
        elif tag == _SIZE:
            size = whole(child.get(_VAL))
        elif tag == _STYLE:
            style = child.get(_VAL)
    return align, hidden, bold, raised, size, style


_VAL = W + "val"
_VERT, _VANISH, _BOLD = W + "vertAlign", W + "vanish", W + "b"
_POSITION, _SIZE, _STYLE = W + "position", W + "sz", W + "rStyle"


def whole(text: str | None) -> int | None:
    """A whole number as Word writes it (a fraction is cut, a unit ignored); None where there is none."""
    if text is None:
        return None
    if text.isdecimal() and len(text) < 10:
        return int(text)
    matched = _WHOLE.match(text)
    return int(matched.group()) if matched else None


_WHOLE = re.compile(r"\s*-?\d{1,9}")


def _on(element: etree._Element) -> bool:
    return (element.get(_VAL) or "true").lower() not in _OFF


class Styles:
    """All styles of a document. Unknown ids give a style that says nothing but its own name."""

    def __init__(self, root: etree._Element | None) -> None:
        self._elements: dict[str, etree._Element] = {}
        self._default_paragraph: str | None = None
        size: int | None = None
        if root is not None:
            for element in root.iterfind(W + "style"):
                if (key := element.get(W + "styleId")) is not None:
                    self._elements[key] = element
                    if element.get(W + "type") == "paragraph" and element.get(W + "default") in ("1", "true"):
                        self._default_paragraph = key
            size = run_format(root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")).size
        self._size = size or 20
        self._looks: dict[tuple[int, _Stated], Look] = {}
        self.get = lru_cache(maxsize=None)(self._resolve)

    def paragraph(self, key: str | None) -> Style:
        """The style of a paragraph whose `w:pStyle` is `key`; without one, the document's default."""
        return self.get(key or self._default_paragraph)

    def _resolve(self, key: str | None) -> Style:
        if key is None:
            return Style("")
        chain = self._chain(key)
        if not chain:
            level = _HEADING_NAME.match(key)
            return Style(key, heading_level=int(level.group(1)) if level else None)
        formats = [run_format(element.find(W + "rPr")) for element in chain]
        numbered = [element.find(f"{W}pPr/{W}numPr") for element in chain]
        name = _name(chain[0]) or key
        return Style(
            name=name,
            run=RunFormat(
                align=next((item.align for item in formats if item.align), None),
                hidden=next((item.hidden for item in formats if item.hidden is not None), None),
                bold=next((item.bold for item in formats if item.bold is not None), None),
                raised=next((item.raised for item in formats if item.raised is not None), None),
                size=next((item.size for item in formats if item.size is not None), None),
            ),
            heading_level=_heading_level(chain),
            num_id=next((value for item in numbered if (value := child_value(item, "numId")) is not None), None),
            num_level=next((whole(value) for item in numbered if (value := child_value(item, "ilvl"))), None),
            code=name.lower() in _CODE_NAMES,
        )

    def _chain(self, key: str) -> list[etree._Element]:
        chain: list[etree._Element] = []
        current: str | None = key
        while current is not None and len(chain) < _MAX_CHAIN:
            element = self._elements.get(current)
            if element is None or element in chain:
                break
            chain.append(element)
            current = child_value(element, "basedOn")
        return chain

    def look(self, properties: etree._Element | None, style: Style) -> Look:
        """How a run looks whose `w:rPr` is `properties`, in a paragraph of this style."""
        stated = (None, None, None, None, None, None) if properties is None else _stated(properties)
        key = (id(style), stated)
        look = self._looks.get(key)
        if look is None:
            look = self._looks[key] = self._look(RunFormat(*stated), style)
        return look

    def _look(self, direct: RunFormat, style: Style) -> Look:
        run_style = self.get(direct.style) if direct.style else Style("")
        by_run, by_paragraph = run_style.run, style.run
        return Look(
            align=self._align(direct, by_run, by_paragraph),
            hidden=self._toggle(direct.hidden, by_run.hidden, by_paragraph.hidden),
            bold=self._toggle(direct.bold, by_run.bold, by_paragraph.bold),
            code=run_style.code,
        )

    def _align(self, direct: RunFormat, by_run: RunFormat, by_paragraph: RunFormat) -> str | None:
        """`superscript` or `subscript`: the run's own word, else its style's, else its paragraph's.

        Small text raised above the line (`w:position` with a smaller size) is superscript as well.
        """
        align = direct.align or by_run.align or by_paragraph.align
        if align in ("superscript", "subscript"):
            return align
        raised = direct.raised if direct.raised is not None else by_run.raised
        size = direct.size or by_run.size
        if raised and size and size < (by_paragraph.size or self._size):
            return "superscript" if raised > 0 else "subscript"
        return None

    @staticmethod
    def _toggle(direct: bool | None, by_run: bool | None, by_paragraph: bool | None) -> bool:
        """The run's own word wins; without one, a toggle set by both styles is off again."""
        return direct if direct is not None else bool(by_run) != bool(by_paragraph)


def child_value(element: etree._Element | None, child: str) -> str | None:
    """The `w:val` of a child element; None where either is missing."""
    found = None if element is None else element.find(W + child)
    return None if found is None else found.get(_VAL)


def _name(element: etree._Element) -> str:
    return child_value(element, "name") or ""


def _heading_level(chain: list[etree._Element]) -> int | None:
    """1 to 9 by the nearest outline level or heading name in the chain; an outline level of 9 says "body text"."""
    for element in chain:
        outline = whole(child_value(element.find(W + "pPr"), "outlineLvl"))
        if outline is not None:
            return outline + 1 if 0 <= outline <= 8 else None
        if matched := _HEADING_NAME.match(_name(element)):
            return int(matched.group(1))
    return None

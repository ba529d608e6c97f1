"""Automatic list numbers: what Word prints before a numbered paragraph and keeps out of its text."""

import re
from dataclasses import dataclass, field

from lxml import etree

from tasks.readers.word.numerals import numeral
from tasks.readers.word.package import W
from tasks.readers.word.styles import Styles, child_value, whole

_PLACE = re.compile(r"%([1-9])")
_LEVELS = 9


@dataclass(frozen=True)
class Level:
    """One level of a list."""

    start: int = 1
    kind: str = "decimal"
    text: str = ""
    restarts: bool = True
    legal: bool = False
    """All places print as decimal numbers."""


@dataclass
class _List:
    """One numbered list: a `w:num` with its own starts, on the counters of its `w:abstractNum`."""

    abstract: str
    levels: dict[int, Level]
    restarts_at: dict[int, int] = field(default_factory=dict)


class Numbering:
    """Counts numbered paragraphs in document order. One object per reading."""

    def __init__(self, root: etree._Element | None, styles: Styles) -> None:
        self._lists: dict[str, _List] = {}
        self._counts: dict[str, list[int | None]] = {}
        if root is None:
            return
        abstracts = {key: item for item in root.iterfind(W + "abstractNum") if (key := item.get(W + "abstractNumId"))}
        numbers = {key: item for item in root.iterfind(W + "num") if (key := item.get(W + "numId"))}
        for key, element in numbers.items():
            if (listed := _read_list(element, abstracts, numbers, styles)) is not None:
                self._lists[key] = listed

    def next(self, num_id: str | None, level: int) -> str | None:
        """The number of the next paragraph of this list and level, as printed; None for bullets and unknown lists."""
        listed = self._lists.get(num_id) if num_id else None
        if listed is None:
            return None
        level = min(max(level, 0), _LEVELS - 1)
        counts = self._counts.setdefault(listed.abstract, [None] * _LEVELS)
        here = listed.levels.get(level, Level())
        restart = listed.restarts_at.pop(level, None)
        before = counts[level]
        counts[level] = restart if restart is not None else here.start if before is None else before + 1
        for deeper in range(level + 1, _LEVELS):
            if listed.levels.get(deeper, Level()).restarts:
                counts[deeper] = None
        if here.kind == "bullet" or not here.text:
            return None
        return (
            _PLACE.sub(lambda place: _printed(listed, counts, int(place.group(1)) - 1, here), here.text).strip() or None
        )


def _printed(listed: _List, counts: list[int | None], level: int, here: Level) -> str:
    place = listed.levels.get(level, Level())
    count = counts[level]
    kind = "decimal" if here.legal or place.kind == "bullet" else place.kind
    return numeral(place.start if count is None else count, kind)


def _read_list(
    element: etree._Element,
    abstracts: dict[str, etree._Element],
    numbers: dict[str, etree._Element],
    styles: Styles,
) -> _List | None:
    key = child_value(element, "abstractNumId")
    abstract = abstracts.get(key) if key else None
    link = child_value(abstract, "numStyleLink")
    if link is not None:
        # The levels stand in another list, which a numbering style points at.
        linked = numbers.get(styles.get(link).num_id or "")
        key = child_value(linked, "abstractNumId") or key
        abstract = abstracts.get(key) if key else None
    if abstract is None or key is None:
        return None
    levels = {index: _read_level(item) for item in abstract.iterfind(W + "lvl") if (index := _index(item)) is not None}
    listed = _List(key, levels)
    for override in element.iterfind(W + "lvlOverride"):
        index = _index(override)
        if index is None:
            continue
        replaced = override.find(W + "lvl")
        if replaced is not None:
            levels[index] = _read_level(replaced)
        start = whole(child_value(override, "startOverride"))
        if start is not None:
            listed.restarts_at[index] = start
    return listed


def _index(element: etree._Element) -> int | None:
    index = whole(element.get(W + "ilvl"))
    return index if index is not None and 0 <= index < _LEVELS else None


def _read_level(element: etree._Element) -> Level:
    start = whole(child_value(element, "start"))
    legal = element.find(W + "isLgl")
    return Level(
        start=1 if start is None else start,
        kind=child_value(element, "numFmt") or "decimal",
        text=child_value(element, "lvlText") or "",
        restarts=child_value(element, "lvlRestart") != "0",
        legal=legal is not None and legal.get(W + "val") not in ("0", "false"),
    )

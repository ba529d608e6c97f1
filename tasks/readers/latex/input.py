"""What the LaTeX reader reads from: the manuscript's text, with the expansions of its own macros in front of it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from state.errors import ManuscriptError

MAX_WORK = 60_000_000
"""Characters looked at while searching for the ends of arguments, and steps, over a whole manuscript."""
MAX_FRAMES = 60
MAX_EXPANDED = 12_000_000
"""Characters that macros may expand to, over a whole manuscript."""
_STEP = 50
"""What reading one command or run of text counts."""
_IN_VAIN = 4
"""What a search that finds no end counts: a text that is right has hardly any."""
_DEEPEST = 150
"""Brackets nested deeper than this belong to no argument."""
_COST = 40
"""What an expansion counts beside its characters, so that macros that expand to themselves end."""
_LONGEST_ARGUMENT = 60_000
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_BRACKETS = re.compile(r"\\.|[\[\]{}]", re.DOTALL)
_ROUND = re.compile(r"\\.|[(){}]", re.DOTALL)
_SPACE = re.compile(r"[ \t]*(?:\n[ \t]*(?!\n))?")
_TOKEN = re.compile(r"\\(?:[A-Za-z@]+|.)|[^\\{}]", re.DOTALL)


@dataclass
class _Frame:
    text: str
    position: int
    line: int | None
    """Of an expansion: the line of the macro's use."""


class Input:
    """A text read from left to right. `line` is the line of the character that is read next."""

    def __init__(self, name: str, text: str, line_of: Callable[[int], int], start: int = 0) -> None:
        self._name = name
        self._line_of = line_of
        self._frames = [_Frame(text, start, None)]
        self._work = 0
        self._expanded = 0
        self._missing: set[tuple[int, str]] = set()

    @property
    def line(self) -> int:
        frame = self._frames[-1]
        return self._line_of(frame.position) if frame.line is None else frame.line

    @property
    def depth(self) -> int:
        return len(self._frames)

    @property
    def position(self) -> int:
        """Where the text itself, expansions apart, is read next."""
        return self._frames[0].position

    def move(self, position: int) -> None:
        """Go on reading the text at `position`."""
        del self._frames[1:]
        self._frames[0].position = position

    def push(self, text: str) -> bool:
        """Read `text` next. False where macros have expanded too far, and nothing was put in front."""
        self._drop_finished()
        self._expanded += len(text) + _COST
        if len(self._frames) >= MAX_FRAMES or self._expanded > MAX_EXPANDED:
            return False
        self._frames.append(_Frame(text, 0, self.line))
        return True

    def next(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The match of a pattern here, read; None at the very end."""
        self._charge(_STEP)
        self._drop_finished()
        frame = self._frames[-1]
        found = pattern.match(frame.text, frame.position)
        if found is not None:
            frame.position = found.end()
        return found

    def ahead(self, characters: int = 1) -> str:
        frame = self._frames[-1]
        return frame.text[frame.position : frame.position + characters]

    def space(self) -> None:
        """Read white space, but no blank line."""
        self.next(_SPACE)

    def group(self) -> str | None:
        """The inside of a `{group}` that comes next, white space before it allowed; None where there is none."""
        return self._enclosed("{", "}", _BRACES, spaces=True)

    def argument(self) -> str | None:
        """As `group`, or the single token that TeX takes for an argument without braces."""
        inside = self.group()
        if inside is not None:
            return inside
        self.space()
        found = self.next(_TOKEN)
        return None if found is None else found.group()

    def optional(self, *, spaces: bool = True) -> str | None:
        return self._enclosed("[", "]", _BRACKETS, spaces=spaces)

    def round(self) -> str | None:
        return self._enclosed("(", ")", _ROUND, spaces=False)

    def until(self, needle: str, bound: int | None = None) -> str | None:
        """The text up to `needle`, both read; None where it does not come (in `bound` characters)."""
        self._drop_finished()
        frame = self._frames[-1]
        mark = (id(frame.text), needle)
        if mark in self._missing:
            return None
        end = frame.text.find(needle, frame.position, None if bound is None else frame.position + bound)
        if end < 0:
            if bound is None:
                self._missing.add(mark)
            self._charge(min(len(frame.text) - frame.position, bound or len(frame.text)))
            return None
        inside = frame.text[frame.position : end]
        frame.position = end + len(needle)
        return inside

    def _enclosed(self, opening: str, closing: str, pattern: re.Pattern[str], *, spaces: bool) -> str | None:
        self._drop_finished()
        frame = self._frames[-1]
        start = frame.position
        if spaces and (gap := _SPACE.match(frame.text, start)) is not None:
            start = gap.end()
        if frame.text[start : start + 1] != opening:
            return None
        depth = braces = 0
        bound = start + _LONGEST_ARGUMENT
        for found in pattern.finditer(frame.text, start, bound):
            character = found.group()
            if opening != "{" and character in "{}":
                braces += 1 if character == "{" else -1
                if braces < 0 or braces > _DEEPEST:
                    break
            elif braces == 0 and character in (opening, closing):
                depth += 1 if character == opening else -1
                if depth > _DEEPEST:
                    bound = found.end()
                    break
                if depth == 0:
                    self._charge(found.end() - start)
                    frame.position = found.end()
                    return frame.text[start + 1 : found.start()]
        self._charge(_IN_VAIN * (min(bound, len(frame.text)) - start))
        return None

    def _drop_finished(self) -> None:
        while len(self._frames) > 1 and self._frames[-1].position >= len(self._frames[-1].text):
            self._frames.pop()

    def _charge(self, work: int) -> None:
        self._work += work
        if self._work > MAX_WORK:
            raise ManuscriptError(f"{self._name}: refused, its commands are nested or left open too often to be read.")

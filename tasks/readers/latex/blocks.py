"""Environments, headings, lists, tables, notes and reference lists of LaTeX, set on a page."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tasks.readers.contract import MarkKind, ParagraphKind
from tasks.readers.latex import commands
from tasks.readers.latex.input import Input
from tasks.readers.latex.macros import Macros, filled
from tasks.readers.latex.page import Page

MAX_FLOWS = 60
"""Notes in notes, floats in floats: beyond this the text stays where it is."""
_SEARCHED = 40
"""Open environments among which the end of one is looked for."""
_LABEL = re.compile(r"\\(?:label|tag\*?|nonumber|notag)\s*(?:\{[^{}]*\})?")
_NO_TITLE = re.compile(r"^[!htbpHcsrlTB\s,\d.]*$|=|\\(?:line|text)width|^\s*\w{1,30}\s*$|pt$")
_TITLED = re.compile(r"theorem|lemma|definition|proposition|corollary|proof|remark|assumption|conjecture|example|claim")
_COMMAND = re.compile(r"\\[A-Za-z@]+|\{[\w:,-]*\}")
_HAN, _LETTERS = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[A-Za-z]")
_WORD = re.compile(r"\\([A-Za-z]+) ?|\\([%&#_$,;!])")
_IN_MATHS = {
    "pm": "±", "times": "×", "leq": "≤", "geq": "≥", "le": "≤", "ge": "≥", "approx": "≈", "sim": "~", "cdot": "·",
    "mu": "μ", "alpha": "α", "beta": "β", "gamma": "γ", "kappa": "κ", "chi": "χ", "lambda": "λ", "sigma": "σ",
    "neq": "≠", "ne": "≠", "rightarrow": "→", "to": "→", "quad": " ", "circ": "°", "infty": "∞", "ll": "≪", "gg": "≫",
}  # fmt: skip


@dataclass
class _Environment:
    name: str
    close: Callable[[], None] | None = None
    ending: str = ""
    counter: int | None = None
    """Of a numbered list: the number of its last item."""
    groups: int = 0


class Setter:
    """The state of the reader, and what its environments do to it."""

    def __init__(self, source: Input, macros: Macros, *, chapters: bool, chinese: bool) -> None:
        self.source = source
        self.macros = macros
        self.page = Page()
        self.lost: Counter[str] = Counter()
        self._chapters = chapters
        self._chinese = chinese
        self._groups: list[Callable[[], None] | None] = []
        self._open: list[_Environment] = []
        self._notes = self._tables = self._entries = 0

    def open_group(self, close: Callable[[], None]) -> None:
        """Do `close` behind the argument that comes next, which is text."""
        source = self.source
        source.space()
        if source.ahead() != "{":
            argument = source.argument()
            if argument is None or not source.push(argument + "}"):
                close()
                return
        else:
            source.next(_BRACE)
        self._groups.append(close)

    def marked_group(self, kind: MarkKind, payload: str = "") -> None:
        start, draft = self.page.length, self.page.level.draft

        def close() -> None:
            if self.page.level.draft is draft:
                self.page.mark(start, kind, payload)

        self.open_group(close)

    def close_group(self) -> None:
        if self._groups and (close := self._groups.pop()) is not None:
            close()

    def heading(self, level: int) -> None:
        r"""A heading command: its short form for the table of contents is passed by."""
        self.page.end()
        self.source.next(_STAR)
        self.source.optional()
        self.source.space()
        if self.source.ahead() == "{":
            self.page.level.heading = self._level(level)
            self.open_group(self.page.end)

    def _level(self, level: int) -> int:
        return level if self._chapters or level == 1 else level - 1

    def printed_heading(self, words: tuple[str, str]) -> None:
        """A heading that a class prints by itself."""
        self.page.end()
        self.page.level.heading = 1
        self.page.line = self.source.line
        listed = words is commands.REFERENCES
        self.page.write(words[1] if (self._chinese if listed else self._chinese_ahead()) else words[0])
        self.page.end()

    def _chinese_ahead(self) -> bool:
        """Whether the environment that begins is in Chinese."""
        return is_chinese(self.source.ahead(2000).partition("\\end{")[0])

    def note(self, kind: ParagraphKind, number: str | None) -> None:
        """A note's argument comes next."""
        if self.page.depth >= MAX_FLOWS:
            self.lost["nesting_too_deep"] += 1
            return
        if number is None:
            self._notes += 1
        depth, strong = self.page.depth, self.page.strong
        self.page.line = self.source.line
        self.page.enter(kind, number or str(self._notes))
        self.page.strong = 0

        def close() -> None:
            while self.page.depth > depth:
                self.page.leave()
            self.page.strong = strong

        self.open_group(close)

    def count_note(self) -> str:
        self._notes += 1
        return str(self._notes)

    @property
    def last_note(self) -> str:
        return str(max(self._notes, 1))

    def caption(self) -> None:
        self.page.end()
        self.source.next(_STAR)
        self.source.optional()
        self.open_group(self.page.end)

    def item(self) -> None:
        self.page.end()
        environment = self._open[-1] if self._open else None
        label = self.source.optional()
        if label is not None:
            self.source.push(label + " ")
        elif environment is not None and environment.counter is not None:
            environment.counter += 1
            self.page.level.number = f"{environment.counter}."

    def entry(self) -> None:
        r"""`\bibitem[label]{key}`: one paragraph of the list, and the name it is cited by."""
        page = self.page
        if self._entries == 0 and page.level.listed:
            page.level.draft = type(page.level.draft)()  # what stands before the first entry is programming
        page.end()
        self._entries += 1
        label = self.source.optional()
        key = self.source.group()
        page.level.listed = True
        page.level.anchors = (" ".join(key.split()),) if key and key.strip() else ()
        page.level.number = f"[{self._entries}]" if label is None else None

    def begin(self, name: str) -> None:
        """`\\begin{name}` was read."""
        macro = self.macros.environments.get(name)
        if macro is not None:
            text, arguments = self.macros.expansion(macro, self.source)
            self._open.append(_Environment(name, ending=filled(macro.ending, arguments)))
            if not self.source.push(text):
                self.lost["macros_not_expanded"] += 1
        elif name in commands.MATHS or name in commands.DRAWINGS:
            self._picture(name)
        elif name in commands.TABLES:
            self.arguments(commands.TABLES[name])
            self._table(name)
        elif name in commands.FLOATS:
            self.arguments(commands.FLOATS[name])
            self._flow(name, ParagraphKind.BODY)
        elif name in ("thebibliography", "CSLReferences"):
            self.arguments(commands.ENVIRONMENT_ARGUMENTS[name])
            self._list(name)
        else:
            self._plain(name)

    def end(self, name: str) -> None:
        """`\\end{name}` was read. One that closes nothing is passed by."""
        for back in range(1, min(len(self._open), _SEARCHED) + 1):
            if self._open[-back].name == name:
                for _ in range(back):
                    self._close(self._open.pop())
                return
        self.page.end()

    def _close(self, environment: _Environment) -> None:
        if environment.close is not None:
            environment.close()
        if environment.ending:
            self.source.push(environment.ending)

    def _plain(self, name: str) -> None:
        self.page.end()
        title = None
        if name in commands.ENVIRONMENT_ARGUMENTS:
            self.arguments(commands.ENVIRONMENT_ARGUMENTS[name])
        else:
            title = self.source.optional(spaces=False)
        if (words := commands.HEADED.get(name.rstrip("*"))) is not None:
            self.printed_heading(words)
        counter = 0 if name in commands.NUMBERED else None
        self._open.append(_Environment(name, close=self._end_plain, counter=counter, groups=len(self._groups)))
        if title is not None and (_TITLED.search(name) or not _NO_TITLE.search(title)):
            self.source.push(f"({title}) ")

    def _end_plain(self) -> None:
        self.page.end()
        self.page.level.number = None

    def _list(self, name: str) -> None:
        if name == "thebibliography":
            self.printed_heading(commands.REFERENCES)
        self.page.end()
        level = self.page.level
        level.listed = True
        self._entries = 0

        def close() -> None:
            self.page.end()
            level.listed = False
            level.number, level.anchors = None, ()

        self._open.append(_Environment(name, close=close))

    def _flow(self, name: str, kind: ParagraphKind) -> None:
        if self.page.depth >= MAX_FLOWS:
            self.lost["nesting_too_deep"] += 1
            self._open.append(_Environment(name, close=self.page.end))
            return
        depth = self.page.depth
        self.page.enter(kind)

        def close() -> None:
            while self.page.depth > depth:
                self.page.leave()

        self._open.append(_Environment(name, close=close, groups=len(self._groups)))

    def _table(self, name: str) -> None:
        self._flow(name, ParagraphKind.TABLE)
        self._tables += 1
        if self.page.level.kind is ParagraphKind.TABLE:
            self.page.level.row = (self._tables, 1)

    def cell(self) -> None:
        if self.page.level.kind is ParagraphKind.TABLE:
            self.page.end()
        else:
            self.page.write("&")

    def line_end(self) -> None:
        r"""`\\`: the next row of a table, or a new line."""
        self.source.next(_STAR)
        self.source.optional(spaces=False)
        row = self.page.level.row
        inside = bool(self._open) and len(self._groups) > self._open[-1].groups
        if row is None or inside:
            self.page.break_line()
        else:
            self.page.end()
            self.page.level.row = (row[0], row[1] + 1)

    def _picture(self, name: str) -> None:
        inside = self.source.until(f"\\end{{{name}}}")
        if inside is None:
            self._plain(name)
        elif name in commands.MATHS:
            self.maths(inside, display=True)
        else:
            self.lost["drawings"] += 1

    def maths(self, inside: str, *, display: bool = False) -> None:
        """A formula, as its source with the simplest signs as characters: never a citation."""
        if display:
            self.page.write(" ")
            inside = _LABEL.sub("", inside)
        text = " ".join(_WORD.sub(_sign, inside).split())
        start = self.page.length
        self.page.exact(text)
        self.page.mark(start, MarkKind.MATH)
        if display:
            self.page.write(" ")

    def arguments(self, kinds: str) -> None:
        """Read arguments that are no text."""
        for kind in kinds:
            if kind == "o":
                self.source.optional()
            else:
                self.source.group()


_STAR = re.compile(r"\*")
_BRACE = re.compile(r"\{")


def is_chinese(text: str) -> bool:
    """Whether a text, commands left out, has more Chinese than other words: a word has about five letters."""
    text = _COMMAND.sub(" ", text)
    return 5 * len(_HAN.findall(text)) > len(_LETTERS.findall(text))


def _sign(found: re.Match[str]) -> str:
    if found[2] is not None:
        return " " if found[2] in ",;" else found[2].replace("!", "")
    return _IN_MATHS.get(found[1], found.group())

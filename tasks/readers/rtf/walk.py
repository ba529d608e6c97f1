"""RTF, read word by word: groups with their state, characters in their encodings, paragraphs onto a page."""

import re
from collections.abc import Callable
from copy import copy

from state.errors import ManuscriptError
from tasks.readers.contract import MarkKind, ParagraphKind
from tasks.readers.rtf.fields import Field, meaning
from tasks.readers.rtf.text import Characters, State
from tasks.readers.rtf.words import CHARACTERS, KNOWN_STARRED, SKIPPED, SYMBOLS, codec_of_charset, codec_of_page
from tasks.readers.word.works import EmbeddedWorks

MAX_TOKENS = 1_500_000
"""Commands, braces and runs of text; a thesis of 300 pages has some 300,000."""
MAX_PARAGRAPHS = 60_000
MAX_DEPTH = 5000
MAX_FLOWS = 60
_TOKEN = re.compile(
    r"\\(?P<word>[A-Za-z]{1,40})(?P<number>-?\d{1,9})? ?|\\'(?P<hex>[0-9A-Fa-f]{2})|\\(?P<symbol>.)"
    r"|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)|[\r\n]+|\\",
    re.DOTALL,
)
_RUN = re.compile(r"[^\\{}]+")
_HEADING = re.compile(r"^(?:heading|标题|überschrift|titre)\s*([1-9])\b", re.IGNORECASE)


class Walker(Characters):
    """Reads a file's text (bytes as characters of Latin-1)."""

    def __init__(self, name: str, works: EmbeddedWorks) -> None:
        super().__init__(name)
        self.cited: list[str] = []
        self._works = works
        self._stack: list[State] = []
        self._styles: dict[int, tuple[str, int | None]] = {}
        self._defined = self._ended = 0

    def read(self, text: str) -> None:
        position = 0
        for _ in range(MAX_TOKENS):
            if self._state.sink == "none" and (run := _RUN.match(text, position)) is not None:
                position = run.end()
            found = _TOKEN.match(text, position)
            if found is None:
                return
            position = found.end()
            kind = found.lastgroup
            if kind == "text":
                self._characters(found["text"])
            elif kind == "hex":
                self._byte(int(found["hex"], 16))
            elif kind == "brace":
                self._flush()
                self._skip = 0
                if found["brace"] == "{":
                    self._open()
                else:
                    self._shut()
            elif found["word"] is not None:
                self._flush()
                number = None if found["number"] is None else int(found["number"])
                if found["word"] == "bin":
                    position += min(max(number or 0, 0), len(text))
                else:
                    self._word(found["word"], number)
            elif kind == "symbol":
                self._symbol(found["symbol"])
        raise ManuscriptError(f"{self._name}: refused, it holds more than {MAX_TOKENS:,} commands. Split the file.")

    def finish(self) -> None:
        self._flush()
        while self._stack:
            self._shut()

    def _open(self) -> None:
        if len(self._stack) >= MAX_DEPTH:
            raise ManuscriptError(f"{self._name}: refused, nested too deeply. Save it as .docx and try again.")
        self._stack.append(self._state)
        self._state = copy(self._state)
        self._state.close, self._state.starred, self._state.fresh = None, False, True

    def _shut(self) -> None:
        if not self._stack:
            return
        if self._state.close is not None:
            self._state.close()
        self._state = self._stack.pop()

    def _symbol(self, symbol: str) -> None:
        self._flush()
        if symbol == "*":
            self._state.starred = True
        elif symbol in "\r\n":
            self._word("par", None)
        elif symbol in SYMBOLS:
            self._characters(SYMBOLS[symbol])

    def _word(self, word: str, number: int | None) -> None:
        state = self._state
        if word == "u" and number is not None:
            self._unicode(number)
            return
        self._skip = 0
        if state.fresh and self._destination(word):
            state.fresh = False
            return
        if state.fresh and state.starred and word not in KNOWN_STARRED:
            state.sink = "none"
        state.fresh = False
        if word in CHARACTERS:
            self._write(CHARACTERS[word])
        elif (handler := _HANDLERS.get(word)) is not None:
            handler(self, number)

    def _destination(self, word: str) -> bool:
        """Whether a control word at the beginning of a group says what the group is."""
        state = self._state
        if word == "shptxt":
            self._flow(ParagraphKind.BODY)
        elif state.sink == "none" and word != "shptxt":
            return True
        elif word in SKIPPED:
            state.sink = "none"
        elif word == "moMath":
            state.sink = "none"
            self.lost["formulas_not_read"] += 1
        elif word == "footnote":
            self._flow(ParagraphKind.FOOTNOTE)
        elif word in _NAMED:
            state.sink = _NAMED[word]
            self._words = []
            state.close = {"bkmkstart": self._bookmark, "datafield": self._data}.get(word, self._number)
        elif word in ("fonttbl", "stylesheet"):
            state.sink = "fonts" if word == "fonttbl" else "styles"
        elif word == "field":
            self._fields.append(Field())
            state.close = self._end_field
        elif word == "fldinst":
            state.sink = "instruction"
        elif word == "fldrslt" and self._fields:
            self._begin_result()
        else:
            return self._table_entry(word)
        return True

    def _table_entry(self, word: str) -> bool:
        """Inside the tables of fonts and styles each group is an entry, closed by its name."""
        if self._state.sink == "styles" and word in ("s", "cs", "ds", "ts"):
            self._defined, self._words = -1, []
            self._state.close = self._define_style
        return False

    def _flow(self, kind: ParagraphKind) -> None:
        state = self._state
        state.sink = "text"
        state.position, state.bold, state.hidden = None, False, False
        if len(self.page.flows) >= MAX_FLOWS:
            self.lost["nesting_too_deep"] += 1
            return
        state.level = state.style = None
        state.in_table = False
        self.page.enter(kind)
        state.close = self.page.leave

    def _bookmark(self) -> None:
        name = "".join(self._words).strip()
        if name:
            self.page.line.anchors.append(name)

    def _data(self) -> None:
        if self._fields:
            self._fields[-1].own.append("".join(self._words))

    def _number(self) -> None:
        number = "".join(self._words).strip()
        if any(character.isalnum() for character in number):  # a bullet is no number
            self.page.line.number = number

    def _begin_result(self) -> None:
        found = self._fields[-1]
        inside_instruction = self._state.sink not in ("text", "none")
        if not inside_instruction:
            found.start = self.page.line.length
        line, is_list = self.page.line, found.is_list
        self._lists += is_list

        def close() -> None:
            self._lists -= is_list
            if not inside_instruction and self.page.line is line:
                self._mark(found)

        self._state.close = close

    def _mark(self, found: Field) -> None:
        meant = meaning(found, self._works)
        if meant is None:
            return
        if meant.kind is MarkKind.CITATION and not meant.targets:
            self.lost["citation_field_unreadable"] += 1
            return
        self.cited += [target.key for target in meant.targets]
        self.page.mark(found.start, meant.kind, meant.payload, meant.targets)

    def _end_field(self) -> None:
        found = self._fields.pop()
        if self._fields and "EN.CITE.DATA" in found.code:
            self._fields[-1].nested += found.data

    def _define_style(self) -> None:
        name = "".join(self._words).strip().rstrip(";").strip()
        level = self._state.level
        if level is None and (heading := _HEADING.match(name)) is not None:
            level = int(heading[1])
        self._styles[self._defined] = (name, level)

    def end_paragraph(self, _: int | None) -> None:
        self._end(self._state.in_table)

    def end_cell(self, _: int | None) -> None:
        self._end(True)

    def _end(self, in_table: bool) -> None:
        if self._state.sink != "text":
            return
        self._ended += 1
        if self._ended > MAX_PARAGRAPHS:
            raise ManuscriptError(f"{self._name}: refused, more than {MAX_PARAGRAPHS:,} paragraphs. Split the file.")
        level = None if in_table else self._state.level
        self.page.end(level=level, style=self._state.style, in_table=in_table)

    def end_row(self, _: int | None) -> None:
        if self._state.sink == "text":
            self.page.row()

    def reset_paragraph(self, _: int | None) -> None:
        self._state.level = self._state.style = None
        self._state.in_table = False

    def reset_characters(self, _: int | None) -> None:
        self._state.bold, self._state.position, self._state.hidden = False, None, False

    def style(self, number: int | None) -> None:
        if self._state.sink == "styles":
            self._defined = number or 0
            self._state.level = None
        else:
            self._state.style, self._state.level = self._styles.get(number or 0, (None, None))

    def outline(self, number: int | None) -> None:
        self._state.level = (number or 0) + 1 if 0 <= (number or 0) < 9 else None

    def font(self, number: int | None) -> None:
        self._state.font = number or 0

    def charset(self, number: int | None) -> None:
        codec = codec_of_charset(number or 0)
        if codec is not None and self._state.sink == "fonts":
            self._fonts[self._state.font] = codec

    def page_of_codes(self, number: int | None) -> None:
        self._codec = codec_of_page(number or 1252)

    def table_text(self, _: int | None) -> None:
        self._state.in_table = True

    def bold(self, number: int | None) -> None:
        self._state.bold = number != 0

    def raised(self, _: int | None) -> None:
        self._state.position = MarkKind.SUPERSCRIPT

    def lowered(self, _: int | None) -> None:
        self._state.position = MarkKind.SUBSCRIPT

    def lifted(self, number: int | None) -> None:
        self._state.position = MarkKind.SUPERSCRIPT if number is None or number > 0 else None

    def level_with_text(self, _: int | None) -> None:
        self._state.position = None

    def hide(self, number: int | None) -> None:
        self._state.hidden = number != 0

    def stand_ins(self, number: int | None) -> None:
        self._state.fallback = min(max(1 if number is None else number, 0), 10)

    def endnote(self, _: int | None) -> None:
        self.page.to_endnote()


_NAMED = {"bkmkstart": "bookmark", "datafield": "data", "listtext": "number", "pntext": "number"}
_HANDLERS: dict[str, Callable[[Walker, int | None], None]] = {
    "par": Walker.end_paragraph,
    "sect": Walker.end_paragraph,
    "page": Walker.end_paragraph,
    "cell": Walker.end_cell,
    "nestcell": Walker.end_cell,
    "row": Walker.end_row,
    "nestrow": Walker.end_row,
    "pard": Walker.reset_paragraph,
    "plain": Walker.reset_characters,
    "s": Walker.style,
    "outlinelevel": Walker.outline,
    "f": Walker.font,
    "fcharset": Walker.charset,
    "ansicpg": Walker.page_of_codes,
    "intbl": Walker.table_text,
    "b": Walker.bold,
    "super": Walker.raised,
    "sub": Walker.lowered,
    "up": Walker.lifted,
    "nosupersub": Walker.level_with_text,
    "v": Walker.hide,
    "deleted": Walker.hide,
    "uc": Walker.stand_ins,
    "ftnalt": Walker.endnote,
}

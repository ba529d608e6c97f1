"""The text of a LaTeX manuscript as its reader would see it: commands carried out as far as text depends on them."""

import re
from collections.abc import Callable, Sequence

from tasks.readers.contract import MarkKind, ParagraphKind, Target
from tasks.readers.latex import commands
from tasks.readers.latex.blocks import Setter
from tasks.readers.latex.cite import is_citation, is_superscript, printed, read_citation
from tasks.readers.latex.input import Input
from tasks.readers.latex.macros import DEFINING, Macros
from tasks.readers.latex.page import wide
from tasks.readers.latex.signs import ACCENTS, QUANTITIES, accented, quantity, sign_of
from tasks.readers.latex.source import SetAside

_TOKEN = re.compile(
    r"(?P<text>(?:[^\\{}$~&\n`'\-\ue000]|-(?!-)|'(?!'))+)"
    r"|(?P<blank>\n[ \t]*\n\s*)"
    r"|(?P<newline>\n[ \t]*)"
    r"|\\(?P<name>[A-Za-z@]+)"
    r"|\\(?P<symbol>.)"
    r"|\ue000(?P<aside>\d+)\ue001"
    r"|(?P<other>\$\$|---?|``|''|.)",
    re.DOTALL,
)
_LIGATURES = {"~": " ", "--": "–", "---": "—", "``": "“", "''": "”", "`": "‘", "'": "’"}
_RAISED = re.compile(r"^\s*\{?\}?\s*\^\s*(?:\{(?:\\(?:rm|mathrm|text)\s*\{?)?([\[\]［］\d,，\s–~-]+)\}{0,2}|(\d))\s*$")
_RAISED_CITATION = re.compile(r"^\s*\^\s*\{(.*\\[A-Za-z]*cit.*)\}\s*$", re.DOTALL)
_LENGTH = re.compile(
    r"\s*=?\s*-?[\d.]+\s*(?:pt|em|ex|cm|mm|in|bp|sp|\\[A-Za-z]+)(?:\s*(?:plus|minus)\s*[\d.]+\w{2,4})*"
)
_ASSIGNED = re.compile(r"\s*=\s*-?[\d.]+\s*(?:pt|em|ex|cm|mm|in|bp|sp|\\[A-Za-z]+|(?=\s))")
_LENGTHS = frozenset({"hskip", "vskip", "kern", "penalty", "lower", "raise"})
_PENALTY = re.compile(r"\s*=?\s*-?\d+ ?")
_REFERENCES = frozenset({"ref", "autoref", "cref", "Cref", "pageref", "nameref", "vref", "subref", "labelcref", "fref"})
_BIBLIOGRAPHIES = frozenset({"bibliography", "printbibliography", "putbib", "printbib"})
_STAR = re.compile(r"\*")
_OPEN = re.compile(r"\[")
_CITES_INSIDE = re.compile(r"\\[A-Za-z]*cit[ea]")
_TITLED = frozenset({"subfloat", "subfigure", "subtable", "subcaptionbox", "sidenote"})
"""Commands whose argument in brackets is text."""


class Walker(Setter):
    """Reads the input to its end. `uncited` holds the keys of `\\nocite`."""

    def __init__(
        self,
        source: Input,
        macros: Macros,
        aside: Sequence[SetAside],
        bibliography: str,
        *,
        chapters: bool,
        chinese: bool,
    ) -> None:
        super().__init__(source, macros, chapters=chapters, chinese=chinese)
        self.uncited: list[str] = []
        self._aside = aside
        self._bibliography = bibliography
        """The text of a `.bbl` that is still to be set."""

    def run(self) -> None:
        self._run()
        if self._bibliography:
            self._set_bibliography()
            self._run()

    def _run(self) -> None:
        source, page = self.source, self.page
        while True:
            if page.length == 0:
                page.line = source.line
            found = source.next(_TOKEN)
            if found is None:
                return
            kind = found.lastgroup
            if kind == "text":
                page.write(found.group())
            elif kind == "name":
                self._command(found["name"])
            elif kind == "newline":
                self._newline()
            elif kind == "blank":
                self._blank()
            elif kind == "symbol":
                self._symbol(found["symbol"])
            elif kind == "aside":
                self._set_aside(int(found["aside"]))
            else:
                self._other(found.group())

    def _newline(self) -> None:
        if not (wide(self.page.last) and wide(self.source.ahead())):
            self.page.write(" ")

    def _blank(self) -> None:
        if self.page.level.listed:
            self.page.write(" ")
        else:
            self.page.end()

    def _other(self, sign: str) -> None:
        if sign == "{":
            self._groups.append(None)
        elif sign == "}":
            self.close_group()
        elif sign == "$":
            self._dollar()
        elif sign == "$$":
            inside = self.source.until("$$", 20_000)
            if inside is not None:
                self.maths(inside, display=True)
        elif sign == "&":
            self.cell()
        else:
            self.page.write(_LIGATURES.get(sign, sign if sign != "\\" else ""))

    def _dollar(self) -> None:
        inside = self.source.next(_FORMULA)
        if inside is None:
            self.page.write("$")
            return
        text = inside[1]
        if (raised := _RAISED.match(text)) is not None and not self.page.last.isdigit():
            start = self.page.length
            self.page.exact((raised[1] or raised[2]).strip())
            self.page.mark(start, MarkKind.SUPERSCRIPT)
        elif (citing := _RAISED_CITATION.match(text)) is not None:
            self.source.push(f"\\textsuperscript{{{citing[1]}}}")
        else:
            self.maths(text)

    def _symbol(self, symbol: str) -> None:
        if symbol == "\\":
            self.line_end()
        elif symbol in ACCENTS:
            self._accent(symbol)
        elif symbol in "([":
            inside = self.source.until("\\)" if symbol == "(" else "\\]", 20_000)
            if inside is not None:
                self.maths(inside, display=symbol == "[")
        elif symbol not in ")]":
            self.page.write(commands.SYMBOLS.get(symbol, symbol))

    def _accent(self, accent: str) -> None:
        self.page.write(accented(accent, self.source))

    def _set_aside(self, index: int) -> None:
        if index >= len(self._aside):
            return
        words = self._aside[index]
        if words.block:
            self.page.whole(words.text.strip("\n"), words.line, ParagraphKind.CODE)
        else:
            start = self.page.length
            self.page.exact(words.text)
            self.page.mark(start, MarkKind.CODE)

    def _command(self, name: str) -> None:
        macro = None if name == "citeproc" else self.macros.commands.get(name)
        if macro is None:
            name = self.macros.aliases.get(name, name)
        if macro is not None and not (is_citation(name) and "cit" not in macro.body.lower()):
            text, _ = self.macros.expansion(macro, self.source)
            if self.source.push(text):
                return
            self.lost["macros_not_expanded"] += 1
        if not self._meant(name):
            self._printed(name)

    def _meant(self, name: str) -> bool:
        """Carry out a command whose meaning is known."""
        if name in DEFINING:
            self.macros.define(name, self.source)
        elif (handler := _HANDLERS.get(name)) is not None:
            handler(self)
        elif is_citation(name):
            self._citation(name)
        elif name in _REFERENCES:
            self.source.next(_STAR)
            self.page.write(self.source.group() or "")
        elif name in _BIBLIOGRAPHIES:
            self.arguments("om" if name == "bibliography" else "o")
            self._set_bibliography()
        elif name in QUANTITIES:
            self.page.write(quantity(name, self.source))
        else:
            return False
        return True

    def _printed(self, name: str) -> None:
        """Set a command that is known by a table or by the manner of its name, or not at all."""
        if name in commands.ARGUMENTS:
            self.source.next(_STAR)
            self.arguments(commands.ARGUMENTS[name])
        elif (level := commands.section_level(name)) is not None:
            self.heading(level)
        elif name.endswith("caption"):
            self.caption()
        elif name in commands.STEPS:
            self.page.break_line()
        elif name in commands.OWN_PARAGRAPH and self._argument_ahead():
            self.page.end()
            self.arguments("o")
            self.open_group(self.page.end)
        elif commands.SETTING.search(name):
            self.arguments("om")
        elif name in ACCENTS and len(name) == 1:
            self._accent(name)
        else:
            self._unknown(name)

    def _unknown(self, name: str) -> None:
        source = self.source
        if source.ahead() == "[":
            options = source.optional(spaces=False)
            if options is None:
                self.page.write("[")
                source.next(_OPEN)
            elif source.ahead() != "{" or len(options) > 300:
                source.push(f"[{options}]")
            elif name in _TITLED or _CITES_INSIDE.search(options):
                source.push(f"{options} ")  # a caption in brackets, or what must not be lost
            return
        if name in _LENGTHS:
            source.next(_PENALTY if name == "penalty" else _LENGTH)
            return
        sign = commands.SYMBOLS.get(name)
        text = sign_of(name) if sign is None else sign
        if text:
            self.page.write(text)
        elif source.next(_ASSIGNED) is not None:
            return
        source.space()

    def _argument_ahead(self) -> bool:
        return self.source.ahead(40).lstrip(" ").startswith(("{", "["))

    def _citation(self, name: str) -> None:
        targets = read_citation(name, self.source)
        if targets:
            start = self.page.length
            self.page.exact(printed(targets))
            self.page.mark(start, MarkKind.CITATION, targets=targets)
            if is_superscript(name):
                self.page.mark(start, MarkKind.SUPERSCRIPT)

    def _set_bibliography(self) -> None:
        text, self._bibliography = self._bibliography, ""
        if text:
            self.page.end()
            self.source.push(text)

    def begin_environment(self) -> None:
        self.begin((self.source.group() or "").strip())

    def end_environment(self) -> None:
        self.end((self.source.group() or "").strip())

    def bold(self) -> None:
        self.page.strong += 1

        def close() -> None:
            self.page.strong = max(self.page.strong - 1, 0)

        self.open_group(close)

    def quotation(self) -> None:
        self.source.next(_STAR)
        self.page.write("“")
        self.open_group(lambda: self.page.write("”"))

    def quotation_cited(self) -> None:
        r"""csquotes: `\textcquote[before][after]{key}[point]{text}`."""
        self.source.next(_STAR)
        notes = [note for note in (self.source.optional(), self.source.optional()) if note is not None]
        key = self.source.group() or ""
        self.source.optional()
        text = self.source.group() or ""
        self.source.push(f"``{text}'' \\cite{''.join(f'[{note}]' for note in notes)}{{{key}}}")

    def quotation_noted(self) -> None:
        r"""csquotes: `\textquote[\cite{key}]{text}`."""
        self.source.next(_STAR)
        note = self.source.optional()
        text = self.source.group() or ""
        self.source.push(f"``{text}'' {note or ''}")

    def compared(self) -> None:
        r"""`\ifx` compares the two tokens that come next."""
        self.source.argument()
        self.source.argument()

    def address(self) -> None:
        start = self.page.length
        text = self.source.group() or ""
        self.page.exact(text)
        self.page.mark(start, MarkKind.LINK, text)

    def link(self) -> None:
        self.source.optional()
        self.marked_group(MarkKind.LINK, (self.source.group() or "").replace("\\", ""))

    def linked_citation(self) -> None:
        r"""Pandoc's `\citeproc{ref-key}{printed}`."""
        key, start, draft = (self.source.group() or "").strip(), self.page.length, self.page.level.draft

        def close() -> None:
            if self.page.level.draft is draft and key:
                self.page.mark(start, MarkKind.CITATION, targets=(Target(key=key),))

        self.open_group(close)

    def unlisted(self) -> None:
        keys = (self.source.group() or "").split(",")
        self.uncited += [" ".join(key.split()) for key in keys if key.strip()]

    def footnote_mark(self) -> None:
        if self.source.optional() is None:
            self.count_note()

    def equation_reference(self) -> None:
        self.page.write(f"({self.source.group() or ''})")

    def paragraph_end(self) -> None:
        self._blank()
        self.source.space()

    def first_of_two(self) -> None:
        kept = self.source.group() or ""
        self.source.group()
        self.source.push(kept)

    def caption_of(self) -> None:
        self.arguments("m")
        self.caption()


_FORMULA = re.compile(r"((?:[^$\\\n]|\\.|\n(?![ \t]*\n)){0,20000})\$", re.DOTALL)
_HANDLERS: dict[str, Callable[[Walker], None]] = {
    "begin": Walker.begin_environment,
    "end": Walker.end_environment,
    "item": Walker.item,
    "bibitem": Walker.entry,
    "textbf": Walker.bold,
    "enquote": Walker.quotation,
    "textquote": Walker.quotation_noted,
    "blockquote": Walker.quotation_noted,
    "textcquote": Walker.quotation_cited,
    "blockcquote": Walker.quotation_cited,
    "ifx": Walker.compared,
    "url": Walker.address,
    "nolinkurl": Walker.address,
    "path": Walker.address,
    "href": Walker.link,
    "citeproc": Walker.linked_citation,
    "nocite": Walker.unlisted,
    "footnotemark": Walker.footnote_mark,
    "eqref": Walker.equation_reference,
    "par": Walker.paragraph_end,
    "tabularnewline": Walker.line_end,
    "texorpdfstring": Walker.first_of_two,
    "captionof": Walker.caption_of,
    "textsuperscript": lambda walker: walker.marked_group(MarkKind.SUPERSCRIPT),
    "textsubscript": lambda walker: walker.marked_group(MarkKind.SUBSCRIPT),
    "ensuremath": lambda walker: walker.maths(walker.source.group() or ""),
    "footnote": lambda walker: walker.note(
        ParagraphKind.FOOTNOTE, None if walker.source.optional() is None else walker.last_note
    ),
    "thanks": lambda walker: walker.note(ParagraphKind.FOOTNOTE, None),
    "endnote": lambda walker: walker.note(ParagraphKind.ENDNOTE, None),
    "footnotetext": lambda walker: walker.note(ParagraphKind.FOOTNOTE, walker.source.optional() or walker.last_note),
}

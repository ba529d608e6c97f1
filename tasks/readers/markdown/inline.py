"""Markdown within a paragraph: rules for formulas, superscripts and notes, and the flattening of tokens into text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from tasks.readers.contract import Mark, MarkKind, Target
from tasks.readers.markdown.citations import bracket_rule, bracketed, narrative_rule

_MATH = re.compile(
    r"\$\$((?:[^$\\]|\\.){1,5000}?)\$\$|\$(?![\s$])((?:[^$\\]|\\.){1,2000}?)(?<![\s\\])\$(?!\d)", re.DOTALL
)
_SUPERSCRIPT = re.compile(r"\^((?:[^\s^\\]|\\.){1,100})\^")
_SUBSCRIPT = re.compile(r"(?<!~)~((?:[^\s~\\]|\\.){1,60})~(?!~)")
_NOTE_REFERENCE = re.compile(r"\[\^([^\]\s]{1,200})\]")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~ ])")
_CJK = re.compile(r"[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]")
_TAG = re.compile(r"^<(/?)(sup|sub|br)\b[^>]*>$", re.IGNORECASE)
_MAX_NOTE = 5000
_TEXTS: dict[str, MarkKind | None] = {
    "text": None,
    "text_special": None,
    "code_inline": MarkKind.CODE,
    "math": MarkKind.MATH,
    "superscript": MarkKind.SUPERSCRIPT,
    "subscript": MarkKind.SUBSCRIPT,
}
"""Tokens whose content is text, and the mark on it."""
_ESCAPED = frozenset({"superscript", "subscript"})


def parser() -> MarkdownIt:
    """The parser: CommonMark with tables, `~~`, and the inline rules below."""
    markdown = MarkdownIt("commonmark", {"maxNesting": 60}).enable(["table", "strikethrough"])
    ruler = markdown.inline.ruler
    ruler.before("escape", "math", _math)
    ruler.before("escape", "note_reference", _note_reference)
    ruler.before("escape", "superscript", _superscript)
    ruler.before("escape", "inline_note", _inline_note)
    ruler.before("escape", "subscript", _subscript)
    ruler.before("escape", "citation", bracket_rule)
    ruler.before("escape", "narrative_citation", narrative_rule)
    return markdown


def _take(state: StateInline, silent: bool, kind: str, pattern: re.Pattern[str]) -> bool:
    matched = pattern.match(state.src, state.pos, state.posMax)
    if matched is None:
        return False
    if not silent:
        token = state.push(kind, "", 0)
        token.content = next(group for group in matched.groups() if group is not None)
    state.pos = matched.end()
    return True


def _math(state: StateInline, silent: bool) -> bool:
    return state.src[state.pos] == "$" and _take(state, silent, "math", _MATH)


def _superscript(state: StateInline, silent: bool) -> bool:
    return state.src[state.pos] == "^" and _take(state, silent, "superscript", _SUPERSCRIPT)


def _subscript(state: StateInline, silent: bool) -> bool:
    return state.src[state.pos] == "~" and _take(state, silent, "subscript", _SUBSCRIPT)


def _note_reference(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith("[^", state.pos):
        return False
    matched = _NOTE_REFERENCE.match(state.src, state.pos, state.posMax)
    if matched is None or matched.group(1) not in state.env.get("notes", {}):
        return False
    return _take(state, silent, "note_reference", _NOTE_REFERENCE)


def _inline_note(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith("^[", state.pos):
        return False
    depth = 0
    for place in range(state.pos + 1, min(state.posMax, state.pos + _MAX_NOTE)):
        character = state.src[place]
        depth += (character == "[") - (character == "]")
        if depth == 0:
            if not silent:
                state.push("inline_note", "", 0).content = state.src[state.pos + 2 : place]
            state.pos = place + 1
            return True
    return False


@dataclass
class Note:
    """A place that points to a note: the label of a definition, or the note's own text."""

    label: str | None
    text: str = ""


@dataclass
class Flat:
    """A paragraph's tokens as text with marks and notes."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    marks: list[Mark] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    strong: int = 0
    seen_bold: bool = False
    seen_plain: bool = False
    opened: list[tuple[str, int, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def write(self, text: str, kind: MarkKind | None = None) -> None:
        start = self.length
        self.parts.append(text)
        self.length += len(text)
        if text.strip():
            self.seen_bold |= self.strong > 0
            self.seen_plain |= self.strong == 0
        if kind is not None and text:
            self.marks.append(Mark(start=start, end=self.length, kind=kind))

    def cite(self, text: str, targets: tuple[Target, ...]) -> None:
        start = self.length
        self.write(_ESCAPE.sub(r"\1", text).replace("\n", " "))
        self.marks.append(Mark(start=start, end=self.length, kind=MarkKind.CITATION, targets=targets))

    def open(self, what: str, payload: str = "") -> None:
        self.opened.append((what, self.length, payload))

    def close(self, what: str, kind: MarkKind) -> None:
        """Mark the text since the last opening of `what`; a closing without an opening says nothing."""
        for index in range(len(self.opened) - 1, -1, -1):
            name, start, payload = self.opened[index]
            if name == what:
                del self.opened[index]
                if start < self.length:
                    self.marks.append(Mark(start=start, end=self.length, kind=kind, payload=payload))
                return


def flatten(tokens: Sequence[Token]) -> Flat:
    """The text of a paragraph's inline tokens: emphasis taken off, links and superscripts marked, comments dropped."""
    flat = Flat()
    _flatten(flat, tokens)
    return flat


def _flatten(flat: Flat, tokens: Sequence[Token]) -> None:
    for index, token in enumerate(tokens):
        kind = token.type
        if kind in _TEXTS:
            text = _ESCAPE.sub(r"\1", token.content) if kind in _ESCAPED else token.content
            start = flat.length
            flat.write(text, _TEXTS[kind])
            if kind == "superscript" and (targets := bracketed(text.strip("[]"))) is not None:
                flat.marks.append(Mark(start=start, end=flat.length, kind=MarkKind.CITATION, targets=targets))
        elif kind == "citation":
            flat.cite(token.content, token.meta["targets"])
        elif kind == "softbreak":
            following = tokens[index + 1].content if index + 1 < len(tokens) else ""
            close = _CJK.match(flat.parts[-1][-1:] if flat.parts else "") and _CJK.match(following)
            flat.write("" if close else " ")
        elif kind == "hardbreak":
            flat.write("\n")
        elif kind == "image":
            _flatten(flat, token.children or [])
        elif kind == "html_inline":
            _html(flat, token.content)
        elif kind in ("note_reference", "inline_note"):
            reference = kind == "note_reference"
            flat.notes.append(Note(token.content) if reference else Note(None, token.content))
        else:
            _span(flat, token)


def _span(flat: Flat, token: Token) -> None:
    if token.type == "link_open":
        flat.open("link", str(token.attrGet("href") or ""))
    elif token.type == "link_close":
        flat.close("link", MarkKind.LINK)
    elif token.type in ("strong_open", "strong_close"):
        flat.strong += token.nesting


def _html(flat: Flat, tag: str) -> None:
    matched = _TAG.match(tag)
    if matched is None:
        return
    closing, name = matched.group(1), matched.group(2).lower()
    if name == "br":
        flat.write("\n")
    elif closing:
        flat.close(name, MarkKind.SUPERSCRIPT if name == "sup" else MarkKind.SUBSCRIPT)
    else:
        flat.open(name)

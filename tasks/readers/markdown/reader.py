"""The reader of Markdown (.md): CommonMark, and the tables, notes, formulas and superscripts that Pandoc adds."""

import html
import re
from collections import Counter
from collections.abc import Mapping

from markdown_it.token import Token

from state.errors import ManuscriptError
from state.manuscript import Reference, SourceRole
from tasks.readers.contract import NO_COMPANIONS, Companion, Mark, Paragraph, ParagraphKind, Reading
from tasks.readers.encoding import decode
from tasks.readers.markdown.citations import citations_in
from tasks.readers.markdown.header import bibliography_paths, read_header
from tasks.readers.markdown.inline import Flat, Note, flatten, parser
from tasks.readers.markdown.source import Source, prepare

MAX_CHARACTERS = 1_200_000
"""A thesis of 300 pages has some 600,000."""
MAX_LINES = 60_000
MAX_BRACKETS = 5000
"""Opening brackets in one paragraph; the parser's time grows with their square."""
_LINES = re.compile(r"\r\n|\n|\r")
_BLANK = re.compile(r"\n[ \t]*\n")
_DEEP = 55
"""The parser drops what is nested deeper than 60 levels; a block this deep is reported."""
_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*$")
_ENTRY = re.compile(r"[\[［【]\d{1,4}[a-z]?[\]］】]")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_SILENT = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_HTML_TAG = re.compile(r"<[^<>]*>")


class MarkdownReader:
    """Reads .md. Marks: citation, superscript, subscript, code, math, link."""

    name = "md"
    suffixes: tuple[str, ...] = (".md", ".markdown", ".rmd", ".qmd")

    def companions(self, name: str, content: bytes) -> tuple[Companion, ...]:
        """The bibliographies that the header names."""
        try:
            text = decode(name, content).text
        except ManuscriptError:
            return ()
        header = read_header(name, _LINES.split(text[:MAX_CHARACTERS]))
        paths = dict.fromkeys(bibliography_paths(name, header))
        return tuple(Companion(candidates=(path,), role=SourceRole.BIBLIOGRAPHY) for path in paths)

    def read(self, name: str, content: bytes, companions: Mapping[str, bytes] = NO_COMPANIONS) -> Reading:
        """Paragraphs with the number of the line they begin on; a footnote follows the paragraph that points to it.

        Warnings: `undecodable_characters=N`, `nesting_too_deep=N` (blocks whose inside was not read),
        `header_unreadable=1` (a header that is no YAML).
        Errors: ManuscriptError where the file is no text or is too long.
        """
        decoded = decode(name, content)
        if len(decoded.text) > MAX_CHARACTERS:
            raise ManuscriptError(f"{name}: refused, longer than {MAX_CHARACTERS:,} characters. Split the file.")
        header = read_header(name, _LINES.split(decoded.text))
        source = prepare(decoded.text, name)
        if len(source.lines) > MAX_LINES:
            raise ManuscriptError(f"{name}: refused, more than {MAX_LINES:,} lines. Split the file.")
        if max(part.count("[") for part in _BLANK.split(source.text)) > MAX_BRACKETS:
            raise ManuscriptError(f"{name}: refused, a paragraph has more than {MAX_BRACKETS:,} opening brackets.")
        blocks = _Blocks(source)
        blocks.read(source.text)
        lost = blocks.lost + Counter(undecodable_characters=decoded.undecodable, header_unreadable=not header.readable)
        return Reading(
            format=self.name,
            paragraphs=tuple(blocks.paragraphs),
            warnings=tuple(f"{code}={int(count)}" for code, count in sorted(lost.items()) if count),
            references=_once((*header.references, *source.references)),
            uncited=header.uncited,
        )


class _Blocks:
    """Turns the parser's block tokens into paragraphs."""

    def __init__(self, source: Source) -> None:
        self.notes = source.notes
        self._listed = source.listed
        self.paragraphs: list[Paragraph] = []
        self.lost: Counter[str] = Counter()
        self._parser = parser()
        self._numbered: dict[str, str] = {}
        self._count = 0
        self._counters: list[int | None] = []
        """By open list: the next number; None for bullets."""
        self._item: str | None = None
        self._level: int | None = None
        self._table = 0
        self._row: int | None = None
        """The current row of the open table; None outside tables."""
        self._line = 1

    def read(self, text: str) -> None:
        for token in self._parser.parse(text, {"notes": self.notes}):
            if token.map is not None:
                self._line = token.map[0] + 1
            self.lost["nesting_too_deep"] += token.level >= _DEEP and token.nesting == 1
            self._block(token)

    def _block(self, token: Token) -> None:
        kind = token.type
        if kind == "inline":
            for offset, children in _entries(token.children or []):
                self._inline(flatten(children), self._line + offset)
        elif kind == "heading_open":
            self._level = int(token.tag[1:])
        elif kind == "heading_close":
            self._level = None
        elif kind in ("fence", "code_block"):
            self._add(token.content.rstrip("\n"), self._line + (kind == "fence"), ParagraphKind.CODE)
        elif kind == "html_block":
            stripped = html.unescape(_HTML_TAG.sub(" ", _SILENT.sub("", _COMMENT.sub("", token.content))))
            text = " ".join(stripped.split())
            self._add(text, self._line, ParagraphKind.BODY, citations_in(text))
        elif kind == "ordered_list_open":
            self._counters.append(int(token.attrs.get("start", 1)))
        elif kind == "bullet_list_open":
            self._counters.append(None)
        elif kind in ("ordered_list_close", "bullet_list_close"):
            self._counters.pop()
        elif kind == "list_item_open":
            self._start_item(token)
        elif kind == "list_item_close":
            self._item = None
        elif kind in ("table_open", "table_close", "tr_open"):
            self._count_rows(kind)

    def _count_rows(self, kind: str) -> None:
        if kind == "tr_open":
            self._row = (self._row or 0) + 1
            return
        self._table += kind == "table_open"
        self._row = 0 if kind == "table_open" else None

    def _start_item(self, token: Token) -> None:
        counter = self._counters[-1]
        self._item = None
        if counter is not None:
            self._item = f"{counter}{token.markup}"
            self._counters[-1] = counter + 1

    def _add(self, text: str, line: int, kind: ParagraphKind, marks: tuple[Mark, ...] = ()) -> None:
        if text.strip():
            self.paragraphs.append(Paragraph(text=text, line=line, kind=kind, marks=marks))

    def _inline(self, flat: Flat, line: int) -> None:
        text = flat.text
        if self._level is not None:
            text = _ATTRIBUTES.sub("", text)
        if text.strip():
            self.paragraphs.append(
                Paragraph(
                    text=text,
                    line=line,
                    kind=ParagraphKind.BODY if self._row is None else ParagraphKind.TABLE,
                    row=None if self._row is None else (self._table, self._row),
                    heading_level=self._level,
                    list_number=self._item,
                    bold=flat.seen_bold and not flat.seen_plain,
                    marks=tuple(mark for mark in _sorted(flat) if mark.end <= len(text)),
                    listed=line in self._listed,
                    anchors=(self._listed[line],) if self._listed.get(line) else (),
                )
            )
            self._item = None
        for note in flat.notes:
            self._note(note, line)

    def _note(self, note: Note, line: int) -> None:
        """The paragraphs of a note, once; its number is its place in the order in which the text points to notes."""
        if note.label is not None and note.label in self._numbered:
            return
        self._count += 1
        number = str(self._count)
        if note.label is not None:
            self._numbered[note.label] = number
        text = note.text if note.label is None else self.notes.get(note.label, "")
        for token in self._parser.parse(text, {"notes": self.notes}):
            if token.type == "inline":
                flat = flatten(token.children or [])
                content, marks = flat.text, _sorted(flat)
            elif token.type in ("fence", "code_block"):
                content, marks = token.content.rstrip("\n"), ()
            else:
                continue
            if content.strip():
                self.paragraphs.append(
                    Paragraph(text=content, line=line, kind=ParagraphKind.FOOTNOTE, note=number, marks=marks)
                )


def _entries(children: list[Token]) -> list[tuple[int, list[Token]]]:
    """A paragraph's tokens, with the number of lines before them; a list whose every entry begins a line with `[N]` is
    one paragraph to Markdown, and one paragraph an entry to its author.
    """
    starts = [0]
    lines = [0]
    passed = 0
    for index, token in enumerate(children):
        if token.type not in ("softbreak", "hardbreak"):
            continue
        passed += 1
        if index + 1 < len(children) and _ENTRY.match(children[index + 1].content):
            starts.append(index + 1)
            lines.append(passed)
    if len(starts) == 1 or not _ENTRY.match(children[0].content):
        return [(0, children)]
    ends = [start - 1 for start in starts[1:]] + [len(children)]
    return [(line, children[start:end]) for line, start, end in zip(lines, starts, ends, strict=True)]


def _once(references: tuple[Reference, ...]) -> tuple[Reference, ...]:
    return tuple({reference.id: reference for reference in reversed(references)}.values())[::-1]


def _sorted(flat: Flat) -> tuple[Mark, ...]:
    return tuple(sorted(flat.marks, key=lambda mark: (mark.start, -mark.end, mark.kind)))

"""The inlines of Pandoc's tree as text with marks.

Two characters of private use may stand around a span, with a number: what a reader had to put into the file itself
because Pandoc's reader of the format loses it. `fields[number]` says what the span is.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tasks.readers.contract import Mark, MarkKind, Target

FIELD_START, FIELD_NUMBERED, FIELD_END = "\ue000", "\ue001", "\ue002"
"""`\\ue000 12 \\ue001 … \\ue002` (without the spaces): the span is `fields[12]`."""
_SENTINEL = re.compile("(\ue000\\d{1,6}\ue001|\ue002)")
_CJK = re.compile(r"[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]")
_NESTED = frozenset({"Emph", "Underline", "Strikeout", "SmallCaps"})
_KINDS = {"Superscript": MarkKind.SUPERSCRIPT, "Subscript": MarkKind.SUBSCRIPT}

Blocks = list[object]


@dataclass(frozen=True)
class Field:
    """What a marked span is."""

    kind: MarkKind
    payload: str = ""
    targets: tuple[Target, ...] = ()


@dataclass
class Line:
    """Inlines as text, what is marked in it, its notes and the names it can be pointed to by."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    marks: list[Mark] = field(default_factory=list)
    notes: list[Blocks] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    bold: bool = False
    plain: bool = False
    strong: int = 0
    quoted: int = 0
    cited: int = 0
    opened: list[tuple[int, int]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def write(self, text: str) -> None:
        if text:
            self.parts.append(text)
            self.length += len(text)
            if not text.isspace():
                self.bold |= self.strong > 0
                self.plain |= self.strong == 0

    def mark(self, start: int, what: Field) -> None:
        if start < self.length:
            self.marks.append(
                Mark(start=start, end=self.length, kind=what.kind, payload=what.payload, targets=what.targets)
            )


def flatten(inlines: object, fields: Sequence[Field] = ()) -> Line:
    """A list of inlines as a Line. Anything that is not Pandoc's is passed by."""
    line = Line()
    _Flattener(line, fields).all(inlines)
    return line


class _Flattener:
    def __init__(self, line: Line, fields: Sequence[Field]) -> None:
        self.line = line
        self.fields = fields
        self._handlers: dict[str, Callable[[object], None]] = {
            "Str": self._string,
            "Space": lambda _: self.line.write(" "),
            "LineBreak": lambda _: self.line.write("\n"),
            "Strong": self._strong,
            "Quoted": self._quoted,
            "Cite": self._cite,
            "Code": lambda content: self._verbatim(content, MarkKind.CODE),
            "Math": lambda content: self._verbatim(content, MarkKind.MATH),
            "Link": self._link,
            "Image": lambda content: self.all(_at(content, 1)),
            "Note": self._note,
            "Span": self._span,
        }

    def all(self, inlines: object) -> None:
        listed = inlines if isinstance(inlines, list) else []
        for index, inline in enumerate(listed):
            kind, content = kind_and_content(inline)
            if kind == "SoftBreak":
                self._soft_break(listed[index + 1] if index + 1 < len(listed) else None)
            elif kind in _NESTED:
                self.all(content)
            elif kind in _KINDS:
                start = self.line.length
                self.all(content)
                self.line.mark(start, Field(_KINDS[kind]))
            elif (handler := self._handlers.get(kind)) is not None:
                handler(content)

    def _string(self, content: object) -> None:
        text = content if isinstance(content, str) else ""
        if FIELD_START not in text and FIELD_END not in text:
            self.line.write(text)
            return
        for part in _SENTINEL.split(text):
            if part == FIELD_END:
                if self.line.opened:
                    number, start = self.line.opened.pop()
                    if number < len(self.fields):
                        self.line.mark(start, self.fields[number])
            elif part.startswith(FIELD_START):
                self.line.opened.append((int(part[1:-1]), self.line.length))
            else:
                self.line.write(part)

    def _soft_break(self, following: object) -> None:
        _, content = kind_and_content(following)
        last = self.line.parts[-1][-1:] if self.line.parts else ""
        first = content[:1] if isinstance(content, str) else ""
        self.line.write("" if _CJK.match(last) and _CJK.match(first) else " ")

    def _strong(self, content: object) -> None:
        self.line.strong += 1
        self.all(content)
        self.line.strong -= 1

    def _quoted(self, content: object) -> None:
        kind, _ = kind_and_content(_at(content, 0))
        opening, closing = ("‘", "’") if kind == "SingleQuote" else ("“", "”")
        self.line.write(opening)
        self.all(_at(content, 1))
        self.line.write(closing)

    def _cite(self, content: object) -> None:
        start = self.line.length
        self.line.cited += 1
        self.all(_at(content, 1))
        self.line.cited -= 1
        targets = tuple(_targets(_at(content, 0)))
        if targets:
            self.line.mark(start, Field(MarkKind.CITATION, targets=targets))

    def _verbatim(self, content: object, kind: MarkKind) -> None:
        text = _at(content, 1)
        start = self.line.length
        self.line.write(text if isinstance(text, str) else "")
        self.line.mark(start, Field(kind))

    def _link(self, content: object) -> None:
        self.line.anchors += identifiers(_at(content, 0))
        start = self.line.length
        self.all(_at(content, 1))
        address = _at(_at(content, 2), 0)
        if isinstance(address, str) and not self.line.cited:
            self.line.mark(start, Field(MarkKind.LINK, address))

    def _note(self, content: object) -> None:
        if isinstance(content, list):
            self.line.notes.append(content)

    def _span(self, content: object) -> None:
        attributes = _at(content, 0)
        self.line.anchors += identifiers(attributes)
        keys = dict(pairs(attributes)).get("cites", "").split()
        start = self.line.length
        self.line.cited += bool(keys)
        self.all(_at(content, 1))
        self.line.cited -= bool(keys)
        if keys:
            self.line.mark(start, Field(MarkKind.CITATION, targets=tuple(Target(key=key) for key in keys)))


def _targets(citations: object) -> Iterator[Target]:
    for citation in citations if isinstance(citations, list) else []:
        if not isinstance(citation, dict) or not isinstance(key := citation.get("citationId"), str) or not key:
            continue
        mode, _ = kind_and_content(citation.get("citationMode"))
        yield Target(
            key=key,
            prefix=flatten(citation.get("citationPrefix")).text.strip(),
            suffix=flatten(citation.get("citationSuffix")).text.strip(" ,"),
            in_text=mode in ("AuthorInText", "SuppressAuthor"),
        )


def kind_and_content(node: object) -> tuple[str, object]:
    """The `t` and `c` of a node; empty where it is none."""
    if isinstance(node, dict):
        kind = node.get("t")
        return (kind if isinstance(kind, str) else ""), node.get("c")
    return "", None


def _at(content: object, index: int) -> object:
    return content[index] if isinstance(content, list) and len(content) > index else None


def identifiers(attributes: object) -> list[str]:
    """The id of a node's attributes, if it has one."""
    name = _at(attributes, 0)
    return [name] if isinstance(name, str) and name else []


def classes(attributes: object) -> list[str]:
    names = _at(attributes, 1)
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def pairs(attributes: object) -> Iterator[tuple[str, str]]:
    """The other attributes, as name and value."""
    listed = _at(attributes, 2)
    for pair in listed if isinstance(listed, list) else []:
        name, value = _at(pair, 0), _at(pair, 1)
        if isinstance(name, str) and isinstance(value, str):
            yield name, value

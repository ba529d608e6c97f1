"""What Markdown sources hold besides text: front matter, footnote definitions, fences of divs. Taken out line by line.

A line that is taken out leaves an empty line, so line numbers stay those of the file.
"""

import re
from dataclasses import dataclass, field

from state.manuscript import Reference
from tasks.readers.markdown.citations import defined
from tasks.readers.markdown.header import header_lines

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_NOTE = re.compile(r"^ {0,3}\[\^([^\]\s]{1,200})\]:[ \t]*(.*)$")
_INDENT = re.compile(r"^(?: {4}|\t| {1,3}\t)(.*)$")
_NUMBER_DEFINITION = re.compile(r"^( {0,3})(\[\d[\d,\s–-]{0,40}\]:)")
_DIV = re.compile(r"^ {0,3}:{3,}(?:\s.*|\{.*)?$")
_DIV_NAME = re.compile(r"#([^\s{}]+)")


@dataclass
class Source:
    """A Markdown source prepared for the parser. `notes` are footnote texts by their label."""

    lines: list[str]
    notes: dict[str, str] = field(default_factory=dict)
    references: list[Reference] = field(default_factory=list)
    """Works that the source names by identifier (Manubot's tags)."""
    listed: dict[int, str] = field(default_factory=dict)
    """Lines, from 1, inside a div of the reference list, and the name of the entry (`ref-key`); empty without one."""

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def prepare(text: str, file: str = "") -> Source:
    """Take front matter, footnote definitions and div fences out of a source, and keep `[1]: …` a line of text.

    As a link definition, `[1]: https://…` would turn every `[1]` in the text into a link whose brackets are gone.
    """
    lines = re.split(r"\r\n|\n|\r", text)
    count = header_lines(lines)
    lines[:count] = [""] * count
    source = Source(lines)
    divs: list[str | None] = []
    fence: str | None = None
    index = 0
    while index < len(lines):
        line = lines[index]
        if (matched := _FENCE.match(line)) is not None:
            run, rest = matched.group(1), matched.group(2)
            if fence is None:
                fence = run
            elif run.startswith(fence) and not rest.strip():
                fence = None
        elif fence is None:
            if (matched := _NOTE.match(line)) is not None:
                index = _take_note(source, index, matched.group(1), matched.group(2))
                continue
            _prepare_line(source, index, divs, file)
        index += 1
    return source


def _prepare_line(source: Source, index: int, divs: list[str | None], file: str) -> None:
    line = source.lines[index]
    if _DIV.match(line):
        source.lines[index] = ""
        _open_or_close(line, divs)
    elif (reference := defined(line, index + 1, file)) is not None:
        source.lines[index] = ""
        source.references.append(reference)
    else:
        source.lines[index] = _NUMBER_DEFINITION.sub(r"\1\\\2", line)
        name = next((name for name in reversed(divs) if name is not None), None)
        if name is not None:
            source.listed[index + 1] = name.removeprefix("refs")


def _open_or_close(line: str, divs: list[str | None]) -> None:
    """`::: {#ref-smith2020 .csl-entry}` opens an entry, `:::` closes what was opened last."""
    if line.strip().strip(":").strip():
        name = _DIV_NAME.search(line)
        divs.append(name[1] if name is not None and name[1].startswith(("ref-", "refs")) else None)
    elif divs:
        divs.pop()


def _take_note(source: Source, index: int, label: str, first: str) -> int:
    """Move a footnote definition that begins at `index` into `source.notes`; where the text goes on."""
    lines, taken = source.lines, [first]
    lines[index] = ""
    index += 1
    blank = False
    while index < len(lines):
        line = lines[index]
        if not line.strip():
            blank = True
            taken.append("")
        elif (matched := _INDENT.match(line)) is not None:
            taken.append(matched.group(1))
            blank = False
        elif not blank and not _NOTE.match(line) and not _FENCE.match(line) and not line.startswith("#"):
            taken.append(line)
        else:
            break
        lines[index] = ""
        index += 1
    source.notes.setdefault(label, "\n".join(taken).strip())
    return index

"""What Markdown sources hold besides text: front matter, footnote definitions, fences of divs. Taken out line by line.

A line that is taken out leaves an empty line, so line numbers stay those of the file.
"""

import re
from dataclasses import dataclass, field

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_NOTE = re.compile(r"^ {0,3}\[\^([^\]\s]{1,200})\]:[ \t]*(.*)$")
_INDENT = re.compile(r"^(?: {4}|\t| {1,3}\t)(.*)$")
_NUMBER_DEFINITION = re.compile(r"^( {0,3})(\[\d[\d,\s–-]{0,40}\]:)")
_DIV = re.compile(r"^ {0,3}:{3,}(?:\s.*|\{.*)?$")
_FRONT_END = ("---", "...")


@dataclass
class Source:
    """A Markdown source prepared for the parser. `notes` are footnote texts by their label."""

    lines: list[str]
    notes: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def prepare(text: str) -> Source:
    """Take front matter, footnote definitions and div fences out of a source, and keep `[1]: …` a line of text.

    As a link definition, `[1]: https://…` would turn every `[1]` in the text into a link whose brackets are gone.
    """
    lines = re.split(r"\r\n|\n|\r", text)
    _drop_front_matter(lines)
    source = Source(lines)
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
        elif fence is None and (matched := _NOTE.match(line)) is not None:
            index = _take_note(source, index, matched.group(1), matched.group(2))
            continue
        elif fence is None and _DIV.match(line):
            lines[index] = ""
        elif fence is None:
            lines[index] = _NUMBER_DEFINITION.sub(r"\1\\\2", line)
        index += 1
    return source


def _drop_front_matter(lines: list[str]) -> None:
    if not lines or lines[0].strip() != "---":
        return
    for end in range(1, len(lines)):
        if lines[end].rstrip() in _FRONT_END:
            lines[: end + 1] = [""] * (end + 1)
            return


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

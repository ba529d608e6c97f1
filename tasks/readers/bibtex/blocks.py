"""A BibTeX file is cut into blocks by bibtexparser; what that gives up on is salvaged here, so that nothing is lost."""

import logging
import re
from dataclasses import dataclass, field

from bibtexparser.exceptions import ParserStateException
from bibtexparser.model import (
    Block,
    DuplicateBlockKeyBlock,
    DuplicateFieldKeyBlock,
    Entry,
    ImplicitComment,
    ParsingFailedBlock,
    String,
)
from bibtexparser.splitter import Splitter

from state.manuscript import BrokenEntry
from tasks.readers.bibtex.values import closing

EXCERPT = 200
_NO_REFERENCE = frozenset({"xdata", "set", "control", "ieeetranbstctl", "bibnote", "comment", "preamble", "string"})
"""Block types that hold settings or parts, no work of their own. `xdata` is inherited from."""
_HEADER = re.compile(r"\s*@\s*(\w+)\s*[{(]?[ \t]*([^,\s{}()=\"]*)")
_FIELD = re.compile(r"(?:^|,)[ \t]*([A-Za-z][\w:+.-]{0,40})[ \t]*=[ \t]*", re.MULTILINE)
_LEFT_OVER = re.compile(r"[\s,}]*[A-Za-z][\w:+.-]{0,40}\s*=\s*[{\"\w]")
_GLUED = re.compile(r"\s*[A-Za-z][\w:+.-]{0,40}\s*=")
_LOST_ENTRY = re.compile(
    r"^[ \t]*@(?:article|book|inbook|incollection|inproceedings|conference|proceedings|phdthesis|mastersthesis|thesis"
    r"|techreport|report|misc|online|unpublished)\b.*$",
    re.MULTILINE | re.IGNORECASE,
)
_KEY_COMMENT = re.compile(r"%[^\n]*\n")

# The parser logs every broken block; here they are values, and a log line would quote the user's file.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())
logging.getLogger("bibtexparser").propagate = False


@dataclass
class RawEntry:
    """An entry with its values as they stand in the file."""

    kind: str
    key: str
    line: int
    raw: str
    fields: dict[str, str]
    """By lower-case name; where a name occurs twice, the first value that is not empty."""
    broken: bool = False


@dataclass
class Blocks:
    """The blocks of a file, in file order."""

    entries: list[RawEntry] = field(default_factory=list)
    data: list[RawEntry] = field(default_factory=list)
    """`xdata` blocks."""
    strings: list[tuple[str, str]] = field(default_factory=list)
    """Names and values of @string, unevaluated."""
    broken: list[BrokenEntry] = field(default_factory=list)


def split(file: str, text: str, read_fields: frozenset[str]) -> Blocks:
    """Cut a text (lines end in `\\n`) into blocks. Never raises; `read_fields` are those whose repetition matters."""
    blocks = Blocks()
    try:
        parsed: list[Block] = list(Splitter(text).split().blocks)
    except ParserStateException as error:
        blocks.broken.append(_broken(file, 1, "unparsed", None, f"{error.message} {text[:EXCERPT]}"))
        return blocks
    previous: RawEntry | None = None
    index = 0
    while index < len(parsed):
        block = parsed[index]
        index += 1
        if isinstance(block, (DuplicateBlockKeyBlock, DuplicateFieldKeyBlock)) and block.ignore_error_block is not None:
            block = block.ignore_error_block
        if isinstance(block, Entry):
            previous = _entry(file, block, read_fields, blocks)
        elif isinstance(block, String):
            blocks.strings.append((block.key.strip().lower(), block.value))
            previous = None
        elif isinstance(block, ParsingFailedBlock):
            rest = []
            while index < len(parsed) and isinstance(parsed[index], ImplicitComment):
                rest.append(parsed[index].raw or "")
                index += 1
            _salvage(file, block, "\n".join([block.raw or "", *rest]), blocks)
            previous = None
        elif isinstance(block, ImplicitComment):
            _left_over(file, block, previous, blocks)
            previous = None
        else:
            previous = None
    return blocks


def _entry(file: str, block: Entry, read_fields: frozenset[str], blocks: Blocks) -> RawEntry:
    raw, line = block.raw or "", (block.start_line or 0) + 1
    fields: dict[str, str] = {}
    repeated: list[str] = []
    for item in block.fields:
        name = _field_name(item.key)
        value = str(item.value)
        if name in fields and fields[name] and value and value != fields[name]:
            repeated.append(name)
        if not fields.get(name):
            fields[name] = value
    glued = _unglue(fields)
    entry = RawEntry(block.entry_type.lower(), " ".join(block.key.split()), line, raw, fields, broken=glued)
    _keep(entry, blocks)
    if glued:
        blocks.broken.append(_broken(file, line, "unparsed", entry.key, raw))
    if read_fields.intersection(repeated):
        blocks.broken.append(_broken(file, line, "duplicate_field", entry.key, raw))
    return entry


def _unglue(fields: dict[str, str]) -> bool:
    """Part a value from the field that follows it without a comma; whether there was one."""
    found = False
    for name, value in list(fields.items()):
        if "=" not in value or value[0] not in '{"':
            continue
        end = closing(value, 0) + 1
        if _GLUED.match(value, end):
            found = True
            fields[name] = value[:end]
            for following, text in salvaged_fields(value[end:].lstrip()).items():
                fields.setdefault(following, text)
    return found


def _field_name(key: str) -> str:
    """A field's name; a comment line between two fields is not part of it."""
    words = _KEY_COMMENT.sub("", key).split()
    return words[-1].lower() if words else ""


def _keep(entry: RawEntry, blocks: Blocks) -> None:
    if entry.kind == "xdata":
        blocks.data.append(entry)
    elif entry.kind not in _NO_REFERENCE:
        blocks.entries.append(entry)


def _salvage(file: str, block: ParsingFailedBlock, raw: str, blocks: Blocks) -> None:
    """Read what a broken block still shows: its type, its key, every field that begins a line or follows a comma."""
    line = (block.start_line or 0) + 1
    header = _HEADER.match(raw)
    kind = header.group(1).lower() if header else ""
    if kind in _NO_REFERENCE and kind != "string":
        return
    reason = str(getattr(block.error, "abort_reason", ""))
    code = "unterminated" if "Unexpected block start" in reason or "end of file" in reason else "unparsed"
    key = header.group(2) if header else ""
    blocks.broken.append(_broken(file, line, code, key, raw))
    fields = salvaged_fields(raw[header.end() - len(key) :] if header else raw)
    if kind != "string" and {"title", "doi", "author", "booktitle"} & fields.keys():
        _keep(RawEntry(kind, key if key.lower() not in fields else "", line, raw, fields, broken=True), blocks)


def salvaged_fields(text: str) -> dict[str, str]:
    """Fields of BibTeX whose braces do not match: every value runs to the next field, its closing cut off."""
    fields: dict[str, str] = {}
    starts = list(_FIELD.finditer(text))
    for index, start in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        value = text[start.end() : end].strip().rstrip(", \t\n")
        if value.startswith(("{", '"')):
            value = value[1:]
            value = value.rstrip('}" \t\n,') if value.count("}") > value.count("{") or value.endswith('"') else value
            value = "{" + value.replace("{", "").replace("}", "") + "}"
        else:
            value = value.rstrip("}) \t\n")
        fields.setdefault(start.group(1).lower(), value)
    return fields


def _left_over(file: str, block: ImplicitComment, previous: RawEntry | None, blocks: Blocks) -> None:
    """Text between blocks: fields after a brace too many belong to the entry before, and lost entries are reported."""
    raw, line = block.raw or "", (block.start_line or 0) + 1
    if previous is not None and _LEFT_OVER.match(raw):
        for name, value in salvaged_fields(raw).items():
            previous.fields.setdefault(name, value)
        previous.broken = True
        blocks.broken.append(_broken(file, line, "unparsed", previous.key, raw))
        return
    passed = 0
    for matched in _LOST_ENTRY.finditer(raw):
        line += raw.count("\n", passed, matched.start())
        passed = matched.start()
        blocks.broken.append(_broken(file, line, "unparsed", None, raw[matched.start() : matched.start() + EXCERPT]))


def _broken(file: str, line: int, reason: str, key: str | None, raw: str) -> BrokenEntry:
    return BrokenEntry(file=file, line=line, reason=reason, key=key or None, excerpt=raw.strip()[:EXCERPT])

"""A payload is cut into blocks: which lines are BibTeX, RIS, MEDLINE, XML, JSON, a table, and which are prose.

A block is told by how its first line begins and ends where its own format says so; one that never ends runs to where
something else plainly begins, so that a broken entry swallows nobody.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from state.payload import SourceFormat
from tasks.parse.payload.json_blocks import JsonFinder
from tasks.parse.payload.tables import table_end

LONGEST_BROKEN = 400
"""Lines a block that never ends may take."""

_MARK = r"[ \t>]*(?:(?:[-*+•·▪]|\d{1,4}[.)、]|[\[(（【]\d{1,4}[\])）】])[ \t]*)?"
_BIB = re.compile(rf"(?P<mark>{_MARK})@[ \t]*(?P<kind>[A-Za-z]\w{{1,30}})[ \t]{{0,3}}(?P<open>[{{(])")
_BIB_KINDS = re.compile(
    r"article|book|booklet|inbook|incollection|inproceedings|conference|proceedings|collection|manual|mastersthesis"
    r"|phdthesis|thesis|techreport|report|misc|online|electronic|unpublished|patent|dataset|software|periodical"
    r"|reference|inreference|mvbook|bookinbook|suppbook|www|string|comment|preamble|xdata|set",
    re.IGNORECASE,
)
_BIB_HEAD = re.compile(r"[^,{}\s=]{0,200},?\s*$|[^,{}\s=]{1,200},|\s*[A-Za-z]\w*\s*=")
_BIB_FIELD = re.compile(r"\s*(?:[A-Za-z][\w:+.-]{0,40}\s*=|[}\")],?\s*$)")
_RIS = re.compile(r"[ \t]{0,8}TY(?: {0,4}|\t)-(?:\s|$)")
_TAGGED = re.compile(r"[ \t]{0,8}[A-Z][A-Z0-9](?: {1,4}|[ ]{0,3}\t)-(?:\s|$)")
_NARROW = re.compile(r"[ \t]{0,8}[A-Z][A-Z0-9] ?-(?:\s|$)")
_RIS_END = re.compile(r"[ \t]{0,8}ER {0,4}\t?-")
_NBIB = re.compile(r"PMID ?- ?\d+\s*$")
_NBIB_LINE = re.compile(r"(?!TY  - )[A-Z]{2,4} {0,2}- |\s{4,}\S")
_REFER = re.compile(r"%0 [A-Z][A-Za-z ]{2,40}$|%[AT] \S")
_WOS = re.compile(r"PT (?:[A-Z]|Journal|Book)\b.{0,40}$|FN \S")
_REFWORKS = re.compile(r"RT [A-Z][A-Za-z ,/()]{2,60}$")
_FIELD_LINE = re.compile(r"[A-Z][A-Z0-9] \S")
_XML = re.compile(r"\s*<(?P<root>\?xml|xml|records|record|PubmedArticleSet|PubmedArticle|MedlineCitationSet)[\s>]")
_ROOTS = re.compile(r"<(xml|records|record|PubmedArticleSet|PubmedArticle|MedlineCitationSet)[\s>]")
_XML_LINE = re.compile(r"\s*<")


@dataclass(slots=True)
class Block:
    """Lines of one format. `lines` are the numbers and texts of its lines, as they stand in the source."""

    format: SourceFormat
    lines: list[tuple[int, str]] = field(default_factory=list)
    value: object = None
    """What JSON held."""

    @property
    def first(self) -> int:
        return self.lines[0][0]

    @property
    def last(self) -> int:
        return self.lines[-1][0]

    @property
    def text(self) -> str:
        return "\n".join(text for _, text in self.lines)


class Lines:
    """The lines of a source. What stands behind the end of a block on its last line becomes a line of its own."""

    def __init__(self, text: str) -> None:
        self.all = list(enumerate(text.split("\n"), start=1))
        self.unclosed: set[str] = set()
        """Elements that nothing closes from here on."""

    def __len__(self) -> int:
        return len(self.all)

    def text(self, index: int) -> str:
        return self.all[index][1] if index < len(self.all) else ""

    def part(self, index: int, at: int) -> None:
        """Cut a line in two, so that its rest is looked at as a line."""
        number, text = self.all[index]
        if text[at:].strip():
            self.all[index : index + 1] = [(number, text[:at]), (number, text[at:])]

    def next_filled(self, index: int) -> int:
        """The next line from `index` that is not blank."""
        while index < len(self.all) and not self.all[index][1].strip():
            index += 1
        return index


def cut_blocks(text: str) -> Iterator[Block]:
    """The blocks of a text (lines end in `\\n`), in order; every line that is not blank is in exactly one."""
    lines = Lines(text)
    found_json = JsonFinder()
    prose: list[tuple[int, str]] = []
    index = 0
    while index < len(lines):
        line = lines.text(index)
        found = _structured(lines, index, found_json) if line.strip() else None
        if found is None:
            prose.append(lines.all[index])
            index += 1
            continue
        block, index = found
        yield from _prose(prose)
        prose = []
        yield block
    yield from _prose(prose)


def _prose(lines: list[tuple[int, str]]) -> Iterator[Block]:
    if any(text.strip() for _, text in lines):
        yield Block(SourceFormat.PROSE, list(lines))


def _structured(lines: Lines, index: int, found_json: JsonFinder) -> tuple[Block, int] | None:
    """The block of a format that begins at this line, and the line behind it; None where it is prose."""
    line = lines.text(index)
    if "@" in line and (opened := _BIB.match(line)) and _is_bib(lines, index, opened):
        return _bibtex(lines, index, opened)
    for starts, kind, end in _TAGS:
        if starts.match(line) and (last := end(lines, index)) > index:
            return Block(kind, lines.all[index:last]), last
    if "<" in line and _XML.match(line) and (behind := _xml_end(lines, index)):
        return Block(SourceFormat.UNKNOWN, lines.all[index:behind]), behind
    if line.lstrip()[:1] in ("[", "{") and (held := found_json.find(lines.all, index)) is not None:
        value, last, at = held
        lines.part(last, at)
        return Block(SourceFormat.JSON, lines.all[index : last + 1], value), last + 1
    if (behind := table_end(lines.all, index)) > index:
        return Block(SourceFormat.TABLE, lines.all[index:behind]), behind
    return None


def _is_bib(lines: Lines, index: int, opened: re.Match[str]) -> bool:
    """Whether an `@word{` begins an entry: by its kind, or by the key or field behind it."""
    if _BIB_KINDS.fullmatch(opened.group("kind")):
        return True
    rest = lines.text(index)[opened.end() :]
    return opened.group("open") == "{" and bool(_BIB_HEAD.match(rest)) and "=" in rest + lines.text(index + 1)


def _bibtex(lines: Lines, index: int, opened: re.Match[str]) -> tuple[Block, int]:
    """An entry to the brace that closes it; one that is never closed, to where something else begins."""
    if mark := opened.group("mark").strip():
        number, text = lines.all[index]
        lines.all[index] = (number, text.replace(mark, " " * len(mark), 1))
    pair = "{}" if opened.group("open") == "{" else "()"
    depth, at = 0, opened.end() - 1
    behind = index
    while behind < len(lines):
        text = lines.text(behind)
        if behind > index and "@" in text and (another := _BIB.match(text)) and _is_bib(lines, behind, another):
            break
        for place in range(at, len(text)):
            char = text[place]
            if char in pair and (place == 0 or text[place - 1] != "\\"):
                depth += 1 if char == pair[0] else -1
                if depth == 0:
                    lines.part(behind, place + 1)
                    return Block(SourceFormat.BIBTEX, lines.all[index : behind + 1]), behind + 1
        behind, at = behind + 1, 0
    end = _broken_end(lines, index, behind, _BIB_FIELD)
    return Block(SourceFormat.BIBTEX, lines.all[index:end]), end


def _broken_end(lines: Lines, index: int, behind: int, own: re.Pattern[str]) -> int:
    """Where a block without an end stops: at a blank line that no line of its own format follows."""
    behind = min(behind, index + LONGEST_BROKEN)
    for place in range(index + 1, behind):
        if not lines.text(place).strip():
            following = lines.next_filled(place)
            if following >= behind or not own.match(lines.text(following)):
                return place
    return behind


def _ris_end(lines: Lines, index: int) -> int:
    """To `ER`, or to a blank line behind which no tag stands; a record without `TY` has three tags or more."""
    line = lines.text(index)
    own = _NARROW if _RIS.match(line) else _TAGGED
    if not _RIS.match(line) and not all(_TAGGED.match(lines.text(place)) for place in range(index, index + 3)):
        return index
    place = index + 1
    # An abstract may have blank lines in it: the record's own end is looked for first.
    while place < len(lines) and not _RIS.match(lines.text(place)):
        if _RIS_END.match(lines.text(place)):
            return place + 1
        place += 1
    place, behind = index, place
    while place < behind:
        text = lines.text(place)
        if not text.strip():
            following = lines.next_filled(place)
            if not own.match(lines.text(following)) or _RIS.match(lines.text(following)):
                return place
            place = following
            continue
        place += 1
    return place


def _run_end(own: re.Pattern[str], fewest: int = 2) -> Callable[[Lines, int], int]:
    """The end of a run of a format's own lines; blank lines between them belong to it where one follows."""

    def end(lines: Lines, index: int) -> int:
        place, count = index, 0
        while place < len(lines):
            text = lines.text(place)
            if not text.strip():
                following = lines.next_filled(place)
                if following >= len(lines) or not own.match(lines.text(following)):
                    break
                place = following
                continue
            if place > index and not own.match(text):
                break
            count += 1
            place += 1
        return place if count >= fewest else index

    return end


def _to_blank(lines: Lines, index: int) -> int:
    """The end of a record that ends at a blank line; three lines or more, or it is none."""
    place = index
    while place < len(lines) and lines.text(place).strip():
        place += 1
    own = sum(1 for n in range(index, place) if _FIELD_LINE.match(lines.text(n)))
    return place if own >= 3 else index


def _xml_end(lines: Lines, index: int) -> int:
    """The line behind the one that closes the root element; the last line where none does."""
    root = None
    for place in range(index, min(index + 20, len(lines))):
        if (found := _ROOTS.search(lines.text(place))) is not None:
            root = found.group(1)
            break
    if root is None:
        return 0
    closing = re.compile(rf"</{root}\s*>")
    for place in range(index, len(lines) if root not in lines.unclosed else index):
        if (closed := closing.search(lines.text(place))) is not None:
            lines.part(place, closed.end())
            return place + 1
    lines.unclosed.add(root)
    return _broken_end(lines, index, len(lines), _XML_LINE)


_TAGS: tuple[tuple[re.Pattern[str], SourceFormat, Callable[[Lines, int], int]], ...] = (
    (_RIS, SourceFormat.RIS, _ris_end),
    (_TAGGED, SourceFormat.RIS, _ris_end),
    (_NBIB, SourceFormat.NBIB, _run_end(_NBIB_LINE)),
    (_REFER, SourceFormat.REFER, _run_end(re.compile(r"%[A-Z0-9@!?&^~$+(<>*] ?"))),
    (_WOS, SourceFormat.WOS, _to_blank),
    (_REFWORKS, SourceFormat.REFWORKS, _to_blank),
)

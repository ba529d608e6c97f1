"""Blocks of a bibliography format become entries by that format's own reader.

Blocks that stand in lines are read all at once, every other line of the source blanked: settings (`@string`, a parent
that entries inherit from) hold for all of them, and every line keeps its number.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from state.errors import ManuscriptError
from state.manuscript import Reference
from state.payload import SourceFormat
from tasks.parse.payload.blocks import Block
from tasks.parse.payload.found import Found
from tasks.parse.payload.stated import names_a_work, stated_reference
from tasks.parse.payload.tables import Row, table_rows
from tasks.parse.printed_list import PrintedEntry
from tasks.readers.bibliography import bibliography_format
from tasks.readers.bibtex.reader import BibReader
from tasks.readers.contract import BibliographyReader, Entries
from tasks.readers.records.nbib import NbibReader
from tasks.readers.records.refer import ReferReader
from tasks.readers.records.refworks import RefworksReader
from tasks.readers.records.ris import RisReader
from tasks.readers.records.wos import WosReader

LINE_READERS: dict[SourceFormat, BibliographyReader] = {
    SourceFormat.BIBTEX: BibReader(),
    SourceFormat.RIS: RisReader(),
    SourceFormat.NBIB: NbibReader(),
    SourceFormat.REFER: ReferReader(),
    SourceFormat.REFWORKS: RefworksReader(),
    SourceFormat.WOS: WosReader(),
}
REASONS = {
    "unterminated": "the entry does not end",
    "unparsed": "the entry could not be parsed",
    "no_key": "the entry has no key",
    "undecodable": "the entry could not be decoded",
}
_SETTINGS = ("@string", "@comment", "@preamble", "@xdata", "@set")
_XML_FORMATS = {"endnote-xml": SourceFormat.ENDNOTE_XML, "pubmed-xml": SourceFormat.PUBMED_XML}

Numbered = tuple[int, Block]
"""A block and the index of its chunk."""


def read_line_blocks(file: str, kind: SourceFormat, blocks: Sequence[Numbered]) -> Iterator[Found]:
    """The entries of all blocks of one such format in a source. A block of which nothing can be made is a failure."""
    lines: list[str] = [""] * blocks[-1][1].last
    for _, block in blocks:
        for number, text in block.lines:
            lines[number - 1] = f"{lines[number - 1]} {text}" if lines[number - 1] else text
    entries = _entries(LINE_READERS[kind], file, "\n".join(lines) + "\n")
    starts = [block.first for _, block in blocks]

    def chunk_at(line: int) -> int:
        return max(bisect_right(starts, line) - 1, 0)

    # An entry of BibTeX that never ends may have lost fields, or hold those of another: it is not looked up as a whole.
    open_ends = {one.line for one in entries.broken if one.reason == "unterminated"} if entries else set()
    answered: set[int] = set()
    for reference in entries.references if entries else ():
        place = chunk_at(reference.line or 1)
        # Two entries on one line have blocks of their own with one first line: they are told apart by their order.
        while place and starts[place - 1] == starts[place] and place - 1 not in answered:
            place -= 1
        answered.add(place)
        if kind is SourceFormat.BIBTEX and reference.line in open_ends:
            yield _failed(*blocks[place], kind, REASONS["unterminated"])
            continue
        yield _of(reference, blocks[place][0], kind, blocks[place][1])
    for broken in entries.broken if entries else ():
        place = chunk_at(broken.line)
        if place not in answered and broken.reason in REASONS:
            answered.add(place)
            yield _failed(*blocks[place], kind, REASONS[broken.reason])
    for place, (chunk, block) in enumerate(blocks):
        if place not in answered and not is_setting(block):
            yield _failed(chunk, block, kind, REASONS["unparsed"])


def is_setting(block: Block) -> bool:
    """Whether a block of BibTeX holds settings, and is no entry."""
    return block.format is SourceFormat.BIBTEX and block.text.replace(" ", "").lower().startswith(_SETTINGS)


def read_xml(file: str, chunk: int, block: Block) -> Iterator[Found]:
    """The entries of an XML block, with its true format; one failure where it is none that is read, or broken."""
    content = block.text.encode("utf-8", "replace")
    reader = bibliography_format("payload", content)
    kind = _XML_FORMATS.get(reader.name if reader else "", SourceFormat.UNKNOWN)
    entries = _entries(reader, file, block.text) if reader and kind is not SourceFormat.UNKNOWN else None
    if entries is None or not entries.references:
        yield _failed(chunk, block, kind, REASONS["unparsed"])
        return
    for reference in entries.references:
        line = block.first + (reference.line or 1) - 1
        yield Found(chunk, line, kind, reference.raw, reference=reference)
    read = {reference.line for reference in entries.references}
    for broken in entries.broken:
        if broken.line not in read and broken.reason in REASONS:
            line = block.first + broken.line - 1
            yield Found(chunk, line, kind, broken.excerpt, failure=REASONS[broken.reason])


def read_table(file: str, chunk: int, block: Block, of_text: Callable[[str, int], list[Found]]) -> Iterator[Found]:
    """The entries of a table: by its columns where their names tell, else each row's cells as prose."""
    for row in table_rows(block.lines):
        if row.heading:
            continue
        if _is_citation(row):
            yield from of_text(row.fields["raw"], row.line)
        elif names_a_work(row.fields):
            yield Found(chunk, row.line, SourceFormat.TABLE, row.raw, reference=stated_reference(row.fields, row.raw))
        else:
            printed = ". ".join(cell.strip(" .") for cell in row.cells if cell.strip())
            if printed:
                entry = PrintedEntry(None, printed, file, row.line)
                yield Found(chunk, row.line, SourceFormat.TABLE, row.raw, printed=entry)


def _is_citation(row: Row) -> bool:
    return bool(row.fields.get("raw")) and not row.fields.get("title")


def _entries(reader: BibliographyReader, file: str, text: str) -> Entries | None:
    """What the reader makes of a text; None where it refuses it."""
    try:
        return reader.read(file, text.encode("utf-8", "replace"))
    except ManuscriptError:
        return None


def _of(reference: Reference, chunk: int, kind: SourceFormat, block: Block) -> Found:
    single = block.text.strip() if kind is SourceFormat.BIBTEX else reference.raw
    return Found(chunk, reference.line or block.first, kind, single or reference.raw, reference=reference)


def _failed(chunk: int, block: Block, kind: SourceFormat, reason: str) -> Found:
    return Found(chunk, block.first, kind, block.text.strip(), failure=reason)

"""Any reference list, in any mixture of formats, becomes a Payload (000's Steps 0 and 0.5)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from state.errors import ManuscriptError
from state.manuscript import SectionKind
from state.payload import CAP, Chunk, ChunkRole, Cut, PassedOver, Payload, PayloadReference, SourceFormat
from tasks.parse.payload.blocks import Block, cut_blocks
from tasks.parse.payload.found import Found, read, type_of
from tasks.parse.payload.identity import identify
from tasks.parse.payload.items import Where, cited_in, found_in, looks_listed, may_stand_between
from tasks.parse.payload.objects import read_json
from tasks.parse.payload.prose import Item, cut_items, heading_kind, is_list_heading
from tasks.parse.payload.records import LINE_READERS, is_setting, read_line_blocks, read_table, read_xml
from tasks.parse.payload.sources import Text, text_of_source

NOTHING = "Provide references — a payload of citations in any supported format (prose, BibTeX, RIS, DOI list, URL list)"
"""The contract's words for an input that is none."""
MOST_REFERENCES = 30_000
MOST_TOLD, TOLD_LENGTH = 50, 200
"""Stretches of text passed over that are told, and characters of each."""
MOST_CAREFUL = 1_500
"""Printed entries read by every reader there is, at two milliseconds each; further ones by patterns alone."""


@dataclass(slots=True)
class _Draft:
    """A chunk while its entries are counted."""

    file: str
    line: int
    last_line: int
    format: SourceFormat
    role: ChunkRole = ChunkRole.REFERENCES
    text: str = ""
    """Of running text: it is looked through for citations where nothing else is a reference."""


@dataclass(slots=True)
class _Place:
    """Where in a source its prose is: under the heading of a reference list or not, and behind which entry."""

    headed: bool
    """Whether the source has such a heading at all."""
    listed: bool = False
    above: str = ""
    before: Item | None = None

    @property
    def outside(self) -> bool:
        """Whether the source has a list under a heading, and this is not it."""
        return self.headed and not self.listed

    def pass_by(self, item: Item) -> None:
        """Take note of a heading."""
        if (kind := heading_kind(item)) is not None:
            self.listed = kind is SectionKind.REFERENCES


@dataclass(slots=True)
class _Reading:
    """All that is found in the sources, in their order."""

    chunks: list[_Draft] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    passed_over: list[tuple[int, PassedOver]] = field(default_factory=list)
    """Items of running text, each with its chunk; no more than are told."""

    def open(self, draft: _Draft) -> int:
        """A new chunk's index; passed-over lines behind one another are one chunk."""
        before = self.chunks[-1] if self.chunks else None
        if (
            before is not None
            and draft.role is not ChunkRole.REFERENCES
            and (before.file, before.role, before.format) == (draft.file, draft.role, draft.format)
            and before.last_line + 1 == draft.line
        ):
            before.last_line = draft.last_line
            before.text = f"{before.text}\n{draft.text}" if len(before.text) < 20_000 else before.text
        else:
            self.chunks.append(draft)
        if draft.role is ChunkRole.TEXT and len(self.passed_over) < MOST_TOLD:
            self.passed_over.append((len(self.chunks) - 1, _told(draft)))
        return len(self.chunks) - 1


def read_payload(sources: Sequence[tuple[str, bytes]], *, cap: int | None = CAP) -> Payload:
    """The references of all sources (name, bytes), in their order, whatever formats they are in.

    What cannot be read is an entry with a `failure`; running text is a chunk of its own. Beyond `cap` references the
    first `cap` are kept and `cut` says so; None lifts it. The same input gives the same value.
    Errors: ManuscriptError where there is no input at all, a source is no text and no document that is read, or it is
    too long.
    """
    if not sources:
        raise ManuscriptError(NOTHING)
    reading = _Reading()
    empty = True
    for name, content in sources:
        text = text_of_source(name, content)
        empty = empty and not text.text.strip()
        reading.warnings += text.warnings
        _read_source(text, reading)
    if empty:
        raise ManuscriptError(f"{_named(sources)}: nothing in it. {NOTHING}")
    if not reading.found:
        _cited(reading)
    _refuse_many(_named(sources), len(reading.found))
    return _payload(reading, cap)


def _refuse_many(name: str, count: int) -> None:
    if count > MOST_REFERENCES:
        raise ManuscriptError(f"{name}: refused, more than {MOST_REFERENCES:,} references. Split the list.")


def _named(sources: Sequence[tuple[str, bytes]]) -> str:
    return ", ".join(name for name, _ in sources[:3]) + (", …" if len(sources) > 3 else "")


def _read_source(source: Text, reading: _Reading) -> None:
    """The chunks and entries of one source. Line numbers are the source's own."""
    at_once: dict[SourceFormat, list[tuple[int, Block]]] = {}
    found: list[Found] = []
    blocks = [(block, _items(block)) for block in cut_blocks(source.text)]
    place = _Place(any(is_list_heading(item) for _, items in blocks for item in items))
    for block, items in blocks:
        kind = block.format
        if kind is SourceFormat.PROSE:
            for item, following in zip_longest(items, items[1:]):
                found += _of_item(item, following, source, reading, place)
                _refuse_many(source.name, len(found))
            continue
        chunk = reading.open(_Draft(source.name, source.line(block.first), source.line(block.last), kind))
        if kind in LINE_READERS:
            at_once.setdefault(kind, []).append((chunk, block))
            if is_setting(block):
                reading.chunks[chunk].role = ChunkRole.COMMENT
            continue
        of_text = _text_reader(source.name, chunk)
        if kind is SourceFormat.JSON:
            entries: Iterable[Found] = read_json(chunk, block, of_text)
        elif kind is SourceFormat.TABLE:
            entries = read_table(source.name, chunk, block, of_text)
        else:
            entries = list(read_xml(source.name, chunk, block))
            reading.chunks[chunk].format = next((one.format for one in entries), kind)
        found += entries
        _refuse_many(source.name, len(found))
    for kind, numbered in at_once.items():
        _refuse_many(source.name, len(numbered))
        found += read_line_blocks(source.name, kind, numbered)
    found.sort(key=lambda one: one.chunk)
    reading.found += found if source.lines is None else [_moved(one, source) for one in found]


def _items(block: Block) -> list[Item]:
    return list(cut_items(block.lines)) if block.format is SourceFormat.PROSE else []


def _moved(one: Found, source: Text) -> Found:
    return Found(one.chunk, source.line(one.line), one.format, one.raw, one.reference, one.printed, one.failure)


def _text_reader(file: str, chunk: int) -> Callable[[str, int], list[Found]]:
    """How a text inside another format (a list's string, a table's cell) becomes entries of that format's chunk."""

    def of_text(text: str, line: int) -> list[Found]:
        items = cut_items([(line, one) for one in text.split("\n")])
        return [one for item in items if item.role == "item" for one in found_in(item, chunk, file)]

    return of_text


def _of_item(item: Item, following: Item | None, source: Text, reading: _Reading, place: _Place) -> list[Found]:
    place.pass_by(item)
    line, last = source.line(item.lines[0][0]), source.line(item.lines[-1][0])
    if item.role != "item" or not item.text.strip():
        reading.open(_Draft(source.name, line, last, SourceFormat.PROSE, ChunkRole.COMMENT))
        return []
    where = Where(place.outside, place.above)
    found = found_in(item, len(reading.chunks), source.name, where)
    before, place.before = place.before, item
    if not found and before is not None and following is not None and may_stand_between(item):
        alike = before.bullet == item.bullet == following.bullet and not (before.number or following.number)
        if alike and not place.outside and looks_listed(before) and looks_listed(following):
            found = found_in(item, len(reading.chunks), source.name, replace(where, between=True))
    if found and found[-1].printed and not found[-1].above:
        place.above = found[-1].printed.text
    if not found:
        reading.open(_Draft(source.name, line, last, SourceFormat.PROSE, ChunkRole.TEXT, item.text[:20_000]))
        return []
    formats = {one.format for one in found}
    kind = formats.pop() if len(formats) == 1 else SourceFormat.PROSE
    reading.chunks.append(_Draft(source.name, line, last, kind))
    return found


def _cited(reading: _Reading) -> None:
    """Where an input is nothing but running text, the works it cites by author and year are its references."""
    for index, chunk in enumerate(reading.chunks):
        if chunk.role is ChunkRole.TEXT:
            cited = [
                Found(index, chunk.line, SourceFormat.PROSE, printed, reference=reference)
                for printed, reference in cited_in(chunk.text)
            ]
            chunk.role = ChunkRole.REFERENCES if cited else chunk.role
            reading.found += cited


def _payload(reading: _Reading, cap: int | None) -> Payload:
    found = reading.found if cap is None else reading.found[:cap]
    counts = [0] * len(reading.chunks)
    for one in reading.found:
        counts[one.chunk] += 1
    read_entries = []
    printed = 0
    for ordinal, one in enumerate(found, start=1):
        printed += one.printed is not None
        read_entries.append(read(one, ordinal, quick=printed > MOST_CAREFUL))
    identities = identify([(reference, failure is None) for reference, failure in read_entries])
    references = tuple(
        PayloadReference(
            reference_id=identity,
            ordinal=ordinal,
            source_format=one.format,
            chunk=one.chunk,
            file=reading.chunks[one.chunk].file,
            line=one.line,
            reference=reference.model_copy(
                update={"id": identity, "file": reading.chunks[one.chunk].file, "line": one.line}
            ),
            type=type_of(reference),
            failure=failure,
        )
        for ordinal, (one, identity, (reference, failure)) in enumerate(
            zip(found, identities.ids, read_entries, strict=True), start=1
        )
    )
    cut = Cut(found=len(reading.found), kept=len(found)) if len(found) < len(reading.found) else None
    chunks = tuple(
        Chunk(
            file=chunk.file,
            line=chunk.line,
            last_line=chunk.last_line,
            format=chunk.format,
            role=chunk.role if count or chunk.role is not ChunkRole.REFERENCES else ChunkRole.COMMENT,
            entries=count,
        )
        for chunk, count in zip(reading.chunks, counts, strict=True)
    )
    warnings = (*reading.warnings, *_passed_over(chunks), *identities.warnings)
    return Payload(
        references=references,
        duplicates=tuple(identities.duplicates),
        chunks=chunks,
        passed_over=tuple(one for at, one in reading.passed_over if reading.chunks[at].role is ChunkRole.TEXT),
        cut=cut,
        warnings=warnings,
    )


def _told(chunk: _Draft) -> PassedOver:
    text = " ".join(chunk.text[: 4 * TOLD_LENGTH].split())[:TOLD_LENGTH]
    return PassedOver(file=chunk.file, line=chunk.line, last_line=chunk.last_line, text=text)


def _passed_over(chunks: Sequence[Chunk]) -> list[str]:
    lines = sum(chunk.last_line - chunk.line + 1 for chunk in chunks if chunk.role is ChunkRole.TEXT)
    return [f"not_references={lines}"] if lines else []

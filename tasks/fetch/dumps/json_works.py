"""Works as JSON: one on a line (Crossref, OpenAlex, DataCite), or in an array (Crossref's older files).

What a work is says each object itself: Crossref's have `DOI`, OpenAlex's an address as `id`, DataCite's `attributes`.
"""

import codecs
import json
import re
from collections.abc import Iterator
from typing import BinaryIO

from state.lookup import Record
from tasks.fetch.dumps.words import CHUNK, MOST_BYTES, PASSED, DumpError, Item
from tasks.registries import crossref_work, datacite, openalex
from tasks.registries.reading import Json, bare_doi

MOST_SKIPPED = 1 << 30
"""Bytes of a line that is too long, over which the rest of the file is looked for."""
ARRAY = re.compile(
    r'\s*(?:\{(?:[^{}\[\]]{0,2000}"message"\s*:\s*\{)?[^\[\]]{0,2000}?"(?:items|data|results)"\s*:\s*)?\[(?=\s*[\]{])'
)
"""The beginning of a file that holds its works in an array."""
_LINE = re.compile(r'"DOI"\s*:|"id"\s*:\s*"https://openalex\.org/|"attributes"\s*:\s*\{')


def source_of(work: Json) -> str | None:
    """Whose work object this is: `crossref`, `openalex` or `datacite`; None where it is nobody's."""
    if not isinstance(work, dict):
        return None
    if "DOI" in work and not isinstance(work.get("title"), str):  # CSL-JSON has a title that is no list
        return "crossref"
    identifier = work.get("id")
    if isinstance(identifier, str) and identifier.startswith("https://openalex.org/"):
        return "openalex"
    return "datacite" if isinstance(work.get("attributes"), dict) else None


def is_by_lines(head: str, *, is_whole: bool) -> bool:
    """Does a file that begins so hold one work on a line? `is_whole`: the beginning is all of it."""
    lines = [line for line in head.split("\n") if line.strip()]
    cut = lines.pop() if lines and not is_whole and not head.endswith("\n") else ""
    for line in lines[:20]:
        try:
            if source_of(json.loads(line)) is not None:
                return True
        except (ValueError, RecursionError):
            continue
    return not lines and cut.lstrip().startswith("{") and bool(_LINE.search(cut))


def is_array(head: str) -> bool:
    """Does a file that begins so hold works in an array? The first of them says so, or, where the beginning does not
    reach to its end, what stands in it: CSL-JSON looks alike, and has titles that are no lists."""
    begin = ARRAY.match(head)
    if begin is None:
        return False
    try:
        work, _ = json.JSONDecoder().raw_decode(head, _next(head, begin.end()))
    except (ValueError, RecursionError):
        return bool(_LINE.search(head)) and not re.search(r'"title"\s*:\s*"', head)
    return source_of(work) is not None


def item_of(work: Json, where: str) -> Item:
    """The item of one object."""
    source = source_of(work)
    if source is None:
        return Item(bad=f"{where}: no work of a kind that is known")
    record = _record(source, work)
    if record is None:
        return PASSED
    return Item(record=record)


def _record(source: str, work: Json) -> Record | None:
    """None for an entry that is not a work: OpenAlex has authors and sources in the same form."""
    if source == "crossref":
        return crossref_work.record_of(work)
    if source == "openalex":
        return openalex.record_of(work)
    entry = work if isinstance(work, dict) else {}
    attributes = entry.get("attributes")
    # The dump leaves out what every entry of it is.
    doi = bare_doi(attributes.get("doi") if isinstance(attributes, dict) else None) or bare_doi(entry.get("id"))
    return datacite.record_of({"id": doi, "type": "dois", "attributes": attributes})


def by_lines(stream: BinaryIO, skip: int) -> Iterator[Item]:
    """An item for each line that is not empty, beyond the first `skip` of them."""
    number = place = 0
    while line := stream.readline(MOST_BYTES):
        number += 1
        too_long = len(line) == MOST_BYTES and not line.endswith(b"\n")
        if too_long:
            _to_line_end(stream, number)
        if not line.strip():
            continue
        place += 1
        if place <= skip:
            continue
        if too_long:
            yield Item(bad=f"line {number}: longer than {MOST_BYTES >> 20} MB")
            continue
        try:
            work: Json = json.loads(line)
        except (ValueError, RecursionError):
            yield Item(bad=f"line {number}: not JSON")
            continue
        yield item_of(work, f"line {number}")


def _to_line_end(stream: BinaryIO, number: int) -> None:
    passed = MOST_BYTES
    while rest := stream.readline(CHUNK * 16):
        passed += len(rest)
        if rest.endswith(b"\n"):
            return
        if passed > MOST_SKIPPED:
            raise DumpError(f"line {number} does not end within {MOST_SKIPPED >> 30} GB; this is no dump")


def in_array(stream: BinaryIO, skip: int) -> Iterator[Item]:
    """An item for each element of the array, beyond the first `skip`. DumpError where one of them is broken: where the
    next begins cannot be known then."""
    decode = codecs.getincrementaldecoder("utf-8")("replace")
    held = decode.decode(stream.read(CHUNK * 4)).removeprefix("\ufeff")
    begin = ARRAY.match(held)
    if begin is None:
        raise DumpError("holds no array of works")
    at, place, ended = begin.end(), 0, False
    reader = json.JSONDecoder()
    while True:
        at = _next(held, at)
        if at < len(held) and held[at] == "]":
            return
        try:
            work, end = reader.raw_decode(held, at)
        except (ValueError, RecursionError):
            # As much again as there is: an element that comes in many parts is not tried for each of them.
            left = held[at:]
            more = stream.read(max(CHUNK * 4, len(left)))
            ended = not more
            held, at = left + decode.decode(more, final=ended), 0
            if ended or len(left) > MOST_BYTES:
                raise DumpError(f"its element {place + 1} is broken, or is longer than {MOST_BYTES >> 20} MB") from None
            continue
        place += 1
        at = end
        if place > skip:
            yield item_of(work, f"element {place}")


def _next(held: str, at: int) -> int:
    while at < len(held) and held[at] in " \t\r\n,":
        at += 1
    return at

"""JSON becomes entries: CSL items, Zotero's own, the contract's canonical shape, envelopes, and lists of texts."""

import json
from collections.abc import Callable, Iterator, Mapping

from state.manuscript import Reference
from state.payload import SourceFormat
from tasks.parse.payload.blocks import Block
from tasks.parse.payload.found import Found
from tasks.parse.payload.stated import field_named, names_a_work, stated_reference, text_of
from tasks.readers.records.csl import reference_of
from tasks.readers.records.zotero_json import as_csl, is_zotero_item

DEEPEST = 6
LONGEST_RAW = 8000
MOST_MISSES = 50
"""Items whose place in the text is not found, after which no further ones are looked for."""
_WRAPPERS = (
    "references", "items", "data", "message", "verdicts", "parsed_references", "records", "results", "works",
    "documents", "entries", "bibliography", "citations",
)  # fmt: skip
_CSL_SIGNS = frozenset({"container-title", "issued", "citation-key", "DOI", "PMID", "ISBN", "URL", "publisher-place"})
_PROBES = ("id", "reference_id", "title", "doi", "DOI", "raw", "key")

OfText = Callable[[str, int], list[Found]]
"""The entries of a text that stands on a line."""


def read_json(chunk: int, block: Block, of_text: OfText) -> Iterator[Found]:
    """The entries of a JSON value, in its order; what is in its lists and says nothing of a work is a failure."""
    text = block.text
    position, line, misses = 0, block.first, 0
    for item in _items(block.value, 0):
        at = -1
        for probe in _probes(item) if misses < MOST_MISSES else ():
            if (at := text.find(probe, position)) >= 0:
                break
        misses += at < 0
        if at >= 0:
            line += text.count("\n", position, at)
            position = at
        yield from _read(chunk, line, item, of_text)


def _items(value: object, depth: int) -> Iterator[object]:
    """The items of a value: of its lists, and of those that its wrappers hold."""
    if depth > DEEPEST:
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _items(one, depth + 1) if isinstance(one, (list, Mapping)) else (one,)
    elif isinstance(value, Mapping):
        held = _held(value)
        if held is None:
            yield value
        else:
            yield from _items(held, depth + 1)
    else:
        yield value


def _held(item: Mapping[str, object]) -> object | None:
    """What a wrapper holds; None where the object is a work, or nothing known."""
    evidence = item.get("evidence")
    parsed: object = evidence.get("parsed") if isinstance(evidence, Mapping) else None
    if isinstance(parsed, Mapping):
        return parsed
    if names_a_work(_stated(item)) or is_zotero_item(item):
        return None
    if isinstance(item.get("data"), Mapping) and is_zotero_item(item["data"]):  # type: ignore[arg-type]
        return None
    for name in _WRAPPERS:
        if isinstance(held := item.get(name), (list, Mapping)) and held:
            return held
    if len(item) > 1 and all(isinstance(one, Mapping) and names_a_work(_stated(one)) for one in item.values()):
        return list(item.values())
    return None


def _stated(item: Mapping[str, object]) -> dict[str, object]:
    """The fields of an object by their names here; of two for one field the first that is filled."""
    found: dict[str, object] = {}
    for key, value in item.items():
        name = field_named(key) if isinstance(key, str) else None
        if name is not None and value not in (None, "", []) and name not in found:
            found[name] = value
    return found


def _read(chunk: int, line: int, item: object, of_text: OfText) -> list[Found]:
    raw = _dumped(item)
    if isinstance(item, str):
        return of_text(item, line) or [_failed(chunk, line, raw)]
    if not isinstance(item, Mapping):
        return [_failed(chunk, line, raw)]
    fields = _stated(item)
    if not names_a_work(fields) and (printed := text_of(fields.get("raw"))):
        return of_text(printed, line) or [_failed(chunk, line, raw)]
    csl = _as_csl(item)
    reference: Reference | None = None
    if csl is not None:
        reference = reference_of(csl)
    elif names_a_work(fields):
        reference = stated_reference(fields, raw)
        identity = text_of(item.get("reference_id"))
        reference = reference.model_copy(update={"key": identity}) if identity else reference
    if reference is None:
        return [_failed(chunk, line, raw)]
    kind = SourceFormat.CSL_JSON if csl is not None else SourceFormat.JSON
    return [Found(chunk, line, kind, raw, reference=reference)]


def _as_csl(item: Mapping[str, object]) -> Mapping[str, object] | None:
    """The item where it is CSL's or Zotero's; authors that are texts are the contract's shape, not CSL's."""
    held = as_csl(item)
    if held is not item:
        return held
    authors = item.get("author")
    people = isinstance(authors, list) and any(
        isinstance(one, Mapping) and {"family", "literal", "given"} & one.keys() for one in authors
    )
    return (
        item if people or len(_CSL_SIGNS & item.keys()) >= 2 or ("type" in item and _CSL_SIGNS & item.keys()) else None
    )


def _probes(item: object) -> Iterator[str]:
    values = (
        [item] if isinstance(item, str) else [item.get(name) for name in _PROBES] if isinstance(item, Mapping) else []
    )
    for value in values:
        if isinstance(value, str) and value:
            yield json.dumps(value, ensure_ascii=False)
            if not value.isascii():
                yield json.dumps(value)


def _dumped(item: object) -> str:
    if isinstance(item, str):
        return item[:LONGEST_RAW]
    try:
        return json.dumps(item, ensure_ascii=False)[:LONGEST_RAW].encode("utf-8", "replace").decode()
    except (RecursionError, ValueError):
        return ""


def _failed(chunk: int, line: int, raw: str) -> Found:
    return Found(chunk, line, SourceFormat.JSON, raw, failure="the item names no work")

"""The reader of CSL-JSON: bibliographies of Zotero and Pandoc, and the items Word's citation fields carry."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from state.errors import ManuscriptError
from state.lookup import Author
from state.manuscript import Reference
from tasks.readers.contract import Entries
from tasks.readers.encoding import decode
from tasks.readers.records.fields import (
    MAX_PEOPLE,
    MAX_RECORDS,
    RAW,
    Identities,
    Printed,
    broken,
    person,
    printed_text,
    reference_from,
    without_others,
)
from tasks.readers.records.zotero_json import as_csl, is_zotero_item

MAX_BYTES = 32 * 1024 * 1024
_LISTS = ("items", "references", "data", "records")
"""Where a list of items may stand inside an object (Zotero's and Better BibTeX's own JSON, a YAML header's)."""
_CONTAINERS = ("container-title", "container-title-short", "journalAbbreviation")
_DATES = ("issued", "published", "event-date")
_NO_ITEMS = "JSON, but no list of CSL items. Export the bibliography as CSL JSON."
_MAX_MISSES = 50
"""Items whose id is not found in the text as written, after which their lines are no longer looked for."""


class CslReader:
    """Reads CSL-JSON: a list of items, one item, or an object that holds a list of them. Zotero's own JSON too."""

    name = "csl-json"
    suffixes: tuple[str, ...] = (".json", ".csljson")

    def read(self, name: str, content: bytes) -> Entries:
        """The items in file order. What stands in the list and is no item is a BrokenEntry. Errors: ManuscriptError
        where the file is no JSON, holds no list of items, or is too long."""
        text = decode(name, content).text
        if len(content) > MAX_BYTES:
            raise ManuscriptError(f"{name}: refused, {len(content):,} bytes (at most {MAX_BYTES:,}). Split the file.")
        return csl_entries(name, text, _items(name, _loaded(name, text)), self.name)


def csl_entries(name: str, text: str, given: Sequence[object], form: str) -> Entries:
    """The references of CSL items, in their order; `text` is where their lines are looked for, `form` the format.

    Errors: ManuscriptError where none of them is an item, or there are too many.
    """
    items = [as_csl(item) if isinstance(item, Mapping) else item for item in given]
    if items and not any(isinstance(item, Mapping) and _is_item(item) for item in items):
        raise ManuscriptError(f"{name}: {_NO_ITEMS}")
    if len(items) > MAX_RECORDS:
        raise ManuscriptError(f"{name}: refused, more than {MAX_RECORDS:,} entries. Split the file.")
    lines = _lines(text, [_told(item) for item in items])
    found, failed = [], []
    for item, line in zip(items, lines, strict=True):
        if isinstance(item, Mapping) and _is_item(item):
            found.append((reference_of(item), line))
        else:
            failed.append(broken(name, line, "unparsed", _dumped(item)))
    references = []
    for (reference, line), (identity, repeated) in zip(found, Identities(item.key for item, _ in found), strict=True):
        problems = (*reference.problems, f"duplicate:{reference.key}") if repeated else reference.problems
        update = {"id": identity, "file": name, "line": line, "problems": problems}
        references.append(reference.model_copy(update=update))
        if repeated:
            failed.append(broken(name, line, "duplicate_key", reference.raw, reference.key))
    warnings = () if references else ("no_entries",)
    failed.sort(key=lambda item: item.line)
    return Entries(format=form, references=tuple(references), broken=tuple(failed), warnings=warnings)


def reference_of(item: Mapping[str, object]) -> Reference:
    """The Reference a CSL-JSON item states, whatever else it holds; never raises.

    `id` and `key` are the item's `citation-key`, else its `id`; `id` is empty where it has neither. `authors` are
    authors alone (`editors` the editors, of a collection too where there are no others), `journal` is the container's
    title. `raw` is the item as JSON, abstract left out.
    """
    printed = Printed(
        key=_text(item, "citation-key", "id"),
        kind=_text(item, "type"),
        title=_text(item, "title", "title-short"),
        journal=_text(item, *_CONTAINERS),
        years=[text for name in _DATES for text in _dates(item.get(name))],
        volume=_text(item, "volume"),
        issue=_text(item, "issue"),
        pages=_text(item, "page", "page-first", "number"),
        dois=_each(item, "DOI", "doi"),
        pmids=_each(item, "PMID", "pmid"),
        isbn=_text(item, "ISBN", "isbn"),
        urls=_each(item, "URL", "url"),
        notes=_each(item, "note", "annote", "archive_location"),
    )
    printed.authors, complete = _people(item.get("author"))
    printed.editors, editors_complete = _people(item.get("editor"))
    printed.complete = complete and editors_complete
    number = _text(item, "number")
    if number and "arxiv" in number.lower():
        printed.arxiv.append(number)
    if printed.journal == printed.title:
        printed.journal = None
    return reference_from(printed, printed_text(printed.key) or "", raw=_dumped(item), file=None, line=None)


def _text(item: Mapping[str, object], *names: str) -> str | None:
    return next(iter(_each(item, *names)), None)


def _each(item: Mapping[str, object], *names: str) -> list[str]:
    """The values of these fields that are text or a number, or a list that begins with one (Crossref's JSON)."""
    values = []
    for name in names:
        value = item.get(name)
        if isinstance(value, list) and value:
            value = value[0]
        if isinstance(value, str) and value.strip():
            values.append(value)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            values.append(_number(value))
    return values


def _number(value: float) -> str:
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else ""
    return f"{value:g}"


def _dates(value: object) -> Iterator[str]:
    """A CSL date as text, in the forms that programs write: parts, raw, literal, a year, a bare value."""
    if isinstance(value, Mapping):
        for name in ("date-parts", "year", "raw", "literal"):
            yield from _dates(value.get(name))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        first = value[0] if value else None
        if isinstance(first, Sequence) and not isinstance(first, str):
            first = first[0] if first else None
        if isinstance(first, (str, int)) and not isinstance(first, bool):
            yield from _dates(first)
    elif isinstance(value, (str, date)):
        yield str(value)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield _number(value)


def _people(value: object) -> tuple[list[Author], bool]:
    found: list[Author] = []
    complete = True
    for given_name in value[:MAX_PEOPLE] if isinstance(value, list) else []:
        name = {"literal": given_name} if isinstance(given_name, str) else given_name
        if not isinstance(name, Mapping):
            continue
        family = _joined(name, "dropping-particle", "non-dropping-particle", "family")
        given = _joined(name, "given")
        if not family:
            family = _joined(name, "literal", "name")
        family, cut = without_others(family)
        complete = complete and not cut
        if (author := person(family, given)) is not None:
            found.append(author)
    return found, complete


def _joined(name: Mapping[str, object], *parts: str) -> str:
    words = [value.strip() for part in parts if isinstance(value := name.get(part), str) and value.strip()]
    return " ".join(words)


def _dumped(item: object) -> str:
    shown = {key: value for key, value in item.items() if key != "abstract"} if isinstance(item, Mapping) else item
    try:
        return json.dumps(shown, ensure_ascii=False, default=str)[:RAW]
    except (RecursionError, ValueError, TypeError):
        return ""


def _loaded(name: str, text: str) -> object:
    try:
        loaded: object = json.loads(text)
    except RecursionError:
        raise ManuscriptError(
            f"{name}: refused, its JSON is nested too deeply. Export the bibliography again."
        ) from None
    except ValueError as error:
        at = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise ManuscriptError(f"{name}: not valid JSON{at}. Export the bibliography again as CSL JSON.") from None
    return loaded


def _items(name: str, loaded: object) -> list[object]:
    if isinstance(loaded, list):
        return loaded
    if isinstance(loaded, Mapping):
        if _is_item(loaded) or is_zotero_item(loaded):
            return [loaded]
        for key in _LISTS:
            if isinstance(held := loaded.get(key), list):
                return held
        if loaded and all(isinstance(value, Mapping) and _is_item(value) for value in loaded.values()):
            return [value if "id" in value else {"id": key, **value} for key, value in loaded.items()]
    raise ManuscriptError(f"{name}: {_NO_ITEMS}")


def _is_item(value: Mapping[str, object]) -> bool:
    """Whether an object describes a work: it has a type of CSL's, or a title with an id."""
    return ("type" in value and ("title" in value or "id" in value or "author" in value)) or (
        "title" in value and ("id" in value or "author" in value or "DOI" in value)
    )


def _told(item: object) -> str | None:
    value = item.get("id") if isinstance(item, Mapping) else None
    return value if isinstance(value, str) and value else None


def _lines(text: str, ids: list[str | None]) -> list[int]:
    """The line at which each item begins, from 1. JSON keeps no places: an item is found by its id, in file order;
    one without an id has the line of the item before it."""
    lines: list[int] = []
    line, position, misses = 1, 0, 0
    for identity in ids:
        at = -1
        if identity is not None and misses < _MAX_MISSES:
            at = text.find(json.dumps(identity, ensure_ascii=False), position)
            at = text.find(json.dumps(identity), position) if at < 0 else at
            misses += at < 0
        if at >= 0:
            line += text.count("\n", position, at)
            position = at
        lines.append(line)
    return lines

"""Citations of Zotero and Mendeley in Word: one JSON object with `citationItems`, however the program stored it."""

import base64
import binascii
import json
import re
from collections.abc import Mapping, Sequence

from tasks.readers.contract import Target
from tasks.readers.records.csl import reference_of
from tasks.readers.word.meaning import note_of, pages_of
from tasks.readers.word.works import EmbeddedWorks

MENDELEY_CITATION = "MENDELEY_CITATION_"
"""What the tag of a content control of Mendeley Cite begins with."""

_DECODER = json.JSONDecoder(strict=False)
"""Not strict: Word breaks long instructions into lines, inside of JSON strings too."""
_MENDELEY_DATA = re.compile(r"MENDELEY_CITATION_v\d+_")
_MENDELEY_UUIDS = re.compile(r"Mendeley\s+Citation\s*\{([^{}]*)\}", re.IGNORECASE)
_MENDELEY_URI = "http://www.mendeley.com/documents/?uuid="
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"ITEM-\d+|TEMP-\S*", re.IGNORECASE)
"""Ids that Mendeley counts anew in every field."""
_LOCAL = "item:"
"""Before a number that counts in one library only."""
_LABELS = {"volume": "vol.", "issue": "no.", "paragraph": "para.", "section": "sec."}
MAX_ITEMS = 2_000
"""Works in one citation; the longest honest ones have about a hundred."""


def csl_targets(code: str, works: EmbeddedWorks) -> tuple[Target, ...] | None:
    """The works that a field of Zotero or Mendeley cites, in printed order; those it carries go to `works`.

    `code` is the instruction, or a bookmark's text. None where its JSON cannot be read.
    """
    start = code.find("{")
    if start < 0:
        return None
    try:
        citation, _ = _DECODER.raw_decode(code, start)
    except (ValueError, RecursionError):
        if uuids := _MENDELEY_UUIDS.search(code):
            return _by_uuid(uuids.group(1), works)
        return None
    return _targets(citation, works)


def control_targets(tag: str, settings: Mapping[str, object], works: EmbeddedWorks) -> tuple[Target, ...] | None:
    """The works that a content control of Mendeley Cite cites: its tag is base64 of the same JSON, or the name under
    which the JSON lies in `settings`. None where it cannot be read."""
    if (stored := settings.get(tag)) is not None:
        return _targets(stored, works)
    data = _MENDELEY_DATA.sub("", tag, count=1)
    try:
        text = base64.b64decode(data + "=" * (-len(data) % 4), validate=True).decode("utf-8")
        citation = _DECODER.decode(text)
    except (binascii.Error, ValueError, RecursionError):
        return None
    return _targets(citation, works)


def stored_citations(value: str) -> dict[str, object]:
    """What Mendeley Cite keeps in the settings of its add-in: citations by their names, which are tags in the text."""
    try:
        stored = _DECODER.decode(value)
    except (ValueError, RecursionError):
        return {}
    entries = stored if isinstance(stored, list) else []
    return {name: entry for entry in entries if isinstance(entry, dict) and (name := _text(entry.get("citationID")))}


def _by_uuid(uuids: str, works: EmbeddedWorks) -> tuple[Target, ...] | None:
    """The oldest form of Mendeley's names the works and carries nothing of them."""
    found = _UUID.findall(uuids)[:MAX_ITEMS]
    return tuple(Target(key=works.named([_MENDELEY_URI + uuid.lower()])) for uuid in found) or None


def _targets(citation: object, works: EmbeddedWorks) -> tuple[Target, ...] | None:
    items = citation.get("citationItems") if isinstance(citation, Mapping) else None
    if not isinstance(items, list) or len(items) > MAX_ITEMS:
        return None
    targets = tuple(target for item in items if isinstance(item, Mapping) and (target := _target(item, works)))
    return targets if len(targets) == len(items) and targets else None


def _target(item: Mapping[str, object], works: EmbeddedWorks) -> Target | None:
    data = item.get("itemData")
    names = _names(item, data if isinstance(data, Mapping) else {})
    if isinstance(data, Mapping) and data and names and names[0].startswith(_LOCAL):
        key: str | None = works.add_local(names[0], reference_of(data))
    else:
        key = works.known(names)
    if key is None and isinstance(data, Mapping) and data:
        key = works.add(names, reference_of(data))
    if key is None:
        if not names:
            return None
        key = works.named(names)
    return Target(
        key=key,
        prefix=_text(item.get("prefix")),
        suffix=note_of(_locator(item), _text(item.get("suffix"))),
        in_text=item.get("suppress-author") in (True, 1, "true") or item.get("author-only") in (True, 1, "true"),
    )


def _names(item: Mapping[str, object], data: Mapping[str, object]) -> list[str]:
    """The names of a work, its addresses in a library first. An address counts before an id, for two people's libraries
    count alike."""
    named = [*_uris(item.get("uris")), *_uris(item.get("uri")), *_uris(data.get("uris"))]
    if named:
        return list(dict.fromkeys(named))
    for identity in (item.get("id"), item.get("itemID"), data.get("id")):
        text = _text(identity)
        if not text or _PLACEHOLDER.fullmatch(text):
            continue
        if _UUID.fullmatch(text):
            return [_MENDELEY_URI + text.lower()]
        return [text if "://" in text else _LOCAL + text]
    return []


def _uris(value: object) -> list[str]:
    given: Sequence[object] = value if isinstance(value, list) else [value]
    uris = [text for entry in given if (text := _text(entry)) and isinstance(entry, str)]
    return [uri.lower() if uri.lower().startswith(_MENDELEY_URI) else uri for uri in uris]


def _text(value: object) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
        return str(value)
    return ""


def _locator(item: Mapping[str, object]) -> str:
    """`p. 33`, with CSL's name for what is counted where it is neither page nor volume."""
    locator = _text(item.get("locator"))
    if not locator:
        return ""
    label = _text(item.get("label")).lower()
    return pages_of(locator) if label in ("page", "") else f"{_LABELS.get(label, label)} {locator}"

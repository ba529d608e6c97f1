"""What is wrong with the structure of an envelope: each fault that its types find, as a rule with a place."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from reports.envelope_violation import Violation, pointer
from state.envelope import KnownEnvelope, across, typed
from state.envelope_reading import shown

_KINDS = {
    "string_type": "kind.text",
    "int_type": "kind.whole",
    "float_type": "kind.number",
    "bool_type": "kind.flag",
    "model_type": "kind.object",
    "model_attributes_type": "kind.object",
    "dict_type": "kind.object",
    "tuple_type": "kind.list",
    "list_type": "kind.list",
    "names": "kind.names",
}
_SAMPLES = {
    "skill": "research-verification",
    "version": "2.2.0",
    "run_id": "00000000-0000-4000-8000-000000000000",
    "timestamp": "2026-04-19T14:35:00Z",
}
_PLAIN = {"missing": "ENV-MISSING", "null": "ENV-NULL", "section": "ENV-SECTION", "extra_forbidden": "ENV-UNKNOWN-KEY"}
_ACROSS = {"missing": "ENV-MISSING", "section": "ENV-SECTION", "content_empty": "ENV-EMPTY"}


def structure(raw: Mapping[str, Any]) -> KnownEnvelope | tuple[Violation, ...]:
    """The typed envelope, or every fault of structure, in the order of the contract."""
    try:
        return typed(raw)
    except ValidationError as error:
        faults = [_violation(fault) for fault in error.errors(include_url=False) if fault["type"] != "across"]
    known = {fault.pointer for fault in faults}
    for keys, kind in across(raw):
        if pointer(*keys) not in known:
            faults.append(Violation(pointer(*keys), _ACROSS[kind]))
    return tuple(faults)


def _violation(fault: ErrorDetails) -> Violation:
    kind, keys, value, limits = fault["type"], fault["loc"], fault["input"], fault.get("ctx", {})
    where = pointer(*keys)
    if kind in _PLAIN:
        return Violation(where, _PLAIN[kind])
    if kind == "enum":
        return Violation(
            where, "ENV-VOCABULARY", {"found": shown(value), "wanted": _choices(str(limits.get("expected", "")))}
        )
    if kind == "string_pattern_mismatch":
        sample = _SAMPLES.get(str(keys[-1]))
        return Violation(where, "ENV-FORMAT", {"found": shown(value), "wanted": sample}) if sample else _empty(where)
    if keys == ("meta", "schema_version"):
        return Violation(where, "ENV-SCHEMA-VERSION", {"found": shown(value)})
    if kind in {"greater_than_equal", "less_than_equal"}:
        return Violation(where, "ENV-RANGE", {"found": shown(value), "wanted": _range(limits)})
    if kind == "too_long":
        found = str(limits.get("actual_length", ""))
        return Violation(where, "ENV-RANGE", {"found": found, "wanted": f"0 … {limits.get('max_length')}"})
    return Violation(where, "ENV-TYPE", {"found": _kind(value), "wanted": _KINDS.get(kind, "kind.other")})


def _choices(expected: str) -> str:
    """The words of a closed set: `'a', 'b' or 'c'` as a plain list."""
    return ", ".join(re.findall("'([^']*)'", expected))


def _empty(where: str) -> Violation:
    return Violation(where, "ENV-EMPTY")


def _range(limits: Mapping[str, Any]) -> str:
    """A bound as printed. Shares go from 0 to 1, counts from 0."""
    bound = limits.get("ge", limits.get("le"))
    return "0 … 1" if isinstance(bound, float) else "0 …"


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "kind.flag"
    kinds = {str: "kind.text", int: "kind.number", float: "kind.number", list: "kind.list", dict: "kind.object"}
    return kinds.get(type(value), "kind.other")

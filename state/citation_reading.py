"""A claimed citation out of JSON: strict, and every fault is one line that says where and what to do (004)."""

import json
from typing import Any

from pydantic import ValidationError

from state.citation_check import CheckOptions, ClaimedCitation
from state.errors import ManuscriptError

MOST_BYTES = 256 * 1024
_OPTIONS = ("bypassCache", "screenWithLlm", "screen_with_llm")
_LONGEST_SHOWN = 60
_NOT_A = {
    "int_type": "a whole number",
    "string_type": "a text",
    "string_unicode": "a text that can be printed",
    "tuple_type": "a list",
    "bool_type": "true or false",
    "model_type": "an object",
    "model_attributes_type": "an object",
}
"""What a value is not, by the kind of the fault."""


def read_claim(content: bytes, where: str) -> tuple[ClaimedCitation, CheckOptions]:
    """One claim, flat (`{"title": …, "doi": …}`) or as REST wraps it (`{"claimed": {…}, "options": {…}}`).

    `where` names the source in messages. ManuscriptError, one line, for whatever is wrong with it.
    """
    given = _json(content, where)
    if not isinstance(given, dict):
        raise ManuscriptError(f'{where}: not a JSON object; write {{"title": "…", "doi": "…"}}')
    if "claimed" not in given:
        flat = {name: value for name, value in given.items() if name not in _OPTIONS}
        return claim_of(flat, where), _options({name: given[name] for name in _OPTIONS if name in given}, where)
    if unknown := [name for name in given if name not in ("claimed", "options")]:
        raise ManuscriptError(
            f"{where}: unknown key {_shown(unknown[0])} beside `claimed`; only `options` may stand there"
        )
    parts = {name: {} if given.get(name) is None else given[name] for name in ("claimed", "options")}
    for name, part in parts.items():
        if not isinstance(part, dict):
            raise ManuscriptError(f"{where}: `{name}` is not an object")
    return claim_of(parts["claimed"], f"{where}: claimed"), _options(parts["options"], f"{where}: options")


def claim_of(fields: dict[str, Any], where: str) -> ClaimedCitation:
    """A claim from its fields; those that are None are not given. ManuscriptError, one line, for what is wrong."""
    try:
        return ClaimedCitation.model_validate({name: value for name, value in fields.items() if value is not None})
    except ValidationError as error:
        raise ManuscriptError(f"{where}: {_told(error, tuple(ClaimedCitation.model_fields))}") from None


def _options(fields: dict[str, Any], where: str) -> CheckOptions:
    try:
        return CheckOptions.model_validate(fields)
    except ValidationError as error:
        raise ManuscriptError(f"{where}: {_told(error, _OPTIONS)}") from None


def _json(content: bytes, where: str) -> Any:
    if len(content) > MOST_BYTES:
        raise ManuscriptError(f"{where}: larger than {MOST_BYTES // 1024} KiB; give one citation")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ManuscriptError(f"{where}: not UTF-8 text; save it as UTF-8") from None
    if not text.strip():
        raise ManuscriptError(f'{where}: empty; give a citation, e.g. {{"title": "…", "doi": "…"}}, or --title')
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except RecursionError:
        raise ManuscriptError(f"{where}: nested too deeply to be a citation") from None
    except json.JSONDecodeError as error:
        raise ManuscriptError(f"{where}: not JSON ({error.msg}, line {error.lineno})") from None
    except ValueError as error:  # a key twice, NaN, a number of thousands of digits
        raise ManuscriptError(f"{where}: {str(error).partition(';')[0]}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {_shown(twice)} stands there twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _told(error: ValidationError, known: tuple[str, ...]) -> str:
    """The first fault, in one line."""
    first = error.errors(include_url=False)[0]
    parts = [str(part) if isinstance(part, str) else f"[{part}]" for part in first["loc"]]
    place = ".".join(parts).replace(".[", "[")
    context = first.get("ctx") or {}
    match first["type"]:
        case "extra_forbidden":
            allowed = "family, given" if len(parts) > 1 else ", ".join(known)
            return f"unknown key {_shown(place)}; the keys are {allowed}"
        case "missing":
            return f"`{place}` is missing; {'give the title as cited' if place == 'title' else 'it is needed'}"
        case "string_too_long":
            return f"`{place}`: longer than {context['max_length']} characters; shorten it"
        case "string_too_short":
            return f"`{place}`: empty; leave the key out"
        case "too_long":
            return f"`{place}`: more than {context['max_length']}; leave the last ones out"
        case "greater_than_equal" | "less_than_equal":
            return f"`{place}`: a year from 0 to 9999"
        case kind if kind in _NOT_A:
            return f"`{place}`: not {_NOT_A[kind]}"
        case _:
            said = first["msg"].removeprefix("Value error, ").replace("\n", " ")
            return f"`{place}`: {said}" if place else said


def _shown(name: str) -> str:
    """A key out of somebody's input, as it may be printed: on one line and short."""
    told = name if len(name) <= _LONGEST_SHOWN else f"{name[:_LONGEST_SHOWN]}…"
    return json.dumps(told)

"""From the bytes of a file to the JSON object of an envelope, strictly: what could be read in two ways is refused.

Any bytes give an object or one `UserError`. A key twice in one object, NaN, an infinite number and half a surrogate
pair are refused because two programs would read different envelopes. Bounds keep a hostile file from taking time or
memory.
"""

import json
import math
from typing import Any, NoReturn

from state.errors import UserError

MOST_BYTES = 16 * 1024 * 1024
MOST_VALUES = 1_000_000
MOST_ENTRIES = 10_000
"""Of verdicts, claims or errors. A task takes 200 references; whole libraries come in thousands."""
DEEPEST = 64


class _RefusedError(Exception):
    """Why the text is not taken, in words."""


def too_large() -> UserError:
    """The error for a file above the bound."""
    return UserError(f"larger than {MOST_BYTES // 1024**2} MiB, and no envelope is; give the envelope alone")


def envelope_object(data: bytes) -> dict[str, Any]:
    """The JSON object in `data`. UserError, one line without the file's name, where there is none that is sure."""
    if len(data) > MOST_BYTES:
        raise too_large()
    if not data.strip():
        raise UserError("is empty; give the JSON that the task wrote")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"not UTF-8 (byte {error.start}); save it as UTF-8") from error
    try:
        value = json.loads(
            text,
            object_pairs_hook=_no_key_twice,
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_bounded,
        )
        _walk(value)
    except _RefusedError as error:
        raise UserError(str(error)) from error
    except RecursionError as error:
        raise UserError(f"nested deeper than {DEEPEST} levels; no envelope is") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise UserError(f"not JSON: {error.msg.lower()} ({place}); mend it there") from error
    if not isinstance(value, dict):
        raise UserError(f"holds {kind_of(value)} at the top, not an object; give the envelope itself")
    _few_entries(value)
    return value


def kind_of(value: object) -> str:
    """What JSON calls this value, with its article."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    kinds = {str: "a string", int: "a number", float: "a number", list: "an array", dict: "an object"}
    return kinds.get(type(value), "something else")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _RefusedError(f"the key {shown(twice)} occurs twice in one object; keep one of them")
    return made


def _no_constant(name: str) -> NoReturn:
    raise _RefusedError(f"{name} is not JSON; use a number or null")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _RefusedError(f"the number {digits[:20]} is too large; use a number that programs can hold")
    return value


def _bounded(digits: str) -> int:
    if len(digits) > 40:  # Python itself refuses 4,300 digits, with a hint for programmers
        raise _RefusedError(f"the number {digits[:20]}… has {len(digits)} digits; use a number that programs can hold")
    return int(digits)


def shown(value: object) -> str:
    """A value of the file on one line, cut to 60 characters, nothing in it that moves a terminal's cursor."""
    text = json.dumps(value, ensure_ascii=True) if not isinstance(value, list | dict) else kind_of(value)
    if isinstance(value, str) and value.isprintable():
        text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"


def _walk(root: object) -> None:
    """Bounds on depth and number, and no half characters. Without recursion: depth is what is being bounded."""
    count, level = 0, [root]
    for depth in range(DEEPEST + 2):
        if not level:
            return
        if depth > DEEPEST:
            raise _RefusedError(f"nested deeper than {DEEPEST} levels; no envelope is")
        below: list[object] = []
        for value in level:
            if isinstance(value, dict):
                below.extend(value.values())
                for key in value:
                    _whole_characters(key)
            elif isinstance(value, list):
                below.extend(value)
            elif isinstance(value, str):
                _whole_characters(value)
        count += len(below)
        if count > MOST_VALUES:
            raise _RefusedError(f"holds more than {MOST_VALUES:,} values; no envelope does")
        level = below


def _whole_characters(text: str) -> None:
    if text.isascii():
        return
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        half = f"\\u{ord(text[error.start]):04x}"
        raise _RefusedError(f"holds half a character ({half}); write it as a whole surrogate pair") from error


def _few_entries(value: dict[str, Any]) -> None:
    data = value.get("data")
    lists = [("errors", value.get("errors"))]
    if isinstance(data, dict):
        lists += [("data.verdicts", data.get("verdicts")), ("data.claims", data.get("claims"))]
    for name, held in lists:
        if isinstance(held, list) and len(held) > MOST_ENTRIES:
            raise UserError(f"{name} has {len(held):,} entries; at most {MOST_ENTRIES:,} are checked: split the file")

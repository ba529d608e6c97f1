"""Reading a judge's answer: the last JSON object of its text, in the one shape every judge must give."""

import json
import re
from collections.abc import Iterator

from pydantic import ValidationError

from state.judgment import Answer

LONGEST = 200_000
"""Characters of an answer that are looked at, from its end."""
_KEYS = frozenset(Answer.model_fields)


def parse_answer(text: str) -> Answer | None:
    """The answer in a judge's raw text, or None where there is none in the closed vocabulary. Never raises.

    The last JSON object with a `verdict` counts; it may stand in a code fence or after other text. Keys that are not
    ours are ignored, a verdict outside the closed set or a missing reasoning is not.
    """
    last: Answer | None = None
    for found in _objects(text[-LONGEST:]):
        if "verdict" in found:
            last = _read(found)
    return last


def _read(found: dict[str, object]) -> Answer | None:
    known = {key: value for key, value in found.items() if key in _KEYS}
    for key in ("quotations", "missing"):
        value = known.get(key)
        if value is None:
            known.pop(key, None)
        elif isinstance(value, str):
            known[key] = [value] if value.strip() else []
    if known.get("verdict") == "":
        return None
    try:
        return Answer.model_validate_json(json.dumps(known), strict=True)
    except (ValidationError, ValueError):
        return None


def _objects(text: str) -> Iterator[dict[str, object]]:
    """The outermost JSON objects of a text, in order."""
    decoder = json.JSONDecoder()
    place = text.find("{")
    tries = 0
    while place >= 0 and tries < 1000:
        tries += 1
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            place = text.find("{", place + 1)
            continue
        if isinstance(value, dict):
            yield value
        place = text.find("{", end)


def without_reasoning_tags(text: str) -> str:
    """A text answer without the `<think>` part some models put before it."""
    return re.sub(r"<think>.*?</think>", "", text, flags=re.DOTALL).strip()

"""Reading a judge's answer: the one JSON object of its text, in the one shape every judge must give."""

import json
import re
from collections.abc import Iterator

from pydantic import ValidationError

from state.judgment import Answer, Basis, Verdict

LONGEST = 200_000
"""Characters an answer may hold. A longer one is no answer: what was cut off could say otherwise."""
_KEYS = frozenset(Answer.model_fields)
_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_PROSE_BRACES = re.compile(r"\{[^{}\"]*\}")
"""Braces of ordinary text ("the set {a, b}"). Anything else that opens and is no JSON is a broken answer."""


class _UnusableError(Exception):
    """The text says two things at once, or is broken where an answer begins."""


def parse_answer(text: str) -> Answer | None:
    """The answer in a judge's raw text, or None where it has none in the closed vocabulary. Never raises.

    It may stand in a code fence, before or after other text, or after a leading `<think>` part. Keys that are not ours
    are ignored. None, too, wherever the text could be taken in two ways: answers with different verdicts, a key given
    twice, an object that is broken (nothing inside one is looked at), or an answer that contradicts itself.
    """
    if len(text) > LONGEST:
        return None
    try:
        found = [value for value in _objects(_THINKING.sub("", text, count=1)) if _speaks(value)]
    except (_UnusableError, RecursionError):
        return None
    answers = [_read(value) if isinstance(value, dict) else None for value in found]
    last = answers[-1] if answers else None
    if last is None or any(answer is None or _key(answer) != _key(last) for answer in answers):
        return None
    return None if contradicts_itself(last) else last


def contradicts_itself(answer: Answer) -> bool:
    """Whether verdict, basis and missing parts cannot all be meant.

    PASS leaves no part without basis and rests on support, PARTIAL-B rests on support, no PARTIAL rests on another
    subject. A PARTIAL-A may rest on a contradiction (of a size or a population). FAIL is looked at elsewhere.
    """
    match answer.verdict:
        case Verdict.PASS:
            return bool(answer.missing) or answer.basis not in (None, Basis.SUPPORT)
        case Verdict.PARTIAL_B:
            return answer.basis not in (None, Basis.SUPPORT)
        case Verdict.PARTIAL_A:
            return answer.basis is Basis.OTHER_SUBJECT
        case _:
            return False


def _key(answer: Answer) -> tuple[Verdict | None, Basis | None]:
    return answer.verdict, answer.basis


def _read(found: dict[str, object]) -> Answer | None:
    known = {key: value for key, value in found.items() if key in _KEYS}
    for key in ("quotations", "missing"):
        value = known.get(key)
        if value is None:
            known.pop(key, None)
        elif isinstance(value, str):
            known[key] = [value] if value.strip() else []
        elif key == "missing" and isinstance(value, list):
            known[key] = [part for part in value if not isinstance(part, str) or part.strip()]
    if known.get("verdict") == "":
        return None
    try:
        return Answer.model_validate_json(json.dumps(known), strict=True)
    except (ValidationError, ValueError):
        return None


def _speaks(value: object) -> bool:
    """Whether a verdict stands anywhere in a value."""
    if isinstance(value, dict):
        return "verdict" in value or any(_speaks(inner) for inner in value.values())
    return isinstance(value, list) and any(_speaks(inner) for inner in value)


def _objects(text: str) -> Iterator[object]:
    """The outermost JSON objects of a text, in order. _UnusableError for one that is broken."""
    decoder = json.JSONDecoder(object_pairs_hook=_no_key_twice)
    place = text.find("{")
    while place >= 0:
        try:
            value, end = decoder.raw_decode(text, place)
        except ValueError as error:
            prose = _PROSE_BRACES.match(text, place)
            if prose is None:
                raise _UnusableError from error
            end = prose.end()
        else:
            yield value
        place = text.find("{", end)


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object, where no two of its keys are the same but for their case and spaces."""
    if len({key.strip().casefold() for key, _ in pairs}) != len(pairs):
        raise _UnusableError
    return dict(pairs)


def without_reasoning_tags(text: str) -> str:
    """A text answer without the `<think>` part some models put before it."""
    return re.sub(r"<think>.*?</think>", "", text, flags=re.DOTALL).strip()

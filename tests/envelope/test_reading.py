"""Any bytes give an object or one clear line, in bounded time and memory."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.envelope_rules import validate
from state.envelope_reading import MOST_BYTES, MOST_ENTRIES, MOST_VALUES, envelope_object, shown
from state.errors import UserError
from tests.envelope.cases import claim, claims, put, references, verdict

HOSTILE: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "is empty"),
    "white space": (b" \r\n\t", "is empty"),
    "no JSON": (b"# A report", "not JSON"),
    "half of it": (b'{"meta": {"skill": "research-veri', "line 1, column 20"),
    "a comma too many": (b'{"a": 1,\n}', "not JSON"),
    "two envelopes": (b"{} {}", "not JSON"),
    "a line each": (b"{}\n{}\n", "line 2"),
    "brackets": (b"[" * 300_000, "nested deeper"),
    "open objects": (b'{"a":' * 300_000, "nested deeper"),
    "closed and deep": (b'{"a":' * 200 + b"1" + b"}" * 200, "nested deeper"),
    "a key twice": (b'{"status": "success", "status": "error"}', 'the key "status" occurs twice'),
    "a key twice, deep": (b'{"data": {"verdicts": [{"verdict": 1, "verdict": 2}]}}', 'the key "verdict" occurs twice'),
    "a key twice, escaped": (b'{"a": 1, "\\u0061": 2}', 'the key "a" occurs twice'),
    "not a number": (b'{"confidence": NaN}', "NaN is not JSON"),
    "infinite": (b'{"confidence": -Infinity}', "-Infinity is not JSON"),
    "an infinite power": (b'{"confidence": 1e999}', "too large"),
    "a million digits": (b'{"year": ' + b"9" * 1_000_000 + b"}", "1000000 digits"),
    "Latin-1": ('{"author": "Øster"}'.encode("latin-1"), "not UTF-8 (byte 12)"),
    "UTF-16": ('{"meta": {}}'.encode("utf-16"), "not UTF-8"),
    "bytes": (bytes(range(256)), "not UTF-8"),
    "half a character": (b'{"title": "\\ud83d"}', "half a character"),
    "half a character as a key": (b'{"\\udc00": 1}', "half a character"),
    "an array": (b"[{}]", "holds an array"),
    "text": (b'"meta"', "holds a string"),
    "null": (b"null", "holds null"),
    "a number": (b"2", "holds a number"),
    "true": (b"true", "holds true or false"),
    "values without end": (b'{"a": [' + b"1," * (MOST_VALUES + 1) + b"1]}", "more than 1,000,000 values"),
    "entries without end": (b'{"errors": [' + b"{}," * MOST_ENTRIES + b"{}]}", "errors has 10,001 entries"),
    "verdicts without end": (
        b'{"data": {"verdicts": [' + b"1," * MOST_ENTRIES + b"1]}}",
        "data.verdicts has 10,001 entries",
    ),
    "a hundred megabytes": (b" " * (100 * 1024 * 1024), "larger than 16 MiB"),
}


@pytest.mark.parametrize(("data", "says"), HOSTILE.values(), ids=HOSTILE.keys())
def test_what_cannot_be_read_for_sure_is_one_line(data: bytes, says: str) -> None:
    with pytest.raises(UserError) as caught:
        envelope_object(data)
    line = str(caught.value)
    assert says in line
    assert "\n" not in line and len(line) < 200


def test_a_byte_order_mark_is_no_fault() -> None:
    assert envelope_object(b'\xef\xbb\xbf{"a": "\xe6\xb8\xaf"}') == {"a": "港"}


def test_a_whole_surrogate_pair_is_a_character() -> None:
    assert envelope_object(b'{"a": "\\ud83d\\udea2"}') == {"a": "🚢"}


def test_the_bound_is_on_what_is_read() -> None:
    assert envelope_object(b"{}" + b" " * (MOST_BYTES - 2)) == {}


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_give_an_object_or_a_line(data: bytes) -> None:
    try:
        assert isinstance(envelope_object(data), dict)
    except UserError as error:
        assert "\n" not in str(error)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
BASE = references(verdict("a"))
PLACES = ("meta", "status", "data", "errors", "self_check", "data.task", "data.verdicts", "data.verdicts.0.evidence")
PLACES += ("data.self_check", "data.verdict_summary", "data.verdicts.0.evidence.candidates", "meta.skill")


@settings(max_examples=200, deadline=None)
@given(place=st.sampled_from(PLACES), value=JSON)
def test_any_values_give_an_envelope_or_lines(place: str, value: object) -> None:
    envelope = json.loads(json.dumps(BASE))
    put(place, value)(envelope)
    for one in validate(envelope).violations:
        for language in ("en", "zh"):
            assert "\n" not in one.line("x.json", language)


def test_a_value_is_shown_short_and_harmless() -> None:
    assert shown("\x1b[2J\u202e") == '"\\u001b[2J\\u202e"'
    assert shown("港口") == '"港口"'
    assert len(shown("x" * 900)) == 60
    assert shown([1] * 900) == "an array"


def test_thousands_of_broken_entries_are_one_fault_each() -> None:
    many = claims(*[claim(f"c{number}") | {"rating": "odd"} for number in range(3000)])
    assert [one.rule for one in validate(many).violations] == ["ENV-VOCABULARY"] * 3000


def test_thousands_of_names_that_are_none_are_one_fault() -> None:
    envelope = json.loads(json.dumps(BASE))
    put("data.verdicts.0.evidence.parsed.authors", [1] * 5000)(envelope)
    assert [one.rule for one in validate(envelope).violations] == ["ENV-TYPE"]

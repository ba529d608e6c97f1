"""What `cite` refuses: one line that says where and what, exit code 2, and nobody is asked."""

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from corrigenda.cli import run
from flows.single import claim_in, identifiers_of, is_insufficient, reference_of
from state.citation_check import IDENTIFIERS, ClaimedCitation
from state.citation_reading import MOST_BYTES, read_claim
from state.errors import ManuscriptError
from templates import read_text

WHOLE_SCHEMA = json.loads(read_text("cite.schema.json"))
INPUT = Draft202012Validator({**WHOLE_SCHEMA, "$ref": "#/$defs/input"})
ESCAPED = r'{"title": "half a pair \ud800"}'

REFUSED: tuple[tuple[bytes, str], ...] = (
    (b"", "empty"),
    (b"   \n", "empty"),
    (b"\xff\xfe", "UTF-8"),
    (b"title: A", "not JSON"),
    (b'{"title": "A"', "not JSON"),
    (b"[]", "not a JSON object"),
    (b'"A title"', "not a JSON object"),
    (b"{}", "`title` is missing"),
    (b'{"doi": "10.5555/a"}', "`title` is missing"),
    (b'{"claimed": {}}', "`title` is missing"),
    (b'{"claimed": null}', "`title` is missing"),
    (b'{"claimed": []}', "`claimed` is not an object"),
    (b'{"claimed": {"title": "A"}, "options": []}', "`options` is not an object"),
    (b'{"claimed": {"title": "A"}, "options": 3}', "`options` is not an object"),
    (b'{"claimed": {"title": "A"}, "title": "A"}', 'unknown key "title" beside `claimed`'),
    (b'{"claimed": {"title": "A"}, "options": {"fast": true}}', 'unknown key "fast"'),
    (b'{"claimed": {"title": "A"}, "options": {"bypassCache": "yes"}}', "not true or false"),
    (b'{"title": "A", "bypassCache": 1}', "not true or false"),
    (b'{"title": "A", "journal": "B"}', 'unknown key "journal"; the keys are title, doi'),
    (b'{"title": ""}', "`title`: empty"),
    (b'{"title": " \\t "}', "`title`: empty"),
    (b'{"title": 7}', "`title`: not a text"),
    (b'{"title": ["A"]}', "`title`: not a text"),
    (b'{"title": "A", "year": "2011"}', "`year`: not a whole number"),
    (b'{"title": "A", "year": true}', "`year`: not a whole number"),
    (b'{"title": "A", "year": 2011.5}', "`year`: not a whole number"),
    (b'{"title": "A", "year": -1}', "a year from 0 to 9999"),
    (b'{"title": "A", "year": 10000}', "a year from 0 to 9999"),
    (b'{"title": "A", "year": 1e400}', "`year`: not a whole number"),
    (b'{"title": "A", "year": ' + b"9" * 5000 + b"}", "4300 digits"),
    (b'{"title": "A", "year": NaN}', "NaN is not a JSON number"),
    (b'{"title": "A", "year": -Infinity}', "-Infinity is not a JSON number"),
    (b'{"title": "A", "title": "B"}', 'the key "title" stands there twice'),
    (b'{"title": "A", "authors": "Smith"}', "`authors`: not a list"),
    (b'{"title": "A", "authors": ["Smith"]}', "`authors[0]`: not an object"),
    (b'{"title": "A", "authors": [{"given": "J"}]}', "`authors[0].family` is missing"),
    (b'{"title": "A", "authors": [{"family": "S", "orcid": "0"}]}', "the keys are family, given"),
    (b'{"title": "A", "author": "S", "authors": [{"family": "S"}]}', "not both"),
    (json.dumps({"title": "A", "authors": [{"family": "S"}] * 51}).encode(), "more than 50"),
    (json.dumps({"title": "x" * 2001}).encode(), "longer than 2000 characters"),
    (json.dumps({"title": "A", "doi": "10.5555/" + "x" * 200}).encode(), "longer than 200 characters"),
    (json.dumps({"title": "A", "isbn": "9" * 51}).encode(), "longer than 50 characters"),
    (json.dumps({"title": "A", "container": "x" * 501}).encode(), "longer than 500 characters"),
    (json.dumps({"title": "A", "k" * 500: 1}).encode(), "unknown key"),
    (json.dumps({"title": "A", "line\nbreak": 1}).encode(), "unknown key"),
    (json.dumps({"title": "nul \0 inside"}).encode(), "cannot be printed"),
    (ESCAPED.encode(), "can"),
    (b"[" * 100_000, "nested too deeply"),
    (b'{"title": ' + b'{"a": ' * 30_000, "nested too deeply"),
    (b'{"title": "' + b"x" * MOST_BYTES + b'"}', "larger than 256 KiB"),
    (b'{"title": "A", "doi": "not a doi"}', "`doi`: 'not a doi' is not a DOI"),
    (b'{"title": "A", "pmid": "12x"}', "`pmid`: '12x' is not a PMID"),
    (b'{"title": "A", "pmcid": "12"}', "is not a PMCID"),
    (b'{"title": "A", "isbn": "9780306406158"}', "check digit"),
    (b'{"title": "A", "issn": "1234-5678"}', "check digit"),
    (b'{"title": "A", "arxiv": "yesterday"}', "is not a number at arXiv"),
    (b'{"title": "A", "ads": "2021ApJ"}', "is not a bibcode"),
    (b'{"title": "A", "whoIrisUrl": "https://www.who.int/"}', "https://iris.who.int/handle/"),
)


@pytest.mark.parametrize(("given", "said"), REFUSED, ids=lambda value: repr(value)[:40])
def test_bad_input_is_one_line_and_code_2(
    given: bytes, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
    assert run(["cite"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert told.err.startswith("corrigenda: ")
    assert said in told.err
    assert len(told.err) < 400


@pytest.mark.parametrize(
    "words",
    [
        ("--title", "A", "-"),
        ("claim.json",),
        ("--doi", "10.5555/a"),
        ("--title", "A", "--year", "long ago"),
        ("--title", "A", "--year", "9" * 5000),
        ("--title", "A", "--colour", "red"),
    ],
)
def test_bad_options_are_one_line_and_code_2(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cite", *words]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)


def test_a_terminal_without_a_claim_is_told_what_to_give(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = io.TextIOWrapper(io.BytesIO(b""))
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdin", terminal)
    assert run(["cite"]) == 2
    assert "--title" in capsys.readouterr().err


@pytest.mark.parametrize(
    "claim",
    [
        {"title": "???"},
        {"title": "Editorial"},
        {"title": "Editorial", "year": 2001},
        {"title": "—", "doi": "10.5555/a"},
    ],
)
def test_what_nothing_can_be_looked_up_by_is_skipped_and_nobody_is_asked(
    claim: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setenv("CORRIGENDA_CACHE", "sqlite://")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(claim).encode())))
    assert run(["cite"]) == 2
    told = capsysbinary.readouterr()
    answer = json.loads(told.out)
    assert (answer["verdict"], answer["skipped_reason"]) == (None, "insufficient_claim")
    assert answer["_provenance"]["registries_searched"] == []
    assert told.err.count(b"\n") == 1


def test_a_generic_title_with_author_and_year_or_an_identifier_is_looked_up() -> None:
    for more in ({"author": "Sand", "year": 2001}, {"doi": "10.5555/a"}):
        claimed = ClaimedCitation.model_validate({"title": "Editorial", **more})
        identifiers = identifiers_of(claimed)
        assert not is_insufficient(reference_of(claimed, identifiers), identifiers)


# Laws

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from(
    ["title", *IDENTIFIERS, "author", "authors", "year", "container", "claimed", "options", "bypassCache", "other"]
)
AUTHORS = st.lists(st.fixed_dictionaries({"family": st.text(max_size=10)}, optional={"given": st.text(max_size=5)}))
LIKELY = st.dictionaries(KEYS, st.text(max_size=12) | st.integers(0, 9999) | AUTHORS | st.booleans() | JSON, max_size=6)
CLAIMS = st.tuples(st.text(min_size=1, max_size=20), LIKELY).map(lambda pair: {**pair[1], "title": pair[0]})


def read(content: bytes) -> ClaimedCitation | None:
    """The claim; None where it is refused, which is then one short line."""
    try:
        return read_claim(content, "in")[0]
    except ManuscriptError as error:
        assert "\n" not in str(error)
        assert str(error).startswith("in: ")
        assert len(str(error)) < 400
        return None


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(content: bytes) -> None:
    read(content)


@given(st.one_of(JSON, LIKELY, CLAIMS, CLAIMS.map(lambda claim: {"claimed": claim})))
def test_what_is_read_fits_the_schema_and_nothing_else_breaks(value: Any) -> None:
    claimed = read(json.dumps(value).encode())
    if claimed is not None:
        INPUT.validate(value)
        assert claimed.title.strip() == claimed.title != ""


@settings(max_examples=40)
@given(CLAIMS.filter(lambda claim: read(json.dumps(claim).encode()) is not None))
def test_a_claim_becomes_a_reference_with_one_identifier_or_is_refused_in_one_line(claim: dict[str, Any]) -> None:
    claimed = read_claim(json.dumps(claim).encode(), "in")[0]
    try:
        reference = reference_of(claimed, identifiers_of(claimed))
    except ManuscriptError as error:
        assert "\n" not in str(error)
        return
    given_ids = (reference.doi, reference.pmid, reference.pmcid, reference.arxiv, reference.bibcode, reference.isbn,
                 reference.who_iris)  # fmt: skip
    assert sum(value is not None for value in given_ids) <= 1


@given(st.text(max_size=300))
def test_any_context_is_a_claim_or_refused_in_one_line(context: str) -> None:
    reference = reference_of(ClaimedCitation(title="Trays"), ())
    try:
        claim = claim_in(context, reference)
    except ManuscriptError as error:
        assert "\n" not in str(error)
        return
    assert claim.reference_id == reference.id
    start, end = claim.marker
    assert 0 <= start < end <= len(claim.context_raw)


def test_the_names_of_identifiers_are_in_the_order_of_their_priority() -> None:
    assert IDENTIFIERS == ("doi", "pmid", "pmcid", "arxiv", "ads", "isbn", "issn", "whoIrisUrl")


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(WHOLE_SCHEMA)

"""The tagger and the fields read by it over whole sets: our own GB/T 7714 entries, and AnyStyle's where they are."""

import json
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from benchmarks import reference_strings as bench
from tasks.parse.strings.tagger import MODEL, WORDS, encode

OWN = [json.loads(line) for line in (Path(__file__).parent / "gbt7714.jsonl").read_text("utf-8").splitlines()]
HERE = bench.STRINGS.is_dir()
ABSENT = "the third-party files (../shared/data) are not here"


def test_our_own_set_is_large_and_of_many_kinds() -> None:
    split = Counter(one["split"] for one in OWN)
    assert split["develop"] == 50 and split["scored"] >= 50
    assert len({one["type"] for one in OWN}) >= 10
    assert len({one["text"] for one in OWN}) == len(OWN)


@pytest.mark.parametrize("field", ["title", "journal", "year", "volume", "issue", "pages", "doi", "url", "all authors"])
def test_chinese_lists_are_read(field: str) -> None:
    count = bench.own_fields(OWN)
    assert count[f"{field} right"] >= 0.97 * count[f"{field} gold"]
    assert count[f"{field} right"] >= 0.97 * count[f"{field} filled"]


def test_the_kind_of_work_is_the_printed_one() -> None:
    kinds = {(one["type"].split("/")[0], bench.read(one["text"]).entry_type) for one in OWN}
    assert ("J", "article") in kinds and ("D", "thesis") in kinds and ("P", "patent") in kinds
    assert all(kind is not None for _, kind in kinds)


def test_the_model_ships_small_and_with_the_package() -> None:
    folder = resources.files("tasks.parse.strings")
    assert len(folder.joinpath(MODEL).read_bytes()) < 2_000_000
    assert len(folder.joinpath(WORDS).read_text("utf-8").split("\n")) > 1000


def test_labels_know_their_place_in_a_run() -> None:
    labels = ["author", "author", "author", "date", "title", "title"]
    assert encode(labels) == ["B-author", "I-author", "E-author", "S-date", "B-title", "E-title"]


def test_fields_are_joined_and_stripped_for_scoring() -> None:
    parts = [
        ("author", "Harrow T."),
        ("date", "(2019)."),
        ("container-title", "In Notes,"),
        ("journal", "J Sleep."),
        ("date", "[2020]"),
    ]
    assert bench.fields_of(parts) == {"author": "Harrow T", "date": "2019). [2020", "journal": "In Notes, J Sleep"}


@pytest.mark.skipif(not HERE, reason=ABSENT)
def test_no_string_is_scored_that_was_trained_on() -> None:
    known = {bench.text_of(parts) for parts in bench.labelled("core")}
    assert 1400 < len([one for one in bench.labelled("gold") if bench.text_of(one) not in known]) < 1669


@pytest.mark.skipif(not HERE, reason=ABSENT)
@pytest.mark.parametrize("name", ["gold", "good"])
def test_the_tagger_reaches_what_is_wanted(name: str) -> None:
    known = {bench.text_of(parts) for parts in bench.labelled("core")}
    entries = [parts for parts in bench.labelled(name) if bench.text_of(parts) not in known][::5]
    words = resources.files("tasks.parse.strings").joinpath(WORDS).read_text("utf-8").split("\n")
    model = bench.Tagger(resources.files("tasks.parse.strings").joinpath(MODEL).read_bytes(), words)
    assert bench.score(model, entries)["all five"][2] >= bench.WANTED


@pytest.mark.skipif(not HERE, reason=ABSENT)
def test_what_is_read_is_right() -> None:
    known = {bench.text_of(parts) for parts in bench.labelled("core")}
    entries = [p for name in ("gold", "good") for p in bench.labelled(name)[::8] if bench.text_of(p) not in known]
    count = bench.fields_read(entries)
    for field, least in {"title": 0.95, "journal": 0.96, "first author": 0.98, "volume": 0.97, "pages": 0.94}.items():
        assert count[f"{field} right"] >= least * count[f"{field} filled"], field
        assert count[f"{field} right"] >= 0.75 * count[f"{field} gold"], field

"""The cases of the contract's own validator, where they are at hand: all fourteen must come out alike."""

import pathlib

import pytest

from reports.envelope_rules import validate
from state.envelope import plain
from state.envelope_reading import envelope_object

FOLDER = pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "data" / "envelopes" / "validator_cases"
FILES = sorted(FOLDER.glob("*.json")) if FOLDER.is_dir() else []


@pytest.mark.skipif(not FILES, reason="the contract's own cases are not at hand; they are not ours to bundle")
def test_all_cases_of_the_contract_come_out_alike() -> None:
    assert len(FILES) >= 14
    wrong = []
    for file in FILES:
        raw = envelope_object(file.read_bytes())
        validation = validate(raw)
        if validation.valid != file.name.startswith("valid-"):
            wrong.append((file.name, validation.violations))
        if validation.envelope is not None:
            assert plain(validation.envelope) == raw, file.name
    assert wrong == []

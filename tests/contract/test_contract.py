"""The contract as tables: the clock, the rule ids, the JSON extension. When a rule changes, its table changes first."""

import json
import os
import tomllib
from pathlib import Path

import pytest

from corrigenda.settings import Settings
from reports.rules import RULES
from state.document import export_document
from state.errors import SettingsError
from tests.state.sample import sample

HERE = Path(__file__).parent
CLOCK = tomllib.loads((HERE / "clock.toml").read_text("utf-8"))["case"]


@pytest.mark.parametrize("case", CLOCK, ids=[case["set"] for case in CLOCK])
def test_the_clock(case: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CORRIGENDA_CLOCK", case["set"])
    if case["is"] == "refused":
        with pytest.raises(SettingsError, match="CORRIGENDA_CLOCK"):
            Settings.load(tmp_path)
    else:
        assert case["is"] == Settings.load(tmp_path).now().strftime("%Y-%m-%dT%H:%M:%SZ")


def test_the_rules_and_their_severities_are_these() -> None:
    listed = dict(line.split() for line in (HERE / "rules.txt").read_text("utf-8").splitlines())

    assert listed == {rule.id: rule.severity.value for rule in RULES}


def test_the_json_and_its_extension_are_these() -> None:
    """UPDATE_GOLDEN=1 writes it anew; look at the difference before committing it."""
    path = HERE / "verification_state.json"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_bytes(export_document(sample("D")))

    assert path.read_bytes() == export_document(sample("D"))
    document = json.loads(path.read_text("utf-8"))
    assert ["meta", "refs"] == list(document)
    assert "corrigenda" == list(document["refs"]["1"])[-1]

"""The demo shows what examples/EXPECTED.md says it shows, with no network at all, and the same bytes again."""

import hashlib
import json
import socket
from pathlib import Path
from typing import Any

import pytest

from corrigenda.cli import run
from tests.state.test_import_export import through_a_store

REPORTS = (
    "verification_report.md",
    "backlog.md",
    "cross_validation_log.md",
    "fulltext_prediction_monitor.md",
    "citation_contexts.md",
    "verification_state.json",
)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:

        def refuse(*words: object) -> None:
            raise AssertionError(f"the demo looked for the network: {words}")

        patch.setattr(socket.socket, "connect", refuse)
        patch.setattr(socket, "getaddrinfo", refuse)
        assert 0 == run(["demo", "--out", str(folder), "--quiet"])
    return folder


def refs(out: Path, stem: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((out / stem / "verification_state.json").read_text("utf-8"))["refs"]
    return document


def judgments(out: Path, stem: str) -> dict[str, Any]:
    return {j["claim_id"]: j for ref in refs(out, stem).values() for j in ref.get("judgments", ())}


@pytest.mark.parametrize("stem", ["thesis_en", "thesis_zh"])
def test_every_report_is_there(out: Path, stem: str) -> None:
    assert all((out / stem / name).stat().st_size > 200 for name in REPORTS)


@pytest.mark.parametrize(
    ("stem", "ref", "identity"),
    [
        ("thesis_en", "2", "same"),
        ("thesis_en", "6", "same"),
        ("thesis_en", "7", "other_exists"),
        ("thesis_en", "8", "same"),
        ("thesis_en", "9", "none"),
        ("thesis_en", "10", "agency_only"),
        ("thesis_en", "11", "unknown"),
        ("thesis_zh", "1", "same"),
        ("thesis_zh", "3", "none"),
        ("thesis_zh", "4", "agency_only"),
    ],
)
def test_each_reference_is_what_it_is(out: Path, stem: str, ref: str, identity: str) -> None:
    assert identity == refs(out, stem)[ref]["corrigenda"]["resolution"]["identity"]


@pytest.mark.parametrize(
    ("stem", "claim", "verdict", "more"),
    [
        ("thesis_en", "C003_001", "PASS", {"confidence": "confirmed"}),
        ("thesis_en", "C016_002", "PARTIAL-A", {"cross_validated": True}),
        ("thesis_en", "C003_002", "PARTIAL-B", {}),
        ("thesis_en", "C015_002", "FAIL", {"cross_validated": True}),
        ("thesis_en", "C024_002", "FAIL", {"cross_validated": True}),
        ("thesis_en", "C017_001", "FAIL", {"cv_verdict": "PARTIAL-A", "cross_validated": False}),
        ("thesis_en", "C018_001", None, {}),
        ("thesis_en", "C020_001", None, {}),
        ("thesis_en", "C002_001", "PASS", {"numeric_check": "NUM_OK"}),
        ("thesis_en", "C025_001", "PASS", {"numeric_check": "NUM_OK"}),
        ("thesis_en", "C019_001", "PARTIAL-A", {"numeric_check": "NUM_MISS", "fulltext_required": True}),
        ("thesis_en", "C021_001", "PASS", {"confidence": "preliminary"}),
        ("thesis_en", "C014_001", "PASS", {"confidence": "preliminary"}),
        ("thesis_en", "C006_002", "PASS", {"confidence": "preliminary"}),
        ("thesis_en", "C027_001", "PASS", {}),
        ("thesis_zh", "C001_002", "PASS", {}),
        ("thesis_zh", "C002_003", "PARTIAL-A", {"cross_validated": True}),
        ("thesis_zh", "C006_001", "FAIL", {"cross_validated": True}),
        ("thesis_zh", "C007_001", "PASS", {"confidence": "preliminary"}),
    ],
)
def test_each_claim_has_its_verdict(
    out: Path, stem: str, claim: str, verdict: str | None, more: dict[str, object]
) -> None:
    judgment = judgments(out, stem)[claim]

    assert verdict == judgment["verdict"]
    assert more == {name: judgment[name] for name in more}


def test_ghosts_are_seen(out: Path) -> None:
    document = json.loads((out / "thesis_en" / "verification_state.json").read_text("utf-8"))
    account = document["meta"]["corrigenda"]["manuscript"]["completeness"]

    assert ["22"] == account["orphans"]
    assert ["28"] == account["dangling"]


def test_the_report_says_that_its_judge_was_scripted(out: Path) -> None:
    head = (out / "thesis_en" / "verification_report.md").read_text("utf-8")[:2500]

    assert "scripted" in head


def test_no_folder_of_this_machine_is_in_a_report(out: Path) -> None:
    for stem in ("thesis_en", "thesis_zh"):
        for name in REPORTS:
            text = (out / stem / name).read_text("utf-8")
            assert str(out) not in text
            assert str(Path(__file__).resolve().parents[2]) not in text


def test_the_same_again_is_the_same_bytes(out: Path, tmp_path: Path) -> None:
    assert 0 == run(["demo", "--out", str(tmp_path), "--quiet"])

    for stem in ("thesis_en", "thesis_zh"):
        for name in REPORTS:
            first, second = ((folder / stem / name).read_bytes() for folder in (out, tmp_path))
            assert hashlib.sha256(first).hexdigest() == hashlib.sha256(second).hexdigest(), f"{stem}/{name}"


@pytest.mark.parametrize("stem", ["thesis_en", "thesis_zh"])
def test_its_state_goes_in_and_out_byte_for_byte(out: Path, stem: str, tmp_path: Path) -> None:
    content = (out / stem / "verification_state.json").read_bytes()

    assert content == through_a_store(tmp_path, content)[0]

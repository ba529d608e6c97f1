"""What an attacker or an accident did to a run folder, and the one clear line it must give."""

import json
import os
import sqlite3
from pathlib import Path

import pytest

from corrigenda.cli import run
from state.document import import_document

MANUSCRIPT = (
    "# Introduction\n\nSleep helps memory [1].\n\n# References\n\n[1] Adams A. Sleep and memory. J Rest. 2001.\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "thesis.md").write_text(MANUSCRIPT, "utf-8")
    out = tmp_path / "run"
    assert 3 == run(["check", str(tmp_path / "thesis.md"), "--out", str(out), "--offline", "--quiet"])
    return out


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert 2 == run(words)
    said = capsys.readouterr().err.strip()
    assert 1 == len(said.splitlines()), said
    assert "Traceback" not in said
    return said


def test_a_directory_in_the_place_of_a_report(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "backlog.md").unlink(missing_ok=True)
    (folder / "backlog.md").mkdir()

    assert "backlog.md" in refused(["report", str(folder)], capsys)


def test_a_store_whose_rows_are_not_ours(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(folder / "verification_state.db") as connection:
        connection.execute("UPDATE resolution SET payload = '{}'")

    assert "resolution" in refused(["status", str(folder)], capsys)
    assert "resolution" in refused(["doctor", str(folder), "--offline"], capsys)


@pytest.mark.parametrize("value", ["1" * 5000, '"\\ud800"', "NaN", "[]", '{"a": 1}'])
def test_a_state_with_an_odd_value(value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = '{"meta": {"created": "2026-01-01T00:00:00Z"}, "refs": {"1": {"bib_year": VALUE, "claims": []}}}'
    (tmp_path / "verification_state.json").write_text(text.replace("VALUE", value), "utf-8")

    assert "verification_state.json" in refused(["resume", str(tmp_path), "--offline"], capsys)


@pytest.mark.skipif(os.name == "nt", reason="file names are Unicode there")
def test_a_file_name_that_is_not_utf8(tmp_path: Path) -> None:
    name = os.fsdecode(b"th\xffesis.md")
    (tmp_path / name).write_text(MANUSCRIPT, "utf-8")

    assert 3 == run(["check", str(tmp_path / name), "--out", str(tmp_path / "run"), "--offline", "--quiet"])

    assert "th?esis.md" in (tmp_path / "run" / "verification_state.json").read_text("utf-8")


def test_a_clock_outside_the_calendar(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CORRIGENDA_CLOCK", "9999-12-31T23:59:59-12:00")

    assert "CORRIGENDA_CLOCK" in refused(["resume", str(folder)], capsys)


def test_two_folders_in_one_database_see_their_own_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORRIGENDA_STORE", f"sqlite:///{tmp_path / 'shared.db'}")
    for name in ("a", "b", "c"):
        text = MANUSCRIPT if name != "b" else MANUSCRIPT.replace("Sleep", "Light")
        (tmp_path / f"{name}.md").write_text(text, "utf-8")
        run(["check", str(tmp_path / f"{name}.md"), "--out", str(tmp_path / name.upper()), "--offline", "--quiet"])
    before = {name: (tmp_path / name / "verification_state.json").read_bytes() for name in "ABC"}

    for name in "ABC":
        assert 0 == run(["report", str(tmp_path / name), "--quiet"])

    assert before == {name: (tmp_path / name / "verification_state.json").read_bytes() for name in "ABC"}
    assert "a.md" in before["A"].decode()
    assert "b.md" in before["B"].decode()


def test_passwords_in_addresses_are_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CORRIGENDA_CROSSREF_URL", "http://user:PASSW0RD@127.0.0.1:1")
    for name in ("PUBMED", "OPENALEX", "SEMANTIC_SCHOLAR", "DOI"):
        monkeypatch.setenv(f"CORRIGENDA_{name}_URL", "http://127.0.0.1:1")
    run(["doctor", "-v"])
    monkeypatch.setenv("CORRIGENDA_CROSSREF_URL", "user:PASSW0RD@127.0.0.1")
    run(["doctor", "-v"])

    said = capsys.readouterr()
    assert "PASSW0RD" not in said.out + said.err


def test_a_quotation_that_stands_in_no_source_is_judged_again(tmp_path: Path) -> None:
    assert 0 == run(["demo", "--out", str(tmp_path), "--quiet"])
    document = json.loads((tmp_path / "thesis_zh" / "verification_state.json").read_text("utf-8"))
    judgment = next(j for ref in document["refs"].values() for j in ref.get("judgments", ()) if j["verdict"] == "FAIL")
    judgment["verdict"], judgment["confidence"] = "PASS", "confirmed"
    judgment["corrigenda"]["quotations"] = ["words that stand in no source at all"]
    bare = tmp_path / "bare"
    bare.mkdir()
    (bare / "verification_state.json").write_text(json.dumps(document, ensure_ascii=False), "utf-8")

    run(["resume", str(bare), "--offline", "--judge", "rules", "--quiet"])

    after, _, _ = import_document((bare / "verification_state.json").read_bytes())
    quoted = [q for j in after.judgments for q in j.quotations]
    assert "words that stand in no source at all" not in quoted


def test_the_checkpoint_can_be_passed_without_a_change(tmp_path: Path) -> None:
    (tmp_path / "thesis.md").write_text(MANUSCRIPT, "utf-8")
    out = str(tmp_path / "run")
    assert 3 == run(["check", str(tmp_path / "thesis.md"), "--out", out, "--offline", "--review", "--quiet"])
    assert 3 == run(["resume", out, "--offline", "--quiet"])
    waiting = json.loads((tmp_path / "run" / "verification_state.json").read_text("utf-8"))

    run(["resume", out, "--offline", "--reviewed", "--quiet"])

    after = json.loads((tmp_path / "run" / "verification_state.json").read_text("utf-8"))
    assert "A" == waiting["meta"]["last_step"]
    assert "D" == after["meta"]["last_step"]

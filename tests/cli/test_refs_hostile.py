"""`corrigenda refs` against careless users and hostile lists: where it writes, what a terminal is shown."""

import io
import json
import os
import sys
from pathlib import Path

import pytest

from corrigenda.cli import run
from corrigenda.machine import terminal_json

CITATIONS = ("refs", "-", "--task", "verify_citations", "--offline")


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CORRIGENDA_CACHE", f"sqlite:///{tmp_path / 'answers.db'}")
    monkeypatch.setenv("CORRIGENDA_CLOCK", "2026-11-01T09:00:00Z")
    given(monkeypatch, "10.5555/rock.2\n")


def given(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.parametrize("place", ["", ".", "there/is/none.json", "a_folder"])
def test_a_place_that_can_be_no_file_is_said_in_one_line(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a_folder").mkdir()
    assert run([*CITATIONS, "--out", place]) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "--out" in said
    assert "unexpected" not in said
    assert not (tmp_path / "answers.db").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "kept.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    assert run([*CITATIONS, "--out", str(link)]) == 3
    assert link.is_symlink()
    assert json.loads(target.read_text("utf-8"))["meta"]["schema_version"] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no devices there")
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    """As root, /dev/null was replaced by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run([*CITATIONS, "--out", str(pipe)]) == 3
        assert pipe.is_fifo()
        assert os.read(reader, 1) == b"{"
    finally:
        os.close(reader)


def test_json_on_a_terminal_holds_nothing_that_a_terminal_obeys() -> None:
    said = {"title": "a\x1b[31m b\x9b31m c\u202ed\u202c e\u2028f 中 é"}
    written = terminal_json(said)
    assert json.loads(written) == said
    assert all(character == "\n" or character.isprintable() for character in written)
    assert "中 é" in written


def test_a_registry_that_is_none_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "registry.db").write_text("no database")
    monkeypatch.setenv("CORRIGENDA_REGISTRY", str(tmp_path / "registry.db"))
    assert run(list(CITATIONS)) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "not a database" in said
    assert "unexpected" not in said


def test_the_year_of_the_run_has_four_digits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CORRIGENDA_CLOCK", "0999-01-01T00:00:00Z")
    assert run(list(CITATIONS)) == 3
    assert json.loads(capsys.readouterr().out)["meta"]["timestamp"] == "0999-01-01T00:00:00Z"


@pytest.mark.parametrize("closed", ["stdin", "stdout", "stderr"])
def test_a_closed_stream_is_no_fault(
    closed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(f"sys.{closed}", None)
    code = run(list(CITATIONS))
    said = capsys.readouterr()
    assert code == (2 if closed == "stdin" else 3)
    assert "unexpected" not in said.err
    assert said.out.startswith("{") is (closed == "stderr")


@pytest.mark.parametrize("made", ["no database", None])
def test_kept_answers_that_cannot_be_read_name_the_setting(
    made: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "kept.db"
    if made is None:
        place.mkdir()
    else:
        place.write_text(made)
    monkeypatch.setenv("CORRIGENDA_CACHE", f"sqlite:///{place}")
    assert run(list(CITATIONS)) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "CORRIGENDA_CACHE" in said
    assert "--out" not in said


def test_the_list_is_not_overwritten_with_its_envelope(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bibliography = tmp_path / "refs.txt"
    bibliography.write_text("10.5555/rock.2\n")
    again = tmp_path / "." / "refs.txt"
    assert run(["refs", str(bibliography), "--task", "verify_citations", "--offline", "--out", str(again)]) == 2
    assert "--out" in capsys.readouterr().err
    assert bibliography.read_text() == "10.5555/rock.2\n"

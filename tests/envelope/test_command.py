"""`corrigenda envelope validate`: lines, exit codes, standard input, several files, JSON."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from corrigenda.cli import run
from tests.envelope.cases import Json, changed, other_skill, put, references, verdict

VALID = references(verdict("marlowe-2019-lanterns"))
INVALID = changed(VALID, put("data.citations_checked", 4), put("data.verdict_summary.verified", 0))


def written(folder: Path, name: str, content: Json | bytes) -> str:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return str(path)


def test_a_valid_envelope_is_one_line_and_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, "result.json", VALID)
    assert run(["envelope", "validate", file]) == 0
    told = capsys.readouterr()
    assert told.out == f"{file}: valid (verify_citations, entries: 1)\n"
    assert not told.err


def test_each_violation_is_a_line_with_file_place_rule_and_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "result.json", INVALID)
    assert run(["envelope", "validate", file]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"{file}: /data/citations_checked: ENV-COUNT: says 4, and there are 1; "
        "count the entries again, or add what was left out",
        f"{file}: /data/verdict_summary/verified: ENV-SUMMARY: says 0, and 1 are counted; "
        "count the verdicts again (fabricated sums the five flag verdicts)",
    ]


def test_the_lines_speak_chinese(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, "result.json", INVALID)
    assert run(["envelope", "validate", file, "--lang", "zh"]) == 1
    assert "写的是 4，实有 1；请重新计数" in capsys.readouterr().out


def test_the_worst_file_decides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = written(tmp_path, "good.json", VALID), written(tmp_path, "bad.json", INVALID)
    broken = written(tmp_path, "broken.json", b'{"a": 1')
    assert run(["envelope", "validate", good, bad]) == 1
    assert run(["envelope", "validate", good, broken, bad]) == 2
    told = capsys.readouterr()
    assert f"corrigenda: {broken}: not JSON" in told.err
    assert f"{bad}: /data/citations_checked" in told.out


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe{", "not UTF-8"),
        (b"[]", "holds an array"),
        (b'{"a": 1, "a": 2}', "occurs twice"),
        (b'{"a": NaN}', "NaN"),
        (b"[" * 100_000, "nested deeper"),
        (b" " * (17 * 1024 * 1024), "larger than 16 MiB"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, says: str
) -> None:
    assert run(["envelope", "validate", written(tmp_path, "x.json", content)]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert told.err.count("\n") == 1 and says in told.err and told.err.startswith("corrigenda: ")


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["envelope", "validate", str(tmp_path / "no.json"), str(tmp_path)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "no.json: there is no such file" in first
    assert "is a folder" in second


def test_no_file_at_all_is_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["envelope", "validate"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


class _Pipe:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_standard_input_is_a_file(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", _Pipe(json.dumps(INVALID).encode()))
    assert run(["envelope", "validate", "-"]) == 1
    assert capsys.readouterr().out.startswith("(standard input): /data/citations_checked: ENV-COUNT")


def test_json_says_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [
        written(tmp_path, "good.json", VALID),
        written(tmp_path, "bad.json", INVALID),
        written(tmp_path, "broken.json", b"?"),
    ]
    assert run(["envelope", "validate", *files, "--json"]) == 2
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert told["exit_code"] == 2
    assert [row["valid"] for row in told["files"]] == [True, False, False]
    assert [row["readable"] for row in told["files"]] == [True, True, False]
    assert told["files"][1]["structure"] is True
    assert [row["rule"] for row in told["files"][1]["violations"]] == ["ENV-COUNT", "ENV-SUMMARY"]
    assert set(told["files"][1]["violations"][0]) == {"pointer", "rule", "what", "do"}
    assert "not JSON" in told["files"][2]["error"]


def test_another_skill_is_not_called_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["envelope", "validate", written(tmp_path, "x.json", other_skill())]) == 0
    assert "its data was not checked" in capsys.readouterr().out


def test_many_violations_end_with_their_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many = references(*[verdict(f"r{number}", "odd") for number in range(130)])
    assert run(["envelope", "validate", written(tmp_path, "x.json", many), "-q"]) == 1
    told = capsys.readouterr()
    assert told.out.splitlines()[-1].endswith("and 30 more; --json lists all")
    assert len(told.out.splitlines()) == 101
    assert not told.err


def test_a_broken_structure_says_what_was_not_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["envelope", "validate", written(tmp_path, "x.json", changed(VALID, put("status", "done")))]) == 1
    assert "once the structure is right" in capsys.readouterr().err


def test_no_text_of_the_file_moves_the_cursor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evil = changed(VALID, put("data.verdict_summary.\x1b[2J\n", 1), put("status", "\x1b[31m"))
    assert run(["envelope", "validate", written(tmp_path, "x.json", evil)]) == 1
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert len(told.splitlines()) == 2


def test_a_name_that_is_no_text_is_still_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["envelope", "validate", "no\udcff.json", "--json"]) == 2
    told = capsys.readouterr()
    assert json.loads(told.out)["files"][0]["file"] == "no?.json"
    assert told.err.count("\n") == 1


def test_a_name_with_a_zero_byte_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["envelope", "validate", "a\0b.json"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["envelope", "validate", "--help"]) == 0
    assert "Example: corrigenda envelope validate" in capsys.readouterr().out
    assert run(["envelope", "--help"]) == 0
    assert "validate" in capsys.readouterr().out

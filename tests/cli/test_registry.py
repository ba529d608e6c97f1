"""`corrigenda registry import` and `status`."""

import json
import tarfile
from pathlib import Path

import pytest

from corrigenda.cli import run
from corrigenda.settings import Settings
from state.errors import SettingsError
from tests.fetch import dumps


@pytest.fixture(autouse=True)
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "own" / "registry.db"
    monkeypatch.setenv("CORRIGENDA_REGISTRY", str(path))
    return path


def told(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    answer: dict[str, object] = json.loads(capsys.readouterr().out)
    return answer


def test_a_folder_is_its_dumps_and_a_second_import_does_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "dumps"
    (folder / "works").mkdir(parents=True)
    (folder / "works" / "part_000.gz").write_bytes(dumps.packed(dumps.lines(dumps.openalex_work(5, "Basalt steps"))))
    (folder / "dblp.xml").write_bytes(dumps.DBLP)
    (folder / "README.txt").write_text("About these files.", "utf-8")
    assert run(["registry", "import", str(folder)]) == 0
    out, err = capsys.readouterr()
    assert "2 records (dblp)" in out
    assert "passed over dumps" in err
    assert run(["registry", "import", str(folder), "--json"]) == 0
    again = told(capsys)
    assert again["records"] == {"dblp": 2, "openalex": 1}
    assert [row.get("was_done") for row in again["files"]] == [None, True, True]  # type: ignore[attr-defined]


@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_an_archive_is_its_members(tmp_path: Path, capsys: pytest.CaptureFixture[str], mode: str) -> None:
    members = {
        "a/0.json.gz": dumps.packed(dumps.lines(dumps.crossref_work(1))),
        "a/1.jsonl": dumps.lines(dumps.crossref_work(2), "no json"),
    }
    path = dumps.archive(tmp_path / "all.tar", members, mode)
    assert run(["registry", "import", str(path)]) == 0
    assert "1 that could not be read; the first: line 2: not JSON" in capsys.readouterr().out
    assert run(["registry", "import", str(path), "--json"]) == 0
    again = told(capsys)
    assert again["records"] == {"crossref": 2}
    assert all(row["was_done"] for row in again["files"])  # type: ignore[attr-defined]


def test_a_file_that_is_no_dump_is_one_line_and_the_others_are_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("Not a dump.", "utf-8")
    (tmp_path / "a.bib").write_text(dumps.BIB, "utf-8")
    assert (
        run(["registry", "import", str(tmp_path / "notes.txt"), str(tmp_path / "no.gz"), str(tmp_path / "a.bib")]) == 2
    )
    out, err = capsys.readouterr()
    assert "2 records (bib)" in out
    assert [line.split(": ")[1] for line in err.splitlines()] == ["notes.txt", str(tmp_path / "no.gz")]
    assert "Traceback" not in err


def test_a_folder_without_a_dump_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "notes.txt").write_text("Not a dump.", "utf-8")
    assert run(["registry", "import", str(tmp_path / "texts")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_status_tells_what_there_is(registry: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["registry", "status", "--json"]) == 0
    assert told(capsys)["exists"] is False
    assert not registry.exists()
    (tmp_path / "p.xml").write_bytes(dumps.pubmed_xml((1, "Terns")))
    assert run(["registry", "import", "-q", str(tmp_path / "p.xml")]) == 0
    assert capsys.readouterr().out == ""
    assert run(["registry", "status"]) == 0
    assert "pubmed 1" in capsys.readouterr().out
    assert Settings.load().config().registry == registry


def test_off_switches_it_off(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SettingsError, match="registry import"):
        Settings.load().config()  # named, and not there
    monkeypatch.setenv("CORRIGENDA_REGISTRY", "off")
    assert Settings.load().config().registry is None
    assert run(["registry", "status"]) == 2
    assert "switched off" in capsys.readouterr().err


def test_a_file_that_is_no_registry_is_left_alone(
    registry: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    registry.parent.mkdir()
    registry.write_bytes(b"my thesis" * 1000)
    (tmp_path / "a.bib").write_text(dumps.BIB, "utf-8")
    assert run(["registry", "import", str(tmp_path / "a.bib")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert registry.read_bytes() == b"my thesis" * 1000


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE])
def test_a_name_of_gigabytes_is_not_taken_into_memory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: bytes
) -> None:
    header = tarfile.TarInfo("x")
    header.type, header.size = kind, 40 << 30
    (tmp_path / "bomb.tar.gz").write_bytes(dumps.packed(header.tobuf(tarfile.GNU_FORMAT) + b"a" * 4096))
    assert run(["registry", "import", str(tmp_path / "bomb.tar.gz")]) == 2
    assert "is an archive that breaks off (a header of 42,949,672,960 bytes)" in capsys.readouterr().err


def test_an_archive_in_an_archive_holds_nothing_that_is_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inner = dumps.archive(tmp_path / "inner.tar", {"a.jsonl": dumps.lines(dumps.crossref_work(1))}, "w")
    path = dumps.archive(tmp_path / "outer.tar", {"inner.tar": inner.read_bytes()}, "w")
    assert run(["registry", "import", str(path)]) == 2
    assert "outer.tar: all in it is none of the dumps" in capsys.readouterr().err

"""Bad input is one line that says what, where and what to do: exit code 2, no traceback, nothing lost."""

import io
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from corrigenda.cli import run
from state.store import RunLock
from tests.faults.running import rendered_in
from tests.faults.small import write_inputs

CLOCK = "2026-11-01T09:00:00Z"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORRIGENDA_CLOCK", CLOCK)


@pytest.fixture
def inputs(tmp_path: Path) -> tuple[str, str]:
    manuscript, bibliography = write_inputs(tmp_path)
    return str(manuscript), str(bibliography)


@pytest.fixture
def folder(tmp_path: Path, inputs: tuple[str, str]) -> Path:
    """A run folder whose run has finished, offline."""
    out = tmp_path / "run"
    assert run(["check", *inputs, "--out", str(out), "--offline", "-q"]) == 3
    return out


Refused = Callable[..., str]


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Iterator[Refused]:
    """Runs a command that must be refused; its one line."""

    def check(*words: object, says: tuple[str, ...] = ()) -> str:
        capsys.readouterr()
        code = run([str(word) for word in words])
        told = capsys.readouterr()
        lines = told.err.strip().splitlines()
        assert code == 2, told
        assert len(lines) == 1, told.err
        assert lines[0].startswith("corrigenda: ")
        assert "Traceback" not in told.err + told.out
        assert "<class" not in lines[0]
        assert not told.out
        for part in says:
            assert part in lines[0], f"{part!r} is not in {lines[0]!r}"
        return lines[0]

    yield check


def _docx(parts: dict[str, str]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return held.getvalue()


_STREAM = "EncryptedPackage\0".encode("utf-16-le")
OLE = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504) + _STREAM.ljust(64, b"\0") + bytes([len(_STREAM), 0]) + bytes(2000)
"""A compound file with the one directory entry that a protected document has (MS-CFB 2.6.1)."""
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
EMPTY = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body/></w:document>',
}
FILES: dict[str, tuple[bytes, str]] = {
    "empty file": (b"", "thesis.docx"),
    "broken zip": (b"PK\x03\x04" + b"\x00" * 40, "thesis.docx"),
    "no zip at all": (b"hello", "thesis.docx"),
    "password": (OLE, "password"),
    "no document in it": (_docx({"readme.txt": "x"}), "thesis.docx"),
    "broken XML in it": (_docx({"word/document.xml": "<w:document"}), "thesis.docx"),
    "nothing written in it": (_docx(EMPTY), "thesis.docx"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_word_file_that_cannot_be_read(name: str, tmp_path: Path, refused: Refused) -> None:
    content, says = FILES[name]
    file = tmp_path / "thesis.docx"
    file.write_bytes(content)
    refused("check", file, "--offline", says=("thesis.docx", says))


def test_a_missing_file(tmp_path: Path, refused: Refused) -> None:
    refused("check", tmp_path / "nothing.docx", says=("nothing.docx", "no such file"))


@pytest.mark.parametrize("name", ["thesis.pages", "thesis.wps", "thesis"])
def test_a_file_of_another_kind(name: str, tmp_path: Path, refused: Refused) -> None:
    (tmp_path / name).write_bytes(b"x")
    refused("check", tmp_path / name, says=(name, ".docx", ".md"))


def test_a_bibliography_alone(inputs: tuple[str, str], refused: Refused) -> None:
    refused("check", inputs[1], says=("no manuscript", ".docx"))


def test_an_empty_folder(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "chapters").mkdir()
    refused("check", tmp_path / "chapters", says=("chapters", "no file that can be read"))


@pytest.mark.parametrize("content", [b"", b"  \n", b"\x00\x01\x02\xff\xfe" * 400])
def test_a_bibliography_without_an_entry(
    content: bytes, tmp_path: Path, inputs: tuple[str, str], refused: Refused
) -> None:
    Path(inputs[1]).write_bytes(content)
    refused("check", *inputs, "--offline", "--out", tmp_path / "run", says=("refs.bib",))


def test_an_unknown_judge(tmp_path: Path, inputs: tuple[str, str], refused: Refused) -> None:
    says = ("nobody", "rules", "scripted:FILE", "openai:MODEL", "anthropic:MODEL", "ollama:MODEL")
    refused("check", *inputs, "--out", tmp_path / "run", "--offline", "--judge", "nobody:x", says=says)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--lang", "fr"), ("fr", "en", "zh")),
        (("--fail-on", "much"), ("much", "serious", "never")),
        (("--engine", "steam"), ("steam", "local", "prefect")),
        (("--numbering", "random"), ("random", "file", "alphabetical")),
        (("--patience", "-1"), ("-1",)),
        (("--patience", "long"), ("long",)),
        (("--colour",), ("--colour",)),
        (("--judge", "openai"), ("openai", "openai:MODEL")),
        (("--judge", "scripted:none.json"), ("none.json",)),
        (("--judge", "openai:m", "--judge-url", "ftp://x"), ("ftp://x", "http")),
        (("--pdfs", "no-such-folder"), ("no-such-folder",)),
    ],
)
def test_an_option_with_a_value_that_cannot_be(
    words: tuple[str, ...], says: tuple[str, ...], tmp_path: Path, inputs: tuple[str, str], refused: Refused
) -> None:
    refused("check", *inputs, "--out", tmp_path / "run", "--offline", *words, says=says)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CORRIGENDA_CLOCK", "yesterday"),
        ("CORRIGENDA_PATIENCE", "long"),
        ("CORRIGENDA_CROSSREF_URL", "api.crossref.org"),
        ("CORRIGENDA_STORE", "not an address"),
    ],
)
def test_a_setting_that_cannot_be(
    name: str, value: str, inputs: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    monkeypatch.setenv(name, value)
    refused("check", *inputs, "--out", tmp_path / "run", "--offline", says=(name,))


def test_a_settings_file_with_an_unknown_name(folder: Path, refused: Refused) -> None:
    (folder / "corrigenda.toml").write_text('colour = "red"\n', "utf-8")
    refused("resume", folder, says=("corrigenda.toml", "colour", "judge"))


def test_a_run_folder_that_cannot_be_made(tmp_path: Path, inputs: tuple[str, str], refused: Refused) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    refused("check", *inputs, "--out", tmp_path / "file" / "run", says=("file", "--out"))
    refused("check", *inputs, "--out", tmp_path / "file", says=("file", "--out"))


@pytest.mark.parametrize("words", [("resume",), ("check",), ("review", "--import", "claims.csv")])
def test_a_folder_that_another_run_holds(
    words: tuple[str, ...], folder: Path, inputs: tuple[str, str], tmp_path: Path, refused: Refused,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    run(["review", str(folder), "--export", "claims.csv", "-q"])
    before = rendered_in(folder)
    given = {"resume": [folder], "check": [*inputs, "--out", folder], "review": [folder]}[words[0]]
    with RunLock(folder):
        refused(words[0], *given, *words[1:], says=("another run",))
    assert rendered_in(folder) == before


@pytest.mark.parametrize("content", [b"hello, I am no database" * 50, b"SQLite format 3\x00" + b"\xff" * 4000])
@pytest.mark.parametrize("command", ["resume", "status", "report", "doctor"])
def test_a_store_that_is_no_database(content: bytes, command: str, folder: Path, refused: Refused) -> None:
    for file in folder.glob("verification_state.db*"):
        file.unlink()
    store = folder / "verification_state.db"
    store.write_bytes(content)
    refused(command, folder, *(["--offline"] if command == "doctor" else []), says=("verification_state.db",))
    assert store.read_bytes() == content


def test_a_database_of_another_program(folder: Path, refused: Refused) -> None:
    for file in folder.glob("verification_state.db*"):
        file.unlink()
    with sqlite3.connect(folder / "verification_state.db") as other:
        other.execute("create table songs (name text)")
    other.close()
    refused("status", folder)


@pytest.mark.parametrize("command", ["resume", "status", "report"])
def test_a_folder_without_a_run(command: str, tmp_path: Path, refused: Refused) -> None:
    refused(command, tmp_path / "none", says=("none", "corrigenda check"))
    (tmp_path / "empty").mkdir()
    refused(command, tmp_path / "empty", says=("empty", "corrigenda check"))


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff\xfe garbage", b"a,b\n1,2\n", b'{"no": "csv"}', b"claim_id\nC999_999\n"]
)
def test_a_review_that_is_none(content: bytes, folder: Path, tmp_path: Path, refused: Refused) -> None:
    before = rendered_in(folder)
    table = tmp_path / "claims.csv"
    table.write_bytes(content)
    refused("review", folder, "--import", table, says=("claims.csv",) if content[:1] != b"c" else ())
    assert rendered_in(folder) == before


def test_a_review_without_or_with_both_ways(folder: Path, refused: Refused) -> None:
    refused("review", folder, says=("--export", "--import"))
    refused("review", folder, "--export", "a.csv", "--import", "a.csv", says=("--export", "--import"))
    refused("review", folder, "--export", folder / "none" / "a.csv", says=("a.csv", "cannot be written"))


def test_an_unknown_rule_lists_near_ones(refused: Refused) -> None:
    refused("explain", "REF-WRONG", says=("REF-WRONG", "REF-WRONG-WORK"))
    refused("explain", "XYZ", says=("XYZ", "REF-RETRACTED"))


def test_an_unknown_format_lists_the_known(folder: Path, refused: Refused) -> None:
    before = rendered_in(folder)
    refused("report", folder, "--format", "pdf", says=("pdf", "json"))
    assert rendered_in(folder) == before


def test_an_unknown_command(refused: Refused) -> None:
    refused("chekc", says=("chekc",))


def test_verbose_shows_the_traceback_before_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(tmp_path / "none.docx"), "-v"]) == 2
    told = capsys.readouterr().err
    assert "Traceback" in told
    assert told.strip().splitlines()[-1].startswith("corrigenda: ")


def test_report_renders_again_what_was_deleted(folder: Path) -> None:
    before = rendered_in(folder)
    for name in before:
        (folder / name).unlink()
    assert run(["report", str(folder), "-q"]) == 0
    assert rendered_in(folder) == before


def test_status_says_what_could_not_be_asked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["status", str(folder)]) == 0
    assert "could not be asked" in capsys.readouterr().out.lower()


def test_an_export_imported_unchanged_changes_no_verdict(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "claims.csv"
    assert run(["review", str(folder), "--export", str(table), "-q"]) == 0
    assert run(["review", str(folder), "--import", str(table), "-q"]) == 0


def test_doctor_finds_every_hash_whole_and_a_changed_one_broken(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["doctor", str(folder), "--offline"]) == 0
    with sqlite3.connect(folder / "verification_state.db") as store:
        store.execute("update claim set content_key = 'v1:other' where claim_id = 'C001_001'")
    store.close()
    assert run(["doctor", str(folder), "--offline"]) == 1
    assert "C001_001" in capsys.readouterr().out

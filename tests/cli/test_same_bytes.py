"""The same store renders the same bytes: on two days, in two time zones and locales, from SQLite and PostgreSQL."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from corrigenda.cli import run
from tests.standin import StandIn, World

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("same")
    assert 0 == run(["demo", "--out", str(folder), "--quiet"])
    return folder / "thesis_zh"


def files(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.suffix in (".md", ".json")}


@pytest.mark.parametrize(
    ("zone", "locale", "seed", "day"),
    [
        ("Asia/Shanghai", "zh_CN.UTF-8", "1", "2026-11-02T00:00:00Z"),
        ("America/Los_Angeles", "C", "2", "2027-06-30T23:59:59+02:00"),
        ("Pacific/Kiritimati", "de_DE.ISO-8859-1", "3", None),
    ],
)
def test_two_renderings_are_the_same(
    run_folder: Path, tmp_path: Path, zone: str, locale: str, seed: str, day: str | None
) -> None:
    copy = tmp_path / "elsewhere"
    shutil.copytree(run_folder, copy)
    before = files(copy)
    for path in copy.iterdir():
        if path.suffix in (".md", ".json"):
            path.unlink()
    surroundings = {"TZ": zone, "LC_ALL": locale, "LANG": locale, "PYTHONHASHSEED": seed}
    environment = {**os.environ, **surroundings} | ({"CORRIGENDA_CLOCK": day} if day else {})

    subprocess.run(
        [sys.executable, "-m", "corrigenda", "report", str(copy), "--quiet"],
        env=environment,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
    )

    assert before == files(copy)


def test_a_resume_with_nothing_to_do_changes_nothing(
    run_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "again"
    shutil.copytree(run_folder, copy)
    before = files(copy)
    monkeypatch.setenv("CORRIGENDA_CLOCK", "2030-01-01T00:00:00Z")

    run(["resume", str(copy), "--offline", "--quiet", "--fail-on", "never"])

    assert before == files(copy)


def test_another_language_and_back_is_the_same(run_folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "back"
    shutil.copytree(run_folder, copy)
    before = files(copy)

    assert 0 == run(["report", str(copy), "--lang", "en", "--quiet"])
    english = files(copy)
    assert 0 == run(["report", str(copy), "--quiet"])

    assert "Reference verification report" in english["verification_report.md"].decode()
    assert before == files(copy)


@pytest.mark.postgres
def test_a_run_kept_in_postgresql_gives_the_same_reports(
    postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = create_engine(postgresql)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    monkeypatch.setenv("CORRIGENDA_CLOCK", "2026-11-01T09:00:00Z")
    judge = f"scripted:{EXAMPLES / 'judge_answers_zh.json'}"
    words = ["check", str(EXAMPLES / "thesis_zh.docx"), str(EXAMPLES / "thesis_zh.bib"), "--judge", judge, "--quiet"]
    with StandIn(World.load(EXAMPLES / "works.json")) as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)

        here = run([*words, "--out", str(tmp_path / "sqlite")])
        monkeypatch.setenv("CORRIGENDA_STORE", postgresql)
        there = run([*words, "--out", str(tmp_path / "postgresql")])

    assert here == there
    assert not (tmp_path / "postgresql" / "verification_state.db").exists()
    assert files(tmp_path / "sqlite") == files(tmp_path / "postgresql")

"""Nothing of a manuscript goes to a model that the user has not named and agreed to (promise 4)."""

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from corrigenda.cli import run
from corrigenda.reading import open_existing
from state.store import tables as t
from tests.faults.running import SERVICES, Bench, bench
from tests.faults.small import SENTENCES
from tests.standin.faults import Fault
from tests.standin.llm import Message, content, drawn_answer

MODEL = "openai:stand-in-1"
OTHER = "openai:stand-in-2"


class Heard:
    """Everything the chat endpoint was sent, as text."""

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def __call__(self, messages: Sequence[Message]) -> Mapping[str, Any]:
        self.prompts.append("\n".join(content(m) for m in messages))
        return drawn_answer(messages)


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def made(tmp_path: Path, heard: Heard, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr("tasks.transport.limits.interval_of", lambda rate: 0.02 / rate)
    with bench(tmp_path, scripted=heard) as made:
        made.settings()
        yield made


def to_the_model(made: Bench) -> int:
    return sum(r.service == "llm" for r in made.server.requests)


def test_without_yes_and_without_a_terminal_nothing_is_sent(
    made: Bench, heard: Heard, capsys: pytest.CaptureFixture[str]
) -> None:
    done = made.check("--judge", MODEL)
    assert done.code == 3
    assert not heard.prompts
    assert not made.server.requests, "the run waits before anybody is asked anything"
    said = capsys.readouterr().err
    assert done.snapshot.run.waiting_for == "consent"
    for part in (
        "17 claims",
        "127.0.0.1",
        "stand-in-1",
        "Calls: 34 to",
        "Cost: not known",
        "--yes",
        "Nothing was sent",
    ):
        assert part in said, part
    assert "0.00" not in said


def test_with_yes_it_goes_and_the_consent_is_kept(
    made: Bench, heard: Heard, capsys: pytest.CaptureFixture[str]
) -> None:
    assert made.check("--judge", MODEL, "--yes").code == 1
    assert heard.prompts
    count = len(heard.prompts)
    capsys.readouterr()
    again = made.resume()
    assert again.code == 1
    assert len(heard.prompts) == count
    assert "about to be sent" not in capsys.readouterr().err


def test_a_run_that_waits_goes_on_when_the_user_agrees(made: Bench, heard: Heard) -> None:
    assert made.check("--judge", MODEL).code == 3
    assert made.resume().code == 3
    assert not heard.prompts
    assert made.resume("--yes").code == 1
    assert heard.prompts


def test_checking_again_without_naming_the_judge_goes_on_with_the_runs_own(made: Bench, heard: Heard) -> None:
    first = made.check("--judge", MODEL, "--yes")
    count = len(heard.prompts)
    again = made.check()
    assert again.files == first.files
    assert len(heard.prompts) == count


@pytest.mark.parametrize("first", [("--judge", "rules"), ("--judge", OTHER, "--yes")])
def test_another_judge_asks_anew_even_after_a_finished_run(made: Bench, heard: Heard, first: tuple[str, ...]) -> None:
    done = made.check(*first)
    assert done.code == 1
    count = len(heard.prompts)
    changed = made.resume("--judge", MODEL)
    assert changed.code == 3
    assert changed.snapshot.run.waiting_for == "consent"
    assert changed.verdicts == done.verdicts
    assert len(heard.prompts) == count
    assert made.resume("--yes").code == 1
    assert len(heard.prompts) > count


def test_a_second_judge_that_is_a_model_asks_too(made: Bench, heard: Heard, capsys: pytest.CaptureFixture[str]) -> None:
    done = made.check("--second-judge", MODEL)
    assert done.code == 3
    assert done.snapshot.run.waiting_for == "consent"
    assert "127.0.0.1" in capsys.readouterr().err
    assert not made.server.requests
    made.resume("--yes")
    assert heard.prompts


def test_two_models_are_both_agreed_to_once(made: Bench, heard: Heard, capsys: pytest.CaptureFixture[str]) -> None:
    assert made.check("--judge", MODEL, "--second-judge", OTHER, "--yes").code in (0, 1)
    said = capsys.readouterr().err
    assert "stand-in-1" in said
    assert "stand-in-2" in said
    count = len(heard.prompts)
    assert made.resume().code in (0, 1)
    assert len(heard.prompts) == count


def test_the_same_judge_at_another_address_is_not_agreed_to(
    made: Bench, heard: Heard, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made.check("--judge", MODEL, "--yes")
    elsewhere = Heard()
    with bench(tmp_path / "other", scripted=elsewhere) as other:
        code = run(["resume", str(made.out), "--judge-url", other.server.url + "/llm/v1", "--engine", "local", "-q"])
        assert code == 2
        assert not elsewhere.prompts
    assert "not agreed" in capsys.readouterr().err


def test_a_script_is_no_model_and_needs_no_consent(made: Bench, tmp_path: Path) -> None:
    script = tmp_path / "answers.json"
    script.write_text(json.dumps({"answers": {"*": {"1": {"verdict": None, "reasoning": "?"}}}}), "utf-8")
    done = made.check("--judge", f"scripted:{script}")
    assert done.snapshot.run.waiting_for is None


def test_registries_hear_bibliographic_data_only(made: Bench, heard: Heard) -> None:
    made.check("--judge", MODEL, "--yes")
    assert any(sentence in prompt for prompt in heard.prompts for sentence in SENTENCES)
    asked = [r for r in made.server.requests if r.service != "llm"]
    assert {r.service for r in asked} == set(SERVICES)
    for request in asked:
        told = f"{request.path} {json.dumps(request.params)} {json.dumps(request.asked)}".replace("+", " ")
        for sentence in SENTENCES:
            assert sentence.lower() not in told.lower()
            words = " ".join(sentence.split()[:4]).lower()
            assert words not in told.lower(), request


def test_a_person_at_a_terminal_is_asked_and_may_refuse(
    made: Bench, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def refuse(text: str, **_: object) -> bool:
        asked.append(text)
        return False

    monkeypatch.setattr("sys.stdin", type("Terminal", (), {"isatty": lambda self: True})())
    monkeypatch.setattr("click.confirm", refuse)
    assert made.check("--judge", MODEL).code == 3
    assert asked == ["Send this?"]
    assert not made.server.requests


SECRETS = {
    "CORRIGENDA_NCBI_API_KEY": "sekret-ncbi-0123456789abcdef",
    "CORRIGENDA_OPENALEX_API_KEY": "sekret-openalex-0123456789",
    "CORRIGENDA_SEMANTIC_SCHOLAR_API_KEY": "sekret-s2-0123456789abcdef",
    "OPENAI_API_KEY": "sekret-openai-0123456789abcdef",
    "ANTHROPIC_API_KEY": "sekret-anthropic-0123456789",
    "CORRIGENDA_EMAIL": "sekret.person@example.org",
}


@pytest.mark.parametrize("fault", [None, 401, 500])
def test_keys_are_in_nothing_that_is_kept_or_said(
    tmp_path: Path, fault: int | None, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tasks.transport.limits.interval_of", lambda rate: 0.02 / rate)
    for name, secret in SECRETS.items():
        monkeypatch.setenv(name, secret)
    faults = {name: Fault("status", status=fault) for name in (*SERVICES, "llm")} if fault else {}
    with bench(tmp_path, faults=faults) as made:
        made.settings(patience=1)
        for name, value in made.server.environment().items():
            monkeypatch.setenv(name, value)
        for words in (
            ["check", str(made.manuscript), str(made.bibliography), "--out", str(made.out), "--judge", MODEL, "--yes"],
            ["resume", str(made.out), "--engine", "local", "--json"],
            ["status", str(made.out)],
            ["doctor", str(made.out)],
            ["resume", str(made.out), "--judge", "nobody:at-all"],
        ):
            run([*words, "-v"])
        keyed = {r.service for r in made.server.requests if r.keyed}
        assert keyed >= {"pubmed", "openalex", "llm"}, "the keys were never used"
    said = capfd.readouterr()
    kept = {f.name: f.read_bytes() for f in made.out.rglob("*") if f.is_file()}
    kept |= {"stdout": said.out.encode(), "stderr": said.err.encode(), "bodies": _bodies(made.out)}
    assert b"Traceback" in kept["stderr"]
    for where, held in kept.items():
        for name, secret in SECRETS.items():
            assert secret.encode() not in held, f"{name} is in {where}"


def _bodies(folder: Path) -> bytes:
    """Every kept body, unpacked: the store packs them, so that a key in one would not show in its bytes."""
    with open_existing(folder) as store:
        return b"\n".join(zlib.decompress(row["content"]) for row in store.all_rows(t.BodyRow))


def test_a_run_folders_own_address_is_not_shown_the_users_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder, and the corrigenda.toml in it, may come from somebody else."""
    for name, secret in SECRETS.items():
        monkeypatch.setenv(name, secret)
    with bench(tmp_path) as made:
        made.settings(patience=1)
        run(["check", str(made.manuscript), str(made.bibliography), "--out", str(made.out), "--quiet"])

        assert made.server.requests
        assert not [r.service for r in made.server.requests if r.keyed]


def test_consent_that_came_with_a_folder_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another user's folder: his store, his consent, an address of his choosing, and my key."""
    monkeypatch.setenv("OPENAI_API_KEY", "s3cret-of-mine")
    with bench(tmp_path) as made:
        made.settings(patience=1)
        words = [str(made.manuscript), str(made.bibliography), "--out", str(made.out), "--judge", MODEL, "--yes"]
        run(["check", *words, "--quiet"])
        asked = len(made.server.asked("llm", "prompt"))
        assert asked
        with sqlite3.connect(made.out / "verification_state.db") as connection:
            connection.execute("DELETE FROM judgment")
            connection.execute("DELETE FROM model_answer")
        for name in ("HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA"):
            monkeypatch.setenv(name, str(tmp_path / "another-user"))

        code = run(["resume", str(made.out), "--quiet"])

        assert asked == len(made.server.asked("llm", "prompt"))
        assert code in (2, 3)
        assert "--yes" in capsys.readouterr().err

"""Which engine a run is done on, and what is said where there is none."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from corrigenda.running import engine_address
from flows import known_runs
from state.errors import RunFolderError
from tests.resume.engines import check, imports, said
from tests.resume.prefect_server import free_port


def test_auto_takes_this_process_where_no_server_is_configured() -> None:
    assert engine_address("auto") is None


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "127.8.9.10"])
def test_auto_takes_a_server_on_this_machine(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv("PREFECT_API_URL", f"http://{host}:4200/api")
    assert engine_address("auto") == f"http://{host}:4200/api"


@pytest.mark.parametrize("host", ["192.0.2.1", "prefect.example.org", "localhost.example.org", "[2001:db8::1]", ""])
def test_auto_never_takes_a_server_elsewhere(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv("PREFECT_API_URL", f"https://{host}/api")
    assert engine_address("auto") is None
    assert engine_address("prefect") == f"https://{host}/api"


def test_prefect_without_a_configured_server_means_the_one_of_up() -> None:
    assert engine_address("prefect") == "http://127.0.0.1:4200/api"


def test_local_takes_this_process_whatever_is_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:4200/api")
    assert engine_address("local") is None


@pytest.mark.parametrize(
    ("engine", "server"), [("local", "http://127.0.0.1:9/api"), ("auto", None), ("auto", "http://192.0.2.1:4200/api")]
)
def test_a_local_run_neither_imports_prefect_nor_contacts_it(
    manuscript: Path, home: Path, engine: str, server: str | None
) -> None:
    ended = check(manuscript, home, "--engine", engine, server=server)
    assert ended.returncode == 3, ended.stderr
    assert "sqlmodel" in imports(ended)
    assert not imports(ended) & {"prefect", "pydantic_ai", "openai"}
    assert (manuscript.with_name("ward-secrets.corrigenda") / "verification_report.md").is_file()


def test_prefect_without_a_server_is_one_line_and_exit_2(manuscript: Path, home: Path) -> None:
    address = f"http://127.0.0.1:{free_port()}/api"
    ended = check(manuscript, home, "--engine", "prefect", server=address)
    assert ended.returncode == 2
    assert said(ended) == [
        f"corrigenda: no Prefect server answers at {address}; start one with `corrigenda up`, or use --engine local"
    ]


def test_auto_falls_back_with_a_note_where_the_server_is_gone(manuscript: Path, home: Path) -> None:
    address = f"http://127.0.0.1:{free_port()}/api"
    ended = check(manuscript, home, server=address)
    assert ended.returncode == 3, ended.stderr
    assert f"no Prefect server answers at {address}: the run was done in this process" in " ".join(ended.stdout.split())
    assert said(ended) == []


@pytest.fixture
def data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.mark.usefixtures("data_folder")
def test_runs_that_start_at_the_same_time_are_all_known(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda n: known_runs.remember(f"run{n}", tmp_path / str(n)), range(40)))
    assert all(kept)
    assert [known_runs.folder_of(f"run{n}") for n in range(40)] == [tmp_path / str(n) for n in range(40)]


@pytest.mark.usefixtures("data_folder")
def test_an_unknown_run_is_named_with_those_that_are_known(tmp_path: Path) -> None:
    known_runs.remember("run1", tmp_path)
    with pytest.raises(RunFolderError, match="run2 is not known on this machine; known are run1"):
        known_runs.folder_of("run2")


def test_a_list_of_runs_that_cannot_be_written_stops_nothing(data_folder: Path) -> None:
    data_folder.write_text("a file where a folder should be")
    assert known_runs.remember("run1", data_folder) is False

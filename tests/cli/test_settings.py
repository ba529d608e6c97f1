"""Settings: which source wins, and what a wrong one says."""

from datetime import UTC, datetime
from pathlib import Path

import platformdirs
import pytest

from corrigenda.settings import Settings, address_shown, without_environment
from state.errors import SettingsError
from state.lookup import RegistryName


def test_options_win_over_environment_over_run_folder_over_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    user = Path(platformdirs.user_config_dir("corrigenda", appauthor=False))
    user.mkdir(parents=True)
    (user / "corrigenda.toml").write_text('email = "user@x"\njudge = "rules"\npatience = 1\ntimeout = 1\n')
    (tmp_path / "corrigenda.toml").write_text('email = "folder@x"\npatience = 2\ntimeout = 2\n')
    monkeypatch.setenv("CORRIGENDA_EMAIL", "environment@x")
    monkeypatch.setenv("CORRIGENDA_PATIENCE", "3")

    settings = Settings.load(tmp_path, email="option@x")

    assert ("option@x", 3.0, 2.0, "rules") == (settings.email, settings.patience, settings.timeout, settings.judge)


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("CORRIGENDA_PATIENCE", "soon", "CORRIGENDA_PATIENCE: patience"),
        ("CORRIGENDA_PATIENCE", "nan", "CORRIGENDA_PATIENCE: patience"),
        ("CORRIGENDA_TIMEOUT", "0", "CORRIGENDA_TIMEOUT: timeout"),
        ("CORRIGENDA_MAX_AGE_DAYS", "nan", "CORRIGENDA_MAX_AGE_DAYS: max_age_days"),
        ("CORRIGENDA_MAX_AGE_DAYS", "1e300", "CORRIGENDA_MAX_AGE_DAYS: max_age_days"),
        ("CORRIGENDA_CLOCK", "yesterday", "CORRIGENDA_CLOCK: clock"),
    ],
)
def test_a_wrong_value_names_its_source(
    variable: str, value: str, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(variable, value)

    with pytest.raises(SettingsError, match=says):
        Settings.load(tmp_path)


@pytest.mark.parametrize(
    "name", ["EMAIL", "ADS_API_KEY", "OPENALEX_API_KEY", "NCBI_API_KEY", "SEMANTIC_SCHOLAR_API_KEY"]
)
@pytest.mark.parametrize("value", ["hidden\nX: y", "hidden word", "hidden\xe9", "hidden\u200b"])
def test_what_no_header_can_hold_is_refused_and_not_repeated(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(f"CORRIGENDA_{name}", value)

    with pytest.raises(SettingsError, match=f"CORRIGENDA_{name}.*cannot be sent") as told:
        Settings.load(tmp_path)

    assert "hidden" not in str(told.value)


def test_an_unknown_setting_lists_those_there_are(tmp_path: Path) -> None:
    (tmp_path / "corrigenda.toml").write_text("emial = 'x'\n")

    with pytest.raises(SettingsError, match=r"no setting 'emial'.*email"):
        Settings.load(tmp_path)


def test_a_settings_file_that_is_no_toml_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "corrigenda.toml").write_text("email: x\n")

    with pytest.raises(SettingsError, match="not a TOML file"):
        Settings.load(tmp_path)


def test_a_service_address_must_be_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CORRIGENDA_CROSSREF_URL", "crossref")

    with pytest.raises(SettingsError, match="CORRIGENDA_CROSSREF_URL"):
        Settings.load(tmp_path).config()


def test_keys_are_never_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CORRIGENDA_NCBI_API_KEY", "s3cret")
    monkeypatch.setenv("OPENAI_API_KEY", "s3cret")

    settings = Settings.load(tmp_path, judge="openai:m")
    config = settings.config()

    assert "s3cret" not in repr(settings) + repr(config) + config.model_dump_json()
    key = config.services[RegistryName.PUBMED].key
    assert key is not None
    assert "s3cret" == key.get_secret_value()


def test_the_clock_is_utc_to_the_second(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CORRIGENDA_CLOCK", "2026-11-01T10:00:00.5+01:00")

    assert datetime(2026, 11, 1, 9, tzinfo=UTC) == Settings.load(tmp_path).now()


def test_the_demo_sees_none_of_mine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CORRIGENDA_EMAIL", "me@x")

    with without_environment():
        assert Settings.load(tmp_path).email is None
    assert "me@x" == Settings.load(tmp_path).email


@pytest.mark.parametrize(
    "password", ["secretword", "secret/word", "secret?word", "secret#word", "secret@word", "[secret"]
)
def test_a_password_in_an_address_is_never_shown(password: str) -> None:
    assert address_shown(f"https://ada:{password}@host.test:8080/base") == "https://host.test:8080/base"


@pytest.mark.parametrize("url", ["https://host.test/base", "http://[::1"])
def test_an_address_without_one_is_shown_as_it_is(url: str) -> None:
    assert address_shown(url) == url

"""The one place that reads the environment and the settings files.

Options win over `CORRIGENDA_*`, that over `corrigenda.toml` in the run folder, that over the one in the user's config
folder. Keys stay `SecretStr` from here on, and are in no store, log, report or message.
"""

import hashlib
import hmac
import os
import re
import secrets
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, SecretStr, ValidationError, field_validator

from state.config import DEFAULT_URLS, Config, Service
from state.errors import SettingsError
from state.lookup import RegistryName

PREFIX = "CORRIGENDA_"
_UNKEPT = secrets.token_bytes(32)
"""Stands in for the user's secret where it cannot be kept."""
FILE = "corrigenda.toml"

REGISTRY_SETTING: dict[RegistryName, str] = {
    RegistryName.PUBMED: "PUBMED",
    RegistryName.CROSSREF: "CROSSREF",
    RegistryName.OPENALEX: "OPENALEX",
    RegistryName.DATACITE: "DATACITE",
    RegistryName.ARXIV: "ARXIV",
    RegistryName.EUROPEPMC: "EUROPEPMC",
    RegistryName.SEMANTIC_SCHOLAR: "SEMANTIC_SCHOLAR",
    RegistryName.DOI: "DOI",
    RegistryName.DBLP: "DBLP",
    RegistryName.OPENLIBRARY: "OPENLIBRARY",
    RegistryName.ADS: "ADS",
    RegistryName.WHO_IRIS: "WHO_IRIS",
    RegistryName.GITHUB: "GITHUB",
    RegistryName.PYPI: "PYPI",
    RegistryName.CRAN: "CRAN",
    RegistryName.HUGGINGFACE: "HUGGINGFACE",
    RegistryName.WAYBACK: "WAYBACK",
}
KEY_SETTING: dict[RegistryName, str] = {
    RegistryName.PUBMED: "NCBI_API_KEY",
    RegistryName.OPENALEX: "OPENALEX_API_KEY",
    RegistryName.SEMANTIC_SCHOLAR: "SEMANTIC_SCHOLAR_API_KEY",
    RegistryName.ADS: "ADS_API_KEY",
}
JUDGE_KEY: dict[str, str] = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "ollama": "OLLAMA_API_KEY"}
"""The providers' own variables."""


class Settings(BaseModel):
    """Every setting by its name in `corrigenda.toml`; in the environment it has the prefix and stands in capitals."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    email: str | None = None
    ncbi_api_key: SecretStr | None = None
    openalex_api_key: SecretStr | None = None
    semantic_scholar_api_key: SecretStr | None = None
    ads_api_key: SecretStr | None = None
    pubmed_url: str | None = None
    crossref_url: str | None = None
    openalex_url: str | None = None
    datacite_url: str | None = None
    arxiv_url: str | None = None
    europepmc_url: str | None = None
    semantic_scholar_url: str | None = None
    doi_url: str | None = None
    dblp_url: str | None = None
    openlibrary_url: str | None = None
    ads_url: str | None = None
    who_iris_url: str | None = None
    github_url: str | None = None
    pypi_url: str | None = None
    cran_url: str | None = None
    huggingface_url: str | None = None
    wayback_url: str | None = None
    judge: str | None = None
    second_judge: str | None = None
    judge_url: str | None = None
    store: str | None = None
    cache: str | None = None
    registry: str | None = None
    clock: datetime | None = None
    patience: float | None = Field(default=None, ge=0)
    timeout: float | None = Field(default=None, gt=0)
    lang: str | None = None
    pdfs: Path | None = None
    offline: bool = False
    numbering: str | None = None
    review: bool = False
    max_age_days: float | None = Field(default=None, ge=0, le=36_500)

    @field_validator("email", "ncbi_api_key", "openalex_api_key", "semantic_scholar_api_key", "ads_api_key")
    @classmethod
    def _can_be_sent(cls, value: str | SecretStr | None) -> str | SecretStr | None:
        """It goes into a header of every request, where another character would make each service unavailable."""
        plain = value.get_secret_value() if isinstance(value, SecretStr) else value or ""
        if not re.fullmatch(r"[!-~]*", plain):
            raise ValueError("holds a character that cannot be sent: a space, a line end, or one that is not ASCII")
        return value

    _from_folder: frozenset[str] = PrivateAttr(default=frozenset())
    """Names of the settings that the run folder's file gave. A folder may come from somebody else."""

    @classmethod
    def load(cls, run_folder: Path | None = None, **options: Any) -> "Settings":
        """Settings from all their sources. Raises SettingsError naming the setting and where it stands."""
        values: dict[str, Any] = {}
        where: dict[str, str] = {}
        user = Path(platformdirs.user_config_dir("corrigenda", appauthor=False)) / FILE
        for path in (user, run_folder / FILE if run_folder else None):
            if path is not None and path.is_file():
                for name, value in _toml(path).items():
                    values[name], where[name] = value, str(path)
        for name in cls.model_fields:
            variable = PREFIX + name.upper()
            if os.environ.get(variable, "").strip():
                values[name], where[name] = os.environ[variable], variable
        for name, value in options.items():
            if value is not None:
                values[name], where[name] = value, f"--{name.replace('_', '-')}"
        try:
            settings = cls.model_validate(values)
            folder = str(run_folder / FILE) if run_folder else ""
            settings._from_folder = frozenset(name for name, source in where.items() if source == folder)
            return settings
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0])
            source = where.get(name, name)
            if first["type"] == "extra_forbidden":
                raise SettingsError(
                    f"{source}: there is no setting {name!r}; settings are {', '.join(sorted(cls.model_fields))}"
                ) from None
            raise SettingsError(f"{source}: {name}: {first['msg']}") from None

    def config(self) -> Config:
        """The plain values the steps work with."""
        judge = self.judge or "rules"
        return Config(
            email=self.email,
            services={name: self._service(name) for name in REGISTRY_SETTING},
            offline=self.offline,
            judge=judge,
            second_judge=self.second_judge,
            judge_url=self.judge_url,
            judge_key=judge_key(judge),
            numbering=self.numbering,
            language=self.lang,
            pdfs=self.pdfs,
            review=self.review,
            max_age_days=self.max_age_days,
            registry=self.registry_file(),
            **{name: value for name in ("patience", "timeout") if (value := getattr(self, name)) is not None},
        )

    def _service(self, name: RegistryName) -> Service:
        setting = f"{REGISTRY_SETTING[name].lower()}_url"
        url = getattr(self, setting) or DEFAULT_URLS[name]
        if not url.startswith(("http://", "https://")):
            # The value is not repeated: it may hold a password.
            raise SettingsError(f"{PREFIX}{setting.upper()}: not an address; it starts with http:// or https://")
        key_name = KEY_SETTING.get(name)
        key = getattr(self, key_name.lower()) if key_name else None
        # An address out of a run folder, which may be somebody else's, is not shown the user's own key.
        if key_name and setting in self._from_folder and key_name.lower() not in self._from_folder:
            key = None
        return Service(url=url.rstrip("/"), key=key, key_setting=PREFIX + key_name if key_name else None)

    def registry_file(self) -> Path | None:
        """The registry on this machine, where there is one and it is not switched off. A file that was named and is not
        there is an error: nobody is to think that it was asked."""
        if self.registry is not None and self.registry.lower() == "off":
            return None
        if self.registry:
            path = Path(self.registry).expanduser()
            if not path.is_file():
                raise SettingsError(
                    f"{PREFIX}REGISTRY: {path} is not there; `corrigenda registry import FILE…` makes it,"
                    " `off` does without"
                )
            return path
        return default_registry() if default_registry().is_file() else None

    def now(self) -> datetime:
        """The time of the run, UTC: CORRIGENDA_CLOCK where it is set, else the machine's clock, to the second."""
        moment = self.clock or datetime.now(UTC)
        try:
            moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        except OverflowError:
            raise SettingsError(f"{PREFIX}CLOCK: {moment} lies outside the calendar in UTC") from None
        return moment.replace(microsecond=0)


def judge_key(judge: str) -> SecretStr | None:
    """The key of a judge's provider, from the provider's own variable."""
    variable = JUDGE_KEY.get(judge.split(":", 1)[0])
    value = os.environ.get(variable, "") if variable else ""
    return SecretStr(value) if value else None


def default_registry() -> Path:
    """Where the registry on this machine lies unless a setting says otherwise."""
    return Path(platformdirs.user_data_dir("corrigenda", appauthor=False)) / "registry.db"


def address_shown(url: str) -> str:
    """An address as it may be printed: without what stands before an @, which may be a password, and one that holds a
    slash or no address at all as well."""
    scheme, separator, rest = url.rpartition("@")[0].partition("://") if "@" in url else ("", "", "")
    return f"{scheme}{separator}{url.rpartition('@')[2]}" if rest else url


def user_seal(text: str) -> str:
    """This user's seal under a text: an HMAC with a secret that stays in the user's own data folder.

    Consent bears it, so that a run folder that came from somebody else cannot bring consent along. Where the secret can
    be neither read nor made, the seal is one that no later run will derive again: consent is asked for each time.
    """
    path = Path(platformdirs.user_data_dir("corrigenda", appauthor=False)) / "seal"
    try:
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(secrets.token_bytes(32))
        secret = path.read_bytes()
    except OSError:
        secret = _UNKEPT
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()[:32]


def quiet_dependencies() -> None:
    """Telemetry of dependencies is off before any of them is imported; set here since servers they start inherit it."""
    for name, value in {
        "DO_NOT_TRACK": "1",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_CLOUD_ENABLE_ORCHESTRATION_TELEMETRY": "false",
        "PREFECT_LOGGING_LEVEL": os.environ.get("PREFECT_LOGGING_LEVEL", "CRITICAL"),
        "PREFECT_LOGGING_TO_API_ENABLED": "false",
        "OTEL_SDK_DISABLED": "true",
        "LOGFIRE_SEND_TO_LOGFIRE": "false",
    }.items():
        os.environ[name] = value


def prefect_server() -> str | None:
    """The address of a Prefect server the user has configured, or None."""
    return os.environ.get("PREFECT_API_URL") or None


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SettingsError(f"{path}: not a TOML file ({error})") from None


@contextmanager
def without_environment() -> Iterator[None]:
    """Corrigenda's own variables out of the way: the demo shows the same thing whatever the user has set."""
    held = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(PREFIX)}
    try:
        yield
    finally:
        os.environ.update(held)

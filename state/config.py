"""The settings a run works with, as plain values.

Reading them from options, environment and files is the business of `corrigenda/settings.py`.
"""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, SecretStr

from state.lookup import RegistryName


class Service(BaseModel):
    """How one service is reached."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str
    """Base address without a trailing slash."""
    key: SecretStr | None = None
    key_setting: str | None = None
    """The environment variable that holds the key, for messages."""


DEFAULT_URLS: dict[RegistryName, str] = {
    RegistryName.PUBMED: "https://eutils.ncbi.nlm.nih.gov",
    RegistryName.CROSSREF: "https://api.crossref.org",
    RegistryName.OPENALEX: "https://api.openalex.org",
    RegistryName.DATACITE: "https://api.datacite.org",
    RegistryName.ARXIV: "https://export.arxiv.org",
    RegistryName.EUROPEPMC: "https://www.ebi.ac.uk/europepmc",
    RegistryName.SEMANTIC_SCHOLAR: "https://api.semanticscholar.org",
    RegistryName.DOI: "https://doi.org",
    RegistryName.DBLP: "https://dblp.org",
    RegistryName.OPENLIBRARY: "https://openlibrary.org",
    RegistryName.ADS: "https://api.adsabs.harvard.edu",
    RegistryName.WHO_IRIS: "https://iris.who.int",
    RegistryName.GITHUB: "https://api.github.com",
    RegistryName.PYPI: "https://pypi.org",
    RegistryName.CRAN: "https://crandb.r-pkg.org",
    RegistryName.HUGGINGFACE: "https://huggingface.co",
    RegistryName.WAYBACK: "https://archive.org",
}
"""Paths below are the services' own: `/entrez/eutils/efetch.fcgi`, `/works/{doi}`, `/works`,
`/dois/{doi}`, `/api/query`, `/webservices/rest/search`, `/graph/v1/paper/batch`, `/api/handles/{doi}` and
`/ra/{doi}`, `/search/publ/api`, `/api/books`, `/v1/search/query`, `/server/api/…`, `/repos/{owner}/{name}`,
`/pypi/{name}/json`, `/{package}`, `/api/models/{id}`, `/wayback/available`. The registry on this machine has none."""


class Config(BaseModel):
    """Everything a step may ask of the settings. Passed in, never read from the environment below `corrigenda/`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    email: str | None = None
    services: dict[RegistryName, Service]
    patience: float = 120.0
    """Seconds a run waits for one service in all, retries and `Retry-After` included (decisions 1.4)."""
    timeout: float = 20.0
    """Seconds for one request."""
    offline: bool = False
    """Kept answers only; everything else is Unavailable(offline)."""
    max_age_days: float | None = None
    """Kept answers older than this are asked again; None: never within a run."""
    registry: Path | None = None
    """The registry on this machine, where there is one (`corrigenda registry import`)."""
    judge: str = "rules"
    second_judge: str | None = None
    judge_url: str | None = None
    judge_key: SecretStr | None = None
    judge_concurrency: int = 4
    numbering: str | None = None
    """`file` or `alphabetical`, the user's word."""
    language: str | None = None
    """`en` or `zh`; None: the manuscript's."""
    pdfs: Path | None = None
    review: bool = False

"""The services that are asked, each one file: a planner and parsers, without network, clock or settings."""

from collections.abc import Mapping

from state.config import Config
from state.exchange import Lane
from state.lookup import RegistryName
from state.words import Word
from tasks.registries.ads import Ads
from tasks.registries.arxiv import Arxiv
from tasks.registries.contract import KEYED, Access, Limit, Registry
from tasks.registries.cran import Cran
from tasks.registries.crossref import Crossref
from tasks.registries.datacite import DataCite
from tasks.registries.dblp import Dblp
from tasks.registries.doi import DoiOrg
from tasks.registries.europepmc import EuropePmc
from tasks.registries.github import GitHub
from tasks.registries.huggingface import HuggingFace
from tasks.registries.openalex import OpenAlex
from tasks.registries.openlibrary import OpenLibrary
from tasks.registries.pubmed import PubMed
from tasks.registries.pypi import PyPi
from tasks.registries.semantic_scholar import SemanticScholar
from tasks.registries.wayback import Wayback
from tasks.registries.who_iris import WhoIris

REGISTRIES: tuple[Registry, ...] = (
    PubMed(),
    Crossref(),
    OpenAlex(),
    DataCite(),
    Arxiv(),
    EuropePmc(),
    Dblp(),
    OpenLibrary(),
    Ads(),
    WhoIris(),
    SemanticScholar(),
    DoiOrg(),
    GitHub(),
    PyPi(),
    Cran(),
    HuggingFace(),
    Wayback(),
)
"""To add a service: one file, one line here, recorded bodies, a fixture in the contract tests."""


def registry_named(name: RegistryName) -> Registry:
    """The registry of that name. KeyError where `REGISTRIES` has none."""
    for registry in REGISTRIES:
        if registry.name is name:
            return registry
    raise KeyError(name)


class ServiceTerms(Word):
    """How one service wants to be asked, for what this user can show it: what the transport must know of it."""

    name: RegistryName
    key_param: str | None
    key_header: str | None
    email_param: str | None
    needs_key: bool
    lanes: Mapping[Lane, Limit]


def terms_for(config: Config, registries: tuple[Registry, ...] = REGISTRIES) -> tuple[ServiceTerms, ...]:
    """The terms of every registry under these settings: limits depend on whether there is a key or an address."""
    found = []
    for registry in registries:
        service = config.services.get(registry.name)
        access = Access(email=bool(config.email), key=bool(service and service.key))
        found.append(
            ServiceTerms(
                name=registry.name,
                key_param=registry.key_param,
                key_header=registry.key_header,
                email_param=registry.email_param,
                needs_key=registry.name in KEYED,
                lanes=dict(registry.limits(access)),
            )
        )
    return tuple(found)

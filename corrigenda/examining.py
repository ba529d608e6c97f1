"""What `doctor` looks at: services, keys, judges, where data lies, and the hashes of a store."""

import asyncio
import hashlib
import importlib.util
import json
import zlib
from pathlib import Path

import click

from corrigenda import __version__
from corrigenda.reading import open_existing
from corrigenda.settings import FILE, JUDGE_KEY, KEY_SETTING, PREFIX, Settings, address_shown, judge_key, prefect_server
from state.config import Config
from state.exchange import Body, Expects, Request
from state.lookup import Kept, RegistryName, Unavailable
from state.manuscript import Claim
from state.snapshot import Snapshot
from state.store import Store
from state.store import tables as t
from state.store.picture import snapshot_of
from state.words import content_hash

PROBES: dict[RegistryName, Request] = {
    RegistryName.PUBMED: Request(
        registry=RegistryName.PUBMED, path="/entrez/eutils/einfo.fcgi", params=(("db", "pubmed"), ("retmode", "json"))
    ),
    RegistryName.CROSSREF: Request(registry=RegistryName.CROSSREF, path="/works/10.1000%2F182"),
    RegistryName.OPENALEX: Request(registry=RegistryName.OPENALEX, path="/works/doi:10.1000%2F182"),
    RegistryName.DATACITE: Request(registry=RegistryName.DATACITE, path="/dois/10.5438/0012"),
    RegistryName.ARXIV: Request(
        registry=RegistryName.ARXIV,
        path="/api/query",
        params=(("id_list", "1605.08386"), ("max_results", "1")),
        expects=Expects.XML,
    ),
    RegistryName.EUROPEPMC: Request(
        registry=RegistryName.EUROPEPMC,
        path="/webservices/rest/search",
        params=(("query", "EXT_ID:25903331 AND SRC:MED"), ("format", "json"), ("resultType", "idlist")),
    ),
    RegistryName.SEMANTIC_SCHOLAR: Request(
        registry=RegistryName.SEMANTIC_SCHOLAR, path="/graph/v1/paper/DOI:10.1000%2F182", params=(("fields", "title"),)
    ),
    RegistryName.DOI: Request(registry=RegistryName.DOI, path="/api/handles/10.1000%2F182"),
    RegistryName.DBLP: Request(
        registry=RegistryName.DBLP, path="/search/publ/api", params=(("q", "attention"), ("format", "json"), ("h", "1"))
    ),
    RegistryName.OPENLIBRARY: Request(
        registry=RegistryName.OPENLIBRARY,
        path="/api/books",
        params=(("bibkeys", "ISBN:9780306406157"), ("format", "json"), ("jscmd", "data")),
    ),
    RegistryName.ADS: Request(
        registry=RegistryName.ADS,
        path="/v1/search/query",
        params=(("q", "bibcode:2021ApJ...920..132C"), ("fl", "bibcode"), ("rows", "1")),
    ),
    RegistryName.WHO_IRIS: Request(
        registry=RegistryName.WHO_IRIS, path="/server/api/pid/find", params=(("id", "hdl:10665/42330"),)
    ),
    RegistryName.GITHUB: Request(registry=RegistryName.GITHUB, path="/repos/python/cpython"),
    RegistryName.PYPI: Request(registry=RegistryName.PYPI, path="/pypi/pip/json"),
    RegistryName.CRAN: Request(registry=RegistryName.CRAN, path="/ggplot2"),
    RegistryName.HUGGINGFACE: Request(registry=RegistryName.HUGGINGFACE, path="/api/models/gpt2"),
    RegistryName.WAYBACK: Request(
        registry=RegistryName.WAYBACK, path="/wayback/available", params=(("url", "example.com"),)
    ),
}
"""One cheap look-up a service: that it answers is what is asked, not what it says."""


def examine(folder: Path | None, *, offline: bool, as_json: bool, quiet: bool) -> int:
    """Print what was found; 1 if a hash of the store does not derive, else 0."""
    settings = Settings.load(folder)
    told: dict[str, object] = {
        "services": "not asked (--offline)" if offline else asyncio.run(_services(settings)),
        "registry_on_this_machine": str(settings.registry_file() or "none (`corrigenda registry import`)"),
        "keys": _keys(settings),
        "judges": _judges(),
        "prefect": prefect_server() or "no server configured: runs are done in this process",
        "settings_file": str(folder / FILE) if folder and (folder / FILE).is_file() else "none in the run folder",
    }
    broken: list[str] = []
    if folder is not None:
        with open_existing(folder) as store:
            broken = broken_hashes(store)
            told["store"] = {"folder": str(folder), "revisions": store.revisions(), "hashes": broken}
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    elif not quiet:
        _print(told)
    return 1 if broken else 0


def _print(told: dict[str, object]) -> None:
    for title, content in told.items():
        click.echo(f"{title}:")
        if isinstance(content, dict):
            for name, value in content.items():
                click.echo(f"  {name:18} {value if value != [] else 'every hash derives again'}")
        else:
            click.echo(f"  {content}")


async def _services(settings: Settings) -> dict[str, str]:
    from tasks.registries import terms_for
    from tasks.transport import Transport

    config: Config = settings.config().model_copy(update={"patience": 5.0, "timeout": 8.0})

    async with Transport(config, settings.now, version=__version__, terms=terms_for(config)) as transport:
        answers = await asyncio.gather(*(transport.exchange(probe) for probe in PROBES.values()))
    return {
        name.value: f"{address_shown(config.services[name].url)}: {_told(answer)}"
        for name, answer in zip(PROBES, answers, strict=True)
    }


def _told(answer: Body | Unavailable) -> str:
    if isinstance(answer, Body):
        return f"answers (status {answer.status})"
    hint = f"; {answer.setting} would help" if answer.setting else ""
    return f"could not be asked: {answer.detail.partition(';')[0] or answer.reason.value}{hint}"


def _keys(settings: Settings) -> dict[str, str]:
    told = {"CORRIGENDA_EMAIL": "set" if settings.email else "not set: Crossref and NCBI give lower limits"}
    for name in KEY_SETTING.values():
        told[PREFIX + name] = "set" if getattr(settings, name.lower()) else "not set"
    return told


def _judges() -> dict[str, str]:
    told = {"rules": "can run", "scripted:FILE": "can run"}
    has_models = importlib.util.find_spec("pydantic_ai") is not None
    for provider, variable in JUDGE_KEY.items():
        if not has_models:
            told[f"{provider}:MODEL"] = "pydantic-ai is not installed"
        elif provider == "ollama":
            told[f"{provider}:MODEL"] = "can run where a server answers at --judge-url (default localhost:11434)"
        elif judge_key(provider):
            told[f"{provider}:MODEL"] = "can run"
        else:
            told[f"{provider}:MODEL"] = f"needs {variable} (or --judge-url for a server of your own)"
    return told


def broken_hashes(store: Store) -> list[str]:
    """Every row of the store whose key or hash does not derive again from what it holds."""
    broken = []
    for row in store.all_rows(t.AnswerRow):
        kept = Kept.model_validate_json(row["payload"])
        if kept.query.key != row["query_key"] or kept.lookup.outcome != row["outcome"]:
            broken.append(f"answer {row['query_key']}")
    for row in store.all_rows(t.BodyRow):
        request = Request.model_validate_json(row["request"])
        try:
            digest = hashlib.sha256(zlib.decompress(row["content"])).hexdigest()
        except zlib.error:
            digest = ""
        if request.fingerprint != row["fingerprint"] or digest != row["sha256"]:
            broken.append(f"body {row['fingerprint']}")
    for row in store.all_rows(t.ModelAnswerRow):
        asked = {name: row[name] for name in ("system", "user", "judge", "parameters")}
        if content_hash("prompt", asked) != row["prompt_key"]:
            broken.append(f"model answer {row['prompt_key']}")
    if store.run_id is not None:
        broken.extend(broken_quotations(snapshot_of(store)))
    broken.extend(
        f"claim {row['claim_id']}"
        for row in store.all_rows(t.ClaimRow)
        if Claim.model_validate_json(row["payload"]).content_key != row["content_key"]
    )
    return broken


def broken_quotations(snapshot: Snapshot) -> list[str]:
    """Judgments whose quotation stands neither in the evidence kept for their reference nor in the work's title."""
    from tasks.judge.quotations import occurs

    resolutions = {r.reference_id: r for r in snapshot.resolutions}
    references = {c.claim_id: c.reference_id for c in snapshot.manuscript.claims}
    broken = []
    for judgment in snapshot.judgments:
        resolution = resolutions.get(references.get(judgment.claim_id, ""))
        text = resolution.evidence.text if resolution else ""
        title = (resolution.record.title or "") if resolution and resolution.record else ""
        if not all(occurs(quotation, text) or occurs(quotation, title) for quotation in judgment.quotations):
            broken.append(f"quotation of {judgment.claim_id}")
    return broken

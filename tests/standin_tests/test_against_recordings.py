"""The stand-in's answers have no key, element or error text that the real services' recorded answers lack."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from lxml import etree

from tests.standin_tests.conftest import RECORDED

pytestmark = pytest.mark.skipif(
    not (RECORDED / "responses_index.jsonl").exists(), reason="the recorded registry answers are not here"
)

BY_NAME = frozenset({"abstract_inverted_index", "externalIds", "ids"})
"""Objects whose keys are data, not structure."""


def recorded(api: str, part: str, status: int = 200) -> Iterator[tuple[str, bytes]]:
    """(address, body) of the recorded answers of a service whose address contains `part`."""
    with (RECORDED / "responses_index.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            path = RECORDED / row["file"]
            if row["api"] == api and part in str(row["uri"]) and str(row["status"]) == str(status) and path.exists():
                yield str(row["uri"]), path.read_bytes()


def parsed(bodies: Iterator[tuple[str, bytes]]) -> list[Any]:
    values = []
    for _, body in bodies:
        try:
            values.append(json.loads(body))
        except ValueError:
            continue
    assert values, "no recorded answer of this kind"
    return values


def shape(value: Any, path: str = "") -> set[str]:
    """The paths of a JSON value: keys joined by dots, lists as `[]`."""
    if isinstance(value, dict):
        inner = {p for key, item in value.items() for p in shape(item, f"{path}.{key}")}
        return {path} if path.rpartition(".")[2] in BY_NAME else {path} | inner
    if isinstance(value, list):
        return {path} | {p for item in value for p in shape(item, f"{path}[]")}
    return {path}


def shapes(values: list[Any]) -> set[str]:
    return {path for value in values for path in shape(value)}


def test_a_crossref_work_has_no_key_of_its_own(client: httpx.Client) -> None:
    real = parsed(recorded("crossref", "/works/10."))
    works = [value for value in real if isinstance(value, dict) and value.get("message-type") == "work"]
    lists = [v for v in parsed(recorded("crossref", "/works?")) if v.get("message-type") == "work-list"]
    real_shape = shapes(works) | {path.replace(".items[]", "", 1) for path in shapes(lists)}
    for doi in ("10.5555/jim.2021.101", "10.5555/amc.2018.3", "10.5555/amc.2020.r1"):
        ours = shape(client.get(f"/crossref/works/{doi}").json())
        # A notice has a source in `updated-by` only in recent answers, and in `update-to` in none of these.
        assert ours - real_shape <= {".message.update-to[].source"}


def test_what_every_crossref_work_has_ours_has_too(client: httpx.Client) -> None:
    works = [v for v in parsed(recorded("crossref", "/works/10.")) if v.get("message-type") == "work"]
    always = set.intersection(*(set(value["message"]) for value in works))
    assert always <= set(client.get("/crossref/works/10.5555/jim.2021.101").json()["message"])


def test_a_crossref_list_is_wrapped_as_theirs(client: httpx.Client) -> None:
    real = [v for v in parsed(recorded("crossref", "/works?")) if v.get("message-type") == "work-list"]
    ours = client.get("/crossref/works", params={"query": "humidity"}).json()
    assert set(ours["message"]) <= {k for v in real for k in v["message"]}
    assert ours["message"]["items-per-page"] == 20


def test_crossrefs_404_is_theirs_word_for_word(client: httpx.Client) -> None:
    real = {body for address, body in recorded("crossref", "/works/", 404) if "/transform" not in address}
    assert client.get("/crossref/works/10.5555/none").content in real


def test_crossrefs_refusals_have_their_form(client: httpx.Client) -> None:
    real = shapes(parsed(recorded("crossref", "/works", 400)))
    assert shape(client.get("/crossref/works", params={"rows": "5000"}).json()) <= real


def test_an_openalex_work_has_no_key_of_its_own(client: httpx.Client) -> None:
    real = shapes([v for v in parsed(recorded("openalex", "/works/")) if "authorships" in v])
    ours = shape(client.get("/openalex/works/doi:10.5555/jim.2021.101").json())
    assert ours - real == set()


def test_an_openalex_list_is_wrapped_as_theirs(client: httpx.Client) -> None:
    real = parsed(recorded("openalex", "title.search"))
    ours = client.get("/openalex/works", params={"filter": "title.search:humidity sleep"}).json()
    assert (set(ours), set(ours["meta"])) == (set(real[0]), set(real[0]["meta"]))
    assert set(ours["results"][0]) - set(real[0]["results"][0]) == set()


def test_openalexs_404_is_theirs(client: httpx.Client) -> None:
    real = [body for _, body in recorded("openalex", "/works/", 404)]
    assert client.get("/openalex/works/doi:10.5555/none").content in real


def test_semantic_scholar_papers_have_no_key_of_their_own(client: httpx.Client) -> None:
    rows = [v for v in parsed(recorded("semanticscholar", "/paper/")) if isinstance(v, dict) and "paperId" in v]
    batch = [row for v in parsed(recorded("semanticscholar", "/paper/batch")) for row in v if row]
    fields = "title,abstract,year,authors,externalIds,journal,venue,publicationTypes,publicationDate,url,citationCount"
    ours = client.get("/s2/graph/v1/paper/PMID:31000001", params={"fields": fields}).json()
    assert shape(ours) - shapes(rows + batch) == set()


def test_semantic_scholars_errors_are_theirs(client: httpx.Client) -> None:
    missing = parsed(recorded("semanticscholar", "/paper/0", 404))[0]
    assert client.get("/s2/graph/v1/paper/0").json() == missing
    unmatched = parsed(recorded("semanticscholar", "search/match", 404))[0]
    assert client.get("/s2/graph/v1/paper/search/match", params={"query": "zzz"}).json() == unmatched


def test_doi_orgs_agencies_are_told_as_theirs(client: httpx.Client) -> None:
    real = [row for value in parsed(recorded("doi_resolve", "/ra/")) for row in value]
    ours = client.get("/doi/ra/10.5555/jim.2019.7,10.99999").json()
    assert {frozenset(row) for row in ours} <= {frozenset(row) for row in real}
    assert ours[1] in real


def element_paths(root: etree._Element) -> set[str]:
    tree = root.getroottree()
    return {"".join(c for c in tree.getpath(e) if c not in "[]0123456789") for e in root.iter("*")}


def attributes(root: etree._Element) -> set[tuple[str, str]]:
    return {(str(e.tag), str(name)) for e in root.iter("*") for name in e.attrib}


def pubmed_files() -> list[Path]:
    kept = [p for p in (RECORDED / "pubmed_efetch").glob("*") if p.is_file()]
    return [*kept, *(RECORDED / "pubmed_retractions").glob("*.xml"), *(RECORDED / "entrez").glob("pubmed*.xml")]


def test_efetch_has_no_element_or_attribute_of_its_own(client: httpx.Client) -> None:
    paths: set[str] = set()
    names: set[tuple[str, str]] = set()
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    for path in pubmed_files():
        root = etree.fromstring(path.read_bytes(), parser)
        if root is not None and root.tag == "PubmedArticleSet":
            paths |= element_paths(root)
            names |= attributes(root)
    ids = "31000001,31000002,31000003,31000004"
    ours = etree.fromstring(client.get("/pubmed/entrez/eutils/efetch.fcgi", params={"id": ids}).content)
    assert element_paths(ours) - paths == set()
    assert attributes(ours) - names == set()


def test_esearch_has_no_element_of_its_own(client: httpx.Client) -> None:
    paths: set[str] = set()
    for path in (RECORDED / "entrez").glob("esearch*.xml"):
        paths |= element_paths(etree.fromstring(path.read_bytes()))
    for term in ("humidity", "abcxyz"):
        answer = client.get("/pubmed/entrez/eutils/esearch.fcgi", params={"term": term})
        assert element_paths(etree.fromstring(answer.content)) - paths == set()

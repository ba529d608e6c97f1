"""Recorded bodies of the real services, where they lie beside the repository."""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from state.exchange import Body, Request
from state.lookup import Found, NotFound, QueryKind, RegistryName, Unavailable
from tasks.registries import crossref_work, datacite, openalex, registry_named, semantic_scholar
from tasks.registries.pubmed_xml import FetchError, parse_articles, parse_search
from tasks.registries.reading import Json, items, mapping
from tests.registries.services import NOW, ask

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "registries"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="recorded bodies are not beside this repository")


def recorded(api: str, path: str) -> list[tuple[str, Json]]:
    found = []
    for line in (DATA / "responses_index.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["api"] == api and str(row["status"]) == "200" and row["file"].endswith(".json"):
            address = unquote(urlsplit(row["uri"]).path)
            if address.startswith(path):
                try:
                    found.append((address, json.loads((DATA / row["file"]).read_bytes())))
                except ValueError:
                    continue
    return found


def test_every_recorded_pubmed_article_is_read() -> None:
    files = sorted((DATA / "pubmed_efetch").glob("fixtures__pmid_xml__*.xml"))
    assert len(files) > 150
    empty = 0
    for file in files:
        articles = parse_articles(file.read_bytes())
        assert isinstance(articles, tuple), file.name
        empty += not articles
        for record in articles:
            assert record.id == file.stem.rsplit("__", 1)[-1]
            assert record.title
            assert record.year
    assert empty <= 2  # PubMed's own empty sets, for articles that are gone


def test_no_recorded_entrez_body_raises() -> None:
    files = sorted((DATA / "entrez").iterdir())
    read = {file.name: parse_articles(file.read_bytes()) for file in files}
    assert all(isinstance(read[f"pubmed{n}.xml"], tuple) for n in (1, 2, 4, 5, 6, 7) if f"pubmed{n}.xml" in read)
    assert not isinstance(read["pubmed3.html"], tuple | FetchError)
    for file in files:
        parse_search(file.read_bytes())


def test_recorded_retractions_are_notices() -> None:
    for file in sorted((DATA / "pubmed_retractions").iterdir()):
        articles = parse_articles(file.read_bytes())
        assert isinstance(articles, tuple)
        types = {notice.type.value for notice in articles[0].notices}
        assert ("retraction" in types) == ("notice" not in file.name), file.name


def test_every_recorded_crossref_work_is_read() -> None:
    works: list[Json] = []
    for _, value in recorded("crossref", "/works"):
        fields = mapping(value)
        if fields.get("message-type") == "work":
            works.append(fields.get("message"))
        if fields.get("message-type") == "work-list":
            works += items(mapping(fields.get("message")).get("items"))
    records = [crossref_work.record_of(found) for found in works if mapping(found).get("DOI")]
    assert len(records) > 300
    assert all(record is not None for record in records)
    assert sum(bool(record and record.title) for record in records) > 0.9 * len(records)


def test_every_recorded_openalex_work_is_read() -> None:
    works = [value for address, value in recorded("openalex", "/works/") if mapping(value).get("title")]
    records = [openalex.record_of(found) for found in works]
    assert len(records) > 20
    assert all(record is not None for record in records)


def test_every_recorded_semantic_scholar_paper_is_read() -> None:
    papers = [value for _, value in recorded("semanticscholar", "/graph/v1/paper/DOI:")]
    assert papers
    assert all(semantic_scholar.record_of(found) is not None for found in papers if mapping(found).get("paperId"))


def test_every_recorded_datacite_record_is_read() -> None:
    entries = [mapping(value).get("data") for _, value in recorded("datacite", "/dois/")]
    records = [datacite.record_of(entry) for entry in entries]
    assert len(records) > 55
    assert all(record and record.title and record.authors for record in records)
    assert sum(bool(record and record.year) for record in records) >= len(records) - 1
    assert not any(";" in author.family for record in records if record for author in record.authors)


def test_datacites_recorded_404_is_its_word_for_absent() -> None:
    rows = [json.loads(line) for line in (DATA / "responses_index.jsonl").read_text("utf-8").splitlines()]
    missing = [row for row in rows if row["api"] == "datacite" and str(row["status"]) == "404"]
    assert missing
    query = ask(RegistryName.DATACITE, QueryKind.DOI, "10.4124/absent")
    (request,) = registry_named(RegistryName.DATACITE).plan([query], {}).requests
    for row in missing:
        assert lookup_of(query, request, 404, (DATA / row["file"]).read_bytes()) == NotFound()


def lookup_of(query: object, request: Request, status: int, content: bytes) -> object:
    """What one recorded answer says of a query."""
    answer = Body(fingerprint=request.fingerprint, status=status, content=content, received_at=NOW)
    plan = registry_named(request.registry).plan([query], {request.fingerprint: answer})  # type: ignore[list-item]
    return plan.settled[0].lookup


@pytest.mark.parametrize(
    ("number", "held"),
    [
        ("1605.08386", True),
        ("1707.08567", True),
        ("2104.12255", True),
        ("astro-ph/0601001", True),
        ("quant-ph/0201082", True),
        ("0808.05394", False),
        ("0000.0000", False),
        ("abc", False),
    ],
)
def test_recorded_feeds_say_which_preprints_arxiv_holds(number: str, held: bool) -> None:
    names = re.compile(rf"id_{re.escape(number.replace('/', '_'))}(v\d+)?_s0_m100_\w+\.json")
    (file,) = (path for path in (DATA / "arxiv" / "arxivpy").iterdir() if names.fullmatch(path.name))
    kept = json.loads(file.read_text("utf-8"))
    query = ask(RegistryName.ARXIV, QueryKind.ARXIV, number)
    (request,) = registry_named(RegistryName.ARXIV).plan([query], {}).requests
    found = lookup_of(query, request, kept["status_code"], kept["body"].encode())
    assert isinstance(found, Found if held else NotFound)
    if isinstance(found, Found):
        (record,) = found.records
        assert record.id == number
        assert record.title and record.authors and record.abstract and record.year


def test_every_recorded_search_of_arxiv_is_read() -> None:
    query = ask(RegistryName.ARXIV, QueryKind.TITLE, "testing")
    (request,) = registry_named(RegistryName.ARXIV).plan([query], {}).requests
    files = sorted((DATA / "arxiv" / "arxivpy").glob("q_testing*.json"))
    assert len(files) > 8
    for file in files:
        kept = json.loads(file.read_text("utf-8"))
        found = lookup_of(query, request, 200, kept["body"].encode())
        assert isinstance(found, Found) and not isinstance(found, Unavailable), file.name
        assert len(found.records) == 10

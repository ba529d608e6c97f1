"""Recorded bodies of the real services, where they lie beside the repository."""

import json
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tasks.registries import crossref_work, openalex, semantic_scholar
from tasks.registries.pubmed_xml import FetchError, parse_articles, parse_search
from tasks.registries.reading import Json, items, mapping

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

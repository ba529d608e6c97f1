"""DataCite, arXiv and Europe PMC as the stand-in imitates them."""

import json
from collections.abc import Iterator

import httpx
import pytest
from lxml import etree

from tests.standin import StandIn, World, work_from_json
from tests.standin.exchange import Ask
from tests.standin.limits import Limits
from tests.standin_tests.conftest import RECORDED

ATOM = {"a": "http://www.w3.org/2005/Atom", "o": "http://a9.com/-/spec/opensearch/1.1/"}
WORKS = [
    {
        "title": "Temperatures of wooden trays",
        "subtitle": "forty days of readings",
        "authors": [["Nakamura", "Aya"], ["Tray Group", ""]],
        "year": 2022,
        "journal": "An Invented Repository",
        "doi": "10.5557/TRAY.1",
        "agency": "DataCite",
        "abstract": "Trays drifted.",
    },
    {"title": "Walks on maps of harbours", "authors": [["Oyelaran", "Tunde"]], "year": 2021, "arxiv": "2101.00015"},
    {
        "title": "Chewing gum after surgery",
        "authors": [["Petrescu", "Ilinca"]],
        "year": 2023,
        "journal": "Annals of Gum",
        "pmid": "31000007",
        "doi": "10.5555/gum",
        "sections": [["AIM", "To chew."], ["RESULTS", "They chewed."]],
    },
]


@pytest.fixture
def further() -> Iterator[httpx.Client]:
    with (
        StandIn(World(work_from_json(row) for row in WORKS)) as server,
        httpx.Client(base_url=server.url, timeout=10) as client,
    ):
        yield client


def test_each_is_held_where_its_identifiers_say() -> None:
    held = [work_from_json(row).held_by for row in WORKS]
    assert "datacite" in held[0] and "crossref" not in held[0]
    assert held[1] == ("arxiv",)
    assert {"pubmed", "europepmc", "crossref"} <= set(held[2])


def test_datacite_answers_lists_and_single_dois(further: httpx.Client) -> None:
    listed = further.get("/datacite/dois", params={"query": 'doi:("10.5557/tray.1" OR "10.5557/none")'}).json()
    assert (listed["meta"]["total"], [entry["id"] for entry in listed["data"]]) == (1, ["10.5557/tray.1"])
    single = further.get("/datacite/dois/10.5557/tray.1").json()["data"]
    assert single["attributes"]["titles"][1]["titleType"] == "Subtitle"
    missing = further.get("/datacite/dois/10.5557/none")
    assert (missing.status_code, missing.json()["errors"][0]["status"]) == (404, "404")


def test_a_phrase_or_the_author_with_two_words_finds_a_title(further: httpx.Client) -> None:
    def total(query: str) -> int:
        return int(further.get("/datacite/dois", params={"query": query}).json()["meta"]["total"])

    assert total('titles.title:"temperatures of wooden trays"') == 1
    assert total('titles.title:"wooden temperatures"') == 0
    assert total('titles.title:"x" OR (creators.name:"nakamura" AND titles.title:(wooden AND trays))') == 1
    assert total('titles.title:"x" OR (creators.name:"brandt" AND titles.title:(wooden AND trays))') == 0


def feed(client: httpx.Client, **params: str) -> tuple[int, etree._Element]:
    answer = client.get("/arxiv/api/query", params=params)
    return answer.status_code, etree.fromstring(answer.content)


def test_arxiv_leaves_out_what_it_does_not_hold_and_refuses_what_is_no_number(further: httpx.Client) -> None:
    status, found = feed(further, id_list="2101.00015v1,2101.99999", max_results="2")
    assert (status, found.findtext("o:totalResults", namespaces=ATOM)) == (200, "1")
    assert [e.findtext("a:id", namespaces=ATOM) for e in found.findall("a:entry", ATOM)] == [
        "http://arxiv.org/abs/2101.00015v1"
    ]
    status, refused = feed(further, id_list="2101.00015,abc")
    assert (status, refused.findtext("a:entry/a:summary", namespaces=ATOM)) == (400, "incorrect id format for abc")


def test_arxivs_refusal_is_theirs(further: httpx.Client) -> None:
    if not RECORDED.is_dir():
        pytest.skip("recorded bodies are not beside this repository")
    (file,) = (RECORDED / "arxiv" / "arxivpy").glob("id_abc_*.json")
    theirs = etree.fromstring(json.loads(file.read_text("utf-8"))["body"].encode())
    _, ours = feed(further, id_list="abc")
    assert [e.tag for e in ours.iter("*")] == [e.tag for e in theirs.iter("*")]
    assert ours.findtext("a:entry/a:id", namespaces=ATOM) == theirs.findtext("a:entry/a:id", namespaces=ATOM)


def test_an_arxiv_entry_has_no_element_of_its_own(further: httpx.Client) -> None:
    if not RECORDED.is_dir():
        pytest.skip("recorded bodies are not beside this repository")
    theirs: set[str] = set()
    for file in (RECORDED / "arxiv" / "arxivpy").glob("*.json"):
        theirs |= {str(e.tag) for e in etree.fromstring(json.loads(file.read_text("utf-8"))["body"].encode()).iter("*")}
    _, ours = feed(further, search_query='ti:"walks on maps"')
    assert {str(e.tag) for e in ours.iter("*")} <= theirs


def test_a_datacite_record_has_no_key_of_its_own(further: httpx.Client) -> None:
    if not RECORDED.is_dir():
        pytest.skip("recorded bodies are not beside this repository")
    keys: set[str] = set()
    for file in (RECORDED / "responses" / "datacite").glob("*.json"):
        keys |= set((json.loads(file.read_bytes()).get("data") or {}).get("attributes", {}))
    assert set(further.get("/datacite/dois/10.5557/tray.1").json()["data"]["attributes"]) <= keys


def core(client: httpx.Client, query: str, **more: str) -> dict[str, object]:
    params = {"query": query, "format": "json", "resultType": "core", **more}
    return dict(client.get("/europepmc/webservices/rest/search", params=params).json())


def test_europe_pmc_finds_by_doi_pmid_and_title(further: httpx.Client) -> None:
    for query in ('DOI:"10.5555/GUM"', "(EXT_ID:31000007) AND SRC:MED", 'TITLE:"chewing gum after surgery"'):
        assert core(further, query)["hitCount"] == 1, query
    result = core(further, 'DOI:"10.5555/gum"')["resultList"]["result"][0]  # type: ignore[index]
    assert (result["source"], result["abstractText"]) == ("MED", "<h4>Aim</h4>To chew.<h4>Results</h4>They chewed.")
    assert core(further, 'DOI:"10.5555/none"')["resultList"] == {"result": []}
    assert core(further, 'DOI:"10.5555/gum"', pageSize="5000")["errCode"] == 400


def test_arxiv_refuses_the_second_request_within_three_seconds() -> None:
    limits, ask = Limits(on=True), Ask("arxiv", "GET", "/api/query?id_list=2101.00015")
    said = [limits.check(ask, now, 1)[0] for now in (0.0, 1.0, 4.5)]
    assert [reply.status if reply else 200 for reply in said] == [200, 429, 200]


def test_datacite_allows_a_thousand_requests_in_five_minutes() -> None:
    limits, ask = Limits(on=True), Ask("datacite", "GET", "/dois/10.5557/tray.1")
    codes = [200 if limits.check(ask, n / 10, 1)[0] is None else 429 for n in range(1001)]
    assert (codes.count(429), codes[-1]) == (1, 429)
    assert limits.check(ask, 500.0, 1)[0] is None

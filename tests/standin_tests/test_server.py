"""Limits, faults, the log, and the process."""

import contextlib
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.standin import Fault, StandIn, World
from tests.standin.exchange import Ask
from tests.standin.faults import Faults
from tests.standin.limits import Limits

WORK = "/crossref/works/10.5555/jim.2019.7"
ROOT = Path(__file__).resolve().parents[2]


def test_the_same_request_gives_the_same_bytes_in_every_server(world: World) -> None:
    paths = [
        WORK,
        "/crossref/works?query.title=humidity",
        "/openalex/works?search=asthma",
        "/pubmed/entrez/eutils/efetch.fcgi?id=31000001,31000003",
        "/pubmed/entrez/eutils/esearch.fcgi?term=asthma",
        "/s2/graph/v1/paper/PMID:31000001?fields=title,abstract",
        "/doi/api/handles/10.5555/jim.2019.7",
    ]

    def bodies() -> list[bytes]:
        with StandIn(world) as server, httpx.Client(base_url=server.url) as client:
            return [client.get(path).content for path in paths]

    assert bodies() == bodies()


def test_ncbi_refuses_the_fourth_request_of_a_second() -> None:
    limits, ask = Limits(on=True), Ask("pubmed", "GET", "/entrez/eutils/efetch.fcgi?id=1")
    answers = [limits.check(ask, moment, 1)[0] for moment in (0.0, 0.1, 0.2, 0.3, 1.31)]
    refused = answers[3]
    assert [answer is None for answer in answers] == [True, True, True, False, True]
    assert refused is not None
    assert json.loads(refused.body) == {
        "error": "API rate limit exceeded",
        "api-key": "127.0.0.1",
        "count": "4",
        "limit": "3",
    }


def test_a_key_raises_ncbis_limit_to_ten() -> None:
    limits, ask = Limits(on=True), Ask("pubmed", "GET", "/entrez/eutils/efetch.fcgi?id=1&api_key=k")
    answers = [limits.check(ask, 0.0, 1)[0] for _ in range(11)]
    assert [answer is None for answer in answers] == [True] * 10 + [False]


@pytest.mark.parametrize(
    ("target", "allowed"),
    [
        ("/works/10.1/x?mailto=a@b.example", 10),
        ("/works?rows=1&mailto=a@b.example", 3),
        ("/works/10.1/x", 5),
        ("/works?rows=1", 1),
    ],
)
def test_crossref_allows_so_many_a_second(target: str, allowed: int) -> None:
    limits, ask = Limits(on=True), Ask("crossref", "GET", target)
    answers = [limits.check(ask, 0.0, 1)[0] for _ in range(12)]
    assert sum(answer is None for answer in answers) == allowed


def test_crossref_allows_three_at_once() -> None:
    ask = Ask("crossref", "GET", "/works/10.1/x?mailto=a@b.example")
    assert Limits(on=True).check(ask, 0.0, 3)[0] is None
    assert Limits(on=True).check(ask, 0.0, 4)[0] is not None


def test_limits_switched_off_refuse_nothing(client: httpx.Client) -> None:
    with ThreadPoolExecutor(8) as pool:
        codes = set(pool.map(lambda _: client.get(WORK).status_code, range(30)))
    assert codes == {200}


@pytest.mark.parametrize(
    ("fault", "status", "retry_after"),
    [
        (Fault("rate_limited", retry_after=7), 429, "7"),
        (Fault("unavailable"), 503, None),
        (Fault("status", status=403), 403, None),
        (Fault("html"), 200, None),
        (Fault("slow", seconds=0.01), 200, None),
    ],
)
def test_a_fault_changes_the_answer(
    server: StandIn, client: httpx.Client, fault: Fault, status: int, retry_after: str | None
) -> None:
    good = client.get(WORK)
    server.set_fault("crossref", fault)
    answer = client.get(WORK)
    assert (answer.status_code, answer.headers.get("retry-after")) == (status, retry_after)
    assert (answer.content == good.content) is (fault.kind == "slow")
    assert server.requests[-1].fault == fault.kind
    server.clear_faults("crossref")
    assert client.get(WORK).content == good.content


def test_a_body_cut_off_is_an_error_to_the_reader(server: StandIn, client: httpx.Client) -> None:
    server.set_fault("crossref", Fault("cut"))
    with pytest.raises(httpx.RemoteProtocolError):
        client.get(WORK)


def test_a_service_that_is_gone_closes_without_an_answer(server: StandIn, client: httpx.Client) -> None:
    server.set_fault("s2", Fault("gone"))
    with pytest.raises(httpx.RemoteProtocolError):
        client.get("/s2/graph/v1/paper/PMID:31000001")
    assert server.requests[-1].status is None
    assert client.get(WORK).status_code == 200


def test_an_address_can_refuse_connections(server: StandIn) -> None:
    address = server.environment(refused=("crossref",))["CORRIGENDA_CROSSREF_URL"]
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{address}/works")


def test_a_fault_can_end_after_the_first_requests_or_meet_only_some(server: StandIn, client: httpx.Client) -> None:
    server.set_fault("crossref", Fault("rate_limited", first=2))
    server.set_fault("pubmed", Fault("unavailable", match="esearch"))
    assert [client.get(WORK).status_code for _ in range(4)] == [429, 429, 200, 200]
    assert client.get("/pubmed/entrez/eutils/efetch.fcgi?id=31000001").status_code == 200
    assert client.get("/pubmed/entrez/eutils/esearch.fcgi?term=x").status_code == 503


def test_chance_is_repeatable() -> None:
    def struck(seed: int) -> list[bool]:
        faults = Faults({"doi": Fault("gone", probability=0.3, seed=seed)})
        return [faults.strikes(Ask("doi", "GET", "/ra/x")) is not None for _ in range(200)]

    assert struck(1) == struck(1) != struck(2)
    assert 30 < sum(struck(1)) < 90


def test_the_log_says_what_was_asked_and_keeps_no_key(server: StandIn, client: httpx.Client) -> None:
    client.get("/crossref/works", params={"filter": "doi:10.1/a,doi:10.1/b", "mailto": "a@b.example"})
    client.post("/pubmed/entrez/eutils/efetch.fcgi", data={"id": "1,2", "api_key": "secret"})
    client.get("/doi/ra/10.1/a")
    assert server.asked("crossref", "doi") == ["10.1/a", "10.1/b"]
    assert server.asked("pubmed", "pmid") == ["1", "2"]
    rows = client.get("/_log").json()
    assert [(r["service"], r["status"], r["keyed"], r["mailed"]) for r in rows] == [
        ("crossref", 200, False, True),
        ("pubmed", 200, True, False),
        ("doi", 200, False, False),
    ]
    assert "secret" not in json.dumps(rows)
    client.post("/_reset")
    assert server.requests == []


def test_faults_and_the_world_can_be_changed_over_http(server: StandIn, client: httpx.Client) -> None:
    assert client.post("/_faults", json={"service": "doi", "kind": "unavailable"}).status_code == 200
    assert client.get("/doi/ra/10.1/a").status_code == 503
    client.request("DELETE", "/_faults", json={"service": "doi"})
    assert client.get("/doi/ra/10.1/a").status_code == 200
    assert client.post("/_faults", json={"service": "doi", "kind": "nonsense"}).status_code == 400
    client.post("/_world", json=[{"title": "New", "doi": "10.1/a"}])
    assert client.get("/crossref/works/10.1/a").status_code == 200


def test_it_runs_as_a_process_that_prints_its_address(world: World, tmp_path: Path) -> None:
    world.save(tmp_path / "world.json")
    command = [sys.executable, "-m", "tests.standin", "--world", str(tmp_path / "world.json"), "--environment"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().strip()
            assert process.stdout.readline().strip() == f"CORRIGENDA_PUBMED_URL={address}/pubmed"
            assert httpx.get(f"{address}{WORK}").status_code == 200
        finally:
            process.kill()
            process.stdout.close()
    with contextlib.suppress(httpx.ConnectError):
        assert httpx.get(f"{address}{WORK}").status_code != 200


def test_a_world_survives_its_file(world: World, tmp_path: Path) -> None:
    world.save(tmp_path / "w.json")
    assert World.load(tmp_path / "w.json").works == world.works


def test_a_misspelt_key_in_a_world_is_refused(tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text('[{"title": "A", "jornal": "B"}]', "utf-8")
    with pytest.raises(ValueError, match="jornal"):
        World.load(tmp_path / "w.json")

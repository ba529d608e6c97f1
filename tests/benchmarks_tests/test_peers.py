"""The parts of the side-by-side benchmark that are its own: the list, the proxy, the readers of reports, the counts."""

import json
import shutil
import ssl
from pathlib import Path

import httpx
import pytest

from benchmarks.peers.certificates import make_authority
from benchmarks.peers.measuring import repeated
from benchmarks.peers.proxy import CSL, SERVED, Asked, Own, Proxy, path_at
from benchmarks.peers.references import KINDS, PLANTED, RETRACTED, counted, make_references
from benchmarks.peers.sparql import RECORD, Sparql, query_in
from benchmarks.peers.tools import OURS, PEERS, Said
from tasks.readers.bibtex.reader import BibReader
from tests.standin import StandIn, Work, World

WORK = Work(
    title="Fog signals and the sleep of lighthouse keepers",
    authors=(("Vang", "Ida"), ("Fog Group", "")),
    year=2019,
    journal="Harbour Letters",
    doi="10.5555/fog.1",
    agency="Crossref",
    held_by=("crossref", "dblp"),
)
WORLD = World([WORK])


# The list


def test_the_list_has_so_many_of_each_kind_and_is_the_same_each_time() -> None:
    listed = make_references()
    assert counted(listed) == KINDS and len(listed.references) == 150
    again = make_references()
    assert again.references == listed.references and again.world.works == listed.world.works


def test_what_is_planted_is_wrong_in_the_world_and_the_rest_is_right() -> None:
    listed = make_references()
    entries = BibReader().read("refs.bib", "\n".join(one.bibtex for one in listed.references).encode()).references
    by_title = {work.full_title: work for work in listed.world}
    for reference, entry in zip(listed.references, entries, strict=True):
        work = by_title.get(entry.title or "")
        if reference.kind.startswith("invented"):
            assert work is None and entry.doi not in listed.world.by_doi
            continue
        assert work is not None
        assert (entry.doi == work.doi) is (reference.kind in ("right, with DOI", RETRACTED))
        assert bool(work.notices) is (reference.kind == RETRACTED)


def test_the_list_is_written_as_entries_and_as_a_text_that_cites_them(tmp_path: Path) -> None:
    listed = make_references(share=20)
    bib = listed.write(tmp_path)
    text = (tmp_path / "refs.md").read_text("utf-8")
    assert all(f"[@{one.key}]" in text and f"{{{one.key}," in bib.read_text("utf-8") for one in listed.references)


# The proxy


@pytest.mark.parametrize(
    ("host", "target", "path"),
    [
        ("api.crossref.org", "/works/10.1/x?mailto=a", "/crossref/works/10.1/x?mailto=a"),
        ("api.crossref.org", "/v1/works", "/crossref/works"),
        ("api.semanticscholar.org", "/graph/v1/paper/batch", "/s2/graph/v1/paper/batch"),
        ("www.ebi.ac.uk", "/europepmc/webservices/rest/search", "/europepmc/webservices/rest/search"),
        ("www.ebi.ac.uk", "/ols/api", None),
        ("doi.org", "/doiRA/10.1/x", "/doi/ra/10.1/x"),
        ("doi.org", "/api/handles/10.1/x", "/doi/api/handles/10.1/x"),
        ("example.org", "/", None),
    ],
)
def test_a_host_is_the_stand_ins_prefix(host: str, target: str, path: str | None) -> None:
    assert path_at(host, target) == path


def test_a_doi_leads_to_its_page_or_gives_its_metadata() -> None:
    own = Own(WORLD)
    status, headers, _ = own.answer("doi.org", "/10.5555/FOG.1", "text/html", b"") or (0, {}, b"")
    assert status == 302 and headers["Location"].endswith("/10.5555/fog.1")
    status, _, body = own.answer("doi.org", "/10.5555%2Ffog.1", CSL, b"") or (0, {}, b"")
    assert status == 200 and json.loads(body)["author"] == [
        {"family": "Vang", "given": "Ida"},
        {"literal": "Fog Group"},
    ]
    assert (own.answer("doi.org", "/10.5555/none", CSL, b"") or (0, {}, b""))[0] == 404
    assert own.answer("doi.org", "/api/handles/10.5555/fog.1", "", b"") is None


def test_sparql_gives_titles_in_a_range_dois_and_whole_records() -> None:
    sparql = Sparql.of(WORLD)

    def rows(query: str) -> list[dict[str, str]]:
        found = json.loads(sparql.answer(query))["results"]["bindings"]
        return [{name: value["value"] for name, value in row.items()} for row in found]

    one = (
        '{ SELECT ?pub ?t (3 AS ?i) WHERE { ?pub dblp:title ?t . FILTER(?t >= "fog sig" && ?t < "fog sih") } LIMIT 9 }'
    )
    [row] = rows(f"SELECT ?i ?pub ?t WHERE {{\n{one}\n}}")
    assert row["i"] == "3" and row["t"] == f"{WORK.title}." and row["pub"].startswith(RECORD)
    assert rows(one.replace("fog si", "gog si")) == []
    [named] = rows("SELECT ?doi ?pub WHERE { VALUES ?doi { <https://doi.org/10.5555/FOG.1> } ?pub dblp:doi ?doi . }")
    assert named["pub"] == row["pub"]
    whole = rows(f"SELECT * WHERE {{ VALUES ?pub {{ <{row['pub']}> }} }}")
    assert [(r["ord"], r["name"], r["year"]) for r in whole] == [("1", "Ida Vang", "2019"), ("2", "Fog Group", "2019")]
    assert rows("SELECT ?x WHERE { ?x ?y ?z }") == []


def test_a_query_is_found_where_clients_put_it() -> None:
    assert query_in("/sparql?query=SELECT+1", b"") == "SELECT 1"
    assert query_in("/sparql", b"query=SELECT+1") == "SELECT 1"
    assert query_in("/sparql", b"SELECT 1") == "SELECT 1"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="the benchmark makes its certificates with openssl")
def test_the_stand_in_is_served_under_the_services_own_names_and_others_are_refused(tmp_path: Path) -> None:
    authority = make_authority(tmp_path, SERVED)
    with StandIn(WORLD) as standin, Proxy(standin.url, WORLD, authority, latency=0) as proxy:
        trusted = ssl.create_default_context(cafile=str(authority.certificate))
        with httpx.Client(proxy=proxy.url, verify=trusted, trust_env=False) as client:
            assert client.get("https://api.crossref.org/works/10.5555/fog.1").json()["message"]["title"] == [WORK.title]
            assert client.get("https://api.crossref.org/works/10.5555/none").status_code == 404
            with pytest.raises(httpx.ProxyError):
                client.get("https://example.org/")
        asked = proxy.taken()
    assert [(one.host, one.status, one.unknown) for one in asked] == [
        ("api.crossref.org", 200, False),
        ("api.crossref.org", 404, False),
        ("example.org", 502, True),
    ]
    assert len(standin.requests) == 2 and proxy.taken() == []


# Counting


def test_only_what_was_answered_before_counts_as_repeated() -> None:
    def one(target: str, status: int = 200) -> Asked:
        return Asked("api.crossref.org", "GET", target, "", status, 0.0)

    before = [one("/a"), one("/b", 429), one("/c", 404), one("/d", 500)]
    assert repeated(before, [one("/a"), one("/a"), one("/b"), one("/c"), one("/d"), one("/e")]) == 3


# Reports


REPORTS = {
    "corrigenda": {
        "data": {
            "verdicts": [
                {"verdict": "verified", "evidence": {"parsed": {"raw": "@article{right,"}, "retraction": None}},
                {"verdict": "fabricated", "evidence": {"parsed": {"raw": "@article{wrong,"}, "notes": ""}},
                {
                    "verdict": "unverifiable",
                    "evidence": {"parsed": {"raw": "@article{nowhere,"}, "notes": "no_confident_match: found nowhere"},
                },
                {
                    "verdict": "unverifiable",
                    "evidence": {"parsed": {"raw": "@article{silent,"}, "notes": "crossref_unavailable"},
                },
                {
                    "verdict": "verified",
                    "evidence": {"parsed": {"raw": "@article{gone,"}, "retraction": {"retracted": True}},
                },
            ]
        }
    },
    "paper-preflight": {
        "findings": [
            {"key": "right", "severity": "info"},
            {"key": "wrong", "severity": "error"},
            {"key": "wrong", "severity": "info"},
            {"key": "nowhere", "severity": "warning"},
            {"key": "gone", "severity": "error"},
            {"key": None, "severity": "warning"},
        ]
    },
    "academic-refchecker": {
        "records": [
            {"original_reference": {"bibtex_key": "right"}, "info_type": "url"},
            {"original_reference": {"bibtex_key": "wrong"}, "error_type": "author"},
            {"original_reference": {"bibtex_key": "gone"}, "warning_type": "year"},
            {
                "original_reference": {"bibtex_key": "nowhere"},
                "error_type": "multiple",
                "_original_errors": [{"error_type": "unverified"}, {"info_type": "url"}],
            },
        ]
    },
    "refproof": {
        "findings": [
            {"status": "verified", "reference": {"key": "right"}},
            {"status": "wrong_doi", "reference": {"key": "wrong"}},
            {"status": "not_found", "reference": {"key": "nowhere"}},
            {"status": "unverified", "reference": {"key": "silent"}},
            {"status": "retracted", "reference": {"key": "gone"}},
        ]
    },
    "citegate": {
        "results": [
            {"verdict": "verified", "key": "right"},
            {"verdict": "mismatch", "key": "wrong"},
            {"verdict": "not-found", "key": "nowhere"},
            {"verdict": "error", "key": "silent"},
            {"verdict": "retracted", "key": "gone"},
        ]
    },
    "starbuck": {
        "references": [
            {"verdict": "pass", "key": "right"},
            {"verdict": "fail", "key": "wrong"},
            {"verdict": "warn", "key": "nowhere"},
            {"verdict": "error", "key": "silent"},
            {"verdict": "fail", "key": "gone"},
        ]
    },
}


@pytest.mark.parametrize("tool", [OURS, *PEERS], ids=lambda tool: tool.name)
def test_a_report_is_read_by_what_it_tells_to_act_on(tool: object, tmp_path: Path) -> None:
    assert tool in (OURS, *PEERS)
    known = next(one for one in (OURS, *PEERS) if one is tool)
    name = "refs-references.json" if known.name == "starbuck" else "report.json"
    (tmp_path / name).write_text(json.dumps(REPORTS[known.name]), encoding="utf-8")
    said = known.read(tmp_path, ["right", "wrong", "nowhere", "silent", "gone"])
    assert said["right"] is Said.NOTHING
    assert all(said[key] is Said.WRONG for key in ("wrong", "nowhere", "gone"))
    assert said["silent"] is not Said.WRONG


def test_no_tool_sees_the_users_keys_or_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENALEX_API_KEY", "secret")
    monkeypatch.setenv("CORRIGENDA_JUDGE", "openai:x")
    for tool in (OURS, *PEERS):
        environment = tool.surroundings(tmp_path)
        assert "secret" not in environment.values() and "CORRIGENDA_JUDGE" not in environment
        assert environment["HOME"] == str(tmp_path)


def test_every_planted_kind_is_one_of_the_list() -> None:
    assert set(PLANTED) < set(KINDS) and sum(KINDS.values()) == 150


def test_peers_are_pinned() -> None:
    assert all(tool.requirement and "==" in tool.requirement for tool in PEERS)

"""An outage never becomes an accusation: every service, with every fault, by the real command line."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.running import HOURS, KINDS, SERVICES, Done, bench, with_fault
from tests.faults.small import ENTRIES
from tests.standin.faults import Fault

DEPENDING: dict[str, frozenset[str]] = {
    "pubmed": frozenset({"1", "8", "9", "11"}),
    "crossref": frozenset({"2", "5", "6", "7", "9", "10", "11"}),
    "openalex": frozenset({"3", "5", "6", "9", "10", "11"}),
    "datacite": frozenset({"5", "6", "14"}),
    "arxiv": frozenset({"15"}),
    "europepmc": frozenset({"16"}),
    "semantic_scholar": frozenset(),
    "doi": frozenset({"5", "6"}),
}
"""The references whose identity cannot be known without a service: those that it alone holds, those that are accused of
something unless it agrees with the print, and those that are found nowhere only if it has been asked. Semantic Scholar
is required for none (decisions 1.4)."""
MORE_TO_SAY: dict[str, frozenset[str]] = {"crossref": frozenset({"12"})}
"""The references whose identity is known without a service, and of which it may say more: that a retraction PubMed
tells of was taken back."""
LABEL = {
    "pubmed": "PubMed",
    "crossref": "Crossref",
    "openalex": "OpenAlex",
    "datacite": "DataCite",
    "arxiv": "arXiv",
    "europepmc": "Europe PMC",
    "semantic_scholar": "Semantic Scholar",
    "doi": "doi.org",
}
ACCUSING = ("REF-FABRICATED", "REF-WRONG-WORK", "REF-NOT-FOUND", "REF-DOI-UNREGISTERED", "REF-STRANGER")
CELLS = [(service, name) for service in SERVICES for name in KINDS]
PASSING = [cell for cell in CELLS if KINDS[cell[1]].passes]
LASTING = [cell for cell in CELLS if not KINDS[cell[1]].passes]


@dataclass
class Table:
    """The run without a fault, and for each service and fault the hurt run and its resumption."""

    well: Done
    cells: dict[tuple[str, str], tuple[Done, Done]]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("outages")
    with bench(folder / "well") as made:
        made.settings()
        well = made.check()
    with ThreadPoolExecutor(8) as pool:
        runs = {
            (service, name): pool.submit(with_fault, folder / f"{service} {name}", service, KINDS[name])
            for service, name in CELLS
        }
        yield Table(well, {cell: run.result() for cell, run in runs.items()})


def provenance_apart(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files with two kinds of hashes blotted out, which say truly how it came about: which body an answer stood in
    (a batch asked after the outage has other company), and which question a judge was put (it names the record that
    described the work first)."""
    hashes = re.compile(rb'("(?:body_sha256|prompt_key)": )"[^"]*"')
    return {name: hashes.sub(rb'\1"-"', content) for name, content in files.items()}


def rules_in(report: str) -> set[str]:
    return set(re.findall(r"`([A-Z]+-[A-Z-]+)`", report))


def test_without_a_fault_the_thesis_shows_every_outcome(table: Table) -> None:
    assert table.well.code == 1
    assert table.well.identities == {
        **dict.fromkeys(("1", "2", "3", "4", "7", "8", "12", "13", "14", "15", "16"), "same"),
        "5": "agency_only",
        "6": "none",
        "9": "none",
        "10": "other_exists",
        "11": "other_nowhere",
    }
    assert {"PASS", "FAIL"} <= set(table.well.verdicts.values())
    assert set(ACCUSING[:4]) | {"REF-RETRACTED"} <= rules_in(table.well.report())


@pytest.mark.parametrize(("service", "name"), LASTING)
def test_an_outage_accuses_nobody(table: Table, service: str, name: str) -> None:
    hurt, _ = table.cells[service, name]
    expected = table.well.identities | dict.fromkeys(DEPENDING[service], "unknown")
    assert hurt.identities == expected
    for claim, verdict in hurt.verdicts.items():
        assert verdict in (table.well.verdicts[claim], None), claim
    assert rules_in(hurt.report()) & set(ACCUSING) <= rules_in(table.well.report())


@pytest.mark.parametrize(("service", "name"), LASTING)
def test_the_exit_code_is_3_exactly_where_an_outcome_depends_on_the_service(
    table: Table, service: str, name: str
) -> None:
    hurt, _ = table.cells[service, name]
    assert hurt.code == (3 if DEPENDING[service] else table.well.code)
    waiting = {r.reference_id for r in hurt.snapshot.resolutions if r.unavailable}
    assert waiting == DEPENDING[service] | MORE_TO_SAY.get(service, frozenset())


@pytest.mark.parametrize(("service", "name"), LASTING)
def test_the_report_names_the_service_the_reason_and_the_references(table: Table, service: str, name: str) -> None:
    hurt, _ = table.cells[service, name]
    silent = [n for r in hurt.snapshot.resolutions for n in r.lookups if n.outcome == "unavailable"]
    assert {n.query.registry.value for n in silent} == {service}
    assert {n.reason.value for n in silent if n.reason} <= KINDS[name].reasons
    rows = re.findall(rf"^\| {re.escape(LABEL[service])} \|.*$", _section(hurt.report(), "outages"), re.MULTILINE)
    named = {n for row in rows for n in re.findall(r"\(#ref-(\d+)\)", row)}
    assert named == {
        r.reference_id for r in hurt.snapshot.resolutions if any(n.outcome == "unavailable" for n in r.lookups)
    }
    matters = {n for row in rows if "**yes**" in row for n in re.findall(r"\(#ref-(\d+)\)", row)}
    assert matters == DEPENDING[service] | MORE_TO_SAY.get(service, frozenset())


def _section(report: str, anchor: str) -> str:
    return report.partition(f'<a id="{anchor}"></a>')[2].partition("<a id=")[0]


@pytest.mark.parametrize(("service", "name"), LASTING)
def test_when_the_service_is_back_resume_ends_as_if_nothing_had_been(table: Table, service: str, name: str) -> None:
    _, resumed = table.cells[service, name]
    assert resumed.code == table.well.code
    assert provenance_apart(resumed.files) == provenance_apart(table.well.files)
    for file in resumed.files:
        if file.endswith(".md"):
            assert resumed.files[file] == table.well.files[file]


@pytest.mark.parametrize(("service", "name"), LASTING)
def test_resume_asks_only_what_was_not_answered(table: Table, service: str, name: str) -> None:
    hurt, resumed = table.cells[service, name]
    assert resumed.requests
    sent = {(r.service, r.path, tuple(sorted(r.params.items()))) for r in hurt.requests if r.fault is None}
    for request in resumed.requests:
        assert (request.service, request.path, tuple(sorted(request.params.items()))) not in sent
        # doi.org's list of agencies may be asked once more for a service that was silent: it confirms what that
        # service's own list now leaves out.
        for kind in ("doi", "handle"):
            for value in request.asked.get(kind, ()):
                assert (request.service, kind, value) not in hurt.answered, request


@pytest.mark.parametrize(("service", "name"), PASSING)
def test_a_fault_that_passes_leaves_no_trace(table: Table, service: str, name: str) -> None:
    borne, resumed = table.cells[service, name]
    assert any(r.fault for r in borne.requests), "nothing met the fault"
    assert borne.code == table.well.code
    assert borne.files == table.well.files
    assert resumed.files == table.well.files
    assert not resumed.requests


@pytest.mark.parametrize("service", SERVICES)
def test_a_short_retry_after_is_obeyed(table: Table, service: str) -> None:
    asked = [r for r in table.cells[service, "limited for a second"][0].requests if r.service == service]
    refused = next(r for r in asked if r.fault)
    again = next(r for r in asked if r.n > refused.n and r.path == refused.path and r.params == refused.params)
    assert again.at - refused.at >= 1


@pytest.mark.parametrize("service", SERVICES)
def test_a_retry_after_of_hours_is_not_waited_for(table: Table, service: str) -> None:
    hurt, _ = table.cells[service, "limited for hours"]
    details = {n.detail for r in hurt.snapshot.resolutions for n in r.lookups if n.outcome == "unavailable"}
    assert all(f"{HOURS:,}" in detail for detail in details)
    at = [r.at for r in hurt.requests if r.service == service]
    assert len(at) <= 8, "a service that asks for hours is asked once by what was in flight, and left alone"


def test_the_reasons_are_told_apart_in_the_report(table: Table) -> None:
    shown = {name: _section(table.cells["crossref", name][0].report(), "outages") for name in KINDS}
    cells = {name: re.findall(r"^\| Crossref \| ([^|]+) \|", shown[name], re.MULTILINE) for _, name in LASTING}
    assert all(cells.values())
    assert len({cells[name][0] for name in ("slow", "limited for hours", "down", "cut off", "gone")}) == 5


def test_with_every_service_gone_everything_is_unknown_and_resume_ends_as_if_nothing_had_been(
    table: Table, tmp_path: Path
) -> None:
    with bench(tmp_path) as made:
        made.settings(refused=SERVICES, patience=2)
        hurt = made.check()
        made.settings()
        resumed = made.resume()
    assert hurt.code == 3
    assert set(hurt.identities.values()) == {"unknown"}
    assert not hurt.verdicts
    assert not hurt.answered
    assert not set(ACCUSING) & rules_in(hurt.report())
    assert resumed.code == table.well.code
    assert resumed.files == table.well.files


def test_offline_with_an_empty_store_asks_nobody_and_knows_nothing(table: Table, tmp_path: Path) -> None:
    with bench(tmp_path) as made:
        made.settings()
        done = made.check("--offline")
        again = made.resume()
    assert done.code == 3
    assert not done.requests
    assert set(done.identities.values()) == {"unknown"}
    assert {n.reason.value for r in done.snapshot.resolutions for n in r.lookups if n.reason} == {"offline"}
    assert again.files == table.well.files


def test_offline_after_a_full_run_gives_the_same_bytes_and_asks_nobody(table: Table, tmp_path: Path) -> None:
    with bench(tmp_path) as made:
        made.settings()
        made.check()
        offline = made.resume("--offline")
        checked = made.check("--offline")
    for done in (offline, checked):
        assert done.code == table.well.code
        assert not done.requests
        assert done.files == table.well.files


def test_a_refused_key_names_the_setting_that_would_help(tmp_path: Path) -> None:
    with bench(tmp_path, faults={"openalex": Fault("status", status=403)}) as made:
        made.settings(patience=2)
        done = made.check()
    assert done.code == 3
    assert "CORRIGENDA_OPENALEX_API_KEY" in _section(done.report(), "outages")
    assert done.identities["3"] == "unknown"


def test_two_services_gone_at_once_accuse_nobody(table: Table, tmp_path: Path) -> None:
    for a, b in (("crossref", "openalex"), ("pubmed", "doi")):
        with bench(tmp_path / a, faults={a: Fault("unavailable"), b: Fault("html")}) as made:
            made.settings(patience=1)
            hurt = made.check()
            made.server.clear_faults()
            made.settings()
            resumed = made.resume()
        silenced = {n for n, identity in hurt.identities.items() if identity == "unknown"}
        assert DEPENDING[a] | DEPENDING[b] <= silenced
        assert all(identity in ("unknown", table.well.identities[n]) for n, identity in hurt.identities.items())
        assert provenance_apart(resumed.files) == provenance_apart(table.well.files)


def test_the_table_covers_every_reference() -> None:
    assert {n for numbers in DEPENDING.values() for n in numbers} | {"4", "12", "13"} == {
        str(n) for n in range(1, len(ENTRIES) + 1)
    }

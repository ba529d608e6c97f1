"""The services of pages: which addresses they know, what they tell, and what is no answer."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from state.exchange import Body
from state.lookup import Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.registries import cran, github, huggingface, pypi, registry_named, wayback
from tasks.registries.contract import Registry
from tasks.registries.pages import NOT_ITS
from tests.registries.page_services import QUESTIONS, model, package, project, repository
from tests.registries.services import Services, body

URLS = {name: next(iter(asked)) for name, asked in QUESTIONS.items()}


def asked_of(name: RegistryName, url: str) -> Query:
    return Query(registry=name, kind=QueryKind.PAGE, value=url)


def carried_out(registry: Registry, query: Query, *answers: tuple[int, str]) -> Lookup:
    """The lookup of one query; the last answer is repeated."""
    outcomes: dict[str, Body | Unavailable] = {}
    left = list(answers)
    for _ in range(5):
        plan = registry.plan([query], outcomes)
        if plan.settled:
            return plan.settled[0].lookup
        for request in plan.requests:
            outcomes[request.fingerprint] = body(request, *(left.pop(0) if len(left) > 1 else left[0]))
    raise AssertionError("the planner does not come to an end")


def answered(name: RegistryName, status: int, value: Any) -> Lookup:
    content = value if isinstance(value, str) else json.dumps(value)
    return carried_out(registry_named(name), asked_of(name, URLS[name]), (status, content))


def record(lookup: Lookup) -> Record:
    assert isinstance(lookup, Found)
    return lookup.records[0]


def test_a_repository_tells_its_name_owner_and_years() -> None:
    found = record(answered(RegistryName.GITHUB, 200, repository()))
    assert found.title == "sealsleep: Scores the sleep of seals"
    assert [author.family for author in found.authors] == ["harbour-lab"]
    assert (found.year, found.years) == (2018, (2018, 2021))
    assert found.url == "https://github.com/harbour-lab/sealsleep"


def test_a_renamed_repository_is_there_under_its_present_name() -> None:
    query = asked_of(RegistryName.GITHUB, "https://github.com/harbour-lab/old-name/")
    services = Services()
    plan = github.GitHub().plan([query], {})
    outcome = services.answer(plan.requests[0])
    settled = github.GitHub().plan([query], {plan.requests[0].fingerprint: outcome}).settled[0]
    assert record(settled.lookup).id == "harbour-lab/sealsleep"


def test_a_project_tells_its_summary_authors_and_years() -> None:
    found = record(answered(RegistryName.PYPI, 200, project()))
    assert found.title == "seal-sleep: Scores the sleep of seals"
    assert [author.family for author in found.authors] == ["Ada Marlowe", "Ben Okafor"]
    assert found.years == (2018, 2020)


def test_a_package_tells_its_authors_without_their_roles() -> None:
    found = record(answered(RegistryName.CRAN, 200, package()))
    assert found.title == "sealSleep: Score the Sleep of Seals"
    assert [author.family for author in found.authors] == ["Ada Marlowe", "Ben Okafor"]
    assert found.year == 2020


def test_a_model_tells_its_doi_where_it_has_one() -> None:
    found = record(answered(RegistryName.HUGGINGFACE, 200, model("harbour-lab/sealbert")))
    assert found.title == "harbour-lab/sealbert: Calls of seals"
    assert (found.doi, found.years, found.types) == ("10.5555/hf/1", (2022, 2023), ("model",))


def snapshot(page: str, stamp: str = "20190301120000", **changes: Any) -> dict[str, Any]:
    closest = {"available": True, "url": f"http://web.archive.org/web/{stamp}/{page}", "timestamp": stamp}
    return {"url": page, "archived_snapshots": {"closest": {**closest, "status": "200", **changes}}}


def test_a_copy_tells_its_address_and_day_and_no_work() -> None:
    url = URLS[RegistryName.WAYBACK]
    found = record(answered(RegistryName.WAYBACK, 200, snapshot(url)))
    assert found.url == f"https://web.archive.org/web/20190301120000/{url}"
    assert wayback.taken_on(found) == "2019-03-01"
    assert (found.title, found.year) == (None, None)


def test_nothing_archived_is_believed_only_without_the_scheme_too() -> None:
    url, empty = URLS[RegistryName.WAYBACK], {"archived_snapshots": {}}
    registry, query = wayback.Wayback(), asked_of(RegistryName.WAYBACK, URLS[RegistryName.WAYBACK])
    found = carried_out(registry, query, (200, json.dumps(empty)), (200, json.dumps(snapshot(url))))
    assert isinstance(found, Found)
    assert carried_out(registry, query, (200, json.dumps(empty))) == NotFound()
    assert isinstance(carried_out(registry, query, (200, json.dumps(empty)), (404, "{}")), Unavailable)


def test_a_copy_that_is_cited_is_asked_for_as_what_it_is_a_copy_of() -> None:
    url = "https://web.archive.org/web/20190301120000id_/http://old.example/page"
    (request,) = wayback.Wayback().plan([asked_of(RegistryName.WAYBACK, url)], {}).requests
    assert dict(request.params) == {"url": "http://old.example/page", "timestamp": "20190301120000"}


def test_a_copy_of_an_error_page_or_one_that_is_not_shown_is_none() -> None:
    url = URLS[RegistryName.WAYBACK]
    for change in ({"status": "404"}, {"status": "503"}, {"available": False}):
        assert answered(RegistryName.WAYBACK, 200, snapshot(url, **change)) == NotFound()


MALFORMED: list[tuple[RegistryName, int, Any]] = [
    (RegistryName.GITHUB, 404, {"message": "No server is available"}),
    (RegistryName.GITHUB, 200, {"message": "Not Found"}),
    (RegistryName.GITHUB, 200, {**repository(), "full_name": "sealsleep"}),
    (RegistryName.GITHUB, 200, {**repository(), "owner": "harbour-lab"}),
    (RegistryName.GITHUB, 451, {"message": "Unavailable For Legal Reasons"}),
    (RegistryName.GITHUB, 410, {"message": "Gone"}),
    (RegistryName.PYPI, 404, {"message": "Service Unavailable"}),
    (RegistryName.PYPI, 200, {"info": {"name": "another-project"}}),
    (RegistryName.PYPI, 200, {"info": None}),
    (RegistryName.CRAN, 404, {"error": "version not found: 3"}),
    (RegistryName.CRAN, 500, {"error": "not_found"}),
    (RegistryName.CRAN, 200, {"Package": "another"}),
    (RegistryName.CRAN, 200, ["sealSleep"]),
    (RegistryName.HUGGINGFACE, 404, {"error": "Internal error"}),
    (RegistryName.HUGGINGFACE, 200, {"id": "../../etc"}),
    (RegistryName.HUGGINGFACE, 200, {}),
    (RegistryName.WAYBACK, 200, {"archived_snapshots": []}),
    (RegistryName.WAYBACK, 200, {"url": "x"}),
    (RegistryName.WAYBACK, 404, {"archived_snapshots": {}}),
    (RegistryName.WAYBACK, 200, {"archived_snapshots": {"closest": {}}}),
    (RegistryName.WAYBACK, 200, snapshot("https://another.example/")),
    (RegistryName.WAYBACK, 200, snapshot("https://www.harbour.example/", timestamp="2019")),
    (RegistryName.WAYBACK, 200, snapshot("x", url="https://evil.example/web/20190301120000/https://harbour.example/")),
]


@pytest.mark.parametrize(("name", "status", "value"), MALFORMED)
def test_what_is_not_the_documented_shape_is_no_absence(name: RegistryName, status: int, value: Any) -> None:
    assert isinstance(answered(name, status, value), Unavailable)


@pytest.mark.parametrize(
    ("known", "address", "expected"),
    [
        (github.repository_of, "https://github.com/a/b", ("a", "b")),
        (github.repository_of, "https://GitHub.com/a/b.git", ("a", "b")),
        (github.repository_of, "https://github.com/a/b/tree/main#readme", ("a", "b")),
        (github.repository_of, "https://github.com/a/b/blob/main/x.py", None),
        (github.repository_of, "https://github.com/a", None),
        (github.repository_of, "https://github.com/topics/seals", None),
        (github.repository_of, "https://github.com/a/..", None),
        (github.repository_of, "https://gist.github.com/a/b", None),
        (github.repository_of, "https://github.com.evil.example/a/b", None),
        (pypi.project_of, "https://pypi.org/project/seal.sleep/", ("seal.sleep",)),
        (pypi.project_of, "https://pypi.org/project/seal/1.0/", ("seal", "1.0")),
        (pypi.project_of, "https://pypi.python.org/pypi/seal/json", ("seal",)),
        (pypi.project_of, "https://pypi.org/user/seal", None),
        (cran.package_of, "https://CRAN.R-project.org/package=data.table", "data.table"),
        (cran.package_of, "https://cran.r-project.org/web/packages/seal/", "seal"),
        (cran.package_of, "https://cran.r-project.org/web/packages/seal/vignettes/a.html", None),
        (cran.package_of, "https://cran.r-project.org/", None),
        (huggingface.repository_of, "https://huggingface.co/a/b", ("models", "a/b")),
        (huggingface.repository_of, "https://hf.co/a/b/tree/main", ("models", "a/b")),
        (huggingface.repository_of, "https://huggingface.co/datasets/squad", ("datasets", "squad")),
        (huggingface.repository_of, "https://huggingface.co/datasets/a/b", ("datasets", "a/b")),
        (huggingface.repository_of, "https://huggingface.co/spaces/a/b", ("spaces", "a/b")),
        (huggingface.repository_of, "https://huggingface.co/a", None),
        (huggingface.repository_of, "https://huggingface.co/papers/1905.00001", None),
        (huggingface.repository_of, "https://huggingface.co/a/b/blob/main/x", None),
    ],
)
def test_a_service_knows_its_own_addresses_alone(known: Any, address: str, expected: Any) -> None:
    assert known(address) == expected


@pytest.mark.parametrize("name", list(URLS))
def test_an_address_of_nobodys_or_not_for_all_is_sent_nowhere(name: RegistryName) -> None:
    for url in ("http://localhost/a/b", "https://u:secret@github.com/a/b/c", "ftp://x.example/", "", "nothing"):
        plan = registry_named(name).plan([asked_of(name, url)], {})
        assert not plan.requests
        assert [settled.lookup for settled in plan.settled] == [NOT_ITS]


@given(st.text(max_size=60), st.sampled_from(sorted(URLS)))
def test_no_address_raises(text: str, name: RegistryName) -> None:
    for url in (text, f"https://github.com/{text}", f"https://web.archive.org/web/2019/{text}", f"https://{text}"):
        registry_named(name).plan([asked_of(name, url)], {})

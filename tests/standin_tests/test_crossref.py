"""Crossref as the stand-in imitates it."""

import httpx

from tests.standin import StandIn, Work, World, WorldNotice


def items(client: httpx.Client, **params: object) -> list[dict[str, object]]:
    named = {name.replace("_", ".", 1) if name.startswith("query_") else name: str(v) for name, v in params.items()}
    answer = client.get("/crossref/works", params=named)
    assert answer.status_code == 200
    return list(answer.json()["message"]["items"])


def test_an_unknown_doi_is_404_in_plain_text(client: httpx.Client) -> None:
    answer = client.get("/crossref/works/10.5555/none")
    assert (answer.status_code, answer.text) == (404, "Resource not found.")
    assert answer.headers["content-type"].startswith("text/plain")


def test_a_doi_may_be_percent_encoded_and_in_any_case(client: httpx.Client) -> None:
    plain = client.get("/crossref/works/10.5555/jim.2021.101")
    assert client.get("/crossref/works/10.5555%2FJIM.2021.101").content == plain.content
    message = plain.json()["message"]
    assert message["subtitle"] == ["a randomised crossover trial"]
    assert message["published-print"]["date-parts"][0][0] == 2021
    assert message["issued"]["date-parts"][0][0] == 2020
    assert message["author"][2] == {"name": "Dry Air Study Group", "sequence": "additional", "affiliation": []}
    assert "<jats:p>Sleep efficiency rose by 4.2% (p &lt; 0.05) &amp; awakenings fell.</jats:p>" in message["abstract"]


def test_a_doi_of_another_agency_is_not_here(client: httpx.Client) -> None:
    assert client.get("/crossref/works/10.16666/xgyx.2020.01").status_code == 404


def test_a_filter_answers_what_it_has_and_is_silent_about_the_rest(client: httpx.Client) -> None:
    found = items(client, filter="doi:10.5555/jim.2021.101,doi:10.5555/none,doi:10.5555/jim.2019.7", rows=100)
    assert {item["DOI"] for item in found} == {"10.5555/jim.2021.101", "10.5555/jim.2019.7"}


def test_twenty_rows_come_back_unless_more_are_asked_for(client: httpx.Client, server: StandIn) -> None:
    works = [Work(title=f"Work {n}", doi=f"10.5555/w{n}", held_by=("crossref",)) for n in range(30)]
    server.replace_world(World(works))
    wanted = ",".join(f"doi:{work.doi}" for work in works)
    assert len(items(client, filter=wanted)) == 20
    assert len(items(client, filter=wanted, rows=100)) == 30


def test_a_comma_in_a_doi_breaks_the_filter(client: httpx.Client) -> None:
    answer = client.get("/crossref/works", params={"filter": "doi:10.5555/a,b"})
    assert (answer.status_code, answer.json()["status"]) == (400, "failed")


def test_the_best_match_comes_first_and_its_neighbours_come_along(client: httpx.Client) -> None:
    found = items(client, query_bibliographic="Okafor 2019 humidity and sleep quality in children with mild asthma")
    assert [item["DOI"] for item in found[:2]] == ["10.5555/jim.2019.7", "10.5555/jim.2021.101"]
    assert found[0]["score"] > found[1]["score"]  # type: ignore[operator]


def test_select_names_the_fields_of_a_search(client: httpx.Client) -> None:
    found = items(client, query_title="humidity sensors", select="DOI,title", rows=1)
    assert found == [{"DOI": "10.5555/sensors.2017", "title": ["Humidity sensors for the home"]}]


def test_a_notice_stands_at_both_ends(client: httpx.Client) -> None:
    article = client.get("/crossref/works/10.5555/amc.2018.3").json()["message"]["updated-by"][0]
    notice = client.get("/crossref/works/10.5555/amc.2020.r1").json()["message"]["update-to"][0]
    assert (article["DOI"], article["type"], article["source"]) == (
        "10.5555/amc.2020.r1",
        "retraction",
        "retraction-watch",
    )
    assert (notice["DOI"], notice["type"]) == ("10.5555/amc.2018.3", "retraction")
    assert article["updated"]["date-parts"] == [[2020, 2, 3]]


def test_the_limits_are_announced_by_pool(client: httpx.Client) -> None:
    polite = client.get("/crossref/works/10.5555/none", params={"mailto": "a@b.example"}).headers
    public = client.get("/crossref/works", params={"rows": "0"}).headers
    assert (polite["x-rate-limit-limit"], polite["x-rate-limit-interval"], polite["x-concurrency-limit"]) == (
        "10",
        "1s",
        "3",
    )
    assert (public["x-api-pool"], public["x-rate-limit-limit"], public["x-concurrency-limit"]) == ("public", "1", "1")


def test_a_notice_under_the_articles_own_doi_updates_itself(client: httpx.Client, server: StandIn) -> None:
    own = WorldNotice("retraction", "10.5555/own", None, "2021-05-06", "publisher", ("crossref",))
    server.replace_world(World([Work(title="Work", doi="10.5555/own", held_by=("crossref",), notices=(own,))]))
    message = client.get("/crossref/works/10.5555/own").json()["message"]
    assert [update["DOI"] for update in message["update-to"]] == ["10.5555/own"]
    assert message["update-to"][0]["updated"] == message["updated-by"][0]["updated"]

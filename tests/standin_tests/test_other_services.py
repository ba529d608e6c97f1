"""OpenAlex, Semantic Scholar, doi.org and the chat endpoint as the stand-in imitates them."""

import json

import httpx

from tests.standin import StandIn, World
from tests.standin.llm import prompt_key


def test_openalex_answers_a_list_of_dois(client: httpx.Client) -> None:
    wanted = "doi:10.5555/jim.2021.101|https://doi.org/10.5555/JIM.2019.7|10.5555/none"
    answer = client.get("/openalex/works", params={"filter": wanted, "per-page": "100"}).json()
    assert {work["doi"] for work in answer["results"]} == {
        "https://doi.org/10.5555/jim.2021.101",
        "https://doi.org/10.5555/jim.2019.7",
    }
    assert (answer["meta"]["count"], answer["meta"]["per_page"]) == (2, 100)


def test_openalex_turns_the_abstract_inside_out(client: httpx.Client) -> None:
    work = client.get("/openalex/works/doi:10.5555/jim.2019.7").json()
    places = {place: word for word, held in work["abstract_inverted_index"].items() for place in held}
    assert " ".join(places[n] for n in sorted(places)) == "Children slept no better. The room was merely wetter."


def test_openalex_knows_what_is_retracted(client: httpx.Client) -> None:
    assert client.get("/openalex/works/https://doi.org/10.5555/amc.2018.3").json()["is_retracted"] is True
    assert client.get("/openalex/works/pmid:31000001").json()["is_retracted"] is False


def test_openalex_may_hold_another_title_under_the_right_doi(client: httpx.Client) -> None:
    assert client.get("/openalex/works/doi:10.5555/sensors.2017").json()["title"] == "Another paper's title altogether"
    message = client.get("/crossref/works/10.5555/sensors.2017").json()["message"]
    assert message["title"] == ["Humidity sensors for the home"]


def test_an_openalex_title_search_wants_every_word(client: httpx.Client) -> None:
    def titles(text: str) -> list[str]:
        return [w["title"] for w in client.get("/openalex/works", params={"filter": text}).json()["results"]]

    assert len(titles("title.search:humidity sleep adults")) == 1
    assert titles("title.search:humidity sleep elephants") == []
    assert len(titles("title.search:(humidity elephants) OR (sleep adults)")) == 1


def test_openalex_refuses_a_title_with_a_comma_and_a_page_too_long(client: httpx.Client) -> None:
    assert client.get("/openalex/works", params={"filter": "title.search:sleep, asthma"}).status_code == 400
    assert client.get("/openalex/works", params={"per-page": "500"}).status_code == 400


def test_the_openalex_budget_runs_out_and_free_look_ups_go_on(world: World) -> None:
    with StandIn(world, limits=True) as server, httpx.Client(base_url=server.url) as client:
        server.limits._spent[""] = 995
        assert client.get("/openalex/works/doi:10.5555/jim.2019.7").status_code == 200
        refused = client.get("/openalex/works", params={"search": "asthma"})
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "54000")
        allowed = client.get("/openalex/works", params={"filter": "doi:10.5555/jim.2019.7"})
        assert (allowed.status_code, allowed.headers["x-ratelimit-remaining"]) == (200, "4")


def test_a_semantic_scholar_batch_keeps_its_places(client: httpx.Client) -> None:
    ids = ["DOI:10.5555/JIM.2021.101", "DOI:10.5555/none", "PMID:31000002"]
    answer = client.post("/s2/graph/v1/paper/batch", params={"fields": "title,year"}, json={"ids": ids}).json()
    assert answer[1] is None
    assert [row["year"] for row in answer if row] == [2020, 2019]
    assert set(answer[0]) == {"paperId", "title", "year"}


def test_semantic_scholar_names_the_paper_it_does_not_have(client: httpx.Client) -> None:
    answer = client.get("/s2/graph/v1/paper/DOI:10.5555/none")
    assert (answer.status_code, answer.json()) == (404, {"error": "Paper with id DOI:10.5555/none not found"})


def test_a_semantic_scholar_search_without_hits_has_no_data_key(client: httpx.Client) -> None:
    answer = client.get("/s2/graph/v1/paper/search", params={"query": "n0 r3sult"}).json()
    assert answer == {"total": 0, "offset": 0}
    hit = client.get("/s2/graph/v1/paper/search", params={"query": "humidity sensors home", "fields": "title"}).json()
    assert [row["title"] for row in hit["data"]] == ["Humidity sensors for the home"]


def test_the_busy_pool_mostly_refuses_who_has_no_key(world: World) -> None:
    with StandIn(world, busy_pool=True) as server, httpx.Client(base_url=server.url) as client:
        search = "/s2/graph/v1/paper/search"
        codes = [client.get(search, params={"query": "humidity"}).status_code for _ in range(10)]
        keyed = client.get(search, params={"query": "humidity"}, headers={"x-api-key": "k"}).status_code
    assert codes == [429, 429, 429, 429, 200] * 2
    assert keyed == 200


def test_doi_org_tells_a_doi_that_exists_from_one_that_does_not(client: httpx.Client) -> None:
    known = client.get("/doi/api/handles/10.16666/xgyx.2020.01")
    unknown = client.get("/doi/api/handles/10.5555/none")
    assert (known.status_code, known.json()["responseCode"]) == (200, 1)
    assert (unknown.status_code, unknown.json()) == (404, {"responseCode": 100, "handle": "10.5555/none"})


def test_doi_org_names_the_agency(client: httpx.Client) -> None:
    listed = "10.16666/xgyx.2020.01,10.5555/jim.2019.7,10.5555/none"
    assert client.get(f"/doi/ra/{listed}").json() == [
        {"DOI": "10.16666/xgyx.2020.01", "RA": "ISTIC"},
        {"DOI": "10.5555/jim.2019.7", "RA": "Crossref"},
        {"DOI": "10.5555/none", "status": "DOI does not exist"},
    ]


def chat(client: httpx.Client, user: str, system: str = "Judge.") -> dict[str, object]:
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    answer = client.post("/llm/v1/chat/completions", json={"model": "m", "messages": messages})
    assert answer.status_code == 200
    assert answer.json()["usage"]["total_tokens"] > 0
    return dict(json.loads(answer.json()["choices"][0]["message"]["content"]))


def test_a_drawn_answer_quotes_the_evidence_word_for_word(client: httpx.Client) -> None:
    evidence = "Sleep improved in most of the adults. It did not in children."
    answers = [
        chat(client, f"<claim>Claim number {n}.</claim>\n<evidence>\n{evidence}\n</evidence>") for n in range(60)
    ]
    assert {answer["verdict"] for answer in answers} == {"PASS", "PARTIAL-A", "PARTIAL-B", "FAIL", None}
    quoted = [answer["quotations"] for answer in answers if answer["verdict"]]
    assert all(quotations == ["Sleep improved in most of the adults."] for quotations in quoted)


def test_the_same_question_gets_the_same_answer_and_another_round_sometimes_another(client: httpx.Client) -> None:
    users = [f"<claim>Claim {n}.</claim><evidence>The evidence says something.</evidence>" for n in range(60)]
    first, again = [chat(client, u) for u in users], [chat(client, u) for u in users]
    other = [chat(client, u, "What has no basis?") for u in users]
    differ = sum(a["verdict"] != b["verdict"] for a, b in zip(first, other, strict=True))
    assert first == again
    assert 0 < differ < 30


def test_a_table_and_a_function_can_answer_instead(world: World) -> None:
    message = [{"role": "user", "content": "Q"}]
    with (
        StandIn(world, answers={prompt_key(message): {"verdict": "PASS"}}) as server,
        httpx.Client(base_url=server.url) as client,
    ):
        assert chat(client, "Q") == {"verdict": "PASS"}
    with (
        StandIn(world, scripted=lambda messages: {"heard": messages[-1]["content"]}) as server,
        httpx.Client(base_url=server.url) as client,
    ):
        assert chat(client, "Hello") == {"heard": "Hello"}


def test_the_models_are_listed(client: httpx.Client) -> None:
    assert [row["object"] for row in client.get("/llm/v1/models").json()["data"]] == ["model"]

"""The door to the network: what is sent, what is asked again, and when a service is given up."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from email.utils import format_datetime

import httpx
import pytest

from state.exchange import Body, Expects, Lane, Request
from state.lookup import RegistryName, Unavailable, UnavailableReason
from tasks.transport import ONE_RETRY, Retries, Transport
from tests.transport.virtual import KEY, START, Network, VirtualTime, config, good, request, transport, with_key

Reason = UnavailableReason
PUBMED, CROSSREF, OPENALEX = RegistryName.PUBMED, RegistryName.CROSSREF, RegistryName.OPENALEX
SCHOLAR, DOI = RegistryName.SEMANTIC_SCHOLAR, RegistryName.DOI


def network(answer: object, latency: float = 0.0) -> Network:
    """A network whose answers come from a list (the last repeats), or from a function."""
    if isinstance(answer, list):
        listed = answer
        return Network(VirtualTime(), lambda _, number: listed[min(number, len(listed)) - 1], latency)
    return Network(VirtualTime(), answer, latency)  # type: ignore[arg-type]


async def asked(net: Network, *requests: Request, **changes: object) -> list[Body | Unavailable]:
    async with transport(net, config(**changes)) as door:
        return list(await asyncio.gather(*(door.exchange(one) for one in requests)))


def reason(outcome: Body | Unavailable) -> Reason | None:
    return outcome.reason if isinstance(outcome, Unavailable) else None


# what is sent


async def test_a_request_carries_address_contact_and_version() -> None:
    net = network(good)
    (outcome,) = await asked(net, request())
    sent = net.sent[0][1]
    assert str(sent.url) == "https://crossref.test/works/10.5555%2Fa?mailto=ada%40example.org"
    assert sent.headers["user-agent"] == "Corrigenda/9.9 (mailto:ada@example.org)"
    assert isinstance(outcome, Body)
    assert outcome.received_at == START


async def test_without_an_address_none_is_sent() -> None:
    net = network(good)
    await asked(net, request(), email=None)
    assert str(net.sent[0][1].url) == "https://crossref.test/works/10.5555%2Fa"
    assert net.sent[0][1].headers["user-agent"] == "Corrigenda/9.9"


async def test_keys_go_where_the_service_wants_them() -> None:
    net = network(good)
    settings = with_key(with_key(config(), SCHOLAR), OPENALEX)
    async with transport(net, settings) as door:
        await door.exchange(request(SCHOLAR, "/graph/v1/paper/x"))
        await door.exchange(request(OPENALEX, "/works/x"))
    assert net.sent[0][1].headers["x-api-key"] == KEY
    assert KEY not in str(net.sent[0][1].url)
    assert net.sent[1][1].url.params["api_key"] == KEY


async def test_a_key_that_goes_into_authorization_is_a_bearers() -> None:
    net = network(good)
    async with transport(net, with_key(config(), RegistryName.ADS)) as door:
        await door.exchange(request(RegistryName.ADS, "/v1/search/query"))
    assert net.sent[0][1].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in str(net.sent[0][1].url)


async def test_a_service_that_answers_nobody_without_a_key_is_not_asked_without_one() -> None:
    net = network(good)
    (outcome,) = await asked(net, request(RegistryName.ADS, "/v1/search/query"))
    assert isinstance(outcome, Unavailable)
    assert (outcome.reason, outcome.setting) == (Reason.NOT_CONFIGURED, "CORRIGENDA_ADS_API_KEY")
    assert not net.sent


async def test_a_form_holds_parameters_and_credentials() -> None:
    net = network([httpx.Response(200, text="<a/>")])
    form = Request(
        registry=PUBMED, method="POST", path="/x.fcgi", params=(("term", "a&b"),), form=True, expects=Expects.XML
    )
    async with transport(net, with_key(config(), PUBMED)) as door:
        await door.exchange(form)
    sent = net.sent[0][1]
    assert str(sent.url) == "https://pubmed.test/x.fcgi"
    assert sent.content == f"term=a%26b&email=ada%40example.org&api_key={KEY}".encode()
    assert sent.headers["content-type"] == "application/x-www-form-urlencoded"


async def test_a_json_body_is_posted_as_it_is() -> None:
    net = network(good)
    await asked(
        net, Request(registry=SCHOLAR, method="POST", path="/b", params=(("fields", "a,b"),), body='{"ids":[]}')
    )
    sent = net.sent[0][1]
    assert (sent.content, sent.headers["content-type"]) == (b'{"ids":[]}', "application/json")
    assert sent.url.params["fields"] == "a,b"


async def test_a_base_address_may_have_a_path() -> None:
    net = network(good)
    settings = config()
    service = settings.services[CROSSREF].model_copy(update={"url": "https://proxy.test/crossref/"})
    async with transport(net, settings.model_copy(update={"services": {CROSSREF: service}})) as door:
        await door.exchange(request())
        assert reason(await door.exchange(request(DOI))) is Reason.NOT_CONFIGURED
    assert net.sent[0][1].url.path == "/crossref/works/10.5555/a"


async def test_an_offline_run_sends_nothing() -> None:
    net = network(good)
    (outcome,) = await asked(net, request(), offline=True)
    assert reason(outcome) is Reason.OFFLINE
    assert not net.sent


# answers


@pytest.mark.parametrize("status", [200, 400, 404, 410])
async def test_these_statuses_are_answers(status: int) -> None:
    (outcome,) = await asked(network([httpx.Response(status, json={})]), request())
    assert isinstance(outcome, Body)
    assert outcome.status == status


@pytest.mark.parametrize("status", [401, 403])
async def test_a_refusal_names_the_setting_that_helps(status: int) -> None:
    net = network([httpx.Response(status, json={})])
    (outcome,) = await asked(net, request(SCHOLAR, "/x"))
    assert outcome == Unavailable(
        reason=Reason.FORBIDDEN,
        detail=f"the service answers {status}",
        setting="CORRIGENDA_SEMANTIC_SCHOLAR_API_KEY",
    )
    assert len(net.sent) == 1


async def test_a_key_that_a_service_repeats_reaches_nobody() -> None:
    answers = [
        httpx.Response(400, json={"error": "API key invalid", "api-key": KEY}),
        httpx.Response(200, text=f"<a>{KEY}</a>"),
    ]
    net = network(answers)
    xml = request(PUBMED, "/x", expects=Expects.XML)
    async with transport(net, with_key(config(), PUBMED)) as door:
        refused, kept = await door.exchange(xml), await door.exchange(xml)
    assert reason(refused) is Reason.FORBIDDEN
    assert KEY not in repr(refused)
    assert isinstance(kept, Body)
    assert KEY.encode() not in kept.content


async def test_keys_are_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    net = network(good)
    async with transport(net, with_key(config(), OPENALEX)) as door:
        await door.exchange(request(OPENALEX, "/works/x"))
    assert KEY not in caplog.text


# asking again


async def test_a_server_error_is_asked_again_with_growing_waits() -> None:
    net = network([httpx.Response(503), httpx.Response(500), httpx.Response(502), httpx.Response(200, json={})])
    (outcome,) = await asked(net, request())
    assert isinstance(outcome, Body)
    assert net.times == [0, 1, 3, 7]


async def test_jitter_shortens_waits_by_half_at_most() -> None:
    net = network([httpx.Response(503), httpx.Response(200, json={})])
    async with transport(net, jitter=0.0) as door:
        await door.exchange(request())
    assert net.times == [0, 0.5]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (httpx.Response(500), Reason.SERVER_ERROR),
        (httpx.Response(504), Reason.SERVER_ERROR),
        (httpx.Response(429), Reason.RATE_LIMITED),
        (httpx.Response(200, html="<!DOCTYPE html><html><body>Sign in</body></html>"), Reason.MALFORMED),
        (httpx.Response(200, text='{"message": [1, 2'), Reason.MALFORMED),
        (httpx.Response(200, text=""), Reason.MALFORMED),
        (httpx.ConnectError("refused"), Reason.REFUSED),
        (httpx.ReadTimeout("slow"), Reason.TIMEOUT),
        (httpx.ConnectTimeout("slow"), Reason.TIMEOUT),
        (httpx.RemoteProtocolError("Server disconnected"), Reason.REFUSED),
        (httpx.ProxyError("no"), Reason.REFUSED),
    ],
)
async def test_what_fails_five_times_is_unavailable_for_its_reason(answer: object, expected: Reason) -> None:
    net = network([answer])
    (outcome,) = await asked(net, request())
    assert reason(outcome) is expected
    assert len(net.sent) == 5


@pytest.mark.parametrize("text", ["<a><b></a>", "<PubmedArticleSet><PubmedArticle>", '{"error": "x"}', "", "\x00"])
async def test_xml_that_is_none_is_not_an_answer(text: str) -> None:
    (outcome,) = await asked(network([httpx.Response(200, text=text)]), request(PUBMED, "/x", expects=Expects.XML))
    assert reason(outcome) is Reason.MALFORMED


async def test_a_rate_limit_said_with_status_200_is_one() -> None:
    answers = [httpx.Response(200, json={"error": "API rate limit exceeded"}), httpx.Response(200, text="<a/>")]
    net = network(answers)
    (outcome,) = await asked(net, request(PUBMED, "/x", expects=Expects.XML))
    assert isinstance(outcome, Body)


async def cut() -> AsyncIterator[bytes]:
    yield b'{"message":'
    raise httpx.RemoteProtocolError("peer closed connection without sending complete message body")


async def test_a_body_that_is_cut_off_is_asked_again() -> None:
    net = network([httpx.Response(200, content=cut()), httpx.Response(200, json={})])
    (outcome,) = await asked(net, request())
    assert isinstance(outcome, Body)
    (outcome,) = await asked(Network(VirtualTime(), lambda _, __: httpx.Response(200, content=cut())), request())
    assert reason(outcome) is Reason.MALFORMED


async def endless() -> AsyncIterator[bytes]:
    while True:
        yield b" " * 2**20


async def test_a_body_without_end_is_not_read_to_its_end() -> None:
    net = network([httpx.Response(200, content=endless())])
    (outcome,) = await asked(net, request())
    assert reason(outcome) is Reason.MALFORMED
    assert len(net.sent) == 1


async def test_one_retry_after_two_seconds_is_a_policy() -> None:
    net = network([httpx.Response(500)])
    async with transport(net, retries=ONE_RETRY, jitter=0.0) as door:
        await door.exchange(request())
    assert net.times == [0, 2]


# redirects


async def test_redirects_within_the_host_are_followed_with_credentials() -> None:
    net = network([httpx.Response(301, headers={"location": "/works/W2"}), httpx.Response(200, json={})])
    async with transport(net, with_key(config(), OPENALEX)) as door:
        outcome = await door.exchange(request(OPENALEX, "/works/W1"))
    assert isinstance(outcome, Body)
    assert net.sent[1][1].url.path == "/works/W2"
    assert net.sent[1][1].url.params["api_key"] == KEY


@pytest.mark.parametrize("target", ["https://elsewhere.test/x", "http://openalex.test/x", "//openalex.test:444/x"])
async def test_redirects_to_another_host_are_not_followed(target: str) -> None:
    net = network([httpx.Response(302, headers={"location": target})])
    (outcome,) = await asked(net, request(OPENALEX, "/works/W1"))
    assert reason(outcome) is Reason.MALFORMED
    assert len(net.sent) == 1


async def test_a_circle_of_redirects_ends() -> None:
    net = network([httpx.Response(302, headers={"location": "/works/W1"})])
    (outcome,) = await asked(net, request(OPENALEX, "/works/W1"))
    assert reason(outcome) is Reason.MALFORMED
    assert len(net.sent) == 6


# Retry-After and patience


async def test_retry_after_in_seconds_is_obeyed() -> None:
    net = network([httpx.Response(429, headers={"Retry-After": "30"}), httpx.Response(200, json={})])
    (outcome,) = await asked(net, request())
    assert isinstance(outcome, Body)
    assert net.times == [0, 30]


async def test_retry_after_as_a_date_is_obeyed() -> None:
    date = format_datetime(START + timedelta(seconds=45), usegmt=True)
    net = network([httpx.Response(503, headers={"Retry-After": date}), httpx.Response(200, json={})])
    await asked(net, request())
    assert net.times == [0, 45]


async def test_an_unreadable_retry_after_is_no_wait() -> None:
    net = network([httpx.Response(503, headers={"Retry-After": "soon"}), httpx.Response(200, json={})])
    await asked(net, request())
    assert net.times == [0, 1]


async def test_a_403_with_no_requests_left_is_a_limit_and_ends_at_the_moment_it_names() -> None:
    spent = {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(START.timestamp()) + 90)}
    net = network([httpx.Response(403, headers=spent), httpx.Response(200, json={})])
    (outcome,) = await asked(net, request())
    assert isinstance(outcome, Body)
    assert net.times == [0, 90]
    spent["x-ratelimit-reset"] = str(int(START.timestamp()) + 3600)
    (outcome,) = await asked(network([httpx.Response(403, headers=spent)]), request())
    assert isinstance(outcome, Unavailable)
    assert outcome.reason is Reason.RATE_LIMITED
    assert "3,600 s" in outcome.detail


async def test_a_page_blocked_by_law_is_an_answer_for_the_planner() -> None:
    (outcome,) = await asked(network([httpx.Response(451, json={})]), request())
    assert isinstance(outcome, Body)
    assert outcome.status == 451


async def test_retry_after_beyond_patience_ends_at_once_and_stays_ended() -> None:
    net = network([httpx.Response(429, headers={"Retry-After": "54000"})])
    async with transport(net) as door:
        first, second = await door.exchange(request()), await door.exchange(request(path="/works/b"))
        other = await door.exchange(request(OPENALEX, "/works/b"))
    assert isinstance(first, Unavailable)
    assert (first.reason, second) == (Reason.RATE_LIMITED, first)
    assert "54,000 s" in first.detail
    assert net.time.now == 0
    assert [sent.url.host for _, sent in net.sent] == ["crossref.test", "openalex.test"]
    assert reason(other) is Reason.RATE_LIMITED


async def test_others_wait_as_well_when_a_service_asks_for_quiet() -> None:
    def answer(sent: httpx.Request, number: int) -> httpx.Response:
        return httpx.Response(429, headers={"Retry-After": "20"}) if number == 1 else httpx.Response(200, json={})

    net = network(answer)
    outcomes = await asked(net, *(request(path=f"/works/{n}") for n in range(6)))
    assert all(isinstance(outcome, Body) for outcome in outcomes)
    assert sum(time < 20 for time in net.times) == 1 + sum(0 < time < 1 for time in net.times)
    assert len(net.sent) == 7


async def test_waits_at_the_same_time_count_once_against_patience() -> None:
    seen: set[str] = set()

    def answer(sent: httpx.Request, number: int) -> httpx.Response:
        if sent.url.path in seen:
            return httpx.Response(200, json={})
        seen.add(sent.url.path)
        return httpx.Response(429, headers={"Retry-After": "50"})

    net = Network(VirtualTime(), answer, latency=1.0)
    outcomes = await asked(net, *(request(path=f"/works/{n}") for n in range(3)), patience=70.0)
    assert all(isinstance(outcome, Body) for outcome in outcomes)


async def test_patience_is_one_sum_for_a_service() -> None:
    def answer(sent: httpx.Request, number: int) -> httpx.Response:
        return httpx.Response(429, headers={"Retry-After": "50"}) if number % 2 else httpx.Response(200, json={})

    net = network(answer)
    async with transport(net) as door:
        outcomes = [await door.exchange(request(path=f"/works/{n}")) for n in range(4)]
    assert [reason(outcome) for outcome in outcomes] == [None, None, Reason.RATE_LIMITED, Reason.RATE_LIMITED]
    assert net.time.now == pytest.approx(100, abs=1)
    assert len(net.sent) == 5


async def test_a_run_without_patience_never_waits_for_a_fault() -> None:
    net = network([httpx.Response(503)])
    (outcome,) = await asked(net, request(), patience=0.0)
    assert reason(outcome) is Reason.SERVER_ERROR
    assert net.time.now == 0


async def test_timeouts_use_patience_up() -> None:
    async def slow() -> httpx.Response:
        await net.time.sleep(20)
        raise httpx.ReadTimeout("slow")

    net = Network(VirtualTime(), lambda _, __: slow())
    outcomes = await asked(net, *(request(path=f"/works/{n}") for n in range(100)))
    assert {reason(outcome) for outcome in outcomes} == {Reason.TIMEOUT}
    assert net.time.now < 200


# a host that is gone


async def test_a_host_that_is_gone_costs_seconds_and_not_the_patience() -> None:
    net = network([httpx.ConnectError("refused")])
    outcomes = await asked(net, *(request(path=f"/works/{n}") for n in range(100)))
    assert {reason(outcome) for outcome in outcomes} == {Reason.REFUSED}
    assert net.time.now < 20
    assert len(net.sent) < 20


async def test_a_network_that_drops_out_for_a_moment_loses_nothing() -> None:
    def answer(sent: httpx.Request, number: int) -> httpx.Response | Exception:
        return httpx.ConnectError("down") if net.time.now < 4 else httpx.Response(200, json={})

    net = network(answer)
    outcomes = await asked(net, *(request(path=f"/works/{n}") for n in range(50)))
    assert all(isinstance(outcome, Body) for outcome in outcomes)


async def test_a_service_that_is_down_is_not_stormed_by_many() -> None:
    net = network([httpx.Response(503)])
    outcomes = await asked(net, *(request(path=f"/works/{n}") for n in range(100)))
    assert {reason(outcome) for outcome in outcomes} == {Reason.SERVER_ERROR}
    assert net.time.now < 15
    assert len(net.sent) < 70


async def test_a_key_that_is_refused_twice_is_not_tried_a_third_time() -> None:
    net = network([httpx.Response(403)])
    outcomes = await asked(net, *(request(SCHOLAR, f"/{n}") for n in range(9)))
    assert {reason(outcome) for outcome in outcomes} == {Reason.FORBIDDEN}
    assert len(net.sent) == 2


async def test_one_request_that_always_fails_does_not_close_the_service() -> None:
    def answer(sent: httpx.Request, number: int) -> httpx.Response:
        return httpx.Response(500) if sent.url.path == "/works/poison" else httpx.Response(200, json={})

    net = network(answer)
    async with transport(net) as door:
        assert reason(await door.exchange(request(path="/works/poison"))) is Reason.SERVER_ERROR
        assert isinstance(await door.exchange(request(path="/works/a")), Body)
        assert reason(await door.exchange(request(path="/works/poison"))) is Reason.SERVER_ERROR
        assert isinstance(await door.exchange(request(path="/works/b")), Body)


async def test_a_service_that_is_down_is_given_up_after_two_requests() -> None:
    net = network([httpx.Response(503)])
    async with transport(net) as door:
        outcomes = [await door.exchange(request(path=f"/works/{n}")) for n in range(20)]
    assert {reason(outcome) for outcome in outcomes} == {Reason.SERVER_ERROR}
    assert len(net.sent) == 10


# limits


def busiest(times: list[float]) -> int:
    """The most requests in any second."""
    return max(sum(start <= time < start + 1 for time in times) for start in times)


@pytest.mark.parametrize(
    ("name", "lane", "email", "allowed"),
    [
        (PUBMED, Lane.LIST, "a@b.example", 3),
        (CROSSREF, Lane.SINGLE, "a@b.example", 10),
        (CROSSREF, Lane.LIST, "a@b.example", 3),
        (CROSSREF, Lane.SINGLE, None, 5),
        (CROSSREF, Lane.LIST, None, 1),
        (SCHOLAR, Lane.SEARCH, "a@b.example", 1),
    ],
)
async def test_limits_hold_and_are_used(name: RegistryName, lane: Lane, email: str | None, allowed: int) -> None:
    net = network(good, latency=0.05)
    await asked(net, *(request(name, f"/{n}", lane) for n in range(30)), email=email)
    assert busiest(net.times) <= allowed
    assert net.time.now <= 1.2 * 30 / allowed


async def test_lanes_of_pubmed_share_one_limit() -> None:
    net = network([httpx.Response(200, json={})])
    lanes = [Lane.SINGLE, Lane.LIST, Lane.SEARCH]
    await asked(net, *(request(PUBMED, f"/{n}", lanes[n % 3]) for n in range(12)))
    assert busiest(net.times) <= 3


async def test_a_search_that_comes_while_another_waits_for_its_moment_goes_first() -> None:
    net = network(good)
    async with transport(net) as door:

        async def later() -> None:
            await net.time.sleep(0.1)  # by then the second list request waits for its moment
            await door.exchange(request(PUBMED, "/search", Lane.SEARCH))

        lists = [door.exchange(request(PUBMED, f"/{n}", Lane.LIST)) for n in range(3)]
        await asyncio.gather(*lists, later())
    assert [sent.url.path for _, sent in net.sent] == ["/0", "/search", "/1", "/2"]
    assert busiest(net.times) <= 3


async def test_a_key_raises_the_limit_of_pubmed() -> None:
    net = network(good)
    async with transport(net, with_key(config(), PUBMED)) as door:
        await asyncio.gather(*(door.exchange(request(PUBMED, f"/{n}")) for n in range(20)))
    assert 3 < busiest(net.times) <= 10


async def test_services_do_not_wait_for_each_other() -> None:
    net = network(good, latency=0.1)
    lanes = [(PUBMED, Lane.LIST), (CROSSREF, Lane.LIST), (OPENALEX, Lane.LIST), (DOI, Lane.SINGLE)]
    await asked(net, *(request(name, f"/{n}", lane) for name, lane in lanes for n in range(9)))
    assert net.time.now <= 1.2 * 9 / 3


async def test_no_more_at_once_than_crossref_allows() -> None:
    net = network(good, latency=2.0)
    lanes = [Lane.SINGLE, Lane.LIST]
    await asked(net, *(request(path=f"/works/{n}", lane=lanes[n % 2]) for n in range(12)))
    assert net.most_at_once == 3


async def test_announced_limits_win() -> None:
    headers = {"x-rate-limit-limit": "2", "x-rate-limit-interval": "1s", "x-concurrency-limit": "1"}
    net = network([httpx.Response(200, json={}, headers=headers)], latency=0.01)
    async with transport(net) as door:
        await door.exchange(request())
        await asyncio.gather(*(door.exchange(request(path=f"/works/{n}")) for n in range(8)))
    assert busiest(net.times[2:]) <= 2
    assert net.most_at_once == 1


@pytest.mark.parametrize("value", ["0", "-1", "many", "nan", "inf", ""])
async def test_unreadable_announcements_change_nothing(value: str) -> None:
    headers = {"x-rate-limit-limit": value, "x-rate-limit-interval": value, "x-concurrency-limit": value}
    net = network([httpx.Response(200, json={}, headers=headers)])
    await asked(net, *(request(path=f"/works/{n}") for n in range(20)))
    assert busiest(net.times) in (9, 10)


async def test_cancelling_frees_the_place() -> None:
    net = network(good, latency=5.0)
    async with transport(net) as door:
        tasks = [asyncio.create_task(door.exchange(request(path=f"/works/{n}"))) for n in range(6)]
        await net.time.sleep(1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(await door.exchange(request(path="/works/later")), Body)


async def test_real_sockets_are_spoken_to(unused_tcp_port: int) -> None:
    """A loopback server that cuts its answer short, then answers; and a port where nobody listens."""
    answers = [
        b'HTTP/1.1 200 OK\r\nContent-Length: 50\r\nContent-Type: application/json\r\n\r\n{"a":',
        b'HTTP/1.1 200 OK\r\nContent-Length: 7\r\nContent-Type: application/json\r\n\r\n{"a":1}',
    ]

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answers.pop(0))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    time = VirtualTime()
    base = config()
    services = {
        CROSSREF: base.services[CROSSREF].model_copy(update={"url": f"http://127.0.0.1:{port}"}),
        DOI: base.services[DOI].model_copy(update={"url": f"http://127.0.0.1:{unused_tcp_port}"}),
    }
    settings = base.model_copy(update={"services": services})
    from tasks.registries import terms_for

    async with (
        server,
        Transport(
            settings,
            time.clock,
            version="9.9",
            terms=terms_for(settings),
            retries=Retries(tries=2),
            sleep=time.sleep,
            monotonic=time.monotonic,
        ) as door,
    ):
        outcome = await door.exchange(request())
        gone = await door.exchange(request(DOI, "/ra/x"))
    assert isinstance(outcome, Body)
    assert outcome.content == b'{"a":1}'
    assert reason(gone) is Reason.REFUSED

"""What a server puts into its headers, or a user into an address, neither ends a run nor shows a password."""

import base64
import logging
from email.utils import format_datetime

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from state.config import Service
from state.errors import SettingsError
from state.exchange import Body, Lane
from state.lookup import RegistryName, Unavailable, UnavailableReason
from tasks.registries import terms_for
from tasks.transport import Retries, Transport
from tasks.transport.limits import Limits
from tasks.transport.retries import LONGEST_WAIT, retry_after
from tests.transport.virtual import START, Network, VirtualTime, config, request, transport

CROSSREF = RegistryName.CROSSREF
PASSWORD = "s3cret/word"

numbers = st.integers().map(str) | st.floats().map(str) | st.from_regex(r"[0-9]{1,400}", fullmatch=True)
dates = st.builds(
    lambda day, month, year, time, zone: f"Fri, {day} {month} {year} {time} {zone}",
    st.integers(-1, 99),
    st.sampled_from(["Jan", "Feb", "Dec", "Foo"]),
    st.integers(-1, 10**25),
    st.sampled_from(["23:59:59", "99:99:99", "00:00", "x"]),
    st.sampled_from(["GMT", "-9999", "+999999999999", "-0000", "", "UTC+1"]),
)


@given(
    st.dictionaries(
        st.sampled_from(["retry-after", "x-ratelimit-reset", "x-ratelimit-remaining"]),
        numbers | dates | st.text() | st.just("0"),
    )
)
def test_any_header_names_a_wait_or_none(headers: dict[str, str]) -> None:
    wait = retry_after(headers, lambda: START)
    assert wait is None or 0 <= wait <= LONGEST_WAIT


@pytest.mark.parametrize(
    "said",
    [
        "Fri, 31 Dec 99999999999999999999 23:59:59 GMT",
        "Fri, 31 Dec 9999 23:59:59 -9999",
        "Mon, 01 Jan 0000 00:00:00 GMT",
    ],
)
async def test_a_date_beyond_the_calendar_ends_no_run(said: str) -> None:
    net = Network(VirtualTime(), lambda _, __: httpx.Response(429, headers={"Retry-After": said}))
    async with transport(net, retries=Retries(tries=2)) as door:
        outcome = await door.exchange(request())
    assert isinstance(outcome, Unavailable)
    assert outcome.reason is UnavailableReason.RATE_LIMITED


def test_a_readable_date_is_still_obeyed() -> None:
    assert retry_after({"retry-after": format_datetime(START.replace(minute=1), usegmt=True)}, lambda: START) == 60


@given(st.tuples(*[numbers | st.text()] * 3))
def test_any_announcement_leaves_a_pace(values: tuple[str, str, str]) -> None:
    limits = Limits({Lane.SINGLE: _Allowed()})
    names = ("x-rate-limit-limit", "x-rate-limit-interval", "x-concurrency-limit")
    limits.announced(Lane.SINGLE, dict(zip(names, values, strict=True)))
    pace = limits.pace(Lane.SINGLE)
    pace.next_at = 0.0
    pace.announce(1.0)


class _Allowed:
    rate = 5.0
    concurrency = 1


@pytest.mark.parametrize("target", ["http://[::1", "http://h:abc/", "\x01", "http://ü..x/"])
async def test_a_redirect_to_what_is_no_address_ends_no_run(target: str) -> None:
    headers = [(b"location", target.encode("utf-8"))]
    net = Network(VirtualTime(), lambda _, __: httpx.Response(302, headers=headers))
    async with transport(net, retries=Retries(tries=1)) as door:
        assert isinstance(await door.exchange(request()), Unavailable)


def at(url: str) -> object:
    base = config()
    return base.model_copy(update={"services": {**base.services, CROSSREF: Service(url=url)}})


@pytest.mark.parametrize(
    "url",
    [
        "http://ada:s3cretword@host.test:99999",
        "http://ada:s3cretword@host.test:-1",
        "http://ada:s3cretword@[::1",
        "http://ada:s3cretword/x@host.test",
        "http://ada:s3cretword@",
        "ftp://ada:s3cretword@host.test",
        "http://s3cretword",
    ],
)
async def test_an_address_that_cannot_be_used_names_its_setting_and_no_password(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_: httpx.Request, __: int) -> Exception:
        return httpx.ConnectError(f"cannot reach {url}")

    with caplog.at_level(logging.DEBUG):
        async with transport(Network(VirtualTime(), refuse), at(url), retries=Retries(tries=1)) as door:  # type: ignore[arg-type]
            outcome = await door.exchange(request())
    assert isinstance(outcome, Unavailable)
    assert "s3cretword" not in outcome.model_dump_json() + caplog.text
    if outcome.reason is UnavailableReason.NOT_CONFIGURED:
        assert outcome.setting == "CORRIGENDA_CROSSREF_URL"


async def test_a_password_in_an_address_that_a_server_repeats_is_not_kept() -> None:
    header = base64.b64encode(b"ada:s3cret/word").decode()
    echo = f"ada:s3cret%2Fword or {PASSWORD}, {header}"
    net = Network(VirtualTime(), lambda _, __: httpx.Response(404, text=echo))
    async with transport(net, at("https://ada:s3cret%2Fword@host.test")) as door:  # type: ignore[arg-type]
        outcome = await door.exchange(request())
    assert net.sent[0][1].headers["authorization"] == f"Basic {header}"
    assert isinstance(outcome, Body)
    assert outcome.content == b"ada:REMOVED or REMOVED, REMOVED"


@pytest.mark.parametrize("proxy", ["http://ada:s3cretword@[::1", "ftp://ada:s3cretword@host.test"])
def test_a_proxy_that_is_none_is_a_setting_to_mend(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", proxy)
    with pytest.raises(SettingsError, match="HTTPS_PROXY") as error:
        Transport(config(), lambda: START, version="9.9", terms=terms_for(config()))
    assert "s3cretword" not in str(error.value)
    assert error.value.__cause__ is None

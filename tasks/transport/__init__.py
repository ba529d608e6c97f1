"""The only door to the network: addresses, credentials, limits, retries and patience live here and nowhere else."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from types import TracebackType

import httpx

from state.config import Config, Service
from state.errors import SettingsError
from state.exchange import Body, Lane, Request
from state.ledger import Clock
from state.lookup import RegistryName, Unavailable, UnavailableReason
from tasks.transport.answers import judged, passwords, revealed, scrubbed
from tasks.transport.limits import Limits, Monotonic, Sleep
from tasks.transport.replay import Door, Recorder, Replay
from tasks.transport.retries import ONE_RETRY, Failure, Patience, Retries, too_long, used_up
from tasks.transport.terms import Terms

__all__ = ["ONE_RETRY", "Door", "Recorder", "Replay", "Retries", "Terms", "Transport"]

LARGEST_BODY = 32 * 1024 * 1024
"""Bytes. Two hundred PubMed records are two or three million."""
MOST_REDIRECTS = 5


class _Host:
    """One service during one run."""

    def __init__(self, service: Service, terms: Terms, patience: float) -> None:
        self.service = service
        self.terms = terms
        self.limits = Limits(terms.lanes)
        self.patience = Patience(patience)
        self.key = revealed(service.key)
        self.secrets = [*([self.key] if self.key else []), *passwords(service.url)]

    def key_headers(self) -> dict[str, str]:
        """The header that shows the key, where the service wants one and there is a key."""
        name = self.terms.key_header
        if not name or not self.key:
            return {}
        return {name: f"Bearer {self.key}" if name.lower() == "authorization" else self.key}


class Transport:
    """Exchanges requests with the services of a run. Use as `async with`; one for a run, so that limits hold over all
    its tasks.

    Args:
        config: addresses, keys, patience and time-outs.
        clock: the time bodies are stamped with, and HTTP dates are measured against.
        version: Corrigenda's version, for the User-Agent.
        terms: what each service wants (`tasks.registries.terms_for(config)`).
        retries: how often a request is tried.
        sleep, monotonic, jitter: time and chance, given by tests.
        network: an httpx transport in place of the real network, given by tests.

    SettingsError where the proxy that the environment names cannot be used.
    """

    def __init__(
        self,
        config: Config,
        clock: Clock,
        *,
        version: str,
        terms: Iterable[Terms],
        retries: Retries = Retries(),  # noqa: B008
        sleep: Sleep = asyncio.sleep,
        monotonic: Monotonic = time.monotonic,
        jitter: Callable[[], float] = lambda: 1.0,
        network: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        # httpx logs every address at INFO, and httpcore every header: keys would be in them.
        for name in ("httpx", "httpcore"):
            logging.getLogger(name).setLevel(logging.WARNING)
        self._config = config
        self._clock = clock
        self._retries = retries
        self._sleep = sleep
        self._monotonic = monotonic
        self._jitter = jitter
        self._client = _client(config, version, network)
        self._hosts = {
            term.name: _Host(config.services[term.name], term, config.patience)
            for term in terms
            if term.name in config.services
        }

    async def __aenter__(self) -> "Transport":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.aclose()

    async def exchange(self, request: Request) -> Body | Unavailable:
        """The service's answer, or why it could not be asked. Never raises for either; never a 401, 403, 429 or 5xx."""
        if self._config.offline:
            return Unavailable(reason=UnavailableReason.OFFLINE, detail="the run is offline")
        host = self._hosts.get(request.registry)
        if host is None:
            return _not_configured(request.registry)
        if host.terms.needs_key and not host.key:
            return _without_key(request.registry, host.service.key_setting)
        for tried in range(1, self._retries.tries + 1):
            outcome = await self._try(host, request)
            if not isinstance(outcome, Failure):
                return outcome
            if tried == self._retries.tries:
                return outcome.why
            stop = await self._wait(host, request, outcome, tried)
            if stop is not None:
                return stop
        raise AssertionError("unreachable: the last try returns")

    async def _wait(self, host: _Host, request: Request, failure: Failure, tried: int) -> Unavailable | None:
        """Wait before the next try; Unavailable where the run has not the patience for it."""
        now = self._monotonic()
        seconds = failure.wait if failure.wait is not None else self._retries.wait(tried, self._jitter)
        if host.patience.given_up is not None:
            return host.patience.given_up
        left = host.patience.left(now)
        if seconds > left:
            why = too_long(seconds, left) if failure.wait is not None else used_up(failure.why)
            host.patience.give_up(why)
            return why
        if failure.wait is not None or failure.host_is_gone:
            # What one request has learnt holds for all of them.
            host.patience.hush(now + seconds)
        elif failure.why.reason is UnavailableReason.RATE_LIMITED:
            # Told to slow down without being told by how much: nobody in this lane goes before this one.
            pace = host.limits.pace(request.lane)
            pace.next_at = max(pace.next_at, now + seconds)
        host.patience.spend(now, now + seconds)
        await self._sleep(seconds)
        return host.patience.given_up

    async def _try(self, host: _Host, request: Request) -> Body | Unavailable | Failure:
        """One try, in its turn."""
        pace = host.limits.pace(request.lane)
        # Searches first: a reference that must be searched has the longest way to go, the others wait for nobody.
        rank, came = (0 if request.lane is Lane.SEARCH else 1), pace.turn.ticket()
        gone: asyncio.Event | None = None
        while gone is None:
            async with pace.turn.taken(rank, came):
                if host.patience.given_up is not None:
                    return host.patience.given_up
                await pace.settle()
                while (pause := max(host.patience.quiet(self._monotonic()), pace.next_at - self._monotonic())) > 0:
                    await self._sleep(pause)
                    if host.patience.given_up is not None:
                        return host.patience.given_up
                if pace.turn.is_wanted_before(rank):
                    # Who goes is decided at the moment of going: a search that came meanwhile goes before.
                    continue
                # Inside the turn, so that requests which waited for the gate do not leave it in a burst.
                await host.limits.gate.enter()
                start = self._monotonic()
                gone = pace.sent(start)
        try:
            outcome = await self._send(host, request, lambda: pace.written(gone, self._monotonic()))
        finally:
            pace.written(gone, start)
            await host.limits.gate.leave()
        if isinstance(outcome, Failure):
            now = self._monotonic()
            host.patience.spend(start, now)
            host.patience.failed(outcome, now)
        elif isinstance(outcome, Unavailable) and outcome.reason is UnavailableReason.FORBIDDEN:
            host.patience.refused(outcome)
        else:
            host.patience.answered()
        return outcome

    async def _send(self, host: _Host, request: Request, gone: Callable[[], None]) -> Body | Unavailable | Failure:
        """One exchange; `gone` is called when the request has left."""
        try:
            built = self._built(host, request)
            if built.url.port is not None and not 0 < built.url.port < 65536:
                return _unusable(request.registry)
            built.extensions["trace"] = _noticing(gone)
            answer = await self._fetch(host, built)
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, ExceptionGroup):
            # The group is what a proxy's impossible port ends in. None of them is repeated: a password that holds a
            # slash is taken for a port, and named.
            return _unusable(request.registry)
        except httpx.TimeoutException:
            return _failed(UnavailableReason.TIMEOUT, f"no answer within {self._config.timeout:g} s")
        except httpx.ConnectError:
            return _failed(UnavailableReason.REFUSED, "no connection", host_is_gone=True)
        except (httpx.DecodingError, _CutOffError):
            return _failed(UnavailableReason.MALFORMED, "the answer is cut off")
        except httpx.ProxyError:
            return _failed(UnavailableReason.REFUSED, "the proxy refuses")
        except httpx.TransportError:
            return _failed(UnavailableReason.REFUSED, "the connection was closed without an answer")
        if isinstance(answer, Unavailable):
            return answer
        response, content = answer
        host.limits.announced(request.lane, response.headers)
        return self._read(host, request, response, content)

    def _read(
        self, host: _Host, request: Request, response: httpx.Response, content: bytes
    ) -> Body | Unavailable | Failure:
        setting = host.service.key_setting
        verdict = judged(
            response.status_code,
            response.headers,
            content,
            expects=request.expects,
            clock=self._clock,
            key_setting=setting,
        )
        if verdict is not None:
            return verdict
        about_key = host.key and (host.key.encode() in content or b"api key" in content[:1000].lower())
        if response.status_code == 400 and about_key:
            # NCBI answers a wrong key with 400, and repeats it.
            return Unavailable(
                reason=UnavailableReason.FORBIDDEN, detail="the service does not accept the key", setting=setting
            )
        return Body(
            fingerprint=request.fingerprint,
            status=response.status_code,
            content=scrubbed(content, [*host.secrets, *filter(None, [self._config.email])]),
            received_at=self._clock(),
        )

    def _built(self, host: _Host, request: Request) -> httpx.Request:
        """The request with address and credentials; from here on it must not be printed or kept."""
        params, headers = list(request.params), host.key_headers()
        own = self._credentials(host)
        url = host.service.url.rstrip("/") + request.path
        if request.form:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            form = str(httpx.QueryParams([*params, *own]))
            return self._client.build_request(request.method, url, headers=headers, content=form)
        if request.body is not None:
            headers["Content-Type"] = "application/json"
        content = None if request.body is None else request.body.encode("utf-8", "replace")
        return self._client.build_request(
            request.method, url, params=httpx.QueryParams([*params, *own]), headers=headers, content=content
        )

    def _credentials(self, host: _Host) -> list[tuple[str, str]]:
        own = []
        if self._config.email and host.terms.email_param:
            own.append((host.terms.email_param, self._config.email))
        if host.key and host.terms.key_param:
            own.append((host.terms.key_param, host.key))
        return own

    async def _fetch(self, host: _Host, built: httpx.Request) -> tuple[httpx.Response, bytes] | Unavailable:
        """The response with its whole body, redirects within the same host followed."""
        for _ in range(MOST_REDIRECTS + 1):
            response = await self._client.send(built, stream=True)
            try:
                if not response.has_redirect_location:
                    content = await _whole(response)
                    if content is None:
                        return Unavailable(reason=UnavailableReason.MALFORMED, detail="the answer is too large")
                    return response, content
            finally:
                await response.aclose()
            onward = self._onward(host, built, response)
            if onward is None:
                return Unavailable(reason=UnavailableReason.MALFORMED, detail="sent on to another host")
            built = onward
        return Unavailable(reason=UnavailableReason.MALFORMED, detail="sent on too often")

    def _onward(self, host: _Host, built: httpx.Request, response: httpx.Response) -> httpx.Request | None:
        """The request at its new address; None where that is another host, which would be shown the user's key."""
        target = built.url.join(response.headers["location"])  # httpx has refused what is no address
        if (target.scheme, target.host, target.port) != (built.url.scheme, built.url.host, built.url.port):
            return None
        own = [(name, value) for name, value in self._credentials(host) if name not in target.params]
        headers = host.key_headers()
        repeated = response.status_code in (307, 308)
        return self._client.build_request(
            built.method if repeated else "GET",
            target.copy_merge_params(dict(own)) if own else target,
            headers=headers | ({"Content-Type": built.headers.get("Content-Type", "")} if repeated else {}),
            content=built.content if repeated else None,
        )


def _client(config: Config, version: str, network: httpx.AsyncBaseTransport | None) -> httpx.AsyncClient:
    contact = f" (mailto:{config.email})" if config.email else ""
    try:
        return httpx.AsyncClient(
            headers={"User-Agent": f"Corrigenda/{version}{contact}"},
            timeout=config.timeout,
            transport=network and _Written(network),
            # HTTPS_PROXY, NO_PROXY and SSL_CERT_FILE.
            trust_env=True,
            follow_redirects=False,
        )
    except (httpx.InvalidURL, ValueError):
        # The value is not repeated: it may hold a password.
        raise SettingsError("HTTP_PROXY, HTTPS_PROXY, ALL_PROXY: not an address of a proxy") from None


def _noticing(gone: Callable[[], None]) -> Callable[[str, object], Awaitable[None]]:
    """httpcore's trace of a request, of which only one event matters: all of it is written."""

    async def trace(event: str, _: object) -> None:
        if event.endswith("send_request_body.complete"):
            gone()

    return trace


class _Written(httpx.AsyncBaseTransport):
    """A network given by tests: what it is handed has left."""

    def __init__(self, network: httpx.AsyncBaseTransport) -> None:
        self._network = network

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if trace := request.extensions.get("trace"):  # a redirect has none
            await trace("send_request_body.complete", {})
        return await self._network.handle_async_request(request)


class _CutOffError(Exception):
    """The connection ended before the body did."""


async def _whole(response: httpx.Response) -> bytes | None:
    """The body; None where it is larger than any real answer. Raises _CutOffError where it ends early."""
    parts, size = [], 0
    try:
        async for part in response.aiter_bytes():
            size += len(part)
            if size > LARGEST_BODY:
                return None
            parts.append(part)
    except (httpx.RemoteProtocolError, httpx.ReadError) as error:
        raise _CutOffError from error
    return b"".join(parts)


def _failed(reason: UnavailableReason, detail: str, *, host_is_gone: bool = False) -> Failure:
    return Failure(Unavailable(reason=reason, detail=detail), host_is_gone=host_is_gone)


def _unusable(name: RegistryName) -> Unavailable:
    return Unavailable(
        reason=UnavailableReason.NOT_CONFIGURED,
        detail="the service's address cannot be used",
        setting=f"CORRIGENDA_{name.value.upper()}_URL",
    )


def _not_configured(name: RegistryName) -> Unavailable:
    return Unavailable(
        reason=UnavailableReason.NOT_CONFIGURED,
        detail=f"{name.value} has no address",
        setting=f"CORRIGENDA_{name.value.upper()}_URL",
    )


def _without_key(name: RegistryName, setting: str | None) -> Unavailable:
    return Unavailable(
        reason=UnavailableReason.NOT_CONFIGURED, detail=f"{name.value} answers only with a key", setting=setting
    )

"""A loopback CONNECT proxy that serves the stand-in under the services' own names, and notes what was asked.

It ends the TLS connection itself, under the benchmark's own authority, and hands each request to the stand-in's prefix
for its host. A host that the stand-in does not play is refused with 502, and counted.
"""

import hashlib
import http.client
import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import unquote, urlsplit

from benchmarks.peers.certificates import Authority
from benchmarks.peers.sparql import Sparql, query_in
from tests.standin import World
from tests.standin.server import PREFIXES

_HOSTS = {
    "api.crossref.org": "crossref",
    "api.openalex.org": "openalex",
    "api.semanticscholar.org": "s2",
    "api.datacite.org": "datacite",
    "export.arxiv.org": "arxiv",
    "doi.org": "doi",
    "dx.doi.org": "doi",
    "www.doi.org": "doi",
    "eutils.ncbi.nlm.nih.gov": "pubmed",
    "www.ebi.ac.uk": "europepmc",
    "dblp.org": "dblp",
    "openlibrary.org": "openlibrary",
}
HOSTS = {host: prefix for host, prefix in _HOSTS.items() if prefix in PREFIXES}
"""Host → the stand-in's prefix, for the services that it plays."""
LANDING = "publisher.example"
"""Where DOIs lead: a page that is always there."""
SPARQL = "sparql.dblp.org"
SERVED = (*HOSTS, LANDING, SPARQL)
"""Every host that is answered for; a certificate names them all."""
CSL = "application/vnd.citationstyles.csl+json"
_HOP = frozenset({"connection", "keep-alive", "proxy-connection", "proxy-authorization", "te", "transfer-encoding"})


@dataclass(frozen=True)
class Asked:
    """One request that reached the proxy."""

    host: str
    method: str
    target: str
    body: str
    """sha256 of the body, or nothing."""
    status: int
    at: float
    """Monotonic seconds at the end."""

    @property
    def question(self) -> tuple[str, str, str, str]:
        """What was asked, whoever and whenever."""
        return self.host, self.method, self.target, self.body

    @property
    def answered(self) -> bool:
        """The service said something that may be kept: an answer, or that it does not have it."""
        return self.status < 400 or self.status in (404, 410)

    @property
    def refused(self) -> bool:
        return self.status == 429

    @property
    def unknown(self) -> bool:
        return self.status == 502


class Proxy:
    """The proxy, as a context manager; it serves from threads of its own on a free port."""

    def __init__(self, standin: str, world: World, authority: Authority, *, latency: float) -> None:
        """`standin`: the stand-in's address; `latency`: seconds before the proxy's own answers (the stand-in has its
        own)."""
        self._authority = authority
        self._lock = threading.Lock()
        self._asked: list[Asked] = []
        handler = _handler(self, urlsplit(standin).netloc, Own(world), latency)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, name="proxy", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def environment(self) -> dict[str, str]:
        """What points a tool here: the proxy and the authority, under the names that libraries read."""
        certificate = str(self._authority.certificate)
        names = ("HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy", "ALL_PROXY")
        trusted = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
        return dict.fromkeys(names, self.url) | dict.fromkeys(trusted, certificate) | {"NO_PROXY": "", "no_proxy": ""}

    def note(self, asked: Asked) -> None:
        with self._lock:
            self._asked.append(asked)

    def taken(self) -> list[Asked]:
        """What was asked since this was last called."""
        with self._lock:
            taken, self._asked = self._asked, []
        return taken

    def tls(self, handler: BaseHTTPRequestHandler) -> None:
        """Go on with this connection under TLS."""
        handler.connection = self._authority.server.wrap_socket(handler.connection, server_side=True)
        handler.rfile = handler.connection.makefile("rb", -1)
        handler.wfile = handler.connection.makefile("wb", 0)


def path_at(host: str, target: str) -> str | None:
    """The stand-in's path for a target at a host; None where it does not play that service."""
    prefix = HOSTS.get(host)
    if prefix is None:
        return None
    if host == "www.ebi.ac.uk":
        return target if target.startswith("/europepmc/") else None
    if prefix == "crossref" and target.startswith("/v1/"):
        target = target[3:]
    if prefix == "doi" and target.startswith("/doiRA/"):
        target = "/ra/" + target.removeprefix("/doiRA/")
    return f"/{prefix}{target}"


Answer = tuple[int, Mapping[str, str], bytes]


class Own:
    """What the proxy answers itself, from the same world: where DOIs lead, publishers' pages, DBLP's SPARQL."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._sparql = Sparql.of(world)

    def answer(self, host: str, target: str, accept: str, body: bytes) -> Answer | None:
        """None where the stand-in should answer."""
        if host == LANDING:
            return 200, {"Content-Type": "text/html"}, b"<title>A publisher's page</title>"
        if host == SPARQL:
            return 200, {"Content-Type": "application/sparql-results+json"}, self._sparql.answer(query_in(target, body))
        if HOSTS.get(host) == "doi" and unquote(target).startswith("/10."):
            return resolved(self._world, target, accept)
        return None


def resolved(world: World, target: str, accept: str) -> Answer:
    """doi.org's own answer to a DOI: its metadata where they are asked for, else where the work lies; 404 where nobody
    has registered it."""
    work = world.by_doi.get(unquote(target.partition("?")[0]).lstrip("/").lower())
    if work is None:
        return 404, {"Content-Type": "text/html"}, b"<title>Error: DOI Not Found</title>"
    if "json" not in accept:
        return 302, {"Location": f"https://{LANDING}/{work.doi}"}, b""
    people = [{"family": family, "given": given} if given else {"literal": family} for family, given in work.authors]
    record = {
        "type": "article-journal",
        "DOI": work.doi,
        "title": work.full_title,
        "author": people,
        "issued": {"date-parts": [[work.year]]},
        "container-title": work.journal,
        "volume": work.volume,
        "issue": work.issue,
        "page": work.pages,
        "publisher": "Example Press",
    }
    return 200, {"Content-Type": CSL}, json.dumps({key: value for key, value in record.items() if value}).encode()


def _handler(proxy: Proxy, standin: str, own: Own, latency: float) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        host: str | None = None
        behind: http.client.HTTPConnection | None = None

        def do_CONNECT(self) -> None:
            host = self.path.rpartition(":")[0].lower()
            if host not in SERVED:
                proxy.note(Asked(host, "CONNECT", "", "", 502, time.monotonic()))
                self.send_error(502, "no such host in the benchmark")
                self.close_connection = True
                return
            self.send_response(200, "Connection established")
            self.end_headers()
            try:
                proxy.tls(self)
            except OSError:
                self.close_connection = True
                return
            # Clients that ask for the tunnel in HTTP/1.0 keep it open all the same.
            self.host, self.close_connection = host, False

        def serve(self) -> None:
            try:
                self._serve()
            except (OSError, http.client.HTTPException):
                self.close_connection = True

        do_GET = do_POST = do_HEAD = do_PUT = serve  # noqa: N815 (the base class's own names)

        def _serve(self) -> None:
            parts = urlsplit(self.path)
            host = self.host or (parts.hostname or "").lower()
            target = self.path if self.host else parts.path + (f"?{parts.query}" if parts.query else "")
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            path = path_at(host, target)
            answer = own.answer(host, target, self.headers.get("Accept") or "", body)
            if answer is not None:
                time.sleep(latency)
            elif path is None:
                answer = (502, {"Content-Type": "text/plain"}, b"no such host in the benchmark")
            else:
                answer = self._behind(path, body)
            digest = hashlib.sha256(body).hexdigest() if body else ""
            proxy.note(Asked(host, self.command, target, digest, answer[0], time.monotonic()))
            self._answer(*answer)

        def _behind(self, path: str, body: bytes) -> Answer:
            """The stand-in's answer."""
            headers = {name: value for name, value in self.headers.items() if name.lower() not in _HOP}
            headers["Accept-Encoding"] = "identity"
            if self.behind is None:
                self.behind = http.client.HTTPConnection(standin, timeout=60)
            self.behind.request(self.command, path, body or None, headers)
            reply = self.behind.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()

        def _answer(self, status: int, headers: Mapping[str, str], content: bytes) -> None:
            self.send_response(status)
            for name, value in headers.items():
                if name.lower() not in (*_HOP, "content-length", "server", "date"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

        def finish(self) -> None:
            if self.behind is not None:
                self.behind.close()
            try:
                super().finish()
            except OSError:
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            """Nothing on stderr: `note` keeps what matters."""

    return Handler

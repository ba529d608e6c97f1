"""What the services allow, and what they say when it is too much (decisions 1.4 and the services' own pages)."""

import time
from collections import defaultdict, deque
from dataclasses import dataclass, field

from tests.standin.exchange import Ask, Reply, json_reply, text_reply
from tests.standin.openalex import credits

Headers = tuple[tuple[str, str], ...]

OPENALEX_FREE, OPENALEX_KEYED = 1000, 10_000
"""Credits a day without and with a key: $0.10 and $1."""
WINDOW = 0.95
"""Seconds: a little less than one, since requests sent a second apart do not arrive a second apart."""
GITHUB_LIMIT = 60
"""Requests an hour without a token."""
DATACITE_LIMIT, DATACITE_WINDOW = 1000, 300.0
"""Requests, and the seconds in which they may be sent."""
ARXIV_WINDOW = 2.95
"""Seconds between two requests, a little less than three."""
OPENALEX_RESET = 54_000
"""Seconds until the budget is filled again, as announced: 15 hours."""


@dataclass
class Limits:
    """Counts requests in a sliding window of a second. Switched off, it announces the limits and refuses nothing."""

    on: bool = False
    busy_pool: bool = False
    """Semantic Scholar's shared pool is busy: without a key, four of five requests are refused."""
    _windows: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    _spent: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    _pool: int = 0

    def reset(self) -> None:
        """As if nobody had asked before."""
        self._windows.clear()
        self._spent.clear()
        self._pool = 0

    def check(self, ask: Ask, now: float, in_flight: int) -> tuple[Reply | None, Headers]:
        """The refusal, if any, and the headers that go with whatever is answered.

        `now` in seconds; `in_flight`: requests to this service being answered, this one included.
        """
        match ask.service:
            case "pubmed":
                return self._pubmed(ask, now)
            case "crossref":
                return self._crossref(ask, now, in_flight)
            case "openalex":
                return self._openalex(ask, now)
            case "datacite":
                return self._datacite(now)
            case "arxiv":
                return self._arxiv(now)
            case "github":
                return self._github(now)
            case "semantic_scholar":
                return self._semantic_scholar(ask, now)
        return None, ()

    def _count(self, window: str, now: float, seconds: float = WINDOW) -> int:
        """Requests in the last second, or so many, this one included."""
        times = self._windows[window]
        while times and times[0] <= now - seconds:
            times.popleft()
        times.append(now)
        return len(times)

    def _pubmed(self, ask: Ask, now: float) -> tuple[Reply | None, Headers]:
        limit = 10 if ask.key else 3
        count = self._count(f"pubmed:{ask.key}", now)
        headers = (("X-RateLimit-Limit", str(limit)), ("X-RateLimit-Remaining", str(max(0, limit - count))))
        if not self.on or count <= limit:
            return None, headers
        said = {
            "error": "API rate limit exceeded",
            "api-key": ask.key or "127.0.0.1",
            "count": str(count),
            "limit": str(limit),
        }
        return json_reply(said, 429), (*headers, ("Retry-After", "2"))

    def _crossref(self, ask: Ask, now: float, in_flight: int) -> tuple[Reply | None, Headers]:
        polite, single = bool(ask.mail), ask.path.startswith("/works/")
        limit = (10 if single else 3) if polite else (5 if single else 1)
        at_once = 3 if polite else 1
        headers = (
            ("x-rate-limit-limit", str(limit)),
            ("x-rate-limit-interval", "1s"),
            ("x-concurrency-limit", str(at_once)),
            ("x-api-pool", "polite" if polite else "public"),
        )
        count = self._count(f"crossref:{ask.mail}:{single}", now)
        if self.on and (count > limit or in_flight > at_once):
            return text_reply("Too Many Requests", 429), headers
        return None, headers

    def _openalex(self, ask: Ask, now: float) -> tuple[Reply | None, Headers]:
        budget, cost = (OPENALEX_KEYED if ask.key else OPENALEX_FREE), credits(ask)
        account = ask.key or ""
        over = self.on and (self._spent[account] + cost > budget if cost else False)
        if not over:
            self._spent[account] += cost
        left = max(0, budget - self._spent[account])
        headers = (
            ("x-ratelimit-limit", str(budget)),
            ("x-ratelimit-remaining", str(left)),
            ("x-ratelimit-reset", str(OPENALEX_RESET)),
            ("x-ratelimit-limit-usd", f"{budget / 10_000:g}"),
            ("x-ratelimit-remaining-usd", f"{left / 10_000:g}"),
            ("x-ratelimit-credits-used", str(0 if over else cost)),
            ("x-ratelimit-cost-usd", f"{(0 if over else cost) / 10_000:g}"),
        )
        if over:
            said = {
                "error": "Rate limit exceeded",
                "message": "Insufficient budget. Resets at midnight UTC.",
                "retryAfter": OPENALEX_RESET,
            }
            return json_reply(said, 429), (*headers, ("Retry-After", str(OPENALEX_RESET)))
        if self._count(f"openalex:{account}", now) > 100 and self.on:
            return json_reply({"error": "Rate limit exceeded", "message": "Too many requests a second."}, 429), headers
        return None, headers

    def _datacite(self, now: float) -> tuple[Reply | None, Headers]:
        if self._count("datacite", now, DATACITE_WINDOW) <= DATACITE_LIMIT or not self.on:
            return None, ()
        said = {"status": "429", "title": "Too many requests. Please wait before trying again."}
        return json_reply({"errors": [said]}, 429), (("Retry-After", "60"),)

    def _arxiv(self, now: float) -> tuple[Reply | None, Headers]:
        if self._count("arxiv", now, ARXIV_WINDOW) <= 1 or not self.on:
            return None, ()
        return text_reply("Rate exceeded.", 429), ()

    def _github(self, now: float) -> tuple[Reply | None, Headers]:
        left = GITHUB_LIMIT - self._count("github", now, 3600.0)
        headers = (
            ("x-ratelimit-limit", str(GITHUB_LIMIT)),
            ("x-ratelimit-remaining", str(max(0, left))),
            ("x-ratelimit-reset", str(int(time.time()) + 3600)),
            ("x-ratelimit-resource", "core"),
        )
        if left >= 0 or not self.on:
            return None, headers
        said = {
            "message": "API rate limit exceeded for 127.0.0.1.",
            "documentation_url": "https://docs.github.com/rest",
        }
        return json_reply(said, 403), headers

    def _semantic_scholar(self, ask: Ask, now: float) -> tuple[Reply | None, Headers]:
        refused = False
        if ask.key:
            refused = self._count("semantic_scholar", now) > 1 and self.on
        elif self.busy_pool:
            self._pool += 1
            refused = self._pool % 5 != 0
        if not refused:
            return None, ()
        said = "Too Many Requests. Please wait and try again or apply for a key for higher rate limits."
        return json_reply({"message": said, "code": "429"}, 429), ()

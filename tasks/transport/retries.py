"""When to ask again, how long to wait, and when to give a service up for the rest of the run (decisions 1.4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from state.ledger import Clock
from state.lookup import Unavailable, UnavailableReason

GONE_AFTER, DOWN_AFTER = 5, 10
"""Failures in a row. One request fails five times at most, so ten are those of two."""
DOWN_FOR = 5.0
"""Seconds: a network that drops out for a moment is not a service that is down."""
LONGEST_WAIT = 1e9
"""Seconds, some thirty years: beyond it a header's number says nothing more."""


@dataclass(frozen=True)
class Retries:
    """How often one request is tried, and the waits between."""

    tries: int = 5
    first_wait: float = 1.0
    """Seconds before the second try; each further wait doubles."""
    longest_wait: float = 30.0
    jittered: bool = True

    def wait(self, tried: int, jitter: Callable[[], float]) -> float:
        """Seconds to wait after this many tries. `jitter` gives numbers from 0 to 1; a wait is shortened by half at
        most, so that requests that failed together do not come back together."""
        full = min(self.first_wait * float(2 ** (tried - 1)), self.longest_wait)
        return full * (0.5 + 0.5 * jitter()) if self.jittered else full


ONE_RETRY = Retries(tries=2, first_wait=2.0, jittered=False)
"""The rule of single look-ups: one retry after two seconds."""


@dataclass(frozen=True)
class Failure:
    """One try that failed in a way that another may not."""

    why: Unavailable
    wait: float | None = None
    """Seconds the service asked to be left alone."""
    host_is_gone: bool = False
    """Nobody answered at the address: that says nothing of this request, and everything of the next one."""


class Patience:
    """The time one run gives one service for its faults, and whether the service has been given up.

    Waits of several requests at the same time count once.
    """

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._counted_until = float("-inf")
        self._quiet_until = float("-inf")
        self._given_up: Unavailable | None = None
        self._failures = 0
        self._failing_since = 0.0
        self._refusals = 0

    @property
    def given_up(self) -> Unavailable | None:
        """Why nothing more is sent to this service in this run, or None."""
        return self._given_up

    def spend(self, start: float, end: float) -> None:
        """Count time lost to faults; what other requests have counted already is not counted again."""
        self._left -= max(0.0, end - max(start, self._counted_until))
        self._counted_until = max(self._counted_until, end)

    def left(self, now: float) -> float:
        """Seconds of waiting that may begin now; a wait that is under way already covers its own time."""
        return self._left + max(0.0, self._counted_until - now)

    def hush(self, until: float) -> None:
        """The service asked to be left alone until then, by any request."""
        self._quiet_until = max(self._quiet_until, until)

    def quiet(self, now: float) -> float:
        """Seconds the service still wants to be left alone."""
        return max(0.0, self._quiet_until - now)

    def answered(self) -> None:
        """The service is there."""
        self._failures = self._refusals = 0

    def failed(self, failure: Failure, now: float) -> None:
        """One more try has failed. The service is given up when nothing else has happened for a while: fewer failures
        are enough where no host answers at all; more than one request has, where it may be the request's own fault."""
        if failure.why.reason is UnavailableReason.RATE_LIMITED:
            return  # it is there, and says what it wants
        if self._failures == 0:
            self._failing_since = now
        self._failures += 1
        enough = GONE_AFTER if failure.host_is_gone else DOWN_AFTER
        if self._failures >= enough and now - self._failing_since >= DOWN_FOR:
            self.give_up(failure.why)

    def refused(self, why: Unavailable) -> None:
        """Not allowed (401, 403). Once may be a matter of one work; twice in a row is a matter of the key."""
        self._refusals += 1
        if self._refusals > 1:
            self.give_up(why)

    def give_up(self, why: Unavailable) -> None:
        self._given_up = self._given_up or why


def retry_after(headers: Mapping[str, str], clock: Clock) -> float | None:
    """Seconds named by `Retry-After` (a number or an HTTP date), else by `x-ratelimit-reset`: OpenAlex's are seconds,
    GitHub's a moment in seconds since 1970. None where nothing readable is said."""
    said = headers.get("retry-after", "").strip()
    if not said and headers.get("x-ratelimit-remaining", "").strip() == "0":
        said = headers.get("x-ratelimit-reset", "").strip()
        if said.isascii() and said.isdigit() and LONGEST_WAIT < float(said) < 10 * LONGEST_WAIT:
            return min(max(0.0, float(said) - clock().timestamp()), LONGEST_WAIT)
    if said.isascii() and said.isdigit():
        return min(float(said), LONGEST_WAIT)
    try:
        moment: datetime = parsedate_to_datetime(said)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        seconds = (moment - clock()).total_seconds()
    except (TypeError, ValueError, OverflowError, IndexError, AttributeError):
        return None  # years and offsets beyond the calendar: the standard library's parser raises what it likes
    return min(max(0.0, seconds), LONGEST_WAIT)


def too_long(seconds: float, left: float) -> Unavailable:
    """The service asks for a longer wait than the run has patience for."""
    return Unavailable(
        reason=UnavailableReason.RATE_LIMITED,
        detail=f"asks to wait {seconds:,.0f} s; the run's patience has {max(0.0, left):,.0f} s left",
    )


def used_up(why: Unavailable) -> Unavailable:
    """The patience for this service is used up."""
    return why.model_copy(update={"detail": f"{why.detail}; the run's patience with this service is used up"})

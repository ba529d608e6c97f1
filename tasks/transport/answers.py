"""What came back, judged before anybody reads it: an answer, a reason to ask again, or a reason not to."""

import base64
import json
from collections.abc import Mapping
from urllib.parse import unquote
from xml.parsers import expat

from pydantic import SecretStr

from state.exchange import Expects
from state.ledger import Clock
from state.lookup import Unavailable, UnavailableReason
from tasks.transport.retries import Failure, retry_after

REMOVED = b"REMOVED"
SHORTEST_SECRET = 6


def judged(
    status: int, headers: Mapping[str, str], content: bytes, *, expects: Expects, clock: Clock, key_setting: str | None
) -> Failure | Unavailable | None:
    """Failure: ask again; Unavailable: asking again will not help; None: an answer, for the planner to read.

    400, 404, 410 and 451 are answers whatever their body: only the planner knows the service's own words for "not
    here".
    """
    if status == 403 and _is_limit(headers):
        return Failure(_why(UnavailableReason.RATE_LIMITED, status), wait=retry_after(headers, clock))
    if status in (401, 403):
        return Unavailable(
            reason=UnavailableReason.FORBIDDEN, detail=f"the service answers {status}", setting=key_setting
        )
    if status == 429:
        return Failure(_why(UnavailableReason.RATE_LIMITED, status), wait=retry_after(headers, clock))
    if status == 408:
        return Failure(_why(UnavailableReason.TIMEOUT, status))
    if status >= 500:
        return Failure(_why(UnavailableReason.SERVER_ERROR, status), wait=retry_after(headers, clock))
    if status in (200, 201, 203) and (wrong := unreadable(content, expects)):
        if b"rate limit" in content[:1000].lower():
            # NCBI has said this with status 200.
            limited = Unavailable(reason=UnavailableReason.RATE_LIMITED, detail="the service reports its rate limit")
            return Failure(limited, wait=retry_after(headers, clock))
        return Failure(Unavailable(reason=UnavailableReason.MALFORMED, detail=wrong))
    if status in (200, 201, 203, 400, 404, 410, 451):
        return None
    return Unavailable(reason=UnavailableReason.MALFORMED, detail=f"the service answers {status}")


def _is_limit(headers: Mapping[str, str]) -> bool:
    """GitHub refuses with 403 whoever has used up the hour's requests, or asks too fast: that is no matter of a key."""
    return headers.get("x-ratelimit-remaining", "").strip() == "0" or bool(headers.get("retry-after", "").strip())


def _why(reason: UnavailableReason, status: int) -> Unavailable:
    return Unavailable(reason=reason, detail=f"the service answers {status}")


def unreadable(content: bytes, expects: Expects) -> str | None:
    """Why a body is not the JSON or XML that was asked for (cut off, a web page, nothing), or None if it is."""
    start = content[:200].lstrip().lower()
    if not start:
        return "the answer is empty"
    if start.startswith((b"<!doctype html", b"<html")):
        return "a web page in place of data"
    if expects is Expects.JSON:
        try:
            json.loads(content)
        except (ValueError, RecursionError):
            return "the answer is cut off or not JSON"
        return None
    parser = expat.ParserCreate()
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError, LookupError):
        return "the answer is cut off or not XML"
    return None


def scrubbed(content: bytes, secrets: list[str]) -> bytes:
    """The body without the user's key and address: NCBI repeats keys in its errors, and bodies are kept."""
    for secret in secrets:
        if len(secret) < SHORTEST_SECRET:
            continue  # no real one is so short, and replacing it would tear the body apart
        content = content.replace(secret.encode(), REMOVED)
    return content


def passwords(url: str) -> list[str]:
    """What an address holds before its host that nobody else may see: the password as written, decoded, and in the
    `Authorization` header that is made of it."""
    before = url.partition("://")[2].partition("/")[0].rpartition("@")[0]
    if not before:
        return []
    user, _, password = before.partition(":")
    header = base64.b64encode(f"{unquote(user)}:{unquote(password)}".encode()).decode()
    return [secret for secret in (password, unquote(password), header) if secret]


def revealed(key: SecretStr | None) -> str | None:
    """The key itself, or None where there is none or only white space."""
    value = key.get_secret_value().strip() if key is not None else ""
    return value or None

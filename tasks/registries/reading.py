"""Careful reading of what services send: nothing here raises, whatever the bytes are.

JSON from outside is narrowed step by step: a value of another shape than expected reads as absent, and a body of
another shape than documented is `Unavailable(malformed)`, so that nobody is accused because of a broken answer.
"""

import html
import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from state.exchange import Body
from state.lookup import Record, Unavailable, UnavailableReason

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^<>]*>", re.DOTALL)
"""Markup in titles and abstracts; `p < 0.05` is not."""


def malformed(detail: str) -> Unavailable:
    """The lookup of a query whose answer came in another shape than the service documents."""
    return Unavailable(reason=UnavailableReason.MALFORMED, detail=detail)


@lru_cache(maxsize=64)
def parse_json(content: bytes) -> Json | Unavailable:
    """The value in a JSON body, or `Unavailable(malformed)`. Cached: a planner sees the same bodies again and again."""
    try:
        value: Json = json.loads(content)
    except (ValueError, RecursionError):
        return malformed("the answer is not JSON")
    return value


def listed(works: Json, total: Json, asked_for: int) -> list[Json] | Unavailable:
    """The entries of a list that a service says holds `total` works, of which at most `asked_for` were wanted.

    A list that shows fewer than it counts contradicts itself: what it does not show is not absent.
    """
    if not isinstance(works, list) or not isinstance(total, int) or isinstance(total, bool):
        return malformed("no list of works with a count")
    if len(works) < min(total, asked_for) or len(works) > max(total, 0):
        return malformed(f"a list of {len(works)} works that counts {total}")
    return works


def listed_records(
    body: Body,
    wanted: int,
    what: str,
    show: Callable[[dict[str, Json]], tuple[Json, Json] | None],
    of: Callable[[Json], Record | None],
) -> list[Record] | Unavailable:
    """The records of a list, in its order; Unavailable where one of them cannot be read, where the answer reports an
    error, or shows fewer than it counts.

    `show` gives the entries and their number, None where the service reports an error; `of` the record of an entry;
    `what` names the entries in messages.
    """
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    shown = show(mapping(value)) if body.status == 200 else None
    if shown is None:
        return malformed(f"status {body.status} and no list of {what}")
    works = listed(*shown, wanted)
    if isinstance(works, Unavailable):
        return works
    records = [record for record in map(of, works) if record is not None]
    return records if len(records) == len(works) else malformed(f"a list of {what} with an entry that is none")


def mapping(value: Json) -> dict[str, Json]:
    """The object, or an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: Json) -> list[Json]:
    """The array, or an empty one."""
    return value if isinstance(value, list) else []


def text(value: Json) -> str | None:
    """A string with white space folded, or None where there is none. Lone surrogates are replaced."""
    if not isinstance(value, str):
        return None
    folded = " ".join(value.encode("utf-8", "replace").decode().split())
    return folded or None


def word(value: Json) -> str | None:
    """A string or whole number as text: services send volumes as either."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**12:
        return str(value)
    return text(value)


def first_text(value: Json) -> str | None:
    """The first non-empty string of an array, or the string itself."""
    if isinstance(value, list):
        return next((found for found in map(text, value) if found), None)
    return text(value)


def plain(value: str | None) -> str | None:
    """Text without markup and character references, white space folded."""
    if value is None:
        return None
    bare = html.unescape(TAG.sub("", value))
    # Doubly escaped markup (`&lt;i&gt;`) is common in Crossref titles.
    return text(TAG.sub("", bare))


def year(value: Json) -> int | None:
    """A year of publication between 1000 and 2100, from a number or the head of a date string; else None."""
    if isinstance(value, str):
        head = re.match(r"\s*([0-9]{4})(?![0-9])", value)
        value = int(head.group(1)) if head else None
    if isinstance(value, int) and not isinstance(value, bool) and 1000 <= value <= 2100:
        return value
    return None


def bare_doi(value: Json) -> str | None:
    """A DOI in lower case without `https://doi.org/` or `doi:` before it; None if it is not one."""
    found = text(value)
    if not found:
        return None
    bare = re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", found.lower())
    return bare if re.match(r"10\.\d{2,}(\.\d+)*/\S", bare) else None

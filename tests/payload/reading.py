"""What the tests of payloads share: a text read, and what an entry says without its place."""

from itertools import pairwise

from state.payload import Payload, PayloadReference
from tasks.parse.payload import read_payload

Said = tuple[object, ...]


def read(text: str | bytes, name: str = "list.txt", cap: int | None = None) -> Payload:
    """The payload of one text."""
    return read_payload([(name, text.encode() if isinstance(text, str) else text)], cap=cap)


def said(one: PayloadReference) -> Said:
    """What an entry states, without ids and places."""
    known = one.reference
    people = tuple(author.family for author in known.authors)
    return (
        one.source_format,
        known.title,
        people,
        known.year,
        known.doi,
        known.pmid,
        known.arxiv,
        known.isbn,
        known.url,
    )


def core(one: PayloadReference) -> tuple[str | None, str | None, int | None, str | None]:
    """Title, first author, year and DOI."""
    known = one.reference
    return known.title, known.first_author, known.year, known.doi


def covered(payload: Payload, text: str, name: str = "list.txt") -> bool:
    """Whether every line that is not blank is in a chunk, and chunks do not overlap but at a shared line."""
    lines = [number for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    spans = [(chunk.line, chunk.last_line) for chunk in payload.chunks if chunk.file == name]
    inside = all(any(low <= number <= high for low, high in spans) for number in lines)
    return inside and all(one[1] <= other[0] for one, other in pairwise(spans))

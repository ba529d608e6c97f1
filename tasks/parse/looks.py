"""What a single piece of text looks like: published, or begun as an entry of a reference list is. Pure, no I/O."""

import re

from tasks.language.scripts import CJK

SHORTEST_ENTRY = 30

LOOKS_PUBLISHED = re.compile(
    r"\b(?:1[5-9]|20)\d\d[a-z]?\b|\b10\.\d{4,9}/|\[[JMDCNRPSZ](?:/OL)?\]|PMID|https?://|in press|forthcoming|"
    r"n\.\s?d\.|et al\.",
    re.IGNORECASE,
)
OPENS_LIKE_AN_ENTRY = re.compile(
    rf"\s*(?:[^\W\d_][\w'’\-]+(?:\s[^\W\d_][\w'’\-]+)?,?\s(?:[A-Z]\.?[\s-]?){{1,3}}[,.;:(\s]"
    rf"(?!\s*(?!van|von|den|der|und|and)[a-z]{{3,}})|"
    rf"(?:[A-Z]\.[\s-]?){{1,3}}[A-Z][\w'’\-]+|[{CJK}·]{{2,8}}\s?[,，、.．;；])"
)
"""A person's name with initials, or a Chinese name: how an entry begins and a sentence hardly ever does."""


def looks_like_an_entry(text: str) -> bool:
    """Whether a text without its label can hardly be anything but an entry: its length, its beginning, and that it
    names a year or the like."""
    return (
        len(text) >= SHORTEST_ENTRY
        and LOOKS_PUBLISHED.search(text) is not None
        and OPENS_LIKE_AN_ENTRY.match(text) is not None
    )

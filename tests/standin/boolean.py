"""Searches with AND, OR and brackets, as several services read them; words side by side must all be there."""

import re
from collections.abc import Callable

TOKEN = re.compile(r'"[^"]*"|\(|\)|[^\s()"]+')


def matching(query: str, of_words: Callable[[str], set[int]], everything: set[int]) -> set[int]:
    """Positions of works that the expression holds for; `of_words` gives those with all words of a text.

    AND binds stronger than OR; NOT takes away. An expression that cannot be read holds for nothing."""
    tokens = TOKEN.findall(query)
    place = 0

    def either() -> set[int]:
        nonlocal place
        found = both()
        while place < len(tokens) and tokens[place] in ("OR", "|"):
            place += 1
            found = found | both()
        return found

    def both() -> set[int]:
        nonlocal place
        found: set[int] | None = None
        while place < len(tokens) and tokens[place] not in ("OR", "|", ")"):
            if tokens[place] in ("AND", "+"):
                place += 1
                continue
            without = tokens[place] in ("NOT", "ANDNOT")
            place += without
            part = one()
            part = everything - part if without else part
            found = part if found is None else found & part
        return found or set()

    def one() -> set[int]:
        nonlocal place
        if place >= len(tokens):
            return set()
        token = tokens[place]
        place += 1
        if token == "(":
            found = either()
            place += 1
            return found
        return of_words(token.strip('"'))

    return either()

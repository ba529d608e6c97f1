"""A title as words to search by, for services whose queries have a syntax: none of it is left."""

import re

_OPERATORS = frozenset({"and", "or", "not", "to", "andnot"})


def search_words(title: str) -> str:
    """The words of a title in lower case, single blanks between: no quotes, brackets, wildcards or operators.

    A title that has none is given back without quotes and backslashes."""
    words = re.findall(r"[^\W_]+", title.lower())
    return " ".join(words) or " ".join(re.sub(r"[\"\\]", " ", title).split())


def longest_words(title: str, count: int = 2) -> list[str]:
    """The longest words of a title, each once, the earlier one of equals; words that are operators are none."""
    words = dict.fromkeys(word for word in search_words(title).split() if len(word) > 3 and word not in _OPERATORS)
    return sorted(words, key=lambda word: -len(word))[:count]

"""Searches by words, ranked as full-text engines rank: rare words weigh more, long fields weigh less (BM25)."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from tests.standin.derived import words
from tests.standin.world import Work

_LISTED = "a an and are as at be by for from in into is of on or that the to was were with"
STOP_WORDS = frozenset(_LISTED.split())


def stem(word: str) -> str:
    """A light English stemmer, enough for singular and plural to meet."""
    for ending, rest in (("sses", "ss"), ("ies", "y"), ("ss", "ss"), ("s", "")):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)] + rest
    return word


def title_text(work: Work) -> str:
    return work.full_title


def author_text(work: Work) -> str:
    return " ".join(f"{given} {family}" for family, given in work.authors)


def bibliographic_text(work: Work) -> str:
    """What Crossref's `query.bibliographic` looks at: title, authors, journal, year, volume, issue and pages."""
    parts = (work.journal, work.journal_short, work.year, work.volume, work.issue, work.pages)
    return " ".join([work.full_title, author_text(work), *(str(p) for p in parts if p)])


class Index:
    """An inverted index over one text of every work."""

    def __init__(self, works: Sequence[Work], text: Callable[[Work], str]) -> None:
        self._lengths: list[int] = []
        self._postings: dict[str, dict[int, int]] = defaultdict(dict)
        for position, work in enumerate(works):
            tokens = [stem(word) for word in words(text(work))]
            self._lengths.append(len(tokens))
            for token, count in Counter(tokens).items():
                self._postings[token][position] = count
        self._mean = sum(self._lengths) / len(self._lengths) if self._lengths else 1.0

    def scores(self, query: str) -> dict[int, float]:
        """BM25 scores by position, of works with at least one word of the query that is not a stop word."""
        scores: dict[int, float] = defaultdict(float)
        for token in dict.fromkeys(stem(w) for w in words(query) if w not in STOP_WORDS):
            holders = self._postings.get(token, {})
            weight = math.log(1 + (len(self._lengths) - len(holders) + 0.5) / (len(holders) + 0.5))
            for position, count in holders.items():
                long = 0.25 + 0.75 * self._lengths[position] / self._mean
                scores[position] += weight * count * 2.2 / (count + 1.2 * long)
        return dict(scores)

    def with_all(self, query: str) -> set[int]:
        """Positions of works that hold every word of the query, stop words aside; none for a query without words."""
        tokens = {stem(w) for w in words(query) if w not in STOP_WORDS}
        found = [set(self._postings.get(token, ())) for token in tokens]
        return set.intersection(*found) if found else set()


def best_first(scores: dict[int, float]) -> list[tuple[int, float]]:
    """Positions by score, ties in the world's order."""
    return sorted(scores.items(), key=lambda item: (-round(item[1], 6), item[0]))


def add_scores(parts: Iterable[dict[int, float]]) -> dict[int, float]:
    """Several field queries together: each adds to the score, as Crossref's `query.*` parameters do."""
    total: dict[int, float] = defaultdict(float)
    for part in parts:
        for position, score in part.items():
            total[position] += score
    return dict(total)


def by_phrase(
    works: Sequence[Work], index: Index, phrases: Iterable[str], by_author: Iterable[tuple[str, str]]
) -> list[int]:
    """Positions of titles that hold a phrase, then of works by an author whose titles hold all the words given."""
    found: dict[int, float] = {}
    for phrase in phrases:
        for place, score in index.scores(phrase).items():
            if f" {' '.join(words(phrase))} " in f" {' '.join(words(works[place].full_title))} ":
                found[place] = 1000 + score
    for author, terms in by_author:
        for place in index.with_all(terms):
            if set(words(author)) <= set(words(author_text(works[place]))):
                found.setdefault(place, 1.0)
    return [place for place, _ in best_first(found)]

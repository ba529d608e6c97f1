"""PubMed's search terms: fields, phrases, AND, OR, NOT and parentheses, read from left to right as PubMed does."""

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.standin.derived import initials, words
from tests.standin.ranking import STOP_WORDS
from tests.standin.world import Work

_TOKENS = re.compile(r'\s*(?:(?P<open>\()|(?P<close>\))|(?P<quoted>"[^"]*")|(?P<tag>\[[^\]]*\])|(?P<word>[^\s()"\[]+))')
_FIELDS = {
    "aid": "aid", "doi": "aid", "lid": "aid", "article identifier": "aid", "location id": "aid",
    "title": "title", "ti": "title", "tiab": "text", "title/abstract": "text", "all": "text", "all fields": "text",
    "author": "author", "au": "author", "1au": "first", "author - first": "first", "first author": "first",
    "dp": "year", "pdat": "year", "date - publication": "year", "publication date": "year",
    "ta": "journal", "journal": "journal", "jour": "journal", "uid": "pmid", "pmid": "pmid",
    "volume": "volume", "vi": "volume", "issue": "issue", "ip": "issue", "pagination": "page", "pg": "page",
}  # fmt: skip


@dataclass
class Hits:
    """What a search term found, and what PubMed says about it."""

    positions: set[int] = field(default_factory=set)
    not_found: list[str] = field(default_factory=list)
    """Words the index does not hold: `PhraseNotFound`."""
    quoted_not_found: list[str] = field(default_factory=list)
    """Quoted phrases the index does not hold: `QuotedPhraseNotFound`."""
    unknown_fields: list[str] = field(default_factory=list)
    translation: str = ""
    relevance: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    """By position: how many of the terms it meets, rare ones counting more (for `sort=relevance`)."""
    terms: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """By field, the values asked for (for the log)."""


class TermIndex:
    """Answers search terms over the works PubMed holds."""

    def __init__(self, works: Sequence[Work]) -> None:
        self._titles = [words(w.full_title) for w in works]
        self._size = len(works)
        self._fields: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        for position, work in enumerate(works):
            for name, values in _index_entries(work).items():
                for value in values:
                    self._fields[name][value].add(position)

    def search(self, term: str) -> Hits:
        """Every work the term finds. Unbalanced parentheses are closed at the end, as PubMed does."""
        hits = Hits()
        tokens = [m for m in _TOKENS.finditer(term) if m.lastgroup]
        hits.positions, rest = self._expression(tokens, 0, hits)
        while rest < len(tokens):  # a stray closing parenthesis
            more, rest = self._expression(tokens, rest + 1, hits)
            hits.positions &= more or hits.positions
        return hits

    def _expression(self, tokens: list["re.Match[str]"], at: int, hits: Hits) -> tuple[set[int], int]:
        found: set[int] | None = None
        operator = "AND"
        while at < len(tokens) and tokens[at].lastgroup != "close":
            text = tokens[at].group().strip()
            if text in ("AND", "OR", "NOT"):
                operator, at = text, at + 1
                hits.translation += f" {text} "
                continue
            if tokens[at].lastgroup == "open":
                hits.translation += "("
                more, at = self._expression(tokens, at + 1, hits)
                hits.translation += ")"
                at += 1
            else:
                more, at = self._run(tokens, at, hits)
            found = _joined(found, operator, more)
            operator = "AND"
        return found or set(), at

    def _run(self, tokens: list["re.Match[str]"], at: int, hits: Hits) -> tuple[set[int], int]:
        """Words up to their field tag, or up to the next operator where they have none."""
        run: list[str] = []
        while at < len(tokens) and tokens[at].lastgroup in ("word", "quoted"):
            text = tokens[at].group().strip()
            if text in ("AND", "OR", "NOT") or (run and tokens[at].lastgroup == "quoted"):
                break
            run.append(text)
            at += 1
        tag = "all fields"
        if at < len(tokens) and tokens[at].lastgroup == "tag":
            tag = tokens[at].group().strip()[1:-1].strip().lower()
            at += 1
        name = _FIELDS.get(tag)
        if name is None:
            hits.unknown_fields.append(tag)
            name = "text"
        text = " ".join(run)
        hits.translation += f"{text}[{tag.title() if name != 'aid' else tag.upper()}]"
        return self._values(name, text, hits), at

    def _values(self, name: str, text: str, hits: Hits) -> set[int]:
        quoted = text.startswith('"')
        value = text.strip('"').strip()
        hits.terms[name].append(value)
        if name in ("title", "text"):
            found = self._phrase(value) if quoted else self._all_words(name, value, hits)
        elif name in ("author", "first"):
            found = set(self._fields[name].get(" ".join(words(value)), ()))
        else:
            found = set(self._fields[name].get(value.lower(), ()))
        for position in found:
            hits.relevance[position] += math.log(1 + self._size / len(found))
        if not found and quoted:
            hits.quoted_not_found.append(text)
        elif not found and name not in ("title", "text"):
            hits.not_found.append(value)
        return found

    def _phrase(self, value: str) -> set[int]:
        wanted = words(value)
        if not wanted:
            return set()
        holders = set.intersection(*(self._fields["title"].get(word, set()) for word in wanted))
        length = len(wanted)
        return {
            p
            for p in holders
            if any(self._titles[p][i : i + length] == wanted for i in range(len(self._titles[p]) - length + 1))
        }

    def _all_words(self, name: str, value: str, hits: Hits) -> set[int]:
        wanted = [word for word in words(value) if word not in STOP_WORDS]
        holders = [self._fields[name].get(word, set()) for word in wanted]
        hits.not_found += [word for word, found in zip(wanted, holders, strict=True) if not found]
        return set.intersection(*holders) if holders else set()


def _joined(found: set[int] | None, operator: str, more: set[int]) -> set[int]:
    if found is None:
        return more
    if operator == "OR":
        return found | more
    return found - more if operator == "NOT" else found & more


def _index_entries(work: Work) -> dict[str, set[str]]:
    """What each field of PubMed's index holds for a work."""
    authors = [_author_keys(family, given) for family, given in work.authors]
    journal = {name.lower() for name in (work.journal, work.journal_short) if name}
    return {
        "aid": {work.doi} if work.doi else set(),
        "pmid": {work.pmid} if work.pmid else set(),
        "title": set(words(work.full_title)),
        "text": set(words(f"{work.full_title} {work.full_abstract} {' '.join(f for f, _ in work.authors)}")),
        "author": set().union(*authors),
        "first": authors[0] if authors else set(),
        "year": {str(y) for y in (work.year, work.online_year) if y},
        "journal": journal,
        "volume": {work.volume.lower()} if work.volume else set(),
        "issue": {work.issue.lower()} if work.issue else set(),
        "page": {work.pages.split("-")[0].lower()} if work.pages else set(),
    }


def _author_keys(family: str, given: str) -> set[str]:
    """`smith`, `smith j`, `smith ja`, `smith jane a` and `jane a smith` all find Jane A. Smith."""
    name, first = " ".join(words(family)), " ".join(words(given))
    short = initials(given).lower()
    keys = {name, f"{name} {short}", f"{name} {short[:1]}", f"{name} {first}", f"{first} {name}"}
    return {key.strip() for key in keys}

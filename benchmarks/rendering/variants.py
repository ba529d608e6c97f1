"""What all formats share: the list of an article in one style, and what each place prints."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from benchmarks.jats import Article, Cite, Runs, Words
from benchmarks.rendering.citing import NAME_STYLES, NUMBER_STYLES, Names, NumberStyle, numbered
from benchmarks.rendering.entries import BY_NAME, NUMBERED, bibtex, entry, keys_of

Printer = Callable[[Cite, str], tuple[str, str]]
"""A place and the text before it → names added to the sentence, and the marker."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How one article is printed. `turn` is its place among the articles: it decides what differs between authors."""

    article: Article
    turn: int
    order: tuple[str, ...]
    """The list, in its order."""
    entries: dict[str, str]
    """The entries as printed, without numbers."""
    keys: dict[str, str]
    printer: Printer
    number_style: NumberStyle
    by_name: bool

    @property
    def bib(self) -> bytes:
        return bibtex(self.article.works, self.keys).encode()

    def number(self, rid: str) -> int:
        return self.order.index(rid) + 1

    def numbers(self, cite: Cite) -> list[int]:
        """The numbers of a place, ascending."""
        return sorted(self.number(rid) for rid in cite.rids)


def plan_numbers(article: Article, turn: int) -> Plan:
    """The article with numbers in order of first mention."""
    works = numbered(article)
    order = tuple(work.rid for work in works)
    place = {rid: n for n, rid in enumerate(order)}
    style = NUMBER_STYLES[turn % len(NUMBER_STYLES)]
    entries = {work.rid: entry(work, NUMBERED[turn % len(NUMBERED)], work.year, n) for n, work in enumerate(works)}
    return Plan(
        article,
        turn,
        order,
        entries,
        keys_of(works),
        lambda cite, _: ("", style.printed([place[rid] + 1 for rid in cite.rids])),
        style,
        by_name=False,
    )


def plan_names(article: Article, turn: int) -> Plan:
    """The article with names and years, its list in alphabetical order."""
    names = Names(article.works, NAME_STYLES[turn % len(NAME_STYLES)])
    order = tuple(work.rid for work in names.order)
    style = BY_NAME[turn % len(BY_NAME)]
    entries = {work.rid: entry(work, style, names.year(work.rid), n) for n, work in enumerate(names.order)}
    return Plan(
        article,
        turn,
        order,
        entries,
        keys_of(names.order),
        names.printed,
        NUMBER_STYLES[turn % len(NUMBER_STYLES)],
        by_name=True,
    )


def raised_places(runs: Runs, *, behind_stop: bool) -> Runs:
    """For superscript numbers: no space before a place; behind the comma or full stop that follows it, if so wanted."""
    moved: list[Words | Cite] = list(runs)
    for index, run in enumerate(moved):
        if not isinstance(run, Cite):
            continue
        before = moved[index - 1] if index else None
        after = moved[index + 1] if index + 1 < len(moved) else None
        if not isinstance(before, Words):
            continue
        before = replace(before, text=before.text.rstrip())
        if behind_stop and isinstance(after, Words) and after.text[:1] in (".", ","):
            before = replace(before, text=before.text + after.text[:1])
            moved[index + 1] = replace(after, text=after.text[1:])
        moved[index - 1] = before
    return tuple(moved)


def text_before(runs: Runs, index: int) -> str:
    """The words of a paragraph before one of its runs."""
    return "".join(run.text for run in runs[:index] if isinstance(run, Words))

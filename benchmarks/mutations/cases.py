"""The cases: works, changes and forms put together, the same for the same seed."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from benchmarks.invented import Inventor
from benchmarks.mutations.changes import MUTATIONS, Around, Mutation, as_it_is
from benchmarks.mutations.printed import Printed, printed
from state.resolution import Field
from tests.standin.world import Work

BIBTEX = "bibtex"


@dataclass(frozen=True)
class Case:
    """One entry as somebody prints it."""

    id: str
    """`07-012-apa`: the change's place in its table, the work's turn, the style."""
    mutation: Mutation
    style: str
    entry: Printed
    """The fields as they are printed: what a perfect reading gives."""
    text: str
    """The entry in its style."""
    identified: bool
    """A DOI or PMID stands in the text."""


def cases_of(
    works: Sequence[Work],
    styles: Sequence[str],
    render: Callable[[Printed, str], str],
    *,
    each: int,
    seed: int,
    mutations: Sequence[Mutation] = MUTATIONS,
    identifiers: frozenset[str] = frozenset(),
    prefix: str = "",
    always_doi: bool = False,
) -> Iterator[Case]:
    """`each` cases of every change, as far as the works allow, styles in turn, with a DOI in every other one or,
    `always_doi`, in all.

    A change that the style does not show (given names where it prints initials) makes no case. An identifier that is
    the matter of the change and that the style leaves out is written behind the entry.
    """
    for place, mutation in enumerate(mutations):
        rng = random.Random(f"{seed}/{mutation.name}")
        around = Around(rng, works, identifiers, Inventor(seed * 1000 + place))
        made = 0
        turns = count()
        for _ in range(4):
            for work in rng.sample(list(works), len(works)):
                if made == each:
                    break
                turn = next(turns)
                with_doi = always_doi or rng.random() < 0.5
                name = f"{prefix}{place:02}-{turn:03}"
                case = _case(name, mutation, work, styles[turn % len(styles)], around, render, with_doi=with_doi)
                if case is not None:
                    made += 1
                    yield case


def _case(
    name: str,
    mutation: Mutation,
    work: Work,
    style: str,
    around: Around,
    render: Callable[[Printed, str], str],
    *,
    with_doi: bool,
) -> Case | None:
    by_pmid, by_doi = mutation.field is Field.PMID, mutation.field is Field.DOI
    if by_pmid and not work.pmid:
        return None
    right = printed(work, doi=by_doi or (not by_pmid and with_doi), pmid=by_pmid)
    entry = mutation.change(right, around)
    if entry is None or (entry.year != right.year and entry.year == work.online_year):
        return None  # the year of the online publication is no error
    text = with_identifier(render(entry, style), mutation.field, entry)
    if mutation.change is not as_it_is and text == with_identifier(render(right, style), mutation.field, right):
        return None
    identified = bool((entry.doi and entry.doi.lower() in text.lower()) or (entry.pmid and entry.pmid in text))
    return Case(f"{name}-{style}", mutation, style, entry, text, identified)


def with_identifier(text: str, field: Field | None, entry: Printed) -> str:
    """The text, with the identifier that matters behind it where the style leaves it out."""
    if field is Field.DOI and entry.doi and entry.doi.lower() not in text.lower():
        return f"{text} doi:{entry.doi}"
    if field is Field.PMID and entry.pmid and entry.pmid not in text:
        return f"{text} PMID: {entry.pmid}."
    return text

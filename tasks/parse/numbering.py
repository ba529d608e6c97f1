"""Which entry is `[N]`? The manuscript's own list decides; without one, an order that nothing contradicts.

A wrong guess would judge every claim against the wrong paper, so two orders that fit equally well are a doubt, not a
choice. Source: decisions 2.3.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from state.manuscript import Numbering, Reference
from tasks.language.names import fold_name, same_family
from tasks.language.scripts import CJK, is_cjk
from tasks.parse.citations import Found

ORDERS = ("file", "alphabetical")
"""What `--numbering` may say."""

_NAME = r"(?:(?:van|von|de|del|della|di|da|dos|der|den|la|le)\s)*[A-Z\u00c0-\u00de][\w'’\-\u00c0-\u024f]+"
_SURE_NAME = re.compile(
    rf"(?P<first>{_NAME})(?:,?\s(?:et\sal\.?,?|and\s(?:colleagues|co-?workers|others|associates))|\s(?:and|"
    rf"&)\s(?P<second>{_NAME}))(?:['’]s?)?\s?(?:\(?\d{{4}}\)?,?)?\s?$"
)
_PLAIN_NAME = re.compile(rf"(?P<first>{_NAME})\s?$")
_CHINESE_NAME = re.compile(
    rf"(?P<first>[{CJK}]{{2,6}}|{_NAME})\s?(?:等人?|和同事|及其同事)\s?(?:学者|研究者)?\s?(?:\(?（?\d{{4}}年?\)?）?)?$"
)


@dataclass(frozen=True, slots=True)
class Beside:
    """A name printed beside a marker that points to one reference."""

    number: int
    name: str
    sure: bool
    """`et al.`, `and colleagues`, `等` say that it is a name; a capitalised word alone may be anything."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The outcome: an account of it, and bibliography positions in the order of their numbers (None where in doubt)."""

    numbering: Numbering
    order: tuple[int, ...] | None


def names_beside(citations: Sequence[Found]) -> list[Beside]:
    """The names printed right before markers of a single reference."""
    found = []
    for citation in citations:
        if len(citation.marker.numbers) != 1:
            continue
        before = citation.place.paragraph.text[max(0, citation.marker.start - 60) : citation.marker.start]
        number = citation.marker.numbers[0]
        for pattern, sure in ((_SURE_NAME, True), (_CHINESE_NAME, True), (_PLAIN_NAME, False)):
            if match := pattern.search(before):
                found.append(Beside(number, match.group("first"), sure))
                break
    return found


def alphabetical(bibliography: Sequence[Reference]) -> tuple[int, ...]:
    """Positions by first author, then year, then title, as alphabetical styles print them."""

    def key(position: int) -> tuple[str, int, str, int]:
        reference = bibliography[position]
        author = fold_name(reference.first_author or "") or fold_name(reference.title or "")
        return author, reference.year or 0, (reference.title or "").casefold(), position

    return tuple(sorted(range(len(bibliography)), key=key))


def choose_order(citations: Sequence[Found], bibliography: Sequence[Reference], user: str | None) -> Choice:
    """Bind numbers to entries where the manuscript prints no list. `user` is `file`, `alphabetical` or None."""
    orders = {"file": tuple(range(len(bibliography))), "alphabetical": alphabetical(bibliography)}
    highest = max((number for found in citations for number in found.marker.numbers), default=0)
    count = f"highest_number={highest} entries={len(bibliography)}"
    if user in orders:
        return Choice(Numbering(mode=user, chosen_by="user", reasons=("no_list", count)), orders[user])
    if not highest:
        return Choice(Numbering(mode="file", reasons=("no_list", "no_markers")), orders["file"])
    beside = names_beside(citations)
    reasons = ["no_list", count]
    scores: dict[str, tuple[int, int]] = {}
    for name, order in orders.items():
        scores[name] = agree, differ = _score(beside, [bibliography[position] for position in order])
        reasons.append(f"{name}:names_agree={agree} names_differ={differ}")
    if highest != len(bibliography):
        return Choice(Numbering(mode="in_doubt", reasons=tuple(reasons)), None)
    fitting = [name for name in ORDERS if scores[name][1] == 0]
    if orders["file"] == orders["alphabetical"] and fitting:
        return Choice(Numbering(mode="file", reasons=(*reasons, "orders_are_equal")), orders["file"])
    best = max((scores[name][0] for name in fitting), default=0)
    leading = [name for name in fitting if scores[name][0] == best]
    if len(leading) == 1 and best > 0:
        return Choice(Numbering(mode=leading[0], reasons=tuple(reasons)), orders[leading[0]])
    verdict = "both_orders_fit" if fitting else "names_fit_no_order"
    return Choice(Numbering(mode="in_doubt", reasons=(*reasons, verdict)), None)


def _score(beside: Sequence[Beside], ordered: Sequence[Reference]) -> tuple[int, int]:
    agree = differ = 0
    for one in beside:
        if one.number > len(ordered):
            continue
        verdict = _names_author(one.name, ordered[one.number - 1])
        agree += verdict is True
        differ += verdict is False and one.sure
    return agree, differ


def _names_author(name: str, reference: Reference) -> bool | None:
    """Whether a printed name is the reference's first author; None where that cannot be told."""
    if not reference.authors:
        return None
    first = reference.authors[0]
    if not is_cjk(name[0]):
        return same_family(name, first.family)
    if not is_cjk(first.family[0]):
        return None
    whole = f"{first.family}{first.given or ''}".replace(" ", "")
    return re.sub(r"\s", "", name).endswith(whole)

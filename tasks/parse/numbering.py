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
from tasks.parse.found import Found

ORDERS = ("file", "alphabetical")
"""What `--numbering` may say."""

_NAME = r"(?:(?:van|von|de|del|della|di|da|dos|der|den|la|le)\s)*[A-Z\u00c0-\u00de][\w'’\-\u00c0-\u024f]+"
_DATED = r"\s?(?:\(?\d{4}\)?,?)?\s?$"
_SURE_NAME = re.compile(
    rf"(?P<first>{_NAME})(?:,?\s(?:et\sal\.?,?|and\s(?:colleagues|co-?workers|others|associates)))(?:['’]s?)?{_DATED}"
)
_LIKELY_NAME = re.compile(rf"(?P<first>{_NAME})(?:\s(?:and|&)\s{_NAME}(?:['’]s?)?|['’]s?){_DATED}")
_CREDITED_NAME = re.compile(
    rf"\b(?:by|according to|(?:work|study|trial|findings|results|report|method) of)\s(?P<first>{_NAME}){_DATED}"
)
_PLAIN_NAME = re.compile(rf"(?P<first>{_NAME}){_DATED}")
_SAYS = re.compile(
    r"\s*(?:\((?:18|19|20)\d\d\),?\s*)?(?:(?:has|have|had|also|first|later|then|previously|recently)\s)*"
    r"(?:found|finds?|show(?:s|ed|n)?|report(?:s|ed)?|demonstrate[sd]?|observe[sd]?|reveal(?:s|ed)?|conclude[sd]?|"
    r"argue[sd]?|claim(?:s|ed)?|suggest(?:s|ed)?|propose[sd]?|describe[sd]?|note[sd]?|stat(?:es?|ed)|saw|writes|wrote|"
    r"introduced?|developed|studied|investigated|analy[sz]ed|examined|et\sal)\b"
)
_CHINESE_NAME = re.compile(
    rf"(?P<first>[{CJK}]{{2,6}}|{_NAME})\s?(?:等人?|和同事|及其同事)\s?(?:学者|研究者)?\s?(?:\(?（?\d{{4}}年?\)?）?)?$"
)


@dataclass(frozen=True, slots=True)
class Beside:
    """A name printed beside a marker that points to one reference."""

    number: int
    name: str
    sure: bool
    """`et al.`, `and colleagues`, `等` say that it is a name. Otherwise (`Brown’s [1]`, `Brown [1] showed`) it may be a
    thing or a trial, and contradicts an order only where it is the name of another entry's author."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The outcome: an account of it, and positions in the order of their numbers (None where in doubt).

    The positions are those of the bibliography, or of the printed list where `numbering.mode` is `list`.
    """

    numbering: Numbering
    order: tuple[int, ...] | None


def names_beside(citations: Sequence[Found]) -> list[Beside]:
    """The names printed right before markers of a single reference, in words that say that they are names.

    A capitalised word alone (`Brown [1] staining`) may be anything, and decides nothing.
    """
    found = []
    for citation in citations:
        if len(citation.marker.numbers) != 1:
            continue
        text = citation.place.paragraph.text
        before, after = text[max(0, citation.marker.start - 60) : citation.marker.start], text[citation.marker.end :]
        patterns = [(_SURE_NAME, True), (_CHINESE_NAME, True), (_LIKELY_NAME, False), (_CREDITED_NAME, False)]
        if _SAYS.match(after[:60]):
            patterns.append((_PLAIN_NAME, False))
        for pattern, sure in patterns:
            if match := pattern.search(before):
                found.append(Beside(citation.marker.numbers[0], match.group("first"), sure))
                break
    return found


def alphabetical(bibliography: Sequence[Reference]) -> tuple[int, ...]:
    """Positions by first author, then year, then title, as alphabetical styles print them."""

    def key(position: int) -> tuple[str, int, str, int]:
        reference = bibliography[position]
        author = fold_name(reference.first_author or "") or fold_name(reference.title or "")
        return author, reference.year or 0, (reference.title or "").casefold(), position

    return tuple(sorted(range(len(bibliography)), key=key))


def choose_order(
    citations: Sequence[Found], bibliography: Sequence[Reference], user: str | None, listed: Sequence[Reference] = ()
) -> Choice:
    """Bind numbers to entries where no numbered list is printed. `user` is `file`, `alphabetical` or None.

    `listed` are the entries of a list without numbers in the manuscript: its order is one more that may be meant. An
    order is taken only where the highest number is the number of its entries and no name beside a marker contradicts
    it, and where names speak for it, or, for a list, where the text cites it from first to last.
    """
    orders = {"list": (listed, tuple(range(len(listed))))} if listed else {}
    if bibliography:
        orders["file"] = (bibliography, tuple(range(len(bibliography))))
        orders["alphabetical"] = (bibliography, alphabetical(bibliography))
    highest = max((number for found in citations for number in found.marker.numbers), default=0)
    reasons = ["unnumbered_list" if listed else "no_list"]
    if listed and bibliography:
        reasons.append(f"list_entries={len(listed)}")
    reasons.append(f"highest_number={highest} entries={len(bibliography or listed)}")
    if user in ORDERS and (bibliography or listed):
        asked = bibliography or listed
        order = tuple(range(len(asked))) if user == "file" else alphabetical(asked)
        return Choice(Numbering(mode=user, chosen_by="user", reasons=tuple(reasons)), order)
    if not highest:
        first = next(iter(orders))
        return Choice(Numbering(mode=first, reasons=(*reasons, "no_markers")), orders[first][1])
    beside = names_beside(citations)
    scores: dict[str, tuple[int, int]] = {}
    for name, (entries, order) in orders.items():
        scores[name] = agree, differ = _score(beside, [entries[position] for position in order])
        reasons.append(f"{name}:names_agree={agree} names_differ={differ}")
    counted = [name for name, (entries, _) in orders.items() if len(entries) == highest]
    if not counted:
        return Choice(Numbering(mode="in_doubt", reasons=tuple(reasons)), None)
    fitting = [name for name in counted if scores[name][1] == 0]
    mode, verdict = _decide(fitting, scores, orders, cited_in_turn(citations))
    reasons.extend([verdict] if verdict else [])
    return Choice(Numbering(mode=mode or "in_doubt", reasons=tuple(reasons)), orders[mode][1] if mode else None)


def _decide(
    fitting: Sequence[str],
    scores: dict[str, tuple[int, int]],
    orders: dict[str, tuple[Sequence[Reference], tuple[int, ...]]],
    in_turn: bool,
) -> tuple[str | None, str | None]:
    """The order meant, or None, and the code of what decided beyond the names."""
    best = max((scores[name][0] for name in fitting), default=0)
    leading = [name for name in fitting if scores[name][0] == best]
    if len(leading) == 1 and best > 0:
        return leading[0], None
    if "list" in leading and best > 0 and in_turn:
        return "list", "cited_in_turn"
    if "list" in leading:
        listed = orders["list"][0]
        if best == 0 and in_turn and (len(listed) == 1 or not _is_alphabetical(listed)):
            return "list", "cited_in_turn"
        return None, "list_order_is_unproven"
    if {"file", "alphabetical"} <= set(leading) and orders["file"][1] == orders["alphabetical"][1]:
        return ("file", "orders_are_equal") if "list" not in orders else (None, "list_order_is_unproven")
    return None, "both_orders_fit" if fitting else "names_fit_no_order"


def cited_in_turn(citations: Sequence[Found]) -> bool:
    """Whether each number that is new in the text is the next one, from 1 on: the list was made by first citation."""
    seen: set[int] = set()
    for citation in citations:
        for number in citation.marker.numbers:
            if number not in seen and number != len(seen) + 1:
                return False
            seen.add(number)
    return True


def _is_alphabetical(listed: Sequence[Reference]) -> bool:
    """Whether a list goes by its authors' names. Its numbers then need not be those of the text, however these run."""
    names = [fold_name(one.first_author or "") or fold_name(one.raw[:40]) for one in listed]
    return names == sorted(names)


def _score(beside: Sequence[Beside], ordered: Sequence[Reference]) -> tuple[int, int]:
    agree = differ = 0
    for one in beside:
        if one.number > len(ordered):
            continue
        verdict = _names_author(one.name, ordered[one.number - 1])
        agree += verdict is True
        elsewhere = one.sure or any(_names_author(one.name, other) for other in ordered)
        differ += verdict is False and elsewhere
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

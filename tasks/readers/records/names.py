"""Names in tagged and structured formats: `Last, First` by rule, and what people and databases write instead."""

import re
from collections.abc import Iterable
from itertools import islice

from state.lookup import Author
from tasks.readers.bibtex.names import HAN, SHORT_SURNAMES, VANCOUVER, separate_han
from tasks.readers.records.fields import MAX_PEOPLE, person, printed_text, without_others

_BETWEEN = re.compile(r"\s*[;；、]\s*")
_COMMA = re.compile(r"\s*[,，]\s*")
_AND = re.compile(r"\s+(?:and|&)\s+")
_INITIALS_LAST = re.compile(r"(?P<family>\S.*?)\s+(?P<given>[A-Z]\.?(?:[ -]?[A-Z]\.?){0,3})")
_INITIALS_FIRST = re.compile(r"(?!St\. )(?P<given>(?:[A-Z][a-z]?\.[ -]?){1,4})(?P<family>[^\W\d_][^.]*)")
_SUFFIX = re.compile(r"(?:jr|sr|[iv]{2,3}|ph\.?d|m\.?d|esq|2nd|3rd)\.?", re.IGNORECASE)
_BODY = re.compile(
    r"\b(?:association|agency|board|bureau|cent(?:er|re)|collaborat\w*|college|commission|committee|company|congress|consortium|"
    r"corporation|council|department|federation|foundation|government|group|inc|initiative|institut\w*|investigators|"
    r"laborator\w*|ministry|museum|nations?|network|office|organi[sz]ation\w*|panel|press|project|program\w*|registry|"
    r"school|service|society|statistics|study|subcommittee|team|trial(?:ists)?|union|universit\w*|of|for|and|the|&)\b",
    re.IGNORECASE,
)
_PARTICLES = frozenset(
    {"al", "de", "del", "della", "den", "der", "di", "du", "el", "la", "le", "ten", "ter", "van", "von"}
)


def people(values: Iterable[str]) -> tuple[list[Author], bool]:
    """The authors of these values in order, and whether the list is complete (no `et al.`, 等). A value is one name, or
    several where it has semicolons, or commas between names that are whole without them."""
    found: list[Author] = []
    complete = True
    for value in islice(values, MAX_PEOPLE):
        for written in _separate(printed_text(value) or ""):
            name, cut = without_others(written)
            complete = complete and not cut
            if (author := author_of(name)) is not None:
                found.append(author)
    return found, complete


def author_of(name: str, *, initials_last: bool = False) -> Author | None:
    """One name: `Last, First`, else `Last FM` or `F. M. Last`; None where there is nothing.

    Another name without a comma is kept whole: it is a body's, or a person's whose order nobody can tell (`Rossi Anna`
    and `Anna Rossi` both occur). `initials_last` says that the format always writes `Last FM`.
    """
    name = name.strip(" ,;，；")
    parts = [part for part in _COMMA.split(name) if part]
    if len(parts) > 1:
        given = next((part for part in parts[1:] if not _SUFFIX.fullmatch(part)), None)
        return person(parts[0], given)
    words = name.split()
    if not words:
        return None
    if HAN.match("".join(words)):
        return person(words[0], " ".join(words[1:])) if len(words) == 2 and len(words[0]) <= 2 else person(name)
    if _BODY.search(name):
        return person(name)
    if (matched := _INITIALS_FIRST.fullmatch(name)) is not None:
        return person(matched["family"], matched["given"].strip())
    matched = _INITIALS_LAST.fullmatch(name)
    surname_last = words[-1] in SHORT_SURNAMES and words[0] != words[0].upper()
    if matched is not None and not surname_last and (initials_last or _surname_alone(matched["family"])):
        return person(matched["family"], matched["given"])
    return person(name)


def _surname_alone(text: str) -> bool:
    """One word, and the small words before it; `Rossi Anna M` has a given name in front of its initial."""
    *before, _ = text.split()
    return all(word.islower() or word.casefold() in _PARTICLES for word in before)


def _separate(text: str) -> list[str]:
    parts = [part for part in _BETWEEN.split(text) if part]
    if len(parts) != 1:
        return parts
    names = [part for part in _COMMA.split(text) if part]
    if len(names) > 1 and (separate_han(names) or all(VANCOUVER.match(name) for name in names)):
        return names
    listed = _AND.split(text)
    if len(listed) > 1 and all("," in part for part in listed):
        return listed
    return [text]

"""Names in tagged and structured formats: `Last, First` by rule, and what people and databases write instead."""

import re
from collections.abc import Iterable

from state.lookup import Author
from tasks.readers.bib_names import HAN, SHORT_SURNAMES, VANCOUVER, separate_han
from tasks.readers.record_fields import person, printed_text, without_others

_BETWEEN = re.compile(r"\s*[;；、]\s*")
_COMMA = re.compile(r"\s*[,，]\s*")
_AND = re.compile(r"\s+(?:and|&)\s+")
_INITIALS_LAST = re.compile(r"(?P<family>\S.*?)\s+(?P<given>[A-Z]\.?(?:[ -]?[A-Z]\.?){0,3})")
_SUFFIX = re.compile(r"(?:jr|sr|[iv]{2,3}|ph\.?d|m\.?d|esq|2nd|3rd)\.?", re.IGNORECASE)
_BODY = re.compile(
    r"\b(?:association|agency|board|bureau|cent(?:er|re)|collaborat\w*|college|commission|committee|company|consortium|"
    r"corporation|council|department|federation|foundation|government|group|inc|initiative|institut\w*|investigators|"
    r"laborator\w*|ministry|museum|nations?|network|office|organi[sz]ation\w*|panel|press|project|program\w*|registry|"
    r"school|service|society|statistics|study|subcommittee|team|trial(?:ists)?|union|universit\w*|of|for|and|the|&)\b",
    re.IGNORECASE,
)
_GIVEN = re.compile(r"[^\W\d_][\w.'’-]*")
_MOST_GIVEN = 4
"""A name without a comma that has more words than this is a body's."""


def people(values: Iterable[str]) -> tuple[list[Author], bool]:
    """The authors of these values in order, and whether the list is complete (no `et al.`, 等). A value is one name, or
    several where it has semicolons, or commas between names that are whole without them."""
    found: list[Author] = []
    complete = True
    for value in values:
        for written in _separate(printed_text(value) or ""):
            name, cut = without_others(written)
            complete = complete and not cut
            if (author := author_of(name)) is not None:
                found.append(author)
    return found, complete


def author_of(name: str) -> Author | None:
    """One name: `Last, First`, else `Last FM`, else `First Last` where it looks like a person's; a body's is kept
    whole. None where there is nothing."""
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
    surname_last = len(words) > 1 and words[-1] in SHORT_SURNAMES and words[0] != words[0].upper()
    if not surname_last and (matched := _INITIALS_LAST.fullmatch(name)) is not None:
        return person(matched["family"], matched["given"])
    return _western(name, words)


def _western(name: str, words: list[str]) -> Author | None:
    """`Jane van Dam`: the surname begins at the first small particle, else it is the last word."""
    if not 2 <= len(words) <= _MOST_GIVEN or not all(_GIVEN.fullmatch(word) for word in words):
        return person(name)
    if len(words) > 2 and _SUFFIX.fullmatch(words[-1]):
        words = words[:-1]
    start = next((place for place, word in enumerate(words[1:], start=1) if word.islower()), len(words) - 1)
    if words[0].islower() or start == 0 or words[-1].islower():
        return person(name)
    return person(" ".join(words[start:]), " ".join(words[:start]))


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

"""What stands around names and a year, and says whether they are a citation: `Petersen (2014) found`, `(Paris, 2015)`.

Used for forms that the reference list does not know. Pure, no I/O.
"""

import re
from collections.abc import Sequence

from state.lookup import Author
from tasks.language.author_year_surnames import surname_of
from tasks.language.author_year_words import NO_AUTHOR_NAMES, NO_AUTHOR_WORDS
from tasks.language.names import is_group
from tasks.language.scripts import CJK

NEAR = 60
"""Characters before the names, and behind the year, that are looked at."""

_STEMS = (
    r"f(?:ound|inds?)|show(?:s|ed|n)?|report(?:s|ed)?|argu(?:es?|ed)|suggest(?:s|ed)?|propos(?:es?|ed)|not(?:es?|ed)|"
    r"observ(?:es?|ed)|demonstrat(?:es?|ed)|conclud(?:es?|ed)|describ(?:es?|ed)|stat(?:es|ed)|claim(?:s|ed)?|"
    r"examin(?:es?|ed)|investigat(?:es?|ed)|stud(?:y|ies|ied)|estimat(?:es?|ed)|analy[sz](?:es?|ed)|review(?:s|ed)?|"
    r"explain(?:s|ed)?|discuss(?:es|ed)?|measured|emphasi[sz](?:es?|ed)|maintain(?:s|ed)?|wrote|writes?|believ(?:es?|ed)|"
    r"critici[sz](?:es?|ed)|confirm(?:s|ed)?|reveal(?:s|ed)?|assert(?:s|ed)?|contend(?:s|ed)?|indicat(?:es?|ed)|"
    r"documented|point(?:s|ed)?\s+out|hypothesi[sz](?:es?|ed)|posit(?:s|ed)?|warn(?:s|ed)?|call(?:s|ed)\s+for"
)
_SAYS = re.compile(
    rf"\s*,?\s*(?:(?:also|further|later|first|has|have|had|et al\.?)\s+){{0,2}}(?:{_STEMS}|zeigte?n?|fand(?:en)?|"
    r"beschreib\w+|beschrieb\w*|berichte\w*|montr\w+|mostr\w+|encontr\w+)\b"
    r"|\s*(?:等)?(?:也|还|进一步|首次|曾)?(?:认为|指出|发现|表明|提出|研究|证明|报道|强调|总结|分析)"
)
_SAID_BY = re.compile(
    rf"(?:\b(?:{_STEMS})\s+(?:\w+\s+)?by|\baccording\s+to|\bsee(?:\s+also)?|\bcf\.|\bas\s+in)\s*$", re.IGNORECASE
)
_ARTICLE = re.compile(r"\b(?:the|an?|this|that|these|its|our|their|his|her)\s*$", re.IGNORECASE)
_PUBLISHER = re.compile(r"(?:[A-Z][\w.'’-]*+[\s,;&/]*+){1,8}+:\s")
"""A place before a publisher: `(Berlin: Springer, 2001)`."""
_PAGES = re.compile(r"pp?\.?\s?\d|pages?\b|第")
_HAN = re.compile(f"[{CJK}]")
_LONGEST_PERSON = 4


def is_said(text: str, start: int, end: int) -> bool:
    """Whether the sentence lets the names between two places find or say something: only who is cited does."""
    return bool(_SAYS.match(text, end, end + NEAR) or _SAID_BY.search(text[max(0, start - NEAR) : start]))


def has_article(text: str, start: int) -> bool:
    """Whether `the`, `this` or the like stands before a name: persons have none (`The Tempest (1611)`)."""
    return bool(_ARTICLE.search(text[max(0, start - NEAR) : start]))


def names_pages(locator: str) -> bool:
    """Whether pages are named behind the year: `p. 4`."""
    return bool(_PAGES.match(locator))


def may_be_author(names: Sequence[str], printed: str, *, joined: bool) -> bool:
    """Whether somebody of these names may be an author: not a place, a season, software or an event, and written as
    names are. Of `joined` names one is enough."""
    if not names:
        return False
    places = [name.casefold() in NO_AUTHOR_NAMES for name in names]
    if all(places) or (any(places) and not joined):
        return False
    if _PUBLISHER.match(printed):
        return False
    words = [word.strip(".,").casefold() for part in (names[0], printed) for word in _ends(part)]
    if not joined and any(word in NO_AUTHOR_WORDS for word in words):
        return False
    return _is_written_as_a_name(names[0])


def _ends(printed: str) -> tuple[str, ...]:
    words = printed.split()
    return (words[0], words[-1]) if words else ()


def _is_written_as_a_name(name: str) -> bool:
    if _HAN.search(name):
        person = len(name) <= _LONGEST_PERSON and len(name) >= 2 and surname_of(name) is not None
        return person or is_group(Author(family=name))
    return any(char.isupper() for char in name) and len(name) > 1

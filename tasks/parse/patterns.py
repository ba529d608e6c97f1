"""Authors and title of an entry by the patterns of the commonest styles, in which nothing else can be meant.

Vancouver (`Smith J, Jones K. Title. J Med. 2019;12:3-4.`), APA (`Smith, J. (2019). Title. Journal`), IEEE (`J. Smith,
“Title,” Journal, 2019`); what else has unmistakable authors is in `styles`.
"""

import re
from dataclasses import dataclass

from tasks.language.scripts import fold_width
from tasks.parse.styles import split_entry

_APA = re.compile(
    r"^(?P<authors>.{2,600}?)\s*[(（](?P<year>(?:18|19|"
    r"20)\d\d)[a-z]?(?:,[^)]{3,20})?[)）][.,:]?\s*(?P<title>[^.?!]{8,400}[.?!])"
)
_QUOTED = re.compile(r"^(?P<authors>[^“\"]{2,400}?)[,.]?\s*[“\"](?P<title>[^”\"]{8,400}?)[,.]?[”\"]")
_VANCOUVER_NAME = (
    r"[A-Z\u00c0-\u00de][\w'’\-\u00c0-\u024f]*(?:\s[\w'’\-\u00c0-\u024f]+){0,4}\s[A-Z](?:-?[A-Z]){0,3}(?:\s(?:Jr|"
    r"Sr|2nd|3rd|II|III))?"
)
_VANCOUVER = re.compile(
    rf"^(?P<authors>{_VANCOUVER_NAME}(?:,\s*(?:{_VANCOUVER_NAME}|"
    rf"et al))*(?:,?\s*et al)?)\s*[.:]\s+(?P<title>[^?!]{{8,400}}?[.?!])\s+(?P<journal>[A-Z][^.;:]{{1,80}})?"
)
_EDITION = re.compile(
    r"\s?[,(（]\s?(?:\d{1,2}\.\s?(?:Aufl|Auflage)\b|(?:\d{1,2}(?:st|nd|rd|th)|[Rr]ev(?:\.|ised)?)\s[Ee]d(?:n|ition)?\b).*$"
)
_IMPRINT = re.compile(r"\s*\([^()]*:[^()]*\)$|\s*\([^()]*\b(?:18|19|20)\d\d\)$")
_IS_TITLE = re.compile(r"[\"“‘'(]?[^\W\d_]|\d+(?:\.\d+)?[\w-]*\s+[^\W\d_][\w-]{2,}")
"""A title begins with a letter, or with a number and a word; pages and volumes do not."""
_UNFINISHED = re.compile(r"\b(?:vol|no|nr|pp|ed|eds|https?\S*)$", re.IGNORECASE)
"""A title does not end so: it was cut at an abbreviation, far behind its end."""


@dataclass(frozen=True, slots=True)
class PatternParts:
    """What a pattern reads; None where none fits."""

    authors: str | None = None
    """Everything from the entry's beginning to the end of the names."""
    title: str | None = None
    strict: bool = False
    """Whether the pattern asks for names that can be nothing else, and the title holds no digit that belongs behind."""


def pattern_parts(text: str) -> PatternParts:
    """Authors and title of an entry on one line, by the first pattern that fits it."""
    folded = fold_width(text)
    for pattern in (_QUOTED, _APA, _VANCOUVER):
        match = pattern.match(folded)
        if match is not None:
            title = closed_title(text[slice(*match.span("title"))], may_be_names=pattern is _VANCOUVER)
            if title is not None:
                strict = pattern is not _APA and not any(char.isdigit() for char in title)
                return PatternParts(text[: match.end("authors")], title, strict)
    split = split_entry(folded)
    title = closed_title(text[slice(*split.title)], may_be_names=split.may_be_names) if split is not None else None
    if split is None or title is None:
        return PatternParts()
    return PatternParts(text[: split.authors_end], title, not any(char.isdigit() for char in title))


def closed_title(printed: str, *, may_be_names: bool = False) -> str | None:
    """A title without the marks around it, or None where what was cut out can be none."""
    title = _EDITION.sub("", _IMPRINT.sub("", printed.strip().strip(".,。，")))
    plain_words = set(re.findall(r"\b[a-z]{2,}\b", title)) - {"and", "et", "al", "van", "von", "de", "der"}
    if not _IS_TITLE.match(title) or (may_be_names and not plain_words) or _UNFINISHED.search(title):
        return None
    return title

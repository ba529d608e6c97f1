"""The entries of a list without numbers: where each begins, where the list ends (decisions 2.3).

An entry is known by how it begins (a name with initials, a name and a year, a Chinese name, a dash for the author
above). Where paragraphs are entries, each is one; where lines were broken, only such a beginning opens one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tasks.language.author_year_surnames import surname_of
from tasks.language.names import fold_name
from tasks.language.scripts import CJK, fold_width
from tasks.parse.labels import Line
from tasks.parse.looks import LOOKS_PUBLISHED, SHORTEST_ENTRY

__all__ = ["LONGEST_ENTRY", "LOOKS_PUBLISHED", "SHORTEST_ENTRY", "Printed", "is_entry", "opening", "segment"]

WRAPPED_BELOW = 0.75
"""Where fewer of the lines name a year or the like, entries are broken over lines."""
LONGEST_SUBHEADING = 60
LONGEST_ENTRY = 3000
"""Characters looked at behind the beginning of an entry."""

_YEAR = r"(?:1[5-9]|20)\d\d[a-z]?"
_UPPER = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u017f\u0386-\u03ab\u0410-\u042f\u1e00-\u1eff"
_PARTICLE = (
    r"(?:(?:[vV]an|[vV]on|[dD]er|[dD]en|[dD]e|[dD]el|[dD]i|[dD]a|[dD]os|[lL]a|[lL]e|[eE]l|[aA]l|[tT]en|[tT]er|[bB]in|"
    r"[zZ]u)[\s-]|d['’])"
)
_CAP = rf"[{_UPPER}][\w'’\-‐‑]*[^\W\d_A-Z][\w'’\-‐‑]*|[{_UPPER}]{{2,}}"
_FAMILY = rf"{_PARTICLE}{{0,3}}(?:{_CAP})(?:[\s-]{_PARTICLE}{{0,2}}(?:{_CAP})){{0,2}}"
_LEADING = rf"[{_UPPER}][^\d:“”\"?!]{{1,120}}?"
"""What stands before an entry's year: authors or a group, no title with numbers and colons."""
_STRONG = re.compile(
    rf"\s*(?:{_FAMILY},\s?(?:[{_UPPER}]\.[\s-]?){{1,4}}"
    rf"|{_FAMILY},?\s(?:[{_UPPER}]-?){{1,3}}(?=[,.;:]|\s[(&]|\sand\s)(?!\.\s[a-z])"
    rf"|(?:[{_UPPER}]\.[\s-]?){{1,4}}{_FAMILY}\s?[,.(&]"
    rf"|[—–―─_]{{1,3}}\s?[.,，]|-{{2,3}}\s?[.,]|[—–―─]{{2,}}"
    rf"|{_LEADING}[.,]?\s[(（]?{_YEAR}[)）]?[.,:：]\s?\S.{{9}}"
    rf"|{_LEADING}[.,]?\s[(（](?:{_YEAR}|n\.\s?d\.?|in press|forthcoming)(?:-?[a-z])?(?:,[^)]{{2,30}})?[)）]\s?\S)"
)
_WEAK = re.compile(rf"\s*(?:{_FAMILY},\s(?:{_CAP})|[“\"'‘《][^\s])")
_CHINESE = re.compile(rf"\s*(?P<name>[{CJK}·]{{2,4}})\s?(?:[,，、.．。;；(（]|等)")
_CHINESE_GROUP = re.compile(rf"\s*[{CJK}]{{4,30}}\s?[.．。,，(（]\s?[^\s]{{4}}")
_GOES_ON = re.compile(
    rf"\s*(?:[{CJK}]{{2,6}}\s?[:：]\s?[{CJK}]{{2,20}}(?:出版社|大学|公司|书店|印书馆|局)|"
    r"[a-zµ(（\[【,.;:，。；]|\d(?!\d?[A-Z])|https?://|www\.|doi\b|DOI\b|PMID|Retrieved|Available|Accessed|Pp?\.|Vol\.|ISBN|ISSN|&)"
)
_ENDS = re.compile(r"(?:[.。．)）\]】]|\d|https?://\S+|10\.\d{4,9}/\S+)\s*$")
_BULLET = re.compile(r"^\s*[*•·▪†‡◦]+\s?")
"""A bullet, or what marks the studies of a meta-analysis."""
_DASH = re.compile(r"\s*(?:[—–―─_]{1,6}|-{2,6})\s?[.,，。]?\s*(?=\S)")
_AUTHORS = re.compile(
    rf"\s*(?P<authors>.{{2,300}}?)\s*(?:[.,，]?\s?[(（]{_YEAR}|[.,，]\s?{_YEAR}[.,，]|(?<![\s.][{_UPPER}])[.．。]\s)"
)
_INNER = re.compile(
    rf"(?<=\S)\s+(?={_FAMILY},?\s(?:(?:[{_UPPER}]\.[\s-]?){{1,4}}|[{_UPPER}]{{1,3}}(?=[,.]\s)(?!\.\s[a-z])))"
)
_DATED = re.compile(rf".{{0,300}}?[(（,.]\s?{_YEAR}")


@dataclass(frozen=True, slots=True)
class Printed:
    """One entry: its first line, its whole text, and the place of its last line."""

    first: Line
    text: str
    last: int


class _Growing:
    """An entry while its lines are put together; each line is looked at once."""

    def __init__(self, first: Line) -> None:
        self.first, self.last = first, first.order
        self.parts = [_BULLET.sub("", first.text).strip()]
        self.published = bool(LOOKS_PUBLISHED.search(first.text))

    @property
    def text(self) -> str:
        return "".join(self.parts)

    @property
    def complete(self) -> bool:
        return self.published and bool(_ENDS.search(self.parts[-1][-200:]))

    def take(self, line: Line) -> None:
        text = line.text.strip()
        if not _joins_without_space(self.parts[-1][-2:], text):
            self.parts.append(" ")
        self.parts.append(text)
        self.published = self.published or bool(LOOKS_PUBLISHED.search(text))
        self.last = line.order


def opening(text: str) -> int:
    """How surely a text begins like an entry: 2 by an author as lists print them, 1 by what may be one, else 0."""
    folded = _BULLET.sub("", fold_width(text))
    chinese = _CHINESE.match(folded)
    if _STRONG.match(folded) or (chinese and surname_of(chinese.group("name"))):
        return 2
    return 1 if _WEAK.match(folded) or chinese or _CHINESE_GROUP.match(folded) else 0


def is_entry(text: str) -> bool:
    """Whether a text by itself can hardly be anything but an entry: its beginning, and that it names a year."""
    return len(text.strip()) >= SHORTEST_ENTRY and opening(text) == 2 and bool(LOOKS_PUBLISHED.search(text))


def segment(lines: Sequence[Line]) -> list[Printed]:
    """The entries in these lines of a list without labels; none where most of it does not look published.

    Lines that continue an entry are joined to it, sub-headings are left out, and what follows the last entry (thanks,
    a word about the author) is not in the list. A dash for the author above is replaced by that author.
    """
    pieces = [piece for line in lines if _BULLET.sub("", line.text).strip() for piece in _pieces(line)]
    published = sum(1 for piece in pieces if LOOKS_PUBLISHED.search(piece.text))
    inside = sum(1 for piece in pieces if not _is_subheading(piece.text.strip()))
    if not published:
        return []
    entries = _grown(pieces, wrapped=published < WRAPPED_BELOW * inside)
    while entries and not _may_end_a_list(entries[-1].text):
        entries.pop()
    looking = sum(1 for entry in entries if entry.published)
    if not entries or looking * 2 < len(entries):
        return []
    return _with_authors(entries)


def _may_end_a_list(text: str) -> bool:
    return bool(LOOKS_PUBLISHED.search(text)) or opening(text) == 2


def _pieces(line: Line) -> list[Line]:
    """A line that holds several entries, taken apart where one has ended and the next begins in the alphabet."""
    text = line.text
    cuts = [0]
    for match in _INNER.finditer(text) if len(text) > 2 * SHORTEST_ENTRY else ():
        before = text[max(cuts[-1], match.start() - LONGEST_ENTRY) : match.start()]
        if (
            len(before) >= SHORTEST_ENTRY
            and _ENDS.search(before[-200:])
            and LOOKS_PUBLISHED.search(before)
            and _DATED.match(text, match.end())
            and _first_word(text[cuts[-1] : cuts[-1] + 60]) <= _first_word(text[match.end() : match.end() + 60])
        ):
            cuts.append(match.end())
    return [replace(line, text=text[low:high]) for low, high in zip(cuts, [*cuts[1:], len(text)], strict=True)]


def _first_word(text: str) -> str:
    return fold_name(re.split(r"[\s,.;(]", text.strip(), maxsplit=1)[0])


def _grown(pieces: Sequence[Line], *, wrapped: bool) -> list[_Growing]:
    entries: list[_Growing] = []
    for piece in pieces:
        current = entries[-1] if entries else None
        text = piece.text.strip()
        if _is_subheading(text) and (current is None or current.complete):
            continue
        if current is None or _opens(piece, current, wrapped):
            if current is not None or opening(text) or LOOKS_PUBLISHED.search(text):
                entries.append(_Growing(piece))
            continue
        current.take(piece)
    return entries


def _opens(piece: Line, current: _Growing, wrapped: bool) -> bool:
    """Whether a line begins an entry behind the current one."""
    text = piece.text
    strength, published = opening(text), bool(LOOKS_PUBLISHED.search(text))
    same_paragraph = piece.order == current.last
    if not current.published:
        return strength == 2 and published and not wrapped and not same_paragraph
    if strength == 2:
        return current.complete or (published and not same_paragraph)
    if _GOES_ON.match(text) or (strength == 0 and not current.complete):
        return False
    if wrapped or same_paragraph:
        in_order = _first_word(current.parts[0][:60]) <= _first_word(text[:60])
        return strength == 1 and in_order and current.complete
    return True


def _is_subheading(text: str) -> bool:
    """A line that names a part of the list: `Primary sources`, `B`, `（一）著作`."""
    if len(text) > LONGEST_SUBHEADING or LOOKS_PUBLISHED.search(text) or re.search(r"[,;，；]|\w\.$", text):
        return False
    return opening(text) < 2 and bool(re.match(rf"[{_UPPER}{CJK}\d(（]", text)) and len(text.split()) <= 7


def _joins_without_space(before: str, after: str) -> bool:
    both_chinese = re.search(rf"[{CJK}]$", before) and re.match(rf"[{CJK}]", after)
    return bool(both_chinese) or bool(re.search(r"\w[-‐]$|/$", before) and after[:1].islower())


def _with_authors(entries: Sequence[_Growing]) -> list[Printed]:
    """The entries, each dash at a beginning replaced by the authors of the entry above."""
    authors, found = "", []
    for entry in entries:
        text = entry.text
        dash = _DASH.match(text)
        if dash and authors:
            joint = ", " if "," in dash.group() else " " if re.match(r"[(（]", text[dash.end() :]) else ". "
            dot = "." if joint == " " and _ends_in_initial(authors) else ""
            text = f"{authors.rstrip('., ')}{dot}{joint}{text[dash.end() :]}"
        elif match := _AUTHORS.match(text):
            authors = match.group("authors")
        found.append(Printed(entry.first, text, entry.last))
    return found


def _ends_in_initial(authors: str) -> bool:
    return bool(re.search(rf"\b[{_UPPER}]\.?$", authors.strip()))

"""One item of prose: is it a reference, several identifiers, or running text with references in it?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from state.lookup import Author
from state.manuscript import Reference
from state.payload import SourceFormat
from tasks.language.author_year import author_year_markers
from tasks.parse.author_year_list import LONGEST_ENTRY, LOOKS_PUBLISHED, SHORTEST_ENTRY, is_entry, opening
from tasks.parse.layout import is_caption
from tasks.parse.payload.found import DASH, Found
from tasks.parse.payload.identifiers import identifiers_alone, identifiers_in
from tasks.parse.payload.prose import Item
from tasks.parse.payload.stated import stated_reference
from tasks.parse.printed_list import PrintedEntry

LONGEST_READ = 20_000
"""Characters of an item that are cleaned and looked at; `raw` keeps all."""
AROUND = 160
"""Characters kept on each side of an identifier in running text."""
SHORTEST_CITED = 12
_LINK = re.compile(
    r"!?\[([^\[\]]{0,600})\]\((?:<)?((?:https?://|www\.|doi:|mailto:)[^\s<>]*?)>?(?:\s+\"[^\"]{0,200}\")?\)(?=[\s.,;:)\]\"']|$)"
)
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.{1,1000}?)(?<=\S)\1")
_ITALIC = re.compile(
    r"(?<![\w*])\*(?=[^\s*])([^*]{1,1000}?)(?<=\S)\*(?![\w*])|(?<![\w_/.])_(?=[^\s_])([^_]{1,1000}?)(?<=\S)_(?![\w_/])"
)
_TAG = re.compile(r"</?(?:i|b|em|strong|u|sub|sup|span|li|p|br|a|cite|ol|ul|div)(?:\s[^<>]{0,300})?/?>", re.IGNORECASE)
_HREF = re.compile(r"<a\s[^<>]{0,200}?href=[\"']([^\"'<>]{1,500})[\"'][^<>]{0,200}>", re.IGNORECASE)
_BARE_LINK = re.compile(r"<((?:https?://|doi:)[^\s<>]{1,500})>")
_LED_BY_TITLE = re.compile(
    r"\s*(?:\*\*|__|[\"“«*])(?P<title>[^\"“”«»*]{8,400}?)[.,?!]?(?:\*\*|__|[\"”»*])[.,?!]?\s*(?:[-–—|:,(]|\bby\b|\()*\s*(?:by\s)?\s*"
    r"(?P<authors>[^\d()\"“”:]{3,400}?)[\s,.]*[(\[]?(?P<year>(?:1[6-9]|20)\d\d)[a-z]?[)\]]?(?P<rest>.*)",
    re.DOTALL,
)
_QUOTED = re.compile(r"[“\"].{8,}[.,?!]?[”\"]")
_RUNS = re.compile(
    r"\b(?:is|are|was|were|we|that|this|these|which|have|has|had|you|your|can|could|here|should|our|been|it|they|"
    r"there|please|may|will|would|i(?!\.)|also|because|however)\b|的是|我们|以下|这些|可以|您|已经|因此",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Where:
    """What surrounds an item."""

    outside: bool = False
    """The source has a reference list under a heading, and the item stands elsewhere: only what can be nothing else is
    an entry there."""
    above: str = ""
    """The entry above, whose authors a dash stands for."""
    between: bool = False
    """It stands between two entries of a list, and looks like nothing else."""


NOWHERE = Where()


def found_in(item: Item, chunk: int, file: str, where: Where = NOWHERE) -> list[Found]:
    """The entries of one item, in its order; empty where it is text in which nothing is a reference.

    An item of which neither its form nor its surroundings say that it is an entry is text.
    """
    line, raw = item.lines[0][0], item.raw
    if fields := item.fields():
        reference = stated_reference(fields, raw)
        return [Found(chunk, line, SourceFormat.PROSE, raw, reference=reference)]
    printed = item.text[:LONGEST_READ]
    text = plain(printed)
    alone = identifiers_alone(text)
    if alone:
        known = {one.reference.model_copy(update={"url": None, "raw": ""}): one for one in reversed(alone)}
        kept = [one for one in alone if one in known.values()]
        single = raw if len(kept) == 1 else None
        return [Found(chunk, line, one.format, single or one.reference.raw, reference=one.reference) for one in kept]
    if len(item.text) <= LONGEST_READ and (where.between or _is_reference(item, text, outside=where.outside)):
        entry = PrintedEntry(item.number, _reordered(printed) or text, file, line)
        dashed = where.above if DASH.match(text) else ""
        return [Found(chunk, line, SourceFormat.PROSE, raw, printed=entry, above=dashed)]
    if len(item.text) > LONGEST_READ:
        text = item.text
    return [
        Found(chunk, line, one.format, _around(text, one.start, one.end), reference=one.reference)
        for one in identifiers_in(text)
    ]


def plain(text: str) -> str:
    """A text without Markdown's and HTML's marks; the addresses of links stay."""
    if "](" in text:
        text = _LINK.sub(_link, text)
    if "<" in text:
        text = _TAG.sub("", _HREF.sub(r"\1 ", _BARE_LINK.sub(r"\1", text)))
    if "**" in text or "__" in text:
        text = _BOLD.sub(r"\2", text)
    if "*" in text or "_" in text:
        text = _ITALIC.sub(lambda match: match.group(1) or match.group(2), text)
    return " ".join(text.replace("`", "").split())


def _link(match: re.Match[str]) -> str:
    shown, address = match.group(1).strip(), match.group(2)
    return address if shown in address or shown.startswith("http") else f"{shown} {address}"


def _is_reference(item: Item, text: str, *, outside: bool) -> bool:
    """Whether an item that is no bare identifier is an entry of a list, and not text that speaks of something."""
    published, runs = bool(LOOKS_PUBLISHED.search(text)), len(_RUNS.findall(text[:1500]))
    begins = opening(text[:600])
    if (outside and not (is_entry(text[:LONGEST_ENTRY]) and runs < 2)) or (is_caption(text) and not item.labelled):
        return False
    cited = any(True for _ in identifiers_in(text))
    if item.number is not None:
        return published or cited or runs < 2 or begins == 2
    if begins == 2:
        return len(text) >= SHORTEST_ENTRY and (published or cited or not item.bullet) and runs < 4
    if item.bullet:
        return (published or cited) and runs < 3 and len(text) >= SHORTEST_CITED
    if begins and not cited and runs < 4 and len(text) >= SHORTEST_ENTRY and (published or _QUOTED.search(text)):
        return True
    enough = runs < 2 and len(text) >= SHORTEST_ENTRY and not text.endswith((":", "："))
    return published and enough and (not cited or _is_list_like(text))


def may_stand_between(item: Item) -> bool:
    """Whether an item that says of itself neither that it is an entry nor that it is text may be one, such as a work
    without a year, where entries stand on both sides."""
    text = plain(item.text[:LONGEST_READ])
    if not SHORTEST_ENTRY <= len(text) <= LONGEST_ENTRY or text.endswith((":", "：", "!", "?")) or is_caption(text):
        return False
    pieces = len(re.findall(r"[.,:;”\"](?=\s|$)", text))
    return pieces >= 3 and len(_RUNS.findall(text)) < 2


def looks_listed(item: Item) -> bool:
    """Whether an item is an entry by its own form."""
    text = plain(item.text[:LONGEST_READ])
    return item.role == "item" and len(item.text) <= LONGEST_READ and _is_reference(item, text, outside=False)


def _is_list_like(text: str) -> bool:
    """Whether a text with an address in it has the marks of an entry before the address: stops and a year."""
    before = re.split(r"https?://|10\.\d{4,9}/|doi\s?:", text, maxsplit=1, flags=re.IGNORECASE)[0]
    return len(before) >= SHORTEST_ENTRY and bool(re.search(r"\b(?:1[6-9]|20)\d\d\b|\[[JMDCNRPSZ](?:/OL)?\]", before))


def _reordered(text: str) -> str | None:
    """An entry that begins with its title set apart (`**Title** - Authors (Year)`), in the order lists have."""
    match = _LED_BY_TITLE.match(text)
    if match is None or len(match.group("title").split()) < 2:
        return None
    authors = plain(match.group("authors")).strip(" -–—,.;:*")
    rest = plain(match.group("rest")).strip(" -–—,.;:*")
    title = plain(match.group("title")).strip(" .,")
    return f"{authors} ({match.group('year')}). {title}. {rest}" if opening(f"{authors} (2000). Title") else None


def _around(text: str, start: int, end: int) -> str:
    """An identifier with the words beside it, cut at white space."""
    low, high = max(start - AROUND, 0), min(end + AROUND, len(text))
    before, behind = text[low:start], text[end:high]
    if low:
        before = before.partition(" ")[2]
    if high < len(text):
        behind = behind.rpartition(" ")[0]
    return f"{before}{text[start:end]}{behind}".strip()


def cited_in(text: str) -> Iterator[tuple[str, Reference]]:
    """Works that running text names by author and year, each once, with the marker as printed."""
    seen = set()
    for marker in author_year_markers(text[:LONGEST_READ]):
        for one in marker.items:
            key = (one.names, one.year_text)
            if one.names and one.year is not None and key not in seen:
                seen.add(key)
                authors = tuple(Author(family=name) for name in one.names)
                complete = not one.et_al
                reference = Reference(
                    id="", authors=authors, authors_complete=complete, year=one.year, needs_manual_id=True
                )
                yield text[one.start : one.end] or text[marker.start : marker.end], reference

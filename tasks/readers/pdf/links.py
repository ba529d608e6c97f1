"""Links into the reference list: which entry each leads to, and the citations their texts are."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tasks.language.sections import section_kind
from tasks.readers.contract import Mark, MarkKind, Target
from tasks.readers.pdf.blocks import Block
from tasks.readers.pdf.lines import Hit, Row
from tasks.readers.pdf.pages import Link

WIDEST_RANGE = 50
_NO_CITATION = re.compile(
    r"(?:sub)*(?:section|chapter|paragraph|part|appendix|figure|table|equation|page|hfootnote|footnote|fn|algorithm|"
    r"theorem|lemma|definition|corollary|proposition|remark|example|item|listing|lstlisting|alg|fig|tab|eq|sec|toc|"
    r"mpfootnote|doc-start)\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\s,;，；、–—‐‑-]*(?:(?:and|und|et|&|see|cf\.|also|e\.g\.,?|和|及|与)\s*)*", re.IGNORECASE)
_DASH = re.compile(r"\s*[-–—‐‑−]{1,2}\s*")
_OPENING = re.compile(
    r"[\[(（［【]\s*(?:(?:see(?: also)?|e\.\s?g\.,?|cf\.?|reviewed in|refs?\.?|参见|见)[,\s]*)*$", re.IGNORECASE
)
_CLOSING = re.compile(
    r"(?P<note>[,;\s]*(?:(?:pp?|chap|ch|sec|fig|eq|table|§|第)\.?\s?[\w.–-]+)?)\s*[\])）］】]", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Cited:
    """A stretch of text that names one entry."""

    start: int
    end: int
    entry: int
    key: str


def bind_links(blocks: Sequence[Block], rows: Sequence[Row]) -> dict[Link, int]:
    """Every link that leads into the list, with the place of its entry; the entries' blocks get their anchors."""
    entries = [block for block in blocks if block.entry is not None]
    if not entries:
        return {}
    owners = {id(row): block for block in entries for row in block.rows}
    by_page: dict[int, list[Row]] = {}
    for row in rows:
        by_page.setdefault(row.page, []).append(row)
    bound: dict[Link, int] = {}
    for link in dict.fromkeys(link for row in rows for _, _, link in row.hits if link.page >= 0):
        if link.name and _NO_CITATION.match(link.name):
            continue
        entry = _entry_at(link, by_page.get(link.page, []), owners, entries)
        if entry is not None and entry.entry is not None:
            bound[link] = entry.entry
            key = key_of(link)
            if key not in entry.anchors:
                entry.anchors.append(key)
    if bound:
        for block in entries:
            first = block.rows[0]
            if not block.anchors:
                block.anchors.append(f"p{first.page + 1}@{round(first.x0)},{round(first.base)}")
    return bound


def key_of(link: Link) -> str:
    """The name of a link's destination, or its page and place."""
    return link.name or f"p{link.page + 1}@{round(link.x)},{round(link.y)}"


def _entry_at(link: Link, page: Sequence[Row], owners: Mapping[int, Block], entries: Sequence[Block]) -> Block | None:
    """The entry at a destination: the first row below the point, in the column the point lies in."""
    rows = page
    if link.x > 1:
        beside = [row for row in page if row.left - 30 <= link.x <= row.right]
        rows = beside or page
    below = sorted((row for row in rows if row.base > link.y + 1), key=lambda row: (row.base, row.x0))
    starts = {id(block.rows[0]) for block in entries}
    for row in below[:1]:
        near = next((one for one in below if id(one) in starts), None)
        if near is not None and near.base - link.y < 2.2 * near.size:
            return owners[id(near)]
        return owners.get(id(row)) if row.base - link.y < 4 * row.size else None
    # LaTeX sets the destination before the page breaks: the entry opens the next column or page.
    last = max(
        (block for block in entries if any(row.page == link.page for row in block.rows)), key=_order, default=None
    )
    following = [block for block in entries if last is not None and _order(block) == _order(last) + 1]
    return following[0] if following and not below and link.name else None


def _order(block: Block) -> int:
    return block.entry if block.entry is not None else -1


def citations(text: str, hits: Sequence[Hit], bound: Mapping[Link, int], anchors: Sequence[str]) -> list[Mark]:
    """The CITATION marks of a paragraph. `anchors` holds one name per entry: a range names those between its ends."""
    cited = _merged(text, [Cited(a, b, bound[link], key_of(link)) for a, b, link in hits if link in bound])
    cited = [one for one in cited if _plausible(text, one)]
    marks: list[Mark] = []
    group: list[Cited] = []
    for one in cited:
        if group and not _BETWEEN.fullmatch(text[group[-1].end : one.start]):
            marks.extend(_marks(text, group, anchors))
            group = []
        group.append(one)
    if group:
        marks.extend(_marks(text, group, anchors))
    return marks


def _merged(text: str, cited: Sequence[Cited]) -> list[Cited]:
    """Neighbouring links to one entry as one: the name and the year of `Ames et al. (2011)` are often linked apart."""
    merged: list[Cited] = []
    for one in sorted(cited, key=lambda one: (one.start, one.end)):
        before = merged[-1] if merged else None
        if (
            before is not None
            and before.entry == one.entry
            and re.fullmatch(r"[\s,(\[-]{0,4}", text[before.end : one.start])
        ):
            merged[-1] = Cited(before.start, max(before.end, one.end), one.entry, before.key)
        elif before is None or one.start >= before.end:
            merged.append(one)
    return merged


def _plausible(text: str, one: Cited) -> bool:
    words = text[one.start : one.end].strip()
    if section_kind(words) is not None or len(words) > 120 or (one.start == 0 and one.end == len(text)):
        return False
    return bool(re.search(r"\d", words) or re.search(r"[^\W\d_]{2}", words) or re.fullmatch(r"[a-z]", words))


def _marks(text: str, group: Sequence[Cited], anchors: Sequence[str]) -> list[Mark]:
    """A group as one mark with its brackets, or as one mark for each where no brackets hold it together."""
    start, end = group[0].start, group[-1].end
    opening, closing = _OPENING.search(text[:start]), _CLOSING.match(text, end)
    inside = opening is not None and closing is not None
    numeric = all(re.fullmatch(r"[\[(]?\d{1,4}[a-z]?[\])]?", text[one.start : one.end].strip()) for one in group)
    if inside and opening is not None and closing is not None:
        start, end = opening.start(), closing.end()
    if inside or numeric:
        targets = _targets(text, group, anchors, in_text=False)
        if closing is not None and inside and (note := closing.group("note").strip(" ,;")):
            targets[-1] = targets[-1].model_copy(update={"suffix": note})
        return [Mark(start=start, end=end, kind=MarkKind.CITATION, targets=tuple(targets))]
    marks = []
    for one in group:
        words = text[one.start : one.end]
        open_bracket = "(" in words and ")" not in words and text[one.end : one.end + 1] == ")"
        target = Target(key=one.key, in_text=bool(re.search(r"[^\W\d_]{2}", words)) and opening is None)
        last = one.end + open_bracket
        marks.append(Mark(start=one.start, end=last, kind=MarkKind.CITATION, targets=(target,)))
    return marks


def _targets(text: str, group: Sequence[Cited], anchors: Sequence[str], *, in_text: bool) -> list[Target]:
    keys: dict[str, None] = {}
    before: Cited | None = None
    for one in group:
        if (
            before is not None
            and _DASH.fullmatch(text[before.end : one.start])
            and text[before.end : one.start].strip()
        ):
            between = range(before.entry + 1, one.entry)
            if len(between) <= WIDEST_RANGE:
                keys.update(dict.fromkeys(anchors[entry] for entry in between))
        keys[one.key] = None
        before = one
    return [Target(key=key, in_text=in_text) for key in keys]

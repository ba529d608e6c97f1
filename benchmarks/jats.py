"""Gold from JATS: an article's text with the places that cite, and the works that each of them names.

Markers are taken out of the text (brackets, numbers, names in parentheses), so that a renderer can print them in any
way; what stands is words and `Cite`s. Where two links stand around a dash, the works between them are cited too.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lxml import etree

from benchmarks.jats_works import Work, flat, read_work, tag_of

_PARSER = {"resolve_entities": False, "no_network": True, "load_dtd": False, "huge_tree": False}
_DASH = re.compile(r"\s*\]?\s*[-‐‑–—]\s*\[?\s*")
_COMMA = re.compile(r"\s*\]?\s*[,;]?\s*\[?\s*")
_DROPPED = {
    "graphic", "media", "disp-formula", "inline-formula", "object-id", "tex-math", "supplementary-material",
    "inline-graphic", "label", "email",
}  # fmt: skip
_BLOCKS = {"fig", "table-wrap", "list", "disp-quote", "boxed-text", "fig-group", "table-wrap-group", "p"}
_YEAR_BEHIND = re.compile(r"^(?P<names>.*?\S)\s*\((?P<year>(?:1[89]|20)\d\d[a-z]?)\)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Words:
    """Text of one kind; `raised` is 1 for superscript, -1 for subscript."""

    text: str
    raised: int = 0


@dataclass(frozen=True, slots=True)
class Cite:
    """A citation place."""

    rids: tuple[str, ...]
    named: str = ""
    """The names printed right before it, where the sentence itself names the authors."""
    inside: bool = False
    """Whether it stands in parentheses that hold other words too."""


Runs = tuple[Words | Cite, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    runs: Runs


@dataclass(frozen=True, slots=True)
class Table:
    caption: Runs
    rows: tuple[tuple[Runs, ...], ...]
    notes: tuple[Runs, ...] = ()


Block = Heading | Paragraph | Table


@dataclass(frozen=True, slots=True)
class Article:
    """`floats` are tables and figures that the article keeps behind its reference list."""

    name: str
    title: str
    byline: Runs
    affiliations: tuple[Runs, ...]
    blocks: tuple[Block, ...]
    floats: tuple[Block, ...]
    works: tuple[Work, ...]

    @property
    def links(self) -> int:
        """How many pairs of place and work there are."""
        return sum(len(cite.rids) for cite in cites_of((*self.blocks, *self.floats)))


def read_article(path: Path) -> Article | None:
    """The article in a file, or None where it holds none, or no citation."""
    root = etree.fromstring(path.read_bytes(), etree.XMLParser(**_PARSER))
    if tag_of(root) != "article":
        root = root.find(".//article")
    if root is None:
        return None
    works = tuple(read_work(ref) for ref in root.iter("ref"))
    reader = _Reader(works)
    blocks: list[Block] = []
    for abstract in root.findall("./front/article-meta/abstract")[:1]:
        blocks.append(Heading("Abstract", 1))
        blocks.extend(reader.blocks_of(abstract, 2))
    for body in root.findall("./body"):
        blocks.extend(reader.blocks_of(body, 1))
    for ack in root.findall("./back/ack"):
        found = reader.blocks_of(ack, 1)
        blocks.extend(found if any(isinstance(one, Heading) for one in found) else [Heading("Acknowledgements", 1)])
        blocks.extend([] if any(isinstance(one, Heading) for one in found) else found)
    floats = [block for group in root.findall("./floats-group") for block in reader.blocks_of(group, 1)]
    article = Article(
        name=path.stem,
        title=flat(root.find("./front/article-meta/title-group/article-title")),
        byline=_byline(root),
        affiliations=tuple(_squeezed(reader.runs_of(aff)) for aff in root.findall("./front/article-meta/aff")),
        blocks=tuple(blocks),
        floats=tuple(floats),
        works=works,
    )
    return article if article.links else None


def cites_of(blocks: Sequence[Block]) -> Iterator[Cite]:
    """Every citation place, in reading order."""
    for runs in runs_in(blocks):
        yield from (run for run in runs if isinstance(run, Cite))


def runs_in(blocks: Sequence[Block]) -> Iterator[Runs]:
    """The runs of every paragraph, caption and cell, in reading order."""
    for block in blocks:
        match block:
            case Paragraph(runs):
                yield runs
            case Table(caption, rows, notes):
                yield caption
                yield from (cell for row in rows for cell in row)
                yield from notes


class _Reader:
    def __init__(self, works: Sequence[Work]) -> None:
        self.works = {work.rid: work for work in works}
        self.order = [work.rid for work in works]

    def blocks_of(self, element: etree._Element, level: int) -> list[Block]:
        blocks: list[Block] = []
        for child in element:
            match tag_of(child):
                case "title":
                    blocks.append(Heading(flat(child), min(level, 6)))
                case "sec" | "app":
                    blocks.extend(self._section(child, level))
                case "p":
                    blocks.extend(self._paragraph(child))
                case "fig":
                    blocks.append(Paragraph(self._caption(child)))
                case "table-wrap":
                    blocks.extend(self._table(child))
                case "list" | "list-item" | "disp-quote" | "boxed-text" | "fig-group" | "table-wrap-group":
                    blocks.extend(self.blocks_of(child, level + 1))
        return [block for block in blocks if not isinstance(block, Paragraph) or block.runs]

    def _section(self, element: etree._Element, level: int) -> list[Block]:
        found = self.blocks_of(element, level + 1)
        if found and isinstance(found[0], Heading):
            found[0] = Heading(found[0].text, level)
        return found

    def _paragraph(self, element: etree._Element) -> list[Block]:
        inner = [child for child in element.iterdescendants() if tag_of(child) in _BLOCKS - {"p"}]
        outer = [child for child in inner if not any(above in inner for above in child.iterancestors())]
        blocks: list[Block] = [Paragraph(self.runs_of(element))]
        for child in outer:
            wrapper = etree.Element("wrapper")
            tail, parent = child.tail, child.getparent()
            place = parent.index(child) if parent is not None else 0
            child.tail = None
            wrapper.append(child)
            blocks.extend(self.blocks_of(wrapper, 3))
            if parent is not None:
                parent.insert(place, child)
            child.tail = tail
        return blocks

    def _caption(self, element: etree._Element) -> Runs:
        label = flat(element.find("label")).rstrip(". ")
        runs: list[Words | Cite] = [Words(f"{label}. ")] if label else []
        for part in element.findall("./caption/*"):
            runs += [*self.runs_of(part), Words(" ")]
        return _squeezed(runs)

    def _table(self, element: etree._Element) -> list[Block]:
        rows = tuple(
            tuple(self.runs_of(cell) for cell in row if tag_of(cell) in ("td", "th")) for row in element.iter("tr")
        )
        notes = tuple(runs for note in element.findall("./table-wrap-foot//p") if (runs := self.runs_of(note)))
        return [Table(self._caption(element), tuple(row for row in rows if row), notes)]

    def runs_of(self, element: etree._Element) -> Runs:
        """The words and citations of a paragraph, without the blocks in it."""
        return _squeezed(self._grouped(list(_pieces(element, 0, top=True))))

    def _grouped(self, pieces: list[Words | Cite]) -> list[Words | Cite]:
        """Links that stand together become one place, ranges expanded, their brackets taken out."""
        found: list[Words | Cite] = []
        for piece in _joined(pieces):
            before = found[-2] if len(found) > 1 else None
            between = found[-1] if found else None
            if isinstance(piece, Cite) and isinstance(before, Cite) and isinstance(between, Words) and not piece.named:
                if _DASH.fullmatch(between.text):
                    found[-2:] = [replace(before, rids=(*before.rids, *self._between(before.rids[-1], piece.rids[0])))]
                    continue
                if _COMMA.fullmatch(between.text):
                    found[-2:] = [replace(before, rids=(*before.rids, *piece.rids))]
                    continue
            if isinstance(piece, Cite) and isinstance(between, Cite):
                found[-1] = replace(between, rids=(*between.rids, *piece.rids))
                continue
            found.append(piece)
        return self._unbracketed(found)

    def _between(self, first: str, last: str) -> list[str]:
        """What follows `first` up to `last` in the list."""
        start, end = self.order.index(first), self.order.index(last)
        if not start < end <= start + 60:
            raise ValueError(f"no range: {first} to {last}")
        return self.order[start + 1 : end + 1]

    def _unbracketed(self, found: list[Words | Cite]) -> list[Words | Cite]:
        text = ""
        for index, piece in enumerate(found):
            if isinstance(piece, Words):
                text += piece.text
                continue
            before = found[index - 1] if index else Words("")
            after = found[index + 1] if index + 1 < len(found) else Words("")
            if not isinstance(before, Words) or not isinstance(after, Words):
                continue
            rids = tuple(dict.fromkeys(rid for rid in piece.rids if rid in self.works))
            for opening, closing in (("[", "]"), ("(", ")")):
                if before.text.endswith(opening) and after.text.startswith(closing):
                    found[index - 1] = before = replace(before, text=before.text[:-1])
                    found[index + 1] = replace(after, text=after.text[1:])
                    text = text[:-1]
                    break
            inside = text.rfind("(") > text.rfind(")")
            named = piece.named or (self._named(rids[0], text) if len(rids) == 1 else "")
            found[index] = Cite(rids, named, inside)
            if index and before.text and not before.text[-1].isspace() and before.text[-1] not in "([":
                found[index - 1] = replace(before, text=f"{before.text} ")
        return found

    def _named(self, rid: str, text: str) -> str:
        """The names of the work's authors where the text ends with them."""
        names = self.works[rid].names
        if not names:
            return ""
        family = re.escape(names[0].family)
        match = re.search(
            rf"(?<!\w){family}(?:\s+(?:et al\.?,?|(?:and|&)\s+[\w'’-]+))?\s*$", text.rstrip(), re.IGNORECASE
        )
        return match.group().strip() if match else ""


def _pieces(element: etree._Element, raised: int, *, top: bool = False) -> Iterator[Words | Cite]:
    tag = tag_of(element)
    if not top and (tag in _DROPPED or tag in _BLOCKS or tag is None):
        return
    if tag == "xref" and element.get("ref-type") == "bibr":
        yield from _link(element)
        return
    raised = {"sup": 1, "sub": -1}.get(tag or "", raised)
    yield Words(element.text or "", raised)
    for child in element:
        yield from _pieces(child, raised)
        yield Words(child.tail or "", raised)


def _link(element: etree._Element) -> Iterator[Words | Cite]:
    """A link; where its text is `Names (2003)`, the names are words of the sentence."""
    rids = tuple((element.get("rid") or "").split())
    match = _YEAR_BEHIND.match(flat(element))
    if match:
        yield Words(f"{match['names']} ")
        yield Cite(rids, match["names"])
    else:
        yield Cite(rids)


def _joined(pieces: Sequence[Words | Cite]) -> list[Words | Cite]:
    joined: list[Words | Cite] = []
    for piece in pieces:
        if isinstance(piece, Words) and not piece.text:
            continue
        last = joined[-1] if joined else None
        if isinstance(piece, Words) and isinstance(last, Words) and last.raised == piece.raised:
            joined[-1] = replace(last, text=last.text + piece.text)
        else:
            joined.append(piece)
    return joined


def _squeezed(runs: Sequence[Words | Cite]) -> Runs:
    """White space made single, none at the ends, empty runs left out."""
    joined = _joined(
        [replace(run, text=re.sub(r"\s+", " ", run.text)) if isinstance(run, Words) else run for run in runs]
    )
    squeezed: list[Words | Cite] = []
    for run in joined:
        last = squeezed[-1] if squeezed else None
        if isinstance(run, Words) and (last is None or (isinstance(last, Words) and last.text.endswith(" "))):
            run = replace(run, text=run.text.lstrip())
        if isinstance(run, Cite) or run.text:
            squeezed.append(run)
    while squeezed and isinstance(end := squeezed[-1], Words):
        squeezed[-1] = end = replace(end, text=end.text.rstrip())
        if end.text:
            break
        squeezed.pop()
    return tuple(squeezed)


def _byline(root: etree._Element) -> Runs:
    runs: list[Words | Cite] = []
    for contrib in root.findall("./front/article-meta/contrib-group/contrib"):
        name = contrib.find("name")
        if name is None:
            continue
        runs.append(Words(f"{', ' if runs else ''}{flat(name.find('given-names'))} {flat(name.find('surname'))}"))
        marks = [re.sub(r"\W", "", flat(xref)) for xref in contrib.findall("xref") if xref.get("ref-type") == "aff"]
        if any(marks):
            runs.append(Words(",".join(mark for mark in marks if mark), 1))
    return _squeezed(runs)

"""What a PDF prints on its pages: pieces of lines with place, size and style, and the links laid over them.

Coordinates are points from the page's upper left corner; a page that is mostly printed sideways is turned first.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tasks.readers.pdf.text import fold, fold_placed

MAX_PAGES = 2_000
MAX_CHARACTERS = 8_000_000
"""Some five times what 300 pages of small print hold."""
_BOLD_NAMES = ("bold", "black", "heavy", "-bd", "cmbx", "sfbx", "demi")
_GOTO, _URI, _NAMED = 1, 2, 4
"""Link kinds of pymupdf: a place given outright, an address, a named destination."""


@dataclass(slots=True)
class Span:
    """Characters of one font and size that follow each other on a line."""

    text: str
    x0: float
    x1: float
    base: float
    """The baseline."""
    size: float
    bold: bool
    italic: bool
    xs: tuple[float, ...] | None = None
    """The middle of each character, on pages with links inside the document."""


@dataclass(slots=True)
class Piece:
    """What lies on one baseline without a wide gap."""

    spans: list[Span]
    x0: float
    x1: float
    base: float
    size: float

    text: str
    """The characters as printed, spaces included."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link annotation: its box, and the address or the place in the document that it leads to."""

    box: tuple[float, float, float, float]
    address: str = ""
    name: str = ""
    """The named destination, such as `cite.key`; empty where the place is given outright."""
    page: int = -1
    x: float = 0.0
    y: float = 0.0


@dataclass(slots=True)
class Page:
    """One page: its pieces, in the file's own order, and its links."""

    number: int
    width: float
    height: float
    pieces: list[Piece]
    links: list[Link] = field(default_factory=list)
    pictured: bool = False
    """Whether it holds pictures and no text: a scanned page, not a blank one."""
    sideways: int = 0
    """Pieces left out because they run in another direction (stamps in the margin, labels of axes)."""


class TooMuch(Exception):
    """The document holds more than is read; the message says what."""


def read_pages(document: Any) -> list[Page]:
    """Every page of an open pymupdf document. TooMuch where pages or characters are beyond the bounds."""
    if document.page_count > MAX_PAGES:
        raise TooMuch(f"{document.page_count} pages; at most {MAX_PAGES} are read")
    pages, characters = [], 0
    for number in range(document.page_count):
        page = _read_page(document, number)
        characters += sum(len(piece.text) for piece in page.pieces)
        if characters > MAX_CHARACTERS:
            raise TooMuch(f"more than {MAX_CHARACTERS // 1_000_000} million characters")
        pages.append(page)
    return pages


def _read_page(document: Any, number: int) -> Page:
    import pymupdf

    page = document[number]
    links = _links(document, page)
    inside = any(link.page >= 0 for link in links)
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
    blocks = page.get_text("rawdict" if inside else "dict", flags=flags)["blocks"]
    lines = [line for block in blocks for line in block.get("lines", ())]
    turn = _direction(lines)
    width, height = float(page.rect.width), float(page.rect.height)
    pieces, sideways = [], 0
    for line in lines:
        if _turned(line["dir"]) != turn:
            sideways += 1
            continue
        spans = [_span(run, turn, width, height) for run in _runs(line["spans"])]
        inked = [span for span in spans if span.text.strip()]
        if inked:
            pieces.append(_piece([span for span in spans if span.text], inked))
    if turn % 2:
        width, height, links = height, width, []
    pictured = not pieces and bool(page.get_images())
    return Page(number, width, height, pieces, links, pictured, sideways)


def _turned(direction: tuple[float, float]) -> int:
    """Quarter turns of a line's direction, clockwise; -1 where it is slanted."""
    for turn, (x, y) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
        if abs(direction[0] - x) < 0.02 and abs(direction[1] - y) < 0.02:
            return turn
    return -1


def _direction(lines: Sequence[Any]) -> int:
    counted: Counter[int] = Counter()
    for line in lines:
        counted[_turned(line["dir"])] += sum(len(raw.get("text") or raw.get("chars") or ()) for raw in line["spans"])
    most = counted.most_common(1)
    return most[0][0] if most and most[0][0] > 0 and most[0][1] > 0.7 * counted.total() else 0


def _runs(spans: Sequence[Any]) -> Iterator[list[Any]]:
    """Spans alike and on one baseline together: some programs print every word, and every space, by itself."""
    run: list[Any] = []
    for raw in spans:
        if run and not (
            raw["font"] == run[-1]["font"]
            and abs(raw["size"] - run[-1]["size"]) < 0.05
            and abs(raw["origin"][1] - run[-1]["origin"][1]) < 0.1
            and abs(raw["origin"][0] - run[-1]["bbox"][2]) < 0.5 * raw["size"]
        ):
            yield run
            run = []
        run.append(raw)
    if run:
        yield run


def _span(run: Sequence[Any], turn: int, width: float, height: float) -> Span:
    first = run[0]
    x0, y0, x1, y1 = first["bbox"]
    if len(run) > 1:
        y1, x1 = max(y1, run[-1]["bbox"][3]), max(x1, run[-1]["bbox"][2])
    left, base = first["origin"]
    if turn == 1:
        x0, x1, base = y0, y1, width - left
    elif turn == 2:
        x0, x1, base = width - x1, width - x0, height - base
    elif turn == 3:
        x0, x1, base = height - y1, height - y0, left
    xs: tuple[float, ...] | None = None
    if "chars" in first:
        text, xs = fold_placed(
            [(one["c"], (one["bbox"][0] + one["bbox"][2]) / 2) for raw in run for one in raw["chars"]]
        )
    else:
        text = first["text"] if len(run) == 1 else "".join([raw["text"] for raw in run])
        text = text if text.isascii() and text.isprintable() else fold(text)
    bold, italic = _face(first["font"], first["flags"] & 18)
    return Span(text, x0, x1, base, first["size"], bold, italic, xs if not turn else None)


@lru_cache(maxsize=4096)
def _face(font: str, flags: int) -> tuple[bool, bool]:
    """Whether a font is bold, and whether it is italic: by its flags, or by its name."""
    name = font.lower()
    return bool(flags & 16) or any(one in name for one in _BOLD_NAMES), bool(
        flags & 2
    ) or "ital" in name or "obli" in name


def _piece(spans: list[Span], inked: Sequence[Span]) -> Piece:
    """Spans of one line; its baseline and size are those of most of its characters."""
    text = "".join([span.text for span in spans])
    x0, x1 = min([span.x0 for span in inked]), max([span.x1 for span in inked])
    if len(inked) == 1:
        return Piece(spans, x0, x1, round(inked[0].base, 1), round(inked[0].size, 1), text)
    weights: Counter[tuple[float, float]] = Counter()
    for span in inked:
        weights[round(span.base, 1), round(span.size, 1)] += len(span.text.strip())
    base, size = max(weights.items(), key=lambda item: (item[1], item[0][1]))[0]
    return Piece(spans, x0, x1, base, size, text)


def _links(document: Any, page: Any) -> list[Link]:
    found = []
    for raw in page.get_links():
        box = tuple(raw["from"])
        if raw["kind"] == _URI:
            found.append(Link(box, address=str(raw.get("uri") or "")))
        elif raw["kind"] in (_GOTO, _NAMED) and 0 <= (target := int(raw.get("page", -1))) < document.page_count:
            x, y = _place(document, raw, target)
            found.append(Link(box, name=str(raw.get("nameddest") or ""), page=target, x=x, y=y))
    return found


def _place(document: Any, raw: Any, target: int) -> tuple[float, float]:
    """Where a link leads to on its page. pymupdf gives named destinations in the file's own upward coordinates."""
    import pymupdf

    to = raw.get("to")
    if to is None:
        return 0.0, 0.0
    if raw["kind"] == _NAMED:
        to = pymupdf.Point(to) * document[target].transformation_matrix  # type: ignore[no-untyped-call]
    return float(to.x), float(to.y)

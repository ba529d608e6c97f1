"""Headings by size, weight, numbering and keyword, and their levels."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from tasks.language.scripts import count_cjk
from tasks.language.sections import heading_number, section_kind
from tasks.readers.pdf.blocks import Block, Role
from tasks.readers.pdf.lines import Row

LONGEST = 140
MOST_ROWS = 3
MOST_WORDS = 16

_ENDS_LIKE_A_SENTENCE = re.compile(r"[.。;；,，!！]\s*$")
_LETTERED = re.compile(r"[A-Z]\.\s+[A-Z]")

Style = tuple[float, bool, bool, bool]
"""Size, bold, capitals, italic."""


def style_of(rows: Sequence[Row]) -> Style:
    """How rows are set."""
    text = "".join(row.text for row in rows)
    letters = [char for char in text if char.isalpha()]
    capitals = (
        len(letters) >= 4 and sum(char.isupper() for char in letters) >= 0.9 * len(letters) and not count_cjk(text)
    )
    size = max(round(row.size * 2) / 2 for row in rows)
    return size, all(row.bold for row in rows), capitals, all(row.italic for row in rows)


def mark_headings(blocks: Sequence[Block], body: float) -> None:
    """Give the headings among the blocks their role and level. The title of the first page is none."""
    flow = [block for block in blocks if block.role is Role.FLOW]
    found = [
        block for n, block in enumerate(flow) if _is_heading(block, body, flow[n + 1] if n + 1 < len(flow) else None)
    ]
    named = next((n for n, block in enumerate(found) if _is_named(block)), None)
    if named is not None:
        found = [block for n, block in enumerate(found) if n >= named or block.rows[0].page > 0]
    elif found and found[0] is flow[0]:
        found = found[1:]
    levels = _levels(found)
    for block in found:
        block.role, block.level = Role.HEADING, levels[id(block)]


def _is_named(block: Block) -> bool:
    return section_kind(block.text) is not None or heading_number(block.text) is not None


def _is_heading(block: Block, body: float, after: Block | None) -> bool:
    text = block.text.strip()
    kind = section_kind(text)
    if len(block.rows) > MOST_ROWS or len(text) > LONGEST or len(text.split()) > MOST_WORDS or count_cjk(text) > 40:
        return False
    letters = sum(char.isalpha() for char in text)
    if (letters < 3 and not (count_cjk(text) >= 2)) or letters < 0.5 * len(text.replace(" ", "")) or "@" in text:
        return False
    if _ENDS_LIKE_A_SENTENCE.search(text) and kind is None:
        return False
    size, bold, capitals, italic = style_of(block.rows)
    larger = size >= 1.07 * body
    number = heading_number(text)
    if kind is not None:
        return larger or bold or capitals or italic or number is not None or block.rows[0].size >= 0.95 * body
    if size < 0.93 * body or text[:1].islower() or re.search(r"[\[［]\d", text):
        return False
    if number is not None:
        words = text[number.end :].strip()
        if not words or not (words[0].isupper() or count_cjk(words[:1])):
            return False
        return larger or bold or capitals or italic or (number.decimal and number.depth >= 2 and len(text) < 90)
    leads = after is not None and len(after.text) >= 60 and ":" not in text
    if _LETTERED.match(text):
        return (larger or bold or capitals or italic) and leads
    return leads and (
        larger or bold or (capitals and len(text.split()) >= 1) or (italic and len(block.rows) == 1 and len(text) < 70)
    )


def _levels(found: Sequence[Block]) -> dict[int, int]:
    """Levels by number; without one, by what is known of the style, else by the rank of the style."""
    known: dict[Style, list[int]] = defaultdict(list)
    for block in found:
        number = heading_number(block.text)
        if number is not None:
            known[style_of(block.rows)].append(min(9, number.depth))
    usual = {style: Counter(levels).most_common(1)[0][0] for style, levels in known.items()}
    styles = sorted(
        {style_of(block.rows) for block in found}, key=lambda one: (-one[0], not one[2], not one[1], one[3])
    )
    rank = {style: n + 1 for n, style in enumerate(styles)}
    levels = {}
    for block in found:
        style, number = style_of(block.rows), heading_number(block.text)
        if number is not None:
            level = number.depth
        elif style in usual:
            level = usual[style]
        elif usual:
            above = [known_level for other, known_level in usual.items() if rank[other] < rank[style]]
            below = [known_level for other, known_level in usual.items() if rank[other] > rank[style]]
            level = max(above) + 1 if above else max(1, min(below) - 1) if below else 1
        else:
            level = rank[style]
        if section_kind(block.text) is not None and number is None and not style[3]:
            level = min(level, 1 if style not in usual else level)
        levels[id(block)] = max(1, min(9, level))
    return levels

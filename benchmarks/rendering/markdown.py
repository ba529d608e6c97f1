"""Markdown manuscripts: typed markers, and Pandoc's keys."""

import re
import textwrap
from collections.abc import Callable, Sequence

from benchmarks.jats import Block, Cite, Heading, Paragraph, Runs, Table, Words
from benchmarks.rendering.variants import Plan, text_before

Placer = Callable[[Cite, Runs, int], str]
_LABELS = ("{}. ", "\\[{}\\] ", "{}. ", "[{}] ")


def typed(plan: Plan) -> bytes:
    """Markers and list typed by hand."""

    def place(cite: Cite, runs: Runs, index: int) -> str:
        added, printed = plan.printer(cite, text_before(runs, index))
        return _escaped(added) + printed

    label = "" if plan.by_name else _LABELS[plan.turn % len(_LABELS)]
    entries = [label.format(n) + _escaped(plan.entries[rid]) for n, rid in enumerate(plan.order, 1)]
    tight = label.startswith("{}.") and plan.turn % 3 == 0
    return _written(plan, place, ["# References", ("\n" if tight else "\n\n").join(entries)], "")


def keys(plan: Plan) -> bytes:
    """`[@key; @key2]`; the works are in the bibliography that the header names."""

    def place(cite: Cite, runs: Runs, index: int) -> str:
        if cite.named:
            return f"[-@{plan.keys[cite.rids[0]]}]"
        if len(cite.rids) == 1 and re.search(r"\b(?:by|in|from|see)\s*$", text_before(runs, index)):
            return f"@{plan.keys[cite.rids[0]]}"
        return "[" + "; ".join(f"@{plan.keys[rid]}" for rid in cite.rids) + "]"

    header = "bibliography: references.bib\n"
    return _written(plan, place, ["# References", "::: {#refs}\n:::"], header)


def _written(plan: Plan, place: Placer, ending: Sequence[str], header: str) -> bytes:
    article = plan.article
    title = article.title.replace('"', "'")
    parts = [f'---\ntitle: "{title}"\n{header}---', _text(article.byline, place)]
    parts += [_text(runs, place) for runs in article.affiliations]
    for block in (*article.blocks, *article.floats):
        parts.extend(_block(block, place, wrap=plan.turn % 2 == 1))
    return ("\n\n".join(part for part in [*parts, *ending] if part) + "\n").encode()


def _block(block: Block, place: Placer, *, wrap: bool) -> list[str]:
    match block:
        case Heading(text, level):
            return [f"{'#' * level} {_escaped(text)}"]
        case Paragraph(runs):
            text = _text(runs, place)
            return [textwrap.fill(text, 88, break_long_words=False, break_on_hyphens=False) if wrap else text]
        case Table(caption, rows, notes):
            return [_text(caption, place), _table(rows, place), *(_text(note, place) for note in notes)]


def _table(rows: Sequence[Sequence[Runs]], place: Placer) -> str:
    if not rows:
        return ""
    width = max(len(row) for row in rows)
    lines = []
    for n, row in enumerate(rows):
        cells = [_text(runs, place).replace("|", "\\|") for runs in row]
        lines.append("| " + " | ".join([*cells, *[""] * (width - len(cells))]) + " |")
        if n == 0:
            lines.append("|" + "---|" * width)
    return "\n".join(lines)


def _text(runs: Runs, place: Placer) -> str:
    parts = []
    for index, run in enumerate(runs):
        if isinstance(run, Words):
            text = _escaped(run.text)
            mark = {1: "^", -1: "~", 0: ""}[run.raised]
            parts.append(mark + (text.replace(" ", "\\ ") if mark else text) + mark)
        else:
            parts.append(place(run, runs, index))
    return "".join(parts)


def _escaped(text: str) -> str:
    """Characters that mean something in Markdown, as a careful author escapes them; `@` too, but brackets are left."""
    text = re.sub(r"([\\`*_~^$<>@#|])", r"\\\1", text)
    return re.sub(r"^(\d+)([.)])(?=\s)", r"\1\\\2", text)

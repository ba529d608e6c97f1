"""Measures step A against the gold set: `score()` reads every passage as part of a manuscript and compares the claims.

How the labels were made is in docs/gold.md. `python -m tests.gold.score` prints the figures; `-v` prints every miss.
"""

import json
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from state.manuscript import Citation, Claim, Manuscript, Source, SourceRole
from state.words import text_sha256
from tasks import parse
from tasks.readers.contract import Mark, MarkKind, Paragraph, Reading

GOLD = Path(__file__).with_name("claims.jsonl")
MEASURES = ("template", "severity", "numbers", "has_numeric", "scope", "chapter")


class Passage(BaseModel):
    """One line of claims.jsonl: a citing passage and the labels of one of its claims."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    manuscript: str
    """Passages with the same value are read as one manuscript."""
    lang: str
    styled: bool
    """False: the file has no heading styles, its headings are plain bold paragraphs."""
    chapter: str
    heading_before: str
    heading_level: int
    paragraph: str
    superscript: tuple[tuple[int, int], ...]
    marker: str
    occurrence: int
    reference: int
    template: str
    severity: str
    scope: tuple[str, ...]
    has_numeric: bool
    numeric_values: tuple[str, ...]
    notes: str


def load() -> tuple[Passage, ...]:
    """The gold set in file order."""
    lines = GOLD.read_text(encoding="utf-8").splitlines()
    return tuple(Passage.model_validate(json.loads(line)) for line in lines)


def fold(text: str) -> str:
    """Text as labels are compared: full-width forms, minus signs, case and white space folded."""
    folded = unicodedata.normalize("NFKC", text).replace("\N{MINUS SIGN}", "-").casefold()
    return re.sub(r"\s+", "", folded)


# --- from passages to a manuscript ---------------------------------------------------------------------------------


class Assembled(BaseModel):
    """A manuscript made of passages, and the line each paragraph got."""

    model_config = ConfigDict(frozen=True)

    source: Source
    reading: Reading
    lines: dict[str, int]


def assemble(name: str, passages: Iterable[Passage]) -> Assembled:
    """Put each passage under its heading (headings in order of first appearance) and a numbered list at the end."""
    chosen = tuple(passages)
    paragraphs: list[Paragraph] = []
    lines: dict[str, int] = {}

    def add(paragraph: Paragraph) -> int:
        line = len(paragraphs) + 1
        paragraphs.append(paragraph.model_copy(update={"line": line}))
        return line

    for chapter in dict.fromkeys(p.chapter for p in chosen):
        in_chapter = [p for p in chosen if p.chapter == chapter]
        add(_heading(chapter, 1, in_chapter[0].styled))
        # Text directly below the chapter's heading comes before its subsections.
        for heading in sorted(dict.fromkeys(p.heading_before for p in in_chapter), key=lambda h: h != chapter):
            below = [p for p in in_chapter if p.heading_before == heading]
            if heading != chapter:
                add(_heading(heading, 2, below[0].styled))
            for passage in below:
                if passage.paragraph not in lines:
                    lines[passage.paragraph] = add(_body(passage))
    add(_heading("参考文献" if chosen[0].lang == "zh" else "References", 1, chosen[0].styled))
    for number in range(1, _highest_number(chosen) + 1):
        add(Paragraph(text=_entry(number, chosen[0].lang), line=1))
    source = Source(name=f"{name}.docx", role=SourceRole.MANUSCRIPT, format="docx", sha256=text_sha256(name))
    return Assembled(source=source, reading=Reading(format="docx", paragraphs=tuple(paragraphs)), lines=lines)


def _heading(text: str, level: int, styled: bool) -> Paragraph:
    return Paragraph(text=text, line=1, heading_level=level if styled else None, bold=True)


def _body(passage: Passage) -> Paragraph:
    marks = tuple(Mark(start=start, end=end, kind=MarkKind.SUPERSCRIPT) for start, end in passage.superscript)
    return Paragraph(text=passage.paragraph, line=1, marks=marks)


def _highest_number(passages: Iterable[Passage]) -> int:
    printed = [fold(passage.marker) for passage in passages]
    return max(int(number) for marker in printed for number in re.findall(r"\d+", marker))


def _entry(number: int, lang: str) -> str:
    """An entry of the list. Which work it is plays no part in the labels."""
    if lang == "zh":
        return f"[{number}] 某某. 第{number}号研究的题名[J]. 虚构学报, 2016, {number}(2): 1-9."
    return f"[{number}] Nemo A. Title of invented study number {number}. J Invent Stud. 2016;{number}(2):1-9."


# --- from a manuscript to figures ----------------------------------------------------------------------------------


def find_claim(manuscript: Manuscript, passage: Passage, line: int) -> Claim | None:
    """The claim a passage is about: the n-th marker with that text on that line, and that reference."""
    cited = [c for c in manuscript.citations if c.line == line and _same_marker(c, passage)]
    if len(cited) < passage.occurrence:
        return None
    citation = cited[passage.occurrence - 1].id
    wanted = str(passage.reference)
    claims = (c for c in manuscript.claims if c.citation_id == citation and c.reference_id == wanted)
    return next(claims, None)


def _same_marker(citation: Citation, passage: Passage) -> bool:
    def bare(marker: str) -> str:
        return re.sub(r"[\[\]【】]", "", fold(marker))

    # A reader may take adjacent markers (`[1][2]`) for one citation: then the marker stands inside the printed one.
    return bare(passage.marker) == bare(citation.printed) or fold(passage.marker) in fold(citation.printed)


def scope_sentences(claim: Claim, passage: Passage) -> frozenset[str]:
    """The sentences of a claim's scope, comparable with the labels whichever side of the marker they are cut."""
    return frozenset(_bare_sentence(claim.context_raw[start:end], passage) for start, end in claim.scope)


def _bare_sentence(sentence: str, passage: Passage) -> str:
    """A sentence without markers at its ends and without final punctuation: where those go is a matter of taste."""
    text = fold(sentence)
    ends = [r"\[[\d,、\-–—~]+\]", r"【[\d,、\-–—~]+】", r"[.。;；!?！？]"]
    for start, end in passage.superscript:
        ends.append(re.escape(fold(passage.paragraph[start:end])))
    return re.sub(f"(?:{'|'.join(ends)})+$", "", text)


def agreement(claim: Claim | None, passage: Passage) -> dict[str, bool]:
    """For each measure: does the claim carry the label? A claim that was not found carries none."""
    if claim is None:
        return dict.fromkeys(MEASURES, False)
    return {
        "template": claim.template.name == passage.template,
        "severity": claim.severity.value == passage.severity,
        "numbers": {fold(v) for v in claim.numeric_values} == {fold(v) for v in passage.numeric_values},
        "has_numeric": claim.has_numeric == passage.has_numeric,
        "scope": scope_sentences(claim, passage) == {_bare_sentence(s, passage) for s in passage.scope},
        "chapter": claim.chapter == passage.chapter,
    }


def results() -> Iterator[tuple[Passage, Claim | None, dict[str, bool]]]:
    """Every passage with the claim step A made of it and how they agree."""
    passages = load()
    for name in dict.fromkeys(p.manuscript for p in passages):
        chosen = [p for p in passages if p.manuscript == name]
        assembled = assemble(name, chosen)
        manuscript = parse.read_manuscript([(assembled.source, assembled.reading)], [], numbering=None)
        for passage in chosen:
            claim = find_claim(manuscript, passage, assembled.lines[passage.paragraph])
            yield passage, claim, agreement(claim, passage)


def score(on_miss: Callable[[Passage, Claim | None, str], None] | None = None) -> dict[str, float]:
    """Share of passages on which each measure agrees, `found` (the claim was made at all), and their `count`."""
    rows = list(results())
    figures = {"count": float(len(rows)), "found": sum(claim is not None for _, claim, _ in rows) / len(rows)}
    for measure in MEASURES:
        figures[measure] = sum(agreed[measure] for _, _, agreed in rows) / len(rows)
    for passage, claim, agreed in rows:
        for measure in MEASURES:
            if on_miss is not None and not agreed[measure]:
                on_miss(passage, claim, measure)
    return figures


def _print_miss(passage: Passage, claim: Claim | None, measure: str) -> None:
    if claim is None:
        print(f"{passage.id} {measure}: no claim for {passage.marker} in {passage.paragraph!r}")
        return
    pairs: dict[str, tuple[object, object]] = {
        "template": (passage.template, claim.template.name),
        "severity": (passage.severity, claim.severity.value),
        "numbers": (passage.numeric_values, claim.numeric_values),
        "has_numeric": (passage.has_numeric, claim.has_numeric),
        "scope": (passage.scope, [claim.context_raw[a:b] for a, b in claim.scope]),
        "chapter": (passage.chapter, claim.chapter),
    }
    wanted, got = pairs[measure]
    print(f"{passage.id} {measure}: labelled {wanted!r}, read {got!r}")


if __name__ == "__main__":
    for name, value in score(_print_miss if "-v" in sys.argv[1:] else None).items():
        print(f"{name:12} {value:.3f}" if name != "count" else f"{name:12} {value:.0f}")

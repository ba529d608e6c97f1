"""Where every paragraph lies: headings by style, by numbering and by keyword become sections (decisions 2.4)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from state.manuscript import Section, SectionKind, Source
from tasks.language.scripts import count_cjk
from tasks.language.sections import heading_number, heading_words, section_kind
from tasks.readers.contract import Paragraph, ParagraphKind, Reading

LONGEST_HEADING = 90
"""Characters; for Chinese headings a third of it."""
LONGEST_HEADING_WORDS = 12

_CAPTION = re.compile(
    r"\s*(?:(?:supplementary\s+|extended data\s+)?(?:table|fig(?:ure|\.)?|scheme|box|video|movie|equation|"
    r"eq\.)\s*S?\d|[表图]\s*\d|续表|key\s?words?\b|关键词)",
    re.IGNORECASE,
)
_CONTENTS_LINE = re.compile(r"(?:\t|\.{3,}|…{2,}|·{3,}|\s{4,})\s*[ivxlc\d]+\s*$", re.IGNORECASE)
_CONTENTS_STYLE = re.compile(r"(?:toc|目录|table of (?:contents|figures))\b", re.IGNORECASE)
_ENDS_LIKE_A_SENTENCE = re.compile(r"[.。;；,，?？!！]\s*$")
_OPENS_A_CHAPTER = re.compile(r"\s*(?:第\s*\S+\s*[章篇]|chapter\s+\S+)", re.IGNORECASE)
_BARE_CHAPTER = re.compile(r"(?:第\s*\S+\s*[章篇]|第\s*\S+\s*部分|(?:chapter|part)\s+\S+)\s*[.:：]?", re.IGNORECASE)
"""A chapter's number on a line of its own, its title on the next line or nowhere."""
_ABSTRACT_PARTS = {
    SectionKind.INTRODUCTION,
    SectionKind.METHODS,
    SectionKind.RESULTS,
    SectionKind.DISCUSSION,
    SectionKind.CONCLUSION,
}
_CHAPTERS_OWN = {
    SectionKind.INTRODUCTION,
    SectionKind.CONCLUSION,
    SectionKind.REFERENCES,
    SectionKind.APPENDIX,
    SectionKind.ABSTRACT,
    SectionKind.OTHER,
}


@dataclass(frozen=True, slots=True)
class Placed:
    """A paragraph, its file, its place in the reading order of all files, and the index of its section."""

    order: int
    file: str
    paragraph: Paragraph
    section: int
    heading: bool


@dataclass(frozen=True, slots=True)
class Heading:
    """A paragraph taken for a heading. `level` counts from 1, the smaller the higher."""

    level: int
    kind: SectionKind | None
    text: str


def lay_out(readings: Sequence[tuple[Source, Reading]]) -> tuple[list[Placed], tuple[Section, ...]]:
    """All paragraphs in reading order, each with its section, and the sections. Contents lists are left out."""
    paragraphs = [
        (source.name, paragraph)
        for source, reading in readings
        for paragraph in reading.paragraphs
        if not _is_contents_line(paragraph)
    ]
    headings = _find_headings([paragraph for _, paragraph in paragraphs])
    placed: list[Placed] = []
    ordered: list[Heading] = []
    file: str | None = None
    for order, (name, paragraph) in enumerate(paragraphs):
        heading = headings.get(order)
        if heading is not None:
            ordered.append(heading)
        elif name != file:
            ordered.append(Heading(level=0, kind=None, text=""))
        file = name
        placed.append(Placed(order, name, paragraph, len(ordered) - 1, heading is not None))
    return placed, _sections(ordered)


def is_caption(text: str) -> bool:
    """Whether a paragraph is a caption or another labelled line, which is no heading and ends a reference list."""
    return bool(_CAPTION.match(text))


def _is_contents_line(paragraph: Paragraph) -> bool:
    return bool(paragraph.style and _CONTENTS_STYLE.match(paragraph.style)) or bool(
        len(paragraph.text) < 200
        and _CONTENTS_LINE.search(paragraph.text)
        and not paragraph.marks
        and heading_number(paragraph.text.strip())
    )


def _find_headings(paragraphs: Sequence[Paragraph]) -> dict[int, Heading]:
    styled = {
        order: Heading(paragraph.heading_level, section_kind(paragraph.text), _one_line(paragraph.text))
        for order, paragraph in enumerate(paragraphs)
        if paragraph.heading_level is not None
        and paragraph.kind is ParagraphKind.BODY
        and not is_caption(paragraph.text)
    }
    if len(styled) >= 2:
        named = [heading.level for heading in styled.values() if heading.kind is not None]
        levels = named or [heading.level for heading in styled.values()]
        level = min(set(levels), key=lambda one: (-levels.count(one), one))
        return _without_abstract_parts(_bare_keywords(paragraphs, styled, level) | styled)
    return _without_abstract_parts(_typed(paragraphs, styled) | styled)


def _without_abstract_parts(headings: dict[int, Heading]) -> dict[int, Heading]:
    """Headings in reading order; the parts of a structured abstract (`Methods:` …, which come again) belong to it."""
    ordered = sorted(headings.items())
    found = dict(ordered)
    start = next((n for n, (_, heading) in enumerate(ordered) if heading.kind is SectionKind.ABSTRACT), None)
    if start is None:
        return found
    abstract, seen = ordered[start][1], set()
    for n in range(start + 1, len(ordered)):
        order, heading = ordered[n]
        comes_again = any(later.kind is heading.kind for _, later in ordered[n + 1 :])
        if (
            heading.kind not in _ABSTRACT_PARTS
            or heading.kind in seen
            or not comes_again
            or heading_number(heading.text)
        ):
            break
        seen.add(heading.kind)
        found[order] = Heading(abstract.level + 1, SectionKind.ABSTRACT, heading.text)
    return found


def _bare_keywords(paragraphs: Sequence[Paragraph], styled: dict[int, Heading], level: int) -> dict[int, Heading]:
    """Where headings have styles, a paragraph that is nothing but a section's name is one that lost its style."""
    found = {}
    for order, paragraph in enumerate(paragraphs):
        kind = section_kind(paragraph.text) if order not in styled and _could_be_heading(paragraph) else None
        if kind is not None and len(heading_words(paragraph.text)) <= LONGEST_HEADING // 2:
            found[order] = Heading(level, kind, _one_line(paragraph.text))
    return found


def _could_be_heading(paragraph: Paragraph) -> bool:
    text = paragraph.text.strip()
    if paragraph.kind is not ParagraphKind.BODY or not text or "[" in text or is_caption(text):
        return False
    if (
        len(text) > LONGEST_HEADING
        or len(text.split()) > LONGEST_HEADING_WORDS
        or count_cjk(text) > LONGEST_HEADING // 3
    ):
        return False
    return not _ENDS_LIKE_A_SENTENCE.search(text) or section_kind(text) is not None


def _typed(paragraphs: Sequence[Paragraph], styled: dict[int, Heading]) -> dict[int, Heading]:
    candidates = {o: p for o, p in enumerate(paragraphs) if o not in styled and _could_be_heading(p)}
    texts = [p.text.strip() for p in candidates.values()]
    chapters = any(_OPENS_A_CHAPTER.match(text) for text in texts)
    numbered_keywords = sum(
        1
        for text in texts
        if section_kind(text) and (number := heading_number(text)) and number.decimal and number.depth == 1
    )
    found: dict[int, Heading] = {}
    current: Heading | None = None
    role: SectionKind | None = None
    for order, paragraph in candidates.items():
        heading = _typed_heading(paragraph, current, role, chapters, numbered_keywords >= 2)
        if heading is not None:
            found[order] = current = heading
            role = heading.kind or role
    return found


def _typed_heading(
    paragraph: Paragraph, current: Heading | None, role: SectionKind | None, chapters: bool, scheme: bool
) -> Heading | None:
    text = _one_line(paragraph.text)
    kind = section_kind(text)
    number = heading_number(text)
    listing = current is not None and current.kind is SectionKind.REFERENCES
    if number is not None and not number.decimal:
        level = number.depth + (1 if chapters and not _OPENS_A_CHAPTER.match(text) and kind not in _CHAPTERS_OWN else 0)
        short_enough = not re.match(r"[（(]|[一二三四五六七八九十]", text) or count_cjk(text) <= 20
        says_enough = bool(text[number.end :].strip()) or _BARE_CHAPTER.fullmatch(text) is not None
        return Heading(level, kind, text) if (short_enough and says_enough) or kind else None
    if number is not None:
        sure = kind is not None or paragraph.bold or number.depth >= 2 or scheme
        words = text[number.end :].strip()
        if not sure or (listing and kind is None) or not words[:1].isalpha() or (kind is None and words[:1].islower()):
            return None
        return Heading(number.depth + (1 if chapters and number.depth == 1 else 0), kind, text)
    if kind is not None:
        return Heading(_keyword_level(text, kind, role, chapters), kind, text)
    if paragraph.bold and current is not None and not listing and paragraph.list_number is None:
        top = current.level if current.kind is not None or current.level == 1 else current.level - 1
        return Heading(top + 1, None, text)
    return None


def _keyword_level(text: str, kind: SectionKind, role: SectionKind | None, chapters: bool) -> int:
    if chapters:
        return 1 if kind in _CHAPTERS_OWN and not re.search(r"小\s*结", text) else 2
    if (
        role is SectionKind.METHODS
        and kind is SectionKind.METHODS
        and re.search(r"statist|data anal|design|统计|设计|对象", text, re.IGNORECASE)
    ):
        return 2
    return 1


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _sections(headings: Sequence[Heading]) -> tuple[Section, ...]:
    title = _title_level(headings)
    stack: list[tuple[Heading, SectionKind]] = []
    sections = []
    for index, heading in enumerate(headings):
        while stack and stack[-1][0].level >= heading.level:
            stack.pop()
        kind = _kind_of(heading, [kind for _, kind in stack])
        if heading.level == 0:
            stack.clear()
            sections.append(Section(index=index, heading="", level=0, kind=SectionKind.OTHER, chapter=""))
            continue
        stack.append((heading, kind))
        path = [above for above, _ in stack]
        below_title = [above for above in path if title is None or above.level > title]
        chapter = (below_title or path)[0].text
        sections.append(Section(index=index, heading=heading.text, level=heading.level, kind=kind, chapter=chapter))
    return tuple(sections)


def _kind_of(heading: Heading, above: Sequence[SectionKind]) -> SectionKind:
    if above and above[-1] is SectionKind.METHODS and heading.kind is not SectionKind.REFERENCES:
        return SectionKind.METHODS
    if above and above[-1] is SectionKind.REFERENCES and heading.kind not in (SectionKind.APPENDIX, SectionKind.OTHER):
        return SectionKind.REFERENCES
    if heading.kind is not None:
        return heading.kind
    return above[-1] if above else SectionKind.OTHER


def _title_level(headings: Sequence[Heading]) -> int | None:
    """The level of a document title that was given a heading style, so that chapters are the level below; else None."""
    real = [heading for heading in headings if heading.level > 0]
    if len(real) < 2:
        return None
    top = min(heading.level for heading in real)
    highest = [heading for heading in real if heading.level == top]
    first = real[0]
    others = [heading for heading in highest if heading.kind not in (SectionKind.REFERENCES, SectionKind.APPENDIX)]
    if first.level != top or others != [first] or first.kind is not None:
        return None
    if heading_number(first.text) is not None and not re.match(r"\d{4}", first.text):
        return None
    return top if len(real) > len(highest) else None

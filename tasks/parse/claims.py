"""One claim for each citation and reference: context, scope, summary, severity, numbers, prediction (V.A2 to A5)."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from state.manuscript import SEVERITY_OF, Citation, Claim, FulltextTrigger, Section, SectionKind, Strictness, Template
from tasks.language.markers import bracket_clusters
from tasks.language.numbers import find_numbers
from tasks.parse.citations import Found
from tasks.parse.contexts import Context, Splitter, excerpt
from tasks.parse.intent import Figure, Intent, Situation, read_intent
from tasks.readers.contract import ParagraphKind


@dataclass(frozen=True, slots=True)
class Cited:
    """A marker, the citation made of it, and the markers cited together with it."""

    found: Found
    citation: Citation
    cluster: tuple[int, int]
    group_size: int


def cite(found: Sequence[Found], id_of: Callable[[Found, int], str]) -> list[Cited]:
    """The citations of the markers, numbered in reading order. `id_of` gives a number's reference id at a place."""
    cited: list[Cited] = []
    for _, group in groupby(found, key=lambda one: one.place.order):
        in_paragraph = list(group)
        text = in_paragraph[0].place.paragraph.text
        by_start = {one.marker.start: one for one in in_paragraph}
        for cluster in bracket_clusters(text, [one.marker for one in in_paragraph]):
            size = len({number for marker in cluster for number in marker.numbers})
            for marker in cluster:
                one = by_start[marker.start]
                citation = _citation(one, f"P{len(cited) + 1}", id_of)
                cited.append(Cited(one, citation, (cluster[0].start, cluster[-1].end), max(size, 1)))
    return cited


def _citation(found: Found, citation_id: str, id_of: Callable[[Found, int], str]) -> Citation:
    return Citation(
        id=citation_id,
        printed=found.printed,
        reference_ids=tuple(id_of(found, number) for number in found.marker.numbers),
        file=found.place.file,
        line=found.place.paragraph.line,
        note=found.place.paragraph.note,
        section=found.place.section,
        superscript=found.raised,
        wide_range=found.marker.wide_range,
    )


def build_claims(cited: Sequence[Cited], sections: Sequence[Section]) -> Iterator[Claim]:
    """The claims in reading order. Only paragraphs that cite are split into sentences."""
    ordinals: dict[str, int] = defaultdict(int)
    for _, group in groupby(cited, key=lambda one: one.found.place.order):
        in_paragraph = list(group)
        paragraph = in_paragraph[0].found.place.paragraph
        markers = [(one.found.marker.start, one.found.marker.end) for one in in_paragraph]
        splitter = Splitter(paragraph.text, paragraph.kind, markers)
        for one in in_paragraph:
            context = splitter.context((one.found.marker.start, one.found.marker.end))
            offset = one.found.marker.start - context.marker[0]
            reading = _read(one, context, [(a - offset, b - offset) for a, b in markers], sections)
            for reference_id in one.citation.reference_ids:
                ordinals[reference_id] += 1
                yield _claim(one, reference_id, ordinals[reference_id], context, reading, sections)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What the references of one marker have in common."""

    intent: Intent
    numbers: tuple[str, ...]


def _read(one: Cited, context: Context, markers: Sequence[tuple[int, int]], sections: Sequence[Section]) -> _Reading:
    start, end = context.scope[0][0], context.scope[-1][1]
    scope = context.text[start:end]
    inside = tuple((a - start, b - start) for a, b in markers if a < end and b > start)
    figures = tuple(Figure(number.printed, number.start, number.end) for number in find_numbers(scope, inside))
    shift = one.found.marker.start - context.marker[0] + start
    paragraph = one.found.place.paragraph
    intent = read_intent(
        Situation(
            scope=scope,
            markers=inside,
            cluster=(one.cluster[0] - shift, one.cluster[1] - shift),
            section=sections[one.found.place.section].kind,
            group_size=one.group_size,
            numbers=figures,
            table=paragraph.kind is ParagraphKind.TABLE and not re.search(r"[.。]\s*$", scope),
        )
    )
    return _Reading(intent, tuple(dict.fromkeys(figure.printed for figure in figures)))


def _claim(
    one: Cited, reference_id: str, ordinal: int, context: Context, reading: _Reading, sections: Sequence[Section]
) -> Claim:
    section = sections[one.found.place.section]
    template = reading.intent.template
    severity = SEVERITY_OF[template]
    trigger = predict_fulltext(bool(reading.numbers), section.kind, severity)
    padded = f"{int(reference_id):03d}" if reference_id.isascii() and reference_id.isdigit() else reference_id
    return Claim(
        claim_id=f"C{padded}_{ordinal:03d}",
        reference_id=reference_id,
        citation_id=one.citation.id,
        chapter=section.chapter,
        section_kind=section.kind,
        file=one.citation.file,
        line=one.citation.line,
        note=one.citation.note,
        excerpt=excerpt(context.sentence),
        context_raw=context.text,
        context_confidence=context.confidence,
        scope=context.scope,
        marker=context.marker,
        template=template,
        contribution=reading.intent.contribution,
        claim_summary=summary_of(reference_id, reading.intent.phrase, reading.intent.contribution),
        severity=severity,
        has_numeric=bool(reading.numbers),
        numeric_values=reading.numbers,
        fulltext_likely=trigger is not None,
        fulltext_trigger=trigger,
        method_needs_human_confirm=template is Template.METHOD,
        group_size=one.group_size,
    )


def summary_of(reference_id: str, phrase: str, contribution: str) -> str:
    """The two-part summary of V.A3: `Cites [29] as one of 3 refs supporting … → This ref …`."""
    return f"Cites [{reference_id}] {phrase} → This ref {contribution}"


def predict_fulltext(has_numeric: bool, section: SectionKind, severity: Strictness) -> FulltextTrigger | None:
    """Which of the two layers of V.A5 predicts that the abstract will not do; None where neither does."""
    in_methods = has_numeric and section is SectionKind.METHODS
    strict = has_numeric and severity is Strictness.STRICT
    if in_methods and strict:
        return FulltextTrigger.BOTH
    if in_methods:
        return FulltextTrigger.CODE_SAFEGUARD
    return FulltextTrigger.STRICT_NUMERIC if strict else None

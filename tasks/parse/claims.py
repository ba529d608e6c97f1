"""One claim for each citation and reference: context, scope, summary, severity, numbers, prediction (V.A2 to A5)."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from state.manuscript import SEVERITY_OF, Citation, Claim, FulltextTrigger, Section, SectionKind, Strictness, Template
from tasks.language.markers import bracket_clusters
from tasks.language.numbers import find_numbers
from tasks.parse.contexts import Context, Splitter, excerpt
from tasks.parse.figures import Figure
from tasks.parse.found import Found
from tasks.parse.intent import Intent, Situation, read_intent
from tasks.parse.rows import Row
from tasks.readers.contract import ParagraphKind

FARTHEST = 600
"""Characters of the scope on either side of a marker that the rules look at: some paragraphs have no full stop."""
LONGEST_CLUSTER = 200
"""Characters of a run of markers on either side of one that count as cited together with it."""
MOST_MARKERS = 80
"""Markers so near to one that what stands between them says nothing: less of the text is looked at."""
FARTHEST_NUMBER = 3000
"""The same for numbers, which belong to the whole scope; only what is no sentence at all is longer."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A marker, the citation made of it, and the markers cited together with it."""

    found: Found
    citation: Citation
    cluster: tuple[int, int]
    group_size: int


def cite(found: Sequence[Found], ids_of: Callable[[Found], tuple[str, ...]]) -> list[Cited]:
    """The citations of the markers, numbered in reading order. `ids_of` gives the reference ids of a marker."""
    cited: list[Cited] = []
    for _, group in groupby(found, key=lambda one: one.place.order):
        in_paragraph = list(group)
        text = in_paragraph[0].place.paragraph.text
        by_start = {one.marker.start: one for one in in_paragraph}
        for cluster in bracket_clusters(text, [one.marker for one in in_paragraph]):
            size = len({one for marker in cluster for one in ids_of(by_start[marker.start])})
            for marker in cluster:
                one = by_start[marker.start]
                citation = _citation(one, f"P{len(cited) + 1}", ids_of)
                near = (
                    max(cluster[0].start, marker.start - LONGEST_CLUSTER),
                    min(cluster[-1].end, marker.end + LONGEST_CLUSTER),
                )
                cited.append(Cited(one, citation, near, max(size, 1)))
    return cited


def _citation(found: Found, citation_id: str, ids_of: Callable[[Found], tuple[str, ...]]) -> Citation:
    return Citation(
        id=citation_id,
        printed=found.printed,
        reference_ids=ids_of(found),
        file=found.place.file,
        line=found.place.paragraph.line,
        note=found.place.paragraph.note,
        section=found.place.section,
        superscript=found.raised,
        wide_range=found.marker.wide_range,
    )


def build_claims(
    cited: Sequence[Cited], sections: Sequence[Section], rows: Mapping[int, Row] | None = None
) -> Iterator[Claim]:
    """The claims in reading order. Only paragraphs that cite are split into sentences. `rows` are those of the cells
    that are read with their row, by the cell's place."""
    ordinals: dict[str, int] = defaultdict(int)
    in_rows = rows or {}
    citing = {one.found.place.order for one in cited}
    cells = Counter(in_rows[order].key for order in citing if order in in_rows)
    for order, group in groupby(cited, key=lambda one: one.found.place.order):
        in_paragraph = list(group)
        row = in_rows.get(order)
        reader = _Reader(in_paragraph, sections, row, alone=row is not None and cells[row.key] == 1)
        for one in in_paragraph:
            context, reading = reader.read(one)
            for reference_id in one.citation.reference_ids:
                ordinals[reference_id] += 1
                yield _claim(one, reference_id, ordinals[reference_id], context, reading, sections)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What the references of one marker have in common."""

    intent: Intent
    numbers: tuple[str, ...]


class _Reader:
    """Reads the citations of one paragraph; the numbers of a scope are looked for once, however often it cites."""

    def __init__(self, cited: Sequence[Cited], sections: Sequence[Section], row: Row | None, *, alone: bool) -> None:
        """`alone` says that no other cell of the row cites, so that the citation is offered for the whole row."""
        self.sections = sections
        self.paragraph = cited[0].found.place.paragraph
        self.row, self.alone = row, alone
        self.text = row.text if row is not None and alone else self.paragraph.text
        self.shift = row.offset if row is not None and alone else 0
        markers = [(one.found.marker.start, one.found.marker.end) for one in cited]
        self.splitter = Splitter(self.paragraph.text, self.paragraph.kind, markers)
        self.markers = sorted((start + self.shift, end + self.shift) for start, end in markers)
        self._starts = [start for start, _ in self.markers]
        self._figures: dict[tuple[int, int], tuple[Figure, ...]] = {}

    def read(self, one: Cited) -> tuple[Context, _Reading]:
        """The context of one citation, and what is read from its scope."""
        marker = one.found.marker.start, one.found.marker.end
        context = self.splitter.context(marker)
        begin = marker[0] - context.marker[0]
        if self.row is not None and self.alone:
            context, begin = self.row.whole(marker, context.sentence), 0
        start, end = context.scope[0][0] + begin, context.scope[-1][1] + begin
        place = marker[0] + self.shift
        figures = self._figures_near(start, end, place)
        intent = read_intent(self._situation(one, start, end, figures))
        if self.row is not None and not self.alone:
            context = self.row.around(context, begin)
        return context, _Reading(intent, tuple(dict.fromkeys(figure.printed for figure in figures)))

    def _figures_near(self, start: int, end: int, place: int) -> list[Figure]:
        """The numbers of a scope that are not too far from a place. They are looked for once: in the scope, or, where
        it is so long that each citation has its own part of it, in the whole text."""
        first, last = max(start, place - FARTHEST_NUMBER), min(end, place + FARTHEST_NUMBER)
        if end - start > FARTHEST_NUMBER:
            start, end = 0, len(self.text)
        if (start, end) not in self._figures:
            skip = [(a - start, b - start) for a, b in self._markers_between(start, end)]
            found = find_numbers(self.text[start:end], [(max(a, 0), min(b, end - start)) for a, b in skip])
            self._figures[start, end] = tuple(Figure(n.printed, n.start + start, n.end + start) for n in found)
        figures = self._figures[start, end]
        return list(figures[bisect_left(figures, first, key=_begin) : bisect_left(figures, last, key=_begin)])

    def _markers_between(self, start: int, end: int) -> list[tuple[int, int]]:
        """The paragraph's markers that overlap a span."""
        first = bisect_left(self._starts, start)
        while first > 0 and self.markers[first - 1][1] > start:
            first -= 1
        return self.markers[first : bisect_left(self._starts, end)]

    def _situation(self, one: Cited, start: int, end: int, figures: Sequence[Figure]) -> Situation:
        cluster = one.cluster[0] + self.shift, one.cluster[1] + self.shift
        low, high = max(start, cluster[0] - FARTHEST), min(end, cluster[1] + FARTHEST)
        if len(self._markers_between(low, high)) > MOST_MARKERS:
            low, high = max(start, cluster[0] - LONGEST_CLUSTER), min(end, cluster[1] + LONGEST_CLUSTER)
        scope = self.text[low:high]
        fragment = self.paragraph.kind is ParagraphKind.TABLE and not re.search(r"[.。]\s*$", scope)
        return Situation(
            scope=scope,
            markers=tuple((a - low, b - low) for a, b in self._markers_between(low, high) if low <= a and b <= high),
            cluster=(cluster[0] - low, cluster[1] - low),
            section=self.sections[one.found.place.section].kind,
            group_size=one.group_size,
            numbers=tuple(Figure(f.printed, f.start - low, f.end - low) for f in figures if low <= f.start < high),
            table=fragment,
        )


def _begin(figure: Figure) -> int:
    return figure.start


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

"""Links found in a rendered manuscript against those of its article.

Nothing is taken from the reader's own ids: which work a reference is, is told by its key, or by its text, title and DOI
held against the entries that were rendered; which place a citation is, by the words before it and by its order.
"""

import difflib
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from benchmarks.jats import Cite, Runs, Words, runs_in
from benchmarks.rendering.variants import Plan, text_before
from state.manuscript import Citation, Manuscript, Reference, Source, SourceRole
from tasks.parse import read_manuscript
from tasks.readers import bibliography_reader_for, manuscript_reader_for
from tasks.readers.contract import Paragraph, Reading

WINDOW = 30
"""Letters before a place that tell it from others."""
LEAST = 0.5
"""How alike the letters before two places are at least, where the places are the same."""
LIKE = 0.85
"""How alike (`difflib`) the texts of two entries are at least, where they are the same."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place that cites, by the words of its paragraph, as letters without spaces."""

    letters: tuple[str, ...]
    """Those before it, markers left out; several where names may belong to the marker or to the sentence."""
    own: int
    """How many of them stand behind the place before."""
    works: frozenset[str]
    shown: str
    through: str = ""
    """Those up to its end, as printed, with every marker."""


@dataclass(frozen=True, slots=True)
class Score:
    """Links right, missed and wrong, and what was missed or wrong in words."""

    right: int = 0
    missed: int = 0
    wrong: int = 0
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.right + other.right,
            self.missed + other.missed,
            self.wrong + other.wrong,
            self.faults + other.faults,
            self.notes + other.notes,
        )

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 0.0

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed) if self.right + self.missed else 0.0

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def score(plan: Plan, name: str, content: bytes, bib: bytes | None) -> Score:
    """One rendered manuscript, read as `check` reads it, against its article."""
    reading, manuscript = read(name, content, bib)
    identities = Identities(plan)
    works = {reference.id: identities.of(reference) for reference in manuscript.references}
    found = compare(gold_places(plan), found_places(reading, manuscript, works))
    odd = [f"unknown reference {one.id}: {one.raw[:90]}" for one in manuscript.references if works[one.id] is None]
    numbering = manuscript.numbering
    notes = [*odd, *([f"numbering in doubt: {numbering.reasons}"] if numbering.mode == "in_doubt" else [])]
    return Score(found.right, found.missed, found.wrong, found.faults, tuple(notes))


def read(name: str, content: bytes, bib: bytes | None) -> tuple[Reading, Manuscript]:
    """Reader and step A."""
    reading = manuscript_reader_for(name).read(name, content)
    sources = [(source_of(name, SourceRole.MANUSCRIPT, reading.format, content), reading)]
    bibliographies = []
    if bib is not None:
        entries = bibliography_reader_for("references.bib").read("references.bib", bib)
        bibliographies.append((source_of("references.bib", SourceRole.BIBLIOGRAPHY, entries.format, bib), entries))
    return reading, read_manuscript(sources, bibliographies, numbering=None)


def source_of(name: str, role: SourceRole, form: str, content: bytes) -> Source:
    """A file as step A is told of it."""
    return Source(name=name, role=role, format=form, sha256=hashlib.sha256(content).hexdigest())


class Identities:
    """Which work of an article a reference is."""

    def __init__(self, plan: Plan) -> None:
        self.by_key = {key: rid for rid, key in plan.keys.items()}
        self.by_text = {_plain(text): rid for rid, text in plan.entries.items()}
        self.by_title: dict[str, set[str]] = {}
        for work in plan.article.works:
            self.by_title.setdefault(_plain(work.title), set()).add(work.rid)
        self.by_doi = {work.doi.lower(): work.rid for work in plan.article.works if work.doi}

    def of(self, reference: Reference) -> str | None:
        """The work, or None where nothing tells it, or two things tell different works."""
        told = {
            work
            for work in (
                self.by_key.get(reference.key or "") or self.by_key.get(reference.id),
                self._text(reference.listed),
                self._text(reference.raw) if not reference.raw.lstrip().startswith("@") else None,
            )
            if work
        }
        if not told:
            titled = self.by_title.get(_plain(reference.title or ""), set())
            told = titled if len(titled) == 1 else {rid for rid in [self.by_doi.get(reference.doi or "")] if rid}
        return told.pop() if len(told) == 1 else None

    def _text(self, text: str | None) -> str | None:
        plain = _plain(re.sub(r"^\s*[\[(]?\d{1,3}[\]).]\s", "", text or ""))
        if not plain:
            return None
        if plain in self.by_text:
            return self.by_text[plain]
        near = difflib.get_close_matches(plain, self.by_text, n=1, cutoff=LIKE)
        return self.by_text[near[0]] if near else None


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def _letters(text: str) -> str:
    return re.sub(r"[\W\d_]+", "", text).casefold()


def gold_places(plan: Plan) -> list[Place]:
    """The article's places, those with nothing but punctuation between them as one."""
    article = plan.article
    return [place for runs in runs_in((*article.blocks, *article.floats)) for place in _places_of(runs, plan)]


def _places_of(runs: Runs, plan: Plan) -> list[Place]:
    places: list[Place] = []
    before, since, printed = "", "", ""
    for index, run in enumerate(runs):
        if isinstance(run, Words):
            before, since, printed = before + run.text, since + run.text, printed + run.text
            continue
        added, marker = plan.printer(run, text_before(runs, index)) if plan.by_name else ("", "")
        printed += added + marker
        place = Place(
            _ways(_letters(before), run, added),
            len(_letters(since)),
            frozenset(run.rids),
            _shown(before, run),
            _letters(printed),
        )
        if places and place.own == 0:
            places[-1] = replace(places[-1], works=places[-1].works | place.works, through=place.through)
        else:
            places.append(place)
        since = ""
    return places


def _ways(letters: str, cite: Cite, added: str) -> tuple[str, ...]:
    """The letters before a place, also with the names that belong to it or without them."""
    ways = [letters]
    if added:
        ways.append(letters + _letters(added))
    named = _letters(cite.named)
    if named and letters.endswith(named):
        ways.append(letters[: -len(named)])
    return tuple(ways)


def _shown(before: str, cite: Cite) -> str:
    return f"…{before[-40:]}⟨{', '.join(cite.rids)}⟩"


def found_places(reading: Reading, manuscript: Manuscript, works: Mapping[str, str | None]) -> list[Place]:
    """The citations that were read, placed in their paragraphs, and their references as works."""
    spans = _spans(reading.paragraphs, manuscript)
    places: list[Place] = []
    before: tuple[int, int] | None = None
    for citation, paragraph, start, end in spans:
        ids = {works.get(one) or f"?{one}" for one in citation.reference_ids}
        text = reading.paragraphs[paragraph].text
        same = before is not None and before[0] == paragraph
        gap = _letters(text[before[1] : start]) if before is not None and same else None
        if gap == "" and places and not text[start : start + 1].isalpha():
            places[-1] = replace(places[-1], works=places[-1].works | ids, through=_letters(text[:end]))
        else:
            markers = [(s, e) for _, p, s, e in spans if p == paragraph and e <= start]
            letters = _letters(_cut(text[:start], markers))
            own = len(gap) if gap is not None else len(letters)
            shown = f"…{text[max(0, start - 40) : start]}⟦{citation.printed}⟧ → {sorted(ids)}"
            places.append(Place((letters,), own, frozenset(ids), shown, _letters(text[:end])))
        before = paragraph, end
    return places


def _cut(text: str, spans: Sequence[tuple[int, int]]) -> str:
    kept, at = [], 0
    for start, end in sorted(spans):
        kept.append(text[at:start])
        at = max(at, end)
    return "".join([*kept, text[at:]])


def _spans(paragraphs: Sequence[Paragraph], manuscript: Manuscript) -> list[tuple[Citation, int, int, int]]:
    """For each citation its paragraph and span: its claim's context is sought in the paragraphs of its line."""
    claims = {claim.citation_id: claim for claim in manuscript.claims}
    by_line: dict[int, list[int]] = {}
    for index, paragraph in enumerate(paragraphs):
        by_line.setdefault(paragraph.line, []).append(index)
    last: dict[int, int] = {}
    found = []
    for citation in manuscript.citations:
        claim = claims.get(citation.id)
        span = None
        for index in by_line.get(citation.line, []):
            text = paragraphs[index].text
            at = text.find(claim.context_raw) if claim else -1
            if claim and at >= 0:
                span = index, at + claim.marker[0], at + claim.marker[1]
                break
            at = text.find(citation.printed, last.get(index, 0)) if citation.printed else -1
            if at >= 0:
                span = index, at, at + len(citation.printed)
                break
        if span is None:
            raise ValueError(f"citation {citation.id} {citation.printed!r} is not in line {citation.line}")
        last[span[0]] = max(last.get(span[0], 0), span[2])
        found.append((citation, *span))
    return sorted(found, key=lambda one: one[1:])


def compare(gold: Sequence[Place], found: Sequence[Place]) -> Score:
    """Both in order; pairs of places are chosen so that the words before them agree best."""
    score = Score()
    for g, f in _align(gold, found):
        want = gold[g].works if g is not None else frozenset()
        have = found[f].works if f is not None else frozenset()
        faults = []
        if want != have:
            wanted = gold[g].shown if g is not None else "(nothing here)"
            faults.append(f"{wanted} | {found[f].shown if f is not None else 'missed'}")
        score += Score(len(want & have), len(want - have), len(have - want), tuple(faults))
    return score


def _align(gold: Sequence[Place], found: Sequence[Place]) -> list[tuple[int | None, int | None]]:
    best = [[0.0] * (len(found) + 1) for _ in range(len(gold) + 1)]
    step = [[""] * (len(found) + 1) for _ in range(len(gold) + 1)]
    for g in range(len(gold) + 1):
        for f in range(len(found) + 1):
            if g and (value := best[g - 1][f]) >= best[g][f]:
                best[g][f], step[g][f] = value, "gold"
            if f and (value := best[g][f - 1]) >= best[g][f]:
                best[g][f], step[g][f] = value, "found"
            if g and f:
                alike = likeness(gold[g - 1], found[f - 1])
                if alike >= LEAST and (value := best[g - 1][f - 1] + alike) > best[g][f]:
                    best[g][f], step[g][f] = value, "both"
    pairs: list[tuple[int | None, int | None]] = []
    g, f = len(gold), len(found)
    while g or f:
        went = step[g][f]
        pairs.append((g - 1 if went != "found" else None, f - 1 if went != "gold" else None))
        g, f = g - (went != "found"), f - (went != "gold")
    return pairs[::-1]


def likeness(gold: Place, found: Place) -> float:
    """0 to 1: how far the letters before two places agree, backwards; enough where all since the last place agree. Or
    the letters up to their ends, since readers differ in where a marker begins (`see also` in its parentheses). A hair
    more where they name the same works, for places that words cannot tell apart; where one has no words before it (a
    line of a table cell in a PDF is a paragraph), the works alone decide."""
    same_works = bool(gold.works & found.works)
    if "" in gold.letters or not found.letters[0]:
        if found.letters[0] in gold.letters:
            return 0.9
        return LEAST if same_works else 0.0
    alike = max(_agree(way, found.letters[0], gold.own) for way in gold.letters)
    through = _same_end(gold.through, found.through) / WINDOW if gold.through else 0.0
    return max(alike, through) + (0.01 if same_works else 0.0)


def _agree(gold: str, found: str, own: int) -> float:
    same = _same_end(gold, found)
    whole = same / max(1, min(len(gold), WINDOW))
    return max(whole, 0.6 + 0.3 * min(own, WINDOW) / WINDOW if 0 < own <= same else 0.0)


def _same_end(one: str, other: str) -> int:
    """How many letters at their ends agree, `WINDOW` at most."""
    same = 0
    for a, b in zip(reversed(one[-WINDOW:]), reversed(other), strict=False):
        if a != b:
            break
        same += 1
    return same

"""Real files against what a person saw in them: `tests/labels/*.toml`, read as `check` reads the files.

A label file names a manuscript below the third-party data and lists its citations in reading order, each with its
works: `number` is the printed number, `key` the bibliography's key, `identifier` what Manubot writes, and `entry` the
n-th paragraph of the list, whose first and last paragraph the label file names; its text is taken from the file itself,
past our readers. `at` is the paragraph the citation stands in. No text of the manuscripts is kept.
"""

import re
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from lxml import etree

from benchmarks.linking import Score, source_of
from corrigenda.inputs import load_inputs
from state.manuscript import Citation, Manuscript, Reference, SourceRole
from tasks.parse import read_manuscript
from tasks.readers import bibliography_reader_for, manuscript_reader_for

LABELS = Path(__file__).resolve().parents[1] / "tests" / "labels"
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"

Token = tuple[int, str]
"""Where, or 0 where that was not labelled; and the work."""


@dataclass(frozen=True, slots=True)
class Label:
    """What a person saw in one file."""

    name: str
    path: str
    works: str
    citations: tuple[tuple[int, tuple[str, ...]], ...]
    bibliographies: tuple[str, ...] = ()
    span: tuple[int, int] | None = None
    """First and last paragraph of the list, counted from 1 over all that hold text."""

    @property
    def tokens(self) -> list[Token]:
        return [(at, work) for at, works in self.citations for work in sorted(map(str.lower, works))]


def labels() -> list[Label]:
    """All label files, by name."""
    return [_label(path) for path in sorted(LABELS.glob("*.toml"))]


def _label(path: Path) -> Label:
    held = tomllib.loads(path.read_text("utf-8"))
    span = held.get("list")
    return Label(
        name=path.stem,
        path=held["path"],
        works=held["works"],
        citations=tuple((one.get("at", 0), tuple(str(work) for work in one["works"])) for one in held["citations"]),
        bibliographies=tuple(held.get("bibliographies", ())),
        span=(span[0], span[1]) if span else None,
    )


def check(label: Label, data: Path) -> Score:
    """The file's links against the label's: the longest common order of both is what is right."""
    manuscript = read(data / label.path, [data / path for path in label.bibliographies])
    names = _names(label, data, manuscript.references)
    placed = any(at for at, _ in label.citations)
    found = [token for citation in manuscript.citations for token in _tokens(citation, names, placed=placed)]
    right, missed, wrong = _compare(label.tokens, found)
    faults = [f"missed {token}" for token in missed] + [f"wrong {token}" for token in wrong]
    return Score(right, len(missed), len(wrong), tuple(faults))


def read(path: Path, bibliographies: Sequence[Path]) -> Manuscript:
    """Step A on a file, with the parts and bibliographies it names itself."""
    inputs = load_inputs([path], bibliographies)
    nothing: Mapping[str, bytes] = {}
    readings = []
    for name, content in inputs.manuscripts:
        reading = manuscript_reader_for(name).read(name, content, inputs.companions.get(name, nothing))
        readings.append((source_of(name, SourceRole.MANUSCRIPT, reading.format, content), reading))
    entries = []
    for name, content in inputs.bibliographies:
        found = bibliography_reader_for(name).read(name, content)
        entries.append((source_of(name, SourceRole.BIBLIOGRAPHY, found.format, content), found))
    return read_manuscript(readings, entries, numbering=None)


def _tokens(citation: Citation, names: Mapping[str, str], *, placed: bool) -> list[Token]:
    works = sorted({names.get(one, one).lower() for one in citation.reference_ids})
    return [(citation.line if placed else 0, work) for work in works]


def _names(label: Label, data: Path, references: Sequence[Reference]) -> dict[str, str]:
    """What the label calls each reference; references it does not know keep their ids."""
    match label.works:
        case "number":
            return {one.id: str(one.number) if one.number is not None else one.id for one in references}
        case "key":
            return {one.id: one.key or one.id for one in references}
        case "identifier":
            return {one.id: _identifier(label, one) for one in references}
        case _:
            texts = _entry_texts(data / label.path, label.span or (1, 0))
            return {one.id: _entry(one, texts) or f"unlisted:{one.id}" for one in references}


def _identifier(label: Label, reference: Reference) -> str:
    told = [reference.key, reference.id, reference.url and f"url:{reference.url}"]
    told += [f"{kind}:{value}" for kind, value in (("doi", reference.doi), ("arxiv", reference.arxiv)) if value]
    known = {work for _, work in label.tokens}
    return next((one for one in told if one and one.lower() in known), reference.id)


def _entry(reference: Reference, texts: Sequence[str]) -> str | None:
    """The ordinal of the entry: by the text that was printed, else by its title."""
    plain = {_plain(text): n for n, text in enumerate(texts, 1)}
    printed = _plain(reference.listed or reference.raw)
    if near := get_close_matches(printed, plain, n=1, cutoff=0.85):
        return str(plain[near[0]])
    title = _plain(reference.title or "")
    holding = [n for text, n in plain.items() if title and title in text]
    return str(holding[0]) if len(holding) == 1 else None


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", re.sub(r"^\s*\d{1,3}\.\s", "", text)).casefold()


def _entry_texts(path: Path, span: tuple[int, int]) -> list[str]:
    """The list's paragraphs, straight from the package."""
    with zipfile.ZipFile(path) as package:
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        root = etree.fromstring(package.read("word/document.xml"), parser)
    texts = []
    for paragraph in root.iter(f"{_WORD}p"):
        pieces = [element.text or "" for element in paragraph.iter(f"{_WORD}t", f"{_MATH}t")]
        if "".join(pieces).strip():
            texts.append("".join(pieces))
    return texts[span[0] - 1 : span[1]]


def _compare(gold: Sequence[Token], found: Sequence[Token]) -> tuple[int, list[Token], list[Token]]:
    """How many stand in both in the same order, and those that stand in one alone."""
    best = [[0] * (len(found) + 1) for _ in range(len(gold) + 1)]
    for g in range(len(gold) - 1, -1, -1):
        for f in range(len(found) - 1, -1, -1):
            same = gold[g] == found[f]
            best[g][f] = 1 + best[g + 1][f + 1] if same else max(best[g + 1][f], best[g][f + 1])
    missed, wrong, g, f = [], [], 0, 0
    while g < len(gold) and f < len(found):
        if gold[g] == found[f]:
            g, f = g + 1, f + 1
        elif best[g + 1][f] >= best[g][f + 1]:
            missed.append(gold[g])
            g += 1
        else:
            wrong.append(found[f])
            f += 1
    return best[0][0], [*missed, *gold[g:]], [*wrong, *found[f:]]

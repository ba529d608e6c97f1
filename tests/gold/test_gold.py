"""Step A on the gold set, and the gold set on its own conventions."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from state.manuscript import (
    SEVERITY_OF,
    Citation,
    Claim,
    Manuscript,
    Numbering,
    SectionKind,
    Source,
    Strictness,
    Template,
)
from tasks import parse
from tasks.readers.contract import Entries, Reading
from tests.gold.score import MEASURES, Passage, fold, load, score

THRESHOLDS = {"template": 0.85, "severity": 0.90, "numbers": 0.95, "scope": 0.95, "chapter": 1.0}


@pytest.fixture(scope="module")
def figures() -> dict[str, float]:
    return score()


@pytest.fixture(scope="module")
def passages() -> tuple[Passage, ...]:
    return load()


@pytest.mark.parametrize("measure", sorted(THRESHOLDS))
def test_step_a_reaches_the_threshold(figures: dict[str, float], measure: str) -> None:
    assert figures[measure] >= THRESHOLDS[measure], figures


def test_the_set_is_large_enough_and_half_chinese(passages: tuple[Passage, ...]) -> None:
    paragraphs = {p.paragraph: p.lang for p in passages}
    assert len(paragraphs) >= 120
    assert sum(lang == "zh" for lang in paragraphs.values()) * 2 >= len(paragraphs)


def test_ids_are_unique_and_every_template_occurs_in_both_languages(passages: tuple[Passage, ...]) -> None:
    assert len({p.id for p in passages}) == len(passages)
    assert {(p.lang, p.template) for p in passages} == {(lang, t.name) for lang in ("en", "zh") for t in Template}


def test_labels_obey_the_conventions(passages: tuple[Passage, ...]) -> None:
    for p in passages:
        assert p.severity == SEVERITY_OF[Template[p.template]].value, p.id
        assert p.has_numeric == bool(p.numeric_values), p.id
        assert all(sentence in p.paragraph for sentence in p.scope), p.id
        assert p.paragraph.count(p.marker) >= p.occurrence, p.id
        assert all(p.paragraph[start:end].strip("[]") for start, end in p.superscript), p.id


def test_every_labelled_number_is_printed_in_the_scope(passages: tuple[Passage, ...]) -> None:
    for p in passages:
        printed = fold("".join(p.scope))
        for value in p.numeric_values:
            # The sign of a range is printed once, after its second value.
            assert re.sub(r"[%‰万亿倍]$", "", fold(value)) in printed, (p.id, value)


def labels_as_read(
    readings: Sequence[tuple[Source, Reading]],
    bibliographies: Sequence[tuple[Source, Entries]],
    *,
    numbering: str | None,
) -> Manuscript:
    """What a reader without fault would return: one citation and one claim for each label."""
    source, reading = readings[0]
    citations: list[Citation] = []
    claims: list[Claim] = []
    for p in (p for p in load() if f"{p.manuscript}.docx" == source.name):
        line = next(q.line for q in reading.paragraphs if q.text == p.paragraph)
        citation = Citation(
            id=f"P{len(citations)}",
            printed=p.marker,
            reference_ids=(str(p.reference),),
            file=source.name,
            line=line,
            section=0,
        )
        claim = Claim(
            claim_id=p.id,
            reference_id=str(p.reference),
            citation_id=citation.id,
            chapter=p.chapter,
            section_kind=SectionKind.OTHER,
            file=source.name,
            line=line,
            excerpt="",
            context_raw=p.paragraph,
            scope=tuple((p.paragraph.index(s), p.paragraph.index(s) + len(s)) for s in p.scope),
            marker=(0, 1),
            template=Template[p.template],
            contribution="",
            claim_summary="",
            severity=Strictness(p.severity),
            has_numeric=p.has_numeric,
            numeric_values=p.numeric_values,
        )
        citations.append(citation)
        claims.append(claim)
    return Manuscript(
        sources=(source,),
        language="en",
        sections=(),
        references=(),
        citations=tuple(citations),
        claims=tuple(claims),
        numbering=Numbering(mode="list"),
    )


def test_the_score_of_a_reader_without_fault_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "read_manuscript", labels_as_read, raising=False)
    assert all(score()[measure] == 1.0 for measure in MEASURES)


def test_a_wrong_reading_costs_the_score(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_wrong(*args: Any, **kwargs: Any) -> Manuscript:
        right = labels_as_read(*args, **kwargs)
        wrong = right.claims[0].model_copy(update={"scope": ((0, 5),), "numeric_values": ("7",), "chapter": "X"})
        return right.model_copy(update={"claims": (wrong, *right.claims[1:])})

    monkeypatch.setattr(parse, "read_manuscript", one_wrong, raising=False)
    figures = score()
    assert all(figures[measure] < 1.0 for measure in ("scope", "numbers", "chapter"))
    assert figures["template"] == 1.0

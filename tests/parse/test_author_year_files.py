"""Whole Word files of our own: every place and the entries it names, and nothing else."""

from collections.abc import Callable

import pytest

from state.manuscript import Reference, Source, SourceRole
from tasks.language.author_year import author_year_markers
from tasks.parse import read_manuscript
from tasks.parse.author_year import author_year_is_the_way, match_author_years
from tasks.parse.entries import read_entry
from tasks.parse.layout import lay_out
from tasks.parse.printed_list import find_lists
from tasks.readers.contract import Reading
from tasks.readers.word.reader import DocxReader
from tests.readers.authoryear_fixture import (
    Fixture,
    Place,
    chinese_by_author,
    chinese_superscript,
    chinese_typed,
    english,
)


def source(reading: Reading) -> tuple[Source, Reading]:
    return Source(name="a.docx", role=SourceRole.MANUSCRIPT, format="docx", sha256="0" * 64), reading


def read(fixture: Fixture) -> tuple[Source, Reading]:
    return source(DocxReader().read("a.docx", fixture.content))


def places(fixture: Fixture) -> tuple[list[str], list[Place], bool]:
    """The entries of the list, the author-year citations with the entries they name from 1, and whether they are the
    manuscript's way."""
    placed, sections = lay_out([read(fixture)])
    lists, closed = find_lists(placed, sections)
    entries = [entry for one in lists for entry in one.entries]
    references: list[Reference] = [read_entry(entry, str(n)) for n, entry in enumerate(entries, 1)]
    markers = [
        (place.paragraph.text, marker)
        for place in placed
        if place.order not in closed
        for marker in author_year_markers(place.paragraph.text)
    ]
    matches = match_author_years([item for _, marker in markers for item in marker.items], references)
    found: list[Place] = []
    at = 0
    for text, marker in markers:
        own = [match for match in matches[at : at + len(marker.items)] if match.is_citation]
        at += len(marker.items)
        if own:
            named = tuple(position + 1 for match in own for position in match.positions)
            found.append((text[marker.start : marker.end], named))
    return [entry.text for entry in entries], found, author_year_is_the_way(matches, references)


@pytest.mark.parametrize("build", [english, chinese_by_author])
def test_every_author_year_citation_names_its_entries(build: Callable[[], Fixture]) -> None:
    fixture = build()
    entries, found, way = places(fixture)
    assert entries == list(fixture.entries)
    assert found == list(fixture.gold)
    assert way


@pytest.mark.parametrize("build", [chinese_typed, chinese_superscript])
def test_a_chinese_thesis_is_read_with_all_its_links(build: Callable[[], Fixture]) -> None:
    fixture = build()
    manuscript = read_manuscript([read(fixture)], [], numbering=None)
    numbers = {reference.id: reference.number for reference in manuscript.references}
    found = [
        (citation.printed, tuple(numbers[one] for one in citation.reference_ids)) for citation in manuscript.citations
    ]
    assert found == list(fixture.gold)
    assert [reference.raw for reference in manuscript.references] == list(fixture.entries)
    assert manuscript.language == "zh"


@pytest.mark.parametrize("build", [chinese_typed, chinese_superscript])
def test_a_thesis_that_cites_by_number_does_not_cite_by_author(build: Callable[[], Fixture]) -> None:
    _, found, way = places(build())
    assert not found
    assert not way


@pytest.mark.parametrize("build", [english, chinese_by_author])
def test_step_a_binds_what_the_grammar_and_the_list_say(build: Callable[[], Fixture]) -> None:
    fixture = build()
    manuscript = read_manuscript([read(fixture)], [], numbering=None)
    place = {reference.id: n for n, reference in enumerate(manuscript.references, 1)}
    found = [
        (citation.printed, tuple(place[one] for one in citation.reference_ids if one in place))
        for citation in manuscript.citations
    ]
    assert found == list(fixture.gold)
    assert manuscript.numbering.mode == "author_year"
    assert len(manuscript.completeness.dangling) == sum(1 for _, named in fixture.gold if not named)
    assert [place[one] for one in manuscript.completeness.orphans] == list(fixture.uncited)

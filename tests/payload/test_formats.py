"""Every format alone, and every pair of formats in one file."""

from itertools import permutations

import pytest

from state.payload import ChunkRole, SourceFormat
from tasks.parse.payload import read_payload
from tests.payload.reading import core, covered, read, said
from tests.payload.samples import CANONICAL, SAMPLES, Sample


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: one.name)
def test_a_clean_list_is_read_whole(sample: Sample) -> None:
    payload = read(sample.text)
    assert [core(one) for one in payload.references] == list(sample.held)
    assert {one.source_format for one in payload.references} == {sample.format}
    assert not [one for one in payload.references if one.failure]
    assert not payload.duplicates
    assert payload.cut is None
    assert covered(payload, sample.text)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: one.name)
def test_line_ends_of_other_systems_change_nothing(sample: Sample) -> None:
    expected = [(said(one), one.line) for one in read(sample.text).references]
    for ends in ("\r\n", "\r"):
        found = read(sample.text.replace("\n", ends)).references
        assert [(said(one), one.line) for one in found] == expected


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
@pytest.mark.parametrize(
    "sample", [one for one in SAMPLES if one.name in ("gbt7714", "bibtex")], ids=lambda one: one.name
)
def test_other_encodings_are_read(sample: Sample, encoding: str) -> None:
    assert [core(one) for one in read(sample.text.encode(encoding)).references] == list(sample.held)


@pytest.mark.parametrize(
    ("first", "second"), list(permutations(SAMPLES, 2)), ids=lambda one: one.name if isinstance(one, Sample) else None
)
def test_two_formats_in_one_file_are_both_read(first: Sample, second: Sample) -> None:
    text = f"{first.text}\n{second.text}"
    payload = read(text)
    assert [core(one) for one in payload.references] == [*first.held, *second.held]
    formats = [first.format] * len(first.held) + [second.format] * len(second.held)
    assert [one.source_format for one in payload.references] == formats
    assert covered(payload, text)


def test_all_formats_in_one_file_are_read_with_their_lines() -> None:
    text = "\n".join(sample.text for sample in SAMPLES)
    payload = read(text)
    assert [core(one) for one in payload.references] == [held for sample in SAMPLES for held in sample.held]
    lines = text.split("\n")
    for one in payload.references:
        chunk = payload.chunks[one.chunk]
        assert chunk.line <= one.line <= chunk.last_line
        first = one.reference.raw.split("\n")[0].strip()
        if one.source_format not in (SourceFormat.CSL_JSON, SourceFormat.JSON, SourceFormat.ENDNOTE_XML):
            assert first in lines[one.line - 1], one
    assert covered(payload, text)


def test_sources_are_read_in_their_order_with_their_names() -> None:
    sources = [(f"{sample.name}.txt", sample.text.encode()) for sample in SAMPLES]
    payload = read_payload(sources)
    assert [one.file for one in payload.references] == [f"{one.name}.txt" for one in SAMPLES for _ in one.held]
    assert {one.file for one in payload.references} == {one.reference.file for one in payload.references}


def test_the_canonical_shape_comes_out_as_it_went_in() -> None:
    first, second = (one.canonical for one in read(CANONICAL.text).references)
    assert (first.doi, first.url, first.title) == ("10.5555/ink.13", None, "Ink that forgets its letters")
    assert (first.authors, first.year, first.venue) == (("Mako, S", "Ruhl, B"), 2013, "Letters in Disappearing")
    assert (first.type, second.type, second.url) == ("article", "web", "https://example.org/harbour-report")


def test_an_envelope_written_before_is_a_list_again() -> None:
    text = (
        '{"meta": {"skill": "x"}, "data": {"verdicts": [{"reference_id": "a", "verdict": "verified", "evidence": '
        '{"parsed": {"doi": null, "title": "Ropes of sand", "authors": ["Tull, V."], "year": 1991, "venue": null}}}]}}'
    )
    assert [core(one) for one in read(text).references] == [("Ropes of sand", "Tull", 1991, None)]


def test_a_json_list_of_texts_is_read_as_what_they_are() -> None:
    text = '["10.5555/text.1", "https://example.org/x", "Quist, A. (2004). Ropes of snow. Journal of Ropes, 1, 2-3."]'
    found = read(text).references
    assert [one.source_format for one in found] == [SourceFormat.DOI, SourceFormat.URL, SourceFormat.PROSE]
    assert core(found[2]) == ("Ropes of snow", "Quist", 2004, None)


def test_settings_comments_and_headings_are_chunks_without_entries() -> None:
    text = "# a comment\nReferences\n@string{x = {y}}\n---\n10.5555/only.1\n"
    payload = read(text)
    assert len(payload.references) == 1
    assert [chunk.role for chunk in payload.chunks[:-1]] == [ChunkRole.COMMENT] * (len(payload.chunks) - 1)

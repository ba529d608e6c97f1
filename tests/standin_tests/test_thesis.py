"""The generated thesis holds what its plan says, and its world answers accordingly."""

import re
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path

import docx
import pytest

from benchmarks.thesis import PLANTED, ThesisPlan, big_docx, make_thesis
from state.resolution import Field, Identity
from tests.standin import Work, World


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> ThesisPlan:
    return make_thesis(tmp_path_factory.mktemp("thesis"))


def body_and_list(path: Path) -> tuple[list[str], list[str]]:
    texts = [paragraph.text for paragraph in docx.Document(str(path)).paragraphs]
    start = texts.index("References")
    return texts[:start], texts[start + 1 :]


def cited(texts: list[str]) -> list[tuple[int, ...]]:
    """The numbers of every `[N]` marker; an interval such as `[0.1, 0.9]` is none."""
    markers = []
    for found in re.findall(r"\[([\d,–\- ]+)\]", "\n".join(texts)):
        numbers: list[int] = []
        for part in found.replace(" ", "").split(","):
            first, *rest = re.split("[-–]", part)
            numbers += range(int(first), int(rest[0] if rest else first) + 1)
        markers.append(tuple(numbers))
    return markers


def bib_entries(path: Path) -> dict[str, dict[str, str]]:
    entries = {}
    for block in path.read_text("utf-8").split("@article{")[1:]:
        key = block.partition(",")[0]
        entries[key] = dict(re.findall(r"(\w+) = \{(.*)\}", block))
    return entries


def test_it_holds_exactly_the_claims_and_references_of_its_plan(plan: ThesisPlan) -> None:
    body, entries = body_and_list(plan.manuscript)
    markers = cited(body)
    assert (plan.claims, sum(len(m) for m in markers)) == (275, 275)
    assert len(markers) == plan.markers
    assert {number for marker in markers for number in marker} == set(range(1, 151))
    assert [int(entry.split("]")[0][1:]) for entry in entries] == list(range(1, 151))


def test_numbers_first_appear_in_their_order(plan: ThesisPlan) -> None:
    body, _ = body_and_list(plan.manuscript)
    first = list(dict.fromkeys(number for marker in cited(body) for number in marker))
    assert first == sorted(first)


def test_identifiers_and_errors_are_spread_as_promised(plan: ThesisPlan) -> None:
    plain = [row for row in plan.references if not row.planted]
    kinds = Counter("pmid" if "pmid" in row.identifiers else row.identifiers for row in plain)
    assert kinds == {"pmid": 60, "doi": 60, "none": 20}
    assert sorted(row.planted for row in plan.references if row.planted) == sorted(PLANTED)


def test_the_bibliography_is_in_another_order_than_the_list(plan: ThesisPlan) -> None:
    keys = list(bib_entries(plan.bibliography))
    assert keys == sorted(keys)
    assert set(keys) == {row.key for row in plan.references}
    assert keys != [row.key for row in plan.references]
    assert all(key.isascii() for key in keys)


def ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one.lower(), other.lower(), autojunk=False).ratio()


def holder(world: World, entry: dict[str, str]) -> Work | None:
    return world.by_pmid.get(entry.get("pmid", "")) or world.by_doi.get(entry.get("doi", ""))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_world_answers_as_the_plan_expects(tmp_path: Path, seed: int) -> None:
    plan = make_thesis(tmp_path, seed=seed)
    world, entries = World.load(plan.world), bib_entries(plan.bibliography)
    titles = {work.full_title.lower(): work for work in world if work.held_by}
    for row in plan.references:
        entry = entries[row.key]
        found = holder(world, entry)
        match row.identity:
            case Identity.SAME if row.identifiers == "none":
                assert entry["title"].lower() in titles
            case Identity.SAME:
                assert found is not None
                assert 0.85 <= ratio(found.full_title, entry["title"]) < (1 if row.planted == "title_word" else 1.1)
                assert row.retracted == any(notice.type == "retraction" for notice in found.notices)
            case Identity.OTHER_EXISTS:
                assert found is not None
                assert ratio(found.full_title, entry["title"]) < 0.85
                assert abs((found.year or 0) - int(entry["year"])) > 1
                assert not entry["author"].startswith(found.authors[0][0])
                assert entry["title"].lower() in titles
            case Identity.NONE | Identity.AGENCY_ONLY:
                assert (found is not None) == (row.identity is Identity.AGENCY_ONLY)
                assert max(ratio(title, entry["title"]) for title in titles) < 0.6
            case other:
                pytest.fail(f"not planted: {other}")


def test_the_same_arguments_give_the_same_bytes(plan: ThesisPlan, tmp_path: Path) -> None:
    again = make_thesis(tmp_path)
    for one, other in ((plan.manuscript, again.manuscript), (plan.bibliography, again.bibliography)):
        assert one.read_bytes() == other.read_bytes()
    assert World.load(plan.world).works == World.load(again.world).works


def test_other_sizes_keep_their_counts(tmp_path: Path) -> None:
    plan = make_thesis(tmp_path, references=40, claims=61, seed=9)
    body, entries = body_and_list(plan.manuscript)
    assert (len(entries), sum(len(marker) for marker in cited(body))) == (40, 61)


def test_too_few_claims_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="as many claims"):
        make_thesis(tmp_path, references=50, claims=40)


def test_a_big_document_has_its_pages(tmp_path: Path) -> None:
    markers = big_docx(tmp_path / "big.docx", pages=60)
    body, _ = body_and_list(tmp_path / "big.docx")
    assert len(cited(body)) == markers
    assert 60 <= sum(len(text.split()) for text in body) / 350 < 90


def test_a_disagreement_is_between_registries_and_not_with_the_print(plan: ThesisPlan) -> None:
    world, entries = World.load(plan.world), bib_entries(plan.bibliography)
    titles = {work.full_title.lower(): work for work in world}
    rows = [row for row in plan.references if row.disagreements]
    assert {field for row in rows for field in row.disagreements} == {Field.TITLE, Field.YEAR}
    for row in rows:
        entry = entries[row.key]
        work = holder(world, entry) or titles[entry["title"].lower()]
        if Field.YEAR in row.disagreements:
            assert str(work.year) == entry["year"] != str(work.online_year)
        if Field.TITLE in row.disagreements:
            assert work.full_title == entry["title"] != work.seen_by("openalex").full_title

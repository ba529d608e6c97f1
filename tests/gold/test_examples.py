"""The example theses hold together: texts, works, claims and the scripted judge's answers."""

import json
import re
import runpy
from pathlib import Path

import pytest

from state.judgment import Answer, Verdict
from state.manuscript import Source, SourceRole
from state.words import text_sha256
from tasks.judge.quotations import occurs
from tasks.parse import read_manuscript
from tasks.readers.word.reader import DocxReader
from tests.standin.world import Work, World

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
THESES = {"thesis_en": "judge_answers.json", "thesis_zh": "judge_answers_zh.json"}
NOT_JUDGED = {
    "thesis_en": {7, 9, 10, 11, 20, 28},  # no work identified, no text to judge by, no entry
    "thesis_zh": {3, 4},
}


@pytest.fixture(scope="module")
def world() -> World:
    return World.load(EXAMPLES / "works.json")


def source(thesis: str) -> str:
    return (EXAMPLES / "source" / f"{thesis}.txt").read_text(encoding="utf-8")


def listed_works(thesis: str, world: World) -> dict[int, Work]:
    """The work each entry of the printed list names, by its number; entries that name none are left out."""
    entries = re.findall(r"^\[(\d+)\] (.*)$", source(thesis), re.MULTILINE)
    return {int(number): work for number, entry in entries for work in world if f" {work.full_title}" in entry}


def claim_ids(thesis: str) -> set[str]:
    """The ids of all claims, counted in the source text without the program's help."""
    body = re.split(r"^# (?:References|参考文献)$", source(thesis), flags=re.MULTILINE)[0]
    blocks = [re.sub(r"\{-.*?-\}", "", block) for block in body.split("\n\n")]
    # A footnote follows the paragraph it stands in.
    texts = [
        text for block in blocks for text in (re.sub(r"\{note:.*?\}", "", block), *re.findall(r"\{note:(.*?)\}", block))
    ]
    ids: list[str] = []
    for marker in (marker for text in texts for marker in re.findall(r"\[([\d,\-]+)\]", text)):
        for part in marker.split(","):
            first, _, last = part.partition("-")
            for number in range(int(first), int(last or first) + 1):
                ordinal = sum(claim.startswith(f"C{number:03d}_") for claim in ids) + 1
                ids.append(f"C{number:03d}_{ordinal:03d}")
    return set(ids)


def answers(thesis: str) -> dict[str, dict[str, Answer]]:
    raw = json.loads((EXAMPLES / THESES[thesis]).read_text(encoding="utf-8"))["answers"]
    return {
        claim: {number: Answer.model_validate_json(json.dumps(answer)) for number, answer in rounds.items()}
        for claim, rounds in raw.items()
    }


@pytest.mark.parametrize("thesis", THESES)
def test_the_committed_word_file_is_what_the_script_makes(thesis: str) -> None:
    made = runpy.run_path(str(EXAMPLES / "build.py"))["docx"](source(thesis))
    assert made == (EXAMPLES / f"{thesis}.docx").read_bytes()


@pytest.mark.parametrize("thesis", THESES)
def test_every_judged_claim_has_an_answer_and_no_other_has(thesis: str) -> None:
    judged = {claim for claim in claim_ids(thesis) if int(claim[1:4]) not in NOT_JUDGED[thesis]}
    assert set(answers(thesis)) == judged


@pytest.mark.parametrize("thesis", THESES)
def test_every_quotation_stands_in_the_abstract_it_is_taken_from(thesis: str, world: World) -> None:
    works = listed_works(thesis, world)
    for claim, rounds in answers(thesis).items():
        work = works[int(claim[1:4])]
        evidence = work.full_abstract or work.full_title
        for answer in rounds.values():
            assert answer.quotations or answer.verdict is None, claim
            assert all(occurs(quotation, evidence) for quotation in answer.quotations), claim


@pytest.mark.parametrize("thesis", THESES)
def test_exactly_fail_and_partial_a_have_a_second_round(thesis: str) -> None:
    for claim, rounds in answers(thesis).items():
        twice = rounds["1"].verdict in (Verdict.FAIL, Verdict.PARTIAL_A)
        assert set(rounds) == ({"1", "2"} if twice else {"1"}), claim


@pytest.mark.parametrize("thesis", THESES)
def test_everything_is_invented_in_plain_sight(thesis: str, world: World) -> None:
    for work in world:
        assert work.doi is not None and work.doi.startswith("10.5555/")
        assert work.pmid is None or work.pmid.startswith("99000")
    bibliography = (EXAMPLES / f"{thesis}.bib").read_text(encoding="utf-8")
    assert all(doi.startswith("10.5555/") for doi in re.findall(r"doi\s*= \{(.*?)\}", bibliography))


@pytest.mark.parametrize("thesis", THESES)
def test_what_is_expected_names_claims_that_exist(thesis: str) -> None:
    english, chinese = (EXAMPLES / "EXPECTED.md").read_text(encoding="utf-8").split("## thesis_zh")
    named = set(re.findall(r"C\d{3}_\d{3}", chinese if thesis == "thesis_zh" else english.split("## thesis_en")[1]))
    assert named and named <= claim_ids(thesis)


@pytest.mark.parametrize("thesis", THESES)
def test_step_a_finds_exactly_the_claims_of_the_source(thesis: str) -> None:
    name = f"{thesis}.docx"
    reading = DocxReader().read(name, (EXAMPLES / name).read_bytes())
    file = Source(name=name, role=SourceRole.MANUSCRIPT, format="docx", sha256=text_sha256(name))
    manuscript = read_manuscript([(file, reading)], [], numbering=None)
    assert {claim.claim_id for claim in manuscript.claims} == claim_ids(thesis)
    orphans, dangling = {"thesis_en": (("22",), ("28",)), "thesis_zh": ((), ())}[thesis]
    assert (manuscript.completeness.orphans, manuscript.completeness.dangling) == (orphans, dangling)

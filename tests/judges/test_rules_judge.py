"""The rules judge: right where it speaks, silent elsewhere."""

import json
from collections import Counter
from pathlib import Path

import pytest

from state.judgment import Basis, Verdict
from state.manuscript import Claim, SectionKind, Strictness, Template
from state.resolution import AbstractSource, Evidence
from tasks.judge.answers import parse_answer
from tasks.judge.quotations import occurs, quotation_problem
from tasks.judges import judge_named
from tasks.judges.contract import Question
from tasks.judges.rules import RulesJudge, decide
from tasks.language.sentences import split_sentences

ABSTRACT = (
    "BACKGROUND: Periodontal inflammation is common in adults with poor glycaemic control. METHODS: We followed 412 "
    "adults with body mass index (BMI) above 30 for two years in three clinics and recorded tooth loss twice a year. "
    "RESULTS: Weekly fluoride varnish reduced root caries in older adults. Smoking was associated with tooth loss. "
    "Chlorhexidine rinsing was not associated with periodontal healing. Remission of gingivitis was reached in 28.4% "
    "of adults; relapse was frequent in smokers. CONCLUSIONS: Varnish may be offered to adults in nursing homes, where "
    "access to dentists is limited and oral hygiene is poor."
)
ZH_ABSTRACT = (
    "目的：探讨正畸治疗对牙周炎症的影响。结果：正畸治疗使牙槽骨吸收明显减少。吸烟与牙齿缺失相关。缓解率为28.4%。"
)


def _question(
    text: str,
    *,
    severity: Strictness = Strictness.STRICT,
    template: Template = Template.FINDING,
    evidence: str = ABSTRACT,
    title: str = "Fluoride varnish and oral health in adults",
    summary: str = "",
) -> Question:
    claim = Claim(
        claim_id="C001_001",
        reference_id="1",
        citation_id="c",
        chapter="",
        section_kind=SectionKind.OTHER,
        file="f",
        line=1,
        excerpt="",
        context_raw=text,
        scope=((0, len(text)),),
        marker=(text.index("[1]"), text.index("[1]") + 3) if "[1]" in text else (len(text), len(text)),
        template=template,
        contribution="",
        claim_summary=summary,
        severity=severity,
        has_numeric=False,
    )
    shown = Evidence(source=AbstractSource.PUBMED, text=evidence)
    return Question(round=1, claim=claim, evidence=shown, title=title, system="s", user="u")


async def _verdict(question: Question) -> tuple[Verdict | None, Basis | None, str]:
    raw = await RulesJudge().answer(question)
    answer = parse_answer(raw.text)
    assert answer is not None
    assert quotation_problem(answer, question.evidence.text) is None
    return answer.verdict, answer.basis, answer.reasoning


@pytest.mark.parametrize(
    "text",
    [
        "Weekly fluoride varnish reduced root caries in older adults [1].",
        "Smith et al. reported that smoking was associated with tooth loss [1].",
        "Remission of gingivitis was reached in 28% of adults [1].",
        "Chlorhexidine rinsing was not associated with periodontal healing [1].",
    ],
)
async def test_every_element_in_one_passage_is_a_pass(text: str) -> None:
    assert (await _verdict(_question(text)))[:2] == (Verdict.PASS, Basis.SUPPORT)


@pytest.mark.parametrize(
    "text",
    [
        "Weekly fluoride varnish increased root caries in older adults [1].",
        "Smoking was not associated with tooth loss [1].",
        "Chlorhexidine rinsing was associated with periodontal healing [1].",
        "Remission of gingivitis was reached in 61% of adults [1].",
    ],
)
async def test_the_opposite_direction_negation_or_number_in_the_same_relation_is_a_fail(text: str) -> None:
    verdict, basis, reasoning = await _verdict(_question(text))
    assert (verdict, basis) == (Verdict.FAIL, Basis.CONTRADICTION)
    assert reasoning


async def test_another_subject_is_a_fail_that_quotes_what_the_work_is_about() -> None:
    text = "Transformer networks translate low-resource languages through multilingual pretraining [1]."
    assert (await _verdict(_question(text)))[:2] == (Verdict.FAIL, Basis.OTHER_SUBJECT)


@pytest.mark.parametrize(
    "text",
    [
        "Weekly fluoride varnish reduced root caries in children [1].",  # an element more
        "Fluoride varnish is cost-effective [1].",
        "Varnish was offered to adults in nursing homes [1].",  # the work only says that it may be
        "It works [1].",  # too little to say anything about
        "BMI was lower in dentists with frequent relapse [1].",
        "Periodontitis progresses slowly in pregnancy, menopause and puberty [1].",  # shares the root of a word
    ],
)
async def test_everything_else_is_undecided(text: str) -> None:
    assert (await _verdict(_question(text)))[0] is None


async def test_a_short_text_never_makes_another_subject() -> None:
    text = "Transformer networks translate low-resource languages through multilingual pretraining [1]."
    assert (await _verdict(_question(text, evidence="Smoking was associated with tooth loss.")))[0] is None


@pytest.mark.parametrize(
    ("text", "named", "quoted"),
    [
        ("Weekly fluoride varnish reduced root caries in toddlers [1].", "toddlers", "Weekly fluoride varnish"),
        ("Remission of gingivitis was reached in 61% of smokers [1].", "61%", "Remission of gingivitis"),
        ("Smoking increased tooth loss [1].", "increased", "Smoking was associated"),
        ("Tooth loss was associated with smoking [1].", "another order", "Smoking was associated"),
        ("Varnish may be offered to adults in nursing homes [1].", "limited", "CONCLUSIONS: Varnish"),
    ],
)
async def test_what_is_undecided_quotes_the_nearest_passage_and_names_what_it_lacks(
    text: str, named: str, quoted: str
) -> None:
    raw = await RulesJudge().answer(_question(text))
    answer = parse_answer(raw.text)
    assert answer is not None
    assert answer.verdict is None
    assert named in answer.reasoning
    assert len(answer.quotations) == 1
    assert quoted in answer.quotations[0]
    assert occurs(answer.quotations[0], ABSTRACT)


async def test_chinese_claims_are_told_in_chinese_what_is_not_matched() -> None:
    raw = await RulesJudge().answer(
        _question("正畸治疗使牙龈出血明显减少[1]。", evidence=ZH_ABSTRACT, title="正畸治疗")
    )
    answer = parse_answer(raw.text)
    assert answer is not None
    assert answer.verdict is None
    assert "未能匹配：" in answer.reasoning
    assert "牙龈出血" in answer.reasoning
    assert "正畸治疗使牙槽骨吸收明显减少" in answer.quotations[0]


async def test_across_languages_the_rules_are_silent() -> None:
    verdict, _, reasoning = await _verdict(_question("氟化物涂漆可减少老年人根面龋[1]。"))
    assert verdict is None
    assert reasoning == "论断为中文，摘要为英文：规则不跨语言比较；可由模型判断（--judge …）。"
    verdict, _, reasoning = await _verdict(_question("Varnish reduces root caries [1].", evidence=ZH_ABSTRACT))
    assert verdict is None
    assert reasoning.startswith("The claim is English, the abstract Chinese: the rules do not compare across languages")


async def test_chinese_against_chinese_is_compared() -> None:
    same = _question("正畸治疗使牙槽骨吸收明显减少[1]。", evidence=ZH_ABSTRACT, title="正畸治疗")
    opposite = _question("正畸治疗使牙槽骨吸收明显增加[1]。", evidence=ZH_ABSTRACT, title="正畸治疗")
    assert (await _verdict(same))[0] is Verdict.PASS
    assert (await _verdict(opposite))[:2] == (Verdict.FAIL, Basis.CONTRADICTION)


async def test_one_value_of_a_range_stated_for_several_works_is_partial_b() -> None:
    text = "Remission of gingivitis was reached in 10% to 45% of adults [1]."
    joint = _question(text, severity=Strictness.STANDARD, template=Template.ONE_OF)
    assert (await _verdict(joint))[0] is Verdict.PARTIAL_B
    alone = _question(text, template=Template.FINDING)
    assert (await _verdict(alone))[0] is None


async def test_a_lenient_claim_asks_only_for_the_topic() -> None:
    text = "Why smoking is associated with tooth loss, more often than not [1]."
    assert (await _verdict(_question(text, severity=Strictness.LENIENT)))[0] is Verdict.PASS


@pytest.mark.parametrize(
    ("term", "verdict"),
    [("fluoride varnish", Verdict.PASS), ("gingivitis", None), ("root caries of adults", None), ("", None)],
)
async def test_a_definition_passes_where_the_work_is_about_the_term(term: str, verdict: Verdict | None) -> None:
    question = _question(
        "It is a lacquer of the usual kind, as everybody in the clinic knows [1].",
        severity=Strictness.LENIENT,
        template=Template.DEFINITION,
        summary=f"Cites [1] to provide definitional/standard provenance for {term} → defines the term",
    )
    assert (await _verdict(question))[0] is verdict


async def test_the_same_question_has_the_same_answer() -> None:
    question = _question("Smoking was not associated with tooth loss [1].")
    assert await RulesJudge().answer(question) == await RulesJudge().answer(question)


def test_rules_send_nothing() -> None:
    judge = judge_named("rules")
    assert (judge.name, judge.destination) == ("rules", None)


CLAIMS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "claims"


@pytest.mark.slow
@pytest.mark.skipif(
    not CLAIMS.is_dir(), reason="../shared/data is not here: labelled claims of others, never committed"
)
def test_on_labelled_claims_nothing_that_is_said_is_wrong() -> None:
    """These claims are worded freely, so that the rules speak of few; a source's own sentences are the honest ones."""
    verdicts: Counter[tuple[Verdict, str]] = Counter()
    own: Counter[Verdict | None] = Counter()
    for name in ("scifact_train", "citation_integrity_train"):
        for line in (CLAIMS / f"{name}.jsonl").read_text("utf-8").splitlines()[:400]:
            row = json.loads(line)
            said = decide(_question(row["claim"], evidence=row["evidence"], title=row["title"]))
            if said.verdict is not None and said.basis is not Basis.OTHER_SUBJECT:
                verdicts[said.verdict, row["label"]] += 1
            spans = split_sentences(row["evidence"])
            sentence = row["evidence"][slice(*spans[-1])]
            own[decide(_question(sentence, evidence=row["evidence"], title=row["title"])).verdict] += 1
    assert not set(verdicts) - {(Verdict.PASS, "SUPPORT"), (Verdict.FAIL, "CONTRADICT")}
    assert own[Verdict.FAIL] == 0
    assert own[Verdict.PASS] > 0.3 * own.total()

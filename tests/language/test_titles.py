"""Titles in one normal form, the ratio, and the words that differ."""

from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.language.titles import (
    different_words,
    identity_ratio,
    is_generic_title,
    is_truncation,
    normalize_title,
    title_ratio,
)

texts = st.text(max_size=60) | st.text(alphabet="aZé ßİα βΣς.-–'’:{}<>/i$\\&;#RETCD[]中文 0９﹣\u0301", max_size=40)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Growth of <i>E. coli</i> in H<sub>2</sub>O", "Growth of E. coli in H2O"),
        ("RETRACTED: A study of bone", "A Study of Bone."),
        ("Retracted article: a study of bone", "A study of bone"),
        ("WITHDRAWN: a study of bone", "A study of bone"),
        ("[Retracted] A study of bone", "A study of bone"),
        ("TNF-α in β-cells", "TNF-alpha in beta-cells"),
        ("Smoking in the U.S. and the U.K.", "Smoking in the US and the UK"),
        ("$\\alpha$-Synuclein in \\textit{Drosophila}", "Alpha-synuclein in Drosophila"),
        ('{M}{\\"u}ller cells', "Müller cells"),
        ("<mml:math><mml:mi>β</mml:mi></mml:math> decay", "β decay"),
        ("Ｆｕｌｌ　ｗｉｄｔｈ", "full width"),
        ("Risk &amp; benefit", "Risk and benefit"),
        ("Crohn’s disease", "Crohn's disease"),
        ("1990–2019: a review", "1990-2019 — a review"),
        ("口腔 正畸 治疗的研究", "口腔正畸治疗的研究"),
        ("“口腔正畸”：治疗（一）", '"口腔正畸":治疗(一)'),
    ],
)
def test_titles_printed_otherwise_have_one_normal_form(a, b):
    assert normalize_title(a) == normalize_title(b)
    assert different_words(a, b) == ((), ())


def test_a_retraction_notice_is_not_its_article():
    assert normalize_title("Retraction: a study of bone") != normalize_title("A study of bone")


def test_a_comparison_sign_is_no_tag():
    assert normalize_title("p<0.05 and q>3 in mice") == "p 0 05 and q 3 in mice"


@given(texts)
def test_normalising_is_idempotent(text):
    assert normalize_title(normalize_title(text)) == normalize_title(text)


@given(texts, texts)
def test_the_ratio_is_difflibs_number(a, b):
    assert title_ratio(a, b) == SequenceMatcher(None, normalize_title(a), normalize_title(b)).ratio()


@given(texts, texts)
def test_no_text_breaks_the_comparison(a, b):
    different_words(a, b)
    is_truncation(a, b)
    is_generic_title(a)
    assert different_words(a, a) == ((), ())
    assert not is_truncation(a, a)


@pytest.mark.parametrize(
    ("printed", "recorded", "words"),
    [
        ("Well-being of nurses", "Wellbeing of nurses", ((), ())),
        ("Well being of nurses", "The wellbeing of nurses", ((), ())),
        ("Aspirin increases bleeding", "Aspirin decreases bleeding", (("increases",), ("decreases",))),
        ("Tumour growth in mice", "Tumor growth in mice", ((), ())),
        ("Analysing behaviour in paediatric centres", "Analyzing behavior in pediatric centers", ((), ())),
        ("Modelling of haemoglobin, Part II", "Modeling of hemoglobin. Part 2", ((), ())),
        ("La rotulacion en la television; gross", "La rotulación en la televisión: groß", ((), ())),
        ("Type I interferon", "Type 1 interferon", ((), ())),
        ("Vitamin I intake", "Vitamin A intake", (("i",), ())),
        ("Learning for control", "Learning from control", (("for",), ("from",))),
        ("The learning of control", "Learning control", ((), ())),
        ("Meta-learnings of rules", "Meta-learning of rules", (("learnings",), ("learning",))),
        ("Tumours of the lung", "Tumors of the liver", (("lung",), ("liver",))),
        ("Pain in 120 women", "Pain in 210 women", (("120",), ("210",))),
        ("Meta-analysis of non-smokers", "Metaanalysis of nonsmokers", ((), ())),
        ("Effect of a drug", "Effect of the drug", ((), ())),
        ("成人关节置换的疗效", "儿童关节置换的疗效", (("成", "人"), ("儿", "童"))),
        ("Not all care is good", "All care is good", (("not",), ())),
    ],
)
def test_differing_words_are_named(printed, recorded, words):
    assert different_words(printed, recorded) == words


@pytest.mark.parametrize(
    ("printed", "recorded", "truncated"),
    [
        ("BERT", "BERT: pre-training of deep transformers", True),
        ("Outcome of joint replacement", "Outcome of joint replacement - a cohort study", True),
        ("Outcome of joint replacement: a cohort study", "Outcome of joint replacement", True),
        ("Outcome of joint repl...", "Outcome of joint replacement in adults", True),
        ("Outcome of joint repl", "Outcome of joint replacement in adults", False),
        ("Outcome", "Outcome of joint replacement", False),
        ("Joint replacement", "Outcome of joint replacement", False),
        ("关节置换的疗效", "关节置换的疗效：五年随访", True),
        ("Same title", "Same title", False),
        ("", "Anything", False),
    ],
)
def test_a_truncation_is_a_beginning(printed, recorded, truncated):
    assert is_truncation(printed, recorded) is truncated


@pytest.mark.parametrize(
    "title",
    ["Editorial", "Erratum", "LETTER TO THE EDITOR.", "Case report", "Introduction", "述评", "", "Correction to"],
)
def test_titles_many_works_share_are_generic(title):
    assert is_generic_title(title)


def test_a_title_of_its_own_is_not_generic():
    assert not is_generic_title("Erratum: outcome of joint replacement")


def test_a_long_title_is_not_another_work_for_one_word():
    words = [
        "evaluation",
        "of",
        "the",
        "long",
        "term",
        "outcome",
        "of",
        "patients",
        "after",
        "total",
        "replacement",
        "of",
        "the",
        "joint",
        "with",
        "a",
        "new",
        "device",
    ]
    long = " ".join(words + words[::-1] + ["registered", "trial"])
    assert len(long) >= 200
    changed = long.replace("device", "method")
    assert identity_ratio(changed, long) > 0.9
    assert identity_ratio(long, long) == 1.0


def test_short_titles_have_one_ratio():
    assert identity_ratio("Bone loss in men", "Bone loss in women") == title_ratio(
        "Bone loss in men", "Bone loss in women"
    )


@pytest.mark.parametrize(
    "title", ["Author response", "In this issue", "Chapter 1", "Part II", "第三章", "Authors' response", "Section A"]
)
def test_parts_and_standing_headings_are_titles_of_many_works(title: str) -> None:
    assert is_generic_title(title)


@pytest.mark.parametrize("title", ["Chapter 1 of an unwritten book", "In this issue of trust", "Part of the tide"])
def test_a_title_that_begins_like_one_of_many_is_its_own(title: str) -> None:
    assert not is_generic_title(title)

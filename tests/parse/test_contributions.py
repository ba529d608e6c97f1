"""What a reference is said to contribute: its own numbers and words, without the holes that markers leave."""

import pytest

from state.manuscript import Claim, Template
from tests.parse.building import entry, manuscript


def claim(sentence: str) -> Claim:
    return manuscript("# Discussion", sentence).claims[-1]


@pytest.mark.parametrize(
    ("sentence", "contribution"),
    [
        ("The rate is known to be about 30% [25], and it was 29% in our sample.", "reports 30% for this"),
        ("In our cohort, the rate was 5.2%, higher than the 1.65% in the registry [1].", "reports 1.65% for this"),
        ("We found 29%, compared with 30% in the trial [7].", "reports 30% for this"),
        ("Falls occur in 30% of adults aged 65 years and over [3].", "reports 30% for this"),
        ("60岁以上老年人跌倒发生率为30%[3]。", "reports 30% for this"),
        ("The mean age was 55 years [3].", "reports 55 for this"),
        ("It was 12,450 then and 3.5% died [3].", "reports 12,450, 3.5% for this"),
    ],
)
def test_the_author_s_own_numbers_and_ages_are_not_the_reference_s(sentence: str, contribution: str) -> None:
    assert claim(sentence).contribution == contribution


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        ("The event rate of 5.2% in our cohort was higher than the 1.65% reported by Smith et al. [1].", "1.65%"),
        ("Our results (29%) agree with Miller et al. [3], who found 31%.", "31%"),
        ("本组有效率92%，与文献报道的90%[3]接近。", "90%"),
        ("本研究中发生率为5.2%，高于张三等[3]报道的1.65%。", "1.65%"),
    ],
)
def test_a_finding_carries_the_numbers_of_its_author_alone(sentence: str, number: str) -> None:
    assert claim(sentence).contribution.endswith(f"reports this finding ({number})")
    assert len(claim(sentence).numeric_values) == 2


@pytest.mark.parametrize(
    "sentence", ["Falls are common among people aged 70+ [3].", "老年人（≥60岁）跌倒是重要的公共卫生问题[3]。"]
)
def test_an_age_group_makes_no_data(sentence: str) -> None:
    assert claim(sentence).template is Template.BACKGROUND
    assert claim(sentence).contribution == "treats the topic"
    assert claim(sentence).has_numeric


@pytest.mark.parametrize(
    ("sentence", "topic"),
    [
        ("Burnout is frequent among nurses [1], and drivers [2], as is well known.", "drivers, as is well known"),
        (
            "Burnout among nurses [1] , teachers (see ) and drivers, is frequent [2].",
            "teachers (see) and drivers, is frequent",
        ),
    ],
)
def test_markers_leave_no_holes_in_a_summary(sentence: str, topic: str) -> None:
    assert f" {topic} → " in claim(sentence).claim_summary


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Wang等[5]提出了老年人平衡能力下降与跌倒有关。", "the finding that 老年人平衡能力下降与跌倒有关 to Wang等"),
        ("王伟等[5]发现了平衡能力下降的规律。", "the finding that 平衡能力下降的规律 to 王伟等"),
        ("张三等[5]报道了解决办法。", "the finding that 解决办法 to 张三等"),
        ("王伟等[5]认为了解病情有助于康复。", "the finding that 了解病情有助于康复 to 王伟等"),
        ("发生率为5.2%，高于张三等[3]报道的1.65%。", "the finding that 发生率为5.2%，高于张三等报道的1.65% to 张三等"),
    ],
)
def test_a_chinese_verb_is_cut_with_what_belongs_to_it(sentence: str, told: str) -> None:
    assert told in claim(sentence).claim_summary


LIST = (
    entry("smith2019", "Smith", 2019),
    entry("jones2020", "Jones", 2020),
    entry("tanaka2015", "Tanaka", 2015),
    entry("oconnor2021", "O’Connor", 2021),
)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("As Smith (2019) showed, peat is deep.", "to attribute the finding that peat is deep to Smith →"),
        ("As [1] showed, peat is deep.", "to attribute the finding that peat is deep to its authors →"),
        ("Since [1] showed that peat is deep, we left.", "we left to its authors →"),
        ("Smith (2019) measured nitrate.", "to attribute the finding that Smith measured nitrate to Smith →"),
        ("[1] describes alder roots.", "to attribute the finding that [1] describes alder roots to its authors →"),
        ("According to Smith (2019), fens keep peat.", "to attribute the finding that fens keep peat to Smith →"),
        ("Peat is deep in fens according to Jones (2020).", "the finding that Peat is deep in fens to Jones →"),
        ("Smith (2019) and Jones (2020) found that peat is deep.", "that peat is deep to Smith and Jones →"),
        ("Fens keep peat; however, Tanaka (2015) found none of it.", "that Tanaka found none of it to Tanaka →"),
    ],
)
def test_a_finding_goes_to_the_names_of_the_citation_in_a_whole_sentence(sentence: str, told: str) -> None:
    bib = LIST if "(20" in sentence else None
    read = manuscript("# Introduction", "It was 312 m.", sentence, bib=bib)
    assert told in read.claims[-1].claim_summary
    assert "312" not in read.claims[-1].numeric_values


@pytest.mark.parametrize(
    ("sentence", "topic"),
    [
        ("We used the procedure of Smith (2019) with a grid.", "for We used the procedure of Smith with a grid →"),
        ("We used the procedure of [1] with a grid.", "for We used the procedure of [1] with a grid →"),
        ("See [1], [2] and [4].", "supporting See [1], [2] and [4] →"),
        ("[1] and [2] agree on it.", "supporting [1] and [2] agree on it →"),
        ("Fens keep their peat (see also [1] for a review).", "for Fens keep their peat →"),
    ],
)
def test_a_marker_that_is_a_word_of_its_sentence_stays_in_the_summary(sentence: str, topic: str) -> None:
    read = manuscript("# Introduction", sentence, bib=LIST if "(20" in sentence else None)
    assert topic in read.claims[0].claim_summary

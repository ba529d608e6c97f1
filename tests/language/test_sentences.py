"""Sentence boundaries in English, Chinese and mixed text, with citation markers."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.language.sentences import split_sentences


def sentences(text: str, *protected: str) -> list[str]:
    spans = []
    for piece in protected:
        start = text.index(piece)
        spans.append((start, start + len(piece)))
    return [text[start:end] for start, end in split_sentences(text, spans)]


GROUPS: list[list[str]] = [
    ["Smith et al. found no effect.", "Others disagreed."],
    ["It fell, e.g. in mice, i.e. in Mus musculus.", "It rose in rats."],
    ["See Fig. 3 and Figs. 4 and 5 for details.", "Table 2 shows the rest."],
    ["Treatment A vs. treatment B was compared (cf. Dr. Brown).", "We saw nothing."],
    ["The value was 3.14 ± 0.2.", "A p of 0.05 was used."],
    ["It was shown.[12]", "Next came the trial."],
    ["It was shown. [12]", "Next came the trial."],
    ["It was shown [12].", "Next came the trial."],
    ["It was fine.", "[12] showed that it was not."],
    ["J. R. Smith and K. Brown wrote it.", "Nobody read it."],
    ["In the U.S. Medicare pays.", "In Europe it does not."],
    ["It rose in the U.S.", "The rest of the world saw no change."],
    ["E. coli and S. aureus grew.", "They were counted."],
    ["He said “it works.”", "She left."],
    ["(It was late.)", "The end came."],
    ["Was it true?", "It was!", "So we stopped."],
    ["Cells, drugs, etc. were bought.", "They were stored."],
    ["This holds for apples, pears, etc.", "Plums differ."],
    ["It was mixed (see Smith et al. [3]. Also Jones [4]) and heated.", "Then cooled."],
    ["As reported by Smith et al. [3].", "The effect was small."],
    ["The gene was silenced.", "p53 levels fell.", "mRNA was stable."],
    ["Sample No. 5 was lost.", "It was approx. 5 g."],
    ["The trial ended on 3 Sept. 2019.", "Follow-up went on."],
    ["Patients with hepatitis B.", "The others had hepatitis C."],
    ["患者预后较差[1]。", "其发病率逐年上升[2,3]。"],
    ["患者预后较差。[1]", "其发病率逐年上升。"],
    ["他说：“有效。”", "然后离开了。"],
    ["真的吗？", "是的！", "我们继续。"],
    ["真的吗?", "是的!", "我们继续。"],
    ["Smith等[3]发现其疗效显著（P<0.05）。", "但样本量较小。"],
    ["疗效为45.6%[3]。", "对照组为30.2%。"],
    ["We used SPSS 22.0 for analysis.", "结果显著。"],
    ["该方法（见图1。详见附录）有效。", "下文讨论。"],
    ["血压下降(P = 0.03).", "心率无变化."],
    ["Wait ... it is not over.", "Now it is…", "Truly."],
    ["See p. 12 and pp. 13–15 of vol. 3.", "The rest is noise."],
    ["显著提高．", "王伟等认为不然．"],
]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group[0][:30])
def test_a_text_is_split_where_a_reader_would(group: list[str]) -> None:
    joiner = "" if any("\u4e00" <= char <= "\u9fff" for char in group[-1]) and "." not in group[0][-1] else " "
    assert sentences(joiner.join(group)) == group


def test_a_superscript_marker_after_the_stop_stays_with_the_sentence_before() -> None:
    text = "It was shown.12 Next came the trial."
    assert [text[a:b] for a, b in split_sentences(text, [(13, 15)])] == ["It was shown.12", "Next came the trial."]


def test_a_marker_that_lost_its_raising_still_ends_its_sentence() -> None:
    assert sentences("It was shown.12, 13 Next came the trial.") == ["It was shown.12, 13", "Next came the trial."]


def test_a_stop_missing_its_space_still_ends_a_sentence() -> None:
    assert sentences("It was shown.The next came.") == ["It was shown.", "The next came."]


def test_a_file_name_or_address_is_not_split() -> None:
    assert sentences("See www.example.org/a.html for data.csv files.") == [
        "See www.example.org/a.html for data.csv files."
    ]


def test_a_semicolon_splits_only_a_very_long_chinese_sentence() -> None:
    clause = "本研究纳入的患者在接受治疗之后其临床症状均得到了明显的改善并且没有观察到任何严重的不良反应发生"
    short = f"{clause[:20]}；{clause[:20]}。"
    long = f"{clause}；{clause}；{clause}。"
    assert len(sentences(short)) == 1
    assert sentences(long) == [f"{clause}；", f"{clause}；", f"{clause}。"]


MARKED = """
The peat is deep.{[8]} | Nobody doubts it.
The peat is deep. {[8]} | Nobody doubts it.
The peat is deep. {(Smith, 2019)} | Next it rains.
The peat is deep.{12,13} | Next it rains.
The peat is deep.{[8]},{[9]} | Others doubt it.
The peat is deep. {[8]} | mRNA levels fell.
The peat is deep.{[8]} | p53 levels fell.
The peat is deep. | {[8]} describes it.
The peat is deep. | {[8]} and {[9]} report it.
The peat is deep.|{[8]} describes it.
The peat is deep.|{[8]} and {[9]} report it.
Smith et al.{[8]} describes it.
The peat is deep. | {Hallberg and Quist (2018)} found it.
The peat is deep. | {van der Berg (2018)} found it.
The peat is deep. | {J. Smith et al. (2018)} found it.
The peat is deep. | {王明（2015）} found it.
The peat is deep. | {@key [p. 3]} describes it.
The peat is 87% water. | {García} {(2018)} found it.
We gave vitamin C. | {Hallberg (2018)} found it.
See Dr. {Smith (2018)} for it.
It was told by J. {Smith (2018)} in May.
泥炭不大。{[4]}|桤木萌芽。
泥炭不大。{[4]}|研究表明厚度大。
泥炭不大。{（王明，2015）}|桤木萌芽。
泥炭不大。|{[4]}认为厚度大。
泥炭不大。|{[4]} 指出厚度大。
泥炭不大。|{[4]}和{[5]}认为厚度大。
泥炭不大。|{王明和孙丽（2015）}认为厚度大。
泥炭不大。|{Smith（2019）}认为厚度大。
"""


@pytest.mark.parametrize("line", MARKED.strip().splitlines())
def test_a_marker_ends_one_sentence_or_begins_the_next(line: str) -> None:
    marked = re.sub(r"\s*\|\s*", lambda bar: " " if " " in bar.group() else "", line)
    text, spans = "", []
    for piece in re.split(r"(\{.*?\})", marked):
        if piece.startswith("{"):
            spans.append((len(text), len(text) + len(piece) - 2))
        text += piece.strip("{}")
    expected = [part.strip() for part in re.sub("[{}]", "", line).split("|")]
    assert [text[start:end] for start, end in split_sentences(text, spans)] == expected


@pytest.mark.parametrize(
    "group",
    [
        ["The dose was 5 mg/L.", "Bud burst follows."],
        ["It held 50 mg/L.", "Fens vary."],
        ["The wire was kept at 5 V.", "Fens vary."],
        ["We gave vitamin C.", "Nitrate is lost."],
        ["This was group A.", "Roots host bacteria."],
        ["We saw groups A and B.", "Roots grew."],
        ["Patients with hepatitis B.", "Smith et al. saw it."],
        ["It is the ratio A/B.", "Fens vary."],
    ],
    ids=lambda group: group[0],
)
def test_a_capital_that_is_a_unit_or_a_label_ends_its_sentence(group: list[str]) -> None:
    assert sentences(" ".join(group)) == group


@pytest.mark.parametrize(
    "text",
    [
        "It was written by J. Smith and K. L. Brown.",
        "We fed C. elegans and the E. coli of group A. baumannii.",
        "The U.S. Army paid for it.",
        "The work of George W. Bush and John F. Kennedy.",
        "We thank Dr. J. Smith and Prof. K. Brown.",
        "In Fig. 3 A. Smith is seen.",
        "Group A. Roots host bacteria.",
    ],
)
def test_an_initial_ends_no_sentence(text: str) -> None:
    assert sentences(text) == [text]


@given(
    st.text(alphabet="aB. ?!。！？；;…[]()（）“”12,，中文\n\t'", max_size=200),
    st.lists(st.tuples(st.integers(-5, 210), st.integers(-5, 210)), max_size=5),
)
def test_sentences_cover_all_but_white_space_in_order(text: str, protected: list[tuple[int, int]]) -> None:
    spans = split_sentences(text, protected)
    position = 0
    for start, end in spans:
        assert position <= start < end <= len(text)
        assert not text[position:start].strip()
        assert text[start:end] == text[start:end].strip()
        position = end
    assert not text[position:].strip()


@given(st.text(max_size=300))
def test_splitting_never_raises(text: str) -> None:
    split_sentences(text)

"""Heading words and heading numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from state.manuscript import SectionKind
from tasks.language.sections import heading_number, heading_words, names_own_works, section_kind


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("1 Introduction", SectionKind.INTRODUCTION),
        ("INTRODUCTION", SectionKind.INTRODUCTION),
        ("Materials and Methods", SectionKind.METHODS),
        ("2. Patients and methods", SectionKind.METHODS),
        ("Methodology", SectionKind.METHODS),
        ("Experimental", SectionKind.METHODS),
        ("2.4 Statistical analysis", SectionKind.METHODS),
        ("Methods:", SectionKind.METHODS),
        ("Results and Discussion", SectionKind.RESULTS),
        ("IV. Discussion", SectionKind.DISCUSSION),
        ("Conclusions", SectionKind.CONCLUSION),
        ("References", SectionKind.REFERENCES),
        ("Literature cited", SectionKind.REFERENCES),
        ("Works Cited", SectionKind.REFERENCES),
        ("Appendix A", SectionKind.APPENDIX),
        ("Acknowledgements", SectionKind.OTHER),
        ("前 言", SectionKind.INTRODUCTION),
        ("第一章 绪论", SectionKind.INTRODUCTION),
        ("第2章 材料与方法", SectionKind.METHODS),
        ("二、资料与方法", SectionKind.METHODS),
        ("1.2 统计学方法", SectionKind.METHODS),
        ("实验方法", SectionKind.METHODS),
        ("方法", SectionKind.METHODS),
        ("研究对象与方法", SectionKind.METHODS),
        ("3 结果", SectionKind.RESULTS),
        ("结果与分析", SectionKind.RESULTS),
        ("讨论", SectionKind.DISCUSSION),
        ("总结与展望", SectionKind.CONCLUSION),
        ("参 考 文 献", SectionKind.REFERENCES),
        ("致谢", SectionKind.OTHER),
        ("附录A 问卷", SectionKind.APPENDIX),
        ("摘要", SectionKind.ABSTRACT),
        ("Publications of the author", SectionKind.OTHER),
        ("List of publications", SectionKind.OTHER),
        ("Curriculum vitae", SectionKind.OTHER),
        ("在学期间研究成果", SectionKind.OTHER),
        ("Publications", None),
        ("研究成果", None),
        ("Participants", None),
        ("第三章 牙周膜干细胞的分化", None),
        ("The method of fluxions", None),
    ],
)
def test_a_heading_names_its_section(heading: str, kind: SectionKind | None) -> None:
    assert section_kind(heading) is kind


@pytest.mark.parametrize(
    ("heading", "own", "own_beside_references"),
    [
        ("Publications of the author", True, True),
        ("List of publications", True, True),
        ("6 List of Publications", True, True),
        ("Author's publications", True, True),
        ("Papers published during my doctoral studies", True, True),
        ("Curriculum vitae", True, True),
        ("Publikationsliste", True, True),
        ("攻读学位期间发表的论文", True, True),
        ("攻读硕士学位期间取得的研究成果", True, True),
        ("在学期间研究成果", True, True),
        ("个人简历", True, True),
        ("作者简介及在学期间发表的论文", True, True),
        ("Publications", False, True),
        ("References", False, False),
        ("CV", False, False),
        ("Works cited", False, False),
        ("作者简介", False, False),
        ("研究成果", False, False),
        ("Articles published during 2000–2010", False, False),
        ("Results of earlier publications", False, False),
    ],
)
def test_a_heading_announces_the_author_s_own_works(heading: str, own: bool, own_beside_references: bool) -> None:
    assert names_own_works(heading) is own
    assert names_own_works(heading, beside_references=True) is own_beside_references


@pytest.mark.parametrize(
    ("heading", "depth", "words"),
    [
        ("2.1 Participants", 2, "Participants"),
        ("2.1.3. Image analysis", 3, "Image analysis"),
        ("Chapter 3: Results", 1, "Results"),
        ("第三章 结果", 1, "结果"),
        ("第二节 方法", 2, "方法"),
        ("（一）研究对象", 2, "研究对象"),
        ("１．２ 方法", 2, "方法"),
        ("1材料", 1, "材料"),
    ],
)
def test_a_heading_number_has_a_depth(heading: str, depth: int, words: str) -> None:
    number = heading_number(heading)
    assert number is not None
    assert number.depth == depth
    assert heading_words(heading) == words


@given(st.text(max_size=80))
def test_reading_a_heading_never_raises(text: str) -> None:
    section_kind(text)
    names_own_works(text)
    heading_number(text)

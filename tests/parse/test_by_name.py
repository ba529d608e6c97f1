"""Step A over manuscripts that cite by author and year."""

from state.manuscript import Manuscript
from tasks.parse import read_manuscript
from tasks.readers.contract import Mark, MarkKind, Paragraph, Reading, Target
from tests.parse.building import bibliography, entry, manuscript, reading
from tests.parse.test_keyed import EEL, OWL, paragraph, read

LIST = (
    "# References",
    "Aalto, J. (2021). Migration of eels through cold straits. Journal of Tests, 1, 1–9.",
    "Fleder, J., & Vogel, K. (2018a). Echoes of bats in narrow caves. Journal of Tests, 1, 1–9.",
    "Fleder, J., & Vogel, K. (2018b). Echoes of bats in wide valleys. Journal of Tests, 2, 11–19.",
    "Vogel, K., Aalto, J., & Fleder, J. (2019). Hearing in barn owls at night. Journal of Tests, 3, 1–9.",
)


def cited(found: Manuscript) -> list[tuple[str, ...]]:
    return [citation.reference_ids for citation in found.citations]


def told(found: Manuscript) -> list[str]:
    codes = ("ambiguous_citation=", "near_year=", "unlisted_form=")
    return [warning for warning in found.completeness.warnings if warning.startswith(codes)]


def test_names_and_years_point_to_the_list() -> None:
    found = manuscript(
        "# Introduction",
        "Owls hear well (Vogel et al., 2019; see also Aalto, 2021, p. 4). Fleder and Vogel (2018b) saw bats.",
        *LIST,
    )
    assert cited(found) == [("vogel2019", "aalto2021"), ("fleder2018b",)]
    assert found.numbering.mode == "author_year"
    assert [c.printed for c in found.citations] == [
        "(Vogel et al., 2019; see also Aalto, 2021, p. 4)",
        "Fleder and Vogel (2018b)",
    ]
    assert found.completeness.orphans == ("fleder2018a",)
    assert found.completeness.dangling == ()
    assert [claim.claim_id for claim in found.claims] == ["Cvogel2019_001", "Caalto2021_001", "Cfleder2018b_001"]
    assert [claim.group_size for claim in found.claims] == [2, 2, 1]


def test_a_name_that_no_entry_has_dangles_as_printed() -> None:
    found = manuscript("# Introduction", "Owls (Vogel et al., 2019) and newts (Molch et al., 2017) live.", *LIST)
    assert cited(found) == [("vogel2019",), ("Molch et al. 2017",)]
    assert found.completeness.dangling == ("Molch et al. 2017",)


def test_what_fits_two_entries_alike_is_said_and_not_guessed() -> None:
    found = manuscript("# Introduction", "Bats (Fleder & Vogel, 2018) and owls (Vogel et al., 2019) hear.", *LIST)
    assert cited(found) == [("vogel2019",)]
    assert told(found) == ["ambiguous_citation=Fleder & Vogel 2018 fits=fleder2018a,fleder2018b line=2"]
    assert found.completeness.orphans == ("aalto2021",)


def test_where_most_citations_are_invented_they_dangle_and_the_rest_is_bound() -> None:
    found = manuscript(
        "# Introduction",
        "Eels migrate (Aalto, 2021). Others saw none (Molch et al., 2018; Unke & Olm, 2012), as Kroete (2014) showed.",
        *LIST,
    )
    assert cited(found) == [("aalto2021",), ("Molch et al. 2018", "Unke & Olm 2012"), ("Kroete 2014",)]
    assert found.numbering.mode == "author_year"
    assert found.completeness.dangling == ("Molch et al. 2018", "Unke & Olm 2012", "Kroete 2014")


def test_a_list_of_which_nothing_is_cited_is_still_cited_by_name() -> None:
    found = manuscript("# Introduction", "Newts (Molch et al., 2018) and toads (Unke & Olm, 2012) live.", *LIST)
    assert cited(found) == [("Molch et al. 2018",), ("Unke & Olm 2012",)]
    assert len(found.completeness.orphans) == 4


def test_a_single_name_that_no_entry_has_is_told_and_a_place_is_not() -> None:
    found = manuscript(
        "# Introduction",
        "Eels (Aalto, 2021) and newts (Molch, 2011) live here (Paris, 2015) on Windows (Windows 2000, January 2019).",
        "Newts (Molch, 2011) sleep (Germany and France, 2019).",
        *LIST,
    )
    assert cited(found) == [("aalto2021",)]
    assert told(found) == ["unlisted_form=Molch 2011 line=2", "unlisted_form=Molch 2011 line=3"]


def test_a_year_that_is_one_off_is_bound_and_told() -> None:
    found = manuscript("# Introduction", "Eels (Aalto, 2020) and owls (Vogel et al., 2019) live.", *LIST)
    assert cited(found) == [("aalto2021",), ("vogel2019",)]
    assert told(found) == ["near_year=Aalto 2020 entry=aalto2021 line=2"]


def test_names_beside_keys_are_cited_by_the_keys() -> None:
    text = "Molch et al. (2018) and Unke et al. (2012) saw owls, as Vogel (2019) did [12], and eels [13]."
    marks = tuple(
        Mark(
            start=text.index(f"[{n}]"), end=text.index(f"[{n}]") + 4, kind=MarkKind.CITATION, targets=(Target(key=key),)
        )
        for n, key in ((12, "u/owl"), (13, "u/eel"))
    )
    found = read(Paragraph(text=text, line=0, marks=marks), embedded=(OWL, EEL))
    assert [len(ids) for ids in cited(found)] == [1, 1]
    assert found.completeness.dangling == ()
    assert told(found) == []


def test_a_letter_that_the_list_prints_is_kept_where_fields_cite() -> None:
    other = OWL.model_copy(update={"id": "u/owl2", "title": "Sleep in barn owls by day"})
    found = read(
        paragraph("Owls {(Vogel, 2019a)|u/owl} sleep {(Vogel, 2019b)|u/owl2}."),
        Paragraph(text="References", line=0, heading_level=1),
        Paragraph(text=f"Vogel, J. (2019a). {OWL.title}. Journal of Tests, 1, 1–9.", line=0),
        Paragraph(text=f"Vogel, J. (2019b). {other.title}. Journal of Tests, 2, 1–9.", line=0),
        embedded=(OWL, other),
    )
    assert cited(found) == [("vogel2019a",), ("vogel2019b",)]


def test_names_before_numbers_are_no_citations_of_their_own() -> None:
    found = manuscript(
        "# Introduction",
        "Vogel et al. (2019) studied owls [3]. Aalto (2021) studied eels [1]. Bats are known [2].",
        "# References",
        "1. Aalto J. Migration of eels through cold straits. J Test. 2021;1:1-9.",
        "2. Fleder J. Echoes of bats in narrow caves. J Test. 2018;1:1-9.",
        "3. Vogel K, Aalto J. Hearing in barn owls at night. J Test. 2019;3:1-9.",
    )
    assert cited(found) == [("3",), ("1",), ("2",)]


def test_a_numbered_list_may_be_cited_by_name() -> None:
    found = manuscript(
        "# Introduction",
        "Owls (Vogel and Aalto 2019), eels (Aalto 2021) and bats (Fleder 2018) are known.",
        "# References",
        "1. Aalto J. Migration of eels through cold straits. J Test. 2021;1:1-9.",
        "2. Fleder J. Echoes of bats in narrow caves. J Test. 2018;1:1-9.",
        "3. Vogel K, Aalto J. Hearing in barn owls at night. J Test. 2019;3:1-9.",
    )
    assert cited(found) == [("3",), ("1",), ("2",)]


def test_without_a_list_the_bibliography_is_cited_by_name() -> None:
    source, read_ = reading("# Introduction", "Owls (Vogel 2019) and eels (Aalto 2021) are known.")
    bib = bibliography(entry("v19", "Vogel", 2019), entry("a21", "Aalto", 2021), entry("z99", "Zobel", 1999))
    found = read_manuscript([(source, read_)], [bib], numbering=None)
    assert cited(found) == [("v19",), ("a21",)]
    assert found.completeness.orphans == ("z99",)


def test_a_form_typed_beside_fields_is_found_too() -> None:
    found = read(
        paragraph("Owls {(Vogel, 2019)|u/owl} and eels (Aalto, 2021) live; owls {(Vogel, 2019)|u/owl} sleep."),
        Paragraph(text="References", line=0, heading_level=1),
        Paragraph(text="Aalto, J. (2021). Migration of eels through cold straits. Journal of Tests, 1, 1–9.", line=0),
        Paragraph(text="Vogel, J. (2019). Hearing in barn owls at night. Journal of Tests, 1, 1–9.", line=0),
        embedded=(OWL,),
    )
    assert cited(found) == [("vogel2019",), ("aalto2021",), ("vogel2019",)]


def test_links_over_name_and_year_are_one_citation() -> None:
    text = "Owls hear well, as Vogel (2019) found."
    marks = (
        Mark(start=19, end=24, kind=MarkKind.CITATION, targets=(Target(key="u/owl"),)),
        Mark(start=26, end=30, kind=MarkKind.CITATION, targets=(Target(key="u/owl"),)),
    )
    found = read(Paragraph(text=text, line=0, marks=marks), embedded=(OWL, EEL), form="pdf")
    assert cited(found) == [("vogel2019",)]
    assert found.citations[0].printed == "Vogel (2019)"


def test_chinese_names_point_to_their_entries() -> None:
    found = manuscript(
        "# 引言",
        "猫头鹰的听觉已有研究（王伟等，2020），李明（2019）也指出了这一点。",
        "# 参考文献",
        "王伟, 张三, 赵六, 等. 仓鸮夜间听觉研究[J]. 测试学报, 2020, 12(3): 1-5.",
        "李明. 鳗鱼洄游研究[D]. 测试大学, 2019.",
    )
    assert [len(ids) for ids in cited(found)] == [1, 1]
    by_id = {one.id: one.raw for one in found.references}
    assert [by_id[ids[0]][:2] for ids in cited(found)] == ["王伟", "李明"]


def test_a_short_name_that_the_text_defines_is_the_groups() -> None:
    source, built = reading(
        "# Introduction",
        "The World Health Organization (WHO) counts owls. Owls are many (WHO, 2020), and eels (Aalto, 2021) too.",
        "# References",
        "Aalto, J. (2021). Migration of eels through cold straits. Journal of Tests, 1, 1–9.",
        "World Health Organization. (2020). Global report on owls. Geneva: WHO Press.",
    )
    found = read_manuscript([(source, Reading(format="docx", paragraphs=built.paragraphs))], [], numbering=None)
    assert len(found.citations) == 2
    assert {one.id: one.year for one in found.references}[found.citations[0].reference_ids[0]] == 2020


def test_a_name_with_a_key_behind_it_is_cited_by_the_key() -> None:
    found = read(
        paragraph("Owls hear, as Vogel (2019) {[owl]|u/owl} and Aalto (2021) {[eel]|u/eel} found."),
        embedded=(OWL, EEL),
        form="tex",
    )
    assert cited(found) == [("vogel2019",), ("aalto2021",)]

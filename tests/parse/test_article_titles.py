"""Titles of articles' entries that look like names, hold full stops or quotation marks, or are printed in capitals."""

import pytest

from state.manuscript import Reference
from tasks.parse.entries import read_entry
from tasks.parse.opening_names import persons_end
from tasks.parse.printed_list import PrintedEntry

CAPITALS = "WET FEATHERS AND THE WEATHER OF OWLS IN WINTER"
JOURNAL = "Annals of Wet Birds"


def read(text: str) -> Reference:
    return read_entry(PrintedEntry(1, text, "list.txt", 1), "1")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("J.A. Vogel, B. Aal, WET FEATHERS AND OWLS, Ann. Wet Birds 12 (2019) 7.", "J.A. Vogel, B. Aal"),
        ("VOGEL J A, AAL B. WET FEATHERS AND OWLS. ANNALS, 2019, 12: 7.", "VOGEL J A, AAL B"),
        ("VOGEL J A, AAL B, 等. WET FEATHERS. Annals, 2019, 12: 7.", "VOGEL J A, AAL B, 等"),
        ("Vogel, J. A., and B. Aal. 2019. “Wet Feathers”. Annals 12: 7.", "Vogel, J. A., and B. Aal"),
        ("Šima M, Łoś T. Wet feathers. Annals. 2019;12:7.", "Šima M, Łoś T"),
        ("Vogel, P. D. de M., Aal, B. (2019). Wet feathers.", "Vogel, P. D. de M., Aal, B."),
        ("Vogel PD de M, da Aal JPC. Wet feathers. Annals. 2019;12:7.", "Vogel PD de M, da Aal JPC"),
        ("VOGEL P D de M, DA AAL J P C. Wet feathers.", "VOGEL P D de M, DA AAL J P C"),
        ("A. Vogel et al., “Wet feathers,” Annals, 2019.", "A. Vogel et al."),
        ("周雨禾, 林晚, 等. 湿羽毛与北方天气. 湿地鸟类学报, 2018.", "周雨禾, 林晚, 等"),
        ("Wet feathers and owls. Annals. 2019;12:7.", None),
    ],
)
def test_names_end_where_their_manner_does(text: str, names: str | None) -> None:
    end = persons_end(text)
    assert (text[:end] if end is not None else None) == names


@pytest.mark.parametrize(
    "text",
    [
        f"Vogel, K. A., Aal, B., & Hilger, P. (2004). {CAPITALS}. {JOURNAL}, 6(3), 155–157.",
        f"Vogel KA, Aal B, Hilger P. {CAPITALS}. {JOURNAL}. 2004;6(3):155–7.",
        f"Vogel, K. A.; Aal, B.; Hilger, P. {CAPITALS}. {JOURNAL} 2004, 6 (3), 155–157.",
        f"K.A. Vogel, B. Aal, P. Hilger, {CAPITALS}, {JOURNAL} 6 (2004) 155–157.",
        f"VOGEL K A, AAL B, HILGER P, 等. {CAPITALS}. {JOURNAL}, 2004, 6(3): 155-157.",
        f"VOGEL K A. {CAPITALS}. {JOURNAL}, 2004, 6(3): 155.",
    ],
)
def test_a_title_all_in_capitals_is_a_title(text: str) -> None:
    reference = read(text)
    assert (reference.title, reference.journal) == (CAPITALS, JOURNAL)
    assert (reference.year, reference.volume) == (2004, "6")
    assert (reference.first_author or "").title() == "Vogel"


@pytest.mark.parametrize(
    ("title", "journal"),
    [
        ("A storm of wet feathers in St. Oule (North Isles), 2005", JOURNAL),
        ("A kernel of wet feathers, II", "Journal des Plumes Mouillées"),
        ("Wet feathers and the owl cluster Owl R2", "Monthly Notices of the Royal Owl Society"),
        ("Are great owls ( Bubo maximus ) wet? A study of several ways", JOURNAL),
        ("Transforming feather factor- ? of the second kind is rarely found in owls", JOURNAL),
        ("Wet2+-dependent feathers of the northern owl: In vitro and In Vivo study", JOURNAL),
        ("A category of owls for wet factors, II: Further feathers", JOURNAL),
        ("OWL: A package for reading and writing wet feather data in R", "Methods Owl Evol"),
        ("3D X-ray tech for easy drying of feathers [News]", "Owl Spectr"),
        ("37.3 Feathers from the stew pot: research among owls", JOURNAL),
        ("Erratum to “Feathers of ultrathin owls versus feathers of northern owls”", JOURNAL),
        ("Novel “slightly-open feather” (SOF) valve enables the drying of wet owls", JOURNAL),
        ("Wet feathers, Rain, and the Health of Owls", JOURNAL),
    ],
)
@pytest.mark.parametrize(
    "form",
    [
        "Vogel KA, Aal B. {title}. {journal}. 2004;6(3):155–7.",
        "Vogel, K. A. & Aal, B. {title}. {journal} 6, 155–157 (2004).",
        "VOGEL K A, AAL B. {title}. {journal}, 2004, 6(3): 155-157.",
        "K.A. Vogel, B. Aal, {title}, {journal} 6 (2004) 155–157.",
    ],
)
def test_the_title_is_whole_between_sure_names_and_a_sure_end(form: str, title: str, journal: str) -> None:
    reference = read(form.format(title=title, journal=journal))
    assert (reference.title or "").rstrip("”") == title.rstrip("”")
    assert reference.journal == journal


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Vogel G. 1968 The drying of wet owls. Feathers, 162: 1243-1248.", "The drying of wet owls"),
        (
            "Vogel J. et Aal I. (2006). Owl research: a source of wet delight. Journal of Wet Owls, 41(1), p. 36 – 44.",
            "Owl research: a source of wet delight",
        ),
        (
            "Vogel E., Aal, J. M., & Hilger, J. A. (2016). Wet owls in rain. Owl-Bit. Review of Wet Owls, 48, 67-8.",
            "Wet owls in rain",
        ),
        (
            "Vogel S, Aal S, Hilger FE, et al. The feathers of owls in rain. Feather research. Jan 2014;38(1): 10-20.",
            "The feathers of owls in rain",
        ),
        (
            "Vogel, A.G.; Aal, J. The role of rain and snow in wet owls. J. Clin. Endocrinol. Owls 2007, 92, 2017–29.",
            "The role of rain and snow in wet owls",
        ),
    ],
)
def test_names_a_year_and_a_journal_do_not_lengthen_a_title(text: str, title: str) -> None:
    assert read(text).title in (title, None)


def test_where_commas_divide_a_full_stop_ends_no_title() -> None:
    reference = read(
        "J.M. Vogel, Wet feathers--general drying and care. Part III, OWLA: The Journal of the Owls 233 (1975) 900–3."
    )
    assert reference.title == "Wet feathers--general drying and care. Part III"
    assert reference.journal == "OWLA: The Journal of the Owls"


def test_names_with_particles_in_capitals_are_no_part_of_a_title() -> None:
    reference = read(
        "DE LA OULE NOIRE V, SEGURA PLUME K, FLORES O, 等. Comparison of wet feathers[J]. Owl Notes, 2022, 22: 1-8."
    )
    assert reference.title == "Comparison of wet feathers"


def test_a_title_in_quotation_marks_may_quote() -> None:
    reference = read(
        "K. A. Vogel and B. Aal, “Novel “slightly-open feather” (SOF) valve for wet owls”, Annals of Wet Birds, vol. 6,"
        " p. 155, 2004."
    )
    assert reference.title == "Novel “slightly-open feather” (SOF) valve for wet owls"
    assert reference.journal == JOURNAL


@pytest.mark.parametrize("journal", ["Laser Part. Owls", "IEEE/ACM Trans. Owl Speech Lang. Process"])
def test_a_journal_of_several_shortened_words_is_kept_whole(journal: str) -> None:
    title = "Methods of wet analysis of fast feathers inside owls"
    reference = read(f"K.A. VOGEL, B. AAL, {title}, {journal}. 20 (2002) 479–483.")
    assert (reference.title, (reference.journal or "").rstrip(".")) == (title, journal)
    reference = read(f"VOGEL, K.; AAL, B. {title}. Laser Part. Owls 2002, 20 (4), 479–483.")
    assert (reference.title, reference.journal) == (title, "Laser Part. Owls")
    reference = read(f"Vogel, K., & Aal, B. (2002). {title}. Arheol. Ètnogr. Antropol. Sovii, 20(4), 479–483.")
    assert (reference.title, reference.journal) == (title, "Arheol. Ètnogr. Antropol. Sovii")
    reference = read(f"VOGEL K A, AAL B, HILGER P, 等. {title}. Laser Part. Owls, 2002, 20(3): 479-483.")
    assert (reference.title, reference.journal) == (title, "Laser Part. Owls")


def test_a_typographic_hyphen_in_a_name_is_a_hyphen() -> None:
    reference = read(
        "Paz\u2010Vogel J. Isolated wet feathers after the rain in an owl with northern down. Owl Pract. 2020;26:276–7."
    )
    assert [author.family for author in reference.authors] == ["Paz-Vogel"]
    assert reference.title == "Isolated wet feathers after the rain in an owl with northern down"


@pytest.mark.parametrize(
    "text",
    [
        "Vogel, K. A. (2013). Wet Operators on Feathered Spaces. Journal of Owl Spaces, 2022, 1–5.",
        "Vogel, K.A. et al. (2013) “Wet Operators on Feathered Spaces”, Journal of Owl Spaces, 2022, pp. 1–5.",
        "Vogel, K. A., and B. Aal. 2013. “Wet Operators on Feathered Spaces”. Journal of Owl Spaces 2022: 1–5.",
    ],
)
def test_a_volume_that_is_another_year_than_the_entry_s_is_a_volume(text: str) -> None:
    reference = read(text)
    assert (reference.year, reference.volume, reference.journal) == (2013, "2022", "Journal of Owl Spaces")


def test_a_page_that_looks_like_a_year_is_a_page_where_the_year_stands_behind_the_names() -> None:
    reference = read("VOGEL, T. C. (1929). THE ABILITY TO DRY: A STUDY OF WET OWLS. Arch Owls, 18(4), 1825.")
    assert (reference.year, reference.volume, reference.pages) == (1929, "18", "1825")


def test_a_volume_may_be_a_roman_number() -> None:
    reference = read("VOGEL, F. G. THE DRYING OF WET FEATHERS BY MEANS OF THE WIND. OWLA 1914, LXII (16), 1216.")
    assert (reference.title, reference.journal) == ("THE DRYING OF WET FEATHERS BY MEANS OF THE WIND", "OWLA")
    assert (reference.volume, reference.issue, reference.pages) == ("LXII", "16", "1216")


def test_a_chinese_entry_that_leaves_out_volume_and_pages_is_read() -> None:
    reference = read("周雨禾, 林晚, 等. 湿羽毛与北方天气的长期观察. 湿地鸟类学报, 2018.")
    assert (reference.title, reference.journal, reference.year) == ("湿羽毛与北方天气的长期观察", "湿地鸟类学报", 2018)


@pytest.mark.parametrize(
    "text", ["周雨禾. 湿羽毛. 北京: 羽毛出版社, 2018.", "周雨禾. 湿羽毛的长期观察. 北方大学, 2018."]
)
def test_a_publisher_or_a_university_is_no_journal(text: str) -> None:
    assert read(text).journal is None


def test_a_full_stop_in_a_journal_s_name_does_not_lengthen_the_title() -> None:
    reference = read(
        "Vogel, J. P. D., & Aal, C. (2020). The chemistry of indoor owls. Owl Science. Feathers & Rain, 22(1), 25–48."
    )
    assert "Owl Science" not in (reference.title or "")

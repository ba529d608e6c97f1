"""Author-year citations against a reference list: who is meant, and when it is not known."""

import pytest

from state.lookup import Author
from state.manuscript import Reference
from tasks.language.author_year import author_year_markers
from tasks.parse.author_year import Match, author_year_is_the_way, match_author_years


def work(*names: str, year: int | None = 2019, key: str | None = "k", **fields: object) -> Reference:
    """A work of the authors `Family, Given`, from a bibliography file."""
    parts = [name.partition(", ") for name in names]
    authors = tuple(Author(family=family, given=given or None) for family, _, given in parts)
    title = fields.pop("title", "A study of things")
    return Reference(id="r", key=key, title=title, authors=authors, year=year, entry_type="article", **fields)


def printed(raw: str, *names: str, year: int | None = None, complete: bool = False) -> Reference:
    """An entry of a printed list of which only these authors were read."""
    authors = tuple(Author(family=name) for name in names)
    return Reference(id="r", raw=raw, authors=authors, authors_complete=complete, year=year)


def matches(text: str, *references: Reference, **short: str) -> list[Match]:
    items = [item for marker in author_year_markers(text) for item in marker.items]
    return match_author_years(items, references, short)


def result(text: str, *references: Reference) -> list[tuple[tuple[int, ...], str]]:
    return [(match.positions, match.reason) for match in matches(text, *references)]


SMITH = work("Smith, Jane", "Jones, Karl", "Brown, Lea")
PAIR = work("Smith, Jane", "Jones, Karl")
ALONE = work("Smith, Jane")


ENTRIES = (
    ("(Smith, 2019)", ALONE),
    ("(Smith et al., 2019)", SMITH),
    ("(Smith and Jones, 2019)", PAIR),
    ("(Smith, Jones, & Brown, 2019)", SMITH),
    ("(Smith, Jones, et al., 2019)", SMITH),
    ("(J. Smith, 2019)", ALONE),
    ("(Smith et al., 2019)", PAIR),
    ("Jane Smith (2019)", ALONE),
    ("(Berg, 2019)", work("van der Berg, Jan")),
    ("(van der Berg, 2019)", work("Berg, Jan van der")),
    ("(Muller, 2019)", work("Müller, Jan")),
    ("(Mueller, 2019)", work("Müller, Jan")),
    ("(García, 2019)", work("García-Márquez, Gabriel")),
    ("(Ortega y Gasset, 2019)", work("Ortega y Gasset, José")),
    ("(da F. Costa, 2019)", work("da F. Costa, Luciano")),
    ("(O'Neil, 2019)", work("O’Neil, Tip")),
    ("(WHO, 2019)", work("World Health Organization")),
    ("(World Health Organization, 2019)", work("WHO")),
    ("(Centers for Disease Control and Prevention, 2019)", work("Centers for Disease Control and Prevention")),
    ("(CDC, 2019)", work("Centers for Disease Control and Prevention")),
    ("(The World Bank, 2019)", work("World Bank")),
    ("（王伟等，2019）", work("王伟", "李明", "张三")),
    ("王伟和李明（2019）", work("王伟", "李明")),
    ("据悉王伟（2019）", work("王伟")),
    ("（欧阳修，2019）", work("欧阳, 修")),
    ("（王伟，2019）", work("王, 伟")),
    ("(Wang & Li, 2019)", work("王伟", "李明")),
    ("(Wang Wei et al., 2019)", work("王伟", "李明", "张三")),
    ("(Wei Wang and Lü, 2019)", work("王伟", "吕明")),
    ("（王等，2019）", work("Wang, Wei", "Li, Ming", "Zhang, San")),
    ("(Smith, 1899/2019)", ALONE),
    ("(Smith, 2019/2021)", ALONE),
    ("(Smith, 1899/1999)", printed("Smith, J. (1899/1999). Bears.", "Smith")),
    ("(Smith, 1899)", printed("Smith, J. (1999). Bears. (Original work published 1899)", "Smith", year=1999)),
    ("(“A study of things,” 2019)", printed("A study of things. (2019). Bear Press.")),
    ("(HABS 2019)", printed("HABS. 2019. Harmful Bear Act.", year=2019)),
    ("(National Bear Office, 2019)", printed("National Bear Office (2019) Bears in towns.", year=2019)),
    ("(NBO, 2019)", printed("National Bear Office (2019) Bears in towns.", year=2019)),
    ("(NBX, 2019)", printed("National Bear Exchange Office (NBX). 2019. Bears.", year=2019)),
    ("(Smith and Jones, 2019)", printed("Smith, J., & Jones, K. (2019). Title.", "Smith", year=2019)),
    ("(Smith and Jones, 2019)", printed("Smith J, Jones K. Title. J Bears 2019;3:4.", "Smith", year=2019)),
    ("（国家统计局，2019）", printed("国家统计局, 2019. 统计年鉴[M]. 北京: 某出版社.", year=2019)),
    ("国家统计局（2019）指出", printed("国家统计局. 统计年鉴[M]. 北京: 某出版社, 2019.", year=2019)),
)  # fmt: skip
OTHER = work("Zimmer, Ada", "Miller, Bob", "Cole, Cy")
MANY = tuple(work(f"Other{chr(97 + n % 26)}{chr(97 + n // 26)}, Ann", year=2019) for n in range(400))


@pytest.mark.parametrize(("text", "reference"), ENTRIES)
def test_an_entry_is_found_by_its_names_and_year(text: str, reference: Reference) -> None:
    assert result(text, OTHER, reference) == [((1,), "exact")]


@pytest.mark.parametrize(("text", "reference"), ENTRIES)
def test_an_entry_is_found_in_a_long_list_too(text: str, reference: Reference) -> None:
    assert result(text, *MANY, reference) == [((len(MANY),), "exact")]


@pytest.mark.parametrize("text", ["(Smith, in press)", "(Smith, n.d.)", "Smith (forthcoming)"])
def test_a_work_without_a_year_is_cited_without_one(text: str) -> None:
    assert result(text, ALONE, work("Smith, Jane", year=None)) == [((1,), "exact")]
    assert result(text, ALONE, printed("Smith, J. (n.d.). Bears. Retrieved in 2015.", "Smith", year=2015))[0][0] == (1,)


def test_the_number_of_authors_tells_works_of_one_year_apart() -> None:
    works = (ALONE, PAIR, SMITH)
    text = "(Smith, 2019; Smith & Jones, 2019; Smith et al., 2019)"
    assert result(text, *works) == [((0,), "exact"), ((1,), "exact"), ((2,), "exact")]


def test_initials_tell_two_of_one_name_apart() -> None:
    works = (work("Smith, Jane"), work("Smith, Adam"))
    assert result("(A. Smith, 2019; J. Smith, 2019)", *works) == [((1,), "exact"), ((0,), "exact")]
    assert result("(Smith, 2019)", *works) == [((0, 1), "ambiguous")]


def test_a_second_author_tells_two_of_one_name_apart() -> None:
    works = (work("Wang, Wei", "Li, Ming"), work("Wang, Fang", "Zhao, Lu"))
    assert result("(Wang & Zhao, 2019)", *works) == [((1,), "exact")]


def test_letters_printed_in_the_list_decide() -> None:
    works = (
        printed("Smith, J. (2019b). Zebras.", "Smith", year=2019),
        printed("Smith, J. (2019a). Bears.", "Smith", year=2019),
    )
    text = "(Smith, 2019a, 2019b)"
    assert result(text, *works) == [((1,), "exact"), ((0,), "exact")]
    assert result("(Smith, 2019)", *works) == [((0, 1), "suffix_missing")]
    assert result("(Smith, 2019c)", *works) == [((), "no_such_year")]


def test_a_printed_letter_goes_before_what_was_read_of_the_authors() -> None:
    works = (
        printed("Smith, J. & Jones, K. 2019a. Bears.", "Smith", year=2019),
        printed("Smith, J. & Jones, K. 2019b. Zebras.", "Smith", "Jones", year=2019, complete=True),
    )
    assert result("(Smith and Jones, 2019a, 2019b)", *works) == [((0,), "exact"), ((1,), "exact")]


def test_letters_that_the_list_does_not_print_follow_its_order() -> None:
    works = (
        printed("Smith, J. (2019). Zebras.", "Smith", year=2019),
        printed("Smith, J. (2019). Bears.", "Smith", year=2019),
    )
    assert result("(Smith, 2019a; Smith, 2019b)", *works) == [((0,), "suffix_missing"), ((1,), "suffix_missing")]


def test_letters_for_works_from_a_file_follow_their_titles() -> None:
    works = (work("Smith, Jane", title="Zebras"), work("Smith, Jane", title="Bears"))
    assert result("(Smith, 2019a, 2019b)", *works) == [((1,), "suffix_missing"), ((0,), "suffix_missing")]


def test_letters_count_among_works_that_are_cited_alike() -> None:
    works = (PAIR, work("Smith, Jane", title="Bears"), work("Smith, Jane", title="Zebras"))
    assert result("(Smith, 2019a; Smith & Jones, 2019)", *works) == [((1,), "suffix_missing"), ((0,), "exact")]


def test_a_letter_for_the_only_work_is_said_to_be_printed_on_one_side() -> None:
    assert result("(Smith, 2019a)", ALONE) == [((0,), "suffix_missing")]


def test_the_year_before_or_after_is_the_last_resort() -> None:
    assert result("(Smith, 2020)", ALONE) == [((0,), "year_off_by=1")]
    assert result("(Smith, 2020)", ALONE, work("Smith, Jane", year=2020)) == [((1,), "exact")]
    assert result("(Smith, 2021)", ALONE) == [((), "no_such_year")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(Windows 2000)", "no_citation"),
        ("(Paris, 2015)", "no_citation"),
        ("(Germany and France, 2019)", "no_citation"),
        ("(Summer 2019)", "no_citation"),
        ("(Berlin: Springer, 2001)", "no_citation"),
        ("the Kyoto Protocol (1997)", "no_citation"),
        ("after Hurricane Katrina (2005)", "no_citation"),
        ("The Tempest (1611) is a play", "no_citation"),
        ("in England (2009) and Wales", "no_citation"),
        ("（北京，2015）", "no_citation"),
        ("该方案（2019）", "no_citation"),
        ("(Lindqvist, 2011)", "unlisted"),
        ("(IPCC, 2014)", "unlisted"),
        ("(Statistics Canada, 2014)", "unlisted"),
        ("In the World Health Organization (2011) they count", "unlisted"),
        ("（赵六，2011）", "unlisted"),
        ("The grid of Petersen (2014) is ours", "unlisted"),
        ("Petersen (2014) found bears", "no_such_author"),
        ("as Petersen (2014, p. 3) also showed", "no_such_author"),
        ("was shown by Petersen (2014)", "no_such_author"),
        ("(see Lindqvist, 2011, p. 3)", "no_such_author"),
        ("(Berlin et al., 2015)", "no_such_author"),
        ("(Green et al., 2015)", "no_such_author"),
        ("(Green & White, 2015)", "no_such_author"),
        ("(Smith & White, 2019)", "no_such_author"),
        ("(Smith, 2005)", "no_such_year"),
    ],
)
def test_what_names_no_entry_dangles_only_where_its_form_is_unmistakable(text: str, reason: str) -> None:
    assert result(text, SMITH, ALONE) == [((), reason)]


def test_a_single_name_among_citations_that_match_dangles() -> None:
    assert result("(Smith, 2019; Green, 2015)", ALONE) == [((0,), "exact"), ((), "no_such_author")]
    assert result("(Smith, 2019) (Green, 2015)", ALONE) == [((0,), "exact"), ((), "unlisted")]
    assert result("(Smith, 2019; Germany, 2015)", ALONE) == [((0,), "exact"), ((), "no_citation")]


def test_several_names_in_one_bracket_dangle_where_they_are_printed_as_this_manuscript_does() -> None:
    dangling, told = ((), "no_such_author"), ((), "unlisted")
    assert result("(Smith, 2019) (Green, 2015; Rot, 2016)", ALONE) == [((0,), "exact"), dangling, dangling]
    assert result("(Smith, 2019) (Green 2015; Rot 2016)", ALONE) == [((0,), "exact"), told, told]
    assert result("(Smith 2019) (Green 2015; Rot 2016)", ALONE) == [((0,), "exact"), dangling, dangling]
    assert result("(Paris, 2015; Madrid, 2016)", ALONE) == [((), "no_citation")] * 2


def test_what_dangles_once_dangles_wherever_it_is_printed() -> None:
    assert result("(Green, 2015), as Green (2015) found", ALONE) == [((), "no_such_author")] * 2
    assert result("(Green, 2014), as Green (2015) found", ALONE) == [((), "unlisted"), ((), "no_such_author")]


@pytest.mark.parametrize("name", ["A" * 300, "Aa" * 300, "A " * 300, "A.-" * 300])
def test_a_name_without_an_end_is_read_in_bearable_time(name: str) -> None:
    assert all(not match.positions for match in matches(f"(see {name}, 2019; {name} 2018)", ALONE))


@pytest.mark.parametrize("text", ["(January 2019)", "(N = 2019)", "(Version 2019)", "(Table 2, 2019)", "(since 2019)"])
def test_dates_and_numbers_have_not_even_the_form(text: str) -> None:
    assert result(text, ALONE) in ([], [((), "no_citation")])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("(World Health Organisation, 2019)", "World Health Organization"),
        ("(Center for Labor Research, 2019)", "Centre for Labour Research"),
        ("Ministry of Defence (2019)", "Ministry of Defense"),
        ("(World Food Program, 2019)", "World Food Programme"),
    ],
)
def test_british_and_american_spelling_are_one(text: str, name: str) -> None:
    assert result(text, OTHER, work(name)) == [((1,), "exact")]
    assert result(text, *MANY, work(name)) == [((len(MANY),), "exact")]


def test_et_al_is_not_said_of_one_author() -> None:
    assert result("(Smith et al., 2019)", ALONE) == [((), "no_such_author")]


def test_a_place_before_the_names_does_not_hide_them() -> None:
    assert result("In Germany, Smith and Jones (2019) found", PAIR) == [((0,), "exact")]
    assert result("(SAS Institute, Cary, NC, 2019)", work("SAS Institute")) == [((0,), "exact")]


def test_two_entries_for_one_work_are_both_given() -> None:
    assert result("(Smith, 2019)", ALONE, ALONE) == [((0, 1), "ambiguous")]


def test_short_names_are_resolved_through_the_text() -> None:
    bears = work("Fédération des ours")
    assert matches("(BEAR, 2019)", bears)[0].reason == "unlisted"
    assert matches("(BEAR, 2019)", bears, BEAR="Fédération des ours")[0].positions == (0,)
    defined = matches("(Fédération des ours [BEAR], 2019) and later (BEAR, 2019)", bears)
    assert [match.positions for match in defined] == [(0,), (0,)]


def test_the_order_of_matches_is_that_of_the_items() -> None:
    works = (work("Zimmer, A"), work("Brown, B"), work("Miller, C"))
    text = "(Miller, 2019; Brown, 2019) and Zimmer (2019)"
    assert [match.positions for match in matches(text, *works)] == [(2,), (1,), (0,)]


WAY = ("(Smith, 2019) and (Brown, 2019; Miller, 2019)", work("Smith, A"), work("Brown, B"), work("Miller, C"))


def test_a_manuscript_whose_citations_name_its_list_cites_so() -> None:
    text, *works = WAY
    assert author_year_is_the_way(matches(text, *works), works)
    assert author_year_is_the_way(matches(text, *works), works, numeric=40)


def test_a_manuscript_that_names_years_in_passing_does_not_cite_so() -> None:
    _, *works = WAY
    assert not author_year_is_the_way(matches("(Windows 2000) in Paris (2015)", *works), works)
    in_passing = matches("(Green et al., 2015; Rot et al., 2016) (Smith, 2019)", *works)
    assert not author_year_is_the_way(in_passing, works, beside=True)
    assert not author_year_is_the_way(matches("As Smith (2019) says", *works), works, numeric=12)
    assert not author_year_is_the_way(matches("(Green et al., 2015)", *works), works)
    assert not author_year_is_the_way([], works)
    assert not author_year_is_the_way(matches("(Smith, 2019)", ALONE), ())


def test_a_manuscript_of_invented_citations_cites_so_too() -> None:
    _, *works = WAY
    invented = "(Green et al., 2015; Rot & Blau, 2016), as Petersen (2014) found"
    assert author_year_is_the_way(matches(f"{invented} (Smith, 2019)", *works), works)
    assert author_year_is_the_way(matches(invented, *works), works)
    numbered = [one.model_copy(update={"number": n}) for n, one in enumerate(works, 1)]
    assert not author_year_is_the_way(matches(invented, *numbered), numbered)

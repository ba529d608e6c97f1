"""DBLP: how titles share a request, what a cut answer leads to, and what its bodies say."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from state.exchange import Body, Request
from state.lookup import Author, Found, Lookup, NotFound, Query, QueryKind, RegistryName, Unavailable
from tasks.registries import registry_named
from tasks.registries.contract import Access
from tasks.registries.dblp import read_hits, record_of
from tasks.registries.dblp_words import COMMONPLACE, chosen_words, lone_query, sets_of, shared_query
from tests.registries.services import ask, body
from tests.registries.test_contract import carried_out

DBLP = RegistryName.DBLP
TELLING = "Harbour seals as oracles for tidal scheduling in fictional estuaries"
PLAIN = "Deep learning for image segmentation with attention networks"


def query(title: str, author: str | None = None) -> Query:
    return ask(DBLP, QueryKind.TITLE, title, author)


def telling(n: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"[n % 26] * 3 + "bcd"[n // 26 % 3]
    return " ".join(f"{letters}{ending}wards" for ending in ("lam", "mer", "nok", "pir", "tuv", "zub"))


def answer(works: list[object], total: int | None = None, code: str = "200") -> str:
    hits: dict[str, object] = {"@total": str(len(works) if total is None else total), "@sent": str(len(works))}
    if works:
        hits["hit"] = works if len(works) > 1 else works[0]
    return json.dumps({"result": {"status": {"@code": code, "text": "OK"}, "hits": hits}})


def hit(title: str, **more: object) -> dict[str, object]:
    return {"info": {"key": f"conf/inv/{abs(hash(title))}", "title": f"{title}.", **more}}


def has_one_of_each(words: set[str], title: str) -> bool:
    return all(any(word in words for word in given) for given in sets_of(title))


# What is asked


def test_a_title_of_telling_words_gives_four_and_one_of_common_words_six() -> None:
    assert {len(words) for words in sets_of(TELLING) + sets_of(PLAIN)} == {1}
    assert (len(sets_of(TELLING)), len(sets_of(PLAIN))) == (4, 6)


@given(st.lists(st.from_regex(r"[a-z]{5,12}", fullmatch=True), min_size=4, max_size=14, unique=True))
def test_a_title_has_a_word_of_each_of_its_own_sets(words: list[str]) -> None:
    title = " ".join(words)
    assert has_one_of_each(set(chosen_words(title)), title)
    assert all(word in words for given_words in sets_of(title) for word in given_words)


def test_the_most_telling_words_are_chosen_first() -> None:
    assert chosen_words("Deep learning for seals and lighthouses") == ("lighthouses", "seals", "learning", "deep")
    assert all(word == word.lower() for word in COMMONPLACE)


def test_a_title_with_few_words_or_in_chinese_goes_alone() -> None:
    assert sets_of("Attention is all you need") == () == sets_of("基于深度学习的图像识别方法研究综述")
    assert lone_query("Attention is all you need") == "attention is$ all$ you$ need$"


def test_long_words_are_asked_for_by_their_beginning_and_short_ones_exactly() -> None:
    assert lone_query("Maps and networks, classes; trees") == "maps$ and$ network classe trees"


def test_no_syntax_of_a_title_reaches_the_query() -> None:
    said = lone_query('A|B "c$" -d (e)')
    assert said == "a$ b$ c$ d$ e$"


def test_the_sets_of_several_titles_are_joined() -> None:
    said = shared_query([telling(1), telling(2)])
    assert [len(part.split("|")) for part in said.split()] == [2, 2, 2, 2]


def test_ten_telling_titles_share_a_request_and_four_plain_ones() -> None:
    titles = [telling(n) for n in range(20)]
    requests = registry_named(DBLP).plan([query(title) for title in titles], {}).requests
    assert len(requests) == 2
    assert dict(requests[0].params) | {"q": ""} == {"q": "", "format": "json", "h": "1000", "c": "0"}
    common = [f"{PLAIN} {word}" for word in ("one", "two", "six", "ten")]
    assert len(registry_named(DBLP).plan([query(title) for title in common], {}).requests) == 1


def test_it_is_asked_once_in_one_to_two_seconds() -> None:
    (limit,) = registry_named(DBLP).limits(Access(email=True, key=True)).values()
    assert 0.5 <= limit.rate <= 1
    assert limit.concurrency == 1


# What an answer leads to


def lookups(titles: list[str], of: object, asked: list[Request] | None = None) -> list[Lookup]:
    queries = [query(title, "Marlowe") for title in titles]

    def answered(request: Request) -> Body | Unavailable:
        if asked is not None:
            asked.append(request)
        status, content = of(request)  # type: ignore[operator]
        return body(request, status, content)

    found = carried_out(registry_named(DBLP), queries, answered)
    return [found[one] for one in queries]


def test_what_a_common_answer_holds_is_dealt_out_and_the_rest_is_not_there() -> None:
    works: list[object] = [hit(telling(1)), hit("A stranger that took words from several titles")]
    first, second = lookups([telling(1), telling(2)], lambda request: (200, answer(works)))
    assert isinstance(first, Found)
    assert [record.title for record in first.records] == [telling(1)]
    assert isinstance(second, NotFound)


def test_a_cut_answer_is_asked_for_in_halves_and_what_it_shows_is_kept() -> None:
    titles = [telling(n) for n in range(4)]
    filler: list[object] = [hit(f"Stranger number {n}") for n in range(999)]
    asked: list[Request] = []

    def of(request: Request) -> tuple[int, str]:
        if len(asked) == 1:
            return 200, answer([hit(titles[0]), *filler], total=5000)
        return 200, answer([hit(title) for title in titles[1:3]])

    found = lookups(titles, of, asked)
    assert [type(one) for one in found] == [Found, Found, Found, NotFound]
    assert len(asked) == 3


@pytest.mark.parametrize("status", [400, 413, 414])
def test_a_refused_query_is_asked_for_in_halves(status: int) -> None:
    titles = [telling(n) for n in range(2)]
    asked: list[Request] = []
    found = lookups(titles, lambda r: (status, "") if len(asked) == 1 else (200, answer([])), asked)
    assert found == [NotFound(), NotFound()]
    assert len(asked) == 3


def test_a_lone_title_whose_answer_is_cut_is_narrowed_by_its_author() -> None:
    filler: list[object] = [hit(f"Tides for {n}") for n in range(1000)]
    asked: list[Request] = []

    def of(request: Request) -> tuple[int, str]:
        return (200, answer([hit("Tides")])) if "marlowe" in str(request.params) else (200, answer(filler, 4000))

    (found,) = lookups(["Tides"], of, asked)
    assert isinstance(found, Found)
    assert [record.title for record in found.records] == ["Tides"]
    assert len(asked) == 2


def test_a_cut_answer_that_its_author_narrows_to_nothing_leaves_the_question_open() -> None:
    filler: list[object] = [hit(f"Tides for {n}") for n in range(1000)]

    def of(request: Request) -> tuple[int, str]:
        return 200, answer([]) if "marlowe" in str(request.params) else answer(filler, 4000)

    (found,) = lookups(["Tides"], of)
    assert isinstance(found, Unavailable)


def test_a_title_misprinted_in_a_word_that_is_not_chosen_is_found_with_others() -> None:
    wrong = TELLING.replace("oracles", "miracle")
    asked: list[Request] = []

    def of(request: Request) -> tuple[int, str]:
        sets = dict(request.params)["q"].split()
        words = TELLING.lower().split()
        there = all(any(word.startswith(w.rstrip("$")) for w in part.split("|") for word in words) for part in sets)
        return 200, answer([hit(TELLING)] if there else [])

    found, absent = lookups([wrong, telling(3)], of, asked)
    assert isinstance(found, Found)
    assert isinstance(absent, NotFound)
    assert len(asked) == 1


# What the bodies say


def test_a_record_is_read() -> None:
    record = record_of(
        {
            "info": {
                "authors": {
                    "author": [{"@pid": "1", "text": "Jingbo Marlowe 0003"}, {"text": "Zo&euml; van der Quill"}]
                },
                "title": "Seals &amp; Tides: A &lt;Survey&gt; in C&amp;A.",
                "venue": ["HARBOUR", "HARBOUR@SEA"],
                "volume": "12",
                "number": "3",
                "pages": "45-67",
                "year": "2021",
                "type": "Conference and Workshop Papers",
                "key": "conf/harbour/MarloweQ21",
                "ee": ["https://example.org/paper", "https://doi.org/10.5555/HARBOUR.1"],
                "url": "https://dblp.org/rec/conf/harbour/MarloweQ21",
            }
        }
    )
    assert record is not None
    assert record.authors == (Author(family="Marlowe", given="Jingbo"), Author(family="van der Quill", given="Zoë"))
    assert (record.doi, record.year, record.venue) == ("10.5555/harbour.1", 2021, "HARBOUR")
    assert (record.volume, record.issue, record.pages) == ("12", "3", "45-67")
    assert record.title is not None
    assert record.title.startswith("Seals & Tides: A")
    assert not record.title.endswith(".")
    assert not record.is_preprint
    assert record.id == "conf/harbour/MarloweQ21"


def test_one_author_may_come_bare_and_an_informal_publication_is_a_preprint() -> None:
    info = {"key": "journals/corr/abs-1", "authors": {"author": {"text": "Ada Marlowe"}}}
    record = record_of({"info": {**info, "type": "Informal and Other Publications", "venue": "CoRR"}})
    assert record is not None
    assert record.authors == (Author(family="Marlowe", given="Ada"),)
    assert record.is_preprint


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"result": {}}',
        answer([], total=3),
        answer([hit("a"), hit("b")], total=1),
        answer([{"info": {}}]),
        answer([{"info": {"key": "conf/inv/x"}}]),
        answer([], code="500"),
        '{"result": {"status": {"@code": "200"}, "hits": {"@total": "many"}}}',
    ],
)
def test_an_answer_in_another_shape_is_no_answer(content: str) -> None:
    request = registry_named(DBLP).plan([query("Tides")], {}).requests[0]
    assert isinstance(read_hits(body(request, 200, content)), Unavailable)

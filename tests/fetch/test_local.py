"""What the registry on this machine answers, and what its answers may decide."""

import asyncio
import io
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from state.ledger import Told
from state.local_registry import LocalRegistry, LocalRegistryError
from state.lookup import Found, Kept, NotFound, Query, QueryKind, RegistryName, Unavailable, UnavailableReason
from state.resolution import Identity, NoticeState
from tasks.fetch import resolve
from tasks.fetch.dumps import import_stream
from tasks.fetch.local import CANDIDATES, LocalFirst, ask_locally, is_settled_locally, local_fits, local_queries
from tasks.fetch.local_titles import title_keys, words_of
from tasks.fetch.trail import Trail
from tests.fetch import dumps
from tests.fetch.world import reference

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
IMPORTED = datetime(2026, 3, 1, tzinfo=UTC)
MOSS = "Tidal lanterns and the drift of harbour moss: a census of forty quays"
TITLES = (
    MOSS,
    "Tidal lanterns in upland gardens",
    "The drift of harbour seals between two winters",
    "Quay stones, moss and the wear of mooring ropes",
    "Part I of a study of copper bells",
    "雾中灯塔的光学研究进展",
    "港口苔藓的季节变化",
)


class Services:
    """The other `Ask`: nobody can be reached."""

    def __init__(self) -> None:
        self.asked: list[Query] = []

    async def __call__(self, queries: Sequence[Query], told: Told | None = None) -> Mapping[Query, Kept]:
        self.asked += queries
        offline = Unavailable(reason=UnavailableReason.OFFLINE)
        return {query: Kept(query=query, lookup=offline, asked_at=NOW) for query in queries}


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[LocalRegistry]:
    content = dumps.lines(
        *(dumps.crossref_work(n, title) for n, title in enumerate(TITLES)),
        dumps.openalex_work(71, "Basalt steps beneath the tide"),
    )
    with LocalRegistry(tmp_path / "registry.db", writing=True) as made:
        import_stream(made, io.BytesIO(content), name="d", digest="d", size=1, now=IMPORTED, told=lambda _: None)
        yield made


@pytest.fixture
def first(registry: LocalRegistry) -> LocalFirst:
    return LocalFirst(Services(), registry, lambda: NOW)


def query(kind: QueryKind, value: str, registry: RegistryName = RegistryName.LOCAL) -> Query:
    return Query(registry=registry, kind=kind, value=value)


def titles(first: LocalFirst, title: str) -> list[str | None]:
    asked = query(QueryKind.TITLE, title)
    lookup = first.answers([asked])[asked].lookup
    return [record.title for record in lookup.records] if isinstance(lookup, Found) else []


@pytest.mark.parametrize(
    "printed",
    [
        MOSS,
        MOSS.upper(),
        "Tidal lanterns and the drift of harbour moss",
        "Tidal lanterns and the drift of harbour mosses: a census of forty quays",
        "Tidal lanterns and the spread of harbour moss: a census of forty quays",
        "Lanterns and the drift of harbour moss",
        "Tidal lanterns and the drift of harbor moss. A census of 40 quays",
    ],
)
def test_a_title_is_found_with_a_word_changed_and_without_its_subtitle(first: LocalFirst, printed: str) -> None:
    assert titles(first, printed)[0] == MOSS


def test_chinese_titles_are_found_by_neighbouring_characters(first: LocalFirst) -> None:
    assert titles(first, "雾中灯塔的光学研究进展")[0] == "雾中灯塔的光学研究进展"
    assert titles(first, "雾中灯塔的声学研究进展")[0] == "雾中灯塔的光学研究进展"


@pytest.mark.parametrize(
    "printed", ["Nothing of this kind was ever imported", "of the and", "", "?!", '" OR moss NEAR( *']
)
def test_other_titles_bring_nothing_and_no_syntax_reaches_the_database(first: LocalFirst, printed: str) -> None:
    assert titles(first, printed) in ([], [MOSS])
    assert printed.startswith('"') or titles(first, printed) == []


@given(st.text(max_size=40))
def test_every_title_has_keys_or_nothing_to_look_up(title: str) -> None:
    assert bool(title_keys(title)) == bool(words_of(title))


def test_at_most_so_many_candidates_those_by_the_author_first(tmp_path: Path) -> None:
    same = [dumps.crossref_work(n, "Bells in fog") for n in range(CANDIDATES + 4)]
    same[-1]["author"] = [{"family": "Kallio", "given": "Sanna"}]
    with LocalRegistry(tmp_path / "r.db", writing=True) as made:
        content = io.BytesIO(dumps.lines(*same))
        import_stream(made, content, name="d", digest="d", size=1, now=NOW, told=lambda _: None)
        asked = Query(registry=RegistryName.LOCAL, kind=QueryKind.TITLE, value="Bells in fog", author="Kallio")
        lookup = LocalFirst(Services(), made, lambda: NOW).answers([asked])[asked].lookup
    assert isinstance(lookup, Found)
    assert len(lookup.records) == CANDIDATES
    assert lookup.records[0].authors[0].family == "Kallio"


def test_ours_are_answered_here_and_all_else_by_the_other(registry: LocalRegistry) -> None:
    services = Services()
    first = LocalFirst(services, registry, lambda: NOW)
    ours, absent = query(QueryKind.PMID, "71"), query(QueryKind.DOI, "10.5555/nowhere")
    theirs = query(QueryKind.DOI, "10.5555/nowhere", RegistryName.CROSSREF)
    heard: list[Query] = []
    answers = asyncio.run(first([ours, absent, theirs], lambda kept: heard.append(kept.query)))
    assert set(answers) == {ours, absent, theirs}
    assert services.asked == [theirs]
    assert isinstance(answers[absent].lookup, NotFound)
    assert isinstance(answers[theirs].lookup, Unavailable)
    assert heard == [ours, absent]
    assert answers[ours].asked_at == IMPORTED  # how old its word on retractions is
    assert answers[ours].body_sha256


def test_a_registry_that_cannot_be_read_is_no_absence(registry: LocalRegistry) -> None:
    class Broken(LocalRegistry):
        def __init__(self) -> None: ...

        def by_keys(self, keys: object, most: int = 10) -> dict[str, tuple[()]]:  # type: ignore[override]
            raise LocalRegistryError("disk image is malformed")

    asked = query(QueryKind.DOI, "10.5555/invented.1")
    lookup = LocalFirst(Services(), Broken(), lambda: NOW).answers([asked])[asked].lookup
    assert isinstance(lookup, Unavailable)
    assert "malformed" in lookup.detail


def trail_of(
    first: LocalFirst, title: str | None, by: str = "Ravensdale, O", year: int | None = 2014, **more: str
) -> Trail:
    trail = Trail(reference(title, by, year, **more), False, {})  # type: ignore[arg-type]
    asyncio.run(ask_locally([trail], first))
    return trail


def test_a_record_at_the_identifier_that_fits_settles_and_no_title_is_asked(first: LocalFirst) -> None:
    trail = trail_of(first, MOSS, doi="10.5555/invented.0")
    assert is_settled_locally(trail)
    assert [asked.kind for asked in trail.asked] == [QueryKind.DOI]
    assert local_queries(trail) == ()


def test_without_an_identifier_the_whole_title_with_its_author_settles(first: LocalFirst) -> None:
    assert is_settled_locally(trail_of(first, MOSS))


@pytest.mark.parametrize(
    ("title", "by", "year", "doi"),
    [
        (MOSS, "Ravensdale, O", 2014, "10.5555/invented.1"),  # another work's DOI
        (MOSS, "Ravensdale, O", 2014, "10.5555/nowhere"),  # a DOI that it does not hold
        (MOSS, "Ravensdale, O", 2003, "10.5555/invented.0"),  # year off
        (MOSS, "Yildirim, H", 2014, "10.5555/invented.0"),  # author off
        (MOSS, "Yildirim, H", 2014, None),
        (MOSS, "Ravensdale, O", 2003, None),
        ("Part II of a study of copper bells", "Ravensdale, O", 2014, None),  # nearly a title that it has
        ("Nothing of this kind was ever imported", "Ravensdale, O", 2014, None),
    ],
)
def test_what_does_not_fit_is_left_to_the_services(
    first: LocalFirst, title: str, by: str, year: int, doi: str | None
) -> None:
    trail = trail_of(first, title, by, year, **({"doi": doi} if doi else {}))
    assert not is_settled_locally(trail)
    assert local_fits(trail) == ((), ())
    assert local_queries(trail) == ()


def test_nothing_to_ask_with_is_nothing_asked(first: LocalFirst) -> None:
    trail = trail_of(first, None)
    assert not trail.asked
    assert not is_settled_locally(trail)


@pytest.mark.parametrize("offline", [True, False])
def test_what_the_registry_here_settles_is_asked_about_retractions_alone_and_is_not_known_to_have_none(
    registry: LocalRegistry, offline: bool
) -> None:
    """A dump or a bibliography says nothing of what has become of a work since."""
    services, done = Services(), []
    ask = LocalFirst(services, registry, lambda: NOW)
    known = dumps.crossref_work(0, MOSS)
    cited = reference(MOSS, "Ravensdale, O", 2014, doi=known["DOI"])
    asyncio.run(resolve([cited], ask=ask, commit=done.append, local=True, offline=offline, wants_text=False))
    (found,) = done
    assert (found.identity, found.record.registry) == (Identity.SAME, RegistryName.LOCAL)
    assert found.notice_state is NoticeState.UNKNOWN
    assert not any(query.kind is QueryKind.TITLE for query in services.asked)
    assert bool(services.asked) is not offline
    assert not (offline and found.unavailable)

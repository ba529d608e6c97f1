"""The store's promises: whole pieces or nothing, one run at a time, the same on SQLite and PostgreSQL."""

import multiprocessing
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from flows.books import SharedAnswers
from state.decision import DecisionKind
from state.document import export_document
from state.errors import RunFolderError
from state.exchange import Body, Request
from state.judgment import RawAnswer
from state.ledger import PromptRecord
from state.lookup import Found, Kept, NotFound, Query, QueryKind, RegistryName, Unavailable, UnavailableReason
from state.options import RunOptions
from state.store import RunLock, Store
from state.store.picture import snapshot_of
from state.store.store import journal_mode
from tests.state.sample import AT, RECORD, sample

QUERY = Query(registry=RegistryName.PUBMED, kind=QueryKind.PMID, value="36000029")
REQUEST = Request(registry=RegistryName.PUBMED, path="/entrez/eutils/efetch.fcgi", params=(("id", "36000029"),))
BODY = Body(fingerprint=REQUEST.fingerprint, status=200, content=b"<x/>" * 100, received_at=AT)
KEPT = Kept(query=QUERY, lookup=Found(records=(RECORD,)), asked_at=AT, bodies=(REQUEST.fingerprint,))


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.db'}"
    server: str = request.getfixturevalue("postgresql")
    engine = create_engine(server)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return server


def begun(address: str) -> Store:
    store = Store.open(address, at=AT)
    store.begin_run("r1", sample("A").manuscript, RunOptions(language="zh", judge="scripted:x.json"), AT)
    return store


def test_what_is_put_in_comes_out(address: str) -> None:
    with begun(address) as store, store.piece("B", "one", AT) as work:
        work.put_answers([(REQUEST, BODY)], [KEPT])
        for resolution in sample("B").resolutions:
            work.put_resolution(resolution)

    with Store.open(address, at=AT) as store:
        assert {QUERY: KEPT} == store.kept([QUERY])
        assert {REQUEST.fingerprint: BODY} == store.bodies([REQUEST.fingerprint])
        assert sample("B").resolutions == tuple(store.resolutions().values())
        assert sample("A").manuscript == store.manuscript()
        assert [("A", "read", AT), ("B", "one", AT)] == list(store.pieces())


def test_a_piece_that_fails_leaves_nothing(address: str) -> None:
    with begun(address) as store:
        with pytest.raises(ZeroDivisionError), store.piece("B", "one", AT) as work:
            work.put_answers([(REQUEST, BODY)], [KEPT])
            raise ZeroDivisionError

        assert {} == store.kept([QUERY])
        assert [("A", "read", AT)] == list(store.pieces())


def test_a_piece_done_twice_is_there_once(address: str) -> None:
    with begun(address) as store:
        for _ in range(2):
            with store.piece("B", "one", AT) as work:
                work.put_answers([(REQUEST, BODY)], [KEPT])

        assert 2 == len(store.pieces())
        assert 1 == len(store.kept([QUERY]))


def test_an_outage_is_never_kept(address: str) -> None:
    out = Kept(query=QUERY, lookup=Unavailable(reason=UnavailableReason.TIMEOUT), asked_at=AT)

    with begun(address) as store, pytest.raises(ValueError, match="never kept"), store.piece("B", "x", AT) as work:
        work.put_answers([], [out])


def test_a_model_answer_is_kept_under_its_prompt(address: str) -> None:
    prompt = PromptRecord(system="s", user="u", judge="j", parameters="{}")
    answer = RawAnswer(text="{}", model="m", answered_at=AT)

    with begun(address) as store:
        with store.piece("C", "k", AT) as work:
            work.put_model_answer("k", prompt, answer)

        assert answer == store.model_answer("k")
        assert store.model_answer("other") is None


def test_the_newest_revision_is_the_run(address: str) -> None:
    with begun(address) as store:
        store.begin_run("r2", sample("A").manuscript, RunOptions(language="en"), AT)

    with Store.open(address, at=AT) as store:
        assert "r2" == store.run_id
        assert 2 == store.run().revision


def test_a_humans_word_outlives_a_new_revision(address: str) -> None:
    snapshot = sample("A")
    claims = {claim.claim_id: claim.content_key for claim in snapshot.manuscript.claims}
    with begun(address) as store:
        with store.piece("A", "review", AT) as work:
            work.put_decisions(snapshot.decisions, claims)
        store.begin_run("r2", snapshot.manuscript, RunOptions(language="en"), AT)

        assert [DecisionKind.SEVERITY] == [d.kind for d in snapshot_of(store).decisions]


def test_two_stores_render_the_same_bytes(address: str, tmp_path: Path) -> None:
    rendered = []
    for place in (address, f"sqlite:///{tmp_path / 'other.db'}"):
        with begun(place) as store:
            with store.piece("B", "one", AT) as work:
                for resolution in sample("B").resolutions:
                    work.put_resolution(resolution)
            rendered.append(export_document(snapshot_of(store)))

    assert rendered[0] == rendered[1]


def test_a_newer_store_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    begun(f"sqlite:///{path}").close()
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO migration VALUES ('9999_later', '2030-01-01')")

    with pytest.raises(RunFolderError, match="newer Corrigenda"):
        Store.open(f"sqlite:///{path}", at=AT)


def test_a_file_that_is_no_database_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    path.write_bytes(b"not a database" * 100)

    with pytest.raises(RunFolderError, match="cannot be read") as caught:
        Store.open(f"sqlite:///{path}", at=AT)

    assert "\n" not in str(caught.value)


def test_an_empty_store_says_how_to_begin(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'x.db'}", at=AT) as store, pytest.raises(RunFolderError, match="check"):
        store.manuscript()


def hold(folder: Path, ready: "multiprocessing.synchronize.Event", stop: "multiprocessing.synchronize.Event") -> None:
    with RunLock(folder):
        ready.set()
        stop.wait(30)


def test_one_run_at_a_time_and_a_killed_one_leaves_no_lock(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    ready, stop = context.Event(), context.Event()
    other = context.Process(target=hold, args=(tmp_path, ready, stop))
    other.start()
    assert ready.wait(30)

    with pytest.raises(RunFolderError, match="another run"), RunLock(tmp_path):
        pass

    other.kill()
    other.join()
    with RunLock(tmp_path):
        pass


@pytest.mark.parametrize(
    ("folder", "mode"),
    [("/home/a/thesis", "wal"), ("/home/a/OneDrive - Uni/thesis", "delete"), ("/Users/a/Dropbox/x", "delete")],
)
def test_a_synced_folder_gets_a_journal_that_survives_syncing(folder: str, mode: str) -> None:
    assert mode == journal_mode(Path(folder))


def test_not_found_is_kept_too(address: str) -> None:
    kept = Kept(query=QUERY, lookup=NotFound(), asked_at=datetime(2026, 1, 1, tzinfo=UTC))
    with begun(address) as store:
        with store.piece("B", "x", AT) as work:
            work.put_answers([], [kept])

        assert kept == store.kept([QUERY])[QUERY]


def test_many_processes_may_make_a_store_at_once(address: str) -> None:
    """Python's driver begins no transaction before a CREATE: each met the other's half of the tables."""
    context = multiprocessing.get_context("spawn")
    gate = context.Barrier(4)
    made = context.SimpleQueue()
    makers = [context.Process(target=_make, args=(address, gate, made)) for _ in range(4)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join(60)
    assert [made.get() for _ in makers] == [""] * 4


def _make(address: str, gate: Any, made: Any) -> None:
    gate.wait(60)
    try:
        Store.open(address, at=AT).close()
        made.put("")
    except RunFolderError as error:
        made.put(str(error))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE answer SET payload = '{}'",
        "UPDATE answer SET payload = '['",
        "UPDATE answer SET payload = x'ff'",
        "UPDATE answer SET payload = replace(payload, '36000029', '36000030')",
        "UPDATE answer SET payload = replace(payload, '\"pubmed\"', '\"a registry of tomorrow\"')",
        'UPDATE answer SET payload = replace(payload, \'"not_found"\', \'"unavailable","reason":"timeout"\')',
        "UPDATE body SET content = x'00'",
        "UPDATE body SET content = 5",
        "UPDATE body SET sha256 = 'another'",
    ],
)
def test_an_answer_that_cannot_be_read_or_is_anothers_is_asked_for_again(tmp_path: Path, change: str) -> None:
    path = tmp_path / "store.db"
    kept = KEPT.model_copy(update={"lookup": NotFound()})
    with Store.open(f"sqlite:///{path}", at=AT) as store:
        store.share([(REQUEST, BODY)], [kept])
    with sqlite3.connect(path) as db:
        assert db.execute(change).rowcount == 1
    db.close()
    with Store.open(f"sqlite:///{path}", at=AT) as store:
        found = (store.kept([QUERY]), store.bodies([REQUEST.fingerprint]))
        assert {} in found
        store.share([(REQUEST, BODY)], [kept])
        assert store.kept([QUERY]) == {QUERY: kept}
        assert store.bodies([REQUEST.fingerprint]) == {REQUEST.fingerprint: BODY}


def test_what_was_kept_under_a_wrong_clock_is_asked_again(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'store.db'}", at=AT) as store:
        store.share([(REQUEST, BODY)], [KEPT])
        for days, is_used in ((-2, False), (-0.5, True), (0, True), (30, True), (31, False)):
            moment = AT + timedelta(days=days)
            book = SharedAnswers(store, lambda moment=moment: moment, max_age_days=30)  # type: ignore[misc]
            assert bool(book.kept([QUERY])) is is_used, days
            assert bool(book.bodies([REQUEST.fingerprint])) is is_used, days


def test_another_programs_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE items (id INTEGER)")
    db.close()
    with pytest.raises(RunFolderError, match="another program's"):
        Store.open(f"sqlite:///{path}", at=AT)
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("items",)]
        assert db.execute("PRAGMA journal_mode").fetchall() == [("delete",)]
    db.close()

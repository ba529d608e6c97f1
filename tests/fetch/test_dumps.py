"""Dumps go into the registry on this machine: every form, every fault, and an import that was killed."""

import contextlib
import io
import json
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from state.local_registry import Entry, FileAccount, LocalRegistry, LocalRegistryError
from state.lookup import NoticeType, RegistryName
from tasks.fetch.dumps import DumpError, import_stream
from tasks.fetch.dumps import json_works as json_works_module
from tasks.fetch.dumps import xml_works as xml_works_module
from tests.fetch import dumps

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[LocalRegistry]:
    with LocalRegistry(tmp_path / "registry.db", writing=True) as made:
        yield made


def put(
    registry: LocalRegistry, content: bytes, name: str = "dump", digest: str | None = None, at_once: int = 2
) -> FileAccount:
    return import_stream(
        registry,
        io.BytesIO(content),
        name=name,
        digest=digest or f"{name}{len(content)}{hash(content)}",
        size=len(content),
        now=NOW,
        told=lambda _account: None,
        at_once=at_once,
    )


def at(registry: LocalRegistry, key: str) -> Entry:
    (entry,) = registry.by_keys([key])[key]
    return entry


def test_a_crossref_line_is_found_by_its_doi_and_says_where_it_is_from(registry: LocalRegistry) -> None:
    account = put(registry, dumps.lines(dumps.crossref_work(1), dumps.crossref_work(2), dumps.crossref_work(3)))
    assert (account.form, account.kept, account.bad, account.done) == ("json lines", 3, 0, True)
    entry = at(registry, "doi:10.5555/invented.2")
    assert entry.record.registry is RegistryName.LOCAL
    assert entry.record.id == "crossref:10.5555/invented.2"
    assert entry.record.authors[0].family == "Ravensdale"
    assert entry.imported_at == NOW


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("pack", [dumps.packed, bytes])
def test_crossrefs_older_files_are_arrays(registry: LocalRegistry, indent: int | None, pack: type[bytes]) -> None:
    works = {"items": [dumps.crossref_work(n) for n in range(5)]}
    account = put(registry, pack(json.dumps(works, indent=indent).encode()))
    assert (account.form, account.kept, account.done) == ("json array", 5, True)
    assert at(registry, "doi:10.5555/invented.4").record.year == 2014


def test_an_array_longer_than_a_chunk_is_read_to_its_end(registry: LocalRegistry) -> None:
    works = [dumps.crossref_work(n, abstract=f"<p>{'word ' * 9000}{n}</p>") for n in range(20)]
    account = put(registry, json.dumps({"items": works}, ensure_ascii=False).encode())
    assert account.kept == 20


def test_openalex_and_datacite_lines_may_stand_in_one_file(registry: LocalRegistry) -> None:
    content = dumps.lines(
        dumps.openalex_work(71, "Basalt steps beneath the tide"), dumps.datacite_entry(4, "Tide gauges of a pond")
    )
    assert put(registry, dumps.packed(content)).kept == 2
    retracted = at(registry, "pmid:71").record
    assert retracted.id == "openalex:W71"
    assert [(n.type, n.registry) for n in retracted.notices] == [(NoticeType.RETRACTION, RegistryName.LOCAL)]
    assert at(registry, "doi:10.5555/data.4").record.id == "datacite:10.5555/data.4"


def test_openalexs_other_entities_are_no_works_and_no_faults(registry: LocalRegistry) -> None:
    account = put(registry, dumps.lines({"id": "https://openalex.org/A5", "display_name": "Ilse Falkenrath"}))
    assert (account.kept, account.passed, account.bad) == (0, 1, 0)


def test_pubmeds_baseline_is_read_and_its_updates_delete(registry: LocalRegistry) -> None:
    put(registry, dumps.packed(dumps.pubmed_xml((11, "Terns in fog"), (12, "Terns in rain"))), "base")
    assert at(registry, "pmid:11").record.doi == "10.5555/tern.11"
    account = put(registry, dumps.pubmed_xml((12, "Terns in heavy rain"), deleted=(11,)), "update")
    assert (account.kept, account.deleted) == (1, 1)
    assert registry.by_keys(["pmid:11", "doi:10.5555/tern.11"]) == {}
    assert at(registry, "pmid:12").record.title == "Terns in heavy rain"
    assert registry.sizes() == {"pubmed": 1}
    assert registry.counts(["heavy", "fog", "terns"]) == {"heavy": 1, "fog": 0, "terns": 1}


def test_dblps_named_characters_are_read_without_its_dtd(registry: LocalRegistry) -> None:
    account = put(registry, dumps.DBLP)
    assert (account.form, account.kept, account.bad) == ("dblp", 2, 0)
    knots = at(registry, "doi:10.5555/knot.11").record
    assert knots.title == "Counting k-fold Knots & Lævo Braids"
    assert [(a.family, a.given) for a in knots.authors] == [("Grünwald", "Jörg"), ("Tessier", "Zoë")]
    assert (knots.venue, knots.volume, knots.issue, knots.pages) == ("Inv. J. Knots", "3", "2", "1-9")


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_named_character_may_be_cut_by_a_chunk(cut: int) -> None:
    numbered = xml_works_module._Numbered()
    content = b"a &uuml; b &amp; c &nosuch; &#252; &"
    assert numbered(content[:cut]) + numbered(content[cut:]) + numbered(b"") == (
        b"a &#252; b &amp; c &nosuch; &#252; &"
    )


def test_entities_of_a_documents_own_are_not_expanded(registry: LocalRegistry) -> None:
    declared = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    doc = f'<!DOCTYPE dblp [<!ENTITY l0 "ha">{declared}]><dblp><article key="a/b"><title>Laughing &l9; loud</title>'
    with contextlib.suppress(DumpError):  # by the version of the XML library: refused, or left out
        put(registry, f"{doc}</article></dblp>".encode())
    assert registry.counts(["ha", "haha", "hahahahahahahahahaha"]) == dict.fromkeys(["ha", "haha", "ha" * 10], 0)


@pytest.mark.parametrize(
    ("name", "text", "kept"), [("a.bib", dumps.BIB, 2), ("b.ris", dumps.RIS, 1), ("c.nbib", dumps.NBIB, 1)]
)
@pytest.mark.parametrize("shown", [True, False])
def test_bibliographies_are_known_by_content(
    registry: LocalRegistry, name: str, text: str, kept: int, shown: bool
) -> None:
    account = put(registry, text.encode(), name if shown else "dump.dat")
    assert (account.kept, account.done) == (kept, True)
    assert registry.sizes() == {"file": kept}


def test_csl_json_is_no_crossref_dump(registry: LocalRegistry) -> None:
    csl = [{"id": "a", "type": "book", "title": "Bells", "DOI": "10.5555/b", "author": [{"family": "Oduya"}]}]
    assert put(registry, json.dumps(csl).encode(), "library.json").form == "csl-json"


def test_a_bad_line_is_counted_and_told_and_the_rest_read(registry: LocalRegistry) -> None:
    account = put(registry, dumps.lines(dumps.crossref_work(1), "{oops", "", {"a": 1}, dumps.crossref_work(2)))
    assert (account.kept, account.bad, account.first_bad) == (2, 2, "line 2: not JSON")


def test_a_line_beyond_the_bound_is_counted_and_passed_by(
    registry: LocalRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_works_module, "MOST_BYTES", 4000)
    long = dumps.crossref_work(2, abstract="x" * 9000)
    account = put(registry, dumps.lines(dumps.crossref_work(1), long, dumps.crossref_work(3)))
    assert (account.kept, account.bad) == (2, 1)
    monkeypatch.setattr(json_works_module, "MOST_SKIPPED", 5000)
    with pytest.raises(DumpError, match="does not end"):
        put(registry, dumps.lines(dumps.crossref_work(1), dumps.crossref_work(2, abstract="x" * 2_000_000)), "bomb")


def test_an_element_beyond_the_bound_ends_the_file(registry: LocalRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_works_module, "MOST_BYTES", 100_000)
    bomb = b"<PubmedArticleSet><PubmedArticle>" + b"<a>b</a>" * 100_000
    with pytest.raises(DumpError, match="longer than"):
        put(registry, dumps.packed(bomb))


def test_a_packed_file_in_a_packed_file_is_refused(registry: LocalRegistry) -> None:
    with pytest.raises(DumpError, match="packed twice"):
        put(registry, dumps.packed(dumps.packed(dumps.lines(dumps.crossref_work(1)))))


@pytest.mark.parametrize(
    "content", [b"", b"   \n", b"just some words\n", b"\x00\x01\x02" * 50, b"{}", b"[]", b"<html/>"]
)
def test_what_is_no_dump_is_refused_in_one_line_and_leaves_nothing(registry: LocalRegistry, content: bytes) -> None:
    with pytest.raises(DumpError) as told:
        put(registry, content)
    assert "\n" not in str(told.value)
    assert not registry.sizes()


def test_a_download_that_was_cut_off_keeps_what_came_and_is_not_done(registry: LocalRegistry) -> None:
    whole = dumps.packed(dumps.lines(*(dumps.crossref_work(n, abstract=f"{n * 7919}" * 50) for n in range(2000))))
    with pytest.raises(DumpError, match="cut off"):
        put(registry, whole[: len(whole) // 2], "cut", at_once=500)
    (account,) = registry.files()
    assert not account.done
    assert 0 < account.kept < 2000
    assert registry.sizes() == {"crossref": account.kept}


def test_broken_xml_keeps_what_came_before_it(registry: LocalRegistry) -> None:
    with pytest.raises(DumpError, match="broken after its element 2"):
        put(registry, dumps.pubmed_xml((1, "One"), (2, "Two"), (3, "Three <b> open")))
    assert registry.sizes() == {"pubmed": 2}


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("transactions", [1, 2, 3])
@pytest.mark.parametrize(
    "content",
    [
        dumps.lines(*(dumps.crossref_work(n) for n in range(9))),
        json.dumps({"items": [dumps.crossref_work(n) for n in range(9)]}).encode(),
        dumps.pubmed_xml(*((n, f"Tern number {n}") for n in range(1, 10))),
        "".join(f"@misc{{k{n}, title={{Bell number {n}}}, doi={{10.5555/z.{n}}}}}\n" for n in range(9)).encode(),
    ],
    ids=["lines", "array", "xml", "bib"],
)
def test_a_killed_import_goes_on_without_doubled_records(tmp_path: Path, content: bytes, transactions: int) -> None:
    done = 0

    def told(_account: FileAccount) -> None:
        nonlocal done
        done += 1
        if done == transactions:
            raise Killed

    path = tmp_path / "registry.db"
    how = {"name": "x", "digest": "d", "size": 1, "now": NOW, "at_once": 2}
    with LocalRegistry(path, writing=True) as registry, pytest.raises(Killed):
        import_stream(registry, io.BytesIO(content), told=told, **how)  # type: ignore[arg-type]
    reads: list[int] = []
    with LocalRegistry(path, writing=True) as registry:
        assert registry.files()[0].read == 2 * transactions
        account = import_stream(registry, io.BytesIO(content), told=lambda a: reads.append(a.read), **how)  # type: ignore[arg-type]
        assert (account.read, account.kept, account.done) == (9, 9, True)
        assert sum(registry.sizes().values()) == 9
        assert min(reads) > 2 * transactions
        assert import_stream(registry, io.BytesIO(b"not looked at"), told=lambda _: None, **how).kept == 9  # type: ignore[arg-type]


def test_a_later_import_replaces_a_record_and_all_it_is_found_by(registry: LocalRegistry) -> None:
    put(registry, dumps.lines(dumps.crossref_work(1, "Granite weather vanes")), "old")
    put(registry, dumps.lines(dumps.crossref_work(1, "Marble weather vanes")), "new")
    assert registry.sizes() == {"crossref": 1}
    assert at(registry, "doi:10.5555/invented.1").record.title == "Marble weather vanes"
    assert registry.counts(["granite", "marble"]) == {"granite": 0, "marble": 1}
    assert [words for _, words in registry.with_words([["weather", "vanes"]], 5)] == ["marble weather vanes"]


def test_a_file_that_is_no_registry_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"SQLite format 3\x00 but no more" * 100)
    with pytest.raises(LocalRegistryError):
        LocalRegistry(tmp_path / "x.db")
    with pytest.raises(LocalRegistryError):
        LocalRegistry(tmp_path / "absent.db")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("body", zlib.compress(b"{}")),
        ("body", zlib.compress(b" " * (65 << 20), 1)),
        ("body", zlib.compress(b"[" * 100_000)),
        ("body", zlib.compress(b"{}")[:-2]),
        ("body", b"no body"),
        ("body", "text"),
        ("body", 5),
        ("imported_at", "yesterday"),
        ("imported_at", 5),
    ],
)
def test_a_row_of_somebody_elses_registry_is_an_error_and_no_crash(tmp_path: Path, column: str, value: object) -> None:
    with LocalRegistry(tmp_path / "r.db", writing=True) as mine:
        put(mine, dumps.lines(dumps.crossref_work(1)), "one")
    table = "work" if column == "body" else "source_file"
    with sqlite3.connect(tmp_path / "r.db") as db:
        db.execute(f"UPDATE {table} SET {column} = ?", (value,))
    db.close()
    with LocalRegistry(tmp_path / "r.db") as theirs, pytest.raises(LocalRegistryError, match="cannot be read"):
        theirs.by_keys(["doi:10.5555/invented.1"])


KILLED = """
import os, signal, sys
from pathlib import Path
from state.local_registry import LocalRegistry
registry = LocalRegistry(Path(sys.argv[1]), writing=True)
registry._db.execute("PRAGMA cache_size = 5")
registry._db.execute("BEGIN IMMEDIATE")
registry._db.execute("UPDATE work SET words = words || hex(zeroblob(9000))")
os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
"""


def test_what_a_killed_import_left_half_written_is_undone_by_the_next_reader(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    with LocalRegistry(path, writing=True) as mine:
        put(mine, dumps.lines(*(dumps.crossref_work(n) for n in range(1, 40))), "one", at_once=100)
        words = at(mine, "doi:10.5555/invented.1").words
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, cwd=Path(__file__).parents[2])
    assert path.with_name("r.db-journal").stat().st_size
    with LocalRegistry(path) as left:
        assert at(left, "doi:10.5555/invented.1").words == words
        assert sum(left.sizes().values()) == 39


def test_a_key_of_a_work_that_is_not_there_is_no_answer(tmp_path: Path) -> None:
    with LocalRegistry(tmp_path / "r.db", writing=True) as mine:
        put(mine, dumps.lines(dumps.crossref_work(1)), "one")
    with sqlite3.connect(tmp_path / "r.db") as db:
        db.execute("UPDATE work SET id = 77")
    db.close()
    with LocalRegistry(tmp_path / "r.db") as theirs:
        assert theirs.by_keys(["doi:10.5555/invented.1"]) == {}


@pytest.mark.parametrize(
    "change", ["kept = 'many'", "imported_at = x'00'", "name = NULL", "size = x'00'", "read = 1.5"]
)
def test_an_account_that_cannot_be_read_is_an_error_and_no_crash(tmp_path: Path, change: str) -> None:
    with LocalRegistry(tmp_path / "r.db", writing=True) as mine:
        put(mine, dumps.lines(dumps.crossref_work(1)), "one")
    with sqlite3.connect(tmp_path / "r.db") as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE name = 'source_file'")
    db.close()
    with sqlite3.connect(tmp_path / "r.db") as db:
        db.execute(f"UPDATE source_file SET {change}")
    db.close()
    with LocalRegistry(tmp_path / "r.db") as theirs, pytest.raises(LocalRegistryError, match="account"):
        theirs.files()

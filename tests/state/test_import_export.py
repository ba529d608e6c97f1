"""verification_state.json: in and out again, byte for byte."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from flows.importing import import_state
from state.document import export_document, import_document
from state.errors import UserError
from state.resolution import Identity
from state.snapshot import Snapshot
from state.store import Store
from state.store.picture import snapshot_of
from tests.state.sample import sample

FOREIGN = Path(__file__).parent / "fixtures" / "foreign_state.json"
LATER = datetime(2031, 5, 6, tzinfo=UTC)


def through_a_store(folder: Path, content: bytes) -> tuple[bytes, Snapshot]:
    with Store.open(f"sqlite:///{folder / 'x.db'}", at=LATER) as store:
        import_state(store, content, LATER)
        snapshot = snapshot_of(store)
        return export_document(snapshot, store.imported()), snapshot


@pytest.mark.parametrize("step", ["A", "B", "C", "D"])
def test_our_own_document_comes_out_as_it_went_in_at_every_step(step: str, tmp_path: Path) -> None:
    written = export_document(sample(step))

    exported, snapshot = through_a_store(tmp_path, written)

    assert written == exported
    assert sample(step) == snapshot


@pytest.mark.parametrize("step", ["A", "B", "C", "D"])
def test_a_snapshot_is_whole_in_its_document(step: str) -> None:
    snapshot, _, _ = import_document(export_document(sample(step)))

    assert sample(step) == snapshot


@pytest.mark.parametrize("last_step", ["A", "B", "C", "D", None])
@pytest.mark.parametrize("indent", [2, 4, None])
@pytest.mark.parametrize("escaped", [True, False])
def test_a_document_of_another_program_comes_out_as_it_went_in(
    last_step: str | None, indent: int | None, escaped: bool, tmp_path: Path
) -> None:
    document = json.loads(FOREIGN.read_text("utf-8"))
    document["meta"]["last_step"] = last_step
    document["refs"]["29"]["zotero_key"] = "ABCD"
    content = json.dumps(document, indent=indent, ensure_ascii=escaped).encode()

    exported, snapshot = through_a_store(tmp_path, content)

    assert content == exported
    assert (last_step or None) == (snapshot.run.last_step.value if snapshot.run.last_step else None)


def test_what_a_foreign_document_does_not_say_is_not_claimed(tmp_path: Path) -> None:
    document = json.loads(FOREIGN.read_text("utf-8"))
    ref = document["refs"]["29"]
    ref["api_source"] = ref["title_match_score"] = None

    _, snapshot = through_a_store(tmp_path, json.dumps(document).encode())

    resolution = snapshot.resolution_of("29")
    assert resolution is not None
    assert Identity.UNKNOWN is resolution.identity


def test_an_edit_by_hand_is_taken(tmp_path: Path) -> None:
    document = json.loads(export_document(sample("B")))
    first = next(key for key in document["refs"] if document["refs"][key]["claims"])
    document["refs"][first]["claims"][0]["severity"] = "Lenient"

    _, snapshot = through_a_store(tmp_path, json.dumps(document).encode())

    assert "Lenient" == snapshot.claims_of(first)[0].severity.value


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not plain JSON"),
        (b'{"meta": 1}', '"meta" must be an object'),
        (b'{"meta": {}, "refs": []}', '"refs" must be an object'),
        (b'{"meta": {} // comment\n}', "comments are not allowed"),
        (b"[" * 100_000, "not plain JSON"),
        (b'{"meta": {"created": "x"}, "refs": {}}', "created"),
        (b'{"meta": {"last_step": "Q"}, "refs": {}}', "Q"),
        (b'{"meta": {}, "refs": {"1": {"claims": [{"severity": "Strikt"}]}}}', "Strikt"),
        (b'{"meta": {}, "refs": {"1": 5}}', '"1" must be an object'),
    ],
)
def test_a_bad_document_is_one_clear_line(content: bytes, says: str) -> None:
    with pytest.raises(UserError) as caught:
        import_document(content)

    assert says in str(caught.value)
    assert "\n" not in str(caught.value)

"""A killed run loses nothing: same bytes, nothing asked twice, no judged claim sent again.

The same on a Prefect server is in test_on_prefect.py.
"""

from pathlib import Path

import pytest

from flows.rendering import write
from tests.resume.matrix import AT_ONCE, Bench

MOMENTS = (
    ("A:read",),
    ("before", "20"),
    ("A:finished", "writing"),
    ("B:asked",),
    ("B:resolution",),
    ("50", "50"),
    ("C:batch",),
    ("D:finished",),
)
"""Kills, each followed by `resume`: spread over the steps, inside the very first transaction, and twice in one run."""


@pytest.mark.slow
@pytest.mark.parametrize("moments", MOMENTS, ids="+".join)
def test_a_killed_run_ends_as_the_unbroken_one_and_asks_nothing_twice(bench: Bench, moments: tuple[str, ...]) -> None:
    row = bench.row(*moments)
    assert row.is_whole, row
    assert row.same
    for moment, where in zip(moments, row.killed_in.split(", "), strict=True):
        assert ":" not in moment or where == moment.replace(":", " ")


@pytest.mark.slow
def test_the_matrix_sees_a_run_that_asks_again(bench: Bench) -> None:
    """What is compared can differ: a check in a folder of its own asks again for all that another has."""
    out = bench.folder / "asks-again"
    looker = bench.looker()
    looker.last = bench.unbroken.held
    looker.compare(out, bench.run(*bench.check_words(out), "--lang", "zh"))
    row = looker.row("seen")
    assert row.asked_again > 20 and row.sent_again > AT_ONCE and not row.same
    assert any("whose bodies were committed" in fault for fault in row.faults)
    assert any("not the same bytes: backlog.md" in fault for fault in row.faults)


def test_a_half_written_file_is_swept_away(tmp_path: Path) -> None:
    (tmp_path / "backlog.md").write_bytes(b"whole")
    (tmp_path / ".backlog.md.partial").write_bytes(b"who")
    write(tmp_path, "backlog.md", b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["backlog.md"]

"""A work nobody could be asked about is never called free of notices."""

from reports.formats import render
from state.resolution import NoticeState
from state.snapshot import Snapshot
from tests.state.sample import sample


def with_state(state: NoticeState, language: str) -> Snapshot:
    snapshot = sample("D")
    first = snapshot.resolutions[0].model_copy(update={"notices": (), "notice_state": state})
    run = snapshot.run.model_copy(update={"language": language})
    return snapshot.model_copy(update={"resolutions": (first, *snapshot.resolutions[1:]), "run": run})


def test_an_unknown_notice_state_is_told() -> None:
    english = render("report", with_state(NoticeState.UNKNOWN, "en")).decode()
    chinese = render("report", with_state(NoticeState.UNKNOWN, "zh")).decode()

    assert "Not known for 1 reference" in english
    assert "was found for any identified reference" not in english
    assert "尚不清楚" in chinese


def test_a_known_absence_is_told_as_such() -> None:
    english = render("report", with_state(NoticeState.NONE, "en")).decode()

    assert "was found for any identified reference" in english
    assert "Not known for" not in english

"""Recordings: what goes in comes out, and nothing else does."""

import pytest

from state.errors import SettingsError
from state.exchange import Body, Request
from state.lookup import RegistryName, Unavailable, UnavailableReason
from tasks.transport import Recorder, Replay
from tests.transport.virtual import START, VirtualTime

OUTAGE = Unavailable(reason=UnavailableReason.TIMEOUT, detail="no answer")


def request(path: str) -> Request:
    return Request(registry=RegistryName.CROSSREF, path=path)


class Scripted:
    """A door with one answer for each path."""

    def __init__(self) -> None:
        self.contents = {"/a": '{"title": "Zürich – 潮汐"}'.encode(), "/b": b"\xff\xfe\x00"}

    async def exchange(self, asked: Request) -> Body | Unavailable:
        content = self.contents.get(asked.path)
        if content is None:
            return OUTAGE
        return Body(fingerprint=asked.fingerprint, status=200, content=content, received_at=VirtualTime().clock())


async def recorded(*paths: str) -> str:
    recorder = Recorder(Scripted())
    for path in paths:
        await recorder.exchange(request(path))
    return recorder.recording()


async def test_a_recording_answers_as_the_network_did() -> None:
    text = await recorded("/a", "/b", "/c")
    async with Replay(text, VirtualTime().clock) as replay:
        for path in ("/a", "/b", "/c"):
            assert await replay.exchange(request(path)) == await Scripted().exchange(request(path))


async def test_a_recording_does_not_depend_on_the_order_of_events() -> None:
    assert await recorded("/a", "/b", "/c") == await recorded("/c", "/a", "/b", "/a")


async def test_what_is_not_recorded_is_offline_and_not_absent() -> None:
    outcome = await Replay(await recorded("/a"), VirtualTime().clock).exchange(request("/z"))
    assert isinstance(outcome, Unavailable)
    assert outcome.reason is UnavailableReason.OFFLINE


async def test_a_recording_may_be_written_by_hand() -> None:
    text = '\n{"request": {"registry": "crossref", "path": "/a"}, "status": 404, "content": "Resource not found."}\n'
    outcome = await Replay(text, lambda: START).exchange(request("/a"))
    assert isinstance(outcome, Body)
    assert (outcome.status, outcome.content, outcome.received_at) == (404, b"Resource not found.", START)


@pytest.mark.parametrize(
    "line",
    [
        "{",
        '{"request": {"registry": "nowhere", "path": "/a"}, "status": 200, "content": ""}',
        '{"request": {"registry": "crossref", "path": "/a"}, "status": 200}',
        '{"request": {"registry": "crossref", "path": "/a"}, "status": 200, "content_base64": "%%%"}',
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(SettingsError, match="line 2 of the recording"):
        Replay("\n" + line, lambda: START)

"""The distance between two requests is counted from when the first really left."""

import asyncio

from tasks.transport.limits import Pace


async def test_a_request_that_left_late_pushes_the_next_one_back() -> None:
    pace = Pace(10)
    gone = pace.sent(1.0)
    assert 1.1 <= pace.next_at < 1.12
    pace.written(gone, 1.4)
    assert 1.5 <= pace.next_at < 1.52


async def test_a_request_is_written_once() -> None:
    pace = Pace(10)
    gone = pace.sent(1.0)
    pace.written(gone, 1.0)
    before = pace.next_at
    pace.written(gone, 9.0)
    assert pace.next_at == before


async def test_the_next_request_waits_until_the_last_one_has_left() -> None:
    pace = Pace(10)
    gone = pace.sent(0.0)
    waiting = asyncio.create_task(pace.settle())
    for _ in range(3):
        await asyncio.sleep(0)
    assert not waiting.done()
    pace.written(gone, 0.0)
    await waiting


async def test_nobody_waits_where_nothing_is_on_its_way() -> None:
    await Pace(10).settle()

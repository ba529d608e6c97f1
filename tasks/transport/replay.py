"""Answers from a recording: the demo, tests, and anything that must run without a network.

A recording is JSON Lines. Each line holds a `request` and either `status` and `content` (text; `content_base64` where
the bytes are not text), or `unavailable`. Requests carry no key, address or time, so recordings hold none.
"""

import base64
import binascii
import json
from types import TracebackType
from typing import Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from state.errors import SettingsError
from state.exchange import Body, Request
from state.ledger import Clock
from state.lookup import Unavailable, UnavailableReason


class Door(Protocol):
    """Something that answers requests."""

    async def exchange(self, request: Request) -> Body | Unavailable: ...


class Line(BaseModel):
    """One recorded exchange."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    request: Request
    status: int | None = None
    content: str | None = None
    content_base64: str | None = None
    unavailable: Unavailable | None = None

    def outcome(self, clock: Clock) -> Body | Unavailable:
        """What was recorded, as if it came now. ValueError where the line holds neither a body nor a reason."""
        if self.unavailable is not None:
            return self.unavailable
        if self.status is None or (self.content is None) == (self.content_base64 is None):
            raise ValueError("neither a body nor `unavailable`")
        content = (
            self.content.encode("utf-8")
            if self.content is not None
            else base64.b64decode(self.content_base64 or "", validate=True)
        )
        return Body(fingerprint=self.request.fingerprint, status=self.status, content=content, received_at=clock())


class Replay:
    """A recording as a door. What it does not hold is Unavailable(offline): a recording knows of nothing else."""

    def __init__(self, recording: str, clock: Clock) -> None:
        """SettingsError names the first line that cannot be read."""
        self._lines: dict[str, Line] = {}
        self._clock = clock
        for number, text in enumerate(recording.split("\n"), start=1):
            if not text.strip():
                continue
            try:
                line = Line.model_validate_json(text)
                line.outcome(clock)
            except (ValidationError, ValueError, binascii.Error) as error:
                what = str(error).splitlines()[0]
                raise SettingsError(f"line {number} of the recording cannot be read: {what}") from error
            self._lines[line.request.fingerprint] = line

    async def __aenter__(self) -> "Replay":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    async def exchange(self, request: Request) -> Body | Unavailable:
        line = self._lines.get(request.fingerprint)
        if line is None:
            return Unavailable(reason=UnavailableReason.OFFLINE, detail="not in the recording")
        return line.outcome(self._clock)


class Recorder:
    """A door that remembers what went through it."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._seen: dict[str, tuple[Request, Body | Unavailable]] = {}

    async def exchange(self, request: Request) -> Body | Unavailable:
        outcome = await self._door.exchange(request)
        self._seen[request.fingerprint] = (request, outcome)
        return outcome

    def recording(self) -> str:
        """Everything seen, as `Replay` reads it; sorted, so that the same exchanges give the same bytes."""
        lines = [_line(request, outcome) for request, outcome in self._seen.values()]
        return "".join(line + "\n" for line in sorted(lines))


def _line(request: Request, outcome: Body | Unavailable) -> str:
    row: dict[str, object] = {"request": request.model_dump(mode="json", exclude_defaults=True)}
    if isinstance(outcome, Unavailable):
        row["unavailable"] = outcome.model_dump(mode="json", exclude_defaults=True)
    else:
        row["status"] = outcome.status
        try:
            row["content"] = outcome.content.decode("utf-8")
        except UnicodeDecodeError:
            row["content_base64"] = base64.b64encode(outcome.content).decode("ascii")
    return json.dumps(row, ensure_ascii=False, sort_keys=True)

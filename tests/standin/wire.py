"""HTTP/1.1 on an asyncio stream: one request in, one reply out, connections kept alive."""

import asyncio
from http import HTTPStatus

from tests.standin.exchange import Reply


class Closed(Exception):
    """The other side has gone, or does not speak HTTP/1.1."""


async def read_request(reader: asyncio.StreamReader) -> tuple[str, str, dict[str, str], bytes]:
    """Method, target, headers in lower case, body. Raises Closed at the end of the connection."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ", 2)
        headers = {name.strip().lower(): value.strip() for name, _, value in (ln.partition(":") for ln in lines if ln)}
        if headers.get("transfer-encoding", "").lower() == "chunked":
            return method, target, headers, await _chunks(reader)
        return method, target, headers, await reader.readexactly(int(headers.get("content-length") or 0))
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError) as error:
        raise Closed from error


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")
    return body


async def write_reply(
    writer: asyncio.StreamWriter, reply: Reply, *, head_only: bool = False, cut: bool = False
) -> None:
    """Send a reply. `cut`: announce the whole body, send half of it (the caller closes the connection)."""
    try:
        phrase = HTTPStatus(reply.status).phrase
    except ValueError:
        phrase = "Unknown"
    lines = [f"HTTP/1.1 {reply.status} {phrase}", f"Content-Type: {reply.media_type}; charset=utf-8"]
    lines += [f"Content-Length: {len(reply.body)}", *(f"{name}: {value}" for name, value in reply.headers)]
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
    if not head_only:
        writer.write(reply.body[: len(reply.body) // 2] if cut else reply.body)
    await writer.drain()

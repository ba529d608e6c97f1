"""Loaded by every Python process that has this folder on its PYTHONPATH: writes down whom it wants to speak to."""

import os
import sys

_LOG = os.environ.get("WATCHED_LOG", "")
_EVENTS = ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname")


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if event in _EVENTS and _LOG:
        whom = arguments[0] if event in ("socket.getaddrinfo", "socket.gethostbyname") else arguments[-1]
        port = arguments[1] if event == "socket.getaddrinfo" else ""
        line = f"{event}\t{whom!r}\t{port!r}\t{' '.join(sys.argv[:3])!r}\n"
        handle = os.open(_LOG, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(handle, line.encode())
        os.close(handle)


sys.addaudithook(_watch)

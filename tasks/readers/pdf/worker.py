"""The process in which a PDF is read: pymupdf cannot be interrupted, so its time and memory are bounded from outside.

The file comes on standard input, one JSON object goes to standard output: `{"reading": …}`, or `{"problem": …,
"detail": …}` with a code of `Problem`.
"""

import json
import os
import sys
from typing import Any, Final

from tasks.readers.contract import Reading
from tasks.readers.pdf.pages import TooMuch
from tasks.readers.pdf.reading import NoText, read_document

MEMORY: Final = 1_000_000_000
"""Bytes of address space, where the system can bound it (not on Windows, nor in effect on macOS)."""
STORE: Final = 64_000_000
"""Bytes of pymupdf's own cache of fonts and pictures."""


COMPUTING = 9
"""Seconds of processor time; a tenth is for starting and for the answer."""


class Problem(Exception):
    """Why a PDF could not be read: `broken`, `password`, `scan`, `too_much` or `memory`, and a detail."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


def read_bytes(content: bytes) -> Reading:
    """Read a PDF in this process, unbounded in time. Raises Problem."""
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)  # type: ignore[no-untyped-call]
    pymupdf.TOOLS.mupdf_display_warnings(False)  # type: ignore[no-untyped-call]
    if b"%PDF" not in content[:1024]:
        raise Problem("broken", "it does not begin as a PDF does")
    try:
        with pymupdf.open(stream=content, filetype="pdf") as document:  # type: ignore[no-untyped-call]
            return _read(document)
    except TooMuch as error:
        raise Problem("too_much", str(error)) from error
    except MemoryError as error:
        raise Problem("memory") from error
    except (
        RuntimeError,
        ValueError,
        TypeError,
        IndexError,
        KeyError,
        AttributeError,
        pymupdf.mupdf.FzErrorBase,
    ) as error:
        # What pymupdf raises on damaged files, beside MuPDF's own errors.
        code = "memory" if "malloc" in str(error) or "alloc" in type(error).__name__.lower() else "broken"
        raise Problem(code, type(error).__name__) from error


def _read(document: Any) -> Reading:
    # An empty user password opens the file for reading; pymupdf tries it by itself.
    if document.needs_pass:
        raise Problem("password")
    if document.page_count == 0:
        raise Problem("broken", "it has no pages")
    try:
        return read_document(document)
    except NoText:
        raise Problem("scan") from None


def main() -> None:
    """Read standard input, write the answer, and end."""
    # pymupdf writes messages to standard output: the answer has a descriptor of its own.
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _bound()
    try:
        reading = read_bytes(sys.stdin.buffer.read())
        written = b'{"reading":' + reading.model_dump_json().encode() + b"}"
    except Problem as problem:
        written = json.dumps({"problem": problem.code, "detail": problem.detail}).encode()
    except MemoryError:
        written = b'{"problem": "memory", "detail": ""}'
    answer.write(written)
    answer.flush()
    # Without the interpreter's long farewell to half a million objects.
    os._exit(0)


def _bound() -> None:
    if sys.platform == "win32":
        return
    import resource

    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (COMPUTING, COMPUTING + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ValueError, OSError):
        # macOS refuses limits on address space.
        return


if __name__ == "__main__":
    main()

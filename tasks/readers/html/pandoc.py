"""Pandoc, run as a program of its own: a text in one of its formats becomes its JSON tree, within bounds.

It may read no file and ask no server (`--sandbox`), gets the text on its standard input, and is ended when it takes too
long, too much memory, or writes too much.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from functools import lru_cache

import pypandoc

from state.errors import ManuscriptError

TURNS = 300
"""Tenths of a second by the clock until Pandoc is ended."""
COMPUTING = 6
"""Seconds of processor time that Pandoc may take, where the system can bound it."""
_STOPPED = frozenset({-24, -9})
"""How it ends when it has: SIGXCPU, or killed."""
MAX_INPUT = 8 * 1024 * 1024
MAX_OUTPUT = 24 * 1024 * 1024
"""Bytes of JSON; a thesis of 300 pages has some 8 million."""
HEAP = "512m"
_HEAP_OVERFLOW = 251
"""How a Haskell program ends that asks for more memory than it may have."""


def tree(name: str, content: bytes, form: str) -> list[object]:
    """The blocks of a document in Pandoc's format `form`; `content` is what Pandoc reads.

    Errors: ManuscriptError where Pandoc cannot be started, does not understand the file, or breaks a bound.
    """
    if len(content) > MAX_INPUT:
        raise ManuscriptError(f"{name}: refused, {len(content):,} bytes (at most {MAX_INPUT:,}). Split the file.")
    output = _run(name, content, [_program(name), "--sandbox", "-f", form, "-t", "json", "+RTS", f"-M{HEAP}", "-RTS"])
    try:
        loaded = json.loads(output)
    except RecursionError:
        raise ManuscriptError(f"{name}: refused, nested too deeply. Save it as .docx and try again.") from None
    except ValueError:
        raise ManuscriptError(f"{name}: Pandoc gave no readable answer. Save it as .docx and try again.") from None
    blocks = loaded.get("blocks") if isinstance(loaded, dict) else None
    return blocks if isinstance(blocks, list) else []


def _run(name: str, content: bytes, command: list[str]) -> bytes:
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as answer:
        given.write(content)
        given.seek(0)
        try:
            # The program comes with our own dependency, and its arguments are written above.
            process = subprocess.Popen(command, stdin=given, stdout=answer, stderr=subprocess.DEVNULL)  # noqa: S603
        except OSError as error:
            raise _not_started(name, error) from error
        _bound(process.pid)
        try:
            code = _wait(name, process, answer.fileno())
        finally:
            process.kill()
            process.wait()
        if code in _STOPPED:
            raise _too_long(name)
        if code == _HEAP_OVERFLOW:
            raise ManuscriptError(f"{name}: refused, it takes too much memory to read. Split the file.")
        if code != 0:
            raise ManuscriptError(
                f"{name}: Pandoc cannot read it (it ended with {code}). Save it as .docx and try again."
            )
        answer.seek(0)
        return answer.read(MAX_OUTPUT + 1)


def _bound(pid: int) -> None:
    """Bound the processor time where the system can: by the clock alone, a busy machine would refuse honest files."""
    if sys.platform == "linux":
        import resource

        with contextlib.suppress(OSError):
            resource.prlimit(pid, resource.RLIMIT_CPU, (COMPUTING, COMPUTING + 1))


def _wait(name: str, process: subprocess.Popen[bytes], answer: int) -> int:
    for _ in range(TURNS):
        try:
            code: int | None = process.wait(0.1)
        except subprocess.TimeoutExpired:
            code = None
        if os.fstat(answer).st_size > MAX_OUTPUT:
            raise ManuscriptError(f"{name}: refused, it holds too much text. Split the file.")
        if code is not None:
            return code
    raise _too_long(name)


def _too_long(name: str) -> ManuscriptError:
    return ManuscriptError(f"{name}: refused, it takes too long to read. Split the file, or save it as .docx.")


@lru_cache(maxsize=1)
def _found() -> str:
    path: str = pypandoc.get_pandoc_path()
    return path


def _program(name: str) -> str:
    try:
        return _found()
    except OSError as error:
        raise _not_started(name, error) from error


def _not_started(name: str, error: OSError) -> ManuscriptError:
    reason = " ".join(str(error).split())[:200]
    return ManuscriptError(
        f"{name}: this format needs the program pandoc, which cannot be started ({reason}). "
        "Install Corrigenda again, or save the file as .docx."
    )

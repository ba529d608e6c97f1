"""The reader of PDF manuscripts. The work is done in a process of its own, which is stopped when its time is over."""

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Final

from state.errors import ManuscriptError
from tasks.readers.contract import NO_COMPANIONS, Reading, SingleFile
from tasks.readers.pdf.worker import COMPUTING

SECONDS: Final = 45.0
"""By the clock. The process may compute for nine (`pdf_worker.COMPUTING`); a busy machine gives it less than all."""
MAX_BYTES: Final = 300_000_000

STOPPED: Final = frozenset({-24, -30, -9})
"""How a process ends that has computed for too long: SIGXCPU (24; 30 on some systems), or killed at the hard limit."""

_START = "import json,sys; sys.path[:] = json.loads(sys.argv[1]); from tasks.readers.pdf.worker import main; main()"
"""The same interpreter with the same path: what this process can import, that one can."""

_WORDS: Final[Mapping[str, str]] = {
    "broken": "this is no PDF that can be read ({detail}). Export it again, or give the Word or LaTeX file",
    "password": "it asks for a password. Save it without one, or give the Word or LaTeX file",
    "scan": "its pages are pictures without text. Run a text recognition (OCR) over it, or give the Word or LaTeX file",
    "too_much": "it holds {detail}. Split it into parts",
    "memory": "reading it takes more than 1 GB of memory. Export it again, or give the Word or LaTeX file",
    "time": "reading it takes longer than {detail} seconds. Split it, export it again, or give the Word or LaTeX file",
    "crashed": "the program that reads PDFs broke down over it. Export it again, or give the Word or LaTeX file",
}


class PdfReader(SingleFile):
    """Reads a PDF with a text layer. Errors: ManuscriptError, one line."""

    name = "pdf"
    suffixes: tuple[str, ...] = (".pdf",)

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds

    def read(self, name: str, content: bytes, companions: Mapping[str, bytes] = NO_COMPANIONS) -> Reading:
        """The paragraphs in reading order, columns one after the other; running heads, page and line numbers left out.

        `line` counts non-empty paragraphs from 1. Each entry of the reference list is one `listed` paragraph with its
        label as printed; a link into the list is a CITATION. Warnings: `pages_without_text`, `figure_text` (rows inside
        figures, left out); each `=N`.
        """
        if len(content) > MAX_BYTES:
            raise _error(name, "too_much", f"{len(content) // 1_000_000} million bytes")
        written, ended = self._answer(name, content)
        if ended in STOPPED and not written:
            raise _error(name, "time", f"{COMPUTING}")
        try:
            # The reading is validated as it is decoded: the other process is trusted no more than the file it read.
            if written.startswith(b'{"reading":'):
                return Reading.model_validate_json(written[len(b'{"reading":') : -1])
            answer = json.loads(written)
            raise _error(name, str(answer["problem"]), str(answer["detail"]))
        except (ValueError, TypeError, KeyError) as error:
            raise _error(name, "crashed") from error

    def _answer(self, name: str, content: bytes) -> tuple[bytes, int]:
        command = [sys.executable, "-c", _START, json.dumps([path for path in sys.path if isinstance(path, str)])]
        with subprocess.Popen(  # noqa: S603 - our own interpreter and our own program
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            try:
                written, _ = process.communicate(content, timeout=self.seconds)
            except subprocess.TimeoutExpired as error:
                process.kill()
                raise _error(name, "time", f"{self.seconds:g}") from error
            finally:
                process.kill()
            return written, process.returncode


def _error(name: str, code: str, detail: str = "") -> ManuscriptError:
    return ManuscriptError(f"{name}: {_WORDS.get(code, _WORDS['crashed']).format(detail=detail)}.")

"""Progress on stderr: which step, how far, how fast, how long still."""

import sys
import time
from collections.abc import Callable

WORDS: dict[str, dict[str, str]] = {
    "en": {"A": "reading", "B": "looking up references", "C": "judging claims", "left": "s left"},
    "zh": {"A": "读取", "B": "查询引用", "C": "判断 claim", "left": "秒后完成"},
}


class Teller:
    """A line that is drawn over on a terminal, and a line every quarter of the way elsewhere."""

    def __init__(self, *, quiet: bool, verbose: int, language: Callable[[], str] = lambda: "en") -> None:
        self._silent = quiet
        self._language = language
        self._verbose = verbose
        self._terminal = sys.stderr.isatty()
        self._began: dict[str, tuple[float, int]] = {}
        self._shown: dict[str, int] = {}

    def progress(self, step: str, done: int, total: int, note: str = "") -> None:
        """Told after each committed piece."""
        if self._silent or total == 0:
            return
        now = time.monotonic()
        start, first = self._began.setdefault(step, (now, done - 1))
        elapsed, made = now - start, done - first
        rate = made / elapsed if elapsed > 0.5 else None
        words = WORDS.get(self._language(), WORDS["en"])
        left = f", {(total - done) / rate:.0f} {words['left']}" if rate and done < total else ""
        speed = f" ({rate:.1f}/s{left})" if rate else ""
        line = f"{words.get(step, step)}: {done}/{total}{speed}{'  ' + note if note else ''}"
        if self._terminal:
            sys.stderr.write("\r\x1b[K" + line + ("\n" if done >= total else ""))
        elif self._verbose or done >= total or done * 4 // total > self._shown.get(step, 0):
            self._shown[step] = done * 4 // total
            sys.stderr.write(line + "\n")
        sys.stderr.flush()

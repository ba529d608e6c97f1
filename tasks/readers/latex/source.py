"""One LaTeX file without its comments: what TeX would read, with the line each character stood on.

Comments and disabled parts are cut out; verbatim text is set aside behind a placeholder, so that nothing later takes a
command in it for one.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

OPEN, CLOSE = "\ue000", "\ue001"
"""Around the index of a set-aside text. Characters of private use in the file itself become U+FFFD."""
_PRIVATE = re.compile(r"[\ue000-\ue00f]")
_SCAN = re.compile(
    r"(?P<comment>%)"
    r"|(?P<verb>\\verb\*?(?=[^A-Za-z]))"
    r"|(?P<inline>\\(?:lstinline|mintinline)(?![A-Za-z]))"
    r"|\\begin[ \t]*\{(?P<environment>[A-Za-z@]+\*?)\}"
    r"|(?P<off>\\iffalse(?![A-Za-z@]))"
    r"|(?P<address>\\(?:url|href|nolinkurl|path)(?![A-Za-z])[ \t]*\{[^{}\n]*\})"
    r"|(?P<stop>\\endinput(?![A-Za-z@]))"
    r"|\\.",
    re.DOTALL,
)
_VERBATIM = frozenset(
    {
        "verbatim", "verbatim*", "Verbatim", "Verbatim*", "BVerbatim", "LVerbatim", "SaveVerbatim", "lstlisting",
        "minted", "alltt", "verbatimtab", "Highlighting", "pyverbatim", "Sinput", "Soutput", "Schunk",
    }
)  # fmt: skip
_HIDDEN = frozenset({"comment", "filecontents", "filecontents*"})
_MADE_VERBATIM = re.compile(
    r"\\(?:lstnewenvironment|(?:re)?newtcblisting|(?:Declare|New)TCBListing|(?:Define|Recustom)VerbatimEnvironment"
    r"|newverbatim|newminted(?:\[(\w+)\])?)\s*(?:\[[^\]]*\]\s*)?\{(\w+)\}"
)
_SHORT = re.compile(r"\\(?:MakeShortVerb\*?|lstMakeShortInline(?:\[[^\]]*\])?)\s*\{?\\?([^\w\s\\{}%])")
"""A character that from here on encloses verbatim words."""
_CONDITION = re.compile(r"\\(if[A-Za-z@]*|else|fi)(?![A-Za-z@])(?!\s*\{)")
_OPTIONS = re.compile(r"[ \t]*(?:\[[^\]]*\]|\{[^{}\n]*\})*[ \t]*\n?")
_NEXT_LINE = re.compile(r"[^\n]*\n[ \t]*(?P<blank>\n)?")


@dataclass(frozen=True)
class SetAside:
    """Verbatim text. `block` tells a listing from a few words inside a sentence."""

    text: str
    line: int
    block: bool


@dataclass
class Clean:
    """A file's text without comments. `line(offset)` is the line of the file, from 1."""

    text: str = ""
    aside: list[SetAside] = field(default_factory=list)
    hidden_files: int = 0
    """`filecontents` environments, which hold other files."""
    starts: list[int] = field(default_factory=lambda: [0])
    origins: list[int] = field(default_factory=lambda: [0])
    newlines: list[int] = field(default_factory=list)

    def line(self, offset: int) -> int:
        index = bisect_right(self.starts, offset) - 1
        return bisect_right(self.newlines, self.origins[index] + offset - self.starts[index] - 1) + 1


def verbatim_names(text: str) -> frozenset[str]:
    """Environments that a file declares to be verbatim."""
    return frozenset(name for pair in _MADE_VERBATIM.findall(text) for name in pair if name)


def clean(source: str, verbatim: Iterable[str] = (), first_aside: int = 0) -> Clean:
    """The text of a file as TeX reads it. `first_aside` is the number of the first placeholder."""
    return _Scanner(source, _VERBATIM | frozenset(verbatim), first_aside).run()


class _Scanner:
    def __init__(self, source: str, verbatim: frozenset[str], first_aside: int) -> None:
        self.source = _PRIVATE.sub("\ufffd", source.replace("\r\n", "\n").replace("\r", "\n"))
        self.verbatim = verbatim
        self.first = first_aside
        self.clean = Clean(newlines=[found.start() for found in re.finditer("\n", self.source)])
        self.parts: list[str] = []
        self.length = 0
        declared = _SHORT.search(self.source)
        self.short = None if declared is None else declared[1]
        self.scan = _SCAN
        if self.short is not None:
            self.scan = re.compile(f"(?P<short>{re.escape(self.short)})|{_SCAN.pattern}", re.DOTALL)
        self.missing: set[str] = set()
        """Endings that do not occur any more: searched for once."""

    def run(self) -> Clean:
        position = 0
        while (found := self.scan.search(self.source, position)) is not None:
            start = found.start()
            if found["stop"]:
                self._keep(position, start)
                break
            replaced = self._replaced(found)
            if replaced is None:
                self._keep(position, found.end())
                position = found.end()
                continue
            self._keep(position, start)
            text, position = replaced
            self._write(text, start)
        else:
            self._keep(position, len(self.source))
        self.clean.text = "".join(self.parts)
        return self.clean

    def _keep(self, start: int, end: int) -> None:
        self._write(self.source[start:end], start)

    def _write(self, text: str, origin: int) -> None:
        if text:
            self.clean.starts.append(self.length)
            self.clean.origins.append(origin)
            self.parts.append(text)
            self.length += len(text)

    def _replaced(self, found: re.Match[str]) -> tuple[str, int] | None:
        """What stands in place of a match, and where the source goes on; None where the match stays as it is."""
        if found["comment"]:
            following = _NEXT_LINE.match(self.source, found.end())
            if following is None:
                return "", len(self.source)
            return ("\n\n", following.end("blank")) if following["blank"] else ("", following.end())
        if found["off"]:
            return "", self._end_of_disabled(found.end())
        if self.short is not None and found["short"]:
            return self._words(found.end(), self.short)
        if found["verb"]:
            delimiter = self.source[found.end() : found.end() + 1]
            return self._words(found.end() + 1, delimiter)
        if found["inline"]:
            return self._inline(found.end())
        if found["environment"] in _HIDDEN or found["environment"] in self.verbatim:
            return self._environment(found["environment"], found.end())
        return None

    def _end_of_disabled(self, position: int) -> int:
        r"""Behind the `\else` or `\fi` that ends a part disabled by `\iffalse`; the end where there is none."""
        depth = 1
        for found in _CONDITION.finditer(self.source, position):
            if found[1] == "fi":
                depth -= 1
            elif found[1] == "else":
                if depth == 1:
                    return found.end()
            elif found[1] not in ("iff", "ifthenelse"):
                depth += 1
            if depth == 0:
                return found.end()
        return len(self.source)

    def _words(self, start: int, delimiter: str) -> tuple[str, int] | None:
        end = self.source.find(delimiter, start, start + 2000) if delimiter else -1
        if end < 0 or "\n" in self.source[start:end]:
            return None
        return self._set_aside(start, end, block=False), end + len(delimiter)

    def _inline(self, position: int) -> tuple[str, int] | None:
        options = re.compile(r"\s*(?:\[[^\]]{0,500}\])?(?:\{\w+\}(?=[{|!+]))?").match(self.source, position)
        start = position if options is None else options.end()
        delimiter = self.source[start : start + 1]
        return self._words(start + 1, "}" if delimiter == "{" else delimiter)

    def _environment(self, name: str, position: int) -> tuple[str, int] | None:
        ending = f"\\end{{{name}}}"
        end = -1 if ending in self.missing else self.source.find(ending, position)
        if end < 0:
            self.missing.add(ending)
            return None
        after = end + len(ending)
        if name in _HIDDEN:
            self.clean.hidden_files += name != "comment"
            return "", after
        options = _OPTIONS.match(self.source, position, end)
        return self._set_aside(position if options is None else options.end(), end, block=True), after

    def _set_aside(self, start: int, end: int, *, block: bool) -> str:
        line = bisect_right(self.clean.newlines, start - 1) + 1
        self.clean.aside.append(SetAside(self.source[start:end], line, block))
        return f"{OPEN}{self.first + len(self.clean.aside) - 1}{CLOSE}"

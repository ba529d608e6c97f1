"""The files a LaTeX manuscript is made of: which it names, and all of them as one text in the order of reading.

Only files inside the manuscript's folder: a path that leaves it, an absolute one and a pipe are refused, and said.
"""

import posixpath
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from state.errors import ManuscriptError
from state.manuscript import SourceRole
from tasks.readers.contract import Companion
from tasks.readers.encoding import decode
from tasks.readers.latex.source import Clean, SetAside, clean, verbatim_names

MAX_CHARACTERS = 3_000_000
"""All files together; a thesis of 300 pages has some 800,000."""
MAX_FILES = 1_000
MAX_DEPTH = 20
_INCLUDE = re.compile(
    r"\\(?P<far>import|subimport|inputfrom|includefrom|subinputfrom|subincludefrom)\*?\s*"
    r"\{(?P<folder>[^{}]*)\}\s*\{(?P<below>[^{}]*)\}"
    r"|\\(?P<near>input|include|subfile|subfileinclude|InputIfFileExists)(?![A-Za-z@])\s*"
    r"(?:\{(?P<path>[^{}]*)\}|(?P<bare>[^\s\\{}\[\]]+))"
)
_ONLY = re.compile(r"\\includeonly\s*\{([^{}]*)\}")
_BIBLIOGRAPHY = re.compile(
    r"\\(?P<command>bibliography|nobibliography\*?|addbibresource|addglobalbib|addsectionbib)(?![A-Za-z])\s*"
    r"(?:\[(?P<options>[^\]]*)\]\s*)?\{(?P<names>[^{}]*)\}"
)
_BEGIN, _END = re.compile(r"\\begin\s*\{document\}"), re.compile(r"\\end\s*\{document\}")
_PROGRAMMED = re.compile(r"[\\#|]|^[a-z]+://", re.IGNORECASE)


@dataclass(frozen=True)
class Inclusion:
    """A command that names a file. `candidates` is empty where the path is refused."""

    start: int
    end: int
    path: str
    candidates: tuple[str, ...]
    command: str


@dataclass
class Flat:
    """All files as one text. `line(offset)` is the line in the file the character came from."""

    text: str = ""
    body: int = 0
    r"""Where the text behind `\begin{document}` starts; the preamble stands before it."""
    aside: list[SetAside] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    bibliographies: int = 0
    starts: list[int] = field(default_factory=list)
    origins: list[tuple[Clean, int]] = field(default_factory=list)

    def line(self, offset: int) -> int:
        if not self.starts:
            return 1
        index = max(bisect_right(self.starts, offset) - 1, 0)
        source, start = self.origins[index]
        return source.line(start + offset - self.starts[index])


def companions_of(name: str, content: bytes) -> tuple[Companion, ...]:
    """The files that one LaTeX file names, in order; for the main file its `.bbl` too. Never raises."""
    if name.lower().endswith(".bbl"):
        return ()
    try:
        text = decode(name, content).text
    except ManuscriptError:
        return ()
    if len(text) > MAX_CHARACTERS:
        return ()
    source = clean(text, verbatim_names(text)).text
    folder = _folder(name)
    found: dict[tuple[str, ...], Companion] = {}
    for inclusion in inclusions(source, folder, _only(source)):
        if inclusion.candidates and len(found) < MAX_FILES:
            needed = inclusion.command != "InputIfFileExists"
            companion = Companion(candidates=inclusion.candidates, role=SourceRole.MANUSCRIPT, needed=needed)
            found.setdefault(inclusion.candidates, companion)
    for candidates in _bibliographies(source, folder):
        found.setdefault(candidates, Companion(candidates=candidates, role=SourceRole.BIBLIOGRAPHY))
    if _BEGIN.search(source) is not None:
        candidates = (bbl_of(name),)
        found[candidates] = Companion(candidates=candidates, role=SourceRole.MANUSCRIPT, needed=False)
    return tuple(found.values())


def bbl_of(name: str) -> str:
    """Path of the list that BibTeX or Biber made for a main file."""
    return posixpath.join(_folder(name), posixpath.splitext(posixpath.basename(name.replace("\\", "/")))[0] + ".bbl")


def inclusions(text: str, folder: str, only: frozenset[str] | None) -> Iterator[Inclusion]:
    r"""The commands of a cleaned text that include files; `\include` of what `\includeonly` leaves out is passed by."""
    for found in _INCLUDE.finditer(text):
        command = found["far"] or found["near"]
        path = (found["below"] if found["far"] else found["path"] or found["bare"] or "").strip().strip('"')
        below = (found["folder"] or "").strip() if found["far"] else ""
        if command == "include" and only is not None and _stem(path) not in only:
            continue
        if not path or "#" in path + below or "\\" in path + below:
            continue  # a definition's argument, or a path that a program would have to be run for
        joined = posixpath.join(below, path)
        refused = _PROGRAMMED.search(joined) is not None
        candidates = () if refused else _candidates(joined, folder, (".tex", "", ".ltx"))
        yield Inclusion(found.start(), found.end(), joined, candidates, command)


def _only(text: str) -> frozenset[str] | None:
    names = [name.strip() for found in _ONLY.finditer(text) for name in found[1].split(",")]
    return frozenset(_stem(name) for name in names if name) if _ONLY.search(text) else None


def _stem(path: str) -> str:
    return posixpath.normpath(path.removesuffix(".tex"))


def _bibliographies(text: str, folder: str) -> Iterator[tuple[str, ...]]:
    for found in _BIBLIOGRAPHY.finditer(text):
        if "remote" in (found["options"] or ""):
            continue
        names = [found["names"]] if found["command"].startswith("add") else found["names"].split(",")
        for name in (part.strip().strip('"') for part in names):
            if name and _PROGRAMMED.search(name) is None:
                whole = ("",) if name.lower().endswith((".bib", ".ris", ".json", ".xml")) else (".bib",)
                candidates = _candidates(name, folder, whole)
                if candidates:
                    yield candidates


def _folder(name: str) -> str:
    folder = posixpath.dirname(name.replace("\\", "/"))
    return "" if folder.startswith("/") or ":" in folder else folder


def _candidates(path: str, folder: str, endings: tuple[str, ...]) -> tuple[str, ...]:
    """Paths below the manuscript's folder that may be meant: LaTeX looks from the main file, `import` from the part."""
    if path.startswith(("/", "~")) or ":" in path:
        return ()
    if "" in endings and posixpath.splitext(path)[1].lower() in (".tex", ".ltx", ".bbl"):
        endings = ("", ".tex")
    found: list[str] = []
    for base in ("", folder) if folder else ("",):
        for ending in endings:
            candidate = posixpath.normpath(posixpath.join(base, path + ending))
            if not candidate.startswith("..") and candidate not in found:
                found.append(candidate)
    return tuple(found)


def flatten(name: str, text: str, companions: Mapping[str, bytes]) -> Flat:
    """A main file with its parts in place. Warnings: `files_named=N files_read=M`, `file_missing=PATH`,
    `file_refused=PATH`, `include_cycle=PATH`, `undecodable_characters=N`, `embedded_files=N`.

    ManuscriptError where all files together are too long or too many.
    """
    flattener = _Flattener(name, {posixpath.normpath(path): content for path, content in companions.items()})
    flattener.add(name, text, depth=0)
    flat = flattener.flat
    flat.text = "".join(flattener.parts)
    if flattener.named:
        flat.warnings.insert(0, f"files_named={flattener.named} files_read={flattener.read}")
    for code, count in (("embedded_files", flattener.embedded), ("undecodable_characters", flattener.undecodable)):
        if count:
            flat.warnings.append(f"{code}={count}")
    return flat


class _Flattener:
    def __init__(self, name: str, companions: Mapping[str, bytes]) -> None:
        self.flat = Flat()
        self.parts: list[str] = []
        self.named = self.read = self.embedded = self.undecodable = 0
        self._name = name
        self._companions = companions
        self._verbatim: set[str] = set()
        self._only: frozenset[str] | None = None
        self._open: list[str] = []
        self._length = self._cleaned = 0

    def add(self, path: str, text: str, depth: int) -> None:
        self._verbatim |= verbatim_names(text)
        source = clean(text, self._verbatim, len(self.flat.aside))
        self._cleaned += len(text)
        if self._cleaned > MAX_CHARACTERS:
            raise ManuscriptError(
                f"{self._name}: refused, it and its parts have more than {MAX_CHARACTERS:,} characters. Split it."
            )
        self.flat.aside += source.aside
        self.embedded += source.hidden_files
        if depth == 0:
            self._only = _only(source.text)
        begin, end = _BEGIN.search(source.text), _END.search(source.text)
        position = 0
        last = len(source.text) if end is None else end.start()
        body = 0 if begin is None else begin.end()
        if depth > 0:
            position = body
        self._open.append(path)
        for inclusion in inclusions(source.text, _folder(path), self._only):
            if not position <= inclusion.start < last:
                continue
            self._piece(source, position, inclusion.start, body if depth == 0 else 0)
            position = inclusion.end
            self._include(inclusion, depth)
        self._piece(source, position, last, body if depth == 0 else 0)
        self._open.pop()

    def _piece(self, source: Clean, start: int, end: int, body: int) -> None:
        if start < body <= end:
            self.flat.body = self._length + body - start
        if start < end:
            self.flat.starts.append(self._length)
            self.flat.origins.append((source, start))
            self.parts.append(source.text[start:end])
            self._length += end - start

    def _include(self, inclusion: Inclusion, depth: int) -> None:
        optional = inclusion.command == "InputIfFileExists"
        if not inclusion.candidates:
            self.named += 1
            self.flat.warnings.append(f"file_refused={inclusion.path[:200]}")
            return
        found = next((path for path in inclusion.candidates if path in self._companions), None)
        if found is None:
            if not optional:
                self.named += 1
                self.flat.warnings.append(f"file_missing={inclusion.candidates[0][:200]}")
            return
        self.named += 1
        if found in self._open or depth + 1 >= MAX_DEPTH:
            self.flat.warnings.append(f"include_cycle={found[:200]}")
            return
        if self.read >= MAX_FILES:
            raise ManuscriptError(f"{self._name}: refused, it includes more than {MAX_FILES} files.")
        try:
            decoded = decode(found, self._companions[found])
        except ManuscriptError:
            self.flat.warnings.append(f"file_unreadable={found[:200]}")
            return
        self.read += 1
        self.undecodable += decoded.undecodable
        self._break(inclusion.command)
        self.add(found, decoded.text, depth + 1)
        self._break(inclusion.command)

    def _break(self, command: str) -> None:
        r"""`\include` begins a page; the others end a line, as the end of a file does."""
        source, start = self.flat.origins[-1] if self.flat.origins else (Clean(text=""), 0)
        self.flat.starts.append(self._length)
        self.flat.origins.append((source, start))
        self.parts.append("\n\n" if command == "include" else "\n")
        self._length += len(self.parts[-1])

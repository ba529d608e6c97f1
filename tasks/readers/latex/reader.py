"""The reader of LaTeX (.tex): a main file with its parts, its own macros, its citations and its list of references.

It reads the source itself, and not Pandoc's tree of it: that has no line numbers, loses what stands in chapters it may
not open, and on real theses fails or does not end (docs/decisions/0009).
"""

import re
from collections.abc import Mapping

from state.errors import ManuscriptError
from state.manuscript import Reference
from tasks.readers.contract import NO_COMPANIONS, Companion, Reading
from tasks.readers.encoding import decode
from tasks.readers.latex.bbl import is_biblatex, references_of
from tasks.readers.latex.blocks import is_chinese
from tasks.readers.latex.cite import is_citation
from tasks.readers.latex.commands import CHAPTERS
from tasks.readers.latex.files import MAX_CHARACTERS, Flat, bbl_of, companions_of, flatten
from tasks.readers.latex.input import Input
from tasks.readers.latex.macros import DEFINING, Macros
from tasks.readers.latex.source import clean
from tasks.readers.latex.walk import Walker

_DEFINITION = re.compile(rf"\\({'|'.join(sorted(DEFINING, key=len, reverse=True))})(?![A-Za-z@])")
_CITATION = re.compile(r"\\([A-Za-z]*cit[A-Za-z]*)\*?\s*(?:\[[^\]]{0,200}\]){0,2}\{[^{}\\#]+\}")
_NOCITE = re.compile(r"\\nocite\s*\{([^{}]*)\}")


class LatexReader:
    """Reads .tex. Marks: citation (every command called `…cite…`), superscript, subscript, code, math, link."""

    name = "tex"
    suffixes: tuple[str, ...] = (".tex", ".ltx")

    def companions(self, name: str, content: bytes) -> tuple[Companion, ...]:
        """Its parts (`\\input`, `\\include`, …), the bibliographies it names and, of a main file, its `.bbl`."""
        return companions_of(name, content)

    def read(self, name: str, content: bytes, companions: Mapping[str, bytes] = NO_COMPANIONS) -> Reading:
        """Paragraphs in the order of the compiled document. A paragraph's `line` is that of the file it stands in,
        which for a part is the part; an entry of a `.bbl` has the line of the command that prints the list.

        Warnings: those of `flatten`, `drawings=N` (pictures drawn by commands, whose labels are not read),
        `macros_not_expanded=N`, `nesting_too_deep=N`, `preamble_citations=N` (before the text begins: not read).
        Errors: ManuscriptError where the file is no text, too long, or nested beyond reading.
        """
        decoded = decode(name, content)
        if len(decoded.text) > MAX_CHARACTERS:
            raise ManuscriptError(f"{name}: refused, longer than {MAX_CHARACTERS:,} characters. Split the file.")
        flat = flatten(name, decoded.text, companions)
        if decoded.undecodable:
            flat.warnings.append(f"undecodable_characters={decoded.undecodable}")
        printed, references = _bibliography(name, companions, flat)
        body = flat.text[flat.body :]
        macros, cited_before = _preamble(name, flat)
        if cited_before:
            flat.warnings.append(f"preamble_citations={cited_before}")
        walker = Walker(
            Input(name, flat.text, flat.line, flat.body),
            macros,
            flat.aside,
            printed,
            chapters=CHAPTERS.search(body) is not None,
            chinese=is_chinese(body),
        )
        walker.run()
        preamble = [key.strip() for keys in _NOCITE.findall(flat.text[: flat.body]) for key in keys.split(",")]
        lost = tuple(f"{code}={count}" for code, count in sorted(walker.lost.items()) if count)
        return Reading(
            format=self.name,
            paragraphs=walker.page.paragraphs,
            warnings=(*dict.fromkeys(flat.warnings), *lost),
            references=references,
            uncited=tuple(dict.fromkeys(key for key in (*preamble, *walker.uncited) if key)),
        )


def _preamble(name: str, flat: Flat) -> tuple[Macros, int]:
    """What the preamble, with the files it reads, defines; and how many citations stand in it beside definitions (in an
    abstract that is an argument of a setting), which are not read."""
    macros = Macros()
    position = cited = 0
    source = Input(name, flat.text[: flat.body], lambda _: 1)
    while (found := _DEFINITION.search(flat.text, position, flat.body)) is not None:
        cited += _citations(flat.text[position : found.start()])
        source.move(found.end())
        macros.define(found[1], source)
        position = max(source.position, found.end())
    return macros, cited + _citations(flat.text[position : flat.body])


def _citations(text: str) -> int:
    return sum(is_citation(found[1]) for found in _CITATION.finditer(text))


def _bibliography(name: str, companions: Mapping[str, bytes], flat: Flat) -> tuple[str, tuple[Reference, ...]]:
    """A `.bbl` as LaTeX to be printed (BibTeX's), or as references (Biber's)."""
    path = bbl_of(name)
    if path not in companions:
        return "", ()
    try:
        text = decode(path, companions[path]).text
    except ManuscriptError:
        flat.warnings.append(f"file_unreadable={path}")
        return "", ()
    if len(text) > MAX_CHARACTERS:
        flat.warnings.append(f"file_too_long={path}")
        return "", ()
    if is_biblatex(text):
        return "", references_of(path, text)
    source = clean(text, (), len(flat.aside))
    flat.aside += source.aside
    return source.text, ()

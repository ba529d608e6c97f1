"""The `.bbl` that Biber wrote for biblatex: not a printed list, but every field of every cited entry."""

import re
from collections.abc import Iterator

from state.manuscript import Reference
from tasks.readers.bibtex.blocks import RawEntry
from tasks.readers.bibtex.reference import reference
from tasks.readers.bibtex.values import Abbreviations

MAX_ENTRIES = 20_000
_ENTRY = re.compile(r"^[ \t]*\\entry\{([^{}]+)\}\{([^{}]*)\}\{[^{}]*\}", re.MULTILINE)
_END = re.compile(r"^[ \t]*\\endentry\b", re.MULTILINE)
_FIELD = re.compile(r"^[ \t]*\\(field|strng|range)\{(\w+)\}\{", re.MULTILINE)
_VERB = re.compile(r"^[ \t]*\\verb\{(\w+)\}[ \t]*\n[ \t]*\\verb[ \t]+([^\n]*)\n[ \t]*\\endverb", re.MULTILINE)
_NAMES = re.compile(r"^[ \t]*\\name\{(author|editor)\}\{\d+\}\{[^{}]*\}\{%?[ \t]*$(.*?)^[ \t]{0,6}\}[ \t]*$",
                    re.MULTILINE | re.DOTALL)  # fmt: skip
_PERSON = re.compile(r"\b(family|given|prefix|suffix)=\{")
_MORE = re.compile(r"\\true\{(more(?:author|editor)s?|more(?:label)?name)\}")
_LIST = re.compile(r"^[ \t]*\\list\{(\w+)\}\{\d+\}\{%?\s*\{", re.MULTILINE)
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_YEARS = {"year": "year", "origyear": "origyear", "eventyear": "eventdate"}


def is_biblatex(text: str) -> bool:
    return "\\entry{" in text and "\\endentry" in text


def references_of(name: str, text: str) -> tuple[Reference, ...]:
    """The entries as References, in file order, each key once; `id` and `key` are the key.

    Names are given to the .bib reader's own rules, so that an entry reads the same from both files.
    """
    found: dict[str, Reference] = {}
    for entry in _entries(text):
        if entry.key not in found and len(found) < MAX_ENTRIES:
            found[entry.key] = reference(name, entry, entry.key, Abbreviations(()), ())
    return tuple(found.values())


def _entries(text: str) -> Iterator[RawEntry]:
    for start in _ENTRY.finditer(text):
        end = _END.search(text, start.end())
        body = text[start.end() : len(text) if end is None else end.start()]
        line = text.count("\n", 0, start.start()) + 1
        yield RawEntry(start[2], start[1], line, text[start.start() : start.end() + len(body)], _fields(body))


def _fields(body: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for found in _FIELD.finditer(body):
        value = _group(body, found.end() - 1)
        name = found[2]
        if found[1] == "range":
            value = re.sub(r"\{(\d+)\}\{([^{}]*)\}", lambda part: f"{part[1]}–{part[2]}", value)
        if not name.endswith(("hash", "init")) and name not in ("sortinit", "labelalpha", "labelyear"):
            fields.setdefault(name, "{" + value + "}")
    for name, value in _VERB.findall(body):
        fields.setdefault(name, "{" + value.strip() + "}")
    for found in _LIST.finditer(body):
        fields.setdefault(found[1], "{" + _group(body, found.end() - 1) + "}")
    for found in _NAMES.finditer(body):
        people = list(_people(found[2]))
        if _MORE.search(body):
            people.append("others")
        if people:
            fields.setdefault(found[1], "{" + " and ".join(people) + "}")
    return fields


def _people(names: str) -> Iterator[str]:
    """Each person in BibTeX's own spelling: `{Family}, {Given}`."""
    person: dict[str, str] = {}
    for found in _PERSON.finditer(names):
        if found[1] == "family" and "family" in person:
            yield _spelt(person)
            person = {}
        person.setdefault(found[1], _group(names, found.end() - 1))
    if "family" in person:
        yield _spelt(person)


def _spelt(person: dict[str, str]) -> str:
    family = " ".join(part for part in (person.get("prefix"), person.get("family")) if part)
    given = re.sub(r"\\bibnamedelim\w\s?|~", " ", person.get("given", ""))
    family = re.sub(r"\\bibnamedelim\w\s?|~", " ", family)
    return f"{{{family}}}, {given}" if given.strip() else f"{{{family}}}"


def _group(text: str, opening: int) -> str:
    """The inside of the braces that open at `opening`; empty where they do not close."""
    depth = 0
    for found in _BRACES.finditer(text, opening, opening + 20_000):
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
        if depth == 0:
            return text[opening + 1 : found.start()]
    return ""

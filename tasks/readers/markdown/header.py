"""The YAML header of a Markdown manuscript: the bibliographies it names, works it describes, what it lists uncited."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from state.manuscript import Reference
from tasks.readers.markdown.citations import keys_of
from tasks.readers.records.csl import reference_of
from tasks.readers.safe_yaml import load_yaml

MAX_HEADER = 300_000
"""Characters; a hundred works described in full have some 60,000."""
_ENDS = ("---", "...")
_NAMED = re.compile(r"^bibliography:[ \t]*[\"']?([^\s\"'\[\]#]+)", re.MULTILINE)


@dataclass(frozen=True)
class Header:
    """What a header says of the works; `readable` is False where it is no YAML."""

    bibliographies: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    uncited: tuple[str, ...] = ()
    readable: bool = True


def header_lines(lines: list[str]) -> int:
    """How many lines at the start of a file are its header; 0 where it has none."""
    if not lines or lines[0].strip() != "---":
        return 0
    return next((number + 1 for number in range(1, len(lines)) if lines[number].rstrip() in _ENDS), 0)


def read_header(name: str, lines: list[str]) -> Header:
    """The header of a file, given as lines."""
    count = header_lines(lines)
    text = "\n".join(lines[1 : count - 1])
    if not count or not text.strip():
        return Header()
    loaded = load_yaml(text, MAX_HEADER)
    if not isinstance(loaded, Mapping):
        return Header(bibliographies=tuple(dict.fromkeys(_NAMED.findall(text))), readable=False)
    nocite = " ".join(_texts(loaded.get("nocite")))
    return Header(
        bibliographies=tuple(dict.fromkeys(_texts(loaded.get("bibliography")))),
        references=tuple(_references(name, loaded.get("references"))),
        uncited=keys_of(nocite),
    )


def bibliography_paths(name: str, header: Header) -> Iterator[str]:
    """The bibliographies as paths below the manuscript's folder; what lies outside of it is left out."""
    folder = posixpath.dirname(name.replace("\\", "/"))
    folder = "" if folder.startswith("/") or ":" in folder else folder
    for named in header.bibliographies:
        path = posixpath.normpath(posixpath.join(folder, named.strip().replace("\\", "/")))
        if not path.startswith(("..", "/")) and ":" not in path and "|" not in path and path != ".":
            yield path


def _texts(value: object) -> Iterator[str]:
    """The words of a value: a text, a list of texts, or a mapping to them."""
    if isinstance(value, str):
        if value.strip():
            yield value.strip()
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part) if isinstance(part, str) else ()
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part) if not isinstance(part, Mapping) else ()


def _references(name: str, value: object) -> Iterator[Reference]:
    seen: set[str] = set()
    for item in value if isinstance(value, list) else []:
        if not isinstance(item, Mapping):
            continue
        reference = reference_of({str(key): _dated(part) for key, part in item.items()})
        if reference.id and reference.id not in seen:
            seen.add(reference.id)
            yield reference.model_copy(update={"file": name})


def _dated(value: object) -> object:
    """Pandoc's YAML writes a date as a list of one mapping; CSL-JSON as the mapping."""
    return (
        value[0]
        if isinstance(value, list) and value and isinstance(value[0], Mapping) and "year" in value[0]
        else value
    )

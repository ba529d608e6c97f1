"""Author fields become authors: split where BibTeX splits, then where people split who do not know BibTeX."""

import re

from bibtexparser.middlewares.names import parse_single_name_into_parts

from state.lookup import Author
from tasks.readers.bibtex.latex import plain

MAX_NAMES = 20_000
MAX_NAME = 1000
"""Longest name that is split; a longer one is no name."""

_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_BRACE = re.compile(r"(?<!\\)[{}]|\s+and(?=\s)", re.IGNORECASE)
_OTHERS = re.compile(r"^(?:others|et\.?\s*al\.?|等|等人)$", re.IGNORECASE)
_TRAILING_OTHERS = re.compile(r"(?:[,，、\s]*(?:\bet\.?\s*al\.?|\band\s+others)|[,，、\s]*等人?)\s*$", re.IGNORECASE)
_EXTENDED = re.compile(r"\b(family|given|prefix|suffix)\s*=\s*(\{[^{}]*\}|\"[^\"]*\"|[^,]*)", re.IGNORECASE)
HAN = re.compile(r"^[\u3400-\u9fff\uf900-\ufaff·]+$")
_HAN_SEPARATOR = re.compile(r"\s*[，、；;]\s*")
VANCOUVER = re.compile(r"^[^\W\d_][\w'’-]*(?:\s+[^\W\d_][\w'’-]*){0,3}\s+[A-Z]{1,3}$")
_OF_BODIES = frozenset({"at", "for", "of", "on", "the", "with"})
"""Small words inside the names of bodies that are no particles of a surname."""
_COMPOUND = frozenset("欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 令狐 慕容 司徒 夏侯 宇文 长孙 端木 南宫 西门".split(" "))  # noqa: SIM905
SHORT_SURNAMES = frozenset(
    [
        "AN",
        "BAI",
        "CAI",
        "CAO",
        "DAI",
        "DU",
        "FAN",
        "FU",
        "GAO",
        "GU",
        "HAN",
        "HE",
        "HU",
        "JIN",
        "KIM",
        "LEE",
        "LEI",
        "LI",
        "LIN",
        "LIU",
        "LU",
        "LUO",
        "MA",
        "PAN",
        "QI",
        "QIN",
        "QIU",
        "REN",
        "SHI",
        "SU",
        "SUN",
        "TAN",
        "TAO",
        "WEI",
        "WU",
        "XIA",
        "XIE",
        "XU",
        "YAN",
        "YAO",
        "YE",
        "YI",
        "YIN",
        "YU",
        "ZHU",
        "ZOU",
    ]
)
"""Surnames of at most three letters that are often printed in capitals."""


def authors(value: str) -> tuple[tuple[Author, ...], bool]:
    """The authors of a raw field value, in order, and whether the list is complete (no `and others`, `et al.`, 等)."""
    found: list[Author] = []
    complete = True
    names = _split(value)[:MAX_NAMES]
    swapped = _initials_last([name for name in names if not _OTHERS.match(name)])
    for name in names:
        cut = _TRAILING_OTHERS.sub("", name)
        if _OTHERS.match(name) or cut != name:
            complete = False
            cut = "" if _OTHERS.match(name) else cut
        if cut.strip() and (author := _author(cut.strip(), swapped)) is not None:
            found.append(author)
    return tuple(found), complete


def _split(value: str) -> list[str]:
    names = _at_top_level(value)
    if len(names) > 1 or "{" in value:
        return names
    if len(parts := [part for part in _HAN_SEPARATOR.split(value.strip()) if part]) > 1:
        return parts
    parts = [part.strip() for part in value.split(",")]
    if len(parts) > 1 and separate_han(parts):
        return parts
    listed = parts if len(parts) > 1 else names
    people = [part for part in listed if not _OTHERS.match(part)]
    return listed if len(people) > 1 and _initials_last(people) else names


def _initials_last(names: list[str]) -> bool:
    """Whether names are written as in PubMed, `Smith JA`. `Wei WU, Xi LI` are surnames in capitals, not initials."""
    written = [name for name in names if VANCOUVER.match(name)]
    last = {name.split()[-1] for name in written}
    return len(written) > 0 and len(written) == len(names) and not last <= SHORT_SURNAMES


def _at_top_level(value: str) -> list[str]:
    """Cut at every `and` that stands outside braces."""
    names: list[str] = []
    depth = start = 0
    for matched in _BRACE.finditer(value):
        mark = matched.group()
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth = max(depth - 1, 0)
        elif depth == 0:
            names.append(value[start : matched.start()].strip())
            start = matched.end()
    names.append(value[start:].strip())
    return [name for name in names if name]


def separate_han(parts: list[str]) -> bool:
    """`张三,李四` are two people, `张,三` and `欧阳,小明` one."""
    people = [part for part in parts if not _OTHERS.match(part)]
    whole = all(HAN.match(part) and len(part) >= 2 for part in people)
    return whole and not (len(people) == 2 and people[0] in _COMPOUND)


def _author(name: str, initials_last: bool) -> Author | None:
    if len(name) > MAX_NAME:
        return _of(name[:MAX_NAME], "")
    if _whole_in_braces(name):
        return _of(name, "")
    extended = {key.lower(): text.strip('{}" ') for key, text in _EXTENDED.findall(name)}
    if "family" in extended:
        return _of(f"{extended.get('prefix', '')} {extended['family']}", extended.get("given", ""))
    words = name.split()
    if initials_last and VANCOUVER.match(name):
        return _of(" ".join(words[:-1]), words[-1])
    if len(words) == 2 and all(HAN.match(word) for word in words) and len(words[0]) <= 2:
        return _of(words[0], words[1])
    if "," not in name and not _OF_BODIES.isdisjoint(words[1:-1]):
        return _of(name, "")  # `Council for Better Names` is written without the braces it needs
    parts = parse_single_name_into_parts(name, strict=False)
    return _of(" ".join([*parts.von, *parts.last]), " ".join(parts.first))


def _of(family: str, given: str) -> Author | None:
    family, given = plain(family).strip(" ,"), plain(given).strip(" ,")
    if not family:
        family, given = given, ""
    return Author(family=family, given=given or None) if family else None


def _whole_in_braces(name: str) -> bool:
    """`{World Health Organization}` is one name; `{\\'E}tienne {Le Roux}` is not."""
    if not (name.startswith("{") and name.endswith("}")) or name.startswith("{\\"):
        return False
    depth = 0
    for place, character in enumerate(name):
        depth += (character == "{") - (character == "}")
        if depth == 0 and place < len(name) - 1:
            return False
    return True

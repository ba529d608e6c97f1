"""Citations in Markdown: Pandoc's `[see @key, p. 3; -@other]` and `@key [p. 3]`, Manubot's `@doi:10.…` and tags."""

import re
from collections.abc import Iterator

from markdown_it.rules_inline import StateInline

from state.manuscript import Reference
from tasks.language.identifiers import clean_doi
from tasks.readers.contract import Mark, MarkKind, Target

_KINDS = r"doi|pmid|pubmed|pmcid|pmc|arxiv|isbn|url|wikidata|raw|clinicaltrials"
_KEY = re.compile(
    r"@(?:\{(?P<braced>[^{}\s]{1,500})\}"
    rf"|(?P<identifier>(?:{_KINDS}):(?:[^\s;,\[\]{{}}\"|]|[;,](?=[^\s\]@-])){{1,500}})"
    r"|(?P<address>https?://(?:[^\s;,\[\]{}<>\"|]){1,500})"
    r"|(?P<name>[^\W]\w*(?:[:.#$%&\-+?<>~/]{1,2}\w+)*))"
    r"(?=(?P<after>.?))",
    re.DOTALL | re.IGNORECASE,
)
_CROSS_REFERENCE = re.compile(
    r"(?:(?:fig|tbl|tab|eq|eqn|sec|lst|figure|table|equation|section|algo|alg)s?[:\-]|"
    r"(?:thm|lem|cor|prp|cnj|def|exm|exr|sol|rem|tip|nte|wrn|imp|cau|suppfig|supptbl|app|apx)[:\-])",
    re.IGNORECASE,
)
"""pandoc-crossref's `@fig:x`, Quarto's `@fig-x`: the manuscript's own figures, no works."""
_LETTER = re.compile(r"[\w.%+/\\]")
"""In front of an `@`, these make it part of an address (or escape it)."""
_LOCATOR = re.compile(r"[ \t]*\n?[ \t]*\[((?!\^)[^\[\]]{1,200})\](?![(\[{])")
_TYPED = re.compile(r"[\d\s,;–-]+")
_NO_CITATION_BEHIND = re.compile(r"\([^()\n]*\)|\{[^{}\n]*\}|\[[^\[\]\n]*\]|:")
_DEFINITION = re.compile(
    r"^ {0,3}\[@?(?P<key>[^\[\]\s@]{1,200})\]:[ \t]*<?"
    r"(?P<kind>doi|pmid|pubmed|pmcid|arxiv|isbn|url):(?P<value>[^\s>]{1,500})>?[ \t]*(?:\"[^\"]*\")?[ \t]*$",
    re.IGNORECASE,
)
_STRUCTURE = re.compile(r"[\[\]`$]|\\[\[\]]")
_DEEPEST = 10
_MARKUP = re.compile(r"[*`]|(?<!\w)_|_(?!\w)")
_BRACKETS = re.compile(r"\[([^\[\]]{2,4000})\]")
MAX_CITATION = 4000
"""Characters of one bracketed citation."""


def bracketed(text: str) -> tuple[Target, ...] | None:
    """What the inside of square brackets cites; None where it cites nothing (`[@fig:x]` cites nothing)."""
    if "@" not in text:
        return None
    targets: list[Target] = []
    for part in _parts(text):
        found = [match for match in _KEY.finditer(part) if _opens(part, match.start())]
        if not found:
            if targets:
                last = targets[-1]
                targets[-1] = last.model_copy(update={"suffix": _note(f"{last.suffix}; {part}")})
            continue
        targets += _keyed(part, found)
    return tuple(targets) or None


def _keyed(part: str, found: list[re.Match[str]]) -> Iterator[Target]:
    """The citations of one part: one, or several where commas stand in place of semicolons."""
    before = part[: found[0].start()]
    for index, match in enumerate(found):
        key, end = _key(match)
        behind = part[end : found[index + 1].start() if index + 1 < len(found) else len(part)]
        following = "-" if behind.endswith("-") and index + 1 < len(found) else ""
        behind = behind.removesuffix("-") if following else behind
        if not _CROSS_REFERENCE.match(key):
            suppressed = before.endswith("-")
            yield Target(key=key, prefix=_note(before.removesuffix("-")), suffix=_note(behind), in_text=suppressed)
        before = following


def _parts(text: str) -> Iterator[str]:
    """Cut at semicolons, but not inside of `@{…}` nor of an identifier (`…3.0.CO;2-2`)."""
    start, braces = 0, 0
    for place, character in enumerate(text):
        braces += (character == "{") - (character == "}")
        if character in ";；" and braces <= 0 and not text[place + 1 : place + 2].isdigit():
            yield text[start:place]
            start = place + 1
    yield text[start:]


def _opens(text: str, position: int) -> bool:
    return position == 0 or _LETTER.match(text[position - 1]) is None


def _key(found: re.Match[str]) -> tuple[str, int]:
    """The key of a match, and where it ends: the punctuation of the sentence behind it is none of it."""
    for group in ("braced", "name"):
        if found[group] is not None:
            return _spelt(found[group]), found.end()
    group = "identifier" if found["identifier"] is not None else "address"
    key = found[group]
    while key and (key[-1] in ".,;:!?'*_" or (key[-1] == ")" and key.count(")") > key.count("("))):
        key = key[:-1]
    return _spelt(key), found.start(group) + len(key)


def _spelt(key: str) -> str:
    """An identifier with its kind as the contract names it: `pubmed:` is `pmid:`, a bare address is a `url:`."""
    kind, colon, value = key.partition(":")
    if colon and kind.lower() in ("https", "http"):
        return f"url:{key}"
    if colon and kind.lower() == "pubmed":
        return f"pmid:{value}"
    return f"{kind.lower()}:{value}" if colon and re.fullmatch(_KINDS, kind, re.IGNORECASE) else key


def _note(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).strip().strip(",;，；").split())


def bracket_rule(state: StateInline, silent: bool) -> bool:
    """`[see @key, p. 3; @other]`, where no link, span or definition is meant."""
    if state.src[state.pos] != "[" or state.linkLevel > 0:
        return False
    end = _closing(state.src, state.pos, min(state.posMax, state.pos + MAX_CITATION))
    if end is None or "@" not in state.src[state.pos : end]:
        return False
    inside = state.src[state.pos + 1 : end]
    if inside.startswith("^") or _NO_CITATION_BEHIND.match(state.src, end + 1, state.posMax):
        return False
    targets = bracketed(inside)
    if targets is None:
        return False
    _push(state, end + 1, targets, silent)
    return True


def _closing(text: str, start: int, stop: int) -> int | None:
    """Where the bracket at `start` closes; None where code, a formula or an escaped bracket stands in between."""
    depth = 0
    for found in _STRUCTURE.finditer(text, start, stop):
        character = found.group()
        if character == "[":
            depth += 1
        elif character == "]":
            depth -= 1
        if depth == 0:
            return found.start()
        if character not in "[]" or depth > _DEEPEST:
            return None
    return None


def narrative_rule(state: StateInline, silent: bool) -> bool:
    """`@key`, `-@key` and `@key [p. 3]` inside of a sentence; no address and no name of a figure."""
    if state.src[state.pos] != "@" or state.linkLevel > 0 or not _opens(state.src, state.pos):
        return False
    found = _KEY.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    key, end = _key(found)
    if _CROSS_REFERENCE.match(key) or (found["name"] and found["after"] == "@"):
        return False
    targets: tuple[Target, ...] = (Target(key=key, in_text=True),)
    locator = _LOCATOR.match(state.src, end, state.posMax)
    if locator is not None and not _TYPED.fullmatch(locator[1]):
        first, _, rest = locator[1].partition(";") if "@" in locator[1] else (locator[1], "", "")
        if "@" not in first:
            targets = (Target(key=key, in_text=True, suffix=_note(first)), *(bracketed(rest) or ()))
            end = locator.end()
    _push(state, end, targets, silent)
    return True


def _push(state: StateInline, end: int, targets: tuple[Target, ...], silent: bool) -> None:
    if not silent:
        token = state.push("citation", "", 0)
        token.content = state.src[state.pos : end]
        token.meta = {"targets": targets}
    state.pos = end


def citations_in(text: str) -> tuple[Mark, ...]:
    """The bracketed citations of a text that no Markdown rule has read (inside of HTML)."""
    marks = []
    for found in _BRACKETS.finditer(text) if "@" in text else ():
        targets = bracketed(found[1])
        if targets is not None:
            marks.append(Mark(start=found.start(), end=found.end(), kind=MarkKind.CITATION, targets=targets))
    return tuple(marks)


def defined(line: str, number: int, file: str) -> Reference | None:
    """The work that Manubot's `[@tag:name]: doi:10.…` names; None for any other line."""
    found = _DEFINITION.match(line)
    if found is None or "^" in found["key"]:
        return None
    kind, value = found["kind"].lower(), found["value"]
    doi = clean_doi(value) if kind == "doi" else None
    pmid = value if kind in ("pmid", "pubmed") and value.isdecimal() else None
    return Reference(
        id=found["key"],
        key=found["key"],
        doi=doi,
        pmid=pmid,
        arxiv=value if kind == "arxiv" else None,
        isbn=value if kind == "isbn" else None,
        url=value if kind == "url" else None,
        raw=line.strip(),
        file=file,
        line=number,
        needs_manual_id=doi is None and pmid is None,
    )


def keys_of(text: str) -> tuple[str, ...]:
    """The keys in a header's `nocite`; `*` for all."""
    if re.search(r"@\*", text):
        return ("*",)
    return tuple(dict.fromkeys(_key(found)[0] for found in _KEY.finditer(text) if _opens(text, found.start())))

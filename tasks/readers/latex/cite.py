r"""Citation commands of LaTeX: natbib, biblatex, apacite, the Chinese classes, and whatever is called like them."""

import re

from tasks.readers.bibtex.latex import plain
from tasks.readers.contract import Target
from tasks.readers.latex.input import Input

_CITES = re.compile(r"cit(?:e|es)(?![a-z]*(?:style|setup|delim|tracker|true|false|index|reset))", re.IGNORECASE)
_NOT = re.compile(
    r"^(?:if|Declare|set|new|renew|def|the|multicite|mkbib|Print|notecitetitle|every|pre|post|at|print)[A-Za-z]*cit"
    r"|^(?:nocite|nocitemeta|bibcite|citation|citations|citetext|citeproctext|excite|excited|incite|recite|solicite"
    r"|citestyle|citedash|citepunct|citeleft|citeright|citemid|citeform|citeprefix|citesep|citename|citelist"
    r"|citeauthoryear|citetitlefont|citeyearfont|supercitedelim|volcitedelim)$"
    r"|(?:style|setup|delim|tracker|true|false|index|reset|font|format|hook|sep)$"
)
_SUPERSCRIPT = frozenset({"upcite", "supercite", "citess", "citesup", "scite", "ucite", "citeup", "supercites"})
_IN_TEXT = re.compile(
    r"^(?:[Cc]itet|[Cc]itealt|[Tt]extcite|[Cc]iteauthor|citeyear|citeyearpar|citetitle|citeurl|citedate|onlinecite"
    r"|inlinecite|citeA|citeNP?|shortciteA|citeasnoun|citeTitle|citefield|yearcite|authornumcite|fullcite|bibentry"
    r"|[Aa]vgcite|citefullauthor|[Cc]itetalias)s?\*?$"
)
_YEAR_ALONE = frozenset({"cite*", "parencite*", "Parencite*", "autocite*", "Autocite*"})
"""biblatex: the author stands in the sentence already."""
_SECOND_GROUP = frozenset({"citefield"})
_VOLUME = re.compile(r"^[a-zA-Z]*volcites?$", re.IGNORECASE)
_NESTED = re.compile(r"\\[A-Za-z]*cit[ea][A-Za-z]*\*?\s*(?:\[[^\]]*\]\s*){0,2}\{([^{}]*)\}")
_ANGLE = re.compile(r"<([^<>]{0,300})>")
_STAR = re.compile(r"\*")
_MAX_KEYS = 20_000


def is_citation(name: str) -> bool:
    """Whether a command of this name cites: it is called `…cite…` and is none of those that only set citations up."""
    return name == "bibentry" or (
        "cit" in name.lower() and "@" not in name and _CITES.search(name) is not None and _NOT.search(name) is None
    )


def is_superscript(name: str) -> bool:
    return name in _SUPERSCRIPT


def read_citation(name: str, source: Input) -> tuple[Target, ...]:
    """What a citation command points to, in printed order; nothing where no key follows."""
    starred = source.next(_STAR) is not None
    whole = name + "*" * starred
    in_text = _IN_TEXT.match(whole) is not None or whole in _YEAR_ALONE
    if name.endswith("cites"):
        return _several(source, in_text)
    targets = _one(name, source, in_text)
    return () if targets is None else targets


def _several(source: Input, in_text: bool) -> tuple[Target, ...]:
    """`\\cites(pre)(post)[pre][post]{key}[pre][post]{key}…`."""
    before, after = source.round(), source.round()
    if after is None:
        before, after = None, before
    targets: list[Target] = []
    while (found := _one("", source, in_text)) is not None:
        targets += found
        if not _more(source):
            break
    return _noted(targets, before, after)


def _more(source: Input) -> bool:
    return source.ahead() in ("[", "{")


def _one(name: str, source: Input, in_text: bool) -> tuple[Target, ...] | None:
    angle = source.next(_ANGLE)
    notes = [note for note in (source.optional(), source.optional()) if note is not None]
    if _VOLUME.match(name):
        volume = source.group() or ""
        notes = [*notes[:1], f"vol. {volume}"] if notes else [f"vol. {volume}"]
        page = source.optional()
        notes[-1] += "" if page is None else f", {page}"
    keys = source.group()
    if keys is None or len(keys) > _MAX_KEYS:
        return None
    if name in _SECOND_GROUP:
        source.group()
    before = angle[1] if angle is not None else notes[0] if len(notes) == 2 else None
    after = notes[-1] if notes else None
    named = [" ".join(key.split()) for key in keys.split(",")]
    targets = [Target(key=key, in_text=in_text) for key in named if key and not set(key) & set("#\\{}")]
    return _noted(targets, before, after)


def _noted(targets: list[Target], before: str | None, after: str | None) -> tuple[Target, ...]:
    """Targets with the notes before the first and behind the last, and what the notes cite in turn."""
    if not targets:
        return ()
    first = targets[0]
    prefix = " ".join(part for part in (_note(before), first.prefix) if part)
    targets[0] = first.model_copy(update={"prefix": prefix})
    last = targets[-1]
    suffix = " ".join(part for part in (last.suffix, _note(after)) if part)
    targets[-1] = last.model_copy(update={"suffix": suffix})
    for note in (before, after):
        for keys in _NESTED.findall(note or ""):
            targets += [Target(key=key.strip()) for key in keys.split(",") if key.strip()]
    return tuple(targets)


def _note(text: str | None) -> str:
    return "" if text is None else plain(_NESTED.sub(r"\1", text[:2000])[:500])


def printed(targets: tuple[Target, ...]) -> str:
    """`[see smith2020, p. 3; jones2021]`: what stands in the text for a citation that only a compiler could print."""
    return "[" + "; ".join(_shown(target) for target in targets) + "]"


def _shown(target: Target) -> str:
    before = f"{target.prefix} " if target.prefix else ""
    after = f", {target.suffix}" if target.suffix else ""
    return f"{before}{target.key}{after}"

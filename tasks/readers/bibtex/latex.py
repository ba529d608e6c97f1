"""LaTeX in bibliography values becomes plain text, in one pass that is linear and accepts anything.

The names of symbols are pylatexenc's. Its converter is not used: it fails on deep braces, and loses what follows a per
cent sign, the argument of `\\texttt` and both of `\\href`.
"""

import re
import unicodedata
from functools import lru_cache

from pylatexenc.latex2text import get_default_latex_context_db

_SPECIAL = re.compile(r"[\\{}$~]|--|``|''")
_TOKEN = re.compile(r"\\([A-Za-z]+)\*?[ \t\n]*|\\(.)|\$\$?|[{}~]|---?|``|''|[_^](?=[{\w+\-−\\])", re.DOTALL)
_ESCAPED_TWICE = re.compile(r"\\{2,3}(?=[`'^\"~=.][A-Za-z{]|[A-Za-z]{1,2}\})")
"""`\\\\'e` and `{\\\\ss}`: files that went through JSON have their backslashes doubled. A line break in a value is
followed by white space or a word."""
_BASE = re.compile(r"[\s{]*(?:\\([ijl])(?![A-Za-z])[ \t\n]*|([^\\{}\s$]))")
_ARGUMENT = re.compile(r"\s*\{[^{}]{0,2000}\}")
_COMBINING = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328",
    "b": "\u0331", "textcommabelow": "\u0326",
}  # fmt: skip
_PLAIN = {
    "{": "", "}": "", "~": " ", "--": "\u2013", "---": "\u2014", "``": "\u201c", "''": "\u201d",
}  # fmt: skip
_ESCAPED = {"\\": " ", ",": " ", ";": " ", ":": " ", " ": " ", "\n": " ", "\t": " ", "-": "", "/": "", "!": "", "@": ""}
_OWN = {
    "textless": "<", "textgreater": ">", "langle": "\u27e8", "rangle": "\u27e9", "i": "ı", "j": "ȷ",
    "textasciitilde": "~", "textasciicircum": "^", "textbackslash": "\\", "textquotesingle": "'", "textquotedbl": '"',
    "ldots": "…",
    "dots": "…",
    "textunderscore": "_", "slash": "/", "textperiodcentered": "·", "par": " ", "newline": " ", "linebreak": " ",
    "quad": " ", "qquad": " ", "space": " ", "hspace": " ", "TeX": "TeX", "LaTeX": "LaTeX", "BibTeX": "BibTeX",
}  # fmt: skip
"""Names pylatexenc does not have, or gives another meaning."""
_HIDDEN_ARGUMENT = frozenset(
    {"href", "textcolor", "color", "hspace", "vspace", "label", "foreignlanguage", "selectlanguage"}
)
"""Commands whose first argument is not shown."""
_DATABASE = get_default_latex_context_db()


@lru_cache(maxsize=8192)
def _symbol(name: str) -> str:
    """The character a command stands for; empty for commands that only change how their argument looks."""
    if name in _OWN:
        return _OWN[name]
    specification = _DATABASE.get_macro_spec(name)
    shown = None if specification is None else specification.simplify_repl
    return shown if isinstance(shown, str) and "%" not in shown else ""


def plain(value: str) -> str:
    """A value as it prints: accents composed, symbols as characters, braces and formatting gone, white space folded."""
    if _SPECIAL.search(value):
        value = _converted(_ESCAPED_TWICE.sub(r"\\", value) if "\\\\" in value else value)
    return " ".join(value.split())


def _converted(value: str) -> str:
    parts: list[str] = []
    position = 0
    mathematics = False
    paired = value.count("$") - value.count("\\$")
    while (matched := _TOKEN.search(value, position)) is not None:
        parts.append(value[position : matched.start()])
        position = matched.end()
        mark, name, escaped = matched.group(), matched.group(1), matched.group(2)
        if name is not None or escaped is not None:
            text, position = _command(value, name or escaped, position)
            parts.append(text)
        elif mark.startswith("$"):
            if paired > 1:
                mathematics = not mathematics
            else:
                parts.append(mark)
        elif mark in "_^":
            parts.append("" if mathematics else mark)
        else:
            parts.append(mark if mathematics and mark.startswith("-") else _PLAIN[mark])
    parts.append(value[position:])
    return "".join(parts)


def _command(value: str, name: str, position: int) -> tuple[str, int]:
    """What a command at `position` (behind its name) prints, and where the text goes on."""
    if name in _COMBINING:
        base = _BASE.match(value, position)
        if base is None:
            return "", position
        letter = base.group(2) or base.group(1)
        return unicodedata.normalize("NFC", letter + _COMBINING[name]), base.end()
    if name in _HIDDEN_ARGUMENT:
        argument = _ARGUMENT.match(value, position)
        return _OWN.get(name, ""), argument.end() if argument else position
    if len(name) == 1 and not name.isalpha():
        return _ESCAPED.get(name, name), position
    if name == "char" and (number := re.compile(r"(\d{1,6})\s?").match(value, position)):
        code = int(number.group(1))
        return (chr(code) if 31 < code < 0xD800 else ""), number.end()
    return _symbol(name), position

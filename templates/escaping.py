"""Text written by others, made safe for the place it is shown in: a Markdown report or a terminal.

A manuscript, a registry and a judge all write text that ends up in reports. None of it may open a link, a table cell,
an HTML tag or a terminal sequence of its own, and all of it should still read as plain text.
"""

import re
from functools import lru_cache

_CONTROL = re.compile(
    "[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x9f\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff\\ud800-\\udfff]"
)
"""Control characters, terminal escapes, bidirectional overrides, zero-width characters and lone surrogates."""

_ALWAYS = re.compile(r"[\\`*|~$]")
_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_TAG = re.compile(r"<(?=[A-Za-z/!?]|$)")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_LINK = re.compile(r"\](?=[(:\[])")
_BLOCK_START = re.compile(r"^(?:#+(?=\s|$|#)|>|[-+](?=\s|$|-|\+)|=+$)")
_LIST_NUMBER = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")
_SCHEME = re.compile(r":(?=//)")
_WWW = re.compile(r"\b(www)(?=\.)", re.IGNORECASE)
_MAIL = re.compile(r"(?<=[\w.+-])@(?=\w)")
"""What readers of Markdown such as GitHub's turn into links unasked. An escaped `@` is one of them still: only a
comment before it, which is not shown, keeps an address text."""
_BRACKET = re.compile(r"[\[\]]")


def one_line(text: str) -> str:
    """`text` on one line: white space folded, control and direction characters removed."""
    return " ".join(_CONTROL.sub("", text).split())


@lru_cache(maxsize=8192)
def markdown(text: str) -> str:
    """`text` as Markdown that shows exactly these words, in a paragraph, a heading, a list item or a table cell.

    Only what would otherwise act as markup is escaped, so `[21,22]`, `p < 0.05` and `10.1000/a_b` stay readable.
    Addresses stay text too: `https://…`, `www.…` and mail addresses do not become links.
    """
    return _LINK.sub(r"\\]", _words(text))


def spaced(text: str) -> str:
    """A piece of a longer text: as `markdown`, a space at either end kept where there was white space."""
    inner = markdown(text)
    if not inner:
        return " " if text else ""
    return " " * text[0].isspace() + inner + " " * text[-1].isspace()


def link_text(text: str) -> str:
    """`text` for use between the brackets of a link: as `markdown`, its own brackets escaped too."""
    return _BRACKET.sub(r"\\\g<0>", _words(text))


def _words(text: str) -> str:
    text = one_line(text)
    text = _ALWAYS.sub(r"\\\g<0>", text)
    text = _UNDERSCORE.sub(r"\\_", text)
    text = _TAG.sub(r"\\<", text)
    text = _ENTITY.sub("&amp;", text)
    text = _SCHEME.sub(r":\\", text)
    text = _WWW.sub(r"\1\\", text)
    text = _MAIL.sub("<!-- -->@", text)
    text = _BLOCK_START.sub(r"\\\g<0>", text)
    return _LIST_NUMBER.sub(r"\1\\\2", text)


def link_target(url: str) -> str:
    """`url` percent-encoded so that it cannot end the link it stands in. Letters of any script are kept."""
    return "".join(f"%{ord(c):02X}" if c in " ()<>\"'\\`|*[]^{}" else c for c in one_line(url))

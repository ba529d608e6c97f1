"""The reader of HTML (.html): an article as a browser shows it, its links into the reference list kept."""

import re
from collections.abc import Mapping

from tasks.readers.contract import NO_COMPANIONS, Reading, SingleFile
from tasks.readers.encoding import decode
from tasks.readers.html.pandoc import tree
from tasks.readers.html.tree import TreeReader

_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([\w-]{1,40})", re.IGNORECASE)
_PRIVATE = re.compile("[\ue000-\ue00f]")
_DROPPED = ("nav", "script", "style", "noscript", "template", "svg")
"""Elements that are no part of the text."""


class HtmlReader(SingleFile):
    """Reads .html. Marks: superscript, subscript, code, math, link, and citations that name their keys (`data-cites`).

    Ids become anchors of the paragraphs they stand in; a section with the role `doc-bibliography`, or of one of the
    usual classes, is the reference list.
    """

    name = "html"
    suffixes: tuple[str, ...] = (".html", ".htm", ".xhtml")

    def read(self, name: str, content: bytes, companions: Mapping[str, bytes] = NO_COMPANIONS) -> Reading:
        """Paragraphs numbered from 1. Warnings: `undecodable_characters=N`. Errors: ManuscriptError where the file is
        no text, breaks a bound, or Pandoc cannot be started."""
        declared = _CHARSET.search(content[:4096])
        decoded = decode(name, content, None if declared is None else declared[1].decode("ascii", "replace"))
        text = _PRIVATE.sub("\ufffd", without_elements(decoded.text, _DROPPED))
        paragraphs = TreeReader(name).read(tree(name, text.encode("utf-8", "replace"), "html"))
        warnings = (f"undecodable_characters={decoded.undecodable}",) if decoded.undecodable else ()
        return Reading(format=self.name, paragraphs=paragraphs, warnings=warnings)


def without_elements(text: str, names: tuple[str, ...]) -> str:
    """The text without these elements; one that is never closed stays."""
    for name in names:
        opening = re.compile(rf"<{name}\b", re.IGNORECASE)
        closing = re.compile(rf"</{name}\s*>", re.IGNORECASE)
        parts, position = [], 0
        while (start := opening.search(text, position)) is not None:
            end = closing.search(text, start.end())
            if end is None:
                break
            parts.append(text[position : start.start()])
            position = end.end()
        text = "".join(parts) + text[position:] if parts or position else text
    return text

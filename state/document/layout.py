"""How a JSON file is laid out, so that one that has not changed is written back byte for byte."""

import json
from typing import Any

from state.errors import UserError
from state.words import Word

INDENTS: tuple[int | str | None, ...] = (2, 4, None, 1, 3, "\t")
LARGEST = 256 * 1024 * 1024
"""Bytes of a verification_state.json; a larger one was not written by a checker of manuscripts."""


class Layout(Word):
    """Indent, escapes and the last newline of a JSON text. The defaults are ours."""

    indent: int | str | None = 2
    escaped: bool = False
    newline: bool = True

    def dump(self, document: dict[str, Any]) -> bytes:
        """The document as UTF-8 bytes in this layout."""
        text = json.dumps(document, ensure_ascii=self.escaped, indent=self.indent)
        return (text + "\n" * self.newline).encode("utf-8", "surrogatepass")

    @classmethod
    def of(cls, content: bytes) -> tuple[dict[str, Any], "Layout"]:
        """The document in these bytes and the layout that gives the same bytes again (ours, where none does)."""
        if len(content) > LARGEST:
            raise UserError("verification_state.json: larger than 256 MB; this is not a state Corrigenda can resume")
        try:
            document = json.loads(content.decode("utf-8-sig"))
            json.dumps(document, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            raise UserError(
                "verification_state.json: it holds half a character (a lone surrogate \\ud800…); export it again"
            ) from None
        except (ValueError, RecursionError) as error:  # not UTF-8, not JSON, or a number of thousands of digits
            reason = str(error).splitlines()[0]
            raise UserError(
                f"verification_state.json: not plain JSON ({reason}); comments are not allowed in it"
            ) from None
        if not isinstance(document, dict):
            raise UserError('verification_state.json: the top level must be an object with "meta" and "refs"')
        for indent in INDENTS:
            for escaped in (False, True):
                layout = cls(indent=indent, escaped=escaped, newline=content.endswith(b"\n"))
                if layout.dump(document) == content:
                    return document, layout
        return document, cls()

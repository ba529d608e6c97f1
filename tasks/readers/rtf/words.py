"""Control words of RTF (Microsoft's specification 1.9.1): which groups hold no text, which stand for characters."""

from typing import Final

SKIPPED: Final = frozenset(
    {
        "colortbl", "info", "pict", "objdata", "objclass", "objname", "header", "headerl", "headerr", "headerf",
        "footer", "footerl", "footerr", "footerf", "themedata", "colorschememapping", "datastore", "latentstyles",
        "listtable", "listoverridetable", "rsidtbl", "generator", "xe", "tc", "txe", "rxe", "annotation", "atnid",
        "atnauthor", "atndate", "atnicn", "nonshppict", "shppict", "ftnsep", "ftnsepc", "ftncn", "aftnsep",
        "aftnsepc", "aftncn",
        "private", "revtbl", "filetbl", "template", "bkmkcolf", "sp", "shpinst", "do", "formfield", "background",
    }
)  # fmt: skip
"""Destinations without text of the document. `shpinst` holds text boxes, which are taken up again."""

KNOWN_STARRED: Final = frozenset({"fldinst", "bkmkstart", "datafield", "shpinst", "moMath", "listtext"})
"""Destinations marked as ignorable that are read all the same."""

CHARACTERS: Final[dict[str, str]] = {
    "tab": " ", "line": "\n", "lbr": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’",
    "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
SYMBOLS: Final[dict[str, str]] = {
    "~": " ", "_": "-", "-": "", "{": "{", "}": "}", "\\": "\\", ":": "", "|": "", "\n": "\n", "\r": "\n", "\t": " ",
}  # fmt: skip

_CHARSETS: Final[dict[int, str]] = {
    128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "big5", 161: "cp1253", 162: "cp1254", 163: "cp1258",
    177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 77: "mac-roman",
}  # fmt: skip
_PAGES: Final[dict[int, str]] = {
    936: "gb18030", 950: "big5", 932: "cp932", 949: "cp949", 10000: "mac-roman", 65001: "utf-8", 54936: "gb18030",
    874: "cp874", 437: "cp437", 850: "cp850", 852: "cp852", 866: "cp866",
}  # fmt: skip


def codec_of_charset(charset: int) -> str | None:
    """The encoding of a font's `\\fcharset`; None where the document's own holds."""
    return _CHARSETS.get(charset)


def codec_of_page(page: int) -> str:
    """The encoding of `\\ansicpg`."""
    if 1250 <= page <= 1258:
        return f"cp{page}"
    return _PAGES.get(page, "cp1252")

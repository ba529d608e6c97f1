"""The reader of RTF (.rtf), as Word, WordPad and LibreOffice write it.

It reads the format itself: Pandoc's reader loses a letter behind some Unicode characters, knows no Chinese encoding,
and keeps nothing of the fields of Zotero, Mendeley and EndNote.
"""

from collections.abc import Mapping

from state.errors import ManuscriptError
from tasks.readers.contract import NO_COMPANIONS, Reading, SingleFile
from tasks.readers.rtf.walk import Walker
from tasks.readers.word.works import EmbeddedWorks

MAX_BYTES = 64 * 1024 * 1024


class RtfReader(SingleFile):
    """Reads .rtf. Marks: citation (fields of Zotero, Mendeley, EndNote), field, superscript, subscript, link."""

    name = "rtf"
    suffixes: tuple[str, ...] = (".rtf",)

    def read(self, name: str, content: bytes, companions: Mapping[str, bytes] = NO_COMPANIONS) -> Reading:
        """Paragraphs numbered from 1, the accepted text.

        Warnings: `citation_field_unreadable=N`, `formulas_not_read=N`, `undecodable_characters=N`,
        `nesting_too_deep=N`. Errors: ManuscriptError where the file is no RTF or breaks a bound.
        """
        start = content[:512].lstrip(b"\xef\xbb\xbf \t\r\n")
        if not start.startswith(b"{\\rtf"):
            raise ManuscriptError(
                f"{name}: not an RTF file (it does not begin with {{\\rtf). Give it its right suffix."
            )
        if len(content) > MAX_BYTES:
            raise ManuscriptError(f"{name}: refused, {len(content):,} bytes (at most {MAX_BYTES:,}). Split the file.")
        works = EmbeddedWorks(name)
        walker = Walker(name, works)
        walker.read(content[content.index(b"{\\rtf") :].decode("latin-1"))
        walker.finish()
        return Reading(
            format=self.name,
            paragraphs=walker.page.finish(),
            warnings=tuple(f"{code}={count}" for code, count in sorted(walker.lost.items()) if count),
            references=works.ordered(walker.cited),
        )

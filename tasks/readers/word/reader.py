"""The reader of Word files (.docx)."""

from collections.abc import Mapping

from tasks.readers.contract import NO_COMPANIONS, Reading, SingleFile
from tasks.readers.word.document import FORMAT, read_document
from tasks.readers.word.old import OLE, read_old_document


class DocxReader(SingleFile):
    """Reads the accepted text of a Word document, usual or strict form. Errors: ManuscriptError, one line."""

    name = FORMAT
    suffixes: tuple[str, ...] = (".docx", ".docm")

    def read(self, name: str, content: bytes, companions: Mapping[str, bytes] = NO_COMPANIONS) -> Reading:
        """As `read_document`; an old Word file that is named .docx is read as what it is."""
        return read_old_document(name, content) if content.startswith(OLE) else read_document(name, content)

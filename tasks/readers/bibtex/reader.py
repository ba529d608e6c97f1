"""The reader of BibTeX and BibLaTeX files (.bib)."""

import re
from collections.abc import Iterator

from state.errors import ManuscriptError
from state.manuscript import BrokenEntry
from tasks.readers.bibtex.blocks import EXCERPT, Blocks, RawEntry, split
from tasks.readers.bibtex.inherit import inherit
from tasks.readers.bibtex.reference import READ_FIELDS, reference
from tasks.readers.bibtex.values import Abbreviations
from tasks.readers.contract import Entries
from tasks.readers.encoding import decode

MAX_CHARACTERS = 8_000_000
"""Seven thousand entries with abstracts have three million."""
MAX_BLOCKS = 30_000
_BLOCK = re.compile(r"@\w+\s{0,9}[{(]")
_DECLARED = re.compile(rb"encoding[:=\s]{1,3}([\w.-]{2,30})", re.IGNORECASE)


class BibReader:
    """Reads .bib. Broken blocks are values: what can be read of them becomes a Reference with the problem `broken`."""

    name = "bib"
    suffixes: tuple[str, ...] = (".bib", ".bibtex", ".biblatex")

    def read(self, name: str, content: bytes) -> Entries:
        """The references in file order, and the blocks that are broken, repeated or without a key.

        Ids are keys; a key's second use is `KEY-dup2`, the N-th entry of the file is `entry-N` where it has no key.
        Warnings: `no_entries`, `undecodable_characters=N`. Errors: ManuscriptError where the file is no text.
        """
        declared = _DECLARED.search(content, 0, 4096)
        decoded = decode(name, content, declared.group(1).decode("ascii") if declared else None)
        text = decoded.text.replace("\r\n", "\n").replace("\r", "\n")
        if len(text) > MAX_CHARACTERS:
            raise ManuscriptError(f"{name}: refused, longer than {MAX_CHARACTERS:,} characters. Split the file.")
        if sum(1 for _ in _BLOCK.finditer(text)) > MAX_BLOCKS:
            raise ManuscriptError(f"{name}: refused, more than {MAX_BLOCKS:,} entries. Split the file.")
        blocks = split(name, text, READ_FIELDS)
        missing = inherit(blocks.entries, blocks.data)
        abbreviations = Abbreviations(blocks.strings)
        references = []
        for index, (entry, identity, problems) in enumerate(_identified(name, blocks)):
            lost = tuple(f"crossref_missing:{key}" for key in missing.get(index, ()))
            references.append(reference(name, entry, identity, abbreviations, problems + lost))
        warnings = [] if references else ["no_entries"]
        if decoded.undecodable:
            warnings.append(f"undecodable_characters={decoded.undecodable}")
        broken = tuple(sorted(blocks.broken, key=lambda item: item.line))
        return Entries(format=self.name, references=tuple(references), broken=broken, warnings=tuple(warnings))


def _identified(file: str, blocks: Blocks) -> Iterator[tuple[RawEntry, str, tuple[str, ...]]]:
    """Every entry with an id that is its own, and the problems with its key and its braces."""
    keys = {entry.key for entry in blocks.entries}
    uses: dict[str, int] = {}
    taken: set[str] = set()
    for ordinal, entry in enumerate(blocks.entries, start=1):
        problems = ["broken"] if entry.broken else []
        identity = entry.key or f"entry-{ordinal}"
        if not entry.key and not entry.broken:
            blocks.broken.append(_of(file, entry, "no_key"))
        uses[identity] = uses.get(identity, 0) + 1
        if entry.key and uses[identity] > 1:
            problems.append(f"duplicate:{entry.key}")
            blocks.broken.append(_of(file, entry, "duplicate_key"))
        unique, use = identity, max(uses[identity], 2)
        while unique in taken or (unique != identity and unique in keys):
            unique = f"{identity}-dup{use}"
            use += 1
        uses[identity] = max(uses[identity], use - 1) if unique != identity else uses[identity]
        taken.add(unique)
        yield entry, unique, tuple(problems)


def _of(file: str, entry: RawEntry, reason: str) -> BrokenEntry:
    excerpt = entry.raw.strip()[:EXCERPT]
    return BrokenEntry(file=file, line=entry.line, reason=reason, key=entry.key or None, excerpt=excerpt)

"""Records of tagged lines: what their readers share, whatever a tag looks like and wherever a record begins."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from state.errors import ManuscriptError
from tasks.readers.contract import Entries
from tasks.readers.encoding import decode
from tasks.readers.records.entries import entries
from tasks.readers.records.fields import MAX_RECORDS, RAW, Printed, broken

MAX_CHARACTERS = 32_000_000
MAX_VALUES = 20_000
"""Tags of one record that are read: five thousand authors with four tags each."""
MAX_VALUE = 100_000


@dataclass
class RawRecord:
    """The tags of one record, in file order, values as written with their further lines."""

    line: int
    lines: list[str] = field(default_factory=list)
    values: list[tuple[str, str]] = field(default_factory=list)
    typed: bool = True
    """Whether the tag that begins a record of the format stands at its beginning."""
    ended: bool = True
    """Whether the tag that ends one was met, in formats that have one."""
    size: int = 0

    def keep(self, line: str) -> None:
        """Remember a line for `raw`, as long as that is short enough to be kept."""
        if self.size < RAW:
            self.lines.append(line)
            self.size += len(line) + 1

    def add(self, tag: str, value: str) -> None:
        """Remember a tag's value; the ones beyond what a work can have are left out."""
        if len(self.values) < MAX_VALUES:
            self.values.append((tag, value))

    def extend(self, text: str, glue: str) -> None:
        """Remember a further line of the last value."""
        if self.values:
            tag, value = self.values[-1]
            self.values[-1] = (tag, f"{value}{glue}{text}" if len(value) < MAX_VALUE else value)

    @property
    def raw(self) -> str:
        return "\n".join(self.lines).strip()

    def tags(self) -> dict[str, list[str]]:
        """The values that are not empty, by tag."""
        found: dict[str, list[str]] = {}
        for tag, value in self.values:
            if value:
                found.setdefault(tag, []).append(value)
        return found


def read_records(
    format_name: str,
    name: str,
    content: bytes,
    cut: Callable[[str], Iterable[RawRecord]],
    printed_of: Callable[[RawRecord], Printed],
) -> Entries:
    """The Entries of a file. `cut` is given its text with lines that end in `\\n`.

    Broken: `unparsed` where a record names no work or lacks its beginning, `unterminated` where it lacks its end.
    ManuscriptError where the file is no text, or too long.
    """
    decoded = decode(name, content)
    text = decoded.text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MAX_CHARACTERS:
        raise ManuscriptError(f"{name}: refused, longer than {MAX_CHARACTERS:,} characters. Split the file.")
    found, failed = [], []
    for ordinal, record in enumerate(cut(text), start=1):
        if ordinal > MAX_RECORDS:
            raise ManuscriptError(f"{name}: refused, more than {MAX_RECORDS:,} entries. Split the file.")
        printed = printed_of(record)
        if printed.is_empty:
            failed.append(broken(name, record.line, "unparsed", record.raw, printed.key))
            continue
        if not record.typed or not record.ended:
            reason = "unparsed" if not record.typed else "unterminated"
            failed.append(broken(name, record.line, reason, record.raw, printed.key))
        found.append((printed, record.line, record.raw))
    return entries(format_name, name, found, failed, decoded.undecodable)

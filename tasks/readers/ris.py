"""The reader of RIS files, in the dialects of databases and reference managers.

A line splitter of our own: a record that lost its `TY` or `ER`, blanks and tabs where the format has two spaces, text
between records, and values that go on over several lines are all met with in real exports, and each record must know
its line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from state.errors import ManuscriptError
from state.manuscript import BrokenEntry
from tasks.readers.contract import Entries
from tasks.readers.encoding import decode
from tasks.readers.record_entries import entries
from tasks.readers.record_fields import MAX_RECORDS, RAW, Printed, broken
from tasks.readers.ris_fields import printed_of

MAX_CHARACTERS = 32_000_000
MAX_VALUES = 20_000
"""Tags of one record that are read: five thousand authors with four tags each."""
MAX_VALUE = 100_000
_TAG = re.compile(r"[ \t\ufeff]{0,8}([A-Z][A-Z0-9])(?:[ ]{2,4}|[ ]{0,3}\t[ \t]{0,3})-(?:[ \t]|(?=\S)|$)(.*)")
_NARROW = re.compile(r"[ \t\ufeff]{0,8}([A-Z][A-Z0-9])[ ]?-(?:[ \t]|$)(.*)")
"""`TY - JOUR`: only in files that write their types so, since a line of text may begin like it."""
_STARTS_NARROW = re.compile(r"^[ \t\ufeff]{0,8}TY ?-(?:[ \t]|$)", re.MULTILINE)
_BEGINS_UNTYPED = frozenset({"TI", "T1", "CT", "AU", "A1", "ID"})
"""Tags that begin a record where no `TY` stands before them."""


@dataclass
class RawRecord:
    """The tags of one record, in file order, values as written with their further lines."""

    line: int
    lines: list[str] = field(default_factory=list)
    values: list[tuple[str, str]] = field(default_factory=list)
    typed: bool = True
    ended: bool = False
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


class RisReader:
    """Reads .ris. Records without a beginning or an end are read and reported as broken too."""

    name = "ris"
    suffixes: tuple[str, ...] = (".ris",)

    def read(self, name: str, content: bytes) -> Entries:
        """The records in file order; `key` is the tag ID. Broken: `unterminated` without ER, `unparsed` without TY or
        with nothing that names a work. Errors: ManuscriptError where the file is no text or too long."""
        decoded = decode(name, content)
        text = decoded.text.replace("\r\n", "\n").replace("\r", "\n")
        if len(text) > MAX_CHARACTERS:
            raise ManuscriptError(f"{name}: refused, longer than {MAX_CHARACTERS:,} characters. Split the file.")
        records: list[RawRecord] = []
        for record in records_of(text):
            records.append(record)
            if len(records) > MAX_RECORDS:
                raise ManuscriptError(f"{name}: refused, more than {MAX_RECORDS:,} entries. Split the file.")
        found, failed = _printed(name, records)
        return entries(self.name, name, found, failed, decoded.undecodable)


def records_of(text: str) -> Iterator[RawRecord]:
    """The records of a text whose lines end in `\\n`; what stands between records and is no tag is left out."""
    narrow = _STARTS_NARROW.search(text) is not None
    record: RawRecord | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        matched = _TAG.match(line) or (_NARROW.match(line) if narrow else None)
        if matched is None:
            if record is not None and line.strip():
                record.keep(line)
                record.extend(line.strip(), "\n")
            continue
        tag, value = matched.group(1), matched.group(2).strip()
        if tag == "TY" or (record is None and tag in _BEGINS_UNTYPED):
            if record is not None:
                yield record
            record = RawRecord(line=number, typed=tag == "TY")
        if record is None:
            continue
        record.keep(line)
        if tag == "ER":
            record.ended = True
            yield record
            record = None
        else:
            record.add(tag, value)
    if record is not None:
        yield record


def _printed(name: str, records: list[RawRecord]) -> tuple[list[tuple[Printed, int, str]], list[BrokenEntry]]:
    found, failed = [], []
    for record in records:
        printed = printed_of(record.values)
        if printed.is_empty:
            failed.append(broken(name, record.line, "unparsed", record.raw, printed.key))
            continue
        if not record.typed or not record.ended:
            reason = "unparsed" if not record.typed else "unterminated"
            failed.append(broken(name, record.line, reason, record.raw, printed.key))
        found.append((printed, record.line, record.raw))
    return found, failed

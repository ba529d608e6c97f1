"""The reader of RIS files, in the dialects of databases and reference managers.

A line splitter of our own: a record that lost its `TY` or `ER`, blanks and tabs where the format has two spaces, text
between records, and values that go on over several lines are all met with in real exports, and each record must know
its line.
"""

import re
from collections.abc import Iterator

from tasks.readers.contract import Entries
from tasks.readers.records.ris_fields import printed_of
from tasks.readers.records.tagged import RawRecord, read_records

_TAG = re.compile(r"[ \t\ufeff]{0,8}([A-Z][A-Z0-9])(?:[ ]{2,4}|[ ]{0,3}\t[ \t]{0,3})-(?:[ \t]|(?=\S)|$)(.*)")
_NARROW = re.compile(r"[ \t\ufeff]{0,8}([A-Z][A-Z0-9])[ ]?-(?:[ \t]|$)(.*)")
"""`TY - JOUR`: only in files that write their types so, since a line of text may begin like it."""
_STARTS_NARROW = re.compile(r"^[ \t\ufeff]{0,8}TY ?-(?:[ \t]|$)", re.MULTILINE)
_BEGINS_UNTYPED = frozenset({"TI", "T1", "CT", "AU", "A1", "ID"})
"""Tags that begin a record where no `TY` stands before them."""


class RisReader:
    """Reads .ris. Records without a beginning or an end are read and reported as broken too."""

    name = "ris"
    suffixes: tuple[str, ...] = (".ris",)

    def read(self, name: str, content: bytes) -> Entries:
        """The records in file order; `key` is the tag ID. Broken: `unterminated` without ER, `unparsed` without TY or
        with nothing that names a work. Errors: ManuscriptError where the file is no text or too long."""
        return read_records(self.name, name, content, records_of, lambda record: printed_of(record.values))


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
            record = RawRecord(line=number, typed=tag == "TY", ended=False)
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

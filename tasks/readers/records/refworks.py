"""The reader of RefWorks' tagged format (.txt), which CNKI and Wanfang offer too."""

import re
from collections.abc import Iterator

from tasks.readers.contract import Entries
from tasks.readers.records.fields import Printed
from tasks.readers.records.names import people
from tasks.readers.records.tagged import RawRecord, read_records

_TAG = re.compile(r"\ufeff?([A-Z][A-Z0-9]|U1[0-5])(?: (.*)|)$")
_ISBN = re.compile(r"(?<![\d-])(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dXx](?![\d-])")
_PUBMED = re.compile(r"pubmed|medline|\bnlm\b", re.IGNORECASE)
_IN_NOTHING = re.compile(
    r"book, whole|book, edited|^book$|dissertation|thesis|report|patent|generic law", re.IGNORECASE
)


class RefworksReader:
    """Reads RefWorks' tagged export. A record begins at `RT` and goes on to the next."""

    name = "refworks"
    suffixes: tuple[str, ...] = ()

    def read(self, name: str, content: bytes) -> Entries:
        """The records in file order; `key` is the tag ID. Broken and errors as for RIS."""
        return read_records(self.name, name, content, _records, _printed)


def _records(text: str) -> Iterator[RawRecord]:
    record: RawRecord | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        matched = _TAG.match(line)
        if matched is not None and matched.group(1) == "RT":
            if record is not None:
                yield record
            record = RawRecord(line=number)
        if record is None or not line.strip():
            continue  # the legend of tags before the first record, and what parts one from the next
        record.keep(line)
        if matched is None:
            record.extend(line.strip(), " ")
        else:
            record.add(matched.group(1), (matched.group(2) or "").strip())
    if record is not None:
        yield record


def _printed(record: RawRecord) -> Printed:
    tags = record.tags()

    def first(*names: str) -> str | None:
        return next((tags[name][0] for name in names if name in tags), None)

    kind = (first("RT") or "").casefold()
    printed = Printed(key=first("ID"), kind=kind or None, title=first("T1", "OT"))
    whole = _IN_NOTHING.search(kind) is not None
    printed.journal = first("JF", "JO") if whole else first("JF", "T2", "JO")
    printed.authors, complete = people(tags.get("A1", ()))
    printed.editors, editors_complete = people(() if whole and printed.authors else tags.get("A2", ()))
    printed.complete = complete and editors_complete
    printed.years = [value for name in ("YR", "FD") for value in tags.get(name, ())]
    printed.volume, printed.issue = first("VO"), first("IS")
    start, end = first("SP"), first("OP")
    printed.pages = f"{start}-{end}" if start and end and start != end and "-" not in start else start or end
    printed.dois, printed.urls = tags.get("DO", []), tags.get("UL", []) + tags.get("LK", [])
    printed.isbn = next((found.group() for value in tags.get("SN", ()) if (found := _ISBN.search(value))), None)
    if _PUBMED.search(" ".join(tags.get("DB", []) + tags.get("DS", []) + tags.get("SF", []))):
        printed.pmids = [value for value in tags.get("AN", ()) if value.isdigit()]
    printed.notes = tags.get("NO", [])
    return printed

"""The reader of Refer and EndNote's import format (.enw), which CNKI, Wanfang and Google Scholar offer."""

import re
from collections.abc import Iterator

from tasks.readers.contract import Entries
from tasks.readers.records.endnote_xml import IN_NOTHING, WHOLE
from tasks.readers.records.fields import Printed
from tasks.readers.records.names import people
from tasks.readers.records.tagged import RawRecord, read_records

_TAG = re.compile(r"[ \t\ufeff]{0,8}%([A-Z0-9@!#$&()*+:<=>?\[~^\]|])(?:[ \t]+(.*)|)$")
_ISBN = re.compile(r"(?<![\d-])(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dXx](?![\d-])")
_PUBMED = re.compile(r"pubmed|medline|\bnlm\b", re.IGNORECASE)


class ReferReader:
    """Reads Refer. A record begins at `%0`, or at the first tag behind an empty line."""

    name = "refer"
    suffixes: tuple[str, ...] = (".enw", ".ref", ".refer")

    def read(self, name: str, content: bytes) -> Entries:
        """The records in file order; `key` is the label, `%F`. Broken and errors as for RIS."""
        return read_records(self.name, name, content, _records, _printed)


def _records(text: str) -> Iterator[RawRecord]:
    record: RawRecord | None = None
    empty = True
    for number, line in enumerate(text.split("\n"), start=1):
        matched = _TAG.match(line)
        if matched is not None:
            tag, value = matched.group(1), (matched.group(2) or "").strip()
            if record is None or empty or (tag == "0" and any(known != "0" for known, _ in record.values)):
                if record is not None:
                    yield record
                record = RawRecord(line=number)
            record.keep(line)
            record.add(tag, value)
        elif record is not None and line.strip():
            record.keep(line)
            record.extend(line.strip(), " ")
        empty = not line.strip()
    if record is not None:
        yield record


def _printed(record: RawRecord) -> Printed:
    tags = record.tags()

    def first(*names: str) -> str | None:
        return next((tags[name][0] for name in names if name in tags), None)

    kind = (first("0") or "").casefold()
    printed = Printed(key=first("F"), kind=kind or None, title=first("T", "!"))
    containers = ("J",) if kind in IN_NOTHING else ("J", "B")
    printed.journal = next((tags[name][0] for name in containers if name in tags), None)
    if printed.title is None and printed.journal is None:
        printed.title = first("B")
    printed.authors, complete = people(tags.get("A", ()))
    printed.editors, editors_complete = people(tags.get("E", ()))
    if kind == "edited book" and printed.authors:
        printed.editors, printed.authors = [*printed.authors, *printed.editors], []
    elif kind in WHOLE and printed.authors and "B" in tags and kind == "book":
        printed.editors = []  # of the series, `%B`
    printed.complete = complete and editors_complete
    printed.years = [value for name in ("D", "8") for value in tags.get(name, ())]
    printed.volume, printed.issue, printed.pages = first("V"), first("N"), first("P")
    printed.dois = [value for value in tags.get("R", ()) if "10." in value]
    printed.urls = tags.get("U", [])
    printed.isbn = next((found.group() for value in tags.get("@", ()) if (found := _ISBN.search(value))), None)
    if _PUBMED.search(" ".join(tags.get("~", []) + tags.get("W", []))):
        printed.pmids = [value for value in tags.get("M", ()) if value.isdigit()]
    printed.notes = [value for name in ("Z", "O", "M") for value in tags.get(name, ())]
    return printed

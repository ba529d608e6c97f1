"""The reader of Web of Science's plain text (.ciw, .isi), which ISI's other databases write too."""

import re
from collections.abc import Iterator

from tasks.readers.contract import Entries
from tasks.readers.records.fields import Printed, person
from tasks.readers.records.names import people
from tasks.readers.records.tagged import RawRecord, read_records

_TAG = re.compile(r"\ufeff?([A-Z][A-Z0-9])(?: (.*)|)$")
_LISTS = frozenset({"AU", "AF", "BA", "BF", "BE", "ED", "CA", "GP"})
"""Tags whose further lines are further people."""
_KINDS = {"J": "article", "B": "book", "S": "series", "P": "patent", "C": "conference"}


class WosReader:
    """Reads Web of Science's tagged export. A record begins at `PT` and ends at `ER`."""

    name = "wos"
    suffixes: tuple[str, ...] = (".ciw", ".isi")

    def read(self, name: str, content: bytes) -> Entries:
        """The records in file order, without keys: `UT` names a database's record and nobody cites by it. Broken and
        errors as for RIS."""
        return read_records(self.name, name, content, _records, _printed)


def _records(text: str) -> Iterator[RawRecord]:
    record: RawRecord | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        matched = _TAG.match(line)
        if matched is None:
            if record is not None and line.strip():
                record.keep(line)
                if record.values and record.values[-1][0] in _LISTS:
                    record.add(record.values[-1][0], line.strip())
                else:
                    record.extend(line.strip(), " ")
            continue
        tag, value = matched.group(1), (matched.group(2) or "").strip()
        if tag == "PT" or (record is None and tag in ("AU", "TI")):
            if record is not None:
                yield record
            record = RawRecord(line=number, typed=tag == "PT", ended=False)
        if record is None:
            continue  # the file's own head and foot: FN, VR, EF
        record.keep(line)
        if tag == "ER":
            record.ended = True
            yield record
            record = None
        else:
            record.add(tag, value)
    if record is not None:
        yield record


def _printed(record: RawRecord) -> Printed:
    tags = record.tags()

    def first(*names: str) -> str | None:
        return next((tags[name][0] for name in names if name in tags), None)

    printed = Printed(kind=_KINDS.get((first("PT") or "")[:1].upper()), title=first("TI", "SO"))
    source = first("SO", "JI", "J9")
    printed.journal = source if source != printed.title and printed.kind != "patent" else None
    printed.authors, complete = people(tags.get("AF") or tags.get("AU") or tags.get("BF") or tags.get("BA") or ())
    bodies = (person(name) for name in tags.get("CA", ()))
    printed.authors += [author for author in bodies if author is not None]
    printed.editors, editors_complete = people(tags.get("BE") or tags.get("ED") or ())
    printed.complete = complete and editors_complete
    printed.years = [value for name in ("PY", "PD", "EY") for value in tags.get(name, ())]
    printed.volume, printed.issue = first("VL"), first("IS")
    start, end = first("BP"), first("EP")
    printed.pages = (f"{start}-{end}" if start and end and start != end else start or end) or first("PS", "AR")
    printed.dois, printed.pmids = tags.get("DI", []) + tags.get("D2", []), tags.get("PM", [])
    printed.isbn = first("BN")
    number = first("UT") or ""
    if not printed.pmids and number.upper().startswith("MEDLINE:"):
        printed.pmids = [number[len("MEDLINE:") :]]
    return printed

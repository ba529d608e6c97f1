"""The reader of MEDLINE's tagged format (.nbib): PubMed's export, and ERIC's and Europe PMC's in the same clothes."""

import re
from collections.abc import Iterator

from state.lookup import Author
from tasks.readers.contract import Entries
from tasks.readers.records.fields import Printed, person, without_others
from tasks.readers.records.names import author_of
from tasks.readers.records.tagged import RawRecord, read_records

_TAG = re.compile(r"(?=.{4}-|[A-Z]{2,4} {0,3}-(?: |$))([A-Z][A-Z0-9]{1,3}) {0,3}-(.*)")
"""A tag is padded to four columns, or at least followed by a blank after its hyphen."""
_HTML = re.compile(r"^\s*<(?:!doctype html|html|pre)\b[^<>]{0,200}>", re.IGNORECASE)
_MARKED = re.compile(r"^(.*?)\s*\[(\w+)\]\s*$", re.DOTALL)
_TITLE_MARKS = re.compile(r"^\[(.*)\]\.?$", re.DOTALL)
_ISBN = re.compile(r"(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dXx]")


class NbibReader:
    """Reads .nbib. A record begins at `PMID-`, or after an empty line where the file's records have none."""

    name = "nbib"
    suffixes: tuple[str, ...] = (".nbib",)

    def read(self, name: str, content: bytes) -> Entries:
        """The records in file order; `key` is the PMID. Broken: `unparsed` where a record names no work, and
        `duplicate_key` where a PMID comes twice. Errors: ManuscriptError where the file is no text or too long."""
        return read_records(self.name, name, content, _records, _printed)


def _records(text: str) -> Iterator[RawRecord]:
    record: RawRecord | None = None
    empty = True
    for number, line in enumerate(text.split("\n"), start=1):
        # PubMed's old text pages were saved with their frame.
        matched = _TAG.match(_HTML.sub("", line.lstrip("\ufeff")))
        if matched is None:
            if record is not None and line.strip():
                record.keep(line)
                if line[:1].isspace() or not empty:
                    record.extend(line.strip(), " ")
        else:
            tag, value = matched.group(1), matched.group(2).strip()
            if record is None or tag == "PMID" or (empty and _begins(record, tag)):
                if record is not None and record.values:
                    yield record
                record = RawRecord(line=number)
            record.keep(line)
            record.add(tag, value)
        empty = not line.strip()
    if record is not None and record.values:
        yield record


def _begins(record: RawRecord, tag: str) -> bool:
    """Whether a tag behind an empty line begins a new record: one that a record has once, and this has already."""
    return tag in ("TI", "OWN", "STAT", "BTI") and any(known in (tag, "DP", "SO") for known, _ in record.values)


def _printed(record: RawRecord) -> Printed:
    values, tags = record.values, record.tags()

    def first(*names: str) -> str | None:
        return next((tags[name][0] for name in names if name in tags), None)

    pmid = first("PMID")
    pmid = pmid.split()[0] if pmid else None
    kinds = [kind.casefold() for kind in tags.get("PT", ())]
    title = first("TI", "TT")
    printed = Printed(key=pmid, kind=_kind(kinds, tags), title=_unmarked(title) or first("BTI", "CTI"))
    periodical = ("JT", "TA") if printed.kind not in ("report", "book", "thesis") else ()
    containers = (first(name) for name in ("BTI", *periodical, "CTI"))
    printed.journal = next((name for name in containers if name and name != printed.title), None)
    printed.authors, complete = _people(values, "FAU", "AU")
    printed.editors, editors_complete = _people(values, "FED", "ED")
    printed.complete = complete and editors_complete
    printed.years = [value for name in ("DP", "DEP", "CTDT") for value in tags.get(name, ())]
    printed.volume, printed.issue, printed.pages = first("VI"), first("IP"), first("PG")
    printed.pmids = [pmid] if pmid and pmid.strip("0") else []
    printed.isbn = next(
        (found.group() for value in (*tags.get("ISBN", ()), *tags.get("IS", ())) if (found := _ISBN.search(value))),
        None,
    )
    for value in (*tags.get("LID", ()), *tags.get("AID", ())):
        matched = _MARKED.match(value)
        if matched is not None and matched.group(2) == "doi":
            printed.dois.append(matched.group(1))
        elif matched is None:
            printed.urls.append(value)
    return printed


def _kind(kinds: list[str], tags: dict[str, list[str]]) -> str:
    """What a record is. In ERIC's, which have no PMID, `JT` names the publisher of what is no journal article; the
    numbers of its articles begin with EJ."""
    if "BTI" in tags:
        return "chapter" if "TI" in tags and tags["TI"] != tags["BTI"] else "book"
    number = next(iter(tags.get("OID", ())), "")
    if "PMID" in tags or number.startswith("EJ") or any(kind.startswith("journal article") for kind in kinds):
        return "article"
    for word, kind in (("dissertation", "thesis"), ("book", "book"), ("report", "report")):
        if any(word in named for named in kinds):
            return kind
    return "article"


def _unmarked(title: str | None) -> str | None:
    """A title without the square brackets that say it was translated."""
    matched = _TITLE_MARKS.match(title.strip()) if title else None
    return matched.group(1) if matched and "]" not in matched.group(1) and "[" not in matched.group(1) else title


def _people(values: list[tuple[str, str]], full: str, short: str) -> tuple[list[Author], bool]:
    """Full names where there are any, short ones else, and bodies (`CN`) where they stand; a short name that follows
    its full one is the same person."""
    found: list[Author] = []
    complete, full_before = True, False
    for tag, value in values:
        if tag not in (full, short) and not (tag == "CN" and short == "AU"):
            continue
        if tag == short and full_before and not without_others(value)[1]:
            full_before = False
            continue
        full_before = tag == full
        name, cut = without_others(value)
        complete = complete and not cut
        author = person(name) if tag == "CN" else author_of(name, initials_last=tag == short)
        if author is not None:
            found.append(author)
    return found, complete

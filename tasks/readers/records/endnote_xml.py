"""The reader of EndNote's XML export (JabRef, Mendeley and EPPI write it too)."""

import re

from lxml import etree

from state.errors import ManuscriptError
from tasks.readers.contract import Entries
from tasks.readers.records.entries import entries
from tasks.readers.records.fields import Printed, broken
from tasks.readers.records.names import people
from tasks.readers.records.xml import chunks, every, first, parse, xml_text

_NUMBERS = {
    "0": "journal article", "1": "book", "5": "book section", "6": "book", "7": "book section",
    "10": "conference proceedings", "12": "web page", "13": "generic", "16": "web page", "17": "journal article",
    "19": "magazine article", "23": "newspaper article", "25": "patent", "27": "report", "28": "edited book",
    "32": "thesis", "43": "electronic article", "44": "electronic book", "47": "conference paper",
}  # fmt: skip
"""What a type's number means where its name is missing. Other programs' numbers differ, so the name goes first."""
WHOLE = ("book", "edited book", "electronic book", "serial", "classical work", "serial (book, monograph)")
IN_NOTHING = (
    *WHOLE, "thesis", "report", "patent", "government document", "standard", "dataset", "computer program", "map",
    "manuscript", "artwork", "film or broadcast", "music", "statute", "bill", "case", "hearing",
    "personal communication", "figure", "chart or table", "equation", "audiovisual material", "pamphlet",
    "online database",
)  # fmt: skip
"""Types whose secondary title is a series, a code or a department."""
_PUBMED = re.compile(r"pubmed|medline|\bnlm\b", re.IGNORECASE)
_ISBN = re.compile(r"(?<![\d-])(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dXx](?![\d-])")


class EndnoteXmlReader:
    """Reads EndNote's XML. Every `<record>` is a reference or a broken entry."""

    name = "endnote-xml"
    suffixes: tuple[str, ...] = (".xml", ".enx")

    def read(self, name: str, content: bytes) -> Entries:
        """The records in file order; `key` is EndNote's record number, else the label. Errors: ManuscriptError where
        the file is no text, is no EndNote XML, or is too long."""
        text, undecodable = xml_text(name, content)
        if "<record" not in text and "<records" not in text:
            raise ManuscriptError(
                f"{name}: XML without EndNote records. Export the bibliography as EndNote XML or RIS."
            )
        found, failed = [], []
        for chunk in chunks(name, text, "record"):
            element, whole = parse(chunk)
            printed = None if element is None else printed_record(element)
            if printed is None or printed.is_empty:
                failed.append(broken(name, chunk.line, "unparsed", chunk.text))
                continue
            if not whole:
                printed.problems.insert(0, "broken")
                reason = "unparsed" if chunk.ended else "unterminated"
                failed.append(broken(name, chunk.line, reason, chunk.text, printed.key))
            found.append((printed, chunk.line, chunk.text))
        return entries(self.name, name, found, failed, undecodable)


def printed_record(record: etree._Element) -> Printed:
    """The values of a `<record>`, as a file or a Word field holds it."""
    kind = _kind(record)
    title = first(record, "titles/title")
    printed = Printed(key=_key(record), kind=kind or None, title=title)
    if kind not in IN_NOTHING:
        names = ("titles/secondary-title", "periodical/full-title", "titles/alt-title", "periodical/abbr-1")
        printed.journal = next((name for name in every(record, *names) if name != title), None)
    printed.title = title or first(record, "titles/short-title", "titles/translated-title")
    _people(printed, record, kind)
    printed.years = every(record, "dates/year", "dates/pub-dates/date")
    printed.volume, printed.issue = first(record, "volume"), first(record, "number", "issue")
    printed.pages = first(record, "pages")
    printed.dois = [value for value in every(record, "electronic-resource-num") if "10." in value]
    printed.isbn = next((found.group() for value in every(record, "isbn") if (found := _ISBN.search(value))), None)
    printed.urls = every(record, "urls/related-urls/url", "urls/web-urls/url", "urls/text-urls/url")
    if _PUBMED.search(" ".join(every(record, "remote-database-name", "remote-database-provider"))):
        printed.pmids = [number for number in every(record, "accession-num") if number.isdigit()]
    printed.notes = every(record, "notes", "research-notes", "accession-num", "custom2")
    return printed


def _kind(record: etree._Element) -> str:
    found = record.find("ref-type")
    if found is None:
        return ""
    name = (found.get("name") or "").strip().casefold()
    number = (found.text or "").strip()
    return name or _NUMBERS.get(number, "")


def _key(record: etree._Element) -> str | None:
    label = first(record, "label")
    return first(record, "rec-number") or (label if label and " " not in label else None)


def _people(printed: Printed, record: etree._Element, kind: str) -> None:
    second = every(record, "contributors/secondary-authors/author")
    third = every(record, "contributors/tertiary-authors/author")
    printed.authors, complete = people(every(record, "contributors/authors/author"))
    # The secondary authors of a whole book edit its series, unless nobody else made the book.
    editors = (third if kind == "book" else []) if kind in WHOLE else second
    if kind == "edited book" and printed.authors:
        printed.editors, printed.authors = printed.authors, []
    elif not editors and not printed.authors and kind in WHOLE:
        editors = second
    found, editors_complete = people(editors)
    printed.editors = [*printed.editors, *found]
    printed.complete = complete and editors_complete

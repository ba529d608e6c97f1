"""Citations in an OpenDocument text: the marks of Zotero, Mendeley and JabRef, and LibreOffice's own bibliography."""

import re
from collections import defaultdict

from lxml import etree

from state.manuscript import Reference
from tasks.readers.contract import Target
from tasks.readers.odt.styles import TEXT
from tasks.readers.records.csl import reference_of
from tasks.readers.word.csl import csl_targets
from tasks.readers.word.works import EmbeddedWorks

_META = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"
_ZOTERO_BOOKMARK = re.compile(r"ZOTERO_BREF_\w{1,40}")
_PIECE = re.compile(r"(ZOTERO_BREF_\w{1,40}?)_(\d{1,4})")
_JABREF = re.compile(r"^JR_cite\d*_\d+_(?P<old>.+)$|^JABREF_(?P<new>.+?) CID_\d+")
_FIELDS = {
    "bibliography-type": "type", "title": "title", "journal": "container-title", "booktitle": "container-title",
    "volume": "volume", "number": "issue", "pages": "page", "year": "issued", "isbn": "ISBN", "url": "URL",
    "note": "note", "annote": "annote",
}  # fmt: skip
MAX_CODE = 4_000_000


class Citations:
    """Turns marks into targets, and keeps the works they carry."""

    def __init__(self, file: str) -> None:
        self.works = EmbeddedWorks(file)
        self.cited: list[str] = []
        self.unreadable = 0
        self._codes: dict[str, str] = {}

    def learn(self, meta: etree._Element | None) -> None:
        """Take up the codes that Zotero keeps in the document's properties when it writes bookmarks."""
        pieces: dict[str, dict[int, str]] = defaultdict(dict)
        for element in [] if meta is None else meta.iter(f"{_META}user-defined"):
            found = _PIECE.fullmatch(element.get(f"{_META}name") or "")
            if found is not None:
                pieces[found[1]][int(found[2])] = element.text or ""
        for name, parts in pieces.items():
            self._codes[name] = "".join(text for _, text in sorted(parts.items()))[:MAX_CODE]

    def of_mark(self, name: str) -> tuple[Target, ...] | None:
        """What a reference mark or bookmark of this name cites; None where it is no citation."""
        if _ZOTERO_BOOKMARK.fullmatch(name):
            name = self._codes.get(name, "")
            if "CSL_BIBLIOGRAPHY" in name or not name:
                return None
        if (jabref := _JABREF.match(name)) is not None:
            keys = re.split(r"[,;]\s*|\s+", jabref["old"] or jabref["new"])
            return self._noted(tuple(Target(key=key) for key in keys if key))
        if "CSL_CITATION" not in name and "Mendeley Citation" not in name:
            return None
        targets = csl_targets(name[:MAX_CODE], self.works)
        if targets is None:
            self.unreadable += 1
        return self._noted(targets)

    def of_entry(self, element: etree._Element) -> tuple[Target, ...] | None:
        """What a `text:bibliography-mark` cites: its attributes describe the work."""
        key = (element.get(f"{TEXT}identifier") or "").strip()
        if not key:
            return None
        item: dict[str, object] = {"id": key}
        for name, field in _FIELDS.items():
            value = element.get(f"{TEXT}{name}")
            if value and value.strip():
                item.setdefault(field, value.strip())
        authors = [part.strip() for part in (element.get(f"{TEXT}author") or "").split(";") if part.strip()]
        item["author"] = [_person(author) for author in authors]
        doi = next((value for value in element.attrib.values() if "doi.org/" in str(value)), None)
        if doi is not None:
            item["DOI"] = str(doi)
        self.works.add([key], reference_of(item))
        return self._noted((Target(key=key),))

    def _noted(self, targets: tuple[Target, ...] | None) -> tuple[Target, ...] | None:
        self.cited += [target.key for target in targets or ()]
        return targets or None

    @property
    def references(self) -> tuple[Reference, ...]:
        return self.works.ordered(self.cited)


def _person(name: str) -> dict[str, str]:
    family, comma, given = name.partition(",")
    return {"family": family.strip(), "given": given.strip()} if comma else {"literal": name}

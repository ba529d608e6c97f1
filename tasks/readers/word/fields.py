"""What a Word field, content control or bookmark means for citations: works, a place in the list, the list itself."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from lxml import etree

from state.errors import ManuscriptError
from state.manuscript import Reference
from tasks.readers.contract import Target
from tasks.readers.word.csl import MENDELEY_CITATION, control_targets, csl_targets, stored_citations
from tasks.readers.word.draft import Span
from tasks.readers.word.endnote import endnote_targets
from tasks.readers.word.meaning import PLAIN, Meaning
from tasks.readers.word.package import Package, Relationship, W
from tasks.readers.word.sources import citation_targets, read_sources
from tasks.readers.word.styles import child_value
from tasks.readers.word.works import EmbeddedWorks

ZOTERO_BOOKMARK = "ZOTERO_BREF_"
MAX_POINTERS = 100_000


_LIST = Meaning(lists=True)

_ADDIN = re.compile(r"(?:ADDIN\s+)?", re.IGNORECASE)
_CSL = re.compile(r"(?:ZOTERO_(?:ITEM|CITATION)|CSL_CITATION|Mendeley\s+Citation)\b", re.IGNORECASE)
_ENDNOTE = re.compile(r"EN\.CITE(?!\.DATA)", re.IGNORECASE)
_LISTS = re.compile(
    r"(?:ZOTERO_BIBL|EN\.REFLIST|CSL_BIBLIOGRAPHY|Mendeley\s+Bibliography|BIBLIOGRAPHY(?:\s|$)|REFMGR\.REFLIST|RW\.BIB"
    r"|NE\.Bib|CITAVI\.BIBLIOGRAPHY|CitaviBibliography|PAPERS2?_BIBLIOGRAPHY|paperpile_bibliography)",
    re.IGNORECASE,
)
_OTHER_FIELDS = {
    "REFMGR.CITE": "reference_manager_fields",
    "RW.CITE": "refworks_fields",
    "NE.REF": "noteexpress_fields",
    "CNKISM.REF": "cnki_fields",
    "CITAVI": "citavi_fields",
    "PAPERS2_CITATION": "papers_fields",
    "PAPERPILE_CITATION": "paperpile_fields",
}
"""Programs whose fields are not read: their printed text stands, and the reader says so."""
_OTHER = re.compile("|".join(re.escape(begin) for begin in _OTHER_FIELDS), re.IGNORECASE)
_WORD = re.compile(r"CITATION\s", re.IGNORECASE)
_REF = re.compile(r'(?:REF\s+"?|(?=_Ref\d))([^\s"\\]+)"?((?:\s+\S+)*)\s*$', re.IGNORECASE)
_NUMBERED = re.compile(r"\\[rnw](?:\s|$)", re.IGNORECASE)
_NUMERIC = re.compile(r"\s*[\[(（［【]?\s*\d{1,4}(?:\s*[,，、\-–—~]\s*\d{1,4})*\s*[\])）］】]?\s*\.?\s*")
_NUMBER = re.compile(r"(?=\D{0,20}\d).{1,30}")
"""What a `REF` must print to be taken for a citation: without a switch it may print a caption or a heading; with one it
prints the number of a list's entry as the list writes it (`[3]`, `Ref. 3`), or says that there is none."""
_MAX_SORTED = 100
_MAX_ADD_INS = 8
_MAX_PRINTED = 5_000
_MAX_CODE = 10_000
"""Characters of an instruction of Word's own, which hold tags and switches and no data."""
_PROPERTY_PARTS = ("custom-properties", "customProperties")
_PROPERTY = re.compile(rf"({ZOTERO_BOOKMARK}.+)_(\d{{1,4}})")


class CitationFields:
    """Reads what the document's fields, controls and bookmarks cite. One object per reading; `works` collects."""

    def __init__(self, package: Package, relationships: Mapping[str, Relationship], lost: Counter[str]) -> None:
        self._package, self._relationships, self._lost = package, relationships, lost
        self.works = EmbeddedWorks(package.name)
        self._lists_sources = False
        self._unprinted: list[str] = []
        self._pointers = 0
        self._tags: set[str] = set()
        self._places: set[str] = set()

    def of_field(self, code: str, nested: Sequence[str], own: Sequence[str]) -> Meaning:
        """What a field of this instruction means; `nested` and `own` are the base64 data inside and on it."""
        said = code[_end(_ADDIN, code) :]
        if _CSL.match(said):
            return self._citation(csl_targets(said, self.works))
        if _ENDNOTE.match(said):
            return self._citation(endnote_targets(said, nested, own, self.works))
        if _LISTS.match(said):
            self._lists_sources |= said[:12].upper() == "BIBLIOGRAPHY"
            return _LIST
        if other := _OTHER.match(said):
            self._lost[_OTHER_FIELDS[other.group().upper()]] += 1
            return PLAIN
        if len(said) > _MAX_CODE:
            return PLAIN
        if _WORD.match(said):
            targets = citation_targets(said, self._sources, self.works)
            self._tags.update(target.key for target in targets or ())
            return self._citation(targets)
        if place := _REF.match(said):
            self._places.add(place.group(1))
            form = _NUMBER if _NUMBERED.search(place.group(2)) else _NUMERIC
            return Meaning((Target(key=place.group(1)),), is_place=True, form=form)
        return PLAIN

    def of_control(self, control: etree._Element) -> Meaning:
        """What a content control (`w:sdt`) means by its tag or the gallery it comes from."""
        properties = control.find(W + "sdtPr")
        if properties is None:
            return PLAIN
        tag = child_value(properties, "tag") or ""
        if tag.startswith(MENDELEY_CITATION):
            return self._citation(control_targets(tag, self._mendeley, self.works))
        if tag.startswith(("MENDELEY_BIBLIOGRAPHY", "CitaviBibliography")):
            return _LIST
        if properties.find(W + "bibliography") is not None:
            return _LIST
        gallery = properties.find(f"{W}docPartObj/{W}docPartGallery")
        if gallery is not None and gallery.get(W + "val") == "Bibliographies":
            # Around the list proper there is one more control, which holds the heading too.
            return PLAIN if control.find(f"{W}sdtContent//{W}bibliography") is not None else _LIST
        return PLAIN

    def of_bookmark(self, name: str) -> Meaning:
        """What one of Zotero's bookmarks means: its field's text lies in the document's properties."""
        code = self._bookmarks.get(name)
        if code is None:
            self._lost["citation_field_unreadable"] += 1
            return PLAIN
        return self.of_field(code, (), ())

    def in_printed_order(self, targets: tuple[Target, ...], printed: str) -> tuple[Target, ...]:
        """The targets in the order in which their first authors are printed, where all are; else as the field has them.

        Programs keep the works in the order of insertion, and print them in the order of the style.
        """
        if len(targets) < 2 or len(targets) > _MAX_SORTED:
            return targets
        text = printed[:_MAX_PRINTED].casefold()
        places = [text.find(self.works.family(target.key).casefold() or "\0") for target in targets]
        if min(places) < 0 or len(set(places)) < len(places):
            return targets
        return tuple(target for _, target in sorted(zip(places, targets, strict=True), key=lambda pair: pair[0]))

    def close(self, span: Span) -> None:
        """A citation that printed nothing is for the list only, as EndNote's hidden ones are."""
        if not span.cited and not span.inside and not span.meaning.is_place:
            self._unprinted += [target.key for target in span.meaning.targets]

    def uncited(self, cited: Collection[str]) -> tuple[str, ...]:
        """Keys of works that fields name without printing a citation of them."""
        return tuple(dict.fromkeys(key for key in self._unprinted if key not in cited and key in self.works))

    def unknown(self, anchors: Collection[str]) -> frozenset[str]:
        """Keys of works that are named and not embedded, and of places that are not among `anchors`. The tags of Word's
        own sources are known: people choose them, and a bibliography may have them too."""
        missing = self.works.missing()
        if missing:
            self._lost["works_not_embedded"] += len(missing)
        return (missing - self._tags) | {place for place in self._places if place not in anchors}

    def references(self, cited: Sequence[str]) -> tuple[Reference, ...]:
        """The works the file carries, those cited first and in that order. Word's list prints all its sources, so all
        belong to a document that has such a list."""
        if self._lists_sources:
            for source in self._sources.values():
                self.works.add([source.id], source)
        return self.works.ordered(cited)

    def _citation(self, targets: tuple[Target, ...] | None) -> Meaning:
        if not targets:
            self._lost["citation_field_unreadable"] += 1
            return PLAIN
        self._pointers += len(targets)
        if self._pointers > MAX_POINTERS:
            raise ManuscriptError(
                f"{self._package.name}: refused, its citations point to works more than {MAX_POINTERS:,} times. "
                "Split the file."
            )
        return Meaning(targets)

    @cached_property
    def _sources(self) -> Mapping[str, Reference]:
        found: dict[str, Reference] = {}
        for relationship in self._relationships.values():
            if relationship.kind == "customXml" and not relationship.external:
                root = self._extra_part(relationship.target)
                if root is not None:
                    found |= {tag: source for tag, source in read_sources(root).items() if tag not in found}
        return found

    @cached_property
    def _mendeley(self) -> Mapping[str, object]:
        """Mendeley Cite's citations in the settings of its add-in, by name; the first versions kept them only there."""
        found: dict[str, object] = {}
        for number in range(1, _MAX_ADD_INS + 1):
            root = self._extra_part(f"word/webextensions/webextension{number}.xml")
            for element in [] if root is None else root.iter("{*}property"):
                if element.get("name") == "MENDELEY_CITATIONS":
                    found |= stored_citations(element.get("value") or "")
        return found

    @cached_property
    def _bookmarks(self) -> Mapping[str, str]:
        """Zotero's bookmarks and the texts of their fields, which are cut into numbered pieces."""
        pieces: dict[str, dict[int, str]] = {}
        parts = [part.target for part in self._package.relationships("").values() if part.kind in _PROPERTY_PARTS]
        root = self._extra_part(parts[0] if parts else "docProps/custom.xml")
        for element in [] if root is None else root:
            if named := _PROPERTY.fullmatch(element.get("name") or ""):
                text = "".join(str(text) for text in element.itertext())
                pieces.setdefault(named.group(1), {})[int(named.group(2))] = text
        return {name: "".join(held[n] for n in sorted(held)) for name, held in pieces.items()}

    def _extra_part(self, part: str) -> etree._Element | None:
        """A part beside the text; a broken one is no reason to refuse the document."""
        try:
            return self._package.xml(part)
        except ManuscriptError:
            self._lost["broken_parts"] += 1
            return None


def _end(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.match(text)
    return found.end() if found else 0

"""One publication of DBLP's dump becomes a record. The elements are those of its DTD (`article`, `inproceedings`, …;
`author`, `title`, `year`, `journal`, `booktitle`, `ee`, …)."""

import re
from collections.abc import Iterator

from lxml import etree

from state.lookup import Author, Notice, NoticeType, Record, RegistryName
from tasks.language.identifiers import clean_isbn
from tasks.registries.openalex import split_name
from tasks.registries.reading import bare_doi, text, year

PUBLICATIONS = (
    "article",
    "inproceedings",
    "proceedings",
    "book",
    "incollection",
    "phdthesis",
    "mastersthesis",
    "data",
)
"""`www` and `person` are of people."""
_HOMONYM = re.compile(r"\s+\d{4}$")
"""The number by which DBLP tells people of one name apart: `Wei Li 0001`."""


def record_of(element: etree._Element) -> Record | None:
    """The record of one publication; None where it has no key or no title."""
    key, title = text(element.get("key")), _first(element, "title")
    if not key or not title:
        return None
    addresses = [found for found in (_said(child) for child in element.iterfind("ee")) if found]
    withdrawn = element.get("publtype") == "withdrawn"
    published = year(_first(element, "year"))
    isbns = (clean_isbn(_said(child)) for child in element.iterfind("isbn"))
    return Record(
        registry=RegistryName.DBLP,
        id=key,
        title=title.removesuffix("."),
        authors=tuple(_authors(element)),
        year=published,
        years=(published,) if published else (),
        venue=_first(element, "journal") or _first(element, "booktitle") or _first(element, "school"),
        volume=_first(element, "volume"),
        issue=_first(element, "number"),
        pages=_first(element, "pages"),
        doi=next((doi for doi in map(bare_doi, addresses) if doi), None),
        isbns=tuple(dict.fromkeys(isbn for isbn in isbns if isbn)),
        is_preprint=element.tag == "article" and element.get("publtype") == "informal",
        types=(str(element.tag),),
        notices=(Notice(type=NoticeType.WITHDRAWAL, registry=RegistryName.DBLP, asserted_by="dblp"),)
        if withdrawn
        else (),
        url=f"https://dblp.org/rec/{key}",
    )


def _authors(element: etree._Element) -> Iterator[Author]:
    people = element.findall("author") or element.findall("editor")
    for person in people:
        if name := _said(person):
            yield split_name(_HOMONYM.sub("", name))


def _first(element: etree._Element, name: str) -> str | None:
    return _said(element.find(name))


def _said(element: etree._Element | None) -> str | None:
    """The text of an element and its markup. What stands for a character nobody could name is left out."""
    if element is None:
        return None
    parts = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str):
            parts.append(_said(child) or "")
        parts.append(child.tail or "")
    return text("".join(parts))

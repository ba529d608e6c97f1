"""The entries of a JATS article's reference list."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

_TEXT_ENTRY = re.compile(
    r"(?P<names>[^()]+?)\s*\((?P<year>(?:1[89]|20)\d\d)[^)]*\)\s*(?P<title>[^.?]+[.?])\s*(?P<rest>.*)", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Name:
    """An author. A group has no initials."""

    family: str
    initials: str = ""


@dataclass(frozen=True, slots=True)
class Work:
    """An entry of the reference list. Fields that the article does not tag are empty."""

    rid: str
    kind: str
    names: tuple[Name, ...]
    more: bool
    title: str
    source: str
    year: str
    volume: str = ""
    issue: str = ""
    first: str = ""
    last: str = ""
    publisher: str = ""
    town: str = ""
    doi: str = ""
    pmid: str = ""
    text: str = ""
    """The entry as printed, where the article tags nothing in it."""


def read_work(ref: etree._Element) -> Work:
    """An entry of the list."""
    body = next((child for child in ref if tag_of(child) in ("mixed-citation", "element-citation", "citation")), ref)
    rid = ref.get("id") or ""
    names = tuple(_names(body))
    title, source, year = (flat(body.find(f".//{tag}")) for tag in ("article-title", "source", "year"))
    if not names and not title:
        return _text_work(rid, flat(body))
    ids = {one.get("pub-id-type"): flat(one) for one in body.iter("pub-id")}
    found = re.search(r"10\.\d{4,9}/\S+", " ".join(flat(one) for one in body.iter("comment")))
    return Work(
        rid=rid,
        kind=body.get("publication-type") or body.get("citation-type") or "other",
        names=names or (Name(source or title),),
        more=body.find(".//etal") is not None,
        title=(title or source).rstrip(". "),
        source=source.rstrip(". ") if title else "",
        year=(re.search(r"\d{4}", year) or [""])[0],
        volume=flat(body.find("volume")),
        issue=flat(body.find("issue")),
        first=flat(body.find("fpage")),
        last=flat(body.find("lpage")),
        publisher=flat(body.find("publisher-name")),
        town=flat(body.find("publisher-loc")),
        doi=ids.get("doi") or (found.group() if found else ""),
        pmid=ids.get("pmid") or "",
    )


def _names(body: etree._Element) -> Iterator[Name]:
    groups = body.findall("person-group")
    authors = [group for group in groups if group.get("person-group-type") in (None, "author")] or groups or [body]
    for group in authors:
        for child in group:
            if tag_of(child) == "name":
                yield Name(flat(child.find("surname")), re.sub(r"[.\s]", "", flat(child.find("given-names"))))
            elif tag_of(child) in ("collab", "institution"):
                yield Name(flat(child))


def _text_work(rid: str, text: str) -> Work:
    """An entry without tags: names, year and title where it is printed `Names (year) Title. …`, else its words."""
    match = _TEXT_ENTRY.match(text)
    if not match:
        return Work(rid, "other", (Name(" ".join(text.split()[:3]).strip(".,")),), False, text, "", "", text=text)
    parts = [part.strip() for part in match["names"].rstrip(" .,").split(",")]
    people = [re.fullmatch(r"(.+?)\s+((?:[A-Z]-?){1,4})", part) for part in parts]
    names = tuple(Name(one[1], one[2]) for one in people if one) or (Name(match["names"].strip(" .,")),)
    return Work(rid, "other", names, False, match["title"].strip(". "), "", match["year"], text=text)


def tag_of(element: etree._Element) -> str | None:
    """The element's name, or None for a comment."""
    return element.tag if isinstance(element.tag, str) else None


def flat(element: etree._Element | None) -> str:
    """Its text with single spaces."""
    return "" if element is None else " ".join("".join(element.itertext()).split())

"""Zotero's own JSON (its API's, and Better BibTeX's export), said in CSL's words."""

from collections.abc import Mapping
from typing import Final

_CONTAINERS: Final = (
    "publicationTitle", "bookTitle", "proceedingsTitle", "encyclopediaTitle", "dictionaryTitle", "websiteTitle",
    "blogTitle", "forumTitle", "programTitle",
)  # fmt: skip
_TITLES: Final = ("title", "caseName", "nameOfAct", "subject")
_DATES: Final = ("date", "issueDate", "dateDecided", "dateEnacted", "filingDate")
_AUTHORS: Final = frozenset(
    {
        "author", "artist", "cartographer", "composer", "director", "interviewee", "inventor", "performer", "podcaster",
        "presenter", "programmer", "sponsor",
    }
)  # fmt: skip
"""The creators whom a type of item has in the place of authors."""
_SAME: Final = ("volume", "issue", "DOI", "ISBN", "PMID")
_NO_WORKS: Final = frozenset({"attachment", "note", "annotation"})


def is_zotero_item(item: Mapping[str, object]) -> bool:
    """Whether this is an item of Zotero's; its notes and attachments are none."""
    return isinstance(item.get("itemType"), str) and item["itemType"] not in _NO_WORKS


def as_csl(item: Mapping[str, object]) -> Mapping[str, object]:
    """A Zotero item as CSL, as far as a Reference has fields for it. An item that is none is returned as it is; the
    API's frame (`data`) is taken off."""
    held = item.get("data")
    if "itemType" not in item and isinstance(held, Mapping) and is_zotero_item(held):
        item = {"citationKey": item.get("key"), **held}
    if not is_zotero_item(item):
        return item
    creators = item.get("creators")
    people = [person for person in creators if isinstance(person, Mapping)] if isinstance(creators, list) else []
    preprint = ("repository",) if item["itemType"] == "preprint" else ()
    return {
        "id": _first(item, "citationKey", "citekey", "key", "itemKey", "itemID"),
        "type": item["itemType"],
        "title": _first(item, *_TITLES),
        "container-title": _first(item, *_CONTAINERS, *preprint, "journalAbbreviation"),
        "issued": _first(item, *_DATES),
        "page": _first(item, "pages"),
        "URL": _first(item, "url"),
        "note": _first(item, "extra"),
        "author": [_name(person) for person in people if person.get("creatorType") in _AUTHORS],
        "editor": [_name(person) for person in people if person.get("creatorType") == "editor"],
        **{name: item[name] for name in _SAME if name in item},
    }


def _first(item: Mapping[str, object], *names: str) -> object:
    return next((item[name] for name in names if item.get(name)), None)


def _name(person: Mapping[str, object]) -> Mapping[str, object]:
    if person.get("lastName"):
        return {"family": person["lastName"], "given": person.get("firstName")}
    return {"literal": person.get("name") or person.get("firstName")}

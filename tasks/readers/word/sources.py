"""Word's own citations: `CITATION Tag` fields and the `b:Source` records they name (ECMA-376, part 1, 22.6)."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from lxml import etree

from state.lookup import Author
from state.manuscript import Reference
from tasks.readers.contract import Target
from tasks.readers.records.fields import Printed, person, reference_from
from tasks.readers.word.meaning import note_of, pages_of
from tasks.readers.word.works import EmbeddedWorks

MAX_SOURCES = 30_000
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')
_WITH_VALUE = frozenset({"l", "p", "v", "f", "s", "m"})
"""Switches that are followed by a value."""
_TITLES = ("Title", "ShortTitle")
_CONTAINERS = (
    "JournalName", "BookTitle", "ConferenceName", "PublicationTitle", "PeriodicalTitle", "InternetSiteTitle",
    "AlbumTitle", "BroadcastTitle", "Reporter",
)  # fmt: skip
_AUTHORS = (
    "Author", "Artist", "Inventor", "Director", "Interviewee", "Performer", "Composer", "Writer", "Compiler",
    "Conductor", "ProducerName", "Counsel",
)  # fmt: skip
"""Roles that stand where an author would, best first; the kinds of source differ in which they use."""
NO_SOURCES: Final[Mapping[str, Reference]] = MappingProxyType({})


def citation_targets(code: str, sources: Mapping[str, Reference], works: EmbeddedWorks) -> tuple[Target, ...] | None:
    r"""The sources that `CITATION Tag \m Tag2 \p 12 …` cites, in its order; what is known of them goes to `works`.

    None where the field names no source.
    """
    tokens = [quoted or bare for quoted, bare in _TOKEN.findall(code)][1:]
    cited: list[dict[str, str]] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        place += 1
        switch = token[1:2].lower() if token.startswith("\\") else ""
        value = token[2:] if switch else ""
        if switch in _WITH_VALUE and not value and place < len(tokens):
            value = tokens[place]
            place += 1
        if switch == "m":
            cited.append({"tag": value})
        elif switch and cited:
            cited[-1].setdefault(switch, value)
        elif not switch and not cited:
            cited.append({"tag": token})
    return tuple(_target(one, sources, works) for one in cited if one["tag"]) or None


def _target(one: Mapping[str, str], sources: Mapping[str, Reference], works: EmbeddedWorks) -> Target:
    source = sources.get(one["tag"].casefold())
    key = works.named([one["tag"]]) if source is None else works.add([source.id], source)
    volume = f"vol. {one['v']}" if one.get("v") else ""
    suffix = note_of(volume, pages_of(one.get("p", "")), one.get("s", ""))
    return Target(key=key, prefix=one.get("f", "").strip(), suffix=suffix, in_text="n" in one)


def read_sources(root: etree._Element) -> dict[str, Reference]:
    """The sources of a `b:Sources` part by their tags in lower case, in file order; `id` is the tag."""
    found: dict[str, Reference] = {}
    if _local(root) == "Sources":
        for element in root.iterchildren(etree.Element):
            if _local(element) == "Source" and len(found) < MAX_SOURCES:
                source = _reference(element)
                if source.id:
                    found.setdefault(source.id.casefold(), source)
    return found


def _reference(source: etree._Element) -> Reference:
    fields = {_local(child): " ".join((child.text or "").split()) for child in source.iterchildren(etree.Element)}
    kind = fields.get("SourceType", "")
    number = fields.get("StandardNumber", "")
    digits = re.sub(r"[^\dXx]", "", number)
    printed = Printed(
        kind=kind or None,
        title=_first(fields, *_TITLES),
        journal=_first(fields, *_CONTAINERS),
        years=[fields.get("Year", "")],
        volume=_first(fields, "Volume"),
        issue=_first(fields, "Issue"),
        pages=_first(fields, "Pages"),
        dois=[doi for name in ("DOI", "Doi") if (doi := fields.get(name))],
        isbn=number if len(digits) in (10, 13) else None,
        urls=[url for url in (fields.get("URL"),) if url],
        notes=[text for text in (number, fields.get("Comments")) if text],
    )
    roles = {_local(role): role for outer in _children(source, "Author") for role in outer.iterchildren(etree.Element)}
    printed.authors = next((people for name in _AUTHORS if (people := list(_people(roles.get(name))))), [])
    printed.editors = list(_people(roles.get("Editor")))
    if printed.journal == printed.title:
        printed.journal = None
    raw = etree.tostring(source, encoding="unicode", with_tail=False)
    return reference_from(printed, fields.get("Tag", ""), raw=_XMLNS.sub("", raw), file=None, line=None)


_XMLNS = re.compile(r'\sxmlns(?::\w+)?="[^"]*"')


def _people(role: etree._Element | None) -> Iterator[Author]:
    """The people of a role: `b:NameList` of `b:Person`, or one `b:Corporate`."""
    if role is None:
        return
    for corporate in _children(role, "Corporate"):
        if (author := person(corporate.text)) is not None:
            yield author
    for one in (found for names in _children(role, "NameList") for found in _children(names, "Person")):
        parts = {_local(child): (child.text or "").strip() for child in one.iterchildren(etree.Element)}
        given = " ".join(part for name in ("First", "Middle") if (part := parts.get(name)))
        if (author := person(parts.get("Last"), given)) is not None:
            yield author


def _children(element: etree._Element, name: str) -> Iterator[etree._Element]:
    return (child for child in element.iterchildren(etree.Element) if _local(child) == name)


def _first(fields: Mapping[str, str], *names: str) -> str | None:
    return next((text for name in names if (text := fields.get(name))), None)


def _local(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]

"""What the tagger says of an entry, as fields of a reference: only what it is sure of, in the form the fields have."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from state.lookup import Author
from tasks.parse.strings.coordinates import Coordinates, read_pages, read_volume
from tasks.parse.strings.persons import Persons, marks_editors, read_persons
from tasks.parse.strings.tagger import Segment, segments

SURE = {"author": 0.7, "editor": 0.7, "title": 0.8, "journal": 0.8, "date": 0.5, "volume": 0.6, "pages": 0.6}
"""The least confidence with which a field is taken, chosen on the held-out fourth of the training data, where it leaves
95 to 98 of a hundred taken fields right, labels that contradict each other counted against us."""
BACKED = 0.5
"""The least confidence for a title that a pattern reads in the same way."""
_JOURNALS = ("journal", "container-title")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_IN = re.compile(r"^(?:in|dans|en|em)\s?:?\s+(?=\S)", re.IGNORECASE)
_MARKS = " \t.,;:*_/\"“”„«»‘’`'<>|–—"
_THESIS = re.compile(r"\b(?:thesis|dissertation|diss|thèse|tesis|habilitation)\b", re.IGNORECASE)
_MEETING = re.compile(r"\b(?:proc(?:eedings)?|conference|symposium|workshop|congress|conf|symp)\b", re.IGNORECASE)
NOWHERE = Coordinates()
NOBODY = Persons((), complete=False)


@dataclass(frozen=True, slots=True)
class Labelled:
    """The fields the tagger is sure of."""

    people: Persons = NOBODY
    led_by_editors: bool = False
    authors_end: int = 0
    """Where the names at the entry's beginning end; 0 where none do."""
    title: str | None = None
    likely_title: str | None = None
    """The title where the tagger is not sure enough to be heard alone."""
    hosts: tuple[Author, ...] = ()
    journal: str | None = None
    year: int | None = None
    place: Coordinates = NOWHERE
    entry_type: str | None = None


def read_labelled(text: str) -> Labelled:
    """The fields of an entry on one line. Whatever stands twice, or is not sure, is empty."""
    found = segments(text)
    lead = _lead(found)
    title = _only(text, found, "title", SURE["title"])
    editors = [s for s in found if s.label == "editor" and s is not lead and s.confidence >= SURE["editor"]]
    hosts = read_persons(text[editors[0].start : editors[0].end]) if len(editors) == 1 else NOBODY
    journal = _journal(text, found)
    years = {
        int(year)
        for s in found
        if s.label == "date" and s.confidence >= SURE["date"]
        for year in _YEAR.findall(text[s.start : s.end])
    }
    printed = text[lead.start : lead.end] if lead else ""
    led = lead is not None and (lead.label == "editor" or marks_editors(printed))
    return Labelled(
        people=read_persons(printed) if printed else NOBODY,
        led_by_editors=led,
        authors_end=lead.end if lead else 0,
        title=title,
        likely_title=_only(text, found, "title", BACKED),
        hosts=hosts.authors,
        journal=journal,
        year=years.pop() if len(years) == 1 else None,
        place=_place(text, found),
        entry_type=_entry_type(text, found, journal),
    )


def _lead(found: Sequence[Segment]) -> Segment | None:
    """The names an entry begins with: before anything but its number, date or title, and nobody named twice."""
    authors = [s for s in found if s.label == "author"]
    if len(authors) > 1:
        return None
    for segment in found:
        if segment.label in ("author", "editor"):
            return segment if segment.confidence >= SURE["author"] else None
        if segment.label not in ("citation-number", "date", "title"):
            return None
    return None


def _only(text: str, found: Sequence[Segment], label: str, least: float) -> str | None:
    own = [s for s in found if s.label == label]
    if len(own) != 1 or own[0].confidence < least:
        return None
    return _bare(text[own[0].start : own[0].end]) or None


def _journal(text: str, found: Sequence[Segment]) -> str | None:
    own = [s for s in found if s.label in _JOURNALS]
    if len(own) != 1 or own[0].confidence < SURE["journal"]:
        return None
    return _bare(_IN.sub("", text[own[0].start : own[0].end].strip(_MARKS))) or None


def _bare(printed: str) -> str:
    """A field without the marks around it; a bracket opened in it is closed in it."""
    text = printed.strip(_MARKS)
    if text.endswith(")") and text.count("(") < text.count(")"):
        text = text[:-1]
    if text.count("(") > text.count(")") and "(" in text[-4:]:
        text = text[: text.rindex("(")]
    return text.strip(_MARKS)


def _place(text: str, found: Sequence[Segment]) -> Coordinates:
    volume = [s for s in found if s.label == "volume"]
    pages = [s for s in found if s.label == "pages"]
    place = Coordinates()
    if len(volume) == 1 and volume[0].confidence >= SURE["volume"]:
        place = read_volume(text[volume[0].start : volume[0].end])
    printed = None
    if len(pages) == 1 and pages[0].confidence >= SURE["pages"]:
        printed = read_pages(text[pages[0].start : pages[0].end])
    return Coordinates(place.volume, place.issue, printed)


def _entry_type(text: str, found: Sequence[Segment], journal: str | None) -> str | None:
    """What kind of work it is, where the parts it has leave no doubt."""
    labels = {s.label for s in found}
    for segment in found:
        if segment.label == "genre" and _THESIS.search(text[segment.start : segment.end]):
            return "thesis"
    if journal is None:
        sure = all(s.confidence >= SURE["title"] for s in found if s.label in ("publisher", "title", "location"))
        book = "publisher" in labels and not labels & {"journal", "container-title", "genre", "volume", "pages", "url"}
        return "book" if book and sure else None
    if _MEETING.search(journal):
        return "inproceedings"
    if "journal" in labels and "publisher" not in labels and labels & {"volume", "pages"}:
        return "article"
    return "incollection" if "container-title" in labels and "editor" in labels and "publisher" in labels else None

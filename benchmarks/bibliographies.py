"""Bibliography files against what Zotero reads from them: `python -m benchmarks.bibliographies DATA [--misses]`.

DATA is a folder with `references/zotero_translators` (importer inputs `NAME.SUFFIX` with `NAME.expected.json`). Counted
for every item: title, family name of each author and each editor, year, DOI, container title. A field counts where the
item or the reference has it, and is right where both agree, so that a value where none is expected is a miss like one
that is missing. Names are compared place by place; a second figure takes a whole list of names for one field. Texts are
compared without case, markup and punctuation.

What counts as what, for every file alike:
- authors are the item's `author`s, or the people its type has in their place (inventor, director, …); editors its
  `editor`s, and its `seriesEditor`s where it has no other people. Translators, contributors, book authors do not count.
- the year is the first number of four digits in the item's date; `0000` is none.
- the DOI is the item's, or the one its `extra` states for types that have no field for it, or the one its `url` is.
- the container is the field that Zotero derives from `publicationTitle`; a preprint's repository is its container.

Exits 1 where fewer than 98 % of the fields are right. RIS__02 and RIS__04, exports of placeholders for every type of
item, are counted apart.
"""

import argparse
import json
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final, TypeAlias

from benchmarks.machine import described
from state.lookup import Author
from state.manuscript import Reference
from tasks.readers.bibliography import bibliography_format

WANTED = 0.98
FORMATS: Final = ("BibTeX", "RIS", "MEDLINEnbib", "PubMed_XML", "Endnote_XML", "CSL_JSON")
BEYOND: Final = ("ReferBibIX", "RefWorks_Tagged", "Web_of_Science_Tagged")
"""Formats read as well, counted apart."""
APART: Final = frozenset({"RIS__02", "RIS__04"})
FIELDS: Final = ("title", "authors", "editors", "year", "doi", "container")
IN_PLACE_OF_AUTHORS: Final = frozenset(
    {
        "author",
        "artist",
        "cartographer",
        "composer",
        "director",
        "interviewee",
        "inventor",
        "performer",
        "podcaster",
        "presenter",
        "programmer",
        "sponsor",
    }
)
CONTAINERS: Final = (
    "publicationTitle", "bookTitle", "proceedingsTitle", "encyclopediaTitle", "dictionaryTitle", "websiteTitle",
    "blogTitle", "forumTitle", "programTitle",
)  # fmt: skip
DATES: Final = ("date", "issueDate", "dateDecided", "dateEnacted", "filingDate")
TITLES: Final = ("title", "caseName", "nameOfAct", "subject")
_CROSSREF = "inherited from the crossref, as BibTeX does; Zotero does not follow crossrefs"
_BODY = "a body written without braces, kept whole; Zotero takes its last word for a surname"
_LINKED = "the record links to doi.org with it; Zotero drops the link"
_FULL_NAME = "the full name (T2) is read, where Zotero takes the abbreviation (J2)"
_DOI_DROPPED = "the record has it; Zotero does not read that tag as a DOI"
_IN_NOTE = "stands in a note behind a label (`Proceedings Title: `), in the manner of one program; not read"
_ROLE = "a role that RIS has by type alone (sponsor, image's file, album's performers) and a Reference does not"
EXPLAINED: Final[Mapping[tuple[str, str], str]] = {
    ("BibTeX__02 1", "year"): _CROSSREF,
    ("BibTeX__02 1", "editors"): _CROSSREF,
    ("BibTeX__02 1", "container"): _CROSSREF,
    ("BibTeX__07 1", "authors"): _BODY,
    ("BibTeX__17 1", "authors"): _BODY,
    ("MEDLINEnbib__04 2", "doi"): _LINKED,
    ("MEDLINEnbib__06 2", "doi"): _LINKED,
    ("MEDLINEnbib__07 2", "title"): "the record has it (TI); Zotero reads a book's title from BTI alone, and has none",
    ("RIS__02 5", "authors"): _ROLE,
    ("RIS__02 6", "editors"): "A2 is the blog's editor, as the placeholder says; Zotero drops it",
    ("RIS__02 6", "container"): _FULL_NAME,
    ("RIS__02 8", "container"): _FULL_NAME,
    ("RIS__02 9", "title"): "TI is the case's name, as the placeholder says; Zotero takes the abbreviated one (ST)",
    ("RIS__02 14", "container"): "a paper's conference (T2) is its container; Zotero has another field for it",
    ("RIS__02 17", "container"): _FULL_NAME,
    ("RIS__02 22", "container"): _FULL_NAME,
    ("RIS__02 23", "editors"): _ROLE,
    ("RIS__02 35", "authors"): _ROLE,
    ("RIS__02 45", "title"): "TI is the act's name, as the placeholder says; Zotero takes the short one (ST)",
    ("RIS__02 48", "editors"): "A2 is an editor, if of a series; Zotero drops it",
    ("RIS__02 48", "container"): _FULL_NAME,
    ("RIS__04 11", "container"): _IN_NOTE,
    ("RIS__04 19", "container"): "the journal a paper in press will appear in is read; Zotero drops it",
    ("RIS__04 21", "editors"): _IN_NOTE,
    ("RIS__04 28", "authors"): _ROLE,
    ("RIS__04 33", "authors"): _ROLE,
    ("RefWorks_Tagged__03 1", "doi"): _DOI_DROPPED,
    ("ReferBibIX__00 1", "doi"): _DOI_DROPPED,
    ("ReferBibIX__00 1", "container"): "of two names for one journal the first is read, Zotero's is the last",
    ("Web_of_Science_Tagged__03 1", "doi"): _DOI_DROPPED,
}
"""Why a miss is one, by file, item and field: printed beside it, and of no weight in the count."""

Item: TypeAlias = Mapping[str, object]
Values: TypeAlias = dict[str, str | tuple[str, ...] | None]


def folded(text: str) -> str:
    """Letters and digits alone, in lower case, without HTML's tags."""
    plain = re.sub(r"</?[a-z][^<>]*>", "", text)
    return "".join(letter for letter in unicodedata.normalize("NFKC", plain).casefold() if letter.isalnum())


def expected(item: Item) -> Values:
    """What an item of Zotero's states, folded for comparison."""
    people = [creator for creator in _list(item, "creators") if isinstance(creator, Mapping)]
    editors = _names(people, {"editor"})
    authors = _names(people, IN_PLACE_OF_AUTHORS)
    if not editors and not authors:
        editors = _names(people, {"seriesEditor"})
    stated = re.search(r"(?m)^DOI:\s*(\S+)", _text(item, "extra") or "")
    linked = re.search(r"doi\.org/(10\.\S+)", _text(item, "url") or "")
    doi = _text(item, "DOI") or next((found.group(1) for found in (stated, linked) if found), None)
    container = _text(item, *CONTAINERS) or (_text(item, "repository") if item.get("itemType") == "preprint" else None)
    year = re.search(r"(?<!\d)(?!0000)\d{4}(?!\d)", _text(item, *DATES) or "")
    return {
        "title": folded(_text(item, *TITLES) or ""),
        "authors": authors,
        "editors": editors,
        "year": year.group() if year else "",
        "doi": re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", (doi or "").lower()),
        "container": folded(container or ""),
    }


def read(reference: Reference) -> Values:
    """The same of a reference."""
    return {
        "title": folded(reference.title or ""),
        "authors": _families(reference.authors),
        "editors": _families(reference.editors),
        "year": str(reference.year or ""),
        "doi": reference.doi or "",
        "container": folded(reference.journal or ""),
    }


def _families(people: Sequence[Author]) -> tuple[str, ...]:
    return tuple(folded(person.family) for person in people)


def _names(people: Sequence[Item], kinds: frozenset[str] | set[str]) -> tuple[str, ...]:
    return tuple(
        folded(_text(person, "lastName", "name") or "") for person in people if person.get("creatorType") in kinds
    )


def _text(item: Item, *names: str) -> str | None:
    return next((str(item[name]) for name in names if item.get(name)), None)


def _list(item: Item, name: str) -> Sequence[object]:
    found = item.get(name)
    return found if isinstance(found, list) else []


def compared(folder: Path) -> Iterator[tuple[str, str, object, object]]:
    """File with the item's place, field, expected and read, for every field that either has; names as whole lists.
    An item that is only on one side counts with all its fields."""
    for answers in sorted(folder.glob("*.expected.json")):
        stem = answers.name.removesuffix(".expected.json")
        if stem.split("__")[0] not in (*FORMATS, *BEYOND):
            continue
        file = next(path for path in sorted(folder.glob(f"{stem}.*")) if path != answers)
        content = file.read_bytes()
        reader = bibliography_format(file.name, content)
        references = () if reader is None else reader.read(file.name, content).references
        items = json.loads(answers.read_text("utf-8"))
        for place in range(max(len(items), len(references))):
            wanted = expected(items[place]) if place < len(items) else {}
            found = read(references[place]) if place < len(references) else {}
            for field in FIELDS:
                if wanted.get(field) or found.get(field):
                    yield f"{stem} {place + 1}", field, wanted.get(field), found.get(field)


def singly(wanted: object, found: object) -> Iterator[bool]:
    """Whether each value agrees: of names, each by its place; of anything else, the one."""
    if isinstance(wanted, tuple) or isinstance(found, tuple):
        names = zip_longest(wanted if isinstance(wanted, tuple) else (), found if isinstance(found, tuple) else ())
        yield from (one == other for one, other in names)
    else:
        yield wanted == found


def main() -> int:
    """Compare and print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--misses", action="store_true", help="print expected and read values of every miss")
    given = parser.parse_args()
    folder = given.data / "references" / "zotero_translators"
    if not folder.is_dir():
        print(f"{folder}: not a folder.", file=sys.stderr)
        return 2
    print(described(), "\n")
    counts: dict[str, Counter[tuple[str, bool]]] = defaultdict(Counter)
    lists: Counter[bool] = Counter()
    misses = []
    for item, field, wanted, found in compared(folder):
        stem = item.split()[0]
        apart = stem in APART or stem.split("__")[0] in BEYOND
        group = f"{stem if stem in APART else stem.split('__')[0]}{' (apart)' if apart else ''}"
        counts[group].update((field, agrees) for agrees in singly(wanted, found))
        if not apart:
            lists[wanted == found] += 1
        if wanted != found:
            misses.append((item, field, wanted, found))
    print(f"{'right of counted':30}" + "".join(f"{field:>12}" for field in (*FIELDS, "all")))
    for group, count in sorted(counts.items(), key=lambda pair: ("apart" in pair[0], pair[0])):
        print(_row(group, count))
    total: Counter[tuple[str, bool]] = sum((c for g, c in counts.items() if "apart" not in g), Counter())
    right, all_of = _counted(total)
    print(_row("all but those apart", total), f" = {right / max(all_of, 1):.2%}; wanted {WANTED:.0%}")
    print(f"with a list of names as one field: {lists[True]}/{lists.total()} = {lists[True] / lists.total():.2%}\n")
    for item, field, wanted, found in misses:
        print(f"miss {item} {field}: {EXPLAINED.get((item, field), 'unexplained')}")
        if given.misses:
            print(f"     expected {wanted}\n     read     {found}")
    return 0 if right >= WANTED * all_of else 1


def _row(group: str, count: Mapping[tuple[str, bool], int]) -> str:
    shares = (_counted(count, (field,)) for field in FIELDS)
    return f"{group:30}" + "".join(f"{f'{right}/{all_of}':>12}" for right, all_of in (*shares, _counted(count)))


def _counted(count: Mapping[tuple[str, bool], int], fields: Sequence[str] = FIELDS) -> tuple[int, int]:
    right = sum(number for (field, agrees), number in count.items() if field in fields and agrees)
    return right, sum(number for (field, _), number in count.items() if field in fields)


if __name__ == "__main__":
    sys.exit(main())

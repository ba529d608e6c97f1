"""Two hundred references in every format, mixed as people mix them, and the world they are of. All is invented."""

import json
import random
from dataclasses import dataclass, field
from typing import Any

from tests.standin.world import World, work_from_json

FAMILIES = (
    "Abernol",
    "Bruskar",
    "Cindrel",
    "Dovanek",
    "Estermo",
    "Falquist",
    "Gorvane",
    "Hestrup",
    "Ilmaris",
    "Jostrand",
    "Kervold",
    "Lunabek",
)
THINGS = (
    "lantern",
    "harbour",
    "kiln",
    "ballad",
    "lichen",
    "ferry",
    "orchard",
    "signal",
    "terrace",
    "beacon",
    "weir",
    "quarry",
    "loom",
    "causeway",
)
DOINGS = (
    "measured",
    "drifting",
    "painted",
    "forgotten",
    "borrowed",
    "listed",
    "mended",
    "counted",
    "folded",
    "silent",
    "crooked",
    "early",
)
PLACES = (
    "valley",
    "coast",
    "island",
    "upland",
    "delta",
    "marsh",
    "border",
    "headland",
    "plateau",
    "fjord",
    "steppe",
    "lagoon",
)


@dataclass
class Listed:
    """The list's text by file name, and the works that exist."""

    files: dict[str, str] = field(default_factory=dict)
    works: list[dict[str, Any]] = field(default_factory=list)

    @property
    def world(self) -> World:
        return World(work_from_json(row) for row in self.works)


def _work(number: int, chance: random.Random) -> dict[str, Any]:
    words = [*chance.sample(DOINGS, 2), *chance.sample(THINGS, 3), *chance.sample(PLACES, 2)]
    title = (
        f"{words[0]} {words[2]} and {words[3]} of the {words[5]}: {words[1]} {words[4]} on the {words[6]} in {number}"
    )
    return {
        "title": title.capitalize(),
        "authors": [[chance.choice(FAMILIES), chance.choice("ABCDE")], [chance.choice(FAMILIES), "Q"]],
        "year": chance.randrange(1990, 2025),
        "journal": f"Annals of {chance.choice(THINGS).title()} Studies",
        "volume": str(chance.randrange(1, 60)),
        "pages": f"{number}-{number + 9}",
        "doi": f"10.5555/made.{number}",
        "abstract": f"We looked at {words[2]} and found {number} of them.",
        "held_by": ["crossref", "openalex"],
    }


def _bib(work: dict[str, Any], key: str) -> str:
    people = " and ".join(f"{family}, {given}" for family, given in work["authors"])
    return (
        f"@article{{{key},\n  author = {{{people}}},\n  title = {{{work['title']}}},\n  year = {{{work['year']}}},\n"
        f"  journal = {{{work['journal']}}},\n  pages = {{{work['pages']}}},\n  doi = {{{work['doi']}}}\n}}\n"
    )


def _ris(work: dict[str, Any]) -> str:
    people = "".join(f"AU  - {family}, {given}\n" for family, given in work["authors"])
    return f"TY  - JOUR\n{people}TI  - {work['title']}\nJO  - {work['journal']}\nPY  - {work['year']}\nER  - \n"


def _nbib(work: dict[str, Any], pmid: int) -> str:
    people = "".join(f"FAU - {family}, {given}\nAU  - {family} {given}\n" for family, given in work["authors"])
    return f"PMID- {pmid}\nTI  - {work['title']}\n{people}JT  - {work['journal']}\nDP  - {work['year']}\n"


def _csl(works: list[dict[str, Any]]) -> str:
    rows = [
        {
            "id": f"c{n}",
            "type": "article-journal",
            "title": work["title"],
            "author": [{"family": family, "given": given} for family, given in work["authors"]],
            "issued": {"date-parts": [[work["year"]]]},
            "container-title": work["journal"],
            "DOI": work["doi"],
        }
        for n, work in enumerate(works)
    ]
    return json.dumps(rows)


def _prose(number: int, work: dict[str, Any]) -> str:
    people = ", ".join(f"{family} {given}." for family, given in work["authors"])
    where = f"{work['journal']}, {work['volume']}, {work['pages']}"
    return f"[{number}] {people} ({work['year']}). {work['title']}. {where}."


def two_hundred(seed: int = 7) -> Listed:
    """160 works in seven files, copies, wrong years and authors, DOIs of nobody and of others, inventions, a page."""
    chance = random.Random(seed)
    made = Listed()
    made.works = [_work(number, chance) for number in range(1, 161)]
    for number, work in enumerate(made.works[60:80]):
        work["pmid"], work["held_by"] = str(80000001 + number), ["pubmed", "crossref", "openalex"]
    made.works[1]["notices"] = [
        {"type": "retraction", "doi": "10.5555/made.r", "date": "2020-02-03", "in": ["crossref"]}
    ]
    w = made.works
    wrong_author = w[36] | {"authors": [["Nobodis", "N"]]}
    other_doi = {"title": "Chimneys nobody swept in the drowned town of Ost", "authors": [["Quell", "R"]], "year": 1999,
                 "journal": "Soot", "volume": "1", "pages": "1-2", "doi": w[41]["doi"]}  # fmt: skip
    made.files = {
        "refs.bib": "\n".join([*(_bib(work, f"k{n}") for n, work in enumerate(w[:36])),
                               _bib(wrong_author, "wrong"), _bib(w[37] | {"year": w[37]["year"] - 9}, "year"),
                               _bib(other_doi, "other"), "@article{broken, title = {never closed\n"]),
        "refs.ris": "\n".join(_ris(work) for work in w[40:60]),
        "refs.nbib": "\n".join(_nbib(work, 80000001 + n) for n, work in enumerate(w[60:80])),
        "refs.json": _csl(w[80:100]),
        "dois.txt": "\n".join([*(work["doi"] for work in w[100:118]), "10.5555/nobody.1", "10.5556/nobody.2", ""]),
        "urls.txt": "\n".join([*(f"https://doi.org/{one['doi']}" for one in w[118:127]), "https://example.org/a", ""]),
        "list.txt": "References\n\n" + "\n\n".join([
            *(_prose(n, work) for n, work in enumerate(w[127:160], 1)),
            *(_prose(n, work) for n, work in enumerate(w[:25], 34)),
            *(_prose(n, _work(1000 + n, chance)) for n in range(59, 71)),
        ]) + "\n",
    }  # fmt: skip
    return made

"""A small thesis in which something depends on each service, and the world it cites. All of it is invented.

| [N] | depends on |
|---|---|
| 1 | PubMed alone: a PMID, no DOI |
| 2 | Crossref alone: a DOI that only Crossref describes |
| 3 | OpenAlex alone: a DOI of another agency that only OpenAlex describes |
| 4 | Semantic Scholar: the only one with an abstract |
| 5 | doi.org: a DOI that no registry holds, of another agency |
| 6 | doi.org: a DOI that nobody registered |
| 7 | Crossref's title search |
| 8 | PubMed's title search |
| 9 | every required search: the work does not exist |
| 10 | a DOI that belongs to another work, the cited one found by title |
| 11 | a PMID that belongs to another work, the cited one found nowhere |
| 12 | a retraction that Crossref and PubMed know of |
| 13 | a work that every registry holds |
| 14 | DataCite: a DOI that it alone describes |
| 15 | arXiv alone: a number there, no DOI |
| 16 | Europe PMC's title search: a preprint that it alone has |
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.standin.world import World, work_from_json

MANUSCRIPT = """# Introduction

Night shifts shortened sleep by 74 minutes in 212 nurses [1]. Lichens on basalt columns grew by 0.4 mm a year [2].
Tidal mills lost 31% of their power to silt [3]. Glass beads from the northern harbour contained 12% lead [4].
Charcoal kilns of the upper valley were rebuilt every nine years [5]. Rope bridges swung less with heavier decks [6].

# Discussion

Printed ballads named the printer in 63% of 480 sheets [7].
Warm compresses lowered pain by 2.1 points in 96 patients [8].
Honey dressings healed burns within eleven days in children [9]. Slate roofs outlasted tin roofs by forty years [10].
Knee braces reduced falls by 44% in elderly patients [11]. Vitamin drops halved fractures in adults [12].
Walking groups lowered blood pressure by 5.2 mmHg in 310 adults [13].
Night shifts increased sleep duration of nurses [1].
Tray readings drifted by 0.7 degrees over 40 days [14]. Random walks on harbour maps returned after 18 steps [15].
Chewing gum shortened hospital stay by 1.3 days in 122 patients [16].
"""

SENTENCES = (
    "Night shifts shortened sleep by 74 minutes",
    "Lichens on basalt columns grew by 0.4 mm",
    "Tidal mills lost 31%",
    "Glass beads from the northern harbour contained 12% lead",
    "Charcoal kilns of the upper valley were rebuilt",
    "Rope bridges swung less",
    "Printed ballads named the printer in 63%",
    "Warm compresses lowered pain by 2.1 points",
    "Honey dressings healed burns within eleven days",
    "Slate roofs outlasted tin roofs",
    "Knee braces reduced falls by 44%",
    "Vitamin drops halved fractures",
    "Walking groups lowered blood pressure by 5.2 mmHg",
    "Night shifts increased sleep duration",
    "Tray readings drifted by 0.7 degrees",
    "Random walks on harbour maps returned after 18 steps",
    "Chewing gum shortened hospital stay by 1.3 days",
)
"""A stretch of every citing sentence: none of it may be in anything but a question to a model."""


def _entry(number: int, author: str, title: str, journal: str, year: int, **more: str) -> str:
    values = {"author": author, "title": title, "journal": journal, "year": str(year), **more}
    body = ",\n".join(f"  {name} = {{{value}}}" for name, value in values.items())
    return f"@article{{r{number},\n{body}\n}}\n"


ENTRIES: tuple[tuple[str, str, str, int, Mapping[str, str]], ...] = (
    ("Adeyemi, Tola", "Sleep loss of hospital nurses on rotating night duty", "Nursing Practice Letters", 2018,
     {"pmid": "90000001"}),
    ("Bergstrom, Ida", "Growth rates of crustose lichens on columnar basalt", "Rock Surfaces", 2011,
     {"doi": "10.5555/rock.2"}),
    ("Castellan, Bruno", "Silting of tidal mill ponds and the power left to the wheel", "Annals of Old Machines", 2009,
     {"doi": "10.5555/mill.3"}),
    ("Dimitrova, Rada", "Lead in glass beads of a northern harbour", "Harbour Archaeology", 2015,
     {"doi": "10.5555/bead.4"}),
    ("Eriksen, Mads", "Rebuilding cycles of charcoal kilns in an upper valley", "Kiln and Forest", 2013,
     {"doi": "10.5556/kiln.5"}),
    ("Fontaine, Odile", "Deck weight and swing of rope bridges", "Bridges on Foot", 2016,
     {"doi": "10.5555/rope.6"}),
    ("Grimaldi, Sara", "Printers named on printed street ballads of four towns", "Cheap Print", 2007, {}),
    ("Hallberg, Nils", "Warm compresses for pain after shoulder surgery in adult patients", "Warm Care", 2019, {}),
    ("Ivanenko, Petro", "Honey dressings for burns of children: a randomized clinical trial", "Burn Care", 2020, {}),
    ("Jurgens, Wilma", "Service life of slate roofs and tin roofs in coastal villages", "Roofs and Rain", 2004,
     {"doi": "10.5555/wrong.10"}),
    ("Kimathi, Joy", "Knee braces and falls of elderly patients living alone", "Geriatric Steps", 2017,
     {"pmid": "90000099"}),
    ("Lindqvist, Per", "Vitamin drops and fractures of adults: a randomized trial", "Bone Letters", 2012,
     {"doi": "10.5555/bone.12", "pmid": "90000012"}),
    ("Moreau, Lise", "Walking groups and blood pressure of adults in small towns", "Public Health Walks", 2021,
     {"doi": "10.5555/walk.13"}),
    ("Nakamura, Aya", "Forty days of temperature readings from wooden trays", "Tray Data Archive", 2022,
     {"doi": "10.5557/tray.14"}),
    ("Oyelaran, Tunde", "Return times of random walks on maps of harbours", "arXiv preprint", 2021,
     {"arxiv": "2101.00015"}),
    ("Petrescu, Ilinca", "Chewing gum and length of stay of patients after bowel surgery", "medRxiv preprint", 2023,
     {}),
)  # fmt: skip

BIBLIOGRAPHY = "\n".join(
    _entry(n, author, title, journal, year, **more) for n, (author, title, journal, year, more) in enumerate(ENTRIES, 1)
)

ABSTRACTS: dict[int, str] = {
    1: "Night shifts shortened sleep by 74 minutes in 212 nurses. Nurses were followed over two years with wrist "
    "sensors. Night shifts reduced sleep duration of nurses.",
    2: "Lichens on basalt columns grew by 0.4 mm a year. Thirty columns were photographed every spring.",
    3: "Tidal mills lost 31% of their power to silt. Ponds of nineteen mills were measured again after dredging.",
    4: "Glass beads from the northern harbour contained 12% lead. Fifty beads were ground and analysed.",
    7: "Printed ballads named the printer in 63% of 480 sheets. Sheets of four towns were read.",
    8: "Warm compresses lowered pain by 2.1 points in 96 patients. Patients were asked on three days.",
    12: "Vitamin drops halved fractures in adults. Adults of six clinics were followed.",
    13: "Walking groups lowered blood pressure by 5.2 mmHg in 310 adults. Groups met weekly for a year.",
    14: "Tray readings drifted by 0.7 degrees over 40 days. Twelve trays stood in one room.",
    15: "Random walks on harbour maps returned after 18 steps. Maps of nine harbours were drawn as graphs.",
    16: "Chewing gum shortened hospital stay by 1.3 days in 122 patients. Patients were drawn by lot.",
}
NO_ABSTRACT: dict[str, Any] = {"abstract": ""}


def _work(number: int, held_by: Sequence[str], **more: Any) -> dict[str, Any]:
    author, title, journal, year, ids = ENTRIES[number - 1]
    family, _, given = author.partition(", ")
    row: dict[str, Any] = {"title": title, "authors": [[family, given]], "year": year, "journal": journal, **ids}
    return {**row, "abstract": ABSTRACTS.get(number), "held_by": list(held_by), **more}


def _other(title: str, author: str, held_by: Sequence[str], **ids: str) -> dict[str, Any]:
    return {"title": title, "authors": [[author, "Q"]], "year": 1998, "journal": "Elsewhere", "held_by": held_by, **ids}


WORKS: tuple[dict[str, Any], ...] = (
    _work(1, ["pubmed"]),
    _work(2, ["crossref"]),
    _work(3, ["openalex"], agency="mEDRA"),
    _work(4, ["crossref", "openalex", "semantic_scholar"], as_held={"crossref": NO_ABSTRACT, "openalex": NO_ABSTRACT}),
    _work(5, [], agency="ISTIC"),
    _work(7, ["crossref"], doi="10.5555/ballad.7"),
    _work(8, ["pubmed"], pmid="90000008"),
    _work(10, ["crossref", "openalex"], doi="10.5555/roof.10"),
    _other("Migration of eels through lowland sluices", "Quist", ["crossref", "openalex"], doi="10.5555/wrong.10"),
    _other("Hearing thresholds of choir singers", "Rasmussen", ["pubmed"], pmid="90000099"),
    _work(
        12,
        ["pubmed", "crossref", "openalex", "semantic_scholar"],
        notices=[{"type": "retraction", "doi": "10.5555/bone.12r", "date": "2014-05-06", "in": ["pubmed", "crossref"]}],
    ),
    _work(13, ["pubmed", "crossref", "openalex", "semantic_scholar"], pmid="90000013"),
    _work(14, ["datacite"], agency="DataCite"),
    _work(15, ["arxiv"]),
    _work(16, ["europepmc"], doi="10.5555/gum.16"),
    {
        "title": "Retraction: Vitamin drops and fractures of adults: a randomized trial",
        "authors": [["Editors", ""]],
        "year": 2014,
        "journal": "Bone Letters",
        "doi": "10.5555/bone.12r",
        "held_by": ["crossref"],
    },
)


def world() -> World:
    """The works that exist, and who holds which."""
    return World(work_from_json(row) for row in WORKS)


def write_inputs(folder: Path) -> tuple[Path, Path]:
    """The manuscript and its bibliography as files."""
    manuscript, bibliography = folder / "thesis.md", folder / "refs.bib"
    manuscript.write_text(MANUSCRIPT, "utf-8")
    bibliography.write_text(BIBLIOGRAPHY, "utf-8")
    return manuscript, bibliography

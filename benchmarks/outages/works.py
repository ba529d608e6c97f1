"""The works that exist here, and who holds them. All of it is invented.

Among them: works that one registry alone holds, works about which registries disagree, works with notices that not
everybody knows of, and other works whose identifiers are printed by mistake (or on purpose).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.standin.world import World, work_from_json

LONG = "Readings were taken at every visit by two observers, and differences were settled by a third. " * 4

EVERYWHERE = ("pubmed", "crossref", "openalex", "europepmc", "semantic_scholar")
OF_COMPUTING = ("crossref", "openalex", "dblp", "semantic_scholar")
OF_LETTERS = ("crossref", "openalex")


def _work(title: str, by: str, year: int, journal: str, held_by: Sequence[str], **more: Any) -> dict[str, Any]:
    authors = [name.split(", ") for name in by.split("; ")]
    row = {"title": title, "authors": authors, "year": year, "journal": journal, "held_by": list(held_by)}
    return {"abstract": LONG, **row, **more}


def _notice(kind: str, doi: str, date: str, *where: str) -> dict[str, Any]:
    return {"type": kind, "doi": doi, "date": date, "in": list(where)}


WORKS: Mapping[str, dict[str, Any]] = {
    # Biomedical works
    "nurses": _work("Sleep loss of hospital nurses on rotating night duty", "Adeyemi, Tola; Quist, Per", 2018,
        "Nursing Practice Letters", ["pubmed"], pmid="90000001", volume="12", issue="3", pages="101-109"),
    "walking": _work("Walking groups and blood pressure of adults in small towns", "Moreau, Lise; Dahl, Ove; Ito, Ken",
        2021, "Public Health Walks", EVERYWHERE, doi="10.5555/walk.13", pmid="90000013", volume="7", issue="2",
        pages="33-41"),
    "vitamins": _work("Vitamin drops and fractures of adults: a randomized trial", "Lindqvist, Per; Ahmed, Sana", 2012,
        "Bone Letters", EVERYWHERE, doi="10.5555/bone.12", pmid="90000012", volume="4", issue="1", pages="9-17",
        notices=[_notice("retraction", "10.5555/bone.12r", "2014-05-06", "pubmed", "crossref", "openalex")]),
    "garlic": _work("Garlic capsules and wound healing in elderly patients", "Sorensen, Mia; Obi, Chidi", 2010,
        "Wound Care Quarterly", EVERYWHERE, doi="10.5555/wound.1", pmid="90000021", volume="2", issue="4",
        pages="201-210", notices=[_notice("retraction", "10.5555/wound.1r", "2013-02-03", "pubmed")]),
    "iron": _work("Iron tablets before surgery of the hip in women", "Fehr, Anton; Lund, Ida", 2011, "Hip Letters",
        EVERYWHERE, doi="10.5555/hip.4", pmid="90000022", volume="5", issue="1", pages="1-8",
        notices=[_notice("erratum", "10.5555/hip.4e", "2012-01-05", "crossref"),
                 _notice("retraction", "10.5555/hip.4r", "2015-07-01", "pubmed")]),
    "splint": _work("Night splints for pain of the wrist in office workers", "Varga, Zoltan; Bell, Ann", 2014,
        "Wrist and Hand", EVERYWHERE, doi="10.5555/wrist.2", pmid="90000023", volume="9", issue="2", pages="77-85",
        notices=[_notice("expression_of_concern", "10.5555/wrist.2c", "2016-09-09", "crossref")]),
    "honey": _work("Honey gel for burns of the hand in children", "Ivanenko, Petro; Shah, Dev", 2015, "Burn Care",
        EVERYWHERE, doi="10.5555/burn.8", pmid="90000024", volume="3", issue="3", pages="55-60",
        notices=[_notice("correction", "10.5555/burn.8c", "2016-02-02", "pubmed", "crossref")]),
    "saline": _work("Saline rinses after tooth extraction in adults", "Costa, Rui; Meyer, Jan", 2009, "Dental Rinses",
        EVERYWHERE, doi="10.5555/tooth.3", pmid="90000025", volume="1", issue="1", pages="11-19",
        notices=[_notice("retraction", "10.5555/tooth.3r", "2011-01-01", "pubmed", "crossref"),
                 _notice("reinstatement", "10.5555/tooth.3i", "2012-06-01", "crossref")]),
    "zinc": _work("Zinc lozenges and length of colds in hospital staff", "Okoro, Uche; Lind, Eva", 2017, "Cold Letters",
        EVERYWHERE, doi="10.5555/cold.6", pmid="90000026", volume="6", issue="2", pages="21-29",
        notices=[_notice("retraction", "10.5555/cold.6r", "2019-01-01", "openalex")]),
    "warm": _work("Warm compresses for pain after shoulder surgery in adult patients", "Hallberg, Nils", 2019,
        "Warm Care", ["pubmed", "europepmc"], pmid="90000008", volume="8", issue="1", pages="5-12"),
    "gum": _work("Chewing gum and length of stay of patients after bowel surgery", "Petrescu, Ilinca", 2023, "medRxiv",
        ["europepmc", "crossref"], doi="10.1101/2023.01.16.23280016", types=["Preprint"]),
    "knees": _work("Knee braces and falls of elderly patients living alone", "Kimathi, Joy; Roth, Uwe", 2017,
        "Geriatric Steps", EVERYWHERE, doi="10.5555/steps.11", pmid="90000111", volume="11", issue="4", pages="300-309",
        as_held={"openalex": {"year": 2013}, "pubmed": {"volume": "12"}}),
    "hearing": _work("Hearing thresholds of choir singers", "Rasmussen, Ole", 1998, "Voice and Ear", EVERYWHERE,
        doi="10.5555/ear.99", pmid="90000099", volume="2", issue="1", pages="1-9"),
    "rinse": _work("Mouth rinses and oral health of nursing home residents", "Nagy, Bela; Fox, Amy", 2016,
        "Oral Care Home", EVERYWHERE, doi="10.5555/oral.5", pmid="90000031", volume="14", issue="2", pages="88-95",
        as_held={"crossref": {"authors": [["Fox", "Amy"], ["Nagy", "Bela"]]}, "openalex": {"journal": "Home Affairs"}}),
    "editorial": _work("Editorial", "Stone, Kay", 2015, "Burn Care", EVERYWHERE, doi="10.5555/burn.1",
        pmid="90000032", volume="3", issue="1", pages="1-2"),
    # Chinese works: of another agency, in Crossref, and translated in PubMed
    "hips": _work("全髋关节置换术后长期随访研究", "王, 伟; 李, 芳", 2012, "中华骨科杂志", [], doi="10.3760/hip.2012.01",
        agency="ISTIC"),
    "silk": _work("古代丝绸染料的光谱分析", "陈, 静; 赵, 明", 2018, "文物研究", ["crossref", "openalex"],
        doi="10.5555/silk.18", volume="3", issue="2", pages="12-19"),
    "moxa": _work("[Moxibustion for knee pain of elderly farmers]", "Zhang, Wei; Liu, Yang", 2014,
        "Zhonghua Moxa Zazhi", ["pubmed", "openalex"], doi="10.3760/moxa.2014.02", pmid="90000041", agency="ISTIC"),
    # Letters and science: held by one registry, by two, by an agency that nobody reads
    "lichens": _work("Growth rates of crustose lichens on columnar basalt", "Bergstrom, Ida", 2011, "Rock Surfaces",
        ["crossref"], doi="10.5555/rock.2", volume="21", issue="1", pages="14-20"),
    "mills": _work("Silting of mill ponds and the power left to the wheel", "Castellan, Bruno", 2009,
        "Annals of Old Machines", ["openalex"], doi="10.5555/mill.3", agency="mEDRA", volume="31", pages="5-19"),
    "kilns": _work("Rebuilding cycles of charcoal kilns in an upper valley", "Eriksen, Mads", 2013, "Kiln and Forest",
        [], doi="10.5556/kiln.5", agency="KISTI"),
    "ballads": _work("Printers named on printed street ballads of four towns", "Grimaldi, Sara", 2007, "Cheap Print",
        OF_LETTERS, doi="10.5555/ballad.7", volume="18", issue="2", pages="44-61"),
    "roofs": _work("Service life of slate roofs and tin roofs in coastal villages", "Jurgens, Wilma; Pace, Leo", 2004,
        "Roofs and Rain", OF_LETTERS, doi="10.5555/roof.10", volume="16", issue="1", pages="70-83"),
    "eels": _work("Migration of eels through lowland sluices", "Quist, Rolf", 1998, "Rivers", OF_LETTERS,
        doi="10.5555/wrong.10", volume="4", issue="3", pages="19-27"),
    "glass": _work("Lead in glass beads of a northern harbour", "Dimitrova, Rada; Falk, Inge; Moss, Tim", 2015,
        "Harbour Archaeology", OF_LETTERS, doi="10.5555/bead.4", volume="40", issue="2", pages="210-219",
        as_held={"openalex": {"title": "Harbour dues in three northern ports", "year": 2016, "pages": None}}),
    "ropes": _work("Deck weight and swing of rope bridges", "Fontaine, Odile", 2016, "Bridges on Foot", OF_LETTERS,
        doi="10.5555/rope.6", volume="1", issue="4", pages="3-14",
        as_held={"crossref": {"year": 2015, "volume": None}}),
    "chapter": _work("Weaving looms of the lake villages", "Brandt, Lea", 2003, "Villages on Lakes", ["crossref"],
        doi="10.5555/lake.3", pages="55-70", types=["Book Chapter"]),
    # Computing
    "harbours": _work("Learning harbour maps with convolutional networks of few layers", "Oyelaran, Tunde; Sato, Emi",
        2021, "Proceedings of the Harbour Computing Conference", OF_COMPUTING, doi="10.1145/harbour.21",
        pages="100-109", types=["Conference Paper"]),
    "walks": _work("Return times of random walks on maps of harbours", "Oyelaran, Tunde", 2021, "arXiv", ["arxiv"],
        arxiv="2101.00015", doi="10.48550/arxiv.2101.00015", agency="DataCite", types=["Preprint"]),
    "tides": _work("Tide tables by recurrent networks without calendars", "Silva, Ana; Kato, Jun", 2020, "arXiv",
        ["arxiv"], arxiv="2003.00077", doi="10.48550/arxiv.2003.00077", agency="DataCite", types=["Preprint"]),
    "tides_published": _work("Tide tables by recurrent networks without calendars", "Silva, Ana; Kato, Jun", 2022,
        "Journal of Tidal Computing", OF_COMPUTING, doi="10.1145/tide.22", volume="3", issue="1", pages="1-20"),
    "buoys": _work("Buoy detection in fog with contrastive learning", "Weiss, Noa; Adler, Ben", 2019,
        "International Conference on Foggy Vision", ["dblp"], types=["Conference Paper"]),
    # Datasets, books, and what only one special registry has
    "trays": _work("Forty days of temperature readings from wooden trays", "Nakamura, Aya", 2022, "Zenodo",
        ["datacite", "openalex"], doi="10.5281/zenodo.7140014", agency="DataCite", types=["Dataset"]),
    "gauges": _work("Rain gauge readings of nine valleys", "Meister, Urs", 2020, "figshare", ["datacite"],
        doi="10.6084/m9.figshare.120014", agency="DataCite", types=["Dataset"]),
    "looms": _work("A handbook of hand looms", "Weber, Karla; Stein, Otto", 1999, "Loom Press", ["openlibrary"],
        isbn="9780306406157", abstract=None),
    "bells": _work("Casting bells in small foundries", "Ricci, Marta", 2006, "Foundry House", ["openlibrary"],
        isbn="9783161484100", abstract=None),
    "comets": _work("Dust of two faint comets", "Marsh, Lena", 2019, "Invented Astronomy", ["ads"],
        bibcode="2019InvAs..12...45M", volume="12", pages="45"),
    "salt": _work("Guideline on salt in school meals", "World Health Organization, ", 2012, "World Health Organization",
        ["who_iris"], url="https://iris.who.int/handle/10665/77985", abstract=None),
    # Pages
    "sextant": _work("Sextant", "Doe, Jo", 2021, "GitHub", ["github"], url="https://github.com/harbour-tools/sextant"),
    "astrolabe": _work("Astrolabe", "Doe, Jo", 2018, "GitHub", [], url="https://github.com/harbour-tools/astrolabe",
        copied="20190301120000"),
    "knots": _work("knots", "Roe, Al", 2020, "PyPI", ["pypi"], url="https://pypi.org/project/harbour-knots"),
    "tidemodel": _work("tidemodel", "Roe, Al", 2020, "Hugging Face", ["huggingface"],
        url="https://huggingface.co/harbour/tidemodel"),
    "tideR": _work("tideR", "Roe, Al", 2020, "CRAN", ["cran"], url="https://cran.r-project.org/package=tideR"),
    "news": _work("Harbour news", "Anon, A", 2018, "Web", [], url="https://harbour.example/news/1",
        copied="20200101120000"),
    # Notices as works of their own
    "bone_retracted": _work("Retraction: Vitamin drops and fractures of adults: a randomized trial", "Editors, ", 2014,
        "Bone Letters", ["crossref"], doi="10.5555/bone.12r", abstract=None),
}  # fmt: skip


def world() -> World:
    """The works that exist, and who holds which."""
    return World(work_from_json(row) for row in WORKS.values())

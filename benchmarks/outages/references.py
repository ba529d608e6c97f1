"""The references that cite them: rightly, with misprints, with other works' identifiers, and what does not exist."""

from typing import Any

from benchmarks.outages.works import WORKS
from state.lookup import Author
from state.manuscript import Reference

_PRINTED = ("title", "year", "journal", "volume", "issue", "pages", "doi", "pmid", "arxiv", "isbn", "bibcode", "url")


def _authors(by: str) -> tuple[Author, ...]:
    names = (name.partition(", ") for name in by.split("; ") if name)
    return tuple(Author(family=family, given=given or None) for family, _, given in names)


def _reference(name: str, **values: Any) -> Reference:
    by = values.pop("by", None)
    if by is not None:
        values["authors"] = _authors(by)
    return Reference.model_validate({"id": name, "raw": name, **values})


def _cited(name: str, key: str, *, without: str = "", **changes: Any) -> Reference:
    """The work as it is, but for what is left out and what is changed."""
    work = WORKS[key]
    values = {field: work[field] for field in _PRINTED if work.get(field) and field not in without.split()}
    if "arxiv" in values:  # whose DOI is seldom printed
        del values["doi"]
    values["authors"] = tuple(
        Author(family=n[0], given=(n[1] if len(n) > 1 else None) or None) for n in work["authors"]
    )
    return _reference(name, **{**values, **changes})


def _only(name: str, **identifiers: Any) -> Reference:
    return _reference(name, **identifiers)


REFERENCES: tuple[Reference, ...] = (
    # Right, by identifier
    _cited("right, PMID alone", "nurses"),
    _cited("right, everywhere", "walking"),
    _cited("right, at Crossref alone", "lichens"),
    _cited("right, at OpenAlex alone", "mills"),
    _cited("right, DataCite and OpenAlex", "trays"),
    _cited("right, DataCite alone", "gauges"),
    _cited("right, arXiv number", "walks"),
    _cited("right, arXiv DOI", "walks", without="arxiv", doi="10.48550/arxiv.2101.00015"),
    _cited("right, preprint at Europe PMC", "gum"),
    _cited("right, ISBN", "looms", entry_type="book"),
    _cited("right, bibcode", "comets"),
    _cited("right, WHO handle", "salt", without="url", who_iris="10665/77985"),
    _cited("right, conference", "harbours", entry_type="inproceedings"),
    _cited("right, Chinese at Crossref", "silk"),
    _cited("right, chapter", "chapter", entry_type="incollection"),
    _cited("right, editorial", "editorial"),
    # Right, by title only
    _cited("by title, PubMed", "warm", without="pmid"),
    _cited("by title, Crossref", "ballads", without="doi"),
    _cited("by title, DBLP", "buoys", entry_type="inproceedings"),
    _cited("by title, Open Library", "bells", without="isbn", entry_type="book"),
    _cited("by title, two registries", "roofs", without="doi volume issue"),
    # By identifier only
    _only("DOI only", doi="10.5555/roof.10"),
    _only("PMID only", pmid="90000001"),
    _only("arXiv only", arxiv="2101.00015"),
    _only("ISBN only", isbn="9783161484100", entry_type="book"),
    # What registries disagree about
    _cited("disagreement, year and volume", "knees"),
    _cited("disagreement, first author and journal", "rinse"),
    _cited("disagreement, title at OpenAlex", "glass"),
    _cited("disagreement, year at Crossref", "ropes"),
    _cited("disagreement, the record's year printed", "ropes", year=2015),
    # Misprints
    _cited("misprint, year by one", "walking", year=2020),
    _cited("misprint, year by four", "ballads", year=2003),
    _cited("misprint, title word", "roofs", title="Service life of slate roofs and clay roofs in coastal villages"),
    _cited("misprint, first author", "lichens", by="Bergman, Oda"),
    _cited("misprint, co-author left out", "glass", by="Dimitrova, Rada; Moss, Tim"),
    _cited("misprint, journal", "ballads", journal="Annals of Tidal Physics"),
    _cited("misprint, volume and pages", "roofs", volume="19", pages="17-29"),
    _cited("misprint, issue", "walking", issue="4"),
    _cited("misprint, DOI that nobody registered", "ballads", doi="10.5555/ballad.77"),
    _cited("misprint, PMID of nobody", "warm", pmid="91234567"),
    _cited("misprint, arXiv number of nobody", "walks", arxiv="2101.99999"),
    _cited("doubtful at the identifier", "roofs",
        title="The life of slate roofs and of houses in villages by the sea"),
    _cited("doubtful by title", "eels", without="doi", title="Migration of young eels through sluices of the coast"),
    # Identifiers of other works
    _cited("other, exists", "roofs", doi="10.5555/wrong.10"),
    _cited("other, exists, by PMID", "warm", pmid="90000099"),
    _cited("other, nowhere", "ropes", title="Walnut shells as gravel for garden paths", by="Nobody, Ann",
        doi="10.5555/wrong.10"),
    _reference("other, nowhere, by PMID", title="Peppermint oil for headaches of patients in noisy wards",
        by="Nil, Ada",
        year=2017, journal="Ward Medicine", pmid="90000099"),
    _cited("other, DOI of one and PMID of the other", "vitamins", pmid="90000099"),
    _cited("other, arXiv number", "tides", arxiv="2101.00015"),
    # The same title, by strangers
    _cited("stranger at the identifier", "eels", by="Holm, Siv", year=2011),
    _cited("stranger by title", "ballads", without="doi volume issue pages", by="Holm, Siv", year=1990),
    # Found nowhere
    _reference("invented, letters", title="Copper weathercocks of inland parishes and their makers", by="Nil, Ada",
        year=2014, journal="Weather on Roofs"),
    _reference("invented, biomedical", title="Cinnamon drops for hiccups of patients under sedation", by="Nil, Ada",
        year=2015, journal="Clinical Drops"),
    _reference("invented, computing", title="Sparse neural networks for the counting of umbrellas", by="Nil, Ada",
        year=2021, journal="Proceedings of the Umbrella Computing Conference", entry_type="inproceedings"),
    _reference("invented, book", title="The care of wooden umbrellas", by="Nil, Ada", year=2001, entry_type="book"),
    _reference("invented, preprint", title="Umbrella counting on rainy streets without cameras", by="Nil, Ada",
        year=2022,
        journal="arXiv preprint arXiv:2203.99999", arxiv="2203.99999"),
    _reference("invented, medical preprint", title="Umbrellas and sunburn of patients in mountain clinics",
        by="Nil, Ada",
        year=2022, journal="medRxiv preprint"),
    _reference("invented, dataset", title="Umbrella readings of nine rainy valleys", by="Nil, Ada", year=2021,
        journal="Zenodo", doi="10.5281/zenodo.9999999"),
    _reference("invented, with a DOI of nobody", title="Pewter spoons of inland parishes and their owners",
        by="Nil, Ada",
        year=2014, journal="Spoons", doi="10.5555/spoon.1"),
    _only("DOI of nobody only", doi="10.5555/nothing.1"),
    _reference("invented, Chinese", title="内陆教区铜风向标的制作者与气候记录", by="王, 芳", year=2014,
        journal="屋顶气象"),
    # Another agency's
    _cited("agency alone, Chinese", "hips"),
    _cited("agency alone, letters", "kilns"),
    _cited("agency, in PubMed and OpenAlex", "moxa"),
    _cited("agency, Chinese print of a translated title", "moxa", title="艾灸治疗老年农民膝关节痛",
        by="张, 伟; 刘, 洋"),
    # Notices
    _cited("retracted", "vitamins"),
    _cited("retracted, PubMed's word", "garlic"),
    _cited("retracted, and corrected at Crossref", "iron"),
    _cited("retracted, by title", "vitamins", without="doi pmid"),
    _cited("concern", "splint"),
    _cited("corrected", "honey"),
    _cited("reinstated", "saline"),
    _cited("disputed", "zinc"),
    _cited("a retraction's notice", "bone_retracted"),
    # Versions
    _cited("preprint, published since", "tides"),
    _cited("published, number of the preprint", "tides_published", without="doi", arxiv="2003.00077"),
    _cited("only a preprint", "walks", without="arxiv", journal="Journal of Harbour Computing", volume="4",
        pages="1-9"),
    # Pages, and nothing
    _cited("page, alive at GitHub", "sextant", without="journal", entry_type="software"),
    _cited("page, archived", "astrolabe", without="journal", entry_type="software"),
    _reference("page, gone", title="Quadrant", url="https://github.com/harbour-tools/quadrant",
        entry_type="software"),
    _cited("page, PyPI", "knots", without="journal", entry_type="software"),
    _reference("page, gone at PyPI", title="Bowline", url="https://pypi.org/project/harbour-bowline",
        entry_type="misc"),
    _cited("page, model", "tidemodel", without="journal", entry_type="misc"),
    _reference("page, model refused", title="Fog", url="https://huggingface.co/harbour/fog", entry_type="misc"),
    _cited("page, CRAN", "tideR", without="journal", entry_type="misc"),
    _reference("page, address alone", url="https://harbour.example/news/1"),
    _reference("page, address of nobody", url="https://harbour.example/lost"),
    _cited("a work with a page", "roofs", url="https://github.com/harbour-tools/quadrant"),
    _reference("nothing to read", title="?"),
)  # fmt: skip

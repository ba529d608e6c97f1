"""Invented reference lists, one in every format, each with what is in it. No work, author or journal here exists."""

from dataclasses import dataclass

from state.payload import SourceFormat


@dataclass(frozen=True)
class Sample:
    """A clean list: its text, and title, first author, year and DOI of each entry in order."""

    name: str
    format: SourceFormat
    text: str
    held: tuple[tuple[str | None, str | None, int | None, str | None], ...]


BIBTEX = Sample(
    "bibtex",
    SourceFormat.BIBTEX,
    """@string{jit = {Journal of Invented Tides}}

@article{orlo2018tides,
  author  = {Orlo, Mira and Benzak, Tovi},
  title   = {Tidal memory in {Norrish} harbours},
  journal = jit,
  year    = {2018},
  doi     = {10.5555/JIT.2018.11}
}

@inproceedings{vess2021,
  author = "Vess, Ana",
  title = "Counting lanterns from above",
  booktitle = "Proceedings of the Lantern Symposium",
  year = 2021
}
""",
    (
        ("Tidal memory in Norrish harbours", "Orlo", 2018, "10.5555/jit.2018.11"),
        ("Counting lanterns from above", "Vess", 2021, None),
    ),
)
RIS = Sample(
    "ris",
    SourceFormat.RIS,
    """TY  - JOUR
AU  - Kallow, Rem
AU  - Ditz, Ola
TI  - Moss as a measure of silence
JO  - Annals of Quiet Ecology
PY  - 2016
DO  - 10.5555/aqe.7.3
ER  -

TY  - BOOK
AU  - Fenwright, Ada
TI  - A handbook of borrowed maps
PY  - 2009
PB  - Paper Lighthouse
ER  -
""",
    (
        ("Moss as a measure of silence", "Kallow", 2016, "10.5555/aqe.7.3"),
        ("A handbook of borrowed maps", "Fenwright", 2009, None),
    ),
)
NBIB = Sample(
    "nbib",
    SourceFormat.NBIB,
    """PMID- 99000001
OWN - NLM
STAT- MEDLINE
DP  - 2014 Mar
TI  - Sleep of lighthouse keepers: a cohort that was
      never enrolled.
FAU - Quillon, Perra
AU  - Quillon P
JT  - Invented sleep medicine
LID - 10.5555/ism.14 [doi]

PMID- 99000002
OWN - NLM
DP  - 2015
TI  - Lantern light and the invented retina.
FAU - Sorrel, Ib
AU  - Sorrel I
JT  - Invented sleep medicine
""",
    (
        ("Sleep of lighthouse keepers: a cohort that was never enrolled.", "Quillon", 2014, "10.5555/ism.14"),
        ("Lantern light and the invented retina.", "Sorrel", 2015, None),
    ),
)
ENDNOTE = Sample(
    "endnote-xml",
    SourceFormat.ENDNOTE_XML,
    """<?xml version="1.0" encoding="UTF-8"?>
<xml><records>
<record><rec-number>1</rec-number><ref-type name="Journal Article">17</ref-type>
<contributors><authors><author>Harrowgate, Lin</author></authors></contributors>
<titles><title>Weighing clouds by ear</title><secondary-title>Acoustic Inventions</secondary-title></titles>
<dates><year>2011</year></dates><electronic-resource-num>10.5555/ai.2011.4</electronic-resource-num></record>
<record><rec-number>2</rec-number><ref-type name="Book">6</ref-type>
<contributors><authors><author>Pell, Ona</author></authors></contributors>
<titles><title>The patient cartographer</title></titles><dates><year>1998</year></dates></record>
</records></xml>
""",
    (
        ("Weighing clouds by ear", "Harrowgate", 2011, "10.5555/ai.2011.4"),
        ("The patient cartographer", "Pell", 1998, None),
    ),
)
CSL = Sample(
    "csl-json",
    SourceFormat.CSL_JSON,
    """[
  {"id": "a1", "type": "article-journal", "title": "Rust as a calendar", "container-title": "Metals Never Made",
   "author": [{"family": "Dunmarrow", "given": "Eli"}], "issued": {"date-parts": [[2020, 4]]}, "DOI": "10.5555/mnm.9"},
  {"id": "a2", "type": "book", "title": "Bells under water", "author": [{"family": "Ozora", "given": "Kit"}],
   "issued": {"date-parts": [[1987]]}}
]
""",
    (("Rust as a calendar", "Dunmarrow", 2020, "10.5555/mnm.9"), ("Bells under water", "Ozora", 1987, None)),
)
CANONICAL = Sample(
    "json",
    SourceFormat.JSON,
    """[{"reference_id": "mako-2013-ink", "source_format": "prose", "raw": "1. Mako, S. (2013). Ink...",
  "doi": "10.5555/ink.13", "url": null, "title": "Ink that forgets its letters", "authors": ["Mako, S.", "Ruhl, B."],
  "year": 2013, "venue": "Letters in Disappearing", "type": "article"},
 {"reference_id": "x", "source_format": "url", "raw": "x", "doi": null, "url": "https://example.org/harbour-report",
  "title": "Harbour report", "authors": [], "year": null, "venue": null, "type": "web"}]
""",
    (("Ink that forgets its letters", "Mako", 2013, "10.5555/ink.13"), ("Harbour report", None, None, None)),
)
DOIS = Sample(
    "dois",
    SourceFormat.DOI,
    "10.5555/plain.1\nhttps://doi.org/10.5555/PLAIN.2\ndoi: 10.5555/plain.3(a)1\n",
    (
        (None, None, None, "10.5555/plain.1"),
        (None, None, None, "10.5555/plain.2"),
        (None, None, None, "10.5555/plain.3(a)1"),
    ),
)
PMIDS = Sample("pmids", SourceFormat.PMID, "PMID: 99000011\n99000012\n", ((None,) * 4, (None,) * 4))
ARXIV = Sample("arxiv", SourceFormat.ARXIV, "arXiv:9901.00001\narXiv:hep-xx/9901002v3\n", ((None,) * 4, (None,) * 4))
ISBNS = Sample("isbns", SourceFormat.ISBN, "978-3-16-148410-0\nISBN 0-306-40615-2\n", ((None,) * 4, (None,) * 4))
URLS = Sample(
    "urls",
    SourceFormat.URL,
    "https://example.org/reports/7\nhttp://example.com/a_(b)?q=1\n",
    ((None,) * 4, (None,) * 4),
)
VANCOUVER = Sample(
    "vancouver",
    SourceFormat.PROSE,
    """1. Tamsin R, Okole B, Werth D. Dosing of imaginary syrups in winter. J Imagin Med. 2017;12(3):45-51.
doi:10.5555/jim.17.45
2. Upwell C. Fever charts of invented towns. Lancet Imagin. 2003;361(2):100-2.
3. Ravn P, Eklo S. Bandages that remember. J Imagin Med. 2012;7:9-15.
""",
    (
        ("Dosing of imaginary syrups in winter", "Tamsin", 2017, "10.5555/jim.17.45"),
        ("Fever charts of invented towns", "Upwell", 2003, None),
        ("Bandages that remember", "Ravn", 2012, None),
    ),
)
APA = Sample(
    "apa",
    SourceFormat.PROSE,
    """Abernam, J., & Colby, T. (2015). How invented orchards are pruned. Journal of Unreal Botany, 4(2), 11–29.
Dorrin, K. (2008). Shadows and their owners. Paper Lighthouse.
Estevar, L., Munk, P., & Vail, R. (2019). Rivers that return. Water Fictions, 22, 301–318. https://doi.org/10.5555/wf.22
""",
    (
        ("How invented orchards are pruned", "Abernam", 2015, None),
        ("Shadows and their owners", "Dorrin", 2008, None),
        ("Rivers that return", "Estevar", 2019, "10.5555/wf.22"),
    ),
)
IEEE = Sample(
    "ieee",
    SourceFormat.PROSE,
    """[1] A. Brandlow and C. Minx, "A lattice of paper bridges," IEEE Trans. Invent., vol. 3, no. 1, pp. 5–12, 2014.
[2] D. Farrow, "Signals from a closed piano," in Proc. Invented Acoust. Conf., 2010, pp. 33–40.
""",
    (
        ("A lattice of paper bridges", "Brandlow", 2014, None),
        ("Signals from a closed piano", "Farrow", 2010, None),
    ),
)
GBT = Sample(
    "gbt7714",
    SourceFormat.PROSE,
    """[1] 陆虚舟, 贺无涯. 想象潮汐的周期研究[J]. 虚构海洋学报, 2019, 41(3): 12-20.
[2] 秦不在. 纸灯塔建造史[M]. 北京: 虚构出版社, 2005: 33-40.
""",
    (("想象潮汐的周期研究", "陆虚舟", 2019, None), ("纸灯塔建造史", "秦不在", 2005, None)),
)
TABLE = Sample(
    "markdown-table",
    SourceFormat.TABLE,
    """| # | Title | Author(s) | Year | DOI |
|---|:------|-----------|-----:|-----|
| 1 | Kites over a frozen library | Gallard, N.; Host, W. | 2001 | 10.5555/kite.1 |
| 2 | Letters to a pond | Ibsley, R. | 1995 | |
""",
    (
        ("Kites over a frozen library", "Gallard", 2001, "10.5555/kite.1"),
        ("Letters to a pond", "Ibsley", 1995, None),
    ),
)
CSV = Sample(
    "csv",
    SourceFormat.TABLE,
    """Title,Authors,Publication Year,Journal,DOI
"Soap, foam and other invented coasts","Juno, K.; Lark, E.",2006,Coastal Fictions,https://doi.org/10.5555/CF.6
Gravel in the key of D,"Moss, Tara",1979,Annals of Gravel,
""",
    (
        ("Soap, foam and other invented coasts", "Juno", 2006, "10.5555/cf.6"),
        ("Gravel in the key of D", "Moss", 1979, None),
    ),
)
REFER = Sample(
    "refer",
    SourceFormat.REFER,
    """%0 Journal Article
%A Nettle, Oscar
%T Steps counted by a blind clock
%J Horology Unheard
%D 2002
%R 10.5555/hu.2

%0 Book
%A Prow, Lise
%T Ferries of the dry season
%D 1990
""",
    (
        ("Steps counted by a blind clock", "Nettle", 2002, "10.5555/hu.2"),
        ("Ferries of the dry season", "Prow", 1990, None),
    ),
)
SAMPLES = (
    BIBTEX, RIS, NBIB, ENDNOTE, CSL, CANONICAL, DOIS, PMIDS, ARXIV, ISBNS, URLS, VANCOUVER, APA, IEEE, GBT, TABLE, CSV,
    REFER,
)  # fmt: skip

"""Invented entries in the styles journals ask for: what each prints, field by field.

The marks in an entry say what its fields are: `<f>` a family name and `<g>` the given names behind or before it, `<t>`
title, `<j>` journal or container, `<y>` year, `<v>` volume, `<n>` issue, `<p>` pages, `<o>` DOI. They are taken off
before reading.
"""

import re

import pytest

from state.lookup import Author
from state.manuscript import Reference
from tasks.parse.entries import read_entry
from tasks.parse.printed_list import PrintedEntry

STYLES: dict[str, list[str]] = {
    "vancouver": [
        "<f>Harrow</f> <g>TL</g>, <f>Okonjo</f> <g>B</g>, <f>Sandoval-Ruiz</f> <g>M</g>. <t>Night shifts and "
        "wound healing in trainee surgeons</t>. <j>J Surg Habits</j>. "
        "<y>2017</y>;<v>12</v>(<n>3</n>):<p>145-52</p>.",
        "<f>Pellegrin</f> <g>A</g>, <f>van den Hoek</f> <g>J</g>, <f>Li</f> <g>XY</g>, et al. <t>Oral "
        "rehydration in tropical clinics: a cluster trial</t>. <j>Trop Care</j>. <y>2020</y> "
        "Mar;<v>8</v>(<n>2</n>):<p>e101-e110</p>. doi: <o>10.5555/tc.2020.101</o>",
        "<f>Quist</f> <g>N</g>. <t>Early mobilisation after hip fracture</t>. <j>Bone Joint Notes</j> "
        "<y>2009</y>;<v>91</v>:<p>33-9</p>.",
        "<f>Adeyemi</f> <g>O</g>, <f>Brandt</f> <g>FG Jr</g>. <t>Does coffee delay sleep onset?</t> <j>Sleep "
        "Lett</j>. <y>2014</y>;<v>3</v>:<p>1-7</p>. PMID: 24567890.",
        "<f>SLEEP-4 Trial Investigators</f>. <t>Melatonin against delirium in intensive care</t>. <j>Lancet "
        "Invent</j>. <y>2019</y>;<v>393</v>(<n>10170</n>):<p>447-56</p>.",
        "<f>Moritz</f> <g>K</g>, <f>Eze</f> <g>C</g>, <f>Tran</f> <g>P</g>. <t>Handwashing posters and "
        "infection rates</t>. <j>Hosp Hyg</j>. <y>2011</y>;<v>5</v>(<n>Suppl 1</n>):<p>S20-4</p>.",
    ],
    "apa": [
        "<f>Harrow</f>, <g>T. L.</g>, & <f>Okonjo</f>, <g>B.</g> (<y>2017</y>). <t>Memory for faces after a "
        "night awake</t>. <j>Journal of Tired Cognition</j>, <v>12</v>(<n>3</n>), <p>145–152</p>. "
        "https://doi.org/<o>10.5555/jtc.2017.145</o>",
        "<f>Nakagawa</f>, <g>R.</g>, <f>de Souza</f>, <g>P. A.</g>, & <f>Ivanov</f>, <g>K.-M.</g> "
        "(<y>2021</y>). <t>Why students skip breakfast: A diary study</t>. <j>Appetite and Behaviour</j>, "
        "<v>44</v>, <p>12–29</p>.",
        "<f>Lindqvist</f>, <g>A.</g> (<y>2015</y>a). <t>Trust in automated advice</t>. <j>Human Factors "
        "Quarterly</j>, <v>9</v>(<n>1</n>), <p>1–18</p>.",
        "<f>Ferraro</f>, <g>G.</g>, <f>Ng</f>, <g>S. Y.</g>, <f>Byrne</f>, <g>C.</g>, & <f>Aldous</f>, <g>M. "
        "J.</g> (<y>2008</y>). <t>Reading aloud to infants and later vocabulary</t>. <j>Early Language "
        "Review</j>, <v>21</v>, <p>201–219</p>.",
        "<f>Okonjo</f>, <g>B.</g> (<y>2012</y>). <t>The patient listener</t>. Harbour Press.",
        "<f>World Fisheries Council</f>. (<y>2018</y>). <t>Status of inland fisheries</t>. Oslo: Author.",
    ],
    "ama": [
        "<f>Harrow</f> <g>TL</g>, <f>Okonjo</f> <g>B</g>. <t>Antibiotic choice in rural clinics</t>. <j>JAMA "
        "Invent Med</j>. <y>2018</y>;<v>178</v>(<n>4</n>):<p>500-507</p>. doi:<o>10.5555/jamaim.2018.0500</o>",
        "<f>Nkemelu</f> <g>D</g>, <f>Strand</f> <g>E</g>, <f>Vogel</f> <g>H</g>, et al. <t>Vitamin D and "
        "falls: a randomized clinical trial</t>. <j>Ann Elder Med</j>. "
        "<y>2013</y>;<v>7</v>(<n>11</n>):<p>801-809</p>.",
        "<f>Costa</f> <g>L</g>. <t>Blood pressure at home</t>. <j>Am J Home Care</j>. "
        "<y>2006</y>;<v>19</v>(<n>2</n>):<p>88-94</p>.",
        "<f>Park</f> <g>SY</g>, <f>O'Brien</f> <g>D</g>. <t>Statins and muscle pain in older adults</t>. "
        "<j>Heart Notes</j>. Published online May 4, <y>2022</y>. doi:<o>10.5555/hn.2022.17</o>",
        "<f>Bergström</f> <g>E</g>, <f>Haddad</f> <g>N</g>. <t>Shared decisions in oncology</t>. <j>Cancer "
        "Pract</j>. <y>2016</y>;<v>24</v>:<p>301-310</p>.",
        "<f>Tanaka</f> <g>H</g>, <f>Mori</f> <g>S</g>, <f>Kim</f> <g>JH</g>. <t>Ultrasound of the thyroid in "
        "adolescents</t>. <j>Endocr Imaging</j>. <y>2010</y>;<v>2</v>(<n>1</n>):<p>15-22</p>.",
    ],
    "ieee": [
        "<g>T. L.</g> <f>Harrow</f> and <g>B.</g> <f>Okonjo</f>, “<t>Sparse codes for noisy links</t>,” "
        "<j>IEEE Trans. Invented Commun.</j>, vol. <v>12</v>, no. <n>3</n>, pp. <p>145–152</p>, Mar. "
        "<y>2017</y>.",
        "<g>R.</g> <f>Nakagawa</f>, <g>P. A.</g> <f>de Souza</f>, and <g>K.</g> <f>Ivanov</f>, “<t>Edge "
        "caching with forgetful learners</t>,” in <j>Proc. Int. Conf. Edge Syst.</j>, <y>2019</y>, pp. "
        "<p>33–40</p>.",
        '<g>A.</g> <f>Lindqvist</f>, "<t>Grasping soft objects by sound</t>," <j>Robot. Lett.</j>, vol. '
        "<v>5</v>, pp. <p>901-908</p>, <y>2020</y>, doi: <o>10.5555/rl.2020.901</o>.",
        "<g>G.</g> <f>Ferraro</f> et al., “<t>A low-power receiver for buried sensors</t>,” <j>Electron. "
        "Notes</j>, vol. <v>44</v>, no. <n>7</n>, pp. <p>12–14</p>, <y>2008</y>.",
        "<g>S. Y.</g> <f>Ng</f>, <g>C.</g> <f>Byrne</f>, <g>M. J.</g> <f>Aldous</f>, and <g>H.</g> "
        "<f>Vogel</f>, “<t>Estimating tides from ship tracks</t>,” <j>Ocean Eng. Lett.</j>, vol. <v>2</v>, "
        "no. <n>1</n>, pp. <p>5–11</p>, Jan. <y>2015</y>.",
        "<g>B.</g> <f>Okonjo</f>, <t>Foundations of Listening Machines</t>. New York, NY, USA: Harbour Press, "
        "<y>2012</y>.",
    ],
    "chicago": [
        "<f>Harrow</f>, <g>Thomas</g>. “<t>Lamplight and Labour in the Mill Towns</t>.” <j>Journal of "
        "Northern History</j> <v>12</v>, no. <n>3</n> (<y>2017</y>): <p>145–52</p>.",
        "<f>Okonjo</f>, <g>Beatrice</g>, and <g>Karen</g> <f>Lindqvist</f>. “<t>Markets without Coins</t>.” "
        "<j>Economic Tales</j> <v>8</v>, no. <n>2</n> (<y>2010</y>): <p>33–61</p>. "
        "https://doi.org/<o>10.5555/et.2010.33</o>.",
        "<f>Ferraro</f>, <g>Giulia</g>. <t>The Silent Harbour: Port Cities after the War</t>. Chicago: "
        "Lakeside Press, <y>2004</y>.",
        "<f>Byrne</f>, <g>Connor</g>, <g>Mary J.</g> <f>Aldous</f>, and <g>Hans</g> <f>Vogel</f>. "
        "<y>2015</y>. “<t>Reading Tides in Parish Books</t>.” <j>Sea and Archive</j> <v>5</v> (<n>1</n>): "
        "<p>5–29</p>.",
        "<f>Nakagawa</f>, <g>Ryo</g>. <y>2019</y>. “<t>Tea Houses as Schools</t>.” <j>Asian Urban Studies</j> "
        "<v>44</v> (<n>7</n>): <p>701–20</p>.",
        "<f>Ivanov</f>, <g>Kiril</g>, and <g>Pedro</g> <f>de Souza</f>. <y>2012</y>. <t>Bread and "
        "Borders</t>. Oxford: Greywater Books.",
    ],
    "harvard": [
        "<f>Harrow</f>, <g>T.L.</g> and <f>Okonjo</f>, <g>B.</g> (<y>2017</y>) ‘<t>Rent control and household "
        "moves</t>’, <j>Urban Economics Letters</j>, <v>12</v>(<n>3</n>), pp. <p>145–152</p>.",
        "<f>Nakagawa</f>, <g>R.</g>, <f>de Souza</f>, <g>P.</g> and <f>Ivanov</f>, <g>K.</g> (<y>2021</y>) "
        "‘<t>Cycling to work in the rain</t>’, <j>Transport Habits</j>, <v>44</v>, pp. <p>12–29</p>.",
        "<f>Lindqvist</f>, <g>A.</g>, <y>2015</y>. <t>Forest roads and owl nests</t>. <j>Northern "
        "Ecology</j>, <v>9</v>(<n>1</n>), pp.<p>1-18</p>.",
        "<f>Ferraro</f>, <g>G.</g> (<y>2008</y>) <t>The language nursery</t>. London: Harbour Press.",
        "<f>Ng</f>, <g>S.</g>, <f>Byrne</f>, <g>C.</g>, et al., <y>2013</y>. <t>Fishing quotas and small "
        "boats</t>. <j>Marine Policy Notes</j>, <v>21</v>(<n>4</n>), pp.<p>201-219</p>.",
        "<f>Vogel</f>, <g>H.</g>, <y>2020</y>b. <t>Heat and the pavement</t>. <j>City Climate</j>, "
        "<v>3</v>(<n>2</n>), pp.<p>50-66</p>.",
    ],
    "mla": [
        "<f>Harrow</f>, <g>Thomas</g>. “<t>Ghost Trains in the Early Novel</t>.” <j>Studies in Invented "
        "Fiction</j>, vol. <v>12</v>, no. <n>3</n>, <y>2017</y>, pp. <p>145-52</p>.",
        "<f>Okonjo</f>, <g>Beatrice</g>, and <g>Karen</g> <f>Lindqvist</f>. “<t>Letters Never Sent</t>.” "
        "<j>Epistolary Review</j>, vol. <v>8</v>, no. <n>2</n>, <y>2010</y>, pp. <p>33-61</p>.",
        "<f>Ferraro</f>, <g>Giulia</g>. <t>The Silent Harbour</t>. Lakeside Press, <y>2004</y>.",
        "<f>Byrne</f>, <g>Connor</g>, et al. “<t>Mapping the Sonnet</t>.” <j>Digital Verse</j>, vol. "
        "<v>5</v>, no. <n>1</n>, <y>2015</y>, pp. <p>5-29</p>.",
        "<f>Nakagawa</f>, <g>Ryo</g>. “<t>The Kitchen as Stage</t>.” <j>Theatre Notes</j>, vol. <v>44</v>, "
        "<y>2019</y>, pp. <p>701-20</p>.",
        "<f>Aldous</f>, <g>Mary J.</g> “<t>Reading in the Dark</t>.” <j>Cinema Letters</j>, vol. <v>21</v>, "
        "no. <n>4</n>, <y>1998</y>, pp. <p>210-33</p>.",
    ],
}
ENTRIES = [
    pytest.param(entry, id=f"{style}-{n}") for style, entries in STYLES.items() for n, entry in enumerate(entries)
]
_NAME = re.compile(r"<f>(?P<family>.*?)</f>(?:,? <g>(?P<given>.*?)</g>)?|<g>(?P<before>.*?)</g> <f>(?P<name>.*?)</f>")


def read(text: str) -> Reference:
    return read_entry(PrintedEntry(1, text, "a.md", 1), "1")


def marked(entry: str, mark: str) -> str | None:
    found = re.search(f"<{mark}>(.*?)</{mark}>", entry)
    return found.group(1) if found else None


def names(entry: str) -> list[tuple[str, str | None]]:
    return [
        (one["name"], one["before"]) if one["name"] else (one["family"], one["given"]) for one in _NAME.finditer(entry)
    ]


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_fields_of_an_entry_are_what_it_prints(entry: str) -> None:
    found = read(re.sub(r"</?\w>", "", entry))
    wanted = {
        name: marked(entry, mark)
        for name, mark in zip(("title", "volume", "issue", "pages", "doi"), "tvnpo", strict=True)
    }
    got = {name: getattr(found, name) for name in wanted}
    plain = {name: value.replace("–", "-").rstrip("?") if value else None for name, value in wanted.items()}
    got["title"] = (got["title"] or "").rstrip("?") or None
    assert got == plain
    assert found.year == int(marked(entry, "y") or 0)
    assert found.problems == ()


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_names_of_an_entry_are_told_apart(entry: str) -> None:
    found = read(re.sub(r"</?\w>", "", entry))
    wanted = [Author(family=family, given=_comma_before_suffix(given)) for family, given in names(entry)]
    assert list(found.authors) == wanted
    assert found.authors_complete == ("et al" not in entry)


def _comma_before_suffix(given: str | None) -> str | None:
    return re.sub(r" (Jr)$", r", \1", given) if given else None


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_journal_is_the_printed_one_or_none(entry: str) -> None:
    assert read(re.sub(r"</?\w>", "", entry)).journal in (
        marked(entry, "j"),
        (marked(entry, "j") or "").rstrip(".") or None,
        None,
    )


def test_most_journals_are_found() -> None:
    entries = [entry for style in STYLES.values() for entry in style if "<j>" in entry]
    found = sum(read(re.sub(r"</?\w>", "", entry)).journal is not None for entry in entries)
    assert found >= 0.8 * len(entries)

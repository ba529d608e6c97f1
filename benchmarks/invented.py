"""Works, people, journals and sentences that do not exist, drawn from a seed: the stuff of generated manuscripts."""

import random
from dataclasses import dataclass, replace

from tests.standin import Work

_FAMILIES = """
    Abbasov Adeyemi Agostini Alvear Anquetil Arvidsen Barzani Belanger Bergqvist Bhattarai Blomgren Brandtner
    Calderwood Castellano Chikwanha Cvetkova Dalgaard Delacroix Desrosiers Dimitrakis Dlamini Eberhard Eskola
    Fairweather Falkenrath Ferreiro Fukunaga Gallardo Gambino Gjerstad Gorecki Grünwald Haapala Hadžić Halvorsen
    Hashemi Hovhannisyan Ibáñez Iglesias Ivarsson Jankowiak Jørstad Kallio Karapetyan Kessler Kobayakawa
    Kuznetsova Lagerkvist Lapointe Lindqvist Lorenzini Maalouf Macovei Malhotra Marquardt Mbeki Mendonça
    Moriyama Mwangi Nakagomi Nikolaidis Nordlund Obasanjo Oduya Olivetti Ostrander Paasonen Pellegrini Petrescu
    Quintero Radović Ramaswamy Rautio Rosenqvist Saarinen Sandoval Schreiner Serrano Sigurdsson Søndergaard
    Szymański Takahara Tessier Thorvald Uzun Vandermeer Vasquez Villareal Wachira Wennerholm Wójcik Yamanouchi
    Yildirim Zamora Zetterlund
"""
FAMILIES = tuple(_FAMILIES.split())
_GIVENS = """
    Ada Amir Anneke Bram Camila Chidi Dario Edda Elif Farid Freja Goran Hana Idris Ilse Jonas Kaveh Lucía Maren
    Mikko Nadia Odile Pavel Rania Sanna Tariq Ulla Viktor Wanda Yara Zoltán
"""
GIVENS = tuple(_GIVENS.split())
JOURNALS = (
    ("Annals of Indoor Physiology", "Ann Indoor Physiol"),
    ("Archives of Shift Work Research", "Arch Shift Work Res"),
    ("European Review of Ward Medicine", "Eur Rev Ward Med"),
    ("International Quarterly of Sleep Practice", "Int Q Sleep Pract"),
    ("Journal of Applied Chronotherapy", "J Appl Chronother"),
    ("Journal of Bedside Measurement", "J Bedside Meas"),
    ("Nordic Bulletin of Occupational Strain", "Nord Bull Occup Strain"),
    ("Perspectives in Ambient Health", "Perspect Ambient Health"),
    ("Proceedings in Community Rehabilitation", "Proc Community Rehabil"),
    ("Transactions on Clinical Acoustics", "Trans Clin Acoust"),
)
EXPOSURES = (
    "amber evening lighting", "rotating night shifts", "corridor noise", "weighted blankets", "scheduled power naps",
    "cold mist humidification", "midday caffeine restriction", "standing desks", "guided breathing exercises",
    "tart cherry extract", "sound masking devices", "seated tai chi", "stairwell prompts", "protein snacks at dusk",
    "vibrating insoles", "compressed work weeks", "bright morning light", "green wall installations",
    "telephone coaching", "handgrip training", "silent alarm routing", "shared break rooms", "cooling mattresses",
    "bilingual discharge letters",
)  # fmt: skip
OUTCOMES = (
    "sleep efficiency", "resting heart rate", "medication errors", "gait speed", "delirium incidence", "grip strength",
    "morning cortisol", "perceived fatigue", "postural sway", "wound closure time", "reaction time", "low back pain",
    "fasting glucose", "staff turnover", "appetite scores", "readmission rates", "nocturnal awakenings",
    "systolic blood pressure", "dropout from rehabilitation", "verbal recall",
)  # fmt: skip
POPULATIONS = (
    "intensive care nurses", "retired bus drivers", "adolescents with migraine", "residents of long-term care homes",
    "patients after hip replacement", "apprentice welders", "adults with mild asthma", "rural midwives",
    "stroke survivors", "call centre employees", "pregnant shift workers", "outpatients with heart failure",
    "warehouse pickers", "community-dwelling older adults", "junior surgeons", "paramedics in training",
)  # fmt: skip
DESIGNS = (
    ("a randomised controlled trial", "Randomized Controlled Trial"),
    ("a prospective cohort study", "Journal Article"),
    ("a crossover experiment", "Journal Article"),
    ("a systematic review", "Review"),
    ("a cross-sectional survey", "Journal Article"),
    ("a stepped-wedge evaluation", "Journal Article"),
)
TITLES = (
    "{Exposure} and {outcome} in {population}",
    "Effects of {exposure} on {outcome} among {population}",
    "Does {exposure} change {outcome}? Evidence from {population}",
    "{Outcome} after {exposure}: what {population} report",
    "The association between {exposure} and {outcome} in {population}",
    "Predicting {outcome} from {exposure} in {population}",
)


ODD_TITLES = (
    "Tidal calendars as a nuisance variable in harbour clinics",
    "Why ledger colour confuses pharmacists who commute by ferry",
    "Rethinking the corridor clock: a polemic",
    "Forty winters of handwritten thermometer cards",
    "On the arithmetic of queueing for mobile X-ray vans",
    "Lichen dyes, tinted spectacles and the myth of calm waiting rooms",
)
"""For works nobody holds: unlike every title of the pattern."""


@dataclass(frozen=True)
class Invention:
    """A work and the facts its abstract states."""

    work: Work
    exposure: str
    outcome: str
    population: str
    design: str
    sample: int
    percent: float
    falls: bool
    """The outcome fell by `percent`; otherwise it rose."""

    @property
    def change(self) -> str:
        return "reduced" if self.falls else "increased"

    @property
    def first_author(self) -> str:
        return self.work.authors[0][0]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class Inventor:
    """Draws works whose titles differ clearly from each other. The same seed draws the same works."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self._used: set[object] = set()
        self._count = 0

    def work(self, topic: int | None = None) -> Invention:
        """One more work; `topic` chooses its exposure.

        No two share two of exposure, outcome and population while combinations last, and no two share their title.
        """
        rng = self.rng
        for attempt in range(10_000):
            exposure = rng.choice(EXPOSURES) if topic is None else EXPOSURES[topic % len(EXPOSURES)]
            outcome, population, pattern = rng.choice(OUTCOMES), rng.choice(POPULATIONS), rng.choice(TITLES)
            names = {"exposure": exposure, "outcome": outcome, "population": population}
            title = pattern.format(**names, Exposure=capital(exposure), Outcome=capital(outcome))
            pairs = {(exposure, outcome), (exposure, population), (outcome, population)}
            if title not in self._used and (attempt > 300 or not pairs & self._used):
                break
        else:
            raise ValueError("more works were asked for than can be invented")
        self._used |= {title, *pairs}
        design, kind = rng.choice(DESIGNS)
        sample, percent, falls = rng.randint(24, 980), round(rng.uniform(3, 41), 1), rng.random() < 0.6
        work = self._described(title, design, kind)
        facts = Invention(work, exposure, outcome, population, design, sample, percent, falls)
        return self._with_abstract(facts)

    def odd(self) -> Invention:
        """A work whose title is like no other's."""
        unused = [title for title in ODD_TITLES if title not in self._used]
        facts = self.work()
        title = self.rng.choice(unused)
        self._used.add(title)
        return replace(facts, work=replace(facts.work, title=title, subtitle=None))

    def people(self) -> tuple[tuple[str, str], ...]:
        """One to six authors."""
        rng = self.rng
        families = rng.sample(FAMILIES, rng.choice((1, 2, 3, 3, 4, 4, 5, 6)))
        return tuple((family, f"{rng.choice(GIVENS)} {rng.choice('ABCDEFGHKLMNPRST')}.") for family in families)

    def _described(self, title: str, design: str, kind: str) -> Work:
        rng = self.rng
        self._count += 1
        journal, short = rng.choice(JOURNALS)
        year, first = rng.randint(2004, 2025), rng.randint(1, 880)
        slug = "".join(word[0] for word in short.lower().split())
        online = year - 1 if rng.random() < 0.2 else year
        return Work(
            title=title,
            subtitle=design if rng.random() < 0.4 else None,
            authors=self.people(),
            year=year,
            online_year=online,
            journal=journal,
            journal_short=short,
            volume=str(year - 1988),
            issue=str(rng.randint(1, 12)),
            pages=f"{first}-{first + rng.randint(5, 14)}",
            doi=f"10.5555/{slug}.{year}.{10_000 + self._count}",
            pmid=str(99_100_000 + self._count),
            types=("Journal Article",) if kind == "Journal Article" else ("Journal Article", kind),
            citations=rng.randint(0, 240),
            agency="Crossref",
            held_by=("pubmed", "crossref", "openalex", "semantic_scholar"),
        )

    def _with_abstract(self, facts: Invention) -> Invention:
        parts = abstract(facts, self.rng)
        if self.rng.random() < 0.6:
            return replace(facts, work=replace(facts.work, sections=parts))
        return replace(facts, work=replace(facts.work, abstract=" ".join(text for _, text in parts)))


def abstract(facts: Invention, rng: random.Random) -> tuple[tuple[str, str], ...]:
    """Four parts: what was asked, done, found and concluded."""
    low = round(max(0.3, facts.percent - rng.uniform(1, 6)), 1)
    high = round(facts.percent + rng.uniform(1, 6), 1)
    direction = "fell" if facts.falls else "rose"
    background = rng.choice(
        (
            f"Little is known about {facts.exposure} and {facts.outcome} in {facts.population}. Earlier reports were "
            "small, and most of them lacked a comparison group.",
            f"Among {facts.population}, {facts.outcome} may matter both to the people concerned and to those who plan "
            f"services. Whether {facts.exposure} may play a part in it has rarely been examined.",
            f"Interest in {facts.exposure} has grown faster than the evidence. We asked what it means for "
            f"{facts.outcome}.",
        )
    )
    methods = rng.choice(
        (
            f"In {facts.design}, {facts.sample} {facts.population} took part at {rng.randint(2, 14)} sites. "
            f"We recorded {facts.outcome} at baseline and after {rng.randint(4, 52)} weeks; the assessors did not know "
            "the allocation.",
            f"We enrolled {facts.sample} {facts.population} between {facts.work.year or 2010} and the year before, and "
            f"followed them for {rng.randint(2, 24)} months. Mixed models were adjusted for age, sex and site.",
        )
    )
    results = (
        f"{capital(facts.outcome)} {direction} by {facts.percent}% with {facts.exposure} (95% CI {low} to {high}; "
        f"p = 0.0{rng.randint(10, 49)}). The change was {rng.choice(('larger', 'smaller'))} in participants older than "
        f"{rng.randint(30, 70)} years. {rng.choice(('No serious harm was recorded.', 'Adherence was good.'))}"
    )
    conclusion = rng.choice(
        (
            f"{capital(facts.exposure)} {facts.change} {facts.outcome} in {facts.population}; whether the effect lasts "
            "remains to be shown.",
            f"In {facts.population}, a modest change of {facts.outcome} followed {facts.exposure}. "
            "Larger studies should confirm it.",
        )
    )
    return (("BACKGROUND", background), ("METHODS", methods), ("RESULTS", results), ("CONCLUSIONS", conclusion))


SINGLE = {
    "data": (
        "In {sample} {population}, {exposure} {change} {outcome} by {percent}% {m}.",
        "{Outcome} {moved} by {percent}% after the introduction of {exposure} for {population} {m}.",
        "One study of {sample} {population} put the change in {outcome} at {percent}% {m}, which is not little.",
    ),
    "finding": (
        "{author} et al. {m} found that {exposure} {change} {outcome} in {population}.",
        "{author} and colleagues reported that {outcome} {moved} with {exposure} {m}.",
        "It has been shown that {exposure} {change} {outcome} among {population} {m}.",
    ),
    "method": (
        "We assessed {outcome} with the procedure described by {author} et al. {m}.",
        "The protocol for {exposure} followed an earlier publication {m}, with two changes given below.",
        "Sample size was calculated as proposed previously for studies of {outcome} {m}.",
    ),
    "definition": (
        "In this thesis, we define {outcome} as {author} et al. did {m}.",
        "The term “{exposure}” refers to the arrangement first set out for {population} {m}.",
    ),
    "background": (
        "Interest in {exposure} has grown in recent years {m}.",
        "For {population}, changes in {outcome} remain a practical concern {m}.",
    ),
}
GROUP = {
    "one of": (
        "Several studies have linked {exposure} with {outcome} {m}.",
        "Reports on {outcome} in {population} and in other groups point in the same direction {m}.",
        "Comparable changes were described in other settings {m}, although their designs differed.",
    ),
    "background": (
        "The literature on working conditions and recovery has grown considerably {m}.",
        "Reviews and single studies agree that {outcome} should receive attention {m}.",
    ),
}
FILLERS = (
    "This question has practical weight, because the measures under discussion cost little.",
    "The evidence is, however, less uniform than is often assumed.",
    "A closer look at the designs explains part of the disagreement.",
    "Two of the sites changed their rosters during the observation period, which complicates the comparison.",
    "We return to this point in the discussion.",
    "It would be premature to conclude that the effect is the same in every group.",
    "The interval [0.1, 0.9] was used for all scaled scores.",
    "Answers were coded independently by two raters, and differences were settled by a third.",
    "None of these explanations excludes the others.",
    "In practice, however, the two conditions often occur together, e.g. during the winter months.",
    "Missing values were rare (2.4%) and were not imputed.",
    "Fig. 3 shows the course of the score over the first twelve weeks.",
    "Whether this holds outside the ward is another matter.",
    "Participants described the routine as tiresome at first and as natural after a month.",
    "Costs were not the subject of these studies, and few of them mention any.",
    "The two hospitals differ in size (412 and 96 beds) and in how they plan their shifts.",
    "Had the measurements been taken at noon, the picture might have been different.",
    "The analysis was repeated without the outliers, with the same result.",
    "What counts as an improvement depends on whom one asks.",
    "Such figures should be read with care: they come from volunteers.",
    "Table 2 lists the characteristics of the sample at baseline.",
    "Seasonal effects cannot be ruled out, since recruitment ended in March 2019.",
    "Dr. Hallgren kept the register; entries were checked every second week.",
    "As a rule of thumb, a change of one third of a standard deviation was regarded as relevant.",
)

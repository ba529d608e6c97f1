"""A generated doctoral thesis with 150 references and 275 claims, the world that answers for it, and what is right.

Everything in it is invented. Ten references carry planted errors; `ThesisPlan` says what each reference should resolve
to. The same arguments give the same bytes.
"""

import random
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.invented import FAMILIES, FILLERS, JOURNALS, POPULATIONS, Invention, Inventor
from benchmarks.prose import Subject, chapters, markers
from benchmarks.typeset import write_docx
from state.resolution import Field, Identity
from tests.standin import Work, World, WorldNotice

PLANTED = (
    "wrong_year",
    "other_works_pmid",
    "other_works_doi",
    "retracted",
    "invented",
    "invented_doi",
    "title_word",
    "wrong_first_author",
    "wrong_journal",
    "agency_only",
)
"""The planted errors, one reference each."""


@dataclass(frozen=True)
class Printed:
    """A reference as the manuscript prints it, right or wrong."""

    key: str
    facts: Invention
    """What the sentences about it say."""
    work: Work
    """What list and .bib print."""
    print_pmid: bool
    print_doi: bool
    identity: Identity
    planted: str | None = None
    field: Field | None = None
    """The field whose discrepancy should be reported."""
    other_title: bool = False
    """OpenAlex has another paper's title under the DOI."""
    doi_unregistered: bool = False

    @property
    def subject(self) -> Subject:
        return Subject(self.facts, self.work.authors[0][0])


@dataclass(frozen=True)
class ExpectedReference:
    """What one reference should resolve to."""

    number: int
    key: str
    """The .bib key."""
    identity: Identity
    identifiers: str
    """What is printed: `pmid`, `doi`, `pmid+doi` or `none`."""
    planted: str | None = None
    """Which of `PLANTED` it carries."""
    discrepancy: Field | None = None
    """The printed field that is wrong."""
    disagreements: tuple[Field, ...] = ()
    """Fields in which one registry differs and another agrees with the print: nobody's error but the registry's."""
    retracted: bool = False
    doi_unregistered: bool = False


@dataclass(frozen=True)
class ThesisPlan:
    """Where the files are, and what a right reading finds."""

    manuscript: Path
    bibliography: Path
    world: Path
    references: tuple[ExpectedReference, ...]
    """By number, from 1."""
    claims: int
    """Pairs of a citation and one of its references."""
    markers: int
    """Citation markers."""


def make_thesis(folder: Path, *, references: int = 150, claims: int = 275, seed: int = 1) -> ThesisPlan:
    """Write `thesis.docx`, `refs.bib` and `world.json` into `folder`.

    Of 150 references 60 print a PMID, 60 a DOI only, 20 no identifier, and 10 are planted (`PLANTED`); other numbers
    are split alike. Every reference is cited, in the order of its number. ValueError where `claims < references` or
    there are fewer than 20 references.
    """
    if claims < references or references < 20:
        raise ValueError("a thesis needs at least 20 references and as many claims as references")
    inventor = Inventor(seed)
    printed, world = _references(inventor, references)
    slots = markers(inventor.rng, references, claims)
    folder.mkdir(parents=True, exist_ok=True)
    plan = ThesisPlan(
        manuscript=folder / "thesis.docx",
        bibliography=folder / "refs.bib",
        world=folder / "world.json",
        references=tuple(_expected(number, entry) for number, entry in enumerate(printed, 1)),
        claims=sum(len(slot.numbers) for slot in slots),
        markers=len(slots),
    )
    entries = [list_entry(number, entry) for number, entry in enumerate(printed, 1)]
    write_docx(
        plan.manuscript,
        "Small changes, large wards: a thesis",
        chapters(inventor.rng, slots, [e.subject for e in printed]),
        entries,
    )
    bib = "\n".join(bib_entry(entry) for entry in sorted(printed, key=lambda entry: entry.key))
    plan.bibliography.write_text(bib, encoding="utf-8", newline="\n")
    world.save(plan.world)
    return plan


def big_docx(path: Path, pages: int = 300, *, seed: int = 1) -> int:
    """Write a manuscript of about so many pages (350 words each) with 150 references; the number of its markers."""
    inventor = Inventor(seed)
    printed = [_as_is(inventor, number) for number in range(150)]
    slots = markers(inventor.rng, len(printed), max(len(printed), 5 * pages))
    body = chapters(inventor.rng, slots, [entry.subject for entry in printed], fillers=5)
    while sum(len(text.split()) for _, text in body) < 350 * pages:
        body.insert(len(body) // 2, (0, " ".join(inventor.rng.choice(FILLERS) for _ in range(8))))
    write_docx(path, "A long thesis", body, [list_entry(n, entry) for n, entry in enumerate(printed, 1)])
    return len(slots)


# References


def _references(inventor: Inventor, count: int) -> tuple[list[Printed], World]:
    """The references in the order of their numbers, and the world that answers for them."""
    rng = inventor.rng
    rest = count - len(PLANTED)
    with_pmid, with_doi = round(rest * 60 / 140), round(rest * 60 / 140)
    kinds = ["pmid"] * with_pmid + ["doi"] * with_doi + ["none"] * (rest - with_pmid - with_doi) + list(PLANTED)
    rng.shuffle(kinds)
    printed: list[Printed] = []
    works: list[Work] = []
    for place, kind in enumerate(kinds):
        entry, more = _planted(inventor, place, kind) if kind in PLANTED else _plain(inventor, place, kind)
        printed.append(entry)
        works += more
    plain = [entry for entry in printed if not entry.planted]
    without = [entry for entry in plain if not entry.print_pmid and not entry.print_doi]
    works += [inventor.work().work for _ in range(60)] + [_sibling(rng, e) for e in (*plain[::20], *without[:5])]
    return _with_keys(printed), World(sorted(works, key=lambda work: work.pmid or work.doi or ""))


def _as_is(inventor: Inventor, place: int, *, odd: bool = False) -> Printed:
    facts = inventor.odd() if odd else inventor.work(place // 7)
    return Printed("", facts, facts.work, print_pmid=False, print_doi=True, identity=Identity.SAME)


def _plain(inventor: Inventor, place: int, kind: str) -> tuple[Printed, list[Work]]:
    """A right reference. Works with a DOI only are unknown to PubMed; half of those with a PMID print a DOI too."""
    entry = _as_is(inventor, place)
    both = kind == "pmid" and inventor.rng.random() < 0.5
    work = entry.work
    if kind == "doi":
        work = replace(work, pmid=None, held_by=("crossref", "openalex", "semantic_scholar"))
        if inventor.rng.random() < 0.05:  # OpenAlex has such records: another paper's title under the right DOI
            wrong = {"openalex": {"title": inventor.work().work.title, "subtitle": None}}
            return replace(entry, work=work, print_doi=True, other_title=True), [replace(work, as_held=wrong)]
    elif kind == "pmid" and not both and inventor.rng.random() < 0.2:
        work = replace(work, doi=None, agency=None, held_by=("pubmed", "openalex", "semantic_scholar"))
    return replace(entry, work=work, print_pmid=kind == "pmid", print_doi=kind == "doi" or both), [work]


def _planted(inventor: Inventor, place: int, kind: str) -> tuple[Printed, list[Work]]:
    """A reference with an error, and the works that exist because of it."""
    rng = inventor.rng
    right = _as_is(inventor, place, odd=kind in ("invented", "invented_doi", "agency_only"))
    work, held = right.work, [right.work]
    right = replace(right, planted=kind)
    match kind:
        case "wrong_year":
            return replace(right, work=replace(work, year=(work.year or 0) - 4), field=Field.YEAR), held
        case "other_works_pmid" | "other_works_doi":
            other = _unlike(inventor, work)
            wrong = replace(work, pmid=other.pmid) if kind == "other_works_pmid" else replace(work, doi=other.doi)
            by_pmid = kind == "other_works_pmid"
            field = Field.PMID if by_pmid else Field.DOI
            marked = replace(right, work=wrong, identity=Identity.OTHER_EXISTS, field=field)
            return replace(marked, print_pmid=by_pmid, print_doi=not by_pmid), [*held, other]
        case "retracted":
            return right, _retracted(work)
        case "invented":
            return replace(right, print_doi=False, identity=Identity.NONE), []
        case "invented_doi":
            wrong = replace(work, doi=(work.doi or "").replace("10.5555/", "10.5555/ghost."))
            return replace(right, work=wrong, identity=Identity.NONE, doi_unregistered=True), []
        case "title_word":
            return replace(right, work=replace(work, title=_other_word(rng, right.facts)), field=Field.TITLE), held
        case "wrong_first_author":
            family = rng.choice([name for name in FAMILIES if all(name != known for known, _ in work.authors)])
            authors = ((family, work.authors[0][1]), *work.authors[1:])
            return replace(right, work=replace(work, authors=authors), field=Field.FIRST_AUTHOR), held
        case "wrong_journal":
            journal, short = rng.choice([row for row in JOURNALS if row[0] != work.journal])
            wrong = replace(work, journal=journal, journal_short=short)
            return replace(right, work=wrong, field=Field.JOURNAL), held
    registered = replace(work, doi=f"10.16999/{place}.{work.year}", pmid=None, agency="ISTIC", held_by=())
    return replace(right, work=registered, identity=Identity.AGENCY_ONLY), [registered]


def _unlike(inventor: Inventor, work: Work) -> Work:
    """A work that nobody would take for this one: another first author, and a year far off."""
    while True:
        other = inventor.work().work
        if other.authors[0][0] != work.authors[0][0] and abs((other.year or 0) - (work.year or 0)) > 2:
            return other


def _retracted(work: Work) -> list[Work]:
    """The article with its notice in every registry, and the notice."""
    year = min((work.year or 2010) + 2, 2026)
    pmid = str(int(work.pmid or 0) + 500_000)
    notice = WorldNotice("retraction", f"{work.doi}.retr", pmid, f"{year}-05-14", "publisher")
    article = replace(work, notices=(notice, replace(notice, source="retraction-watch", where=("crossref",))))
    text = replace(
        work,
        title=f"Retraction notice to: {work.title}",
        subtitle=None,
        year=year,
        online_year=None,
        doi=notice.doi,
        pmid=pmid,
        abstract=None,
        sections=(),
        types=("Retraction of Publication",),
        citations=0,
    )
    return [article, text]


def _other_word(rng: random.Random, facts: Invention) -> str:
    """The title with one word of the population replaced by a word of about its length."""
    word = max(facts.population.split(), key=len)
    words = {w for name in POPULATIONS for w in name.split() if w not in facts.work.title}
    ranked = sorted(words, key=lambda w: (abs(len(w) - len(word)), w))
    return facts.work.title.replace(word, rng.choice(ranked[:4]), 1)


def _sibling(rng: random.Random, entry: Printed) -> Work:
    """An earlier work by others on nearly the same question: what a title search also turns up."""
    facts, work = entry.facts, entry.facts.work
    population = rng.choice([name for name in POPULATIONS if name != facts.population])
    number = int(work.pmid or 0) + 700_000
    authors = ((rng.choice([f for f in FAMILIES if f != work.authors[0][0]]), "Robin Q."),)
    return replace(
        work,
        title=work.title.replace(facts.population, population),
        authors=authors,
        year=(work.year or 2010) - 5,
        online_year=None,
        doi=f"{work.doi}.sib",
        pmid=str(number),
        citations=3,
        agency="Crossref",
        held_by=("pubmed", "crossref", "openalex", "semantic_scholar"),
    )


def _with_keys(printed: list[Printed]) -> list[Printed]:
    """Keys as a reference manager makes them: `bergqvist2019`, `bergqvist2019a`, …"""
    seen: dict[str, int] = {}
    keyed = []
    for entry in printed:
        stem = f"{entry.work.authors[0][0].lower()}{entry.work.year}"
        stem = stem.translate(str.maketrans("žćéáøçñüößńóăłı", "zceaocnuosnoali"))
        seen[stem] = seen.get(stem, 0) + 1
        suffix = "" if seen[stem] == 1 else chr(ord("a") + seen[stem] - 2)
        keyed.append(replace(entry, key=stem + suffix))
    return keyed


def _expected(number: int, entry: Printed) -> ExpectedReference:
    shown = [name for name, on in (("pmid", entry.print_pmid), ("doi", entry.print_doi)) if on]
    known = entry.identity is Identity.SAME and entry.field is not Field.YEAR
    early = known and entry.facts.work.online_year != entry.facts.work.year
    differ = [(Field.TITLE, entry.other_title), (Field.YEAR, early)]
    return ExpectedReference(
        number=number,
        key=entry.key,
        identity=entry.identity,
        identifiers="+".join(shown) or "none",
        planted=entry.planted,
        discrepancy=entry.field,
        disagreements=tuple(field for field, on in differ if on),
        retracted=entry.planted == "retracted",
        doi_unregistered=entry.doi_unregistered,
    )


def list_entry(number: int, entry: Printed) -> str:
    """`[7] Smith JA, Doe B. Title. J Short. 2021;12(3):101-109. doi:10.1/x` as the thesis prints it."""
    work = entry.work
    names = [f"{family} {''.join(word[0] for word in given.split())}" for family, given in work.authors]
    people = ", ".join(names[:6]) + (", et al" if len(names) > 6 else "")
    shown = f" PMID: {work.pmid}." if entry.print_pmid else ""
    shown += f" doi:{work.doi}" if entry.print_doi else ""
    stop = "" if work.full_title.endswith("?") else "."
    place = f"{work.year};{work.volume}({work.issue}):{work.pages}"
    return f"[{number}] {people}. {work.full_title}{stop} {work.journal_short}. {place}.{shown}"


def bib_entry(entry: Printed) -> str:
    """The reference as an `@article`."""
    work = entry.work
    rows = [
        ("title", work.full_title),
        ("author", " and ".join(f"{family}, {given}" for family, given in work.authors)),
        ("year", str(work.year)),
        ("journal", work.journal or ""),
        ("volume", work.volume or ""),
        ("number", work.issue or ""),
        ("pages", (work.pages or "").replace("-", "--")),
    ]
    rows += [("doi", work.doi or "")] if entry.print_doi else []
    rows += [("pmid", work.pmid or "")] if entry.print_pmid else []
    fields = ",\n".join(f"  {name} = {{{value}}}" for name, value in rows)
    return f"@article{{{entry.key},\n{fields}\n}}\n"

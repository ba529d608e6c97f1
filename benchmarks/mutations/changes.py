"""The changes, by grade. Each takes the entry as it should be and gives what is printed, or None where it cannot."""

import random
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from benchmarks.invented import FAMILIES, GIVENS, JOURNALS, Inventor
from benchmarks.mutations.printed import Printed, without
from state.resolution import Field
from tests.standin.world import Work


class Grade(StrEnum):
    COSMETIC = "cosmetic"
    METADATA = "metadata"
    IDENTIFIER = "identifier"
    INVENTED = "invented"


@dataclass(frozen=True)
class Around:
    """What a change may draw from."""

    rng: random.Random
    works: Sequence[Work]
    identifiers: frozenset[str]
    """Every DOI and PMID that exists."""
    inventor: Inventor

    def another(self, entry: Printed) -> Work:
        """A work of another title, first author and journal."""
        while True:
            work = self.rng.choice(self.works)
            if (
                work.authors[0][0] != entry.authors[0][0]
                and bare(work.journal or "") != bare(entry.journal)
                and likeness(work.full_title, entry.title) < 0.5
            ):
                return work

    def near(self, entry: Printed, name: str) -> Work | None:
        """The work with most title words in common among those with this identifier, other than the entry's."""
        others = (
            w
            for w in self.works
            if getattr(w, name) and getattr(w, name) != getattr(entry, name) and w.authors[0][0] != entry.authors[0][0]
        )
        kept = [w for w in others if likeness(w.full_title, entry.title) < 0.7]
        return max(kept, key=lambda w: likeness(w.full_title, entry.title), default=None)


Change = Callable[[Printed, Around], Printed | None]


def bare(text: str) -> str:
    """Letters and digits in lower case, accents off."""
    plain = (c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[^\W_]+", "".join(plain)))


def likeness(one: str, other: str) -> float:
    """Shared title words over the fewer of both, short ones aside."""
    first, second = ({w for w in bare(t).split() if len(w) > 3} for t in (one, other))
    return len(first & second) / (min(len(first), len(second)) or 1)


# Cosmetic


def as_it_is(entry: Printed, around: Around) -> Printed | None:
    return entry


def abbreviated_journal(entry: Printed, around: Around) -> Printed | None:
    short = entry.journal_short
    return replace(entry, journal=short) if short and short != entry.journal else None


def initials(entry: Printed, around: Around) -> Printed | None:
    short = tuple((f, " ".join(f"{w[0].upper()}." for w in g.replace("-", " ").split())) for f, g in entry.authors)
    return replace(entry, authors=short)


def short_pages(entry: Printed, around: Around) -> Printed | None:
    """`1123-1129` as `1123-9`."""
    found = re.fullmatch(r"(\d+)-(\d+)", entry.pages)
    if not found or len(found.group(1)) != len(found.group(2)):
        return None
    first, last = found.groups()
    shared = next((i for i, (a, b) in enumerate(zip(first, last, strict=True)) if a != b), len(first))
    return replace(entry, pages=f"{first}-{last[shared:]}") if 0 < shared < len(first) else None


def first_page(entry: Printed, around: Around) -> Printed | None:
    first, dash, _ = entry.pages.partition("-")
    return replace(entry, pages=first) if dash else None


def other_case(entry: Printed, around: Around) -> Printed | None:
    words = entry.title.split()
    title = " ".join(w[:1].upper() + w[1:] for w in words) if around.rng.random() < 0.7 else entry.title.upper()
    return replace(entry, title=title)


def no_subtitle(entry: Printed, around: Around) -> Printed | None:
    main, colon, rest = entry.title.partition(": ")
    return replace(entry, title=main) if colon and len(main.split()) >= 4 and len(rest.split()) >= 2 else None


def no_accents(entry: Printed, around: Around) -> Printed | None:
    def off(text: str) -> str:
        text = text.translate(str.maketrans("øØłŁđĐß", "oOlLdDs"))
        return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))

    people = tuple((off(family), off(given)) for family, given in entry.authors)
    changed = replace(entry, title=off(entry.title), authors=people, journal=off(entry.journal))
    shown = [unicodedata.normalize("NFC", f"{f}{g}") for f, g in entry.authors] != [f"{f}{g}" for f, g in people]
    return changed if shown or off(entry.title) != unicodedata.normalize("NFC", entry.title) else None


def other_dashes(entry: Printed, around: Around) -> Printed | None:
    swap = str.maketrans({"-": "–", "–": "-", "—": "-", "‐": "-"})
    title = entry.title.translate(swap)
    people = tuple((family.translate(str.maketrans("-", "‐")), given) for family, given in entry.authors)
    return replace(entry, title=title, authors=people) if title != entry.title or people != entry.authors else None


def et_al(entry: Printed, around: Around) -> Printed | None:
    kept = around.rng.choice((1, 2, 3))
    return replace(entry, authors=entry.authors[:kept], et_al=True) if len(entry.authors) > kept else None


# Metadata


def year_off(years: int) -> Change:
    def change(entry: Printed, around: Around) -> Printed | None:
        return replace(entry, year=entry.year + around.rng.choice((years, -years)))

    return change


def swapped_first(entry: Printed, around: Around) -> Printed | None:
    people = entry.authors
    if len(people) < 2 or bare(people[0][0]) == bare(people[1][0]):
        return None
    return replace(entry, authors=(people[1], people[0], *people[2:]))


def dropped_first(entry: Printed, around: Around) -> Printed | None:
    people = entry.authors
    return replace(entry, authors=people[1:]) if len(people) > 1 and bare(people[0][0]) != bare(people[1][0]) else None


def dropped_other(entry: Printed, around: Around) -> Printed | None:
    return replace(entry, authors=(entry.authors[0], *entry.authors[2:])) if len(entry.authors) > 1 else None


def added(entry: Printed, around: Around) -> Printed | None:
    return replace(entry, authors=(entry.authors[0], _somebody(entry, around), *entry.authors[1:]))


def replaced_first(entry: Printed, around: Around) -> Printed | None:
    return replace(entry, authors=(_somebody(entry, around), *entry.authors[1:]))


def _somebody(entry: Printed, around: Around) -> tuple[str, str]:
    known = {bare(family) for family, _ in entry.authors}
    return around.rng.choice([f for f in FAMILIES if bare(f) not in known]), around.rng.choice(GIVENS)


def title_word(entry: Printed, around: Around) -> Printed | None:
    """One content word replaced by a word of another title."""
    own = set(bare(entry.title).split())
    places = list(re.finditer(r"(?<![\w-])[^\W\d_]{5,}(?![\w-])", entry.title))
    if not places:
        return None
    words = re.findall(r"(?<![\w-])[^\W\d_]{5,}(?![\w-])", around.another(entry).full_title)
    strange = [w for w in words if bare(w) not in own and not any(bare(w)[:5] == o[:5] for o in own)]
    if not strange:
        return None
    place, word = around.rng.choice(places), around.rng.choice(strange)
    word = word.lower() if place.group().islower() else word.capitalize()
    return replace(entry, title=entry.title[: place.start()] + word + entry.title[place.end() :])


def wrong_journal(entry: Printed, around: Around) -> Printed | None:
    other = around.another(entry)
    return replace(entry, journal=other.journal or "", journal_short=other.journal_short)


def wrong_volume(entry: Printed, around: Around) -> Printed | None:
    if not entry.volume.isdigit():
        return None
    return replace(entry, volume=str(int(entry.volume) + around.rng.randint(2, 9)))


def wrong_pages(entry: Printed, around: Around) -> Printed | None:
    found = re.fullmatch(r"(\d+)-(\d+)", entry.pages)
    if not found or len(found.group(1)) > 5:
        return None
    more = around.rng.randint(40, 400)
    return replace(entry, pages=f"{int(found.group(1)) + more}-{int(found.group(2)) + more}")


# Identifiers


def other_doi(entry: Printed, around: Around) -> Printed | None:
    other = around.near(entry, "doi")
    return replace(entry, doi=other.doi) if other and entry.doi else None


def other_pmid(entry: Printed, around: Around) -> Printed | None:
    other = around.near(entry, "pmid") if entry.pmid else None
    return replace(entry, pmid=other.pmid, doi=None) if other else None


def doi_character(entry: Printed, around: Around) -> Printed | None:
    """One digit or letter behind the prefix is another one."""
    return _one_off(entry, "doi", entry.doi, around, (entry.doi or "").find("/") + 1)


def pmid_digit(entry: Printed, around: Around) -> Printed | None:
    changed = _one_off(entry, "pmid", entry.pmid, around, 1)
    return replace(changed, doi=None) if changed else None


def _one_off(entry: Printed, name: str, value: str | None, around: Around, start: int) -> Printed | None:
    places = [i for i in range(start, len(value or "")) if (value or "")[i].isalnum()]
    if not value or not places:
        return None
    place = around.rng.choice(places)
    pool = "0123456789" if value[place].isdigit() else "abcdefghiklmnoprstu"
    letter = around.rng.choice([c for c in pool if c != value[place].lower()])
    wrong = value[:place] + letter + value[place + 1 :]
    return None if wrong in around.identifiers else replace(entry, **{name: wrong})  # type: ignore[arg-type]


# Inventions


def total_fabrication(entry: Printed, around: Around) -> Printed | None:
    """Nothing of it exists; every other one prints a DOI that does not exist either."""
    work = around.inventor.work().work
    journal, short = around.rng.choice(JOURNALS)
    made = (
        f"10.1016/j.{''.join(w[0] for w in journal.lower().split())}.{work.year}.{around.rng.randint(100000, 129999)}"
    )
    doi = made if around.rng.random() < 0.5 else None
    return Printed(
        title=work.full_title,
        authors=work.authors,
        year=work.year or 0,
        journal=journal,
        journal_short=short,
        volume=work.volume or "",
        issue=work.issue,
        pages=work.pages or "",
        doi=doi,
    )


def plausible_authors(entry: Printed, around: Around) -> Printed | None:
    """Real authors and a real journal with a paper they never wrote."""
    return replace(entry, title=around.inventor.work().work.full_title, doi=None, pmid=None)


def incomplete(entry: Printed, around: Around) -> Printed | None:
    """An invented paper that gives no volume, pages and DOI."""
    made = plausible_authors(entry, around)
    return without(made, "volume", "issue", "pages") if made else None


def mashup(entry: Printed, around: Around) -> Printed | None:
    """A real title with the authors of another work and the place of a third; no identifier, or that of the third."""
    other, third = around.another(entry), around.another(entry)
    apart = abs((third.year or 0) - entry.year) > 1 and bare(third.journal or "") != bare(other.journal or "")
    if not apart:
        return None
    return replace(
        entry,
        authors=other.authors,
        year=third.year or 0,
        journal=third.journal or "",
        journal_short=third.journal_short,
        volume=third.volume or "",
        issue=third.issue,
        pages=third.pages or "",
        doi=third.doi if entry.doi else None,
        pmid=None,
    )


def subtle(entry: Printed, around: Around) -> Printed | None:
    """A real work with the year, the venue or the first author's given name distorted."""
    kind = around.rng.choice(("year", "venue", "given"))
    if kind == "year":
        return year_off(around.rng.choice((2, 3)))(entry, around)
    if kind == "venue":
        return wrong_journal(entry, around)
    family, given = entry.authors[0]
    names = [name for name in GIVENS if bare(name)[0] != bare(given)[:1]]
    return replace(entry, authors=((family, around.rng.choice(names)), *entry.authors[1:]))


@dataclass(frozen=True)
class Mutation:
    """A kind of change, and what it is wanted to show."""

    name: str
    grade: Grade
    change: Change
    field: Field | None = None
    """The field that is wrong."""


MUTATIONS = (
    Mutation("as it is", Grade.COSMETIC, as_it_is),
    Mutation("journal abbreviated", Grade.COSMETIC, abbreviated_journal),
    Mutation("initials", Grade.COSMETIC, initials),
    Mutation("pages shortened", Grade.COSMETIC, short_pages),
    Mutation("first page only", Grade.COSMETIC, first_page),
    Mutation("case of the title", Grade.COSMETIC, other_case),
    Mutation("subtitle dropped", Grade.COSMETIC, no_subtitle),
    Mutation("accents lost", Grade.COSMETIC, no_accents),
    Mutation("dashes", Grade.COSMETIC, other_dashes),
    Mutation("et al.", Grade.COSMETIC, et_al),
    Mutation("year 1 off", Grade.METADATA, year_off(1), Field.YEAR),
    Mutation("year 2 off", Grade.METADATA, year_off(2), Field.YEAR),
    Mutation("year 5 off", Grade.METADATA, year_off(5), Field.YEAR),
    Mutation("first authors swapped", Grade.METADATA, swapped_first, Field.FIRST_AUTHOR),
    Mutation("first author dropped", Grade.METADATA, dropped_first, Field.FIRST_AUTHOR),
    Mutation("first author replaced", Grade.METADATA, replaced_first, Field.FIRST_AUTHOR),
    Mutation("second author dropped", Grade.METADATA, dropped_other, Field.AUTHORS),
    Mutation("second author added", Grade.METADATA, added, Field.AUTHORS),
    Mutation("title word changed", Grade.METADATA, title_word, Field.TITLE),
    Mutation("wrong journal", Grade.METADATA, wrong_journal, Field.JOURNAL),
    Mutation("wrong volume", Grade.METADATA, wrong_volume, Field.VOLUME),
    Mutation("wrong pages", Grade.METADATA, wrong_pages, Field.PAGES),
    Mutation("DOI of another paper", Grade.IDENTIFIER, other_doi, Field.DOI),
    Mutation("PMID of another paper", Grade.IDENTIFIER, other_pmid, Field.PMID),
    Mutation("DOI one character off", Grade.IDENTIFIER, doi_character, Field.DOI),
    Mutation("PMID one digit off", Grade.IDENTIFIER, pmid_digit, Field.PMID),
    Mutation("TF: nothing exists", Grade.INVENTED, total_fabrication),
    Mutation("PAC: real authors", Grade.INVENTED, plausible_authors),
    Mutation("IH: incomplete", Grade.INVENTED, incomplete),
    Mutation("PH: mashup", Grade.INVENTED, mashup),
    Mutation("SH: subtle", Grade.INVENTED, subtle),
)

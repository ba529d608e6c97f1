"""The 150 references that every tool checks, the world they are about, and what is wrong with which."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from benchmarks.invented import Invention, Inventor
from benchmarks.thesis import Printed, bib_entry
from state.resolution import Identity
from tests.standin import Work, World, WorldNotice

RETRACTED: Final = "retracted"
OTHER_DOI: Final = "another work's DOI"
INVENTED: Final = "invented"
INVENTED_DOI: Final = "invented, with a DOI"
RIGHT_DOI: Final = "right, with DOI"
RIGHT: Final = "right, without DOI"
KINDS: Final = {RIGHT_DOI: 97, RETRACTED: 3, RIGHT: 20, OTHER_DOI: 10, INVENTED: 10, INVENTED_DOI: 10}
"""How many of each kind: 100 with their own DOI, 3 of them retracted; 20 real ones that print none; 10 with the DOI of
another paper; 20 that do not exist, half of them with a DOI that nobody has registered."""
PLANTED: Final = (RETRACTED, OTHER_DOI, INVENTED, INVENTED_DOI)
_SUBJECTS = ("Lantern slides", "Ferry timetables", "Wool felt", "Attic barometers", "Chalk dust", "Canal locks")
_VIEWS = ("a forgotten instrument of triage", "an unlikely proxy for patience", "and the ethics of waiting lists")
_WHERE = ("in island hospitals", "on the night ward", "in three mountain dispensaries", "among harbour pilots")


@dataclass(frozen=True)
class Reference:
    """One reference of the list."""

    key: str
    kind: str
    """A key of `KINDS`."""
    bibtex: str

    @property
    def is_planted(self) -> bool:
        return self.kind in PLANTED


@dataclass(frozen=True)
class Listed:
    """The list and the world that answers for it."""

    references: tuple[Reference, ...]
    world: World

    def write(self, folder: Path) -> Path:
        """`refs.bib`, and `refs.md` that cites every entry once, for tools that read a manuscript; the former."""
        folder.mkdir(parents=True, exist_ok=True)
        bib = folder / "refs.bib"
        bib.write_text("\n".join(one.bibtex for one in self.references), encoding="utf-8", newline="\n")
        cited = "\n\n".join(f"This was reported before [@{one.key}]." for one in self.references)
        head = "---\ntitle: A list of references\nbibliography: refs.bib\n---\n\n"
        (folder / "refs.md").write_text(f"{head}{cited}\n", encoding="utf-8", newline="\n")
        return bib


def make_references(*, seed: int = 7, share: int = 1, only: Sequence[str] = tuple(KINDS)) -> Listed:
    """The list, shuffled; the same arguments give the same bytes. `share`: of each kind one in so many, at least one,
    for trying things out. `only`: of these kinds alone."""
    inventor = Inventor(seed)
    kinds = [kind for kind, count in KINDS.items() if kind in only for _ in range(max(1, count // share))]
    inventor.rng.shuffle(kinds)
    references, works = [], []
    for number, kind in enumerate(kinds, 1):
        printed, held = _of_kind(inventor, kind)
        key = f"{_plain(printed.work.authors[0][0])}{printed.work.year}n{number}"
        references.append(Reference(key, kind, bib_entry(replace(printed, key=key))))
        works += held
    works += [_held(inventor.work().work) for _ in range(max(1, 60 // share))]
    return Listed(tuple(references), World(sorted(works, key=lambda work: work.doi or "")))


def _of_kind(inventor: Inventor, kind: str) -> tuple[Printed, list[Work]]:
    """What is printed, and what exists of it."""
    facts = inventor.work()
    printed = Printed("", facts, _held(facts.work), print_pmid=False, print_doi=True, identity=Identity.SAME)
    work = printed.work
    match kind:
        case "retracted":
            return printed, [_retracted(work)]
        case "another work's DOI":
            other = _unlike(inventor, work)
            return replace(printed, work=replace(work, doi=other.doi)), [work, other]
        case "invented" | "invented, with a DOI":
            odd = replace(work, title=_odd_title(inventor.rng, facts), subtitle=None)
            ghost = replace(odd, doi=(work.doi or "").replace("10.5555/", "10.5555/ghost."))
            return replace(printed, work=ghost, print_doi=kind == INVENTED_DOI), []
        case _:
            return replace(printed, print_doi=kind == RIGHT_DOI), [work]


def _held(work: Work) -> Work:
    """Half of the works are in PubMed; every one is at Crossref, OpenAlex and Semantic Scholar."""
    services = ("crossref", "openalex", "semantic_scholar")
    if int(work.pmid or 0) % 2:
        return replace(work, pmid=None, held_by=services)
    return replace(work, held_by=("pubmed", "europepmc", *services))


def _retracted(work: Work) -> Work:
    year = min((work.year or 2010) + 1, 2026)
    notice = WorldNotice("retraction", f"{work.doi}.retr", None, f"{year}-03-09", "publisher")
    return replace(work, notices=(notice,))


def _unlike(inventor: Inventor, work: Work) -> Work:
    """A work that nobody would take for this one."""
    while True:
        other = _held(inventor.work().work)
        if other.authors[0][0] != work.authors[0][0] and abs((other.year or 0) - (work.year or 0)) > 2:
            return other


def _odd_title(rng: random.Random, facts: Invention) -> str:
    """A title that no work bears, and that none comes near."""
    subject = f"{rng.choice(_SUBJECTS)}, {facts.exposure}"
    return f"{subject}, {rng.choice(_VIEWS)} {rng.choice(_WHERE)}"


def _plain(family: str) -> str:
    return family.lower().translate(str.maketrans("žćéáøçñüößńóăłı", "zceaocnuosnoali"))


def counted(listed: Listed) -> Counter[str]:
    """How many references of each kind."""
    return Counter(one.kind for one in listed.references)

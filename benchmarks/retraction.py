"""Notices on works that have them: `python -m benchmarks.retraction [DATA] [--misses]`.

2,399 retractions, concerns, corrections and reinstatements of Retraction Watch, by DOI, are put on invented works of
the same DOIs, journals and years, and served in Crossref's and OpenAlex's shapes: `updated-by` on the work, by the
publisher and by Retraction Watch; `update-to` on the notice, and on the work itself where the notice has the article's
own DOI; `is_retracted` at OpenAlex; a title that begins with RETRACTED for some. Each DOI becomes a reference and is
resolved over the real transport. Works without notices, and the notices themselves, are resolved in the same company:
nothing has been published about them.

Printed are recall and precision of what is said of a work, by type of notice, and how many of the single notices came
through with type, DOI and date. Wanted: 0.99 everywhere. Exits 1 below, 2 where the data are not there.

What the data do not tell is made up, always alike: which of Crossref's words a publisher used (retraction, removal or
withdrawal; correction, erratum or corrigendum), and every title, so that the figures are about notices alone.
"""

import argparse
import asyncio
import hashlib
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.hallmark.running import config_for, manuscript_of
from benchmarks.invented import EXPOSURES, FAMILIES, OUTCOMES, POPULATIONS
from benchmarks.machine import described
from flows.books import Answers
from state.lookup import Author, Notice, RegistryName
from state.manuscript import Reference
from state.options import RunOptions
from state.resolution import NoticeState, Resolution
from state.store import Store
from state.store.store import address_of
from tasks.fetch import resolve
from tasks.fetch.asking import Asker
from tasks.registries import terms_for
from tasks.transport import Transport
from tests.standin import StandIn, Work, World, WorldNotice

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
WANTED = 0.99
HOLDERS = ("crossref", "openalex")
WORDS = {
    "Retraction": ("retraction", "retraction", "retraction", "retraction", "removal", "withdrawal"),
    "Correction": ("correction", "erratum", "corrigendum"),
    "Expression of concern": ("expression_of_concern",),
    "Reinstatement": ("reinstatement",),
}
"""Crossref's words for each nature of the data."""
STATES = {
    NoticeState.RETRACTED: "Retraction",
    NoticeState.CONCERN: "Expression of concern",
    NoticeState.CORRECTED: "Correction",
    NoticeState.REINSTATED: "Reinstatement",
}
READ_AS = {"corrigendum": "correction"}
"""Words of Crossref's that our own vocabulary folds into another."""


@dataclass(frozen=True)
class Event:
    """One line of the data."""

    doi: str
    notice_doi: str | None
    """None where the data say `unavailable` or `none`."""
    nature: str
    date: str
    """ISO."""
    year: int
    journal: str

    @property
    def word(self) -> str:
        """What Crossref calls it."""
        words = WORDS[self.nature]
        return words[drawn(f"{self.doi} {self.notice_doi} {self.date}") % len(words)]


def main() -> int:
    """Run and print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, default=DATA, help="folder with registries/")
    parser.add_argument("--misses", action="store_true", help="list the DOIs of which something else was said")
    given = parser.parse_args()
    path = given.data / "registries" / "retraction_events.jsonl"
    if not path.is_file():
        print(f"{given.data}: no registries/retraction_events.jsonl; name the folder that has it", file=sys.stderr)
        return 2
    print(described(), "\n")
    events = read_events(path)
    articles = articles_of(events)
    others = [w for w in World.from_records_jsonl(given.data / "registries" / "records.jsonl") if w.doi not in articles]
    notices = notices_of(events, articles)
    world = World((*articles.values(), *notices, *others))
    clean = [work for work in (*notices, *others) if work.doi and work.agency == "Crossref" and not says_so(work)]
    references = [reference_of(n, work) for n, work in enumerate((*articles.values(), *clean), 1)]
    started = time.perf_counter()
    with StandIn(world) as server:
        resolutions = asyncio.run(_resolved(references, server))
        requests = Counter(row.service for row in server.requests)
    seconds = time.perf_counter() - started
    print(f"{len(articles)} works with {len(events)} notices, {len(clean)} without ({len(notices)} of them notices)")
    asked = ", ".join(f"{name} {count}" for name, count in sorted(requests.items()))
    print(f"resolved in {seconds:.0f} s, requests: {asked}\n")
    found = {ref.doi or "": resolution for ref, resolution in zip(references, resolutions, strict=True)}
    return 0 if tell(events, found, misses=given.misses) else 1


def read_events(path: Path) -> list[Event]:
    """The events in their order. Dates of the data are month/day/year."""
    rows = (json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip())
    return [
        Event(
            doi=row["doi"].lower(),
            notice_doi=row["notice_doi"].lower() if str(row["notice_doi"]).startswith("10.") else None,
            nature=row["nature"],
            date=_iso(row["date"]),
            year=int(row["orig_date"].rpartition("/")[2]),
            journal=row["journal"],
        )
        for row in rows
    ]


def says_so(work: Work) -> bool:
    """Whether a work's own title says that it was taken back: some of those meant to be without notices do."""
    return work.title.upper().startswith(("RETRACTED:", "WITHDRAWN:", "REMOVED:", "RETRACTED ARTICLE:"))


def _iso(date: str) -> str:
    month, day, year = (int(part) for part in date.split()[0].split("/"))
    return f"{year:04d}-{month:02d}-{day:02d}"


def drawn(text: str) -> int:
    """A number that this text always draws."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def articles_of(events: Sequence[Event]) -> dict[str, Work]:
    """An invented work under each DOI, with all its notices, each by the publisher and by Retraction Watch."""
    by_doi: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        by_doi[event.doi].append(event)
    return {doi: _article(doi, rows) for doi, rows in by_doi.items()}


def _article(doi: str, events: Sequence[Event]) -> Work:
    number = drawn(doi)
    title = invented_title(number)
    marked = any(e.nature == "Retraction" for e in events) and number % 3 == 0
    said = [
        WorldNotice(event.word, event.notice_doi, None, event.date, source, HOLDERS)
        for event in events
        for source in (("publisher", "retraction-watch") if number % 2 else ("retraction-watch",))
    ]
    return Work(
        title=title,
        authors=_people(number),
        year=events[0].year,
        journal=events[0].journal,
        doi=doi,
        agency="Crossref",
        held_by=HOLDERS,
        notices=tuple(said),
        as_held={"crossref": {"title": f"RETRACTED: {title}"}} if marked else {},
    )


def invented_title(number: int) -> str:
    """A title of our own; one number always gives the same."""
    exposure, outcome = EXPOSURES[number % len(EXPOSURES)], OUTCOMES[number // 7 % len(OUTCOMES)]
    population = POPULATIONS[number // 31 % len(POPULATIONS)]
    return f"{exposure.capitalize()} and {outcome} in {population}: cohort {number % 9973}"


def _people(number: int) -> tuple[tuple[str, str], ...]:
    return ((FAMILIES[number % len(FAMILIES)], "Robin Q"), (FAMILIES[number // 11 % len(FAMILIES)], "Kim"))


def notices_of(events: Sequence[Event], articles: Mapping[str, Work]) -> list[Work]:
    """The notices that have a DOI of their own, as works: nothing has been published about them."""
    found: dict[str, Work] = {}
    for event in events:
        doi = event.notice_doi
        if doi and doi not in articles:
            title = f"{event.nature}: {articles[event.doi].title}"
            year = int(event.date[:4])
            work = Work(title=title, year=year, journal=event.journal, doi=doi, agency="Crossref", held_by=HOLDERS)
            found.setdefault(doi, work)
    return list(found.values())


def reference_of(number: int, work: Work) -> Reference:
    """The work as a list would print it."""
    authors = tuple(Author(family=family, given=given or None) for family, given in work.authors)
    return Reference(
        id=str(number), number=number, title=work.full_title, authors=authors, year=work.year, doi=work.doi
    )


def _now() -> datetime:
    return datetime.now(UTC)


async def _resolved(references: Sequence[Reference], server: StandIn) -> tuple[Resolution, ...]:
    config = config_for(server)
    with (
        tempfile.TemporaryDirectory(prefix="retraction-") as folder,
        Store.open(address_of(Path(folder)), at=_now()) as store,
    ):
        store.begin_run("retraction", manuscript_of(references), RunOptions(language="en"), _now())
        async with Transport(config, _now, version="0", terms=terms_for(config)) as transport:
            asker = Asker(Answers(store, _now), transport.exchange, _now)
            done = await resolve(references, ask=asker, commit=lambda _: None, biomedical=False, wants_text=False)
    return done.resolutions


def tell(events: Sequence[Event], found: Mapping[str, Resolution], *, misses: bool) -> bool:
    """Print the figures; whether all are as good as wanted."""
    right = expected(events)
    said = {doi: STATES.get(r.notice_state, "") for doi, r in found.items()}
    good = True
    print(f"{'said of the work':24} {'there':>6} {'said':>6} {'right':>6} {'recall':>8} {'precision':>10}")
    for nature in WORDS:
        there = {doi for doi, other in right.items() if other == nature}
        told = {doi for doi, other in said.items() if other == nature}
        both = len(there & told)
        recall, precision = both / len(there) if there else 1.0, both / len(told) if told else 0.0
        good &= recall >= WANTED and precision >= WANTED
        print(f"{nature:24} {len(there):6} {len(told):6} {both:6} {recall:8.4f} {precision:10.4f}")
    states = Counter(r.notice_state.value for doi, r in found.items() if doi not in right)
    print(f"\nworks without notices: {', '.join(f'{name} {count}' for name, count in states.most_common())}")
    print(f"\n{'single notices':24} {'there':>6} {'found':>6} {'recall':>8} {'of others':>10}")
    for nature in WORDS:
        rows = [event for event in events if event.nature == nature]
        seen = sum(_came_through(event, found[event.doi].notices) for event in rows)
        more = sum(1 for doi, n in strange(events, found) if n.type.value in {_read_as(w) for w in WORDS[nature]})
        recall = seen / len(rows) if rows else 1.0
        good &= recall >= WANTED and more == 0
        print(f"{nature:24} {len(rows):6} {seen:6} {recall:8.4f} {more:10}")
    if misses:
        for doi in sorted(found):
            if said[doi] != right.get(doi, ""):
                r = found[doi]
                print(f"  {doi}: {right.get(doi, 'nothing')}, said {r.notice_state.value}, identity {r.identity.value}")
    return good


def expected(events: Sequence[Event]) -> dict[str, str]:
    """What is to be said of each work: a retraction before a concern before a correction (decisions 1.12); of
    retraction and reinstatement the later."""
    rank = ("Retraction", "Expression of concern", "Correction")
    by_doi: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        by_doi[event.doi].append(event)
    found = {}
    for doi, rows in by_doi.items():
        natures = {event.nature for event in rows}
        last = max((e for e in rows if e.nature in ("Retraction", "Reinstatement")), key=lambda e: e.date, default=None)
        reinstated = last is not None and last.nature == "Reinstatement"
        found[doi] = "Reinstatement" if reinstated else next(n for n in rank if n in natures)
    return found


def _read_as(word: str) -> str:
    return READ_AS.get(word, word)


def _came_through(event: Event, notices: Sequence[Notice]) -> bool:
    """Whether the notice is there with type, date and DOI; one without a DOI is served under the article's own."""
    return any(
        n.registry is RegistryName.CROSSREF
        and n.type.value == _read_as(event.word)
        and n.date == event.date
        and n.doi == (event.notice_doi or event.doi)
        for n in notices
    )


def strange(events: Sequence[Event], found: Mapping[str, Resolution]) -> Iterator[tuple[str, Notice]]:
    """Dated notices that a work has and that were not served about it."""
    served = {(e.doi, _read_as(e.word), e.date) for e in events}
    for doi, resolution in found.items():
        for notice in resolution.notices:
            if notice.date and (doi, notice.type.value, notice.date) not in served:
                yield doi, notice


if __name__ == "__main__":
    sys.exit(main())

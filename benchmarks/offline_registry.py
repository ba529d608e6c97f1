"""`python -m benchmarks.offline_registry [--works N] [--references N]`: the registry on this machine, by the clock.

Works that do not exist, drawn from a seed, are written as Crossref's JSON lines (three fifths) and PubMed's XML,
packed, and imported; then references to them are looked up, and resolved with every service out of reach. A tenth of
the references cites nothing that is there; the others cite as people do: with a DOI, with a PMID, with the title alone,
its subtitle left out, or one word of it changed.

Printed: records imported a second, queries answered a second, the time of `resolve` for all references, how many came
out as they should, and the most memory that the process held.
"""

import argparse
import asyncio
import gzip
import inspect
import io
import json
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from benchmarks.invented import DESIGNS, EXPOSURES, FAMILIES, GIVENS, JOURNALS, OUTCOMES, POPULATIONS
from state.ledger import Told
from state.local_registry import FileAccount, LocalRegistry
from state.lookup import Author, Found, Kept, Query, Unavailable, UnavailableReason
from state.manuscript import Reference
from state.resolution import Resolution
from tasks.fetch import resolve
from tasks.fetch.dumps import import_stream
from tasks.fetch.local import LocalFirst, local_identifiers, local_title
from tasks.fetch.trail import Trail

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SEED = 20261130
_PLACES = "harbour valley delta plateau island suburb canal ridge lagoon orchard quarry steppe".split()  # noqa: SIM905
_SYLLABLES = "bra cor dan fel gri hul jo kan lor mes nu pol qui ras sto tam ul ven wor zim".split()  # noqa: SIM905


@dataclass(frozen=True)
class Work:
    """An invented work."""

    number: int
    head: str
    subtitle: str
    authors: tuple[tuple[str, str], ...]
    year: int
    journal: str

    @property
    def title(self) -> str:
        return f"{self.head}: {self.subtitle}"

    @property
    def doi(self) -> str:
        return f"10.5555/offline.{self.number}"

    @property
    def pmid(self) -> str | None:
        return str(30_000_000 + self.number) if self.number % 5 >= 3 else None


def works(count: int, draw: random.Random) -> list[Work]:
    """So many works, no two of one title."""
    made = []
    for number in range(count):
        name = "".join(draw.choices(_SYLLABLES, k=3)).capitalize()
        head = (
            f"{draw.choice(EXPOSURES).capitalize()} and {draw.choice(OUTCOMES)} among {draw.choice(POPULATIONS)}"
            f" in the {name} {draw.choice(_PLACES)}"
        )
        people = tuple((draw.choice(FAMILIES), draw.choice(GIVENS)) for _ in range(draw.randint(1, 6)))
        subtitle = f"{draw.choice(DESIGNS)[0]} of {draw.randint(20, 900)} participants"
        made.append(Work(number, head, subtitle, people, draw.randint(1985, 2025), draw.choice(JOURNALS)[0]))
    return made


def crossref_dump(some: Sequence[Work]) -> bytes:
    lines = (
        json.dumps(
            {
                "DOI": work.doi,
                "title": [work.head],
                "subtitle": [work.subtitle],
                "author": [{"family": family, "given": given} for family, given in work.authors],
                "container-title": [work.journal],
                "issued": {"date-parts": [[work.year]]},
                "type": "journal-article",
                "reference": [
                    {"key": f"r{n}", "unstructured": f"An entry of some length, number {n}"} for n in range(30)
                ],
            }
        )
        for work in some
    )
    return gzip.compress("\n".join(lines).encode(), 1)


def pubmed_dump(some: Sequence[Work]) -> bytes:
    articles = (
        f"<PubmedArticle><MedlineCitation><PMID>{work.pmid}</PMID><Article><Journal><JournalIssue><PubDate><Year>"
        f"{work.year}</Year></PubDate></JournalIssue><Title>{work.journal}</Title></Journal><ArticleTitle>"
        f"{escape(work.title)}.</ArticleTitle><AuthorList>"
        + "".join(f"<Author><LastName>{f}</LastName><ForeName>{g}</ForeName></Author>" for f, g in work.authors)
        + "</AuthorList></Article></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType='doi'>"
        f"{work.doi}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>"
        for work in some
    )
    return gzip.compress(f"<PubmedArticleSet>{''.join(articles)}</PubmedArticleSet>".encode(), 1)


KINDS = ("doi", "doi", "doi", "pmid", "title", "title", "head", "word", "word", "absent")


def references(
    some: Sequence[Work], absent: Sequence[Work], count: int, draw: random.Random
) -> list[tuple[str, Reference]]:
    """So many references, each with what is done to it."""
    made = []
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        work = draw.choice(absent if kind == "absent" else some)
        while kind == "pmid" and work.pmid is None:
            work = draw.choice(some)
        title = work.head if kind == "head" else work.title
        if kind == "word":
            words = title.split()
            words[draw.randrange(3, len(words))] = "otherwise"
            title = " ".join(words)
        reference = Reference(
            id=str(number + 1),
            number=number + 1,
            title=title,
            authors=tuple(Author(family=family, given=given[0]) for family, given in work.authors),
            year=work.year,
            journal=work.journal,
            doi=work.doi if kind == "doi" else None,
            pmid=work.pmid if kind == "pmid" else None,
        )
        made.append((kind, reference))
    return made


async def nobody(queries: Sequence[Query], told: Told | None = None) -> Mapping[Query, Kept]:
    """An `Ask` without the network."""
    offline = Unavailable(reason=UnavailableReason.OFFLINE)
    return {query: Kept(query=query, lookup=offline, asked_at=NOW) for query in queries}


def _imported(registry: LocalRegistry, known: Sequence[Work]) -> Iterator[tuple[str, int, float]]:
    dumps = {
        "crossref": crossref_dump([work for work in known if work.pmid is None]),
        "pubmed": pubmed_dump([work for work in known if work.pmid is not None]),
    }
    for name, content in dumps.items():
        before = time.perf_counter()

        def told(_account: FileAccount) -> None: ...

        account = import_stream(
            registry, io.BytesIO(content), name=name, digest=name, size=len(content), now=NOW, told=told
        )
        yield name, account.kept, time.perf_counter() - before


def _looked_up(first: LocalFirst, asked: Sequence[tuple[str, Reference]]) -> None:
    for what, queries_of in (("identifiers", local_identifiers), ("titles", local_title)):
        queries = [query for _, reference in asked for query in queries_of(Trail(reference, False, {}))]
        before = time.perf_counter()
        answers = first.answers(queries)
        spent = time.perf_counter() - before
        found = sum(isinstance(kept.lookup, Found) for kept in answers.values())
        print(f"look-up of {what}: {len(queries):,} queries, {found:,} found, {len(queries) / spent:,.0f}/s")


def _resolved(first: LocalFirst, asked: Sequence[tuple[str, Reference]]) -> None:
    done: list[Resolution] = []
    before = time.perf_counter()
    given = [reference for _, reference in asked]
    is_wired = "local" in inspect.signature(resolve).parameters
    if not is_wired:
        print("resolve: does not ask the registry on this machine; every reference goes the way without it")
    how: dict[str, Any] = {"local": True, "offline": True} if is_wired else {}
    asyncio.run(resolve(given, ask=first, commit=done.append, wants_text=False, **how))
    spent = time.perf_counter() - before
    identities = {resolution.reference_id: resolution.identity.value for resolution in done}
    count = Counter((kind, identities[reference.id]) for kind, reference in asked)
    print(f"resolve: {len(asked):,} references in {spent:.1f} s ({len(asked) / spent:,.0f}/s)")
    for (kind, identity), number in sorted(count.items()):
        print(f"  {kind:8} {identity:12} {number:6,}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--works", type=int, default=50_000)
    parser.add_argument("--references", type=int, default=10_000)
    options = parser.parse_args()
    draw = random.Random(SEED)
    known, absent = works(options.works, draw), works(1_000, draw)
    asked = references(known, absent, options.references, draw)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "registry.db"
        with LocalRegistry(path, writing=True) as registry:
            for name, kept, spent in _imported(registry, known):
                print(f"import of {name}: {kept:,} records in {spent:.1f} s ({kept / spent:,.0f}/s)")
        print(f"registry: {path.stat().st_size / 1e6:.1f} MB")
        with LocalRegistry(path) as registry:
            first = LocalFirst(nobody, registry, lambda: NOW)
            _looked_up(first, asked)
            _resolved(first, asked)
    if sys.platform != "win32":
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"most memory: {peak / (1 << 20 if sys.platform == 'darwin' else 1 << 10):.0f} MB")


if __name__ == "__main__":
    main()

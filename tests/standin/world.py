"""The works that exist as far as the stand-in is concerned, and who holds which.

A world is a JSON list of objects in the shape of `Work`; only `title` is needed:

    {"title": "…", "subtitle": "…", "authors": [["Smith", "Jane A"], ["Writing Group", ""]],
     "year": 2021, "online_year": 2020, "journal": "Journal of …", "journal_short": "J …",
     "volume": "12", "issue": "3", "pages": "101-109", "doi": "10.1234/abc", "pmid": "31234567", "arxiv": "2101.00001",
     "abstract": "…",  or  "sections": [["BACKGROUND", "…"], ["RESULTS", "…"]],
     "types": ["Journal Article"], "held_by": ["pubmed", "crossref", "openalex", "semantic_scholar"],
     "agency": "Crossref", "citations": 12,
     "isbn": "9780306406157", "pmcid": "PMC6500001", "bibcode": "2019InvAs..12...45M",
     "url": "https://github.com/…/…", "copied": "20190301120000",
     "notices": [{"type": "retraction", "doi": "10.1234/abc.r", "pmid": "…", "date": "2022-03-04",
                  "source": "retraction-watch", "in": ["pubmed", "crossref", "openalex"]}],
     "as_held": {"openalex": {"title": "Another paper's title"}}}
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

HOLDERS = (
    "pubmed",
    "crossref",
    "openalex",
    "datacite",
    "arxiv",
    "europepmc",
    "dblp",
    "openlibrary",
    "ads",
    "who_iris",
    "semantic_scholar",
)
"""The registries a work may be held by. doi.org knows every DOI of the world, whoever registered it."""


@dataclass(frozen=True)
class WorldNotice:
    """A retraction, correction or concern about a work. `where` (JSON `in`) names the registries that know of it."""

    type: str
    """A value of `state.lookup.NoticeType`."""
    doi: str | None = None
    pmid: str | None = None
    date: str | None = None
    """ISO date, to the precision known."""
    source: str = "publisher"
    """Who asserts it at Crossref: `publisher` or `retraction-watch`."""
    where: tuple[str, ...] = ("pubmed", "crossref", "openalex")


@dataclass(frozen=True)
class Work:
    """One work that exists. Missing values are missing in every registry's record of it."""

    title: str
    subtitle: str | None = None
    authors: tuple[tuple[str, str], ...] = ()
    """(family, given); given is "" for a consortium."""
    year: int | None = None
    """Year of the issue (print)."""
    online_year: int | None = None
    """Year of the online publication, where it differs or is known."""
    journal: str | None = None
    journal_short: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    doi: str | None = None
    pmid: str | None = None
    arxiv: str | None = None
    """Number at arXiv, without version."""
    isbn: str | None = None
    """Of 13 digits."""
    pmcid: str | None = None
    """Number at PubMed Central, which Europe PMC alone tells here."""
    bibcode: str | None = None
    """At NASA ADS."""
    abstract: str | None = None
    sections: tuple[tuple[str, str], ...] = ()
    """A structured abstract: (label, text). Stands in place of `abstract`."""
    types: tuple[str, ...] = ("Journal Article",)
    held_by: tuple[str, ...] = ()
    """Empty when loaded without the key: PubMed and Europe PMC with a PMID, Crossref and DataCite with a DOI of their
    agency, arXiv with a number there, OpenAlex and Semantic Scholar with a DOI or PMID, Open Library with an ISBN, ADS
    with a bibcode, the service of a page (and WHO's repository) with its address. DBLP only where it is said. An
    explicit `[]` means nobody."""
    agency: str | None = None
    """Registration agency of the DOI; `Crossref` where not said."""
    citations: int = 0
    url: str | None = None
    """Address of a page: a repository, a package, a model, anything on the web."""
    copied: str | None = None
    """When the Wayback Machine took its copy of that page: `20190301120000`. None: it has none."""
    notices: tuple[WorldNotice, ...] = ()
    as_held: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What one registry gets wrong: fields that replace the true ones in its record."""

    @property
    def full_title(self) -> str:
        """Title and subtitle in one line."""
        return f"{self.title}: {self.subtitle}" if self.subtitle else self.title

    @property
    def full_abstract(self) -> str:
        """The abstract in one string; "" where there is none."""
        if self.sections:
            return " ".join(f"{label}: {text}" if label else text for label, text in self.sections)
        return self.abstract or ""

    def held(self, registry: str) -> bool:
        return registry in self.held_by

    def seen_by(self, registry: str) -> "Work":
        """The work as this registry describes it."""
        wrong = self.as_held.get(registry)
        return work_from_json({**work_to_json(self), **wrong, "as_held": {}}) if wrong else self


def work_from_json(row: Mapping[str, Any]) -> Work:
    """A work from its JSON object. ValueError names a key that does not exist, so a misspelt one is not lost."""
    known = {f.name for f in fields(Work)}
    if unknown := set(row) - known:
        raise ValueError(f"unknown key in a work of the world: {', '.join(sorted(unknown))}; known: {sorted(known)}")
    values: dict[str, Any] = {key: value for key, value in row.items() if value is not None}
    values["authors"] = tuple((str(a[0]), str(a[1]) if len(a) > 1 and a[1] else "") for a in values.get("authors", ()))
    values["sections"] = tuple((str(label), str(text)) for label, text in values.get("sections", ()))
    values["types"] = tuple(values.get("types", ("Journal Article",)))
    values["notices"] = tuple(_notice(n) for n in values.get("notices", ()))
    if values.get("doi"):
        values["doi"] = str(values["doi"]).lower()
        values.setdefault("agency", "Crossref")
    if values.get("pmid"):
        values["pmid"] = str(values["pmid"])
    work = Work(**{**values, "held_by": tuple(values.get("held_by", ()))})
    return work if "held_by" in values else replace(work, held_by=_holders(work))


def _notice(row: Mapping[str, Any]) -> WorldNotice:
    values = dict(row)
    where = values.pop("in", values.pop("where", ("pubmed", "crossref", "openalex")))
    return WorldNotice(**values, where=tuple(where))


_SERVICE_AT = {
    "github.com": "github",
    "pypi.org": "pypi",
    "cran.r-project.org": "cran",
    "huggingface.co": "huggingface",
    "iris.who.int": "who_iris",
}


def _holders(work: Work) -> tuple[str, ...]:
    holders = ["pubmed", "europepmc"] if work.pmid else []
    if work.doi and work.agency in ("Crossref", "DataCite"):
        holders.append(work.agency.lower())
    if work.arxiv:
        holders.append("arxiv")
    if work.isbn:
        holders.append("openlibrary")
    if work.bibcode:
        holders.append("ads")
    if work.doi or work.pmid:
        holders += ["openalex", "semantic_scholar"]
    holders += [service for host, service in _SERVICE_AT.items() if f"//{host}/" in (work.url or "").lower()]
    return tuple(holders)


def work_to_json(work: Work) -> dict[str, Any]:
    """The work's JSON object; values that say nothing are left out, `held_by` never is."""
    row = {key: value for key, value in asdict(work).items() if value not in (None, (), {}, 0)}
    row["held_by"] = list(work.held_by)
    if "notices" in row:
        row["notices"] = [{("in" if k == "where" else k): v for k, v in n.items()} for n in row["notices"]]
    return row


class World:
    """All works, in order, with look-ups by identifier. The order decides ties in searches."""

    def __init__(self, works: Iterable[Work]) -> None:
        self.works: tuple[Work, ...] = tuple(works)

    @classmethod
    def load(cls, path: Path) -> "World":
        """The world in a JSON file: a list of works, or `{"works": […]}`."""
        data = json.loads(path.read_text("utf-8"))
        rows = data["works"] if isinstance(data, dict) else data
        return cls(work_from_json(row) for row in rows)

    @classmethod
    def from_records_jsonl(cls, path: Path, limit: int | None = None) -> "World":
        """Real works from the recorded registry records, one JSON object a line, as distractors.

        A record without DOI and PMID is left out: nobody could look it up.
        """
        works: list[Work] = []
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                if limit is not None and len(works) >= limit:
                    break
                row = json.loads(line)
                if row.get("title") and (row.get("doi") or row.get("pmid")):
                    works.append(_from_record(row))
        return cls(works)

    def save(self, path: Path) -> None:
        """Write the world as a JSON list, UTF-8, one stable form."""
        text = json.dumps([work_to_json(w) for w in self.works], ensure_ascii=False, indent=1)
        path.write_text(text + "\n", encoding="utf-8", newline="\n")

    def __add__(self, other: "World") -> "World":
        """Both worlds; an identifier the first one has keeps the first one's work."""
        return World((*self.works, *(w for w in other.works if not self._knows(w))))

    def __iter__(self) -> Iterator[Work]:
        return iter(self.works)

    def __len__(self) -> int:
        return len(self.works)

    def _knows(self, work: Work) -> bool:
        return (work.doi or "") in self.by_doi or (work.pmid or "") in self.by_pmid

    @cached_property
    def by_doi(self) -> dict[str, Work]:
        """Works by lower-case DOI; the first of two wins."""
        return {w.doi: w for w in reversed(self.works) if w.doi}

    @cached_property
    def by_pmid(self) -> dict[str, Work]:
        """Works by PMID; the first of two wins."""
        return {w.pmid: w for w in reversed(self.works) if w.pmid}


_DATACITE_PREFIXES = ("10.48550/", "10.5281/", "10.6084/", "10.17605/", "10.5061/", "10.7910/", "10.4230/", "10.53731/")


def _from_record(row: Mapping[str, Any]) -> Work:
    year = str(row.get("year") or "")
    journal = str(row.get("journal") or "").strip("[]")
    doi = str(row.get("doi") or "").lower()
    types = [t.strip() for t in str(row.get("type") or "Journal Article").split(";") if t.strip()]
    return work_from_json(
        {
            "title": row["title"],
            "authors": [_split_name(name) for name in row.get("authors") or ()],
            "year": int(year[:4]) if year[:4].isdigit() else None,
            "journal": journal or None,
            "doi": doi or None,
            "pmid": row.get("pmid"),
            "abstract": row.get("abstract"),
            "types": types or ["Journal Article"],
            "agency": "DataCite" if doi.startswith(_DATACITE_PREFIXES) else "Crossref" if doi else None,
        }
    )


def _split_name(name: str) -> list[str]:
    """`Hu, Dandan`, `Hogan JI` and `Martin Fenner` into family and given; a group of many words stays one."""
    if "," in name:
        family, _, given = name.partition(",")
        return [family.strip(), given.strip()]
    words = name.split()
    if len(words) < 2 or len(words) > 4:
        return [name.strip(), ""]
    if words[-1].isupper() and len(words[-1]) <= 3:
        return [" ".join(words[:-1]), words[-1]]
    return [words[-1], " ".join(words[:-1])]

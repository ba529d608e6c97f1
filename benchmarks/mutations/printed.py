"""A reference as somebody prints it: what is changed, and what is rendered."""

from dataclasses import dataclass, replace

from benchmarks.mutations.works import pages_in_full
from tests.standin.world import Work


@dataclass(frozen=True)
class Printed:
    """The fields of one entry. Texts are as printed, before a style has its way with them."""

    title: str
    authors: tuple[tuple[str, str], ...]
    year: int
    journal: str
    journal_short: str | None
    volume: str
    issue: str | None
    pages: str
    doi: str | None = None
    pmid: str | None = None
    et_al: bool = False
    """`et al.` stands behind the authors."""


def printed(work: Work, *, doi: bool, pmid: bool = False) -> Printed:
    """The work as it is, with its DOI and PMID where asked for."""
    return Printed(
        title=work.full_title,
        authors=work.authors,
        year=work.year or 0,
        journal=work.journal or "",
        journal_short=work.journal_short,
        volume=work.volume or "",
        issue=work.issue,
        pages=pages_in_full(work.pages or ""),
        doi=work.doi if doi else None,
        pmid=work.pmid if pmid else None,
    )


def as_bibtex(key: str, entry: Printed) -> str:
    """The entry as an `@article`."""
    names = [f"{family}, {given}" if given else f"{{{family}}}" for family, given in entry.authors]
    rows = [
        ("title", entry.title),
        ("author", " and ".join([*names, *(["others"] if entry.et_al else [])])),
        ("year", str(entry.year)),
        ("journal", entry.journal),
        ("volume", entry.volume),
        ("number", entry.issue or ""),
        ("pages", entry.pages.replace("-", "--")),
        ("doi", entry.doi or ""),
        ("pmid", entry.pmid or ""),
    ]
    fields = "".join(f"  {name} = {{{_bare(value)}}},\n" for name, value in rows if value)
    return f"@article{{{key},\n{fields}}}\n"


def _bare(value: str) -> str:
    """Without what BibTeX reads otherwise than it stands; `&`, `%`, `$`, `#` and `_` escaped as a manager does."""
    kept = value.replace("{", "").replace("}", "").replace("\\", "")
    return "".join(f"\\{letter}" if letter in "&%$#_" else letter for letter in kept)


def without(entry: Printed, *fields: str) -> Printed:
    """The entry without these fields."""
    return replace(entry, **{name: None if name in ("doi", "pmid", "issue") else "" for name in fields})  # type: ignore[arg-type]

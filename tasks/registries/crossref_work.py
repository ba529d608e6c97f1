"""One Crossref work becomes a record. The field names are those of the REST API's work message."""

import re

from state.lookup import Author, Notice, NoticeType, Record, RegistryName
from tasks.registries.reading import Json, bare_doi, first_text, items, mapping, plain, text, word, year

NOTICES: dict[str, NoticeType] = {
    "retraction": NoticeType.RETRACTION,
    "removal": NoticeType.REMOVAL,
    "withdrawal": NoticeType.WITHDRAWAL,
    "expression_of_concern": NoticeType.EXPRESSION_OF_CONCERN,
    "correction": NoticeType.CORRECTION,
    "corrigendum": NoticeType.CORRECTION,
    "partial_retraction": NoticeType.CORRECTION,
    "erratum": NoticeType.ERRATUM,
    "reinstatement": NoticeType.REINSTATEMENT,
}
"""Update types that say something about a work's standing; new versions, addenda and clarifications do not."""


SAME = frozenset({"is-same-as", "is-identical-to"})
"""Relations by which a publisher says that two DOIs are of one work; versions and translations are others."""


def aliases_of(work: Json) -> tuple[str, ...]:
    """The other DOIs under which this work says it is registered. Crossref answers a DOI that was made an alias with
    its primary's record."""
    fields = mapping(work)
    named: list[Json] = [*items(fields.get("aliases")), fields.get("prime-doi")]
    for kind, related in mapping(fields.get("relation")).items():
        if kind in SAME:
            named += [mapping(entry).get("id") for entry in items(related)]
    return tuple(doi for doi in map(bare_doi, named) if doi)


def record_of(work: Json) -> Record | None:
    """The record of a work message; None where it has no DOI, without which it is not a work."""
    fields = mapping(work)
    doi = bare_doi(fields.get("DOI"))
    if doi is None:
        return None
    published, years = _years(fields)
    abstract, structured = jats_text(fields.get("abstract"))
    return Record(
        registry=RegistryName.CROSSREF,
        id=doi,
        title=_title(fields),
        authors=_authors(fields),
        year=published,
        years=years,
        venue=plain(first_text(fields.get("container-title"))),
        venue_short=plain(first_text(fields.get("short-container-title"))),
        volume=word(fields.get("volume")),
        issue=word(fields.get("issue")),
        pages=text(fields.get("page")) or word(fields.get("article-number")),
        doi=doi,
        is_preprint=_is_preprint(fields),
        preprint_of=_related(fields, "is-preprint-of", doi),
        has_preprints=_related(fields, "has-preprint", doi),
        types=tuple(found for found in (text(fields.get("type")), text(fields.get("subtype"))) if found),
        abstract=abstract,
        abstract_structured=structured,
        notices=_notices(fields, doi),
        url=f"https://doi.org/{doi}",
    )


def _is_preprint(fields: dict[str, Json]) -> bool:
    """Posted content is a preprint where Crossref does not say what else it is (a blog, a review, a letter)."""
    return text(fields.get("type")) == "posted-content" and text(fields.get("subtype")) in (None, "preprint")


def _related(fields: dict[str, Json], kind: str, own: str) -> tuple[str, ...]:
    """The DOIs this work says to be so related to, each once, its own left out."""
    entries = map(mapping, items(mapping(fields.get("relation")).get(kind)))
    named = (bare_doi(entry.get("id")) for entry in entries if entry.get("id-type") in (None, "doi"))
    return tuple(dict.fromkeys(doi for doi in named if doi and doi != own))


def _title(fields: dict[str, Json]) -> str | None:
    title = plain(first_text(fields.get("title")))
    subtitle = plain(first_text(fields.get("subtitle")))
    if title is None or subtitle is None or subtitle.lower() in title.lower():
        return title or subtitle
    return f"{title.rstrip(':')}: {subtitle}"


def _authors(fields: dict[str, Json]) -> tuple[Author, ...]:
    people = items(fields.get("author")) or items(fields.get("editor"))
    found = []
    for person in map(mapping, people):
        given, family = plain(text(person.get("given"))), plain(text(person.get("family")))
        name = plain(text(person.get("name")))
        if family or given or name:
            found.append(Author(family=family or name or given or "", given=given if family else None))
    return tuple(found)


def _years(fields: dict[str, Json]) -> tuple[int | None, tuple[int, ...]]:
    """The year of issue, and every year of publication; the date of deposit counts only where there is no other."""
    names = ("issued", "published-print", "published-online", "published")
    found = [known for known in (_date_year(fields.get(name)) for name in names) if known]
    if not found:
        created = _date_year(fields.get("created"))
        found = [created] if created else []
    return (found[0] if found else None), tuple(sorted(set(found)))


def _date_parts(date: Json) -> list[int]:
    parts = items(mapping(date).get("date-parts"))
    numbers = items(parts[0]) if parts else []
    kept: list[int] = []
    for number, (low, high) in zip(numbers, ((1000, 2100), (1, 12), (1, 31)), strict=False):
        if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
            break
        kept.append(number)
    return kept


def _date_year(date: Json) -> int | None:
    parts = _date_parts(date)
    return year(parts[0]) if parts else None


def _iso_date(date: Json) -> str | None:
    parts = _date_parts(date)
    if parts:
        return "-".join([f"{parts[0]:04d}", *(f"{part:02d}" for part in parts[1:])])
    stamp = text(mapping(date).get("date-time"))
    return stamp[:10] if stamp and re.match(r"\d{4}-\d{2}-\d{2}", stamp) else None


def _notices(fields: dict[str, Json], doi: str) -> tuple[Notice, ...]:
    """What was published about this work. `update-to` names the works that *this* one is a notice about, so it counts
    only where a publisher put the notice under the article's own DOI."""
    updates = [mapping(update) for update in items(fields.get("updated-by"))]
    updates += [
        update
        for update in map(mapping, items(fields.get("update-to")))
        if bare_doi(update.get("DOI")) == doi and text(update.get("type")) != "new_version"
    ]
    found: dict[Notice, None] = {}
    for update in updates:
        kind = NOTICES.get(re.sub(r"[\s-]+", "_", (text(update.get("type")) or "").lower()))
        if kind is not None:
            notice = Notice(
                type=kind,
                registry=RegistryName.CROSSREF,
                asserted_by=text(update.get("source")),
                doi=bare_doi(update.get("DOI")),
                date=_iso_date(update.get("updated")),
            )
            found.setdefault(notice)
    return tuple(found)


TITLE = re.compile(r"<(?:jats:)?title\b[^<>]*>(.*?)</(?:jats:)?title\s*>", re.DOTALL | re.IGNORECASE)
BREAK = re.compile(r"</?(?:jats:)?(?:p|sec|list-item|list|break)\b[^<>]*>", re.IGNORECASE)


def jats_text(value: Json) -> tuple[str | None, bool]:
    """A JATS abstract as plain text, and whether it came in labelled parts, which become `LABEL: text` lines."""
    if not isinstance(value, str):
        return None, False
    labels = 0

    def label(found: re.Match[str]) -> str:
        nonlocal labels
        name = (plain(found.group(1)) or "").rstrip(":. ")
        if not name or name.lower() in {"abstract", "summary", "résumé", "resumen", "zusammenfassung"}:
            return "\n"
        labels += 1
        # The paragraph that follows opens a new line; this marks the one that belongs to the label.
        return f"\n{name.upper()}:\x00"

    broken = BREAK.sub("\n", TITLE.sub(label, value.replace("\x00", "")))
    joined = re.sub(r"\x00\s*", " ", broken)
    lines = [line for line in (plain(line) for line in joined.split("\n")) if line]
    return ("\n".join(lines) or None), labels > 0

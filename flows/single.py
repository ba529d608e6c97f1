"""One citation (`cite`): which work a claim denotes, and what its sentence is worth (Ref Verifier's single-item mode).

The claim is looked up as any reference is; what is asked besides is what verifyCitation alone wants to know: what
stands under the claim's own identifier, and which journal its ISSN names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from flows.local_first import local_first
from state.citation_check import ClaimedCitation, ComparedWith, JudgedSentence
from state.errors import ManuscriptError
from state.judgment import Judgment, Undecided
from state.ledger import AnswerBook, Ask, Clock, ModelBook, Told
from state.lookup import Author, Found, Kept, NotFound, Query, QueryKind, Record, RegistryName
from state.manuscript import Claim, Reference, Source, SourceRole
from state.resolution import Identity, MetadataStatus, Resolution
from tasks.fetch import resolve
from tasks.fetch.asking import Asker
from tasks.fetch.identity import SAME_RATIO, comparable
from tasks.fetch.trail import ARXIV_DOI
from tasks.language.identifiers import (
    clean_arxiv,
    clean_bibcode,
    clean_doi,
    clean_isbn,
    clean_issn,
    clean_pmcid,
    clean_pmid,
    clean_who_iris,
    is_well_formed_doi,
)
from tasks.language.journals import same_journal
from tasks.language.titles import identity_ratio, is_generic_title, is_truncation, normalize_title
from tasks.transport.breaker import SearchBreaker
from tasks.transport.replay import Door

if TYPE_CHECKING:
    from tasks.judges.contract import Judge

LONGEST_CONTEXT = 20_000
REFERENCE = "1"
"""The id of the one reference."""
_CLEAN = {
    "doi": clean_doi,
    "pmid": clean_pmid,
    "pmcid": clean_pmcid,
    "arxiv": clean_arxiv,
    "ads": clean_bibcode,
    "isbn": clean_isbn,
    "issn": clean_issn,
    "whoIrisUrl": clean_who_iris,
}
_WANTED = {
    "doi": "a DOI, bare (10.1234/abc) or as an address",
    "pmid": "a PMID: up to eight digits",
    "pmcid": "a PMCID: PMC and digits",
    "arxiv": "a number at arXiv (2301.08745, hep-ph/0501023)",
    "ads": "a bibcode of 19 characters (2021ApJ...920..132C)",
    "isbn": "an ISBN of 10 or 13 digits whose check digit is right",
    "issn": "an ISSN (2767-9764) whose check digit is right",
    "whoIrisUrl": "an address like https://iris.who.int/handle/10665/1",
}
_FIELD = {"ads": "bibcode", "whoIrisUrl": "who_iris"}
"""Where a reference calls an identifier otherwise."""
_KINDS = {
    "doi": QueryKind.DOI,
    "pmid": QueryKind.PMID,
    "pmcid": QueryKind.PMCID,
    "arxiv": QueryKind.ARXIV,
    "ads": QueryKind.BIBCODE,
    "isbn": QueryKind.ISBN,
    "whoIrisUrl": QueryKind.WHO_IRIS,
}


@dataclass(frozen=True)
class CheckedCitation:
    """What was found out about one claim."""

    reference: Reference
    """The claim as it was looked up: with its first identifier alone."""
    resolution: Resolution
    compared: ComparedWith


def identifiers_of(claimed: ClaimedCitation, where: str = "") -> tuple[tuple[str, str], ...]:
    """The claim's identifiers by priority, in the form they are looked up by.

    ManuscriptError where one is none of its kind: that is a slip of whoever asks, and says nothing of the citation.
    """
    found = []
    for key, printed in claimed.identifiers:
        value = _CLEAN[key](printed)
        if value is None or (key == "doi" and not is_well_formed_doi(value)):
            place = f"{where}: " if where else ""
            raise ManuscriptError(f"{place}`{key}`: {printed[:80]!r} is not {_WANTED[key]}")
        found.append((key, value))
    return tuple(found)


def reference_of(claimed: ClaimedCitation, identifiers: Sequence[tuple[str, str]]) -> Reference:
    """The claim as a reference. Only the first identifier is the claim's; an ISSN, which names no work, is none."""
    named = dict(identifiers[:1])
    named.pop("issn", None)
    authors = tuple(Author(family=one.family, given=one.given) for one in claimed.authors)
    if claimed.author is not None:
        family, _, given = (part.strip() for part in claimed.author.partition(","))
        authors = (Author(family=family or claimed.author, given=given or None),)
    return Reference(
        id=REFERENCE,
        entry_type="incollection" if "isbn" in named and _names_a_whole(claimed) else None,
        title=claimed.title,
        authors=authors,
        authors_complete=False,
        year=claimed.year,
        journal=claimed.container,
        **{_FIELD.get(key, key): value for key, value in named.items()},
    )


def _names_a_whole(claimed: ClaimedCitation) -> bool:
    """Is the container another thing than the work? An ISBN is then the book's, and the work a part of it."""
    return claimed.container is not None and normalize_title(claimed.container) != normalize_title(claimed.title)


def is_insufficient(reference: Reference, identifiers: Sequence[tuple[str, str]]) -> bool:
    """Is there too little to look a work up by: no letter or digit in the title; or a title that many works share,
    without an identifier, or author and year? Then nobody is asked."""
    title = reference.title or ""
    if not normalize_title(title):
        return True
    named = any(key != "issn" for key, _ in identifiers[:1])
    return is_generic_title(title) and not named and not (reference.authors and reference.year is not None)


async def check_citation(
    claimed: ClaimedCitation,
    *,
    door: Door,
    book: AnswerBook,
    clock: Clock,
    max_age_days: float | None = None,
    registry: Path | None = None,
    offline: bool = False,
    wants_text: bool = False,
) -> CheckedCitation:
    """Find out which work a claim denotes.

    `registry` is the one on this machine, asked first. `wants_text`: its abstract too, for a sentence to be judged by.

    ManuscriptError, before anybody is asked, where an identifier is none of its kind.
    """
    identifiers = identifiers_of(claimed)
    reference = reference_of(claimed, identifiers)
    if is_insufficient(reference, identifiers):
        nothing = Resolution(reference_id=REFERENCE, identity=Identity.UNREADABLE, status=MetadataStatus.API_FAIL)
        return CheckedCitation(reference, nothing, ComparedWith())
    asker = Asker(book, SearchBreaker(door).exchange, clock, max_age_days=max_age_days)
    with local_first(asker, registry, clock) as (first, local):
        ask = _Remembering(first)
        resolved = await resolve(
            [reference],
            ask=ask,
            commit=_ignore,
            biomedical=True if reference.pmcid else None,  # PubMed Central's works are PubMed's business
            wants_text=wants_text,
            proves_dois=True,
            local=local,
            offline=offline,
        )
        whole = await _whole(reference, identifiers, ask)
    resolution = resolved.resolutions[0]
    return CheckedCitation(reference, resolution, _compared(reference, identifiers, resolution, ask.answers, whole))


def _ignore(_: Resolution) -> None:
    """One citation is no piece of a run: its answers are what is kept."""


class _Remembering:
    """A `state.ledger.Ask` that keeps every answer it gave at hand."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self.answers: dict[Query, Kept] = {}

    async def __call__(self, queries: Sequence[Query], told: Told | None = None) -> Mapping[Query, Kept]:
        found = await self._ask(queries, told)
        self.answers.update(found)
        return found


async def _whole(reference: Reference, identifiers: Sequence[tuple[str, str]], ask: Ask) -> Kept | None:
    """What is known of the journal or book that the claim's identifier names, where it names no work of its own."""
    for key, value in identifiers[:1]:
        query = None
        if key == "issn":
            query = Query(registry=RegistryName.CROSSREF, kind=QueryKind.ISSN, value=value)
        elif key == "isbn" and reference.entry_type is not None:
            query = Query(registry=RegistryName.OPENLIBRARY, kind=QueryKind.ISBN, value=value)
        return (await ask([query]))[query] if query is not None else None
    return None


def _compared(
    reference: Reference,
    identifiers: Sequence[tuple[str, str]],
    resolution: Resolution,
    answers: Mapping[Query, Kept],
    whole: Kept | None,
) -> ComparedWith:
    first = identifiers[0] if identifiers and identifiers[0][0] in _KINDS else None
    asked_by = _asked_by(first) if first is not None else frozenset()
    lookups = [
        answers[note.query].lookup for note in resolution.lookups if (note.query.kind, note.query.value) in asked_by
    ]
    held = tuple(record for lookup in lookups if isinstance(lookup, Found) for record in lookup.records)
    absent = any(isinstance(lookup, NotFound) for lookup in lookups)
    record, elsewhere = resolution.record, resolution.elsewhere
    title = reference.title or ""
    found = whole.lookup.records[0] if whole is not None and isinstance(whole.lookup, Found) else None
    recorded = (record.title if record else None) or ""
    return ComparedWith(
        identifier=first,
        at_identifier=held,
        identifier_outcome=("found" if held else "not_found" if absent else "unavailable") if lookups else None,
        identifier_ratio=_ratio(title, held[0]) if held else None,
        elsewhere_ratio=_ratio(title, elsewhere) if elsewhere else None,
        truncated=bool(recorded) and (is_truncation(title, recorded) or is_truncation(recorded, title)),
        author_normalised=resolution.author_agrees is True and _is_written_otherwise(reference, record),
        others=tuple(identifiers[1:]),
        whole=found,
        whole_outcome=whole.lookup.outcome if whole is not None else None,
        container_agrees=_is_container(reference.journal, found) if found else None,
        counts=tuple(_counts(answers)),
    )


def _asked_by(identifier: tuple[str, str]) -> frozenset[tuple[QueryKind, str]]:
    """What a claim's identifier is looked up by. arXiv's DOIs and its numbers are two names of one preprint."""
    key, value = identifier
    found = {(_KINDS[key], value)}
    number = clean_arxiv(value) if key == "arxiv" or value.startswith(ARXIV_DOI) else None
    if number is not None:
        found |= {(QueryKind.ARXIV, number), (QueryKind.DOI, f"{ARXIV_DOI}{number}")}
    return frozenset(found)


def _ratio(title: str, record: Record) -> float | None:
    return identity_ratio(title, record.title) if record.title and comparable(title, record.title) else None


def _is_container(container: str | None, whole: Record) -> bool | None:
    """Is the claimed container this journal, or this book?"""
    if whole.title is None:
        return same_journal(container, whole.venue, whole.venue_short)
    if container is None or not comparable(container, whole.title):
        return None
    return identity_ratio(container, whole.title) >= SAME_RATIO or is_truncation(container, whole.title)


def _is_written_otherwise(reference: Reference, record: Record | None) -> bool:
    """Do the two first authors, who agree, differ in more than case?"""
    if record is None or not reference.authors or not record.authors:
        return False
    return reference.authors[0].family.casefold() != record.authors[0].family.casefold()


def _counts(answers: Mapping[Query, Kept]) -> list[tuple[str, str, int]]:
    counts: dict[tuple[str, str], int] = {}
    for query, kept in answers.items():
        if isinstance(kept.lookup, Found):
            key = (query.registry.value, query.kind.value)
            counts[key] = counts.get(key, 0) + len(kept.lookup.records)
    return [(registry, kind, count) for (registry, kind), count in sorted(counts.items())]


# The sentence


def claim_in(context: str, reference: Reference) -> Claim:
    """What a sentence, or several, attribute to the citation: as step A reads it.

    The last marker in the text is the citation's; where there is none, it stands at the text's end.
    """
    from tasks.language.markers import square_markers
    from tasks.parse.manuscript import read_manuscript
    from tasks.readers.contract import Mark, MarkKind, Paragraph, Reading, Target

    text = " ".join(context.split())
    if not any(char.isalnum() for char in text):
        raise ManuscriptError("--context: no word in it; give the sentence that cites the work")
    if len(text) > LONGEST_CONTEXT:
        raise ManuscriptError(f"--context: longer than {LONGEST_CONTEXT} characters; give the citing sentence alone")
    markers = square_markers(text)
    if markers:
        start, end = markers[-1].start, markers[-1].end
    else:
        body = text.rstrip(".。!?！？ ")
        printed = f" [{REFERENCE}]"
        text, start, end = body + printed + text[len(body) :], len(body) + 1, len(body) + len(printed)
    mark = Mark(start=start, end=end, kind=MarkKind.CITATION, targets=(Target(key=REFERENCE),))
    reading = Reading(format="text", paragraphs=(Paragraph(text=text, line=1, marks=(mark,)),), references=(reference,))
    source = Source(name="context", role=SourceRole.MANUSCRIPT, format="text", sha256="")
    claims = read_manuscript([(source, reading)], [], numbering=None).claims
    if not claims:
        raise ManuscriptError("--context: no sentence could be read in it; give the sentence that cites the work")
    return claims[-1].model_copy(update={"reference_id": reference.id})


async def judge_sentence(
    claim: Claim, checked: CheckedCitation, judges: tuple["Judge", "Judge | None"], book: ModelBook, clock: Clock
) -> Judgment:
    """Step C for one claim: both rounds, quotations and numbers as in `check`."""
    from tasks.judge import ClaimCase, judge_claims

    case = ClaimCase(claim=claim, reference=checked.reference, resolution=checked.resolution)
    first, second = judges
    (judgment,) = await judge_claims(
        [case], judge=first, second=second, book=book, clock=clock, commit=lambda _name, _judgments: None
    )
    return judgment


def sentence_of(claim: Claim, judgment: Judgment, resolution: Resolution) -> JudgedSentence:
    """A judgment as `cite` tells it."""
    return JudgedSentence(
        verdict=judgment.verdict.value if judgment.verdict else None,
        undecided=judgment.undecided.value if judgment.undecided else None,
        confidence=judgment.confidence.value,
        fulltext_required=judgment.fulltext_required,
        reasoning=judgment.reasoning,
        quotations=judgment.quotations,
        numeric_check=judgment.numeric_check.value,
        severity=claim.severity.value,
        claim_summary=claim.claim_summary,
        evidence_source=resolution.evidence.source.value,
        judge=judgment.judge,
        cross_validated=judgment.cross_validated,
        conflict=judgment.conflict,
    )


def hangs_on_outage(judgment: Judgment, resolution: Resolution) -> bool:
    """Would the sentence's outcome be another one, or may be, had judge and registries answered?"""
    no_text = judgment.undecided is Undecided.NO_TEXT and bool(resolution.unavailable)
    return judgment.undecided is Undecided.UNAVAILABLE or no_text

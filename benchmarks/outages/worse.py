"""What a reader may not be told because of an outage, as a table over everything that is said of a reference.

| said of a reference | with all up | with an outage it may also be |
|---|---|---|
| identity | accused (another work, nowhere, a stranger, none) | unknown |
| | the work itself, doubtful, another agency's | unknown |
| the verdict of `refs` | any | unverifiable, where the identity is unknown; partly supported |
| the verdict of `cite`, by the identity alone | any | none (unavailable) |
| a finding | none of its kind about this field | never, but "not confirmed", with who could not be asked |
| a finding about the DOI | registered nowhere | the work's own DOI is another, where doi.org is silent |
| state of notices | any | unknown, never none or a milder state |
| | reinstated | retracted, where a registry says so and the one that may say more is named as silent |
| | retracted | of concern, likewise |
| page | any | unknown, never gone; archived where it is alive, as a copy says nothing of its address |
| DOI that nobody registered | no | never yes |
| labels | any | fewer, none where unknown |
| versions | any | fewer; published since, where a search finds it that would not have been made |
| a field of the print | agrees, or registries disagree | not "differs" |
| what is unknown or not confirmed | | somebody is named who could not be asked |

*Milder* is not worse: where an accusation rests on a service that is silent it may be missing. It is counted apart
when the work is called the same (`same` by title, the identifier's registry being out of reach).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from reports.citation_verdict import verdict_of
from reports.envelope_outcome import outcome_of
from reports.findings_of_references import reference_findings
from reports.index import Index
from reports.labels import labels_of
from state.citation_check import CheckVerdict, ComparedWith
from state.envelope_words import ReferenceVerdict
from state.finding import Severity
from state.lookup import RegistryName
from state.manuscript import Manuscript, Numbering, Reference
from state.resolution import FieldVerdict, Identity, NoticeState, PageState, Resolution
from state.snapshot import RunInfo, Snapshot

_GRAVITY = {Severity.MINOR: 1, Severity.MEDIUM: 2, Severity.SERIOUS: 3}
_UNCONFIRMED = "REF-UNCONFIRMED"
_TOLD_OF_OUTAGES = frozenset({"REF-UNAVAILABLE", _UNCONFIRMED})
_FOUND_BESIDE = frozenset({"published_since"})
"""Versions that are facts, whoever found them: a search finds them that is made because an identifier is silent."""
_RULE_OF_VERSION = "REF-PUBLISHED-SINCE"
_TOLD_EARLY = {
    (NoticeState.REINSTATED, NoticeState.RETRACTED): "REF-RETRACTED",
    (NoticeState.RETRACTED, NoticeState.CONCERN): "REF-CONCERN",
}
"""A registry's own word on a work is told although another, which is named as silent, may say more."""
_ACCUSED = frozenset({Identity.OTHER_EXISTS, Identity.OTHER_NOWHERE, Identity.STRANGER, Identity.NONE})
_KINDER_PAGES: dict[PageState, frozenset[PageState]] = {
    PageState.ALIVE: frozenset({PageState.UNKNOWN, PageState.ARCHIVED}),
    PageState.ARCHIVED: frozenset({PageState.UNKNOWN}),
    PageState.GONE: frozenset({PageState.UNKNOWN}),
    PageState.UNKNOWN: frozenset(),
}


@dataclass(frozen=True)
class Told:
    """What is said of one reference."""

    resolution: Resolution
    verdict: ReferenceVerdict
    cited: CheckVerdict | None
    """What `cite` says by the identity; what it asks besides is not drawn here."""
    findings: dict[tuple[str, str], int]
    """Gravity by rule and field."""
    labels: frozenset[str]
    differing: frozenset[str]
    """Fields that differ, no registry agreeing with the print."""
    versions: frozenset[str]

    def says_the_same(self, other: "Told") -> bool:
        """Whether a reader is told the same; times and bodies aside."""
        ours, theirs = self.resolution, other.resolution
        return (self.verdict, self.findings, self.labels, self.differing, self.versions) == (
            other.verdict,
            other.findings,
            other.labels,
            other.differing,
            other.versions,
        ) and (ours.identity, ours.notice_state, ours.page) == (theirs.identity, theirs.notice_state, theirs.page)


class Reader:
    """Reads resolutions as the reports tell them. What is told of one resolution is read once."""

    def __init__(self, references: tuple[Reference, ...], run: RunInfo) -> None:
        self._references = {reference.id: reference for reference in references}
        self._run = run
        self._manuscript = Manuscript(
            sources=(),
            language="en",
            sections=(),
            references=references,
            citations=(),
            claims=(),
            numbering=Numbering(mode="key"),
        )
        self._told: dict[int, Told] = {}

    def told(self, resolution: Resolution) -> Told:
        if id(resolution) not in self._told:
            if len(self._told) > 50_000:
                self._told.clear()
            self._told[id(resolution)] = self._read(resolution)  # which holds it, so that its id stays its own
        return self._told[id(resolution)]

    def _read(self, resolution: Resolution) -> Told:
        reference = self._references[resolution.reference_id]
        snapshot = Snapshot(run=self._run, manuscript=self._manuscript, resolutions=(resolution,))
        found: dict[tuple[str, str], int] = {}
        for finding in reference_findings(Index(snapshot), reference):
            key = (finding.rule, dict(finding.values).get("field", ""))
            found[key] = max(found.get(key, 0), _GRAVITY[finding.severity])
        return Told(
            resolution=resolution,
            verdict=outcome_of(reference, resolution).verdict,
            cited=verdict_of(resolution, ComparedWith()),
            findings=found,
            labels=frozenset(label.kind.value for label in labels_of(reference, resolution)),
            differing=frozenset(c.field.value for c in resolution.checks if c.verdict is FieldVerdict.DIFFERS),
            versions=frozenset(version.kind for version in resolution.versions),
        )


def worse(well: Told, hurt: Told) -> Iterator[str]:
    """Every way in which the second says worse of a reference than the first, in words; nothing where none."""
    before, after = well.resolution, hurt.resolution
    unknown = after.identity is Identity.UNKNOWN
    if after.identity not in (before.identity, Identity.UNKNOWN) and not is_milder(well, hurt):
        yield f"identity: {before.identity.value} became {after.identity.value}"
    if hurt.cited not in (well.cited, None) and not is_milder(well, hurt):
        yield f"cite: {well.cited} became {hurt.cited}"
    if unknown and not after.unavailable:
        yield "unknown, and nobody is named who could not be asked"
    if unknown and hurt.labels:
        yield f"labels on what is unknown: {', '.join(sorted(hurt.labels))}"
    if hurt.verdict is not well.verdict and not _is_weaker(well, hurt):
        yield f"verdict: {well.verdict.value} became {hurt.verdict.value}"
    early = told_early(well, hurt)
    for (rule, name), gravity in sorted(hurt.findings.items()):
        if gravity > well.findings.get((rule, name), 0) and not _is_excused(rule, name, well, early):
            yield f"finding: {rule} {name}".rstrip()
    if any(rule == _UNCONFIRMED for rule, _ in hurt.findings) and not after.unavailable:
        yield "not confirmed, and nobody is named who could not be asked"
    if after.notice_state not in (before.notice_state, NoticeState.UNKNOWN) and not (unknown or early):
        yield f"notices: {before.notice_state.value} became {after.notice_state.value}"
    if after.doi_unregistered and not before.doi_unregistered:
        yield "a DOI is called unregistered"
    if not unknown and (labels := hurt.labels - well.labels):
        yield f"labels: {', '.join(sorted(labels))}"
    if versions := hurt.versions - well.versions - _FOUND_BESIDE:
        yield f"versions: {', '.join(sorted(versions))}"
    for name in sorted(hurt.differing - well.differing):
        yield f"field: {name} differs"
    yield from _worse_page(before, after)


def told_early(well: Told, hurt: Told) -> str | None:
    """The rule of a notice that is told though a silent registry, which is named, may say more; None where none is."""
    silent = {note.query.registry for note in hurt.resolution.unavailable}
    states = (well.resolution.notice_state, hurt.resolution.notice_state)
    return _TOLD_EARLY.get(states) if silent & {RegistryName.CROSSREF, RegistryName.PUBMED} else None


def _is_excused(rule: str, name: str, well: Told, early: str | None) -> bool:
    if rule in _TOLD_OF_OUTAGES or rule in (early, _RULE_OF_VERSION):
        return True
    return (rule, name) == ("REF-IDENTIFIER", "doi") and ("REF-DOI-UNREGISTERED", "") in well.findings


def is_milder(well: Told, hurt: Told) -> bool:
    """Whether an accusation is missing because a service is silent: the title found the work."""
    return well.resolution.identity in _ACCUSED and hurt.resolution.identity is Identity.SAME


def _is_weaker(well: Told, hurt: Told) -> bool:
    if hurt.verdict is ReferenceVerdict.UNVERIFIABLE:
        return hurt.resolution.identity is Identity.UNKNOWN
    if hurt.verdict is ReferenceVerdict.VERIFIED:  # an accusation is missing, and the field is not told as differing
        return hurt.resolution.identity is Identity.SAME
    return hurt.verdict is ReferenceVerdict.PARTIALLY_SUPPORTED


def _worse_page(before: Resolution, after: Resolution) -> Iterator[str]:
    if before.page is None or after.page is None:
        if (before.page is None) != (after.page is None):
            yield "page: told in one and not in the other"
        return
    old, new = before.page.state, after.page.state
    if new is not old and new not in _KINDER_PAGES[old]:
        yield f"page: {old.value} became {new.value}"

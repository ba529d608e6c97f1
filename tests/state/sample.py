"""A small run with something in every field, at each step."""

from datetime import UTC, datetime

from state.decision import Decision, DecisionKind
from state.judgment import Confidence, Judgment, NumericCheck, Round, Undecided, Verdict
from state.lookup import Author, Notice, NoticeType, Query, QueryKind, Record, RegistryName, UnavailableReason
from state.manuscript import (
    BrokenEntry,
    Check,
    Citation,
    Claim,
    Completeness,
    Manuscript,
    Numbering,
    Reference,
    Section,
    SectionKind,
    Source,
    SourceRole,
    Strictness,
    Template,
)
from state.resolution import (
    AbstractSource,
    Candidate,
    Discrepancy,
    Evidence,
    Field,
    Identity,
    LookupNote,
    MetadataStatus,
    NoticeState,
    Resolution,
)
from state.snapshot import RunInfo, Snapshot, StepName

AT = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)
RECORD = Record(
    registry=RegistryName.PUBMED,
    id="36000029",
    title="Remission rates",
    authors=(Author(family="Smith", given="Jane Ann"), Author(family="WHO Group")),
    year=2023,
    years=(2022, 2023),
    venue="The Journal",
    doi="10.5555/x",
    pmid="36000029",
    types=("Journal Article",),
    notices=(Notice(type=NoticeType.ERRATUM, registry=RegistryName.PUBMED, pmid="1", date="2024-01"),),
)


def _claim(n: int, reference: str, severity: Strictness = Strictness.STRICT) -> Claim:
    context = f"第{n}句。Remission was 28% [{reference}]. 后句。"
    start = context.index("Remission")
    return Claim(
        claim_id=f"C{int(reference):03d}_{n:03d}",
        reference_id=reference,
        citation_id=f"P{n}",
        chapter="前言",
        section_kind=SectionKind.INTRODUCTION,
        file="t.docx",
        line=n,
        excerpt="Remission was 28%",
        context_raw=context,
        scope=((start, context.index("后句")),),
        marker=(context.index("["), context.index("]") + 1),
        template=Template.DATA,
        contribution="28%",
        claim_summary=f"Cites [{reference}] {Template.DATA.value} x → This ref reports 28%",
        severity=severity,
        has_numeric=True,
        numeric_values=("28%",),
    )


def _judgment(claim: Claim, **changes: object) -> Judgment:
    first = Round(round=1, judge="scripted:x.json", prompt_key="v1:prompt:1", verdict=Verdict.PASS, reasoning="r")
    base = Judgment(
        claim_id=claim.claim_id,
        verdict=Verdict.PASS,
        confidence=Confidence.CONFIRMED,
        fulltext_required=False,
        reasoning="stated",
        numeric_check=NumericCheck.OK,
        quotations=("Remission was 28%",),
        judge="scripted:x.json",
        rubric="1",
        claim_key=claim.content_key,
        evidence_key="v1:evidence:1",
        rounds=(first,),
    )
    return base.model_copy(update=changes)


def sample(step: str) -> Snapshot:
    """The run after `step`."""
    references = (
        Reference(id="1", number=1, key="a", title="T", authors=RECORD.authors, year=2023, doi="10.5555/x", raw="@a"),
        Reference(id="2", number=2, title="U", needs_manual_id=True, problems=("list_only",), listed="2. U"),
        Reference(id="orphan", key="orphan", title="V", pmid="7"),
    )
    # The decision on the severity has been applied already, as a snapshot shows it.
    claims = (_claim(1, "1"), _claim(2, "2", Strictness.LENIENT), _claim(3, "9"), _claim(4, "1"))
    citations = tuple(
        Citation(
            id=c.citation_id, printed="[x]", reference_ids=(c.reference_id,), file="t.docx", line=c.line, section=0
        )
        for c in claims
    )
    manuscript = Manuscript(
        sources=(
            Source(name="t.docx", role=SourceRole.MANUSCRIPT, format="docx", sha256="0" * 64),
            Source(name="r.bib", role=SourceRole.BIBLIOGRAPHY, format="bib", sha256="1" * 64),
        ),
        language="zh",
        sections=(Section(index=0, heading="前言", level=1, kind=SectionKind.INTRODUCTION, chapter="前言"),),
        references=references,
        citations=citations,
        claims=claims,
        numbering=Numbering(mode="list", reasons=("matched=2",)),
        completeness=Completeness(
            paragraphs=9,
            markers=4,
            pointers=4,
            highest_number=9,
            gaps=(3, 4),
            dangling=("9",),
            orphans=("orphan",),
            broken=(BrokenEntry(file="r.bib", line=3, reason="no_key", excerpt="@x"),),
            checks=(Check(name="order", ran=False, why_not="keys"),),
        ),
    )
    query = Query(registry=RegistryName.CROSSREF, kind=QueryKind.TITLE, value="U", author="Smith")
    resolutions = (
        Resolution(
            reference_id="1",
            identity=Identity.SAME,
            status=MetadataStatus.OK,
            record=RECORD,
            title_ratio=0.96,
            author_agrees=True,
            discrepancies=(
                Discrepancy(field=Field.YEAR, printed="2021", recorded="2023", registry=RegistryName.PUBMED),
            ),
            notices=RECORD.notices,
            notice_state=NoticeState.CORRECTED,
            evidence=Evidence(source=AbstractSource.PUBMED, text="Remission was 28%.", structured=True),
            fulltext_required_stepB=False,
        ),
        Resolution(
            reference_id="2",
            identity=Identity.UNKNOWN,
            status=MetadataStatus.API_FAIL,
            candidates=(Candidate(record=RECORD, ratio=0.5, author_agrees=None, year_agrees=False),),
            lookups=(LookupNote(query=query, outcome="unavailable", reason=UnavailableReason.TIMEOUT, needed=True),),
        ),
        Resolution(reference_id="orphan", identity=Identity.NONE, status=MetadataStatus.API_FAIL),
    )
    judgments = (
        _judgment(claims[0]),
        _judgment(claims[3], verdict=None, undecided=Undecided.CANNOT_TELL, confidence=Confidence.PRELIMINARY),
    )
    decisions = (
        Decision(kind=DecisionKind.SEVERITY, subject="C002_002", value="Lenient", author="我", reason="背景", at=AT),
    )
    run = RunInfo(
        run_id="v1:run:1",
        created=AT,
        as_of=AT.replace(hour=10),
        last_step=StepName(step),
        judge="scripted:x.json",
        language="zh",
        version="0.1.0",
    )
    return Snapshot(
        run=run,
        manuscript=manuscript,
        resolutions=resolutions if step >= "B" else (),
        judgments=judgments if step >= "C" else (),
        decisions=decisions,
    )

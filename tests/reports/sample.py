"""A snapshot in which every outcome occurs at least once. All works, people and texts in it are invented."""

from datetime import UTC, datetime
from typing import Any

from state.decision import Decision, DecisionKind
from state.finding import Severity
from state.judgment import Confidence, Judgment, NumericCheck, Round, Undecided, Verdict
from state.lookup import Author, Notice, NoticeType, Query, QueryKind, Record, RegistryName, UnavailableReason
from state.manuscript import (
    SEVERITY_OF,
    BrokenEntry,
    Check,
    Citation,
    Claim,
    Completeness,
    FulltextTrigger,
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
    STATUS_OF,
    AbstractSource,
    Candidate,
    Discrepancy,
    Evidence,
    Field,
    Identity,
    LookupNote,
    NoticeState,
    Resolution,
    Version,
)
from state.snapshot import RunInfo, Snapshot, StepName

AT = datetime(2026, 11, 30, 9, 15, tzinfo=UTC)
P, C, OA, S, D = (
    RegistryName.PUBMED,
    RegistryName.CROSSREF,
    RegistryName.OPENALEX,
    RegistryName.SEMANTIC_SCHOLAR,
    RegistryName.DOI,
)

TEXT = {
    "en": {
        "chapters": ("Introduction", "Methods", "Results"),
        "remission": (
            "Anterior disc displacement is common. Reported remission rates range from 10% to 45%[1,2,3]. "
            "The reasons are not understood."
        ),
        "scope": "Reported remission rates range from 10% to 45%[1,2,3].",
        "marker": "[1,2,3]",
        "single": "Splint therapy halved pain scores within twelve weeks in 84 adults[{n}].",
        "retracted": "An early trial, since retracted, claimed complete healing[{n}].",
        "method": "Joint space was measured with the three-line method[{n}].",
        "background": "The joint is among the most used of the body[{n}].",
        "evil": "It is | safe <b>to</b> `run` [this](javascript:alert(1))\n# and that[{n}].",
        "supports": "The abstract gives 28% remission, which lies within the range; the range is the authors' own.",
        "quote": "Remission occurred in 28% of patients at one year.",
        "reason_a": "Pain fell, but by a third, not by half; the abstract gives no population of 84 adults.",
        "reason_fail": "The abstract reports no difference in pain between splint and control.",
        "quote_fail": "Pain did not differ between groups (p = 0.61).",
        "reason_pass": "The abstract says so in its first sentence.",
        "reason_conflict": "Only a smaller study population is described.",
        "reason_conflict2": "Population, time and effect are all covered by the abstract.",
        "cannot": "The abstract mentions neither the measurement nor its origin.",
        "title": "Conservative treatment of disc displacement: a cohort study",
        "author": "Smith",
        "journal": "Journal of Oral Rehabilitation",
        "human": "A. Supervisor",
        "human_reason": "The number is this source's own datum.",
    },
    "zh": {
        "chapters": ("前言", "材料与方法", "结果"),
        "remission": "颞下颌关节盘前移位很常见。某类治疗的缓解率报道从 10% 到 45% 不等[1,2,3]。其原因尚不清楚。",
        "scope": "某类治疗的缓解率报道从 10% 到 45% 不等[1,2,3]。",
        "marker": "[1,2,3]",
        "single": "咬合板治疗使 84 名成人的疼痛评分在十二周内减半[{n}]。",
        "retracted": "一项早期试验（已撤稿）曾称可完全治愈[{n}]。",
        "method": "关节间隙采用三线法测量[{n}]。",
        "background": "该关节是人体使用最频繁的关节之一[{n}]。",
        "evil": "它是 | 安全的 <b>吗</b> `run` [这里](javascript:alert(1))\n# 以及[{n}]。",
        "supports": "摘要给出 28% 的缓解率，落在该范围内；范围本身是作者的综合表述。",
        "quote": "Remission occurred in 28% of patients at one year.",
        "reason_a": "疼痛确有下降，但幅度为三分之一而非一半；摘要未提及 84 名成人。",
        "reason_fail": "摘要报告咬合板组与对照组的疼痛没有差异。",
        "quote_fail": "Pain did not differ between groups (p = 0.61).",
        "reason_pass": "摘要第一句即如此说明。",
        "reason_conflict": "摘要只描述了较小的研究人群。",
        "reason_conflict2": "人群、时间和效应均见于摘要。",
        "cannot": "摘要既未提及该测量，也未说明其出处。",
        "title": "颞下颌关节盘移位的保守治疗：队列研究",
        "author": "王",
        "journal": "口腔医学杂志",
        "human": "导师甲",
        "human_reason": "该数字是本文献自己的数据。",
    },
}

ABSTRACT = (
    "BACKGROUND: Disc displacement is common. RESULTS: Remission occurred in 28% of patients at one year. "
    "Pain did not differ between groups (p = 0.61). CONCLUSIONS: Conservative treatment is an option. " * 3
).strip()


def ref(lang: str, n: int, **changes: Any) -> Reference:
    words = TEXT[lang]
    values: dict[str, Any] = {
        "id": str(n),
        "number": n,
        "key": f"key{n}",
        "entry_type": "article",
        "title": f"{words['title']} {n}",
        "authors": (Author(family=words["author"], given="J"), Author(family="Meyer", given="K")),
        "year": 2000 + n,
        "journal": words["journal"],
        "doi": f"10.5555/abc_{n}",
        "pmid": str(36000000 + n),
        "raw": f"@article{{key{n}, …}}",
        "file": "refs.bib",
        "line": 10 * n,
    }
    return Reference(**(values | changes))


def record(reference: Reference, registry: RegistryName = P, **changes: Any) -> Record:
    values: dict[str, Any] = {
        "registry": registry,
        "id": reference.pmid or reference.doi or reference.id,
        "title": reference.title,
        "authors": reference.authors,
        "year": reference.year,
        "venue": reference.journal,
        "doi": reference.doi,
        "pmid": reference.pmid,
        "types": ("Journal Article",),
    }
    return Record(**(values | changes))


def note(registry: RegistryName, kind: QueryKind, value: str, outcome: str = "found", **more: Any) -> LookupNote:
    query = Query(registry=registry, kind=kind, value=value)
    return LookupNote(query=query, outcome=outcome, asked_at="2026-11-30T09:01:00+00:00", **more)


def resolve(reference: Reference, identity: Identity = Identity.SAME, **changes: Any) -> Resolution:
    values: dict[str, Any] = {
        "reference_id": reference.id,
        "identity": identity,
        "status": STATUS_OF[identity],
        "notice_state": NoticeState.NONE,
        "lookups": (note(P, QueryKind.PMID, reference.pmid or "0"), note(C, QueryKind.DOI, reference.doi or "10.1/x")),
    }
    if identity is Identity.SAME:
        values |= {
            "record": record(reference),
            "title_ratio": 1.0,
            "author_agrees": True,
            "year_agrees": True,
            "evidence": Evidence(
                source=AbstractSource.PUBMED, text=ABSTRACT, structured=True, article_type="Journal Article"
            ),
            "fulltext_required_stepB": False,
        }
    return Resolution(**(values | changes))


class Builder:
    """Collects claims and judgments in reading order."""

    def __init__(self, lang: str) -> None:
        self.words = TEXT[lang]
        self.claims: list[Claim] = []
        self.citations: list[Citation] = []
        self.judgments: list[Judgment] = []
        self._per_reference: dict[str, int] = {}

    def cite(
        self,
        references: tuple[str, ...],
        text: str,
        scope: str,
        marker: str,
        template: Template,
        chapter: int = 0,
        **changes: Any,
    ) -> list[Claim]:
        ordinal = len(self.citations) + 1
        line = 10 + 7 * ordinal
        kinds = (SectionKind.INTRODUCTION, SectionKind.METHODS, SectionKind.RESULTS)
        self.citations.append(
            Citation(
                id=f"P{ordinal}",
                printed=marker,
                reference_ids=references,
                file="thesis.docx",
                line=line,
                section=chapter,
            )
        )
        start, spot = text.index(scope), text.index(marker)
        made = []
        for reference in references:
            self._per_reference[reference] = self._per_reference.get(reference, 0) + 1
            number = f"{int(reference):03d}" if reference.isdigit() else reference
            values: dict[str, Any] = {
                "claim_id": f"C{number}_{self._per_reference[reference]:03d}",
                "reference_id": reference,
                "citation_id": f"P{ordinal}",
                "chapter": self.words["chapters"][chapter],
                "section_kind": kinds[chapter],
                "file": "thesis.docx",
                "line": line,
                "excerpt": scope[:40],
                "context_raw": text,
                "scope": ((start, start + len(scope)),),
                "marker": (spot, spot + len(marker)),
                "template": template,
                "contribution": "its own result",
                "claim_summary": f"Cites [{reference}] {template.value} the topic → its own result",
                "severity": SEVERITY_OF[template],
                "has_numeric": "84" in text or "10%" in text,
                "numeric_values": ("84",) if "84" in text else (("10%", "45%") if "10%" in text else ()),
                "method_needs_human_confirm": template is Template.METHOD,
                "group_size": len(references),
            }
            claim = Claim(**(values | changes))
            self.claims.append(claim)
            made.append(claim)
        return made

    def one(self, n: int | str, kind: str = "single", template: Template = Template.DATA, **changes: Any) -> Claim:
        text = self.words[kind].format(n=n)
        return self.cite((str(n),), text, text, f"[{n}]", template, **changes)[0]

    def in_chapter_order(self) -> None:
        """Number citations and lines as a reader meets them: chapter by chapter."""
        self.citations.sort(key=lambda c: c.section)
        renamed = {c.id: (f"P{i}", 10 + 7 * i) for i, c in enumerate(self.citations, start=1)}
        self.citations = [
            c.model_copy(update=dict(zip(("id", "line"), renamed[c.id], strict=True))) for c in self.citations
        ]
        self.claims = [
            c.model_copy(update=dict(zip(("citation_id", "line"), renamed[c.citation_id], strict=True)))
            for c in self.claims
        ]

    def judge(self, claim: Claim, verdict: Verdict | None, reasoning: str, **changes: Any) -> None:
        values: dict[str, Any] = {
            "claim_id": claim.claim_id,
            "verdict": verdict,
            "confidence": Confidence.CONFIRMED,
            "fulltext_required": False,
            "reasoning": reasoning,
            "numeric_check": NumericCheck.NOT_APPLICABLE,
            "judge": "scripted:demo",
            "rubric": "1",
            "claim_key": claim.content_key,
            "evidence_key": "v1:evidence:0",
        }
        self.judgments.append(Judgment(**(values | changes)))


def two_rounds(first: Verdict, reasoning: str, second: Verdict | None, other: str, quote: str) -> tuple[Round, ...]:
    return (
        Round(round=1, judge="scripted:demo", verdict=first, reasoning=reasoning, quotations=(quote,)),
        Round(round=2, judge="scripted:demo", verdict=second, reasoning=other, missing=("84 adults",)),
    )


def snapshot(lang: str = "en", judge: str = "scripted:demo") -> Snapshot:
    """The sample in one language; `judge` is how the judge is named."""
    b = Builder(lang)
    words = b.words
    refs = {n: ref(lang, n) for n in range(1, 31)}
    refs[9] = ref(lang, 9, pmid=None, doi=None, needs_manual_id=True)
    refs[12] = ref(lang, 12, pmid=None, doi="10.13345/j.cnki.12")
    refs[13] = ref(lang, 13, pmid=None, doi="10.5555/never.was")
    refs[21] = ref(lang, 21, problems=("duplicate:key20",))
    refs[22] = ref(lang, 22, problems=("list_differs:year", "bad_pmid"), listed="22. Smith J. 2021.")
    refs[29] = ref(lang, 29, doi=refs[30].doi, problems=("same_identifier:30",))
    refs[31] = ref(
        lang,
        31,
        title=None,
        authors=(),
        year=1988,
        journal=None,
        doi=None,
        pmid=None,
        file="thesis.docx",
        needs_manual_id=True,
        raw="31. World Health Org, Geneva 1988; see https://example.org/r and mail who@example.org",
    )
    refs[23] = ref(lang, 23, title="A | title\n# with <script>alert(1)</script> [x](http://evil.example) *and* `more`")

    b_claims = b.cite(("1", "2", "3"), words["remission"], words["scope"], words["marker"], Template.ONE_OF)
    b.judge(b_claims[0], Verdict.PASS, words["reason_pass"], quotations=(words["quote"],))
    b.judge(
        b_claims[1],
        Verdict.PARTIAL_B,
        words["supports"],
        quotations=(words["quote"],),
        numeric_check=NumericCheck.OK,
        numeric_note="within_5_percent:28.4%~28%",
    )
    b.judge(
        b_claims[2], Verdict.PARTIAL_B, words["supports"], confidence=Confidence.PRELIMINARY, fulltext_required=True
    )
    fail = b.one(4)
    b.judge(
        fail,
        Verdict.FAIL,
        words["reason_fail"],
        quotations=(words["quote_fail"],),
        cross_validated=True,
        cv_verdict=Verdict.FAIL,
        cv_reasoning=words["reason_fail"],
        rounds=two_rounds(Verdict.FAIL, words["reason_fail"], Verdict.FAIL, words["reason_fail"], words["quote_fail"]),
    )
    early = b.one(5)
    b.judge(early, Verdict.FAIL, words["reason_fail"], confidence=Confidence.PRELIMINARY, judge="rules")
    overstated = b.one(6, chapter=2)
    b.judge(
        overstated,
        Verdict.PARTIAL_A,
        words["reason_a"],
        quotations=(words["quote"],),
        cross_validated=True,
        cv_verdict=Verdict.PARTIAL_A,
        cv_reasoning=words["reason_a"],
        rounds=two_rounds(Verdict.PARTIAL_A, words["reason_a"], Verdict.PARTIAL_A, words["reason_a"], words["quote"]),
    )
    conflict = b.one(7, chapter=2)
    b.judge(
        conflict,
        Verdict.PARTIAL_A,
        words["reason_conflict"],
        confidence=Confidence.PRELIMINARY,
        conflict=True,
        cv_verdict=Verdict.PASS,
        cv_reasoning=words["reason_conflict2"],
        rounds=two_rounds(
            Verdict.PARTIAL_A, words["reason_conflict"], Verdict.PASS, words["reason_conflict2"], words["quote"]
        ),
    )
    trigger = FulltextTrigger.BOTH
    number = b.one(8, chapter=1, fulltext_likely=True, fulltext_trigger=trigger)
    b.judge(
        number,
        Verdict.PASS,
        words["reason_pass"],
        confidence=Confidence.PRELIMINARY,
        fulltext_required=True,
        numeric_check=NumericCheck.MISS,
        numeric_note="not_found:84",
        quotations=(words["quote"],),
    )
    b.one(9)
    b.one(10)
    b.one(11)
    b.one(12)
    b.one(13)
    b.one(14)
    b.one(31, "background", Template.BACKGROUND)
    for n in (15, 16, 17, 18, 19, 20, 22, 24, 25, 26, 27, 28):
        kind = "retracted" if n == 16 else "background"
        likely = n == 17
        claim = b.one(
            n,
            kind,
            Template.BACKGROUND,
            fulltext_likely=likely,
            fulltext_trigger=FulltextTrigger.CODE_SAFEGUARD if likely else None,
        )
        b.judge(claim, Verdict.PASS, words["reason_pass"], quotations=(words["quote"],))
    method = b.one(18, "method", Template.METHOD, chapter=1)
    b.judge(
        method,
        None,
        words["cannot"],
        undecided=Undecided.CANNOT_TELL,
        confidence=Confidence.PRELIMINARY,
        fulltext_required=True,
    )
    b.judge(
        b.one(19),
        None,
        "timeout",
        undecided=Undecided.UNAVAILABLE,
        confidence=Confidence.PRELIMINARY,
    )
    evil = b.one(23, "evil", Template.BACKGROUND, context_confidence="low", chapter=2)
    b.judge(evil, Verdict.PASS, "<img src=x onerror=alert(1)> | a | b |\n## heading", quotations=("`x` | y",))
    human = b.one(20, severity=Strictness.STANDARD, chapter=2)
    b.judge(human, None, words["cannot"], undecided=Undecided.CANNOT_TELL, confidence=Confidence.PRELIMINARY)
    preliminary = b.one(2, "background", Template.BACKGROUND, chapter=2)
    b.judge(preliminary, Verdict.PASS, words["reason_pass"], confidence=Confidence.PRELIMINARY, fulltext_required=True)
    b.one(99, chapter=2)
    b.citations.append(
        Citation(
            id="P90", printed="[1-80]", reference_ids=(), file="thesis.docx", line=400, section=2, wide_range="1-80"
        )
    )
    b.in_chapter_order()
    manuscript = Manuscript(
        sources=(
            Source(name="thesis.docx", role=SourceRole.MANUSCRIPT, format="docx", sha256="0" * 64),
            Source(name="refs.bib", role=SourceRole.BIBLIOGRAPHY, format="bib", sha256="1" * 64),
            Source(name="smith2001.pdf", role=SourceRole.PDF, format="pdf", sha256="2" * 64),
        ),
        language=lang,
        sections=tuple(
            Section(index=i, heading=name, level=1, kind=kind, chapter=name)
            for i, (name, kind) in enumerate(
                zip(
                    words["chapters"],
                    (SectionKind.INTRODUCTION, SectionKind.METHODS, SectionKind.RESULTS),
                    strict=True,
                )
            )
        ),
        references=tuple(refs.values()),
        citations=tuple(b.citations),
        claims=tuple(b.claims),
        numbering=Numbering(mode="file", reasons=("highest_number=30 entries=30",)),
        completeness=Completeness(
            paragraphs=412,
            markers=len(b.citations),
            pointers=len(b.claims),
            highest_number=99,
            gaps=(30, 41, 42, 43, 57),
            list_entries=None,
            bibliography_entries=31,
            orphans=("21", "29", "30"),
            dangling=("99",),
            broken=(
                BrokenEntry(
                    file="refs.bib", line=310, reason="unterminated", key="key31", excerpt="@article{key31, title={Open"
                ),
            ),
            checks=(
                Check(name="numbering", ran=True),
                Check(name="orphans", ran=True),
                Check(name="dangling", ran=True),
                Check(name="duplicates", ran=True),
                Check(name="list_against_bib", ran=False, why_not="no_list"),
            ),
            warnings=(
                "image_only_paragraphs=3",
                "pdf_unreadable=a b.pdf: no_text (no text on its pages)",
                "repeated_number=4",
            ),
        ),
    )
    return Snapshot(
        run=RunInfo(
            run_id="00000000-0000-0000-0000-000000000001",
            created=datetime(2026, 11, 30, 9, 0, tzinfo=UTC),
            as_of=AT,
            last_step=StepName.D,
            judge=judge,
            language=lang,
            version="0.1.0",
        ),
        manuscript=manuscript,
        resolutions=tuple(resolutions(lang, refs).values()),
        judgments=tuple(b.judgments),
        decisions=(
            Decision(
                kind=DecisionKind.SEVERITY,
                subject=human.claim_id,
                value="Standard",
                author=words["human"],
                reason=words["human_reason"],
                at=AT,
            ),
            Decision(
                kind=DecisionKind.VERDICT,
                subject=human.claim_id,
                value="PARTIAL-B",
                author=words["human"],
                reason=words["human_reason"],
                at=AT,
            ),
            Decision(kind=DecisionKind.REVIEWED, subject="run", value="yes", author=words["human"], at=AT),
        ),
    )


def resolutions(lang: str, refs: dict[int, Reference]) -> dict[int, Resolution]:
    """One resolution per reference, every identity and every kind of discrepancy and notice among them."""
    other = Record(
        registry=P,
        id="1",
        title="Soil bacteria of alpine meadows",
        authors=(Author(family="Gruber", given="Anna"),),
        year=1998,
        venue="Ecology Letters",
        pmid="36000010",
        types=("Journal Article",),
    )
    near = Candidate(
        record=record(refs[9], C, title="Conservative treatment of knee pain: a cohort", doi="10.5555/near"),
        ratio=0.71,
        author_agrees=False,
        year_agrees=False,
    )
    by_title = tuple(note(registry, QueryKind.TITLE, refs[9].title or "", "not_found") for registry in (P, C, OA))
    r = {n: resolve(reference) for n, reference in refs.items()}
    r[1] = resolve(
        refs[1],
        evidence=Evidence(
            source=AbstractSource.FULL_TEXT_PDF, text=ABSTRACT * 2, file="smith2001.pdf", article_type="Review"
        ),
    )
    r[9] = resolve(refs[9], Identity.NONE, lookups=by_title, candidates=(near,))
    r[10] = resolve(
        refs[10],
        Identity.OTHER_EXISTS,
        record=other,
        elsewhere=record(refs[10], C, pmid="36111111", doi="10.5555/right"),
        title_ratio=0.21,
    )
    r[11] = resolve(refs[11], Identity.OTHER_NOWHERE, record=other, title_ratio=0.2, lookups=by_title)
    r[12] = resolve(
        refs[12],
        Identity.AGENCY_ONLY,
        agency="ISTIC",
        lookups=(
            note(C, QueryKind.DOI, "10.13345/j.cnki.12", "not_found"),
            note(D, QueryKind.AGENCY, "10.13345/j.cnki.12"),
        ),
    )
    r[13] = resolve(
        refs[13],
        Identity.NONE,
        doi_unregistered=True,
        lookups=(*by_title, note(D, QueryKind.HANDLE, "10.5555/never.was", "not_found")),
    )
    r[14] = resolve(
        refs[14],
        Identity.UNKNOWN,
        notice_state=NoticeState.UNKNOWN,
        lookups=(
            note(P, QueryKind.PMID, "36000014", "unavailable", reason=UnavailableReason.RATE_LIMITED, needed=True),
            note(
                S,
                QueryKind.TITLE,
                "x",
                "unavailable",
                reason=UnavailableReason.FORBIDDEN,
                setting="CORRIGENDA_SEMANTIC_SCHOLAR_API_KEY",
                needed=False,
            ),
        ),
    )
    retraction = Notice(
        type=NoticeType.RETRACTION, registry=C, asserted_by="retraction-watch", doi="10.5555/ret", date="2021-03-04"
    )
    r[31] = resolve(refs[31], Identity.UNREADABLE, lookups=(), notice_state=NoticeState.UNKNOWN)
    r[15] = resolve(refs[15], notice_state=NoticeState.RETRACTED, notices=(retraction,))
    r[16] = resolve(refs[16], notice_state=NoticeState.RETRACTED, notices=(retraction,))
    concern = Notice(type=NoticeType.EXPRESSION_OF_CONCERN, registry=P, pmid="37000000", date="2022")
    r[17] = resolve(refs[17], notice_state=NoticeState.CONCERN, notices=(concern,))
    r[18] = resolve(
        refs[18],
        notice_state=NoticeState.CORRECTED,
        notices=(Notice(type=NoticeType.ERRATUM, registry=P, doi="10.5555/err"),),
    )
    r[19] = resolve(
        refs[19],
        notice_state=NoticeState.REINSTATED,
        notices=(retraction, Notice(type=NoticeType.REINSTATEMENT, registry=C, date="2022-01")),
    )
    r[20] = resolve(refs[20], notice_state=NoticeState.DISPUTED, notices=(retraction,))
    article = record(refs[21], C, year=2022, doi="10.5555/published")
    r[21] = resolve(
        refs[21],
        versions=(Version(kind="published_since", record=article, doi=article.doi, named_by=RegistryName.ARXIV),),
    )
    withdrawal = Notice(type=NoticeType.WITHDRAWAL, registry=RegistryName.ARXIV, asserted_by="arxiv", date="2023-05-06")
    r[22] = resolve(
        refs[22],
        notice_state=NoticeState.RETRACTED,
        notices=(withdrawal,),
        versions=(Version(kind="withdrawn", record=record(refs[22], RegistryName.ARXIV), named_by=RegistryName.ARXIV),),
    )
    r[23] = resolve(
        refs[23],
        versions=(Version(kind="published_as_preprint", doi="10.48550/arxiv.2101.00023", named_by=RegistryName.ARXIV),),
    )
    r[24] = resolve(
        refs[24],
        Identity.STRANGER,
        record=record(refs[24], authors=(Author(family="Keller"),), year=1987),
        title_ratio=0.97,
        discrepancies=(
            Discrepancy(field=Field.FIRST_AUTHOR, printed="Smith", recorded="Keller", registry=P),
            Discrepancy(field=Field.YEAR, printed="2024", recorded="1987", registry=P),
        ),
    )
    r[25] = resolve(
        refs[25],
        Identity.DOUBTFUL,
        record=record(refs[25], title="Conservative therapy of the displaced disc"),
        title_ratio=0.74,
        discrepancies=(
            Discrepancy(
                field=Field.TITLE,
                printed=refs[25].title or "",
                recorded="Conservative therapy of the displaced disc",
                registry=P,
            ),
        ),
        evidence=Evidence(source=AbstractSource.PUBMED, text=ABSTRACT),
    )
    r[26] = resolve(
        refs[26],
        record=record(refs[26], year=2016, venue="BMJ"),
        discrepancies=(
            Discrepancy(field=Field.YEAR, printed="2026", recorded="2016", registry=P, detail="10"),
            Discrepancy(field=Field.JOURNAL, printed=refs[26].journal or "", recorded="BMJ", registry=P),
            Discrepancy(field=Field.VOLUME, printed="12", recorded="21", registry=P),
            Discrepancy(field=Field.ISSUE, printed="3", recorded="4", registry=P, severity=Severity.MINOR),
            Discrepancy(field=Field.PAGES, printed="101-9", recorded="201-9", registry=P),
        ),
    )
    title = (refs[27].title or "").replace("cohort study", "case series").replace("队列研究", "病例系列")
    smyth = (Author(family="Smyth-Jones", given="J"), Author(family="Meyer", given="K"))
    r[27] = resolve(
        refs[27],
        record=record(refs[27], title=title, authors=smyth, doi="10.5555/abc_72"),
        title_ratio=0.9,
        discrepancies=(
            Discrepancy(
                field=Field.FIRST_AUTHOR, printed=refs[27].authors[0].family, recorded="Smyth-Jones", registry=P
            ),
            Discrepancy(
                field=Field.AUTHORS,
                printed=refs[27].authors[-1].family,
                recorded="Meyer, K",
                registry=P,
                severity=Severity.SERIOUS,
                detail="others",
            ),
            Discrepancy(field=Field.DOI, printed="10.5555/abc_27", recorded="10.5555/abc_72", registry=P),
            Discrepancy(
                field=Field.TITLE,
                printed=refs[27].title or "",
                recorded=title,
                registry=P,
                detail="-cohort -study +case +series",
            ),
        ),
    )
    r[28] = resolve(
        refs[28],
        record=record(refs[28], year=2027),
        discrepancies=(
            Discrepancy(field=Field.YEAR, printed="2028", recorded="2027", registry=P, detail="1"),
            Discrepancy(
                field=Field.JOURNAL, printed=refs[28].journal or "", recorded="J Dent", registry=OA, agreed_by=(C, P)
            ),
        ),
    )
    return r

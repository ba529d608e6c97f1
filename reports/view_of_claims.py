"""How one claim, and one chapter of claims, is shown."""

from dataclasses import dataclass
from itertools import groupby, pairwise

from reports.anchors import anchor
from reports.index import JUDGE_CALLED, Index, Outcome
from state.decision import Decision, DecisionKind
from state.judgment import Judgment, NumericCheck, Round, Undecided, Verdict
from state.manuscript import Claim, FulltextTrigger


@dataclass(frozen=True)
class Piece:
    """A stretch of a context: inside or outside the claim's scope, and whether it is the marker."""

    text: str
    in_scope: bool
    is_marker: bool


@dataclass(frozen=True)
class ClaimView:
    """One claim with its outcome."""

    claim: Claim
    outcome: Outcome
    judgment: Judgment | None
    severity_decision: Decision | None
    summary_decision: Decision | None
    method_decision: Decision | None
    several_files: bool
    notice: str = ""
    """What has happened to the cited work: `retracted`, `withdrawn`, `concern`, `disputed`, or nothing."""

    @property
    def anchor(self) -> str:
        return anchor("claim", self.claim.claim_id)

    @property
    def excerpt(self) -> str:
        """The first words of the citing sentence, with `…` where it goes on."""
        words = self.claim.excerpt
        goes_on = len("".join(words.split())) < len("".join(self.claim.scope_text.split()))
        return f"{words.rstrip()} …" if goes_on and words else words

    @property
    def reference_anchor(self) -> str:
        return anchor("ref", self.claim.reference_id)

    @property
    def symbol(self) -> str:
        """✓ confirmed, ⏳ preliminary, ⚡ the two rounds disagree, – without a verdict."""
        if self.outcome.verdict is None:
            return "⚡" if self.outcome.why == "conflict" else "–"
        return "⏳" if self.outcome.preliminary else "✓"

    @property
    def rounds(self) -> tuple[Round, ...]:
        return tuple(sorted(self.judgment.rounds, key=lambda r: r.round)) if self.judgment else ()

    @property
    def judged(self) -> str:
        """What the judge said, whatever a person decided since: a verdict, `conflict` or a reason for having none."""
        judgment = self.judgment
        if judgment is None:
            return "not_judged"
        if judgment.conflict:
            return "conflict"
        return judgment.verdict.value if judgment.verdict else (judgment.undecided or Undecided.NO_ANSWER).value

    @property
    def crossed(self) -> bool:
        """Whether a second round has judged it."""
        judgment = self.judgment
        if judgment is None:
            return False
        return judgment.cross_validated or judgment.conflict or any(r.round > 1 for r in judgment.rounds)

    @property
    def numeric_notes(self) -> tuple[tuple[str, str], ...]:
        """Notes of the numeric check as (code, values)."""
        note = self.judgment.numeric_note if self.judgment else ""
        parts = (part.strip().partition(":") for part in note.split(";"))
        return tuple((code, values) for code, _, values in parts if code)

    @property
    def notes(self) -> tuple[str, ...]:
        """Codes for the Note column, what matters most first."""
        judgment = self.judgment
        codes = [code for code in (self.notice, self.outcome.why) if code]
        if self.outcome.human:
            codes.append("human")
        if judgment and not self.outcome.human and judgment.numeric_check is NumericCheck.MISS:
            codes.append("num_miss")
        if judgment and self.outcome.verdict and not self.outcome.human:
            if self.outcome.verdict is Verdict.PARTIAL_B:
                codes.append("composite")
            if judgment.fulltext_required:
                codes.append("fulltext")
            if self.outcome.verdict in (Verdict.FAIL, Verdict.PARTIAL_A) and not judgment.cross_validated:
                codes.append("not_cross_validated")
        if self.claim.context_confidence == "low":
            codes.append("context_low")
        return tuple(codes)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The context cut at the borders of scope and marker, in order; nothing of it is lost."""
        text = self.claim.context_raw
        start, end = self.claim.marker
        cuts = {0, len(text), start, end, *(edge for span in self.claim.scope for edge in span)}
        edges = sorted(edge for edge in cuts if 0 <= edge <= len(text))
        return tuple(
            Piece(text[a:b], any(s <= a and b <= e for s, e in self.claim.scope), start <= a and b <= end)
            for a, b in pairwise(edges)
        )

    @property
    def prediction(self) -> str:
        """`TP`, `TN`, `FP` or `FN`: need of full text as step A predicted it against what step C found, or nothing."""
        if self.judgment is None or not self._settles_need:
            return ""
        predicted, needed = self.claim.fulltext_likely, self.judgment.fulltext_required
        return ("T" if predicted == needed else "F") + ("P" if predicted else "N")

    @property
    def _settles_need(self) -> bool:
        """Only a verdict says whether full text is needed: who cannot tell has not found that out either."""
        return self.judgment is not None and self.judgment.verdict is not None

    @property
    def was_judged(self) -> bool:
        """Whether there is a verdict, or a judge was called and gave none."""
        return self.outcome.verdict is not None or self.outcome.why in JUDGE_CALLED

    @property
    def safeguarded(self) -> bool:
        """Whether V.A5's code safeguard raised the prediction."""
        return self.claim.fulltext_trigger in (FulltextTrigger.CODE_SAFEGUARD, FulltextTrigger.BOTH)


@dataclass(frozen=True)
class ChapterRow:
    """One row of a chapter's table: claims of one marker that came out alike."""

    claims: tuple[ClaimView, ...]

    @property
    def first(self) -> ClaimView:
        return self.claims[0]


@dataclass(frozen=True)
class Place:
    """One marker with one context: what its claims share."""

    claims: tuple[ClaimView, ...]

    @property
    def first(self) -> ClaimView:
        return self.claims[0]


@dataclass(frozen=True)
class ChapterView:
    """The claims of one chapter of one file, in reading order."""

    name: str
    file: str
    shows_file: bool
    anchor: str
    claims: tuple[ClaimView, ...]

    @property
    def rows(self) -> tuple[ChapterRow, ...]:
        def alike(view: ClaimView) -> tuple[object, ...]:
            claim = view.claim
            return (claim.citation_id, claim.line, claim.severity, view.outcome.column, view.symbol, view.notes)

        return tuple(ChapterRow(tuple(group)) for _, group in groupby(self.claims, key=alike))

    @property
    def places(self) -> tuple[Place, ...]:
        def shared(view: ClaimView) -> tuple[object, ...]:
            return (view.claim.citation_id, view.claim.context_raw, view.claim.scope, view.claim.marker)

        return tuple(Place(tuple(group)) for _, group in groupby(self.claims, key=shared))


def claim_views(index: Index) -> tuple[ClaimView, ...]:
    """All claims in reading order."""
    several = len({claim.file for claim in index.claims}) > 1
    return tuple(
        ClaimView(
            claim=claim,
            outcome=index.outcomes[claim.claim_id],
            judgment=index.judgments.get(claim.claim_id),
            severity_decision=index.decision(DecisionKind.SEVERITY, claim.claim_id),
            summary_decision=index.decision(DecisionKind.SUMMARY, claim.claim_id),
            method_decision=index.decision(DecisionKind.METHOD, claim.claim_id),
            several_files=several,
            notice=index.notice_of(claim.reference_id),
        )
        for claim in index.claims
    )


def chapters(claims: tuple[ClaimView, ...], several_files: bool) -> tuple[ChapterView, ...]:
    """Chapters in the order in which their first claim is read."""
    found: dict[tuple[str, str], list[ClaimView]] = {}
    for view in claims:
        found.setdefault((view.claim.file, view.claim.chapter), []).append(view)
    return tuple(
        ChapterView(name, file, several_files, f"chapter-{ordinal}", tuple(views))
        for ordinal, ((file, name), views) in enumerate(found.items(), start=1)
    )

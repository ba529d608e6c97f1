"""The view model: everything the templates show, in the order they show it. No wording, no language, no clock."""

from collections import Counter
from functools import cached_property

from reports.index import MISMATCH, NOT_LOOKED_UP, Index, natural
from reports.view_basis import Basis
from reports.view_of_claims import ClaimView
from reports.view_of_findings import FindingView, Outage, Row, ServiceCount
from reports.view_of_notices import RetractedView, retracted_views
from reports.view_of_references import ReferenceView
from state.decision import Decision, DecisionKind
from state.judgment import Undecided, Verdict
from state.lookup import RegistryName, UnavailableReason
from state.manuscript import Check, Strictness
from state.resolution import Identity, LookupNote, MetadataStatus, NoticeState
from state.snapshot import Snapshot, StepName

COLUMNS = (*(v.value for v in (Verdict.PASS, Verdict.PARTIAL_A, Verdict.PARTIAL_B, Verdict.FAIL)), "UNDECIDED")
"""The columns of the summary table, in V's order; the last one makes the totals add up (decisions 3)."""

_CHECKS = ("numbering", "orphans", "dangling", "duplicates", "list_against_bib", "gaps", "order")


class View(Basis):
    """One snapshot, ready to be shown."""

    # Summary

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """One row per strictness; every claim is counted in exactly one cell."""
        cells = Counter((v.claim.severity, v.outcome.column) for v in self.claims)
        return tuple(Row(s, tuple(cells[s, column] for column in COLUMNS)) for s in Strictness)

    @property
    def totals(self) -> tuple[int, ...]:
        """Sums of the columns, then of everything."""
        columns = tuple(sum(row.counts[i] for row in self.rows) for i in range(len(COLUMNS)))
        return (*columns, sum(columns))

    def with_verdict(self, verdict: str) -> tuple[ClaimView, ...]:
        return tuple(v for v in self.claims if v.outcome.column == verdict)

    @cached_property
    def preliminary(self) -> tuple[ClaimView, ...]:
        return tuple(v for v in self.claims if v.outcome.preliminary)

    def preliminary_of(self, severity: str) -> int:
        return sum(1 for v in self.preliminary if v.claim.severity.value == severity)

    @cached_property
    def conflicts(self) -> tuple[ClaimView, ...]:
        return tuple(v for v in self.claims if v.outcome.why == "conflict")

    @cached_property
    def undecided(self) -> tuple[ClaimView, ...]:
        """Claims without a verdict, conflicts left out, by reason and then in reading order."""
        without = [v for v in self.claims if v.outcome.verdict is None and v.outcome.why != "conflict"]
        return tuple(sorted(without, key=lambda v: v.outcome.why))

    @property
    def undecided_reasons(self) -> tuple[tuple[str, int], ...]:
        counted = Counter(v.outcome.why for v in self.claims if v.outcome.verdict is None)
        return tuple(sorted(counted.items()))

    @property
    def skipped_reasons(self) -> tuple[tuple[str, int], ...]:
        """Claims that no judge was called for, by reason."""
        counted = Counter(v.outcome.why for v in self.claims if not v.was_judged)
        return tuple(sorted(counted.items()))

    def with_identity(self, *identities: str) -> tuple[ReferenceView, ...]:
        return tuple(r for r in self.references if r.resolution and r.resolution.identity.value in identities)

    @property
    def resolutions_begun(self) -> bool:
        """Whether step B has anything to tell."""
        return bool(self.index.resolutions) or self.finished("B")

    @property
    def any_identified(self) -> bool:
        return any(r.identified for r in self.references)

    @property
    def mismatched(self) -> tuple[ReferenceView, ...]:
        return tuple(r for r in self.references if r.resolution and r.resolution.identity in MISMATCH)

    @property
    def noticed(self) -> tuple[ReferenceView, ...]:
        """References whose work a notice has been published about."""
        return tuple(r for r in self.references if r.notices)

    @cached_property
    def retracted(self) -> tuple[RetractedView, ...]:
        """References whose work has been retracted, removed or withdrawn."""
        return retracted_views(self.index, self.references)

    @property
    def notices_unknown(self) -> tuple[ReferenceView, ...]:
        """Identified references of which nobody could say whether a notice has been published about them."""
        return tuple(
            r
            for r in self.references
            if r.identified and not r.notices and r.resolution and r.resolution.notice_state is NoticeState.UNKNOWN
        )

    # What ran

    @cached_property
    def sources(self) -> tuple[tuple[str, int], ...]:
        """How many references were identified through each registry, in the order they are asked."""
        counted = Counter(
            r.resolution.record.registry
            for r in self.references
            if r.resolution and r.resolution.record and r.resolution.identity is not Identity.NONE
        )
        always = (RegistryName.PUBMED, RegistryName.CROSSREF, RegistryName.OPENALEX, RegistryName.SEMANTIC_SCHOLAR)
        return tuple((name.value, counted[name]) for name in RegistryName if counted[name] or name in always)

    @property
    def step_b(self) -> dict[str, int]:
        """V.B8: how many references failed, differ or lack an abstract; `sources` says who described the others."""
        resolved = [r for r in self.references if r.resolution is not None]
        told = [r for r in resolved if r.resolution and r.resolution.identity not in NOT_LOOKED_UP]
        failed = [r for r in told if r.resolution and r.resolution.status is MetadataStatus.API_FAIL]
        short = [r for r in told if r.resolution and r.resolution.fulltext_required_stepB]
        return {
            "failed": len(failed),
            "unreadable": len(self.with_identity("unreadable")),
            "unasked": len(self.with_identity("unknown")),
            "mismatched": len(self.mismatched),
            "short": len(short),
        }

    @cached_property
    def services(self) -> tuple[ServiceCount, ...]:
        """How many distinct questions went to each service, and how they ended."""
        ends = {(n.query, n.outcome) for r in self.references for n in r.lookups}
        counted = Counter((query.registry, outcome) for query, outcome in ends)
        asked = [name for name in RegistryName if any(query.registry is name for query, _ in ends)]
        return tuple(
            ServiceCount(n.value, counted[n, "found"], counted[n, "not_found"], counted[n, "unavailable"])
            for n in asked
        )

    @cached_property
    def outages(self) -> tuple[Outage, ...]:
        """What could not be asked; first what an outcome still depends on."""
        found: dict[tuple[str, str, str, str], dict[str, ReferenceView]] = {}
        for view in self.references:
            for note in view.lookups:
                if note.outcome == "unavailable":
                    found.setdefault(_outage(view, note), {})[view.reference.id] = view
        order = [name.value for name in RegistryName]
        keys = sorted(found, key=lambda k: (_MATTERS.index(k[0]), order.index(k[1]), k[2], k[3]))
        return tuple(Outage(k[1], k[2], k[3], tuple(found[k].values()), matters=k[0]) for k in keys)

    @property
    def unreached(self) -> str:
        """`offline` or `unreachable` where services were asked and none at all answered; else nothing."""
        notes = [note for r in self.references for note in r.lookups]
        if not notes or any(note.outcome != "unavailable" for note in notes):
            return ""
        return "offline" if all(n.reason is UnavailableReason.OFFLINE for n in notes) else "unreachable"

    @property
    def checks(self) -> tuple[Check, ...]:
        known = {name: i for i, name in enumerate(_CHECKS)}
        checks = self.snapshot.manuscript.completeness.checks
        return tuple(sorted(checks, key=lambda c: (known.get(c.name, len(known)), c.name, c.why_not or "")))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader could not read, as codes with values; a citation's id becomes its marker and line."""
        markers = {c.id: f"{''.join(c.printed.split())} line={c.line}" for c in self.snapshot.manuscript.citations}
        found = (warning.partition("=") for warning in self.snapshot.manuscript.completeness.warnings)
        by_citation = "not_in_order_of_appearance"
        return tuple(
            sorted(f"{c}{sign}{markers.get(value, value) if c == by_citation else value}" for c, sign, value in found)
        )

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What people decided, the latest word on each thing."""
        return tuple(sorted(self.index.decisions.values(), key=lambda d: (natural(d.subject), d.kind.value)))

    @property
    def judge_kind(self) -> str:
        """`rules`, `scripted` or `packets`; every other name is a model's."""
        kind = self.run.judge.partition(":")[0]
        return kind if kind in ("rules", "scripted", "packets") else "model"

    @property
    def scripted(self) -> bool:
        """Whether a script, and not a reader of any kind, gave the answers."""
        judges = [self.run.judge, self.run.second_judge or "", *(j.judge for j in self.index.judgments.values())]
        return any(name.partition(":")[0] == "scripted" for name in judges)

    @property
    def dangling_claims(self) -> tuple[tuple[str, list[ClaimView]], ...]:
        """Claims whose reference has no entry, by the number or key cited."""
        without = (item for item in self.claims_of.items() if item[0] not in self.reference)
        return tuple(sorted(without, key=lambda item: natural(item[0])))

    def finished(self, step: str) -> bool:
        return self.index.finished(StepName(step))

    # Cross-validation, prediction, status

    @cached_property
    def crossed(self) -> tuple[ClaimView, ...]:
        """Claims a second round has judged."""
        return tuple(v for v in self.claims if v.crossed)

    @property
    def conflicts_logged(self) -> tuple[ClaimView, ...]:
        return tuple(v for v in self.crossed if v.judgment and v.judgment.conflict)

    @property
    def second_undecided(self) -> tuple[ClaimView, ...]:
        """The second round gave no verdict: the first stands, preliminary."""
        return tuple(
            v for v in self.crossed if v.judgment and not v.judgment.conflict and not v.judgment.cross_validated
        )

    @property
    def not_crossed(self) -> tuple[ClaimView, ...]:
        """FAIL and PARTIAL-A that only one round has judged."""
        return tuple(
            v
            for v in self.claims
            if not v.crossed and v.judgment and v.judgment.verdict in (Verdict.FAIL, Verdict.PARTIAL_A)
        )

    @cached_property
    def predictions(self) -> tuple[ClaimView, ...]:
        """Claims of which step C found out whether they need full text."""
        return tuple(v for v in self.claims if v.prediction)

    def prediction_count(self, outcome: str) -> int:
        return sum(1 for v in self.predictions if v.prediction == outcome)

    @property
    def safeguard_rate(self) -> str:
        """FP / (TP + FP) over the rows the code safeguard triggered, in per cent; empty where there are none."""
        rows = Counter(v.prediction for v in self.predictions if v.safeguarded)
        predicted = rows["TP"] + rows["FP"]
        return f"{100 * rows['FP'] / predicted:.0f}%" if predicted else ""

    @property
    def likely(self) -> tuple[ClaimView, ...]:
        return tuple(v for v in self.claims if v.claim.fulltext_likely)

    @property
    def context_low(self) -> tuple[ClaimView, ...]:
        return tuple(v for v in self.claims if v.claim.context_confidence == "low")

    @property
    def outages_needed(self) -> tuple[Outage, ...]:
        return tuple(o for o in self.outages if o.needed)

    @property
    def waiting_references(self) -> int:
        """References whose outcome still depends on an unavailable answer."""
        return len(self.of_rule("REF-UNAVAILABLE"))

    @property
    def resolved_count(self) -> int:
        """References that were looked up: what was found, or that nothing was, is known."""
        return sum(1 for r in self.references if r.resolution and r.resolution.identity not in NOT_LOOKED_UP)

    @property
    def judged_count(self) -> int:
        """Claims with a verdict, or for which a judge was called that gave none."""
        return sum(1 for v in self.claims if v.was_judged)

    @property
    def checked_through(self) -> bool:
        """Whether steps B and C have finished, nothing waits, and nothing needed was out of reach.

        Only then does the absence of findings mean anything.
        """
        return self.finished("C") and not self.run.waiting_for and not self.unchecked

    @property
    def unchecked(self) -> tuple[tuple[str, int], ...]:
        """What has not been checked: `references` not looked up, and `claims` that still wait for a judge."""
        waiting = ("not_judged", Undecided.UNAVAILABLE.value, "unavailable")
        counts = {
            "references": sum(1 for r in self.references if r.identity in ("not_asked", "unknown", "unreadable")),
            "claims": sum(1 for v in self.claims if v.outcome.why in waiting),
        }
        return tuple((name, n) for name, n in counts.items() if n)

    def step_mark(self, step: str) -> str:
        """`done`, `partly` where an answer it needs could not be had, or `open`."""
        if not self.finished(step):
            return "open"
        missing = {
            "B": self.waiting_references > 0,
            "C": bool(self.of_rule("CLAIM-UNAVAILABLE")) or (self.judged_count == 0 and bool(self.claims)),
        }
        return "partly" if missing.get(step) else "done"

    @property
    def pressing(self) -> tuple[FindingView, ...]:
        """What is to be corrected in the manuscript, serious before medium."""
        return self.to_correct("serious") + self.to_correct("medium")

    @property
    def methods_to_confirm(self) -> tuple[ClaimView, ...]:
        return tuple(v for v in self.claims if v.claim.method_needs_human_confirm and v.method_decision is None)

    @property
    def reviewed(self) -> Decision | None:
        return self.index.decision(DecisionKind.REVIEWED, "run")

    @property
    def changed_by_people(self) -> tuple[int, tuple[str, ...]]:
        """How many claims people changed at the checkpoint, and their names; an empty name for who left none."""
        kinds = (DecisionKind.SEVERITY, DecisionKind.SUMMARY, DecisionKind.METHOD)
        changes = [d for d in self.index.decisions.values() if d.kind in kinds and d.subject in self.claim]
        return len({d.subject for d in changes}), tuple(sorted({d.author for d in changes}))


_MATTERS = ("needed", "open", "settled", "optional")


def _outage(view: ReferenceView, note: LookupNote) -> tuple[str, str, str, str]:
    if note.needed:
        matters = "needed"
    elif view.identified:
        matters = "settled"
    else:
        matters = "open" if view.identity == Identity.UNKNOWN.value else "optional"
    return (matters, note.query.registry.value, note.reason.value if note.reason else "", note.setting or "")


def view(snapshot: Snapshot) -> View:
    """The view model of a snapshot. The same for every order of the snapshot's tuples."""
    return View(Index(snapshot))

"""The store as a snapshot: the run's rows with the human's decisions applied, in one total order."""

from state.decision import Decision, DecisionKind
from state.manuscript import Claim, Manuscript, Reference, Strictness
from state.options import RunOptions, sends_text, shown_judge
from state.snapshot import RunInfo, Snapshot, StepName
from state.store.store import Store, utc


def snapshot_of(store: Store, *, language: str | None = None) -> Snapshot:
    """Everything a report may say about the current run. `language` renders in another language than the run's."""
    row = store.run()
    options = RunOptions.model_validate_json(row.options)
    pieces = store.pieces()
    decisions = effective_decisions(store)
    manuscript = with_decisions(store.manuscript(), decisions)
    resolutions = store.resolutions()
    judgments = store.judgments()
    order = {reference.id: n for n, reference in enumerate(manuscript.references)}
    claim_order = {claim.claim_id: n for n, claim in enumerate(manuscript.claims)}
    finished = {step for step, name, _ in pieces if name == "finished"}
    info = RunInfo(
        run_id=store.run_id or "",
        revision=row.revision,
        created=utc(row.created),
        as_of=max((at for _, _, at in pieces), default=utc(row.created)),
        last_step=last_step(finished),
        judge=shown_judge(options.judge),
        second_judge=shown_judge(options.second_judge) if options.second_judge else None,
        language=language or options.language,
        version=options.version,
        waiting_for=waiting_for(
            manuscript, options, decisions, finished, judged_by=frozenset(j.judge for j in judgments.values())
        ),
    )
    return Snapshot(
        run=info,
        manuscript=manuscript,
        resolutions=tuple(sorted(resolutions.values(), key=lambda r: order.get(r.reference_id, len(order)))),
        judgments=tuple(
            sorted((j for j in judgments.values()), key=lambda j: (claim_order.get(j.claim_id, 0), j.claim_id))
        ),
        decisions=decisions,
    )


def last_step(finished: set[str]) -> StepName | None:
    """The last step of an unbroken row of finished steps from A on."""
    last = None
    for step in StepName:
        if step.value not in finished:
            break
        last = step
    return last


def waiting_for(
    manuscript: Manuscript,
    options: RunOptions,
    decisions: tuple[Decision, ...],
    finished: set[str],
    *,
    judged_by: frozenset[str] = frozenset(),
) -> str | None:
    """What the run waits for a human for, derived from what is there (decisions 2.3, 5).

    `judged_by`: the judges of the judgments at hand. A run that is judged waits for no consent, unless another judge
    has been named since.
    """
    kinds = {decision.kind for decision in decisions}
    if manuscript.numbering.mode == "in_doubt":
        return "numbering"
    judged = "B" in finished and "C" in finished
    if options.review and DecisionKind.REVIEWED not in kinds and not judged and "B" not in finished:
        return "review"
    agreed = {d.value for d in decisions if d.kind is DecisionKind.CONSENT}
    judges = [name for name in (options.judge, options.second_judge) if name is not None and sends_text(name)]
    if all(name in agreed for name in judges):
        return None
    return None if judged and judged_by <= {options.judge, "imported"} else "consent"


def effective_decisions(store: Store) -> tuple[Decision, ...]:
    """The decisions that hold now, one per kind and subject, ordered: this revision's, and on claims whose content is
    unchanged since an earlier revision, the earlier ones."""
    by_key = {claim.content_key: claim.claim_id for claim in store.manuscript().claims}
    held: dict[tuple[str, str], Decision] = {}
    for key, decision in store.earlier_decisions():
        if key in by_key:
            subject = by_key[key]
            held[decision.kind.value, subject] = decision.model_copy(update={"subject": subject})
    for decision in store.decisions():
        held[decision.kind.value, decision.subject] = decision
    return tuple(held[key] for key in sorted(held))


def with_decisions(manuscript: Manuscript, decisions: tuple[Decision, ...]) -> Manuscript:
    """References and claims in their order, with the human's severity and summary in place."""
    severity = {d.subject: Strictness(d.value) for d in decisions if d.kind is DecisionKind.SEVERITY}
    summary = {d.subject: d.value for d in decisions if d.kind is DecisionKind.SUMMARY}

    def decided(claim: Claim) -> Claim:
        changes: dict[str, object] = {}
        if claim.claim_id in severity:
            changes["severity"] = severity[claim.claim_id]
        if claim.claim_id in summary:
            changes |= {"claim_summary": summary[claim.claim_id], "summary_by": "human"}
        return claim.model_copy(update=changes) if changes else claim

    return manuscript.model_copy(
        update={
            "references": tuple(sorted(manuscript.references, key=reference_order)),
            "claims": tuple(decided(claim) for claim in manuscript.claims),
        }
    )


def reference_order(reference: Reference) -> tuple[int, int, str]:
    """By number, then those without a number by id."""
    return (0, reference.number, reference.id) if reference.number is not None else (1, 0, reference.id)

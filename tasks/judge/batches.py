"""Batches of claims (V.C1): by reference, Strict first, then what is cited most."""

from collections.abc import Iterable, Sequence

from state.manuscript import Reference, Strictness
from state.words import content_hash
from tasks.judge.cases import Batch, ClaimCase

MOST_REFERENCES = 10
MOST_CLAIMS = 30
ALONE_ABOVE = 15
"""A reference with more claims than this is a batch of its own."""
_RANK = {Strictness.STRICT: 0, Strictness.STANDARD: 1, Strictness.LENIENT: 2}


def plan_batches(cases: Iterable[ClaimCase]) -> tuple[Batch, ...]:
    """The batches of step C in the order they are judged. Cases that are not judgeable are left out.

    References are ordered by their strictest claim, then by how often they are cited, then by number and id; a batch
    holds at most 10 references or 30 claims. Claims keep their order within a reference. Input order of references does
    not matter.
    """
    groups: dict[str, list[ClaimCase]] = {}
    for case in cases:
        if case.is_judgeable:
            groups.setdefault(case.reference.id, []).append(case)
    for group in groups.values():
        group.sort(key=lambda case: (_RANK[case.claim.severity], _ordinal(case)))
    batches: list[list[ClaimCase]] = []
    filling: list[list[ClaimCase]] = []
    for group in sorted(groups.values(), key=_order):
        if len(group) > ALONE_ABOVE:
            batches.append(group)
            continue
        if len(filling) == MOST_REFERENCES or _claims(filling) + len(group) > MOST_CLAIMS:
            batches.append([case for held in filling for case in held])
            filling = []
        filling.append(group)
    if filling:
        batches.append([case for held in filling for case in held])
    return tuple(_batch(batch) for batch in batches)


def _batch(cases: Sequence[ClaimCase]) -> Batch:
    identity = [[case.claim.claim_id, case.claim.content_key, case.resolution.evidence.key] for case in cases]
    return Batch(name=content_hash("batch", identity), cases=tuple(cases))


def _claims(groups: Sequence[Sequence[ClaimCase]]) -> int:
    return sum(len(group) for group in groups)


def _order(group: Sequence[ClaimCase]) -> tuple[int, int, tuple[int, str]]:
    return min(_RANK[case.claim.severity] for case in group), -len(group), _place(group[0].reference)


def _place(reference: Reference) -> tuple[int, str]:
    return (reference.number if reference.number is not None else 10**9), reference.id


def _ordinal(case: ClaimCase) -> tuple[int, str]:
    ordinal = case.claim.claim_id.rpartition("_")[2]
    return (int(ordinal) if ordinal.isascii() and ordinal.isdigit() else 0), case.claim.claim_id

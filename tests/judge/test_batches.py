"""Batches of claims (V.C1)."""

import random

from hypothesis import given
from hypothesis import strategies as st

from state.manuscript import Strictness
from state.resolution import Identity
from tasks.judge import plan_batches
from tasks.judge.cases import ClaimCase
from tests.judge.making import make_case, make_claim


def _reference(number: int, severities: list[Strictness]) -> list[ClaimCase]:
    return [
        make_case(make_claim(claim_id=f"C{number:03}_{n:03}", severity=severity))
        for n, severity in enumerate(severities, start=1)
    ]


STRICT, STANDARD, LENIENT = Strictness.STRICT, Strictness.STANDARD, Strictness.LENIENT


def _ids(cases: list[ClaimCase]) -> list[list[str]]:
    return [[case.claim.claim_id for case in batch.cases] for batch in plan_batches(cases)]


def test_the_strictest_reference_comes_first_then_the_most_cited_then_the_lowest_number() -> None:
    cases = [
        *_reference(1, [LENIENT]),
        *_reference(2, [STANDARD, STANDARD]),
        *_reference(3, [STRICT]),
        *_reference(4, [LENIENT, STRICT]),
        *_reference(5, [STANDARD, STANDARD]),
    ]
    assert _ids(cases) == [
        ["C004_002", "C004_001", "C003_001", "C002_001", "C002_002", "C005_001", "C005_002", "C001_001"]
    ]


def test_a_batch_has_at_most_ten_references() -> None:
    cases = [case for number in range(1, 24) for case in _reference(number, [STRICT])]
    assert [len(batch) for batch in _ids(cases)] == [10, 10, 3]


def test_a_batch_has_at_most_thirty_claims_and_never_splits_a_reference() -> None:
    cases = [case for number in range(1, 5) for case in _reference(number, [STRICT] * 12)]
    assert [len(batch) for batch in _ids(cases)] == [24, 24]


def test_a_reference_with_more_than_fifteen_claims_is_alone() -> None:
    cases = [*_reference(1, [STRICT] * 16), *_reference(2, [STRICT] * 15), *_reference(3, [STRICT])]
    assert [len(batch) for batch in _ids(cases)] == [16, 16]


def test_a_wrong_work_and_an_unresolved_one_are_left_out() -> None:
    wrong = make_case(make_claim(), identity=Identity.OTHER_EXISTS)
    unknown = make_case(make_claim(claim_id="C002_001"), identity=Identity.UNKNOWN)
    assert plan_batches([wrong, unknown]) == ()


@given(st.lists(st.lists(st.sampled_from(Strictness), min_size=1, max_size=20), max_size=15), st.randoms())
def test_every_claim_is_in_one_batch_whatever_the_order(
    references: list[list[Strictness]], chance: random.Random
) -> None:
    cases = [case for number, severities in enumerate(references, 1) for case in _reference(number, severities)]
    shuffled = list(cases)
    chance.shuffle(shuffled)
    batches = plan_batches(cases)
    assert plan_batches(shuffled) == batches
    assert sorted(c.claim.claim_id for b in batches for c in b.cases) == sorted(c.claim.claim_id for c in cases)
    for batch in batches:
        references_in = {case.reference.id for case in batch.cases}
        assert len(references_in) == 1 or (len(references_in) <= 10 and len(batch.cases) <= 30)

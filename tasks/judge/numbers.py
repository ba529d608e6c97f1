"""The numeric check: by code, not by a model (decisions 3 "Numbers")."""

from collections.abc import Sequence
from functools import lru_cache

from state.judgment import NumericCheck
from state.manuscript import Claim, Strictness
from tasks.language.agreement import Agreement, agreement
from tasks.language.numbers import Number, find_numbers, parse_number


def number_check(claim: Claim, evidence: str) -> tuple[NumericCheck, str]:
    """Whether every number of a Strict claim stands in the evidence, and a note on those that do not, or only nearly.

    N/A for any other claim. The note holds codes with values, joined by `; `: `within_5_percent:28.4%~28%` (source's
    first), `not_found:31%`, `unreadable:XY` for a listed value that is no number. One missing value is NUM_MISS; its
    note then says of the others, apart, that they were found: `not_found:31%; found:2,140`.
    """
    if claim.severity is not Strictness.STRICT or not claim.has_numeric:
        return NumericCheck.NOT_APPLICABLE, ""
    sources = _numbers_of(evidence)
    missing: list[str] = []
    near: list[str] = []
    there: list[str] = []
    for printed, number in _claimed(claim):
        if number is None:
            missing.append(f"unreadable:{_one_line(printed)}")
            continue
        best, source = _best(number, sources)
        if best is Agreement.NONE:
            missing.append(f"not_found:{_one_line(printed)}")
        elif best is Agreement.NEAR and source is not None:
            near.append(f"within_5_percent:{_one_line(source.printed)}~{_one_line(printed)}")
        else:
            there.append(f"found:{_one_line(printed)}")
    if missing:
        return NumericCheck.MISS, "; ".join([*missing, *near, *there])
    return NumericCheck.OK, "; ".join(near)


@lru_cache(maxsize=64)
def _numbers_of(evidence: str) -> tuple[Number, ...]:
    return find_numbers(evidence, every=True)


def _claimed(claim: Claim) -> list[tuple[str, Number | None]]:
    """The claim's listed numbers, read where they stand in the scope (so that a p-value is known as one)."""
    in_place = _in_scope(claim)
    listed = claim.numeric_values or tuple(number.printed for number in in_place)
    by_print = {_folded(number.printed): number for number in reversed(in_place)}
    return [(printed, by_print.get(_folded(printed)) or parse_number(printed)) for printed in listed]


def _in_scope(claim: Claim) -> list[Number]:
    found = find_numbers(claim.context_raw, skip=(claim.marker,))
    return [number for number in found if any(start <= number.start < end for start, end in claim.scope)]


def _folded(printed: str) -> str:
    return "".join(printed.split())


def _one_line(printed: str) -> str:
    return " ".join(printed.replace(";", ",").split())


def _best(number: Number, sources: Sequence[Number]) -> tuple[Agreement, Number | None]:
    """The best agreement; among near ones the closest value, then the first."""
    best: tuple[Agreement, Number | None] = (Agreement.NONE, None)
    for source in sources:
        found = agreement(number, source)
        if found is Agreement.EQUAL:
            return found, source
        closer = best[1] is None or abs(source.value - number.value) < abs(best[1].value - number.value)
        if found > best[0] or (found is Agreement.NEAR and closer):
            best = (found, source)
    return best

"""Step C: claims and their evidence become judgments."""

from tasks.judge.batches import plan_batches
from tasks.judge.cases import Batch, ClaimCase
from tasks.judge.judging import judge_claims
from tasks.judge.numbers import number_check
from tasks.judge.prompts import rubric_version
from tasks.judge.quotations import quotations_hold

__all__ = [
    "Batch",
    "ClaimCase",
    "judge_claims",
    "number_check",
    "plan_batches",
    "quotations_hold",
    "rubric_version",
]

import tomllib
from pathlib import Path
from typing import Any

import pytest

from reports.findings import exit_code, findings
from state.decision import Decision, DecisionKind
from state.errors import UserError
from state.judgment import Confidence, Undecided, Verdict
from state.lookup import QueryKind, RegistryName, UnavailableReason
from state.manuscript import Completeness, Manuscript, Numbering, Section, SectionKind, Template
from state.resolution import Discrepancy, Field, Identity
from state.snapshot import RunInfo, Snapshot, StepName
from tests.reports.sample import AT, Builder, note, record, ref, resolve

CASES = tomllib.loads((Path(__file__).parents[1] / "contract" / "exit_codes.toml").read_text("utf-8"))["case"]


def built(has: list[str]) -> Snapshot:
    """A clean run of one reference and one confirmed claim, and what `has` asks for besides."""
    reference = ref("en", 1)
    b = Builder("en")
    claim = b.one(1, "background", Template.BACKGROUND)
    verdict: Verdict | None = Verdict.PASS
    said: dict[str, Any] = {}
    resolved: dict[str, Any] = {}
    decisions = []
    if "serious" in has:
        verdict = Verdict.FAIL
    if "medium" in has:
        verdict = Verdict.PARTIAL_A
    if "minor" in has:
        resolved["discrepancies"] = (
            Discrepancy(field=Field.YEAR, printed="2001", recorded="2002", registry=RegistryName.PUBMED),
        )
    if "conflict" in has:
        said |= {"conflict": True, "cv_verdict": Verdict.PASS}
        verdict = Verdict.FAIL
    if "undecided" in has:
        verdict, said["undecided"] = None, Undecided.CANNOT_TELL
    if "preliminary" in has:
        said["confidence"] = Confidence.PRELIMINARY
    if "judge_unavailable" in has:
        verdict, said["undecided"] = None, Undecided.UNAVAILABLE
    if "human_settled" in has:
        decisions.append(Decision(kind=DecisionKind.VERDICT, subject=claim.claim_id, value="PASS", at=AT))
    outage = {"outcome": "unavailable", "reason": UnavailableReason.TIMEOUT}
    if "unneeded_outage" in has:
        resolved["lookups"] = (note(RegistryName.CROSSREF, QueryKind.DOI, "10.1/x", **outage),)
    resolution = resolve(reference, record=record(reference), **resolved)
    if "reference_unavailable" in has:
        asked = note(RegistryName.PUBMED, QueryKind.PMID, "1", needed=True, **outage)
        resolution = resolve(reference, Identity.UNKNOWN, lookups=(asked,))
        if "serious" in has:
            b.claims[0] = claim
    b.judge(claim, verdict, "reasons", **said)
    waiting = next((name.partition("_")[2] for name in has if name.startswith("waiting_")), None)
    return Snapshot(
        run=RunInfo(
            run_id="r",
            created=AT,
            as_of=AT,
            last_step=StepName.D,
            judge="scripted:x",
            language="en",
            version="0",
            waiting_for=waiting,
        ),
        manuscript=Manuscript(
            sources=(),
            language="en",
            sections=(
                Section(index=0, heading="Intro", level=1, kind=SectionKind.INTRODUCTION, chapter="Introduction"),
            ),
            references=(reference,),
            citations=tuple(b.citations),
            claims=tuple(b.claims),
            numbering=Numbering(mode="in_doubt" if "numbering_in_doubt" in has else "file"),
            completeness=Completeness(),
        ),
        resolutions=(resolution,),
        judgments=tuple(b.judgments),
        decisions=tuple(decisions),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{'+'.join(c['has']) or 'clean'}-{c['fail_on']}")
def test_a_run_ends_with_the_code_of_the_table(case: dict[str, Any]) -> None:
    assert exit_code(built(case["has"]), case["fail_on"]) == case["code"]


def test_a_clean_run_has_no_findings_at_all() -> None:
    assert findings(built([])) == ()


def test_an_unknown_threshold_is_refused_with_the_choices() -> None:
    with pytest.raises(UserError, match="serious, medium, minor, never"):
        exit_code(built([]), "sometimes")

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import templates
from reports.formats import FORMATS, render, render_all
from reports.terminal import finish_text, status_text
from reports.view import view
from state.errors import UserError
from state.judgment import Confidence, Undecided, Verdict
from state.manuscript import Manuscript, Strictness, Template
from state.resolution import Identity
from state.snapshot import Snapshot, StepName
from tests.reports.sample import Builder, ref, resolve, snapshot

GOLDEN = Path(__file__).parent / "golden"
ROOT = Path(__file__).parents[2]
UPDATE = "UPDATE_GOLDEN"
"""Set to 1 to write the golden files anew; then read them."""


def everything(sample: Snapshot) -> dict[str, bytes]:
    texts = {"status.txt": status_text(sample), "finish.txt": finish_text(sample, "thesis.corrigenda")}
    return render_all(sample) | {name: f"{text}\n".encode() for name, text in texts.items()}


@pytest.mark.parametrize("language", templates.LANGUAGES)
def test_reports_are_those_that_were_reviewed_by_eye(language: str) -> None:
    made = everything(snapshot(language))
    folder = GOLDEN / language
    if os.environ.get(UPDATE):
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in made.items():
            (folder / name).write_bytes(content)
    assert made == {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_same_snapshot_gives_the_same_bytes_in_any_zone_locale_and_hash_order() -> None:
    script = (
        "import hashlib; from tests.reports.sample import snapshot; from tests.reports.test_reports import everything;"
        "made = [sorted(everything(snapshot(name)).items()) for name in ('en', 'zh')];"
        "print(hashlib.sha256(repr(made).encode()).hexdigest())"
    )
    seen = set()
    for zone, locale, seed in (("UTC", "C", "0"), ("Asia/Shanghai", "zh_CN.UTF-8", "1"), ("EST5EDT", "de_DE", "77")):
        environment = os.environ | {"TZ": zone, "LANG": locale, "LC_ALL": locale, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        seen.add(run.stdout)
    assert len(seen) == 1


def shuffled(sample: Snapshot, seed: int) -> Snapshot:
    """The same facts with every tuple whose order means nothing in another order."""
    chance = random.Random(seed)

    def mixed(values: tuple) -> tuple:
        return tuple(chance.sample(values, len(values)))

    m = sample.manuscript
    account = m.completeness.model_copy(
        update={
            name: mixed(getattr(m.completeness, name)) for name in ("gaps", "orphans", "dangling", "broken", "checks")
        }
    )
    manuscript = m.model_copy(
        update={"completeness": account}
        | {name: mixed(getattr(m, name)) for name in ("sections", "references", "citations", "claims")}
    )
    resolutions = tuple(
        r.model_copy(update={n: mixed(getattr(r, n)) for n in ("discrepancies", "notices", "lookups", "candidates")})
        for r in sample.resolutions
    )
    return sample.model_copy(
        update={
            "manuscript": manuscript,
            "resolutions": mixed(resolutions),
            "judgments": mixed(sample.judgments),
            "decisions": mixed(sample.decisions),
        }
    )


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_what_came_in_does_not_matter(seed: int) -> None:
    sample = snapshot("en")
    assert everything(shuffled(sample, seed)) == everything(sample)


outcomes = st.tuples(
    st.sampled_from(list(Strictness)),
    st.sampled_from([*Verdict, *Undecided, "conflict", "unjudged", "dangling"]),
    st.sampled_from(list(Confidence)),
    st.sampled_from([Identity.SAME, Identity.OTHER_EXISTS, Identity.NONE, Identity.UNKNOWN]),
)


def made_of(cases: list[tuple]) -> Snapshot:
    b, references, resolutions = Builder("en"), [], []
    for n, (severity, outcome, confidence, identity) in enumerate(cases, start=1):
        claim = b.one(n, "background", Template.BACKGROUND, severity=severity)
        if outcome != "dangling":
            references.append(ref("en", n))
            resolutions.append(resolve(references[-1], identity))
        if outcome == "conflict":
            b.judge(claim, Verdict.FAIL, "r", conflict=True, cv_verdict=Verdict.PASS)
        elif isinstance(outcome, Verdict):
            b.judge(claim, outcome, "r", confidence=confidence)
        elif isinstance(outcome, Undecided):
            b.judge(claim, None, "r", undecided=outcome)
    sample = snapshot("en")
    manuscript = Manuscript(
        sources=(),
        language="en",
        sections=sample.manuscript.sections,
        references=tuple(references),
        citations=tuple(b.citations),
        claims=tuple(b.claims),
        numbering=sample.manuscript.numbering,
    )
    return sample.model_copy(
        update={"manuscript": manuscript, "resolutions": tuple(resolutions), "judgments": tuple(b.judgments)}
    )


@given(st.lists(outcomes, max_size=12))
@settings(max_examples=60, deadline=None)
def test_totals_add_up_for_any_outcomes(cases: list[tuple]) -> None:
    sample = made_of(cases)
    model = view(sample)
    assert model.totals[-1] == len(cases)
    assert sum(row.total for row in model.rows) == sum(model.totals[:-1]) == len(cases)
    assert sum(n for _, n in model.undecided_reasons) == model.totals[4]
    assert sum(len(row.claims) for chapter in model.chapters for row in chapter.rows) == len(cases)
    assert sum(len(place.claims) for chapter in model.chapters for place in chapter.places) == len(cases)
    table = re.search(rb"\| \*\*Total\*\* \| (.*) \|\n", render("report", sample))
    assert table is not None
    assert [int(n) for n in table[1].split(b" | ")] == list(model.totals)


@pytest.mark.parametrize("language", templates.LANGUAGES)
def test_every_link_leads_somewhere_and_no_anchor_stands_twice(language: str) -> None:
    made = {name: content.decode() for name, content in render_all(snapshot(language)).items()}
    anchors = {name: re.findall(r'<a id="([^"]+)"></a>', text) for name, text in made.items()}
    for name, text in made.items():
        assert len(anchors[name]) == len(set(anchors[name]))
        for file, anchor in re.findall(r"\]\(([a-z_]+\.md)?#([^)]+)\)", text):
            assert anchor in anchors[file or name], (name, file, anchor)


def test_reports_are_rendered_only_after_their_step() -> None:
    sample = snapshot()
    reached = {
        step: set(render_all(sample.model_copy(update={"run": sample.run.model_copy(update={"last_step": step})})))
        for step in StepName
    }
    assert reached[StepName.A] == {"citation_contexts.md"}
    assert reached[StepName.B] == {"citation_contexts.md", "verification_report.md", "backlog.md"}
    assert reached[StepName.C] == reached[StepName.D] == {form.filename for form in FORMATS}
    early = sample.model_copy(update={"run": sample.run.model_copy(update={"last_step": StepName.A})})
    with pytest.raises(UserError, match="resume"):
        render("backlog", early)
    with pytest.raises(UserError, match="choose from report"):
        render("poster", sample)


def test_a_report_after_step_b_says_that_nothing_is_judged_yet() -> None:
    sample = snapshot()
    run = sample.run.model_copy(update={"last_step": StepName.B})
    text = render("report", sample.model_copy(update={"run": run, "judgments": ()})).decode()
    assert "unfinished run (last finished step: B)" in text
    assert "⬜ C: Claims judged 1 of 33" in text  # one by a person


def test_a_run_that_waits_in_step_a_shows_its_contexts_and_says_what_it_waits_for() -> None:
    sample = snapshot()
    run = sample.run.model_copy(update={"last_step": None, "waiting_for": "numbering"})
    waiting = sample.model_copy(update={"run": run, "resolutions": (), "judgments": ()})
    assert set(render_all(waiting)) == {"citation_contexts.md"}
    assert "--numbering file" in status_text(waiting)


def test_the_judge_is_named_and_a_script_says_so_at_the_top() -> None:
    top = render("report", snapshot("en", judge="scripted:demo")).decode().partition("## ")[0]
    assert "scripted:demo" in top
    assert "prepared script" in top


def test_a_models_run_is_not_called_scripted() -> None:
    sample = snapshot("en", judge="openai:some-model")
    judged = tuple(j.model_copy(update={"judge": "openai:some-model"}) for j in sample.judgments)
    text = render("report", sample.model_copy(update={"judgments": judged})).decode()
    assert "prepared script" not in text
    assert "openai:some-model" in text


def test_reports_end_in_one_newline_and_hold_no_carriage_returns() -> None:
    for content in render_all(snapshot()).values():
        assert content.endswith(b"\n")
        assert not content.endswith(b"\n\n")
        assert b"\r" not in content


def test_both_languages_have_the_same_wording_and_nothing_is_empty() -> None:
    english, chinese = templates.wording("en"), templates.wording("zh")
    assert set(english) == set(chinese)
    assert all(english.values())
    assert all(chinese.values())

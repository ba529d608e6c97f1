"""The reports in `content`: golden files, and nothing of what others wrote acts in its target."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from reports.envelope_content import content, json_report, latex, latex_text, markdown
from reports.envelope_rules import validate
from state.envelope import ClaimBody, Envelope, ReferenceBody, typed
from tests.envelope.cases import (
    Json,
    changed,
    claim,
    claims,
    cross_check,
    duplicate,
    duplicate_error,
    put,
    references,
    unfound,
    verdict,
)

GOLDEN = Path(__file__).parent / "golden"
EVIL = "a|b *c* `d` <script> [x](http://e.test) \\input{f} 100% #1 $g_h^i$ ~ {j} & \"k\" --- ''"
WITHDRAWN = verdict(
    "marlowe-2019-lanterns",
    retraction={"checked": True, "retracted": True},
    notes="RETRACTED: do not cite as current evidence; see the notice.",
)
SECOND = changed(duplicate(WITHDRAWN, 2), put("evidence.retraction", None))
MISMATCH = verdict(
    "ostrander-2019-lanterns",
    "metadata_mismatch_author",
    cross_check=cross_check("Lanterns", author=False),
    notes="VERIFY pre-scan flags: author_doi_pair_suspicious.",
    confidence=0.98,
)
MISMATCH["evidence"]["cross_check"]["author"] |= {"parsed": "Ostrander", "resolved": "Marlowe"}
CANDIDATE = {
    "source": "openalex",
    "score": 0.62,
    "title": "Lamps of outer harbours",
    "authors": ["Quill"],
    "year": 2017,
    "doi": None,
    "url": "https://openalex.org/W0000000017",
}
REFERENCES = references(
    WITHDRAWN,
    changed(unfound("ref-2"), put("evidence.candidates", [CANDIDATE])),
    MISMATCH,
    SECOND,
    unfound("ref-5", "fabricated_doi", "doi.org: no such DOI"),
    verdict("quill-2020-tides", abstract_snippet="Tides were read at dusk.", confidence=0.95),
    content="# Retracted references\n",
    errors=(
        duplicate_error(SECOND, "marlowe-2019-lanterns"),
        {"reference_id": None, "stage": "resolve", "reason": "openalex_search_unavailable", "raw": None},
    ),
)
AUDIT = changed(REFERENCES, put("data.task", "bibliography_audit"))
CLAIMS = claims(
    claim("c1"),
    claim("c2", "contradicted")
    | {
        "claim": "No harbour | lit its lanterns.",
        "claim_type": "theoretical",
        "evidence": {"quote": "All did.", "source": None, "notes": "The source says the opposite."},
    },
    task="alignment_audit",
)
TARGETS = {"md": markdown, "tex": latex, "json": json_report}
SAMPLES = {"references": REFERENCES, "audit": AUDIT, "claims": CLAIMS}


def typed_of(raw: Json) -> Envelope[ReferenceBody] | Envelope[ClaimBody]:
    envelope = typed(raw)
    assert isinstance(envelope.data, ReferenceBody | ClaimBody)
    return envelope  # type: ignore[return-value]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_report_is_its_golden_file(sample: str, target: str, language: str) -> None:
    envelope = typed_of(SAMPLES[sample])
    shown = TARGETS[target](envelope.data, envelope.errors, language)
    golden = GOLDEN / f"{sample}.{language}.{target}"
    assert shown == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_samples_are_valid(sample: str) -> None:
    assert validate(SAMPLES[sample]).violations == ()


@pytest.mark.parametrize("output_format", ["markdown", "latex", "json"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_envelope_with_its_report_is_valid(output_format: str, language: str) -> None:
    for sample in SAMPLES.values():
        raw = changed(sample, put("data.output_format", output_format))
        envelope = typed_of(raw)
        put("data.content", content(envelope.data, envelope.errors, language))(raw)
        assert validate(raw).violations == ()


def test_a_report_without_a_format_is_markdown() -> None:
    raw = changed(REFERENCES)
    del raw["data"]["output_format"]
    envelope = typed_of(raw)
    assert content(envelope.data) == markdown(envelope.data)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_retracted_reference_is_never_called_clean_and_neither_is_its_duplicate(language: str) -> None:
    envelope = typed_of(AUDIT)
    shown = markdown(envelope.data, envelope.errors, language)
    retracted, clean, flagged, _, _ = shown.split("\n## ")[1:]
    assert "Retracted references" in retracted
    for name in ("**marlowe-2019-lanterns**", "**marlowe-2019-lanterns-dup2**"):
        assert name in retracted and name in flagged and name not in clean
    assert "quill-2020-tides" in clean and "quill-2020-tides" not in retracted
    told = json.loads(json_report(envelope.data, envelope.errors, language))
    assert told["retracted_references"] == ["marlowe-2019-lanterns", "marlowe-2019-lanterns-dup2"]


def test_nothing_checked_is_said_so() -> None:
    body = typed_of(references()).data
    assert "## References\n\nnone\n" in markdown(body)
    assert "\\subsection*{References}\n\nnone\n" in latex(body)
    assert json.loads(json_report(body))["references"] == []


def evil(text: str) -> Json:
    entry = changed(
        MISMATCH,
        put("reference_id", f"r{text}"),
        put("evidence.parsed.raw", text),
        put("evidence.notes", text),
        put("evidence.resolved.title", text),
        put("evidence.candidates", [{"title": text, "source": text, "url": text}]),
        put("evidence.cross_check.author.parsed", text),
    )
    return references(entry, errors=({"reference_id": text, "reason": text, "raw": text},))


def test_json_keeps_every_character() -> None:
    told = json.loads(json_report(typed_of(evil(EVIL)).data))
    assert told["references"][0]["given"] == EVIL
    assert told["references"][0]["reference_id"] == f"r{EVIL}"


def test_markdown_shows_the_words_and_nothing_more() -> None:
    envelope = typed_of(evil(EVIL))
    html = MarkdownIt("commonmark").enable("table").render(markdown(envelope.data, envelope.errors))
    assert "<script" not in html and "<a " not in html and "<em>" not in html and "<code>" not in html
    assert "[x](http" in html.replace("<!-- -->", "")


def test_a_bar_in_a_claim_does_not_open_a_cell() -> None:
    html = MarkdownIt("commonmark").enable("table").render(markdown(typed_of(CLAIMS).data))
    rows = re.findall("<tr>.*?</tr>", html, re.DOTALL)
    assert {row.count("<td") for row in rows if "No harbour" in row} == {8}


def stripped_latex(text: str) -> str:
    """What is left of escaped text once every escape is taken away."""
    for known in (r"\\text[a-z]+\{\}", r"\\symbol\{34\}", r"\\[#$%&_{}]", r"(?<=[-'])\{\}"):
        text = re.sub(known, "", text)
    return text


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.sampled_from("\\{}$&#^_~%<>|`\"'-[]a \n港"), max_size=30))
def test_no_character_of_latex_is_left_to_act(text: str) -> None:
    shown = latex_text(text)
    assert not re.search(r'[\\{}$&#^_~%<>|`"]', stripped_latex(shown))
    assert "--" not in shown and "''" not in shown
    assert "\n" not in shown


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40))
def test_braces_and_environments_are_closed_whatever_is_written(text: str) -> None:
    envelope = typed_of(evil(text))
    shown = re.sub(r"\\[{}]", "", latex(envelope.data, envelope.errors))
    assert shown.count("{") == shown.count("}")
    assert shown.count(r"\begin{") == shown.count(r"\end{")


RENDERERS: list[Callable[..., str]] = [markdown, latex, json_report]


@pytest.mark.parametrize("render", RENDERERS)
def test_the_same_body_gives_the_same_text(render: Callable[..., str]) -> None:
    envelope = typed_of(REFERENCES)
    assert render(envelope.data, envelope.errors) == render(typed_of(REFERENCES).data, envelope.errors)

from dataclasses import dataclass
from decimal import Decimal

from reports.terminal import consent_text, finish_text, status_text
from tests.reports.sample import snapshot


@dataclass
class Estimate:
    claims: int = 275
    calls_low: int = 275
    calls_high: int = 413
    input_tokens: int = 300_000
    output_tokens: int = 60_000
    cost_low: Decimal | None = Decimal("0.52")
    cost_high: Decimal | None = Decimal("0.78")
    destination: str | None = "api.example.org"
    model: str = "some-model"
    sample_text: str = "A sentence\x1b[31m of mine."


def test_consent_names_host_calls_cost_and_a_sample() -> None:
    text = consent_text(Estimate(), "en")
    for part in ("api.example.org", "some-model", "275 to 413", "0.52 to 0.78 US dollars", "A sentence[31m of mine."):
        assert part in text


def test_an_unknown_price_is_not_called_free() -> None:
    text = consent_text(Estimate(cost_low=None, cost_high=None), "zh")
    assert "价格未知" in text
    assert "0.00" not in text


def test_the_end_lists_at_most_ten_things_and_every_report() -> None:
    text = finish_text(snapshot(), "thesis.corrigenda", ("a note",))
    assert "  10. " in text
    assert "  11. " not in text
    assert "more in verification_report.md" in text
    for part in ("verification_report.md", "backlog.md", "a note", "thesis.corrigenda"):
        assert part in text


def test_status_names_what_could_not_be_asked_and_what_comes_next() -> None:
    text = status_text(snapshot())
    assert "PubMed: too many requests - [14]" in text
    assert "corrigenda resume" in text

"""What only one record says against the print is no mismatch while a registry that may agree is silent."""

import pytest

from reports.envelope_outcome import depends_on_outage
from state.lookup import RegistryName
from state.resolution import Discrepancy, Field, Identity, Resolution
from tests.envelope.outcome_cases import notes, printed, resolved, verdict

AGREES = {Field.YEAR: "year_agrees", Field.FIRST_AUTHOR: "author_agrees"}


def differing(field: Field, **more: tuple[RegistryName, ...]) -> Resolution:
    values = {"field": field, "printed": "2018", "recorded": "2011", "registry": RegistryName.CROSSREF}
    found = Discrepancy.model_validate(values | more)
    return resolved(Identity.SAME, **{AGREES[field]: False}, discrepancies=(found,))


@pytest.mark.parametrize("field", AGREES)
def test_it_is_half_support_and_waits_for_the_silent_registry(field: Field) -> None:
    waiting = differing(field, unasked=(RegistryName.OPENALEX,))
    assert verdict(printed(), waiting) == "partially_supported"
    assert "could not be asked" in notes(printed(), waiting)
    assert depends_on_outage(waiting)


@pytest.mark.parametrize("field", AGREES)
def test_it_is_a_mismatch_when_all_have_answered(field: Field) -> None:
    assert verdict(printed(), differing(field)).startswith("metadata_mismatch")
    assert not depends_on_outage(differing(field))


def test_a_registry_that_agrees_settles_it_whoever_is_silent() -> None:
    agreed = differing(Field.YEAR, agreed_by=(RegistryName.PUBMED,), unasked=(RegistryName.OPENALEX,))
    assert verdict(printed(), agreed) == "partially_supported"
    assert not depends_on_outage(agreed)

"""CSL-YAML bibliographies, as Pandoc and Quarto take them."""

import pytest

from state.errors import ManuscriptError
from tasks.readers.records.csl_yaml import CslYamlReader

TEXT = """references:
- id: vogel2019
  type: article-journal
  title: Hearing in barn owls at night
  author:
  - family: Vogel
    given: Karl
  container-title: Journal of Tests
  issued:
    year: 2019
  DOI: 10.1234/owls
- id: aalto2021
  type: book
  title: Migration of eels
  author:
  - family: Aalto
    given: Jo
  issued: 2021
"""


@pytest.mark.parametrize("text", [TEXT, TEXT.removeprefix("references:\n")])
def test_items_are_references(text: str) -> None:
    found = CslYamlReader().read("refs.yaml", text.encode())
    assert [(one.id, one.first_author, one.year, one.doi) for one in found.references] == [
        ("vogel2019", "Vogel", 2019, "10.1234/owls"),
        ("aalto2021", "Aalto", 2021, None),
    ]
    assert found.references[0].journal == "Journal of Tests"
    assert [one.line for one in found.references] == ([2, 12] if text == TEXT else [1, 11])


@pytest.mark.parametrize("text", ["a: [1, 2", "title: nothing", "a: &x [1]\nb: *x\n", "[" * 5000])
def test_what_is_no_list_of_references_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ManuscriptError) as caught:
        CslYamlReader().read("refs.yaml", text.encode())
    assert "\n" not in str(caught.value)

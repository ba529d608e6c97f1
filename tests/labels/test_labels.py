"""Real files, where they are at hand, hold the citations that a person saw in them."""

from pathlib import Path

import pytest

from benchmarks.labelled import Label, _compare, check, labels

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
LABELS = labels()


def test_labels_name_works_and_no_text() -> None:
    assert len(LABELS) >= 10
    for label in LABELS:
        assert label.citations, label.name
        assert all(works for _, works in label.citations), label.name
        assert not any(" " in work for _, works in label.citations for work in works), label.name


def test_what_stands_in_one_alone_is_missed_or_wrong() -> None:
    gold = [(1, "1"), (1, "2"), (3, "3")]
    assert _compare(gold, gold) == (3, [], [])
    assert _compare(gold, [(1, "1"), (3, "3"), (4, "9")]) == (2, [(1, "2")], [(4, "9")])
    assert _compare(gold, []) == (0, gold, [])
    assert _compare([], gold) == (0, [], gold)


@pytest.mark.skipif(not DATA.is_dir(), reason="the third-party files (../shared/data) are not here")
@pytest.mark.parametrize("label", LABELS, ids=lambda label: label.name)
def test_a_real_file_has_the_citations_a_person_saw(label: Label) -> None:
    found = check(label, DATA)
    assert (found.missed, found.wrong) == (0, 0), found.faults
    assert found.right == len(label.tokens)

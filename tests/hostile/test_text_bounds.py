"""How many lines a plain text may have."""

import pytest

from state.errors import ManuscriptError
from tasks.readers.plain import MAX_LINES, PlainReader


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_text_of_more_lines_than_any_thesis_has_is_refused(end: str) -> None:
    with pytest.raises(ManuscriptError, match=r"thesis\.txt: refused, [\d,]+ lines \(at most 400,000\)"):
        PlainReader().read("thesis.txt", end.encode() * (MAX_LINES + 1))


def test_as_many_lines_as_allowed_are_read() -> None:
    content = b"Corals grow.\r\n" + b"\r\n" * (MAX_LINES - 2) + b"Larvae settle."
    assert [(p.text, p.line) for p in PlainReader().read("thesis.txt", content).paragraphs] == [
        ("Corals grow.", 1),
        ("Larvae settle.", MAX_LINES),
    ]

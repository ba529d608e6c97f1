"""Plain text that was broken by hand into short lines: a line end within a citation marker is white space."""

import pytest

from tasks.readers.plain import PlainReader


def paragraphs(text: str) -> list[str]:
    return [paragraph.text for paragraph in PlainReader().read("a.txt", text.encode()).paragraphs]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rivers run [1,\n2].\nClouds.", ["Rivers run [1, 2].", "Clouds."]),
        ("Rivers run [1-\n3].", ["Rivers run [1-3]."]),
        ("Rivers run (Smith,\n2019).\nClouds.", ["Rivers run (Smith, 2019).", "Clouds."]),
        ("Rivers run (Smith et\nal., 2019).", ["Rivers run (Smith et al., 2019)."]),
        ("As Smith\n(2019) said.", ["As Smith (2019) said."]),
        ("As Smith et al.\n(2019) said.", ["As Smith et al. (2019) said."]),
        ("河流（王伟，\n2020）很长。", ["河流（王伟， 2020）很长。"]),
    ],
)
def test_a_line_end_within_a_marker_is_white_space(text: str, expected: list[str]) -> None:
    assert paragraphs(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Rivers run (and\nclouds fly) by.",
        "Rivers (\nClouds",
        "Rivers [1]\n[2] Clouds",
        "[1] Smith J. Rivers (2019\n[2] Jones J. Clouds (2018)",
        "Rivers of old\n(2019) was a year.",
        "Rivers [1,\n\n2] clouds",
    ],
)
def test_other_lines_stay_apart(text: str) -> None:
    assert paragraphs(text) == [line for line in text.split("\n") if line]

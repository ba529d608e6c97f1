"""Real Word files, where they are at hand: step A finds the citation markers that a person counted in them."""

import hashlib
import tomllib
from pathlib import Path
from typing import Any

import pytest

from state.manuscript import Source, SourceRole
from tasks.parse import read_manuscript
from tasks.readers.word.reader import DocxReader

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data"
COUNTS: list[dict[str, Any]] = tomllib.loads((ROOT / "tests" / "readers" / "expected_counts.toml").read_text("utf-8"))[
    "docx"
]

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the third-party files (../shared/data) are not here")


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: Path(count["path"]).stem)
def test_a_word_file_has_the_markers_a_person_sees(count: dict[str, Any]) -> None:
    content = (DATA / count["path"]).read_bytes()
    source = Source(
        name="a.docx", role=SourceRole.MANUSCRIPT, format="docx", sha256=hashlib.sha256(content).hexdigest()
    )
    read = read_manuscript([(source, DocxReader().read("a.docx", content))], [], numbering=None)
    assert len(read.citations) == read.completeness.markers == count["markers"]

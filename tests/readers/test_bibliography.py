"""Which format a bibliography is in: told by its content, whatever its name says, and never an error."""

import pathlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from tasks.readers.bibliography import READERS, bibliography_format

DATA = pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "data"

SAMPLES = {
    "bib": "% a library\n@article{k,\n title = {T},\n}\n",
    "ris": "Provider: somebody\n\nTY  - JOUR\nTI  - T\nER  - \n",
    "nbib": "\nPMID- 123\nOWN - NLM\nTI  - T\n",
    "csl-yaml": "references:\n- id: doe\n  title: T\n  author:\n  - family: Doe\n",
    "csl-json": '[{"id": "a", "type": "book", "title": "T"}]',
    "endnote-xml": '<xml><records><record><ref-type name="Book">6</ref-type></record></records></xml>',
    "pubmed-xml": '<?xml version="1.0"?>\n<PubmedArticleSet><PubmedArticle></PubmedArticle></PubmedArticleSet>',
    "wos": "FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Doe, J\nTI T\nER\n",
    "refworks": "RT Journal Article\nSR 1\nA1 Doe, J\nT1 T\n",
    "refer": "%0 Journal Article\n%A Doe, J\n%T T\n",
}


@pytest.mark.parametrize("name", ["a.txt", "a.nbib", "a.xml", "a.json", "a.bib", "a.ris", "a", "a.doc"])
@pytest.mark.parametrize("format_name", SAMPLES)
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_the_content_decides_whatever_the_name(format_name: str, name: str, codec: str) -> None:
    found = bibliography_format(name, SAMPLES[format_name].replace("\n", "\r\n").encode(codec))
    assert found is not None and found.name == format_name


def test_every_reader_is_found_by_a_sample() -> None:
    assert {reader.name for reader in READERS} == set(SAMPLES)


@pytest.mark.parametrize(
    ("name", "text", "format_name"),
    [
        ("a.bib", "", "bib"), ("a.RIS", "nothing", "ris"), ("a.nbib", "", "nbib"), ("a.xml", "<html/>", None),
        ("a.json", '{"a": 1}', None), ("a.txt", "One sentence. mail@example.org", None), ("a.txt", "", None),
        ("a.txt", "TI  - T\nAU  - Doe, J\nPY  - 2019\n", "ris"), ("a.txt", "TI  - T\nFAU - Doe, J\n", "nbib"),
        ("a.md", "Text with @key and\n\n@misc is no entry\n", None), ("a.txt", "See [1].\nPT J is a size.\n", None),
        ("a.txt", "A sentence of the manuscript [1].\n" * 200 + "@article{k,\n title = {T}}\n", None),
        ("a.bib", "% a comment\n" * 1000 + "@article{k,\n title = {T}}\n", "bib"),
        ("a.xml", "<records><record><titles><title>T</title></titles></record></records>", "endnote-xml"),
        ("a.json", '[{"itemType": "book", "title": "T"}]', "csl-json"),
        ("apa.csl", '<?xml version="1.0"?><style xmlns="http://purl.org/net/xbiblio/csl"></style>', None),
        ("a.xml", "<mods><record/></mods>", None), ("a.txt", "@doe2019{x}", None),
    ],
)  # fmt: skip
def test_what_has_no_sign_is_told_by_its_suffix_or_not_at_all(name: str, text: str, format_name: str | None) -> None:
    found = bibliography_format(name, text.encode())
    assert (None if found is None else found.name) == format_name


@settings(deadline=None, max_examples=150)
@given(st.binary(max_size=200), st.sampled_from(["a", "a.txt", "a.xml", "a.json", ".bib", ""]))
def test_any_bytes_are_safe(content: bytes, name: str) -> None:
    reader = bibliography_format(name, content)
    if reader is not None:
        try:
            reader.read(name, content)
        except ManuscriptError as error:
            assert "\n" not in str(error)


FOLDERS = ("bib", "ris", "nbib", "jabref", "zotero_translators", "same_library_three_ways")


@pytest.mark.skipif(not DATA.is_dir(), reason="the third-party files (../shared/data) are not here")
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_real_file_is_read_refused_or_unknown_and_every_record_accounted_for(folder: str) -> None:
    files = [path for path in sorted((DATA / "references" / folder).rglob("*")) if path.is_file()]
    known = 0
    for path in files:
        content = path.read_bytes()
        reader = bibliography_format(path.name, content)
        if reader is None or path.name.endswith(".expected.json"):
            continue
        known += 1
        try:
            found = reader.read(path.name, content)
        except ManuscriptError as error:
            assert "\n" not in str(error), path
            continue
        ids = [item.id for item in found.references]
        assert len(ids) == len(set(ids)), path
        begun = _begun(reader.name, content)
        if begun is not None:
            lines = {item.line for item in found.references}
            lost = {item.line for item in found.broken if item.reason == "unparsed"} - lines
            assert begun == len(found.references) + len(lost), path
    assert known >= {"nbib": 5, "ris": 36, "zotero_translators": 40}.get(folder, 2)


def _begun(format_name: str, content: bytes) -> int | None:
    """How many records begin in a file, counted by their first tags; None where some have none or text has them."""
    signs = {
        "ris": rb"(?m)^\s*TY +-(?: |$)", "nbib": rb"(?m)^PMID- ?\d", "endnote-xml": rb"<record>", "wos": rb"(?m)^PT ",
        "pubmed-xml": rb"<Pubmed(?:Book)?Article>",
    }  # fmt: skip
    sign = signs.get(format_name)
    plain = content.replace(b"\r", b"\n").removeprefix(b"\xef\xbb\xbf")
    return None if sign is None else len(re.findall(sign, plain)) or None

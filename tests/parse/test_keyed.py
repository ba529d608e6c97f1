"""Citations by the format's own word: fields, cite commands, links into the list."""

import re

from state.lookup import Author
from state.manuscript import Manuscript, Reference, Source, SourceRole
from tasks.parse import read_manuscript
from tasks.readers.contract import Mark, MarkKind, Paragraph, Reading, Target
from tests.parse.building import bibliography, entry

_CITED = re.compile(r"\{(?P<printed>[^{}|]*)\|(?P<keys>[^{}]*)\}")


def paragraph(text: str, kind: MarkKind = MarkKind.CITATION, **more: object) -> Paragraph:
    """`{[1]|a,b}` is a citation that prints `[1]` and points to a and b."""
    marks, plain, position = [], "", 0
    for match in _CITED.finditer(text):
        plain += text[position : match.start()]
        start, keys = len(plain), match["keys"].split(",")
        plain += match["printed"]
        payload = f"#{keys[0]}" if kind is MarkKind.LINK else ""
        targets = () if kind is MarkKind.LINK else tuple(Target(key=key) for key in keys)
        marks.append(Mark(start=start, end=len(plain), kind=kind, payload=payload, targets=targets))
        position = match.end()
    return Paragraph(text=plain + text[position:], line=0, marks=tuple(marks)).model_copy(update=more)


def heading(text: str) -> Paragraph:
    return Paragraph(text=text, line=0, heading_level=1)


def read(
    *paragraphs: Paragraph,
    bib: tuple[Reference, ...] | None = None,
    embedded: tuple[Reference, ...] = (),
    uncited: tuple[str, ...] = (),
    form: str = "docx",
) -> Manuscript:
    numbered = tuple(one.model_copy(update={"line": line}) for line, one in enumerate(paragraphs, 1))
    source = Source(name=f"thesis.{form}", role=SourceRole.MANUSCRIPT, format=form, sha256="0" * 64)
    reading = Reading(format=form, paragraphs=numbered, references=embedded, uncited=uncited)
    return read_manuscript([(source, reading)], [bibliography(*bib)] if bib is not None else [], numbering=None)


def cited(manuscript: Manuscript) -> list[tuple[str, ...]]:
    return [citation.reference_ids for citation in manuscript.citations]


def work(key: str, family: str, title: str, year: int = 2019, **more: object) -> Reference:
    raw = f"{family} J. {title}. J Test. {year};1:1-9."
    given = Reference(id=key, title=title, authors=(Author(family=family, given="J"),), year=year, raw=raw)
    return given.model_copy(update=more)


OWL = work("u/owl", "Vogel", "Hearing in barn owls at night")
EEL = work("u/eel", "Aalto", "Migration of eels through cold straits", 2021)
BAT = work("u/bat", "Fleder", "Echoes of bats in narrow caves", 2018)
LIST = (
    heading("References"),
    Paragraph(text="1. Aalto J. Migration of eels through cold straits. J Test. 2021;1:1-9.", line=0),
    Paragraph(text="2. Fleder J. Echoes of bats in narrow caves. J Test. 2018;1:1-9.", line=0),
    Paragraph(text="3. Vogel J. Hearing in barn owls at night. J Test. 2019;1:1-9.", line=0),
)


def test_cite_keys_are_entries_of_the_bibliography() -> None:
    found = read(
        heading("Introduction"),
        paragraph("Owls hear well {[vogel; aalto]|vogel,aalto}. Eels swim {[aalto]|aalto}."),
        bib=(entry("vogel"), entry("aalto"), entry("never")),
        form="latex",
    )
    assert cited(found) == [("vogel", "aalto"), ("aalto",)]
    assert [reference.id for reference in found.references] == ["vogel", "aalto"]
    assert found.numbering.mode == "key"
    assert [claim.claim_id for claim in found.claims] == ["Cvogel_001", "Caalto_001", "Caalto_002"]
    assert found.completeness.orphans == ()
    assert "uncited_library_entries=1" in found.completeness.warnings


def test_a_key_that_nothing_has_dangles() -> None:
    found = read(paragraph("Owls {[x]|missing} hear {[v]|vogel}."), bib=(entry("vogel"),), form="latex")
    assert found.completeness.dangling == ("missing",)


def test_nocite_lists_an_entry_on_purpose() -> None:
    some = read(paragraph("Owls {[v]|vogel}."), bib=(entry("vogel"), entry("b"), entry("c")), uncited=("b",))
    assert [reference.id for reference in some.references] == ["vogel", "b"]
    every = read(paragraph("Owls {[v]|vogel}."), bib=(entry("vogel"), entry("b"), entry("c")), uncited=("*",))
    assert [reference.id for reference in every.references] == ["vogel", "b", "c"]
    assert some.completeness.orphans == every.completeness.orphans == ()


def test_the_entries_of_a_bibliography_environment_are_named_by_their_keys() -> None:
    found = read(
        heading("Introduction"),
        paragraph("Owls hear well {[owl]|owl}; eels do not {[eel]|eel}."),
        heading("References"),
        Paragraph(text=EEL.raw, line=0, listed=True, anchors=("eel",)),
        Paragraph(text=OWL.raw, line=0, listed=True, anchors=("owl",)),
        form="latex",
    )
    assert cited(found) == [("owl",), ("eel",)]
    assert {reference.id: reference.first_author for reference in found.references} == {"eel": "Aalto", "owl": "Vogel"}


def test_a_field_names_the_work_whatever_number_it_prints() -> None:
    found = read(
        heading("Introduction"),
        paragraph("Owls hear well {[2]|u/owl}. All three are known {[1-3]|u/eel,u/bat,u/owl}."),
        *LIST,
        embedded=(OWL, EEL, BAT),
    )
    assert cited(found) == [("3",), ("1", "2", "3")]
    assert [(one.id, one.title) for one in found.references] == [("1", EEL.title), ("2", BAT.title), ("3", OWL.title)]
    assert [one.listed is not None for one in found.references] == [True, True, True]


def test_a_printed_number_matches_what_neither_title_nor_identifier_does() -> None:
    other = work("u/owl", "Vogel", "Nothing like the title in the list below", 2019)
    found = read(
        heading("Introduction"), paragraph("Owls {[3]|u/owl}, eels {[1]|u/eel}."), *LIST, embedded=(other, EEL)
    )
    assert cited(found) == [("3",), ("1",)]
    assert next(one for one in found.references if one.id == "3").title == other.title


def test_fields_without_a_list_keep_the_numbers_they_print() -> None:
    found = read(
        paragraph("Owls {[1]|u/owl}, eels and bats {[2,3]|u/bat,u/eel}, bats {[3]|u/bat}."), embedded=(OWL, EEL, BAT)
    )
    assert cited(found) == [("1",), ("3", "2"), ("3",)]
    assert {one.id: one.title for one in found.references} == {"1": OWL.title, "2": EEL.title, "3": BAT.title}


def test_fields_that_print_names_give_their_works_names_to_read() -> None:
    found = read(paragraph("Owls {(Vogel, 2019)|u/owl} and eels {(Aalto, 2021)|u/eel}."), embedded=(OWL, EEL))
    assert cited(found) == [("vogel2019",), ("aalto2021",)]
    assert [one.key for one in found.references] == [None, None]


def test_an_embedded_work_that_the_bibliography_has_is_that_entry() -> None:
    owl = entry("vogel19", "Vogel", 2019, title=OWL.title or "")
    found = read(paragraph("Owls {(Vogel, 2019)|u/owl}."), embedded=(OWL,), bib=(owl,))
    assert cited(found) == [("vogel19",)]
    assert len(found.references) == 1


def test_a_reference_to_an_automatically_numbered_entry_is_its_number() -> None:
    listed = [
        Paragraph(text=one.raw, line=0, list_number=f"{n}.", anchors=(f"_Ref{n}",))
        for n, one in enumerate((EEL, BAT, OWL), 1)
    ]
    found = read(
        Paragraph(text="Introduction", line=0, heading_level=1, anchors=("_Toc1",)),
        paragraph("Owls [{9|_Ref3}] hear, all of them [{1|_Ref1}–{7|_Ref3}] do, and so [{2|_Ref2}, 3]. See {1|_Toc1}."),
        heading("References"),
        *listed,
    )
    assert cited(found) == [("3",), ("1", "2", "3"), ("2", "3")]


def test_a_link_into_the_list_is_a_citation_and_one_elsewhere_is_none() -> None:
    found = read(
        heading("Introduction"),
        paragraph("Owls {Vogel 2019|r2} hear; see {Section 2|s2}.", MarkKind.LINK),
        Paragraph(text="Methods", line=0, heading_level=1, anchors=("s2",)),
        paragraph("Nothing is cited here."),
        heading("References"),
        Paragraph(text=EEL.raw, line=0, anchors=("r1",)),
        Paragraph(text=OWL.raw, line=0, anchors=("r2",)),
        Paragraph(text=BAT.raw, line=0, anchors=("r3",)),
        form="html",
    )
    assert cited(found) == [("vogel2019",)]
    assert found.completeness.orphans == ("aalto2021", "fleder2018")


def test_a_citation_by_identifier_is_a_reference_in_its_own_right() -> None:
    owl = entry("vogel", doi="10.1234/owl")
    found = read(paragraph("Owls {[d]|doi:10.1234/OWL}, eels {[p]|pmid:123}."), bib=(owl,), form="markdown")
    assert cited(found) == [("vogel",), ("pmid:123",)]
    assert found.references[1].pmid == "123"
    assert not found.references[1].needs_manual_id


def test_typed_numbers_are_no_citations_where_keys_cite_and_no_list_counts() -> None:
    found = read(paragraph("The array a has x [1] and owls {[v]|vogel}."), bib=(entry("vogel"),), form="latex")
    assert cited(found) == [("vogel",)]


def test_numbers_in_round_brackets_are_no_citations_beside_keys() -> None:
    found = read(
        heading("Introduction"),
        paragraph("Owls {[v]|owl}. Answers ranged from none (1), a little (2), to much (3)."),
        paragraph("Again from never (1), sometimes (2), to always (3) {[e]|eel}."),
        paragraph("And from calm (1), through rough (2), to wild (3)."),
        heading("References"),
        Paragraph(text=EEL.raw, line=0, listed=True, anchors=("eel",)),
        Paragraph(text=OWL.raw, line=0, listed=True, anchors=("owl",)),
        Paragraph(text=BAT.raw, line=0, listed=True, anchors=("bat",)),
        form="tex",
    )
    assert cited(found) == [("owl",), ("eel",)]


def test_numbers_that_are_not_known_of_all_are_nobodys_ids() -> None:
    found = read(paragraph("Owls {[1]|u/owl}, eels and bats {[2,3]|u/bat,u/eel}."), embedded=(OWL, EEL, BAT))
    assert cited(found) == [("vogel2019",), ("fleder2018", "aalto2021")]


def test_the_authors_own_papers_are_not_the_list_of_what_is_cited() -> None:
    own = [
        f"[{n}] Doe J. A paper of my own about nothing that is cited, part {n}. J Own. 202{n};1:1-9." for n in (1, 2, 3)
    ]
    found = read(
        heading("Introduction"),
        paragraph("Owls {[v]|vogel} and eels {[a]|aalto} and bats {[f]|fleder}."),
        heading("References"),
        *(Paragraph(text=text, line=0) for text in own),
        bib=(entry("vogel"), entry("aalto"), entry("fleder")),
        form="tex",
    )
    assert cited(found) == [("vogel",), ("aalto",), ("fleder",)]
    assert [one.problems for one in found.references] == [(), (), ()]


def test_a_paper_of_arxiv_is_known_by_the_doi_that_arxiv_registers() -> None:
    found = read(paragraph("Owls {[x]|arxiv:2101.00001v2}."), form="md")
    assert found.references[0].doi == "10.48550/arxiv.2101.00001"


def test_what_cites_by_key_is_text_under_whatever_heading() -> None:
    found = read(
        heading("Literature"),
        paragraph("Owls hear well {[v]|vogel}, and eels swim far {[a]|aalto}."),
        bib=(entry("vogel"), entry("aalto")),
        form="tex",
    )
    assert cited(found) == [("vogel",), ("aalto",)]


def _listed(work: Reference, key: str, line: int) -> Paragraph:
    return Paragraph(text=work.raw, line=line, listed=True, anchors=(key,))


def test_entries_that_share_a_line_are_told_apart_by_their_place() -> None:
    source = Source(name="thesis.tex", role=SourceRole.MANUSCRIPT, format="tex", sha256="0" * 64)
    text = paragraph("Owls {[owl]|owl}, eels {[eel]|eel} and bats {[bat]|bat}.").model_copy(update={"line": 7})
    entries = [_listed(EEL, "eel", 7), _listed(OWL, "owl", 7), _listed(BAT, "bat", 7)]
    built = Reading(format="tex", paragraphs=(text, *entries))
    found = read_manuscript([(source, built)], [], numbering=None)
    assert cited(found) == [("owl",), ("eel",), ("bat",)]
    assert {one.id: one.first_author for one in found.references} == {"owl": "Vogel", "eel": "Aalto", "bat": "Fleder"}


def test_chapters_in_files_of_their_own_may_have_their_list_in_the_last() -> None:
    first = Source(name="ch1.tex", role=SourceRole.MANUSCRIPT, format="tex", sha256="0" * 64)
    last = Source(name="refs.tex", role=SourceRole.MANUSCRIPT, format="tex", sha256="1" * 64)
    text = paragraph("Owls {[owl]|owl} and eels {[eel]|eel}.").model_copy(update={"line": 1})
    chapter = Reading(format="tex", paragraphs=(text,))
    listing = Reading(format="tex", paragraphs=(_listed(EEL, "eel", 1), _listed(OWL, "owl", 2)))
    found = read_manuscript([(first, chapter), (last, listing)], [], numbering=None)
    assert cited(found) == [("owl",), ("eel",)]
    assert found.completeness.orphans == ()


def test_one_key_of_two_documents_is_two_works() -> None:
    sources = [
        Source(name=name, role=SourceRole.MANUSCRIPT, format="docx", sha256=str(n) * 64)
        for n, name in enumerate(("one.docx", "two.docx"))
    ]
    text = paragraph("It is so {(Smith, 2020)|Smi20}.").model_copy(update={"line": 1})
    works = [work("Smi20", "Smith", "Owls of the north", 2020), work("Smi20", "Smith", "Eels of the south", 2020)]
    readings = [Reading(format="docx", paragraphs=(text,), references=(one,)) for one in works]
    found = read_manuscript(list(zip(sources, readings, strict=True)), [], numbering=None)
    by_id = {one.id: one.title for one in found.references}
    assert [by_id[ids[0]] for ids in cited(found)] == ["Owls of the north", "Eels of the south"]


def test_the_first_of_two_entries_with_one_key_is_meant() -> None:
    first, second = (
        entry("x", "Vogel", title="Hearing in owls at night"),
        entry("x", "Aalto", title="Swimming of eels far away"),
    )
    found = read(paragraph("Owls {[x]|x}."), bib=(first, second), form="tex")
    assert [one.title for one in found.references if one.id in cited(found)[0]] == ["Hearing in owls at night"]


def test_a_key_that_nothing_has_does_not_become_what_looks_like_it() -> None:
    numbered = read(heading("Introduction"), paragraph("Owls {[2]|2x}, eels {[k]|2}."), *LIST, form="md")
    assert cited(numbered) == [("2x",), ("key:2",)]
    assert set(numbered.completeness.dangling) == {"2x", "key:2"}


def test_a_list_of_ones_own_papers_beside_a_bibliography_is_left_alone() -> None:
    own = [_listed(BAT, "own1", 9), _listed(EEL, "own2", 10)]
    found = read(
        heading("Introduction"),
        paragraph("Owls {[v]|vogel}."),
        heading("My papers"),
        *own,
        bib=(entry("vogel"),),
        form="tex",
    )
    assert cited(found) == [("vogel",)]


def test_a_work_that_two_chapters_list_is_one_reference() -> None:
    owl = entry("vogel", "Vogel", 2019, title=OWL.title or "")
    found = read(
        heading("Chapter 1"), paragraph("Owls {[v]|vogel}."), heading("References"), _listed(OWL, "vogel", 4),
        heading("Chapter 2"), paragraph("Owls {[v]|vogel}."), heading("References"), _listed(OWL, "vogel", 8),
        bib=(owl,), form="tex",
    )  # fmt: skip
    assert [one.id for one in found.references] == ["vogel"]
    assert found.references[0].problems == ()


def test_a_stale_number_does_not_beat_a_list_that_says_otherwise() -> None:
    other = work("u/other", "Marsh", "A work about nothing of the kind", 2001)
    found = read(
        heading("Introduction"), paragraph("It {[1]|u/other}, eels {[1]|u/eel}."), *LIST, embedded=(other, EEL)
    )
    by_id = {one.id: one.title for one in found.references}
    assert by_id[cited(found)[0][0]] == other.title
    assert cited(found)[1] == ("1",)


def test_a_work_that_a_field_cites_and_no_entry_prints_is_named() -> None:
    found = read(
        heading("Introduction"), paragraph("Owls {[3]|u/owl}, whales {[4]|u/whale}, typed [2]."), *LIST,
        embedded=(OWL, work("u/whale", "Wal", "Songs of whales in the deep", 2015)),
    )  # fmt: skip
    assert [(one.id, one.problems) for one in found.references if "not_listed" in one.problems] == [
        ("wal2015", ("not_listed",))
    ]
    assert found.completeness.dangling == ()

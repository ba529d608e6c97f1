"""BibTeX: every field as it prints, every block accounted for, and nothing but a ManuscriptError for any bytes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from state.manuscript import Reference
from tasks.readers.bibtex.latex import plain
from tasks.readers.bibtex.names import authors
from tasks.readers.bibtex.reader import BibReader
from tasks.readers.contract import Entries


def read(text: str) -> Entries:
    return BibReader().read("refs.bib", text.encode())


def one(fields: str, kind: str = "article") -> Reference:
    [reference] = read(f"@{kind}{{key,\n{fields}\n}}").references
    return reference


def test_an_entry_is_read_with_all_its_fields() -> None:
    text = """
@Article{Smith:2019,
  author    = {Smith, Jane and Doe, John Q.},
  title     = {A {Study} of Things},
  subtitle  = {With a Subtitle},
  journal   = "Journal of {T}hings", editor = {Roe, Richard},
  year      = 2019, volume = {12}, number = {3}, pages = {100--110},
  doi       = {https://doi.org/10.1000/ABC_1.},
  pmid      = {12345678}, isbn = {978-3-16-148410-0}, url = {http://example.org/a\\_b},
}
"""
    [found] = read(text).references
    assert found.model_dump(exclude={"raw", "authors", "editors"}) == {
        "id": "Smith:2019", "number": None, "key": "Smith:2019", "entry_type": "article",
        "title": "A Study of Things: With a Subtitle", "authors_complete": True, "year": 2019,
        "journal": "Journal of Things", "volume": "12", "issue": "3", "pages": "100–110", "doi": "10.1000/abc_1",
        "pmid": "12345678", "pmcid": None, "arxiv": None, "bibcode": None, "who_iris": None, "issn": None,
        "isbn": "9783161484100", "url": "http://example.org/a_b", "file": "refs.bib",
        "line": 2, "listed": None, "problems": (), "needs_manual_id": False,
    }  # fmt: skip
    assert [(person.family, person.given) for person in found.authors] == [("Smith", "Jane"), ("Doe", "John Q.")]
    assert [(person.family, person.given) for person in found.editors] == [("Roe", "Richard")]
    assert found.raw.startswith("@Article{Smith:2019,") and found.raw.endswith("}")


@pytest.mark.parametrize(
    ("latex", "printed"),
    [
        (r"{\"U}ber G\"{o}del, na\"{\i}ve {\'E}tude", "Über Gödel, naïve Étude"),
        (r"\c{c}\v{S}\H{o}\r{u}\o\ss{} \L{}\'od\'z", "çŠőůøß Łódź"),
        (r"50\% of $\alpha$-synuclein \& H$_2$O", "50% of α-synuclein & H2O"),
        ("50% of {\\em all} {\\textit{E. coli}}", "50% of all E. coli"),
        (r"$^{12}$C, $10^{-3}$, $\geq 5$", "12C, 10-3, ≥5"),
        ("pages 1--2---3, ``quoted''~text", "pages 1–2—3, “quoted” text"),
        (
            r"\texttt{code} {\textless}i{\textgreater} \href{http://a.b}{shown} \url{http://x}",
            "code <i> shown http://x",
        ),
        ("costs $5 more", "costs $5 more"),
        ("a_b and C++ {and} #", "a_b and C++ and #"),
        (r"{\\'E}tude f{\\\"u}r Ma{\\ss}e \\ zwei", "Étude für Maße zwei"),
        (r"\unknown{kept} \textdegree C \textmu m \'", "kept °C µm"),
        ("中文{标题}\n  two  lines", "中文标题 two lines"),
    ],
)
def test_latex_prints(latex: str, printed: str) -> None:
    assert plain(latex) == printed


@given(st.text(st.sampled_from("\\{}$~-`'\"^_%#& aiocvH中é"), max_size=60))
def test_latex_never_fails_and_leaves_no_braces(text: str) -> None:
    shown = plain(text)
    assert shown == " ".join(shown.split())
    assert "{" not in text.replace("\\{", "") or "{" not in shown or "\\{" in text or "\\\\" in text


def people(value: str) -> list[tuple[str, str | None]]:
    return [(person.family, person.given) for person in authors(value)[0]]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("Knuth, Donald E. and Lamport, Leslie", [("Knuth", "Donald E."), ("Lamport", "Leslie")]),
        ("Ludwig van Beethoven", [("van Beethoven", "Ludwig")]),
        ("de la Vall{\\'e}e Poussin, Charles", [("de la Vallée Poussin", "Charles")]),
        ("King, Jr, Martin Luther", [("King", "Martin Luther")]),
        ("{WHO Collaborating Group} and Doe, J.", [("WHO Collaborating Group", None), ("Doe", "J.")]),
        ("{Smith and Sons}", [("Smith and Sons", None)]),
        ("Council for Better Names and Doe, J.", [("Council for Better Names", None), ("Doe", "J.")]),
        ("{\\O}rsted, Hans", [("Ørsted", "Hans")]),
        ("family=Vries, given=Jan, prefix=de", [("de Vries", "Jan")]),
        ("张三 and 李四", [("张三", None), ("李四", None)]),
        ("张, 三 and 欧阳 明", [("张", "三"), ("欧阳", "明")]),
        ("张三，李四；王五", [("张三", None), ("李四", None), ("王五", None)]),
        ("张三,李四", [("张三", None), ("李四", None)]),
        ("欧阳,小明", [("欧阳", "小明")]),
        ("Smith J, Doe AB, van Dam C", [("Smith", "J"), ("Doe", "AB"), ("van Dam", "C")]),
        ("Smith JA and Doe B and others", [("Smith", "JA"), ("Doe", "B")]),
        ("Xi LI and Wei WU", [("LI", "Xi"), ("WU", "Wei")]),
        ("Smith,", [("Smith", None)]),
        ("A, B, C, D", [("A", "C D")]),
        ("", []),
    ],
)
def test_names_are_split(value: str, found: list[tuple[str, str | None]]) -> None:
    assert people(value) == found


@pytest.mark.parametrize(
    ("value", "complete"),
    [
        ("Smith, J. and others", False), ("Smith, J. and et al.", False), ("Smith, J. et al.", False),
        ("张三, 李四, 等", False), ("张三等", False), ("Smith, J. and Doe, A.", True), ("Portal, A.", True),
    ],
)  # fmt: skip
def test_an_incomplete_author_list_says_so(value: str, complete: bool) -> None:
    found, is_complete = authors(value)
    assert is_complete is complete
    assert all(person.family not in ("others", "al.", "等") for person in found)


def test_editors_are_no_authors() -> None:
    found = one("editor = {Doe, A. and others}, title = {T}", "book")
    assert (found.authors, [person.family for person in found.editors]) == ((), ["Doe"])
    assert not found.authors_complete


@pytest.mark.parametrize(
    ("fields", "year", "problems"),
    [
        ("date = {2019-03-01}", 2019, ()), ("year = {2019a}", 2019, ()), ("year = {in press}", None, ("bad_year",)),
        ("year = {in press}, date = {2020}", 2020, ()), ("title = {1999}", None, ()),
        ("year = 20190", None, ("bad_year",)),
    ],
)  # fmt: skip
def test_years(fields: str, year: int | None, problems: tuple[str, ...]) -> None:
    found = one(fields)
    assert (found.year, found.problems) == (year, problems)


@pytest.mark.parametrize(
    ("fields", "doi", "problems"),
    [
        ("doi = {10.1000/Abc}", "10.1000/abc", ()),
        ("doi = {doi:10.1000/x\\_y}", "10.1000/x_y", ()),
        ("doi = {http://dx.doi.org/10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O}",
         "10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o", ()),
        ("doi = {https://doi.org/10.1016/S0140-6736(19)30041-8}", "10.1016/s0140-6736(19)30041-8", ()),
        ("doi = {https://doi.org/10.1000%2Fx}", "10.1000/x", ()),
        ("doi = {http://doi.acm.org/10.1145/1137627.1137631}", "10.1145/1137627.1137631", ()),
        ("doi = {10.1000/x.},", "10.1000/x", ()),
        ("doi = {10.1000/x, 10.1000/y}", "10.1000/x", ()),
        ("doi = {10.1016/j. foo}", None, ("bad_doi",)),
        ("doi = {fg6rf9}", None, ("bad_doi",)),
        ("doi = {fg6rf9}, url = {https://doi.org/10.1000/X}", "10.1000/x", ("bad_doi",)),
        ("url = {https://doi.org/10.1000/X}", "10.1000/x", ()),
        ("url = {https://example.org/?doi=10.1000/X&partnerID=40&md5=1}", "10.1000/x", ()),
        ("note = {Available at doi:10.1000/X.}", "10.1000/x", ()),
        ("eprint = {10.1000/X}, eprinttype = {doi}", "10.1000/x", ()),
        ("url = {https://example.org/10.1000/}", None, ()),
    ],
)  # fmt: skip
def test_dois(fields: str, doi: str | None, problems: tuple[str, ...]) -> None:
    found = one(fields)
    assert (found.doi, found.problems, found.needs_manual_id) == (doi, problems, doi is None)


@pytest.mark.parametrize(
    ("fields", "pmid", "problems"),
    [
        ("pmid = {PMID: 123}", "123", ()),
        ("note = {PMID: 31234567, PMCID: PMC6543210}", "31234567", ()),
        ("extra = {PMID: 5}", "5", ()),
        ("note = {PMCID: PMC6543210}", None, ()),
        ("eprint = {777}, eprinttype = {pubmed}", "777", ()),
        ("url = {https://pubmed.ncbi.nlm.nih.gov/888/}", "888", ()),
        ("pmid = {327574500002}", None, ("bad_pmid",)),
        ("pmid = {PMC123}", None, ("bad_pmid",)),
    ],
)
def test_pmids(fields: str, pmid: str | None, problems: tuple[str, ...]) -> None:
    found = one(fields)
    assert (found.pmid, found.problems, found.needs_manual_id) == (pmid, problems, pmid is None)


@pytest.mark.parametrize(
    ("fields", "arxiv"),
    [
        ("eprint = {1706.03762v5}, archiveprefix = {arXiv}", "1706.03762"),
        ("eprint = {hep-th/9901001}, eprinttype = {arxiv}", "hep-th/9901001"),
        ("journal = {arXiv preprint arXiv:1706.03762}", "1706.03762"),
        ("url = {https://arxiv.org/pdf/1706.03762v2.pdf}", "1706.03762"),
        ("doi = {10.48550/arXiv.1706.03762}", "1706.03762"),
        ("eprint = {12345}, eprinttype = {pubmed}", None),
    ],
)
def test_arxiv_ids(fields: str, arxiv: str | None) -> None:
    assert one(fields).arxiv == arxiv


def test_abbreviations_are_expanded_and_undefined_ones_reported() -> None:
    found = read(
        '@string{a = "Journal"}\n@STRING{b = a # { of } # "Tests"}\n@article{k, journal = B # {!}, title = nowhere}'
    )
    [reference] = found.references
    assert (reference.journal, reference.title) == ("Journal of Tests!", "nowhere")
    assert reference.problems == ("undefined_string:nowhere",)


def test_abbreviations_that_double_each_other_stay_small() -> None:
    lines = ['@string{a0 = "xxxxxxxxxx"}'] + [f"@string{{a{n} = a{n - 1} # a{n - 1}}}" for n in range(1, 60)]
    assert len(read("\n".join(lines) + "\n@article{k, title = a59}").references[0].title or "") <= 2000


@pytest.mark.parametrize(
    ("fields", "journal"),
    [
        ("journal = {\\mnras}", "Monthly Notices of the Royal Astronomical Society"),
        ("journal = \\apj", "The Astrophysical Journal"),
        ("journal = {Adv. Test.}, fjournal = {Advances in Tests}", "Advances in Tests"),
        ("journaltitle = {J}, shortjournal = {S}", "J"), ("journal = {\\unknownmacro}", None),
    ],
)  # fmt: skip
def test_journals_are_written_in_full_where_the_entry_knows_how(fields: str, journal: str | None) -> None:
    assert one(fields).journal == journal


def test_comments_and_preambles_are_no_entries() -> None:
    found = read(
        '@comment{jabref-meta: x}\n@preamble{"\\def\\x{}"}\n% a line\n@article{k, title={T}}\n@comment free text\n'
    )
    assert ([item.id for item in found.references], found.broken) == (["k"], ())


def test_crossref_gives_what_the_child_lacks_and_no_identifier() -> None:
    found = read(
        "@inproceedings{c, title={Child}, author={A, B}, pages={1}, crossref={P}}\n"
        "@proceedings{p, title={Proceedings}, year=2001, doi={10.1000/p}, editor={E, F}, url={http://p}}\n"
        "@inbook{lost, title={L}, crossref={nobody}}\n"
    )
    child, parent, lost = found.references
    assert (child.title, child.journal, child.year, child.doi, child.url) == ("Child", "Proceedings", 2001, None, None)
    assert (child.first_author, [person.family for person in child.editors]) == ("A", ["E"])
    assert parent.doi == "10.1000/p"
    assert lost.problems == ("crossref_missing:nobody",)


def test_crossref_loops_end() -> None:
    found = read(
        "@book{a, title={A}, crossref={b}}\n@book{b, title={B}, crossref={a}, year=1999}\n@book{c, crossref={c}}"
    )
    assert [item.year for item in found.references] == [1999, 1999, None]


def test_xdata_is_inherited_and_is_no_reference() -> None:
    found = read("@xdata{x, journaltitle={J}, year=2000}\n@article{k, title={T}, xdata={x}}")
    assert [(item.id, item.journal, item.year) for item in found.references] == [("k", "J", 2000)]


def test_a_repeated_key_keeps_both_entries_and_is_reported() -> None:
    found = read("@article{k, title={A}}\n@article{k, title={A}}\n@article{k-dup2, title={C}}\n@article{k, title={D}}")
    assert [item.id for item in found.references] == ["k", "k-dup3", "k-dup2", "k-dup4"]
    assert [item.problems for item in found.references] == [(), ("duplicate:k",), (), ("duplicate:k",)]
    assert [(item.reason, item.line, item.key) for item in found.broken] == [
        ("duplicate_key", 2, "k"), ("duplicate_key", 4, "k"),
    ]  # fmt: skip


def test_an_entry_without_a_key_gets_its_place_for_a_name() -> None:
    found = read("@article{a, title={A}}\n@article{, title={B}}")
    assert [(item.id, item.key) for item in found.references] == [("a", "a"), ("entry-2", None)]
    assert [item.reason for item in found.broken] == ["no_key"]


def test_a_repeated_field_is_reported_where_its_values_differ() -> None:
    found = read("@article{a, title={A}, title={B}}\n@article{b, title={A}, title={A}, keywords={x}, keywords={y}}")
    assert [item.title for item in found.references] == ["A", "A"]
    assert [(item.reason, item.key) for item in found.broken] == [("duplicate_field", "a")]


BROKEN = """@article{first, title={First}, year=2001}
@article{second,
  title = {Second {with a brace too few},
  author = {Doe, Jane},
  year = {2002},
}
@article{third, title={Third}, year=2003}
"""


def test_one_broken_brace_loses_no_other_entry_and_little_of_its_own() -> None:
    found = read(BROKEN)
    assert [(item.id, item.year, item.problems) for item in found.references] == [
        ("first", 2001, ()), ("second", 2002, ("broken",)), ("third", 2003, ()),
    ]  # fmt: skip
    assert found.references[1].title == "Second with a brace too few"
    assert found.references[1].first_author == "Doe"
    [broken] = found.broken
    assert (broken.reason, broken.line, broken.key) == ("unterminated", 2, "second")
    assert broken.excerpt.startswith("@article{second,")


@pytest.mark.parametrize(
    "entry",
    [
        "@article{k,\n  title = {T}}},\n  year = {2002},\n}\n",
        "@article{k,\n  title = {T}\n  year = {2002},\n}\n",
        '@article{k,\n  title = {T},\n  note = "open,\n  year = {2002}\n}\n',
        "@article{k,\n  title = {T}, ,\n  year = {2002}\n}\n",
        "@article{k\n  title = {T},\n  year = {2002}\n}\n",
    ],
)
def test_ways_to_break_an_entry(entry: str) -> None:
    found = read(f"@book{{a, title={{A}}}}\n{entry}@book{{z, title={{Z}}}}\n")
    assert [item.id for item in found.references] == ["a", "k", "z"]
    assert (found.references[1].title, found.references[1].problems) == ("T", ("broken",))
    assert found.references[1].year == 2002
    assert len(found.broken) == 1


def test_an_entry_that_lost_its_brace_is_reported() -> None:
    [broken] = read("@article\n  title = {T},\n@book{z, title={Z}}").broken
    assert (broken.line, broken.reason) == (1, "unparsed")


def test_round_brackets_and_comments_between_fields_are_read() -> None:
    found = read("@article(k,\n title = {T (x)},\n % a comment\n year = 1999)\n")
    assert [(item.id, item.title, item.year) for item in found.references] == [("k", "T (x)", 1999)]


@pytest.mark.parametrize("text", ["", "   \n", "% only a comment\n", "TY  - JOUR\nER  - \n"])
def test_a_file_without_entries_says_so(text: str) -> None:
    found = read(text)
    assert (found.references, found.warnings) == ((), ("no_entries",))


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "gbk"])
def test_chinese_files_are_read_in_the_encodings_they_come_in(codec: str) -> None:
    text = (
        "% Encoding: UTF-8\n@article{甲2020, title={某类治疗的缓解率}, author={张三 and 李四}, journal={中华医学杂志}}"
    )
    [reference] = BibReader().read("a.bib", text.encode(codec)).references
    assert (reference.id, reference.title, reference.journal) == ("甲2020", "某类治疗的缓解率", "中华医学杂志")


def test_binary_data_is_refused_in_one_line() -> None:
    with pytest.raises(ManuscriptError, match=r"^refs\.bib: not a text file"):
        BibReader().read("refs.bib", bytes(range(256)) * 20)


def test_raw_and_excerpt_are_bounded() -> None:
    found = read("@article{k, title={T}, abstract={" + "x" * 9000 + "}}\n@article{k, title={" + "y" * 9000 + "}}")
    assert [len(item.raw) for item in found.references] == [4000, 4000]
    assert len(found.references[1].title or "") == 2000
    assert len(found.broken[0].excerpt) == 200


@pytest.mark.parametrize(
    "text",
    [
        "@article{k, title = " + "{" * 100_000 + "}" * 100_000 + "}",
        "@article{k, title = {" + "{" * 100_000,
        "@article{k, title = {" + "}" * 100_000,
        "@article{k, author = {" + "}{" * 50_000 + "}}",
        "@article{k, author = {" + "A and " * 50_000 + "}}",
        "@article{k, title = {" + "\\'" * 100_000 + "}}",
        "@article{k, title = {" + "\\a{" * 50_000 + "}}",
        "@article{k, title = {" + "$" * 100_000 + "}}",
        "@article{k, doi = {" + "10.1/" * 50_000 + "}, note = {" + "doi:10.1" * 50_000 + "}}",
        "@a{b,c={" * 20_000,
        "@article{k,\n" * 5_000,
        "@" * 200_000,
        "\n@article " * 20_000,
        " " * 1_000_000 + "@article{k, title={T}}",
        "@article{k, " + "a = {}, " * 50_000 + "}",
        "@article{k, title = " + "a # " * 50_000 + "b}",
        "@article{k, title={T}}" * 5_000,
        "\n" * 500_000,
    ],
)
def test_hostile_text_is_read_in_bounded_time(text: str) -> None:
    read(text)


@settings(deadline=None, max_examples=200)
@given(
    st.one_of(
        st.binary(max_size=300),
        st.lists(
            st.sampled_from(
                [
                    "@article{",
                    "@string{",
                    "@comment",
                    "@xdata{",
                    "k",
                    ",",
                    "=",
                    "{",
                    "}",
                    '"',
                    "#",
                    "\n",
                    " ",
                    "title",
                    "x",
                    "author",
                    "and",
                    "doi",
                    "10.1/x",
                    "year",
                    "2019",
                    "\\",
                    "$",
                    "%",
                    "crossref",
                    "(",
                    ")",
                    "中",
                ]
            ),
            max_size=40,
        ),
    )
)
def test_nothing_but_a_manuscript_error_is_raised(content: bytes | list[str]) -> None:
    raw = content if isinstance(content, bytes) else "".join(content).encode()
    try:
        found = BibReader().read("a.bib", raw)
    except ManuscriptError:
        return
    ids = [item.id for item in found.references]
    assert len(ids) == len(set(ids))

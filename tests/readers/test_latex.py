"""LaTeX: chapters in files, every citation command, the manuscript's own macros, lists of references, text kept."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from state.manuscript import SourceRole
from tasks.readers.contract import MarkKind, Paragraph, ParagraphKind, Reading, Target
from tasks.readers.latex.reader import LatexReader

MAIN = r"""\documentclass{book} % a comment with \cite{never}
\usepackage{natbib}
\newcommand{\mycite}[1]{\textsuperscript{\cite{#1}}}
\newcommand{\drug}{invented\-mycin}
\includeonly{chapters/one,chapters/two}
\begin{document}
\title{An invented thesis}
\include{chapters/one}
\include{chapters/left-out}
\include{chapters/two.tex}
\input{missing}
\input{../outside} \input{/etc/passwd} \input{|ls}
\bibliography{refs,more/refs2}
\end{document}
\cite{behind-the-end}
"""
ONE = r"""\chapter{Introduction}
\label{ch:one}

Remission was seen in 12\,\% of patients given \drug{} \citep[see][p.~3]{smith2020,jones2021},
and \citet{doe2019} found the same.\footnote{But see \cite{note2018}.} % \cite{never}

\input{chapters/deeper}
"""
DEEPER = "\\section*{Deeper}\nA line\nof text~\\mycite{wrapped}.\n\\input{chapters/one}\n"
TWO = "\\chapter{Results}\nText \\nocite{quiet}% \n\nmore \\cite{a, b}.\n"
FILES = {
    "chapters/one.tex": ONE.encode(),
    "chapters/deeper.tex": DEEPER.encode(),
    "chapters/two.tex": TWO.encode(),
}


def read(text: str, files: dict[str, bytes] | None = None) -> Reading:
    return LatexReader().read("thesis.tex", text.encode(), files or {})


def body(text: str) -> tuple[Paragraph, ...]:
    return read("\\begin{document}\n" + text + "\n\\end{document}").paragraphs


def targets(paragraphs: tuple[Paragraph, ...]) -> list[Target]:
    return [
        target
        for paragraph in paragraphs
        for mark in paragraph.marks
        if mark.kind is MarkKind.CITATION
        for target in mark.targets
    ]


def keys(text: str) -> list[str]:
    return [target.key for target in targets(body(text))]


def test_a_thesis_names_its_parts_and_bibliographies() -> None:
    found = LatexReader().companions("thesis.tex", MAIN.encode())
    assert [(one.candidates[0], one.role, one.needed) for one in found] == [
        ("chapters/one.tex", SourceRole.MANUSCRIPT, True),
        ("chapters/two.tex", SourceRole.MANUSCRIPT, True),
        ("missing.tex", SourceRole.MANUSCRIPT, True),
        ("refs.bib", SourceRole.BIBLIOGRAPHY, True),
        ("more/refs2.bib", SourceRole.BIBLIOGRAPHY, True),
        ("thesis.bbl", SourceRole.MANUSCRIPT, False),
    ]
    [deeper] = LatexReader().companions("chapters/one.tex", ONE.encode())
    assert deeper.candidates[0] == "chapters/deeper.tex"


def test_parts_are_read_in_their_place_with_lines_of_their_own() -> None:
    reading = read(MAIN, FILES)
    shown = [(item.line, item.heading_level, item.text) for item in reading.paragraphs if item.note is None]
    assert shown == [
        (7, None, "An invented thesis"),
        (1, 1, "Introduction"),
        (4, None, "Remission was seen in 12 % of patients given inventedmycin [see smith2020; jones2021, p. 3], "
                  "and [doe2019] found the same."),
        (1, 2, "Deeper"),
        (2, None, "A line of text [wrapped]."),
        (1, 1, "Results"),
        (2, None, "Text"),
        (4, None, "more [a; b]."),
    ]  # fmt: skip
    assert reading.uncited == ("quiet",)


def test_files_are_counted_and_what_is_missing_or_refused_is_said() -> None:
    warnings = read(MAIN, FILES).warnings
    assert warnings[0] == "files_named=8 files_read=3"
    assert set(warnings[1:]) == {
        "include_cycle=chapters/one.tex",
        "file_missing=missing.tex",
        "file_refused=../outside",
        "file_refused=/etc/passwd",
        "file_refused=|ls",
    }


def test_citations_know_their_notes_and_whether_the_author_is_in_the_sentence() -> None:
    found = targets(read(MAIN, FILES).paragraphs)
    assert found[:4] == [
        Target(key="smith2020", prefix="see"),
        Target(key="jones2021", suffix="p. 3"),
        Target(key="doe2019", in_text=True),
        Target(key="note2018"),
    ]
    assert [target.key for target in found[4:]] == ["wrapped", "a", "b"]


def test_a_note_follows_its_host_and_a_wrapped_citation_is_raised() -> None:
    reading = read(MAIN, FILES)
    [note] = [item for item in reading.paragraphs if item.note is not None]
    assert (note.kind, note.note, note.line, note.text) == (ParagraphKind.FOOTNOTE, "1", 4, "But see [note2018].")
    [raised] = [item for item in reading.paragraphs if item.text.startswith("A line")]
    assert [raised.text[mark.start : mark.end] for mark in raised.marks if mark.kind is MarkKind.SUPERSCRIPT] == [
        "[wrapped]"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\cite{a}", [Target(key="a")]),
        (r"\cite [12] { a , b }", [Target(key="a"), Target(key="b", suffix="12")]),
        (r"\parencite[see][42--43]{a}", [Target(key="a", prefix="see", suffix="42–43")]),
        (r"\Citet*{a} \citeauthor{b} \citeyear{c} \textcite{d}", [Target(key=k, in_text=True) for k in "abcd"]),
        (r"\citealp{a} \autocite{b} \footcite{c} \supercite{d} \smartcite{e} \upcite{f} \citess{g} \footcitetext{h}",
         [Target(key=k) for k in "abcdefgh"]),
        (r"\onlinecite{a} \inlinecite{b} \fullcite{c}", [Target(key=k, in_text=True) for k in "abc"]),
        (r"\cites(pre)(post)[p1][]{a}[2]{b}{c}.", [
            Target(key="a", prefix="pre p1"), Target(key="b", suffix="2"), Target(key="c", suffix="post"),
        ]),
        (r"\citeA<see>[p. 3]{a}", [Target(key="a", prefix="see", suffix="p. 3", in_text=True)]),
        (r"\citep[see][who cites \citet{b}]{a}", [
            Target(key="a", prefix="see", suffix="who cites b"), Target(key="b"),
        ]),
        (r"\citetext{as in \citealp{a}; see \citealp{b}}", [Target(key="a"), Target(key="b")]),
        (r"\citenum{a} \citetalias{b}", [Target(key="a"), Target(key="b", in_text=True)]),
        (r"x$^{\cite{a}}$", [Target(key="a")]),
        (r"\textquote[\cite{a}]{q} \textcquote[see][p. 2]{b}{q} \blockcquote{c}{q}", [
            Target(key="a"), Target(key="b", prefix="see", suffix="p. 2"), Target(key="c"),
        ]),
        (r"\subfloat[A \cite{a}]{x} \unknown[\cite{b}]{x} \begin{theorem}[B \cite{c}]x\end{theorem}",
         [Target(key=k) for k in "abc"]),
        (r"\cite{王伟2020, smith_2020:b}", [Target(key="王伟2020"), Target(key="smith_2020:b")]),
        (r"\let\oldcite\cite \renewcommand{\cite}[1]{\textsuperscript{\oldcite{#1}}}\cite{a}", [Target(key="a")]),
        (r"\newcommand\pcite[2][]{(\citealp[#1]{#2})}\pcite[p. 3]{a}", [Target(key="a", suffix="p. 3")]),
        (r"\NewDocumentCommand{\see}{s O{p. 1} m}{\cite[#2]{#3}}\see*{a}", [Target(key="a", suffix="p. 1")]),
        (r"\def\both#1#2{\cite{#1} and \cite{#2}}\both{a}{b}", [Target(key="a"), Target(key="b")]),
        (r"\newenvironment{claim}{\textbf{Claim} \cite{a}: }{\cite{z}}\begin{claim}x\end{claim}",
         [Target(key="a"), Target(key="z")]),
    ],
)  # fmt: skip
def test_commands_that_cite(text: str, expected: list[Target]) -> None:
    assert targets(body(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "% \\cite{a}",
        "\\begin{comment}\\cite{a}\\end{comment}",
        "\\iffalse \\cite{a} \\ifx\\x\\y z\\fi \\cite{b}\\fi",
        "\\verb|\\cite{a}| \\lstinline!\\cite{b}! \\verb*+\\cite{c}+",
        "\\begin{verbatim}\n\\cite{a}\n\\end{verbatim}",
        "\\begin{lstlisting}[language=TeX]\n\\cite{a}\n\\end{lstlisting}",
        "\\begin{minted}{latex}\n\\cite{a}\n\\end{minted}",
        "\\lstnewenvironment{own}{}{}\n\\begin{own}\n\\cite{a}\n\\end{own}",
        "$\\cite{a}$ \\(\\cite{b}\\) \\[\\cite{c}\\]",
        "\\begin{align*}\\cite{a}\\end{align*}",
        "\\nocite{a} \\citestyle{a} \\setcitestyle{numbers} \\defcitealias{a}{b} \\bibcite{a}{1}",
        "\\cite \\cite[1] and nothing",
        "\\newcommand{\\unused}{\\cite{a}}",
        "\\excite{a} \\ifciteseen{a}{b} \\Citation",
    ],
)
def test_what_does_not_cite(text: str) -> None:
    assert keys(text) == []


def test_a_disabled_part_ends_at_its_else() -> None:
    assert keys("\\iffalse\\cite{a}\\else\\cite{b}\\fi \\cite{c}") == ["b", "c"]


def test_comments_take_the_line_end_and_lines_stay_right() -> None:
    found = body("one% c\ntwo%\n\nthree 5\\% of\n%\nfour\n\n% only\n% comments\nfive")
    assert [(item.line, item.text) for item in found] == [(2, "onetwo"), (5, "three 5% of four"), (11, "five")]


CHINESE = r"""\documentclass{thesis}
\thesissetup{title={虚构的论文}}
\begin{document}
\begin{cabstract}
本文研究了一种虚构的药物\upcite{wang2020}。
\end{cabstract}
\begin{eabstract}
We study an invented drug.
\end{eabstract}
\specialchapter{前言}
第一行
第二行\cite{wang2020,li2021}，Smith 等\inlinecite{smith2019}
认为如此$^{[3-5]}$。
\BiChapter{方法}{Methods}
\subsection{资料}
\begin{unknownbox}[width=3cm]{标题}
内容\citess{zhao2018}不会丢失。
\end{unknownbox}
\begin{thebibliography}{99}
\bibitem{wang2020} 王伟, 李娜. 虚构的研究[J]. 虚构杂志, 2020, 1(2): 3-4.
\bibitem{li2021} 李娜. 另一项研究[D]. 某大学, 2021.

续行.
\end{thebibliography}
\end{document}
"""


def test_a_chinese_thesis_keeps_headings_text_and_list() -> None:
    found = read(CHINESE).paragraphs
    assert [(item.heading_level, item.text) for item in found if item.heading_level] == [
        (1, "摘要"),
        (1, "Abstract"),
        (1, "前言"),
        (1, "方法"),
        (3, "资料"),
        (1, "参考文献"),
    ]
    texts = [item.text for item in found]
    assert "第一行第二行[wang2020; li2021]，Smith 等[smith2019] 认为如此[3-5]。" in texts
    assert any("标题" in text for text in texts) and "内容[zhao2018]不会丢失。" in "".join(texts)
    assert [(item.anchors, item.text) for item in found if item.listed] == [
        (("wang2020",), "王伟, 李娜. 虚构的研究[J]. 虚构杂志, 2020, 1(2): 3-4."),
        (("li2021",), "李娜. 另一项研究[D]. 某大学, 2021. 续行."),
    ]
    [sentence] = [item for item in found if item.text.startswith("第一行")]
    assert [sentence.text[m.start : m.end] for m in sentence.marks if m.kind is MarkKind.SUPERSCRIPT] == ["[3-5]"]


BBL = r"""\begin{thebibliography}{2}
\providecommand{\natexlab}[1]{#1}
\providecommand{\url}[1]{\texttt{#1}}
\expandafter\ifx\csname urlstyle\endcsname\relax
  \providecommand{\doi}[1]{doi: #1}\else
  \providecommand{\doi}{doi: \begingroup \urlstyle{rm}\Url}\fi

\bibitem[{Doe \& M{\"u}ller(2019)Doe, and M{\"u}ller}]{doe2019}
Doe, J. and M{\"u}ller, A.
\newblock An invented title.
\newblock \emph{Journal of Nothing}, 1:\penalty0 2--3, 2019.

\bibitem[{Roe(2020)}]{roe2020}
\bibinfo{author}{Roe, R.} \bibinfo{title}{Another}.
\end{thebibliography}
"""


def test_the_list_that_bibtex_made_stands_where_the_manuscript_prints_it() -> None:
    text = "\\begin{document}\nA \\cite{doe2019}.\n\n\\bibliography{refs}\n\n\\section{After}\nB\n\\end{document}"
    found = read(text, {"thesis.bbl": BBL.encode()}).paragraphs
    assert [(item.line, item.listed, item.anchors, item.text) for item in found] == [
        (2, False, (), "A [doe2019]."),
        (4, False, (), "References"),
        (4, True, ("doe2019",), "Doe, J. and Müller, A. An invented title. Journal of Nothing, 1:2–3, 2019."),
        (4, True, ("roe2020",), "Roe, R. Another."),
        (6, False, (), "After"),
        (7, False, (), "B"),
    ]


BIBLATEX = r"""
\datalist[entry]{nty/global//global/global}
  \entry{doe2019}{article}{}
    \name{author}{2}{}{%
      {{hash=1}{%
         family={Doe},
         familyi={D\bibinitperiod},
         given={Jane\bibnamedelima Ann},
         giveni={J\bibinitperiod}}}%
      {{hash=2}{%
         family={M{\"u}ller},
         given={Arno}}}%
    }
    \field{journaltitle}{Journal of Nothing}
    \field{title}{An {I}nvented title}
    \field{volume}{3}
    \field{year}{2019}
    \field{pages}{2\bibrangedash 3}
    \verb{doi}
    \verb 10.1000/nothing
    \endverb
  \endentry
\enddatalist
"""


def test_the_entries_that_biber_wrote_are_references() -> None:
    text = "\\begin{document}A \\cite{doe2019}.\\printbibliography\\end{document}"
    [entry] = read(text, {"thesis.bbl": BIBLATEX.encode()}).references
    assert (entry.id, entry.title, entry.year, entry.doi, entry.journal, entry.volume) == (
        "doe2019", "An Invented title", 2019, "10.1000/nothing", "Journal of Nothing", "3",
    )  # fmt: skip
    assert [(one.family, one.given) for one in entry.authors] == [("Doe", "Jane Ann"), ("Müller", "Arno")]


def test_pandocs_citations_keep_what_they_print() -> None:
    [paragraph] = body(r"As (\citeproc{ref-doe}{Doe, 2019}).")
    assert paragraph.text == "As (Doe, 2019)."
    assert targets((paragraph,)) == [Target(key="ref-doe")]


def test_tables_floats_lists_and_numbers() -> None:
    found = body(
        r"""Before
\begin{table}[t]\caption{The table \cite{c}}
\begin{tabular}{l@{}r}A & B \\ \midrule 1 & \SI{5.2}{\milli\gram} \cite{t}\footnote{n}\\ \end{tabular}\end{table}
after.

\begin{enumerate}\item first\item[x)] second
\end{enumerate}"""
    )
    assert [(item.kind.value, item.row, item.list_number, item.note, item.text) for item in found] == [
        ("body", None, None, None, "Before after."),
        ("body", None, None, None, "The table [c]"),
        ("table", (1, 1), None, None, "A"),
        ("table", (1, 1), None, None, "B"),
        ("table", (1, 2), None, None, "1"),
        ("table", (1, 2), None, None, "5.2 mg [t]"),
        ("footnote", None, None, "1", "n"),
        ("body", None, "1.", None, "first"),
        ("body", None, None, None, "x) second"),
    ]


def test_signs_accents_quotes_and_links_print_as_characters() -> None:
    [paragraph] = body(
        r"""``Caf\'e'' --- \"{U}ber \o re, \v{S}, 5\,\%, \enquote{q}, \url{http://a.b/c%20d#e}, \href{http://x.y}{text}~\S"""
    )
    assert paragraph.text == "“Café” — Über øre, Š, 5 %, “q”, http://a.b/c%20d#e, text §"
    links = [(paragraph.text[m.start : m.end], m.payload) for m in paragraph.marks if m.kind is MarkKind.LINK]
    assert links == [("http://a.b/c%20d#e", "http://a.b/c%20d#e"), ("text", "http://x.y")]


def test_raised_numbers_are_marked_but_powers_are_not() -> None:
    [paragraph] = body(r"known$^{1,2}$ and$^{[3]}$ and\textsuperscript{4} but 10$^5$ and $10^{-3}$")
    assert paragraph.text == "known1,2 and[3] and4 but 10^5 and 10^{-3}"
    raised = [paragraph.text[m.start : m.end] for m in paragraph.marks if m.kind is MarkKind.SUPERSCRIPT]
    assert raised == ["1,2", "[3]", "4"]


def test_lengths_and_settings_are_no_text() -> None:
    lengths = r"a\vskip 2ex b\kern-.1em c\hskip 1em plus 1fil d \vspace{2cm} "
    [paragraph] = body(lengths + r"\parindent=0pt \penalty10 e \thesissetup{x={y}} f")
    assert paragraph.text == "a b c d e f"


def test_citations_before_the_text_begins_are_counted() -> None:
    preamble = (
        r"\newcommand{\x}[1]{\cite{#1}} \def\y{\cite{b}} \thesissetup{abstract={We \cite{a} and \citet[p.~1]{b}.}}"
    )
    assert read(preamble + r"\begin{document}x\end{document}").warnings == ("preamble_citations=2",)


def test_an_abstract_has_a_heading_and_a_title_a_paragraph() -> None:
    found = body("\\title{T}\n\\author{A \\and B}\n\\begin{abstract}\nWe did.\n\\end{abstract}")
    assert [(item.line, item.heading_level, item.text) for item in found] == [
        (2, None, "T"),
        (3, None, "A B"),
        (4, 1, "Abstract"),
        (5, None, "We did."),
    ]


def test_sections_are_the_top_level_where_there_are_no_chapters() -> None:
    found = body("\\section{A}\n\\subsection{B}\n\\paragraph{C} text")
    assert [(item.heading_level, item.text) for item in found] == [(1, "A"), (2, "B"), (4, "C"), (None, "text")]


def test_a_chapter_file_is_read_by_itself() -> None:
    assert [item.text for item in read("\\chapter{A}\n\ntext \\cite{a}").paragraphs] == ["A", "text [a]"]


@pytest.mark.parametrize(
    "text",
    [
        "{" * 10_000 + "\\cite{a}" + "}" * 10_000,
        "\\textbf{" * 10_000 + "\\cite{a}",
        "\\begin{foo}" * 10_000 + "\\cite{a}",
        "\\def\\a{\\b}\\def\\b{\\a}\\a \\cite{a}",
        "\\newcommand{\\x}{\\x\\x}\\x \\cite{a}",
        "\\newcommand{\\f}[1]{#1#1\\g{#1#1}}\\newcommand{\\g}[1]{\\f{#1}}\\f{aaaa}\\cite{a}",
    ],
)
def test_nesting_and_recursion_lose_no_citation(text: str) -> None:
    assert keys(text)[-1] == "a"


def test_twenty_thousand_citations_are_read() -> None:
    assert len(keys("See \\cite{a,b} and. " * 10_000)) == 20_000


@pytest.mark.parametrize(
    "piece",
    ["\\cite{", "\\cite[", "$", "\\footnote{", "\\begin{equation}", "\\verb|a", "\\section{", "\\'", "\\item", "&",
     "\\(", "\\begin{tabular}{l}", "\\caption{", "\\newcommand{", "\\iffalse ", "\\input{", "}", "\\end{a}",
     "\\href{a}{", "%\n"],
)  # fmt: skip
def test_repeated_openings_end(piece: str) -> None:
    try:
        body(piece * 5000)
    except ManuscriptError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize("content", [b"x" * 5_000_000, b"\\cite{" * 100_000, b"%PDF-1.4", bytes(range(256)) * 10])
def test_what_is_too_much_or_no_text_is_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(ManuscriptError, match=r"^thesis\.tex: ") as caught:
        LatexReader().read("thesis.tex", b"\\begin{document}" + content if content[:1] == b"\\" else content)
    assert "\n" not in str(caught.value)
    LatexReader().companions("thesis.tex", content)


@settings(deadline=None, max_examples=150)
@given(
    st.lists(
        st.sampled_from(
            ["\\cite{a}", "\\cite[", "{", "}", "[", "]", "$", "%", "\n", "\n\n", "\\begin{a}", "\\end{a}", "\\\\", "&",
             "\\footnote{", "\\section{", "x ", "中", "\\item", "\\verb|", "\\def\\a", "\\a", "#1", "~",
             "\\begin{tabular}", "\\bibitem{k}", "\\begin{thebibliography}", "\\end{thebibliography}", "\\iffalse",
             "\\fi", "\\'", "``"]
        ),
        max_size=60,
    )
)  # fmt: skip
def test_marks_lie_inside_of_their_text(pieces: list[str]) -> None:
    text = "\\begin{document}" + "".join(pieces)
    for paragraph in read(text).paragraphs:
        assert paragraph.text.strip()
        assert 1 <= paragraph.line <= text.count("\n") + 1
        for mark in paragraph.marks:
            assert 0 <= mark.start < mark.end <= len(paragraph.text)

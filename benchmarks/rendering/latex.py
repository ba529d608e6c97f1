r"""LaTeX manuscripts: `\cite` and its family with `thebibliography` or a .bib, and typed markers."""

import re
import textwrap
from collections.abc import Callable, Sequence

from benchmarks.jats import Block, Cite, Heading, Paragraph, Runs, Table, Words
from benchmarks.rendering.variants import Plan, text_before

Placer = Callable[[Cite, Runs, int], str]
_LEVELS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph", "subparagraph")
_SPECIAL = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}  # fmt: skip
_FAMILIES = (
    ("\\cite{{{}}}", "\\cite{{{}}}", "\\cite{{{}}}", "\\usepackage[numbers,sort&compress]{natbib}"),
    ("\\citep{{{}}}", "\\citet{{{}}}", "\\citealp{{{}}}", "\\usepackage{natbib}"),
    ("\\parencite{{{}}}", "\\textcite{{{}}}", "\\cite{{{}}}", "\\usepackage[style=authoryear]{biblatex}"),
    ("~\\cite{{{}}}", "~\\cite{{{}}}", "~\\cite{{{}}}", ""),
)
r"""In parentheses, with the authors in the sentence, inside parentheses; and the package they come from."""


def keys(plan: Plan, *, with_bib: bool) -> bytes:
    r"""`\cite` and its family; the list is the .bib's, or typed as `thebibliography`."""
    paren, narrative, inside, package = _FAMILIES[plan.turn % len(_FAMILIES)]

    def place(cite: Cite, runs: Runs, index: int) -> str:
        named = ",".join(plan.keys[rid] for rid in cite.rids)
        if cite.inside:
            return inside.format(named)
        in_text = len(cite.rids) == 1 and re.search(r"\b(?:by|in|from|see)\s*$", text_before(runs, index))
        return (narrative if in_text and not cite.named else paren).format(named)

    biblatex = "biblatex" in package
    if with_bib:
        ending = ["\\printbibliography" if biblatex else "\\bibliographystyle{plainnat}\n\\bibliography{references}"]
        preamble = [package, "\\addbibresource{references.bib}" if biblatex else ""]
    else:
        items = [f"\\bibitem{{{plan.keys[rid]}}} {_escaped(plan.entries[rid])}" for rid in plan.order]
        ending = [f"\\begin{{thebibliography}}{{{len(items)}}}\n" + "\n\n".join(items) + "\n\\end{thebibliography}"]
        preamble = ["\\usepackage{natbib}" if biblatex else package]
        if biblatex:
            return keys_with(plan, _FAMILIES[1], preamble, ending)
    return _written(plan, place, preamble, ending)


def keys_with(plan: Plan, family: tuple[str, str, str, str], preamble: Sequence[str], ending: Sequence[str]) -> bytes:
    """With the commands of another package than the article's turn gives."""
    paren, _, inside, _ = family

    def place(cite: Cite, runs: Runs, index: int) -> str:
        return (inside if cite.inside else paren).format(",".join(plan.keys[rid] for rid in cite.rids))

    return _written(plan, place, preamble, ending)


def typed(plan: Plan) -> bytes:
    """Markers and list typed by hand."""

    def place(cite: Cite, runs: Runs, index: int) -> str:
        added, printed = plan.printer(cite, text_before(runs, index))
        return _escaped(added) + _escaped(printed).replace("–", "--")

    entries = [_escaped(plan.entries[rid]) for rid in plan.order]
    if plan.by_name:
        body = "\n\n".join(f"\\noindent {text}" for text in entries)
    elif plan.turn % 2:
        body = "\n\n".join(f"[{n}] {text}" for n, text in enumerate(entries, 1))
    else:
        body = "\\begin{enumerate}\n" + "\n".join(f"\\item {text}" for text in entries) + "\n\\end{enumerate}"
    return _written(plan, place, [], ["\\section*{References}", body])


def _written(plan: Plan, place: Placer, preamble: Sequence[str], ending: Sequence[str]) -> bytes:
    article = plan.article
    head = ["\\documentclass{article}", "\\usepackage[utf8]{inputenc}", *(line for line in preamble if line)]
    head += [f"\\title{{{_escaped(article.title)}}}", f"\\author{{{_text(article.byline, place)}}}"]
    parts = ["\n".join(head), "\\begin{document}\n\\maketitle"]
    for block in (*article.blocks, *article.floats):
        parts.extend(_block(block, place))
    return ("\n\n".join([*parts, *ending, "\\end{document}"]) + "\n").encode()


def _block(block: Block, place: Placer) -> list[str]:
    match block:
        case Heading(text, level):
            return [f"\\{_LEVELS[level - 1]}{{{_escaped(text)}}}"]
        case Paragraph(runs):
            return [textwrap.fill(_text(runs, place), 80, break_long_words=False, break_on_hyphens=False)]
        case Table(caption, rows, notes):
            return [_table(caption, rows, place), *(_text(note, place) for note in notes)]


def _table(caption: Runs, rows: Sequence[Sequence[Runs]], place: Placer) -> str:
    width = max((len(row) for row in rows), default=1)
    lines = [" & ".join(_text(cell, place) for cell in row) + r" \\" for row in rows]
    inner = "\n".join(lines)
    return (
        f"\\begin{{table}}\n\\caption{{{_text(caption, place)}}}\n"
        f"\\begin{{tabular}}{{{'l' * width}}}\n{inner}\n\\end{{tabular}}\n\\end{{table}}"
    )


def _text(runs: Runs, place: Placer) -> str:
    parts = []
    for index, run in enumerate(runs):
        if isinstance(run, Words):
            command = {1: "textsuperscript", -1: "textsubscript", 0: ""}[run.raised]
            parts.append(f"\\{command}{{{_escaped(run.text)}}}" if command else _escaped(run.text))
        else:
            parts.append(place(run, runs, index))
    return "".join(parts)


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in text)

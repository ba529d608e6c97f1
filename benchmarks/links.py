"""Citations bound to references in rendered articles: `python -m benchmarks.links [--misses] [--only WORD]`.

The open-access articles below `registries/pmc_jats` say of every citation which works it names. They are printed as
authors print manuscripts (`rendering/`), read as `check` reads them, and every pair of place and work is compared
(`linking.py`). Printed is one line per way of printing, over all articles; `--misses` lists what was wrong or missed,
`--articles` each article. Below stand the real files that a person labelled (`labelled.py`). Exits 1 where precision or
recall is below what is wanted.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.jats import Article, read_article
from benchmarks.labelled import check, labels
from benchmarks.linking import Score, score
from benchmarks.rendering import latex, markdown, word
from benchmarks.rendering.pdf import as_pdf, converter
from benchmarks.rendering.variants import Plan, plan_names, plan_numbers
from state.errors import ManuscriptError

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
EXACT, TYPED, NAMED, PDF = 0.99, 0.97, 0.95, 0.93


@dataclass(frozen=True, slots=True)
class Variant:
    """One way of printing an article. `bibs` are the readings it gets: with a bibliography beside it, or without."""

    name: str
    suffix: str
    wanted: float
    plan: Callable[[Article, int], Plan]
    render: Callable[[Plan], bytes]
    bibs: tuple[bool, ...] = (False, True)


VARIANTS = (
    Variant("docx, typed [N]", ".docx", TYPED, plan_numbers, word.typed),
    Variant("docx, superscript", ".docx", TYPED, plan_numbers, word.superscript),
    Variant("docx, Zotero fields, [N]", ".docx", EXACT, plan_numbers, word.zotero),
    Variant("docx, Zotero fields, author-year", ".docx", EXACT, plan_names, word.zotero),
    Variant("docx, REF fields to a numbered list", ".docx", EXACT, plan_numbers, word.cross_references),
    Variant("docx, author-year", ".docx", NAMED, plan_names, word.typed),
    Variant("md, typed [N]", ".md", TYPED, plan_numbers, markdown.typed),
    Variant("md, author-year", ".md", NAMED, plan_names, markdown.typed),
    Variant("md, [@key]", ".md", EXACT, plan_numbers, markdown.keys, (True,)),
    Variant("tex, \\cite, .bib", ".tex", EXACT, plan_numbers, lambda plan: latex.keys(plan, with_bib=True), (True,)),
    Variant("tex, \\cite, thebibliography", ".tex", EXACT, plan_numbers, lambda plan: latex.keys(plan, with_bib=False)),
    Variant("tex, typed [N]", ".tex", TYPED, plan_numbers, latex.typed),
    Variant("tex, author-year", ".tex", NAMED, plan_names, latex.typed),
    Variant("pdf, typed [N]", ".pdf", PDF, plan_numbers, word.typed),
    Variant("pdf, superscript", ".pdf", PDF, plan_numbers, word.superscript),
    Variant("pdf, author-year", ".pdf", PDF, plan_names, word.typed),
    Variant("pdf, two columns, typed [N]", ".pdf", PDF, plan_numbers, word.two_columns),
    Variant("pdf, two columns, author-year", ".pdf", PDF, plan_names, word.two_columns),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table. `why_not` says why it was not measured."""

    variant: Variant
    with_bib: bool
    scores: tuple[tuple[str, Score], ...] = ()
    seconds: float = 0.0
    why_not: str = ""

    @property
    def total(self) -> Score:
        return sum((one for _, one in self.scores), Score())

    @property
    def good(self) -> bool:
        return bool(self.scores) and min(self.total.precision, self.total.recall) >= self.variant.wanted


def measure(articles: list[Article], variant: Variant) -> Iterator[Line]:
    """The variant's lines: without a bibliography, and with one."""
    plans = [variant.plan(article, turn) for turn, article in enumerate(articles)]
    documents = {str(turn): variant.render(plan) for turn, plan in enumerate(plans)}
    if variant.suffix == ".pdf":
        program = converter()
        if program is None:
            yield Line(variant, False, why_not="LibreOffice is not installed")
            return
        documents = as_pdf(documents, program)
    for with_bib in variant.bibs:
        before = time.process_time()
        scores = []
        for turn, plan in enumerate(plans):
            name, content = f"{plan.article.name}{variant.suffix}", documents[str(turn)]
            try:
                one = score(plan, name, content, plan.bib if with_bib else None)
            except ManuscriptError as error:
                one = Score(missed=plan.article.links, notes=(f"refused: {error}",))
            scores.append((plan.article.name, one))
        yield Line(variant, with_bib, tuple(scores), time.process_time() - before)


def shown(line: Line) -> str:
    """The line as printed."""
    name = f"{line.variant.name:<38}{'.bib' if line.with_bib else '':<6}"
    if line.why_not:
        return f"{name}{line.why_not}"
    total = line.total
    counts = f"{total.right:>6}{total.missed:>7}{total.wrong:>6}"
    figures = f"{total.precision:>9.4f}{total.recall:>8.4f}{total.f1:>8.4f}"
    return f"{name}{counts}   {figures}{line.variant.wanted:>8.2f}  {'' if line.good else 'BELOW'}"


def main() -> int:
    """Measure and print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--only", default="", help="variants whose name holds this")
    parser.add_argument("--misses", action="store_true", help="list what was wrong or missed")
    parser.add_argument("--articles", action="store_true", help="a line for every article")
    given = parser.parse_args()
    folder: Path = given.data / "registries" / "pmc_jats"
    if not folder.is_dir():
        print(f"{folder}: no such folder. Name the folder of third-party files with --data.", file=sys.stderr)
        return 2
    paths = sorted(path for path in folder.rglob("*") if path.suffix in (".nxml", ".xml"))
    articles = [article for path in paths if (article := read_article(path)) is not None]
    places = sum(article.links for article in articles)
    print(f"{len(articles)} articles, {places} links, {sum(len(article.works) for article in articles)} works")
    print(f"{'':<44}{'right':>6}{'missed':>7}{'wrong':>6}   {'precision':>9}{'recall':>8}{'F1':>8}{'wanted':>8}")
    good = True
    for variant in VARIANTS:
        if given.only not in variant.name:
            continue
        for line in measure(articles, variant):
            print(shown(line), flush=True)
            good = good and (line.good or bool(line.why_not))
            if given.articles or given.misses:
                _details(line, misses=given.misses)
    good = _labelled(given.data, given.only, misses=given.misses) and good
    return 0 if good else 1


def _labelled(data: Path, only: str, *, misses: bool) -> bool:
    """The labelled files, printed; whether all are as a person saw them."""
    good = True
    for label in labels():
        if only not in label.name or not (data / label.path).is_file():
            continue
        try:
            one = check(label, data)
        except ManuscriptError as error:
            one = Score(missed=len(label.tokens), notes=(f"refused: {error}",))
        whole = not one.missed and not one.wrong and one.right > 0
        good = good and whole
        counts = f"{one.right:>6}{one.missed:>7}{one.wrong:>6}"
        figures = f"{one.precision:>9.4f}{one.recall:>8.4f}{one.f1:>8.4f}"
        print(f"{'real: ' + label.name:<44}{counts}   {figures}{1:>8.2f}  {'' if whole else 'BELOW'}")
        for text in (*one.notes, *one.faults) if misses else ():
            print(f"        {text}")
    return good


def _details(line: Line, *, misses: bool) -> None:
    for name, one in line.scores:
        if misses and not one.faults and not one.notes:
            continue
        print(f"    {name}: right {one.right}, missed {one.missed}, wrong {one.wrong}")
        if misses:
            for text in (*one.notes, *one.faults):
                print(f"        {text}")


if __name__ == "__main__":
    sys.exit(main())

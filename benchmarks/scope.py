"""Which sentences belong to a citation: `python -m benchmarks.scope [--data ../shared/data] [--fit] [--on train]`.

The labelled contexts of Citation-Integrity (MIT): the sentences around one marked citation, and which of them belong
to it. Printed are precision, recall and F1 over sentences, for the citing sentence alone, two sentences on either side,
and `tasks.language.scope`; and the recall on those rows where more than one sentence belongs. `--fit` fits the weights
on the training rows, prints them, and what they reach on rows that were kept out (five parts, five shuffles). Exits 1
where the program is no better than the citing sentence alone.
"""

import argparse
import json
import math
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from tasks.language import scope

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
_MARKED = re.compile(r"<CITATION_MARKER>(.*?)</CITATION_MARKER>")
_CITES = re.compile(
    r"\[\s?\d{1,3}(?:\s?[,–—-]\s?\d{1,3})*\s?\]|\(\s?\d{1,3}(?:\s?[,;–—-]\s?\d{1,3})*\s?\)"
    r"|\([^()]{0,200}?\b(?:19|20)\d\d[a-z]?(?:;[^()]*)?\)"
    r"|(?<=[a-z)][.,])\d{1,3}(?:\s?[,–-]\s?\d{1,3}| \d{1,3})*(?=\s|$)|\bet al\.?,?\s\(?(?:19|20)\d\d"
)
"""What cites in these texts; in a manuscript the readers know."""


@dataclass(frozen=True, slots=True)
class Row:
    """One citation in its surroundings: sentences without markers, how often each cites, and the labels."""

    sentences: tuple[str, ...]
    citations: tuple[int, ...]
    here: int | None
    belong: frozenset[int]


def load(path: Path) -> list[Row]:
    """The rows of one file. `here` is None where the marker was lost from the row."""
    return [_row(json.loads(line)) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _row(raw: dict[str, list[str] | list[int]]) -> Row:
    sentences = [str(sentence) for sentence in raw["sentences"]]
    here = next((index for index, sentence in enumerate(sentences) if _MARKED.search(sentence)), None)
    plain = [_MARKED.sub(r"\1", sentence) for sentence in sentences]
    return Row(
        sentences=tuple(_CITES.sub("", sentence).strip() for sentence in plain),
        citations=tuple(len(_CITES.findall(text)) or int(index == here) for index, text in enumerate(plain)),
        here=here,
        belong=frozenset(index for index, label in enumerate(raw["labels"]) if label),
    )


@dataclass(frozen=True, slots=True)
class Score:
    """Figures over sentences. `apart`: recall on rows where several belong; `added`: sentences beside the citing one,
    and how many of them rightly."""

    precision: float
    recall: float
    f1: float
    apart: float
    added: int
    rightly: int


def score(rows: Iterable[Row], guess: Callable[[Row, int], Iterable[int]]) -> Score:
    """A guess against the labels; a row without its marker is all missed."""
    hit = guessed = labelled = hit_apart = labelled_apart = added = rightly = 0
    for row in rows:
        taken = set(guess(row, row.here)) if row.here is not None else set()
        hit, guessed, labelled = hit + len(taken & row.belong), guessed + len(taken), labelled + len(row.belong)
        beside = taken - {row.here}
        added, rightly = added + len(beside), rightly + len(beside & row.belong)
        if len(row.belong) > 1:
            hit_apart, labelled_apart = hit_apart + len(taken & row.belong), labelled_apart + len(row.belong)
    return Score(
        precision=hit / max(1, guessed),
        recall=hit / max(1, labelled),
        f1=2 * hit / max(1, guessed + labelled),
        apart=hit_apart / max(1, labelled_apart),
        added=added,
        rightly=rightly,
    )


def alone(row: Row, here: int) -> Iterable[int]:
    return (here,)


def around(row: Row, here: int) -> Iterable[int]:
    return range(max(0, here - 2), min(len(row.sentences), here + 3))


def ours(row: Row, here: int) -> Iterable[int]:
    return scope.scope_of(row.sentences, here, row.citations)


# --- fitting -------------------------------------------------------------------------------------------------------


def examples(row: Row) -> Iterator[tuple[dict[str, float], bool]]:
    """The signs between two neighbouring sentences, back from the citing one as long as the labels say so."""
    if row.here is None:
        return
    for here in range(row.here, max(0, row.here - scope.REACH), -1):
        before, sentence = row.sentences[here - 1], row.sentences[here]
        belongs = here - 1 in row.belong
        if not scope.is_cut(before, sentence):
            yield scope.signs(before, sentence, cited=bool(row.citations[here - 1])), belongs
        if not belongs:
            return


def fit(rows: Iterable[Row], penalty: float = 1.0) -> dict[str, float]:
    """Weights by logistic regression, L2-penalised, with Newton's method."""
    found = [example for row in rows for example in examples(row)]
    names = list(found[0][0])
    table = [([signs[name] for name in names], belongs) for signs, belongs in found]
    size = len(names)
    weights = [0.0] * size
    for _ in range(12):
        slope = [penalty * weight for weight in weights]
        curve = [[penalty * (i == j) for j in range(size)] for i in range(size)]
        for values, belongs in table:
            chance = 1 / (1 + math.exp(-sum(w * v for w, v in zip(weights, values, strict=True))))
            there = [index for index, value in enumerate(values) if value]
            for i in there:
                slope[i] += values[i] * (chance - belongs)
                for j in there:
                    curve[i][j] += values[i] * values[j] * chance * (1 - chance)
        weights = [w - step for w, step in zip(weights, _solved(curve, slope), strict=True)]
    return {name: round(weight, 2) for name, weight in zip(names, weights, strict=True)}


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a linear system with a positive definite matrix, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        for row in rows[i + 1 :]:
            factor = row[i] / pivot[i]
            for j in range(i, len(row)):
                row[j] -= factor * pivot[j]
    solution = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        known = sum(rows[i][j] * solution[j] for j in range(i + 1, len(rows)))
        solution[i] = (rows[i][-1] - known) / rows[i][i]
    return solution


def kept_out(rows: Sequence[Row], parts: int = 5, shuffles: int = 5) -> list[Score]:
    """The scores on each shuffle's rows, every row read with weights fitted without its part."""
    scores = []
    for seed in range(shuffles):
        order = list(rows)
        random.Random(seed).shuffle(order)
        guesses: dict[int, tuple[int, ...]] = {}
        for part in range(parts):
            weights = fit(row for index, row in enumerate(order) if index % parts != part)
            with mock.patch.object(scope, "WEIGHTS", weights):
                guesses.update({id(r): tuple(ours(r, r.here)) for r in order[part::parts] if r.here is not None})
        scores.append(score(order, lambda row, here, made=guesses: made[id(row)]))
    return scores


# --- printing ------------------------------------------------------------------------------------------------------


def _line(name: str, figures: Score) -> str:
    return (
        f"{name:28}{figures.precision:>10.3f}{figures.recall:>8.3f}{figures.f1:>8.3f}{figures.apart:>8.3f}"
        f"{figures.rightly:>8} of {figures.added}"
    )


def main() -> int:
    """Print the table; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--fit", action="store_true", help="fit the weights on the training rows and print them")
    parser.add_argument("--on", choices=("train", "dev"), default="dev")
    given = parser.parse_args()
    folder: Path = given.data / "claims" / "contexts"
    if not folder.is_dir():
        print(f"{folder}: no such folder. Name the folder of third-party files with --data.", file=sys.stderr)
        return 2
    rows = load(folder / f"{'train' if given.fit else given.on}.jsonl")
    several = sum(len(row.belong) > 1 for row in rows)
    print(
        f"{len(rows)} citations, {several} with more than one sentence, {sum(r.here is None for r in rows)} unmarked\n"
    )
    print(f"{'':28}{'precision':>10}{'recall':>8}{'F1':>8}{'apart':>8}   right of added")
    base = score(rows, alone)
    print(_line("the citing sentence alone", base))
    print(_line("two sentences either side", score(rows, around)))
    if given.fit:
        for shuffle, figures in enumerate(kept_out(rows), 1):
            print(_line(f"kept out, shuffle {shuffle}", figures))
        for name, weight in fit(rows).items():
            print(f'        "{name}": {weight:.2f},')
        return 0
    figures = score(rows, ours)
    print(_line("tasks.language.scope", figures))
    return 0 if figures.f1 > base.f1 else 1


if __name__ == "__main__":
    sys.exit(main())

"""The running text of a generated thesis: which numbers are cited where, and the sentences that cite them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.invented import FILLERS, GROUP, SINGLE, Invention, capital

CHAPTERS = (
    ("1 Introduction", 0.32, ("1.1 Scope of the problem", "1.2 Terms")),
    ("2 Literature review", 0.28, ("2.1 Single measures", "2.2 Combined measures")),
    ("3 Materials and Methods", 0.10, ("3.1 Setting", "3.2 Statistical analysis")),
    ("4 Results", 0.04, ()),
    ("5 Discussion", 0.23, ("5.1 Comparison with other work", "5.2 Limitations")),
    ("6 Conclusion", 0.03, ()),
)
"""Heading, share of the citations, subsections."""


@dataclass(frozen=True)
class Subject:
    """What the text says about a reference."""

    facts: Invention
    author: str
    """Family name of the first author, as printed."""


@dataclass(frozen=True)
class Slot:
    """One citation marker to be."""

    numbers: tuple[int, ...]


def markers(rng: random.Random, references: int, claims: int) -> list[Slot]:
    """Markers in reading order that hold `claims` numbers in all; a number first appears in its order."""
    slots: list[Slot] = []
    known, left = 0, claims
    while left:
        size = min(left, rng.choices((1, 2, 3, 4), (66, 16, 12, 6))[0])
        numbers: set[int] = set()
        while len(numbers) < size:
            new, open_places = references - known, left - len(numbers)
            if new and (new >= open_places or known <= size or rng.random() < 1.4 * new / open_places):
                known += 1
                numbers.add(known)
            else:
                numbers.add(rng.randint(1, known))
        left -= size
        slots.append(Slot(tuple(sorted(numbers))))
    return slots


def marker(rng: random.Random, numbers: Sequence[int]) -> str:
    """`[3]`, `[3,7]`, `[3, 7]`, `[3-5]`, `[3–5]`, `[1, 4–6]`: runs of three and more become ranges."""
    dash, comma = rng.choice("-–"), rng.choice((",", ", "))
    parts: list[str] = []
    run: list[int] = []
    for number in [*numbers, None]:
        if number is not None and run and number == run[-1] + 1:
            run.append(number)
            continue
        parts += [f"{run[0]}{dash}{run[-1]}"] if len(run) > 2 else [str(n) for n in run]
        run = [number] if number is not None else []
    return f"[{comma.join(parts)}]"


def chapters(
    rng: random.Random, slots: Sequence[Slot], subjects: Sequence[Subject], fillers: int = 2
) -> list[tuple[int, str]]:
    """(heading level or 0, text) of every paragraph before the reference list."""
    body: list[tuple[int, str]] = []
    start = 0
    shares = [share for _, share, _ in CHAPTERS]
    for place, (heading, _, sections) in enumerate(CHAPTERS):
        end = len(slots) if place == len(CHAPTERS) - 1 else round(len(slots) * sum(shares[: place + 1]))
        chapter = slots[start:end]
        start = end
        body.append((1, heading))
        parts = max(1, len(sections))
        for number in range(parts):
            if sections:
                body.append((2, sections[number]))
            some = chapter[len(chapter) * number // parts : len(chapter) * (number + 1) // parts]
            body += [(0, text) for text in _paragraphs(rng, some, subjects, heading, fillers)]
    return body


def _paragraphs(
    rng: random.Random, slots: Sequence[Slot], subjects: Sequence[Subject], heading: str, fillers: int
) -> list[str]:
    """Paragraphs of two to five citing sentences, with sentences between them that cite nothing."""
    paragraphs: list[str] = []
    place = 0
    while place < len(slots) or not paragraphs:
        size = rng.randint(2, 5)
        sentences = [rng.choice(FILLERS)]
        for slot in slots[place : place + size]:
            sentences.append(_sentence(rng, slot, subjects, heading))
            sentences += rng.sample(FILLERS, rng.randint(0, fillers))
        paragraphs.append(" ".join(sentences))
        place += size
    return paragraphs


def _sentence(rng: random.Random, slot: Slot, subjects: Sequence[Subject], heading: str) -> str:
    """A sentence about the first work of the marker, true to its abstract in about four of five."""
    subject = subjects[slot.numbers[0] - 1]
    facts = subject.facts
    kinds = GROUP if len(slot.numbers) > 1 else SINGLE
    weights = {"data": 30, "finding": 30, "method": 8, "definition": 8, "background": 24, "one of": 70}
    if "Methods" in heading and kinds is SINGLE:
        weights |= {"method": 120, "data": 4, "finding": 8}
    kind = rng.choices(list(kinds), [weights[name] for name in kinds])[0]
    falls, percent = facts.falls, facts.percent
    if kind in ("data", "finding") and rng.random() < 0.2:
        falls, percent = (not falls, percent) if rng.random() < 0.5 else (falls, round(percent * 1.7, 1))
    return rng.choice(kinds[kind]).format(
        m=marker(rng, slot.numbers),
        author=subject.author,
        exposure=facts.exposure,
        Exposure=capital(facts.exposure),
        outcome=facts.outcome,
        Outcome=capital(facts.outcome),
        population=facts.population,
        sample=facts.sample,
        percent=percent,
        change="reduced" if falls else "increased",
        moved="fell" if falls else "rose",
    )

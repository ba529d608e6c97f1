"""Reference strings into fields: `python -m benchmarks.reference_strings [--train] [--choose]`.

The tagger is trained on AnyStyle's "core" set alone (`--train` writes the model that is shipped), and its settings
and thresholds are chosen on a fourth of "core" that is held out (`--choose`). Scored are "gold" and "good" without
the strings that also stand in "core", white space folded; "bad", "ugly" and our own GB/T 7714 entries are reported
beside.

How the table of the tagger is counted. An entry is its segments joined by one space, its printed number among them. A
field is the text of all segments with the field's tag, joined by one space, with punctuation and white space stripped
at both ends and case kept; journal is `journal` and `container-title` together, for the two are one field of a
reference (`In` before a container counts as printed). Segments of one field that touch are one. A field is right where
both texts are equal. Precision is right over fields found, recall right over fields labelled, both over fields that
are not empty; micro-F1 is over all five together.

The table of `read_entry` counts what a reference says in the end: precision is right over filled, coverage right over
labelled. Titles and journals are compared letter by letter, case and other characters aside; pages by their numbers;
year and volume must stand in the labelled segment; the first family name at the beginning of the names, and where the
list of names is called complete, all of them in order, as many as there are. Editors count as authors where the entry
has no others, and a DOI stands in a segment labelled `doi`, `url` or `note`.

Exits 1 where the micro-F1 of "gold" or "good" is below 0.93.
"""

import argparse
import json
import re
import sys
import tempfile
import time
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Protocol

import pycrfsuite

from state.manuscript import Reference
from tasks.language.scripts import fold_width
from tasks.parse.entries import read_entry
from tasks.parse.printed_list import PrintedEntry
from tasks.parse.strings import tagger
from tasks.parse.strings.features import bare_word, features
from tasks.parse.strings.tagger import Segment, Tagger, encode
from tasks.parse.strings.tokens import tokenize

HOME = Path(__file__).resolve().parents[1]
STRINGS = HOME.parent / "shared" / "data" / "references" / "reference_strings"
OWN = HOME / "tests" / "parse" / "gbt7714.jsonl"
SHIPPED = Path(tagger.__file__).parent

WANTED = 0.93
LEAST = 3
"""How often a word must occur in the training data to count as itself."""
SETTINGS = {"c1": 0.2, "c2": 0.1, "max_iterations": 100, "feature.minfreq": 2, "feature.possible_transitions": True}
"""Chosen on the held-out fourth of "core"."""
FIELDS = ("author", "title", "date", "journal", "doi")
ONE = {"container-title": "journal"}

Parts = list[tuple[str, str]]
"""One entry as labelled: tag and text of each segment, in order."""


def main() -> int:
    """Train where asked, score, print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", action="store_true", help="make the shipped model anew")
    parser.add_argument("--choose", action="store_true", help='train on three fourths of "core", score the fourth')
    given = parser.parse_args()
    if not STRINGS.is_dir():
        print(f"the labelled strings are not here: {STRINGS}")
        return 2
    core = labelled("core")
    if given.choose:
        return choose(core)
    if given.train:
        words = frequent_words(core)
        train(core, words, SHIPPED / tagger.MODEL)
        (SHIPPED / tagger.WORDS).write_text("\n".join(sorted(words)), encoding="utf-8")
    return report(core)


def labelled(name: str) -> list[Parts]:
    """The entries of one of AnyStyle's sets; white space folded."""
    root = ElementTree.parse(STRINGS / f"res__parser__{name}.xml").getroot()
    entries = [[(part.tag, " ".join((part.text or "").split())) for part in sequence] for sequence in root]
    return [kept for entry in entries if (kept := [part for part in entry if part[1]])]


def text_of(parts: Parts) -> str:
    return " ".join(text for _, text in parts)


def labels_of(parts: Parts) -> list[str]:
    """The label of each token of an entry: the tag of the segment it begins in."""
    ends, end = [], 0
    for tag, text in parts:
        end += len(text) + 1
        ends.append((end, tag))
    return [next(tag for end, tag in ends if token.start < end) for token in tokenize(text_of(parts))]


def frequent_words(entries: Iterable[Parts]) -> frozenset[str]:
    count = Counter(bare_word(token.text) for parts in entries for token in tokenize(text_of(parts)))
    return frozenset(word for word, times in count.items() if word and times >= LEAST)


def train(entries: Iterable[Parts], words: frozenset[str], path: Path) -> None:
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(SETTINGS)
    for parts in entries:
        trainer.append(features(tokenize(text_of(parts)), words), encode(labels_of(parts)))
    trainer.train(str(path))


def fields_of(parts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The fields of an entry as the docstring above counts them."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, run in groupby(parts, key=lambda part: ONE.get(part[0], part[0])):
        found[name].append(" ".join(text for _, text in run))
    return {name: _stripped(" ".join(texts)) for name, texts in found.items()}


def _stripped(text: str) -> str:
    def outer(char: str) -> bool:
        return char.isspace() or unicodedata.category(char)[0] in "PSZ"

    start = next((n for n, char in enumerate(text) if not outer(char)), len(text))
    end = next((n for n in range(len(text), start, -1) if not outer(text[n - 1])), start)
    return text[start:end]


def tagged(text: str, found: Sequence[Segment]) -> list[tuple[str, str]]:
    return [(segment.label, text[segment.start : segment.end]) for segment in found]


def score(model: Tagger, entries: Iterable[Parts]) -> dict[str, tuple[float, float, float, int]]:
    """Precision, recall, F1 and the number labelled, of each field and of all together."""
    count: Counter[tuple[str, str]] = Counter()
    for parts in entries:
        text = text_of(parts)
        gold, found = fields_of(parts), fields_of(tagged(text, model.segments(text)))
        for name in FIELDS:
            wanted, given = gold.get(name, ""), found.get(name, "")
            right = bool(wanted) and wanted == given
            for key in (name, "all five"):
                count.update({(key, "gold"): bool(wanted), (key, "found"): bool(given), (key, "right"): right})
    return {name: _rates(count, name) for name in (*FIELDS, "all five")}


def _rates(count: Counter[tuple[str, str]], name: str) -> tuple[float, float, float, int]:
    right, found, gold = count[name, "right"], count[name, "found"], count[name, "gold"]
    return (right / max(found, 1), right / max(gold, 1), 2 * right / max(found + gold, 1), gold)


def choose(core: list[Parts]) -> int:
    """Score the held-out fourth of "core", and print what each threshold of confidence would cost and bring."""
    held = core[::4]
    rest = [parts for n, parts in enumerate(core) if n % 4]
    words = frequent_words(rest)
    with tempfile.TemporaryDirectory(prefix="strings-") as folder:
        path = Path(folder) / "part.crf"
        train(rest, words, path)
        model = Tagger(path.read_bytes(), words)
    print_table('"core", held out', score(model, held))
    for name in ("author", "title", "date", "journal", "volume", "pages"):
        print(
            name,
            *(f"{limit}: {right:.3f} of {share:.3f}" for limit, right, share in thresholds(model, held, name)),
            sep="\n  ",
        )
    return 0


def thresholds(model: Tagger, entries: list[Parts], name: str) -> Iterable[tuple[float, float, float]]:
    """For each limit of confidence the precision of a field, and the share of entries with it that still get it."""
    seen: list[tuple[float, bool]] = []
    wanted = 0
    for parts in entries:
        gold = fields_of(parts).get(name, "")
        text = text_of(parts)
        own = [s for s in model.segments(text) if ONE.get(s.label, s.label) == name]
        wanted += bool(gold)
        if own:
            found = fields_of(tagged(text, own)).get(name, "")
            seen.append((min(s.confidence for s in own), bool(gold) and found == gold))
    for limit in (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
        kept = [right for sure, right in seen if sure >= limit]
        yield limit, sum(kept) / max(len(kept), 1), sum(kept) / max(wanted, 1)


def report(core: list[Parts]) -> int:
    known = {text_of(parts) for parts in core}
    model = Tagger((SHIPPED / tagger.MODEL).read_bytes(), (SHIPPED / tagger.WORDS).read_text("utf-8").split("\n"))
    reached = True
    sets = {name: labelled(name) for name in ("gold", "good", "bad", "ugly")}
    unseen = {name: [parts for parts in entries if text_of(parts) not in known] for name, entries in sets.items()}
    for name, entries in unseen.items():
        table = score(model, entries)
        reached = reached and (name not in ("gold", "good") or table["all five"][2] >= WANTED)
        print_table(f'tagger, "{name}": {len(entries)} of {len(sets[name])} strings', table)
    for name in ("gold", "good", "bad"):
        print_fields(f'read_entry, "{name}"', fields_read(unseen[name]))
    own = [json.loads(line) for line in OWN.read_text("utf-8").splitlines()]
    for split in ("develop", "scored"):
        print_fields(f"read_entry, GB/T 7714, {split}", own_fields([one for one in own if one["split"] == split]))
    texts = [text_of(parts) for parts in unseen["gold"][:200]]
    start = time.process_time()
    for text in texts:
        read(text)
    print(f"\n200 entries read in {time.process_time() - start:.2f} s of computing; wanted under 1 s")
    return 0 if reached else 1


def read(text: str) -> Reference:
    return read_entry(PrintedEntry(1, text, "list.md", 1), "1")


def fields_read(entries: Iterable[Parts]) -> Counter[str]:
    """Of each field of a reference: how often labelled, filled, and right."""
    count: Counter[str] = Counter()
    for parts in entries:
        text = text_of([part for part in parts if part[0] != "citation-number"])
        gold, found = fields_of(parts), read(text)
        _count(count, "title", gold.get("title"), found.title, _same_letters)
        _count(count, "journal", _without_in(gold.get("journal")), found.journal, _same_letters)
        _count(count, "year", gold.get("date"), str(found.year or ""), lambda wanted, given: given in wanted)
        _count(count, "pages", gold.get("pages"), found.pages, _same_digits)
        _count(count, "volume", gold.get("volume"), found.volume, lambda wanted, given: given in wanted)
        named = gold.get("author") or gold.get("editor") or ""
        people = found.authors or found.editors
        _count(count, "first author", named, people[0].family if people else "", _begins_with)
        families = "|".join(author.family for author in people) if found.authors_complete else ""
        _count(count, "all authors", named, families, _all_in_order)
        printed = "".join(value for tag, value in parts if tag in ("doi", "url", "note") and "10." in value)
        _count(count, "doi", printed.lower(), found.doi, lambda wanted, given: given in wanted.replace(" ", ""))
    return count


def own_fields(entries: Iterable[dict[str, object]]) -> Counter[str]:
    count: Counter[str] = Counter()
    for one in entries:
        found = read(str(one["text"]))
        for name in ("title", "journal", "volume", "issue", "pages", "doi", "url"):
            _count(count, name, str(one.get(name) or ""), getattr(found, name), _same_characters)
        _count(count, "year", str(one["year"]), str(found.year or ""), _same_characters)
        people = found.authors or found.editors
        names = ";".join(",".join(filter(None, (author.family, author.given))) for author in people)
        wanted = one["authors"]
        assert isinstance(wanted, list)
        _count(count, "all authors", ";".join(",".join(name) for name in wanted), names, _same_characters)
        _count(count, "complete", str(one["complete"]), str(found.authors_complete), _same_characters)
    return count


def _count(count: Counter[str], name: str, wanted: str | None, given: str | None, same: "Same") -> None:
    count.update(
        {
            f"{name} gold": bool(wanted),
            f"{name} filled": bool(given),
            f"{name} right": bool(wanted and given and same(wanted, given)),
        }
    )


def _letters(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())


def _same_letters(wanted: str, given: str) -> bool:
    return _letters(wanted) == _letters(given)


def _same_characters(wanted: str, given: str) -> bool:
    return re.sub(r"[–—−－]", "-", fold_width(wanted)) == re.sub(r"[–—−－]", "-", fold_width(given))


def _same_digits(wanted: str, given: str) -> bool:
    return re.findall(r"\d+", wanted) == re.findall(r"\d+", given)


def _without_in(text: str | None) -> str:
    return re.sub(r"^[Ii]n:?\s+", "", text or "")


def _begins_with(wanted: str, given: str) -> bool:
    return _letters(given) in _letters(wanted[: len(given) + 40])


def _all_in_order(wanted: str, given: str) -> bool:
    """Whether the families stand in the labelled text in this order, and no word of a name is left between commas."""
    at, text = 0, wanted
    for family in given.split("|"):
        place = text.find(family, at)
        if place < 0:
            return False
        at = place + len(family)
    pieces = re.split(r"\s*(?:[,;&]|\band\b|\bund\b|\bet\b)\s*", wanted)
    persons = [
        piece
        for piece in pieces
        if re.search(r"[^\W\d_]{2,}", piece) and not re.match(r"(?:eds?|jr|sr|hrsg)\b", piece, re.IGNORECASE)
    ]
    return at > 0 and len(given.split("|")) <= max(len(persons), 1)


class Same(Protocol):
    def __call__(self, wanted: str, given: str, /) -> bool: ...


def print_table(title: str, table: dict[str, tuple[float, float, float, int]]) -> None:
    print(f"\n{title}\n  {'field':<14}{'precision':>10}{'recall':>10}{'F1':>10}{'labelled':>10}")
    for name, (precision, recall, both, gold) in table.items():
        print(f"  {name:<14}{precision:>10.4f}{recall:>10.4f}{both:>10.4f}{gold:>10}")


def print_fields(title: str, count: Counter[str]) -> None:
    print(f"\n{title}\n  {'field':<14}{'precision':>10}{'coverage':>10}{'labelled':>10}{'filled':>10}")
    for name in dict.fromkeys(key.rsplit(" ", 1)[0] for key in count):
        gold, filled, right = (count[f"{name} {what}"] for what in ("gold", "filled", "right"))
        print(f"  {name:<14}{right / max(filled, 1):>10.4f}{right / max(gold, 1):>10.4f}{gold:>10}{filled:>10}")


if __name__ == "__main__":
    sys.exit(main())

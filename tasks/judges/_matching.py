"""What the rules compare: the content words, numbers, direction and negation of a claim and of a passage."""

import itertools
import re
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

from state.manuscript import Claim
from tasks.judges._lexicon import DOWN, GENERIC, HEDGES, MURKY, NEGATIONS, SENSES, STOP_CHARS, UP, stem
from tasks.language.agreement import Agreement, agreement, comparable
from tasks.language.numbers import Number, NumberKind, find_numbers
from tasks.language.sentences import split_sentences

_WORD = re.compile(r"[A-Za-z\u00c0-\u024fα-ω][A-Za-z0-9\u00c0-\u024fα-ω]*(?:[-'/][A-Za-z0-9α-ω]+)*|[\u3400-\u9fff]+")
_MARKER = re.compile(r"\[<\|[a-z_]+\|>\]|\[[\d\s,;–—-]+\]|［[\d\s,，–-]+］|【[\d\s,，–-]+】|<\|[a-z_]+\|>")
_WHO = re.compile(r"\b[A-Z][\w'-]+(?:\s+(?:and|&)\s+[A-Z][\w'-]+)?\s+(?:et al\.?|and colleagues)(?:\s*\(\d{4}\))?")
_ABBREVIATION = re.compile(r"\(([A-Za-z][A-Za-z0-9-]{1,9})\)")
_CLAUSE_END = re.compile(
    r";\s+|[,.]?\s+(?=(?:but|although|though|whereas|while|however|despite|suggesting|indicating|which|yet)\s)|；|，(?=但|而|然而)"
)
DEFINING = re.compile(
    r"\b(?:defin\w+|criteria|criterion|classif\w+|terminolog\w+|consensus)\b|定义|标准|分类", re.IGNORECASE
)
"""Words of a passage that says what a term means."""
_SHORTEST_CLAUSE = 12
"""Characters."""
Abbreviations = tuple[tuple[str, frozenset[str]], ...]
_ROOT = 5
"""Letters that two words of one root share."""


@dataclass(frozen=True)
class Terms:
    """A text as the rules see it."""

    text: str
    words: frozenset[str]
    """Stems of content words; in Chinese pairs of characters. Direction and negation are kept apart."""
    length: int
    """Words, or characters in Chinese."""
    up: frozenset[str]
    down: frozenset[str]
    negations: frozenset[str]
    murky: frozenset[str]
    """Words that may be a negation."""
    hedged: bool
    senses: frozenset[tuple[str, int]]
    """Members of pairs of opposites other than up and down: (pair, side)."""
    numbers: tuple[Number, ...]

    def shares_root_with(self, other: "Terms") -> bool:
        """Whether the beginning of any content word stands anywhere in the other text, inside a word or not."""
        text = re.sub(r"[\s-]+", "", other.text.lower())
        return any((word[:_ROOT] if word.isascii() else word) in text for word in self.words)

    def agrees_with(self, other: "Terms") -> bool:
        """Whether direction, negation and opposites are the same on both sides."""
        return (
            bool(self.up) == bool(other.up)
            and bool(self.down) == bool(other.down)
            and bool(self.negations) == bool(other.negations)
            and self.murky == other.murky
            and not any((pair, 1 - side) in other.senses for pair, side in self.senses)
        )

    def opposed_to(self, other: "Terms") -> tuple[str, str] | None:
        """The two words that say opposite things, where just one thing is opposite; else None."""
        if self.murky != other.murky:
            return None
        if self.negations or other.negations:
            return self._negated_by(other)
        if self.up and other.down and not self.down and not other.up:
            return _one(self.up), _one(other.down)
        if self.down and other.up and not self.up and not other.down:
            return _one(self.down), _one(other.up)
        return None

    def _negated_by(self, other: "Terms") -> tuple[str, str] | None:
        same = bool(self.up) == bool(other.up) and bool(self.down) == bool(other.down)
        if not same or bool(self.negations) == bool(other.negations):
            return None
        if len(self.negations) + len(other.negations) != 1:
            return None
        return (_one(self.negations) or "–", _one(other.negations) or "–")


class Extent(IntEnum):
    """How far a passage reaches. Only a clause holds one relation for certain."""

    CLAUSE = 0
    """A clause, or a sentence that has only one."""
    SENTENCE = 1
    PAIR = 2
    """Two sentences in a row."""


@dataclass(frozen=True)
class Passage:
    """A clause or a sentence of the evidence, or two sentences that follow each other."""

    text: str
    terms: Terms
    extent: Extent

    def extra_words(self, claim: Terms) -> int:
        """Content words beyond the claim's."""
        return len(self.terms.words - claim.words)


@dataclass(frozen=True)
class NumbersRelation:
    """How a claim's numbers stand to a passage's."""

    all_found: bool
    contradicted: bool = False
    in_range: bool = False
    claimed: str = ""
    found: str = ""


def _one(words: frozenset[str]) -> str:
    return min(words, default="")


def read_claim(claim: Claim) -> Terms:
    """The claim as the rules see it: its scope without citation markers and without who is said to say it."""
    start, end = claim.marker
    text = claim.context_raw
    parts = [text[a:b] if not (a <= start and end <= b) else f"{text[a:start]} {text[end:b]}" for a, b in claim.scope]
    return read_text(_WHO.sub(" ", _MARKER.sub(" ", " ".join(parts) if parts else text)))


def named_topic(claim: Claim) -> str:
    """What the claim's summary says after its template phrase: the term, method or topic; "" where it has none."""
    _, found, rest = claim.claim_summary.partition(claim.template.value)
    return rest.partition(" → ")[0].strip() if found else ""


@lru_cache(maxsize=64)
def read_work(title: str, evidence: str) -> Terms:
    """Title and evidence together."""
    return read_text(f"{title}\n{evidence}")


@lru_cache(maxsize=64)
def passages(evidence: str, work: Terms) -> list[Passage]:
    """Clauses and sentences of the evidence, then each two sentences in a row. `work` gives the abbreviations."""
    spans = split_sentences(evidence)
    shorts = _abbreviations(work.text)
    found: list[Passage] = []
    for start, end in spans:
        clauses = _clauses(evidence, start, end)
        found += [_passage(evidence, span, shorts, Extent.CLAUSE) for span in clauses]
        found.append(_passage(evidence, (start, end), shorts, Extent.SENTENCE if clauses else Extent.CLAUSE))
    pairs = itertools.pairwise(spans)
    return found + [_passage(evidence, (a, d), shorts, Extent.PAIR) for (a, _), (_, d) in pairs]


def _passage(evidence: str, span: tuple[int, int], shorts: Abbreviations, extent: Extent) -> Passage:
    text = evidence[slice(*span)]
    return Passage(text, read_text(text, shorts), extent)


def _clauses(evidence: str, start: int, end: int) -> list[tuple[int, int]]:
    """The spans of a sentence's clauses, where it has several."""
    cuts = list(_CLAUSE_END.finditer(evidence, start, end))
    edges = [start, *(match.end() for match in cuts), end]
    stops = [*(match.start() for match in cuts), end]
    return [(a, b) for a, b in zip(edges, stops, strict=False) if b - a >= _SHORTEST_CLAUSE] if cuts else []


def read_text(text: str, shorts: Abbreviations | None = None) -> Terms:
    """A text's terms. Abbreviations explained in it (or in `shorts`) stand for their words, and the other way round."""
    reading = _Reading()
    for match in _WORD.finditer(text):
        reading.take(match.group())
    words = reading.words
    for short, long in _abbreviations(text) if shorts is None else shorts:
        if short in words:
            words |= long
        elif long <= words:
            words.add(short)
    return Terms(
        text=text,
        words=frozenset(words),
        length=reading.length,
        up=frozenset(reading.up),
        down=frozenset(reading.down),
        negations=frozenset(reading.negations),
        murky=frozenset(reading.murky),
        hedged=reading.hedged,
        senses=frozenset(reading.senses),
        numbers=find_numbers(text, every=True),
    )


@dataclass
class _Reading:
    """What has been read of a text so far."""

    words: set[str] = field(default_factory=set)
    up: set[str] = field(default_factory=set)
    down: set[str] = field(default_factory=set)
    negations: set[str] = field(default_factory=set)
    murky: set[str] = field(default_factory=set)
    senses: set[tuple[str, int]] = field(default_factory=set)
    hedged: bool = False
    length: int = 0

    def take(self, token: str) -> None:
        """A word with its hyphened parts, or a run of Chinese characters."""
        if "\u3400" <= token[0] <= "\u9fff":
            self.length += len(token)
            self._take_chinese(token)
            return
        self.length += 1
        for part in re.split(r"[-/]", token.replace("'s", "")):
            self._take_word(part.lower())

    def _take_word(self, word: str) -> None:
        root = stem(word)
        if word in HEDGES:
            self.hedged = True
        elif root in SENSES and word not in NEGATIONS and word not in MURKY and root not in UP and root not in DOWN:
            self.senses.add(SENSES[root])
            self.words.add(SENSES[root][0])
        else:
            for held, known in ((word, NEGATIONS), (word, MURKY), (root, UP), (root, DOWN)):
                if held in known:
                    self._sense_of(known).add(word)
                    return
            if len(word) > 1 and word not in GENERIC and root not in GENERIC:
                self.words.add(root)

    def _sense_of(self, known: frozenset[str]) -> set[str]:
        if known is NEGATIONS:
            return self.negations
        if known is MURKY:
            return self.murky
        return self.up if known is UP else self.down

    def _take_chinese(self, token: str) -> None:
        for pattern, found in ((_ZH_UP, self.up), (_ZH_DOWN, self.down), (_ZH_NOT, self.negations)):
            found.update(pattern.findall(token))
            token = pattern.sub(" ", token)
        for run in re.split(rf"[\s{STOP_CHARS}]+", token):
            self.words.update(run[i : i + 2] for i in range(len(run) - 1))


_ZH_UP = re.compile(r"增加|升高|提高|上升|增高|增多|增强|高于|更高|大于|多于|促进|改善|上调|加重|延长")
_ZH_DOWN = re.compile(r"减少|降低|下降|减低|减弱|低于|更低|小于|少于|抑制|下调|减轻|缩短|恶化")
_ZH_NOT = re.compile(r"没有|无(?![线机])|未(?!来)|不(?!仅|但|同|断|良|足|全|孕)|并非|非(?=显著)")


def _abbreviations(text: str) -> Abbreviations:
    """(abbreviation, stems of the words it stands for), as the text explains them: "body mass index (BMI)"."""
    found = []
    for match in _ABBREVIATION.finditer(text):
        short = match[1]
        letters = [char.lower() for char in short if char.isalpha()]
        before = re.findall(r"[A-Za-z][A-Za-z]*", text[max(0, match.start() - 120) : match.start()])
        long = before[-len(letters) :] if letters else []
        if len(long) == len(letters) and [word[0].lower() for word in long] == letters:
            found.append((stem(short.lower()), frozenset(stem(w.lower()) for w in long if w.lower() not in GENERIC)))
    return tuple(found)


def numbers_relation(claimed: tuple[Number, ...], found: tuple[Number, ...]) -> NumbersRelation:
    """Whether all the claim's numbers are there, one is contradicted, or a value lies in the claim's range.

    Contradicted: claim and passage have one number of the same terms each, and they do not agree.
    """
    missing = [number for number in claimed if not any(agreement(number, source) for source in found)]
    if not missing:
        return NumbersRelation(all_found=True)
    if len(claimed) == 1:
        same = [source for source in found if _same_terms(claimed[0], source)]
        if len(same) == 1 and len(found) == 1:
            return NumbersRelation(False, contradicted=True, claimed=claimed[0].printed, found=same[0].printed)
    return NumbersRelation(False, in_range=_in_range(claimed, found))


def _same_terms(claimed: Number, source: Number) -> bool:
    precise = claimed.kind in (NumberKind.PERCENT, NumberKind.MULTIPLE, NumberKind.FRACTION) or claimed.unit is not None
    return precise and comparable(claimed, source) and claimed.unit == source.unit and claimed.comparator is None


def _in_range(claimed: tuple[Number, ...], found: tuple[Number, ...]) -> bool:
    """Whether two numbers of the claim are a range that a number of the passage lies in, in the same terms."""
    if len(claimed) != 2 or claimed[0].kind is not claimed[1].kind or claimed[0].value >= claimed[1].value:
        return False
    low, high = claimed
    inside = [s for s in found if s.kind is low.kind and s.unit in (low.unit, high.unit)]
    return len(inside) == 1 and low.value <= inside[0].value <= high.value and agreement(low, low) is Agreement.EQUAL

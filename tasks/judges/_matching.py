"""What the rules compare: the content words, numbers, direction and negation of a claim and of a passage."""

import itertools
import re
from dataclasses import dataclass, field
from functools import lru_cache

from state.manuscript import Claim
from tasks.judges._lexicon import DOWN, GENERIC, HEDGES, MURKY, NEGATIONS, SENSES, STOP_CHARS, UP, stem
from tasks.language.agreement import agreement
from tasks.language.numbers import Number, find_numbers
from tasks.language.sentences import split_sentences

_WORD = re.compile(r"[A-Za-z\u00c0-\u024fα-ω][A-Za-z0-9\u00c0-\u024fα-ω]*(?:[-'/][A-Za-z0-9α-ω]+)*|[\u3400-\u9fff]+")
_MARKER = re.compile(r"\[<\|[a-z_]+\|>\]|\[[\d\s,;–—-]+\]|［[\d\s,，–-]+］|【[\d\s,，–-]+】|<\|[a-z_]+\|>")
_WHO = re.compile(r"\b[A-Z][\w'-]+(?:\s+(?:and|&)\s+[A-Z][\w'-]+)?\s+(?:et al\.?|and colleagues)(?:\s*\(\d{4}\))?")
_ABBREVIATION = re.compile(r"\(([A-Za-z][A-Za-z0-9-]{1,9})\)")
DEFINING = re.compile(
    r"\b(?:defin\w+|criteria|criterion|classif\w+|terminolog\w+|consensus)\b|定义|标准|分类", re.IGNORECASE
)
"""Words of a passage that says what a term means."""
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


@dataclass(frozen=True)
class Passage:
    """A sentence of the evidence, or two that follow each other."""

    text: str
    terms: Terms
    is_pair: bool = False


def claim_text(claim: Claim) -> str:
    """The claim's scope without citation markers and without who is said to say it."""
    start, end = claim.marker
    text = claim.context_raw
    parts = [text[a:b] if not (a <= start and end <= b) else f"{text[a:start]} {text[end:b]}" for a, b in claim.scope]
    return _WHO.sub(" ", _MARKER.sub(" ", " ".join(parts) if parts else text))


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
    """The sentences of the evidence, then each two in a row. `work` gives the abbreviations."""
    spans = split_sentences(evidence)
    shorts = _abbreviations(work.text)
    found = [_passage(evidence, span, shorts, is_pair=False) for span in spans]
    pairs = itertools.pairwise(spans)
    return found + [_passage(evidence, (a, d), shorts, is_pair=True) for (a, _), (_, d) in pairs]


def _passage(evidence: str, span: tuple[int, int], shorts: Abbreviations, *, is_pair: bool) -> Passage:
    text = evidence[slice(*span)].strip()
    return Passage(text, read_text(text, shorts), is_pair)


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


def unmatched(claim: Terms, source: Terms) -> list[str]:
    """What of the claim a passage does not hold, as the claim prints it: words, then directions and numbers."""
    lost = claim.words - source.words
    found: list[str] = []
    for match in _WORD.finditer(claim.text):
        token = match.group()
        if "\u3400" <= token[0] <= "\u9fff":
            found += _unmatched_chinese(token, lost)
        else:
            found += [part for part in re.split(r"[-/]", token.replace("'s", "")) if _root(part.lower()) in lost]
    for ours, theirs in ((claim.up, source.up), (claim.down, source.down), (claim.negations, source.negations)):
        found += [] if theirs else sorted(ours, key=claim.text.lower().find)
    found += [n.printed for n in claim.numbers if not any(agreement(n, other) for other in source.numbers)]
    return list(dict.fromkeys(found))


def _root(word: str) -> str:
    root = stem(word)
    return SENSES[root][0] if root in SENSES else root


def _unmatched_chinese(token: str, lost: frozenset[str]) -> list[str]:
    """The stretches of a run of Chinese characters whose pairs are all among those lost."""
    found, stretch = [], ""
    for i in range(len(token) - 1):
        pair = token[i : i + 2]
        if pair in lost:
            stretch = stretch + pair[-1] if stretch else pair
        elif stretch:
            found.append(stretch)
            stretch = ""
    return [*found, stretch] if stretch else found
